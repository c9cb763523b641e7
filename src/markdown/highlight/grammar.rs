//! Highlighting with grammars: syntect, for every language without one of docgen's own lexers.
//!
//! docgen processes tokens itself rather than with syntect: scopes become about twenty short classes, which makes the
//! HTML two thirds smaller than syntect's.

use std::sync::LazyLock;

use syntect::parsing::{ParseState, SyntaxReference, SyntaxSet};

use super::{
    MAX_BLOCK, MAX_LINE,
    classes::Walker,
    spans::{PLAIN, Spans},
};

/// The syntaxes of syntect and two-face, loaded once; each syntax is unpacked on first use.
pub(super) fn syntaxes() -> &'static SyntaxSet {
    static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);
    &SYNTAXES
}

/// Returns the syntax for code in a language. PHP snippets often leave out `<?php`, so code with and without it needs
/// different syntaxes.
pub(super) fn variant(syntax: &'static SyntaxReference, code: &str) -> &'static SyntaxReference {
    if syntax.name == "PHP Source" && code.contains("<?") {
        return syntaxes().find_syntax_by_name("PHP").unwrap_or(syntax);
    }
    syntax
}

/// Highlights code with a grammar.
pub(super) fn render(syntax: &SyntaxReference, code: &str, out: &mut Spans) {
    let mut state = ParseState::new(syntax);
    let mut walker = Walker::new(&syntax.name);
    let mut with_end = String::new();
    let mut passed = 0;
    for line in code.split_inclusive('\n') {
        let text = line.strip_suffix('\n').unwrap_or(line);
        if text.len() > MAX_LINE || passed > MAX_BLOCK {
            out.push(line, PLAIN);
            continue;
        }
        passed += text.len();
        // Grammars expect every line to end in a line break.
        with_end.clear();
        with_end.push_str(text);
        with_end.push('\n');
        match state.parse_line(&with_end, syntaxes()) {
            Ok(operations) => walker.line(text, &operations, out),
            // An error is a bug in a grammar. The rest of the block is still shown.
            Err(_) => out.push(text, PLAIN),
        }
        out.push(&line[text.len()..], PLAIN);
    }
}
