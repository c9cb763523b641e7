//! Smaller versions of the images on pages: narrower WebP and AVIF files, and a placeholder until the image is loaded.
//!
//! Only builds create the files. The files depend only on the bytes of the image and on the settings, so they're kept
//! between builds.

mod container;
mod encode;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};

use parking_lot::Mutex;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::config::ImagesConfig;
use crate::diag::{Code, Diagnostic};
use crate::markdown::{Image, ImageTag};
use crate::path::{Addressing, OutPath, SourcePath, asset_name};
use crate::search::Store;
use crate::site::{ImageFile, Parsed, Site};

pub(crate) use encode::turned_size;

/// A function that reads one of the site's files.
pub(crate) type Read<'a> = dyn Fn(&SourcePath) -> Option<Vec<u8>> + Sync + 'a;

/// The smaller versions of a site's images.
pub(crate) struct Images<'a> {
    known: BTreeMap<SourcePath, Known>,
    options: Options,
    read: &'a Read<'a>,
    store: &'a dyn Store,
    at: Addressing,
    has_placeholders: bool,
}

struct Known {
    wanted: Wanted,
    facts: Facts,
}

/// An image to encode.
#[derive(Clone, Copy, Default)]
struct Wanted {
    /// The hash of the image's bytes.
    hash: u64,
    /// Whether the image also needs AVIF files.
    avif: bool,
}

/// The smaller versions of one image.
#[derive(Clone, Debug, Default, PartialEq, Hash, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// A tiny version of the image, as a data URL.
    pub placeholder: Option<String>,
    /// The WebP files, from the narrowest to the widest.
    pub webp: Vec<File>,
    /// The AVIF files, from the narrowest to the widest. Each file is smaller than the image and than the other files
    /// of its width. Together, the files cover all widths that the image needs.
    pub avif: Vec<File>,
    /// The reason that the image can't be decoded.
    problem: Option<String>,
}

/// A smaller version of an image.
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
pub(crate) struct File {
    /// The width in pixels.
    pub width: u32,
    format: Format,
    /// The hash of the bytes.
    hash: u64,
}

/// The format of a smaller version.
#[derive(Clone, Copy, Debug, PartialEq, Hash, Serialize, Deserialize)]
enum Format {
    Webp,
    Avif,
}

/// The settings that the files depend on.
#[derive(Clone, Debug, Hash)]
struct Options {
    /// The widths in pixels.
    widths: Vec<u32>,
    /// The quality of lossy files, from 1 to 100.
    quality: u8,
    /// Whether to encode AVIF files.
    avif: bool,
}

/// The result of [`encode::encode`].
#[derive(Default)]
struct Encoded {
    placeholder: Option<String>,
    /// The WebP files with their widths, from the narrowest to the widest.
    webp: Vec<(u32, Vec<u8>)>,
    /// The AVIF files, in the same form.
    avif: Vec<(u32, Vec<u8>)>,
}

impl<'a> Images<'a> {
    /// Encodes the images on the pages of a site, unless the store has the files. After each image, calls `advance`
    /// with the number of finished images and the total number of images.
    pub(crate) fn encode(
        site: &Site,
        read: &'a Read<'a>,
        store: &'a dyn Store,
        advance: &(dyn Fn(usize, usize) + Sync),
    ) -> Self {
        let ImagesConfig { optimize, widths, quality, .. } = &site.config.images;
        let options = Options { widths: widths.clone(), quality: *quality, avif: false };
        let wanted = if *optimize { wanted(site) } else { BTreeMap::new() };
        let has_placeholders = site.config.csp.as_ref().is_none_or(allows_placeholders);
        let at = site.config.addressing();
        let mut images = Images { known: BTreeMap::new(), options, read, store, at, has_placeholders };
        let (done, all) = (Mutex::new(0), wanted.len());
        let known: Vec<_> = wanted
            .into_par_iter()
            .map(|(path, wanted)| {
                let facts = images.facts_of(&path, wanted);
                let mut done = done.lock();
                *done += 1;
                advance(*done, all);
                (path, Known { wanted, facts })
            })
            .collect();
        images.known = known.into_iter().collect();
        images
    }

    /// Returns the smaller versions of an image.
    pub(crate) fn of(&self, path: &SourcePath) -> Option<&Facts> {
        self.known.get(path).map(|known| &known.facts)
    }

    /// Returns the URL of a smaller version.
    pub(crate) fn href(&self, path: &SourcePath, file: &File) -> String {
        self.at.file_href(&file.path(path))
    }

    /// Whether the widest smaller version of an image can have this width.
    pub(crate) fn covers(&self, width: u32) -> bool {
        self.options.widths.iter().any(|own| *own >= width)
    }

    /// Whether an image has AVIF files.
    pub(crate) fn has_avif(&self, path: &SourcePath) -> bool {
        self.of(path).is_some_and(|facts| !facts.avif.is_empty())
    }

    /// Whether the content security policy allows placeholders.
    pub(crate) fn has_placeholders(&self) -> bool {
        self.has_placeholders
    }

    /// Returns the path of each smaller version of every image, with the image and the index of the version.
    pub(crate) fn files(&self) -> impl Iterator<Item = (OutPath, SourcePath, usize)> {
        self.known.iter().flat_map(|(path, known)| {
            let files = known.facts.files().enumerate();
            files.map(|(index, file)| (file.path(path), path.clone(), index))
        })
    }

    /// Returns the bytes of a smaller version.
    pub(crate) fn bytes(&self, path: &SourcePath, index: usize) -> Vec<u8> {
        let Some(known) = self.known.get(path) else { return Vec::new() };
        let Some(file) = known.facts.files().nth(index) else { return Vec::new() };
        let stored = self.store.get(&self.name(known.wanted, Some(file)));
        if let Some(stored) = stored.filter(|bytes| xxh3_64(bytes) == file.hash) {
            return stored;
        }
        // The file is no longer in the cache.
        self.make(path, known.wanted).map_or_else(Vec::new, |mut made| made.1.swap_remove(index))
    }

    /// Returns a diagnostic for each image that can't be decoded, at the first place that shows the image.
    pub(crate) fn problems(&self, site: &Site) -> Vec<Diagnostic> {
        let broken = |path: &SourcePath| self.known.get(path)?.facts.problem.as_deref();
        if self.known.values().all(|known| known.facts.problem.is_none()) {
            return Vec::new();
        }
        let mut found: HashMap<&SourcePath, Diagnostic> = HashMap::new();
        for (parsed, image, file) in shown(site) {
            let Some(problem) = broken(&file.path) else { continue };
            let index = parsed.metadata.images.iter().position(|other| std::ptr::eq(other, image));
            let source = index.and_then(|index| parsed.metadata.file_of_image(index));
            found.entry(&file.path).or_insert_with(|| {
                let message = format!("can't read the image `{}`: {problem}", file.path);
                Diagnostic::new(Code::UnreadableImage, message)
                    .at(source.unwrap_or(&parsed.source.path), image.span)
                    .hint("save the image again; docgen publishes the file unchanged")
            });
        }
        let mut found: Vec<(&SourcePath, Diagnostic)> = found.into_iter().collect();
        found.sort_by_key(|(path, _)| *path);
        found.into_iter().map(|(_, diagnostic)| diagnostic).collect()
    }

    fn facts_of(&self, path: &SourcePath, wanted: Wanted) -> Facts {
        let stored = self.store.get(&self.name(wanted, None));
        if let Some(facts) = stored.and_then(|bytes| postcard::from_bytes::<Facts>(&bytes).ok()) {
            facts.files().for_each(|file| self.store.keep(&self.name(wanted, Some(file))));
            return facts;
        }
        let Some((facts, files)) = self.make(path, wanted) else { return Facts::default() };
        for (file, bytes) in facts.files().zip(files) {
            self.store.put(&self.name(wanted, Some(file)), bytes);
        }
        self.store.put(&self.name(wanted, None), postcard::to_stdvec(&facts).unwrap_or_default());
        facts
    }

    /// Encodes an image. Returns `None` if the file changed after the site was assembled.
    fn make(&self, path: &SourcePath, wanted: Wanted) -> Option<(Facts, Vec<Vec<u8>>)> {
        let bytes = (self.read)(path).filter(|bytes| xxh3_64(bytes) == wanted.hash)?;
        let (encoded, problem) = match encode::encode(&bytes, &self.options_of(wanted)) {
            Ok(encoded) => (encoded, None),
            Err(problem) => (Encoded::default(), Some(problem)),
        };
        let files = |format: Format, files: &[(u32, Vec<u8>)]| {
            let file = |(width, bytes): &(u32, Vec<u8>)| File { width: *width, format, hash: xxh3_64(bytes) };
            files.iter().map(file).collect()
        };
        let facts = Facts {
            placeholder: encoded.placeholder,
            webp: files(Format::Webp, &encoded.webp),
            avif: files(Format::Avif, &encoded.avif),
            problem,
        };
        Some((facts, encoded.webp.into_iter().chain(encoded.avif).map(|(_, bytes)| bytes).collect()))
    }

    fn options_of(&self, wanted: Wanted) -> Options {
        Options { avif: wanted.avif, ..self.options.clone() }
    }

    /// Returns the name of a part in the store: the facts about an image, or one of its smaller versions.
    fn name(&self, wanted: Wanted, file: Option<&File>) -> String {
        let mut hasher = Xxh3::new();
        self.options_of(wanted).hash(&mut hasher);
        let (hash, options) = (wanted.hash, hasher.finish());
        match file {
            Some(file) => format!("{hash:016x}-{options:016x}-{}.{}", file.width, file.format.extension()),
            None => format!("{hash:016x}-{options:016x}"),
        }
    }
}

impl Facts {
    /// Returns the files in all formats.
    fn files(&self) -> impl Iterator<Item = &File> {
        self.webp.iter().chain(&self.avif)
    }
}

impl Format {
    fn extension(self) -> &'static str {
        match self {
            Format::Webp => "webp",
            Format::Avif => "avif",
        }
    }
}

impl File {
    /// Returns the path of the file in the output folder.
    pub(crate) fn path(&self, image: &SourcePath) -> OutPath {
        let name = image.file_name();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let name = format!("{stem}-{}.{}", self.width, self.format.extension());
        let name = asset_name(&name, self.hash);
        OutPath::immutable(format_args!("assets/{name}"))
    }
}

/// Whether a content security policy allows styles in attributes. It always allows images in data URLs.
fn allows_placeholders(policy: &BTreeMap<String, Vec<String>>) -> bool {
    let sources = ["style-src-attr", "style-src", "default-src"].iter().find_map(|name| policy.get(*name));
    sources.is_none_or(|sources| sources.iter().any(|source| source == "'unsafe-inline'"))
}

/// Returns the images that pages show. An image can have AVIF files only if docgen writes its whole tag, because these
/// files need an additional element around the tag.
fn wanted(site: &Site) -> BTreeMap<SourcePath, Wanted> {
    let is_encoded = |path: &SourcePath| {
        let extension = path.as_str().rsplit('.').next().map(str::to_ascii_lowercase);
        matches!(extension.as_deref(), Some("png" | "jpg" | "jpeg" | "webp"))
    };
    let covers = site.resolved.iter().filter_map(|resolved| resolved.cover.as_ref()?.file.as_ref());
    let avif = site.config.images.avif;
    let needs_avif = |tag: ImageTag| tag == ImageTag::Avif || (avif && tag == ImageTag::Markdown);
    let in_text = shown(site).map(|(_, image, file)| (file, needs_avif(image.tag)));
    let mut all: BTreeMap<SourcePath, Wanted> = BTreeMap::new();
    for (file, needs_avif) in in_text.chain(covers.map(|file| (file, avif))) {
        if is_encoded(&file.path) {
            let wanted = all.entry(file.path.clone()).or_default();
            wanted.hash = file.hash;
            wanted.avif |= needs_avif;
        }
    }
    all
}

/// Returns each place where a page shows a file in an `<img>` element.
fn shown(site: &Site) -> impl Iterator<Item = (&Parsed, &Image, &ImageFile)> {
    site.pages.iter().zip(&site.resolved).flat_map(|(page, resolved)| {
        let images = page.document().into_iter().flat_map(|parsed| &parsed.metadata.images);
        let in_tags = images.zip(&resolved.images).filter(|(image, _)| image.tag != ImageTag::Address);
        in_tags.filter_map(|(image, source)| Some((&**page.document()?, image, source.file.as_ref()?)))
    })
}

/// A store in memory, for builds without a cache.
#[derive(Default)]
pub(crate) struct Memory(Mutex<HashMap<String, Vec<u8>>>);

impl Store for Memory {
    fn get(&self, name: &str) -> Option<Vec<u8>> {
        self.0.lock().get(name).cloned()
    }

    fn put(&self, name: &str, bytes: Vec<u8>) {
        self.0.lock().insert(name.to_owned(), bytes);
    }
}
