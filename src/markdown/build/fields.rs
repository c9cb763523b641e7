//! Handles fields: parameters, properties, and settings.

use super::{Builder, containers::Fault};
use crate::diag::Code;
use crate::markdown::{
    directive::Opening,
    directives::DirectiveId,
    document::{Document, Element, Event, Field},
};
use crate::path::{UniqueNames, slugify};

impl Builder<'_> {
    /// Adds a field.
    pub(super) fn field(&mut self, id: DirectiveId, opening: &Opening<'_>) -> Result<Element, Fault> {
        let is_set = |name: &str| id.find_attribute(opening, name).is_some_and(|one| one.value != "false");
        let Some(name) = field_name(id, opening) else {
            let hint = "put the name in brackets, as in `:::field[limit]{type=integer}`".into();
            return Err(Fault {
                code: Code::InvalidDirective,
                message: "the field has no name".to_owned(),
                hint,
            });
        };
        self.document.fields.push(Field {
            name: name.into(),
            id: "".into(),
            kind: id.text(opening, "type"),
            default: id.text(opening, "default"),
            is_required: is_set("required"),
            is_deprecated: is_set("deprecated"),
        });
        Ok(Element::Field(self.document.fields.len() as u32 - 1))
    }

    /// Writes a field's name as plain text.
    pub(super) fn write_field_name(&mut self, index: u32) {
        let name = self.document.fields[index as usize].name.clone();
        self.write(Event::Open(Element::Title));
        self.text_part(&name);
        self.write(Event::Close(Element::Title));
    }
}

fn field_name<'a>(id: DirectiveId, opening: &'a Opening<'a>) -> Option<&'a str> {
    let label = opening.label.map(|label| label.text.trim().trim_matches('`').trim());
    let name = || id.find_attribute(opening, "name").map(|name| name.value.trim());
    label.or_else(name).filter(|name| !name.is_empty())
}

/// Gives every field an ID, which consists of the slugs of the field's parents and name. Returns the IDs.
pub(super) fn assign_ids(document: &mut Document, ids: &mut UniqueNames) -> Vec<Box<str>> {
    let (mut path, mut given): (Vec<String>, Vec<Box<str>>) = (Vec::new(), Vec::new());
    for event in &document.events {
        match *event {
            Event::Open(Element::Field(index)) => {
                let field = &mut document.fields[index as usize];
                let slug = slugify(&field.name);
                path.push(if slug.is_empty() { "field".to_owned() } else { slug });
                field.id = ids.give(path.join("."), |id, number| format!("{id}-{number}")).into();
                given.push(field.id.clone());
            }
            Event::Close(Element::Field(_)) => {
                path.pop();
            }
            _ => {}
        }
    }
    given
}
