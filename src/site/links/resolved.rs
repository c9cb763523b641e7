//! Resolved links and images, for the HTML writer.

use std::sync::Arc;

use super::svg::Drawing;
use crate::path::SourcePath;

/// The resolved links and images of a document, in the order of [`Metadata::links`] and [`Metadata::images`].
#[derive(Clone, Debug, Default, Hash)]
pub struct Resolved {
    /// The resolved links.
    pub links: Vec<Href>,
    /// The resolved images.
    pub images: Vec<ImageSource>,
    /// The cover of a post.
    pub cover: Option<ImageSource>,
    /// The resolved actions of the hero.
    pub actions: Vec<Href>,
    /// The URLs in the tags that the page adds to its head.
    pub head: Vec<Href>,
    /// The links to the pages of operations for requests, such as `GET /pets`.
    pub requests: Vec<(String, Href)>,
    /// Whether requests in inline code are links.
    pub shows_requests: bool,
    /// The URLs of the style sheets that the document imports.
    pub styles: Vec<String>,
}

/// A resolved link.
#[derive(Clone, Debug, Hash)]
pub struct Href {
    /// The URL, not yet escaped.
    pub href: String,
    /// The way the link opens.
    pub kind: HrefKind,
}

/// How a link opens.
#[derive(Clone, Copy, Debug, PartialEq, Hash)]
pub enum HrefKind {
    /// A page on this site, or an anchor on the same page. The client's router opens the link.
    Page,
    /// A file on this site, or an email or phone link. The browser opens the link.
    File,
    /// Another site, which opens in a new tab.
    External,
    /// A broken link. Only the link text is shown.
    Nowhere,
}

/// A resolved image.
#[derive(Clone, Debug, Hash)]
pub struct ImageSource {
    /// The URL, not yet escaped.
    pub src: String,
    /// The width and height in CSS pixels, if known.
    pub size: Option<(u32, u32)>,
    /// The way the image is shown.
    pub kind: ImageKind,
    /// The site's file that contains the image.
    pub file: Option<ImageFile>,
    /// The content of an SVG file that's part of the page.
    pub drawing: Option<Arc<Drawing>>,
}

/// A file on the site that's shown as an image.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct ImageFile {
    /// The path.
    pub path: SourcePath,
    /// The hash of the content.
    pub hash: u64,
}

/// How an image is shown.
#[derive(Clone, Copy, Debug, PartialEq, Hash)]
pub enum ImageKind {
    /// The image is loaded with the page.
    Loaded,
    /// The alternative text is shown as a link to the image.
    Linked,
    /// The image is missing, so only its alternative text is shown.
    Nowhere,
}

impl ImageSource {
    /// Creates an image that is loaded with the page.
    pub(super) fn loaded(src: String, size: Option<(u32, u32)>) -> Self {
        ImageSource { src, size, kind: ImageKind::Loaded, file: None, drawing: None }
    }

    /// Creates a missing image.
    pub(super) fn nowhere() -> Self {
        ImageSource { src: String::new(), size: None, kind: ImageKind::Nowhere, file: None, drawing: None }
    }
}
