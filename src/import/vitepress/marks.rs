//! Removes marks and escape sequences from lines of code.

use crate::import::lines::is_blank;

/// Removes a comment that highlights a word. If the line contains only this comment, returns `None`.
pub(super) fn without_word(line: &str) -> (Option<String>, bool) {
    let Some(at) = line.find("[!code word:") else { return (Some(line.to_owned()), false) };
    let end = line[at..].find(']').map_or(line.len(), |end| at + end + 1);
    let marks = ["//", "#", "--", "/*", "<!--", ";"];
    let before = line[..at].trim_end();
    let before = marks.iter().find_map(|mark| before.strip_suffix(mark)).unwrap_or(before).trim_end();
    let after = line[end..].trim_start();
    let after = ["*/", "-->"].iter().find_map(|mark| after.strip_prefix(mark)).unwrap_or(after);
    let kept = format!("{before}{after}");
    ((!is_blank(&kept)).then_some(kept), true)
}

/// Removes a comment that marks a line. Used for languages that docgen doesn't read comments in.
pub(super) fn without_mark(line: &str) -> Option<String> {
    let at = line.find("[!code ")?;
    let end = line[at..].find(']').map(|end| at + end + 1)?;
    let before = line[..at].trim_end();
    let before = ["<!--", "//", "#", "/*"].iter().find_map(|mark| before.strip_suffix(mark))?;
    let after = line[end..].trim_start();
    let after = ["-->", "*/"].iter().find_map(|mark| after.strip_prefix(mark)).unwrap_or(after);
    Some(format!("{}{after}", before.trim_end()))
}

/// Returns text without terminal escape sequences.
pub(super) fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once(|c: char| c.is_ascii_alphabetic()).map_or("", |(_, rest)| rest));
    }
    out
}
