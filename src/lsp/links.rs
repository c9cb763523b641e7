//! Links: what they refer to, who refers to a page or heading, and the new name of a heading's ID.

use std::collections::HashMap;
use std::ops::Range;

use lsp_types::{
    Hover, HoverContents, Location, MarkupContent, MarkupKind, PrepareRenameResponse, ReferenceParams,
    RenameParams, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::Value;

use super::places::Lines;
use super::{Asked, components, snapshot::Snapshot};
use crate::component::without_parameters;
use crate::markdown::{Metadata, Request};
use crate::path::{SourcePath, decode_path};
use crate::site::Page;

/// What a link refers to.
enum Target<'s> {
    /// A page, and the ID of a heading on it.
    Page(&'s Page, Option<String>),
    /// Another file of the site.
    File(SourcePath),
}

/// Returns the pages' cards: title, description, and path. In the config, returns the description of the key.
pub(super) fn hover(asked: &Asked<'_>) -> Option<Value> {
    let params: TextDocumentPositionParams = asked.params()?;
    let lines = Lines::new(asked.text);
    let offset = lines.offset(params.position);
    let (range, text) = if asked.file.extension() == "toml" {
        super::completion::config_key(asked, offset)?
    } else if let Some(found) = components::describe(asked, offset) {
        found
    } else {
        let (range, target) = target_at(asked, offset)?;
        (range, describe(&target)?)
    };
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    serde_json::to_value(Hover { contents, range: Some(lines.range(range)) }).ok()
}

/// Returns the place that a link, an image, or a path refers to.
pub(super) fn definition(asked: &Asked<'_>) -> Option<Value> {
    let params: TextDocumentPositionParams = asked.params()?;
    let offset = Lines::new(asked.text).offset(params.position);
    let place = match target_at(asked, offset)?.1 {
        Target::Page(page, anchor) => asked.site.place_of(page, anchor.as_deref()),
        Target::File(path) => asked.site.location(&path, (0..0).into()),
    };
    serde_json::to_value(place?).ok()
}

/// Returns the links to a heading or a page: to the target of a link, to a heading, or, anywhere else, to the page.
pub(super) fn references(asked: &Asked<'_>) -> Option<Value> {
    let params: ReferenceParams = asked.params()?;
    let offset = Lines::new(asked.text).offset(params.text_document_position.position);
    let site = asked.site.site()?;
    let own = || {
        let page = &site.pages[asked.site.page_of(asked.file)?];
        Some(Target::Page(page, heading_at(asked, offset).map(|(_, id)| id)))
    };
    let (page, anchor) = match target_at(asked, offset).map(|(_, target)| target).or_else(own)? {
        Target::Page(page, anchor) => (page, anchor),
        Target::File(_) => return None,
    };
    let found: Vec<Location> = links_to(asked.site, page, anchor.as_deref())
        .into_iter()
        .filter_map(|link| asked.site.location(&link.file, link.span.into()))
        .collect();
    serde_json::to_value(found).ok()
}

/// Returns the ID of the heading that can be renamed.
pub(super) fn prepare_rename(asked: &Asked<'_>) -> Option<Value> {
    let params: TextDocumentPositionParams = asked.params()?;
    let lines = Lines::new(asked.text);
    let (range, id) = heading_at(asked, lines.offset(params.position))?;
    let range = lines.range(own_id(asked.text, &range, &id).unwrap_or(range));
    serde_json::to_value(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: id }).ok()
}

/// Gives a heading a new ID, and changes all links to it.
#[allow(clippy::mutable_key_type, reason = "the protocol's type has URIs as keys")]
pub(super) fn rename(asked: &Asked<'_>) -> Option<Value> {
    let params: RenameParams = asked.params()?;
    let lines = Lines::new(asked.text);
    let (range, id) = heading_at(asked, lines.offset(params.text_document_position.position))?;
    let new = params.new_name.trim().trim_start_matches('#');
    let is_name = !new.is_empty() && !new.contains(|c: char| c.is_whitespace() || "{}#\"'<>()".contains(c));
    let site = asked.site.site()?;
    let page = &site.pages[asked.site.page_of(asked.file)?];
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    let (at, text) = match own_id(asked.text, &range, &id) {
        Some(range) => (range, new.to_owned()),
        None => new_id(asked.text, &range, new),
    };
    let own = TextEdit { range: lines.range(at), new_text: text };
    changes.insert(params.text_document_position.text_document.uri, vec![own]);
    for link in links_to(asked.site, page, Some(&id)) {
        let source = asked.site.source(&link.file)?;
        let written = source.text.get(link.span.clone())?;
        // In the source, the ID can be encoded.
        let Some((at, mark)) = written.match_indices('#').find_map(|(at, _)| {
            let rest = &written[at + 1..];
            let length = rest.find(|c: char| c.is_whitespace() || ")>\"'".contains(c)).unwrap_or(rest.len());
            (decode_path(&rest[..length]) == *id).then_some((at + 1, length))
        }) else {
            continue;
        };
        let start = link.span.start + at;
        let place = asked.site.location(&link.file, (start..start + mark).into())?;
        changes.entry(place.uri).or_default().push(TextEdit { range: place.range, new_text: new.to_owned() });
    }
    is_name.then_some(())?;
    serde_json::to_value(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }).ok()
}

/// Describes a page or a heading in Markdown.
fn describe(target: &Target<'_>) -> Option<String> {
    let Target::Page(page, anchor) = target else { return None };
    let metadata = page.document().map(|parsed| &parsed.metadata);
    let heading = anchor.as_deref().and_then(|anchor| {
        let headings = metadata?.headings.iter();
        headings.clone().find(|heading| *heading.id == *anchor).map(|heading| &*heading.text)
    });
    let mut text = format!("**{}**", page.title);
    if let Some(heading) = heading {
        text.push_str(&format!(" › {heading}"));
    }
    let summary = metadata.and_then(|metadata| metadata.summary.as_deref());
    if let Some(description) = page.description.as_deref().or(summary) {
        text.push_str(&format!("\n\n{description}"));
    }
    text.push_str(&format!("\n\n`{}`", page.route.as_str()));
    Some(text)
}

/// Returns the links and images in a file itself, each with its location and destination.
fn written(metadata: &Metadata) -> impl Iterator<Item = (Range<usize>, &str)> {
    let imported = || metadata.imported.iter();
    let links = metadata.links.iter().enumerate();
    let links = links.filter(move |(index, _)| !imported().any(|one| one.links.contains(&(*index as u32))));
    let images = metadata.images.iter().enumerate();
    let images =
        images.filter(move |(index, _)| !imported().any(|one| one.images.contains(&(*index as u32))));
    let links = links.map(|(_, link)| (link.span.range(), &*link.target));
    links.chain(images.map(|(_, image)| (image.span.range(), &*image.target)))
}

/// Returns the link, image, or path at an offset, and what it refers to.
fn target_at<'s>(asked: &Asked<'s>, offset: usize) -> Option<(Range<usize>, Target<'s>)> {
    let parsed = asked.site.parsed(asked.file, asked.text)?;
    let around = |range: &Range<usize>| range.start <= offset && offset <= range.end;
    let links = written(&parsed.metadata).filter(|(range, _)| around(range));
    match links.min_by_key(|(range, _)| range.len()) {
        Some((range, target)) => Some((range, resolve(asked, target)?)),
        None => request_at(asked, &parsed.metadata, offset)
            .or_else(|| path_at(asked, &parsed.metadata, offset))
            .or_else(|| {
                let (range, file) = components::definition(asked, offset)?;
                Some((range, Target::File(file)))
            }),
    }
}

/// Returns the location of a request in a file: its method and URL.
fn range_of(request: &Request) -> Range<usize> {
    let range = request.span.range();
    range.start.saturating_sub(request.method.len() + 1)..range.end
}

/// Returns the request at an offset, and the page of its operation.
fn request_at<'s>(
    asked: &Asked<'s>,
    metadata: &Metadata,
    offset: usize,
) -> Option<(Range<usize>, Target<'s>)> {
    let mut own = metadata.requests.iter().filter(|request| request.file.is_none());
    let request = own.find(|request| {
        let range = range_of(request);
        range.start <= offset && offset <= range.end
    })?;
    let site = asked.site.site()?;
    let resolved = &site.resolved[asked.site.page_of(asked.file)?].requests;
    let (_, href) = resolved.iter().find(|(name, _)| *name == name_of(request))?;
    Some((range_of(request), Target::Page(asked.site.page_at(&href.href)?.0, None)))
}

/// Returns the name of a request in [`crate::site::Resolved::requests`].
fn name_of(request: &Request) -> String {
    format!("{} {}", request.method, request.url)
}

/// Returns what a destination in a file refers to.
fn resolve<'s>(asked: &Asked<'s>, target: &str) -> Option<Target<'s>> {
    let (snapshot, site) = (asked.site, asked.site.site()?);
    let index = snapshot.page_of(asked.file);
    if let Some(id) = target.strip_prefix('#') {
        return Some(Target::Page(&site.pages[index?], Some(id.to_owned())));
    }
    // The site has already resolved the links that aren't new.
    let known = index.and_then(|index| {
        let metadata = &site.pages[index].parsed()?.metadata;
        let at = metadata.links.iter().position(|link| *link.target == *target)?;
        site.resolved[index].links.get(at)
    });
    if let Some((page, anchor)) = known.and_then(|href| snapshot.page_at(&href.href)) {
        return Some(Target::Page(page, anchor.map(|anchor| decode_path(anchor).into_owned())));
    }
    let (path, anchor) =
        target.split_once('#').map_or((target, None), |(path, id)| (path, Some(id.to_owned())));
    let path = decode_path(path);
    let file = match path.strip_prefix('/') {
        Some(rest) => SourcePath::new(format!("content/{rest}")),
        None => asked.file.join_sibling(&path),
    };
    if let Some(page) = snapshot.page_of(&file) {
        return Some(Target::Page(&site.pages[page], anchor));
    }
    let fixed = SourcePath::in_static(path.trim_start_matches('/'));
    let is_static = site.static_files.binary_search(&fixed).is_ok();
    let of_site = is_static.then_some(fixed).or_else(|| site.assets.contains_key(&file).then_some(file));
    of_site.map(Target::File)
}

/// Returns the imported or included file that a quoted path at an offset refers to.
fn path_at<'s>(asked: &Asked<'_>, metadata: &Metadata, offset: usize) -> Option<(Range<usize>, Target<'s>)> {
    let before = asked.text[..offset].rfind(['"', '\'', '\n']).map_or(0, |at| at + 1);
    let end = asked.text[offset..].find(['"', '\'', '\n']).map_or(asked.text.len(), |at| offset + at);
    let written = &asked.text[before..end];
    let sibling = asked.file.join_sibling(written);
    let root = SourcePath::new(format!("content/{}", written.trim_start_matches('/')));
    let is_it = |path: &SourcePath| {
        // An import can leave out the extension.
        [&sibling, &root].into_iter().any(|one| {
            path.as_str()
                .strip_prefix(one.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    let files = metadata.imports.iter().map(|(path, _)| without_parameters(path));
    let found = files.filter(|_| !written.is_empty()).find(is_it)?;
    Some((before..end, Target::File(found)))
}

/// Returns the heading of this file on the line of an offset, and its ID.
fn heading_at(asked: &Asked<'_>, offset: usize) -> Option<(Range<usize>, String)> {
    let parsed = asked.site.parsed(asked.file, asked.text)?;
    let document = parsed.document();
    let lines = Lines::new(asked.text);
    let line = lines.number(offset);
    let mut all = document.headings.iter().zip(&document.heading_places);
    let (heading, (_, span)) = all.find(|(_, (file, span))| {
        let range = span.range();
        file.is_none() && (lines.number(range.start)..=lines.number(range.end)).contains(&line)
    })?;
    let first = lines.line(lines.number(span.range().start));
    Some((span.range().start..first.end, heading.id.to_string()))
}

/// Returns the location of an ID in the attribute list of a heading.
fn own_id(text: &str, heading: &Range<usize>, id: &str) -> Option<Range<usize>> {
    let line = text.get(heading.clone())?;
    let list = line.rfind('{')?;
    let at = list + line[list..].find(&format!("#{id}"))? + 1;
    Some(heading.start + at..heading.start + at + id.len())
}

/// Returns the change that adds an ID to a heading, to its attribute list if it has one.
fn new_id(text: &str, heading: &Range<usize>, id: &str) -> (Range<usize>, String) {
    let line = text[heading.clone()].trim_end();
    match line.rfind(" {").filter(|_| line.ends_with('}')) {
        Some(list) => {
            let at = heading.start + list + 2;
            (at..at, format!("#{id} "))
        }
        None => {
            let at = heading.start + line.len();
            (at..at, format!(" {{#{id}}}"))
        }
    }
}

/// A link on a page.
pub(super) struct LinkTo {
    pub file: SourcePath,
    pub span: Range<usize>,
}

/// Returns the links to a page, or only those to a heading on it, each once, in the order of files. The requests on pages
/// are links to the pages of operations.
pub(super) fn links_to(snapshot: &Snapshot, target: &Page, anchor: Option<&str>) -> Vec<LinkTo> {
    let Some(site) = snapshot.site() else { return Vec::new() };
    let wanted = site.config.addressing().href(&target.route);
    let mut found: Vec<LinkTo> = Vec::new();
    for (page, resolved) in site.pages.iter().zip(&site.resolved) {
        let Some(parsed) = page.document() else { continue };
        let metadata = &parsed.metadata;
        for (index, (link, href)) in metadata.links.iter().zip(&resolved.links).enumerate() {
            let (path, id) =
                href.href.split_once('#').map_or((&*href.href, None), |(path, id)| (path, Some(id)));
            let is_there = path == wanted && (anchor.is_none() || id.map(decode_path).as_deref() == anchor);
            if is_there {
                let of = metadata.imported.iter().find(|one| one.links.contains(&(index as u32)));
                let file = of.map_or(&parsed.source.path, |imported| &imported.file).clone();
                found.push(LinkTo { file, span: link.span.range() });
            }
        }
        let requests = metadata.requests.iter().filter(|request| {
            let mut same = resolved.requests.iter().filter(|(name, _)| *name == name_of(request));
            anchor.is_none() && same.any(|(_, href)| href.href == wanted)
        });
        found.extend(requests.map(|request| LinkTo {
            file: request.file.as_ref().unwrap_or(&parsed.source.path).clone(),
            span: range_of(request),
        }));
    }
    found.sort_by(|a, b| (&a.file, a.span.start).cmp(&(&b.file, b.span.start)));
    found.dedup_by(|a, b| a.file == b.file && a.span == b.span);
    found
}
