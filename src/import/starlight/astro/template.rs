//! Converts the template of an Astro component to JSX, and the component's styles to a style sheet.

use std::fmt::Write as _;

use serde_json::json;

use super::styles::{scoped, variables};
use crate::import::markdown::is_block_tag;
use crate::import::starlight::context::Context;
use crate::import::starlight::jsx::{Attribute, Tag, string};
use crate::import::starlight::tags::{quoted, tag_of};
use crate::markdown::{decode, is_void_element};

/// The maximum nesting depth of elements and expressions.
const MAX_DEPTH: usize = 100;

/// A converted template.
pub(super) struct Template {
    pub jsx: String,
    /// The style sheet.
    pub sheet: Option<String>,
}

/// What's next to white space in a template. It determines whether the white space is a space.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    /// The start or end of the parent, or an element that starts on a new line.
    Block,
    Component,
    Expression,
    /// Text, or an element in text.
    Inline,
}

impl Side {
    /// Returns the side that a text starts with.
    fn of(rest: &str) -> Side {
        match rest.chars().next() {
            None => Side::Block,
            Some('{') => Side::Expression,
            Some('<') if rest[1..].starts_with(|c: char| c.is_ascii_uppercase()) => Side::Component,
            Some('<') if rest[1..].starts_with(['/', '!']) || is_block_tag(rest) => Side::Block,
            _ => Side::Inline,
        }
    }

    /// Whether white space between two sides is a space.
    fn is_space(self, other: Side) -> bool {
        self != Side::Block && other != Side::Block && (self == Side::Inline || other == Side::Inline)
    }
}

impl Template {
    /// Converts a template. `name` is a unique name for the component. If the template contains scripts or other
    /// constructs that need Astro, returns `None`.
    pub(super) fn convert(text: &str, name: &str, context: &Context<'_>) -> Option<Self> {
        let is_scoped = text.contains("<style");
        let scope = is_scoped.then(|| name.to_owned());
        let mut reader =
            Reader { text, at: 0, out: String::new(), context, scope, styles: Vec::new(), depth: 0 };
        reader.children("")?;
        let mut sheet = String::new();
        for (tag, css) in &reader.styles {
            if tag.attribute("lang").and_then(Attribute::text).is_some_and(|lang| lang != "css") {
                context.note("<style", "the component's styles", "rewrite them in CSS");
                continue;
            }
            if tag.attribute("define:vars").is_some() {
                context.note(
                    "<style",
                    "the variables in the component's styles",
                    "set them in the `style` attribute",
                );
            }
            match tag.attribute("is:global") {
                Some(_) => sheet += css.trim_matches('\n'),
                None => {
                    sheet += &scoped(css.trim_matches('\n'), name);
                }
            }
            sheet.push('\n');
        }
        sheet = variables(text) + &sheet;
        Some(Template { jsx: reader.out, sheet: Some(sheet).filter(|sheet| !sheet.is_empty()) })
    }
}

struct Reader<'t, 'c> {
    text: &'t str,
    at: usize,
    out: String,
    context: &'c Context<'c>,
    /// The name of the component, if its elements need it for their styles.
    scope: Option<String>,
    /// The tags and contents of the `style` elements.
    styles: Vec<(Tag, &'t str)>,
    depth: usize,
}

impl<'t> Reader<'t, '_> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn copy(&mut self, length: usize) {
        self.out.push_str(&self.text[self.at..self.at + length]);
        self.at += length;
    }

    /// Converts the children of an element, including the element's end tag. The name of a template's root is empty.
    fn children(&mut self, parent: &str) -> Option<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut before = Side::Block;
        loop {
            let rest = self.rest();
            if rest.is_empty() {
                self.depth -= 1;
                return parent.is_empty().then_some(());
            }
            if rest.starts_with("</") {
                let tag = Tag::read(rest).filter(|tag| tag.name == parent && self.depth > 1)?;
                self.at += tag.length;
                self.depth -= 1;
                return Some(());
            }
            if let Some(comment) = rest.strip_prefix("<!--") {
                self.at += 4 + comment.find("-->")? + 3;
            } else if rest.starts_with('<') {
                let side = Side::of(rest);
                self.element()?;
                before = side;
            } else if rest.starts_with('{') {
                self.expression()?;
                before = Side::Expression;
            } else {
                let end = rest.find(['<', '{']).unwrap_or(rest.len());
                self.at += end;
                self.words(&rest[..end], parent, before);
                if !rest[..end].trim().is_empty() {
                    before = Side::Inline;
                }
            }
        }
    }

    /// Writes text. A line break next to a tag or expression is a space in HTML, but not in JSX.
    fn words(&mut self, text: &str, parent: &str, before: Side) {
        if matches!(parent, "pre" | "textarea") {
            let _ = write!(self.out, "{{{}}}", json!(decode(text)));
            return;
        }
        let after = Side::of(self.rest());
        let trimmed = text.trim();
        let space = |text: &str, is_space: bool| if is_space && text.contains('\n') { "{\" \"}" } else { "" };
        if trimmed.is_empty() {
            self.out += space(text, before.is_space(after));
            self.out += text;
            return;
        }
        let (start, rest) = text.split_at(text.len() - text.trim_start().len());
        let end = &rest[trimmed.len()..];
        self.out += space(start, Side::Inline.is_space(before));
        self.out += start;
        for c in trimmed.chars() {
            match c {
                '>' | '}' => {
                    let _ = write!(self.out, "{{\"{c}\"}}");
                }
                _ => self.out.push(c),
            }
        }
        self.out += space(end, Side::Inline.is_space(after));
        self.out += end;
    }

    /// Converts an element.
    fn element(&mut self) -> Option<()> {
        let start = self.at;
        let mut tag = Tag::read(self.rest()).filter(|tag| !tag.is_end)?;
        self.at += tag.length;
        let whole = &self.text[start..self.at];
        let needs_astro = |attribute: &Attribute| {
            attribute.name == "is:raw"
                || ["client:", "server:"].iter().any(|start| attribute.name.starts_with(start))
        };
        if tag.name == "script" || tag.attributes.iter().any(needs_astro) {
            return None;
        }
        if tag.name == "style" {
            let rest = self.rest();
            let end = rest.find("</style>")?;
            self.at += end + "</style>".len();
            self.styles.push((tag, &rest[..end]));
            return Some(());
        }
        let name = tag.name.clone();
        let is_element = name.starts_with(|c: char| c.is_ascii_lowercase());
        if self.context.images.borrow().contains(&name) {
            tag.attributes.push(Attribute { name: "src".to_owned(), value: format!("{{{name}}}") });
            tag.attributes.push(quoted("alt", ""));
            "img".clone_into(&mut tag.name);
        }
        if name == "slot" {
            "Astro.Slot".clone_into(&mut tag.name);
        }
        let is_closed = tag.is_closed;
        tag.is_closed |= is_void_element(&tag.name);
        tag.attributes.iter_mut().for_each(spelled_out);
        let text = tag.attributes.iter().position(|attribute| attribute.name == "set:text");
        let text = text.map(|at| tag.attributes.remove(at)).map(|attribute| match attribute.text() {
            Some(text) => text.to_owned(),
            None => attribute.value,
        });
        if let Some(scope) = self.scope.as_ref().filter(|_| is_element && name != "slot") {
            tag.attributes.push(quoted("data-component", scope));
        }
        let is_filled = text.is_some() && is_closed;
        tag.is_closed &= !is_filled;
        self.out += &tag_of(&tag, whole, self.context);
        self.out += text.as_deref().unwrap_or_default();
        if !is_closed && !is_void_element(&name) {
            self.children(&name)?;
        }
        if !tag.is_closed {
            let end = Tag { is_end: true, attributes: Vec::new(), is_closed: false, ..tag };
            self.out += &tag_of(&end, "", self.context);
        }
        Some(())
    }

    /// Converts the braced expression at the current position, which can contain elements.
    fn expression(&mut self) -> Option<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut depth = 0_usize;
        loop {
            let rest = self.rest();
            let c = rest.chars().next()?;
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                '"' | '\'' => {
                    self.copy(string(rest, c)?);
                    continue;
                }
                '`' => {
                    self.literal()?;
                    continue;
                }
                '/' if rest.starts_with("//") => {
                    self.copy(rest.find('\n')?);
                    continue;
                }
                '/' if rest.starts_with("/*") => {
                    self.copy(rest.find("*/")? + 2);
                    continue;
                }
                '<' if self.is_tag() => {
                    self.elements()?;
                    continue;
                }
                _ => {}
            }
            self.copy(c.len_utf8());
            if depth == 0 {
                self.depth -= 1;
                return Some(());
            }
        }
    }

    /// Copies a template literal.
    fn literal(&mut self) -> Option<()> {
        self.copy(1);
        loop {
            let rest = self.rest();
            match rest.chars().next()? {
                '`' => {
                    self.copy(1);
                    return Some(());
                }
                '\\' => self.copy(1 + rest[1..].chars().next()?.len_utf8()),
                '$' if rest.starts_with("${") => {
                    self.copy(1);
                    self.expression()?;
                }
                c => self.copy(c.len_utf8()),
            }
        }
    }

    /// Whether the character `<` in an expression starts a tag. After a value, it's an operator, or it starts types.
    fn is_tag(&self) -> bool {
        let before = self.text[..self.at].trim_end();
        let is_value = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | ')' | ']'));
        let is_start = self.rest()[1..].starts_with(|c: char| c.is_alphabetic() || c == '>');
        is_start && (!is_value || before.ends_with("return")) && Tag::read(self.rest()).is_some()
    }

    /// Converts the elements in an expression. In Astro, several elements don't need a parent.
    fn elements(&mut self) -> Option<()> {
        let start = self.out.len();
        self.element()?;
        let mut count = 1;
        loop {
            let rest = self.rest();
            let bare = rest.trim_start();
            if !bare.starts_with('<') || bare.starts_with("</") || Tag::read(bare).is_none() {
                break;
            }
            self.copy(rest.len() - bare.len());
            self.element()?;
            count += 1;
        }
        if count > 1 {
            self.out.insert_str(start, "<>");
            self.out += "</>";
        }
        Some(())
    }
}

/// Writes an attribute in a form that JSX supports.
fn spelled_out(attribute: &mut Attribute) {
    let Attribute { name, value } = attribute;
    let inner = value.strip_prefix('{').and_then(|value| value.strip_suffix('}')).map(str::trim);
    if let Some(short) = inner.filter(|inner| name.is_empty() && !inner.starts_with("...")) {
        short.clone_into(name);
    } else if value.starts_with('`') {
        *value = format!("{{{value}}}");
    } else if !value.is_empty() && !value.starts_with(['"', '\'', '{']) {
        *value = format!("\"{value}\"");
    }
}
