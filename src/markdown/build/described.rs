//! The directives that docgen's own components describe.

use serde::Deserialize;

/// The tokens around the description of a directive, before and after its title, and at its end.
pub(super) const BLOCK: [char; 4] = ['\u{fde0}', '\u{fde1}', '\u{fde2}', '\u{fde3}'];

/// A directive as its component describes it.
#[derive(Deserialize)]
pub(super) struct Description {
    pub component: String,
    pub directive: String,
    pub attributes: Vec<(String, String)>,
    /// The attribute whose content comes before that of the directive, if it isn't only text.
    pub title: Option<String>,
}

/// A directive whose title is being read.
pub(super) struct Described {
    pub description: Description,
    /// The number of events before the title.
    pub start: usize,
    /// The number of frames around the title.
    pub depth: usize,
}
