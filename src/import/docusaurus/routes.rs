//! The URL paths of pages and tags, and the URL paths that docgen assigns to the same files.

use icu_normalizer::DecomposingNormalizerBorrowed;
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;

use crate::path::SourcePath;

/// Joins the nonempty parts of a path.
pub(super) fn joined(parts: &[&str]) -> String {
    let parts = parts.iter().map(|part| part.trim_matches('/'));
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
}

/// Returns a name without the leading number, if any.
pub(super) fn without_number(name: &str) -> &str {
    crate::site::strip_number(name).1
}

/// Returns a document's URL path, and the URL path that docgen assigns to a document without a slug.
pub(super) fn doc_route(below: &str, id: Option<&str>, slug: Option<&str>, strips: bool) -> (String, String) {
    let strip = |name: &str| if strips { without_number(name).to_owned() } else { name.to_owned() };
    let stem = below.rsplit_once('.').map_or(below, |(stem, _)| stem);
    let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
    let folders: Vec<String> = folder.split('/').filter(|part| !part.is_empty()).map(strip).collect();
    let folder = folders.join("/");
    let written = folder_of(stem);
    let is_index_name = |name: &str, folder: &str| {
        matches!(name.to_lowercase().as_str(), "index" | "readme")
            || !folder.is_empty() && folder.eq_ignore_ascii_case(name)
    };
    // Docusaurus compares the names with their numbers.
    let is_index = is_index_name(name, written);
    let name = strip(name);
    let is_own_index = is_index_name(&name, folders.last().map_or("", String::as_str));
    let route = match slug {
        Some(slug) if slug.starts_with('/') => slug.to_owned(),
        Some(slug) => SourcePath::new(format!("{folder}/page")).join_sibling(slug).as_str().to_owned(),
        None if is_index => folder.clone(),
        None => joined(&[&folder, id.unwrap_or(&name)]),
    };
    let own = if is_own_index { folder } else { joined(&[&folder, &name]) };
    (route.trim_matches('/').to_owned(), own)
}

/// Returns the name of the folder that contains a file.
fn folder_of(path: &str) -> &str {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    folder.rsplit('/').next().unwrap_or_default()
}

/// Returns a post's URL path, and the URL path with a date that docgen assigns to a post without a slug. docgen uses the
/// `date` in the front matter, but Docusaurus uses the date in the path.
pub(super) fn post_route(below: &str, slug: Option<&str>, date: Option<&str>) -> (String, String) {
    let stem = below.rsplit_once('.').map_or(below, |(stem, _)| stem);
    let stem = stem.strip_suffix("/index").unwrap_or(stem);
    let dated = dated(stem);
    let is_same = |in_path: &str| date.is_none_or(|date| date.replace('-', "/").starts_with(in_path));
    let own = match &dated {
        Some((_, date, _)) if !is_same(date) => String::new(),
        Some((folder, date, name)) => {
            let last = name.rsplit('/').next().unwrap_or_default();
            let date = date.split('/').map(|part| format!("{part:0>2}")).collect::<Vec<_>>().join("/");
            if folder.is_empty() { format!("{date}/{last}") } else { String::new() }
        }
        None => String::new(),
    };
    let route = match (slug, dated) {
        (Some(slug), _) => slug.trim_matches('/').to_owned(),
        (None, Some((folder, date, name))) => joined(&[&date, &folder, &name]),
        (None, None) => stem.to_owned(),
    };
    (route, own)
}

/// Whether the path of a post contains a date.
pub(super) fn has_date(path: &SourcePath) -> bool {
    dated(path.as_str()).is_some()
}

/// Splits a path into the part before its last date, the date with slashes, and the part after the date.
fn dated(stem: &str) -> Option<(String, String, String)> {
    let is_date = |at: usize| {
        let rest = &stem[at..];
        let mut length = 0;
        for (index, digits) in [4..=4, 1..=2, 1..=2].into_iter().enumerate() {
            if index > 0 {
                rest[length..].starts_with(['-', '/']).then_some(())?;
                length += 1;
            }
            let count = rest[length..].bytes().take(*digits.end()).take_while(u8::is_ascii_digit).count();
            digits.contains(&count).then_some(())?;
            length += count;
        }
        Some(length)
    };
    let starts = (0..stem.len()).rev().filter(|at| stem.is_char_boundary(*at));
    let (at, length) = starts.filter_map(|at| Some((at, is_date(at)?))).next()?;
    let date = stem[at..at + length].replace('-', "/");
    let name = stem[at + length..].trim_start_matches(['-', '/']);
    Some((stem[..at].to_owned(), date, name.to_owned()))
}

/// Returns a standalone page's URL path, and the URL path that docgen assigns to a page without a slug.
pub(super) fn page_route(below: &str, slug: Option<&str>) -> (String, String) {
    let stem = below.rsplit_once('.').map_or(below, |(stem, _)| stem);
    let own = match stem.strip_suffix("index") {
        Some(folder) if folder.is_empty() || folder.ends_with('/') => folder.trim_matches('/'),
        _ => stem,
    };
    let route = slug.map_or(own, |slug| slug.trim_matches('/'));
    (route.to_owned(), own.to_owned())
}

/// Returns the words of a text, joined with hyphens, like `kebabCase` of lodash: each change of case and each change between
/// letters and digits starts a word.
pub(super) fn kebab_case(text: &str) -> String {
    let categories = CodePointMapData::<GeneralCategory>::new();
    let plain: Vec<char> = DecomposingNormalizerBorrowed::new_nfd()
        .normalize(text)
        .chars()
        .filter(|c| categories.get(*c) != GeneralCategory::NonspacingMark && !matches!(c, '\'' | '\u{2019}'))
        .collect();
    let mut out = String::new();
    for (at, c) in plain.iter().enumerate() {
        if !c.is_alphanumeric() {
            continue;
        }
        let before = at.checked_sub(1).map(|at| plain[at]).filter(|c| c.is_alphanumeric());
        let next_is_lower = plain.get(at + 1).is_some_and(|next| next.is_lowercase());
        let is_start = before.is_none_or(|before| {
            before.is_numeric() != c.is_numeric()
                || c.is_uppercase() && (!before.is_uppercase() || next_is_lower)
        });
        if is_start && !out.is_empty() {
            out.push('-');
        }
        out.extend(c.to_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::kebab_case;

    #[test]
    fn tags_have_the_words_of_lodash() {
        for (text, expected) in [
            ("1.19.4", "1-19-4"),
            ("Zig 0.15.x", "zig-0-15-x"),
            ("avanc\u{e9}", "avance"),
            ("game_test", "game-test"),
            ("gameTest", "game-test"),
            ("HTMLParser", "html-parser"),
            ("v2beta", "v-2-beta"),
            ("it's", "its"),
            ("C++", "c"),
        ] {
            assert_eq!(kebab_case(text), expected, "{text}");
        }
    }
}
