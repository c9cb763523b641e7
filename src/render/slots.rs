//! The HTML of the slots that the site's components fill.

use std::collections::BTreeMap;

use minijinja::Value;
use minijinja::value::ValueKind;

use super::{
    Messages, Renderer,
    client::ClientFiles,
    content::{self, Medium, WriteOptions},
};
use crate::component::slots::{Scope, Slot};
use crate::site::{Content, Filled, Site, parts_of};

/// The prefix for the names of templates that render the default content of a slot.
const DEFAULT: &str = "default/";

/// Returns the names of the templates that are the default content of slots, each with the template that adds the slot.
pub(super) fn wrappers(site: &Site) -> Vec<(&'static str, String)> {
    let mut slots: Vec<&'static Slot> = site.slots.pages.iter().flatten().map(|filled| filled.slot).collect();
    slots.sort_by_key(|slot| slot.name);
    slots.dedup_by_key(|slot| slot.name);
    let wrapper = |slot: &Slot, template: &str| {
        let values = if slot.scope == Scope::Post { "post.slots" } else { "slots" };
        let name = slot.name;
        format!(
            "{{% filter around({values}, \"{name}\") %}}{{% include \"{DEFAULT}{template}\" %}}{{% endfilter %}}"
        )
    };
    let of_slot = |slot: &'static Slot| slot.templates.iter().map(move |name| (*name, wrapper(slot, name)));
    slots.into_iter().flat_map(of_slot).collect()
}

/// If a template is the default content of a slot, returns the name that the template is registered under.
pub(super) fn inner_name(template: &str) -> String {
    format!("{DEFAULT}{template}")
}

/// Returns the name of a template, given the name that the template is registered under.
pub(super) fn own_name(known: &str) -> &str {
    known.strip_prefix(DEFAULT).unwrap_or(known)
}

/// The `around` filter, which puts a slot around its default content. If the slot isn't filled, only the content is
/// shown.
pub(super) fn around(content: &Value, slots: &Value, name: &str) -> Value {
    let parts = slots.get_attr(name).ok().filter(|parts| parts.kind() == ValueKind::Seq);
    let Some(parts) = parts.and_then(|parts| parts.try_iter().ok()) else { return content.clone() };
    let parts: Vec<String> = parts.map(|part| part.to_string()).collect();
    Value::from_safe_string(parts.join(content.as_str().unwrap_or_default()))
}

/// Returns the HTML of a slot, in parts. The slot's default content belongs between two parts.
fn parts(filled: &Filled, messages: &Messages, client: &ClientFiles<'_>, medium: Medium) -> Vec<String> {
    let document = &*filled.parsed.document();
    let options = WriteOptions { modules: Some(client), medium, ..WriteOptions::default() };
    content::write_parts(document, 0..document.events.len(), &filled.resolved, messages, options)
}

/// Returns the HTML of the slots in a locale's frame, keyed by the names in the frame's data. Slots without content are
/// left out.
pub(super) fn of_frame(
    site: &Site,
    locale: usize,
    messages: &Messages,
    client: &ClientFiles<'_>,
) -> BTreeMap<String, String> {
    let filled = site.slots.frame.get(locale).into_iter().flatten();
    let html = filled.map(|one| {
        let (first, rest) = one.slot.name.split_at(1);
        (first.to_lowercase() + rest, parts(one, messages, client, Medium::Page).concat())
    });
    html.filter(|(_, html)| !html.trim().is_empty()).collect()
}

impl Renderer<'_> {
    /// Returns the slots in a page's frame, on the page, and on the posts that the page lists.
    pub(super) fn slots_shown(&self, index: usize) -> impl Iterator<Item = &Filled> {
        let (site, page) = (self.site, &self.site.pages[index]);
        let list = match &page.content {
            Content::BlogList(list) if !site.slots.pages.is_empty() => Some(list),
            _ => None,
        };
        let posts = list
            .into_iter()
            .flat_map(|list| list.posts.iter().map(|post| &site.blogs[list.blog].posts[*post]));
        let pages = posts.filter_map(|post| site.page_index(&post.route));
        let of_posts = pages.flat_map(|page| site.slots.pages.get(page).into_iter().flatten());
        let of_posts = of_posts.filter(|filled| filled.slot.scope == Scope::Post);
        let parts = parts_of(&site.pages, index);
        let of_parts = parts.flat_map(|part| site.slots.pages.get(part).into_iter().flatten());
        let own = site.slots.on(index, page.locale).chain(of_parts);
        own.filter(|filled| filled.slot.scope != Scope::Post).chain(of_posts)
    }

    /// Returns the values of a page's slots for templates, by name. A post in a list has different slots than the
    /// post's own page.
    pub(super) fn slot_values(&self, page: usize, scope: Scope) -> Option<Value> {
        let filled = self.site.slots.pages.get(page)?.iter().filter(|filled| filled.slot.scope == scope);
        let messages = &self.messages[self.site.pages[page].locale];
        let medium = if scope == Scope::Post { Medium::List } else { Medium::Page };
        let values = filled.map(|one| (one.slot.name, parts(one, messages, &self.client, medium)));
        Some(values.collect::<BTreeMap<_, _>>().into())
    }
}
