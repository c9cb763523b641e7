//! Reads each redirect format with a small matcher that behaves like a host for the format. All matchers must agree.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;
use regex_lite::Regex;
use serde_json::Value as Json;

use super::{Rule, formats, rules, with_query};
use crate::config::Host;
use crate::fixture::same_text;
use crate::path::encode_path;
use crate::site::tests::site;

/// A request: its path in the form that browsers send, and its query.
type Request<'a> = (&'a str, Option<&'a str>);

fn decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Returns a path in the form that a server writes in a header.
fn encode(text: &str) -> String {
    percent_encoding::utf8_percent_encode(&encode_path(text), percent_encoding::CONTROLS).to_string()
}

/// Responds like the development server.
fn serve(rules: &[Rule], base: &str, (path, query): Request<'_>) -> Option<String> {
    let rest = path.strip_prefix(base)?;
    let url = rules.iter().find_map(|rule| rule.follow(rest))?;
    Some(with_query(&url, query))
}

/// Responds like a host that reads `_redirects` and compares paths in the form that browsers send: first with lines
/// without placeholders, and then with patterns.
fn cloudflare(file: &str, (path, query): Request<'_>) -> Option<String> {
    let mut fixed: BTreeMap<&str, &str> = BTreeMap::new();
    let mut patterns: Vec<(Regex, &str)> = Vec::new();
    for line in file.lines() {
        assert!(line.len() <= 1_000 && line.is_ascii(), "{line}");
        let [from, to, "301"] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let placeholder = Regex::new(":[A-Za-z]").expect("it is a pattern");
        assert!(!placeholder.is_match(from), "{from}");
        if from.contains('*') {
            let parts: Vec<String> = from.split('*').map(regex_lite::escape).collect();
            let pattern = format!("^{}$", parts.join("(.*)"));
            patterns.push((Regex::new(&pattern).expect("it is a pattern"), to));
        } else {
            assert!(patterns.is_empty(), "lines without a `*` come first");
            fixed.entry(from).or_insert(to);
        }
    }
    assert!(fixed.len() <= 2_000);
    let to = match fixed.get(path) {
        Some(to) => (*to).to_owned(),
        None => patterns.iter().find_map(|(pattern, to)| {
            let found = pattern.captures(path)?;
            Some(to.replace(":splat", &found[1]))
        })?,
    };
    Some(with_query(&to, query))
}

/// Responds like a host that reads `_redirects`, compares decoded paths without a trailing slash, and uses the first
/// matching line.
fn netlify(file: &str, (path, query): Request<'_>) -> Option<String> {
    let bare = |text: &str| decode(text).trim_end_matches('/').to_owned();
    let to = file.lines().find_map(|line| {
        let [from, to, "301!"] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        match from.strip_suffix("/*") {
            Some(folder) => {
                let count = folder.split('/').count();
                let parts: Vec<&str> = path.split('/').collect();
                let own = parts.get(..count)?.join("/");
                (bare(&own) == bare(folder))
                    .then(|| to.replace(":splat", &parts[count.min(parts.len())..].join("/")))
            }
            None => (bare(from) == bare(path)).then(|| to.to_owned()),
        }
    })?;
    Some(with_query(&to, query))
}

/// Responds like a host that reads `vercel.json`, with the part of path-to-regexp that the file uses.
fn vercel(file: &str, (path, query): Request<'_>) -> Option<String> {
    let file: Json = serde_json::from_str(file).expect("it is JSON");
    let rules = file["redirects"].as_array().expect("it is a list");
    assert!(rules.len() <= 2_048);
    let to = rules.iter().find_map(|rule| {
        assert_eq!(rule["statusCode"], 301);
        let text = |key: &str| rule[key].as_str().expect("it is a string");
        let (mut pattern, mut source) = ("^".to_owned(), text("source"));
        while let Some(c) = source.chars().next() {
            let (count, part) = match c {
                '\\' => {
                    let escaped = source[1..].chars().next().expect("something is escaped");
                    (1 + escaped.len_utf8(), regex_lite::escape(&escaped.to_string()))
                }
                '{' if source.starts_with("{/}?") => (4, "/?".to_owned()),
                '/' if source.starts_with("/:rest(.*)") => (10, "/(.*)".to_owned()),
                c if ":(){}?*+[]^$|!=.".contains(c) => panic!("{c} has a meaning: {}", text("source")),
                c => (c.len_utf8(), regex_lite::escape(&c.to_string())),
            };
            pattern.push_str(&part);
            source = &source[count..];
        }
        let found = Regex::new(&format!("{pattern}$")).expect("it is a pattern").captures(path)?;
        let rest = found.get(1).map_or("", |rest| rest.as_str());
        Some(text("destination").replace(":rest", rest))
    })?;
    Some(with_query(&to, query))
}

/// Parses a quoted string, as in an nginx or Apache config. Returns the string and the rest of the text.
fn quoted<'a>(text: &'a str, escapes: &str) -> (String, &'a str) {
    let mut chars = text.strip_prefix('"').expect("it is quoted").char_indices().peekable();
    let mut out = String::new();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (out, text[at + 2..].trim_start()),
            '\\' if chars.peek().is_some_and(|(_, next)| escapes.contains(*next)) => {
                out.extend(chars.next().map(|(_, next)| next));
            }
            c => out.push(c),
        }
    }
    panic!("nothing closes {text}")
}

/// Responds like nginx, with the location for the exact path or, if there's none, for the longest folder. Compares
/// decoded paths.
fn nginx(file: &str, (path, query): Request<'_>) -> Option<String> {
    let decoded = decode(path);
    let fill = |text: &str| {
        let arguments = query.map(|query| format!("?{query}")).unwrap_or_default();
        text.replace("$is_args$args", &arguments)
    };
    let mut best: Option<(usize, String)> = None;
    for line in file.lines() {
        let line = line.strip_prefix("location ").expect("it is a location");
        let (is_exact, line) = match line.strip_prefix("= ") {
            Some(line) => (true, line),
            None => (false, line.strip_prefix("^~ ").expect("it is a folder")),
        };
        let (place, rest) = quoted(line, "\"\\'");
        let rest = rest.strip_prefix("{ ").expect("it is a block");
        let fits = if is_exact { decoded == place } else { decoded.starts_with(&place) };
        let weight = if is_exact { usize::MAX } else { place.len() };
        if !fits || best.as_ref().is_some_and(|(known, _)| *known >= weight) {
            continue;
        }
        let answer = match rest.strip_prefix("return 301 ") {
            Some(rest) => {
                let (to, end) = quoted(rest, "\"\\'");
                assert_eq!(end, "; }");
                assert!(!to.replace("$is_args$args", "").contains('$'), "{to}");
                fill(&to)
            }
            None => {
                let (pattern, rest) = quoted(rest.strip_prefix("rewrite ").expect("it is one"), "\"\\'");
                let (to, end) = quoted(rest, "\"\\'");
                assert_eq!(end, "permanent; }");
                let found =
                    Regex::new(&pattern).expect("it is a pattern").captures(&decoded).expect("it fits");
                with_query(&to.replace("$1", &encode(&found[1])), query)
            }
        };
        best = Some((weight, answer));
    }
    Some(best?.1)
}

/// Responds like Apache `mod_rewrite` in a folder, with the first rule that matches the decoded path below the folder.
fn apache(file: &str, base: &str, (path, query): Request<'_>) -> Option<String> {
    let decoded = decode(path.strip_prefix(base)?);
    let mut condition = true;
    let mut lines = file.lines();
    assert_eq!(lines.next(), Some("<IfModule mod_rewrite.c>"));
    for line in lines {
        if line == "RewriteCond %{QUERY_STRING} ." {
            condition = query.is_some();
            continue;
        }
        let Some(rule) = line.strip_prefix("RewriteRule ") else { continue };
        let (pattern, rest) = quoted(rule, "");
        let (to, flags) = quoted(rest, "");
        let holds = std::mem::replace(&mut condition, true);
        let Some(found) = Regex::new(&pattern).expect("it is a pattern").captures(&decoded).filter(|_| holds)
        else {
            continue;
        };
        let (mut out, mut chars) = (String::new(), to.chars().peekable());
        while let Some(c) = chars.next() {
            match c {
                '\\' => out.extend(chars.next()),
                '$' => {
                    let digit = chars.next().and_then(|c| c.to_digit(10)).expect("a group has a number");
                    out.push_str(&found[digit as usize]);
                }
                '%' => {
                    let variable: String = chars.by_ref().take("{QUERY_STRING}".len()).collect();
                    assert_eq!(variable, "{QUERY_STRING}", "{to}");
                    out.push_str(query.unwrap_or_default());
                }
                c => out.push(c),
            }
        }
        return match flags {
            "[R=301,L,NE]" => Some(match out.contains('?') {
                true => out,
                false => format!("{out}{}", query.map(|query| format!("?{query}")).unwrap_or_default()),
            }),
            "[R=301,L]" => {
                let (start, rest) = out.split_at(out.find("://").map_or(0, |at| at + 3));
                Some(with_query(&format!("{start}{}", encode(rest)), query))
            }
            flags => panic!("{flags}"),
        };
    }
    None
}

/// Checks the responses of all formats to each request.
#[track_caller]
fn answers(fixture: &str, requests: &str) {
    let (site, problems) = site(fixture);
    assert_eq!(problems, []);
    let at = site.config.addressing();
    let base = &*at.base_url;
    let rules = rules(&site, &at);
    let file = |format| formats::write(format, &rules, &at);
    let files: Vec<String> =
        [Host::Netlify, Host::Cloudflare, Host::Vercel, Host::Nginx, Host::Apache].map(file).into();
    let mut found = String::new();
    for line in requests.trim().lines() {
        let url = line.split(' ').next().unwrap_or(line);
        let request = url.split_once('?').map_or((url, None), |(path, query)| (path, Some(query)));
        let all = [
            ("serve", serve(&rules, base, request)),
            ("netlify", netlify(&files[0], request)),
            ("cloudflare", cloudflare(&files[1], request)),
            ("vercel", vercel(&files[2], request)),
            ("nginx", nginx(&files[3], request)),
            ("apache", apache(&files[4], base, request)),
        ];
        // Some formats percent-encode letters outside ASCII, which doesn't change the meaning.
        let same = |answer: &Option<String>| answer.as_deref().map(decode);
        for (name, answer) in &all[1..] {
            assert_eq!(same(answer), same(&all[0].1), "{name} differs from serve for {url}\n{files:#?}");
            let ascii =
                answer.as_deref().is_none_or(|answer| answer.is_ascii() && !answer.contains(['"', ' ']));
            assert!(ascii, "{name}: {answer:?}");
        }
        found.push_str(&format!("{url} {}\n", all[2].1.as_deref().unwrap_or("-")));
    }
    same_text(requests, &found);
}

const CONTENT: &str = "
//- content/pages/index.md
//- content/docs/new/a.md
//- content/docs/new/deep/b.md
//- content/docs/new/größe x.md
//- content/docs/new/index.md
//- content/docs/other.md
---
aliases: [/moved/here, beside, '/with space/größe', '/a.b+c(d)[e]{f}^g$h|i', '/q\"uote', \"/apo'strophe\", '/co:lon', '/per%25cent']
---
## Part

## X
//- static/files/a.pdf
";

#[test]
fn all_formats_give_the_same_answers() {
    answers(
        &format!(
            "//- docgen.toml
[[redirects]]
from = '/one'
to = '/docs/other'
[[redirects]]
from = '/two/'
to = '/docs/other/?tab=x&y=%20z#part'
[[redirects]]
from = '/hash'
to = '/docs/other#part'
[[redirects]]
from = '/away'
to = 'https://acme.example/a b/$1/%7Eü?x=1&z=2+3#h'
[[redirects]]
from = '/host'
to = '//acme.example:8080'
[[redirects]]
from = '/file'
to = '/files/a.pdf'
[[redirects]]
from = '/page.html'
to = '/docs/new/größe x'
[[redirects]]
from = '/old/*'
to = '/docs/new/*'
[[redirects]]
from = '/old/special'
to = '/docs/other'
[[redirects]]
from = '/old/inner/*'
to = '/docs/other'
[[redirects]]
from = '/ext/*'
to = 'https://acme.example/sub dir/*'
[[redirects]]
from = '/größe $1/*'
to = '/docs/new/*'
{}",
            CONTENT
        ),
        "
/one /docs/other/
/one/ /docs/other/
/one?a=1&b=%20 /docs/other/?a=1&b=%20
/one/more -
/ones -
/two /docs/other/?tab=x&y=%20z#part
/two?a=1 /docs/other/?tab=x&y=%20z#part
/hash /docs/other/#part
/hash?a=1 /docs/other/?a=1#part
/away https://acme.example/a%20b/%241/%7E%C3%BC?x=1&z=2+3#h
/host https://acme.example:8080
/file /files/a.pdf
/page.html /docs/new/gr%C3%B6%C3%9Fe%20x/
/pagexhtml -
/old /docs/new/
/old/ /docs/new/
/old/a /docs/new/a
/old/a/ /docs/new/a/
/old/deep/b?x=y /docs/new/deep/b?x=y
/old/gr%C3%B6%C3%9Fe%20x /docs/new/gr%C3%B6%C3%9Fe%20x
/old/special /docs/other/
/old/special/ /docs/other/
/old/special/more /docs/new/special/more
/old/inner /docs/other/
/old/inner/any/thing /docs/other/
/older -
/ext https://acme.example/sub%20dir/
/ext/a/b.html?q=1 https://acme.example/sub%20dir/a/b.html?q=1
/gr%C3%B6%C3%9Fe%20$1/a /docs/new/a
/moved/here /docs/other/
/docs/beside/ /docs/other/
/with%20space/gr%C3%B6%C3%9Fe /docs/other/
/a.b+c(d)[e]%7Bf%7D^g$h|i /docs/other/
/axb+c(d)[e]%7Bf%7D^g$h|i -
/q%22uote /docs/other/
/apo'strophe /docs/other/
/per%25cent /docs/other/
/docs /docs/new/
/docs/new/a -
/nothing -
",
    );
}

#[test]
fn all_formats_keep_to_a_base_url_with_escapes() {
    let config = "//- docgen.toml
[site]
base_url = '/hand%20b%C3%B6ok/'
[[redirects]]
from = '/one'
to = '/docs/other'
[[redirects]]
from = '/old/*'
to = '/docs/new/*'
";
    answers(
        &format!("{config}{CONTENT}"),
        "
/hand%20b%C3%B6ok/one /hand%20b%C3%B6ok/docs/other/
/hand%20b%C3%B6ok/old/a /hand%20b%C3%B6ok/docs/new/a
/one -
",
    );
    let (site, _) = site(&format!("{config}{CONTENT}"));
    let at = site.config.addressing();
    let s3 = formats::write(Host::S3, &rules(&site, &at), &at);
    assert!(s3.contains("\"hand böok/404.html\"") && s3.contains("\"hand böok/old/\""), "{s3}");
}

#[test]
fn all_formats_keep_to_the_base_url_and_the_way_urls_end() {
    answers(
        &format!(
            "//- docgen.toml
[site]
base_url = '/sub.dir/'
trailing_slash = false
[[redirects]]
from = '/one'
to = '/docs/other#x'
[[redirects]]
from = '/old/*'
to = '/docs/new/*'
[[redirects]]
from = '/all/*'
to = '/files/a.pdf'
{}",
            CONTENT.split(", '/with").next().unwrap_or_default().to_owned()
                + "]\n---\n## X\n//- static/files/a.pdf\n"
        ),
        "
/sub.dir/one /sub.dir/docs/other#x
/sub.dir/one/?q /sub.dir/docs/other?q#x
/one -
/subxdir/one -
/sub.dir/old /sub.dir/docs/new
/sub.dir/old/a?q=1 /sub.dir/docs/new/a?q=1
/old/a -
/sub.dir/all /sub.dir/files/a.pdf
/sub.dir/all/x/y /sub.dir/files/a.pdf
/sub.dir/moved/here /sub.dir/docs/other
",
    );
}

#[test]
fn what_a_host_takes_for_a_placeholder_is_escaped() {
    let (site, problems) = site(&format!("//- docgen.toml\n{CONTENT}"));
    assert_eq!(problems, []);
    let at = site.config.addressing();
    let file = formats::write(Host::Cloudflare, &rules(&site, &at), &at);
    assert!(file.contains("/co%3Alon /docs/other/ 301\n/co%3Alon/ /docs/other/ 301\n"), "{file}");
}

#[test]
fn a_long_list_is_written_once_for_each_path() {
    let many: String =
        (0..1_200).map(|n| format!("[[redirects]]\nfrom = '/r{n}'\nto = '/docs/new/a'\n")).collect();
    answers(
        &format!(
            "//- docgen.toml\n{many}{}",
            CONTENT.split("//- content/docs/other").next().unwrap_or_default()
        ),
        "/r7/ /docs/new/a/\n/r1199/?q=1 /docs/new/a/?q=1",
    );
}

#[test]
fn the_rules_of_a_host_have_a_limit() {
    let many: String =
        (0..2100).map(|n| format!("[[redirects]]\nfrom = '/r{n}'\nto = '/docs/other'\n")).collect();
    let folder = "[[redirects]]\nfrom = '/z/*'\nto = '/docs/*'\n";
    let (site, problems) = site(&format!("//- docgen.toml\n{many}{folder}{CONTENT}"));
    assert_eq!(problems, []);
    let at = site.config.addressing();
    let file = formats::write(Host::Vercel, &rules(&site, &at), &at);
    assert_eq!(file.matches("\"source\"").count(), 2048);
    assert_eq!(vercel(&file, ("/z/other", None)).as_deref(), Some("/docs/other"));
}

#[test]
fn what_a_format_cannot_say_is_left_to_the_page_that_redirects() {
    let (site, problems) = site(&format!(
        "//- docgen.toml\n[[redirects]]\nfrom = '/time'\nto = 'https://acme.example/?at=noon%3Atwelve'\n{CONTENT}"
    ));
    assert_eq!(problems, []);
    let at = site.config.addressing();
    let rules = rules(&site, &at);
    assert!(rules.iter().any(|rule| rule.from.as_str() == "/time"));
    let file = formats::write(Host::Vercel, &rules, &at);
    assert_eq!(vercel(&file, ("/time", None)), None);
    assert_eq!(vercel(&file, ("/moved/here", None)).as_deref(), Some("/docs/other/"));
}
