//! Writes lines of Markdown in containers: list items, quotes, and footnotes.

/// The maximum number of containers around a line. Each container makes every line inside it longer.
const DEEPEST: usize = 100;

/// A sequence of blocks.
#[derive(Default)]
pub(super) struct Blocks {
    out: String,
    containers: Vec<Container>,
    /// Whether a blank line comes before the next block.
    is_apart: bool,
    /// The last block in the innermost container.
    pub last: Last,
}

/// A block.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Last {
    /// No block.
    #[default]
    None,
    Paragraph,
    /// A list with these markers.
    List(char),
    /// A list item.
    Item,
    Footnote,
    /// A term in a definition list.
    Term,
    Definition,
    Other,
}

struct Container {
    /// The start of the container's first line.
    marker: String,
    /// The start of the container's other lines.
    rest: String,
    /// Whether the container contains a line.
    is_started: bool,
}

impl Blocks {
    /// Writes a block.
    pub(super) fn block(&mut self, text: &str, last: Last) {
        if self.is_apart && !self.out.is_empty() {
            let started = self.containers.iter().take_while(|one| one.is_started);
            let prefix: String = started.map(|one| one.rest.as_str()).collect();
            self.out.push_str(prefix.trim_end());
            self.out.push('\n');
        }
        for line in text.split('\n') {
            let mut prefix = String::new();
            for one in &mut self.containers {
                prefix.push_str(if one.is_started { &one.rest } else { &one.marker });
                one.is_started = true;
            }
            self.out.push_str(if line.is_empty() { prefix.trim_end() } else { &prefix });
            self.out.push_str(line);
            self.out.push('\n');
        }
        (self.is_apart, self.last) = (true, last);
    }

    /// Sets whether a blank line comes before the next block.
    pub(super) fn set_apart(&mut self, is_apart: bool) {
        self.is_apart = is_apart;
    }

    /// Starts a container. If there are too many containers, returns `false`.
    pub(super) fn open(&mut self, marker: String, rest: String) -> bool {
        if self.containers.len() == DEEPEST {
            return false;
        }
        self.containers.push(Container { marker, rest, is_started: false });
        self.last = Last::None;
        true
    }

    /// Ends the innermost container. An empty container is written only if it's a list item or a footnote.
    pub(super) fn close(&mut self, kind: Last) {
        let is_empty = self.containers.last().is_some_and(|one| !one.is_started);
        if is_empty && matches!(kind, Last::Item | Last::Footnote) {
            self.is_apart = true;
            self.block("", kind);
        }
        self.containers.pop();
        (self.is_apart, self.last) = (true, kind);
    }

    pub(super) fn finish(mut self) -> String {
        self.out.truncate(self.out.trim_end().len());
        self.out
    }
}
