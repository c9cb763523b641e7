//! Converts the info strings of code fences.

/// The words for options that docgen doesn't have or always applies.
const FLAGS: [&str; 5] = ["expandable", "twoslash", "copy", "nocopy", "numbered"];

/// Converts an info string.
pub(super) fn info(info: &str) -> String {
    let info = info.trim();
    let end = info.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(info.len());
    let (language, rest) = info.split_at(end);
    if language == "mermaid" {
        return language.to_owned();
    }
    let (mut title, mut words, mut marks, mut is_numbered) = (None, Vec::new(), String::new(), false);
    let (mut focus, mut is_wrapped) = (String::new(), false);
    for word in words_of(rest) {
        let (key, value) = word.split_once('=').map_or((word, None), |(key, value)| (key, Some(value)));
        let bare = value.unwrap_or(word).trim_matches(['"', '\'', '{', '}']);
        match (key, value) {
            (range, None) if range.starts_with('{') => marks = lines(bare),
            ("highlight", Some(_)) => marks = lines(bare),
            ("focus", Some(_)) => focus = lines(bare),
            ("wrap", None) => is_wrapped = true,
            ("wrap", Some(_)) => is_wrapped = bare == "true",
            ("title" | "filename", Some(_)) => title = Some(bare.to_owned()),
            ("lines" | "showLineNumbers", None) => is_numbered = true,
            ("lines" | "showLineNumbers", Some(_)) => is_numbered = bare == "true",
            (key, Some(_)) if key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') => {}
            (flag, None) if FLAGS.contains(&flag) => {}
            _ => words.push(word.trim_matches(['"', '\''])),
        }
    }
    let title = title.or_else(|| (!words.is_empty()).then(|| words.join(" ")));
    let mut out = language.to_owned();
    if let Some(title) = title {
        let quote = if title.contains('"') { '\'' } else { '"' };
        out += &format!(" title={quote}{}{quote}", title.replace(quote, ""));
    }
    if !marks.is_empty() {
        out += &format!(" {{{marks}}}");
    }
    if !focus.is_empty() {
        out += &format!(" focus={{{focus}}}");
    }
    if is_wrapped {
        out += " wrap";
    }
    if is_numbered {
        out += " showLineNumbers";
    }
    // If no language is set, docgen would read the first attribute as the language.
    if language.is_empty() && !out.is_empty() { format!("text{out}") } else { out }
}

/// Returns the line ranges in the text, without any other characters.
fn lines(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_digit() || matches!(c, ',' | '-')).collect()
}

/// Splits text at whitespace outside quotation marks and braces.
fn words_of(text: &str) -> Vec<&str> {
    let (mut words, mut start, mut quote, mut depth) = (Vec::new(), None, None, 0_usize);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            // An apostrophe in a title isn't a quotation mark.
            (None, '"' | '\'') if text[..at].ends_with(['=', ' ', '{']) => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c.is_whitespace() && quote.is_none() && depth == 0 {
            words.extend(start.take().map(|start| &text[start..at]));
        } else {
            start.get_or_insert(at);
        }
    }
    words.extend(start.map(|start| &text[start..]));
    words
}

#[cfg(test)]
mod tests {
    use super::info;

    #[test]
    fn info_strings_keep_what_docgen_has() {
        for (old, new) in [
            ("js", "js"),
            ("js app.js", "js title=\"app.js\""),
            ("js Two words icon=\"square-js\" lines", "js title=\"Two words\" showLineNumbers"),
            ("ts title=\"a b.ts\" {1-2, 5} expandable wrap theme={null}", "ts title=\"a b.ts\" {1-2,5} wrap"),
            ("js{2}", "js {2}"),
            ("java highlight={1-2,5} lines={true}", "java {1-2,5} showLineNumbers"),
            ("python focus={2} What's new", "python title=\"What's new\" focus={2}"),
            ("json 'Quoted'", "json title=\"Quoted\""),
            ("mermaid actions={false}", "mermaid"),
            ("", ""),
        ] {
            assert_eq!(info(old), new, "{old}");
        }
    }
}
