//! Twins of the pages of OpenAPI documents as Markdown.

/// Code in Markdown: between more backticks than it has in a row.
pub(super) fn code(text: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let ticks = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{pad}{}{pad}{ticks}", text.replace(['\n', '\r'], " "))
}
