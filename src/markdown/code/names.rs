//! Finds misspelled names of attributes in info strings. Other tools put other words and attributes there, so only names
//! that are very similar to a known one count.

use super::{MARKS, TEXTS};
use crate::diag::{Hint, meant, misspelled};

/// The attributes without values that are long enough for a comparison.
const WORDS: [&str; 6] = ["showLineNumbers", LINE_NUMBERS, "annotate", "npm2yarn", "variables", "diff"];

/// The attributes with values, in addition to [`TEXTS`] and [`MARKS`].
const VALUES: [&str; 5] = ["showLineNumbers", LINE_NUMBERS, "collapse", "wrap", "annotate"];

/// Another tool's word for `showLineNumbers`.
const LINE_NUMBERS: &str = "lineNumbers";

/// Words and attributes that are similar to known names but that have their own meaning in other tools.
const OTHERS: [&str; 9] = [
    "lineNumbers",
    "line-numbers",
    "linenumbers",
    "line_numbers",
    "noLineNumbers",
    "no-line-numbers",
    "line",
    "live",
    "annotated",
];

/// Attributes that have their own meaning in other tools, unless the values are line numbers in braces.
const UNLESS_LINES: [&str; 3] = ["errors", "warnings", "collapsed"];

/// Returns the known name that's probably meant by an unknown word or, if it has a value, an unknown attribute.
/// `marks_lines` is true if the value is a list of line numbers in braces.
pub(super) fn near(name: &str, has_value: bool, marks_lines: bool) -> Option<Hint> {
    if OTHERS.contains(&name) || UNLESS_LINES.contains(&name) && !marks_lines {
        return None;
    }
    let attributes = TEXTS.into_iter().chain(MARKS.map(|(name, _)| name)).chain(VALUES);
    let known: Vec<&str> = if has_value { attributes.collect() } else { WORDS.into() };
    let hint = meant(name, misspelled(name, known.iter().copied())?, known);
    let is_lines = hint.edit.as_ref().is_some_and(|edit| *edit.with == *LINE_NUMBERS);
    Some(if is_lines { Hint::meant(name, "showLineNumbers", false) } else { hint })
}
