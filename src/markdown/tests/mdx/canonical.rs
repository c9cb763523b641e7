//! Describes the structure of an MDX document that docgen and pulldown-cmark parsed, in the format that
//! `tests/mdx/canonical.mjs` uses for the reference implementation.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use serde_json::{Value, json};

use crate::markdown::Options;
use crate::markdown::directive::Line;
use crate::markdown::extensions::of_site;
use crate::markdown::jsx::{Jsx, JsxKind};
use crate::markdown::scan::{Scan, Syntax, scan};

/// Returns the canonical form of a document. If the document isn't valid, returns `{"error": …}`.
pub(super) fn canonical(text: &str) -> Value {
    let text = text.replace('\0', "\u{fffd}");
    let text = text.trim_start_matches('\u{feff}');
    let syntax =
        Syntax { mdx: true, math: false, extensions: of_site(&Options::default()), is_component: &|_| false };
    let scan = scan(text, 0, &syntax, None);
    if let Some(problem) = scan.problems.first() {
        return json!({ "error": problem.message });
    }
    tree(&scan, text.contains('\t'))
}

/// Returns the canonical form of pulldown-cmark's output for scanned text.
pub(super) fn tree(scan: &Scan<'_>, has_tabs: bool) -> Value {
    let extensions = of_site(&Options::default());
    let mut tree = Tree { scan, frames: vec![Frame::new("root", json!(["root"]))], html: None, has_tabs };
    for event in Parser::new_ext(&scan.text, extensions) {
        tree.event(event);
    }
    while tree.frames.len() > 1 {
        tree.pop();
    }
    tree.frames.pop().map_or(Value::Null, Frame::finish)
}

struct Frame {
    kind: &'static str,
    /// The node without its children.
    head: Value,
    children: Vec<Value>,
    /// The collected text so far, if text is collected as a value instead of children.
    raw: Option<String>,
}

struct Tree<'s> {
    scan: &'s Scan<'s>,
    frames: Vec<Frame>,
    html: Option<String>,
    /// Whether the document contains tabs, which the reference implementation converts to spaces in code.
    has_tabs: bool,
}

impl Frame {
    fn new(kind: &'static str, head: Value) -> Self {
        Frame { kind, head, children: Vec::new(), raw: None }
    }

    fn finish(mut self) -> Value {
        if let Some(raw) = self.raw {
            let raw = raw.strip_suffix('\n').unwrap_or(&raw);
            return json!([self.head[0], raw]);
        }
        let mut children = match self.kind {
            "p" | "h" | "cell" => edges(self.children),
            "root" | "quote" | "item" | "note" | "flow" => paragraphs(self.children),
            _ => self.children,
        };
        if self.kind == "img" {
            children.clear();
            return self.head;
        }
        if let Value::Array(head) = &mut self.head {
            head.push(Value::Array(children));
        }
        self.head
    }
}

impl Tree<'_> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::HtmlBlock) => self.html = Some(String::new()),
            Event::Start(tag) => self.start(&tag),
            Event::End(TagEnd::Paragraph) => {
                let Some(frame) = self.frames.pop() else { return };
                let unravelled = frame.children.iter().any(is_flow);
                if unravelled {
                    frame
                        .children
                        .into_iter()
                        .filter(|child| !is_white(child))
                        .for_each(|child| self.push(child));
                } else {
                    self.push(frame.finish());
                }
            }
            Event::End(TagEnd::HtmlBlock) => {
                let html = self.html.take().unwrap_or_default();
                match self.scan.marker(&html) {
                    Some(index) => self.marker(index, true),
                    None => self.push(json!(["html", html.trim_end()])),
                }
            }
            Event::End(_) => self.pop(),
            // This text is indentation in a list item.
            Event::Text(_) if self.html.is_some() => {}
            Event::Text(text) => self.text(&text),
            Event::Code(code) => {
                let code = code.replace("\\|", "|");
                self.push(json!(["c", code]));
            }
            Event::Html(html) => self.html.get_or_insert_default().push_str(&html),
            Event::InlineHtml(html) => match self.scan.inline_marker(&html) {
                Some(index) => self.marker(index, false),
                None => self.push(json!(["html", &*html])),
            },
            Event::FootnoteReference(_) => self.push(json!(["noteref"])),
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak => self.push(json!(["br"])),
            Event::Rule => self.push(json!(["hr"])),
            Event::TaskListMarker(_) => {}
            Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let (kind, head) = match tag {
            Tag::Paragraph => ("p", json!(["p"])),
            Tag::Heading { level, .. } => ("h", json!(["h", *level as u32])),
            Tag::BlockQuote(_) => ("quote", json!(["quote"])),
            Tag::CodeBlock(_) => ("code", json!(["code"])),
            Tag::List(start) => ("list", json!(["list", start.is_some()])),
            Tag::Item => ("item", json!(["item"])),
            Tag::FootnoteDefinition(_) => ("note", json!(["note"])),
            Tag::Table(_) => ("table", json!(["table"])),
            Tag::TableHead | Tag::TableRow => ("row", json!(["row"])),
            Tag::TableCell => ("cell", json!(["cell"])),
            Tag::Emphasis => ("em", json!(["em"])),
            Tag::Strong => ("strong", json!(["strong"])),
            Tag::Strikethrough => ("del", json!(["del"])),
            Tag::Link { .. } => ("a", json!(["a"])),
            Tag::Image { .. } => ("img", json!(["img"])),
            _ => ("other", json!(["other"])),
        };
        let mut frame = Frame::new(kind, head);
        frame.raw = (kind == "code").then(String::new);
        self.frames.push(frame);
    }

    fn pop(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.push(frame.finish());
        }
    }

    fn push(&mut self, node: Value) {
        if let Some(frame) = self.frames.last_mut() {
            frame.children.push(node);
        }
    }

    fn text(&mut self, text: &str) {
        let Some(frame) = self.frames.last_mut() else { return };
        if let Some(raw) = &mut frame.raw {
            return raw.push_str(text);
        }
        if let Some(Value::String(last)) = frame.children.last_mut() {
            *last = lines(&format!("{last}{text}"));
        } else if !text.is_empty() {
            frame.children.push(json!(lines(text)));
        }
    }

    fn marker(&mut self, index: usize, block: bool) {
        let Line::Jsx(jsx) = &self.scan.line(index).line else { return self.push(json!(["directive"])) };
        let mut code: String = jsx.code.iter().map(|(_, piece)| *piece).collect();
        if self.has_tabs && jsx.kind != JsxKind::Script {
            let lines: Vec<&str> =
                code.split('\n').map(|line| line.trim_start_matches([' ', '\t'])).collect();
            code = lines.join("\n");
        }
        let place = if block || jsx.is_block { "flow" } else { "text" };
        match jsx.kind {
            JsxKind::Expression => self.push(json!(["expr", place, code[1..code.len() - 1]])),
            JsxKind::Script => self.push(json!(["esm", code.trim_end()])),
            JsxKind::End(_) => self.pop(),
            JsxKind::Start(name) | JsxKind::Empty(name) => {
                let kind = if block { "flow" } else { "jsx" };
                self.frames.push(Frame::new(kind, json!(["jsx", place, bare(name), attributes(jsx, &code)])));
                if let JsxKind::Empty(_) = jsx.kind {
                    self.pop();
                }
            }
        }
    }
}

fn bare(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns a tag's attributes.
fn attributes(jsx: &Jsx<'_>, code: &str) -> Vec<String> {
    let name = match jsx.kind {
        JsxKind::Start(name) | JsxKind::End(name) | JsxKind::Empty(name) => name,
        _ => "",
    };
    if name.is_empty() {
        return Vec::new();
    }
    let parts = crate::markdown::mdx::parts(code);
    let mut at = code.find(name).unwrap_or(0) + name.len();
    let (mut out, mut word) = (Vec::new(), String::new());
    let end = code.trim_end_matches(['>', '/', ' ', '\n', '\r', '\t']).len();
    let end = parts.last().map_or(end, |part| part.end.max(end));
    let flush = |word: &mut String, out: &mut Vec<String>| {
        if !word.is_empty() {
            out.push(std::mem::take(word));
        }
    };
    while at < end {
        if let Some(part) = parts.iter().find(|part| part.start == at) {
            let value = &code[part.clone()];
            let spread = value.starts_with('{') && !word.ends_with('=');
            if spread {
                flush(&mut word, &mut out);
            }
            let value = value.replace('\'', "\"");
            word.push_str(if spread {
                &code[part.clone()]
            } else if code[part.clone()].starts_with('\'') {
                &value
            } else {
                &code[part.clone()]
            });
            flush(&mut word, &mut out);
            at = part.end;
            continue;
        }
        let c = code[at..].chars().next().unwrap_or(' ');
        at += c.len_utf8();
        if !c.is_whitespace() {
            word.push(c);
        } else if !word.is_empty()
            && !word.ends_with(['=', ':'])
            && !code[at..].trim_start().starts_with(['=', ':'])
        {
            flush(&mut word, &mut out);
        }
    }
    flush(&mut word, &mut out);
    out
}

fn lines(text: &str) -> String {
    let mut parts = text.split('\n').enumerate().peekable();
    let mut out = String::new();
    while let Some((index, line)) = parts.next() {
        let line = if index > 0 { line.trim_start_matches([' ', '\t']) } else { line };
        let last = parts.peek().is_none();
        out.push_str(if last { line } else { line.trim_end_matches([' ', '\t', '\r']) });
        if !last {
            out.push('\n');
        }
    }
    out
}

fn is_white(node: &Value) -> bool {
    node.as_str().is_some_and(|text| text.trim_matches([' ', '\t', '\n', '\r']).is_empty())
}

fn is_flow(node: &Value) -> bool {
    matches!(node[0].as_str(), Some("jsx" | "expr")) && node[1] == "flow" || node[0] == "esm"
}

fn is_inline(node: &Value) -> bool {
    match node {
        Value::String(_) => true,
        _ => match node[0].as_str() {
            Some("em" | "strong" | "del" | "a" | "img" | "c" | "br" | "noteref") => true,
            Some("jsx" | "expr") => node[1] == "text",
            _ => false,
        },
    }
}

/// Removes whitespace at the edges of a block of text.
fn edges(mut nodes: Vec<Value>) -> Vec<Value> {
    if let Some(Value::String(first)) = nodes.first_mut() {
        *first = first.trim_start().to_owned();
    }
    if let Some(Value::String(last)) = nodes.last_mut() {
        *last = last.trim_end().to_owned();
    }
    nodes.retain(|node| node != "");
    nodes
}

/// Wraps text that's directly in a block, such as a tight list item, in paragraphs.
fn paragraphs(nodes: Vec<Value>) -> Vec<Value> {
    let (mut out, mut run): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    let flush = |run: &mut Vec<Value>, out: &mut Vec<Value>| {
        let run = edges(std::mem::take(run));
        if !run.is_empty() {
            out.push(json!(["p", run]));
        }
    };
    for node in nodes {
        if is_inline(&node) {
            run.push(node);
        } else {
            flush(&mut run, &mut out);
            out.push(node);
        }
    }
    flush(&mut run, &mut out);
    out
}
