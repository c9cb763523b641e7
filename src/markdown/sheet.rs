//! The style sheets that only some pages load.

use serde::{Deserialize, Serialize};

/// One of the theme's style sheets that only some pages load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sheet {
    /// The styles for fields. The styles for API pages include these styles.
    Fields,
    /// The styles and the font for formulas.
    Math,
    /// The styles for footnotes next to the text.
    Notes,
    /// The styles for rare elements: steps, definition lists, task counts, file trees, frames, updates, videos, form
    /// controls, and tables with captions, sorting, or filters.
    Extra,
    /// The styles for marked words, notes, collapsed lines, patches, and terminal colors in code.
    Marks,
    /// The styles for blogs and tag pages. Pages load these styles based on the kind of page.
    Blog,
    /// The styles for home pages. Pages load these styles based on the kind of page.
    Home,
    /// The styles for images that have AVIF versions. Pages load these styles based on the images on the page.
    Pictures,
}
