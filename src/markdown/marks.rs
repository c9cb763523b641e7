//! Replaces pieces of text with markers that pulldown-cmark passes through.
//!
//! A block becomes a processing instruction, `<?…?>`. Such an instruction is a raw HTML block that can interrupt a
//! paragraph, ends on its own line, and is allowed in lists and quotes (CommonMark 4.6, kind 3). A comment would also
//! work, but would end any surrounding comment. Part of a paragraph becomes either a tag with an attribute or a word.

use std::borrow::Cow;
use std::ops::Range;

use super::directive::Line;

/// A replacement for part of the source.
pub(super) struct Edit<'a> {
    /// The part of the source to replace, which can be empty.
    pub range: Range<usize>,
    pub written: Written<'a>,
}

/// The text or marker that replaces part of the source.
pub(super) enum Written<'a> {
    /// This text.
    Text(Cow<'static, str>),
    /// A marker for a block.
    Block(Line<'a>),
    /// A marker for part of a paragraph.
    Inline(Line<'a>),
    /// A marker for part of a paragraph, as text instead of a tag. A tag that's alone on its line would be a block.
    Word(Line<'a>),
    /// A marker for a formula, as text between dollar signs. For Markdown, the text starts and ends with punctuation.
    Formula(Line<'a>),
}

/// Text with edits applied, and the locations of the edits.
pub(super) struct Layout {
    pub text: String,
    /// A private-use character that isn't in the source.
    pub sign: char,
    /// The ranges that were replaced, in the source and in the text.
    pub shifts: Vec<(Range<usize>, Range<usize>)>,
    /// For each marker, the index of the corresponding edit.
    pub marked: Vec<usize>,
}

/// Applies the edits, which are in order, to the source, starting at `base`. An edit inside another edit is skipped.
pub(super) fn lay_out(source: &str, base: usize, edits: &[Edit<'_>]) -> Layout {
    let sign = ('\u{e000}'..='\u{f8ff}').find(|sign| !source.contains(*sign)).unwrap_or('\u{e000}');
    let mut layout = Layout {
        text: String::with_capacity(source.len() - base),
        sign,
        shifts: Vec::new(),
        marked: Vec::new(),
    };
    let mut copied = base;
    for (index, Edit { range, written }) in edits.iter().enumerate() {
        if range.start < copied {
            continue;
        }
        layout.text.push_str(&source[copied..range.start]);
        let (start, marker) = (layout.text.len(), layout.marked.len());
        match written {
            Written::Text(written) => layout.text.push_str(written),
            Written::Block(_) => layout.text.push_str(&format!("<?{sign}{marker}{sign}?>")),
            Written::Inline(_) => layout.text.push_str(&format!("<x a={sign}{marker}{sign}>")),
            Written::Formula(_) => layout.text.push_str(&format!("${sign}${marker}{sign}$")),
            Written::Word(_) => layout.text.push_str(&format!("{sign}{marker}{sign}")),
        }
        if !matches!(written, Written::Text(_)) {
            layout.marked.push(index);
        }
        copied = range.end;
        layout.shifts.push((range.clone(), start..layout.text.len()));
    }
    layout.text.push_str(&source[copied..]);
    layout
}

/// If an HTML block contains only a marker, returns the marker's number.
pub(super) fn block_number(html: &str, sign: char) -> Option<usize> {
    number(html.trim().strip_prefix("<?")?.strip_suffix("?>")?, sign)
}

/// If an HTML tag is a marker, returns the marker's number.
pub(super) fn inline_number(html: &str, sign: char) -> Option<usize> {
    number(html.strip_prefix("<x a=")?.strip_suffix('>')?, sign)
}

fn number(inner: &str, sign: char) -> Option<usize> {
    inner.strip_prefix(sign)?.strip_suffix(sign)?.parse().ok()
}

/// Splits text at its first marker. Returns the text before the marker, the marker's number, and the text after it.
pub(super) fn split_at_marker(text: &str, sign: char) -> Option<(&str, usize, &str)> {
    let mut from = 0;
    loop {
        let open = from + text[from..].find(sign)?;
        let after = &text[open + sign.len_utf8()..];
        let close = after.find(sign)?;
        let tail = &after[close + sign.len_utf8()..];
        let block = text[..open].strip_suffix("<?").zip(tail.strip_prefix("?>"));
        let inline = || text[..open].strip_suffix("<x a=").zip(tail.strip_prefix('>'));
        let formula = after[..close].strip_prefix('$');
        if let Ok(number) = formula.unwrap_or(&after[..close]).parse() {
            let dollars = || text[..open].strip_suffix('$').zip(tail.strip_prefix('$'));
            let block = if formula.is_some() { dollars() } else { block };
            let (before, tail) = block.or_else(inline).unwrap_or((&text[..open], tail));
            return Some((before, number, tail));
        }
        from = open + sign.len_utf8();
    }
}
