//! Reads HTML and Vue tags.

/// An HTML or Vue tag.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Tag {
    pub name: String,
    pub attributes: Vec<(String, Option<String>)>,
    /// Whether the tag is an end tag.
    pub is_end: bool,
    /// Whether the tag ends with `/>`.
    pub is_closed: bool,
    pub length: usize,
}

impl Tag {
    /// Reads the tag at the start of the text.
    pub(super) fn read(text: &str) -> Option<Self> {
        let inner = text.strip_prefix('<')?;
        let mut tag = Tag { is_end: inner.starts_with('/'), ..Tag::default() };
        let start = 1 + usize::from(tag.is_end);
        let rest = text.get(start..).filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        rest[..end].clone_into(&mut tag.name);
        let mut at = start + end;
        loop {
            let rest = text.get(at..)?;
            let bare = rest.trim_start();
            let has_space = bare.len() < rest.len();
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
            if !has_space || bare.is_empty() || bare.starts_with(['<', '"', '\'', '=', '`']) {
                return None;
            }
            let end = bare.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>')).unwrap_or(bare.len());
            let end = if bare[..end].ends_with('/') && bare[end..].starts_with('>') { end - 1 } else { end };
            if end == 0 {
                return None;
            }
            let name = bare[..end].to_owned();
            let mut after = &bare[end..];
            let mut value = None;
            if let Some(rest) = after.trim_start().strip_prefix('=') {
                let rest = rest.trim_start();
                match rest.chars().next() {
                    Some(quote @ ('"' | '\'')) => {
                        let close = rest[1..].find(quote)? + 1;
                        value = Some(rest[1..close].to_owned());
                        after = &rest[close + 1..];
                    }
                    _ => {
                        let close = rest.find(|c: char| c.is_whitespace() || c == '>')?;
                        value = Some(rest[..close].to_owned());
                        after = &rest[close..];
                    }
                }
            }
            at += bare.len() - after.len();
            tag.attributes.push((name, value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tag;

    #[test]
    fn tags_have_attributes_in_all_forms() {
        let tag = Tag::read("<My.Tag a :b=\"x > y\" @c='d' e=f/>rest").unwrap_or_default();
        let value = |value: &str| Some(value.to_owned());
        let expected = [("a", None), (":b", value("x > y")), ("@c", value("d")), ("e", value("f/"))];
        let expected: Vec<_> = expected.map(|(name, value)| (name.to_owned(), value)).into();
        assert_eq!((tag.name.as_str(), tag.attributes), ("My.Tag", expected));
        assert_eq!(Tag::read("</b >").map(|tag| (tag.is_end, tag.length)), Some((true, 5)));
        assert_eq!(Tag::read("<br/>").map(|tag| (tag.is_closed, tag.length)), Some((true, 5)));
        for text in ["<", "< a>", "<a", "<a b=\"", "<3", "a < b", "<a\"b>", "<a,b>"] {
            assert_eq!(Tag::read(text), None, "{text}");
        }
    }
}
