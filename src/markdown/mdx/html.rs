//! Finds raw HTML in Markdown (CommonMark 4.6 and 6.6). Component tags inside raw HTML aren't recognized.

/// Returns the end of a tag, a comment, a processing instruction, or an autolink in text. `missing` contains the
/// delimiters that aren't in the rest of the text, which prevents repeated searches for them.
pub(super) fn inline_end(text: &str, at: usize, missing: &mut Vec<&'static str>) -> Option<usize> {
    let rest = &text[at..];
    let mut until = |from: usize, close: &'static str| {
        if missing.contains(&close) {
            return None;
        }
        let found = rest.get(from..).and_then(|rest| rest.find(close));
        if found.is_none() {
            missing.push(close);
        }
        found.map(|length| at + from + length + close.len())
    };
    match rest.as_bytes().get(1)? {
        b'!' if rest.starts_with("<!-->") => Some(at + 5),
        b'!' if rest.starts_with("<!--->") => Some(at + 6),
        b'!' if rest.starts_with("<!--") => until(4, "-->"),
        b'!' if rest.starts_with("<![CDATA[") => until(9, "]]>"),
        b'!' => until(2, ">"),
        b'?' => until(2, "?>"),
        b'/' | b'a'..=b'z' | b'A'..=b'Z' => {
            tag_end(rest).or_else(|| autolink_end(rest)).map(|length| at + length)
        }
        _ => None,
    }
}

/// Returns the length of a start or end tag.
fn tag_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    let mut quote = None;
    while let Some(&byte) = bytes.get(at) {
        match (byte, quote) {
            (_, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => {}
            (b'"' | b'\'', None) if bytes[at - 1] == b'=' || bytes[at - 1].is_ascii_whitespace() => {
                quote = Some(byte)
            }
            (b'>', None) => return Some(at + 1),
            (b'<' | b'`', None) => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

fn autolink_end(text: &str) -> Option<usize> {
    let end = text.find(['>', ' ', '\t', '\n', '\r'])?;
    (text[end..].starts_with('>') && text[1..end].contains([':', '@'])).then_some(end + 1)
}

/// The end of an HTML block.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum BlockEnd {
    /// The block ends at a line that contains one of these strings.
    Text(&'static [&'static str]),
    /// A blank line.
    Blank,
}

/// If an HTML block starts with this line, returns the block's end.
pub(super) fn block_start(line: &str, interrupts: bool) -> Option<BlockEnd> {
    let lower = line.get(..line.len().min(24)).unwrap_or(line).to_ascii_lowercase();
    let is_name_end = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t', '>']);
    for name in ["<pre", "<script", "<style", "<textarea"] {
        if lower.strip_prefix(name).is_some_and(is_name_end) {
            return Some(BlockEnd::Text(&["</pre>", "</script>", "</style>", "</textarea>"]));
        }
    }
    if lower.starts_with("<!--") {
        return Some(BlockEnd::Text(&["-->"]));
    }
    if lower.starts_with("<?") {
        return Some(BlockEnd::Text(&["?>"]));
    }
    if lower.starts_with("<![cdata[") {
        return Some(BlockEnd::Text(&["]]>"]));
    }
    if lower.strip_prefix("<!").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic())) {
        return Some(BlockEnd::Text(&[">"]));
    }
    let name = lower.strip_prefix("</").or_else(|| lower.strip_prefix('<'))?;
    let length = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    let after = &name[length..];
    if BLOCKS.contains(&&name[..length]) && (is_name_end(after) || after.starts_with("/>")) {
        return Some(BlockEnd::Blank);
    }
    let complete = !interrupts
        && !line.starts_with("<!")
        && tag_end(line).is_some_and(|end| line[end..].trim().is_empty());
    (complete && length > 0).then_some(BlockEnd::Blank)
}

/// Whether a line ends an HTML block.
pub(super) fn ends(line: &str, texts: &[&str]) -> bool {
    texts.iter().any(|text| {
        line.as_bytes().windows(text.len()).any(|part| part.eq_ignore_ascii_case(text.as_bytes()))
    })
}

/// The elements that start an HTML block of kind 6.
const BLOCKS: [&str; 62] = [
    "address",
    "article",
    "aside",
    "base",
    "basefont",
    "blockquote",
    "body",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "iframe",
    "legend",
    "li",
    "link",
    "main",
    "menu",
    "menuitem",
    "nav",
    "noframes",
    "ol",
    "optgroup",
    "option",
    "p",
    "param",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "track",
    "ul",
];
