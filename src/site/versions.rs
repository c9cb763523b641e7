//! The versions of the documentation: their names, their order, and the last version.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{
    Content, Context, Input, Locale, Page, Parsed, Redirect, RedirectKind, SiteApi, Version, api, page_at,
};
use crate::component::version_folder;
use crate::config::{Config, DocsConfig, VersionBanner, VersionConfig};
use crate::diag::{Code, Diagnostic};
use crate::path::{RoutePath, SourcePath};

/// Returns the versions of every documentation set. These are the versions in the config. If the config has none for a
/// set, returns `current` and every folder in `content/versions` that contains the set, starting with the highest
/// version. If several versions of a set have the same name, only the first version is kept. If several versions have
/// the same URL, every version except the first gets a different URL.
pub(super) fn versions(
    input: &Input<'_>,
    locales: &[Locale],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Version> {
    let mut versions = Vec::new();
    for docs in 0..input.config.docs.len() {
        let first = versions.len();
        add(input, locales, docs, &mut versions, diagnostics);
        let several = versions.len() - first > 1;
        versions[first..].iter_mut().for_each(|version| version.several = several);
    }
    versions
}

/// Adds the versions of a documentation set.
fn add(
    input: &Input<'_>,
    locales: &[Locale],
    docs: usize,
    versions: &mut Vec<Version>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let config = &input.config.docs[docs];
    let mut configured = config.versions.clone();
    if configured.is_empty() {
        let folders = input.documents.iter().filter_map(|parsed| {
            let (version, below) = parsed.source.path.strip_dir("content/versions")?.split_once('/')?;
            below.strip_prefix(&config.id)?.starts_with('/').then_some(version)
        });
        let of_apis = input.apis.iter().map(|document| &document.config);
        let of_apis = of_apis.filter(|own| api::docs_of(input, own) == docs && api::is_of_set(input, own));
        let of_apis = of_apis.filter_map(|own| api::version_name(input, own));
        let is_api = of_apis.clone().any(|name| name == "current");
        let folders = discovered(folders.chain(of_apis).filter(|name| *name != "current"));
        let is_document = |parsed: &Arc<Parsed>| parsed.source.path.strip_dir(&config.folder()).is_some();
        let has_current = folders.is_empty() || is_api || input.documents.iter().any(is_document);
        configured = has_current
            .then_some("current")
            .into_iter()
            .chain(folders)
            .map(|name| VersionConfig { name: name.into(), ..VersionConfig::default() })
            .collect();
    }
    let is_release =
        |version: &VersionConfig| version.name != "current" && !Age::of(&version.name).is_prerelease();
    let last = config
        .last_version
        .as_deref()
        .and_then(|name| configured.iter().position(|version| version.name == name))
        .or_else(|| configured.iter().position(is_release))
        .or_else(|| configured.iter().position(|version| version.name != "current"))
        .unwrap_or(0);
    let version = |(index, version): (usize, VersionConfig)| Version {
        docs,
        folder: folder(config, &version.name),
        label: label(&version.name, version.label.as_deref()),
        path: if index == last {
            version.path.unwrap_or_default()
        } else {
            version.path.unwrap_or_else(|| {
                if version.name == "current" { "next".into() } else { version.name.clone() }
            })
        },
        banner: version.banner.unwrap_or(match index.cmp(&last) {
            Ordering::Less => VersionBanner::Unreleased,
            Ordering::Equal => VersionBanner::None,
            Ordering::Greater => VersionBanner::Unmaintained,
        }),
        is_past: version.git.is_some(),
        last: index == last,
        several: false,
        name: version.name,
    };
    for (index, mut version) in configured.into_iter().enumerate().map(version).enumerate() {
        let mut report = |code: Code, message: String, key: &str, hint: String| {
            diagnostics.push(
                Diagnostic::new(code, message)
                    .hint(hint)
                    .at_value(input.config_source, &format!("{}.versions.{index}.{key}", config.key)),
            );
        };
        let name = &version.name;
        if versions.iter().any(|other| other.docs == docs && other.name == *name) {
            let message = format!("duplicate version `{name}` in `docs.versions`");
            report(Code::InvalidConfig, message, "name", "remove one of them".to_owned());
            continue;
        }
        let root = locales[0].docs_root(input.config, &version);
        let is_same = |other: &&Version| locales[0].docs_root(input.config, other) == root;
        if let Some(Version { name: other, .. }) = versions.iter().find(is_same) {
            let message = format!("duplicate URL `{root}`: versions `{other}` and `{name}`");
            let path = "change one `path` in `docs.versions`";
            let hint = if config.versions.is_empty() {
                format!("rename the `content/versions/{name}` folder, or {path}")
            } else {
                path.to_owned()
            };
            report(Code::DuplicateRoute, message, "path", hint);
            version.path = format!("{}-{}", version.path, index + 1);
        }
        versions.push(version);
    }
}

/// Returns the name that readers see for each version of a documentation set, by the version's folder. Sets without
/// versions have no such names. `files` are the site's Markdown files.
pub(crate) fn version_labels<'a>(
    config: &'a Config,
    files: impl Iterator<Item = &'a SourcePath>,
) -> BTreeMap<String, String> {
    let found: BTreeSet<&str> =
        files.filter_map(|path| version_folder(path)?.strip_prefix("versions/")).collect();
    let mut labels = BTreeMap::new();
    for docs in &*config.docs {
        for version in &docs.versions {
            labels.insert(folder(docs, &version.name), label(&version.name, version.label.as_deref()));
        }
        if !docs.versions.is_empty() {
            continue;
        }
        for name in found.iter().filter_map(|found| found.strip_suffix(&docs.id)?.strip_suffix('/')) {
            labels.insert(folder(docs, name), label(name, None));
            labels.insert(folder(docs, "current"), label("current", None));
        }
    }
    labels
}

/// Returns the folder of a version in `content`.
fn folder(docs: &DocsConfig, name: &str) -> String {
    match name {
        "current" => docs.id.clone(),
        name => format!("versions/{name}/{}", docs.id),
    }
}

/// The name that readers see for the current version if the config doesn't set one.
pub(super) const NEXT: &str = "Next";

/// Returns the default name of the current version if readers see it. `files` are the site's Markdown files.
pub(crate) fn default_label<'a>(
    config: &'a Config,
    files: impl Iterator<Item = &'a SourcePath>,
) -> Option<&'static str> {
    let labels = version_labels(config, files);
    let is_shown = |docs: &DocsConfig| {
        let is_other =
            |name: &String| name.starts_with("versions/") && name.ends_with(&format!("/{}", docs.id));
        labels.get(&docs.id).is_some_and(|label| label == NEXT) && labels.keys().any(is_other)
    };
    config.docs.iter().any(is_shown).then_some(NEXT)
}

/// Returns the name that readers see.
fn label(name: &str, label: Option<&str>) -> String {
    label.unwrap_or(if name == "current" { NEXT } else { name }).to_owned()
}

/// The OpenAPI document's name (empty if there's no document), the documentation set, the locale, and the path below
/// the version.
type Place<'a> = (&'a str, usize, usize, String);

/// In each version, links each page that isn't a document, such as a tag page or an operation's page, to the pages in
/// other versions that have the same path below the version.
pub(super) fn relate(context: Context<'_>, apis: &[SiteApi], pages: &mut [Arc<Page>]) {
    let mut places: BTreeMap<Place<'_>, Vec<(usize, usize)>> = BTreeMap::new();
    for (index, page) in pages.iter().enumerate() {
        let Some(version) =
            page.version.filter(|version| context.versions[*version].several && page.doc_id.is_none())
        else {
            continue;
        };
        let (api, root) = match &page.content {
            Content::Api(index, _) => {
                let api = &apis[*index];
                (api.name.as_str(), context.locales[page.locale].home.join(api.route.as_str()))
            }
            _ => ("", context.docs_root(page.locale, version)),
        };
        let below = page.route.strip(&root).unwrap_or(page.route.as_str()).to_owned();
        let docs = context.versions[version].docs;
        places.entry((api, docs, page.locale, below)).or_default().push((version, index));
    }
    for mut same in places.into_values() {
        same.sort_unstable();
        let in_versions: Vec<_> =
            same.iter().map(|(version, index)| (*version, pages[*index].route.clone())).collect();
        for (_, index) in same {
            let mut in_versions = in_versions.clone();
            if let Content::Api(api, _) = pages[index].content {
                add_starts(&apis[api], apis, &context.locales[pages[index].locale], &mut in_versions);
            }
            Arc::make_mut(&mut pages[index]).in_versions = in_versions;
        }
    }
}

/// Links documents to the same documents in other versions if the documents have different IDs. Two documents are the
/// same if they have the same path below the version, or if an alias of one of them is the path of the other: then the
/// document was moved. If two documents are the same in one locale, they're the same in every locale.
pub(super) fn relate_moved(context: Context<'_>, redirects: &[Redirect], pages: &mut [Arc<Page>]) {
    let mut same = with_same_path(context, pages);
    let at = |route: &RoutePath| {
        let at = page_at(pages, route)?;
        pages[at].doc_id.as_ref().and(pages[at].version).map(|version| (at, version))
    };
    for redirect in redirects.iter().filter(|redirect| redirect.kind != RedirectKind::Made) {
        let Some((moved, version)) = redirect.page().and_then(at) else { continue };
        let (locale, docs) = (pages[moved].locale, context.versions[version].docs);
        let root = context.docs_root(locale, version);
        let Some(below) = redirect.from.strip(&root).filter(|below| !below.is_empty()) else { continue };
        let of_set = context.versions.iter().enumerate().filter(|(_, other)| other.docs == docs);
        for (other, _) in of_set.filter(|(other, _)| *other != version) {
            let old = at(&context.docs_root(locale, other).join(below));
            same.extend(old.filter(|(_, found)| *found == other).map(|(old, _)| (old, moved)));
        }
    }
    let in_locale = |page: usize, locale| page_at(pages, pages[page].in_locale(locale)?);
    let mut of_locales = Vec::new();
    for locale in 0..context.locales.len() {
        let own = |&(one, other): &(usize, usize)| in_locale(one, locale).zip(in_locale(other, locale));
        of_locales.extend(same.iter().filter_map(own));
    }
    for (one, other) in same.into_iter().chain(of_locales) {
        for (page, to) in [(one, other), (other, one)] {
            let (Some(version), to) = (pages[to].version, pages[to].route.clone()) else { continue };
            let known = &pages[page].in_versions;
            if let Err(at) = known.binary_search_by_key(&version, |(version, _)| *version) {
                Arc::make_mut(&mut pages[page]).in_versions.insert(at, (version, to));
            }
        }
    }
}

/// Returns the pairs of documents in different versions that have the same path below the version and different IDs.
fn with_same_path(context: Context<'_>, pages: &[Arc<Page>]) -> Vec<(usize, usize)> {
    let mut places: BTreeMap<(usize, usize, &str), Vec<usize>> = BTreeMap::new();
    let is_several = |version: &usize| context.versions[*version].several;
    let roots: BTreeMap<(usize, usize), RoutePath> = (0..context.locales.len())
        .flat_map(|locale| (0..context.versions.len()).map(move |version| (locale, version)))
        .map(|(locale, version)| ((locale, version), context.docs_root(locale, version)))
        .collect();
    for (index, page) in pages.iter().enumerate().filter(|(_, page)| page.doc_id.is_some()) {
        let Some(version) = page.version.filter(is_several) else { continue };
        let Some(below) = page.route.strip(&roots[&(page.locale, version)]) else { continue };
        places.entry((context.versions[version].docs, page.locale, below)).or_default().push(index);
    }
    let mut pairs = Vec::new();
    for same in places.into_values() {
        for (number, &one) in same.iter().enumerate() {
            let others = same[number + 1..].iter().filter(|other| pages[**other].doc_id != pages[one].doc_id);
            pairs.extend(others.map(|&other| (one, other)));
        }
    }
    pairs
}

/// For each version that `in_versions` doesn't contain, adds the first page of the version's OpenAPI document.
fn add_starts(api: &SiteApi, apis: &[SiteApi], locale: &Locale, in_versions: &mut Vec<(usize, RoutePath)>) {
    for other in apis.iter().filter(|other| other.name == api.name) {
        let Some(version) = other.version else { continue };
        if in_versions.iter().all(|(known, _)| *known != version) {
            in_versions.push((version, other.intro_route(locale)));
        }
    }
    in_versions.sort_unstable_by_key(|(version, _)| *version);
}

/// Returns the names of versions without duplicates, newest first.
fn discovered<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<(Age, &str)> = names.map(|name| (Age::of(name), name)).collect();
    names.sort_by(|a, b| b.cmp(a));
    names.dedup();
    names.into_iter().map(|(_, name)| name).collect()
}

/// Returns the names of versions without duplicates, newest first, and `current` before all releases.
pub(crate) fn newest_first(names: &[&str]) -> Vec<String> {
    let current = names.iter().copied().filter(|name| *name == "current").take(1);
    let others = discovered(names.iter().copied().filter(|name| *name != "current"));
    current.chain(others).map(str::to_owned).collect()
}

/// Whether a version is newer than another, according to their names.
pub(crate) fn is_newer(name: &str, other: &str) -> bool {
    Age::of(name) > Age::of(other)
}

/// Whether a version is a prerelease, according to its name.
pub(crate) fn is_prerelease(name: &str) -> bool {
    Age::of(name).is_prerelease()
}

/// Words that mark a prerelease, either as the name of a version or right after a version's numbers.
const UNRELEASED: &str = "next canary nightly edge unstable unreleased experimental insiders preview snapshot upcoming \
     main master trunk head dev devel develop development pre prerelease alpha beta rc";
/// Names of versions that refer to the last release.
const LAST: &str = "latest stable";
/// Words after a version's numbers that don't mark a prerelease.
const RELEASED: &str = "final ga lts latest stable release post patch sp";

fn lists(words: &str, word: &str) -> bool {
    words.split(' ').any(|listed| listed == word)
}

/// Meaningless prefixes of version numbers.
const PREFIXES: &[&str] = &["", "v", "ver", "version", "r", "rel", "release"];

/// The age of a version, according to its name. Names that look like semantic versions are compared by the rules of
/// Semantic Versioning 2.0 (section 11). In other names, numbers are compared by value, so `10` comes after `9`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Age {
    channel: Channel,
    /// Whether there is no prefix before the numbers.
    is_bare: bool,
    prefix: String,
    /// The numbers, such as `1.2.0`, without trailing zeros.
    numbers: Vec<Segment>,
    stage: Stage,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Channel {
    /// A release, or a prerelease.
    Numbered,
    /// The last release, regardless of the version number.
    Last,
    /// A version that is newer than all releases.
    Unreleased,
}

/// The part after the numbers.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Before(Vec<Segment>),
    Release,
    After(Vec<Segment>),
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    /// The number of digits, and the digits, without leading zeros. A number can have any length.
    Number(usize, String),
    Word(String),
    /// `x`, as in `1.x`, which is newer than every number.
    Any,
}

impl Segment {
    fn of(text: &str) -> Segment {
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            let digits = text.trim_start_matches('0');
            Segment::Number(digits.len(), digits.to_owned())
        } else {
            Segment::Word(text.to_owned())
        }
    }
}

impl Age {
    fn of(name: &str) -> Age {
        let lower = name.to_lowercase();
        let start = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        let (before, rest) = name.split_at(start);
        let before = before.trim_end_matches(['-', '_', '.', ' ']).to_lowercase();
        let channel = match () {
            () if lists(UNRELEASED, &before) => Channel::Unreleased,
            () if lists(LAST, &lower) => Channel::Last,
            () => Channel::Numbered,
        };
        let is_bare = !rest.is_empty() && PREFIXES.contains(&&*before);
        let prefix = if is_bare { String::new() } else { before };
        let (numbers, rest) = numbers(rest);
        let is_semver = numbers.len() >= 3 && rest.starts_with('-');
        let parts = if is_semver { identifiers(rest) } else { words(rest) };
        let first =
            parts.iter().find_map(|part| if let Segment::Word(word) = part { Some(&**word) } else { None });
        let stage = match first {
            _ if parts.is_empty() => Stage::Release,
            _ if is_semver => Stage::Before(parts),
            Some(word) if lists(UNRELEASED, word) => Stage::Before(parts),
            Some(word) if is_bare && !lists(RELEASED, word) => Stage::Before(parts),
            _ => Stage::After(parts),
        };
        let significant =
            numbers.iter().rposition(|part| *part != Segment::of("0")).map_or(0, |last| last + 1);
        let numbers = numbers.into_iter().take(significant).collect();
        Age { channel, is_bare, prefix, numbers, stage }
    }

    fn is_prerelease(&self) -> bool {
        self.channel == Channel::Unreleased || matches!(self.stage, Stage::Before(_))
    }
}

/// Returns the numbers at the start of a version, and the rest. The numbers can also form a date, such as `2025-01-31`.
fn numbers(text: &str) -> (Vec<Segment>, &str) {
    let mut numbers = Vec::new();
    let mut rest = text;
    while rest.starts_with(|c: char| c.is_ascii_digit()) {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        numbers.push(Segment::of(&rest[..end]));
        rest = &rest[end..];
        if let Some(below) = rest.strip_prefix(".x").filter(|below| !below.starts_with(char::is_alphanumeric))
        {
            numbers.push(Segment::Any);
            return (numbers, below);
        }
        let separator = if numbers.len() < 3 { &['.', '-'][..] } else { &['.'] };
        match rest.strip_prefix(separator) {
            Some(below) if below.starts_with(|c: char| c.is_ascii_digit()) => rest = below,
            _ => break,
        }
    }
    (numbers, rest)
}

/// Returns the identifiers of a semantic version's prerelease, such as `-rc.1`, without build metadata.
fn identifiers(text: &str) -> Vec<Segment> {
    let text = text.split_once('+').map_or(text, |(text, _)| text);
    text[1..].split('.').map(Segment::of).collect()
}

/// Returns the words and numbers in any text, in lowercase, without build metadata.
fn words(text: &str) -> Vec<Segment> {
    let text = text.split_once('+').map_or(text, |(text, _)| text).to_lowercase();
    let mut words = Vec::new();
    for run in text.split(|c: char| !c.is_alphanumeric()) {
        let mut rest = run;
        while let Some(first) = rest.chars().next() {
            let same = |c: char| c.is_ascii_digit() == first.is_ascii_digit();
            let end = rest.find(|c| !same(c)).unwrap_or(rest.len());
            words.push(Segment::of(&rest[..end]));
            rest = &rest[end..];
        }
    }
    words
}

#[cfg(test)]
mod sets;
#[cfg(test)]
mod tests;
