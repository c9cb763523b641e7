//! Finds calls to the `fetch` function (WHATWG Fetch, section 5.6).

use super::Request;

/// Returns the requests in JavaScript.
pub(super) fn requests(code: &str) -> Vec<Request> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = code[at..].find("fetch(").map(|start| at + start) {
        at = start + "fetch(".len();
        let before = &code[..start];
        let is_global = before.ends_with("window.") || before.ends_with("globalThis.");
        let is_part = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
        if is_part && !is_global {
            continue;
        }
        let rest = code[at..].trim_start();
        let Some((url, rest)) = string(rest) else { continue };
        let rest = rest.trim_start();
        let options = rest.strip_prefix(',').map(str::trim_start).and_then(braced).unwrap_or_default();
        let fields = after_key(options, "body").map(|body| body.trim_start());
        let fields = fields.and_then(|body| body.strip_prefix("JSON.stringify(")).map(str::trim_start);
        found.push(Request {
            method: after_key(options, "method")
                .and_then(|value| string(value.trim_start()))
                .map_or_else(|| "GET".to_owned(), |(method, _)| method.to_ascii_uppercase()),
            url: url.to_owned(),
            fields: fields.and_then(braced).map(keys).unwrap_or_default(),
            ..Request::default()
        });
    }
    found
}

/// Parses the string literal at the start of the code. Returns the text between the quotes and the remaining code.
fn string(code: &str) -> Option<(&str, &str)> {
    let quote = code.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let inside = &code[1..];
    let mut is_escaped = false;
    let end = inside.find(|c| {
        let ends = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    })?;
    Some((&inside[..end], &inside[end + 1..]))
}

/// Returns the code between the braces at the start of the code.
fn braced(code: &str) -> Option<&str> {
    let inside = code.strip_prefix('{')?;
    let mut depth = 1;
    let mut rest = inside;
    while let Some(c) = rest.chars().next() {
        match c {
            '"' | '\'' | '`' => {
                rest = string(rest)?.1;
                continue;
            }
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&inside[..inside.len() - rest.len()]);
        }
        rest = &rest[c.len_utf8()..];
    }
    None
}

/// Returns the members of an object's code: each key and the code that follows the colon. A short form, such as `{id}`,
/// has no colon.
fn members(code: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let (mut rest, mut depth, mut is_key) = (code, 0, true);
    while let Some(c) = rest.chars().next() {
        if is_key && depth == 0 {
            let (key, after) = match string(rest) {
                Some(parts) => parts,
                None => rest.split_at(rest.find(|c: char| !is_name(c)).unwrap_or(rest.len())),
            };
            if !key.is_empty() {
                let after = after.trim_start();
                found.push((key, after.strip_prefix(':').unwrap_or_default()));
                rest = after;
                is_key = false;
                continue;
            }
            // Comments and spread syntax have no key.
            is_key = c.is_whitespace() || c == ',';
        }
        match c {
            '"' | '\'' | '`' => match string(rest) {
                Some((_, after)) => {
                    rest = after;
                    continue;
                }
                None => break,
            },
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => is_key = true,
            _ => {}
        }
        rest = &rest[c.len_utf8()..];
    }
    found
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

fn keys(code: &str) -> Vec<String> {
    members(code).into_iter().map(|(key, _)| key.to_owned()).collect()
}

/// Returns the code after a key of an object.
fn after_key<'c>(code: &'c str, key: &str) -> Option<&'c str> {
    members(code).into_iter().find(|(name, _)| *name == key).map(|(_, value)| value)
}
