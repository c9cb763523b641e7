//! Completion of the props of components, and of their values.

use lsp_types::CompletionItemKind as Kind;

use super::{Around, Found, Suggestion};
use crate::lsp::{Asked, components};

/// Completes the name or the value of a prop.
pub(super) fn props(asked: &Asked<'_>, around: &Around<'_>) -> Option<Found> {
    let tag = components::open_tag(around.before)?;
    let props = components::props(asked, tag.name)?;
    if let Some((attribute, typed)) = tag.value {
        let prop = props.into_iter().find(|prop| prop.name == attribute)?;
        let values = prop.values.into_iter().map(|value| Suggestion::new(value, Kind::ENUM_MEMBER));
        return Some((typed.len(), values.collect()));
    }
    let typed = tag.attributes.rsplit(char::is_whitespace).next()?;
    let is_given = |name: &str| {
        let is_it =
            |one: &str| one == name || one.strip_prefix(name).is_some_and(|rest| rest.starts_with('='));
        tag.attributes[..tag.attributes.len() - typed.len()].split_whitespace().any(is_it)
    };
    let new = props.into_iter().filter(|prop| !is_given(&prop.name));
    let suggestions = new.map(|prop| {
        let needed = if prop.is_required { "required" } else { "" };
        let about = prop.about.unwrap_or_default();
        let detail =
            [needed, &about].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        Suggestion::new(prop.name, Kind::PROPERTY).with_detail(detail)
    });
    Some((typed.len(), suggestions.collect()))
}
