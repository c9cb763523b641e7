//! The redirect formats of hosts and servers.

use std::collections::HashSet;
use std::fmt::Write as _;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use serde_json::json;

use super::{Rule, Scope};
use crate::config::Host;
use crate::path::{Addressing, NOT_IN_URLS, RoutePath, encode_path};

/// The maximum number of rules for single paths that a host reads from `_redirects`.
const MOST_LINES: usize = 2_000;

/// The maximum number of redirects that Vercel reads.
const MOST_REDIRECTS: usize = 2_048;

/// The maximum number of routing rules for a bucket.
const MOST_ROUTING_RULES: usize = 50;

/// The characters to encode in a URL. `$` and single quotes have a special meaning in the formats.
const ENCODE: &AsciiSet = &NOT_IN_URLS.add(b'\'').add(b'$');

/// Returns the filename for a format.
pub(super) fn file_name(format: Host) -> &'static str {
    match format {
        Host::Netlify | Host::Cloudflare => "_redirects",
        Host::Vercel => "vercel.json",
        Host::Nginx => "docgen.nginx.conf",
        Host::Apache => ".htaccess",
        Host::S3 => "s3-website.json",
    }
}

/// Returns the rules in a format.
pub(super) fn write(format: Host, rules: &[Rule], at: &Addressing) -> String {
    let base = &*at.base_path();
    match format {
        Host::Netlify => lines(rules, at, "301!"),
        Host::Cloudflare => lines(rules, at, "301"),
        Host::Vercel => vercel(rules, base),
        Host::Nginx => nginx(rules, base),
        Host::Apache if rules.is_empty() => String::new(),
        Host::Apache => apache(rules),
        Host::S3 => s3(rules, base),
    }
}

/// Returns the website configuration of a bucket: the index and error pages, and routing rules. A rule matches all keys
/// with a prefix, so only folders and the paths in them have rules. The redirect pages handle all other paths.
fn s3(rules: &[Rule], base: &str) -> String {
    let prefix = |path: &str| path.trim_start_matches('/').to_owned();
    let folders: Vec<&RoutePath> =
        rules.iter().filter(|rule| rule.scope != Scope::One).map(|rule| &rule.from).collect();
    // A path in such a folder needs its own rule. Otherwise, the folder's rule would take precedence over the redirect
    // page.
    let is_in_folder = |rule: &Rule| {
        let rest = |folder: &&&RoutePath| rule.from.strip(folder).is_some_and(|rest| !rest.is_empty());
        folders.iter().any(|folder| rest(&folder))
    };
    let is_plain =
        |rule: &&Rule| !rule.to.contains(['?', '#']) && (rule.scope != Scope::One || is_in_folder(rule));
    let from = |rule: &Rule| prefix(&format!("{base}{}/", rule.from.as_str().trim_end_matches('/')));
    let mut known: Vec<(String, &Rule)> =
        rules.iter().filter(is_plain).map(|rule| (from(rule), rule)).collect();
    // The first rule that matches applies. A folder's rule also applies to the folder itself.
    known.sort_by_key(|(from, rule)| (std::cmp::Reverse(from.len()), rule.scope == Scope::One));
    let mut seen = HashSet::new();
    known.retain(|(from, _)| seen.insert(from.clone()));
    let rules = known.into_iter().take(MOST_ROUTING_RULES).map(|(from, rule)| {
        let key = if rule.scope == Scope::Rest { "ReplaceKeyPrefixWith" } else { "ReplaceKeyWith" };
        let mut redirect = json!({ "HttpRedirectCode": "301" });
        let to = match rule.to.split_once("://") {
            Some((protocol, rest)) => {
                let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
                redirect["Protocol"] = protocol.into();
                redirect["HostName"] = host.into();
                path
            }
            None => &rule.to,
        };
        redirect[key] = prefix(to).into();
        json!({ "Condition": { "KeyPrefixEquals": from }, "Redirect": redirect })
    });
    let rules: Vec<_> = rules.collect();
    let mut file = json!({ "IndexDocument": { "Suffix": "index.html" }, "ErrorDocument": { "Key": prefix(&format!("{base}/404.html")) } });
    if !rules.is_empty() {
        file["RoutingRules"] = rules.into();
    }
    serde_json::to_string_pretty(&file).expect("rules can be written as JSON") + "\n"
}

/// Encodes a URL as ASCII, without characters that have a special meaning in a format.
fn url(text: &str) -> String {
    utf8_percent_encode(text, ENCODE).to_string()
}

/// Returns the path of a route in ASCII, as it appears in requests.
fn request_path(base: &str, route: &RoutePath) -> String {
    let path = if route.is_root() { "" } else { route.as_str() };
    utf8_percent_encode(&encode_path(&format!("{base}{path}")), CONTROLS).to_string()
}

/// Returns `_redirects`, with one or two lines for each rule. `*` and `:word` would be placeholders, so the `*` or `:`
/// is percent-encoded.
fn lines(rules: &[Rule], at: &Addressing, status: &str) -> String {
    let base = &*at.base_path();
    let plain = |text: String| {
        let mut out = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '*' => out.push_str("%2A"),
                ':' if chars.peek().is_some_and(char::is_ascii_alphabetic) => out.push_str("%3A"),
                c => out.push(c),
            }
        }
        out
    };
    let ones = rules.iter().filter(|rule| rule.scope == Scope::One).count();
    let mut text = String::new();
    for rule in rules {
        let (from, to) = (plain(request_path(base, &rule.from)), plain(url(&rule.to)));
        match rule.scope {
            Scope::One => {
                // A path gets two lines, with and without the trailing slash. If the file would have too many lines,
                // each path gets only one line, and the redirect page handles the other form.
                let both = ones * 2 <= MOST_LINES;
                if !from.is_empty() && (both || !at.trailing_slash) {
                    let _ = writeln!(text, "{from} {to} {status}");
                }
                if both || at.trailing_slash || from.is_empty() {
                    let _ = writeln!(text, "{from}/ {to} {status}");
                }
            }
            Scope::All => {
                let _ = writeln!(text, "{from}/* {to} {status}");
            }
            Scope::Rest => {
                let _ = writeln!(text, "{from}/* {to}:splat {status}");
            }
        }
    }
    text
}

/// Returns `vercel.json`, with patterns in path-to-regexp syntax.
fn vercel(rules: &[Rule], base: &str) -> String {
    let source = |text: &str| escape(text, "\\.+*?=^!:${}()[]|");
    let target = |text: &str| {
        let host =
            text.find("://").map_or(0, |at| text[at + 3..].find('/').map_or(text.len(), |end| at + 3 + end));
        let mut out = text[..host].to_owned();
        for c in text[host..].chars() {
            match c {
                ':' | '(' | ')' | '*' | '+' | '[' | ']' | '!' => out.push_str(&format!("%{:02X}", c as u8)),
                c => out.push(c),
            }
        }
        out
    };
    // Even when escaped, pattern characters in the query of a target act as placeholders. The redirect page handles
    // paths with such a target.
    let is_plain = |rule: &&Rule| {
        let query = rule.to.split_once('?').map_or("", |(_, query)| query).replace('+', " ");
        !percent_decode_str(&query)
            .decode_utf8_lossy()
            .contains([':', '(', ')', '{', '}', '*', '+', '?', '\\'])
    };
    // Redirect pages handle single paths that exceed the limit, but not unknown paths in folders.
    let folders = rules.iter().filter(|rule| rule.scope != Scope::One).count();
    let mut spare = MOST_REDIRECTS.saturating_sub(folders);
    let fits = |rule: &&Rule| {
        rule.scope != Scope::One || {
            let fits = spare > 0;
            spare = spare.saturating_sub(1);
            fits
        }
    };
    let redirects: Vec<_> = rules
        .iter()
        .filter(is_plain)
        .filter(fits)
        .map(|rule| {
            let (from, to) = (source(&request_path(base, &rule.from)), target(&url(&rule.to)));
            let (from, to) = match rule.scope {
                Scope::One => (format!("{from}{{/}}?"), to),
                Scope::All => (format!("{from}/:rest(.*)"), to),
                Scope::Rest => (format!("{from}/:rest(.*)"), format!("{to}:rest")),
            };
            json!({ "source": from, "destination": to, "statusCode": 301 })
        })
        .collect();
    let mut text = serde_json::to_string_pretty(&json!({ "redirects": redirects }))
        .expect("redirects can be written as JSON");
    text.push('\n');
    text
}

/// Returns `location` blocks to include in an nginx `server` block.
fn nginx(rules: &[Rule], base: &str) -> String {
    let quoted = |text: &str| format!("\"{}\"", escape(text, "\"\\"));
    let mut text = String::new();
    for rule in rules {
        let path = format!("{base}{}", if rule.from.is_root() { "" } else { rule.from.as_str() });
        let to = url(&rule.to);
        let (bare, hash) = to.split_at(to.find('#').unwrap_or(to.len()));
        let arguments = if bare.contains('?') { "" } else { "$is_args$args" };
        let answer = format!("return 301 {};", quoted(&format!("{bare}{arguments}{hash}")));
        match rule.scope {
            Scope::One => {
                for slash in ["", "/"] {
                    if !path.is_empty() || slash == "/" {
                        let path = quoted(&format!("{path}{slash}"));
                        let _ = writeln!(text, "location = {path} {{ {answer} }}");
                    }
                }
            }
            Scope::All => {
                let _ = writeln!(text, "location ^~ {} {{ {answer} }}", quoted(&format!("{path}/")));
            }
            Scope::Rest => {
                // In nginx, a backslash is literal, except before a quote.
                let pattern = pattern(&path).replace('"', "\\\"");
                let pattern = format!("\"^{pattern}/(.*)$\"");
                let to = quoted(&format!("{to}$1"));
                let _ = writeln!(
                    text,
                    "location ^~ {} {{ rewrite {pattern} {to} permanent; }}",
                    quoted(&format!("{path}/"))
                );
            }
        }
    }
    text
}

/// Returns `.htaccess`. The patterns in `.htaccess` match the path below the file's folder, which is the output folder.
fn apache(rules: &[Rule]) -> String {
    // `%` and `$` have a special meaning in a target.
    let target = |text: &str| escape(text, "\\%$");
    // Between quotes, nothing can be escaped.
    let quoted = |pattern: &str| format!("\"{}\"", pattern.replace('"', "\\x22"));
    let mut text = "<IfModule mod_rewrite.c>\nRewriteEngine On\n".to_owned();
    for rule in rules {
        let path = pattern(rule.from.as_str().trim_start_matches('/'));
        let to = target(&url(&rule.to));
        match rule.scope {
            Scope::One | Scope::All => {
                let path = match (rule.scope, path.is_empty()) {
                    (Scope::One, true) => "^$".to_owned(),
                    (Scope::One, false) => format!("^{path}/?$"),
                    _ => format!("^{path}/"),
                };
                let path = quoted(&path);
                // Without this rule, Apache would append a request's query after the fragment.
                if let Some((bare, hash)) = to.split_once('#').filter(|(bare, _)| !bare.contains('?')) {
                    let _ = writeln!(text, "RewriteCond %{{QUERY_STRING}} .");
                    let _ =
                        writeln!(text, "RewriteRule {path} \"{bare}?%{{QUERY_STRING}}#{hash}\" [R=301,L,NE]");
                }
                let _ = writeln!(text, "RewriteRule {path} \"{to}\" [R=301,L,NE]");
            }
            // Apache decodes the rest of the path. Therefore, the whole target is decoded here, and Apache encodes the
            // target again.
            Scope::Rest => {
                let path = quoted(&format!("^{path}/(.*)$"));
                let to = percent_decode_str(&rule.to).decode_utf8_lossy();
                let quote = if to.contains('"') { '\'' } else { '"' };
                let _ = writeln!(text, "RewriteRule {path} {quote}{}$1{quote} [R=301,L]", target(&to));
            }
        }
    }
    text.push_str("</IfModule>\n");
    text
}

/// Escapes text for a PCRE pattern.
fn pattern(text: &str) -> String {
    escape(text, "\\.+*?^$|()[]{}-#")
}

/// Puts a backslash before each of the `special` characters.
fn escape(text: &str, special: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if special.contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
