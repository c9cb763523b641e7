//! Converts the tags on pages.

use std::collections::BTreeSet;

use crate::component::BLOCKS;
use crate::import::markdown::Address;
use crate::markdown::Icon;

/// A tag and the source text of its attributes.
pub(super) struct Tag<'t> {
    pub name: &'t str,
    is_end: bool,
    pub is_empty: bool,
    attributes: Vec<(&'t str, Option<&'t str>)>,
}

/// A converted tag.
#[derive(Default)]
pub(super) struct Converted {
    pub text: String,
    /// A component that the new site needs.
    pub component: Option<&'static str>,
    /// The text file that the tag includes.
    pub snippet: Option<String>,
    /// Whether an icon is left out.
    pub lacks_icon: bool,
    /// The text of an attribute that is shown in the content.
    pub shown: Option<String>,
    /// The URL of an image that is shown above the content.
    pub image: Option<String>,
    /// Whether content follows the tag.
    pub is_open: bool,
}

/// The components that docgen doesn't have, each with the content of its file.
const COMPONENTS: &[(&str, &str)] = &[
    ("Banner", include_str!("components/Banner.jsx")),
    ("Color", include_str!("components/Color.jsx")),
    ("GitHub", include_str!("components/GitHub.jsx")),
    ("Heading", include_str!("components/Heading.jsx")),
    ("Panel", include_str!("components/Panel.jsx")),
    ("Prompt", include_str!("components/Prompt.jsx")),
    ("Tile", include_str!("components/Tile.jsx")),
    ("Tree", include_str!("components/Tree.jsx")),
    ("View", include_str!("components/View.jsx")),
];

/// The components that have a different name in docgen.
const RENAMED: [(&str, &str); 2] = [("SnippetGroup", "CodeGroup"), ("Github", "GitHub")];

/// The components, each with an attribute that docgen doesn't show. It becomes text in the component's content.
const SHOWN: [(&str, &str); 2] = [("Frame", "hint"), ("Card", "cta")];

/// Font Awesome icons, each with the Lucide icon that has the same meaning.
const ICONS: &[(&str, &str)] = &[
    ("arrow-up-right-from-square", "external-link"),
    ("bars", "menu"),
    ("bolt", "zap"),
    ("bolt-lightning", "zap"),
    ("book-open-cover", "book-open"),
    ("boxes-stacked", "boxes"),
    ("brackets-curly", "braces"),
    ("browser", "app-window"),
    ("bullhorn", "megaphone"),
    ("chart-simple", "chart-column"),
    ("circle-exclamation", "circle-alert"),
    ("circle-info", "info"),
    ("circle-nodes", "share-2"),
    ("circle-question", "circle-help"),
    ("clock-rotate-left", "history"),
    ("cloud-arrow-up", "cloud-upload"),
    ("comment", "message-circle"),
    ("comments", "messages-square"),
    ("cube", "box"),
    ("cubes", "boxes"),
    ("diagram-project", "workflow"),
    ("envelope", "mail"),
    ("file-lines", "file-text"),
    ("gauge-high", "gauge"),
    ("gear", "settings"),
    ("gears", "settings"),
    ("laptop-code", "laptop"),
    ("layer-group", "layers"),
    ("list-check", "list-checks"),
    ("location-dot", "map-pin"),
    ("magnifying-glass", "search"),
    ("microchip", "cpu"),
    ("mobile", "smartphone"),
    ("money-bill", "banknote"),
    ("pen-to-square", "square-pen"),
    ("person", "user"),
    ("right-left", "arrow-left-right"),
    ("robot", "bot"),
    ("screwdriver-wrench", "wrench"),
    ("shield-halved", "shield"),
    ("sliders", "sliders-horizontal"),
    ("stopwatch", "timer"),
    ("table-columns", "columns-2"),
    ("trash-can", "trash-2"),
    ("triangle-exclamation", "triangle-alert"),
    ("user-group", "users"),
    ("wand-magic-sparkles", "wand-sparkles"),
    ("xmark", "x"),
];

/// The components whose titles can contain Markdown.
const TITLED: [&str; 5] = ["Accordion", "Card", "Expandable", "Frame", "Step"];

/// The attributes that change only the appearance of a component.
const DROPPED: [&str; 6] = ["iconType", "titleSize", "noAnchor", "stepNumber", "borderBottom", "sync"];

/// Returns the names of the components that the importer adds.
pub(super) fn components() -> impl Iterator<Item = &'static str> {
    COMPONENTS.iter().map(|(name, _)| *name)
}

/// Returns the content of a component's file.
pub(super) fn component(name: &str) -> Option<&'static str> {
    COMPONENTS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Reads the tag at the start of the text. Also returns the tag's length.
pub(super) fn read(text: &str) -> Option<(Tag<'_>, usize)> {
    let rest = text.strip_prefix('<')?;
    let (is_end, rest) = rest.strip_prefix('/').map_or((false, rest), |rest| (true, rest));
    let is_name = |c: char| c.is_ascii_alphanumeric() || "._-:".contains(c);
    let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
    let name = &rest[..length];
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut at = text.len() - rest.len() + length;
    let mut attributes = Vec::new();
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        if let Some(after) = rest.strip_prefix('>') {
            let tag = Tag { name, is_end, is_empty: false, attributes };
            return Some((tag, text.len() - after.len()));
        }
        if let Some(after) = rest.strip_prefix("/>") {
            let tag = Tag { name, is_end, is_empty: true, attributes };
            return Some((tag, text.len() - after.len()));
        }
        if rest.starts_with('{') {
            let length = braces(rest)?;
            attributes.push(("", Some(&rest[..length])));
            at += length;
            continue;
        }
        let length = rest.find(|c: char| !is_name(c)).filter(|length| *length > 0)?;
        let key = &rest[..length];
        at += length;
        let Some(value) = text[at..].strip_prefix('=') else {
            attributes.push((key, None));
            continue;
        };
        let length = match value.chars().next()? {
            quote @ ('"' | '\'') => value[1..].find(quote)? + 2,
            '{' => braces(value)?,
            _ => return None,
        };
        attributes.push((key, Some(&value[..length])));
        at += 1 + length;
    }
}

/// Returns the length of an expression, including its braces.
pub(super) fn braces(text: &str) -> Option<usize> {
    if text.starts_with("{/*") {
        return text.find("*/}").map(|end| end + 3);
    }
    let (mut depth, mut quote, mut is_escaped) = (0_usize, None, false);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '`') => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the text between quotation marks.
fn unquoted(value: &str) -> Option<&str> {
    let inner = value.strip_prefix('{').and_then(|value| value.strip_suffix('}')).map_or(value, str::trim);
    ['"', '\''].iter().find_map(|quote| inner.strip_prefix(*quote)?.strip_suffix(*quote))
}

impl Tag<'_> {
    /// Whether docgen or the importer defines the component.
    pub(super) fn is_known(&self) -> bool {
        let root = self.name.split('.').next().unwrap_or(self.name);
        BLOCKS.iter().any(|(name, _)| *name == root) || component(root).is_some()
    }

    /// Returns the text that the component's ID is based on, and whether the text is a heading.
    pub(super) fn anchor(&self) -> Option<(String, bool)> {
        if self.is_end || self.attributes.iter().any(|(key, _)| *key == "id") {
            return None;
        }
        match self.name {
            "Accordion" => Some((component_id(self.text("title")?), false)),
            "Update" => Some((self.text("label")?.to_owned(), true)),
            _ => None,
        }
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| *key == name).and_then(|(_, value)| unquoted((*value)?))
    }

    /// Converts the tag. `defined` contains the names of the components that the page defines or imports.
    pub(super) fn convert(&self, address: &Address<'_>, defined: &BTreeSet<String>) -> Converted {
        let mut out = Converted::default();
        if self.name == "Snippet" && !self.is_end && !defined.contains("Snippet") {
            out.snippet = self.text("file").map(str::to_owned);
            return out;
        }
        let root = self.name.split('.').next().unwrap_or(self.name);
        let name = RENAMED.iter().find(|(old, _)| *old == self.name).map_or(self.name, |(_, new)| new);
        let root = RENAMED.iter().find(|(old, _)| *old == root).map_or(root, |(_, new)| new);
        if !defined.contains(root) {
            out.component = COMPONENTS.iter().map(|(name, _)| *name).find(|known| *known == root);
        }
        if self.is_end {
            out.text = format!("</{name}>");
            return out;
        }
        let is_html = name.starts_with(|c: char| c.is_ascii_lowercase());
        if name == "Icon" && self.text("icon").is_some_and(|icon| self.icon(icon).is_none()) {
            out.lacks_icon = true;
            return out;
        }
        if let Some(image) = self.text("icon").filter(|icon| name == "Icon" && is_image(icon)) {
            out.text = format!("<img src=\"{image}\" alt=\"\" width=\"16\" height=\"16\" />");
            return out;
        }
        let mut text = format!("<{name}");
        for (key, value) in &self.attributes {
            if !is_html && DROPPED.contains(key) {
                continue;
            }
            // Grids in docgen have at most four columns.
            if *key == "cols" && value.is_some_and(|value| columns(value) > Some(4)) {
                text += " cols={4}";
                continue;
            }
            let written = match (*key, value.and_then(unquoted)) {
                ("style", Some(css)) if is_html => format!("style={{{{ {} }}}}", style(css)),
                ("class", Some(_)) if is_html => format!("className={}", value.unwrap_or_default()),
                ("img", Some(url)) if name == "Card" => {
                    out.image = Some(address(url, true).unwrap_or_else(|| url.to_owned()));
                    continue;
                }
                ("src" | "href" | "poster" | "img", Some(url)) => match address(url, true) {
                    Some(url) => format!("{key}=\"{url}\""),
                    None => format!("{key}={}", value.unwrap_or_default()),
                },
                ("icon", None) if !is_html && value.is_some_and(is_jsx) => match value.and_then(image_of) {
                    Some(url) => {
                        let url = address(url, true).unwrap_or_else(|| url.to_owned());
                        format!("icon=\"{url}\"")
                    }
                    None => {
                        out.lacks_icon = true;
                        continue;
                    }
                },
                ("icon", Some(icon)) if !is_html => match self.icon(icon) {
                    Some(icon) => format!("icon=\"{icon}\""),
                    None => {
                        out.lacks_icon = true;
                        continue;
                    }
                },
                ("filename", Some(_)) if name == "CodeBlock" => {
                    format!("title={}", value.unwrap_or_default())
                }
                ("title" | "caption", Some(title)) if TITLED.contains(&name) && rich(title).is_some() => {
                    format!("{key}={{<>{}</>}}", rich(title).unwrap_or_default())
                }
                (key, _) => value.map_or_else(
                    || key.to_owned(),
                    |value| match key.is_empty() {
                        true => value.to_owned(),
                        false => format!("{key}={value}"),
                    },
                ),
            };
            text += " ";
            text += &written;
        }
        let is_element = name.starts_with(|c: char| c.is_ascii_lowercase());
        if let Some(mode) = self.mode().filter(|_| is_element) {
            text += &format!(" data-only=\"{mode}\"");
        }
        let is_closed = self.is_empty && out.image.is_none();
        text += if is_closed { " />" } else { ">" };
        let shown = SHOWN.iter().find(|(component, _)| *component == name);
        out.shown = shown.and_then(|(_, attribute)| self.text(attribute)).map(str::to_owned);
        out.is_open = !is_closed;
        out.text = text;
        out
    }

    /// If an element's classes hide it in one color mode, returns the other mode.
    fn mode(&self) -> Option<&'static str> {
        let classes = self.text("className").or_else(|| self.text("class"))?;
        let has = |name: &str| classes.split_whitespace().any(|class| class == name);
        match (has("dark:hidden"), has("hidden") && has("dark:block")) {
            (true, _) => Some("light"),
            (_, true) => Some("dark"),
            _ => None,
        }
    }

    /// Returns the docgen name of an icon.
    fn icon(&self, icon: &str) -> Option<String> {
        let same = ICONS.iter().find(|(old, _)| *old == icon).map_or(icon, |(_, new)| new);
        (is_image(icon) || Icon::find(same).is_some()).then(|| same.to_owned())
    }
}

/// Returns the ID that is derived from a component's title.
fn component_id(title: &str) -> String {
    let mut id = String::new();
    for c in title.to_lowercase().chars() {
        match c {
            c if c.is_ascii_alphanumeric() => id.push(c),
            _ if !id.ends_with('-') => id.push('-'),
            _ => {}
        }
    }
    id.trim_matches('-').to_owned()
}

/// Converts the inline Markdown in a title to JSX. If the title doesn't contain Markdown, returns `None`.
fn rich(title: &str) -> Option<String> {
    let quoted = |text: &str| match text.is_empty() {
        true => String::new(),
        false => format!("{{{}}}", serde_json::Value::from(text)),
    };
    let (mut out, mut rest, mut has_markup) = (String::new(), title, false);
    while let Some(at) = rest.find(['`', '*', '[']) {
        let (before, from) = rest.split_at(at);
        let element = |name: &str, text: &str| format!("<{name}>{}</{name}>", quoted(text));
        let found = if let Some(code) = from.strip_prefix('`') {
            code.split_once('`').map(|(code, after)| (element("code", code), after))
        } else if let Some(strong) = from.strip_prefix("**") {
            strong.split_once("**").map(|(text, after)| (element("strong", text), after))
        } else if let Some(text) = from.strip_prefix('*') {
            let parts = text.split_once('*').filter(|(text, _)| !text.starts_with(char::is_whitespace));
            parts.map(|(text, after)| (element("em", text), after))
        } else {
            from[1..].split_once("](").and_then(|(text, more)| {
                let (url, after) = more.split_once(')')?;
                let href = serde_json::Value::from(url);
                Some((format!("<a href={{{href}}}>{}</a>", quoted(text)), after))
            })
        };
        match found {
            Some((markup, after)) => {
                out += &quoted(before);
                out += &markup;
                (rest, has_markup) = (after, true);
            }
            None => {
                out += &quoted(&rest[..=at]);
                rest = &rest[at + 1..];
            }
        }
    }
    out += &quoted(rest);
    has_markup.then_some(out)
}

/// Whether an expression is an element.
fn is_jsx(value: &str) -> bool {
    value.strip_prefix('{').is_some_and(|inner| inner.trim_start().starts_with('<'))
}

/// If an expression is an image, returns the image's URL.
fn image_of(value: &str) -> Option<&str> {
    let inner = value.strip_prefix('{')?.trim_start();
    let (tag, _) = read(inner).filter(|(tag, _)| tag.name == "img")?;
    let (_, url) = tag.attributes.iter().find(|(key, _)| *key == "src")?;
    unquoted((*url)?)
}

/// Whether an icon is an image.
fn is_image(icon: &str) -> bool {
    icon.starts_with('/') || icon.contains("://")
}

/// Parses a number of columns.
fn columns(value: &str) -> Option<u32> {
    value.trim_matches(['{', '}', '"', '\'']).trim().parse().ok()
}

/// Converts CSS declarations to the entries of a JavaScript object.
fn style(css: &str) -> String {
    let entries = css.split(';').filter_map(|declaration| {
        let (name, value) = declaration.split_once(':')?;
        let name = name.trim();
        let key = match name.starts_with("--") {
            true => format!("\"{name}\""),
            false => camel(name),
        };
        Some(format!("{key}: \"{}\"", value.trim().replace('\\', "\\\\").replace('"', "\\\"")))
    });
    entries.collect::<Vec<_>>().join(", ")
}

/// Converts `font-size` to `fontSize`.
fn camel(name: &str) -> String {
    let mut parts = name.split('-').filter(|part| !part.is_empty());
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut chars = part.chars();
        out.extend(chars.next().into_iter().flat_map(char::to_uppercase));
        out += chars.as_str();
    }
    out
}
