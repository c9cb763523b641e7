//! The tokens of a style sheet, as a flat list. Each block records where it ends.

use std::ops::Range;

use cssparser::{ParseError, Parser, Token};

use super::{Problem, range_of};

/// A token. It's never a closing bracket.
pub(super) struct Item<'t> {
    /// The token. For a block, it's the opening bracket, or the name of a function with its bracket.
    pub token: Token<'t>,
    /// The range of the token in the text.
    pub range: Range<usize>,
    /// The index of the next token that isn't inside this token.
    pub next: usize,
    /// The range of a block's closing bracket; empty if there's none.
    pub close: Range<usize>,
}

impl Item<'_> {
    /// Whether the token is whitespace or a comment.
    pub(super) fn is_blank(&self) -> bool {
        matches!(self.token, Token::WhiteSpace(_) | Token::Comment(_))
    }

    /// Returns the name if the token is an identifier.
    pub(super) fn ident(&self) -> Option<&str> {
        match &self.token {
            Token::Ident(name) => Some(name),
            _ => None,
        }
    }

    /// Returns the name if the token is a function.
    pub(super) fn function(&self) -> Option<&str> {
        match &self.token {
            Token::Function(name) => Some(name),
            _ => None,
        }
    }
}

/// The maximum nesting depth of blocks. Each level takes up stack space.
const DEEPEST: usize = 100;

/// Returns the tokens of a style sheet, and the problems with its brackets, strings, and comments.
pub(super) fn tokens(text: &str) -> (Vec<Item<'_>>, Vec<Problem>) {
    let mut reader = Reader { text, items: Vec::new(), problems: Vec::new(), is_unclosed: false };
    let mut parser = Parser::new(text);
    // Turn off the parser's limit. The reader has its own limit, which doesn't drop the tokens in deeper blocks.
    parser.set_nested_block_limit(0);
    reader.block(&mut parser, 0);
    (reader.items, reader.problems)
}

/// Returns the indexes of the tokens in a range that aren't inside another token in the range.
pub(super) fn siblings(items: &[Item<'_>], range: Range<usize>) -> impl Iterator<Item = usize> {
    let first = (!range.is_empty()).then_some(range.start);
    std::iter::successors(first, move |at| Some(items[*at].next).filter(|next| *next < range.end))
}

struct Reader<'t> {
    text: &'t str,
    items: Vec<Item<'t>>,
    problems: Vec<Problem>,
    /// Whether an unclosed block was reported. The blocks around it are also unclosed.
    is_unclosed: bool,
}

impl<'t> Reader<'t> {
    /// Reads the tokens up to the end of a block.
    fn block(&mut self, parser: &mut Parser<'t>, depth: usize) {
        loop {
            let start = parser.position().byte_index();
            let Ok(token) = parser.next_including_whitespace_and_comments().cloned() else { break };
            let range = start..parser.position().byte_index();
            self.check(&token, &range);
            let index = self.items.len();
            let is_block = matches!(
                token,
                Token::Function(_)
                    | Token::ParenthesisBlock
                    | Token::SquareBracketBlock
                    | Token::CurlyBracketBlock
            );
            self.items.push(Item { token, range: range.clone(), next: index + 1, close: 0..0 });
            if is_block && depth < DEEPEST {
                let mut end = 0;
                let read = parser.parse_nested_block(|parser| {
                    self.block(parser, depth + 1);
                    end = parser.position().byte_index();
                    Ok::<_, ParseError<()>>(())
                });
                debug_assert!(read.is_ok(), "a block is read to its end");
                let close = end..parser.position().byte_index();
                if close.is_empty() && !std::mem::replace(&mut self.is_unclosed, true) {
                    let open = &self.text[range.end - 1..range.end];
                    let expected = closing(open);
                    let problem = Problem::new(format!("`{open}` is never closed"), range_of(&range));
                    // The brackets after this problem were assigned to the wrong block.
                    self.problems.retain(|other| other.span.start < problem.span.start);
                    self.problems.push(problem.hint(format!("add `{expected}`")));
                }
                (self.items[index].next, self.items[index].close) = (self.items.len(), close);
            } else if is_block {
                let problem = Problem::new(
                    format!("blocks are nested more than {DEEPEST} levels deep"),
                    range_of(&range),
                );
                self.problems.push(problem.hint("move the inner rules out of the outer rules"));
            }
        }
    }

    /// Reports a token that is never valid.
    fn check(&mut self, token: &Token<'_>, range: &Range<usize>) {
        let text = &self.text[range.clone()];
        let (message, hint) = match token {
            Token::CloseParenthesis | Token::CloseSquareBracket | Token::CloseCurlyBracket => (
                format!("`{text}` has no matching opening bracket"),
                "remove the bracket, or add the opening bracket",
            ),
            Token::BadString(_) => {
                ("the string is never closed".to_owned(), "add the closing quote on the same line")
            }
            Token::BadUrl(_) => ("invalid URL in `url()`".to_owned(), "put the URL in quotes"),
            Token::Comment(_) if text.len() < 4 || !text.ends_with("*/") => {
                ("the comment is never closed".to_owned(), "add `*/`")
            }
            _ => return,
        };
        self.problems.push(Problem::new(message, range_of(range)).hint(hint));
    }
}

fn closing(open: &str) -> &'static str {
    match open {
        "{" => "}",
        "[" => "]",
        _ => ")",
    }
}
