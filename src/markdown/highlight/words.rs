//! Words that a grammar leaves plain or gives to the wrong class: keywords younger than it, and types in languages
//! where nothing but a capital marks them.

use super::spans::{KEYWORD, PLAIN, TYPE};

/// What is to be added to the grammar of a language.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Plain words that are keywords.
    keywords: &'static [&'static str],
    /// Keywords that are types.
    pub(super) types: &'static [&'static str],
    /// Whether a plain word with a capital and a small letter is a type.
    capitals: bool,
}

const NONE: Words = Words { keywords: &[], types: &[], capitals: false };
const RUST: Words = Words {
    keywords: &["async", "await", "dyn", "try", "union", "macro_rules"],
    types: &[
        "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32", "f64",
        "bool", "char", "str",
    ],
    capitals: true,
};
const SWIFT: Words = Words {
    keywords: &[
        "async",
        "await",
        "some",
        "any",
        "actor",
        "throws",
        "func",
        "associatedtype",
        "opaque",
        "nonisolated",
    ],
    types: &[],
    capitals: true,
};
const KOTLIN: Words = Words { keywords: &["suspend", "sealed", "inline"], types: &[], capitals: true };
const CAPITALS: Words = Words { keywords: &[], types: &[], capitals: true };
const JAVASCRIPT: Words = Words { keywords: &["async", "await"], types: &[], capitals: false };
const JAVA: Words =
    Words { keywords: &["record", "sealed", "permits", "yield", "var"], types: &[], capitals: true };

/// The words of a syntax.
pub(super) fn of(syntax: &str) -> &'static Words {
    match syntax {
        "Rust" => &RUST,
        "Swift" => &SWIFT,
        "Kotlin" => &KOTLIN,
        "Java" => &JAVA,
        "C#" | "Dart" | "Python" | "TypeScript" | "TypeScriptReact" => &CAPITALS,
        "JavaScript" | "JavaScript (Babel)" => &JAVASCRIPT,
        _ => &NONE,
    }
}

impl Words {
    /// Whether there is anything to add.
    pub(super) fn any(&self) -> bool {
        self.capitals || !self.keywords.is_empty()
    }

    /// Cuts plain text into words and what is between them.
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
        } else if self.keywords.contains(&word) {
            KEYWORD
        } else {
            PLAIN
        }
    }
}
