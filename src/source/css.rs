//! Reads the rules and declarations of style sheets. Rules in other rules and in most conditions aren't read.

/// A declaration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Declaration<'c> {
    /// The name of the property.
    pub name: &'c str,
    /// The value, without `!important`.
    pub value: &'c str,
}

impl Declaration<'_> {
    /// Returns the line and the column of the declaration in its style sheet, both counted from 1.
    pub(crate) fn position(&self, css: &str) -> (u32, u32) {
        let at = (self.name.as_ptr() as usize).saturating_sub(css.as_ptr() as usize);
        let before = css.get(..at).unwrap_or_default();
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let count = |count: usize| u32::try_from(count + 1).unwrap_or(u32::MAX);
        (count(before.matches('\n').count()), count(before[line..].chars().count()))
    }
}

/// Returns the rules that always apply on screens: their selectors and their declarations, in order.
pub(crate) fn rules(css: &str) -> Vec<(&str, Vec<Declaration<'_>>)> {
    let mut found = Vec::new();
    read(css, &mut found);
    found
}

fn read<'c>(css: &'c str, found: &mut Vec<(&'c str, Vec<Declaration<'c>>)>) {
    let mut start = 0;
    let mut open = None;
    let mut depth = 0_usize;
    for (at, token) in tokens(css) {
        match token {
            "{" => {
                depth += 1;
                open = open.or(Some(at));
            }
            "}" => depth = depth.saturating_sub(1),
            ";" if depth == 0 => start = at + 1,
            _ => {}
        }
        if let Some(from) = open.filter(|_| token == "}" && depth == 0) {
            let (prelude, block) = (without_comments(&css[start..from]), &css[from + 1..at]);
            match prelude.strip_prefix('@') {
                None => found.push((prelude, declarations(block))),
                Some(rule) => {
                    let rule = rule.trim();
                    let always = ["media screen", "media all"].contains(&rule) || rule.starts_with("layer");
                    if always {
                        read(block, found);
                    }
                }
            }
            (open, start) = (None, at + 1);
        }
    }
}

fn declarations(block: &str) -> Vec<Declaration<'_>> {
    let (mut start, mut depth) = (0, 0_usize);
    let mut found = Vec::new();
    for (at, token) in tokens(block).chain([(block.len(), ";")]) {
        match token {
            "{" | "(" => depth += 1,
            "}" | ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 0 || !matches!(token, ";" | "}") {
            continue;
        }
        let declaration = without_comments(&block[start..at]).split_once(':');
        if let Some((name, value)) = declaration.filter(|(_, value)| !value.contains('{')) {
            let value = value.trim();
            let value = value.strip_suffix("!important").unwrap_or(value).trim_end();
            found.push(Declaration { name: name.trim(), value });
        }
        start = (at + 1).min(block.len());
    }
    found
}

/// Returns text without the whitespace and the comments at its start and the whitespace at its end.
fn without_comments(text: &str) -> &str {
    let text = text.trim();
    match text.strip_prefix("/*").and_then(|rest| rest.split_once("*/")) {
        Some((_, rest)) => without_comments(rest),
        None => text,
    }
}

/// Returns the strings, comments, and other characters, each with its offset.
fn tokens(css: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &css[at..];
        let c = rest.chars().next()?;
        let closing = |close: &str, from: usize| {
            rest[from..].find(close).map_or(rest.len(), |length| from + length + close.len())
        };
        let length = match c {
            '"' => closing("\"", 1),
            '\'' => closing("'", 1),
            '/' if rest.starts_with("/*") => closing("*/", 2),
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => c.len_utf8(),
        };
        at += length;
        Some((at - length, &rest[..length]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_declarations() {
        let css = "@import \"a;b\";\n/* :root { --a: 1 } */ :root,\nhtml { --a: #fff; /* ; */ --b : url(a;b) !important }
@media print { :root { --a: 2 } } @layer x { @media screen { [data-theme='dark'] { --a: 3 } } }
.x { color: red; &:hover { --a: 4 } --c: 5 } } :root { --d: 6";
        let found: Vec<String> = rules(css)
            .into_iter()
            .map(|(selectors, all)| {
                let all: Vec<String> = all
                    .iter()
                    .map(|one| format!("{}={} {:?}", one.name, one.value, one.position(css)))
                    .collect();
                format!("{selectors}: {}", all.join(", "))
            })
            .collect();
        assert_eq!(
            found,
            [
                ":root,\nhtml: --a=#fff (3, 8), --b=url(a;b) (3, 27)",
                "[data-theme='dark']: --a=3 (4, 84)",
                ".x: color=red (5, 6), --c=5 (5, 37)",
            ]
        );
    }
}
