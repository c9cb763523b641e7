//! The text of an expression to its tree.

use super::{Class, Pattern, Piece, Sequence, Set};

/// Deeper groups are not read.
const MAX_DEPTH: usize = 60;
/// More repetitions than this are as good as endless.
const MAX_REPEAT: u32 = 100_000;

pub(super) fn parse(source: &str) -> Option<Pattern> {
    let chars: Vec<char> = source.chars().collect();
    let mut parser = Parser { chars: &chars, at: 0, captures: 0, refers: false, names: Vec::new(), depth: 0 };
    let alternatives = parser.alternatives()?;
    let done = parser.at == chars.len();
    let Parser { captures, refers, .. } = parser;
    done.then_some(Pattern { alternatives, captures, refers })
}

struct Parser<'p> {
    chars: &'p [char],
    at: usize,
    captures: usize,
    refers: bool,
    names: Vec<(String, usize)>,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn take(&mut self, char: char) -> bool {
        let there = self.peek() == Some(char);
        self.at += usize::from(there);
        there
    }

    fn take_all(&mut self, text: &str) -> bool {
        let there = text.chars().enumerate().all(|(at, char)| self.chars.get(self.at + at) == Some(&char));
        if there {
            self.at += text.chars().count();
        }
        there
    }

    fn alternatives(&mut self) -> Option<Vec<Sequence>> {
        let mut all = vec![self.sequence()?];
        while self.take('|') {
            all.push(self.sequence()?);
        }
        Some(all)
    }

    fn sequence(&mut self) -> Option<Sequence> {
        let mut pieces = Vec::new();
        while let Some(char) = self.peek() {
            if char == '|' || char == ')' {
                break;
            }
            let piece = self.piece()?;
            pieces.push(self.repeated(piece)?);
        }
        Some(pieces)
    }

    fn piece(&mut self) -> Option<Piece> {
        let char = self.peek()?;
        self.at += 1;
        match char {
            '^' => Some(Piece::Start),
            '$' => Some(Piece::End),
            '.' => {
                let lines = [('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')];
                Some(one(Set { negated: true, ranges: lines.to_vec(), ..Set::default() }))
            }
            '(' => self.group(),
            '[' => self.set().map(one),
            '\\' => self.escape(),
            '*' | '+' | '?' => None,
            _ => Some(one(single(char))),
        }
    }

    fn group(&mut self) -> Option<Piece> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut capture = None;
        let mut look = None;
        if self.take_all("?:") {
        } else if self.take_all("?=") {
            look = Some((false, false));
        } else if self.take_all("?!") {
            look = Some((false, true));
        } else if self.take_all("?<=") {
            look = Some((true, false));
        } else if self.take_all("?<!") {
            look = Some((true, true));
        } else {
            let named = self.take_all("?<") || self.take_all("?P<");
            if !named && self.peek() == Some('?') {
                return None;
            }
            capture = Some(self.captures);
            self.captures += 1;
            if named {
                let name = self.until('>')?;
                self.names.push((name, self.captures - 1));
            }
        }
        let inner = self.alternatives()?;
        self.depth -= 1;
        if !self.take(')') {
            return None;
        }
        Some(match look {
            Some((behind, negated)) => Piece::Look { behind, negated, inner },
            None => Piece::Group(inner, capture),
        })
    }

    fn until(&mut self, end: char) -> Option<String> {
        let start = self.at;
        while self.peek()? != end {
            self.at += 1;
        }
        self.at += 1;
        Some(self.chars[start..self.at - 1].iter().collect())
    }

    fn repeated(&mut self, piece: Piece) -> Option<Piece> {
        let start = self.at;
        let (min, max) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match self.counts() {
                Some(counts) => counts,
                None => {
                    // A brace that opens no count is a brace, and the next piece.
                    self.at = start;
                    return Some(piece);
                }
            },
            _ => return Some(piece),
        };
        if self.chars[start] != '{' {
            self.at += 1;
        }
        if max.is_some_and(|max| max < min) {
            return None;
        }
        let lazy = self.take('?');
        Some(Piece::Repeat { inner: Box::new(piece), min, max, lazy })
    }

    /// `{2}`, `{2,}` or `{2,5}`
    fn counts(&mut self) -> Option<(u32, Option<u32>)> {
        self.at += 1;
        let min = self.number()?;
        let max = if self.take(',') {
            if self.peek() == Some('}') { None } else { Some(self.number()?) }
        } else {
            Some(min)
        };
        self.take('}').then_some((min, max))
    }

    fn number(&mut self) -> Option<u32> {
        let start = self.at;
        while self.peek().is_some_and(|char| char.is_ascii_digit()) {
            self.at += 1;
        }
        let text: String = self.chars[start..self.at].iter().collect();
        if text.is_empty() { None } else { Some(text.parse().unwrap_or(MAX_REPEAT).min(MAX_REPEAT)) }
    }

    /// What follows a backslash, outside of a set.
    fn escape(&mut self) -> Option<Piece> {
        let char = self.peek()?;
        match char {
            'b' | 'B' => {
                self.at += 1;
                Some(Piece::Boundary(char == 'b'))
            }
            // Not of ECMA-262, but what their authors mean is plain.
            'A' | 'z' | 'Z' => {
                self.at += 1;
                Some(if char == 'A' { Piece::Start } else { Piece::End })
            }
            'k' => {
                self.at += 1;
                if !self.take('<') {
                    return None;
                }
                let name = self.until('>')?;
                let (_, capture) = self.names.iter().find(|(known, _)| *known == name)?;
                self.refers = true;
                Some(Piece::Again(*capture))
            }
            '1'..='9' => {
                let number = self.number()?;
                self.refers = true;
                Some(Piece::Again(usize::try_from(number).ok()? - 1))
            }
            _ => self.escaped_set().map(one),
        }
    }

    /// An escape that stands for one character, anywhere.
    fn escaped_set(&mut self) -> Option<Set> {
        let char = self.peek()?;
        self.at += 1;
        let class = |class, negated| Set { classes: vec![(class, negated)], ..Set::default() };
        Some(match char {
            'd' => digits(false),
            'D' => digits(true),
            'w' => word(false),
            'W' => word(true),
            's' => class(Class::Space, false),
            'S' => class(Class::Space, true),
            'n' => single('\n'),
            'r' => single('\r'),
            't' => single('\t'),
            'f' => single('\u{c}'),
            'v' => single('\u{b}'),
            '0' => single('\0'),
            'x' => single(self.hex(2)?),
            'u' if self.take('{') => {
                let digits = self.until('}')?;
                single(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?)
            }
            'u' => single(self.hex(4)?),
            'c' => {
                let letter = self.peek().filter(char::is_ascii_alphabetic)?;
                self.at += 1;
                single(char::from(letter as u8 & 0x1f))
            }
            'p' | 'P' => {
                let name = if self.take('{') {
                    self.until('}')?
                } else {
                    self.peek().inspect(|_| self.at += 1)?.to_string()
                };
                class(property(&name)?, char == 'P')
            }
            other if other.is_ascii_alphanumeric() => return None,
            other => single(other),
        })
    }

    fn hex(&mut self, length: usize) -> Option<char> {
        let text: String = self.chars.get(self.at..self.at + length)?.iter().collect();
        self.at += length;
        char::from_u32(u32::from_str_radix(&text, 16).ok()?)
    }

    fn set(&mut self) -> Option<Set> {
        let mut set = Set { negated: self.take('^'), ..Set::default() };
        loop {
            let char = self.peek()?;
            self.at += 1;
            let from = match char {
                ']' => return Some(set),
                '\\' => match self.in_set()? {
                    Ok(char) => char,
                    Err(inner) => {
                        merge(&mut set, inner);
                        continue;
                    }
                },
                // Classes of POSIX are no part of ECMA-262; read as characters they would mean something else.
                '[' if self.peek() == Some(':') => return None,
                _ => char,
            };
            let ranged =
                self.peek() == Some('-') && self.chars.get(self.at + 1).is_some_and(|next| *next != ']');
            if !ranged {
                set.ranges.push((from, from));
                continue;
            }
            self.at += 1;
            let char = self.peek()?;
            self.at += 1;
            let to = if char == '\\' { self.in_set()? } else { Ok(char) };
            match to {
                Ok(to) if from <= to => set.ranges.push((from, to)),
                Ok(_) => return None,
                Err(inner) => {
                    set.ranges.extend([(from, from), ('-', '-')]);
                    merge(&mut set, inner);
                }
            }
        }
    }

    /// What follows a backslash in a set: a character, or a set.
    fn in_set(&mut self) -> Option<Result<char, Set>> {
        if self.take('b') {
            return Some(Ok('\u{8}'));
        }
        let set = self.escaped_set()?;
        Some(match set.ranges.as_slice() {
            [(from, to)] if from == to && !set.negated && set.classes.is_empty() => Ok(*from),
            _ => Err(set),
        })
    }
}

fn one(set: Set) -> Piece {
    Piece::One(Set { likely: set.examples(), ..set })
}

fn single(char: char) -> Set {
    Set { ranges: vec![(char, char)], ..Set::default() }
}

fn digits(negated: bool) -> Set {
    Set { negated, ranges: vec![('0', '9')], ..Set::default() }
}

fn word(negated: bool) -> Set {
    Set { negated, ranges: vec![('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')], ..Set::default() }
}

/// Adds one set to another. A negated one becomes the ranges it leaves.
fn merge(set: &mut Set, inner: Set) {
    set.classes.extend(inner.classes);
    if !inner.negated {
        set.ranges.extend(inner.ranges);
        return;
    }
    let mut ranges = inner.ranges;
    ranges.sort_unstable();
    let mut from = '\0';
    for (start, end) in ranges {
        if let Some(before) = (from..start).next_back() {
            set.ranges.push((from, before));
        }
        from = (end..=char::MAX).nth(1).unwrap_or(char::MAX);
    }
    set.ranges.push((from, char::MAX));
}

/// The properties of Unicode that expressions use.
fn property(name: &str) -> Option<Class> {
    let name = name.rsplit_once('=').map_or(name, |(_, value)| value);
    match name {
        "L" | "Letter" | "Alphabetic" | "Alpha" => Some(Class::Letter),
        "Lu" | "Uppercase_Letter" | "Uppercase" | "Upper" => Some(Class::Upper),
        "Ll" | "Lowercase_Letter" | "Lowercase" | "Lower" => Some(Class::Lower),
        "N" | "Nd" | "Number" | "Decimal_Number" => Some(Class::Number),
        "P" | "Punctuation" | "punct" => Some(Class::Punctuation),
        "Z" | "Zs" | "Separator" | "Space_Separator" | "White_Space" => Some(Class::Space),
        _ => None,
    }
}
