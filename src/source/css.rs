//! Reads the rules and declarations of style sheets. Rules in other rules and in most conditions aren't read.

use cssparser::{Delimiter, ParseError, Parser, SourceLocation, Token};

/// A declaration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Declaration<'c> {
    /// The name of the property.
    pub name: &'c str,
    /// The value, without `!important`.
    pub value: &'c str,
    location: SourceLocation,
}

impl Declaration<'_> {
    /// Returns the line and the column of the declaration in its style sheet, both counted from 1.
    pub(crate) fn position(&self) -> (u32, u32) {
        (self.location.line + 1, self.location.column)
    }
}

/// The rules of a style sheet: their selectors and their declarations.
type Rules<'c> = Vec<(&'c str, Vec<Declaration<'c>>)>;

/// Returns the rules that always apply on screens, in order.
pub(crate) fn rules(css: &str) -> Rules<'_> {
    let mut found = Rules::new();
    read(&mut Parser::new(css), &mut found);
    found
}

fn read<'c>(parser: &mut Parser<'c>, found: &mut Rules<'c>) {
    parser.skip_whitespace();
    let mut start = parser.position();
    while let Ok(token) = parser.next_including_whitespace_and_comments().cloned() {
        match token {
            Token::CurlyBracketBlock => {
                let prelude = parser.slice_from(start).trim_end_matches('{').trim_end();
                // Nothing in the block is an error: what can't be read is left out.
                let _ = parser.parse_nested_block(|block| -> Result<(), ParseError<()>> {
                    match prelude.strip_prefix('@').map(str::trim) {
                        None => found.push((prelude, declarations(block))),
                        Some(rule) if rule.starts_with("layer") => read(block, found),
                        Some("media screen" | "media all") => read(block, found),
                        Some(_) => {}
                    }
                    Ok(())
                });
            }
            Token::Semicolon => {}
            _ => continue,
        }
        parser.skip_whitespace();
        start = parser.position();
    }
}

fn declarations<'c>(parser: &mut Parser<'c>) -> Vec<Declaration<'c>> {
    let mut found = Vec::new();
    while !parser.is_exhausted() {
        parser.skip_whitespace();
        let location = parser.current_source_location();
        let ends = Delimiter::Semicolon | Delimiter::CurlyBracketBlock;
        let text = parser.parse_until_before(ends, |parser| -> Result<&'c str, ParseError<()>> {
            let start = parser.position();
            while parser.next().is_ok() {}
            Ok(parser.slice_from(start))
        });
        let is_rule = matches!(parser.next(), Ok(Token::CurlyBracketBlock));
        if let Some((name, value)) = text.ok().filter(|_| !is_rule).and_then(|text| text.split_once(':')) {
            let value = value.trim();
            let value = value.strip_suffix("!important").unwrap_or(value).trim_end();
            found.push(Declaration { name: name.trim(), value, location });
        }
    }
    found
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
                    .map(|one| format!("{}={} {:?}", one.name, one.value, one.position()))
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
                // A brace that closes nothing makes the next selector invalid (CSS Syntax Level 3, section 5.4.4).
                "} :root: --d=6 (5, 56)",
            ]
        );
    }
}
