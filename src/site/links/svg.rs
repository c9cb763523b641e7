//! Prepares an SVG file for a page that contains its elements. Scripts, external files, and unknown elements are left
//! out, and IDs and styles apply only to the drawing.

use std::fmt::Write as _;

use roxmltree::{Attribute, Document, Node, NodeType, ParsingOptions};

use crate::markdown::escape;
use crate::path::{is_image_data, runs_script};

/// A drawing as a part of a page.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct Drawing {
    /// The attributes of the root element, each after a space.
    pub attributes: String,
    /// The root element's content.
    pub content: String,
}

/// The character that stands for the prefix of IDs. XML can't contain this character.
pub(crate) const PREFIX: char = '\0';
/// The ID of the group around the content, after the prefix.
const ROOT: &str = "svg";
const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
/// The maximum number of nodes in a file.
const MAX_NODES: u32 = 50_000;
/// The maximum nesting depth of elements.
const MAX_DEPTH: usize = 100;

/// The elements that drawings can contain (SVG 2, appendix F), in addition to filters. These elements don't run
/// scripts.
const ELEMENTS: [&str; 35] = [
    "a",
    "animate",
    "animateMotion",
    "animateTransform",
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "filter",
    "g",
    "image",
    "line",
    "linearGradient",
    "marker",
    "mask",
    "mpath",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "set",
    "stop",
    "style",
    "switch",
    "symbol",
    "text",
    "textPath",
    "title",
    "tspan",
    "use",
    "view",
    "svg",
];

/// The at-rules that don't work inside the rule that limits styles to the drawing.
const GLOBAL_RULES: [&str; 5] = ["@import", "@font-face", "@keyframes", "@namespace", "@charset"];

impl Drawing {
    /// Reads an SVG file. `size` is the size in CSS pixels.
    ///
    /// # Errors
    ///
    /// If the file isn't SVG, or if part of it can't be shown on a page, returns the reason.
    pub(super) fn read(text: &str, size: Option<(u32, u32)>) -> Result<Self, String> {
        let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options).map_err(|error| error.to_string())?;
        let root = document.root_element();
        if !is_svg(root, "svg") {
            return Err("it isn't an SVG file".to_owned());
        }
        // Writing to a string can't fail.
        let mut drawing =
            Drawing { attributes: String::new(), content: format!("<g id=\"{PREFIX}{ROOT}\">") };
        // Without a height, the drawing keeps its proportions if it's scaled.
        let is_own = |name: &str| {
            !matches!(name, "id" | "class" | "height" | "width" | "role") && !name.starts_with("aria-")
        };
        attributes(root, is_own, &mut drawing.attributes);
        if let Some((width, height)) = size.filter(|_| root.attribute("viewBox").is_none()) {
            let _ = write!(drawing.attributes, " viewBox=\"0 0 {width} {height}\"");
        }
        for child in root.children().filter(|child| !is_svg(*child, "title")) {
            write(child, 1, &mut drawing.content)?;
        }
        drawing.content.push_str("</g>");
        Ok(drawing)
    }
}

fn is_svg(node: Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name && node.tag_name().namespace() == Some(SVG)
}

fn write(node: Node<'_, '_>, depth: usize, out: &mut String) -> Result<(), String> {
    match node.node_type() {
        NodeType::Text => escape::text(node.text().unwrap_or_default(), out),
        NodeType::Element => {
            let name = node.tag_name().name();
            let is_known = ELEMENTS.contains(&name) || name.starts_with("fe");
            if !is_known || node.tag_name().namespace() != Some(SVG) || animates_more(node) {
                return Ok(());
            }
            if depth > MAX_DEPTH {
                return Err(format!("its elements are nested more than {MAX_DEPTH} levels deep"));
            }
            out.push('<');
            out.push_str(name);
            attributes(node, |_| true, out);
            out.push('>');
            if name == "style" {
                out.push_str(&styles(node)?);
            } else {
                node.children().try_for_each(|child| write(child, depth + 1, out))?;
            }
            let _ = write!(out, "</{name}>");
        }
        _ => {}
    }
    Ok(())
}

/// Whether an element animates something other than the appearance, such as a link's URL.
fn animates_more(node: Node<'_, '_>) -> bool {
    let name = node.attribute("attributeName").unwrap_or_default();
    let name = name.rsplit(':').next().unwrap_or_default().to_ascii_lowercase();
    name == "href" || name.starts_with("on")
}

/// Writes the attributes whose names `is_wanted` accepts.
fn attributes(node: Node<'_, '_>, is_wanted: impl Fn(&str) -> bool, out: &mut String) {
    for attribute in node.attributes() {
        let (name, value) = (attribute.name(), attribute.value());
        let is_known = match attribute.namespace() {
            None => !name.to_ascii_lowercase().starts_with("on") && is_wanted(name),
            // `href` without a namespace takes precedence.
            Some(XLINK) => {
                let is_plain =
                    |other: Attribute<'_, '_>| other.name() == "href" && other.namespace().is_none();
                name == "href" && !node.attributes().any(is_plain)
            }
            Some(_) => false,
        };
        let value = match name {
            _ if !is_known => None,
            "id" => Some(format!("{PREFIX}{value}")),
            "href" => link(node.tag_name().name(), value),
            "aria-labelledby" | "aria-describedby" => {
                Some(value.split_whitespace().map(|id| format!("{PREFIX}{id} ")).collect())
            }
            _ => with_own_ids(value),
        };
        if let Some(value) = value {
            let _ = write!(out, " {name}=\"");
            escape::attribute(&value, out);
            out.push('"');
        }
    }
}

/// Returns the target of a link. Keeps targets in the file, embedded images, and links that readers can follow, and
/// drops all other targets.
fn link(element: &str, target: &str) -> Option<String> {
    if let Some(id) = target.trim().strip_prefix('#') {
        return Some(format!("#{PREFIX}{id}"));
    }
    let is_kept = match element {
        "a" => !runs_script(target),
        "image" | "feImage" => is_image_data(target),
        _ => false,
    };
    is_kept.then(|| target.to_owned())
}

/// Adds the prefix to the IDs in `url(#id)`. Returns `None` if a value refers to another file.
fn with_own_ids(value: &str) -> Option<String> {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    // In CSS, `\75rl(` is the same as `url(`.
    if value.contains('\\') {
        return None;
    }
    let lower = value.to_ascii_lowercase();
    if lower.contains("image-set(") || lower.contains("src(") {
        return None;
    }
    while let Some(at) = rest.to_ascii_lowercase().find("url(") {
        let (before, after) = rest.split_at(at + 4);
        let inner = after.trim_start();
        let quote = if inner.starts_with(['"', '\'']) { &inner[..1] } else { "" };
        let id = inner[quote.len()..].strip_prefix('#')?;
        let _ = write!(out, "{before}{quote}#{PREFIX}");
        rest = id;
    }
    out.push_str(rest);
    Some(out)
}

/// Returns the text of a style sheet with rules that apply only to the drawing.
fn styles(node: Node<'_, '_>) -> Result<String, String> {
    let text: String = node.descendants().filter(Node::is_text).filter_map(|text| text.text()).collect();
    let lower = text.to_ascii_lowercase();
    if let Some(rule) = GLOBAL_RULES.into_iter().find(|rule| lower.contains(rule)) {
        return Err(format!("its styles contain `{rule}`, which would apply to the whole page"));
    }
    let mut depth = 0_i32;
    let is_balanced = text.chars().all(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth >= 0
    });
    // A brace or a tag in a string or a comment could end the rule around the styles.
    let is_plain = !text.contains('<') && !text.contains("/*") && !text.contains("*/");
    match with_own_ids(&text).filter(|_| is_balanced && depth == 0 && is_plain) {
        Some(text) => Ok(format!("#{PREFIX}{ROOT}{{{}}}", with_own_selectors(&text, node))),
        None => Err("its styles can't be limited to the drawing".to_owned()),
    }
}

/// Adds the prefix to the IDs of the file's elements in selectors.
fn with_own_selectors(text: &str, node: Node<'_, '_>) -> String {
    let ids: Vec<&str> = node.document().descendants().filter_map(|other| other.attribute("id")).collect();
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split('#');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        out.push('#');
        let name =
            part.split(|c: char| !(c.is_alphanumeric() || "-_".contains(c))).next().unwrap_or_default();
        if ids.contains(&name) {
            out.push(PREFIX);
        }
        out.push_str(part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a drawing with the given content and returns its content with `P-` as the prefix.
    #[track_caller]
    fn content(inner: &str) -> String {
        let text = format!("<svg xmlns='{SVG}' xmlns:xlink='{XLINK}' xmlns:x='urn:x'>{inner}</svg>");
        let drawing = Drawing::read(&text, Some((4, 3))).expect("the drawing is correct");
        let inner = drawing.content.replace(PREFIX, "P-");
        let inner = inner.replacen("<g id=\"P-svg\">", "", 1);
        inner.strip_suffix("</g>").unwrap_or(&inner).to_owned()
    }

    #[test]
    fn scripts_and_other_files_are_left_out() {
        for bad in [
            "<script>alert(1)</script>",
            "<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>x</p></foreignObject>",
            "<x:path/>",
            "<animate attributeName='href' to='javascript:x'/>",
            "<set attributeName='xlink:href' to='javascript:x'/>",
            "<set attributeName='onclick' to='x'/>",
            "<!-- c --><?p i?>",
        ] {
            assert_eq!(content(bad), "", "{bad}");
        }
        for bad in [
            "onclick='x'",
            "ONLOAD='x'",
            "href='a.svg#b'",
            "xlink:href='javascript:x'",
            "x:a='b'",
            "fill='url(a.svg#b)'",
            "style='fill:u\\72l(a)'",
            "style='background:image-set(\"a.png\" 1x)'",
            "style='fill:url(#a);x:URL(//a.example)'",
        ] {
            assert_eq!(content(&format!("<use {bad}/>")), "<use></use>", "{bad}");
        }
        assert_eq!(content("<a href='java&#10;script:x'>t</a>"), "<a>t</a>");
        assert_eq!(
            content("<a href='https://a.example'>t &lt;</a>"),
            "<a href=\"https://a.example\">t &lt;</a>"
        );
        assert_eq!(content("<image href='https://a.example/a.png'/>"), "<image></image>");
        assert!(Drawing::read("<html/>", None).is_err() && Drawing::read("<svg>", None).is_err());
        let deep = format!("<svg xmlns='{SVG}'>{}{}</svg>", "<g>".repeat(500), "</g>".repeat(500));
        assert!(Drawing::read(&deep, None).is_err());
    }

    #[test]
    fn ids_and_styles_belong_to_the_drawing() {
        assert_eq!(
            content(
                "<g id='a' fill='url(#a)' style='mask:url(\"#a\")' aria-labelledby='a b'/><use xlink:href='#a'/>"
            ),
            "<g id=\"P-a\" fill=\"url(#P-a)\" style=\"mask:url(&quot;#P-a&quot;)\" aria-labelledby=\"P-a P-b \"></g><use href=\"#P-a\"></use>"
        );
        assert_eq!(
            content("<style>.a{fill:#fff;mask:url(#b)} #b{x:y}</style><g id='b'/>"),
            "<style>#P-svg{.a{fill:#fff;mask:url(#P-b)} #P-b{x:y}}</style><g id=\"P-b\"></g>"
        );
        for bad in ["@import 'a';", "@keyframes a {}", "}", "a{}}b{", "a{x:'&lt;/style>'}", "a{b:url(c.png)}"]
        {
            let text = format!("<svg xmlns='{SVG}'><style>{bad}</style></svg>");
            assert!(Drawing::read(&text, None).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_root_keeps_its_look_and_has_a_view_box() {
        let read = |attributes: &str| {
            let text = format!("<!DOCTYPE svg><svg xmlns='{SVG}' {attributes}><title>t</title></svg>");
            Drawing::read(&text, Some((4, 3))).expect("the drawing is correct")
        };
        assert_eq!(
            read("width='4' height='3' fill='red' class='c' id='i'").attributes,
            " fill=\"red\" viewBox=\"0 0 4 3\""
        );
        assert_eq!(read("viewBox='0 0 8 6' role='x' aria-label='y'").attributes, " viewBox=\"0 0 8 6\"");
        assert!(!read("").content.contains("title"));
    }
}
