//! Replaces the specifiers of the imports in a compiled module.

use std::ops::Range;

use oxc::allocator::Allocator;
use oxc::ast::ast::{Expression, ImportExpression, Program, Statement, StringLiteral};
use oxc::ast_visit::{Visit, walk};
use oxc::codegen::{Codegen, CodegenOptions};
use oxc::parser::Parser;
use oxc::span::SourceType;

/// Returns JavaScript with the specifiers of its imports replaced. `to` returns the new specifier. If `to` returns
/// `None`, an import that only runs the other module is removed, and any other import stays as it is.
pub(crate) fn rewritten(code: &str, to: impl Fn(&str) -> Option<String>) -> String {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, code, SourceType::mjs()).parse();
    let mut found = Specifiers::default();
    found.visit_program(&parsed.program);
    found.all.sort_by_key(|found| found.literal.start);
    let (mut out, mut done) = (String::with_capacity(code.len()), 0);
    for Specifier { value, literal, statement } in found.all {
        let (range, text) = match (to(&value), statement) {
            (Some(other), _) => (literal, serde_json::Value::String(other).to_string()),
            (None, Some(statement)) => (statement, String::new()),
            (None, None) => continue,
        };
        out.push_str(&code[done..range.start]);
        out.push_str(&text);
        done = range.end;
    }
    out.push_str(&code[done..]);
    out
}

/// Returns JavaScript without unnecessary whitespace.
pub(crate) fn minified(code: &str) -> String {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, code, SourceType::mjs()).parse();
    Codegen::new().with_options(CodegenOptions::minify()).build(&parsed.program).code
}

/// A specifier in a program.
struct Specifier {
    value: String,
    /// The range of the string.
    literal: Range<usize>,
    /// The range of the statement, if the statement only runs the other module.
    statement: Option<Range<usize>>,
}

#[derive(Default)]
struct Specifiers {
    all: Vec<Specifier>,
}

impl Specifiers {
    fn add(&mut self, source: &StringLiteral<'_>, statement: Option<Range<usize>>) {
        let literal = source.span.start as usize..source.span.end as usize;
        self.all.push(Specifier { value: source.value.to_string(), literal, statement });
    }
}

impl<'a> Visit<'a> for Specifiers {
    fn visit_program(&mut self, program: &Program<'a>) {
        for statement in &program.body {
            match statement {
                Statement::ImportDeclaration(import) => {
                    let is_bare = import.specifiers.as_ref().is_none_or(|names| names.is_empty());
                    let whole = import.span.start as usize..import.span.end as usize;
                    self.add(&import.source, is_bare.then_some(whole));
                }
                Statement::ExportFromDeclaration(export) => self.add(&export.source, None),
                Statement::ExportAllDeclaration(export) => self.add(&export.source, None),
                _ => {}
            }
        }
        walk::walk_program(self, program);
    }

    fn visit_import_expression(&mut self, expression: &ImportExpression<'a>) {
        if let Expression::StringLiteral(source) = &expression.source {
            self.add(source, None);
        }
        walk::walk_import_expression(self, expression);
    }
}
