//! Compares the query parameters and the body fields of a request with the schemas of its operation: unknown names, and
//! values with the wrong type.
//!
//! A field is unknown only if no media type and no variant of the body allows it. A type is wrong only if no variant
//! allows the type. Values that can be placeholders aren't compared.

use std::collections::{BTreeMap, BTreeSet};

use super::{Address, Known, Problem, is_placeholder};
use crate::diag::{Span, did_you_mean};
use crate::markdown::{Content, Request, Sent};
use crate::openapi::{
    Operation, OperationRef, Parameter, ParameterIn, SchemeKind, Style, Types,
    merge::{Merged, Node, Others, Views},
};
use crate::path::decode_path;

/// The maximum depth of variants in variants.
const MAX_DEPTH: usize = 8;

impl Known<'_> {
    /// Returns the problems with query parameters and body fields.
    pub(super) fn faults(
        &self,
        request: &Request,
        address: &Address<'_>,
        which: OperationRef,
    ) -> Vec<Problem> {
        let operation = self.api.operation(which);
        let operation_name = self.api.api.address(which);
        let mut check = Check { views: &self.views, operation: &operation_name, problems: Vec::new() };
        let pairs = address.query.split('&').filter(|pair| !pair.is_empty());
        let in_url = pairs.map(|pair| {
            let (name, value) =
                pair.split_once('=').map_or((pair, None), |(name, value)| (name, Some(value)));
            // Text can name a parameter without a value, as in `GET /pets?limit`.
            let value =
                value.map_or(Content::Unknown, |value| Content::Text(decode_path(value).into_owned()));
            Sent { name: decode_path(name).into_owned(), value, span: Span::default() }
        });
        if let Some(known) = self.query(operation) {
            let in_url: Vec<Sent> = in_url.collect();
            let all = || in_url.iter().chain(&request.query);
            let taken = all().map(|sent| &*sent.name).collect();
            all().for_each(|sent| check.parameter(&known, sent, &taken));
        }
        let media = operation.body.as_ref().map(|body| body.content.as_slice()).unwrap_or_default();
        // A body without a schema can contain anything.
        if let Some(nodes) = media.iter().map(|media| media.schema.map(Node::One)).collect::<Option<Vec<_>>>()
        {
            match &request.body {
                Content::Object(fields) => check.fields(&nodes, fields, ""),
                Content::Array(items) => check.items(&nodes, items, "", Span::default()),
                _ => {}
            }
        }
        check.problems
    }

    /// Returns the query parameters of an operation with their schemas, or `None` if any name is allowed.
    fn query(&self, operation: &Operation) -> Option<BTreeMap<String, Option<Node>>> {
        let mut names = BTreeMap::new();
        for parameter in &operation.parameters {
            match parameter.location {
                ParameterIn::QueryString => return None,
                ParameterIn::Query => self.names_of(parameter, &mut names)?,
                _ => {}
            }
        }
        names.extend(self.api.api.schemes.iter().filter_map(|scheme| match &scheme.kind {
            SchemeKind::ApiKey { location: ParameterIn::Query, name } => Some((name.to_string(), None)),
            _ => None,
        }));
        Some(names)
    }

    /// Adds the names in a URL that belong to a query parameter. Returns `None` if any name can.
    fn names_of(&self, parameter: &Parameter, names: &mut BTreeMap<String, Option<Node>>) -> Option<()> {
        let name = parameter.name.trim_end_matches("[]");
        let schema = parameter.schema.filter(|_| parameter.media_type.is_none()).map(Node::One);
        let is_deep = parameter.style == Style::DeepObject;
        let is_object = |node: &&Node| self.views.of(node).has_members();
        let Some(object) = schema.as_ref().filter(|_| is_deep || parameter.explode).filter(is_object) else {
            names.insert(name.to_owned(), schema.filter(|_| !is_deep));
            return Some(());
        };
        // The members of the object are separate parameters.
        let shape = Shape::of(&self.views, std::slice::from_ref(object), 0).filter(|shape| !shape.is_open());
        match shape {
            Some(shape) => {
                for field in shape.names() {
                    let name = if is_deep { format!("{name}[{field}]") } else { field.to_owned() };
                    let one = shape.schemas(field).filter(|nodes| nodes.len() == 1);
                    names.insert(name, one.and_then(|mut nodes| nodes.pop()));
                }
                Some(())
            }
            None if is_deep => {
                names.insert(name.to_owned(), None);
                Some(())
            }
            None => None,
        }
    }
}

/// A comparison of a request with an operation.
struct Check<'c, 'a> {
    views: &'c Views<'a>,
    /// The operation, as in `GET /pets`.
    operation: &'c str,
    problems: Vec<Problem>,
}

impl<'a> Check<'_, 'a> {
    /// Checks a query parameter. `taken` contains the names of all the request's parameters.
    fn parameter(&mut self, known: &BTreeMap<String, Option<Node>>, sent: &Sent, taken: &BTreeSet<&str>) {
        let name = &sent.name;
        let mut outer = name.match_indices('[').map(|(at, _)| &name[..at]);
        match known.get(name) {
            Some(Some(schema)) => {
                let nodes = std::slice::from_ref(schema);
                self.typed(nodes, &sent.value, "query parameter", name, sent.span);
            }
            Some(None) => {}
            None if is_placeholder(name) || outer.any(|outer| known.contains_key(outer)) => {}
            None => {
                let free = known.keys().map(String::as_str).filter(|name| !taken.contains(name));
                self.unknown("query parameter", name, free, (name, sent.span));
            }
        }
    }

    /// Checks the fields of an object that has to match one of several schemas. `path` is the path of the object.
    fn fields(&mut self, nodes: &[Node], fields: &[Sent], path: &str) {
        let Some(shape) = Shape::of(self.views, nodes, 0) else { return };
        let taken = fields.iter().map(|field| &*field.name).collect();
        for field in fields.iter().filter(|field| !is_placeholder(&field.name)) {
            let name = if path.is_empty() { field.name.clone() } else { format!("{path}.{}", field.name) };
            if let Some(nodes) = self.field(&shape, &field.name, (&name, field.span), &taken) {
                self.value(&nodes, &field.value, &name, field.span);
            }
        }
    }

    /// Returns the schemas of a field. Reports an unknown field. In a form, the name can contain the names of fields in
    /// the field, as in `user[name]`. `shown` is the path of the field, and `taken` contains the names of the fields
    /// beside it.
    fn field(
        &mut self,
        shape: &Shape<'a>,
        name: &str,
        (shown, span): (&str, Span),
        taken: &BTreeSet<&str>,
    ) -> Option<Vec<Node>> {
        let (first, inside) = match name.split_once('[') {
            Some((first, inside)) if !shape.lists(name) => (first, Some(inside)),
            _ => (name, None),
        };
        let mut nodes = shape.schemas(first)?;
        if nodes.is_empty() {
            let names = shape.names();
            if !names.is_empty() {
                let free = names.into_iter().filter(|name| !taken.contains(name));
                self.unknown("body field", shown, free, (first, span));
            }
            return None;
        }
        for segment in inside.into_iter().flat_map(|inside| inside.split('[')) {
            let segment = segment.trim_end_matches(']');
            nodes = if segment.bytes().all(|byte| byte.is_ascii_digit()) {
                items_of(self.views, &nodes, 0)?
            } else {
                let shape = Shape::of(self.views, &nodes, 0).filter(|_| !is_placeholder(segment))?;
                self.field(&shape, segment, (shown, span), taken)?
            };
        }
        Some(nodes)
    }

    fn items(&mut self, nodes: &[Node], items: &[Content], path: &str, span: Span) {
        let Some(nodes) = items_of(self.views, nodes, 0) else { return };
        for (index, item) in items.iter().enumerate() {
            self.value(&nodes, item, &format!("{path}[{index}]"), span);
        }
    }

    fn value(&mut self, nodes: &[Node], value: &Content, path: &str, span: Span) {
        if !self.typed(nodes, value, "body field", path, span) {
            return;
        }
        match value {
            Content::Object(fields) => self.fields(nodes, fields, path),
            Content::Array(items) => self.items(nodes, items, path, span),
            _ => {}
        }
    }

    fn unknown<'k>(
        &mut self,
        kind: &str,
        shown: &str,
        known: impl IntoIterator<Item = &'k str>,
        (name, span): (&str, Span),
    ) {
        let message = format!("`{}` has no {kind} `{shown}`", self.operation);
        self.problems.push(Problem { message, hint: did_you_mean(name, known), span });
    }

    /// Whether any of the schemas can allow `null`.
    fn allows_null(&self, nodes: &[Node]) -> bool {
        nodes.iter().any(|node| {
            let merged = self.views.of(node);
            let has_null = merged.types.has(Types::NULL) || merged.groups.iter().any(|group| group.nullable);
            has_null || merged.types.is_empty()
        })
    }

    /// Reports a value whose type no schema allows. Returns whether the type is allowed.
    fn typed(&mut self, nodes: &[Node], value: &Content, kind: &str, path: &str, span: Span) -> bool {
        let Some(allowed) = types(self.views, nodes, 0) else { return true };
        // Items have the name of their list.
        let mut names = path.rsplit(['.', '[']).map(|name| name.trim_end_matches(']'));
        let name = names.find(|name| !name.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or(path);
        let (is_allowed, found) = match value {
            Content::Unknown => return true,
            // In patches, `null` can remove a field (RFC 7396).
            Content::Null => {
                (self.operation.starts_with("PATCH ") || self.allows_null(nodes), "`null`".to_owned())
            }
            Content::Text(text) => {
                // The encoding of other types depends on the server.
                let others = [Types::STRING, Types::ARRAY, Types::OBJECT];
                let is_bool = ["true", "false", "0", "1"].contains(&text.to_ascii_lowercase().as_str());
                let is_number = text.parse::<f64>().is_ok();
                let fits = others.into_iter().any(|one| allowed.has(one))
                    || allowed.has(Types::BOOLEAN) && is_bool
                    || allowed.has(Types::NUMBER) && is_number
                    || allowed.has(Types::INTEGER) && text.parse::<i128>().is_ok()
                    || text == "null" && self.allows_null(nodes)
                    || is_example(name, text);
                let found = if text.is_empty() { "an empty value".to_owned() } else { format!("`{text}`") };
                (fits, found)
            }
            Content::Bool => (allowed.has(Types::BOOLEAN), "a boolean".to_owned()),
            Content::Number(text) => {
                let is_integer = text.parse::<f64>().is_ok_and(|number| number.fract() == 0.0);
                let fits = allowed.has(Types::NUMBER) || is_integer && allowed.has(Types::INTEGER);
                (fits, format!("the number `{text}`"))
            }
            Content::String(text) => {
                (allowed.has(Types::STRING) || is_example(name, text), format!("the string `{text}`"))
            }
            Content::Array(_) => (allowed.has(Types::ARRAY), "an array".to_owned()),
            Content::Object(_) => (allowed.has(Types::OBJECT), "an object".to_owned()),
        };
        if !is_allowed {
            let expected: Vec<String> = allowed.names().map(with_article).collect();
            let message = format!(
                "expected {} for the {kind} `{path}` of `{}`, found {found}",
                expected.join(" or "),
                self.operation
            );
            self.problems.push(Problem { message, hint: None, span });
        }
        is_allowed
    }
}

fn with_article(kind: &str) -> String {
    match kind {
        "null" => "`null`".to_owned(),
        "string" | "number" | "boolean" => format!("a {kind}"),
        _ => format!("an {kind}"),
    }
}

/// Whether a text can stand for a value that the reader has to fill in.
fn is_example(name: &str, text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let words: BTreeSet<&str> = lower.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let names =
        ["your", "my", "some", "value", "integer", "int", "number", "float", "boolean", "bool", "string"];
    text.len() < 2 && !text.bytes().all(|byte| byte.is_ascii_digit())
        || is_placeholder(text)
        || text.starts_with(['[', '('])
        || lower.contains(&name.to_ascii_lowercase())
        || names.into_iter().any(|name| words.contains(name))
}

/// The fields of an object that has to match one of several schemas.
struct Shape<'a>(Vec<Object<'a>>);

/// The fields that a schema and its variants list.
struct Object<'a> {
    fields: BTreeMap<&'a str, Node>,
    /// The rule for other fields.
    others: Others,
    /// The variants of all groups.
    variants: Shape<'a>,
}

impl<'a> Shape<'a> {
    /// Returns `None` if the fields depend on more than the schemas' variants.
    fn of(views: &Views<'a>, nodes: &[Node], depth: usize) -> Option<Self> {
        let mut objects = Vec::new();
        for node in nodes {
            let merged: &Merged<'a> = &views.of(node);
            if !merged.types.is_empty() && !merged.types.has(Types::OBJECT) {
                continue;
            }
            let is_conditional = !merged.dependent_schemas.is_empty() || !merged.conditions.is_empty();
            if merged.cut || is_conditional || depth > MAX_DEPTH {
                return None;
            }
            let variants: Vec<Node> =
                merged.groups.iter().flat_map(|group| &group.variants).cloned().collect();
            objects.push(Object {
                fields: merged.properties.iter().map(|field| (field.name, field.node.clone())).collect(),
                others: others(merged, depth),
                variants: Shape::of(views, &variants, depth + 1)?,
            });
        }
        Some(Shape(objects))
    }

    /// Returns the names of the listed fields.
    fn names(&self) -> BTreeSet<&'a str> {
        let own = self.0.iter().flat_map(|object| object.fields.keys().copied());
        own.chain(self.0.iter().flat_map(|object| object.variants.names())).collect()
    }

    /// Whether a schema or a variant lists a field.
    fn lists(&self, name: &str) -> bool {
        self.0.iter().any(|object| object.fields.contains_key(name) || object.variants.lists(name))
    }

    /// Whether there can be fields that aren't listed.
    fn is_open(&self) -> bool {
        self.0.iter().any(|object| object.others != Others::None || object.variants.is_open())
    }

    /// Returns the schemas of a field, or `None` if its value can be anything. If no schema allows the field, the list is
    /// empty.
    fn schemas(&self, name: &str) -> Option<Vec<Node>> {
        let mut all: Vec<Node> = Vec::new();
        for object in &self.0 {
            let own = object.fields.get(name);
            let own_or_other = match (own, &object.others) {
                (Some(node), _) | (None, Others::Each(node)) => Some(node),
                (None, Others::None) => None,
                (None, Others::Any | Others::Unsaid) => return None,
            };
            let of_variants = match object.variants.schemas(name) {
                None if own.is_none() => return None,
                nodes => nodes.unwrap_or_default(),
            };
            for node in own_or_other.cloned().into_iter().chain(of_variants) {
                if !all.contains(&node) {
                    all.push(node);
                }
            }
        }
        Some(all)
    }
}

/// Returns the rule for the fields that a schema doesn't list. If the schema lists fields and has no such rule, other
/// fields are probably errors.
fn others(merged: &Merged<'_>, depth: usize) -> Others {
    let is_open = merged.additional == Others::Any
        || matches!(merged.unevaluated_properties, Others::Any | Others::Each(_))
        || !merged.pattern_properties.is_empty();
    // A variant can be only a list of required properties.
    let is_silent = merged.properties.is_empty()
        && merged.groups.is_empty()
        && (depth == 0 || merged.also_required.is_empty());
    match &merged.additional {
        _ if is_open => Others::Any,
        Others::Each(node) => Others::Each(node.clone()),
        _ if is_silent => Others::Any,
        _ => Others::None,
    }
}

/// Returns the schemas of an array's items, or `None` if the items can be anything. Schemas and variants that don't
/// allow arrays don't matter.
fn items_of(views: &Views<'_>, nodes: &[Node], depth: usize) -> Option<Vec<Node>> {
    let mut items = Vec::new();
    for node in nodes {
        let merged = views.of(node);
        if !merged.types.is_empty() && !merged.types.has(Types::ARRAY) {
            continue;
        }
        if merged.cut || !merged.conditions.is_empty() || !merged.prefix_items.is_empty() || depth > MAX_DEPTH
        {
            return None;
        }
        let own = merged.items.said().map(|node| vec![node.clone()]);
        let of_groups = merged.groups.iter().map(|group| items_of(views, &group.variants, depth + 1));
        let known: Vec<Vec<Node>> = of_groups.chain([own]).flatten().collect();
        if known.is_empty() {
            return None;
        }
        items.extend(known.into_iter().flatten());
    }
    Some(items)
}

/// Returns the types that any of the schemas allows, or `None` if a schema allows any type.
pub(super) fn types(views: &Views<'_>, nodes: &[Node], depth: usize) -> Option<Types> {
    let mut all = Types::default();
    for node in nodes {
        let merged = views.of(node);
        let mut own = merged.types;
        if own.is_empty() && depth < MAX_DEPTH {
            let variants = merged.groups.first().map(|group| group.variants.as_slice()).unwrap_or_default();
            own = types(views, variants, depth + 1)?;
        }
        if own.is_empty() || merged.never || merged.cut {
            return None;
        }
        all = all.with(own);
    }
    (!all.is_empty()).then_some(all)
}
