//! The authors and tags files in a blog's folder.

use std::collections::{BTreeMap, BTreeSet};

use super::Input;
use crate::diag::{Code, Diagnostic, Span};
use crate::path::{SourcePath, has_protocol};
use crate::source::{
    Source,
    settings::{Kind, Reader, fields},
    tree::{Key, Node},
};

/// An author in an authors file.
#[derive(Clone)]
pub(super) struct AuthorFile {
    pub name: String,
    pub title: Option<String>,
    pub url: Option<String>,
    /// The image and the location of this setting in the file.
    pub image: Option<(String, Span)>,
    pub description: Option<String>,
    /// Whether the author has a page.
    pub page: bool,
    /// Whether the author is a team or an organization.
    pub team: bool,
}

/// A tag in a tags file.
#[derive(Clone, Default)]
pub(super) struct TagFile {
    pub label: Option<String>,
    pub description: Option<String>,
    /// The last segment of the tag page's path.
    pub slug: Option<String>,
}

/// The authors and tags of a blog, by key.
#[derive(Default)]
pub(super) struct Files {
    pub authors: BTreeMap<String, AuthorFile>,
    pub tags: BTreeMap<String, TagFile>,
    /// Which authors and tags may exist although the files have no valid entry for them.
    pub faulty: Faulty,
}

/// The entries that can't be read.
#[derive(Clone, Default)]
pub(super) struct Faulty {
    keys: BTreeSet<String>,
    /// Whether a whole file can't be read.
    is_all: bool,
}

impl Faulty {
    /// Whether an entry with this key may exist.
    pub(super) fn may_have(&self, key: &str) -> bool {
        self.is_all || self.keys.contains(key)
    }
}

/// The files in every blog folder.
pub(super) struct AllFiles(BTreeMap<String, Files>);

impl AllFiles {
    /// Merges the files of several folders. Later folders take precedence.
    pub(super) fn of(&self, folders: &[String]) -> Files {
        let mut all = Files::default();
        for files in folders.iter().filter_map(|folder| self.0.get(folder)) {
            all.authors.extend(files.authors.clone());
            all.tags.extend(files.tags.clone());
            all.faulty.keys.extend(files.faulty.keys.iter().cloned());
            all.faulty.is_all |= files.faulty.is_all;
        }
        all
    }
}

const AUTHORS: Kind = Kind {
    code: Code::InvalidBlogFile,
    name: "authors file",
    example: "makers: { name: The makers }",
    lenient: true,
};
const TAGS: Kind = Kind { name: "tags file", example: "steam: { label: Steam }", ..AUTHORS };

/// Reads every blog's authors and tags files.
pub(super) fn read(input: &Input<'_>, diagnostics: &mut Vec<Diagnostic>) -> AllFiles {
    let mut all: BTreeMap<String, Files> = BTreeMap::new();
    for source in input.blog_files.iter().filter(|source| is_of_blog(input, source)) {
        let files = all.entry(source.path.parent().to_owned()).or_default();
        if source.path.stem() == "authors" {
            files.authors =
                by_key(&AUTHORS, source, (diagnostics, &mut files.faulty), |reader, key, node| {
                    reader.blog_author(key, node)
                });
            let images = files.authors.values().filter_map(|author| author.image.as_ref());
            diagnostics
                .extend(images.filter_map(|(image, place)| missing_image(input, source, image, *place)));
        } else {
            files.tags = by_key(&TAGS, source, (diagnostics, &mut files.faulty), |reader, key, node| {
                reader.blog_tag(key, node)
            });
        }
    }
    AllFiles(all)
}

/// Reads every entry of a file with `read` and returns the results by key. Records the entries that can't be read.
fn by_key<T>(
    kind: &Kind,
    source: &Source,
    (diagnostics, faulty): (&mut Vec<Diagnostic>, &mut Faulty),
    read: impl Fn(&mut Reader<'_>, &Key, &Node) -> Option<T>,
) -> BTreeMap<String, T> {
    let mut reader = Reader::of(kind, source, diagnostics);
    let entries = reader.entries();
    let mut all = BTreeMap::new();
    for (key, node) in &entries {
        match read(&mut reader, key, node) {
            Some(entry) => drop(all.insert(key.name.clone(), entry)),
            None => drop(faulty.keys.insert(key.name.clone())),
        }
    }
    faulty.is_all |= entries.is_empty()
        && diagnostics.iter().any(|found| {
            found.code == kind.code && found.location.as_ref().is_some_and(|at| *at.path() == source.path)
        });
    all
}

impl Reader<'_> {
    fn blog_author(&mut self, key: &Key, node: &Node) -> Option<AuthorFile> {
        let entries = self.table(key, node, "a table with `name`")?;
        let author = AuthorFile {
            name: String::new(),
            title: None,
            url: None,
            image: None,
            description: None,
            page: true,
            team: false,
        };
        let author = fields!(self, entries, "an author entry", author, {
            name: text_or_empty,
            title: text,
            url: url,
            image | "image_url": placed_image,
            description: text,
            page: flag,
            team: flag,
        });
        if author.name.is_empty() && node.entry("name").is_none() {
            self.report("missing key `name` in an author entry", key.range.clone());
        }
        Some(author)
    }

    fn blog_tag(&mut self, key: &Key, node: &Node) -> Option<TagFile> {
        let entries = self.table(key, node, "a table with `label`")?;
        Some(fields!(self, entries, "a tag", TagFile::default(), {
            label: text,
            description: text,
            slug | "permalink": text,
        }))
    }

    fn placed_image(&mut self, key: &Key, node: &Node) -> Option<(String, Span)> {
        Some((self.image(key, node)?, self.span(&node.range)))
    }
}

/// Returns the problem with an author's image if the image isn't in `static/`.
pub(super) fn missing_image(
    input: &Input<'_>,
    source: &Source,
    image: &str,
    place: Span,
) -> Option<Diagnostic> {
    if has_protocol(image) || input.has_static(image) {
        return None;
    }
    let wanted = SourcePath::in_static(image);
    let diagnostic = Diagnostic::new(Code::MissingImage, format!("image not found: `{image}`"));
    Some(diagnostic.hint(format!("add it as `{wanted}`")).at(&source.path, place))
}

fn is_of_blog(input: &Input<'_>, source: &Source) -> bool {
    let folder = source.path.in_content().and_then(|path| path.rsplit_once('/')).map(|(folder, _)| folder);
    input.config.blog.iter().any(|blog| folder == Some(blog.folder()))
}
