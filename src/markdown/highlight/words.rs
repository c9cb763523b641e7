//! Words that a grammar doesn't classify or classifies incorrectly: newer keywords, and types in languages where only a
//! capital letter identifies a type.

use super::spans::{KEYWORD, PLAIN, TYPE};

/// Additions to a language's grammar. In each list, words are separated by spaces.
pub(super) struct Words {
    /// Keywords that the grammar treats as plain text.
    keywords: &'static str,
    /// Types that the grammar treats as keywords.
    types: &'static str,
    /// Whether plain words that start with a capital letter but aren't in all capitals are types. A single capital
    /// letter is also a type.
    capitals: bool,
}

const NONE: Words = Words { keywords: "", types: "", capitals: false };
const RUST: Words = Words {
    keywords: "async await dyn try union macro_rules",
    types: "i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool char str",
    capitals: true,
};

const fn with_capitals(keywords: &'static str) -> Words {
    Words { keywords, types: "", capitals: true }
}

/// Returns the additional words for a syntax.
pub(super) fn of(syntax: &str) -> Words {
    match syntax {
        "Rust" => RUST,
        "Swift" => with_capitals("async await some any actor throws func associatedtype opaque nonisolated"),
        "Kotlin" => with_capitals("suspend sealed inline"),
        "Java" => with_capitals("record sealed permits yield var"),
        "C#" | "Dart" | "Python" | "TypeScript" | "TypeScriptReact" => with_capitals(""),
        "JavaScript" | "JavaScript (Babel)" => Words { keywords: "async await", ..NONE },
        _ => NONE,
    }
}

fn lists(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|known| known == word)
}

impl Words {
    /// Whether plain text can contain additional words.
    pub(super) fn any(&self) -> bool {
        self.capitals || !self.keywords.is_empty()
    }

    /// Whether a keyword is a type.
    pub(super) fn is_type(&self, word: &str) -> bool {
        lists(self.types, word)
    }

    /// Splits plain text into words and the text between words, and passes each part and its class to `write`.
    pub(super) fn split<'t>(&self, text: &'t str, mut write: impl FnMut(&'t str, u8)) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut rest = text;
        while let Some(start) = rest.find(is_word) {
            if start > 0 {
                write(&rest[..start], PLAIN);
            }
            rest = &rest[start..];
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            write(&rest[..end], self.class(&rest[..end]));
            rest = &rest[end..];
        }
        if !rest.is_empty() {
            write(rest, PLAIN);
        }
    }

    fn class(&self, word: &str) -> u8 {
        let capital = self.capitals
            && word.starts_with(|c: char| c.is_ascii_uppercase())
            && (word.len() == 1 || word.bytes().any(|byte| byte.is_ascii_lowercase()));
        if capital {
            TYPE
        } else if lists(self.keywords, word) {
            KEYWORD
        } else {
            PLAIN
        }
    }
}
