//! Writes TypeScript declarations for the components that pages can use. The declarations are for editors: the MDX
//! language server reads the global `MDXProvidedComponents` type (<https://github.com/mdx-js/mdx-analyzer>).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::directives::{DIRECTIVES, DirectiveId, Form};
use crate::component::{self, BLOCKS, CODE, CODE_ATTRIBUTES, Library};

/// The attributes that contain content. Every component has them.
const CONTENT: [(&str, &str); 2] = [("children", "ReactNode"), ("description", "ReactNode")];

/// Returns declarations for a site's components, docgen's own components, and the modules that only docgen provides.
pub(crate) fn declarations(library: &Library) -> String {
    let own = library.named();
    let names: BTreeSet<&str> = own.iter().map(|component| component.name.as_str()).collect();
    let mut text = "type MDXProvidedComponents = {\n".to_owned();
    for component in &own {
        let path = component.path.as_str();
        let file = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let file = serde_json::Value::String(format!("./{file}"));
        let value = format!("typeof import({file}).default");
        let _ = match component.is_client {
            true => writeln!(text, "  {}: import(\"docgen\").Interactive<{value}>;", component.name),
            false => writeln!(text, "  {}: {value};", component.name),
        };
    }
    for (name, _) in BLOCKS.iter().filter(|(name, _)| !names.contains(name)) {
        let _ = writeln!(text, "  {name}: typeof import(\"docgen\").{name};");
    }
    text + "};\n\n" + &blocks() + "\n" + &component::modules()
}

/// Returns declarations for docgen's own components.
fn blocks() -> String {
    let mut text =
        "declare module \"docgen\" {\n  import type { ReactElement, ReactNode } from \"react\";\n".to_owned();
    // Components with the same attributes share an interface.
    let mut interfaces: BTreeMap<BTreeMap<&str, String>, &str> = BTreeMap::new();
    for directive in BLOCKS.iter().map(|(_, directive)| *directive) {
        let name = interfaces.entry(attributes(directive)).or_insert(directive);
        *name = (*name).min(directive);
    }
    let mut shared: Vec<_> =
        interfaces.iter().map(|(attributes, name)| (interface(name), attributes)).collect();
    shared.sort();
    for (interface, attributes) in shared {
        let _ = writeln!(text, "\n  interface {interface} {{");
        for (name, value) in attributes {
            let _ = writeln!(text, "    {name}?: {value};");
        }
        text += "  }\n";
    }
    text.push('\n');
    for (name, directive) in BLOCKS {
        let interface = interface(interfaces[&attributes(directive)]);
        let _ = writeln!(text, "  export function {name}(props: {interface}): ReactElement;");
    }
    text + "}\n"
}

/// Returns the type name for a directive's attributes.
fn interface(directive: &str) -> String {
    let words = if directive.is_empty() { "admonition" } else { directive };
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    words.split('-').map(capital).collect::<String>() + "Attributes"
}

/// Returns a directive's attributes and their types.
fn attributes(directive: &str) -> BTreeMap<&'static str, String> {
    let text = |name: &'static str| (name, "string".to_owned());
    let content = CONTENT.map(|(name, value)| (name, value.to_owned()));
    let mut all: BTreeMap<&str, String> = content.into();
    if directive == CODE {
        all.extend(CODE_ATTRIBUTES.concat().into_iter().map(text));
        return all;
    }
    // All admonitions have the same attributes.
    let id = DirectiveId::find(if directive.is_empty() { "note" } else { directive });
    for names in id.iter().flat_map(|id| id.attributes) {
        let value = id.map_or_else(String::new, |id| value_of(id.form, names[0]));
        all.extend(names.iter().map(|name| (*name, value.clone())));
    }
    if directive.is_empty() {
        all.insert("type", admonitions());
    }
    if id.is_some_and(|id| matches!(id.form, Form::Badge)) {
        all.insert("text", "ReactNode".to_owned());
    }
    all
}

/// Returns an attribute's type.
fn value_of(form: Form, name: &str) -> String {
    let value = match (form, name) {
        (_, "title") | (Form::Tab, "label") => "ReactNode",
        (Form::Badge, "kind") => return admonitions(),
        (Form::Details, "open") | (Form::Tab, "default") | (Form::Field, "required" | "deprecated") => {
            "boolean"
        }
        (Form::Tabs | Form::CodeGroup, "query") => "boolean | string",
        (Form::Tabs, "values") => "readonly { value: string; label?: string }[]",
        (Form::Grid { .. }, "cols") => "number | string",
        (Form::Field, "default") => "string | number",
        _ => "string",
    };
    value.to_owned()
}

/// Returns the type for admonition names.
fn admonitions() -> String {
    let rows = DIRECTIVES.iter().filter(|row| matches!(row.form, Form::Admonition { .. }));
    rows.map(|row| format!("\"{}\"", row.name)).collect::<Vec<_>>().join(" | ")
}
