//! Writes images: their sizes, smaller files for small screens, and placeholders.

use super::{Markup, Medium, Writer, html};
use crate::images::{Facts, File, Images};
use crate::markdown::{Given, ImageTag, Width, escape};
use crate::site::{DRAWING_PREFIX, Drawing, ImageKind, ImageSource};

/// The width of the widest text column, in CSS pixels: `--measure-wide` in the theme.
const COLUMN: u32 = 720;

/// The width at which an image is shown.
#[derive(Clone, Copy)]
enum Shown {
    /// The width of the image, up to the width of the text.
    InText,
    /// The width in the image's attribute.
    Given(Width),
    /// The width depends on the author's styles, and possibly on the width of the file.
    Unknown,
}

/// An image's smaller files.
pub(in crate::render) struct SmallerFiles {
    /// The files for `<img>`.
    pub webp: Option<FileSet>,
    /// The files for a `<source>` before `<img>`.
    pub avif: Option<FileSet>,
    /// The placeholder as a data URL, if the content security policy allows it.
    pub placeholder: Option<String>,
}

/// Files for one image in several sizes.
pub(in crate::render) struct FileSet {
    /// The value of `srcset`.
    pub srcset: String,
    /// Whether there's only one file, which has the size of the image and therefore doesn't need `sizes`.
    is_single: bool,
}

/// Returns an image's smaller files.
pub(in crate::render) fn smaller_files(
    source: &ImageSource,
    images: Option<&Images<'_>>,
) -> Option<SmallerFiles> {
    let ((width, _), file, images) = (source.size?, source.file.as_ref()?, images?);
    let Facts { placeholder, webp, avif, .. } = images.of(&file.path)?;
    let set = |files: &[File]| {
        let is_whole = files.last()?.width == width;
        let is_single = is_whole && files.len() == 1;
        let mut set: Vec<String> = files.iter().map(|smaller| images.href(&file.path, smaller)).collect();
        if !is_single {
            let widths = set.iter_mut().zip(files);
            widths.for_each(|(href, smaller)| href.push_str(&format!(" {}w", smaller.width)));
        }
        if !is_whole && images.covers(width) {
            set.push(format!("{} {width}w", source.src));
        }
        Some(FileSet { srcset: set.join(", "), is_single })
    };
    let placeholder = placeholder.clone().filter(|_| images.has_placeholders());
    Some(SmallerFiles { webp: set(webp), avif: set(avif), placeholder })
}

/// Returns the image file that has the image's own width.
fn whole_file(source: &ImageSource, images: &Images<'_>, files: fn(&Facts) -> &[File]) -> Option<FileSet> {
    let (width, path) = (source.size?.0, &source.file.as_ref()?.path);
    let file = files(images.of(path)?).last().filter(|file| file.width == width)?;
    Some(FileSet { srcset: images.href(path, file), is_single: true })
}

/// Scales a length by the ratio of `to` to `from`.
pub(super) fn scaled(length: u32, from: u32, to: u32) -> u32 {
    let scaled = u64::from(length) * u64::from(to) / u64::from(from.max(1));
    u32::try_from(scaled).unwrap_or(to)
}

/// Returns the width at which an image with this size is shown if only its height is set.
fn scaled_to_height((width, height): (u32, u32), own: u32) -> Shown {
    Shown::Given(Width::Pixels(scaled(own, height, width).max(1)))
}

impl<'a> Writer<'a> {
    /// Writes an image in Markdown.
    pub(super) fn image(&mut self, index: u32) {
        let image = &self.document.images[index as usize];
        let source = self.resolved.images.get(index as usize);
        if let Some(source) = source.filter(|source| source.kind != ImageKind::Loaded) {
            return self.image_words(&image.alt, source);
        }
        let drawing = source.and_then(|source| source.drawing.as_deref());
        if let Some(drawing) = drawing.filter(|_| self.options.medium != Medium::Feed) {
            return self.inline_drawing(drawing, index);
        }
        let shown = match (self.attribute("width"), self.attribute("height")) {
            (Some(width), _) => Width::parse(width).map_or(Shown::Unknown, Shown::Given),
            (None, Some(height)) => match (Width::parse(height), source.and_then(|source| source.size)) {
                (Some(Width::Pixels(height)), Some(size)) => scaled_to_height(size, height),
                _ => Shown::Unknown,
            },
            (None, None) => Shown::InText,
        };
        let in_picture = source.is_some_and(|source| self.start_picture(source, shown));
        html!(self, r#"<img src="{}""#, source.map_or(&*image.target, |source| &source.src));
        self.image_size(source.and_then(|source| source.size));
        if self.attribute("loading").is_none() && !self.is_first_image(index) {
            self.raw(" loading=\"lazy\"");
        }
        html!(self, r#" decoding="async""#);
        if let Some(source) = source {
            self.smaller_files(source, shown);
        }
        html!(self, r#" alt="{}""#, &image.alt);
        let has_title = image.title.is_some();
        self.write_attributes(if has_title { &["width", "height", "title"] } else { &["width", "height"] });
        if let Some(title) = image.title.as_deref().filter(|_| !image.block) {
            html!(self, r#" title="{}""#, title);
        }
        self.raw(if in_picture { "></picture>" } else { ">" });
        if let Some(caption) = image.title.as_deref().filter(|_| image.block) {
            html!(self, "<figcaption>{}</figcaption>", caption);
        }
    }

    /// If an image has AVIF files, writes the start of a `<picture>` element. Browsers use the first format that they
    /// support.
    fn start_picture(&mut self, source: &ImageSource, shown: Shown) -> bool {
        let Some(images) = self.options.images.filter(|_| self.options.medium != Medium::Feed) else {
            return false;
        };
        let set = match shown {
            Shown::Unknown => whole_file(source, images, |facts| &facts.avif),
            _ => smaller_files(source, Some(images)).and_then(|smaller| smaller.avif),
        };
        let Some(set) = set else { return false };
        self.raw("<picture><source type=\"image/avif\"");
        self.file_set(source, &set, shown);
        self.raw(">");
        true
    }

    /// Writes the attributes for files in several sizes.
    fn file_set(&mut self, source: &ImageSource, set: &FileSet, shown: Shown) {
        html!(self, r#" srcset="{}""#, &set.srcset);
        if !set.is_single {
            let sizes = match shown {
                Shown::Given(Width::Pixels(own)) => format!("{own}px"),
                Shown::Given(Width::Percent(own)) => format!("min({own}vw, {}px)", COLUMN * own / 100),
                _ => format!("min(100vw, {}px)", source.size.map_or(COLUMN, |(width, _)| width.min(COLUMN))),
            };
            html!(self, r#" sizes="{}""#, &sizes);
        }
    }

    /// Writes the elements of an SVG file.
    fn inline_drawing(&mut self, drawing: &Drawing, index: u32) {
        let image = &self.document.images[index as usize];
        // The prefix of a post in a list can contain characters that styles would have to escape, so use a hash of the
        // prefix.
        let place = match self.options.prefix {
            "" => index.to_string(),
            prefix => format!("{:x}-{index}", xxhash_rust::xxh3::xxh3_64(prefix.as_bytes())),
        };
        let own = |text: &str| text.replace(DRAWING_PREFIX, &format!("svg{place}-"));
        self.raw("<svg");
        let size = self.resolved.images.get(index as usize).and_then(|source| source.size);
        let width = self.attribute("width").map(str::to_owned).or_else(|| Some(size?.0.to_string()));
        if let Some(width) = width {
            html!(self, r#" width="{}""#, &width);
        }
        self.raw(&own(&drawing.attributes));
        match &*image.alt {
            "" => self.raw(" aria-hidden=\"true\""),
            alt => html!(self, r#" role="img" aria-label="{}""#, alt),
        }
        self.write_attributes(&["width", "height", "title", "loading"]);
        self.raw(">");
        self.raw(&own(&drawing.content));
        self.raw("</svg>");
        match &image.title {
            Some(caption) if image.block => html!(self, "<figcaption>{}</figcaption>", caption),
            _ => {}
        }
    }

    /// Writes the URL of an image in the author's HTML, between double quotation marks. If the URL is in an `<img>`
    /// tag, also writes the attributes that docgen adds, except the quotation mark at the end.
    pub(super) fn image_address(&mut self, index: u32) {
        let image = &self.document.images[index as usize];
        let Some(source) = self.resolved.images.get(index as usize) else {
            return escape::attribute(&image.target, &mut self.out);
        };
        escape::attribute(&source.src, &mut self.out);
        if image.tag == ImageTag::Address || self.options.medium == Medium::Feed {
            return;
        }
        self.raw("\"");
        match (image.tag, source.size) {
            (ImageTag::Plain(given), Some(size)) => self.plain_attributes(source, given, size),
            _ => self.smaller_files(source, Shown::Unknown),
        }
        // The author's quotation mark ends the last attribute.
        self.out.pop();
    }

    /// Writes the attributes that docgen adds to an [`ImageTag::Plain`] tag.
    fn plain_attributes(&mut self, source: &ImageSource, given: Given, (width, height): (u32, u32)) {
        let shown = match (given.width, given.height) {
            (Some(width), _) => Shown::Given(width),
            (None, Some(own)) => scaled_to_height((width, height), own),
            (None, None) => Shown::InText,
        };
        if given.width.is_none() {
            let own = if let Shown::Given(Width::Pixels(own)) = shown { own } else { width };
            html!(self, r#" width="{}""#, &own.to_string());
        }
        let own = match given.width {
            Some(Width::Pixels(own)) => Some(own),
            // The height depends on the width of the text.
            Some(Width::Percent(_)) => None,
            None => Some(width),
        };
        if let Some(own) = own.filter(|_| given.height.is_none()) {
            html!(self, r#" height="{}""#, &scaled(own, width, height).to_string());
        }
        if !given.loading {
            self.raw(" loading=\"lazy\" decoding=\"async\"");
        }
        self.smaller_files(source, shown);
    }

    /// Whether an image is the first one on the page and before the first section, where readers see it immediately. An
    /// image for one color mode can be hidden.
    fn is_first_image(&self, index: u32) -> bool {
        index == 0
            && self.attribute("data-only").is_none()
            && !self.in_section
            && self.options.medium == Medium::Page
            && self.options.prefix.is_empty()
    }

    /// Writes the attributes for an image's smaller files and placeholder.
    fn smaller_files(&mut self, source: &ImageSource, shown: Shown) {
        let Some((width, _)) = source.size.filter(|_| source.file.is_some()) else { return };
        if self.options.medium == Medium::Feed {
            return;
        }
        if self.options.zoom && width > COLUMN && !matches!(shown, Shown::Unknown) {
            self.raw(" data-zoom=\"\"");
        }
        let Some(images) = self.options.images else { return };
        let (set, placeholder) = match shown {
            Shown::Unknown => (whole_file(source, images, |facts| &facts.webp), None),
            _ => match smaller_files(source, Some(images)) {
                Some(SmallerFiles { webp, placeholder, .. }) => (webp, placeholder),
                None => return,
            },
        };
        if let Some(set) = set {
            self.file_set(source, &set, shown);
        }
        if let Some(placeholder) = placeholder {
            html!(self, r#" style="background:url({}) center/cover""#, &placeholder);
        }
    }

    /// Writes a replacement for an image that isn't loaded.
    fn image_words(&mut self, alt: &str, source: &ImageSource) {
        let words = if alt.is_empty() { &source.src } else { alt };
        if source.kind == ImageKind::Nowhere || self.links > 0 {
            return escape::text(words, &mut self.out);
        }
        html!(self, r#"<a href="{}" target="_blank" rel="noopener noreferrer">{}</a>"#, &source.src, words);
    }
}
