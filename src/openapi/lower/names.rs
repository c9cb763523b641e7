//! Creates slugs and titles from arbitrary names.

use crate::path::UniqueNames;
use crate::source::floor;

/// The maximum length of a slug. A slug with its folders and extension has to be a valid path on every system.
const MAX_SLUG: usize = 120;

/// Returns `text`, or `other` if `text` is empty.
pub(super) fn or<'a>(text: &'a str, other: &'a str) -> &'a str {
    if text.is_empty() { other } else { text }
}

/// Returns a slug that no other page of the document has.
pub(super) fn unique(slugs: &mut UniqueNames, wanted: &str) -> Box<str> {
    slugs.give(wanted.to_owned(), |slug, number| format!("{slug}-{number}")).into()
}

/// Converts any name to kebab case: `getHTTPResponse`, `get_http_response`, and `Get HTTP/response` become
/// `get-http-response`. Letters in any script are kept, and long names are truncated. The result is empty if the name
/// has no letter or digit.
pub(crate) fn kebab(name: &str) -> String {
    let mut slug = String::with_capacity(name.len() + 4);
    let mut characters = name.chars();
    let mut previous = ' ';
    while let Some(character) = characters.next() {
        if !character.is_alphanumeric() {
            previous = ' ';
            // Names that differ only in a symbol must not become the same word.
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

/// Whether the capital letter before `rest` starts a word, as in `HTTPResponse`, but not in `APIs` or `IPv6`.
fn word_follows(rest: &std::str::Chars<'_>) -> bool {
    let mut next = rest.clone();
    next.next().is_some_and(char::is_lowercase) && next.next().is_some_and(char::is_lowercase)
}

/// Returns the slug that the writer chose. An invalid slug is converted to kebab case.
pub(super) fn chosen(slug: &str) -> String {
    let good = |c: char| c.is_alphanumeric() && !c.is_uppercase() || matches!(c, '-' | '_' | '.' | '~');
    if !slug.is_empty() && slug.chars().all(good) && !slug.starts_with('.') && slug.len() <= MAX_SLUG {
        slug.to_owned()
    } else {
        kebab(slug)
    }
}

fn cut(slug: &str) -> String {
    let mut end = slug.len();
    if end > MAX_SLUG {
        end = floor(slug, MAX_SLUG);
        // Prefer a word boundary.
        end = slug[..end].rfind('-').filter(|at| *at > MAX_SLUG / 2).unwrap_or(end);
    }
    slug[..end].trim_matches('-').to_owned()
}

/// Acronyms that are often lowercase in names.
const ACRONYMS: &str = "acl ai api asn cdn cidr cors cpu csr css csv db dns faq ftp gps gpu html http https iam iban icmp id \
     ip isbn iso json jwk jwks jwt kpi ldap mfa nat nfc os otp pdf png qr ram rpc rsa rss saml scim sdk \
     sftp sku sla sms smtp sql ssd ssh ssl sso svg tcp tls ttl udp ui uri url usb utc uuid vlan vpn xml";

/// Terms with unusual capitalization, each in lowercase and in its usual form.
const TERMS: [(&str, &str); 6] = [
    ("graphql", "GraphQL"),
    ("ipv4", "IPv4"),
    ("ipv6", "IPv6"),
    ("oauth", "OAuth"),
    ("oauth2", "OAuth2"),
    ("openapi", "OpenAPI"),
];

/// Converts any name to a title: `getHTTPResponse` becomes `Get HTTP response`, and `listV1UserIds` becomes
/// `List v1 user IDs`. The result is empty if the name has no letter or digit.
pub(crate) fn words(name: &str) -> String {
    let mut parts = split(name).into_iter().peekable();
    let is_capital = |c: char| c.is_uppercase() || !c.is_alphabetic();
    let shouts = parts.len() > 1 && name.chars().all(is_capital);
    let mut title = String::new();
    while let Some(mut part) = parts.next() {
        if let Some(next) = parts.peek()
            && term(&format!("{part}{next}")).is_some()
        {
            part.push_str(next);
            parts.next();
        }
        let word = styled(&part, shouts);
        if title.is_empty() {
            let mut letters = word.chars();
            title.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            title.push_str(letters.as_str());
        } else {
            title.push(' ');
            title.push_str(&word);
        }
    }
    title
}

/// Returns the words of a name, with their original capitalization.
fn split(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut characters = name.chars();
    let mut previous = ' ';
    while let Some(character) = characters.next() {
        if !character.is_alphanumeric() && character != '\'' && !is_mark(character) {
            words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
            previous = ' ';
            continue;
        }
        let begins = match character {
            _ if word.is_empty() => false,
            upper if upper.is_uppercase() => {
                previous.is_lowercase()
                    || (previous.is_uppercase() && word_follows(&characters))
                    // Split `v1Users`, but not `2FA`.
                    || (previous.is_numeric()
                        && (word_follows(&characters) || !word.starts_with(char::is_numeric)))
            }
            digit if digit.is_numeric() => {
                previous.is_lowercase() && !word.eq_ignore_ascii_case("v") && acronym_follows(&characters)
            }
            _ => false,
        };
        if begins {
            words.push(std::mem::take(&mut word));
        }
        word.push(character);
        previous = character;
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// Whether a character combines with the letter before it, like the vowel signs of many scripts.
fn is_mark(character: char) -> bool {
    !character.is_ascii() && !character.is_whitespace() && !character.is_ascii_punctuation()
}

/// Whether the digit before `rest` starts an acronym, such as `2FA` or `3D`.
fn acronym_follows(rest: &std::str::Chars<'_>) -> bool {
    let mut rest = rest.clone().skip_while(|c| c.is_numeric()).peekable();
    let mut capitals = 0;
    while rest.next_if(|c| c.is_uppercase()).is_some() {
        capitals += 1;
    }
    let of_next_word = usize::from(rest.peek().is_some_and(|c| c.is_lowercase()));
    (1..=2).contains(&(capitals - of_next_word.min(capitals)))
}

fn term(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    TERMS.iter().find(|(small, _)| *small == word).map(|(_, written)| *written)
}

/// Returns the form that a word has in the middle of a sentence. `shouts` means that the whole name is in uppercase.
fn styled(word: &str, shouts: bool) -> String {
    let small = word.to_lowercase();
    if let Some(term) = term(&small) {
        return term.to_owned();
    }
    let is_acronym = |word: &str| ACRONYMS.split(' ').any(|acronym| acronym == word);
    if is_acronym(&small) {
        return small.to_uppercase();
    }
    if let Some(one) = small.strip_suffix('s').filter(|one| is_acronym(one)) {
        return one.to_uppercase() + "s";
    }
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    // `S3` and `3D` are names, but `V1` is a version.
    let is_code = !small.starts_with('v') && word.chars().take(2).any(char::is_numeric);
    if !shouts && (capitals > 1 || capitals == 1 && is_code) { word.to_owned() } else { small }
}
