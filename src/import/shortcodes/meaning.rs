//! Converts Hugo's built-in shortcodes and common shortcodes from documentation themes.

use super::Call;
use super::blocks;
use super::expand::{Expander, INCLUDES, Output};
use super::media;
use super::write::{dedented, directive, fenced, icon_name, in_brackets, target};
use crate::import::goldmark::admonition;
use crate::import::math::marked;
use crate::markdown::escape;

/// The names of admonitions.
const ADMONITIONS: [&str; 18] = [
    "note",
    "tip",
    "info",
    "warning",
    "danger",
    "caution",
    "important",
    "success",
    "error",
    "attention",
    "hint",
    "notice",
    "alert",
    "callout",
    "admonition",
    "pageinfo",
    "warn",
    "announcement",
];

/// The names of arguments that contain the kind of an admonition.
const KINDS: [&str; 8] = ["type", "style", "kind", "color", "level", "context", "severity", "theme"];

/// Converts a shortcode. If the name is unknown, returns `None`.
pub(super) fn convert(expander: &mut Expander<'_>, call: &Call, inner: Option<&str>) -> Option<Output> {
    let name = call.name.rsplit('/').next().unwrap_or_default();
    if ADMONITIONS.contains(&name) {
        let text = inner.filter(|inner| !inner.trim().is_empty());
        let text = text.or_else(|| call.named(&["text", "content", "message", "msg", "body"])).or(inner);
        return text.map(|text| Output::Block(alert(call, name, text)));
    }
    Some(match (name, inner) {
        ("ref" | "relref", _) => {
            let path = call.get(&["path"], 0)?;
            match expander.host.reference(path) {
                Some(url) => Output::Inline(url),
                None => {
                    expander.lose(call, "a reference to a missing page");
                    Output::Inline(path.to_owned())
                }
            }
        }
        ("param" | "siteparam", _) => Output::Inline(expander.host.param(call.get(&["name"], 0)?)?),
        ("_param", None) => {
            let mut value = expander.host.param(call.positional(0)?)?;
            for (at, argument) in call.arguments.iter().enumerate() {
                value = value.replace(&format!("{{{at}}}"), &argument.value);
            }
            Output::Inline(value)
        }
        ("comment", _) => Output::Inline(String::new()),
        ("toc" | "tableofcontents" | "katex" | "math" | "mermaid" | "chem", None) => {
            Output::Inline(String::new())
        }
        ("rawhtml" | "raw-html" | "html", Some(inner)) => Output::Block(inner.trim_matches('\n').to_owned()),
        ("table", Some(inner)) if inner.lines().any(is_delimiter_row) => Output::Block(dedented(inner)),
        ("markdownify", Some(inner)) => Output::Block(dedented(inner)),
        ("unsafe" | "raw", Some(inner)) => Output::Inline(inner.to_owned()),
        ("highlight" | "code" | "codeblock" | "prism", Some(inner)) => Output::Block(highlight(call, inner)),
        ("mermaid", Some(inner)) => Output::Block(fenced("mermaid", inner)),
        ("katex" | "math" | "chem", Some(inner)) => math(call, inner),
        (
            "details" | "expand" | "collapse" | "spoiler" | "accordion" | "dropdown" | "collapsible",
            Some(inner),
        ) => Output::Block(details(call, name, inner)),
        ("button" | "btn" | "link-button" | "hero-button", _) => button(expander, call, inner)?,
        ("badge" | "label" | "hero-badge", _) => return badge(expander, call, inner),
        ("icon" | "fa" | "fas" | "fab", None) => icon(expander, call)?,
        ("kbd", _) => Output::Inline(element("kbd", inner.or(call.positional(0))?)),
        (name, None) if INCLUDES.contains(&name) => return include(expander, call),
        ("children" | "section" | "toc-tree" | "list-children", None) => {
            Output::Block(expander.children(call.is(&["description"])))
        }
        _ => {
            return blocks::convert(expander, call, name, inner)
                .or_else(|| media::convert(expander, call, name, inner));
        }
    })
}

/// Whether a line separates the header of a table from the rows.
fn is_delimiter_row(line: &str) -> bool {
    let line = line.trim();
    line.contains("---") && line.contains('|') && line.chars().all(|c| "|-: ".contains(c))
}

fn alert(call: &Call, name: &str, inner: &str) -> String {
    let is_generic =
        matches!(name, "hint" | "notice" | "alert" | "callout" | "admonition" | "pageinfo" | "announcement");
    let first = call.positional(0);
    // In some themes, the argument is the kind.
    let is_generic = is_generic || first.is_some_and(|first| ADMONITIONS.contains(&first));
    let kind =
        call.named(&KINDS).or(first.filter(|_| is_generic)).unwrap_or(if is_generic { "note" } else { name });
    let second = call.positional(usize::from(is_generic));
    let title = call.named(&["title", "heading", "header", "caption"]).or(second);
    let default = (name == "notice").then(|| crate::import::inline::capitalized(kind));
    let title = title.or(default.as_deref()).unwrap_or_default();
    let kind = if name == "hint" && kind == "hint" { "tip" } else { kind };
    let is_open = call.named(&["open"]).is_some();
    match is_open && !title.is_empty() {
        true => {
            directive("details", Some(title), if call.is(&["open"]) { "open" } else { "" }, &dedented(inner))
        }
        false => directive(admonition(kind), Some(title), "", &dedented(inner)),
    }
}

fn highlight(call: &Call, inner: &str) -> String {
    let language = call.get(&["lang", "language"], 0).unwrap_or_default();
    let mut options = call.positional(1).unwrap_or_default().to_owned();
    for argument in call
        .arguments
        .iter()
        .filter(|argument| argument.name.as_deref().is_some_and(|name| !name.starts_with("lang")))
    {
        let name = match argument.name.as_deref().unwrap_or_default() {
            "line" => "hl_lines",
            "line-numbers" => "linenos",
            name => name,
        };
        options.push_str(&format!(",{name}=\"{}\"", argument.value));
    }
    let options =
        if options.is_empty() { String::new() } else { format!(" {{{}}}", options.trim_start_matches(',')) };
    fenced(&format!("{language}{options}"), inner)
}

fn math(call: &Call, inner: &str) -> Output {
    match inner.trim().contains('\n')
        || call.arguments.iter().any(|argument| argument.value == "display")
        || call.is(&["display", "block"])
    {
        true => Output::Block(marked(inner, true)),
        false => Output::Inline(marked(inner, false)),
    }
}

fn details(call: &Call, name: &str, inner: &str) -> String {
    let title = call.get(&["title", "summary", "header", "label"], 0).unwrap_or("Details");
    let is_open = call.is(&["open"])
        || (1..3).any(|at| matches!(call.positional(at), Some("open")))
        || (call.named(&["closed"]) == Some("false") && name == "details");
    directive("details", Some(title), if is_open { "open" } else { "" }, &dedented(inner))
}

fn button(expander: &Expander<'_>, call: &Call, inner: Option<&str>) -> Option<Output> {
    let text = inner
        .filter(|inner| !inner.trim().is_empty())
        .or_else(|| call.named(&["text", "content", "title", "label"]))
        .or_else(|| call.positional(1))?;
    let url = target(expander.host, call).or_else(|| Some(expander.url(call.positional(0)?)));
    // Write HTML, because buttons are often inside other HTML.
    Some(Output::Inline(match url {
        Some(url) => {
            let mut href = String::new();
            escape::attribute(&url, &mut href);
            format!("<a class=\"button\" href=\"{href}\">{}</a>", in_brackets(text))
        }
        None => text.trim().to_owned(),
    }))
}

fn badge(expander: &Expander<'_>, call: &Call, inner: Option<&str>) -> Option<Output> {
    let names = ["content", "text", "title", "label", "name"];
    let text = inner.map(str::trim).filter(|text| !text.is_empty()).or_else(|| call.get(&names, 0))?;
    let value = call.named(&["value"]).map_or_else(String::new, |value| format!(" {value}"));
    let kind = call.named(&["type", "style", "color", "kind"]).map(admonition).filter(|kind| *kind != "note");
    let attributes = kind.map_or_else(String::new, |kind| format!("{{kind={kind}}}"));
    let text = format!("{text}{value}");
    Some(Output::Inline(match target(expander.host, call) {
        Some(url) => format!("[{}]({url})", in_brackets(&text)),
        None if text.contains(['<', '[', '\n']) => text,
        None => format!(":badge[{text}]{attributes}"),
    }))
}

fn icon(expander: &mut Expander<'_>, call: &Call) -> Option<Output> {
    let name = call.get(&["name", "icon"], 0)?.to_owned();
    Some(Output::Inline(match icon_name(&name) {
        Some(name) => format!(":icon{{name={name}}}"),
        None => {
            expander.lose(call, &format!("the icon `{name}`"));
            String::new()
        }
    }))
}

fn element(name: &str, text: &str) -> String {
    let mut escaped = String::new();
    escape::text(text.trim(), &mut escaped);
    format!("<{name}>{escaped}</{name}>")
}

fn include(expander: &mut Expander<'_>, call: &Call) -> Option<Output> {
    let path = call.get(&["file", "path", "src"], 0)?.to_owned();
    let is_code = call.is(&["code"]) || call.named(&["lang", "language"]).is_some();
    if is_code {
        let text = expander.host.file(&path)?;
        let language = call.named(&["lang", "language"]).unwrap_or_default();
        return Some(Output::Block(fenced(language, &text)));
    }
    let text = expander.included(&path)?;
    Some(match text.trim().contains('\n') {
        true => Output::Block(text),
        false => Output::Inline(text.trim().to_owned()),
    })
}
