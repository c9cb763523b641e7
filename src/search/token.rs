//! Splits text into searchable words. `theme/src/search/embedded/tokens.ts` does the same in the browser, and a test
//! compares the results.
//!
//! A word is lowercase and has no accents. An identifier has a token for each part and an additional token for the
//! joined parts: `add_html_file` and `addHtmlFile` both become `add`, `html`, `file`, and `addhtmlfile`. An identifier with
//! underscores is also a token as it's written. If symbols
//! belong to a name, as in `--watch`, `C++`, `C#`, `.NET`, or `@types`, the name with these symbols is also a token.
//! Text in scripts without spaces is split into pairs of adjacent characters.

use crate::cldr::is_dense;

/// A token, which is a range of text with its normal form.
pub struct Token {
    /// The normal form.
    pub text: String,
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
    /// Whether the token doesn't consist of other tokens.
    pub primary: bool,
}

/// Returns the tokens in text. Tokens that span several primary tokens follow the primary tokens.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut all = Vec::new();
    let mut tokenizer = Tokenizer::default();
    tokenizer.each(text, &mut |token, start, end, primary| {
        all.push(Token { text: token.to_owned(), start, end, primary });
    });
    all
}

/// The maximum length of a token, in characters. Longer tokens are usually hashes or data, so they're left out.
const LONGEST: usize = 40;

/// The maximum number of words in a name that gets a joined form.
const WORDS: usize = 6;

type Emit<'a> = dyn FnMut(&str, usize, usize, bool) + 'a;

/// A tokenizer that reuses buffers.
#[derive(Default)]
pub(super) struct Tokenizer {
    /// The words of the current name.
    words: Vec<(usize, usize)>,
    buffer: String,
    joined: String,
}

impl Tokenizer {
    /// For each token, calls `emit` with the token's text and range, and whether the token is primary.
    pub(super) fn each(&mut self, text: &str, emit: &mut Emit<'_>) {
        let mut at = 0;
        while let Some(c) = char_at(text, at) {
            if let Some(end) = plain_word(text.as_bytes(), at) {
                self.small(text, at, end, emit);
                at = end;
            } else if is_dense(c) {
                at = self.dense(text, at, emit);
            } else if is_word(c) {
                at = self.name(text, at, emit);
            } else {
                at += c.len_utf8();
            }
        }
    }

    /// Splits a run of characters in a script without spaces.
    fn dense(&mut self, text: &str, start: usize, emit: &mut Emit<'_>) -> usize {
        let (mut at, mut before, mut pairs) = (start, start, 0);
        while let Some(c) = char_at(text, at).filter(|c| is_dense(*c)) {
            let end = at + c.len_utf8();
            if at > start {
                self.emit_folded(text, before, end, emit);
                pairs += 1;
            }
            (before, at) = (at, end);
        }
        if pairs == 0 {
            self.emit_folded(text, start, at, emit);
        }
        at
    }

    fn emit_folded(&mut self, text: &str, start: usize, end: usize, emit: &mut Emit<'_>) {
        self.buffer.clear();
        for c in text[start..end].chars() {
            fold(c, &mut self.buffer);
        }
        if !self.buffer.is_empty() && fits(&self.buffer) {
            emit(&self.buffer, start, end, true);
        }
    }

    /// Splits words that are joined by `-`, `.`, or `::`.
    fn name(&mut self, text: &str, start: usize, emit: &mut Emit<'_>) -> usize {
        self.words.clear();
        let mut at = start;
        loop {
            let end = word_end(text, at);
            self.words.push((at, end));
            at = end;
            match connector(text, at) {
                0 => break,
                length => at += length,
            }
        }
        let mut parts = 0;
        for index in 0..self.words.len() {
            let (from, to) = self.words[index];
            let own = self.parts(text, from, to, emit);
            if own > 1 {
                self.joined.clear();
                join(&text[from..to], &mut self.joined);
                if fits(&self.joined) {
                    emit(&self.joined, from, to, false);
                }
                self.written(&text[from..to], from, emit);
            }
            parts += own;
        }
        if parts == 0 {
            return at;
        }
        if (2..=WORDS).contains(&self.words.len()) {
            self.joined.clear();
            let mut last = start;
            for &(from, to) in &self.words {
                if &text[last..from] == "." && parts_of_number(text, last, from) {
                    self.joined.push('.');
                }
                join(&text[from..to], &mut self.joined);
                last = to;
            }
            if fits(&self.joined) {
                emit(&self.joined, start, at, false);
            }
        }
        self.signs(text, start, at, emit);
        at
    }

    /// Adds an identifier with its underscores, except those at its start and end.
    fn written(&mut self, word: &str, from: usize, emit: &mut Emit<'_>) {
        let inner = word.trim_matches('_');
        if !inner.contains('_') {
            return;
        }
        self.joined.clear();
        inner.chars().filter(|c| !is_apostrophe(*c)).for_each(|c| fold(c, &mut self.joined));
        if fits(&self.joined) {
            emit(&self.joined, from, from + word.len(), false);
        }
    }

    /// Handles a word that has no capital letters after the first letter.
    fn small(&mut self, text: &str, start: usize, end: usize, emit: &mut Emit<'_>) {
        let word = &text[start..end];
        if is_small(&word.as_bytes()[0]) {
            return emit(word, start, end, true);
        }
        self.buffer.clear();
        self.buffer.push_str(word);
        self.buffer.make_ascii_lowercase();
        emit(&self.buffer, start, end, true);
    }

    /// Splits a word into parts and returns the number of parts.
    fn parts(&mut self, text: &str, from: usize, to: usize, emit: &mut Emit<'_>) -> usize {
        let (mut count, mut start) = (0, from);
        // Most words have a single part and differ from the normal form only in their first letter, if at all.
        let small = |bytes: &[u8]| bytes.iter().all(is_small);
        match &text.as_bytes()[from..to] {
            bytes if bytes.len() > LONGEST => {}
            [first, rest @ ..] if first.is_ascii_alphanumeric() && small(rest) => {
                self.small(text, from, to, emit);
                return 1;
            }
            _ => {}
        }
        // The previous two characters in the part.
        let (mut before, mut second) = (None::<char>, None::<char>);
        self.buffer.clear();
        let mut at = from;
        while at < to {
            let Some(c) = char_at(text, at) else { break };
            let next = at + c.len_utf8();
            let cut = match before {
                _ if c == '_' => Some(at),
                Some(previous) if c.is_uppercase() && !previous.is_uppercase() => Some(at),
                // In `HTMLFile`, the last capital letter starts the next part, but `URLs` is one part.
                Some(previous)
                    if c.is_lowercase()
                        && previous.is_uppercase()
                        && second.is_some_and(char::is_uppercase)
                        && !(c == 's' && next == to) =>
                {
                    Some(at - previous.len_utf8())
                }
                _ => None,
            };
            if let Some(cut) = cut.filter(|cut| *cut > start) {
                count += usize::from(self.part(text, start, cut, emit));
                start = cut;
            }
            if c == '_' {
                start = next;
                (before, second) = (None, None);
            } else if is_apostrophe(c) {
                // The text after an apostrophe, as in `URL’ll`, isn't a part.
                second = None;
            } else {
                (second, before) = (before, Some(c));
            }
            at = next;
        }
        if to > start {
            count += usize::from(self.part(text, start, to, emit));
        }
        count
    }

    fn part(&mut self, text: &str, start: usize, end: usize, emit: &mut Emit<'_>) -> bool {
        self.buffer.clear();
        join(&text[start..end], &mut self.buffer);
        let whole = !self.buffer.is_empty() && fits(&self.buffer);
        if whole {
            emit(&self.buffer, start, end, true);
        }
        whole
    }

    /// If symbols around a name belong to the name, adds the name with these symbols.
    fn signs(&mut self, text: &str, start: usize, end: usize, emit: &mut Emit<'_>) {
        let (first, last) = (self.words[0], self.words[self.words.len() - 1]);
        let before = &text[..start];
        let apart = |length: usize| {
            before[..start - length]
                .chars()
                .next_back()
                .is_none_or(|c| !is_word(c) && !is_dense(c) && c != '-')
        };
        self.joined.clear();
        let mut range = None;
        if before.ends_with("--") && apart(2) {
            self.joined.push_str("--");
            for c in text[start..end].chars() {
                fold(c, &mut self.joined);
            }
            range = Some((start - 2, end));
        } else if before.ends_with('-') && apart(1) && end - start == 1 {
            self.joined.push('-');
            join(&text[start..end], &mut self.joined);
            range = Some((start - 1, end));
        } else if before.ends_with(['.', '@', '$']) && apart(1) {
            self.joined.push_str(&before[start - 1..]);
            join(&text[first.0..first.1], &mut self.joined);
            range = Some((start - 1, first.1));
        } else if text[end..].starts_with("++") && last.1 - last.0 <= 3 {
            join(&text[last.0..last.1], &mut self.joined);
            self.joined.push_str("++");
            range = Some((last.0, end + 2));
        } else if text[end..].starts_with('#') && last.1 - last.0 == 1 && !next_is_word(text, end + 1) {
            join(&text[last.0..last.1], &mut self.joined);
            self.joined.push('#');
            range = Some((last.0, end + 1));
        }
        if let Some((from, to)) = range.filter(|_| fits(&self.joined)) {
            emit(&self.joined, from, to, false);
        }
    }
}

fn char_at(text: &str, at: usize) -> Option<char> {
    match text.as_bytes().get(at) {
        Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
        Some(_) => text.get(at..)?.chars().next(),
        None => None,
    }
}

fn is_small(byte: &u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

/// Returns the end of a simple word, which isn't part of a name and has no symbols. Nearly all words are simple.
fn plain_word(text: &[u8], start: usize) -> Option<usize> {
    let is_alone = start.checked_sub(1).is_none_or(|before| !b"-.@$".contains(&text[before]));
    if !is_alone || !text[start].is_ascii_alphanumeric() {
        return None;
    }
    let end = start + 1 + text[start + 1..].iter().take_while(|byte| is_small(byte)).count();
    let ends = match text.get(end) {
        None => true,
        Some(b'.' | b':') => text.get(end + 1).is_none_or(u8::is_ascii_whitespace),
        Some(byte) => byte.is_ascii_whitespace() || b",;!?()[]{}<>\"/|&=*%".contains(byte),
    };
    (ends && end - start <= LONGEST).then_some(end)
}

fn next_is_word(text: &str, at: usize) -> bool {
    char_at(text, at).is_some_and(|c| is_word(c) && !is_dense(c))
}

/// Returns the end of the word at an offset. An apostrophe between letters belongs to the word.
fn word_end(text: &str, start: usize) -> usize {
    let mut at = start;
    loop {
        let plain = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        at += text.as_bytes()[at..].iter().take_while(plain).count();
        let Some(c) = char_at(text, at) else { return at };
        let next = at + c.len_utf8();
        let inside = is_word(c) && !is_dense(c) || is_apostrophe(c) && next_is_word(text, next);
        if !inside {
            return at;
        }
        at = next;
    }
}

/// If a symbol at an offset joins two words, returns the symbol's length. Otherwise, returns 0.
fn connector(text: &str, at: usize) -> usize {
    let length = match text.as_bytes().get(at) {
        Some(b'-' | b'.') => 1,
        Some(b':') if text.as_bytes().get(at + 1) == Some(&b':') => 2,
        _ => return 0,
    };
    if next_is_word(text, at + length) { length } else { 0 }
}

/// Whether a dot is between digits.
fn parts_of_number(text: &str, before: usize, after: usize) -> bool {
    let bytes = text.as_bytes();
    before > 0 && bytes[before - 1].is_ascii_digit() && bytes.get(after).is_some_and(u8::is_ascii_digit)
}

/// Adds a word in its normal form: lowercase, without accents, and with only letters and digits.
fn join(word: &str, out: &mut String) {
    for c in word.chars() {
        if c != '_' && !is_apostrophe(c) {
            fold(c, out);
        }
    }
}

fn fits(token: &str) -> bool {
    token.len() <= LONGEST || token.chars().count() <= LONGEST
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    c.is_alphanumeric() || matches!(c, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{dff}')
}

/// Lists of letters, each with the text that replaces these letters.
const PLAIN: [(&str, &str); 24] = [
    ("àáâãäåāăą", "a"),
    ("çćĉċč", "c"),
    ("ďđð", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķĸ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņňŉŋ", "n"),
    ("òóôõöøōŏő", "o"),
    ("ŕŗř", "r"),
    ("śŝşšſ", "s"),
    ("ţťŧ", "t"),
    ("ùúûüũūŭůűų", "u"),
    ("ŵ", "w"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
    ("æ", "ae"),
    ("œ", "oe"),
    ("ß", "ss"),
    ("þ", "th"),
    ("ς", "σ"),
];

/// Adds a character in lowercase and without accents.
fn fold(c: char, out: &mut String) {
    if c.is_ascii() {
        out.push(c.to_ascii_lowercase());
        return;
    }
    // Convert fullwidth forms of ASCII characters, which appear in East Asian text.
    let c = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        c => c,
    };
    for c in c.to_lowercase() {
        match c {
            '\u{300}'..='\u{36f}' => {}
            '\u{c0}'..='\u{17f}' | 'ς' => match PLAIN.iter().find(|(letters, _)| letters.contains(c)) {
                Some((_, plain)) => out.push_str(plain),
                None => out.push(c),
            },
            c => out.push(c),
        }
    }
}

/// Returns the whole text as a single token. For an identifier, the token is the joined form.
pub(super) fn whole(text: &str) -> Option<String> {
    let text = text.trim();
    let all = tokens(text);
    let spans = |token: &&Token| token.start == 0 && token.end == text.len();
    all.iter().rev().find(spans).or(all.first().filter(|_| all.len() == 1)).map(|token| token.text.clone())
}
