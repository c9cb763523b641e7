//! Values in configs that depend on environment variables: `!ENV NAME` and `!ENV [NAME, default]`.

use std::ops::Range;

use crate::source::Source;
use crate::source::tree::{self, Node};

const TAG: &str = "!ENV";

/// Returns the tree of a config, or `None` if it can't be parsed. Instead of environment variables, the tree contains
/// their defaults.
pub(super) fn read(source: &Source) -> Option<Node> {
    if !source.text.contains(TAG) {
        return tree::of_other_program(source);
    }
    tree::of_other_program(&Source::new(source.path.clone(), &with_defaults(&source.text)))
}

/// Replaces the variables with their defaults, which move to the start of the tags. Everything else stays at its offset.
fn with_defaults(text: &str) -> String {
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    while let Some(at) = text[from..].find(TAG).map(|at| from + at) {
        let after = at + TAG.len();
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        let is_tag = line.ends_with([' ', '\t', '[', ',']) && !line.trim_start().starts_with('#');
        let Some((length, default)) = value(&text[after..]).filter(|_| is_tag) else {
            out.push_str(&text[from..after]);
            from = after;
            continue;
        };
        let end = after + length;
        let written = &text[after..][default.clone()];
        let start = default.end - written.trim_start().len();
        let default = after + start..after + default.end;
        out.push_str(&text[from..at]);
        // A default that is a key determines the indentation of its value.
        out.push_str(&text[default.clone()]);
        out.push_str(&blank(&text[at..default.start]));
        out.push_str(&blank(&text[default.end..end]));
        from = end;
    }
    out + &text[from..]
}

/// Returns the length of the value that follows a tag, and the range of its default. The value is the name of a variable
/// or a list of names and a default.
fn value(rest: &str) -> Option<(usize, Range<usize>)> {
    let start = rest.len() - rest.trim_start_matches(' ').len();
    let Some(inner) = rest[start..].strip_prefix('[').filter(|_| start > 0) else {
        let length = rest.find(['\n', ',', ']', '}', '#']).unwrap_or(rest.len());
        return (start > 0).then_some((length, length..length));
    };
    let (mut quote, mut last) = (None, None);
    for (at, c) in inner.char_indices() {
        match (c, quote) {
            (']', None) => {
                let close = start + 1 + at;
                return Some((close + 1, last.map_or(close..close, |comma: usize| start + 2 + comma..close)));
            }
            (',', None) => last = Some(at),
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            _ => {}
        }
    }
    None
}

/// Returns spaces of the same length, with the same line breaks.
fn blank(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

#[cfg(test)]
mod tests {
    use super::with_defaults;

    #[test]
    fn variables_have_their_defaults() {
        for (text, expected) in [
            ("a: !ENV [B, 'c, d']\ne: 1", "a: 'c, d'          \ne: 1"),
            ("- !ENV [A, 'b']:\n    - c", "- 'b'          :\n    - c"),
            ("a: !ENV B # c\ne: !ENV\n", "a:        # c\ne: !ENV\n"),
            ("- {a: !ENV [B, C, false], b: !ENV D}", "- {a: false             , b:       }"),
            ("# !ENV [A, b]\na: 'x!ENV [A, b]'", "# !ENV [A, b]\na: 'x!ENV [A, b]'"),
            ("a: !ENV [ü,\n  'ö']", "a: 'ö'         \n   "),
            ("a: !ENV [B]\nb: !ENV [", "a:         \nb: !ENV ["),
        ] {
            assert_eq!(with_defaults(text), expected);
            assert_eq!(with_defaults(text).len(), text.len());
        }
    }
}
