//! Converts text to a segment of a URL or to the ID of a heading.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

/// Converts text to a slug in lowercase. Keeps letters, marks, and digits of any script, `_`, and `-`. Replaces each
/// space with `-` and drops all other characters. GitHub uses the same rule for headings, so links that are written for
/// GitHub work. The result can be empty, as for a heading that contains only emoji.
pub(crate) fn slugify(text: &str) -> String {
    let mut slug = text.to_lowercase();
    slug.retain(|c| c == ' ' || is_kept(c));
    if slug.contains(' ') { slug.replace(' ', "-") } else { slug }
}

/// Whether a character stays: `-`, and Unicode's alphabetic characters, marks, decimal numbers, and connectors.
fn is_kept(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    }
    let category = || CodePointMapData::<GeneralCategory>::new().get(c);
    let others = [GeneralCategory::DecimalNumber, GeneralCategory::ConnectorPunctuation];
    c.is_alphabetic() || is_mark(c) || others.contains(&category())
}

/// Whether a character combines with the previous character. Examples are vowel signs, tone marks, accents, and emoji
/// variation selectors.
pub(crate) fn is_mark(c: char) -> bool {
    !c.is_ascii() && GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}

/// Whether a character is a letter or a decimal digit of any script.
pub(crate) fn is_letter_or_digit(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    GeneralCategoryGroup::Letter.contains(category) || category == GeneralCategory::DecimalNumber
}

#[cfg(test)]
pub(crate) mod tests;
