//! How the tags of images are written in Markdown and HTML.

use serde::{Deserialize, Serialize};

/// How an image's tag is written, which determines what docgen adds to the tag.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum ImageTag {
    /// The image is in Markdown, so docgen writes the whole tag.
    Markdown,
    /// The image is in Markdown and is an SVG file whose elements are part of the page.
    Inline,
    /// Like [`ImageTag::Markdown`], but with AVIF files.
    Avif,
    /// An `<img>` tag without attributes for the image's appearance. docgen adds the attributes that the tag doesn't
    /// have.
    Plain(Given),
    /// An `<img>` tag with other attributes. docgen adds only smaller files that don't change the image's size.
    Styled,
    /// A URL that isn't the source of an `<img>` tag, such as a video's poster. docgen adds nothing.
    Address,
}

/// The attributes of an `<img>` tag that docgen doesn't add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// The width.
    pub width: Option<Width>,
    /// The height in CSS pixels.
    pub height: Option<u32>,
    /// Whether the tag determines when the image is loaded or decoded.
    pub loading: bool,
}

/// The width of an image in its `width` attribute.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Width {
    /// A width in CSS pixels.
    Pixels(u32),
    /// A percentage of the width of the text.
    Percent(u32),
}

impl Width {
    /// Parses the value of an attribute. Returns `None` for zero and for values in other units.
    pub fn parse(value: &str) -> Option<Self> {
        let positive = |number: &str| number.trim().parse().ok().filter(|number: &u32| *number > 0);
        match value.strip_suffix('%') {
            Some(percent) => positive(percent).filter(|percent| *percent <= 100).map(Width::Percent),
            None => positive(value.strip_suffix("px").unwrap_or(value)).map(Width::Pixels),
        }
    }
}

impl ImageTag {
    /// Whether the image is in Markdown.
    pub fn is_markdown(self) -> bool {
        matches!(self, ImageTag::Markdown | ImageTag::Inline | ImageTag::Avif)
    }
}
