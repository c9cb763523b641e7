//! Finds calls to the `fetch` function (WHATWG Fetch, section 5.6).

use super::super::document::{Content, Sent};
use super::{Request, content, span_of};
use crate::diag::Span;
use crate::source::floor;

/// The maximum distance to the start of a comment, in bytes.
const REACH: usize = 4096;

/// Returns the requests in JavaScript.
pub(super) fn requests(code: &str) -> Vec<Request> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = code[at..].find("fetch(").map(|start| at + start) {
        at = start + "fetch(".len();
        let before = &code[..start];
        let is_global = before.ends_with("window.") || before.ends_with("globalThis.");
        let is_part = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
        if is_part && !is_global || is_in_comment(before) {
            continue;
        }
        let Some(arguments) = enclosed(&code[at - 1..]) else { continue };
        let mut arguments = separated(arguments, ',');
        if let Some(own) = new(arguments[0], "Request") {
            arguments.splice(..1, separated(own, ','));
        }
        let first = arguments[0];
        let Some((mut url, span)) = url(code, first) else { continue };
        let mut query = Vec::new();
        if let Some((_, parameters)) = first.split_once("new URLSearchParams") {
            query = enclosed(parameters).map(|object| form(code, object)).unwrap_or_default();
            // The parameters themselves are known.
            url.truncate(url.rfind(['?', '$']).filter(|_| url.ends_with('}')).unwrap_or(url.len()));
        }
        let options = arguments.get(1).and_then(|options| enclosed(trimmed(options)));
        let option = |name: &str| {
            let members = members(options.unwrap_or_default());
            members.into_iter().find(|(key, _)| *key == name).map(|(_, value)| trimmed(value))
        };
        let method = option("method").and_then(string);
        found.push(Request {
            method: method.map_or_else(|| "GET".to_owned(), |(method, _)| method.to_ascii_uppercase()),
            url,
            query,
            body: option("body").map(|body| body_of(code, body)).unwrap_or_default(),
            span,
            ..Request::default()
        });
    }
    found
}

/// Whether code after the text is part of a comment.
fn is_in_comment(before: &str) -> bool {
    let before = &before[floor(before, before.len().saturating_sub(REACH))..];
    // `//` and `/*` can also be part of a string, such as a URL or a media type.
    let opens = |at: usize| {
        let text = &before[..at];
        text.is_empty() || text.ends_with(|c: char| c.is_whitespace() || "{}();,".contains(c))
    };
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let is_line = before[line..].match_indices("//").any(|(at, _)| opens(line + at));
    let block = before.rmatch_indices("/*").map(|(at, _)| at).find(|at| opens(*at));
    is_line || block.is_some_and(|at| !before[at + 2..].contains("*/"))
}

/// Returns the arguments in the code of a call of a constructor.
fn new<'c>(code: &'c str, constructor: &str) -> Option<&'c str> {
    let name = trimmed(code).strip_prefix("new").filter(|rest| !rest.starts_with(is_name))?;
    enclosed(trimmed(trimmed(name).strip_prefix(constructor)?))
}

/// Returns the URL of the code of an argument, with a placeholder for each part that isn't a string.
fn url(code: &str, argument: &str) -> Option<(String, Span)> {
    if let Some(arguments) = new(argument, "URL") {
        let arguments = separated(arguments, ',');
        let (path, span) = url(code, arguments[0])?;
        let base = arguments.get(1).filter(|base| !base.trim().is_empty() && !path.contains("://"));
        return match base {
            None => Some((path, span)),
            // The path replaces the path of the base URL.
            Some(base) if path.starts_with('/') => {
                let base = string(trimmed(base)).map_or("${base}", |(base, _)| base);
                let host = base.find("://").map_or(0, |at| at + 3);
                let end = base[host..].find('/').map_or(base.len(), |at| host + at);
                Some((format!("{}{path}", &base[..end]), span))
            }
            Some(_) => None,
        };
    }
    let parts = separated(argument, '+');
    let (first, _) = string(trimmed(parts.first()?))?;
    let mut url = first.to_owned();
    for part in &parts[1..] {
        let part = trimmed(part).trim_end();
        match string(part) {
            Some((text, _)) => url.push_str(text),
            None => {
                let is_simple = part.chars().all(|c| is_name(c) || c == '.');
                url.extend(["${", if is_simple { part } else { "…" }, "}"]);
            }
        }
    }
    Some((url, span_of(code, first.lines().next()?)))
}

/// Returns the content of a body's code.
fn body_of(code: &str, body: &str) -> Content {
    if let Some(json) = body.strip_prefix("JSON.stringify") {
        return enclosed(json).map(|json| value(code, json)).unwrap_or_default();
    }
    let whole = string(body).filter(|(_, rest)| rest.trim().is_empty());
    if let Some((text, _)) = whole.filter(|(text, _)| !text.contains(['\\', '$'])) {
        return content::moved(content::body(text), span_of(code, text).range().start);
    }
    let parameters = new(body, "URLSearchParams");
    parameters.map(|parameters| Content::Object(form(code, parameters))).unwrap_or_default()
}

/// Returns the fields of a form in the code of an object. Values become text.
fn form(code: &str, object: &str) -> Vec<Sent> {
    let Content::Object(mut fields) = value(code, object) else { return Vec::new() };
    for field in &mut fields {
        field.value = match std::mem::take(&mut field.value) {
            Content::Number(text) | Content::String(text) => Content::Text(text),
            _ => Content::Unknown,
        };
    }
    fields
}

/// Returns the content of a value's code.
fn value(code: &str, of: &str) -> Content {
    let of = trimmed(of).trim_end();
    if let Some((text, "")) = string(of) {
        let is_template = of.starts_with('`') && text.contains("${");
        return if is_template { Content::Unknown } else { Content::String(text.to_owned()) };
    }
    let inside = enclosed(of).filter(|inside| inside.len() + 2 == of.len());
    match (of.chars().next(), inside) {
        (Some('{'), Some(inside)) => {
            let field = |(key, of): (&str, &str)| Sent {
                name: key.to_owned(),
                value: value(code, of),
                span: span_of(code, key),
            };
            Content::Object(members(inside).into_iter().map(field).collect())
        }
        (Some('['), Some(inside)) => {
            let items = separated(inside, ',');
            Content::Array(
                items
                    .into_iter()
                    .filter(|item| !item.trim().is_empty())
                    .map(|item| value(code, item))
                    .collect(),
            )
        }
        _ if matches!(of, "true" | "false") => Content::Bool,
        _ if of == "null" => Content::Null,
        _ => number(of).map_or(Content::Unknown, Content::Number),
    }
}

/// Returns the number in a numeric literal, in decimal (ECMA-262, section 12.9.3).
fn number(literal: &str) -> Option<String> {
    let (sign, digits) = literal.strip_prefix('-').map_or(("", literal), |digits| ("-", digits));
    let digits = digits.replace('_', "");
    let bases = [("0x", 16), ("0o", 8), ("0b", 2)];
    let lower = digits.to_ascii_lowercase();
    let decimal = match bases.iter().find_map(|(start, base)| Some((lower.strip_prefix(start)?, *base))) {
        Some((digits, base)) => u64::from_str_radix(digits, base).ok()?.to_string(),
        None => digits,
    };
    let is_number = decimal.starts_with(|c: char| c.is_ascii_digit()) && decimal.parse::<f64>().is_ok();
    is_number.then(|| format!("{sign}{decimal}"))
}

/// Returns code without the whitespace and the comments at its start.
fn trimmed(code: &str) -> &str {
    let code = code.trim_start();
    let rest = match () {
        () if code.starts_with("/*") => code.split_once("*/").map(|(_, rest)| rest),
        () if code.starts_with("//") => code.split_once('\n').map(|(_, rest)| rest),
        () => return code,
    };
    rest.map_or("", trimmed)
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

/// Returns the code between the bracket at the start of the code and its closing bracket.
fn enclosed(code: &str) -> Option<&str> {
    let inside = code.strip_prefix(['{', '(', '['])?;
    let end = tokens(inside).find(|(_, token, depth)| *depth == 0 && matches!(*token, "}" | ")" | "]"))?;
    Some(&inside[..end.0])
}

/// Splits code at a separator outside brackets and strings.
fn separated(code: &str, separator: char) -> Vec<&str> {
    let ends = tokens(code).filter(|(_, token, depth)| *depth == 0 && token.starts_with(separator));
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, ..) in ends {
        parts.push(&code[start..at]);
        start = at + separator.len_utf8();
    }
    parts.push(&code[start..]);
    parts
}

/// Returns the strings, comments, and other characters in code, each with its offset and with the number of open brackets.
/// A closing bracket that matches no bracket in the code has the depth 0.
fn tokens(code: &str) -> impl Iterator<Item = (usize, &str, usize)> {
    let (mut at, mut depth) = (0, 0_usize);
    std::iter::from_fn(move || {
        let rest = &code[at..];
        let c = rest.chars().next()?;
        let length = match c {
            '"' | '\'' | '`' => string(rest).map_or(rest.len(), |(_, after)| rest.len() - after.len()),
            '/' if rest.starts_with("/*") || rest.starts_with("//") => rest.len() - trimmed(rest).len(),
            _ => c.len_utf8(),
        };
        let here = match c {
            '}' | ')' | ']' => {
                let here = depth;
                depth = depth.saturating_sub(1);
                here
            }
            '{' | '(' | '[' => {
                depth += 1;
                depth
            }
            _ => depth,
        };
        at += length;
        Some((at - length, &rest[..length], here))
    })
}

/// Returns the members of an object's code: each key and the code of its value. A short form, such as `{id}`, has no
/// code. Spread syntax has no key.
fn members(code: &str) -> Vec<(&str, &str)> {
    separated(code, ',').into_iter().filter_map(member).collect()
}

fn member(code: &str) -> Option<(&str, &str)> {
    let code = trimmed(code);
    let name = || code.split_at(code.find(|c: char| !is_name(c)).unwrap_or(code.len()));
    let (key, after) = string(code).unwrap_or_else(name);
    let value = after.trim_start().strip_prefix(':').unwrap_or_default();
    (!key.is_empty()).then_some((key, value))
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}
