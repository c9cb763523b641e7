//! Limits the styles of a drawing to the drawing: its rules, and the names of IDs, animations, and fonts.
//!
//! The rules keep their relative specificity, because their order of precedence depends on it. Declarations that load
//! files are left out.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use cssparser::{ParseError, Parser, Token, serialize_name, serialize_string};
use roxmltree::{Document, Node};

use super::PREFIX;
use crate::path::is_image_data;

/// The attribute of the root element that rules refer to. Its value is the prefix.
pub(super) const ROOT: &str = "data-drawing";

/// At-rules that contain other rules.
const WITH_RULES: [&str; 4] = ["container", "layer", "media", "supports"];

/// The pseudo-elements that can follow a single colon.
const ELEMENTS: [&str; 4] = ["after", "before", "first-letter", "first-line"];

/// The names in a drawing that its styles refer to.
#[derive(Default)]
pub(super) struct Names {
    ids: BTreeSet<String>,
    root_id: Option<String>,
    root_classes: BTreeSet<String>,
    keyframes: BTreeSet<String>,
    families: BTreeSet<String>,
}

/// The place of a rule or declaration.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Directly in a style sheet, or in an at-rule there.
    Sheet,
    /// In a rule, whose selectors are already limited to the drawing.
    Rule,
}

impl Names {
    pub(super) fn of(document: &Document<'_>) -> Self {
        let root = document.root_element();
        let classes = root.attribute("class").unwrap_or_default().split_whitespace();
        let mut names = Names {
            root_id: root.attribute("id").map(str::to_owned),
            root_classes: classes.map(str::to_owned).collect(),
            ..Names::default()
        };
        for node in document.descendants() {
            names.ids.extend(node.attribute("id").map(str::to_owned));
            if node.tag_name().name() == "style" {
                names.collect(&mut Parser::new(&text_of(node)));
            }
        }
        names
    }

    /// Finds the animations and fonts that a style sheet defines.
    fn collect(&mut self, parser: &mut Parser<'_>) {
        let mut rule = String::new();
        while let Ok(token) = parser.next().cloned() {
            match token {
                Token::AtKeyword(name) => rule = name.to_ascii_lowercase(),
                Token::Ident(name) | Token::QuotedString(name) if rule.ends_with("keyframes") => {
                    self.keyframes.insert(name.to_string());
                }
                Token::Semicolon => rule.clear(),
                Token::CurlyBracketBlock => {
                    let is_face = std::mem::take(&mut rule) == "font-face";
                    inside(parser, |parser| match is_face {
                        true => self.families.extend(own_family(parser)),
                        false => self.collect(parser),
                    });
                }
                _ => {}
            }
        }
    }

    /// Returns the rules of a `<style>` element, limited to the drawing.
    pub(super) fn sheet(&self, style: Node<'_, '_>) -> String {
        let mut out = String::new();
        self.contents(&mut Parser::new(&text_of(style)), Place::Sheet, &mut out);
        out
    }

    /// Returns the declarations of a `style` attribute.
    pub(super) fn declarations(&self, text: &str) -> String {
        let mut out = String::new();
        self.contents(&mut Parser::new(text), Place::Rule, &mut out);
        out
    }

    /// Returns the value of a property, or `None` if it loads a file.
    pub(super) fn value(&self, property: &str, text: &str) -> Option<String> {
        let text = match property {
            "font-family" => text.split(',').map(|part| self.family(part)).collect::<Vec<_>>().join(","),
            _ => text.to_owned(),
        };
        let mut out = String::with_capacity(text.len());
        self.tokens(&mut Parser::new(&text), property, &mut out).then_some(out)
    }

    /// Writes the rules and declarations of a style sheet or block.
    fn contents(&self, parser: &mut Parser<'_>, place: Place, out: &mut String) {
        loop {
            parser.skip_whitespace();
            let start = parser.position();
            match parser.next().cloned() {
                Ok(Token::AtKeyword(name)) => self.at_rule(&name.to_ascii_lowercase(), parser, place, out),
                Ok(Token::Semicolon | Token::CDO | Token::CDC) => {}
                Ok(token) => {
                    let is_end = |token: &Token<'_>| match token {
                        Token::Semicolon => place == Place::Rule,
                        token => *token == Token::CurlyBracketBlock,
                    };
                    let mut token = Some(token);
                    while token.as_ref().is_some_and(|token| !is_end(token)) {
                        token = parser.next().ok().cloned();
                    }
                    let text = parser.slice_from(start);
                    if let Some(selectors) =
                        text.strip_suffix('{').filter(|_| token == Some(Token::CurlyBracketBlock))
                    {
                        self.selectors(selectors, place, out);
                        self.block(parser, Place::Rule, out);
                    } else if place == Place::Rule {
                        self.declaration(text.trim_end_matches(';'), out);
                    }
                }
                Err(_) => return,
            }
        }
    }

    fn block(&self, parser: &mut Parser<'_>, place: Place, out: &mut String) {
        out.push('{');
        inside(parser, |parser| self.contents(parser, place, out));
        out.push('}');
    }

    /// Writes an at-rule that can be limited to the drawing.
    fn at_rule(&self, name: &str, parser: &mut Parser<'_>, place: Place, out: &mut String) {
        let start = parser.position();
        let mut defined = None;
        let prelude = loop {
            match parser.next() {
                Ok(Token::CurlyBracketBlock) => break parser.slice_from(start).trim_end_matches('{').trim(),
                Ok(Token::Ident(name) | Token::QuotedString(name)) => defined = Some(name.to_string()),
                Ok(Token::Semicolon) | Err(_) => return,
                Ok(_) => {}
            }
        };
        let before = out.len();
        let is_kept = match defined {
            Some(defined) if name.ends_with("keyframes") => {
                let _ = write!(out, "@{name} {PREFIX}");
                let _ = serialize_name(&defined, out);
                self.block(parser, Place::Rule, out);
                true
            }
            _ => {
                let space = if prelude.is_empty() { "" } else { " " };
                let _ = write!(out, "@{name}{space}{prelude}");
                let is_font = name == "font-face";
                self.block(parser, if is_font { Place::Rule } else { place }, out);
                // The file of a font isn't part of the drawing.
                WITH_RULES.contains(&name) || is_font && out[before..].contains("src:")
            }
        };
        if !is_kept {
            out.truncate(before);
        }
    }

    /// Writes a declaration, unless it loads a file.
    fn declaration(&self, text: &str, out: &mut String) {
        let Some((property, value)) = text.split_once(':') else { return };
        let property = property.trim();
        if let Some(value) = self.value(&property.to_ascii_lowercase(), value.trim()) {
            let _ = write!(out, "{property}:{value};");
        }
    }

    /// Writes the tokens of a value. Returns false if the value loads a file.
    fn tokens(&self, parser: &mut Parser<'_>, property: &str, out: &mut String) -> bool {
        loop {
            let start = parser.position();
            let Ok(token) = parser.next_including_whitespace().cloned() else { return true };
            let text = parser.slice_from(start);
            match token {
                Token::WhiteSpace(_) => out.push(' '),
                Token::UnquotedUrl(url) => {
                    if !push_url(&url, property, out) {
                        return false;
                    }
                }
                Token::Function(name) if name.eq_ignore_ascii_case("url") => {
                    let url = inside(parser, |parser| {
                        let url = parser.expect_string().ok().map(ToString::to_string);
                        while parser.next().is_ok() {}
                        url
                    });
                    if !url.flatten().is_some_and(|url| push_url(&url, property, out)) {
                        return false;
                    }
                }
                Token::Function(name) if loads(&name) => return false,
                Token::BadUrl(_) | Token::BadString(_) => return false,
                Token::Function(_)
                | Token::ParenthesisBlock
                | Token::SquareBracketBlock
                | Token::CurlyBracketBlock => {
                    out.push_str(text);
                    if inside(parser, |parser| self.tokens(parser, property, out)) != Some(true) {
                        return false;
                    }
                    out.push(match text.chars().next_back() {
                        Some('{') => '}',
                        Some('[') => ']',
                        _ => ')',
                    });
                }
                Token::Ident(name) | Token::QuotedString(name) if self.is_animation(property, &name) => {
                    out.push(PREFIX);
                    let _ = serialize_name(&name, out);
                }
                Token::Ident(_) | Token::QuotedString(_) if property == "font" => {
                    out.push_str(&self.family(text));
                }
                _ => out.push_str(text),
            }
        }
    }

    fn is_animation(&self, property: &str, name: &str) -> bool {
        matches!(property.trim_start_matches("-webkit-"), "animation" | "animation-name")
            && self.keyframes.contains(name)
    }

    /// Returns the name of a font family, with the prefix if the drawing contains the font.
    fn family(&self, written: &str) -> String {
        let name = written.trim().trim_matches(['"', '\'']);
        if !self.families.contains(name) {
            return written.to_owned();
        }
        let mut string = String::new();
        let _ = serialize_string(name, &mut string);
        string.insert(1, PREFIX);
        string
    }

    /// Writes the selectors of a rule. Each selector matches only the root element and the elements in it.
    fn selectors(&self, text: &str, place: Place, out: &mut String) {
        let mut one = Selector::default();
        let (mut depth, mut rest) = (0, text);
        while let Some(c) = rest.chars().next() {
            let own = &rest[..c.len_utf8()];
            let mut length = own.len();
            match c {
                '/' if rest.starts_with("/*") => {
                    length = rest.find("*/").map_or(rest.len(), |end| end + 2);
                }
                ',' if depth == 0 => {
                    std::mem::take(&mut one).write(place, out);
                    out.push(',');
                }
                '[' => {
                    length = attribute_length(rest);
                    one.text.push_str(&rest[..length]);
                }
                ':' if depth == 0 && is_element(rest) => {
                    one.element.get_or_insert(one.text.len());
                    length = name_length(rest);
                    one.text.push_str(&rest[..length]);
                }
                '.' | '#' | ':' => {
                    length = 1 + name_length(&rest[1..]);
                    self.name(c, &rest[..length], &mut one.text);
                }
                _ => {
                    depth += i32::from(c == '(') - i32::from(c == ')');
                    one.text.push_str(own);
                }
            }
            rest = &rest[length..];
        }
        one.write(place, out);
    }

    /// Writes a class, an ID, or a pseudo-class, including its first character. If it's the root's, the selector refers
    /// to the root, whose class and ID aren't part of the page.
    fn name(&self, kind: char, written: &str, out: &mut String) {
        let name = written[1..].replace('\\', "");
        let root = root();
        let _ = match kind {
            '.' if self.root_classes.contains(&name) => write!(out, ":is({written},{root})"),
            ':' if name.eq_ignore_ascii_case("root") => write!(out, "{root}"),
            '#' if self.root_id.as_deref() == Some(&name) => {
                write!(out, ":is(#{PREFIX}{},{root})", &written[1..])
            }
            '#' if self.ids.contains(&name) => write!(out, "#{PREFIX}{}", &written[1..]),
            _ => write!(out, "{written}"),
        };
    }
}

/// A selector without a comma.
#[derive(Default)]
struct Selector {
    text: String,
    /// The offset of a pseudo-element.
    element: Option<usize>,
}

impl Selector {
    fn write(self, place: Place, out: &mut String) {
        let text = self.text.trim_end();
        if place == Place::Rule {
            return out.push_str(text.trim_start());
        }
        let (before, element) = text.split_at(self.element.unwrap_or(text.len()).min(text.len()));
        let (before, root) = (before.trim_start(), root());
        // A pseudo-element without an element belongs to any element.
        let any = if before.is_empty() || before.ends_with(char::is_whitespace) { "*" } else { "" };
        let _ = write!(out, "{before}{any}:is({root},{root} *){element}");
    }
}

/// Returns the selector of the root element.
fn root() -> String {
    format!("[{ROOT}=\"{PREFIX}\"]")
}

/// Returns the length of the attribute selector at the start of a text.
fn attribute_length(text: &str) -> usize {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, ']') => return at + 1,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
    }
    text.len()
}

/// Returns the length of the name at the start of a text, with the colons before it.
fn name_length(text: &str) -> usize {
    let name = text.trim_start_matches(':');
    let mut is_escaped = false;
    let end = name.find(|c: char| {
        let is_part =
            is_escaped || c == '\\' || c.is_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii();
        is_escaped = !is_escaped && c == '\\';
        !is_part
    });
    text.len() - name.len() + end.unwrap_or(name.len())
}

/// Whether a text that starts with a colon starts with a pseudo-element.
fn is_element(text: &str) -> bool {
    text.starts_with("::")
        || ELEMENTS.iter().any(|name| text[1..name_length(text)].eq_ignore_ascii_case(name))
}

/// Whether a function loads files.
fn loads(function: &str) -> bool {
    let function = function.to_ascii_lowercase();
    matches!(function.trim_start_matches("-webkit-"), "image-set" | "image" | "src")
}

/// Writes a URL that refers to an element of the drawing or contains the data of an image or font. Returns false for
/// any other URL.
fn push_url(url: &str, property: &str, out: &mut String) -> bool {
    let url = url.trim();
    let mut string = String::new();
    if let Some(id) = url.strip_prefix('#') {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        if id.chars().all(is_plain) {
            let _ = write!(out, "url(#{PREFIX}{id})");
            return true;
        }
        let _ = serialize_string(id, &mut string);
        string.insert_str(1, &format!("#{PREFIX}"));
    } else if is_image_data(url) || property == "src" && url.starts_with("data:") {
        let _ = serialize_string(url, &mut string);
    } else {
        return false;
    }
    let _ = write!(out, "url({string})");
    true
}

/// Returns the family of a font whose data is in its rule.
fn own_family(parser: &mut Parser<'_>) -> Option<String> {
    let start = parser.position();
    while parser.next().is_ok() {}
    let text = parser.slice_from(start);
    let value = |name: &str| {
        let mut found = text.split(';').filter_map(|part| part.split_once(':'));
        found.find(|(property, _)| property.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    let has_data = value("src").is_some_and(|value| value.contains("data:"));
    value("font-family").filter(|_| has_data).map(|name| name.trim_matches(['"', '\'']).to_owned())
}

fn text_of(style: Node<'_, '_>) -> String {
    style.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect()
}

/// Reads the content of the block that the parser has just entered. Returns `None` if blocks are nested too deeply.
fn inside<T>(parser: &mut Parser<'_>, read: impl FnOnce(&mut Parser<'_>) -> T) -> Option<T> {
    parser.parse_nested_block(|parser| Ok::<_, ParseError<()>>(read(parser))).ok()
}
