//! Handles highlighted text (`==text==`), keys (`++ctrl+c++`), subscripts (`H~2~O`), and superscripts (`x^2^`).

use std::ops::Range;

use super::{Builder, Pass, Place};
use crate::config::Extension;
use crate::diag::Span;
use crate::markdown::{
    document::{Element, Event},
    emoji,
};

/// The delimiter on both sides of highlighted text.
const MARK: &str = "==";

/// The delimiter on both sides of keys.
const KEYS: &str = "++";

/// The characters of the syntax in this file, and a character of the same length without a meaning.
const SYNTAX: [char; 5] = [':', '=', '+', '~', '^'];
const HIDDEN: &str = "\u{1}";

/// Inline syntax that pulldown-cmark doesn't support.
enum Sign {
    Emoji,
    Keys,
    Mark,
    /// A delimiter of a subscript or superscript that contains other elements.
    Edge(Element),
    /// A reference to a footnote, in a title.
    Reference,
    /// A subscript or superscript.
    Small(Element),
}

/// A delimiter of highlighted text, a subscript, or a superscript in the document. The delimiter might have no
/// counterpart.
#[derive(Clone, Copy)]
pub(super) struct Delimiter {
    /// The offset in the arena.
    at: u32,
    /// The element between two delimiters.
    element: Element,
    can_open: bool,
    can_close: bool,
}

impl Builder<'_> {
    /// Writes a range of the arena as text with emoji, keys, and highlighted text.
    pub(super) fn text_event(&mut self, pass: &Pass<'_>, range: Range<usize>) {
        let mut done = range.start;
        let mut signs = self.signs(pass, range.clone());
        if matches!(pass.place, Place::Title(..)) {
            self.add_references(range.clone(), &mut signs);
        }
        for (found, sign) in signs {
            // The text doesn't contain the backslash of an escaped delimiter.
            let before = self.parsed_offset(found.start).checked_sub(1);
            if found.start < done || before.and_then(|at| pass.text.as_bytes().get(at)) == Some(&b'\\') {
                continue;
            }
            if done < found.start {
                self.write(Event::Text(Span::from(done..found.start)));
            }
            done = found.end;
            match sign {
                Sign::Emoji => self.write(Event::Emoji(Span::from(found))),
                Sign::Keys => self.keys(found),
                Sign::Reference => {
                    let label = self.texts.arena[found.start + 2..found.end - 1].to_owned();
                    let reference = self.reference(&label);
                    self.write(reference);
                }
                Sign::Small(element) => {
                    self.write(Event::Open(element));
                    self.write(Event::Text(Span::from(found.start + 1..found.end - 1)));
                    self.write(Event::Close(element));
                }
                Sign::Mark | Sign::Edge(_) => {
                    let element = if let Sign::Edge(element) = sign { element } else { Element::Highlight };
                    let delimiter = self.delimiter(&range, found.clone(), element);
                    self.delimiters.push(delimiter);
                    self.write(Event::Text(Span::from(found)));
                }
            }
        }
        if done < range.end {
            self.write(Event::Text(Span::from(done..range.end)));
        }
    }

    /// Returns the syntax in a range of the arena, in order.
    fn signs(&self, pass: &Pass<'_>, range: Range<usize>) -> Vec<(Range<usize>, Sign)> {
        if self.balance.is_code() {
            return Vec::new();
        }
        // A value of a variable contains no syntax.
        let text = &*self.texts.hiding(range.clone(), |_, value| value.replace(SYNTAX, HIDDEN));
        let mut found: Vec<(Range<usize>, Sign)> =
            emoji::find(text).into_iter().map(|place| (place, Sign::Emoji)).collect();
        if self.options.has(Extension::Keys) {
            found.extend(find_keys(text).into_iter().map(|place| (place, Sign::Keys)));
        }
        if self.options.has(Extension::Highlight) {
            let places = text.match_indices(MARK).map(|(at, _)| at..at + MARK.len());
            let is_alone = |place: &Range<usize>| {
                !text[..place.start].ends_with('=') && !text[place.end..].starts_with('=')
            };
            found.extend(places.filter(is_alone).map(|place| (place, Sign::Mark)));
        }
        // Whether the text directly follows and precedes other content.
        let (start, end) = (self.parsed_offset(range.start), self.parsed_offset(range.end));
        let is_joined = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
        let joined = (
            is_joined(pass.text.get(..start).and_then(|before| before.chars().next_back())),
            is_joined(pass.text.get(end..).and_then(|after| after.chars().next())),
        );
        for (extension, mark, element) in [
            (Extension::Subscript, '~', Element::Subscript),
            (Extension::Superscript, '^', Element::Superscript),
        ] {
            if self.options.has(extension) {
                let paired = find_small(text, mark);
                let edges = find_edges(text, mark, &paired, joined)
                    .into_iter()
                    .map(|place| (place, Sign::Edge(element)));
                found.extend(edges);
                found.extend(paired.into_iter().map(|place| (place, Sign::Small(element))));
            }
        }
        found.sort_by_key(|(place, _)| place.start);
        let placed =
            |(place, sign): (Range<usize>, Sign)| (range.start + place.start..range.start + place.end, sign);
        found.into_iter().map(placed).collect()
    }

    /// Adds the references to footnotes in a range of the arena. A title is parsed without the page's footnotes, so
    /// pulldown-cmark doesn't recognize them.
    fn add_references(&mut self, range: Range<usize>, signs: &mut Vec<(Range<usize>, Sign)>) {
        let text =
            self.texts.hiding(range.clone(), |_, value| value.replace(['[', ']'], HIDDEN)).into_owned();
        for (start, _) in text.match_indices("[^") {
            let label = text[start + 2..].split(['[', ']']).next().unwrap_or_default();
            let length = label.len();
            if text[start + 2 + length..].starts_with(']') && self.is_note(label) {
                signs.push((range.start + start..range.start + start + length + 3, Sign::Reference));
            }
        }
        signs.sort_by_key(|(place, _)| place.start);
    }

    /// Returns the delimiter at an offset in the arena. `range` is the range of the text. In a word, the delimiter is
    /// text, as in `a==b`. There are no spaces between the delimiters of a subscript or superscript and other
    /// elements.
    fn delimiter(&self, range: &Range<usize>, place: Range<usize>, element: Element) -> Delimiter {
        let (before, after) =
            (&self.texts.arena[range.start..place.start], &self.texts.arena[place.end..range.end]);
        let at = place.start as u32;
        if element != Element::Highlight {
            let (can_open, can_close) = (can_be_small(after), can_be_small(before));
            return Delimiter { at, element, can_open, can_close };
        }
        let (before, after) = (before.chars().next_back(), after.chars().next());
        let is_space = |c: Option<char>| c.is_some_and(char::is_whitespace);
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        Delimiter {
            at,
            element,
            can_open: !is_word(before) && !is_space(after),
            can_close: !is_word(after) && !is_space(before),
        }
    }

    /// Turns the pairs of delimiters in the block that ends here into highlighted text. The other delimiters remain
    /// text.
    pub(super) fn resolve_marks(&mut self) {
        let delimiters = std::mem::take(&mut self.delimiters);
        let Some(first) = delimiters.first() else { return };
        let is_at = |event: &Event, at: u32| matches!(event, Event::Text(span) if span.start == at);
        let events = &mut self.document.events;
        let Some(start) = events.iter().rposition(|event| is_at(event, first.at)) else { return };
        let arena = &self.texts.arena;
        let has_space = |event: &Event| match event {
            Event::Text(span) => arena[span.range()].contains(char::is_whitespace),
            event => matches!(event, Event::SoftBreak | Event::HardBreak),
        };
        // The indexes of the opening delimiters, with their depths and elements.
        let (mut next, mut opened, mut depth) = (0, Vec::<(usize, u32, Element)>::new(), 0_u32);
        for index in start..events.len() {
            match events[index] {
                Event::Open(_) => depth += 1,
                Event::Close(_) => {
                    opened.retain(|(_, at, _)| *at < depth);
                    depth = depth.saturating_sub(1);
                }
                event if delimiters.get(next).is_some_and(|delimiter| is_at(&event, delimiter.at)) => {
                    let delimiter = delimiters[next];
                    next += 1;
                    let element = delimiter.element;
                    match opened.iter().rposition(|(_, at, own)| *at == depth && *own == element) {
                        Some(open) if delimiter.can_close => {
                            events[opened[open].0] = Event::Open(element);
                            events[index] = Event::Close(element);
                            opened.truncate(open);
                        }
                        None if delimiter.can_open => opened.push((index, depth, element)),
                        _ => {}
                    }
                }
                event if has_space(&event) => opened.retain(|(.., own)| *own == Element::Highlight),
                _ => {}
            }
        }
    }

    /// Writes the keys in a range of the arena, which includes the delimiters.
    fn keys(&mut self, range: Range<usize>) {
        let inner = self.texts.arena[range.start + KEYS.len()..range.end - KEYS.len()].to_owned();
        for (index, key) in inner.split('+').enumerate() {
            if index > 0 {
                self.text_part("+");
            }
            self.write(Event::Open(Element::Key));
            self.text_part(&key_name(key));
            self.write(Event::Close(Element::Key));
        }
    }
}

/// Returns the ranges of keys in the text. Keys consist of names with plus signs between them. Next to a name, a key can
/// also be a punctuation character, as in `++ctrl+,++`.
fn find_keys(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut from) = (Vec::new(), 0);
    while let Some(start) = text[from..].find(KEYS).map(|at| from + at) {
        let inner = &text[start + KEYS.len()..];
        let is_key = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let is_name = |key: &str| !key.is_empty() && key.chars().all(is_key);
        let is_sign = |key: &str| key.len() == 1 && key.bytes().all(|byte| byte.is_ascii_punctuation());
        let signs = |text: &str| text.len() - text.trim_start_matches('+').len();
        let Some(end) = inner.find(KEYS) else { break };
        let length = end + signs(&inner[end..]);
        let keys = &inner[..length - KEYS.len()];
        // In a word, the delimiters are text, as in `i++j++`.
        let is_apart = !text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '+')
            && !inner[length..].starts_with(char::is_alphanumeric);
        let are_keys =
            keys.split('+').all(|key| is_name(key) || is_sign(key)) && keys.split('+').any(is_name);
        if is_apart && are_keys {
            from = start + 2 * KEYS.len() + keys.len();
            found.push(start..from);
        } else {
            from = start + KEYS.len() + signs(inner);
        }
    }
    found
}

/// Whether the text in a range contains whitespace.
pub(super) fn has_space(pass: &Pass<'_>, range: &Range<usize>) -> bool {
    pass.scan().unmarked(&pass.text[range.clone()]).contains(char::is_whitespace)
}

/// Whether the text between a delimiter of a subscript or superscript and another element can be small.
fn can_be_small(text: &str) -> bool {
    !text.contains(char::is_whitespace)
}

/// Returns the ranges of the single delimiters that other elements can follow or precede. `paired` contains the ranges of
/// the words between delimiters, and `joined` is whether the text directly follows and precedes other content.
fn find_edges(text: &str, mark: char, paired: &[Range<usize>], joined: (bool, bool)) -> Vec<Range<usize>> {
    let is_single = |at: &usize| {
        let before = paired.partition_point(|pair| pair.start <= *at);
        let (left, right) = (&text[..*at], &text[*at + 1..]);
        paired[..before].last().is_none_or(|pair| pair.end <= *at)
            && !left.ends_with(mark)
            && !right.starts_with(mark)
            && (joined.0 && can_be_small(left) || joined.1 && can_be_small(right))
    };
    let all = text.match_indices(mark).map(|(at, _)| at);
    all.filter(is_single).map(|at| at..at + 1).collect()
}

/// Returns the ranges of the words between single delimiters.
fn find_small(text: &str, mark: char) -> Vec<Range<usize>> {
    let marks: Vec<usize> = text.match_indices(mark).map(|(at, _)| at).collect();
    let (mut found, mut free) = (Vec::new(), 0);
    for pair in marks.windows(2) {
        let &[start, end] = pair else { continue };
        let inner = &text[start + 1..end];
        let is_single = !text[..start].ends_with(mark) && !text[end + 1..].starts_with(mark);
        if start >= free && is_single && !inner.is_empty() && !inner.contains(char::is_whitespace) {
            free = end + 1;
            found.push(start..free);
        }
    }
    found
}

/// Returns the label of a key: `ctrl` is `Ctrl`, and `page-up` is `Page Up`.
fn key_name(key: &str) -> String {
    let label = |word: &str| match word {
        "control" => "Ctrl".to_owned(),
        "cmd" | "command" => "⌘".to_owned(),
        word => {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        }
    };
    key.split(['-', '_']).map(label).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{find_keys, key_name};

    #[test]
    fn keys_are_names_between_plus_signs() {
        let text = "++ctrl+alt+del++ ++f1++, C++ and C++ or i++ + ++j a++b++c ++++ ++a++b++ ++ctrl+,++, ++,++ ++ctrl+,a++ \
                    (++cmd+[++)";
        let found: Vec<&str> = find_keys(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, ["++ctrl+alt+del++", "++f1++", "++ctrl+,++", "++cmd+[++"]);
        assert_eq!(["ctrl", "c", "page-up", "f1"].map(key_name), ["Ctrl", "C", "Page Up", "F1"]);
    }
}
