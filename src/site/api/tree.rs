//! The sidebar of a document: its first page, its tags with their operations, its webhooks, and its schemas.
//!
//! Documents can have thousands of entries, and every page includes the sidebar, so long lists are split into portions.

use std::ops::Range;

use super::super::nav::{Category, Node, NodeKind};
use super::super::{Locale, Words};
use super::{MOST_ENTRIES, SiteApi, portions};
use crate::config::SchemaPages;
use crate::openapi::{self, Api, Operation, OperationRef, SchemaId, TagGroup};

/// Returns the sidebar of a document: its first page, its tags (in groups) with their operations, its webhooks, and its
/// schemas.
pub(super) fn sidebar(api: &SiteApi, locale: &Locale, words: &Words<'_>) -> Vec<Node> {
    let mut nodes = vec![Node::new("intro", api.title.as_str(), NodeKind::Page(api.intro_route(locale)))];
    if let Some(route) = api.changes_route(locale) {
        nodes.push(Node::new("changes", words(&locale.code, "api_changes"), NodeKind::Page(route)));
    }
    let document = &api.api;
    if document.groups.is_empty() {
        let roots = (0..document.tags.len()).filter(|tag| document.tags[*tag].parent.is_none());
        nodes.extend(in_portions("tags", roots.filter_map(|tag| tag_node(api, locale, tag, 0)).collect()));
    }
    let folded = api.folds_groups();
    let group = |(index, group): (usize, &TagGroup)| {
        let tags = group.tags.iter().map(|tag| *tag as usize);
        let items: Vec<Node> = tags
            .filter(|tag| document.tags[*tag].parent.is_none_or(|parent| !group.tags.contains(&parent)))
            .filter_map(|tag| tag_node(api, locale, tag, 0))
            .collect();
        let label = if group.label.is_empty() && folded {
            words(&locale.code, "api_groups_other")
        } else {
            group.label.to_string()
        };
        section(format!("group:{index}"), label, items, folded)
    };
    let groups: Vec<Node> = document.groups.iter().enumerate().filter_map(group).collect();
    nodes.extend(in_portions("groups", groups));
    let loose = document.webhooks.iter().enumerate().filter(|(_, webhook)| webhook.tags.is_empty());
    let webhooks: Vec<Node> =
        loose.map(|(index, _)| operation_node(api, locale, OperationRef::Webhook(index as u32))).collect();
    nodes.extend(section("webhooks".into(), words(&locale.code, "api_webhooks"), webhooks, true));
    if api.config.schema_pages == SchemaPages::All {
        let schema = |schema: &SchemaId| {
            let route = api.schema_route(locale, *schema)?;
            let label = schema_label(document, *schema, || words(&locale.code, "api_schema"));
            Some(Node::new(format!("schema:{}", schema.0), label, NodeKind::Page(route)))
        };
        let schemas: Vec<Node> = document.schemas.named.iter().filter_map(schema).collect();
        nodes.extend(section("schemas".into(), words(&locale.code, "api_schemas"), schemas, true));
    }
    nodes
}

/// Returns the entries of a category, with a subcategory for each portion if there are more than [`MOST_ENTRIES`]. The
/// label of a subcategory contains the labels of its first and last entries.
fn in_portions(key: &str, items: Vec<Node>) -> Vec<Node> {
    if items.len() <= MOST_ENTRIES {
        return items;
    }
    let (count, mut items) = (items.len(), items.into_iter());
    let category = |portion: Range<usize>| {
        let items: Vec<Node> = items.by_ref().take(portion.len()).collect();
        let [first, last] = [items.first(), items.last()].map(|node| node.map_or("", |node| &node.label));
        let (first, last) = (shortened(first), shortened(last));
        let label = if first == last { first } else { format!("{first} – {last}") };
        let category = Category { route: None, collapsed: true, collapsible: true, items };
        let key = format!("{key}:{}", portion.start);
        Node::new(key, label, NodeKind::Category(category))
    };
    portions(count).map(category).collect()
}

/// The maximum length of a label in the label of a portion, in characters.
const LABEL: usize = 32;

fn shortened(label: &str) -> String {
    match label.char_indices().nth(LABEL) {
        Some((end, _)) => format!("{}…", label[..end].trim_end()),
        None => label.to_owned(),
    }
}

fn section(key: String, label: String, items: Vec<Node>, collapsible: bool) -> Option<Node> {
    let items = in_portions(&key, items);
    let category = Category { route: None, collapsed: collapsible, collapsible, items };
    (!category.items.is_empty()).then(|| Node::new(key, label, NodeKind::Category(category)))
}

/// The maximum depth of tags in a sidebar. Documents can nest tags to any depth.
const TAG_DEPTH: usize = 8;

/// Returns a tag with its operations and child tags, except child tags that are nested too deeply. A tag without
/// operations still has a page. Returns `None` if the tag is only a label for operations.
fn tag_node(api: &SiteApi, locale: &Locale, tag: usize, depth: usize) -> Option<Node> {
    let own = &api.api.tags[tag];
    if own.mark {
        return None;
    }
    let first = |operation: &Operation| operation.tags.first() == Some(&(tag as u32));
    let listed = |which: &OperationRef| first(api.operation(*which));
    let listed = own.all_operations().filter(listed);
    let mut items: Vec<Node> = listed.map(|which| operation_node(api, locale, which)).collect();
    if depth < TAG_DEPTH {
        let children =
            (0..api.api.tags.len()).filter(|child| api.api.tags[*child].parent == Some(tag as u32));
        items.extend(children.filter_map(|child| tag_node(api, locale, child, depth + 1)));
    }
    let items = in_portions(&format!("tag:{}", own.slug), items);
    let route = api.tag_route(locale, tag);
    let kind = if items.is_empty() {
        NodeKind::Page(route)
    } else {
        NodeKind::Category(Category { route: Some(route), collapsed: true, collapsible: true, items })
    };
    Some(Node::new(format!("tag:{}", own.slug), &*own.label, kind))
}

fn operation_node(api: &SiteApi, locale: &Locale, which: OperationRef) -> Node {
    let operation = api.operation(which);
    let route = api.operation_route(locale, which);
    let newest = api.history.as_ref().and_then(|history| history.operation(which).newest());
    let classes = [
        operation.deprecated.then(|| "api-deprecated".to_owned()),
        newest.map(|version| format!("api-in-{version}")),
    ];
    let classes: Vec<String> = classes.into_iter().flatten().collect();
    Node {
        class_name: (!classes.is_empty()).then(|| classes.join(" ")),
        method: Some(match which {
            OperationRef::Path(_) => operation.method.clone(),
            OperationRef::Webhook(_) => "EVENT".into(),
        }),
        ..Node::new(&*operation.slug, &*operation.title, NodeKind::Page(route))
    }
}

pub(super) fn schema_label(api: &Api, schema: SchemaId, otherwise: impl FnOnce() -> String) -> String {
    let schema = &api.schemas[schema];
    schema
        .name
        .as_deref()
        .or(schema.title.as_deref())
        .map_or_else(otherwise, |name| openapi::label(name).into())
}
