//! The syntax of JavaScript in Markdown: where an expression or a block of statements ends, and whether it's valid.
//!
//! A lightweight lexer finds the end, and the parser decides whether the code up to there is valid. The lexer also
//! measures how deeply the code nests, because the parser recurses and would overflow the stack.

mod lexer;

use std::ops::Range;

use oxc::allocator::Allocator;
use oxc::ast::ast::{
    ArrowFunctionExpression, AwaitExpression, ExportSpecifier, Expression, ForOfStatement, Function,
    ObjectPropertyKind, Statement,
};
use oxc::ast_visit::{Visit, walk};
use oxc::diagnostics::OxcDiagnostic;
use oxc::parser::Parser;
use oxc::span::{GetSpan, SourceType, Span};
use oxc::syntax::identifier::{is_identifier_part, is_identifier_start};
use oxc::syntax::scope::ScopeFlags;

/// The maximum nesting depth that fits on a thread's stack.
const MAX_DEPTH: usize = 200;
/// The number of other closing braces to try if the code up to the first brace isn't valid.
const CANDIDATES: usize = 4;

/// A problem that makes code invalid.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SyntaxProblem {
    /// The message, in lowercase and without a final period.
    pub message: String,
    /// The next step.
    pub hint: Option<&'static str>,
    /// The offset in the text.
    pub at: usize,
    /// Whether more text could make the code valid.
    pub unfinished: bool,
}

impl SyntaxProblem {
    fn new(message: impl Into<String>, at: usize) -> Self {
        SyntaxProblem { message: message.into(), hint: None, at, unfinished: false }
    }

    fn hint(self, hint: &'static str) -> Self {
        SyntaxProblem { hint: Some(hint), ..self }
    }

    fn unfinished(self) -> Self {
        SyntaxProblem { unfinished: true, ..self }
    }
}

impl SyntaxProblem {
    /// Makes the offset relative to the text around the expression, where the opening brace is at `brace`.
    pub(crate) fn after(self, brace: usize) -> Self {
        let at = if self.unfinished && self.at == 0 { brace } else { brace + 1 + self.at };
        SyntaxProblem { at, ..self }
    }
}

/// Whether a character can start the name of a tag or an attribute.
pub(crate) fn is_name_start(c: char) -> bool {
    is_identifier_start(c)
}

/// Whether the name of a tag or an attribute can contain a character.
pub(crate) fn is_name_part(c: char) -> bool {
    c == '-' || is_identifier_part(c)
}

/// The place of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// In text or between tags. The expression can be empty or contain only a comment.
    Child,
    /// The value of an attribute.
    Value,
    /// In place of an attribute. The expression is `...` followed by a value.
    Spread,
}

/// Returns the offset of the brace that closes an expression. The text starts after the opening brace.
pub(crate) fn expression_end(text: &str, place: Place) -> Result<usize, SyntaxProblem> {
    let found = lexer::read(text);
    let Some(end) = found.brace else {
        let is_comment = text.trim_start().starts_with("/*") && !text.contains("*/");
        let message =
            if is_comment { "the comment is never closed" } else { "expected a closing brace for `{`" };
        let hint = if is_comment { "end the comment with `*/}`" } else { ESCAPE };
        return Err(SyntaxProblem::new(message, 0).hint(hint).unfinished());
    };
    if found.depth > MAX_DEPTH {
        return Err(too_deep());
    }
    let problem = match check(&text[..end], place) {
        Ok(()) => return Ok(end),
        Err(problem) => problem,
    };
    // The lexer doesn't know the grammar, so the code can continue after this brace.
    let mut from = end + 1;
    for _ in 0..CANDIDATES {
        let Some(length) = text[from..].find('}') else { break };
        let end = from + length;
        if lexer::token_count(&text[..end]) > MAX_DEPTH {
            break;
        }
        if check(&text[..end], place).is_ok() {
            return Ok(end);
        }
        from = end + 1;
    }
    Err(problem)
}

const ESCAPE: &str = "to show a brace as text, write `\\{`";

fn too_deep() -> SyntaxProblem {
    let message = format!("the code is nested more than {MAX_DEPTH} levels deep");
    SyntaxProblem::new(message, 0).hint("move the code to a component")
}

fn check(code: &str, place: Place) -> Result<(), SyntaxProblem> {
    if is_empty(code) {
        return match place {
            Place::Child => Ok(()),
            _ => Err(SyntaxProblem::new("expected an expression between the braces", 0).hint(ESCAPE)),
        };
    }
    let allocator = Allocator::default();
    if place == Place::Spread {
        return check_spread(&allocator, code);
    }
    match Parser::new(&allocator, code, SourceType::jsx()).parse_expression() {
        Ok(expression) => refuse_await(code, 0, |visitor| visitor.visit_expression(&expression)),
        Err(problems) => Err(problem(problems.first(), code.len(), 0).hint(ESCAPE)),
    }
}

fn check_spread(allocator: &Allocator, code: &str) -> Result<(), SyntaxProblem> {
    const PREFIX: &str = "({";
    let wrapped = allocator.alloc_str(&format!("{PREFIX}{code}}})"));
    let parsed = Parser::new(allocator, wrapped, SourceType::jsx()).parse_expression();
    let expression = match parsed {
        Ok(expression) => expression,
        Err(problems) => return Err(problem(problems.first(), code.len(), PREFIX.len()).hint(ESCAPE)),
    };
    let hint = "use `{...props}`, or `name={value}`";
    let Expression::ObjectExpression(object) = expression.get_inner_expression() else {
        return Err(SyntaxProblem::new("expected `...` and a value", 0).hint(hint));
    };
    match object.properties.as_slice() {
        [ObjectPropertyKind::SpreadProperty(_)] => {
            refuse_await(code, PREFIX.len(), |visitor| visitor.visit_expression(&expression))
        }
        [ObjectPropertyKind::SpreadProperty(_), ..] => {
            Err(SyntaxProblem::new("expected a closing brace after the spread", 0).hint(hint))
        }
        _ => Err(SyntaxProblem::new("expected `...` and a value", 0).hint(hint)),
    }
}

/// Whether code contains only whitespace and comments. A line comment must end before the closing brace.
fn is_empty(code: &str) -> bool {
    let mut rest = code.trim_start();
    while !rest.is_empty() {
        let end = if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map(|at| at + 4)
        } else if rest.starts_with("//") {
            rest.find('\n')
        } else {
            None
        };
        let Some(end) = end else { return false };
        rest = rest[end..].trim_start();
    }
    true
}

/// Converts a problem that the parser found.
fn problem(found: Option<&OxcDiagnostic>, length: usize, prefix: usize) -> SyntaxProblem {
    let Some(found) = found else { return SyntaxProblem::new("invalid JavaScript", 0) };
    let at = found.labels.first().map_or(0, |label| label.offset() as usize);
    let message = format!("invalid JavaScript: {}", lower(&found.message));
    let mut problem = SyntaxProblem::new(message, at.saturating_sub(prefix).min(length));
    // `const a` isn't valid, but `const a = 1` is.
    let at_end = found.labels.first().is_some_and(|label| (label.offset() + label.len()) as usize >= length);
    problem.unfinished = problem.at >= length
        || found.message.starts_with("Unterminated")
        || (at_end && found.message.starts_with("Missing initializer"));
    problem
}

fn lower(message: &str) -> String {
    let message = message.trim_end_matches('.');
    let mut chars = message.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Statements at the top of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Statements {
    /// Valid code that docgen doesn't support, each with the range of the statement.
    pub unsupported: Vec<(SyntaxProblem, Range<usize>)>,
}

impl Statements {
    fn refuse_default(&mut self, specifiers: &[ExportSpecifier<'_>], span: Span) {
        if specifiers.iter().any(|specifier| specifier.exported.name() == "default") {
            self.refuse(span);
        }
    }

    fn refuse(&mut self, span: Span) {
        let hint = "remove the statement; docgen's theme determines the layout of pages";
        let range = span.start as usize..span.end as usize;
        let message = "layouts with `export default` aren't supported";
        self.unsupported.push((SyntaxProblem::new(message, range.start).hint(hint), range));
    }
}

/// Finds the end of the `import` and `export` statements at the start of the text: the first blank line where the
/// statements are complete. Returns the end and the statements.
pub(crate) fn statements_end(text: &str) -> Result<(usize, Statements), SyntaxProblem> {
    // Each attempt reads all statements.
    const ATTEMPTS: usize = 64;
    let mut lexer = lexer::Lexer::new(text);
    let (mut end, mut attempts) = (0, 0);
    loop {
        end = paragraph_end(text, end);
        let last = text[end..].trim_ascii().is_empty();
        if !last && !lexer.is_closed_at(end) {
            continue;
        }
        lexer.is_closed_at(end);
        if lexer.depth(&text[..end]) > MAX_DEPTH {
            return Err(too_deep());
        }
        match statements(&text[..end]) {
            Ok(statements) => return Ok((end, statements)),
            Err(problem) if problem.unfinished && !last && attempts < ATTEMPTS => attempts += 1,
            Err(problem) => return Err(problem),
        }
    }
}

/// Finds the first blank line after an offset and returns the end of the line before it.
fn paragraph_end(text: &str, from: usize) -> usize {
    let (mut end, mut seen) = (from, false);
    for line in text[from..].split_inclusive(['\n', '\r']) {
        let blank = line.trim_matches([' ', '\t', '\n', '\r']).is_empty();
        if blank && seen && line != "\n" {
            break;
        }
        if blank && seen {
            // The second character of a Windows line break doesn't start a blank line.
            if !text[..end].ends_with('\r') {
                break;
            }
        }
        seen |= !blank;
        end += line.len();
    }
    from + text[from..end].trim_end_matches([' ', '\t', '\n', '\r']).len()
}

fn statements(code: &str) -> Result<Statements, SyntaxProblem> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, code, SourceType::jsx()).parse();
    if let Some(found) = parsed.diagnostics.first() {
        let hint = "put a blank line after the statements, and use JavaScript, not TypeScript";
        return Err(problem(Some(found), code.len(), 0).hint(hint));
    }
    let mut statements = Statements::default();
    let directives = parsed.program.directives.iter().map(|directive| directive.span.start);
    let mut others = directives.collect::<Vec<_>>();
    for statement in &parsed.program.body {
        match statement {
            Statement::ImportDeclaration(_)
            | Statement::ExportAllDeclaration(_)
            | Statement::ExportDeclaration(_) => {}
            Statement::ExportNamedDeclaration(export) => {
                statements.refuse_default(&export.specifiers, export.span);
            }
            Statement::ExportFromDeclaration(export) => {
                statements.refuse_default(&export.specifiers, export.span);
            }
            Statement::ExportDefaultDeclaration(export) => {
                statements.refuse(export.span);
            }
            other => others.push(other.span().start),
        }
    }
    if let Some(at) = others.first() {
        let hint = "put a blank line before it, or move the code to a component";
        let message = "expected `import` or `export`: other statements aren't supported here";
        return Err(SyntaxProblem::new(message, *at as usize).hint(hint));
    }
    refuse_await(code, 0, |visitor| visitor.visit_program(&parsed.program))?;
    Ok(statements)
}

/// Reports the first `await` that isn't in a function.
fn refuse_await(code: &str, prefix: usize, visit: impl FnOnce(&mut Awaits)) -> Result<(), SyntaxProblem> {
    if !code.contains("await") {
        return Ok(());
    }
    let mut awaits = Awaits::default();
    visit(&mut awaits);
    match awaits.first {
        Some(at) => {
            let hint = "import the data from a file instead; pages are rendered without waiting";
            Err(SyntaxProblem::new("`await` isn't supported", (at as usize).saturating_sub(prefix))
                .hint(hint))
        }
        None => Ok(()),
    }
}

#[derive(Default)]
struct Awaits {
    first: Option<u32>,
}

impl<'a> Visit<'a> for Awaits {
    fn visit_await_expression(&mut self, found: &AwaitExpression<'a>) {
        self.first.get_or_insert(found.span.start);
    }
    fn visit_for_of_statement(&mut self, found: &ForOfStatement<'a>) {
        if found.r#await {
            self.first.get_or_insert(found.span.start);
        }
        walk::walk_for_of_statement(self, found);
    }
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_ends_at_its_brace() {
        let end = |text: &str| expression_end(text, Place::Child);
        for (code, rest) in [
            ("a", "b}"),
            ("{a: 1}.b", "}"),
            ("\"}\"", ""),
            ("`}${`}`}`", ""),
            ("/}/", ""),
            ("/[}/]/.test(x)", ""),
            ("a / b / c", " / }"),
            ("/* } */", ""),
            ("// }\n", ""),
            ("<a b='}'>don't {x} </a>", " it's {y}"),
            ("a.map(b => <c key={b}>`{b}</c>)", ""),
            ("", ""),
            ("if_ / 2", "}"),
            ("function () { return /}/ }", ""),
            ("a ? <b/> : c < d", ""),
        ] {
            let text = format!("{code}}}{rest}");
            assert_eq!(end(&text), Ok(code.len()), "{text}");
        }
        assert!(end("a").is_err_and(|problem| problem.unfinished));
        assert!(end("a b}").is_err());
    }

    #[test]
    fn deep_code_is_refused_and_the_rest_fits_into_the_stack() {
        for (open, inner, close) in [
            ("(", "a", ")"),
            ("[", "a", "]"),
            ("({a:", "1", "})"),
            ("a(", "1", ")"),
            ("!", "a", ""),
            ("typeof ", "a", ""),
            ("a=>", "1", ""),
            ("a?b:", "1", ""),
            ("a?", "1", ":b"),
            ("<a>", "x", "</a>"),
            ("<a b={", "1", "}/>"),
            ("<a b=", "<i/>", "/>"),
            ("`${", "1", "}`"),
            ("function(){if(a){return ", "1", "}}"),
            ("(a=>{if(b)", "1", "})"),
            ("((a,b)=>", "1", ")"),
            ("a**", "1", ""),
            ("a=", "1", ""),
            ("new (", "b", ")"),
            ("class{a=", "1", "}"),
            ("class{[", "1", "]=2}"),
            ("/\"/+(", "1", ")"),
            ("(()=>{{}/\"/;(", "1", ");\"\"})"),
            ("(function(){}/(", "1", ")/1)"),
            ("(function(){}<a>(", "1", "))"),
            ("(()=>{{}<a>\"</a>(", "1", ")})"),
            ("(()=>{for(b of/\"/)(", "1", ")\"\"})"),
            ("(of/(", "1", ")/1)"),
            ("// \u{2028}(", "1", ")"),
            ("// \r(", "1", ")"),
            ("<p>don't {(", "1", ")}</p>"),
        ] {
            let code = |count: usize| format!("{}{inner}{}}}", open.repeat(count), close.repeat(count));
            for count in [1, 20, 100, 200, 5_000] {
                // Some of this code is invalid, but it must never overflow the stack.
                if let Ok(end) = expression_end(&code(count), Place::Child) {
                    assert_eq!(end, code(count).len() - 1, "{count} of {open}");
                    assert!(count <= 200, "{count} of {open}");
                }
            }
        }
    }
}
