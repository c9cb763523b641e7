//! Finds the links and images whose targets change in a move, and the destinations that would restore the targets.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

use super::{
    Moves, Pairs,
    destination::{ENDS, Target, Written, is_markdown, relative},
};
use crate::config::ConfigSource;
use crate::diag::Span;
use crate::markdown::Metadata;
use crate::path::{OutPath, RoutePath, SourcePath, decode_path};
use crate::site::translations::original_of;
use crate::site::{HrefKind, Page, PageKind, Resolved, Site, SiteApi};
use crate::source::Source;

/// A link or image whose target changes in a move.
#[derive(Debug)]
pub(crate) struct Wrong {
    /// The original path of the file that contains the link.
    pub file: SourcePath,
    /// The ranges of the link's path in the original text. In a component, any of several ranges can be the link's
    /// path. If the path isn't written literally, there are no ranges.
    pub ranges: Vec<Range<usize>>,
    /// The location of the whole link.
    pub span: Span,
    /// The destination as written.
    pub written: String,
    /// The destinations to try, best first.
    pub candidates: Vec<String>,
    /// Whether the link still has the right target, but its path unnecessarily goes through the folder that now
    /// contains the link's file.
    pub is_detour: bool,
}

/// The page that contains a link.
#[derive(Clone, Copy)]
struct Around<'a> {
    /// The path of the page before and after the moves.
    routes: (&'a RoutePath, &'a RoutePath),
    locale: usize,
    version: Option<usize>,
}

/// A link or image before and after the moves.
struct Pair<'a> {
    written: &'a str,
    span: Span,
    /// Whether `span` is the location of the destination.
    is_exact: bool,
    /// The file that contains the link.
    file: &'a SourcePath,
    /// The URLs of the link's targets before and after the moves.
    urls: (&'a str, &'a str),
}

/// Returns the links and images of all pages whose targets change. `config` is the text of the config, and `text` returns
/// the original text of a file.
pub(crate) fn links(
    pairs: &Pairs<'_>,
    moves: &Moves,
    config: Option<&Source>,
    text: &dyn Fn(&SourcePath) -> Option<std::sync::Arc<str>>,
) -> Vec<Wrong> {
    let finder = Finder::new(pairs, moves);
    let config = config.map(ConfigSource::new);
    let mut wrong = Vec::new();
    for (b, a) in pairs.indexes() {
        let (before, after) = (&pairs.before.pages[b], &pairs.after.pages[a]);
        // API pages show notes.
        let (Some(parsed), Some(_)) = (before.document(), after.document()) else { continue };
        let resolved = (&*pairs.before.resolved[b], &*pairs.after.resolved[a]);
        for pair in all(&parsed.metadata, &parsed.source.path, resolved, config.as_ref()) {
            let routes = (&before.route, &after.route);
            let around = Around { routes, locale: after.locale, version: before.version };
            wrong.extend(finder.wrong(around, &pair, text));
        }
    }
    for before in &*pairs.before.apis {
        let file = moves.new_path(&SourcePath::new(&before.config.file));
        let is_same = |api: &&SiteApi| Some(SourcePath::new(&api.config.file)) == file;
        let Some(after) = pairs.after.apis.iter().find(is_same) else { continue };
        let route = |site: &Site, api: &SiteApi| site.locales[0].home.join(api.route.as_str());
        let routes = (&route(pairs.before, before), &route(pairs.after, after));
        let around = Around { routes, locale: 0, version: before.version };
        for pair in in_descriptions(before, after) {
            wrong.extend(finder.wrong(around, &pair, text));
        }
    }
    wrong
}

/// Returns the links and images of a page.
fn all<'a>(
    metadata: &'a Metadata,
    page: &'a SourcePath,
    (before, after): (&'a Resolved, &'a Resolved),
    config: Option<&'a ConfigSource<'_>>,
) -> Vec<Pair<'a>> {
    let mut all = Vec::new();
    let links = metadata.links.iter().zip(before.links.iter().zip(&after.links)).enumerate();
    for (index, (link, (before, after))) in links {
        if matches!(before.kind, HrefKind::Page | HrefKind::File) {
            let file = metadata.file_of_link(index).unwrap_or(page);
            let urls = (&*before.href, &*after.href);
            let pair =
                Pair { written: &link.target, span: link.span, is_exact: link.replaceable, file, urls };
            // The path of a link from a name in code is in the config.
            let of_code = metadata.code_links.iter().find(|(link, _)| *link as usize == index);
            let place = of_code.zip(config).filter(|_| link.target.starts_with('/'));
            let place = place.and_then(|((_, pattern), config)| {
                let span = config.place(&format!("markdown.code_links.{pattern}.url"))?;
                Some((&config.source.path, span))
            });
            all.push(match place {
                Some((file, span)) => Pair { span: span.into(), is_exact: true, file, ..pair },
                None => pair,
            });
        }
    }
    let images = metadata.images.iter().zip(before.images.iter().zip(&after.images)).enumerate();
    for (index, (image, (before, after))) in images {
        let file = metadata.file_of_image(index).unwrap_or(page);
        let (span, is_exact, urls) = (image.span, image.replaceable, (&*before.src, &*after.src));
        all.push(Pair { written: &image.target, span, is_exact, file, urls });
    }
    let actions = metadata.front_matter.hero.iter().flat_map(|hero| &hero.actions);
    for (action, (before, after)) in actions.zip(before.actions.iter().zip(&after.actions)) {
        let urls = (&*before.href, &*after.href);
        all.push(Pair { written: &action.href, span: action.place, is_exact: true, file: page, urls });
    }
    all
}

/// Returns the links in the descriptions of an OpenAPI document.
fn in_descriptions<'a>(before: &'a SiteApi, after: &'a SiteApi) -> Vec<Pair<'a>> {
    let resolved = before.resolved.iter().zip(&after.resolved).take(1).flat_map(|(b, a)| b.iter().zip(a));
    let mut all = Vec::new();
    for (text, (old, new)) in before.api.texts.iter().zip(resolved) {
        let Some(file) = before.api.files.get(text.place.file as usize) else { continue };
        for (link, (old, new)) in text.document.links.iter().zip(old.links.iter().zip(&new.links)) {
            let (span, urls) = (text.place.span, (&*old.href, &*new.href));
            all.push(Pair { written: &link.target, span, is_exact: false, file, urls });
        }
    }
    all
}

struct Finder<'p, 's> {
    pairs: &'p Pairs<'s>,
    moves: &'p Moves,
    /// The pages before the moves, by URL.
    by_url: HashMap<String, usize>,
    /// The pages before the moves, by locale and path below the locale's content folder.
    by_file: HashMap<(usize, &'s str), usize>,
    /// Whether most relative links to files in the same folder start with `./`.
    dotted: OnceCell<bool>,
}

impl<'p, 's> Finder<'p, 's> {
    fn new(pairs: &'p Pairs<'s>, moves: &'p Moves) -> Self {
        let before = pairs.before;
        let at = before.config.addressing();
        let urls = before.pages.iter().enumerate().filter(|(_, page)| page.kind != PageKind::NotFound);
        let by_url = urls.map(|(index, page)| (at.href(&page.route), index)).collect();
        let in_content = |page: &'s Page| page.parsed().and_then(|parsed| parsed.source.path.in_content());
        let files = before.pages.iter().enumerate();
        let by_file =
            files.filter_map(|(index, page)| Some(((page.locale, in_content(page)?), index))).collect();
        Finder { pairs, moves, by_url, by_file, dotted: OnceCell::new() }
    }

    /// Whether the links in a file can change. The files of versions that are built from Git can't.
    fn can_change(&self, file: &SourcePath) -> bool {
        self.moves.can_change(file) && self.pairs.before.config.docs.past_version(file).is_none()
    }

    /// Whether a URL is the URL of the same page before and after the moves.
    fn stays(&self, url: &str) -> bool {
        self.by_url.get(url).is_some_and(|&index| {
            self.pairs.after(index).is_some_and(|after| after.route == self.pairs.before.pages[index].route)
        })
    }

    fn wrong(
        &self,
        around: Around<'_>,
        pair: &Pair<'_>,
        text: &dyn Fn(&SourcePath) -> Option<std::sync::Arc<str>>,
    ) -> Option<Wrong> {
        let path = without_suffix(pair.written);
        let (before, after) = (without_suffix(pair.urls.0), without_suffix(pair.urls.1));
        if path.is_empty() || before.is_empty() || !self.can_change(pair.file) {
            return None;
        }
        // This is the case for most links.
        if before == after && !self.moves.affect(pair.file) && self.stays(before) {
            return None;
        }
        // A URL without a version always points to the last version, even if the link is in a copy.
        if self.moves.are_copies && path.starts_with('/') && !is_markdown(path) {
            return None;
        }
        let release = self.release_of(before, around);
        let before = release.as_deref().unwrap_or(before);
        let released = self.released(path, pair.file, around, (before, after));
        let (target, url) = released.or_else(|| self.target(path, pair.file, before))?;
        let new_file = self.moves.new_path(pair.file)?;
        let is_detour = url.as_deref() == Some(after);
        if is_detour && (new_file.parent() == pair.file.parent() || !is_direct(pair.file, path)) {
            return None;
        }
        let written = Written {
            path,
            file: (pair.file, &new_file),
            page: around.routes,
            home: &self.pairs.after.locales[around.locale].home,
            base_url: &self.pairs.after.config.site.base_url,
            dotted: *self.dotted.get_or_init(|| is_dotted(self.pairs.whole)),
        };
        let candidates = written.candidates(&target, self.moves);
        if is_detour && candidates.first().is_none_or(|new| decode_path(new) == decode_path(path)) {
            return None;
        }
        let ranges = text(pair.file).map(|text| located(&text, pair, path)).unwrap_or_default();
        let (file, written) = (pair.file.clone(), pair.written.to_owned());
        Some(Wrong { file, ranges, span: pair.span, written, candidates, is_detour })
    }

    /// If a page of a new version links to an unreleased page of another set, returns the URL of the page's latest release.
    /// The links of released pages open released pages.
    fn release_of(&self, url: &str, around: Around<'_>) -> Option<String> {
        let before = self.pairs.before;
        let page = &before.pages[*self.by_url.get(url).filter(|_| self.moves.are_copies)?];
        let (own, found) = (&before.versions[around.version?], &before.versions[page.version?]);
        let is_unreleased = found.name == "current" && !found.last && found.docs != own.docs;
        let mut others = page.in_versions.iter().filter(|_| is_unreleased);
        let (_, route) = others.find(|(version, _)| before.versions[*version].last)?;
        Some(before.config.addressing().href(route))
    }

    /// If a link contains the path of a page's file, but opens the page's latest release, returns the release as the
    /// link's target, and the URL that the link must have after the moves. The link must not contain the path of the
    /// release's file. Otherwise, it wouldn't follow the next release.
    fn released(
        &self,
        path: &str,
        file: &SourcePath,
        around: Around<'_>,
        (url, new_url): (&str, &str),
    ) -> Option<(Target, Option<String>)> {
        let before = self.pairs.before;
        let decoded = decode_path(path);
        let named = match (decoded.strip_prefix('/'), is_markdown(&decoded)) {
            (Some(below), true) => vec![SourcePath::new(format!("content/{below}")), SourcePath::new(below)],
            (Some(_), false) => return None,
            (None, true) => vec![file.join_sibling(&decoded)],
            (None, false) => ENDS.iter().map(|end| file.join_sibling(&format!("{decoded}{end}"))).collect(),
        };
        let named = named.iter().find_map(|named| self.by_file.get(&(around.locale, named.in_content()?)))?;
        let index = *self.by_url.get(url).filter(|opened| *opened != named)?;
        let (named, opened) = (&before.pages[*named], &before.pages[index]);
        let new = self.pairs.after(index)?.route.clone();
        let file = named.parsed().and_then(|parsed| self.moves.new_path(&parsed.source.path));
        let target = Target::Release { old: opened.route.clone(), new: new.clone(), file };
        let set = |version: Option<usize>| version.map(|version| before.versions[version].docs);
        // In a file that several versions include, one path can't have the right target in every version.
        if set(around.version) == set(opened.version) {
            return Some((target, Some(new_url.to_owned())));
        }
        let is_last = opened.version.is_some_and(|version| before.versions[version].last);
        let url = self.pairs.after.config.addressing().href(&new);
        is_last.then_some((target, Some(url)))
    }

    /// Returns a link's target, and the URL that the link must have after the moves. Returns `None` for a link that the
    /// moves can't affect, or whose target is removed.
    fn target(&self, path: &str, file: &SourcePath, url: &str) -> Option<(Target, Option<String>)> {
        let (before, after) = (self.pairs.before, self.pairs.after);
        let at = after.config.addressing();
        if let Some(&index) = self.by_url.get(url) {
            let page = self.pairs.after(index)?;
            let file = page.parsed().map(|parsed| parsed.source.path.clone());
            // The files of versions that are built from Git aren't on disk.
            let file = file.filter(|file| after.config.docs.past_version(file).is_none());
            let (old, new) = (before.pages[index].route.clone(), page.route.clone());
            let url = at.href(&new);
            return Some((Target::Page { old, new, file }, Some(url)));
        }
        let decoded = decode_path(path);
        let is_asset = |file: &SourcePath| {
            before.assets.get(file).is_some_and(|out| at.file_href(&OutPath::new(out)) == url)
        };
        let original = original_of(&before.config, file);
        let beside = std::iter::once(file).chain(&original);
        let mut files = beside.flat_map(|file| [&*decoded, path].map(|path| file.join_sibling(path)));
        if let Some(file) = files.find(is_asset) {
            let file = self.moves.new_path(&file)?;
            let url = after.assets.get(&file).map(|out| at.file_href(&OutPath::new(out)));
            return Some((Target::File(file), url));
        }
        let file = SourcePath::in_static(&decode_path(url.strip_prefix(&*at.base_url)?));
        before.static_files.binary_search(&file).ok()?;
        let file = self.moves.new_path(&file)?;
        let file = file.strip_dir("static")?;
        Some((Target::Static(file.to_owned()), Some(at.file_href(&OutPath::new(file)))))
    }
}

/// Returns a destination without its query and fragment.
fn without_suffix(written: &str) -> &str {
    let end = written.bytes().position(|byte| matches!(byte, b'?' | b'#'));
    end.map_or(written, |end| &written[..end])
}

/// Whether a relative path is the shortest path from a file.
fn is_direct(file: &SourcePath, path: &str) -> bool {
    let decoded = decode_path(path);
    let shortest = relative(file.parent(), file.join_sibling(&decoded).as_str());
    let bare = |path: &str| path.trim_start_matches("./").to_owned();
    !path.starts_with('/') && bare(&shortest) == bare(&decoded)
}

/// Whether at least half of a site's links to Markdown files in the same folder start with `./`.
fn is_dotted(site: &Site) -> bool {
    let targets = site.pages.iter().filter_map(|page| page.parsed());
    let targets = targets.flat_map(|parsed| &parsed.metadata.links).map(|link| without_suffix(&link.target));
    let (mut dotted, mut bare) = (0, 0);
    for target in targets.filter(|target| target.ends_with(".md") || target.ends_with(".mdx")) {
        match target {
            _ if target.starts_with("./") => dotted += 1,
            _ if target.starts_with('.') || target.starts_with('/') || target.contains("://") => {}
            _ => bare += 1,
        }
    }
    dotted >= bare
}

/// Locates the path of a link: in the link's own range or, for a link that a component renders, in every string outside
/// code and comments.
fn located(text: &str, pair: &Pair<'_>, path: &str) -> Vec<Range<usize>> {
    let span = pair.span.range();
    let within = |range: Range<usize>| -> Vec<Range<usize>> {
        let found = text[range.clone()].match_indices(path);
        let found = found.map(|(at, _)| range.start + at..range.start + at + path.len());
        found.filter(|found| is_whole(text, found)).collect()
    };
    match text.get(span.clone()) {
        Some(slice) if pair.is_exact && slice.starts_with(path) => {
            std::iter::once(span.start..span.start + path.len()).collect()
        }
        Some(_) if pair.is_exact => within(span).into_iter().take(1).collect(),
        _ => within(0..text.len()).into_iter().filter(|found| is_shown(text, found.start)).collect(),
    }
}

/// Whether a range of text is a whole path: between quotes or parentheses.
fn is_whole(text: &str, range: &Range<usize>) -> bool {
    let before = text[..range.start].chars().next_back();
    let after = text[range.end..].chars().next();
    // In text, `<` starts a destination only after `(` or, in a link definition, after `:`.
    let is_destination = || text[..range.start - 1].trim_end().ends_with(['(', ':']);
    before.is_some_and(|c| matches!(c, '"' | '\'' | '`' | '(' | '=') || c == '<' && is_destination())
        && after.is_none_or(|c| matches!(c, '"' | '\'' | '`' | ')' | '>' | '#' | '?' | ' ' | '\n'))
}

/// Whether the text at an offset is neither in code nor in a comment.
fn is_shown(text: &str, at: usize) -> bool {
    let is_in = |open: &str, close: &str| {
        text[..at].rfind(open).is_some_and(|start| !text[start + open.len()..at].contains(close))
    };
    !is_in_fence(text, at) && !is_in("{/*", "*/") && !is_in("<!--", "-->") && !is_in_code_span(text, at)
}

/// Whether an offset is in inline code (CommonMark 6.1), which ends with its paragraph. A template literal starts after a
/// brace or an equal sign.
fn is_in_code_span(text: &str, at: usize) -> bool {
    let run = |from: usize| text[from..].bytes().take_while(|byte| *byte == b'`').count();
    let mut next = text[..at].rfind("\n\n").map_or(0, |end| end + 2);
    while let Some(start) = text[next..at].find('`').map(|start| next + start) {
        let length = run(start);
        let (mut from, fence) = (start + length, "`".repeat(length));
        let end = loop {
            let Some(found) = text[from..].find(&fence).map(|found| from + found) else { return false };
            if run(found) == length {
                break found;
            }
            from = found + run(found);
        };
        if end >= at {
            let is_paragraph = !text[start..at].contains("\n\n") && !text[at..end].contains("\n\n");
            return is_paragraph && !text[..start].ends_with(['{', '=']);
        }
        next = end + length;
    }
    false
}

/// Whether an offset is in a fenced code block.
fn is_in_fence(text: &str, at: usize) -> bool {
    let fences = text[..at].lines().filter(|line| {
        let line = line.trim_start();
        line.starts_with("```") || line.starts_with("~~~")
    });
    fences.count() % 2 == 1
}

/// Returns the pages by their paths before the moves, with their paths after the moves.
pub(super) fn new_routes(pairs: &Pairs<'_>) -> HashMap<RoutePath, RoutePath> {
    pairs.with_new_paths().map(|(before, after)| (before.route.clone(), after.route.clone())).collect()
}
