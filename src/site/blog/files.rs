//! The files of authors and tags in a blog's folder.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Input;
use crate::diag::{Code, Diagnostic};
use crate::path::{SourcePath, has_protocol, runs_script, runs_script_as_image};
use crate::site::settings::{self, Wording};
use crate::source::Source;
use crate::source::tree;

/// An author of the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AuthorFile {
    pub(super) name: String,
    pub(super) title: Option<String>,
    pub(super) url: Option<String>,
    #[serde(alias = "image_url")]
    pub(super) image: Option<String>,
    pub(super) description: Option<String>,
    /// Whether the author has a page.
    #[serde(default = "yes")]
    pub(super) page: bool,
    /// Whether this is a team, or another organisation.
    #[serde(default)]
    pub(super) team: bool,
}

fn yes() -> bool {
    true
}

/// A tag of the file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TagFile {
    pub(super) label: Option<String>,
    pub(super) description: Option<String>,
    /// The end of its address.
    #[serde(alias = "permalink")]
    pub(super) slug: Option<String>,
}

/// What the folders of a blog say about authors and tags, by key.
#[derive(Clone, Debug, Default)]
pub(super) struct Files {
    pub(super) authors: BTreeMap<String, AuthorFile>,
    pub(super) tags: BTreeMap<String, TagFile>,
}

/// The files of every folder.
pub(super) struct AllFiles(BTreeMap<String, Files>);

impl AllFiles {
    /// What some folders say, a later one over an earlier one.
    pub(super) fn of(&self, folders: &[String]) -> Files {
        let mut all = Files::default();
        for files in folders.iter().filter_map(|folder| self.0.get(folder)) {
            all.authors.extend(files.authors.clone());
            all.tags.extend(files.tags.clone());
        }
        all
    }
}

const AUTHORS: Wording = Wording {
    code: Code::InvalidBlogFile,
    what: "an author",
    keys: &["name", "title", "url", "image", "description", "page", "team"],
};
const TAGS: Wording =
    Wording { code: Code::InvalidBlogFile, what: "a tag", keys: &["label", "description", "slug"] };

/// Reads the files of the folders that are blogs.
pub(super) fn read(input: &Input<'_>, diagnostics: &mut Vec<Diagnostic>) -> AllFiles {
    let mut all: BTreeMap<String, Files> = BTreeMap::new();
    for source in input.blog_files.iter().filter(|source| is_of_blog(input, source)) {
        let files = all.entry(source.path.parent().to_owned()).or_default();
        let found = match source.path.stem() {
            "authors" => settings::parse(source, &AUTHORS).map(|authors| files.authors = authors),
            _ => settings::parse(source, &TAGS).map(|tags| files.tags = tags),
        };
        diagnostics.extend(found.err());
        if source.path.stem() == "authors" {
            for (key, author) in &mut files.authors {
                without_scripts(source, key, author, diagnostics);
            }
            let authors = files.authors.iter();
            diagnostics.extend(authors.filter_map(|(key, author)| missing_image(input, source, key, author)));
        }
    }
    AllFiles(all)
}

/// Reports the URLs of an author that run a script, and takes them away.
fn without_scripts(source: &Source, key: &str, author: &mut AuthorFile, diagnostics: &mut Vec<Diagnostic>) {
    let url = author.url.take_if(|url| runs_script(url)).map(|url| (&["url"][..], url));
    let image = author.image.take_if(|url| runs_script_as_image(url)).map(|url| (&IMAGE[..], url));
    for (names, url) in url.into_iter().chain(image) {
        diagnostics.push(at_author(source, key, names, Diagnostic::script_link(&url)));
    }
}

/// The names of the key of a picture.
const IMAGE: [&str; 2] = ["image", "image_url"];

/// Places a problem at what the file says of an author under one of these names.
fn at_author(source: &Source, key: &str, names: &[&str], diagnostic: Diagnostic) -> Diagnostic {
    let tree = tree::of(source);
    let place = names.iter().find_map(|name| Some(tree.as_ref()?.at(&[key, name])?.range.clone()));
    match place {
        Some(place) => diagnostic.at(&source.path, place),
        None => diagnostic.in_file(&source.path),
    }
}

/// The picture of an author must be in `static/`.
fn missing_image(input: &Input<'_>, source: &Source, key: &str, author: &AuthorFile) -> Option<Diagnostic> {
    let image = author.image.as_ref().filter(|image| !has_protocol(image))?;
    let wanted = SourcePath::new(format!("static/{image}"));
    if input.static_files.binary_search(&wanted).is_ok() {
        return None;
    }
    let diagnostic = Diagnostic::new(Code::MissingImage, format!("there is no image `{image}`"))
        .hint(format!("put it at `{wanted}`"));
    Some(at_author(source, key, &IMAGE, diagnostic))
}

fn is_of_blog(input: &Input<'_>, source: &Source) -> bool {
    let folder = source.path.parent();
    let below = match folder.strip_prefix("content/i18n/") {
        Some(rest) => rest.split_once('/').map(|(_, below)| below),
        None => folder.strip_prefix("content/"),
    };
    input.config.blog.iter().any(|blog| below == Some(blog.folder()))
}
