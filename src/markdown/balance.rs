//! Tracks the open raw HTML elements and determines which elements to close so that no element extends beyond the
//! surrounding Markdown.
//!
//! Writers can open an element in one place and close it in another, with Markdown in between. However, if an element
//! were never closed, or if an end tag closed an element outside the Markdown, browsers would misplace the rest of the
//! page. To prevent this, each element records the depth of the surrounding Markdown. An element ends no later than
//! that Markdown, and an end tag never closes an element whose depth is smaller than the tag's own. This module is a
//! stack, not an HTML parser. It handles only the rules that determine where an element ends (see `elements`), and it
//! doesn't report problems.

use super::elements;
use super::raw_html::VERBATIM;
use crate::diag::Span;

/// The maximum number of open elements to search. Browsers don't nest elements more deeply than this. Without a limit,
/// the search could take too long.
const REACH: usize = 512;

/// The open elements, with the innermost element last. Their depths never decrease.
#[derive(Default)]
pub(super) struct Balance {
    open: Vec<Open>,
    /// Elements that were closed with their parent. The end tags of these elements can still follow.
    cut: Vec<Cut>,
    /// The index of the outermost open `<svg>` or `<math>`. If none is open, the index is meaningless.
    first_root: usize,
}

/// An open element.
#[derive(Clone, Default)]
pub(super) struct Open {
    /// The name, in lowercase.
    pub name: Box<str>,
    /// The location of the start tag in the source.
    pub tag: Span,
    /// The number of Markdown elements around the element.
    pub depth: usize,
    /// Whether the element belongs to a line of text and ends with that line.
    pub inline: bool,
    /// The element's name, if its content isn't HTML.
    pub raw_text: Option<&'static str>,
    /// Whether the start tag ends in `/>`. Such a tag probably means that the writer intended to close the element
    /// immediately.
    pub slash: bool,
    /// The index of the event after a start tag that ends in `/>`. Until that event exists, the index is 0.
    pub slot: usize,
    /// Whether an end tag inside the element can't close anything around the element.
    pub bound: bool,
}

impl Open {
    /// Whether only an end tag can close the element.
    pub(super) fn needs_end(&self) -> bool {
        !self.slash && !elements::is(&self.name, elements::ENDS_ALONE)
    }
}

/// The effect of a start tag.
pub(super) struct Started {
    /// The elements that end at the tag, with the innermost element first. These elements must be closed before the
    /// tag.
    pub ended: Vec<Open>,
    /// Whether the element can have content.
    pub is_open: bool,
}

/// An element that was closed with its parent.
pub(super) struct Cut {
    pub element: Open,
    /// The name to use in messages for the tag or Markdown block that closed the element.
    pub by: String,
}

/// The effect of an end tag.
pub(super) enum End {
    /// The tag closes an element. First, it closes these elements, which are still open inside it.
    Closes(Vec<Open>),
    /// The tag is too late, because the named tag or block already closed the element.
    Late(String),
    /// The tag doesn't close any element. If `outside` is true, an element with this name is open around the Markdown.
    Nothing { outside: bool },
    /// The tag belongs to an element without content, so browsers ignore it.
    Ignored,
}

impl Balance {
    /// Whether no element is open and no end tag is expected.
    pub(super) fn is_idle(&self) -> bool {
        self.open.is_empty() && self.cut.is_empty()
    }

    /// Whether there's an open element that isn't inside Markdown and that only its end tag can close.
    pub(super) fn is_open_at_top(&self) -> bool {
        self.open.iter().take(REACH).take_while(|open| open.depth == 0).any(Open::needs_end)
    }

    /// If the innermost element is at this depth or deeper, and its content isn't HTML, returns the element's name.
    pub(super) fn raw_text(&self, depth: usize) -> Option<&'static str> {
        self.open.last().filter(|open| open.depth >= depth)?.raw_text
    }

    /// Whether the next content is in an element that shows code.
    pub(super) fn is_code(&self) -> bool {
        let is_code = |open: &Open| matches!(&*open.name, "code" | "kbd" | "pre" | "samp" | "tt" | "var");
        self.open.iter().rev().take(REACH).any(is_code)
    }

    /// Whether the next content is in a script, preformatted text, or a similar element.
    pub(super) fn is_verbatim(&self) -> bool {
        self.open.iter().rev().take(REACH).any(|open| VERBATIM.contains(&&*open.name))
    }

    /// Whether the next content is in an element for text that no longer applies.
    pub(super) fn is_struck(&self) -> bool {
        let is_struck = |open: &Open| matches!(&*open.name, "del" | "s" | "strike");
        self.open.iter().rev().take(REACH).any(is_struck)
    }

    /// Whether an SVG or MathML element is open.
    pub(super) fn embeds(&self) -> bool {
        self.open.get(self.first_root).is_some_and(|open| is_foreign_root(&open.name))
    }

    /// Whether the next content is in SVG or MathML.
    pub(super) fn is_foreign(&self, depth: usize) -> bool {
        self.foreign_roots(depth).next().is_some()
    }

    /// Whether an item that isn't in a list would end an item around the Markdown: a raw HTML item or, if `in_item` is
    /// true, a Markdown item. Browsers would close the outer item and the Markdown inside it.
    pub(super) fn ends_outer_item(&self, name: &str, depth: usize, in_item: bool) -> bool {
        let item = |open: &str| if name == "li" { open == "li" } else { matches!(open, "dd" | "dt") };
        let list = |open: &str| if name == "li" { is_list(open) } else { open == "dl" };
        item(name)
            && !self.inside(depth).any(|(_, open)| list(&open.name))
            && ((in_item && name == "li")
                || self.open[..self.floor(depth)].iter().rev().take(REACH).any(|open| item(&open.name)))
    }

    /// Starts an element.
    pub(super) fn start(&mut self, mut element: Open) -> Started {
        let floor = element.depth;
        let from = self.ended_by(&element.name, floor);
        let mut ended =
            from.map(|from| self.take(from, &format!("`<{}>`", element.name))).unwrap_or_default();
        let foreign = self.is_foreign(floor) || is_foreign_root(&element.name);
        if foreign && element.slash || !foreign && elements::is(&element.name, elements::VOID) {
            return Started { ended, is_open: false };
        }
        // Some pages contain many `<a id="x"/>` tags in a row. To prevent nesting, each of these elements ends the
        // previous element.
        let like = |open: &mut Open| open.slash && open.name == element.name && open.depth >= floor;
        if element.slash {
            ended.extend(self.open.pop_if(like));
        }
        if is_foreign_root(&element.name) && !self.embeds() {
            self.first_root = self.open.len();
        }
        element.bound = match &*element.name {
            "caption" | "td" | "th" => self.inside(floor).any(|(_, open)| &*open.name == "table"),
            "foreignobject" => foreign,
            name => elements::is(name, elements::BOUND),
        };
        element.depth = floor.max(self.open.last().map_or(0, |open| open.depth));
        self.open.push(element);
        Started { ended, is_open: true }
    }

    /// Handles the end of the latest start tag. Returns whether the event with the index `event` must be reserved for
    /// the end tag.
    pub(super) fn wants_slot(&mut self, event: usize) -> bool {
        let element = self.open.last_mut().filter(|open| open.slash && open.slot == 0);
        element.map(|open| open.slot = event).is_some()
    }

    /// Handles an end tag.
    pub(super) fn end(&mut self, name: &str, depth: usize) -> End {
        if let Some(at) = self.closed_by(name, depth) {
            let inside = self.take(at + 1, &format!("`</{name}>`"));
            self.open.pop();
            return End::Closes(inside);
        }
        let late = |cut: &Cut| &*cut.element.name == name && cut.element.depth >= depth;
        if let Some(back) = self.cut.iter().rev().take(REACH).position(late) {
            return End::Late(self.cut.remove(self.cut.len() - 1 - back).by);
        }
        if elements::is(name, elements::VOID) {
            return End::Ignored;
        }
        let mut around = self.open[..self.floor(depth)].iter().rev().take(REACH);
        End::Nothing { outside: around.any(|open| *open.name == *name) }
    }

    /// Ends all elements at this depth or deeper. Returns the elements that were open, with the innermost element
    /// first, and the closed elements whose end tags are still missing.
    pub(super) fn leave(&mut self, depth: usize) -> (Vec<Open>, Vec<Cut>) {
        let open = self.open.split_off(self.floor(depth));
        let around = self.cut.iter().rposition(|cut| cut.element.depth < depth);
        let cut = self.cut.split_off(around.map_or(0, |at| at + 1));
        (open.into_iter().rev().collect(), cut)
    }

    /// Ends a line of text at this depth. Returns the open elements in the line, with the innermost element first.
    pub(super) fn end_line(&mut self, depth: usize) -> Vec<Open> {
        let from = self.floor(depth);
        let first = self.open[from..].iter().position(|open| open.inline);
        first.map(|at| self.open.split_off(from + at).into_iter().rev().collect()).unwrap_or_default()
    }

    /// If the content of the innermost element isn't HTML, closes the element.
    pub(super) fn end_raw_text(&mut self) -> Option<Open> {
        self.open.pop_if(|open| open.raw_text.is_some())
    }

    /// Starts a Markdown block named `by`. Returns the elements at this depth or deeper that can't contain the block,
    /// and all their inner elements, with the innermost element first. If such an element ended after the block,
    /// browsers would also end all elements around the block.
    pub(super) fn make_room(&mut self, by: &str, holds_blocks: bool, depth: usize) -> Vec<Open> {
        let mut from = self.foreign_root(depth);
        if holds_blocks {
            let raw_text = self.raw_text(depth).map(|_| self.open.len() - 1);
            let ended = ["table", "button", "select"].map(|name| self.ended_by(name, depth));
            from = ended.into_iter().chain([from, raw_text]).flatten().min();
        }
        from.map(|from| self.take(from, by)).unwrap_or_default()
    }

    /// Returns the index of the first element at this depth or deeper.
    fn floor(&self, depth: usize) -> usize {
        self.open.partition_point(|open| open.depth < depth)
    }

    /// Returns the elements at this depth or deeper and their indexes, with the innermost element first.
    fn inside(&self, depth: usize) -> impl Iterator<Item = (usize, &Open)> {
        let from = self.floor(depth);
        self.open.iter().enumerate().skip(from).rev().take(REACH)
    }

    /// Removes the element at the index `from`, and all elements inside it, from the stack. Records the elements that
    /// only an end tag should have closed.
    fn take(&mut self, from: usize, by: &str) -> Vec<Open> {
        let taken: Vec<Open> = self.open.split_off(from.min(self.open.len())).into_iter().rev().collect();
        let left = taken.iter().filter(|open| open.needs_end());
        self.cut.extend(left.map(|open| Cut { element: open.clone(), by: by.to_owned() }));
        taken
    }

    /// Returns the index of the outermost element that ends where an element with this name starts.
    fn ended_by(&self, name: &str, depth: usize) -> Option<usize> {
        if elements::is(name, elements::ENDS_FOREIGN)
            && let Some(root) = self.foreign_root(depth)
        {
            return Some(root);
        }
        let unbound = || self.inside(depth).take_while(|(_, open)| !open.bound);
        match name {
            "button" | "select" => unbound().find(|(_, open)| *open.name == *name),
            // These elements end a `<select>`, because browsers allow only options in it.
            "iframe" | "input" | "keygen" | "noembed" | "noframes" | "style" | "textarea" | "title"
            | "xmp" => unbound().find(|(_, open)| &*open.name == "select"),
            // A table ends the table that contains it, regardless of other open elements, unless a table cell is in
            // between.
            "table" => {
                let cell =
                    |open: &Open| open.bound && matches!(&*open.name, "caption" | "td" | "template" | "th");
                let mut near = self.inside(depth).take_while(|(_, open)| !cell(open));
                near.find(|(_, open)| &*open.name == "table")
            }
            // HTML, 13.2.6.4.7: an item ends the previous item and all elements that are still open in it.
            "li" => self.near_item(depth).find(|(_, open)| &*open.name == "li"),
            "dd" | "dt" => self.near_item(depth).find(|(_, open)| matches!(&*open.name, "dd" | "dt")),
            // An element with an optional end tag ends where the next element of its kind starts.
            _ if elements::is(name, elements::ENDS_ALONE) => {
                let mut near =
                    self.inside(depth).take_while(|(_, open)| elements::is(&open.name, elements::ENDS_ALONE));
                near.find(|(_, open)| group(&open.name) == group(name))
            }
            _ => None,
        }
        .map(|(at, _)| at)
    }

    /// Returns the elements to search for the item that a new item ends, with the innermost element first.
    fn near_item(&self, depth: usize) -> impl Iterator<Item = (usize, &Open)> {
        let passed = |name: &str| matches!(name, "address" | "dd" | "div" | "dt" | "li" | "p");
        let stops = move |open: &Open| {
            open.bound || (elements::is(&open.name, elements::BLOCK) && !passed(&open.name))
        };
        self.inside(depth).take_while(move |(_, open)| !stops(open))
    }

    /// Returns the index of the element that an end tag closes. Prefers elements whose start tags don't end in `/>`,
    /// because the other elements should already be closed.
    fn closed_by(&self, name: &str, depth: usize) -> Option<usize> {
        let of_table = matches!(
            name,
            "caption" | "colgroup" | "table" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr"
        );
        let bound =
            |open: &Open| if of_table { matches!(&*open.name, "table" | "template") } else { open.bound };
        let same = |open: &str| open == name || (is_heading(open) && is_heading(name));
        let mut meant = None;
        for (at, open) in self.inside(depth) {
            if same(&open.name) {
                if !open.slash {
                    return Some(at);
                }
                meant = meant.or(Some(at));
            }
            if bound(open) {
                break;
            }
        }
        meant
    }

    /// Returns the index of the outermost `<svg>` or `<math>` element that doesn't contain an open HTML element.
    fn foreign_root(&self, depth: usize) -> Option<usize> {
        self.foreign_roots(depth).last()
    }

    fn foreign_roots(&self, depth: usize) -> impl Iterator<Item = usize> {
        let html = |name: &str| elements::is(name, elements::HOLDS_HTML | elements::ENDS_FOREIGN);
        let near = self.inside(depth).take_while(move |(_, open)| self.embeds() && !html(&open.name));
        near.filter(|(_, open)| is_foreign_root(&open.name)).map(|(at, _)| at)
    }
}

fn is_foreign_root(name: &str) -> bool {
    matches!(name, "svg" | "math")
}

/// Returns a group name that's the same for all elements whose start tags close each other.
fn group(name: &str) -> &str {
    match name {
        "th" => "td",
        "thead" | "tfoot" => "tbody",
        "rp" | "rb" => "rt",
        own => own,
    }
}

fn is_list(name: &str) -> bool {
    matches!(name, "dir" | "menu" | "ol" | "ul")
}

fn is_heading(name: &str) -> bool {
    matches!(name.as_bytes(), [b'h', b'1'..=b'6'])
}
