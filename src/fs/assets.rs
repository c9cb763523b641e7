//! Facts about non-text files: the hash of the bytes and, for images, the dimensions.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{file, is_no_folder, known::Known, locate};
use crate::diag::Diagnostic;
use crate::images::turned_size;
use crate::path::SourcePath;
use crate::site::{AssetFacts, Assets};

/// A site's files on disk, with facts about each requested file. A file is read again only after its facts are dropped.
pub struct DiskAssets {
    root: PathBuf,
    known: Known<Option<AssetFacts>>,
    /// Incremented whenever known facts are dropped.
    version: AtomicU64,
}

impl DiskAssets {
    /// Creates a site's assets from the files below the site's root. Doesn't read any files yet.
    pub fn new(root: &Path) -> Self {
        DiskAssets { root: root.to_owned(), known: Known::default(), version: AtomicU64::new(0) }
    }

    /// Returns the sorted paths of the files whose facts are known. Includes requested files that don't exist.
    pub fn asked(&self) -> Vec<SourcePath> {
        self.known.paths()
    }

    /// Returns the requested files that `in_question` selects and that changed after they were read.
    pub fn changed(&self, in_question: impl Fn(&SourcePath) -> bool) -> Vec<SourcePath> {
        self.known.filter(|path, facts| in_question(path) && *facts != read(&self.root, path))
    }

    /// Drops all facts.
    pub fn forget_all(&self) {
        self.known.clear();
        self.version.fetch_add(1, Ordering::Relaxed);
    }

    /// Drops the facts about a file, or about every file in a folder. Returns whether any facts were dropped.
    pub fn forget(&self, path: &SourcePath) -> bool {
        let was_known = self.known.forget(path);
        self.version.fetch_add(u64::from(was_known), Ordering::Relaxed);
        was_known
    }
}

impl Assets for DiskAssets {
    fn facts(&self, path: &SourcePath) -> Option<AssetFacts> {
        self.known.get(path).unwrap_or_else(|| self.known.set(path, read(&self.root, path)))
    }

    fn published(&self, path: &SourcePath) -> Option<AssetFacts> {
        Some(facts_of(path, &file::read(&locate::published(&self.root, path.as_str())?).ok()?))
    }

    fn text(&self, path: &SourcePath) -> Option<String> {
        String::from_utf8(file::read_inside(&self.root, path).ok()?).ok()
    }

    fn refusal(&self, path: &SourcePath) -> Option<Diagnostic> {
        let file = locate::locate(&self.root, path.as_str());
        let open = || file::inside(&self.root, &file).and_then(|file| file::open(&file));
        let error = is_no_folder(&file).then(|| open().err())??;
        Some(file::unreadable(path, &error))
    }

    fn version(&self) -> u64 {
        self.version.load(Ordering::Relaxed)
    }
}

fn read(root: &Path, path: &SourcePath) -> Option<AssetFacts> {
    Some(facts_of(path, &file::read_inside(root, path).ok()?))
}

fn facts_of(path: &SourcePath, bytes: &[u8]) -> AssetFacts {
    let file = Path::new(path.as_str());
    let size = match file.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => svg_size(bytes),
        _ => imagesize::blob_size(bytes)
            .ok()
            .map(|size| turned_size(bytes, (size.width as u32, size.height as u32))),
    };
    AssetFacts { hash: xxhash_rust::xxh3::xxh3_64(bytes), length: bytes.len() as u64, size }
}

/// Returns the size of an SVG: the `width` and `height` of its root element in pixels, or the size of its `viewBox`.
fn svg_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let text = std::str::from_utf8(bytes).ok()?;
    let start = text.find("<svg")?;
    let tag = &text[start..start + text[start..].find('>')?];
    let attribute = |name: &str| {
        let at = tag.match_indices(name).find(|(at, _)| tag[..*at].ends_with(char::is_whitespace))?.0;
        let value = tag[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        value[1..].split(quote).next()
    };
    let pixels = |value: &str| value.trim().trim_end_matches("px").parse::<f64>().ok();
    let sides = attribute("width").and_then(pixels).zip(attribute("height").and_then(pixels));
    let (width, height) = sides.or_else(|| {
        let mut numbers =
            attribute("viewBox")?.split([' ', ',']).filter(|part| !part.is_empty()).skip(2).map(pixels);
        numbers.next()?.zip(numbers.next()?)
    })?;
    (width > 0.0 && height > 0.0).then_some((width.round() as u32, height.round() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_svg_says_its_size_in_attributes_or_its_view_box() {
        assert_eq!(svg_size(b"<?xml?><svg xmlns='x' width=\"12px\" height='7.6'>"), Some((12, 8)));
        assert_eq!(svg_size(b"<svg viewBox=\"0 0 720 360\">"), Some((720, 360)));
        assert_eq!(svg_size(b"<svg width=\"100%\" viewBox=\"0,0,10,20\">"), Some((10, 20)));
        assert_eq!(svg_size(b"<svg data-width='1' width = '12px' height='7px'>"), Some((12, 7)));
        assert_eq!(svg_size(b"<svg stroke-width=\"3\">"), None);
        assert_eq!(svg_size(b"<svg width=12 height=7>"), None);
        assert_eq!(svg_size(b"<svg width='0' height='7'>"), None);
        assert_eq!(svg_size(b"<svg width='12' height='0'>"), None);
        assert_eq!(svg_size(b"not a picture"), None);
    }

    #[test]
    fn what_is_known_of_a_file_is_known_until_it_is_forgotten() {
        let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
        let put = |name: &str, bytes: &[u8]| {
            std::fs::create_dir_all(folder.path().join("img")).expect("folders can be made");
            std::fs::write(folder.path().join(name), bytes).expect("files can be written");
        };
        let [picture, drawing, missing] = ["img/a.gif", "b.svg", "c.png"].map(SourcePath::new);
        put("img/a.gif", b"GIF89a\x02\0\x03\0\0\0\0\0\0\0\0\0");
        put("b.svg", b"<svg width='4' height='5'>");
        let assets = DiskAssets::new(folder.path());
        let size = |path: &SourcePath| assets.facts(path).map(|facts| facts.size);
        assert_eq!(size(&picture), Some(Some((2, 3))));
        assert_eq!((size(&drawing), size(&missing)), (Some(Some((4, 5))), None));
        assert_eq!(assets.asked(), [&drawing, &missing, &picture].map(Clone::clone));
        assert!(assets.changed(|_| true).is_empty());
        put("b.svg", b"<svg width='6' height='5'>");
        assert_eq!(assets.changed(|_| true), std::slice::from_ref(&drawing));
        assert!(assets.changed(|path| *path != drawing).is_empty());
        assert_eq!((size(&drawing), assets.version()), (Some(Some((4, 5))), 0));
        assert!(assets.forget(&drawing) && !assets.forget(&drawing));
        assert_eq!((size(&drawing), assets.version()), (Some(Some((6, 5))), 1));
        assert!(assets.forget(&SourcePath::new("img")) && !assets.forget(&SourcePath::new("im")));
        assert_eq!((assets.asked(), assets.version()), (vec![drawing, missing], 2));
        assets.forget_all();
        assert_eq!((assets.asked(), assets.version()), (Vec::new(), 3));
    }

    #[test]
    #[cfg(unix)]
    fn a_file_that_may_not_be_published_is_refused_and_one_that_is_missing_is_not() {
        let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
        let site = folder.path().join("site");
        std::fs::create_dir_all(site.join("folder")).expect("folders can be made");
        for name in ["secret", "site/file"] {
            std::fs::write(folder.path().join(name), "text").expect("files can be written");
        }
        for (to, name) in [("../secret", "out"), ("file", "in"), ("none", "lost"), ("folder", "link")] {
            std::os::unix::fs::symlink(to, site.join(name)).expect("links can be made");
        }
        let assets = DiskAssets::new(&site);
        let refused = ["file", "in", "out", "lost", "missing", "folder", "link"]
            .into_iter()
            .filter(|name| assets.refusal(&SourcePath::new(name)).is_some())
            .collect::<Vec<_>>();
        assert_eq!(refused, ["out", "lost"]);
    }
}
