//! Resolved links and images, for the HTML writer.

/// The resolved links and images of a document, in the order of [`Metadata::links`] and [`Metadata::images`].
#[derive(Clone, Debug, Default, Hash)]
pub struct Resolved {
    /// One for each link.
    pub links: Vec<Href>,
    /// One for each image.
    pub images: Vec<ImageSource>,
    /// One for each action of the hero.
    pub actions: Vec<Href>,
}

/// A resolved link.
#[derive(Clone, Debug, Hash)]
pub struct Href {
    /// The URL, not yet escaped.
    pub href: String,
    /// How it opens.
    pub kind: HrefKind,
}

/// How a link opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HrefKind {
    /// A page of this site, or an anchor on this page: opened by the client's router.
    Page,
    /// A file of this site, mail or phone: opened by the browser.
    File,
    /// Another site, opened in a new tab.
    External,
    /// A broken link: only its text is shown.
    Nowhere,
}

/// A resolved image.
#[derive(Clone, Debug, Hash)]
pub struct ImageSource {
    /// The URL, not yet escaped.
    pub src: String,
    /// Width and height in CSS pixels, if they're known.
    pub size: Option<(u32, u32)>,
    /// How it's shown.
    pub kind: ImageKind,
}

/// How an image is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageKind {
    /// It's loaded with the page.
    Loaded,
    /// Its alternative text is a link to it.
    Linked,
    /// It's missing: only its alternative text is shown.
    Nowhere,
}

impl ImageSource {
    /// Creates an image that is loaded with the page.
    pub(super) fn loaded(src: String, size: Option<(u32, u32)>) -> Self {
        ImageSource { src, size, kind: ImageKind::Loaded }
    }

    /// Creates a missing image.
    pub(super) fn nowhere() -> Self {
        ImageSource { src: String::new(), size: None, kind: ImageKind::Nowhere }
    }
}
