//! Finds the expressions in a page's text.

/// The maximum nesting depth of blocks.
const DEEPEST: usize = 8;

/// The statements that start blocks.
const BLOCKS: [&str; 7] = ["if", "for", "macro", "set", "call", "filter", "with"];

/// The kinds of expressions.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Variable,
    Statement,
    Comment,
}

/// The names of the usual delimiters in the options, and the delimiters themselves.
const USUAL: [(Kind, &str, &str, &str); 3] = [
    (Kind::Statement, "block", "{%", "%}"),
    (Kind::Comment, "comment", "{#", "#}"),
    (Kind::Variable, "variable", "{{", "}}"),
];

/// The delimiters of expressions, each with its kind.
pub(super) struct Delimiters([(Kind, String, String); 3]);

/// An expression in text.
pub(super) struct Tag<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    pub kind: Kind,
    /// The text between the delimiters.
    pub inner: &'t str,
    /// Whether a hyphen removes the whitespace before and after the expression.
    trims: (bool, bool),
}

impl<'t> Tag<'t> {
    /// Returns the expression with its delimiters.
    pub(super) fn whole(&self) -> &'t str {
        &self.text[self.at..self.end]
    }

    /// Returns the text up to the expression.
    pub(super) fn before(&self) -> &'t str {
        let before = &self.text[..self.at];
        if self.trims.0 { before.trim_end() } else { before }
    }

    /// Returns the text after the expression.
    pub(super) fn after(&self) -> &'t str {
        let after = &self.text[self.end..];
        if self.trims.1 { after.trim_start() } else { after }
    }

    /// Returns the name of the statement.
    pub(super) fn word(&self) -> &'t str {
        if self.kind == Kind::Statement { word(self.inner) } else { "" }
    }
}

/// A part of a block, such as an `elif` statement and the text up to the next part.
pub(super) struct Part<'t> {
    /// The statement.
    pub inner: &'t str,
    pub text: &'t str,
}

/// A block, such as `{% if a %}` and everything up to `{% endif %}`.
pub(super) struct Block<'t> {
    pub parts: Vec<Part<'t>>,
    pub whole: &'t str,
    pub after: &'t str,
}

impl Default for Delimiters {
    fn default() -> Self {
        Delimiters::new(&|_| None)
    }
}

impl Delimiters {
    /// Returns the delimiters that the options of the plugin specify.
    pub(super) fn new(option: &dyn Fn(&str) -> Option<String>) -> Self {
        Delimiters(USUAL.map(|(kind, name, start, end)| {
            let own = |part: &str| option(&format!("j2_{name}_{part}_string")).filter(|own| !own.is_empty());
            let start = own("start").unwrap_or_else(|| start.to_owned());
            (kind, start, own("end").unwrap_or_else(|| end.to_owned()))
        }))
    }

    /// Whether no delimiter differs from the usual ones. Otherwise, braces are text.
    pub(super) fn are_usual(&self) -> bool {
        let mut pairs = self.0.iter().zip(USUAL);
        pairs.all(|((_, start, end), (.., usual_start, usual_end))| start == usual_start && end == usual_end)
    }

    /// Returns the first expression in the text.
    pub(super) fn first<'t>(&self, text: &'t str) -> Option<Tag<'t>> {
        let of = |(kind, start, end): &(Kind, String, String)| {
            let at = text.find(start.as_str())?;
            let inner = &text[at + start.len()..];
            let inner = &inner[..inner.find(end.as_str())?];
            let end = at + start.len() + inner.len() + end.len();
            let trims = (inner.starts_with('-'), inner.len() > 1 && inner.ends_with('-'));
            let inner = inner.strip_prefix(['-', '+']).unwrap_or(inner);
            let inner = inner.strip_suffix(['-', '+']).unwrap_or(inner).trim();
            // Of two delimiters that start alike, the longer one counts.
            Some((usize::MAX - start.len(), Tag { text, at, end, kind: *kind, inner, trims }))
        };
        let first = self.0.iter().filter_map(of).min_by_key(|(order, tag)| (tag.at, *order));
        first.map(|(_, tag)| tag)
    }

    /// Returns the text up to the end of a raw block, and the text after it.
    pub(super) fn raw<'t>(&self, text: &'t str) -> (&'t str, &'t str) {
        let mut from = 0;
        while let Some(tag) = self.first(&text[from..]) {
            if tag.word() == "endraw" {
                let raw = &text[..from + tag.at];
                return (if tag.trims.0 { raw.trim_end() } else { raw }, tag.after());
            }
            // An expression can start in text that looks like one.
            from += tag.at + 1;
            while !text.is_char_boundary(from) {
                from += 1;
            }
        }
        (text, "")
    }

    /// Returns the block that starts with a statement. If the block has no end, returns `None`.
    pub(super) fn block<'t>(&self, start: &Tag<'t>) -> Option<Block<'t>> {
        let end = format!("end{}", start.word());
        let (mut rest, mut depth) = (start.after(), 0_usize);
        let (mut inner, mut from) = (start.inner, rest);
        let mut parts = Vec::new();
        while let Some(tag) = self.first(rest) {
            rest = tag.after();
            let word = tag.word();
            if depth == 0 && (word == end || matches!(word, "else" | "elif")) {
                let text = &from[..from.len() - (tag.text.len() - tag.before().len())];
                parts.push(Part { inner, text });
                (inner, from) = (tag.inner, rest);
            }
            match word {
                _ if depth == 0 && word == end => {
                    let whole = &start.text[start.at..start.text.len() - (tag.text.len() - tag.end)];
                    return Some(Block { parts, whole, after: rest });
                }
                "raw" => rest = self.raw(rest).1,
                // An assignment without a value is a block.
                "set" if tag.inner.contains('=') => {}
                word if BLOCKS.contains(&word) && depth == DEEPEST => return None,
                word if BLOCKS.contains(&word) => depth += 1,
                word if word.strip_prefix("end").is_some_and(|word| BLOCKS.contains(&word)) => {
                    depth = depth.checked_sub(1)?;
                }
                _ => {}
            }
        }
        None
    }
}

fn word(inner: &str) -> &str {
    inner.split_whitespace().next().unwrap_or_default()
}
