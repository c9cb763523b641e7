//! Symbols: the headings of a page, and the pages and operations of a site.

use lsp_types::{DocumentSymbol, SymbolKind};
use serde_json::{Value, json};

use super::Asked;
use super::places::Lines;
use super::snapshot::Snapshot;

/// The maximum number of symbols to return for a query. Editors ask again when the query gets longer.
const MOST: usize = 200;

/// Returns the headings of a page as a tree.
pub(super) fn in_document(asked: &Asked<'_>) -> Option<Value> {
    let parsed = asked.site.parsed(asked.file, asked.text)?;
    let document = parsed.document();
    let lines = Lines::new(asked.text);
    let own = document.headings.iter().zip(&document.heading_places).filter(|(_, (file, _))| file.is_none());
    let headings: Vec<_> =
        own.map(|(heading, (_, span))| (heading.level, &*heading.text, span.range())).collect();
    let mut open: Vec<(u8, DocumentSymbol)> = Vec::new();
    let mut done = Vec::new();
    fn close(open: &mut Vec<(u8, DocumentSymbol)>, done: &mut Vec<DocumentSymbol>, level: u8) {
        while open.last().is_some_and(|(last, _)| *last >= level) {
            let Some((_, symbol)) = open.pop() else { return };
            match open.last_mut() {
                Some((_, parent)) => parent.children.get_or_insert_default().push(symbol),
                None => done.push(symbol),
            }
        }
    }
    for (index, (level, text, range)) in headings.iter().enumerate() {
        close(&mut open, &mut done, *level);
        // A section ends before the next heading of the same or a higher level.
        let next = headings[index + 1..].iter().find(|(other, ..)| other <= level);
        let end = next.map_or(asked.text.len(), |(_, _, range)| range.start);
        #[allow(deprecated, reason = "the field is required")]
        let symbol = DocumentSymbol {
            name: if text.is_empty() { "#".to_owned() } else { (*text).to_owned() },
            detail: None,
            kind: SymbolKind::STRING,
            tags: None,
            deprecated: None,
            range: lines.range(range.start..end),
            selection_range: lines.range(range.clone()),
            children: None,
        };
        open.push((*level, symbol));
    }
    close(&mut open, &mut done, 0);
    serde_json::to_value(done).ok()
}

/// Returns the pages whose titles or paths contain the query, in any case, and operations also by their IDs.
pub(super) fn in_sites<'s>(sites: impl Iterator<Item = &'s Snapshot>, query: &str) -> Value {
    let query = query.to_lowercase();
    let mut found = Vec::new();
    for snapshot in sites {
        let Some(site) = snapshot.site() else { continue };
        for page in &site.pages {
            let operation = snapshot.about_operation(page);
            let (id, name) = operation.map_or((None, None), |(id, name, _)| (id, Some(name)));
            let has = |text: &Option<String>| {
                text.as_ref().is_some_and(|text| text.to_lowercase().contains(&query))
            };
            let is_wanted = page.title.to_lowercase().contains(&query)
                || page.route.as_str().contains(&*query)
                || has(&id)
                || has(&name);
            if is_wanted && let Some(location) = snapshot.place_of(page, None) {
                found.push(json!({
                    "name": id.as_deref().unwrap_or(&page.title),
                    "kind": if name.is_some() { SymbolKind::METHOD } else { SymbolKind::FILE },
                    "location": location,
                    "containerName": name.as_deref().unwrap_or(page.route.as_str()),
                }));
            }
            if found.len() == MOST {
                return found.into();
            }
        }
    }
    found.into()
}
