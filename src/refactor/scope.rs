//! Finds the documents that determine what a move changes. A site that consists of only these documents needs the same
//! changes as the whole site, and docgen assembles it much faster.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::Moves;
use crate::markdown::Metadata;
use crate::path::{RoutePath, SourcePath, composed, decode_path, has_protocol};
use crate::pipeline::Sources;
use crate::site::{Page, PageKind, Parsed, Resolved, Site, strip_number};

/// The whole site before a move.
pub(crate) struct Whole {
    /// The site.
    pub site: Site,
    /// The documents, sorted by path.
    pub documents: Vec<Arc<Parsed>>,
    /// The site's files.
    pub sources: Sources,
}

/// The maximum number of documents that move. A part of a site isn't faster for larger folders.
const MOST: usize = 20;

/// Names of files and pages, as in [`name`].
type Names = HashSet<String>;

/// Returns the documents that determine what a move changes. Returns `None` if these can be all documents.
///
/// A link can be affected only if its last segment is the old or new name of something that moves, or if it's in a file
/// that moves. Such a link needs every document that it could refer to. The other documents keep the generated pages
/// that exist before and after the move: lists of categories and tags, first pages, and blogs.
pub(crate) fn scope(whole: &Whole, moves: &Moves) -> Option<BTreeSet<SourcePath>> {
    let Whole { site, documents, sources } = whole;
    let moved: Vec<&Arc<Parsed>> =
        documents.iter().filter(|parsed| moves.affect(&parsed.source.path)).collect();
    let is_version = |path: &SourcePath| path.in_version().is_some_and(|(_, _, below)| !below.contains('/'));
    let is_imported = || {
        documents.par_iter().any(|parsed| parsed.metadata.imports.iter().any(|(path, _)| moves.affect(path)))
    };
    let is_index = moved.iter().any(|parsed| {
        let new = moves.new_path(&parsed.source.path);
        new.iter().chain([&parsed.source.path]).any(is_index)
    });
    let has_slugs = || sources.categories.iter().any(|source| source.text.contains("slug"));
    if moved.len() > MOST
        || site.versions.iter().any(|version| version.is_past)
        || moves.all().any(|(old, new)| is_version(old) || is_version(new))
        || is_index && has_slugs()
        || is_imported()
    {
        return None;
    }
    let names = names(site, &moved, moves, is_index)?;
    let mut kept: HashSet<&SourcePath> = moved.iter().map(|parsed| &parsed.source.path).collect();
    kept.extend(named(whole, &names));
    let by_text = documents.par_iter().filter(|parsed| {
        let front = &parsed.metadata.front_matter;
        front.draft
            || front.aliases.iter().any(|alias| is_in(&names, alias))
            || targets(&parsed.metadata).any(|target| match name(target) {
                Some(name) => names.contains(&*name),
                None => has_any(&names, &relative_names(&parsed.source.path, target)),
            })
    });
    kept.extend(by_text.map(|parsed| &parsed.source.path).collect::<Vec<_>>());
    let pages = || {
        site.pages
            .par_iter()
            .zip(&site.resolved)
            .filter_map(|(page, resolved)| Some((page.document()?, page, resolved)))
    };
    let by_url = pages()
        .filter(|(_, page, resolved)| page.note.is_some() || urls(resolved).any(|url| is_in(&names, url)));
    kept.extend(by_url.map(|(parsed, ..)| &parsed.source.path).collect::<Vec<_>>());
    let (wanted, lists) = wanted(whole, &kept);
    kept.extend(named(whole, &wanted));
    kept.extend(neighbors(whole, &moved, moves));
    let tags: HashSet<&String> = moved.iter().flat_map(|parsed| &parsed.metadata.front_matter.tags).collect();
    let blogs: Vec<String> = site.config.blog.iter().map(|blog| format!("{}/", blog.folder())).collect();
    let folders: Vec<String> =
        lists.iter().map(|version| format!("{}/", site.versions[*version].folder)).collect();
    let others = documents.iter().filter(|parsed| {
        let below = parsed.source.path.in_content().unwrap_or_default();
        blogs.iter().chain(&folders).any(|folder| below.starts_with(folder))
            || parsed.metadata.front_matter.tags.iter().any(|tag| tags.contains(tag))
    });
    kept.extend(others.map(|parsed| &parsed.source.path));
    (kept.len() < documents.len() / 2).then(|| kept.into_iter().cloned().collect())
}

/// Returns the last segment of a path or URL, without the ending of a page, in lowercase. For the index of a folder,
/// this is the name of the folder. Returns `None` if only the location of the path determines its last segment.
fn name(path: &str) -> Option<Cow<'_, str>> {
    let path = path.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let (folder, last) = path.rsplit_once('/').unwrap_or(("", path));
    let bare = match last.rsplit_once('.') {
        Some((bare, end))
            if ["md", "mdx", "markdown", "html"].iter().any(|it| end.eq_ignore_ascii_case(it)) =>
        {
            bare
        }
        _ => last,
    };
    if bare.eq_ignore_ascii_case("index") || bare.eq_ignore_ascii_case("readme") {
        return name(folder);
    }
    if matches!(bare, "" | "." | "..") {
        return None;
    }
    let is_plain = bare.bytes().all(|byte| byte.is_ascii() && byte != b'%' && !byte.is_ascii_uppercase());
    Some(if is_plain { bare.into() } else { composed(&decode_path(bare)).to_lowercase().into() })
}

/// Whether a document can have the path of its folder.
fn is_index(path: &SourcePath) -> bool {
    let folder = path.parent().rsplit('/').next().unwrap_or_default();
    let [stem, folder] = [path.stem(), folder].map(|name| strip_number(name).1.to_lowercase());
    matches!(&*stem, "index" | "readme") || stem == folder
}

fn is_in(names: &Names, path: &str) -> bool {
    !path.contains("://") && name(path).is_some_and(|name| names.contains(&*name))
}

fn has_any(names: &Names, some: &[String]) -> bool {
    some.iter().any(|name| names.contains(name))
}

/// Returns the names that a path such as `..` can stand for: the names of folders, and `""` for any page.
fn relative_names(file: &SourcePath, target: &str) -> Vec<String> {
    let path = file.join_sibling(&decode_path(target.split(['?', '#']).next().unwrap_or_default()));
    let folders = path.as_str().split('/').chain(file.as_str().split('/'));
    folders.map(|folder| composed(folder).to_lowercase()).chain([String::new()]).collect()
}

/// Returns the names of a document.
fn names_of(path: &SourcePath) -> impl Iterator<Item = String> {
    let folder = is_index(path).then(|| name(path.parent())).flatten();
    let all = [name(path.as_str()), folder].into_iter().flatten();
    all.flat_map(|name| [strip_number(&name).1.to_owned(), name.into_owned()])
}

/// Returns the links and images on a page as written, except links to other sites.
fn targets(metadata: &Metadata) -> impl Iterator<Item = &str> {
    let actions = metadata.front_matter.hero.iter().flat_map(|hero| &hero.actions);
    let links = metadata.links.iter().map(|link| &*link.target);
    let images = metadata.images.iter().map(|image| &*image.target);
    let all = links.chain(images).chain(actions.map(|action| &*action.href));
    all.filter(|target| !has_protocol(target) && !target.starts_with('#'))
}

/// Returns the URLs of the links and images on a page.
fn urls(resolved: &Resolved) -> impl Iterator<Item = &str> {
    let links = resolved.links.iter().chain(&resolved.actions).map(|link| &*link.href);
    links.chain(resolved.images.iter().map(|image| &*image.src))
}

/// Returns the old and new names of everything that moves. Returns `None` if a document that moves isn't on a page.
fn names(site: &Site, moved: &[&Arc<Parsed>], moves: &Moves, is_index: bool) -> Option<Names> {
    let mut names = Names::new();
    let mut add = |path: &SourcePath| {
        names.extend(names_of(path));
        names.extend(moves.new_path(path).iter().flat_map(names_of));
    };
    moves.all().for_each(|(old, _)| add(old));
    moved.iter().for_each(|parsed| add(&parsed.source.path));
    site.assets.keys().chain(&site.static_files).filter(|file| moves.affect(file)).for_each(add);
    let mut shown = HashSet::new();
    for page in
        site.pages.iter().filter(|page| page.parsed().is_some_and(|parsed| moves.affect(&parsed.source.path)))
    {
        shown.extend(page.parsed().map(|parsed| &parsed.source.path));
        let others = page.in_locales.iter().chain(&page.in_versions).map(|(_, route)| route);
        names.extend(
            others.chain([&page.route]).filter_map(|route| name(route.as_str())).map(Cow::into_owned),
        );
    }
    if is_index {
        names.insert(String::new());
    }
    moved.iter().all(|parsed| shown.contains(&parsed.source.path)).then_some(names)
}

/// Returns the documents whose file or page has one of these names.
fn named<'w>(whole: &'w Whole, names: &Names) -> Vec<&'w SourcePath> {
    let files = whole.documents.par_iter().map(|parsed| &parsed.source.path);
    let files = files.filter(|path| names_of(path).any(|name| names.contains(&name)));
    let pages = whole.site.pages.par_iter().filter(|page| is_in(names, page.route.as_str()));
    let pages = pages.filter_map(|page| Some(&page.document()?.source.path));
    files.chain(pages).collect()
}

/// Returns the names of everything that the links in these documents could refer to, and the versions with generated
/// pages that the links refer to.
fn wanted(whole: &Whole, kept: &HashSet<&SourcePath>) -> (Names, BTreeSet<usize>) {
    let site = &whole.site;
    let (mut names, mut versions) = (Names::new(), BTreeSet::new());
    for parsed in whole.documents.iter().filter(|parsed| kept.contains(&parsed.source.path)) {
        for target in targets(&parsed.metadata) {
            match name(target) {
                Some(name) => _ = names.insert(name.into_owned()),
                None => names.extend(relative_names(&parsed.source.path, target)),
            }
        }
    }
    let base = site.config.addressing().base_path().into_owned();
    let page_at = |url: &str| {
        let path = url.split(['?', '#']).next()?.strip_prefix(base.trim_end_matches('/'))?;
        site.page(&RoutePath::new(&*decode_path(path)))
    };
    let is_kept = |page: &Page| page.document().is_some_and(|parsed| kept.contains(&parsed.source.path));
    let is_list = |page: &&Page| matches!(page.kind, PageKind::Category | PageKind::Tags | PageKind::Tag);
    for (_, resolved) in site.pages.iter().zip(&site.resolved).filter(|(page, _)| is_kept(page)) {
        for url in urls(resolved).filter(|url| url.starts_with('/')) {
            names.extend(name(url).map(Cow::into_owned));
            versions.extend(page_at(url).filter(is_list).and_then(|page| page.version));
        }
    }
    (names, versions)
}

/// The number of documents that stand for a folder, because a sidebar can leave out some documents.
const EXAMPLES: usize = 3;

/// Returns some documents from every folder that a document leaves or enters, from the folders above, and from every
/// set of documents in every version and locale. With these documents, the same folders have pages as on the whole site.
fn neighbors<'w>(whole: &'w Whole, moved: &[&Arc<Parsed>], moves: &Moves) -> Vec<&'w SourcePath> {
    // The number of examples found in each folder.
    let mut folders: HashMap<String, usize> = HashMap::new();
    for parsed in moved {
        let old = &parsed.source.path;
        for path in moves.new_path(old).iter().chain([old]) {
            folders.extend(above(path.parent()).map(|folder| (folder.to_owned(), 0)));
        }
    }
    let is_listed =
        |parsed: &Parsed| !parsed.metadata.front_matter.unlisted && !parsed.metadata.front_matter.draft;
    let (mut all, mut last) = (Vec::new(), None);
    for parsed in &whole.documents {
        let path = &parsed.source.path;
        let set = set_of(path);
        let mut is_kept = path.parent() == set && is_index(path);
        if is_listed(parsed) && !moves.affect(path) {
            is_kept |= last.replace(set) != Some(set);
            for folder in above(path.parent()) {
                let found = folders.get_mut(folder).filter(|found| **found < EXAMPLES);
                is_kept |= found.map(|found| *found += 1).is_some();
            }
        }
        all.extend(is_kept.then_some(path));
    }
    all
}

/// Returns a folder and the folders above it, except `content` itself.
fn above(folder: &str) -> impl Iterator<Item = &str> {
    let all = std::iter::successors(Some(folder), |folder| folder.rsplit_once('/').map(|(above, _)| above));
    all.take_while(|folder| folder.contains('/'))
}

/// Returns the folder of a set of documents in a version and locale, such as `content/i18n/fr/docs`.
fn set_of(path: &SourcePath) -> &str {
    let mut names = path.as_str().split('/').skip(1);
    let mut depth = 2;
    while let Some("i18n" | "versions") = names.next() {
        depth += 2;
        names.next();
    }
    let end = path.as_str().match_indices('/').nth(depth - 1).map_or(path.as_str().len(), |(at, _)| at);
    &path.as_str()[..end]
}
