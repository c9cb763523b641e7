//! Descriptions of directives that docgen's own components write.

use serde::Deserialize;

/// The tokens that mark the parts of a directive: the start of the description, the title, and the content, and the
/// directive's end.
pub(super) const BLOCK: [char; 4] = ['\u{fde0}', '\u{fde1}', '\u{fde2}', '\u{fde3}'];

/// A description of a directive that a component writes.
#[derive(Deserialize)]
pub(super) struct Description {
    pub component: String,
    pub directive: String,
    pub attributes: Vec<(String, String)>,
    /// The attribute whose value precedes the directive's content, if this value isn't plain text.
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
