//! Generates heading IDs in the same way as other generators so that links still work after a site moves to docgen.

use icu_normalizer::DecomposingNormalizerBorrowed;
use icu_properties::CodePointSetData;
use icu_properties::props::{EmojiModifier, EmojiPresentation, ExtendedPictographic};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{UniqueNames, is_letter_or_digit, is_mark, slugify};

/// The generator that determines the rules for heading IDs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HeadingIds {
    /// GitHub, and docgen itself.
    #[default]
    Github,
    /// Docusaurus, which uses GitHub's rules.
    Docusaurus,
    /// VitePress.
    Vitepress,
    /// Python-Markdown, which MkDocs uses.
    PythonMarkdown,
    /// Hugo.
    Hugo,
    /// mdBook.
    Mdbook,
    /// Mintlify.
    Mintlify,
    /// Zola.
    Zola,
}

impl HeadingIds {
    /// Whether the alternative text of a heading's images is part of the ID.
    pub(crate) fn have_alternative_text(self) -> bool {
        !matches!(self, HeadingIds::PythonMarkdown | HeadingIds::Mdbook)
    }

    /// Returns the ID of a heading with this text and marks the ID as taken.
    pub(crate) fn give(self, ids: &mut UniqueNames, text: &str) -> String {
        let slug = match self {
            HeadingIds::Github | HeadingIds::Docusaurus => slugify(text),
            HeadingIds::Vitepress => vitepress(text),
            HeadingIds::PythonMarkdown => return self.unique(ids, python_slug(text, "-", false)),
            HeadingIds::Hugo => hugo(text),
            HeadingIds::Mdbook => mdbook(text),
            HeadingIds::Mintlify => mintlify(text),
            HeadingIds::Zola => ascii_slug(text),
        };
        // An ID that contains only marks, such as what remains of an emoji, is invisible.
        let is_invisible = slug.chars().all(is_mark);
        let slug = match self {
            HeadingIds::Hugo if is_invisible => "heading".to_owned(),
            _ if is_invisible => "section".to_owned(),
            _ => slug,
        };
        self.unique(ids, slug)
    }

    /// Returns an ID with a number if the ID is taken, and marks the result as taken.
    pub(crate) fn unique(self, ids: &mut UniqueNames, id: String) -> String {
        if self == HeadingIds::PythonMarkdown {
            return numbered(ids, &id);
        }
        // If two headings have the same ID, Mintlify adds the number 2 to the second ID.
        let more = u32::from(self == HeadingIds::Mintlify);
        ids.give(id, |id, number| format!("{id}-{}", number + more))
    }
}

/// Returns text in which compatibility characters and accented letters are decomposed (NFKD).
fn decomposed(text: &str) -> String {
    DecomposingNormalizerBorrowed::new_nfkd().normalize(text).into_owned()
}

/// Implements the `slugify` function of `@mdit-vue/shared`.
fn vitepress(text: &str) -> String {
    let mut slug = String::new();
    for c in decomposed(text).chars().filter(|c| !matches!(c, '\u{300}'..='\u{36f}') && !c.is_control()) {
        let is_special = c.is_whitespace() || c.is_ascii_punctuation() || "“”‘’".contains(c);
        if !is_special {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    if slug.starts_with(|c: char| c.is_ascii_digit()) {
        slug.insert(0, '_');
    }
    slug.to_lowercase()
}

/// Implements the `slugify` function of Python-Markdown's `toc` extension or, if `is_unicode` is `true`, its
/// `slugify_unicode` function. By default, the separator is a hyphen.
pub(crate) fn python_slug(text: &str, separator: &str, is_unicode: bool) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-') || c.is_whitespace();
    let kept: String = decomposed(text).chars().filter(|c| is_unicode || c.is_ascii()).filter(kept).collect();
    let mut slug = String::new();
    for c in kept.trim().to_lowercase().chars() {
        if !(separator.contains(c) || c.is_whitespace()) {
            slug.push(c);
        } else if !slug.ends_with(separator) {
            slug.push_str(separator);
        }
    }
    slug
}

/// Implements the `unique` function of Python-Markdown's `toc` extension. If an ID is taken or empty, appends `_1` or,
/// if the ID ends with `_` and a number, increases the number.
pub(crate) fn numbered(ids: &mut UniqueNames, slug: &str) -> String {
    let mut id = slug.to_owned();
    while id.is_empty() || !ids.take(&id) {
        let numbered =
            id.rsplit_once('_').and_then(|(start, number)| Some((start, number.parse::<u64>().ok()?)));
        id = match numbered {
            Some((start, number)) => format!("{start}_{}", number.saturating_add(1)),
            None => format!("{id}_1"),
        };
    }
    id
}

/// Implements Hugo's default, `autoHeadingIDType = "github"`.
fn hugo(text: &str) -> String {
    let kept = |c: char| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        c if is_letter_or_digit(c) => Some(c),
        _ => None,
    };
    text.chars().filter_map(kept).flat_map(char::to_lowercase).filter(|c| *c != '\u{307}').collect()
}

/// Returns text as an ASCII slug, according to Zola's rule for headings and paths.
pub(crate) fn ascii_slug(text: &str) -> String {
    slug::slugify(text)
}

/// Implements the `normalize_id` function of mdBook.
fn mdbook(text: &str) -> String {
    let kept = |c: char| match c {
        c if c.is_alphanumeric() || matches!(c, '_' | '-') => Some(c.to_ascii_lowercase()),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    };
    text.trim().chars().filter_map(kept).collect()
}

/// Implements the `slugify` and `cleanHeadingId` functions of `@mintlify/common`: percent-encodes the text, replaces
/// the remaining punctuation, decodes the result, and removes other punctuation and emoji.
fn mintlify(text: &str) -> String {
    let mut slug = String::new();
    for c in text.to_lowercase().trim().chars() {
        if c.is_whitespace() || "-.!~*'()".contains(c) {
            if !slug.ends_with('-') {
                slug.push('-');
            }
        } else {
            slug.push(c);
        }
    }
    let slug = slug.strip_prefix('-').unwrap_or(&slug);
    let slug = slug.strip_suffix('-').unwrap_or(slug);
    let chars: Vec<char> = slug.chars().collect();
    let is_word = |c: Option<&char>| c.is_some_and(|c| !matches!(c, '-' | '_'));
    // A single `t` or `s` after a dash is the rest of a contraction.
    let joins = |at: usize| {
        chars[at] == '-'
            && at > 0
            && is_word(chars.get(at - 1))
            && matches!(chars.get(at + 1), Some('t' | 's'))
            && matches!(chars.get(at + 2), None | Some('-'))
    };
    let kept = (0..chars.len()).filter(|at| !joins(*at)).map(|at| chars[at]);
    kept.filter(|c| !"?,;:\"[]{}".contains(*c) && !is_emoji(*c)).collect()
}

/// Whether a character is an emoji, or part of an emoji.
fn is_emoji(c: char) -> bool {
    !c.is_ascii()
        && (CodePointSetData::new::<ExtendedPictographic>().contains(c)
            || CodePointSetData::new::<EmojiPresentation>().contains(c)
            || CodePointSetData::new::<EmojiModifier>().contains(c)
            || matches!(c, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}'))
}

#[cfg(test)]
mod tests {
    use super::{HeadingIds, UniqueNames};

    /// The headings of a page, and the IDs that each generator gave to them: `github-slugger` 2.0.0, `@mdit-vue/shared`
    /// 3.0.2, Python-Markdown 3.10, and Hugo 0.168. If a generator first replaces punctuation, the text is the result
    /// of that step.
    const HEADINGS: &[[&str; 5]] = &[
        ["Getting started", "getting-started", "getting-started", "getting-started", "getting-started"],
        ["Hello, World!", "hello-world", "hello-world", "hello-world", "hello-world"],
        ["What's new?", "whats-new", "what-s-new", "whats-new", "whats-new"],
        ["C++ & C#", "c--c", "c-c", "c-c", "c--c"],
        ["foo_bar baz", "foo_bar-baz", "foo-bar-baz", "foo_bar-baz", "foo_bar-baz"],
        ["1. First step", "1-first-step", "_1-first-step", "1-first-step", "1-first-step"],
        ["2.0 (2024-01-01)", "20-2024-01-01", "_2-0-2024-01-01", "20-2024-01-01", "20-2024-01-01"],
        ["Über uns", "über-uns", "uber-uns", "uber-uns", "über-uns"],
        ["日本語の見出し", "日本語の見出し", "日本語の見出し", "_1", "日本語の見出し"],
        ["Привет, мир", "привет-мир", "привет-мир", "_2", "привет-мир"],
        ["a  b", "a--b", "a-b", "a-b", "a--b"],
        ["trailing - dash -", "trailing---dash--", "trailing-dash", "trailing-dash-", "trailing---dash--"],
        ["config.toml", "configtoml", "config-toml", "configtoml", "configtoml"],
        ["100% done", "100-done", "_100-done", "100-done", "100-done"],
        ["Emoji 🎉 party", "emoji--party", "emoji-🎉-party", "emoji-party", "emoji--party"],
        ["$price", "price", "price", "price", "price"],
        ["UPPER CASE", "upper-case", "upper-case", "upper-case", "upper-case"],
        ["Foo", "foo", "foo", "foo", "foo"],
        ["Foo", "foo-1", "foo-1", "foo_1", "foo-1"],
        ["foo", "foo-2", "foo-2", "foo_2", "foo-2"],
        ["Foo 1", "foo-1-1", "foo-1-1", "foo-1", "foo-1-1"],
        ["Don’t “quote”", "dont-quote", "don-t-quote", "dont-quote", "dont-quote"],
        ["_under_", "_under_", "under", "_under_", "_under_"],
        ["?", "section", "section", "_3", "heading"],
        ["Straße", "straße", "straße", "strae", "straße"],
        ["Ⅷ roman", "ⅷ-roman", "viii-roman", "viii-roman", "-roman"],
        ["Ελληνικά", "ελληνικά", "ελληνικα", "_4", "ελληνικά"],
        ["@scope/pkg", "scopepkg", "scope-pkg", "scopepkg", "scopepkg"],
        ["...", "section-1", "section-1", "_5", "heading-1"],
    ];

    const MINTLIFY: &[(&str, &str)] = &[
        ("Getting started", "getting-started"),
        ("Hello, World!", "hello-world"),
        ("What’s new?", "what’s-new"),
        ("C++ & C#", "c++-&-c#"),
        ("foo_bar baz", "foo_bar-baz"),
        ("1. First step", "1-first-step"),
        ("2.0 (2024-01-01)", "2-0-2024-01-01"),
        ("Über uns", "über-uns"),
        ("日本語の見出し", "日本語の見出し"),
        ("a  b", "a-b"),
        ("trailing - dash -", "trailing-dash"),
        ("config.toml", "config-toml"),
        ("100% done", "100%-done"),
        ("Emoji 🎉 party", "emoji--party"),
        ("$price", "$price"),
        ("Foo", "foo"),
        ("Foo", "foo-2"),
        ("foo", "foo-3"),
        ("Don’t “quote”", "don’t-“quote”"),
        ("_under_", "_under_"),
        ("@scope/pkg", "@scope/pkg"),
        ("Read/write access", "read/write-access"),
        ("OAuth", "oauth"),
        ("it-s a", "its-a"),
        ("a: b", "a-b-2"),
        ("🎉 Party", "-party"),
        ("GET /users/{id}", "get-/users/id"),
        ("A — B", "a-—-b"),
        ("Foo™ x", "foo-x"),
        ("x = y", "x-=-y"),
    ];

    #[test]
    fn ids_are_those_of_the_generators() {
        let styles =
            [HeadingIds::Github, HeadingIds::Vitepress, HeadingIds::PythonMarkdown, HeadingIds::Hugo];
        for (column, style) in styles.into_iter().enumerate() {
            let mut ids = UniqueNames::numbered_from(1);
            let found: Vec<String> = HEADINGS.iter().map(|row| style.give(&mut ids, row[0])).collect();
            let expected: Vec<&str> = HEADINGS.iter().map(|row| row[column + 1]).collect();
            assert_eq!(found, expected, "{style:?}");
        }
        let mut ids = UniqueNames::numbered_from(1);
        let mut of_mdbook = |text| HeadingIds::Mdbook.give(&mut ids, text);
        assert_eq!(of_mdbook("`--edition` & Co: naïve_1"), "--edition--co-naïve_1");
        assert_eq!([of_mdbook("Foo"), of_mdbook("Foo")], ["foo", "foo-1"]);
        // The IDs that `@mintlify/common` 1.0.1211 gave to these headings.
        let mut ids = UniqueNames::numbered_from(1);
        for (text, id) in MINTLIFY {
            assert_eq!(HeadingIds::Mintlify.give(&mut ids, text), *id, "{text}");
        }
        assert_eq!(HeadingIds::Docusaurus.give(&mut ids, "A.b"), "ab");
        for (text, id) in [
            ("Don't `code` & co.", "don-t-code-co"),
            ("foo_bar: 1.0", "foo-bar-1-0"),
            ("Über 日本", "uber-ri-ben"),
            ("👍 up", "1-up"),
        ] {
            assert_eq!(HeadingIds::Zola.give(&mut ids, text), id);
        }
        // VitePress decomposes letters and removes only the marks of Latin, Greek, and Cyrillic letters.
        let of_vitepress = HeadingIds::Vitepress.give(&mut ids, "설치 ガイド é");
        assert_eq!(of_vitepress, "\u{1109}\u{1165}\u{11af}\u{110e}\u{1175}-カ\u{3099}イト\u{3099}-e");
        // Hugo drops marks and keeps the digits of any script.
        for (text, id) in [
            ("صفحهٔ واژه‌نامه ۱", "صفحه-واژهنامه-۱"),
            ("हिन्दी भाषा १२", "हनद-भष-१२"),
            ("İstanbul ŞEHİR", "istanbul-şehir"),
            ("한국어 가", "한국어-가"),
            ("1️⃣ Key", "1-key"),
            ("Ǆ ǅ", "ǆ-ǆ"),
        ] {
            assert_eq!(HeadingIds::Hugo.give(&mut ids, text), id);
        }
    }
}
