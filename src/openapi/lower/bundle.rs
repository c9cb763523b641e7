//! Bundles a document and the files that it refers to into one document for readers to download.
//!
//! The bundle contains only what the reference shows: no hidden operations, parameters, or properties, no private
//! extensions, and no components that nothing refers to. Every target of a reference is a component, so the bundle refers
//! only to itself. Everything else stays as written.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use super::{
    At, Lowering, Options, keywords::is_convention, object::Kind, operation::HIDING, operation::METHODS,
    resolve::MAX_HOPS,
};
use crate::openapi::file::{Entry, File, NodeId, Value, unescape};
use crate::openapi::{Api, Json};
use crate::path::{SourcePath, UniqueNames, runs_script};

/// The maximum depth of nested objects in a bundle, including the objects that replace references.
const MAX_DEPTH: usize = 200;

/// A kind of value, which determines the kinds of its members.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// A value without references.
    Plain,
    /// An object of this kind.
    One(Kind),
    /// A list of objects of this kind.
    List(Kind),
    /// An object whose members are objects of this kind.
    Map(Kind),
    /// The paths or webhooks, or an operation's callbacks.
    Paths,
    /// Callbacks by name.
    Callbacks,
    /// The names or addresses of schemas by value (`discriminator.mapping`).
    Mapping,
    /// The descriptions of scopes by name.
    Scopes,
    /// Another object whose references and hidden members are handled, such as a part of a schema: a schema, a list, or
    /// a boolean.
    Schemas,
}

/// Returns the kind of a member's value.
fn shape(kind: Kind, key: &str) -> Shape {
    use Kind::{
        Encoding, Example, Header, Link, MediaType, Operation, Parameter, PathItem, RequestBody, Response,
    };
    use Shape::{Callbacks, List, Map, Mapping, One, Paths, Plain, Schemas, Scopes};
    match (kind, key) {
        (Kind::Document, "paths" | "webhooks" | "x-webhooks") => Paths,
        (Kind::Document, "info") => One(Kind::Info),
        (Kind::Document, "securityDefinitions") => Map(Kind::SecurityScheme),
        (Kind::Info, "contact") => One(Kind::Contact),
        (Kind::Info, "license") => One(Kind::License),
        (Kind::Server, "variables") => Map(Kind::Variable),
        (Kind::SecurityScheme, "flows") => One(Kind::Flows),
        (Kind::Flows, _) => One(Kind::Flow),
        (Kind::SecurityScheme | Kind::Flow, "scopes") => Scopes,
        (Kind::Schema, "xml") => One(Kind::Xml),
        (Link, "server") => One(Kind::Server),
        (_, "servers") => List(Kind::Server),
        (_, "externalDocs") => One(Kind::ExternalDocs),
        (PathItem | Operation, "parameters") => List(Parameter),
        (PathItem, "additionalOperations") => Map(Operation),
        (PathItem, _) if METHODS.contains(&key) => One(Operation),
        (Operation, "requestBody") => One(RequestBody),
        (Operation, "responses") => Map(Response),
        (Operation, "callbacks") => Callbacks,
        (Parameter | Header | Response | MediaType, "schema" | "itemSchema") => One(Kind::Schema),
        (Parameter | Header, "items") => One(Kind::Schema),
        (Parameter | Header | RequestBody | Response, "content") => Map(MediaType),
        (Parameter | Header | MediaType, "examples") => Map(Example),
        (Response | Encoding, "headers") => Map(Header),
        (Response, "links") => Map(Link),
        (MediaType, "encoding") => Map(Encoding),
        (MediaType, "prefixEncoding") => List(Encoding),
        (MediaType, "itemEncoding") => One(Encoding),
        (Kind::Schema, "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas") => {
            Map(Kind::Schema)
        }
        (Kind::Schema, "dependencies") => Map(Kind::Schema),
        (Kind::Schema, "allOf" | "anyOf" | "oneOf" | "prefixItems") => List(Kind::Schema),
        (
            Kind::Schema,
            "items"
            | "additionalItems"
            | "additionalProperties"
            | "unevaluatedItems"
            | "unevaluatedProperties"
            | "contains"
            | "propertyNames"
            | "not"
            | "if"
            | "then"
            | "else"
            | "contentSchema",
        ) => Schemas,
        (Kind::Schema, "discriminator") => One(Kind::Discriminator),
        (Kind::Discriminator, "mapping") => Mapping,
        _ => Plain,
    }
}

/// Returns the name of the components of a kind: in 2.0, and in later versions.
fn section(kind: Kind) -> Option<(Option<&'static str>, &'static str)> {
    Some(match kind {
        Kind::Schema => (Some("definitions"), "schemas"),
        Kind::Parameter => (Some("parameters"), "parameters"),
        Kind::Response => (Some("responses"), "responses"),
        Kind::RequestBody => (None, "requestBodies"),
        Kind::Header => (None, "headers"),
        Kind::Example => (None, "examples"),
        Kind::Link => (None, "links"),
        _ => return None,
    })
}

/// Returns a document in one file, for readers. `api` is the API that the document describes, read with the same options.
/// `described` converts a
/// description. If the description doesn't change, it returns `None`.
pub(crate) fn bundle(
    api: &Api,
    root: &SourcePath,
    files: &BTreeMap<SourcePath, Arc<File>>,
    options: &Options<'_>,
    described: &dyn Fn(&str) -> Option<String>,
) -> Option<Json> {
    let mut lowering = Lowering::new(files, options);
    let number = lowering.reach(root)?;
    let file = lowering.met[number as usize];
    let at = At { file: number, node: file.root, scope: 0 };
    let is_swagger = file.get(at.node, "swagger").is_some();
    let mut bundle = Bundle {
        lowering,
        api,
        numbers: (0..).zip(&api.files).map(|(number, path)| (path, number)).collect(),
        described,
        is_swagger,
        names: HashMap::new(),
        taken: HashMap::new(),
        queue: VecDeque::new(),
        open: Vec::new(),
        tags: HashSet::new(),
        depth: 0,
    };
    (!file.broken).then(|| bundle.document(at))
}

struct Bundle<'a> {
    lowering: Lowering<'a>,
    api: &'a Api,
    /// The indexes of the files in the API.
    numbers: HashMap<&'a SourcePath, u32>,
    described: &'a dyn Fn(&str) -> Option<String>,
    is_swagger: bool,
    /// The section and the name of each component.
    names: HashMap<At, (&'static str, Box<str>)>,
    /// The names in each section.
    taken: HashMap<&'static str, UniqueNames>,
    /// The components that still have to be added.
    queue: VecDeque<(At, Kind)>,
    /// The targets that replace the references around the current location.
    open: Vec<At>,
    /// The tags of the operations.
    tags: HashSet<Box<str>>,
    depth: usize,
}

type Members = Vec<(Box<str>, Json)>;
/// The location, the name, and the value of a component.
type Component = (At, Box<str>, Json);

impl<'a> Bundle<'a> {
    fn document(&mut self, root: At) -> Json {
        self.keep_names(root);
        let file = self.lowering.file(root);
        let mut members = Members::new();
        let mut later = Vec::new();
        // Tags depend on the operations, and components on everything else.
        for entry in file.members(root.node).iter() {
            let at = root.to(entry.value);
            let is_section =
                self.is_swagger && matches!(entry.key, "definitions" | "parameters" | "responses");
            match entry.key {
                "components" => later.push(("components", members.len())),
                "tags" | "x-tagGroups" => later.push((entry.key, members.len())),
                "$self" | "$schema" => continue,
                _ if is_section => later.push((entry.key, members.len())),
                key if !self.is_public(Kind::Document, key) || self.is_private(at) => continue,
                key => {
                    let value = self.value(at, shape(Kind::Document, key));
                    members.extend(value.map(|value| (key.into(), value)));
                    continue;
                }
            }
            members.push((entry.key.into(), Json::Null));
        }
        let mut sections = self.components(root);
        for (key, place) in later {
            let at = file.get(root.node, key).map(|node| root.to(node));
            members[place].1 = match (key, at) {
                ("tags", Some(at)) => self.tags(at),
                ("x-tagGroups", Some(at)) => self.tag_groups(at),
                ("components", _) => Json::Object(std::mem::take(&mut sections)),
                _ => {
                    let found = sections.iter().position(|(name, _)| **name == *key);
                    found.map_or(Json::Object(Vec::new()), |found| sections.remove(found).1)
                }
            };
        }
        // The document itself might not have a place for the components of other files.
        if !sections.is_empty() {
            match self.is_swagger {
                true => members.append(&mut sections),
                false => members.push(("components".into(), Json::Object(sections))),
            }
        }
        let is_made = |key: &str| {
            matches!(key, "tags" | "x-tagGroups" | "components" | "definitions" | "parameters" | "responses")
        };
        members.retain(|(key, value)| !is_made(key) || !value.is_empty());
        Json::Object(members)
    }

    /// Reserves the names of the root's own components, so that they don't change.
    fn keep_names(&mut self, root: At) {
        for kind in [
            Kind::Schema,
            Kind::Parameter,
            Kind::Response,
            Kind::RequestBody,
            Kind::Header,
            Kind::Example,
            Kind::Link,
        ] {
            let Some(section) = self.section(kind) else { continue };
            let file = self.lowering.file(root);
            let holder = if self.is_swagger { Some(root.node) } else { file.get(root.node, "components") };
            let Some(all) = holder.and_then(|holder| file.get(holder, section)) else { continue };
            let names = self.taken.entry(section).or_insert_with(|| UniqueNames::numbered_from(2));
            for entry in file.members(all).iter() {
                names.take(entry.key);
                self.names.insert(root.to(entry.value), (section, entry.key.into()));
            }
        }
    }

    fn section(&self, kind: Kind) -> Option<&'static str> {
        let (old, new) = section(kind)?;
        if self.is_swagger { old } else { Some(new) }
    }

    /// Returns the components that the rest of the document refers to, and the security schemes.
    fn components(&mut self, root: At) -> Members {
        let mut sections: BTreeMap<&'static str, Vec<Component>> = BTreeMap::new();
        let mut done = HashSet::new();
        while let Some((at, kind)) = self.queue.pop_front() {
            if !done.insert(at) {
                continue;
            }
            let Some((section, name)) = self.names.get(&at).cloned() else { continue };
            if let Some(value) = self.value(at, Shape::One(kind)) {
                sections.entry(section).or_default().push((at, name, value));
            }
        }
        let file = self.lowering.file(root);
        let schemes = file.get(root.node, "components").and_then(|all| file.get(all, "securitySchemes"));
        let mut members = Members::new();
        for (section, mut all) in sections {
            // Keep the order of the document. The components of other files come last.
            all.sort_by_key(|(at, ..)| (at.file, self.lowering.file(*at).place(at.node).start));
            members.push((
                section.into(),
                Json::Object(all.into_iter().map(|(_, name, value)| (name, value)).collect()),
            ));
        }
        if let Some(value) = schemes.and_then(|at| self.value(root.to(at), Shape::Map(Kind::SecurityScheme)))
        {
            members.push(("securitySchemes".into(), value));
        }
        members
    }

    /// Returns the tags of the operations, and the parents of these tags.
    fn tags(&mut self, at: At) -> Json {
        let file = self.lowering.file(at);
        let items = match file.value(at.node) {
            Value::Array(items) => items,
            _ => &[],
        };
        let name = |node: &NodeId| file.text(*node, "name");
        for _ in 0..items.len() {
            let is_used = |node: &&NodeId| name(node).is_some_and(|name| self.tags.contains(name));
            let parents = items.iter().filter(is_used).filter_map(|node| file.text(*node, "parent"));
            let new: Vec<Box<str>> =
                parents.filter(|parent| !self.tags.contains(*parent)).map(Box::from).collect();
            if new.is_empty() {
                break;
            }
            self.tags.extend(new);
        }
        let used: Vec<NodeId> = items
            .iter()
            .filter(|node| name(node).is_some_and(|name| self.tags.contains(name)))
            .copied()
            .collect();
        Json::Array(
            used.into_iter().filter_map(|node| self.value(at.to(node), Shape::One(Kind::Tag))).collect(),
        )
    }

    fn tag_groups(&mut self, at: At) -> Json {
        let groups = self.lowering.json(at);
        let Json::Array(groups) = groups else { return groups };
        let is_used = |tag: &Json| tag.as_str().is_some_and(|tag| self.tags.contains(tag));
        Json::Array(
            groups
                .into_iter()
                .map(|group| match group {
                    Json::Object(mut members) => {
                        for (key, value) in &mut members {
                            if let (true, Json::Array(tags)) = (&**key == "tags", value) {
                                tags.retain(is_used);
                            }
                        }
                        Json::Object(members)
                    }
                    other => other,
                })
                .collect(),
        )
    }

    /// Whether a member of an object is published.
    fn is_public(&self, kind: Kind, key: &str) -> bool {
        !key.starts_with("x-")
            || !HIDING.contains(&key)
                && (is_convention(kind, key) || self.lowering.allowed.iter().any(|allowed| allowed == key))
    }

    /// Whether the reference leaves out the value of a key.
    fn is_private(&self, at: At) -> bool {
        let number = self.numbers.get(&self.lowering.file(at).path);
        number.is_some_and(|number| self.api.private.contains(&(*number, at.node)))
    }

    /// Whether an object, or the target of a reference, is hidden.
    fn is_hidden(&mut self, at: At) -> bool {
        let mut at = at;
        for _ in 0..MAX_HOPS {
            let file = self.lowering.file(at);
            let members = file.members(at.node);
            let mut marks = HIDING.iter().filter_map(|key| members.get(key));
            if marks.any(|mark| file.scalar(mark) == Some("true")) || self.lowering.is_for_others(at) {
                return true;
            }
            let Some(reference) = file.reference(at.node) else { return false };
            match self.lowering.target(at, reference) {
                Ok(target) => at = target,
                Err(_) => return false,
            }
        }
        false
    }

    /// Returns a value for the bundle, or `None` if it's hidden.
    fn value(&mut self, at: At, shape: Shape) -> Option<Json> {
        let value = self.lowering.value(at);
        self.depth += 1;
        // Some writers refer to all members of an object, such as all properties of a schema.
        if let (Shape::Map(_) | Shape::Paths | Shape::Callbacks, Some(reference)) =
            (shape, self.lowering.file(at).reference(at.node))
        {
            let target = self.lowering.target(at, reference).ok();
            let target = target.filter(|target| !self.open.contains(target) && self.depth <= MAX_DEPTH);
            let inlined = target.and_then(|target| {
                self.open.push(target);
                let inlined = self.value(target, shape);
                self.open.pop();
                inlined
            });
            self.depth -= 1;
            return inlined;
        }
        let result = match (shape, value) {
            _ if self.depth > MAX_DEPTH || !self.lowering.spend(1, at) => None,
            (Shape::Plain, _) => Some(self.lowering.json(at)),
            (Shape::One(kind), Value::Object(_)) => self.object(at, kind),
            (Shape::Schemas, Value::Object(_)) => self.object(at, Kind::Schema),
            (Shape::List(kind), Value::Array(items)) => Some(Json::Array(
                items.iter().filter_map(|node| self.value(at.to(*node), Shape::One(kind))).collect(),
            )),
            (Shape::Schemas, Value::Array(items)) => Some(Json::Array(
                items.iter().filter_map(|node| self.value(at.to(*node), Shape::One(Kind::Schema))).collect(),
            )),
            (Shape::Map(kind), Value::Object(members)) => Some(Json::Object(
                members
                    .iter()
                    // Only responses can have extensions next to them.
                    .filter(|entry| kind != Kind::Response || self.is_public(kind, entry.key))
                    .collect::<Vec<_>>()
                    .into_iter()
                    .filter_map(|entry| {
                        Some((entry.key.into(), self.value(at.to(entry.value), Shape::One(kind))?))
                    })
                    .collect(),
            )),
            (Shape::Paths, Value::Object(members)) => Some(Json::Object(
                members
                    .iter()
                    .filter(|entry| !entry.key.starts_with("x-"))
                    .filter_map(|entry| Some((entry.key.into(), self.path_item(at.to(entry.value))?)))
                    .collect(),
            )),
            (Shape::Callbacks, Value::Object(members)) => Some(Json::Object(
                members
                    .iter()
                    .filter_map(|entry| Some((entry.key.into(), self.callback(at.to(entry.value))?)))
                    .collect(),
            )),
            (Shape::Scopes, Value::Object(members)) => {
                let shown =
                    members.iter().filter(|entry| self.is_public(Kind::Flow, entry.key)).collect::<Vec<_>>();
                let scope = |entry: Entry<'_>| (entry.key.into(), self.lowering.json(at.to(entry.value)));
                Some(Json::Object(shown.into_iter().map(scope).collect()))
            }
            (Shape::Mapping, Value::Object(members)) => Some(Json::Object(
                members.iter().map(|entry| (entry.key.into(), self.mapped(at.to(entry.value)))).collect(),
            )),
            _ => Some(self.lowering.json(at)),
        };
        self.depth -= 1;
        result
    }

    /// Returns a path item with its visible operations. Replaces a reference with its target, because older versions have
    /// no components for path items.
    fn path_item(&mut self, at: At) -> Option<Json> {
        let Json::Object(members) = self.object(at, Kind::PathItem)? else { return None };
        let is_operation = |key: &str| METHODS.contains(&key) || key == "additionalOperations";
        members.iter().any(|(key, _)| is_operation(key)).then_some(Json::Object(members))
    }

    fn callback(&mut self, at: At) -> Option<Json> {
        let at = self.end(at)?;
        self.value(at, Shape::Paths)
    }

    /// Follows references to their end.
    fn end(&mut self, at: At) -> Option<At> {
        let mut at = at;
        for _ in 0..MAX_HOPS {
            let Some(reference) = self.lowering.file(at).reference(at.node) else { return Some(at) };
            at = self.lowering.target(at, reference).ok()?;
        }
        None
    }

    fn object(&mut self, at: At, kind: Kind) -> Option<Json> {
        if self.is_hidden(at) {
            return None;
        }
        let file = self.lowering.file(at);
        let mut members = Members::new();
        if let Some(reference) = file.reference(at.node) {
            match (self.lowering.target(at, reference), self.section(kind)) {
                (Ok(target), Some(section)) => {
                    let name = self.name(target, section, kind);
                    members.push(("$ref".into(), Json::String(name.into())));
                }
                (Ok(target), None) if !self.open.contains(&target) => {
                    self.open.push(target);
                    let inlined = self.value(target, Shape::One(kind));
                    self.open.pop();
                    if let Some(Json::Object(inlined)) = inlined {
                        members.extend(inlined);
                    }
                }
                (Ok(_), None) => {}
                (Err(_), _) => members.push(("$ref".into(), Json::String(reference.into()))),
            }
        }
        let mut hidden = Vec::new();
        for entry in file.members(at.node).iter() {
            let key = entry.key;
            let is_id = kind == Kind::Schema && matches!(key, "$id" | "$schema");
            if key == "$ref" && file.reference(at.node).is_some()
                || is_id
                || !self.is_public(kind, key)
                || self.is_private(at.to(entry.value))
            {
                continue;
            }
            let value = at.to(entry.value);
            if kind == Kind::Operation && key == "tags" {
                let tags = self.lowering.json(value);
                if let Json::Array(tags) = &tags {
                    self.tags.extend(tags.iter().filter_map(Json::as_str).map(Box::from));
                }
            }
            if kind == Kind::Schema && key == "properties" {
                let properties = file.members(entry.value).iter();
                hidden.extend(
                    properties.filter(|entry| self.is_hidden(at.to(entry.value))).map(|entry| entry.key),
                );
            }
            let text = file.string(entry.value);
            if text.is_some_and(|text| kind != Kind::Schema && key != "value" && runs_script(text)) {
                // A server needs its URL.
                if kind == Kind::Server {
                    return None;
                }
                continue;
            }
            let described = text.filter(|_| key == "description").and_then(|text| (self.described)(text));
            let value = match described {
                Some(text) => Json::String(text.into()),
                None => match self.value(value, shape(kind, key)) {
                    Some(value) => value,
                    None => continue,
                },
            };
            match members.iter_mut().find(|(known, _)| **known == *key) {
                Some(known) => known.1 = value,
                None => members.push((key.into(), value)),
            }
        }
        if !hidden.is_empty() {
            for (key, value) in &mut members {
                if let (true, Json::Array(names)) = (&**key == "required", value) {
                    names.retain(|name| name.as_str().is_none_or(|name| !hidden.contains(&name)));
                }
            }
            members.retain(|(key, value)| &**key != "required" || !value.is_empty());
        }
        Some(Json::Object(members))
    }

    /// Returns the reference to a component, and adds the component to the bundle.
    fn name(&mut self, at: At, section: &'static str, kind: Kind) -> String {
        self.queue.push_back((at, kind));
        if self.names.get(&at).is_none_or(|(known, _)| *known != section) {
            let file = self.lowering.file(at);
            let wanted = file
                .key(at.node)
                .map_or_else(|| file.path.stem().to_owned(), |key| unescape(key).into_owned());
            let allowed = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            let wanted: String = wanted.chars().map(|c| if allowed(c) { c } else { '-' }).collect();
            let names = self.taken.entry(section).or_insert_with(|| UniqueNames::numbered_from(2));
            let name = names.give(wanted, |name, number| format!("{name}{number}"));
            self.names.insert(at, (section, name.into()));
        }
        let name = self.names[&at].1.replace('~', "~0").replace('/', "~1");
        match self.is_swagger {
            true => format!("#/{section}/{name}"),
            false => format!("#/components/{section}/{name}"),
        }
    }

    /// Returns the reference for a value of `discriminator.mapping`: the name of a schema, or a reference.
    fn mapped(&mut self, at: At) -> Json {
        let json = self.lowering.json(at);
        let (Some(text), Some(section)) =
            (self.lowering.file(at).string(at.node), self.section(Kind::Schema))
        else {
            return json;
        };
        let of_root = match self.is_swagger {
            true => format!("#/definitions/{text}"),
            false => format!("#/components/schemas/{text}"),
        };
        // A name is the name of a component in the document's own file.
        let root = At { file: 0, node: self.lowering.met[0].root, scope: 0 };
        let is_name = !text.contains(['/', '#']);
        let found = if is_name { self.lowering.find(root, &of_root).ok() } else { None };
        match found.or_else(|| self.lowering.find(at, text).ok()) {
            Some(target) => Json::String(self.name(target, section, Kind::Schema).into()),
            None => json,
        }
    }
}
