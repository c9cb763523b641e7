//! What a reader wrote, taken apart: the words, the names they make up, and which of them must stand together.

use super::token;

/// How many words of a question count.
const WORDS: usize = 12;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// What the reader wrote.
    pub query: String,
    /// Which part of the answer, from 0.
    pub page: usize,
    /// How many hits there are in a part.
    pub hits_per_page: usize,
    /// `facet:value`: of each inner list one must hold.
    pub facet_filters: Vec<Vec<String>>,
}

/// A question.
#[derive(Default)]
pub(super) struct Question {
    /// The words, in order.
    pub words: Vec<String>,
    /// Names that several words make up, or signs with a word: what is looked up, and the words.
    pub names: Vec<(String, std::ops::Range<usize>)>,
    /// Neighbouring words as one, and the first of them: `set up` may be `setup`.
    pub pairs: Vec<(String, usize)>,
    /// Words in quotes.
    pub phrases: Vec<std::ops::Range<usize>>,
    /// Whether the last word may go on.
    pub open: bool,
}

/// Takes a question apart.
pub(super) fn parse(query: &str) -> Question {
    let mut question = Question::default();
    let pieces: Vec<&str> = query.split('"').collect();
    for (index, piece) in pieces.iter().enumerate() {
        // What follows a quote that is never closed is as if there were none.
        let quoted = index % 2 == 1 && index + 1 < pieces.len();
        let first = question.words.len();
        let all = token::tokens(piece);
        let room = WORDS - first;
        let primary: Vec<_> = all.iter().filter(|token| token.primary).take(room).collect();
        for token in all.iter().filter(|token| !token.primary) {
            let inside = |word: &&&token::Token| word.start >= token.start && word.end <= token.end;
            let Some(from) = primary.iter().position(|word| inside(&word)) else { continue };
            let count = primary.iter().filter(inside).count();
            question.names.push((token.text.clone(), first + from..first + from + count));
        }
        question.words.extend(primary.iter().map(|token| token.text.clone()));
        for (index, pair) in primary.windows(2).enumerate() {
            let (a, b) = (&pair[0], &pair[1]);
            let apart = || piece[a.end..b.start].chars().all(char::is_whitespace);
            if !quoted && is_spelled(&a.text) && is_spelled(&b.text) && apart() {
                question.pairs.push((format!("{}{}", a.text, b.text), first + index));
            }
        }
        if quoted && question.words.len() > first {
            question.phrases.push(first..question.words.len());
        }
        question.open = !quoted && primary.last().is_some_and(|token| token.end == piece.len());
    }
    question
}

/// Whether a word is of letters that a space may part.
fn is_spelled(word: &str) -> bool {
    !word.chars().next().is_some_and(token::is_dense)
}

impl Question {
    /// Whether other words may begin with a word of it.
    pub(super) fn is_open(&self, word: usize) -> bool {
        let text = &self.words[word];
        let dense = text.chars().next().is_some_and(token::is_dense);
        self.open && word + 1 == self.words.len() && (!dense || text.chars().count() == 1)
    }
}
