//! Markdown that stays separate from the following text: names, inline code, and descriptions.

/// Escapes a name or title for Markdown, where the angle brackets of `Page<Order>` or `string<date>` would be HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('<', "\\<").replace(['\n', '\r'], " ")
}

/// Escapes unmatched backticks in Markdown so that a code span can't extend into later text.
pub(super) fn closed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // The lengths of backtick runs that the rest of the text doesn't close.
    let mut open: Vec<usize> = Vec::new();
    while let Some(at) = rest.find(['`', '\\']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let run = ticks(rest);
        if run == 0 {
            let escaped = rest.chars().take(2).map(char::len_utf8).sum();
            out.push_str(&rest[..escaped]);
            rest = &rest[escaped..];
            continue;
        }
        let end = if open.contains(&run) { None } else { end_of_code(rest, run) };
        match end {
            Some(end) => {
                out.push_str(&rest[..end]);
                rest = &rest[end..];
            }
            None => {
                open.push(run);
                out.push_str(&"\\`".repeat(run));
                rest = &rest[run..];
            }
        }
    }
    out + rest
}

/// Closes a code block that the text leaves open so that the block can't contain later text.
pub(super) fn fence_closed(text: &str) -> String {
    let mut open: Option<&str> = None;
    for line in text.lines().map(str::trim_start) {
        let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'));
        let Some(sign) = sign else { continue };
        let (run, rest) = line.split_at(line.len() - line.trim_start_matches(sign).len());
        open = match open {
            Some(fence) if run.starts_with(fence) && rest.trim().is_empty() => None,
            None if run.len() >= 3 && !(sign == '`' && rest.contains('`')) => Some(run),
            other => other,
        };
    }
    open.map_or_else(|| text.to_owned(), |fence| format!("{text}\n{fence}"))
}

/// Returns the end of the code span at the start of the text. The code span is delimited by `run` backticks.
fn end_of_code(text: &str, run: usize) -> Option<usize> {
    let mut at = run;
    loop {
        at += text[at..].find('`')?;
        let found = ticks(&text[at..]);
        at += found;
        if found == run {
            return Some(at);
        }
    }
}

/// Returns the number of backticks at the start of the text.
fn ticks(text: &str) -> usize {
    text.len() - text.trim_start_matches('`').len()
}
