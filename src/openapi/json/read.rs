//! JSON as text to a value, for texts that are an example and may or may not be JSON.

use super::Json;

/// How deep values may nest. Deeper ones are not read.
const MAX_DEPTH: usize = 100;

impl Json {
    /// The value a text is; `None` where it is not JSON. Of two members with one name the last counts, in the place of
    /// the first.
    pub(crate) fn parse(text: &str) -> Option<Json> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.space();
        (reader.at == text.len()).then_some(value)
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, mark: &str) -> bool {
        self.space();
        let there = self.text[self.at..].starts_with(mark);
        self.at += if there { mark.len() } else { 0 };
        there
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        self.space();
        if depth > MAX_DEPTH {
            return None;
        }
        match self.peek()? {
            b'{' => self.object(depth + 1),
            b'[' => self.array(depth + 1),
            b'"' => self.string().map(|text| Json::String(text.into())),
            b'-' | b'0'..=b'9' => self.number(),
            _ if self.take("null") => Some(Json::Null),
            _ if self.take("true") => Some(Json::Bool(true)),
            _ if self.take("false") => Some(Json::Bool(false)),
            _ => None,
        }
    }

    fn array(&mut self, depth: usize) -> Option<Json> {
        self.at += 1;
        let mut items = Vec::new();
        if self.take("]") {
            return Some(Json::Array(items));
        }
        loop {
            items.push(self.value(depth)?);
            if self.take("]") {
                return Some(Json::Array(items));
            }
            if !self.take(",") {
                return None;
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<Json> {
        self.at += 1;
        let mut members: Vec<(Box<str>, Json)> = Vec::new();
        let mut places = std::collections::HashMap::new();
        if self.take("}") {
            return Some(Json::Object(members));
        }
        loop {
            self.space();
            let name: Box<str> = self.string()?.into();
            if !self.take(":") {
                return None;
            }
            let value = self.value(depth)?;
            let place = *places.entry(name.clone()).or_insert(members.len());
            if place < members.len() {
                members[place].1 = value;
            } else {
                members.push((name, value));
            }
            if self.take("}") {
                return Some(Json::Object(members));
            }
            if !self.take(",") {
                return None;
            }
        }
    }

    fn number(&mut self) -> Option<Json> {
        let start = self.at;
        let digits = |reader: &mut Self| {
            let start = reader.at;
            while reader.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                reader.at += 1;
            }
            (reader.at > start).then_some(reader.at - start)
        };
        self.at += usize::from(self.peek() == Some(b'-'));
        let zero = self.peek() == Some(b'0');
        let whole = digits(self)?;
        if zero && whole > 1 {
            return None;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            digits(self)?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            digits(self)?;
        }
        Some(Json::Number(self.text[start..self.at].into()))
    }

    fn string(&mut self) -> Option<String> {
        if self.peek()? != b'"' {
            return None;
        }
        self.at += 1;
        let mut out = String::new();
        let mut units: Vec<u16> = Vec::new();
        loop {
            let char = self.text[self.at..].chars().next()?;
            self.at += char.len_utf8();
            if char == '\\' && self.peek() == Some(b'u') {
                let digits = self.text.get(self.at + 1..self.at + 5)?;
                if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    return None;
                }
                units.push(u16::from_str_radix(digits, 16).ok()?);
                self.at += 5;
                continue;
            }
            if !units.is_empty() {
                // Half of a pair that stands alone is no character.
                out.push_str(&String::from_utf16_lossy(&units));
                units.clear();
            }
            match char {
                '"' => return Some(out),
                '\\' => {
                    let escaped = match self.peek()? {
                        b'"' => '"',
                        b'\\' => '\\',
                        b'/' => '/',
                        b'b' => '\u{8}',
                        b'f' => '\u{c}',
                        b'n' => '\n',
                        b'r' => '\r',
                        b't' => '\t',
                        _ => return None,
                    };
                    out.push(escaped);
                    self.at += 1;
                }
                control if control < ' ' => return None,
                other => out.push(other),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn what_is_json_is_written_as_it_was_read() {
        for text in [
            r#"{"a":[1,1.10,-0,1e400,9007199254740993],"b":{"c":null},"d":"\"\\\n\u0001é😀"}"#,
            "[]",
            "{}",
            "true",
            r#""""#,
        ] {
            assert_eq!(Json::parse(text).map(|value| value.to_string()).as_deref(), Some(text));
        }
        let pretty = "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}";
        assert_eq!(Json::parse(pretty).map(|value| value.pretty()).as_deref(), Some(pretty));
        let twice = Json::parse(r#"{"a":1,"b":2,"a":3}"#).map(|value| value.to_string());
        assert_eq!(twice.as_deref(), Some(r#"{"a":3,"b":2}"#));
        let halves = Json::parse(r#""\ud83d\ude00 \ud83d""#);
        assert_eq!(halves.as_ref().and_then(Json::as_str), Some("😀 \u{fffd}"));
    }

    #[test]
    fn what_is_not_json_is_refused() {
        for text in [
            "", "{", "[1,]", "{\"a\":}", "01", "1.", "+1", "'a'", "\"a", "\"\n\"", "nul", "1 2", "\"\\x\"",
            "{a:1}",
        ] {
            assert_eq!(Json::parse(text), None, "{text}");
        }
        assert_eq!(Json::parse(&"[".repeat(100_000)), None);
    }
}
