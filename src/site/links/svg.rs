//! Prepares an SVG file for a page that contains its elements. Scripts, external files, and unknown elements are left
//! out, and IDs and styles apply only to the drawing.

mod styles;

use std::fmt::Write as _;

use roxmltree::{Attribute, Document, Node, NodeType, ParsingOptions};

use crate::markdown::escape;
use crate::path::{is_image_data, runs_script};
use styles::{Names, ROOT};

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
const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const XML: &str = "http://www.w3.org/XML/1998/namespace";
const HTML: &str = "http://www.w3.org/1999/xhtml";
/// The maximum number of nodes in a file.
const MAX_NODES: u32 = 50_000;
/// The maximum nesting depth of elements.
const MAX_DEPTH: usize = 100;

/// The elements that drawings can contain (SVG 2, appendix F), in addition to filters. These elements don't run
/// scripts.
const ELEMENTS: [&str; 36] = [
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
    "foreignObject",
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

/// The HTML elements that texts in drawings can contain. Of other elements, only the content is part of the drawing.
const HTML_ELEMENTS: [&str; 36] = [
    "a",
    "b",
    "blockquote",
    "br",
    "center",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "hr",
    "i",
    "img",
    "kbd",
    "label",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "s",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
];
/// The HTML elements without content.
const EMPTY: [&str; 3] = ["br", "hr", "img"];
/// The attributes of HTML elements that affect only the text.
const HTML_ATTRIBUTES: [&str; 13] = [
    "align", "alt", "class", "color", "colspan", "dir", "face", "height", "lang", "rowspan", "size", "style",
    "width",
];

impl Drawing {
    /// Reads an SVG file. `size` is the size in CSS pixels.
    ///
    /// # Errors
    ///
    /// If the file isn't SVG, or if part of it can't be shown on a page, returns the reason.
    pub(super) fn read(text: &str, size: Option<(u32, u32)>) -> Result<Self, String> {
        let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options);
        let document = document.map_err(|error| match text.contains("<svg") {
            true => error.to_string(),
            false => "it isn't an SVG file".to_owned(),
        })?;
        let root = document.root_element();
        if !is_svg(root, "svg") {
            return Err("it isn't an SVG file".to_owned());
        }
        let mut writer = Writer { names: Names::of(&document), out: format!(" {ROOT}=\"{PREFIX}\"") };
        // Without a height, the drawing keeps its proportions if it's scaled.
        let is_own = |name: &str| {
            // Some editors keep their own version of the drawing in `content`.
            !matches!(name, "id" | "class" | "content" | "height" | "width" | "role")
                && !name.starts_with("aria-")
        };
        writer.attributes(root, is_own);
        if let Some((width, height)) = size.filter(|_| root.attribute("viewBox").is_none()) {
            // Writing to a string can't fail.
            let _ = write!(writer.out, " viewBox=\"0 0 {width} {height}\"");
        }
        let attributes = std::mem::take(&mut writer.out);
        for child in root.children().filter(|child| !is_svg(*child, "title")) {
            writer.node(child, 1, false)?;
        }
        Ok(Drawing { attributes, content: writer.out })
    }
}

fn is_svg(node: Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name && node.tag_name().namespace() == Some(SVG)
}

struct Writer {
    names: Names,
    out: String,
}

impl Writer {
    /// Writes a node. `in_html` is whether the node is in HTML in the drawing.
    fn node(&mut self, node: Node<'_, '_>, depth: usize, in_html: bool) -> Result<(), String> {
        match node.node_type() {
            NodeType::Text => escape::text(node.text().unwrap_or_default(), &mut self.out),
            NodeType::Element => {
                if depth > MAX_DEPTH {
                    return Err(format!("its elements are nested more than {MAX_DEPTH} levels deep"));
                }
                let name = node.tag_name().name();
                match node.tag_name().namespace() {
                    Some(SVG) if is_known(node) => {
                        self.start(node, |_| true);
                        if name == "style" {
                            let styles = self.names.sheet(node);
                            escape::text(&styles, &mut self.out);
                        } else {
                            self.children(node, depth, name == "foreignObject")?;
                        }
                        self.end(name);
                    }
                    Some(HTML) if in_html && HTML_ELEMENTS.contains(&name) => {
                        let is_own = |attribute: &str| {
                            HTML_ATTRIBUTES.contains(&attribute)
                                || attribute == "href" && name == "a"
                                || attribute == "src" && name == "img"
                        };
                        self.start(node, is_own);
                        if !EMPTY.contains(&name) {
                            self.children(node, depth, true)?;
                            self.end(name);
                        }
                    }
                    Some(HTML) if in_html && !matches!(name, "script" | "style") => {
                        self.children(node, depth, true)?;
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn children(&mut self, node: Node<'_, '_>, depth: usize, in_html: bool) -> Result<(), String> {
        node.children().try_for_each(|child| self.node(child, depth + 1, in_html))
    }

    fn start(&mut self, node: Node<'_, '_>, is_wanted: impl Fn(&str) -> bool) {
        self.out.push('<');
        self.out.push_str(node.tag_name().name());
        self.attributes(node, is_wanted);
        self.out.push('>');
    }

    fn end(&mut self, name: &str) {
        let _ = write!(self.out, "</{name}>");
    }

    /// Writes the attributes whose names `is_wanted` accepts.
    fn attributes(&mut self, node: Node<'_, '_>, is_wanted: impl Fn(&str) -> bool) {
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            let (prefix, is_known) = match attribute.namespace() {
                None => ("", !name.to_ascii_lowercase().starts_with("on") && is_wanted(name)),
                // `href` without a namespace takes precedence.
                Some(XLINK) => {
                    let is_plain =
                        |other: Attribute<'_, '_>| other.name() == "href" && other.namespace().is_none();
                    ("", name == "href" && !node.attributes().any(is_plain))
                }
                Some(XML) => ("xml:", name == "space"),
                Some(_) => ("", false),
            };
            if let Some(value) = self.value(node.tag_name().name(), name, value).filter(|_| is_known) {
                let _ = write!(self.out, " {prefix}{name}=\"");
                escape::attribute(&value, &mut self.out);
                self.out.push('"');
            }
        }
    }

    /// Returns the value of an attribute, or `None` if the attribute loads a file.
    fn value(&self, element: &str, name: &str, value: &str) -> Option<String> {
        match name {
            "id" => Some(format!("{PREFIX}{value}")),
            "href" | "src" => link(element, value),
            "aria-labelledby" | "aria-describedby" => {
                Some(value.split_whitespace().map(|id| format!("{PREFIX}{id} ")).collect())
            }
            "style" => Some(self.names.declarations(value)).filter(|styles| !styles.is_empty()),
            _ if name.starts_with("aria-") || name.starts_with("data-") => Some(value.to_owned()),
            // Attributes for the appearance have the syntax of styles. In CSS, `\75rl(` is the same as `url(`.
            _ if name == "font-family" || value.contains(['(', '\\']) => self.names.value(name, value),
            _ => Some(value.to_owned()),
        }
    }
}

/// Whether an SVG element can be part of a page.
fn is_known(node: Node<'_, '_>) -> bool {
    let name = node.tag_name().name();
    (ELEMENTS.contains(&name) || name.starts_with("fe")) && !animates_more(node)
}

/// Whether an element animates something other than the appearance, such as a link's URL.
fn animates_more(node: Node<'_, '_>) -> bool {
    let name = node.attribute("attributeName").unwrap_or_default();
    let name = name.rsplit(':').next().unwrap_or_default().to_ascii_lowercase();
    name == "href" || name.starts_with("on")
}

/// Returns the target of a link. Keeps targets in the file, embedded images, and links that readers can follow, and
/// drops all other targets.
fn link(element: &str, target: &str) -> Option<String> {
    if let Some(id) = target.trim().strip_prefix('#') {
        return Some(format!("#{PREFIX}{id}"));
    }
    let is_kept = match element {
        "a" => !runs_script(target),
        "image" | "feImage" | "img" => is_image_data(target),
        _ => false,
    };
    is_kept.then(|| target.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a drawing with the given content and returns its content with `P-` as the prefix.
    #[track_caller]
    fn content(inner: &str) -> String {
        let text = format!("<svg xmlns='{SVG}' xmlns:xlink='{XLINK}' xmlns:x='urn:x'>{inner}</svg>");
        let drawing = Drawing::read(&text, Some((4, 3))).expect("the drawing is correct");
        drawing.content.replace(PREFIX, "P-")
    }

    #[test]
    fn scripts_and_other_files_are_left_out() {
        for bad in [
            "<script>alert(1)</script>",
            "<p xmlns='http://www.w3.org/1999/xhtml'>x</p>",
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
            "style='x:URL(//a.example)'",
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
            "<g id=\"P-a\" fill=\"url(#P-a)\" style=\"mask:url(#P-a);\" aria-labelledby=\"P-a P-b \"></g><use href=\"#P-a\"></use>"
        );
        assert_eq!(
            content("<g style='fill:url(#a); x:url(//a.example);; stroke: rgb(1, 2, 3)'/>"),
            "<g style=\"fill:url(#P-a);stroke:rgb(1, 2, 3);\"></g>"
        );
        assert_eq!(
            content("<path d='M0,0 L\n1 1' data-x='a(b'/>"),
            "<path d=\"M0,0 L 1 1\" data-x=\"a(b\"></path>"
        );
    }

    #[test]
    fn texts_can_contain_html() {
        let html = |inner: &str| {
            let inner = format!("<foreignObject width='9'><div xmlns='{HTML}'>{inner}</div></foreignObject>");
            let all = content(&inner);
            let inner = all.strip_prefix("<foreignObject width=\"9\"><div>").unwrap_or(&all);
            inner.strip_suffix("</div></foreignObject>").unwrap_or(inner).to_owned()
        };
        for (given, expected) in [
            (
                "<p style='color:red;background:url(a.png)' class='c'>a &lt; <b>b</b><br/></p>",
                "<p style=\"color:red;\" class=\"c\">a &lt; <b>b</b><br></p>",
            ),
            ("<script>x</script><style>x</style><video src='x'>y</video>", "y"),
            ("<p onclick='x' ID='a' x:y='z'>t</p>", "<p>t</p>"),
            (
                "<a href='javascript:x'>t</a><a href='https://a.example' target='_top'>t</a>",
                "<a>t</a><a href=\"https://a.example\">t</a>",
            ),
            (
                "<img src='a.png' alt='b'/><img src='data:image/png;base64,AA'/>",
                "<img alt=\"b\"><img src=\"data:image/png;base64,AA\">",
            ),
            ("<h1>t</h1>", "t"),
        ] {
            assert_eq!(html(given), expected, "{given}");
        }
    }

    #[test]
    fn rules_apply_only_to_the_drawing() {
        // `R` is the root, and `@in` limits a selector to the root and the elements in it.
        let check = |css: &str, expected: &str| {
            let text = format!(
                "<svg xmlns='{SVG}' id='r' class='c d'><style>{}</style><g id='b'/></svg>",
                css.replace('&', "&amp;").replace('<', "&lt;")
            );
            let drawing = Drawing::read(&text, None).expect("the drawing is correct");
            let mut css = String::new();
            escape::text(
                &expected.replace("@in", ":is(R,R *)").replace('R', "[data-drawing=\"P-\"]"),
                &mut css,
            );
            let expected = format!("<style>{css}</style><g id=\"P-b\"></g>");
            assert_eq!(drawing.content.replace(PREFIX, "P-"), expected, "{text}");
        };
        for (css, expected) in [
            (".a{fill:#fff;mask:url(#b)} #b{x:y}", ".a@in{fill:#fff;mask:url(#P-b);}#P-b@in{x:y;}"),
            (":root{--a:1} svg > .a, svg.d{x:y}", "R@in{--a:1;}svg > .a@in,svg:is(.d,R)@in{x:y;}"),
            ("#r .a:not(.c, #b)[x='],{']{x:y}", ":is(#P-r,R) .a:not(:is(.c,R), #P-b)[x='],{']@in{x:y;}"),
            ("text::selection,a:before{x:y}", "text@in::selection,a@in:before{x:y;}"),
            ("/* } */ .a /* { */ {/* x */x:y;z:'}'}", ".a@in{x:y;z:'}';}"),
            ("@media (min-width:9px){.a{x:rgb(1,2,3)}}", "@media (min-width:9px){.a@in{x:rgb(1,2,3);}}"),
            (
                "@keyframes k{0%{x:y}to{x:z}}.a{animation:k 1s, other 2s;fill:k}",
                "@keyframes P-k{0%{x:y;}to{x:z;}}.a@in{animation:P-k 1s, other 2s;fill:k;}",
            ),
            (
                "@font-face{font-family:F G;src:url(data:font/woff2;base64,AA)} .a{font-family:F G,serif;font:1px \"F G\"}",
                "@font-face{font-family:\"P-F G\";src:url(\"data:font/woff2;base64,AA\");}.a@in{font-family:\"P-F G\",serif;font:1px \"P-F G\";}",
            ),
            ("@font-face{font-family:F;src:url(f.woff2)} .a{font-family:F}", ".a@in{font-family:F;}"),
            ("@import 'a';@charset 'b';@page{x:y} .a{x:url(c.png);y:z}", ".a@in{y:z;}"),
            (".a{x:y", ".a@in{x:y;}"),
            ("}.a{x:y}", "}.a@in{x:y;}"),
            (".a{&:hover{x:y} .d{x:z}}", ".a@in{&:hover{x:y;}:is(.d,R){x:z;}}"),
            (".a{x:'</style>'}", ".a@in{x:'</style>';}"),
        ] {
            check(css, expected);
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
            " data-drawing=\"\0\" fill=\"red\" viewBox=\"0 0 4 3\""
        );
        assert_eq!(
            read("viewBox='0 0 8 6' role='x' aria-label='y' content='z'").attributes,
            " data-drawing=\"\0\" viewBox=\"0 0 8 6\""
        );
        assert!(!read("").content.contains("title"));
    }
}
