//! Paths of pages: converts files and URLs to a form that can be compared.

use percent_encoding::percent_decode_str;
use url::Url;

use crate::path::composed;

/// Decodes the path of a URL and converts it to composed Unicode form (NFC).
pub(super) fn decoded(path: &str) -> String {
    composed(&percent_decode_str(path).decode_utf8_lossy()).into_owned()
}

/// Returns the key of a page: its path without leading or trailing slashes, `index.html`, or the extension of HTML
/// files. Pages whose URLs differ only in form have the same key.
pub(super) fn key(path: &str) -> &str {
    let path = path.trim_matches('/');
    let bare = path.strip_suffix(".html").or_else(|| path.strip_suffix(".htm")).unwrap_or(path);
    match bare.strip_suffix("index") {
        Some(folder) if bare.len() < path.len() && (folder.is_empty() || folder.ends_with('/')) => {
            folder.trim_end_matches('/')
        }
        _ => bare,
    }
}

/// Returns the URL of the page in a file, with or without the extension. Hosts with clean URLs serve pages without the
/// extension.
pub(super) fn url(file: &str, is_clean: bool) -> String {
    let key = key(file);
    let name = file.rsplit('/').next().unwrap_or(file);
    match name {
        "index.html" | "index.htm" if key.is_empty() => "/".to_owned(),
        "index.html" | "index.htm" => format!("/{key}/"),
        _ if is_clean => format!("/{key}"),
        _ => format!("/{file}"),
    }
}

/// Whether a file is an HTML document.
pub(super) fn is_html(file: &str) -> bool {
    file.ends_with(".html") || file.ends_with(".htm")
}

/// Whether a file is the not-found page that a host shows.
pub(super) fn is_not_found(file: &str) -> bool {
    key(file).rsplit('/').next() == Some("404")
}

/// The origin of a site if its own origin is unknown.
pub(super) const ORIGIN: &str = "http://site.invalid";

/// Resolves a URL in a document at a path of [`ORIGIN`]. Returns `None` if the URL can't be compared.
pub(super) fn resolve(page: &Url, base: Option<&str>, href: &str) -> Option<Url> {
    let base = base.and_then(|base| page.join(base).ok());
    let url = base.as_ref().unwrap_or(page).join(href).ok()?;
    (!matches!(url.scheme(), "javascript" | "data" | "blob" | "about")).then_some(url)
}

/// Returns the name of a file without the hash that a bundler adds to it: `logo.3f2a9c.png` and `logo-3f2a9c.png`
/// become `logo.png`.
pub(super) fn without_hash(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let is_hash = |part: &str| {
        let has = |kind: fn(&char) -> bool| part.chars().any(|c| kind(&c));
        part.len() >= 6
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && has(char::is_ascii_alphabetic)
            && (has(char::is_ascii_digit) || has(char::is_ascii_uppercase))
    };
    let last = stem.rfind(['.', '-', '~']).or_else(|| stem.rfind('_'));
    let cut = last.filter(|at| *at > 0 && is_hash(&stem[at + 1..]));
    format!("{}.{extension}", &stem[..cut.unwrap_or(stem.len())]).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_one_key_and_several_urls() {
        for (file, expected, plain, clean) in [
            ("index.html", "", "/", "/"),
            ("a/index.html", "a", "/a/", "/a/"),
            ("a.html", "a", "/a.html", "/a"),
            ("a/b.htm", "a/b", "/a/b.htm", "/a/b"),
            ("myindex.html", "myindex", "/myindex.html", "/myindex"),
            ("index/index.html", "index", "/index/", "/index/"),
        ] {
            assert_eq!(key(file), expected, "{file}");
            assert_eq!((&*url(file, false), &*url(file, true)), (plain, clean), "{file}");
        }
        assert_eq!(
            (key("/a/"), key("/a"), key("/a.html"), key("/index"), key("/v1.2/")),
            ("a", "a", "a", "index", "v1.2")
        );
        assert_eq!(decoded("/caf%C3%A9%20x%"), "/café x%");
        assert_eq!(decoded("cafe\u{301}"), "café");
        assert!(is_not_found("fr/404.html") && is_not_found("404/index.html") && !is_not_found("a404.html"));
    }

    #[test]
    fn hashes_in_names_of_files_do_not_count() {
        for (name, expected) in [
            ("/assets/logo-3f2a9c1b.png", "logo.png"),
            ("logo.DhX3a_91.svg", "logo.svg"),
            ("logo.png", "logo.png"),
            ("my-picture.png", "my-picture.png"),
            ("Photo.JPG", "photo.jpg"),
            ("2024-report.pdf", "2024-report.pdf"),
            ("screen-20240101.png", "screen-20240101.png"),
            ("photo_3f2a9c.webp", "photo.webp"),
        ] {
            assert_eq!(without_hash(name), expected);
        }
    }
}
