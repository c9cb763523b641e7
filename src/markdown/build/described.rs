//! Descriptions of directives that docgen's own components write.

use serde::Deserialize;

/// The tokens of a directive: before its description, before its title, before its content, and at its end.
pub(super) const BLOCK: [char; 4] = ['\u{fde0}', '\u{fde1}', '\u{fde2}', '\u{fde3}'];

/// A description of a directive that a component writes.
#[derive(Deserialize)]
pub(super) struct Description {
    pub component: String,
    pub directive: String,
    pub attributes: Vec<(String, String)>,
    /// The attribute whose value comes before the content of the directive, if this value isn't just text.
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
