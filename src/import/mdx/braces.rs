//! Braces in text, which contain expressions in MDX 2 and later but not in MDX 1.

use crate::import::lines::{is_blank, margin_of};
use crate::import::prose;

/// Escapes the braces in text, except in formulas. If there are no such braces, returns `None`.
pub(in crate::import) fn with_escaped_braces(text: &str) -> Option<String> {
    if !text.contains('{') {
        return None;
    }
    let mut block = Block { is_next: true, ..Block::default() };
    let escaped = prose::rewritten(text, true, &['{'], &mut |text, at| {
        block.advance(text, at);
        let is_other = ["{#", "{/*"].iter().any(|start| text[at..].starts_with(start));
        (!is_other && !block.is_jsx && !block.is_formula(text)).then(|| ("\\{".to_owned(), 1))
    });
    (escaped != text).then_some(escaped)
}

/// The block that contains an offset.
#[derive(Default)]
struct Block {
    at: usize,
    /// Whether the next line starts a block.
    is_next: bool,
    /// Whether the block starts with a tag. Such a block can contain expressions.
    is_jsx: bool,
    /// The number of dollar signs before the offset in the block.
    dollars: usize,
    /// The number of double dollar signs before the offset in the text.
    displays: usize,
}

impl Block {
    fn advance(&mut self, text: &str, at: usize) {
        let mut start = self.at;
        for part in text[self.at..at].split_inclusive('\n') {
            if start == 0 || text[..start].ends_with('\n') {
                self.start_line(text[start..].split('\n').next().unwrap_or_default());
            }
            self.dollars += part.matches('$').count();
            self.displays += part.matches("$$").count();
            start += part.len();
        }
        self.at = at;
    }

    fn start_line(&mut self, line: &str) {
        let is_empty = is_blank(line);
        let bare = &line[margin_of(line)..];
        if is_empty || self.is_next || bare.len() < line.trim_start().len() || bare.starts_with(['#', '|']) {
            (self.is_jsx, self.dollars) = (bare.trim_start().starts_with('<'), 0);
        }
        self.is_next = is_empty;
    }

    fn is_formula(&self, text: &str) -> bool {
        let rest = text[self.at..].split('\n').next().unwrap_or_default();
        self.displays % 2 == 1 || self.dollars % 2 == 1 && rest.contains('$')
    }
}

#[cfg(test)]
mod tests {
    use super::with_escaped_braces;

    #[test]
    fn only_braces_in_text_are_escaped() {
        for (text, expected) in [
            ("Call /a/{id} with {b: c}.", Some("Call /a/\\{id} with \\{b: c}.")),
            ("| a | {b, c} | <b>{d}</b> |", Some("| a | \\{b, c} | <b>\\{d}</b> |")),
            ("- a {b}\n- <C d={e} />\n- <b>{f}</b>", Some("- a \\{b}\n- <C d={e} />\n- <b>{f}</b>")),
            ("a <B c={{d: 1}} /> {e}", Some("a <B c={{d: 1}} /> \\{e}")),
            ("<A>\n\n{b}\n\n</A>", Some("<A>\n\n\\{b}\n\n</A>")),
            ("## A {#b}\n\n<C>\n  {d}\n</C>\n\n`{e}` \\{f} {/* g */}", None),
            ("export const a = {b};\n\n```js {1}\n{a}\n```", None),
            ("$x_{1}$ and\n\n$$\na_{2}\n\nb_{3}\n$$", None),
            ("Pay $5 for {a}", Some("Pay $5 for \\{a}")),
            ("{a}", Some("\\{a}")),
            ("é {", Some("é \\{")),
        ] {
            assert_eq!(with_escaped_braces(text).as_deref(), expected, "{text}");
        }
    }
}
