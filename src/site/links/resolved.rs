//! Where links and images lead, as who writes HTML takes it.

/// Where the links and images of a document lead, in the order of [`Metadata::links`] and [`Metadata::images`].
#[derive(Clone, Debug, Default, Hash)]
pub struct Resolved {
    /// One for each link.
    pub links: Vec<Href>,
    /// One for each image.
    pub images: Vec<ImageSource>,
    /// One for each action of the hero.
    pub actions: Vec<Href>,
}

/// Where a link leads.
#[derive(Clone, Debug, Hash)]
pub struct Href {
    /// The address, ready for an attribute but not escaped.
    pub href: String,
    /// How it is opened.
    pub kind: HrefKind,
}

/// How a link is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HrefKind {
    /// A page of this site, or a place on this page: by the client's router.
    Page,
    /// A file of this site, mail, a telephone number: by the browser.
    File,
    /// Another site, in a new tab.
    External,
    /// It leads nowhere: its words stay, without a link.
    Nowhere,
}

/// The source of an image.
#[derive(Clone, Debug, Hash)]
pub struct ImageSource {
    /// The address, ready for an attribute but not escaped.
    pub src: String,
    /// Width and height in CSS pixels, where they are known.
    pub size: Option<(u32, u32)>,
    /// How it is shown.
    pub kind: ImageKind,
}

/// How an image is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageKind {
    /// It is loaded with the page.
    Loaded,
    /// Its words are a link to it.
    Linked,
    /// There is none: its words stay.
    Nowhere,
}

impl ImageSource {
    /// An image that is loaded with the page.
    pub(super) fn loaded(src: String, size: Option<(u32, u32)>) -> Self {
        ImageSource { src, size, kind: ImageKind::Loaded }
    }

    /// No image.
    pub(super) fn nowhere() -> Self {
        ImageSource { src: String::new(), size: None, kind: ImageKind::Nowhere }
    }
}
