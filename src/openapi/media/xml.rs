//! Writes a value as XML, according to its schema's `xml` (OpenAPI 3.2, "XML Object").

use crate::openapi::{
    Json, Xml,
    merge::{Merged, Node, Views},
};

/// The maximum depth of elements. Deeper elements are left out.
const MAX_DEPTH: usize = 64;

/// Writes a value as an XML document.
pub(super) fn write(views: &Views<'_>, node: &Node, value: &Json) -> String {
    let merged = views.of(node);
    let name = merged.xml.and_then(|xml| xml.name.as_deref());
    let named = merged.subject.and_then(|id| views.schema(id)).and_then(|schema| schema.name.as_deref());
    let name = name.or(named).unwrap_or("root").to_owned();
    let mut writer = Writer { views, out: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>".to_owned() };
    // A document needs one root element, regardless of what the list's schema specifies.
    match value {
        Json::Array(items) => {
            let each = merged.items.each();
            let inner = views.of(each);
            let item = inner.xml.and_then(|xml| xml.name.as_deref());
            let item = item.unwrap_or(if name == "root" { "item" } else { &name }).to_owned();
            let outer = if item == name { format!("{name}s") } else { name };
            writer.line(0);
            writer.open(&outer, merged.xml, "");
            writer.out.push('>');
            for one in items {
                writer.element(&item, each, one, 1);
            }
            writer.line(0);
            writer.out.push_str(&format!("</{}>", clean(&outer)));
        }
        value => writer.element(&name, node, value, 0),
    }
    writer.out
}

struct Writer<'v, 'a> {
    views: &'v Views<'a>,
    out: String,
}

/// The form that a property has in its parent.
#[derive(PartialEq)]
enum Kind {
    Element,
    Attribute,
    Text,
    Data,
    /// No element. The value's properties are written in place of the value.
    Bare,
}

fn kind(xml: Option<&Xml>) -> Kind {
    match xml.and_then(|xml| xml.node.as_deref()) {
        Some("attribute") => Kind::Attribute,
        Some("text") => Kind::Text,
        Some("cdata") => Kind::Data,
        Some("none") => Kind::Bare,
        _ if xml.is_some_and(|xml| xml.attribute) => Kind::Attribute,
        _ => Kind::Element,
    }
}

fn is_wrapped(merged: &Merged<'_>) -> bool {
    merged.xml.is_some_and(|xml| xml.wrapped || xml.node.as_deref() == Some("element"))
}

impl Writer<'_, '_> {
    fn line(&mut self, depth: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", depth));
    }

    /// Writes the start of an element, up to and including its attributes.
    fn open(&mut self, name: &str, xml: Option<&Xml>, attributes: &str) -> String {
        let prefix = xml.and_then(|xml| xml.prefix.as_deref()).filter(|prefix| !prefix.is_empty());
        let full = match prefix {
            Some(prefix) => format!("{}:{}", clean(prefix), clean(name)),
            None => clean(name),
        };
        self.out.push_str(&format!("<{full}"));
        if let Some(namespace) = xml.and_then(|xml| xml.namespace.as_deref()) {
            let which = prefix.map(|prefix| format!(":{}", clean(prefix))).unwrap_or_default();
            self.out.push_str(&format!(" xmlns{which}=\"{}\"", escape(namespace)));
        }
        self.out.push_str(attributes);
        full
    }

    fn element(&mut self, name: &str, node: &Node, value: &Json, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        let merged = self.views.of(node);
        let property = name;
        let name = merged.xml.and_then(|xml| xml.name.as_deref()).unwrap_or(name);
        match value {
            Json::Array(items) if is_wrapped(&merged) => self.list(name, &merged, items, depth),
            // Without a wrapper element, the XML name of a list isn't used.
            Json::Array(items) => {
                items.iter().for_each(|item| self.element(property, merged.items.each(), item, depth));
            }
            Json::Object(members) => {
                // A variant can add properties that the schema itself doesn't have.
                let variants = merged.groups.iter().flat_map(|group| &group.variants);
                let variants: Vec<_> = variants.map(|node| self.views.of(node)).collect();
                let node_of = |name: &str| {
                    let other = || variants.iter().find_map(|variant| variant.property(name));
                    let field = merged.property(name).or_else(other);
                    field.map_or(merged.additional.each(), |field| &field.node).clone()
                };
                let members: Vec<(&str, Node, &Json)> =
                    members.iter().map(|(name, value)| (&**name, node_of(name), value)).collect();
                self.members(name, merged.xml, &members, depth);
            }
            leaf => {
                self.line(depth);
                let full = self.open(name, merged.xml, "");
                match leaf {
                    Json::Null => self.out.push_str("/>"),
                    leaf => self.out.push_str(&format!(">{}</{full}>", escape(&text(leaf)))),
                }
            }
        }
    }

    fn members(&mut self, name: &str, xml: Option<&Xml>, members: &[(&str, Node, &Json)], depth: usize) {
        let views = self.views;
        let mut attributes = String::new();
        let mut content = String::new();
        let mut below = Vec::new();
        for (name, node, value) in members {
            let merged = views.of(node);
            let own = merged.xml.and_then(|xml| xml.name.as_deref()).unwrap_or(name);
            match kind(merged.xml) {
                Kind::Attribute => {
                    attributes.push_str(&format!(" {}=\"{}\"", clean(own), escape(&text(value))))
                }
                Kind::Text => content.push_str(&escape(&text(value))),
                Kind::Data => content
                    .push_str(&format!("<![CDATA[{}]]>", text(value).replace("]]>", "]]]]><![CDATA[>"))),
                Kind::Element | Kind::Bare => below.push((name, node, value)),
            }
        }
        let bare = kind(xml) == Kind::Bare;
        let mut full = String::new();
        if !bare {
            self.line(depth);
            full = self.open(name, xml, &attributes);
            if content.is_empty() && below.is_empty() {
                self.out.push_str("/>");
                return;
            }
            self.out.push('>');
        }
        self.out.push_str(&content);
        for (name, node, value) in &below {
            self.element(name, node, value, if bare { depth } else { depth + 1 });
        }
        if !bare {
            if !below.is_empty() {
                self.line(depth);
            }
            self.out.push_str(&format!("</{full}>"));
        }
    }

    fn list(&mut self, name: &str, merged: &Merged<'_>, items: &[Json], depth: usize) {
        self.line(depth);
        let full = self.open(name, merged.xml, "");
        if items.is_empty() {
            self.out.push_str("/>");
            return;
        }
        self.out.push('>');
        for item in items {
            self.element(name, merged.items.each(), item, depth + 1);
        }
        self.line(depth);
        self.out.push_str(&format!("</{full}>"));
    }
}

fn text(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::String(text) => text.to_string(),
        other => other.to_string(),
    }
}

/// Converts a name to a valid XML name.
fn clean(name: &str) -> String {
    let kept =
        |char: char| if char.is_alphanumeric() || matches!(char, '_' | '-' | '.') { char } else { '_' };
    let mut out: String = name.chars().map(kept).collect();
    if !out.starts_with(|char: char| char.is_alphabetic() || char == '_') {
        out.insert(0, '_');
    }
    out
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            // XML 1.0 doesn't allow these characters, not even as character references.
            control if control < ' ' && !matches!(control, '\t' | '\n' | '\r') => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}
