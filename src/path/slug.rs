//! Words as one segment of a URL or as the id of a heading.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};

/// Turns words into one segment of a URL or the id of a heading: lower case, letters, marks, digits, `_` and `-` kept in
/// any script, each space one `-`, the rest dropped. The rule is the one GitHub uses for headings, so links written for it
/// work here. The result may be empty (a heading of emoji alone).
pub(crate) fn slugify(text: &str) -> String {
    let mut slug = text.to_lowercase();
    slug.retain(|c| c == ' ' || is_kept(c));
    if slug.contains(' ') { slug.replace(' ', "-") } else { slug }
}

/// Whether a character stays: of those that Unicode calls alphabetic, marks, decimal numbers and connectors, and `-`.
fn is_kept(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    }
    let category = || CodePointMapData::<GeneralCategory>::new().get(c);
    let others = [GeneralCategory::DecimalNumber, GeneralCategory::ConnectorPunctuation];
    c.is_alphabetic() || is_mark(c) || others.contains(&category())
}

/// Whether a character belongs to the one before it: the vowel signs and tones of many scripts, accents, and what
/// chooses how an emoji looks.
pub(crate) fn is_mark(c: char) -> bool {
    !c.is_ascii() && GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}

#[cfg(test)]
pub(crate) mod tests;
