//! The table of block and inline directives. Each row contains all data that the Markdown parser, the HTML writer, and
//! the sanitizer need for a directive.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use super::directive::{self, Attribute, By, Label, Line, Opening};
use super::sheet::Sheet;
use crate::diag::{Hint, meant, misspelled};
use crate::source::floor;

/// A directive: `:::name` or, in text, `:name`.
pub struct Directive {
    /// The name after the colons.
    pub name: &'static str,
    /// The directive's form.
    pub form: Form,
    /// The attributes. Each entry lists an attribute's name and its aliases.
    pub(super) attributes: &'static [&'static [&'static str]],
    /// The HTML elements that represent the directive.
    pub html: &'static [Html],
    /// The style sheet that pages with the directive need.
    pub(super) sheet: Option<Sheet>,
}

/// A directive's form.
#[derive(Clone, Copy)]
pub enum Form {
    /// A container. The directive's first element contains the content. If there's a second element, the container can
    /// have a title.
    Container {
        /// The name in messages.
        noun: &'static str,
    },
    /// A grid with a configurable number of columns.
    Grid {
        /// The name in messages.
        noun: &'static str,
    },
    /// An admonition that has the style of another directive.
    Admonition {
        /// The name of the other directive.
        look: &'static str,
    },
    /// A group of tabs.
    Tabs,
    /// A tab group with one tab for each code block.
    CodeGroup,
    /// A tab in a group.
    Tab,
    /// A details element.
    Details,
    /// A card, which can be a link.
    Card,
    /// A video.
    Video,
    /// A parameter, a property, or a setting.
    Field,
    /// A short label in text.
    Badge,
    /// An icon in text.
    Icon,
    /// A term in text, with an explanation.
    Tooltip,
    /// A list of the pages in the page's category.
    Pages,
    /// Content for one audience: people or agents.
    Visibility,
}

impl Form {
    /// Whether the directive is used in text: `:name[text]`.
    pub fn is_inline(self) -> bool {
        matches!(self, Form::Badge | Form::Icon | Form::Tooltip)
    }
}

/// An HTML element with its possible classes and attributes.
pub struct Html {
    /// The tag.
    pub tag: &'static str,
    /// The classes.
    pub classes: &'static [&'static str],
    /// The other attributes.
    pub attributes: &'static [&'static str],
}

const fn html(
    tag: &'static str,
    classes: &'static [&'static str],
    attributes: &'static [&'static str],
) -> Html {
    Html { tag, classes, attributes }
}

const fn admonition(name: &'static str, look: &'static str) -> Directive {
    const HTML: &[Html] =
        &[html("div", &["admonition"], &["data-kind", "role"]), html("p", &["admonition-title"], &[])];
    Directive {
        name,
        form: Form::Admonition { look },
        attributes: &[&["title"], ICON],
        html: HTML,
        sheet: None,
    }
}

/// Returns a directive for an element that can have a title.
const fn container(name: &'static str, noun: &'static str, html: &'static [Html]) -> Directive {
    let attributes: &[&[&str]] = &[&["title", "caption", "label"]];
    Directive { name, form: Form::Container { noun }, attributes, html, sheet: None }
}

/// Returns a directive for an element that few pages contain. The theme's main style sheet doesn't include the
/// element's styles.
const fn rare(name: &'static str, noun: &'static str, html: &'static [Html]) -> Directive {
    Directive { sheet: Some(Sheet::Extra), ..container(name, noun, html) }
}

/// Returns a directive for a grid, which is an element without a title.
const fn grid(name: &'static str, noun: &'static str, html: &'static [Html]) -> Directive {
    Directive {
        name,
        form: Form::Grid { noun },
        attributes: &[&["title", "caption", "label"], &["cols"]],
        html,
        sheet: None,
    }
}

/// The attribute that sets a title's icon.
const ICON: &[&str] = &["icon"];

const DETAILS: &[Html] = &[html("details", &["details"], &["open"]), html("div", &["details-body"], &[])];

const TABS: &[Html] = &[
    html("div", &["tabs", "tab-list"], &["data-tabs", "data-group", "data-query", "role", "aria-label"]),
    html("button", &["tab"], &["type", "role", "aria-controls", "aria-selected", "tabindex", "data-value"]),
];

const VIDEO: &[Html] = &[
    html("figure", &["video"], &[]),
    html("div", &["video-player"], &[]),
    html("video", &[], &[]),
    html("iframe", &[], &[]),
];

/// The name of the directive that shows the content of another file. The directive has no HTML of its own.
pub(super) const INCLUDE: &str = "include";

/// Every directive.
pub static DIRECTIVES: [Directive; 31] = [
    admonition("note", "note"),
    admonition("tip", "tip"),
    admonition("info", "info"),
    admonition("warning", "warning"),
    admonition("danger", "danger"),
    admonition("caution", "warning"),
    admonition("important", "info"),
    admonition("success", "success"),
    Directive {
        name: "tabs",
        form: Form::Tabs,
        attributes: &[
            &["group", "groupId", "syncKey"],
            &["query", "queryString"],
            &["values"],
            &["default", "defaultValue"],
        ],
        html: TABS,
        sheet: None,
    },
    Directive {
        name: "tab",
        form: Form::Tab,
        attributes: &[&["label", "title"], &["value"], &["default", "selected"], ICON],
        html: &[html("div", &["tab-panel"], &["role", "aria-labelledby", "data-label", "hidden"])],
        sheet: None,
    },
    Directive {
        name: "details",
        form: Form::Details,
        attributes: &[&["open", "defaultOpen"], &["title", "summary"], ICON],
        html: DETAILS,
        sheet: None,
    },
    Directive {
        name: "accordion",
        form: Form::Details,
        attributes: &[&["open", "defaultOpen"], &["title"], ICON],
        html: DETAILS,
        sheet: None,
    },
    Directive {
        name: "code-group",
        form: Form::CodeGroup,
        attributes: &[&["group", "groupId", "syncKey"], &["query", "queryString"], &["title"]],
        html: TABS,
        sheet: None,
    },
    container("accordions", "the accordions", &[html("div", &["accordions"], &[])]),
    grid("cards", "the cards", &[html("div", &["cards"], &["data-cols"])]),
    grid("columns", "the columns", &[html("div", &["columns"], &["data-cols"])]),
    container("column", "the column", &[html("div", &["column"], &[])]),
    rare("file-tree", "the file tree", &[html("div", &["file-tree"], &[])]),
    rare("frame", "the frame", &[html("figure", &["frame"], &[]), html("figcaption", &["frame-title"], &[])]),
    rare("update", "the update", &[html("div", &["update"], &[]), html("p", &["update-title"], &[])]),
    Directive {
        name: "card",
        form: Form::Card,
        attributes: &[&["href", "to", "link"], &["title"], ICON],
        html: &[
            html("a", &["card"], &[]),
            html("div", &["card", "card-body"], &[]),
            html("span", &["card-title"], &[]),
        ],
        sheet: None,
    },
    Directive { name: "pages", form: Form::Pages, attributes: &[], html: &[], sheet: None },
    Directive { name: "visibility", form: Form::Visibility, attributes: &[&["for"]], html: &[], sheet: None },
    rare("steps", "the steps", &[html("div", &["steps"], &[])]),
    Directive {
        attributes: &[&["title", "caption", "label"], ICON],
        ..container("step", "the step", &[html("div", &["step"], &[]), html("p", &["step-title"], &[])])
    },
    Directive {
        name: "video",
        form: Form::Video,
        attributes: &[&["src", "url"], &["poster"], &["captions"], &["title"]],
        html: VIDEO,
        sheet: Some(Sheet::Extra),
    },
    Directive {
        name: "youtube",
        form: Form::Video,
        attributes: &[&["id", "videoId"], &["poster"], &["title"]],
        html: VIDEO,
        sheet: Some(Sheet::Extra),
    },
    Directive {
        name: "field",
        form: Form::Field,
        attributes: &[
            &["name", "path", "query", "body", "header"],
            &["type"],
            &["default"],
            &["required"],
            &["deprecated"],
            &["title"],
        ],
        html: &[
            html("ul", &["api-rows", "api-facts"], &[]),
            html("div", &["api-row-head", "api-text", "api-nest"], &[]),
            html("a", &["api-name"], &[]),
            html("span", &["api-name", "api-type", "api-required", "api-deprecated"], &[]),
        ],
        sheet: Some(Sheet::Fields),
    },
    Directive {
        name: "badge",
        form: Form::Badge,
        attributes: &[&["kind", "variant", "type"]],
        html: &[html("span", &["badge"], &["data-kind"])],
        sheet: None,
    },
    Directive {
        name: "icon",
        form: Form::Icon,
        attributes: &[&["name", "icon"]],
        html: &[html("svg", &["icon"], &[]), html("img", &["icon"], &[]), html("span", &["icon-text"], &[])],
        sheet: None,
    },
    Directive {
        name: "tooltip",
        form: Form::Tooltip,
        attributes: &[&["text", "tip"]],
        html: &[html("span", &["tooltip", "tooltip-text", "tooltip-mark"], &["tabindex"])],
        sheet: None,
    },
];

/// Like [`directive::fence`], parses a line that starts with colons. If the line starts with two colons, only known
/// names are directives. A list of pages doesn't need brackets or braces.
pub(super) fn line(text: &str, at: usize) -> Option<Line<'_>> {
    let bare = text
        .strip_prefix("::")
        .filter(|name| DirectiveId::find(name).is_some_and(|id| matches!(id.form, Form::Pages)));
    if let Some(name) = bare {
        return Some(Line::Leaf(Opening { name, label: None, attributes: Vec::new(), by: By::Colons(2) }));
    }
    let is_block = |name| DirectiveId::find(name).is_some_and(|id| !id.form.is_inline());
    match directive::fence(text, at)? {
        Line::Leaf(opening) if opening.name == INCLUDE => Some(Line::Leaf(opening)),
        Line::Leaf(opening) => is_block(opening.name).then(|| Line::Leaf(titled(opening))),
        Line::Open(opening) => Some(Line::Open(titled(opening))),
        line => Some(line),
    }
}

/// The character reference that replaces the colon at the start of a line if the colon would start a definition.
/// Authors write the reference without the zero.
pub(super) const ESCAPED_COLON: &str = "&#058;";

/// Returns the text with its escaped colons as colons with spaces before them. Offsets in the text stay the same.
pub(super) fn with_colons(text: &str) -> Cow<'_, str> {
    match text.contains(ESCAPED_COLON) {
        true => text.replace(ESCAPED_COLON, "     :").into(),
        false => text.into(),
    }
}

/// Returns the end of the directive at the start of a text. The text's first line has this length. The directive continues
/// on the next lines if its attribute list does. Nothing can follow the list, and the list can't contain blank lines.
pub(super) fn end(text: &str, length: usize) -> usize {
    let line = text[..length].trim_end();
    wrapped_end(text, line).filter(|end| *end > line.len()).unwrap_or(line.len())
}

fn wrapped_end(text: &str, line: &str) -> Option<usize> {
    let tail = line.strip_prefix("::")?.trim_start_matches(':').trim_start();
    let (_, mut tail) = directive::split_name(tail);
    if let Some(label) = tail.strip_prefix('[') {
        tail = &label[directive::closing_bracket(label)? + 1..];
    }
    let start = directive::offset(text, tail.trim_start().strip_prefix('{')?);
    let list = directive::within_reach(&text[start..]);
    let list = &list[..directive::list_end(list)?];
    let end = start + list.len() + 1;
    let is_alone = text[end..].lines().next().is_none_or(|rest| rest.trim().is_empty());
    let is_own = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('>');
    (is_alone && list.trim_end().lines().skip(1).all(is_own)).then_some(end)
}

/// If a directive with two colons starts at an offset in text, where it isn't a directive because it isn't alone on its
/// line, returns its name and length.
pub(super) fn leaf_in_text(text: &str, at: usize) -> Option<(&str, usize)> {
    let is_apart =
        !text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, ':' | '/' | '_' | '\\'));
    let rest = text[at..].strip_prefix(':').filter(|rest| is_apart && rest.starts_with(':'))?;
    let (length, opening) = directive::inline(rest, 0)?;
    let has_blank_line = rest[..length].lines().any(|line| line.trim().is_empty());
    (is_known(opening.name, false) && !has_blank_line).then_some((opening.name, 1 + length))
}

/// The maximum number of bytes to examine before a directive. The limit prevents long lines from slowing down the search.
const REACH: usize = 512;

/// Text that looks like a directive but isn't one.
pub(super) struct Unknown<'t> {
    pub name: &'t str,
    /// The length of the text.
    pub length: usize,
    /// What's wrong with the text.
    pub problem: String,
    /// The next step, if it's known.
    pub hint: Option<Hint>,
}

/// Returns the names of the directives in text, or of all others.
fn names(inline: bool) -> impl Iterator<Item = &'static str> {
    let names = DIRECTIVES.iter().filter(move |row| row.form.is_inline() == inline).map(|row| row.name);
    names.chain((!inline).then_some(INCLUDE))
}

fn is_known(name: &str, inline: bool) -> bool {
    names(inline).any(|known| known == name)
}

/// Returns the text that starts at an offset in text and looks like a directive but isn't one: it has an unknown name,
/// the wrong number of colons, or a space or a blank line in the wrong place. Because other text can have the same form,
/// the name must be similar to a known name, unless the directive has two colons and is alone on its line.
pub(super) fn unknown_in_text(text: &str, at: usize) -> Option<Unknown<'_>> {
    let (before, written) = (&text[..at], &text[at..]);
    let is_apart =
        !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ':' | '/' | '_' | '\\' | ';'));
    if !is_apart || !written.trim_start_matches(':').starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    if let Some(leaf) = written.strip_prefix(':').filter(|leaf| leaf.starts_with(':')) {
        return broken_leaf(before, written).or_else(|| unknown_leaf(before, leaf));
    }
    let (length, Opening { name, attributes, .. }) = directive::inline(written, 0)?;
    let hint = match is_known(name, false) && !attributes.is_empty() {
        true => Hint::meant(&format!(":{name}"), &format!("::{name}"), false),
        false => {
            let near = misspelled(name, names(true)).filter(|near| *near != name)?;
            meant(name, near, names(true)).within(":", "")
        }
    };
    Some(Unknown { name, length, problem: problem_of(name), hint: Some(hint) })
}

fn problem_of(name: &str) -> String {
    match is_known(name, true) || is_known(name, false) {
        true => format!("`{name}` has the wrong number of colons; it's shown as text"),
        false => format!("unknown directive `{name}`; it's shown as text"),
    }
}

/// Whether only spaces, quote markers, and list markers are before the end of a text on its line.
fn starts_line(before: &str) -> bool {
    let near = &before[floor(before, before.len().saturating_sub(REACH))..];
    let line = near.rsplit('\n').next().unwrap_or_default();
    line.bytes().all(|byte| b" \t>-*+.)0123456789".contains(&byte))
}

/// Whether only whitespace is at the start of a text on its line.
fn ends_line(after: &str) -> bool {
    directive::within_reach(after).lines().next().is_none_or(|rest| rest.trim().is_empty())
}

/// Returns the directive with two colons at the start of `leaf`, without its first colon, if it's unknown.
fn unknown_leaf<'t>(before: &str, leaf: &'t str) -> Option<Unknown<'t>> {
    let (length, Opening { name, label, attributes, .. }) = directive::inline(leaf, 0)?;
    let is_alone =
        starts_line(before) && ends_line(&leaf[length..]) && (label.is_some() || !attributes.is_empty());
    let hint = match is_known(name, true) {
        true => is_alone.then(|| Hint::meant(&format!("::{name}"), &format!(":{name}"), false)),
        false => misspelled(name, names(false)).map(|near| meant(name, near, names(false)).within("::", "")),
    };
    let is_unknown = !is_known(name, false) && (hint.is_some() || is_alone);
    is_unknown.then(|| Unknown { name, length: 1 + length, problem: problem_of(name), hint })
}

/// Returns the directive with two colons at the start of a text if it's alone on its line and known, but has spaces
/// before its brackets or braces, or a blank line in its attribute list.
pub(super) fn broken_leaf<'t>(before: &str, written: &'t str) -> Option<Unknown<'t>> {
    let (name, mut rest) = directive::split_name(&written[2..]);
    if !is_known(name, false) || !starts_line(before) {
        return None;
    }
    // The start of the directive, up to the last opening bracket, without spaces before the brackets.
    let (mut bare, mut opened) = (format!("::{name}"), 2 + name.len());
    let mut list = "";
    for (open, close) in
        [('[', directive::closing_bracket as fn(&str) -> Option<usize>), ('{', directive::list_end)]
    {
        let Some(inner) = rest.trim_start_matches([' ', '\t']).strip_prefix(open) else { continue };
        let end = close(directive::within_reach(inner))?;
        let start = directive::offset(written, inner);
        bare.extend([&written[opened..written.len() - rest.len()], &written[start - 1..start]]);
        opened = start;
        (list, rest) = (&inner[..end], &inner[end + 1..]);
    }
    let (start, length) = (&written[..opened], written.len() - rest.len());
    let is_blank = list.lines().skip(1).any(|line| line.trim().is_empty());
    let (problem, hint) = if !ends_line(rest) {
        return None;
    } else if is_blank {
        let problem =
            format!("a blank line is in the attributes of `{name}`; the directive is shown as text");
        (problem, "remove the blank line".into())
    } else if start != bare {
        let problem = format!("a space separates `::{name}` from its brackets or braces; it's shown as text");
        (problem, Hint { text: "remove the space".to_owned(), ..Hint::meant(start, &bare, true) })
    } else {
        return None;
    };
    Some(Unknown { name, length, problem, hint: Some(hint) })
}

/// If the directive has no label, uses its `title` attribute, or an alias of that attribute, as the label. An admonition
/// with an empty label has no title.
fn titled(mut opening: Opening<'_>) -> Opening<'_> {
    let id = DirectiveId::find(opening.name);
    if opening.label.is_some() && id.is_some_and(|id| matches!(id.form, Form::Admonition { .. })) {
        return opening;
    }
    let names = id.map(|id| id.attribute("title"));
    let names = names.filter(|names| !names.is_empty()).unwrap_or(&["title"]);
    let title = opening.attributes.iter().copied().find(|attribute| names.contains(&attribute.name));
    let title = title.map(|title| Label { text: title.value, at: title.at });
    opening.label = opening.label.or(title).filter(|label| !label.text.trim().is_empty());
    opening
}

impl Directive {
    /// Returns the names of the attributes, without aliases.
    pub(crate) fn attribute_names(&self) -> impl Iterator<Item = &'static str> {
        self.attributes.iter().filter_map(|names| names.first().copied())
    }

    /// Returns an attribute's name and aliases.
    pub(super) fn attribute(&self, name: &str) -> &'static [&'static str] {
        self.attributes.iter().find(|names| names.first() == Some(&name)).copied().unwrap_or_default()
    }

    /// Finds an attribute by its name or one of its aliases.
    pub(super) fn find_attribute<'a>(
        &self,
        opening: &'a Opening<'a>,
        name: &str,
    ) -> Option<&'a Attribute<'a>> {
        let names = self.attribute(name);
        opening.attributes.iter().find(|attribute| names.contains(&attribute.name))
    }

    /// Returns an attribute's value. If the value is empty, returns `None`.
    pub(super) fn text(&self, opening: &Opening<'_>, name: &str) -> Option<Box<str>> {
        let value = self.find_attribute(opening, name)?.value;
        (!value.is_empty()).then(|| value.into())
    }

    /// Returns the name of the directive that determines this directive's style.
    pub fn look(&self) -> &'static str {
        match self.form {
            Form::Admonition { look } => look,
            _ => self.name,
        }
    }

    /// If the directive is a container that can have a title, returns the title's element.
    pub fn title(&self) -> Option<&'static Html> {
        match self.form {
            Form::Container { .. } => self.html.get(1),
            _ => None,
        }
    }

    /// Returns the class of the directive's container.
    pub fn class(&self) -> &'static str {
        self.html.first().and_then(|html| html.classes.first()).copied().unwrap_or_default()
    }
}

/// The index of a directive in [`DIRECTIVES`].
#[derive(Clone, Copy, PartialEq)]
pub struct DirectiveId(u8);

impl DirectiveId {
    /// Returns the directive with this name.
    pub fn find(name: &str) -> Option<Self> {
        let at = DIRECTIVES.iter().position(|directive| directive.name == name)?;
        u8::try_from(at).ok().map(DirectiveId)
    }
}

impl Deref for DirectiveId {
    type Target = Directive;

    fn deref(&self) -> &'static Directive {
        &DIRECTIVES[self.0 as usize]
    }
}

impl fmt::Debug for DirectiveId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
