//! Finds misspelled names of attributes in info strings. Other tools put other words and attributes there, so only names
//! that are very similar to a known one count.

use crate::diag::misspelled;

/// The attributes without values that are long enough for a comparison, and the words for them in other tools.
const WORDS: [(&str, &str); 6] = [
    ("showLineNumbers", "showLineNumbers"),
    ("lineNumbers", "showLineNumbers"),
    ("annotate", "annotate"),
    ("npm2yarn", "npm2yarn"),
    ("variables", "variables"),
    ("diff", "diff"),
];

/// The attributes with values.
const ATTRIBUTES: [(&str, &str); 18] = [
    ("showLineNumbers", "showLineNumbers"),
    ("lineNumbers", "showLineNumbers"),
    ("title", "title"),
    ("file", "file"),
    ("lines", "lines"),
    ("region", "region"),
    ("symbol", "symbol"),
    ("lang", "lang"),
    ("hl_lines", "hl_lines"),
    ("mark", "mark"),
    ("ins", "ins"),
    ("del", "del"),
    ("focus", "focus"),
    ("error", "error"),
    ("warning", "warning"),
    ("collapse", "collapse"),
    ("wrap", "wrap"),
    ("annotate", "annotate"),
];

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
    let known = if has_value { &ATTRIBUTES[..] } else { &WORDS[..] };
    if OTHERS.contains(&name) {
        return None;
    }
    let found = misspelled(name, known.iter().map(|(name, _)| *name))?;
    known.iter().find(|(name, _)| *name == found).map(|(_, meant)| *meant)
}
