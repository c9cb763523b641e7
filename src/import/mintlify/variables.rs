//! Finds the variables in the expressions of pages and snippets.

use std::collections::BTreeSet;

use super::tag;

/// If an expression consists of a variable or a variable's property, returns the path in the expression.
fn variable(expression: &str) -> Option<&str> {
    let path = expression.strip_prefix('{')?.strip_suffix('}')?.trim();
    let name = path.split('.').next()?;
    let is_name = |part: &str| {
        part.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
            && part.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
    };
    const KNOWN: [&str; 6] = ["props", "undefined", "null", "true", "false", "Math"];
    (path.split('.').all(is_name) && !KNOWN.contains(&name)).then_some(path)
}

/// If an expression consists of an undefined variable or its property, returns the path in the expression.
pub(super) fn undefined<'e>(expression: &'e str, defined: &BTreeSet<String>) -> Option<&'e str> {
    let is_defined = |path: &str| path.split('.').next().is_some_and(|name| defined.contains(name));
    variable(expression).filter(|path| !is_defined(path))
}

/// Converts an expression or a tag in a snippet, in which undefined variables are attributes of the snippet's tag.
pub(super) fn with_props(code: &str, defined: &BTreeSet<String>) -> String {
    let (mut out, mut rest) = (String::with_capacity(code.len()), code);
    while let Some(at) = rest.find('{') {
        // The second brace of `{{` starts an object.
        let length = tag::braces(&rest[at..]).filter(|_| at > 0 || !out.ends_with('{'));
        let found = length.and_then(|length| Some((length, undefined(&rest[at..at + length], defined)?)));
        let (length, name) = match found {
            Some((length, path)) => (length, format!("{{props.{path}}}")),
            None => (1, "{".to_owned()),
        };
        out += &rest[..at];
        out += &name;
        rest = &rest[at + length..];
    }
    out + rest
}
