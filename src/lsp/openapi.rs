//! OpenAPI files: references, operations, and who refers to them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use lsp_types::{
    CompletionItemKind, DocumentSymbol, Location, ReferenceParams, SymbolKind, TextDocumentPositionParams,
};
use serde_json::Value;

use super::completion::{Around, Found, Suggestion, suggest};
use super::links::links_to;
use super::places::Lines;
use super::{Asked, snapshot::Snapshot};
use crate::openapi::{File, NodeId, Part, read};
use crate::path::SourcePath;
use crate::refactor::relative;
use crate::site::Page;
use crate::source::Source;

/// Returns the site's OpenAPI files.
fn files(site: &Snapshot) -> BTreeMap<SourcePath, Arc<File>> {
    let files = site.sources.openapi.files.iter();
    files.map(|(path, loaded)| (path.clone(), Arc::clone(&loaded.file))).collect()
}

/// Returns the file with the editor's text.
fn own<'s>(asked: &Asked<'s>) -> Option<Cow<'s, Arc<File>>> {
    let known = asked.site.sources.openapi.files.get(asked.file)?;
    if *known.source.text == *asked.text {
        return Some(Cow::Borrowed(&known.file));
    }
    Some(Cow::Owned(Arc::new(read(&Source::new(asked.file.clone(), asked.text)).0)))
}

/// Returns the place that a reference or the ID of an operation refers to.
pub(super) fn definition(asked: &Asked<'_>) -> Option<Value> {
    let params: TextDocumentPositionParams = asked.params()?;
    let offset = Lines::new(asked.text).offset(params.position);
    let (own, files) = (own(asked)?, files(asked.site));
    let location = match target_at(&own, &files, offset) {
        Some((file, id)) => asked.site.location(&file.path, file.location(id)),
        None => {
            let id = own.value_at(offset).filter(|id| own.key(*id) == Some("operationId"))?;
            place_of_id(asked.site, own.string_value(id)?)
        }
    };
    serde_json::to_value(location?).ok()
}

/// Returns the value that the reference at an offset refers to.
fn target_at<'f>(
    file: &'f File,
    files: &'f BTreeMap<SourcePath, Arc<File>>,
    offset: usize,
) -> Option<(&'f File, NodeId)> {
    let around = |span: crate::diag::Span| span.range().start <= offset && offset <= span.range().end;
    let (_, text) = file.written_references().find(|(span, _)| around(*span))?;
    file.target(text, files)
}

/// Returns the references to the value that a reference refers to, or to the value itself. For an operation, also
/// returns the links and requests on pages.
pub(super) fn references(asked: &Asked<'_>) -> Option<Value> {
    let params: ReferenceParams = asked.params()?;
    let offset = Lines::new(asked.text).offset(params.text_document_position.position);
    let (own, files) = (own(asked)?, files(asked.site));
    let (file, at) = match target_at(&own, &files, offset) {
        Some(target) => target,
        None => (&**own, own.value_at(offset)?),
    };
    // The part that contains the value, or the value itself.
    let parts: Vec<NodeId> = file.parts().into_iter().map(|part| part.id).collect();
    let above = || std::iter::successors(Some(at), |id| file.parent(*id));
    let wanted = above().find(|id| parts.contains(id)).unwrap_or(at);
    let pointer = file.pointer(wanted);
    let mut found: Vec<Location> = Vec::new();
    for other in files.values() {
        let same = other.written_references().filter(|(_, text)| {
            let target = other.target(text, &files);
            target.is_some_and(|(there, id)| there.path == file.path && there.pointer(id) == pointer)
        });
        found.extend(same.filter_map(|(span, _)| asked.site.location(&other.path, span)));
    }
    for page in pages_of(asked.site, &file.path, &pointer) {
        let links = links_to(asked.site, page, None).into_iter();
        found.extend(links.filter_map(|link| asked.site.location(&link.file, link.span.into())));
    }
    serde_json::to_value(found).ok()
}

/// Returns the pages of the operation at a place, in every locale.
fn pages_of<'s>(site: &'s Snapshot, file: &SourcePath, pointer: &str) -> Vec<&'s Page> {
    let Some(all) = site.site() else { return Vec::new() };
    let is_it = |page: &&Page| {
        site.operation(page).is_some_and(|(api, which)| {
            let place = &all.apis[api].operation(which).place;
            *place.pointer == *pointer && all.apis[api].api.files.get(place.file as usize) == Some(file)
        })
    };
    all.pages.iter().map(|page| &**page).filter(is_it).collect()
}

/// Returns the place of the operation with an ID.
fn place_of_id(site: &Snapshot, id: &str) -> Option<Location> {
    let pages = site.site()?.pages.iter();
    let mut all = pages.filter_map(|page| site.about_operation(page));
    all.find_map(|(own, _, place)| (own.as_deref() == Some(id)).then_some(place))
}

/// Returns the operations and components of a file.
pub(super) fn symbols(asked: &Asked<'_>) -> Option<Value> {
    let own = own(asked)?;
    let lines = Lines::new(asked.text);
    let symbol = |part: Part<'_>| {
        let (key, value) = (own.location(part.id).range(), own.extent(part.id).range());
        #[allow(deprecated, reason = "the field is required")]
        DocumentSymbol {
            name: part.name,
            detail: Some(part.detail.to_owned()).filter(|detail| !detail.is_empty()),
            kind: if part.is_operation { SymbolKind::METHOD } else { SymbolKind::STRUCT },
            tags: None,
            deprecated: None,
            range: lines.range(key.start.min(value.start)..value.end.max(key.end)),
            selection_range: lines.range(key),
            children: None,
        }
    };
    // A document can contain an empty key.
    let parts = own.parts().into_iter().filter(|part| !part.name.is_empty());
    serde_json::to_value(parts.map(symbol).collect::<Vec<_>>()).ok()
}

/// Completes a reference.
pub(super) fn complete(asked: &Asked<'_>) -> Option<Value> {
    suggest(asked, |around| references_at(asked, around))
}

/// Returns the components of this file, other files, and their components, if a reference is at the end of the text.
fn references_at(asked: &Asked<'_>, around: &Around<'_>) -> Option<Found> {
    let (before, typed) = around.line.rsplit_once("$ref")?;
    let typed = typed.trim_start_matches(['"', '\'']).trim_start().strip_prefix(':')?.trim_start();
    let is_in_comment = before.trim_start().starts_with('#');
    let typed = typed.strip_prefix(['"', '\'']).unwrap_or(typed);
    if is_in_comment || typed.contains(['"', '\'', ' ']) {
        return None;
    }
    let mut found = Vec::new();
    for (path, loaded) in &asked.site.sources.openapi.files {
        let is_own = path == asked.file;
        // The reference that's being written can make the file invalid.
        let tree = if is_own && loaded.file.broken {
            Cow::Owned(without_line(asked, around))
        } else {
            Cow::Borrowed(&loaded.file)
        };
        let file = if is_own { String::new() } else { relative_path(asked.file, path) };
        if !is_own {
            found.push(Suggestion::new(&*file, CompletionItemKind::FILE));
        }
        let parts = tree.parts().into_iter().filter(|part| !part.is_operation);
        found.extend(parts.map(|part| {
            let text = format!("{file}#{}", tree.pointer(part.id));
            Suggestion::new(text, CompletionItemKind::STRUCT).with_detail(part.detail)
        }));
    }
    found.sort_by_key(|one| !one.text.starts_with('#'));
    Some((typed.len(), found))
}

/// Reads the file without the line at the cursor.
fn without_line(asked: &Asked<'_>, around: &Around<'_>) -> Arc<File> {
    let line = crate::source::line_at(asked.text, around.before.len());
    let text = [&asked.text[..line.start], &asked.text[line.end..]].concat();
    Arc::new(read(&Source::new(asked.file.clone(), &text)).0)
}

/// Returns the relative path of a file, as references contain it.
fn relative_path(from: &SourcePath, path: &SourcePath) -> String {
    let path = relative(from.parent(), path.as_str());
    if path.starts_with('.') { path } else { format!("./{path}") }
}
