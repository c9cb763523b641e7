//! The stack traces of errors that a page throws.

use super::{Files, PACKAGE};

/// Returns the locations in a stack trace. Each location consists of the module name, the line, and the column.
pub(super) fn frames(stack: &str) -> impl Iterator<Item = (&str, u32, u32)> {
    stack.lines().filter_map(|line| {
        let line = line.trim();
        let place = match line.rsplit_once('(') {
            Some((_, place)) => place.trim_end_matches(')'),
            None => line.strip_prefix("at ")?,
        };
        let (place, column) = place.rsplit_once(':')?;
        let (name, line) = place.rsplit_once(':')?;
        Some((name, line.parse().ok()?, column.parse().ok()?))
    })
}

/// Returns a module's name, given the name of the module that contains its code.
pub(super) fn own_name(name: &str) -> &str {
    name.strip_suffix("?own").unwrap_or(name)
}

/// The number of lines before the code of a package in the package's module.
const LINES_BEFORE: u32 = 1;

/// Returns the location in a package's files where the package threw an error, in parentheses after a space. The
/// result is empty if the location is unknown.
pub(super) fn failed_at(files: &dyn Files, specifier: &str, stack: &str) -> String {
    frames(stack)
        .find(|(name, ..)| own_name(name).strip_prefix(PACKAGE) == Some(specifier))
        .and_then(|(_, line, column)| files.package_place(specifier, line.checked_sub(LINES_BEFORE)?, column))
        .map_or_else(String::new, |place| format!(" ({place})"))
}
