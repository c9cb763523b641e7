//! HTML documents as trees: reads bytes in any encoding as browsers do, and finds elements, attributes, and text. Knows
//! nothing about sites.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};
use std::fmt;

use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::tree_builder::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, LocalName, Namespace, ParseOpts, QualName, parse_document};

/// The index of a node in its [`Dom`].
pub(super) type Id = usize;

/// A parsed document. Its first node is the document itself.
pub(super) struct Dom(Vec<Node>);

#[derive(Default)]
struct Node {
    parent: Option<Id>,
    first: Option<Id>,
    last: Option<Id>,
    before: Option<Id>,
    after: Option<Id>,
    content: Content,
}

#[derive(Default)]
enum Content {
    /// The document, a comment, or the content of a template.
    #[default]
    Other,
    Element(QualName, Vec<Attribute>),
    Text(StrTendril),
}

/// A step of [`Dom::walk`].
#[derive(Clone, Copy)]
pub(super) enum Step {
    Enter(Id),
    Leave(Id),
}

/// The maximum depth of a tree. Browsers stop at 512.
const DEPTH: usize = 4096;
/// The maximum number of nodes in a document.
const NODES: usize = 8_000_000;
/// The number of bytes to parse before the size of the tree is checked.
const PIECE: usize = 4096;
/// The number of bytes at the start of a document that must contain the encoding declaration (HTML Standard,
/// 4.2.5.4).
const DECLARED: usize = 1024;

/// Decodes a document. Tries, in this order: the encoding that its byte order mark specifies, UTF-8, the encoding
/// that the document declares, and Windows-1252, where every byte is a character.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, length)) = encoding_rs::Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[length..]).0;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(DECLARED)]).to_ascii_lowercase();
    let declared = start.split("charset=").nth(1).map(|rest| {
        let rest = rest.trim_start_matches(['"', '\'']);
        &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric() && !"-_:.".contains(c)).unwrap_or(rest.len())]
    });
    let encoding = declared.and_then(|label| encoding_rs::Encoding::for_label(label.as_bytes()));
    encoding.unwrap_or(encoding_rs::WINDOWS_1252).decode_without_bom_handling(bytes).0
}

impl Dom {
    /// Parses a document. If the document's tree would be too deep or too large, returns `None`, because the
    /// standard's algorithm takes a very long time for some small documents.
    pub(super) fn parse(text: &str) -> Option<Dom> {
        // Without scripts, the content of `noscript` is also parsed. It can contain a redirect.
        let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
        let mut parser =
            parse_document(Builder::default(), ParseOpts { tree_builder, ..ParseOpts::default() });
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, others) = rest.split_at(rest.floor_char_boundary(PIECE));
            parser.process(StrTendril::from_slice(piece));
            let built = &parser.tokenizer.sink.sink;
            if built.depth.get() > DEPTH || built.nodes.borrow().len() > NODES {
                return None;
            }
            rest = others;
        }
        Some(parser.finish())
    }

    /// Returns the local name of an element.
    pub(super) fn name(&self, id: Id) -> Option<&str> {
        match &self.0[id].content {
            Content::Element(name, _) => Some(&name.local),
            _ => None,
        }
    }

    /// Returns the value of an attribute.
    pub(super) fn attribute(&self, id: Id, name: &str) -> Option<&str> {
        let Content::Element(_, attributes) = &self.0[id].content else { return None };
        attributes.iter().find(|one| &*one.name.local == name).map(|one| &*one.value)
    }

    /// Returns the text of a text node.
    pub(super) fn text(&self, id: Id) -> Option<&str> {
        match &self.0[id].content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn parent(&self, id: Id) -> Option<Id> {
        self.0[id].parent
    }

    /// Returns the siblings before a node, starting with the nearest.
    pub(super) fn before(&self, id: Id) -> impl Iterator<Item = Id> {
        std::iter::successors(self.0[id].before, |id| self.0[*id].before)
    }

    /// Returns the siblings after a node.
    pub(super) fn after(&self, id: Id) -> impl Iterator<Item = Id> {
        std::iter::successors(self.0[id].after, |id| self.0[*id].after)
    }

    /// Returns the descendants of a node, in document order.
    pub(super) fn below(&self, root: Id) -> impl Iterator<Item = Id> {
        let next = move |id: Id| self.0[id].first.or_else(|| self.beyond(id, root));
        std::iter::successors(self.0[root].first, move |id| next(*id))
    }

    /// Returns the descendants of a node, like [`Dom::below`], but skips the content of some nodes.
    pub(super) fn below_except(&self, root: Id, is_closed: impl Fn(Id) -> bool) -> impl Iterator<Item = Id> {
        let first = move |id: Id| self.0[id].first.filter(|_| !is_closed(id));
        std::iter::successors(self.0[root].first, move |id| first(*id).or_else(|| self.beyond(*id, root)))
    }

    /// Returns the elements of the document, in document order.
    pub(super) fn elements(&self) -> impl Iterator<Item = (Id, &str)> {
        self.below(0).filter_map(|id| Some((id, self.name(id)?)))
    }

    /// Visits a node and its content. If `visit` returns `false` when the walk enters a node, the walk skips the node's
    /// content and doesn't report leaving the node.
    pub(super) fn walk(&self, root: Id, mut visit: impl FnMut(Step) -> bool) {
        let mut at = root;
        loop {
            let entered = visit(Step::Enter(at));
            if let Some(first) = self.0[at].first.filter(|_| entered) {
                at = first;
                continue;
            }
            if entered {
                visit(Step::Leave(at));
            }
            loop {
                if at == root {
                    return;
                }
                if let Some(next) = self.0[at].after {
                    at = next;
                    break;
                }
                let Some(parent) = self.0[at].parent else { return };
                at = parent;
                visit(Step::Leave(at));
            }
        }
    }

    /// Returns the first node after a node and its content.
    fn beyond(&self, mut id: Id, root: Id) -> Option<Id> {
        while id != root {
            if let Some(next) = self.0[id].after {
                return Some(next);
            }
            id = self.0[id].parent?;
        }
        None
    }
}

/// A builder that creates a [`Dom`] from the parser's calls.
struct Builder {
    nodes: RefCell<Vec<Node>>,
    /// The depth of the deepest node that was appended.
    depth: Cell<usize>,
}

impl Default for Builder {
    fn default() -> Self {
        Builder { nodes: RefCell::new(vec![Node::default()]), depth: Cell::new(0) }
    }
}

impl Builder {
    fn add(&self, content: Content) -> Id {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { content, ..Node::default() });
        nodes.len() - 1
    }

    fn detach(&self, id: Id) {
        let nodes = &mut *self.nodes.borrow_mut();
        let (parent, before, after) =
            (nodes[id].parent.take(), nodes[id].before.take(), nodes[id].after.take());
        match (before, parent) {
            (Some(before), _) => nodes[before].after = after,
            (None, Some(parent)) => nodes[parent].first = after,
            (None, None) => {}
        }
        match (after, parent) {
            (Some(after), _) => nodes[after].before = before,
            (None, Some(parent)) => nodes[parent].last = before,
            (None, None) => {}
        }
    }

    /// Inserts a node into a parent: before a sibling, or at the end.
    fn put(&self, id: Id, parent: Id, sibling: Option<Id>) {
        self.detach(id);
        let nodes = &mut *self.nodes.borrow_mut();
        let before = match sibling {
            Some(sibling) => nodes[sibling].before.replace(id),
            None => nodes[parent].last.replace(id),
        };
        nodes[id].parent = Some(parent);
        nodes[id].before = before;
        nodes[id].after = sibling;
        match before {
            Some(before) => nodes[before].after = Some(id),
            None => nodes[parent].first = Some(id),
        }
        self.measure(nodes, parent);
    }

    fn measure(&self, nodes: &[Node], parent: Id) {
        if nodes.len().is_multiple_of(64) {
            let ancestors = std::iter::successors(Some(parent), |id| nodes[*id].parent);
            self.depth.set(self.depth.get().max(ancestors.take(2 * DEPTH).count()));
        }
    }

    /// Inserts a node or text into a parent. Adjacent text becomes one node.
    fn insert(&self, child: NodeOrText<Id>, parent: Id, sibling: Option<Id>) {
        let text = match child {
            NodeOrText::AppendNode(id) => return self.put(id, parent, sibling),
            NodeOrText::AppendText(text) => text,
        };
        let mut nodes = self.nodes.borrow_mut();
        let before = sibling.map_or(nodes[parent].last, |sibling| nodes[sibling].before);
        if let Some(Content::Text(known)) = before.map(|id| &mut nodes[id].content) {
            return known.push_tendril(&text);
        }
        drop(nodes);
        self.put(self.add(Content::Text(text)), parent, sibling);
    }
}

/// The name of an element, for the parser.
struct Name<'a>(Ref<'a, QualName>);

impl fmt::Debug for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for Builder {
    type Handle = Id;
    type Output = Dom;
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Dom {
        Dom(self.nodes.into_inner())
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Id {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a Id) -> Name<'a> {
        Name(Ref::map(self.nodes.borrow(), |nodes| match &nodes[*target].content {
            Content::Element(name, _) => name,
            _ => unreachable!("the parser requests names only for elements"),
        }))
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> Id {
        self.add(Content::Element(name, attributes))
    }

    fn create_comment(&self, _: StrTendril) -> Id {
        self.add(Content::Other)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Id {
        self.add(Content::Other)
    }

    fn append(&self, parent: &Id, child: NodeOrText<Id>) {
        self.insert(child, *parent, None);
    }

    fn append_based_on_parent_node(&self, element: &Id, previous: &Id, child: NodeOrText<Id>) {
        let parent = self.nodes.borrow()[*element].parent;
        match parent {
            Some(parent) => self.insert(child, parent, Some(*element)),
            None => self.insert(child, *previous, None),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    /// Returns a node outside the tree, because the content of a template isn't shown.
    fn get_template_contents(&self, _: &Id) -> Id {
        self.add(Content::Other)
    }

    fn same_node(&self, one: &Id, other: &Id) -> bool {
        one == other
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Id, child: NodeOrText<Id>) {
        let parent = self.nodes.borrow()[*sibling].parent;
        if let Some(parent) = parent {
            self.insert(child, parent, Some(*sibling));
        }
    }

    fn add_attrs_if_missing(&self, target: &Id, attributes: Vec<Attribute>) {
        if let Content::Element(_, known) = &mut self.nodes.borrow_mut()[*target].content {
            for attribute in attributes {
                if known.iter().all(|one| one.name != attribute.name) {
                    known.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Id) {
        self.detach(*target);
    }

    fn reparent_children(&self, node: &Id, parent: &Id) {
        loop {
            let first = self.nodes.borrow()[*node].first;
            let Some(child) = first else { return };
            self.put(child, *parent, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(html: &str) -> String {
        let dom = Dom::parse(html).expect("the document is small");
        let mut out = String::new();
        dom.walk(0, |step| {
            match step {
                Step::Enter(id) => match (dom.name(id), dom.text(id)) {
                    (Some(name), _) => out.push_str(&format!("({name} ")),
                    (_, Some(text)) => out.push_str(text),
                    _ => {}
                },
                Step::Leave(id) if dom.name(id).is_some() => out.push(')'),
                Step::Leave(_) => {}
            }
            true
        });
        out
    }

    #[test]
    fn broken_html_is_read_as_browsers_read_it() {
        for (html, expected) in [
            ("<p>a<p>b", "(html (head )(body (p a)(p b)))"),
            ("<b>a<p>b</b>c", "(html (head )(body (b a)(p (b b)c)))"),
            ("<table>x<tr><td>a</table>", "(html (head )(body x(table (tbody (tr (td a))))))"),
            ("<template><p>a</template>b", "(html (head (template ))(body b))"),
            ("<!-- c -->a<!doctype html>b", "(html (head )(body ab))"),
            ("", "(html (head )(body ))"),
        ] {
            assert_eq!(outline(html), expected, "{html}");
        }
    }

    #[test]
    fn documents_are_decoded_in_the_encoding_that_they_declare() {
        for (bytes, expected) in [
            (&b"caf\xc3\xa9"[..], "café"),
            (b"\xef\xbb\xbfa", "a"),
            (b"\xff\xfea\0", "a"),
            (b"caf\xe9", "café"),
            (b"<meta charset=\"koi8-r\">\xc1", "<meta charset=\"koi8-r\">а"),
            (b"<meta charset=no-such>\xe9", "<meta charset=no-such>é"),
        ] {
            assert_eq!(decode(bytes), expected);
        }
    }

    #[test]
    fn a_document_that_grows_out_of_proportion_is_not_read() {
        assert!(Dom::parse(&"<div>".repeat(100_000)).is_none());
        assert!(Dom::parse(&"<div>".repeat(1000)).is_some());
        let fonts: String = (0..20_000).map(|at| format!("<font a={at}>")).collect();
        assert!(Dom::parse(&(fonts + &"<p>".repeat(20_000))).is_none());
    }
}
