//! Parses the text of an expression.

use super::{Class, Pattern, Piece, Sequence, Set};

/// The maximum depth of groups.
const MAX_DEPTH: usize = 60;
/// The maximum number of repetitions. Larger numbers are replaced with this number.
const MAX_REPEAT: u32 = 100_000;

const DIGITS: (char, char) = ('0', '9');
const WORD: [(char, char); 4] = [('a', 'z'), ('A', 'Z'), DIGITS, ('_', '_')];
const LINE_ENDS: [(char, char); 3] = [('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')];

/// The opening of a lookaround, and whether the lookaround looks behind and is negated.
const LOOKS: [(&str, bool, bool); 4] =
    [("?=", false, false), ("?!", false, true), ("?<=", true, false), ("?<!", true, true)];

pub(super) fn parse(source: &str) -> Option<Pattern> {
    let mut parser = Parser { rest: source, captures: 0, refers: false, names: Vec::new(), depth: 0 };
    let alternatives = parser.alternatives()?;
    let Parser { rest, captures, refers, .. } = parser;
    rest.is_empty().then_some(Pattern { alternatives, captures, refers })
}

struct Parser<'p> {
    rest: &'p str,
    captures: usize,
    refers: bool,
    names: Vec<(&'p str, usize)>,
    depth: usize,
}

impl<'p> Parser<'p> {
    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    fn take(&mut self, text: &str) -> bool {
        let after = self.rest.strip_prefix(text);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn alternatives(&mut self) -> Option<Vec<Sequence>> {
        let mut all = vec![self.sequence()?];
        while self.take("|") {
            all.push(self.sequence()?);
        }
        Some(all)
    }

    fn sequence(&mut self) -> Option<Sequence> {
        let mut pieces = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            let piece = self.piece()?;
            pieces.push(self.repeated(piece)?);
        }
        Some(pieces)
    }

    fn piece(&mut self) -> Option<Piece> {
        match self.next()? {
            '^' => Some(Piece::Start),
            '$' => Some(Piece::End),
            '.' => Some(one(ranges(true, &LINE_ENDS))),
            '(' => self.group(),
            '[' => self.set().map(one),
            '\\' => self.escape(),
            '*' | '+' | '?' => None,
            char => Some(one(single(char))),
        }
    }

    fn group(&mut self) -> Option<Piece> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let look = LOOKS.into_iter().find(|(opens, ..)| self.take(opens));
        let mut capture = None;
        if look.is_none() && !self.take("?:") {
            capture = Some(self.captures);
            if self.take("?<") || self.take("?P<") {
                let name = self.until('>')?;
                self.names.push((name, self.captures));
            } else if self.rest.starts_with('?') {
                return None;
            }
            self.captures += 1;
        }
        let inner = self.alternatives()?;
        self.depth -= 1;
        self.take(")").then_some(match look {
            Some((_, behind, negated)) => Piece::Look { behind, negated, inner },
            None => Piece::Group(inner, capture),
        })
    }

    fn until(&mut self, end: char) -> Option<&'p str> {
        let (before, after) = self.rest.split_once(end)?;
        self.rest = after;
        Some(before)
    }

    fn repeated(&mut self, piece: Piece) -> Option<Piece> {
        let before = self.rest;
        let counts = match self.next() {
            Some('*') => Some((0, None)),
            Some('+') => Some((1, None)),
            Some('?') => Some((0, Some(1))),
            Some('{') => self.counts(),
            _ => None,
        };
        let Some((min, max)) = counts else {
            // A brace without a count is a literal, so it's the next piece.
            self.rest = before;
            return Some(piece);
        };
        if max.is_some_and(|max| max < min) {
            return None;
        }
        let lazy = self.take("?");
        Some(Piece::Repeat { inner: Box::new(piece), min, max, lazy })
    }

    /// Parses the rest of `{2}`, `{2,}`, or `{2,5}`.
    fn counts(&mut self) -> Option<(u32, Option<u32>)> {
        let min = self.number()?;
        let max = match self.take(",") {
            true if self.rest.starts_with('}') => None,
            true => Some(self.number()?),
            false => Some(min),
        };
        self.take("}").then_some((min, max))
    }

    fn number(&mut self) -> Option<u32> {
        let after = self.rest.trim_start_matches(|char: char| char.is_ascii_digit());
        let digits = &self.rest[..self.rest.len() - after.len()];
        self.rest = after;
        (!digits.is_empty()).then(|| digits.parse().unwrap_or(MAX_REPEAT).min(MAX_REPEAT))
    }

    /// Parses the part of an escape after the backslash, outside a set.
    fn escape(&mut self) -> Option<Piece> {
        let before = self.rest;
        let char = self.next()?;
        Some(match char {
            'b' | 'B' => Piece::Boundary(char == 'b'),
            // These escapes aren't part of ECMA-262, but their meaning is clear.
            'A' => Piece::Start,
            'z' | 'Z' => Piece::End,
            'k' => {
                let name = if self.take("<") { self.until('>')? } else { return None };
                let (_, capture) = self.names.iter().find(|(known, _)| *known == name)?;
                self.refers = true;
                Piece::Again(*capture)
            }
            '1'..='9' => {
                self.rest = before;
                self.refers = true;
                Piece::Again(usize::try_from(self.number()?).ok()? - 1)
            }
            _ => one(self.escaped_set(char)?),
        })
    }

    /// Parses an escape for one character, inside or outside a set.
    fn escaped_set(&mut self, char: char) -> Option<Set> {
        let class = |class| Set { classes: vec![(class, char.is_ascii_uppercase())], ..Set::default() };
        Some(match char {
            'd' | 'D' => ranges(char == 'D', &[DIGITS]),
            'w' | 'W' => ranges(char == 'W', &WORD),
            's' | 'S' => class(Class::Space),
            'n' => single('\n'),
            'r' => single('\r'),
            't' => single('\t'),
            'f' => single('\u{c}'),
            'v' => single('\u{b}'),
            '0' => single('\0'),
            'x' => single(self.hex(2)?),
            'u' if self.take("{") => single(code_point(self.until('}')?)?),
            'u' => single(self.hex(4)?),
            'c' => single(char::from(self.next().filter(char::is_ascii_alphabetic)? as u8 & 0x1f)),
            'p' | 'P' if self.take("{") => class(property(self.until('}')?)?),
            'p' | 'P' => class(property(self.first(1)?)?),
            other if other.is_ascii_alphanumeric() => return None,
            other => single(other),
        })
    }

    /// Consumes this number of bytes and returns them.
    fn first(&mut self, length: usize) -> Option<&'p str> {
        let (first, after) = self.rest.split_at_checked(length)?;
        self.rest = after;
        Some(first)
    }

    fn hex(&mut self, length: usize) -> Option<char> {
        code_point(self.first(length)?)
    }

    fn set(&mut self) -> Option<Set> {
        let mut set = Set { negated: self.take("^"), ..Set::default() };
        loop {
            let from = match self.next()? {
                ']' => return Some(set),
                // ECMA-262 has no POSIX classes. If such a class were parsed as characters, the meaning would be
                // different.
                '[' if self.rest.starts_with(':') => return None,
                char => match self.member(char)? {
                    Ok(char) => char,
                    Err(inner) => {
                        merge(&mut set, inner);
                        continue;
                    }
                },
            };
            let to = self.rest.strip_prefix('-').filter(|to| !to.is_empty() && !to.starts_with(']'));
            let Some(to) = to else {
                set.ranges.push((from, from));
                continue;
            };
            self.rest = to;
            let to = self.next()?;
            match self.member(to)? {
                Ok(to) if from <= to => set.ranges.push((from, to)),
                Ok(_) => return None,
                Err(inner) => {
                    set.ranges.extend([(from, from), ('-', '-')]);
                    merge(&mut set, inner);
                }
            }
        }
    }

    /// Parses one element of a set: a character or an escape, which can itself be a set.
    fn member(&mut self, char: char) -> Option<Result<char, Set>> {
        if char != '\\' {
            return Some(Ok(char));
        }
        if self.take("b") {
            return Some(Ok('\u{8}'));
        }
        let escaped = self.next()?;
        let set = self.escaped_set(escaped)?;
        Some(match set.ranges.as_slice() {
            [(from, to)] if from == to && !set.negated && set.classes.is_empty() => Ok(*from),
            _ => Err(set),
        })
    }
}

fn code_point(digits: &str) -> Option<char> {
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}

fn one(set: Set) -> Piece {
    Piece::One(Set { likely: set.examples(), ..set })
}

fn single(char: char) -> Set {
    ranges(false, &[(char, char)])
}

fn ranges(negated: bool, ranges: &[(char, char)]) -> Set {
    Set { negated, ranges: ranges.to_vec(), ..Set::default() }
}

/// Adds one set to another. A negated set becomes the ranges outside the set.
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

/// Returns the class for a Unicode property, or `None` if the property isn't supported.
fn property(name: &str) -> Option<Class> {
    Some(match name.rsplit_once('=').map_or(name, |(_, value)| value) {
        "L" | "Letter" | "Alphabetic" | "Alpha" => Class::Letter,
        "Lu" | "Uppercase_Letter" | "Uppercase" | "Upper" => Class::Upper,
        "Ll" | "Lowercase_Letter" | "Lowercase" | "Lower" => Class::Lower,
        "N" | "Nd" | "Number" | "Decimal_Number" => Class::Number,
        "P" | "Punctuation" | "punct" => Class::Punctuation,
        "Z" | "Zs" | "Separator" | "Space_Separator" | "White_Space" => Class::Space,
        _ => return None,
    })
}
