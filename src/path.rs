//! The kinds of paths on a site, and every conversion between them.
//!
//! A [`SourcePath`] is the path of a source file, a [`RoutePath`] is a URL path on the site, and an [`OutPath`] is the
//! path of a file below the output folder. A slug is a segment of a URL path or the ID of a heading. None of these
//! types is an absolute path on disk, so the location of a checkout can't appear in the output. This module doesn't
//! access the disk.

mod asset;
mod heading_ids;
mod part;
mod slug;
mod unique;
mod url;

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::sync::Arc;

use icu_normalizer::ComposingNormalizerBorrowed;
use serde::{Deserialize, Serialize};

pub(crate) use asset::asset_name;
pub(crate) use heading_ids::{HeadingIds, ascii_slug, numbered, python_slug};
use part::PART;
#[cfg(test)]
pub(crate) use slug::tests::slug_table;
pub(crate) use slug::{is_letter_or_digit, is_mark, slugify};
pub(crate) use unique::UniqueNames;
pub(crate) use url::{
    NOT_IN_URLS, absolute_url, is_image_data, is_on_disk, remote_host, runs_script, runs_script_as_image,
    scheme,
};

/// The path of a file in the site, relative to the site's root, with `/` between segments, such as
/// `content/docs/quickstart.md`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourcePath(Arc<str>);

impl SourcePath {
    /// Normalizes a path relative to the site's root: backslashes become `/`, `.` and empty segments are removed, and
    /// `..` is resolved (and dropped at the root).
    pub fn new(path: impl AsRef<str>) -> Self {
        SourcePath(normalize(path.as_ref()).into())
    }

    /// Returns the path of a file in `static/`.
    pub fn in_static(path: &str) -> Self {
        SourcePath::new(format!("static/{path}"))
    }

    /// Returns the path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the folder of the file, or `""` for a file at the root.
    pub fn parent(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(dir, _)| dir)
    }

    /// If the file belongs to an older version, returns the locale's folder, the version name, and the path below the
    /// version's folder.
    pub(crate) fn in_version(&self) -> Option<(&str, &str, &str)> {
        let below = self.0.strip_prefix("content/")?;
        let translated = below.strip_prefix("i18n/").and_then(|below| below.split_once('/'));
        let below = translated.map_or(below, |(_, below)| below).strip_prefix("versions/")?;
        let base = &self.0[..self.0.len() - below.len() - "/versions/".len()];
        let (name, below) = below.split_once('/').unwrap_or((below, ""));
        (!name.is_empty()).then_some((base, name, below))
    }

    /// Returns the last segment.
    pub fn file_name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&*self.0, |(_, name)| name)
    }

    /// Returns the filename up to its last dot.
    pub fn stem(&self) -> &str {
        let name = self.file_name();
        name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
    }

    /// Returns the part of the filename after its last dot, as written, or `""` if there's no dot.
    pub fn extension(&self) -> &str {
        let name = self.file_name();
        name.rsplit_once('.').map_or("", |(stem, ext)| if stem.is_empty() { "" } else { ext })
    }

    /// Resolves a path relative to this file: `../img/a.svg` in `content/docs/b.md` becomes `content/img/a.svg`.
    pub fn join_sibling(&self, relative: &str) -> SourcePath {
        SourcePath::new(format!("{}/{relative}", self.parent()))
    }

    /// Returns the path below `content`, without the folder of a locale.
    pub fn in_content(&self) -> Option<&str> {
        let path = self.strip_dir("content")?;
        match path.strip_prefix("i18n/") {
            Some(translated) => translated.split_once('/').map(|(_, path)| path),
            None => Some(path),
        }
    }

    /// Returns the path below the `dir` folder.
    pub fn strip_dir<'a>(&'a self, dir: &str) -> Option<&'a str> {
        if dir.is_empty() {
            return Some(&self.0);
        }
        self.0.strip_prefix(dir)?.strip_prefix('/')
    }
}

/// Returns the part of a path above the root folder, such as `../code.rs` for `src/../../code.rs`.
pub(crate) fn above(path: &str) -> Option<String> {
    let (mut above, mut inside) = (0, Vec::new());
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match part {
            ".." if inside.pop().is_none() => above += 1,
            ".." => {}
            part => inside.push(part),
        }
    }
    (above > 0).then(|| "../".repeat(above) + &inside.join("/"))
}

/// A URL path on the site without a base URL, query, or fragment, such as `/` or `/docs/quickstart`. A route never
/// ends in `/`, except for the home page, and is never percent-encoded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoutePath(Arc<str>);

impl Default for RoutePath {
    fn default() -> Self {
        RoutePath::root()
    }
}

impl RoutePath {
    /// Normalizes a path: adds a missing leading slash, removes trailing and duplicate slashes, resolves `.` and `..`,
    /// and composes letters.
    pub fn new(path: impl AsRef<str>) -> Self {
        RoutePath(format!("/{}", composed(&normalize(path.as_ref()))).replace(PART, "\0").into())
    }

    /// Decodes percent-encoded characters in a path as written and normalizes the path.
    pub fn written(address: &str) -> Self {
        RoutePath::new(decode_path(address))
    }

    /// Returns the path as written in settings and front matter. This is the inverse of [`RoutePath::written`]. A `*` is
    /// also encoded, because redirects use it as a wildcard.
    pub(crate) fn to_written(&self) -> String {
        encode_path(&self.0).replace('*', "%2A")
    }

    /// Returns the path of the home page, `/`.
    pub fn root() -> Self {
        RoutePath("/".into())
    }

    /// Returns the path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the path as a shared string, without copying it.
    pub fn shared(&self) -> Arc<str> {
        Arc::clone(&self.0)
    }

    /// Whether this is the home page.
    pub fn is_root(&self) -> bool {
        &*self.0 == "/"
    }

    /// Returns the parent path. The home page is its own parent.
    pub fn parent(&self) -> RoutePath {
        RoutePath::new(self.0.rsplit_once('/').map_or("", |(above, _)| above))
    }

    /// Returns the last segment. For the home page, the segment is empty.
    pub fn last_segment(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or_default()
    }

    /// Whether this path is the same as another path on hosts that ignore case.
    pub(crate) fn is_same_name(&self, other: &RoutePath) -> bool {
        self.0.to_lowercase() == other.0.to_lowercase()
    }

    /// Returns the rest of this path below another path, such as `install` for `/docs/install` below `/docs`. If
    /// the paths are the same, the rest is empty.
    pub fn strip(&self, above: &RoutePath) -> Option<&str> {
        let rest = self.0.strip_prefix(above.as_str())?;
        let is_below = above.is_root() || rest.is_empty() || rest.starts_with(['/', PART]);
        is_below.then(|| rest.trim_start_matches(['/', PART]))
    }

    /// Joins paths: `/docs` and `legal/terms` make `/docs/legal/terms`.
    pub fn join(&self, rest: &str) -> RoutePath {
        RoutePath::new(format!("{}/{rest}", self.0))
    }

    /// Joins a path as written in `slug` and decodes percent-encoded characters.
    pub fn join_written(&self, rest: &str) -> RoutePath {
        self.join(&decode_path(rest))
    }
}

/// The folder for files whose names contain a hash of their content. These files can be cached forever. Every other
/// output file keeps its name and is revalidated.
const IMMUTABLE: &str = "_docgen/immutable";

/// The path of a file below the output folder, with `/` between segments, such as `docs/quickstart/index.html`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OutPath(Arc<str>);

impl OutPath {
    /// Returns the path of an immutable file. `name` contains a hash of the file's bytes or of everything that
    /// determines the bytes.
    pub fn immutable(name: impl fmt::Display) -> Self {
        OutPath::new(format!("{IMMUTABLE}/{name}"))
    }

    /// Whether the file can be cached forever.
    pub fn is_immutable(&self) -> bool {
        self.0.strip_prefix(IMMUTABLE).is_some_and(|rest| rest.starts_with('/'))
    }

    /// Normalizes a path relative to the output folder. The result is always inside the folder.
    pub fn new(path: impl AsRef<str>) -> Self {
        OutPath(normalize(path.as_ref()).into())
    }

    /// Returns the path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The rules for turning URL paths into files and links, according to the base URL and the trailing slash setting.
#[derive(Clone, Debug)]
pub struct Addressing {
    /// The base URL: `/`, or `/sub/path/` with a slash at both ends.
    pub base_url: Box<str>,
    /// Whether a page is the `index.html` file in a folder, rather than `name.html`.
    pub trailing_slash: bool,
}

impl Addressing {
    /// Returns the link to a route, with the base URL and the configured trailing slash.
    pub fn href(&self, route: &RoutePath) -> String {
        let (path, part) = route.split_part();
        let mut href = String::with_capacity(self.base_url.len() + route.0.len() + 1);
        href.push_str(&self.base_url);
        href.push_str(&encode_path(&path[1..]));
        if self.trailing_slash && path != "/" {
            href.push('/');
        }
        if let Some(id) = part {
            href.extend(["#", id]);
        }
        href
    }

    /// Returns the path in the base URL without escapes and without the slash at the end.
    pub fn base_path(&self) -> Cow<'_, str> {
        decode_path(self.base_url.trim_end_matches('/'))
    }

    /// Returns the link to an output file, with the base URL.
    pub fn file_href(&self, out: &OutPath) -> String {
        format!("{}{}", self.base_url, encode_path(&out.0))
    }

    /// Returns the file of a route's shell.
    pub fn shell(&self, route: &RoutePath) -> OutPath {
        self.page_file(route, "html")
    }

    /// Returns the file of a route's chunk.
    pub fn chunk(&self, route: &RoutePath) -> OutPath {
        self.page_file(route, "json")
    }

    fn page_file(&self, route: &RoutePath, ext: &str) -> OutPath {
        let path = &route.split_part().0[1..];
        OutPath(match (path.is_empty(), self.trailing_slash) {
            (true, _) => format!("index.{ext}").into(),
            (false, true) => format!("{path}/index.{ext}").into(),
            (false, false) => format!("{path}.{ext}").into(),
        })
    }

    /// Returns the file of a redirect's page. If the path ends in `.html`, it's the name of the file.
    pub fn redirect(&self, route: &RoutePath) -> OutPath {
        if route.as_str().ends_with(".html") { OutPath::new(&route.0) } else { self.shell(route) }
    }

    /// Returns the file of the page for unknown URLs, which hosts find by its name.
    pub fn not_found(&self, route: &RoutePath) -> OutPath {
        OutPath(format!("{}.html", &route.0[1..]).into())
    }

    /// Returns the file of a route's Markdown version.
    pub fn markdown(&self, route: &RoutePath) -> OutPath {
        let path = &route.split_part().0[1..];
        OutPath(if path.is_empty() { "index.md".into() } else { format!("{path}.md").into() })
    }

    /// If a link is a path on the site that starts with `/` and doesn't include the base URL yet, adds the base URL
    /// (behavior 1.9).
    pub fn with_base(&self, address: &str) -> String {
        let is_of_site = address.starts_with('/') && !address.starts_with("//");
        let has_base = address == self.base_url.trim_end_matches('/') || address.starts_with(&*self.base_url);
        if !is_of_site || has_base {
            return address.to_owned();
        }
        format!("{}{}", self.base_url, &address[1..])
    }
}

/// Returns a path in composed Unicode form (NFC), which is the form of letters that people type. macOS disks, and
/// archives from macOS, can contain names in decomposed form.
pub(crate) fn composed(path: &str) -> Cow<'_, str> {
    if path.is_ascii() { path.into() } else { ComposingNormalizerBorrowed::new_nfc().normalize(path) }
}

/// Folds the case and the Unicode form of a path, like a file system that ignores both.
pub(crate) fn folded(path: &str) -> String {
    if path.is_ascii() {
        path.to_ascii_lowercase()
    } else {
        composed(path).chars().flat_map(char::to_lowercase).collect()
    }
}

/// Decodes the path of a URL as written. A `%` that isn't part of an escape is kept.
pub(crate) fn decode_path(path: &str) -> Cow<'_, str> {
    percent_encoding::percent_decode_str(path).decode_utf8().unwrap_or(path.into())
}

/// Percent-encodes characters that aren't allowed in the path of a URL (RFC 3986, section 3.3), except `/`. The input
/// is never encoded, so a `%` is also encoded. Letters of any script are kept, because people can read them, and
/// because browsers and hosts treat them like their encoded form.
pub(crate) fn encode_path(path: &str) -> Cow<'_, str> {
    if !path.bytes().any(|byte| is_unsafe(byte.into())) {
        return path.into();
    }
    let mut out = String::with_capacity(path.len() + 8);
    for c in path.chars() {
        if is_unsafe(c) {
            out.push_str(&format!("%{:02X}", c as u8));
        } else {
            out.push(c);
        }
    }
    out.into()
}

/// Whether an ASCII character isn't allowed in the path of a URL.
fn is_unsafe(c: char) -> bool {
    c <= ' ' || matches!(c, '"' | '<' | '>' | '`' | '{' | '}' | '?' | '#' | '%' | '\x7f')
}

/// Returns the first part of a base URL that isn't allowed in a path: a character, or a `.` or `..` segment.
pub(crate) fn odd_in_base_url(base_url: &str) -> Option<&str> {
    let dots = base_url.split('/').find(|segment| matches!(*segment, "." | ".."));
    let is_odd = |c: char| is_unsafe(c) && c != '%' || c.is_whitespace() || c.is_control() || c == '\\';
    let sign = || base_url.char_indices().find(|(_, c)| is_odd(*c));
    dots.or_else(|| sign().map(|(at, c)| &base_url[at..at + c.len_utf8()]))
}

/// Whether a URL has its own scheme or host (behavior 1.9).
pub(crate) fn has_protocol(address: &str) -> bool {
    if address.starts_with("//") {
        return true;
    }
    let Some((scheme, _)) = address.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'.' | b'-'))
}

fn normalize(path: &str) -> Cow<'_, str> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let plain = |part: &str| !matches!(part, "" | "." | "..");
    if !path.contains('\\') && path.split('/').all(plain) {
        return path.into();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/").into()
}

macro_rules! text_type {
    ($($name:ident),*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }
    )*};
}
text_type!(SourcePath, RoutePath, OutPath);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_paths_are_relative_and_clean() {
        let path = SourcePath::new("./content//docs\\a/../b.md");
        assert_eq!(path.as_str(), "content/docs/b.md");
        assert_eq!(
            (path.parent(), path.file_name(), path.stem(), path.extension()),
            ("content/docs", "b.md", "b", "md")
        );
        assert_eq!(path.join_sibling("../img/x.svg").as_str(), "content/img/x.svg");
        assert_eq!(path.join_sibling("../../../../etc/passwd").as_str(), "etc/passwd");
        assert_eq!(path.strip_dir("content"), Some("docs/b.md"));
        assert_eq!(path.strip_dir("cont"), None);
        let parts = |name| {
            let path = SourcePath::new(name);
            (path.stem().to_owned(), path.extension().to_owned())
        };
        for (name, stem, extension) in [
            (".hidden", ".hidden", ""),
            ("a.b/.hidden", ".hidden", ""),
            (".a.b", ".a", "b"),
            ("plain", "plain", ""),
            ("data.tar.gz", "data.tar", "gz"),
            ("end.", "end", ""),
        ] {
            assert_eq!(parts(name), (stem.to_owned(), extension.to_owned()), "{name}");
        }
    }

    #[test]
    fn routes_become_files_by_the_trailing_slash_setting() {
        let folders = Addressing { base_url: "/sub/".into(), trailing_slash: true };
        let files = Addressing { base_url: "/".into(), trailing_slash: false };
        let route = RoutePath::new("docs/quick start/");
        assert_eq!(folders.href(&route), "/sub/docs/quick%20start/");
        assert_eq!(files.href(&route), "/docs/quick%20start");
        assert_eq!(folders.chunk(&route).as_str(), "docs/quick start/index.json");
        assert_eq!(files.shell(&route).as_str(), "docs/quick start.html");
        assert_eq!(folders.markdown(&route).as_str(), "docs/quick start.md");
        assert_eq!(files.shell(&RoutePath::root()).as_str(), "index.html");
        assert_eq!(folders.href(&RoutePath::root()), "/sub/");
        assert_eq!(files.href(&RoutePath::new("%41/100%")), "/%2541/100%25");
        assert_eq!(files.href(&RoutePath::written("/%2541/a%20b/100%")), "/%2541/a%20b/100%25");
    }

    #[test]
    fn the_base_url_is_added_once_and_only_to_addresses_of_the_site() {
        let at = Addressing { base_url: "/sub/".into(), trailing_slash: true };
        assert_eq!(at.with_base("/img/a.png"), "/sub/img/a.png");
        assert_eq!(at.with_base("/sub/img/a.png"), "/sub/img/a.png");
        assert_eq!(at.with_base("/sub"), "/sub");
        assert_eq!(at.with_base("/subway"), "/sub/subway");
        assert_eq!(at.with_base("//cdn.example/x"), "//cdn.example/x");
        assert_eq!(at.with_base("#hash"), "#hash");
        let root = Addressing { base_url: "/".into(), trailing_slash: true };
        assert_eq!(root.with_base("/img/a.png"), "/img/a.png");
        assert_eq!(root.with_base("//cdn.example/x"), "//cdn.example/x");
    }

    #[test]
    fn a_copy_of_a_file_is_good_forever_in_one_folder() {
        assert!(OutPath::immutable("app.js").is_immutable());
        for other in ["app.js", "docs/_docgen/immutable/app.js", "_docgen/immutable", "_docgen/immutable.js"]
        {
            assert!(!OutPath::new(other).is_immutable(), "{other}");
        }
    }

    #[test]
    fn every_route_has_the_files_that_hosts_ask_for() {
        let folders = Addressing { base_url: "/sub/".into(), trailing_slash: true };
        let files = Addressing { base_url: "/".into(), trailing_slash: false };
        let (page, old) = (RoutePath::new("/docs/a b"), RoutePath::new("/old.html"));
        for at in [&folders, &files] {
            assert_eq!(at.markdown(&RoutePath::root()).as_str(), "index.md");
            assert_eq!(at.markdown(&page).as_str(), "docs/a b.md");
            assert_eq!(at.not_found(&RoutePath::new("/fr/404")).as_str(), "fr/404.html");
            assert_eq!(at.redirect(&old).as_str(), "old.html");
            assert_eq!(at.redirect(&page), at.shell(&page));
            assert_eq!(at.chunk(&RoutePath::root()).as_str(), "index.json");
        }
        assert_eq!(folders.shell(&page).as_str(), "docs/a b/index.html");
        assert_eq!(files.chunk(&page).as_str(), "docs/a b.json");
        assert_eq!(folders.file_href(&OutPath::new("img/a b#.png")), "/sub/img/a%20b%23.png");
        assert_eq!(files.file_href(&OutPath::new("a.png")), "/a.png");
    }

    #[test]
    fn no_spelling_of_a_path_leaves_its_folder() {
        for (written, clean) in [
            ("a/b", "a/b"),
            ("/a/b/", "a/b"),
            ("a//./b", "a/b"),
            ("a\\b", "a/b"),
            ("../a", "a"),
            ("/../../a", "a"),
            ("..\\..\\a", "a"),
            ("a/../../../b", "b"),
            ("a/b/..", "a"),
            ("a/..b/...", "a/..b/..."),
            ("..", ""),
            (".", ""),
            ("", ""),
        ] {
            assert_eq!(SourcePath::new(written).as_str(), clean, "{written}");
            assert_eq!(OutPath::new(written).as_str(), clean, "{written}");
            assert_eq!(RoutePath::new(written).as_str(), format!("/{clean}"), "{written}");
            assert_eq!(RoutePath::new(written).is_root(), clean.is_empty(), "{written}");
        }
        let docs = RoutePath::new("docs");
        assert_eq!(docs.join("/legal/terms/").as_str(), "/docs/legal/terms");
        assert_eq!(docs.join("a%20b").as_str(), "/docs/a%20b");
        assert_eq!(docs.join_written("a%20b").as_str(), "/docs/a b");
        assert_eq!(RoutePath::root().join("a").as_str(), "/a");
        assert_eq!(SourcePath::new("a.md").join_sibling("b.md").as_str(), "b.md");
        assert_eq!(SourcePath::new("a/b.md").strip_dir(""), Some("a/b.md"));
        assert_eq!(SourcePath::new("a.tar.gz").extension(), "gz");
    }

    #[test]
    fn what_is_encoded_is_decoded_to_the_same() {
        let all: String = (' '..='\u{7f}').chain("é日本".chars()).collect();
        let encoded = encode_path(&all);
        assert_eq!(decode_path(&encoded), all);
        let kept = encoded.split('%').map(|part| part.get(2..).unwrap_or_default()).collect::<String>();
        assert!(!kept.contains([' ', '"', '<', '>', '`', '{', '}', '?', '#', '%', '\x7f']), "{kept}");
        assert!(kept.contains("/0123456789:;=") && kept.ends_with("é日本"), "{kept}");
        assert_eq!(encode_path("\n\0"), "%0A%00");
        // An escape that is invalid or isn't UTF-8 is kept.
        assert_eq!(["100%", "%zz", "%ff"].map(|text| decode_path(text).into_owned()), ["100%", "%zz", "%ff"]);
    }

    #[test]
    fn an_address_with_a_protocol_or_a_host_is_elsewhere() {
        for elsewhere in ["https://a.example", "//a.example", "mailto:a@b.example", "x+y-1.0:z"] {
            assert!(has_protocol(elsewhere), "{elsewhere}");
        }
        for here in ["", "/a", "a/b", "./a:b", "1a:b", ":a", "#a:b", "a b:c", "/a:b"] {
            assert!(!has_protocol(here), "{here}");
        }
    }

    #[test]
    fn what_is_odd_in_a_base_url_is_found() {
        for (base_url, odd) in [
            ("/", None),
            ("/a/b%20c/é/", None),
            ("/a b/", Some(" ")),
            ("/a/../", Some("..")),
            ("/./a/", Some(".")),
            ("/a?b/", Some("?")),
            ("/a\\b/", Some("\\")),
            ("/a\u{a0}b/", Some("\u{a0}")),
            ("/a\u{85}/", Some("\u{85}")),
        ] {
            assert_eq!(odd_in_base_url(base_url), odd, "{base_url}");
        }
    }
}
