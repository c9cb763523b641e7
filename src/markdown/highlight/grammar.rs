//! Highlights code with syntect's grammars for every language that has no docgen lexer.
//!
//! docgen, not syntect, converts the tokens to HTML. Scopes become about 20 short classes, which makes the HTML
//! two-thirds smaller than syntect's HTML.

use std::ops::Range;
use std::sync::LazyLock;

use syntect::parsing::{ParseState, SyntaxReference, SyntaxSet};

use super::{
    MAX_BLOCK, MAX_LINE,
    classes::Walker,
    lex,
    mdx::Part,
    spans::{PLAIN, Spans},
};

/// Returns the syntaxes from syntect and two-face. The syntaxes are loaded once, and each syntax is unpacked on first
/// use.
pub(super) fn syntaxes() -> &'static SyntaxSet {
    static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);
    &SYNTAXES
}

/// Returns the syntax for code in a language. PHP snippets often leave out `<?php`, so code with and without `<?php`
/// needs different syntaxes.
pub(super) fn variant(syntax: &'static SyntaxReference, code: &str) -> &'static SyntaxReference {
    if syntax.name == "PHP Source" && code.contains("<?") {
        return syntaxes().find_syntax_by_name("PHP").unwrap_or(syntax);
    }
    syntax
}

/// Highlights code with a grammar.
pub(super) fn render(syntax: &SyntaxReference, code: &str, out: &mut Spans) {
    read(syntax, code, &mut |range, class| out.push(&code[range], class));
}

/// Highlights code with a grammar, except for `parts`, which the TSX lexer highlights. For the grammar, each part is
/// replaced by a word.
pub(super) fn render_around(syntax: &SyntaxReference, code: &str, parts: &[Part], out: &mut Spans) {
    let mut words = code.to_owned().into_bytes();
    for byte in parts.iter().flat_map(|part| part.range.clone()) {
        if words[byte] != b'\n' {
            words[byte] = b'x';
        }
    }
    let words = String::from_utf8(words).unwrap_or_else(|_| code.to_owned());
    let (mut parts, mut written) = (parts.iter().peekable(), 0);
    read(syntax, &words, &mut |range, class| {
        while let Some(part) = parts.next_if(|part| part.range.start < range.end) {
            out.push(code.get(written.max(range.start)..part.range.start).unwrap_or_default(), class);
            let lexer = if part.is_statement { lex::javascript::tsx } else { lex::javascript::element };
            lex::render(lexer, &code[part.range.clone()], out);
            written = part.range.end;
        }
        out.push(code.get(written.max(range.start)..range.end).unwrap_or_default(), class);
        written = written.max(range.end);
    });
}

/// Reads code with a grammar and passes each token with its class to `found`.
fn read(syntax: &SyntaxReference, code: &str, found: &mut dyn FnMut(Range<usize>, u8)) {
    let mut state = ParseState::new(syntax);
    let mut walker = Walker::new(&syntax.name);
    let mut with_end = String::new();
    let (mut passed, mut start) = (0, 0);
    for line in code.split_inclusive('\n') {
        let (text, first) = (line.strip_suffix('\n').unwrap_or(line), start);
        start += line.len();
        if text.len() > MAX_LINE || passed > MAX_BLOCK {
            found(first..start, PLAIN);
            continue;
        }
        passed += text.len();
        // Grammars expect every line to end with a line break.
        with_end.clear();
        with_end.push_str(text);
        with_end.push('\n');
        match state.parse_line(&with_end, syntaxes()) {
            Ok(operations) => walker.line(text, &operations, &mut |range, class| {
                found(first + range.start..first + range.end, class);
            }),
            // An error indicates a bug in the grammar. Show the text without colors.
            Err(_) => found(first..first + text.len(), PLAIN),
        }
        found(first + text.len()..start, PLAIN);
    }
}
