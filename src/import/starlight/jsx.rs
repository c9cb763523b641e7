//! Reads JSX tags and expressions.

/// A tag.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::import) struct Tag {
    /// The tag's name. For a fragment, the name is empty.
    pub name: String,
    pub attributes: Vec<Attribute>,
    /// Whether the tag is an end tag.
    pub is_end: bool,
    /// Whether the tag ends with `/>`.
    pub is_closed: bool,
    pub length: usize,
}

/// An attribute.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::import) struct Attribute {
    /// The attribute's name. For `{...spread}`, the name is empty.
    pub name: String,
    /// The source text of the value, including quotation marks or braces. If the attribute has no value, the text is
    /// empty.
    pub value: String,
}

impl Attribute {
    /// Returns the text of a quoted value or of a string in braces.
    pub(in crate::import) fn text(&self) -> Option<&str> {
        let value = self
            .value
            .strip_prefix('{')
            .and_then(|value| value.strip_suffix('}'))
            .unwrap_or(&self.value)
            .trim();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
        let inner = value.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inner.contains(quote) && !inner.contains("${")).then_some(inner)
    }

    /// Whether the value is only a string. A string can contain names that mean something else in code.
    pub(super) fn is_string(&self) -> bool {
        let value = self.value.strip_prefix('{').and_then(|value| value.strip_suffix('}'));
        let value = value.unwrap_or(&self.value).trim();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        quote.is_some_and(|quote| string(value, quote) == Some(value.len()))
    }
}

impl Tag {
    /// Reads the tag at the start of the text.
    pub(in crate::import) fn read(text: &str) -> Option<Self> {
        let inner = text.strip_prefix('<')?;
        let mut tag = Tag { is_end: inner.starts_with('/'), ..Tag::default() };
        let start = 1 + usize::from(tag.is_end);
        let rest = text.get(start..)?;
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '$');
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        rest[..end].clone_into(&mut tag.name);
        if tag.name.is_empty() && !rest.starts_with('>') || tag.name.starts_with(|c: char| !c.is_alphabetic())
        {
            return None;
        }
        let mut at = start + end;
        loop {
            let rest = text.get(at..)?;
            let bare = rest.trim_start();
            at += rest.len() - bare.len();
            if bare.starts_with('>') {
                tag.length = at + 1;
                return Some(tag);
            }
            if bare.starts_with("/>") {
                tag.is_closed = true;
                tag.length = at + 2;
                return Some(tag);
            }
            if bare.starts_with('{') {
                let length = expression(bare)?;
                tag.attributes.push(Attribute { name: String::new(), value: bare[..length].to_owned() });
                at += length;
                continue;
            }
            let end = bare
                .find(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/' | '{' | '"' | '\'' | '<'))?;
            if end == 0 {
                return None;
            }
            let name = bare[..end].to_owned();
            let after = bare[end..].trim_start();
            let Some(value) = after.strip_prefix('=').map(str::trim_start) else {
                tag.attributes.push(Attribute { name, value: String::new() });
                at += end;
                continue;
            };
            let length = match value.chars().next()? {
                quote @ ('"' | '\'') => value[1..].find(quote)? + 2,
                '{' => expression(value)?,
                '`' => string(value, '`')?,
                _ => value.find(|c: char| c.is_whitespace() || c == '>')?,
            };
            at += bare.len() - value.len() + length;
            tag.attributes.push(Attribute { name, value: value[..length].to_owned() });
        }
    }

    /// Returns the attribute with this name.
    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// Returns the tag as text.
    pub(super) fn write(&self) -> String {
        if self.is_end {
            return format!("</{}>", self.name);
        }
        let mut out = format!("<{}", self.name);
        for Attribute { name, value } in &self.attributes {
            out.push(' ');
            out.push_str(name);
            if !name.is_empty() && !value.is_empty() {
                out.push('=');
            }
            out.push_str(value);
        }
        out + if self.is_closed { " />" } else { ">" }
    }
}

/// Returns the length of the braced expression at the start of the text.
pub(in crate::import) fn expression(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            '"' | '\'' | '`' => at += string(&text[at..], c)?,
            '/' if text[at..].starts_with("/*") => at += text[at..].find("*/")? + 1,
            _ => {}
        }
        at += if matches!(c, '"' | '\'' | '`') { 0 } else { c.len_utf8() };
    }
    None
}

/// Returns the length of the string literal at the start of `text`. A string other than a template literal must end on
/// the same line, because an apostrophe in text doesn't start a string.
pub(super) fn string(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' if quote != '`' => return Some(1),
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    if quote == '`' { None } else { Some(1) }
}

/// Whether code contains a name as a whole word that isn't a property name.
pub(super) fn mentions(code: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let mut from = 0;
    while let Some(at) = code[from..].find(name).map(|at| from + at) {
        let before = code[..at].chars().next_back();
        let after = code[at + name.len()..].chars().next();
        if !before.is_some_and(|c| is_word(c) || c == '.') && !after.is_some_and(is_word) {
            return true;
        }
        from = at + name.len();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{Tag, expression, mentions};

    #[test]
    fn tags_can_contain_expressions() {
        let tag = Tag::read("<A b c=\"d > e\" f={{ g: '}' }} {...h} i={`${j}`}/>rest").unwrap_or_default();
        assert_eq!(tag.attributes.len(), 5);
        assert_eq!((tag.length, tag.is_closed), (49, true));
        assert_eq!(tag.write(), "<A b c=\"d > e\" f={{ g: '}' }} {...h} i={`${j}`} />");
        assert_eq!(Tag::read("</A.B>").map(|tag| (tag.name, tag.is_end)), Some(("A.B".to_owned(), true)));
        assert_eq!(Tag::read("<>").map(|tag| tag.length), Some(2));
        for text in ["<", "< a>", "<3", "<a", "<a b={", "<a \"b\">"] {
            assert_eq!(Tag::read(text), None, "{text}");
        }
    }

    #[test]
    fn expressions_end_at_their_brace() {
        assert_eq!(expression("{a ? \"}\" : `${b}}`} c"), Some(19));
        assert_eq!(expression("{/* } */}"), Some(9));
        assert_eq!(expression("{a"), None);
        assert_eq!(expression("{don't}"), Some(7));
        assert!(mentions("a + B.c", "B") && !mentions("a.B", "B") && !mentions("aB", "B"));
    }
}
