//! Reads URLs as browsers do: the scheme, the host, and whether the URL runs a script.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// The ASCII characters to percent-encode in a URL (RFC 3986, appendix A). A `%` isn't included, because it's already
/// part of an escape.
pub(crate) const NOT_IN_URLS: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Returns the URL of a link on a site, given the site's scheme and host. Unlike a link on a page, the URL contains only
/// ASCII characters, because programs that aren't browsers also read it.
pub(crate) fn absolute_url(site: &str, href: &str) -> String {
    format!("{site}{}", utf8_percent_encode(href, NOT_IN_URLS))
}

/// Normalizes a URL: removes surrounding control characters and spaces, and all tabs and line breaks (URL Standard,
/// 4.4).
fn bare(url: &str) -> impl Iterator<Item = char> {
    let blank = |c: char| c <= ' ';
    url.trim_matches(blank).chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'))
}

/// Returns the scheme of a URL in lowercase, even if tabs or line breaks disguise it. Returns `None` for a relative
/// URL.
pub(crate) fn scheme(url: &str) -> Option<String> {
    let mut scheme = String::new();
    for c in bare(url) {
        match c {
            ':' if !scheme.is_empty() => return Some(scheme),
            'a'..='z' | 'A'..='Z' => scheme.push(c.to_ascii_lowercase()),
            '0'..='9' | '+' | '-' | '.' if !scheme.is_empty() => scheme.push(c),
            _ => return None,
        }
    }
    None
}

/// Whether a URL refers to a file on the author's computer: it's a `file:` URL, or a Windows path with a drive letter.
pub(crate) fn is_on_disk(url: &str) -> bool {
    scheme(url).is_some_and(|scheme| scheme == "file" || scheme.len() == 1)
}

/// Returns the media type of a `data:` URL, in lowercase and without parameters. The result can be empty.
fn media_type(url: &str) -> String {
    bare(url)
        .skip_while(|c| *c != ':')
        .skip(1)
        .take_while(|c| !matches!(c, ',' | ';'))
        .collect::<String>()
        .to_lowercase()
}

/// Whether following a URL runs a script that the URL contains, or opens a document that the URL contains and that
/// can run a script.
pub(crate) fn runs_script(url: &str) -> bool {
    // `pathname://` is followed by another URL.
    let url = url.strip_prefix("pathname://").unwrap_or(url);
    match scheme(url).as_deref() {
        Some("javascript" | "vbscript") => true,
        Some("data") => {
            let media_type = media_type(url);
            ["html", "xml", "xsl", "svg"].iter().any(|kind| media_type.contains(kind))
        }
        _ => false,
    }
}

/// Whether loading a URL as an image runs a script. Browsers don't run scripts in images, so an SVG is allowed.
pub(crate) fn runs_script_as_image(url: &str) -> bool {
    runs_script(url) && !is_image_data(url)
}

/// Whether the URL itself contains an image.
pub(crate) fn is_image_data(url: &str) -> bool {
    scheme(url).as_deref() == Some("data") && media_type(url).trim_start().starts_with("image/")
}

/// Returns the host and port that a browser connects to for a URL, in lowercase. Returns `None` if the URL refers to
/// the page's own host or has no host.
pub(crate) fn remote_host(url: &str) -> Option<String> {
    let bare: String = bare(url).collect();
    let is_slash = |c: char| matches!(c, '/' | '\\');
    let rest = match scheme(url).as_deref() {
        None if bare.starts_with(is_slash) && bare[1..].starts_with(is_slash) => &*bare,
        Some("http" | "https" | "ws" | "wss" | "ftp") => &bare[bare.find(':')? + 1..],
        _ => return None,
    };
    let rest = rest.trim_start_matches(is_slash);
    let authority = &rest[..rest.find(|c| is_slash(c) || matches!(c, '?' | '#')).unwrap_or(rest.len())];
    Some(authority.rsplit('@').next().unwrap_or(authority).to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_what_browsers_ask() {
        for (url, expected) in [
            ("https://CDN.example.com/a.png", Some("cdn.example.com")),
            ("https://cdn.example.com:8080?x", Some("cdn.example.com:8080")),
            ("https:cdn.example.com", Some("cdn.example.com")),
            ("//cdn.example.com", Some("cdn.example.com")),
            ("/\\cdn.example.com", Some("cdn.example.com")),
            ("\\\\cdn.example.com\\a", Some("cdn.example.com")),
            ("/\t/cdn.example.com", Some("cdn.example.com")),
            ("ht\ntp://good.example@cdn.example.com/", Some("cdn.example.com")),
            ("https://cdn.example.com\\@good.example", Some("cdn.example.com")),
            ("/a.png", None),
            ("a//b.png", None),
            ("data:image/png;base64,", None),
        ] {
            assert_eq!(remote_host(url).as_deref(), expected, "{url:?}");
        }
    }

    #[test]
    fn schemes_are_what_browsers_read() {
        for (url, expected) in [
            ("https://a", Some("https")),
            ("\u{1} Java\tScript\n:x", Some("javascript")),
            ("a+b-c.1:x", Some("a+b-c.1")),
            ("1a:x", None),
            (":x", None),
            ("./a:b", None),
            ("a b:c", None),
            ("#a:b", None),
            ("//a:1", None),
            ("", None),
        ] {
            assert_eq!(scheme(url).as_deref(), expected, "{url:?}");
        }
    }

    #[test]
    fn a_url_with_a_script_or_a_document_runs_one_and_an_image_does_not() {
        for (url, runs, runs_as_image, is_image) in [
            ("javascript:x", true, true, false),
            (" Java\tScript:x", true, true, false),
            ("vbscript:x", true, true, false),
            ("pathname://javascript:x", true, true, false),
            ("data:text/html,x", true, true, false),
            ("DATA:TEXT/HTML,x", true, true, false),
            ("data:application/xml;a=b,x", true, true, false),
            ("data:text/xsl,x", true, true, false),
            ("data:image/svg+xml;base64,x", true, false, true),
            ("data: image/svg+xml,x", true, false, true),
            ("data:image/png;base64,x", false, false, true),
            ("data:text/plain;a=html,image/svg", false, false, false),
            ("data:,html", false, false, false),
            ("image:image/svg", false, false, false),
            ("https://html.example/a.svg", false, false, false),
            ("/a.html", false, false, false),
        ] {
            assert_eq!(runs_script(url), runs, "{url:?}");
            assert_eq!(runs_script_as_image(url), runs_as_image, "{url:?}");
            assert_eq!(is_image_data(url), is_image, "{url:?}");
        }
    }
}
