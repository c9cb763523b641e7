//! Finds misspelled names of attributes in info strings. Other tools put other words and attributes there, so only names
//! that are very similar to a known one count.

use super::{MARKS, TEXTS};
use crate::diag::misspelled;

/// The attributes without values that are long enough for a comparison.
const WORDS: [&str; 6] = ["showLineNumbers", LINE_NUMBERS, "annotate", "npm2yarn", "variables", "diff"];

/// The attributes with values, in addition to [`TEXTS`] and [`MARKS`].
const VALUES: [&str; 5] = ["showLineNumbers", LINE_NUMBERS, "collapse", "wrap", "annotate"];

/// Another tool's word for `showLineNumbers`.
const LINE_NUMBERS: &str = "lineNumbers";

/// Words and attributes that are similar to known names but that have their own meaning in other tools.
const OTHERS: [&str; 12] = [
    "lineNumbers",
    "line-numbers",
    "linenumbers",
    "line_numbers",
    "noLineNumbers",
    "no-line-numbers",
    "line",
    "live",
    "errors",
    "warnings",
    "collapsed",
    "annotated",
];

/// Returns the known name that's probably meant by an unknown word or, if it has a value, an unknown attribute.
pub(super) fn near(name: &str, has_value: bool) -> Option<&'static str> {
    if OTHERS.contains(&name) {
        return None;
    }
    let attributes = TEXTS.into_iter().chain(MARKS.map(|(name, _)| name)).chain(VALUES);
    let found = if has_value { misspelled(name, attributes) } else { misspelled(name, WORDS) }?;
    Some(if found == LINE_NUMBERS { "showLineNumbers" } else { found })
}
