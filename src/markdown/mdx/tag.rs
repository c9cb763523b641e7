//! The syntax of a JSX tag in MDX: `<name …>`, `</name>`, `<name …/>`, `<>`, and `</>`.

use std::ops::Range;

use crate::component::syntax::{self, Place, SyntaxProblem};

/// A tag.
#[derive(Debug, PartialEq)]
pub(super) struct Tag {
    pub kind: TagKind,
    /// The name, which is empty for a fragment.
    pub name: Range<usize>,
    pub end: usize,
    /// The quoted values. Whitespace at the start of a line isn't part of a value.
    pub quoted: Vec<Range<usize>>,
    /// The expressions, including the braces.
    pub expressions: Vec<Range<usize>>,
    /// The unquoted values.
    pub bare: Vec<Range<usize>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TagKind {
    Start,
    End,
    Empty,
}

/// The reason that text isn't a tag.
#[derive(Debug, PartialEq)]
pub(super) enum NoTag {
    /// The text isn't intended as a tag.
    Text,
    /// The text ends inside the tag.
    Unfinished(SyntaxProblem),
    Invalid(SyntaxProblem),
}

/// The dialect that a tag is written in.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Dialect {
    /// JSX, with JavaScript in braces.
    Mdx,
    /// Tags in Markdown, where values can be unquoted and braces contain JSON.
    Markdown,
}

/// Parses the tag at the offset `at`, where the text contains `<`.
pub(super) fn parse(text: &str, at: usize, dialect: Dialect) -> Result<Tag, NoTag> {
    let (quoted, expressions, bare) = Default::default();
    Reader { text, at: at + 1, dialect, quoted, expressions, bare }.tag()
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    dialect: Dialect,
    quoted: Vec<Range<usize>>,
    expressions: Vec<Range<usize>>,
    bare: Vec<Range<usize>>,
}

const NAME: &str = "a name, which starts with a letter, `$`, or `_`";
const VALUE: &str = "a value: `\"…\"`, `'…'`, or `{…}`";
const ATTRIBUTE: &str = "an attribute or the end of the tag";

impl Reader<'_> {
    fn tag(mut self) -> Result<Tag, NoTag> {
        if self.peek().is_some_and(|c| matches!(c, ' ' | '\t' | '\n' | '\r')) {
            return Err(NoTag::Text);
        }
        self.space();
        let mut kind = TagKind::Start;
        if self.eat('/') {
            kind = TagKind::End;
            self.space();
        }
        let name = self.tag_name()?;
        let fragment = name.is_empty();
        loop {
            match self.peek() {
                Some('>') => {
                    self.at += 1;
                    let Reader { at: end, quoted, expressions, bare, .. } = self;
                    return Ok(Tag { kind, name, end, quoted, expressions, bare });
                }
                Some('/') if !fragment => {
                    let slash = self.at;
                    self.at += 1;
                    self.space();
                    if self.peek() != Some('>') {
                        return self.expected("`>` after the slash");
                    }
                    if kind == TagKind::End {
                        let message = "expected the end of the tag, found another slash";
                        return self.invalid(message, slash);
                    }
                    kind = TagKind::Empty;
                }
                _ if fragment => return self.expected(NAME),
                _ if kind == TagKind::End
                    && self.peek().is_some_and(|c| c == '{' || syntax::is_name_start(c)) =>
                {
                    return self.invalid("a closing tag can't have attributes", self.at);
                }
                Some('{') if self.dialect == Dialect::Mdx => {
                    self.expression(Place::Spread)?;
                    self.space();
                }
                Some(c) if syntax::is_name_start(c) => self.attribute()?,
                _ => return self.expected(ATTRIBUTE),
            }
        }
    }

    /// Parses all parts of the tag's name, and the whitespace after the name.
    fn tag_name(&mut self) -> Result<Range<usize>, NoTag> {
        let start = self.at;
        if self.peek() == Some('>') {
            return Ok(start..start);
        }
        let mut end = self.name()?;
        let mut local = false;
        loop {
            match self.peek() {
                Some('.') if !local => {}
                Some(':') if !local && !self.text[start..end].contains('.') => local = true,
                _ => return Ok(start..end),
            }
            self.at += 1;
            self.space();
            end = self.name()?;
        }
    }

    /// Parses one part of a name, and the whitespace after that part. Returns the end of the part.
    fn name(&mut self) -> Result<usize, NoTag> {
        if !self.peek().is_some_and(syntax::is_name_start) {
            return self.expected(NAME);
        }
        while let Some(c) = self.peek().filter(|c| syntax::is_name_part(*c)) {
            self.at += c.len_utf8();
        }
        let end = self.at;
        match self.peek() {
            Some('.' | '/' | ':' | '>' | '{' | '=') => {}
            Some(c) if c.is_whitespace() || c == '\u{feff}' => self.space(),
            _ => return self.expected("a name, whitespace, or the end of the tag"),
        }
        Ok(end)
    }

    fn attribute(&mut self) -> Result<(), NoTag> {
        self.name()?;
        if self.eat(':') {
            self.space();
            self.name()?;
        }
        match self.peek() {
            Some('=') => {
                self.at += 1;
                self.space();
            }
            Some('.') => return self.expected(ATTRIBUTE),
            _ => return Ok(()),
        }
        match self.peek() {
            Some(quote @ ('"' | '\'')) => {
                let start = self.at;
                let Some(length) = self.text[start + 1..].find(quote) else {
                    let message = format!("expected a closing quote `{quote}` for the attribute value");
                    return Err(NoTag::Unfinished(problem(message, start, None)));
                };
                self.at = start + length + 2;
                self.quoted.push(start..self.at);
            }
            Some('{') => self.expression(Place::Value)?,
            Some(c) if self.dialect == Dialect::Markdown && !matches!(c, '<' | '>' | '`' | '=') => {
                let rest = &self.text[self.at..];
                let ends = |c: char| c.is_whitespace() || matches!(c, '>' | '<' | '"' | '\'' | '`' | '=');
                let mut length = rest.find(ends).unwrap_or(rest.len());
                if rest[length..].starts_with('>') && rest[..length].ends_with('/') {
                    length -= 1;
                }
                self.bare.push(self.at..self.at + length);
                self.at += length;
            }
            _ => return self.expected(VALUE),
        }
        self.space();
        Ok(())
    }

    fn expression(&mut self, place: Place) -> Result<(), NoTag> {
        let start = self.at;
        let code = &self.text[start + 1..];
        let end = match self.dialect {
            Dialect::Mdx => syntax::expression_end(code, place),
            Dialect::Markdown => json_end(code),
        };
        match end {
            Ok(end) => {
                self.at = start + end + 2;
                self.expressions.push(start..self.at);
                Ok(())
            }
            Err(found) => {
                let found = found.after(start);
                Err(if found.unfinished { NoTag::Unfinished(found) } else { NoTag::Invalid(found) })
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
    }

    fn expected<T>(&self, what: &str) -> Result<T, NoTag> {
        let Some(found) = self.peek() else {
            return Err(NoTag::Unfinished(problem(
                format!("expected {what}, found the end of the text"),
                self.at,
                None,
            )));
        };
        let hint = match found {
            '!' => "to write a comment, use `{/* … */}`",
            '@' | '/' if self.text[..self.at].ends_with([':', '/']) || found == '@' => {
                "to link to a URL or an email address, write `[text](URL)`"
            }
            '<' => "to use an element as a value, put it in braces: `{<element />}`",
            _ if what == VALUE => "put the value in quotes, or in braces if it's JavaScript",
            _ => "to show `<` as text, write `\\<`",
        };
        let shown =
            if found == '`' { "a backtick".to_owned() } else { format!("`{}`", found.escape_debug()) };
        Err(NoTag::Invalid(problem(format!("expected {what}, found {shown}"), self.at, Some(hint))))
    }

    fn invalid<T>(&self, message: &str, at: usize) -> Result<T, NoTag> {
        Err(NoTag::Invalid(problem(message.to_owned(), at, None)))
    }
}

fn problem(message: String, at: usize, hint: Option<&'static str>) -> SyntaxProblem {
    let hint = Some(hint.unwrap_or("to show `<` as text, write `\\<`"));
    SyntaxProblem { message, hint, at, unfinished: false }
}

/// Returns the offset of the brace after a JSON value.
fn json_end(code: &str) -> Result<usize, SyntaxProblem> {
    let mut values = serde_json::Deserializer::from_str(code).into_iter::<serde::de::IgnoredAny>();
    let found = values.next();
    let end = values.byte_offset();
    let rest = code[end..].trim_start();
    match found {
        Some(Ok(_)) if rest.starts_with('}') => return Ok(code.len() - rest.len()),
        Some(Ok(_)) if rest.is_empty() => {}
        Some(Err(error)) if error.is_eof() => {}
        _ => {
            // The end of the code isn't known, so report only the code's start.
            let mut found = problem("expected JSON in the braces".to_owned(), 0, None);
            found.hint = Some("to use JavaScript, change the file extension to `.mdx`");
            return Err(found);
        }
    }
    let mut found = problem("expected a closing brace after the value".to_owned(), 0, None);
    found.unfinished = true;
    Err(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_ends_at_its_bracket() {
        for (text, name) in [
            ("<a>", "a"),
            ("</a>", "a"),
            ("<a/>", "a"),
            ("<>", ""),
            ("</>", ""),
            ("<a.b-c />", "a.b-c"),
            ("<a:b c:d='>' {...e} f={g > '}'}/>", "a:b"),
            ("<a\n  b\n=\n\"c\nd\">", "a"),
            ("<$ é>", "$"),
        ] {
            let tag = parse(text, 0, Dialect::Mdx).expect(text);
            assert_eq!((tag.end, &text[tag.name]), (text.len(), name), "{text}");
        }
        for text in [
            "<!a>", "<a b=c>", "<1>", "<a@b>", "</a b>", "</a/>", "<a {b}>", "<a b={}>", "<a.b:c>", "<a:b.c>",
        ] {
            assert!(matches!(parse(text, 0, Dialect::Mdx), Err(NoTag::Invalid(_))), "{text}");
        }
        for text in ["<a", "<a b=\"", "<a b={", "<", "<a b={1", "<a/"] {
            assert!(!matches!(parse(text, 0, Dialect::Mdx), Ok(_) | Err(NoTag::Invalid(_))), "{text}");
        }
    }

    #[test]
    fn in_markdown_braces_contain_json() {
        for text in ["<A b={[1, {\"c\": null}]} d=e f='}' g />", "<A b=c/>", "<A b={ \"}\" }>", "<A b={1}/>"]
        {
            assert_eq!(parse(text, 0, Dialect::Markdown).map(|tag| tag.end), Ok(text.len()), "{text}");
        }
        for text in ["<A b={c}>", "<A b={'c'}>", "<A b={1 + 1}>", "<A {...b}>"] {
            assert!(matches!(parse(text, 0, Dialect::Markdown), Err(NoTag::Invalid(_))), "{text}");
        }
    }
}
