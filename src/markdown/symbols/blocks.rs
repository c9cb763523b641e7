//! Finds declarations in languages with braces.

use std::ops::Range;

use super::Symbol;
use super::names::{Declared, Language, aliases, declared, go_keyword, listed};

/// Returns the declarations in code without comments or strings. If brackets aren't balanced, returns `None`.
pub(super) fn symbols(code: &str, language: Language) -> Option<Vec<Symbol>> {
    let partners = partners(code)?;
    let mut reader = Reader { code, language, partners, found: Vec::new() };
    let mut open = vec![(0..code.len(), Vec::new())];
    while let Some((range, path)) = open.pop() {
        reader.items(range, &path, &mut open);
    }
    reader.found.sort_by_key(|symbol| symbol.range.start);
    Some(reader.found)
}

/// Returns the offset of the closing bracket for each opening bracket.
fn partners(code: &str) -> Option<Vec<(usize, usize)>> {
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    for (at, c) in code.bytes().enumerate() {
        match c {
            b'(' | b'[' | b'{' => open.push((at, c)),
            b')' | b']' | b'}' => {
                let (start, opening) = open.pop()?;
                if !matches!((opening, c), (b'(', b')') | (b'[', b']') | (b'{', b'}')) {
                    return None;
                }
                pairs.push((start, at));
            }
            _ => {}
        }
    }
    pairs.sort_unstable();
    open.is_empty().then_some(pairs)
}

/// The blocks to read: each block's range, and the names of the declarations around the block.
type Open = Vec<(Range<usize>, Vec<String>)>;

struct Reader<'c> {
    code: &'c str,
    language: Language,
    partners: Vec<(usize, usize)>,
    found: Vec<Symbol>,
}

/// An item: a declaration or a statement.
struct Item {
    start: usize,
    end: usize,
    /// The block after the header.
    block: Option<Range<usize>>,
    /// The end of the part before the block or value.
    header_end: usize,
}

impl Reader<'_> {
    fn items(&mut self, range: Range<usize>, path: &[String], open: &mut Open) {
        let mut at = range.start;
        while let Some(start) = self.next_code(at, range.end) {
            let item = self.item(start, range.end);
            if let Some(after) = self.after_label(&self.code[start..item.header_end]) {
                at = after;
                continue;
            }
            at = item.end.max(start + 1);
            if self.language == Language::Go && self.specifications(&item) {
                continue;
            }
            if self.language == Language::C {
                self.aliases(&item, path);
            }
            let header = &self.code[item.start..item.header_end];
            let last = path.last().map(String::as_str);
            let has_body = item.block.is_some() || self.code[item.header_end..].starts_with("=>");
            let Some(Declared { names, is_container, is_addition }) =
                declared(self.language, header, has_body, last)
            else {
                continue;
            };
            let inner: Vec<String> = path.iter().cloned().chain(names.iter().cloned()).collect();
            // A namespace without a block contains the rest of the file.
            let is_rest = self.language == Language::CSharp && is_container && header.ends_with(';');
            let is_rest = is_rest && header.starts_with("namespace");
            let rest = Some(item.end..range.end).filter(|_| is_rest);
            if let Some(block) = item.block.clone().filter(|_| is_container).or(rest) {
                open.push((block, inner.clone()));
            }
            if !is_addition {
                let is_prototype =
                    self.language.has_prototypes() && item.header_end == item.end && item.block.is_none();
                self.found.push(Symbol { path: inner, range: item.start..item.end, is_prototype });
            }
            if is_rest {
                break;
            }
        }
    }

    /// Returns the offset after the last access label in a header.
    fn after_label(&self, header: &str) -> Option<usize> {
        header.lines().rev().map(str::trim_start).find_map(|line| {
            let length = self.language.label_length(line)?;
            Some(line.as_ptr() as usize - self.code.as_ptr() as usize + length)
        })
    }

    /// Adds the types, variables, and constants of a Go declaration, which can be a group in parentheses. Returns whether
    /// the item is such a declaration.
    fn specifications(&mut self, item: &Item) -> bool {
        let Some(length) = go_keyword(&self.code[item.start..item.end]) else { return false };
        let first = item.start + length;
        if !self.code[first..item.end].starts_with('(') {
            self.specification(first, item.start..item.end);
            return true;
        }
        let (mut at, close) = (first + 1, self.partner(first));
        while let Some(start) = self.next_code(at, close) {
            let inner = self.item(start, close);
            at = inner.end.max(start + 1);
            self.specification(start, start..inner.end);
        }
        true
    }

    fn specification(&mut self, names: usize, range: Range<usize>) {
        for name in listed(&self.code[names..range.end]) {
            self.found.push(Symbol {
                path: vec![name.to_owned()],
                range: range.clone(),
                is_prototype: false,
            });
        }
    }

    /// Adds the names that a C `typedef` declares, except the name of its own structure.
    fn aliases(&mut self, item: &Item, path: &[String]) {
        let text = &self.code[item.start..item.end];
        let Some(rest) = text.strip_prefix("typedef").filter(|rest| rest.starts_with(char::is_whitespace))
        else {
            return;
        };
        let header = &self.code[item.start..item.header_end];
        let rest = item.block.as_ref().map_or(rest, |block| &self.code[block.end + 1..item.end]);
        for name in aliases(rest) {
            let is_own = item.block.is_some() && header.split_whitespace().last() == Some(&*name);
            if !is_own {
                let path = path.iter().cloned().chain([name]).collect();
                self.found.push(Symbol { path, range: item.start..item.end, is_prototype: false });
            }
        }
    }

    /// Returns the offset of the next code, ignoring semicolons.
    fn next_code(&self, at: usize, end: usize) -> Option<usize> {
        let found = self.code[at..end].find(|c: char| !c.is_whitespace() && c != ';')?;
        Some(at + found)
    }

    /// Returns the first character after an offset that isn't whitespace.
    fn after(&self, at: usize, end: usize) -> Option<char> {
        self.code[at..end].trim_start().chars().next()
    }

    /// Reads the item that starts at an offset.
    fn item(&self, start: usize, limit: usize) -> Item {
        let (mut at, mut block, mut header_end) = (self.after_template(start, limit), None, None);
        let mut is_value = false;
        while at < limit {
            let c = self.code.as_bytes()[at];
            match c {
                b';' => {
                    let header_end = header_end.unwrap_or(at + 1);
                    return Item { start, end: at + 1, block, header_end };
                }
                b'(' | b'[' => at = self.partner(at),
                b'{' => {
                    let close = self.partner(at);
                    let header = &self.code[start..at];
                    header_end = header_end.or(Some(at));
                    if !is_value && block.is_none() {
                        block = Some(at + 1..close);
                    }
                    at = close;
                    let next = self.after(close + 1, limit);
                    let is_open = is_value
                        || matches!(next, Some(',' | '{' | ')' | '=' | '.'))
                        || self.language.needs_semicolon(header);
                    let ends_line = self.language.ends_with_line();
                    if next == Some(';') && !ends_line {
                        let semicolon = close + 1 + self.code[close + 1..limit].find(';').unwrap_or(0);
                        return Item {
                            start,
                            end: semicolon + 1,
                            block,
                            header_end: header_end.unwrap_or(at),
                        };
                    }
                    if !ends_line && !is_open {
                        return Item { start, end: close + 1, block, header_end: header_end.unwrap_or(at) };
                    }
                }
                b'=' if !is_value
                    && self.is_assignment(at)
                    && self.language.has_value(&self.code[start..at]) =>
                {
                    is_value = true;
                    header_end = header_end.or(Some(at));
                }
                b'\n' if self.language.ends_with_line() && self.ends_line(start, at) => {
                    return Item { start, end: at, block, header_end: header_end.unwrap_or(at) };
                }
                _ => {}
            }
            at += 1;
        }
        Item {
            start,
            end: start + self.code[start..limit].trim_end().len(),
            block,
            header_end: header_end.unwrap_or(limit),
        }
    }

    /// Returns the offset after the parameters of a template, which can have default values.
    fn after_template(&self, start: usize, limit: usize) -> usize {
        let rest = &self.code[start..limit];
        let parameters =
            rest.strip_prefix("template").map(str::trim_start).filter(|rest| rest.starts_with('<'));
        let Some(parameters) = parameters.filter(|_| self.language == Language::C) else { return start };
        let (mut at, mut depth) = (limit - parameters.len(), 0_usize);
        while at < limit {
            match self.code.as_bytes()[at] {
                b'(' | b'[' | b'{' => at = self.partner(at),
                b'<' => depth += 1,
                b'>' => depth -= 1,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                break;
            }
        }
        self.next_code(at, limit).map_or(at, |next| self.after_template(next, limit))
    }

    /// Whether an equals sign starts a value or an expression body.
    fn is_assignment(&self, at: usize) -> bool {
        let before = self.code[..at].chars().next_back();
        let after = self.code[at + 1..].chars().next();
        !matches!(before, Some('=' | '!' | '<' | '>' | '+' | '-' | '*' | '/'))
            && after != Some('=')
            && !self.code[..at].trim_end().ends_with("operator")
    }

    /// Whether a line ends its item in Go because the line ends with a name, a literal, or a closing bracket (The Go
    /// Programming Language Specification, "Semicolons").
    fn ends_line(&self, start: usize, at: usize) -> bool {
        let line = self.code[start..at].trim_end();
        line.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '}' | '"'))
    }

    fn partner(&self, at: usize) -> usize {
        let found = self.partners.binary_search_by_key(&at, |(start, _)| *start);
        found.map_or(at, |index| self.partners[index].1)
    }
}
