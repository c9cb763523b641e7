//! Removes marks from lines of code.

/// Removes a comment that marks a line, for languages in which docgen doesn't read comments.
pub(super) fn without_mark(line: &str) -> Option<String> {
    let at = line.find("[!code ")?;
    let end = line[at..].find(']').map(|end| at + end + 1)?;
    let before = line[..at].trim_end();
    let before = ["<!--", "//", "#", "/*"].iter().find_map(|mark| before.strip_suffix(mark))?;
    let after = line[end..].trim_start();
    let after = ["-->", "*/"].iter().find_map(|mark| after.strip_prefix(mark)).unwrap_or(after);
    Some(format!("{}{after}", before.trim_end()))
}
