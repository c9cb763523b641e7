//! Slugs and titles from names of every shape.

use std::collections::{HashMap, HashSet};

/// The longest slug: with the folders and the extension around it, it must be a name of a file everywhere.
const MAX_SLUG: usize = 120;

/// The slugs of a document, each once.
#[derive(Default)]
pub(super) struct Slugs {
    taken: HashSet<Box<str>>,
    /// The last number given to a slug.
    numbers: HashMap<Box<str>, usize>,
}

impl Slugs {
    pub(super) fn reserving(slug: &str) -> Self {
        let mut slugs = Slugs::default();
        slugs.taken.insert(slug.into());
        slugs
    }

    /// A slug that no other page has, and whether it had to be changed for that.
    pub(super) fn assign(&mut self, wanted: &str) -> (Box<str>, bool) {
        if self.taken.insert(wanted.into()) {
            return (wanted.into(), false);
        }
        let number = self.numbers.entry(wanted.into()).or_insert(1);
        loop {
            *number += 1;
            let slug = format!("{wanted}-{number}");
            if self.taken.insert(slug.as_str().into()) {
                return (slug.into(), true);
            }
        }
    }
}

/// A name of any shape in kebab case: `getHTTPResponse`, `get_http_response` and `Get HTTP/response` are
/// `get-http-response`. Letters of any script stay; what is long is cut. Empty when there is no letter or digit.
pub(in crate::openapi) fn kebab(name: &str) -> String {
    let mut slug = String::with_capacity(name.len() + 4);
    let mut characters = name.chars();
    let mut previous = ' ';
    while let Some(character) = characters.next() {
        if !character.is_alphanumeric() {
            previous = ' ';
            // Two names that differ in a sign alone shall not be the same word.
            if !slug.is_empty() && !slug.ends_with('-') && character != '\'' {
                slug.push('-');
            }
            continue;
        }
        let begins = character.is_uppercase()
            && (previous.is_lowercase()
                || previous.is_numeric()
                || (previous.is_uppercase() && word_follows(&characters)));
        if begins {
            slug.push('-');
        }
        slug.extend(character.to_lowercase().filter(|c| c.is_alphanumeric()));
        previous = character;
        if slug.len() > MAX_SLUG * 4 {
            break;
        }
    }
    cut(&slug)
}

/// Whether the capital before this is the first letter of a word: the last one of `HTTPResponse`, but not of `APIs`, nor of
/// `IPv6`.
fn word_follows(rest: &std::str::Chars<'_>) -> bool {
    let mut next = rest.clone();
    next.next().is_some_and(char::is_lowercase) && next.next().is_some_and(char::is_lowercase)
}

/// A slug that a writer chose, kept as it is where it can be one.
pub(super) fn chosen(slug: &str) -> String {
    let good = |c: char| c.is_alphanumeric() && !c.is_uppercase() || matches!(c, '-' | '_' | '.' | '~');
    match !slug.is_empty() && slug.chars().all(good) && !slug.starts_with('.') && slug.len() <= MAX_SLUG {
        true => slug.to_owned(),
        false => kebab(slug),
    }
}

fn cut(slug: &str) -> String {
    let mut end = slug.len();
    if end > MAX_SLUG {
        end = MAX_SLUG;
        while !slug.is_char_boundary(end) {
            end -= 1;
        }
        // At a word, where there is one.
        end = slug[..end].rfind('-').filter(|at| *at > MAX_SLUG / 2).unwrap_or(end);
    }
    slug[..end].trim_matches('-').to_owned()
}

/// A name of any shape as words with a capital: `getHTTPResponse` is `Get HTTP response`.
pub(in crate::openapi) fn words(name: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut characters = name.chars();
    let mut previous = ' ';
    while let Some(character) = characters.next() {
        if matches!(character, '_' | '-' | '.' | '/' | ' ' | '\t' | '\n' | ':') {
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
            previous = ' ';
            continue;
        }
        if character.is_uppercase()
            && (previous.is_lowercase() || (previous.is_uppercase() && word_follows(&characters)))
            && !word.is_empty()
        {
            words.push(std::mem::take(&mut word));
        }
        word.push(character);
        previous = character;
    }
    words.extend((!word.is_empty()).then_some(word));
    let mut title = String::new();
    for (at, word) in words.iter().enumerate() {
        let acronym = word.chars().filter(|c| c.is_uppercase()).count() > 1;
        if at > 0 {
            title.push(' ');
        }
        match (at, acronym) {
            (_, true) => title.push_str(word),
            (0, _) => {
                let mut letters = word.chars();
                title.extend(letters.next().into_iter().flat_map(char::to_uppercase));
                title.push_str(letters.as_str());
            }
            _ => title.push_str(&word.to_lowercase()),
        }
    }
    title
}
