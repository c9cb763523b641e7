//! Reads the redirect rules of hosts and servers: `_redirects`, `vercel.json`, `.htaccess`, and nginx locations.
//! Rules that have conditions other than the path are left out.

use std::collections::BTreeMap;

use regex_lite::Regex;
use serde_json::Value as Json;

use super::address::decoded;

/// A site's rules.
#[derive(Default)]
pub(super) struct Rules {
    /// Targets by path. Paths are decoded and have no trailing slash.
    exact: BTreeMap<String, String>,
    patterns: Vec<(Regex, String)>,
}

/// The maximum number of patterns to read. Every missing path is compared with each pattern.
const PATTERNS: usize = 5000;

impl Rules {
    /// Reads the rules in a file at the root of a site, if the file's name belongs to a known format. `base` is the
    /// path that the site is published under, with slashes at both ends.
    pub(super) fn read(&mut self, file: &str, text: &str, base: &str) {
        match file {
            "_redirects" => text.lines().for_each(|line| self.read_line(line)),
            "vercel.json" => self.read_json(text),
            ".htaccess" => self.read_apache(text, base),
            _ if is_nginx(file) => self.read_nginx(text),
            _ => {}
        }
    }

    /// Whether a file contains rules.
    pub(super) fn is_format(file: &str) -> bool {
        matches!(file, "_redirects" | "vercel.json" | ".htaccess") || is_nginx(file)
    }

    /// Returns the target for a decoded path that starts with a slash.
    pub(super) fn find(&self, path: &str) -> Option<String> {
        let bare = path.trim_end_matches('/');
        if let Some(target) = self.exact.get(bare) {
            return Some(target.clone());
        }
        self.patterns.iter().find_map(|(pattern, target)| {
            let found = pattern.captures(path)?;
            let mut out = String::new();
            found.expand(target, &mut out);
            Some(out)
        })
    }

    /// Returns the paths that have their own rules, decoded and without a trailing slash.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.exact.keys().map(String::as_str)
    }

    fn add_exact(&mut self, from: &str, to: &str) {
        self.exact.entry(decoded(from).trim_end_matches('/').to_owned()).or_insert_with(|| to.to_owned());
    }

    /// Adds a pattern with the target as a template, where `$` starts a placeholder.
    fn add_pattern(&mut self, pattern: &str, to: String) {
        if self.patterns.len() < PATTERNS
            && let Ok(pattern) = Regex::new(pattern)
        {
            self.patterns.push((pattern, to));
        }
    }

    /// Reads a line of `_redirects`: a path, conditions, a target, and a status.
    fn read_line(&mut self, line: &str) {
        let line = line.split(" #").next().unwrap_or(line).trim();
        let parts: Vec<&str> = line.split_whitespace().collect();
        let (Some(from), Some(to)) = (parts.first(), parts.get(1)) else { return };
        if [from, to].iter().any(|part| !part.starts_with('/') && !part.contains("://")) {
            return;
        }
        let status = parts.get(2).map_or("301", |status| status.trim_end_matches('!'));
        if parts.len() > 3 || !is_redirect(status) {
            return;
        }
        let from = path_of(from);
        let is_pattern = from.contains('*') || from.split('/').any(|part| part.starts_with(':'));
        if !is_pattern {
            return self.add_exact(from, to);
        }
        let mut pattern = "^".to_owned();
        for (index, part) in from.split('/').enumerate() {
            let slash = if index == 0 { "" } else { "/" };
            match part.strip_prefix(':').filter(|name| is_name(name)) {
                Some(name) => pattern.push_str(&format!("{slash}(?P<{name}>[^/]+)")),
                None if part == "*" => pattern.push_str("(?:/(?P<splat>.*))?"),
                None => pattern
                    .push_str(&format!("{slash}{}", regex_lite::escape(&decoded(part)).replace("\\*", ".*"))),
            }
        }
        self.add_pattern(&format!("{pattern}/?$"), placeholders(to));
    }

    /// Reads the redirects of `vercel.json`.
    fn read_json(&mut self, text: &str) {
        let config: Json = serde_json::from_str(text).unwrap_or_default();
        for rule in config["redirects"].as_array().into_iter().flatten() {
            let (Some(from), Some(to)) = (rule["source"].as_str(), rule["destination"].as_str()) else {
                continue;
            };
            if rule.get("has").is_some() || rule.get("missing").is_some() {
                continue;
            }
            match path_pattern(from) {
                Path::Exact(path) => self.add_exact(&path, to),
                Path::Pattern(pattern) => self.add_pattern(&pattern, placeholders(to)),
            }
        }
    }

    /// Reads `Redirect`, `RedirectMatch`, and `RewriteRule`.
    fn read_apache(&mut self, text: &str, base: &str) {
        let mut has_condition = false;
        for line in text.lines() {
            let words = arguments(line);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let after_condition =
                std::mem::replace(&mut has_condition, words.first() == Some(&"RewriteCond"));
            match words[..] {
                ["RewriteRule", from, to, flags] if !after_condition && flags.contains('R') => {
                    let from = format!("^{}{}", regex_lite::escape(base), from.trim_start_matches('^'));
                    let to = to.replace("\\$", "\0").replace("\\%", "%").replace('\\', "");
                    self.add_pattern(&from, braced(&to).replace('\0', "$$"));
                }
                ["Redirect" | "RedirectPermanent", from, to] => self.add_exact(from, to),
                ["Redirect", status, from, to] if is_redirect(status) => self.add_exact(from, to),
                ["RedirectMatch", from, to] => self.add_pattern(from, braced(to)),
                ["RedirectMatch", status, from, to] if is_redirect(status) => {
                    self.add_pattern(from, braced(to))
                }
                _ => {}
            }
        }
    }

    /// Reads locations that return a redirect or that rewrite URLs to a redirect.
    fn read_nginx(&mut self, text: &str) {
        for line in text.lines().map(str::trim).filter(|line| line.starts_with("location ")) {
            let words = arguments(&line.replace(';', " ; "));
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match words[..] {
                ["location", "=", from, "{", "return", status, to, ..] if is_redirect(status) => {
                    self.add_exact(from, &to.replace("$is_args$args", ""));
                }
                ["location", "^~", from, "{", "return", status, to, ..] if is_redirect(status) => {
                    let to = to.replace("$is_args$args", "").replace('$', "$$");
                    self.add_pattern(&format!("^{}", regex_lite::escape(from)), to);
                }
                ["location", .., "{", "rewrite", from, to, "permanent" | "redirect", _, _] => {
                    self.add_pattern(from, braced(to));
                }
                _ => {}
            }
        }
    }
}

fn is_nginx(file: &str) -> bool {
    file == "nginx.conf" || file.ends_with(".nginx.conf")
}

fn is_redirect(status: &str) -> bool {
    matches!(status, "301" | "302" | "303" | "307" | "308" | "permanent" | "temp" | "seeother")
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Returns the path of a URL.
fn path_of(url: &str) -> &str {
    match url.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |at| &rest[at..]),
        None => url,
    }
}

/// Converts placeholders such as `:splat` and `:rest*` to the placeholders of a template.
fn placeholders(to: &str) -> String {
    let mut out = String::new();
    let mut rest = to;
    while let Some(at) = rest.find(':') {
        let name = &rest[at + 1..];
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
        out.push_str(&rest[..at].replace('$', "$$"));
        if is_name(&name[..end]) {
            out.push_str(&format!("${{{}}}", &name[..end]));
            rest = name[end..].trim_start_matches('*');
        } else {
            out.push(':');
            rest = name;
        }
    }
    out + &rest.replace('$', "$$")
}

/// Converts `$1` to `${1}` so that letters after the placeholder aren't part of its name.
fn braced(to: &str) -> String {
    let mut out = String::new();
    let mut chars = to.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(digit) if c == '$' && digit.is_ascii_digit() => {
                out.push_str(&format!("${{{digit}}}"));
                chars.next();
            }
            _ => out.push(c),
        }
    }
    out
}

enum Path {
    Exact(String),
    Pattern(String),
}

/// Converts a path in the syntax of path-to-regexp: escapes, `:name`, `:name*`, `:name(pattern)`, `(pattern)`, and `{/}?`.
fn path_pattern(from: &str) -> Path {
    let (mut plain, mut pattern, mut is_exact) = (String::new(), "^".to_owned(), true);
    let mut rest = from.strip_suffix("{/}?").unwrap_or(from);
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let name = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(after.len());
        match c {
            '\\' => {
                let escaped = after.chars().next().map_or(0, char::len_utf8);
                plain.push_str(&after[..escaped]);
                pattern.push_str(&regex_lite::escape(&after[..escaped]));
                rest = &after[escaped..];
            }
            ':' if is_name(&after[..name]) => {
                is_exact = false;
                let group = format!("(?P<{}>", &after[..name]);
                rest = &after[name..];
                if let Some(end) = rest.strip_prefix('(').and_then(|inner| inner.find(')')) {
                    pattern.push_str(&format!("{group}{})", &rest[1..=end]));
                    rest = &rest[end + 2..];
                } else if let Some(others) = rest.strip_prefix('*') {
                    pattern = format!("{}(?:/{group}.*))?", pattern.trim_end_matches('/'));
                    rest = others;
                } else {
                    pattern.push_str(&format!("{group}[^/]+)"));
                }
            }
            '(' | ')' | '*' | '?' | '+' | '|' | '.' if c != '.' || after.starts_with(['*', '+']) => {
                is_exact = false;
                pattern.push(c);
                rest = after;
            }
            _ => {
                plain.push(c);
                pattern.push_str(&regex_lite::escape(&decoded(c.encode_utf8(&mut [0; 4]))));
                rest = after;
            }
        }
    }
    if is_exact { Path::Exact(plain) } else { Path::Pattern(format!("{pattern}/?$")) }
}

/// Splits a line into its words, which can be in quotes. In quotes, a backslash is kept, except before a quote.
fn arguments(line: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut chars = line.trim().chars().peekable();
    while let Some(&c) = chars.peek() {
        let mut word = String::new();
        match c {
            '#' if out.is_empty() => break,
            '"' | '\'' => {
                chars.next();
                while let Some(letter) = chars.next_if(|letter| *letter != c) {
                    let quote = if letter == '\\' { chars.next_if_eq(&c) } else { None };
                    word.push(quote.unwrap_or(letter));
                }
                chars.next();
                out.push(word);
            }
            c if c.is_whitespace() => {
                chars.next();
            }
            _ => {
                while let Some(letter) = chars.next_if(|letter| !letter.is_whitespace()) {
                    word.push(letter);
                }
                out.push(word);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, text: &str, cases: &[(&str, Option<&str>)]) {
        let mut rules = Rules::default();
        rules.read(file, text, "/docs/");
        for (path, expected) in cases {
            assert_eq!(rules.find(path).as_deref(), *expected, "{file}: {path}");
        }
    }

    #[test]
    fn lines_have_a_path_a_target_and_a_status() {
        let text = "# comment\n/a /b 301\n/c/ /d/ 302! # why\n/old/* /new/:splat\n/x/:id/y /z?id=:id 308\n\
                    /caf%C3%A9 /e\n/app/* /index.html 200\n/f /g Country=de\n/* /404.html 404\nhttps://a.b/h /i\n";
        let cases = [
            ("/a", Some("/b")),
            ("/a/", Some("/b")),
            ("/c", Some("/d/")),
            ("/old", Some("/new/")),
            ("/old/p/q", Some("/new/p/q")),
            ("/older", None),
            ("/x/7/y", Some("/z?id=7")),
            ("/café", Some("/e")),
            ("/app/a", None),
            ("/h", Some("/i")),
            ("/nothing", None),
        ];
        check("_redirects", text, &cases);
    }

    #[test]
    fn json_has_patterns_of_paths() {
        let text = r#"{"redirects": [
            {"source": "/a\\.b{/}?", "destination": "/c", "statusCode": 301},
            {"source": "/old/:rest(.*)", "destination": "/new/:rest"},
            {"source": "/p/:path*", "destination": "https://e.com/:path*"},
            {"source": "/q/:id", "destination": "/r/:id"},
            {"source": "/s", "has": [], "destination": "/t"}
        ]}"#;
        let cases = [
            ("/a.b", Some("/c")),
            ("/a.b/", Some("/c")),
            ("/aXb", None),
            ("/old/x/y", Some("/new/x/y")),
            ("/p/x/y", Some("https://e.com/x/y")),
            ("/p", Some("https://e.com/")),
            ("/q/1", Some("/r/1")),
            ("/q/1/2", None),
            ("/s", None),
        ];
        check("vercel.json", text, &cases);
        check("vercel.json", "{", &[("/a", None)]);
    }

    #[test]
    fn server_files_have_patterns() {
        let apache = "RewriteEngine On\nRewriteCond %{QUERY_STRING} .\nRewriteRule \"^a/?$\" \"/x\" [R=301,L,NE]\n\
                      RewriteRule \"^a/?$\" \"/docs/b\" [R=301,L,NE]\nRewriteRule \"^old/(.*)$\" \"/new/$1\" [R=301,L]\n\
                      Redirect 301 /c /d\nRedirect gone /e\nRedirectMatch ^/f/(.+)$ /g/$1x\nRewriteRule ^h$ /i [L]\n";
        let cases = [
            ("/docs/a", Some("/docs/b")),
            ("/a", None),
            ("/docs/old/p", Some("/new/p")),
            ("/c", Some("/d")),
            ("/e", None),
            ("/f/1", Some("/g/1x")),
            ("/docs/h", None),
        ];
        check(".htaccess", apache, &cases);
        let nginx = "location = \"/a\" { return 301 \"/b$is_args$args\"; }\n\
                     location ^~ \"/all/\" { return 301 \"/c\"; }\n\
                     location ^~ \"/old/\" { rewrite \"^/old/(.*)$\" \"/new/$1\" permanent; }\n";
        let cases =
            [("/a", Some("/b")), ("/all/x", Some("/c")), ("/old/x/y", Some("/new/x/y")), ("/older", None)];
        check("redirects.nginx.conf", nginx, &cases);
    }
}
