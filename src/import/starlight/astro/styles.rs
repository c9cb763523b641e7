//! Converts the styles of Astro components to style sheets.

/// The theme's style variables with the values that correspond to them in docgen.
const VARIABLES: [(&str, &str); 37] = [
    ("--sl-text-xs", "0.8125rem"),
    ("--sl-text-sm", "0.875rem"),
    ("--sl-text-base", "1rem"),
    ("--sl-text-lg", "1.125rem"),
    ("--sl-text-xl", "1.25rem"),
    ("--sl-text-2xl", "1.5rem"),
    ("--sl-text-3xl", "1.8125rem"),
    ("--sl-text-h2", "var(--text-h2)"),
    ("--sl-text-h3", "var(--text-h3)"),
    ("--sl-text-h4", "var(--text-h4)"),
    ("--sl-line-height", "var(--leading-body)"),
    ("--sl-font", "var(--font-sans)"),
    ("--sl-font-mono", "var(--font-mono)"),
    ("--sl-color-white", "var(--color-heading)"),
    ("--sl-color-gray-1", "var(--color-heading)"),
    ("--sl-color-gray-2", "var(--color-text)"),
    ("--sl-color-gray-3", "var(--color-muted)"),
    ("--sl-color-gray-4", "var(--color-control)"),
    ("--sl-color-gray-5", "var(--color-border)"),
    ("--sl-color-gray-6", "var(--color-surface)"),
    ("--sl-color-gray-7", "var(--color-surface)"),
    ("--sl-color-black", "var(--color-bg)"),
    ("--sl-color-bg", "var(--color-bg)"),
    ("--sl-color-hairline", "var(--color-border)"),
    ("--sl-color-hairline-light", "var(--color-border)"),
    ("--sl-color-text", "var(--color-text)"),
    ("--sl-color-text-accent", "var(--color-accent)"),
    ("--sl-color-text-invert", "var(--color-on-accent)"),
    ("--sl-color-accent", "var(--color-accent)"),
    ("--sl-color-accent-low", "var(--color-accent-tint)"),
    ("--sl-color-accent-high", "var(--color-accent-hover)"),
    ("--sl-color-green", "oklch(var(--status-l) var(--status-c) var(--green))"),
    ("--sl-color-blue", "oklch(var(--status-l) var(--status-c) var(--blue))"),
    ("--sl-color-orange", "oklch(var(--status-l) var(--status-c) var(--amber))"),
    ("--sl-color-red", "oklch(var(--status-l) var(--status-c) var(--red))"),
    ("--sl-color-purple", "oklch(var(--status-l) var(--status-c) var(--violet))"),
    ("--sl-shadow-sm", "none"),
];

/// Returns the declarations of the theme's variables that a component uses.
pub(super) fn variables(text: &str) -> String {
    let is_used = |name: &str| [")", ","].iter().any(|end| text.contains(&format!("var({name}{end}")));
    let used = VARIABLES.iter().filter(|(name, _)| is_used(name));
    let declarations: String = used.map(|(name, value)| format!("  {name}: {value};\n")).collect();
    if declarations.is_empty() { declarations } else { format!(":root {{\n{declarations}}}\n") }
}

/// Changes the rules of a style sheet so that they apply only to the elements of a component.
pub(super) fn scoped(css: &str, name: &str) -> String {
    let (mut out, mut rest) = (String::new(), css);
    while let Some(at) = delimiter(rest) {
        let (before, c) = (&rest[..at], &rest[at..=at]);
        let selector = &before[before.rfind("*/").map_or(0, |end| end + 2)..];
        let start = selector.trim_start();
        let has_rules =
            ["@media", "@supports", "@layer", "@container"].iter().any(|at| start.starts_with(at));
        if c != "{" || has_rules {
            out += &rest[..=at];
            rest = &rest[at + 1..];
            continue;
        }
        out += &before[..before.len() - start.len()];
        match start.starts_with('@') {
            true => out += start,
            false => {
                let selectors = split(start, |c| c == ',');
                let all: Vec<String> = selectors.map(|(at, end)| with_scope(&start[at..end], name)).collect();
                out += &all.join(",");
            }
        }
        let end = end_of_block(&rest[at..]).map_or(rest.len(), |end| at + end);
        out += &rest[at..end];
        rest = &rest[end..];
    }
    out + rest
}

/// Returns the offset of the next brace or semicolon outside comments.
fn delimiter(css: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + css[from..].find(['{', '}', ';', '/'])?;
        from = match css[at..].strip_prefix("/*") {
            Some(comment) => at + 2 + comment.find("*/")? + 2,
            None if css[at..].starts_with('/') => at + 1,
            None => return Some(at),
        };
    }
}

/// Returns the length of the braced block at the start of the text.
fn end_of_block(css: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let (mut at, mut rest) = (0, css);
    while let Some(next) = delimiter(rest) {
        match &rest[next..=next] {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        at += next + 1;
        rest = &css[at..];
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Returns the ranges of the parts of a selector. Characters in parentheses and brackets don't separate parts.
fn split(selector: &str, is_separator: impl Fn(char) -> bool) -> impl Iterator<Item = (usize, usize)> {
    let (mut depth, mut start, mut parts) = (0_i32, 0, Vec::new());
    for (at, c) in selector.char_indices() {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        if depth == 0 && is_separator(c) {
            parts.push((start, at));
            start = at + c.len_utf8();
        }
    }
    parts.push((start, selector.len()));
    parts.into_iter()
}

/// Restricts a selector's last part that isn't global to the elements of a component.
fn with_scope(selector: &str, name: &str) -> String {
    let is_combinator = |c: char| c.is_whitespace() || matches!(c, '>' | '+' | '~');
    let is_local = |(at, end): &(usize, usize)| {
        let part = &selector[*at..*end];
        !part.is_empty() && ![":global(", ":root", "html", "body"].iter().any(|start| part.starts_with(start))
    };
    let Some((at, end)) = split(selector, is_combinator).filter(is_local).last() else {
        return with_globals(selector);
    };
    let part = &selector[at..end];
    let old = [":before", ":after"].iter().find_map(|name| part.find(name));
    let point = at + part.find("::").or(old).unwrap_or(part.len());
    let (before, after) = (with_globals(&selector[..point]), with_globals(&selector[point..]));
    format!("{before}:where([data-component=\"{name}\"]){after}")
}

/// Replaces each `:global(selector)` with the selector.
fn with_globals(css: &str) -> String {
    let (mut out, mut rest) = (String::new(), css);
    while let Some((before, inner)) = rest.split_once(":global(") {
        let mut depth = 1;
        let close = inner.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let Some(close) = close else { break };
        out += before;
        out += &inner[..close];
        rest = &inner[close + 1..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::scoped;

    #[test]
    fn rules_apply_only_to_the_elements_of_a_component() {
        // Style sheets and the results, where `$` stands for the scope.
        for (css, expected) in [
            ("a, b > c:is(d, e) {}", "a$, b > c:is(d, e)$ {}"),
            ("/* a { */ b::after { c: \"d\" }", "/* a { */ b$::after { c: \"d\" }"),
            ("@media (a: b) { c { d: e; & f {} } } g {}", "@media (a: b) { c$ { d: e; & f {} } } g$ {}"),
            (
                "@keyframes a { from { b: c } } @import 'd'; e {}",
                "@keyframes a { from { b: c } } @import 'd'; e$ {}",
            ),
            (":global(.a) .b {} .c > :global(d > e) {}", ".a .b$ {} .c$ > d > e {}"),
            (":global(a:not(b)) {} :root {} c {", "a:not(b) {} :root {} c$ {"),
        ] {
            assert_eq!(scoped(css, "x").replace(":where([data-component=\"x\"])", "$"), expected, "{css}");
        }
    }
}
