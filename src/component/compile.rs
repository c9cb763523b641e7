//! Compiles one module: TypeScript and JSX to JavaScript, with a map from the result to the source.

use std::path::Path;
use std::sync::Arc;

use oxc::allocator::Allocator;
use oxc::ast::ast::Statement;
use oxc::codegen::{Codegen, CodegenOptions, CommentOptions};
use oxc::parser::Parser;
use oxc::semantic::SemanticBuilder;
use oxc::span::SourceType;
use oxc::transformer::{TransformOptions, Transformer};

/// A compiled module.
#[derive(Debug, Default)]
pub(super) struct Compiled {
    /// The JavaScript.
    pub code: Arc<str>,
    /// The modules that it imports.
    pub imports: Vec<Import>,
    /// The capitalized names that its JSX uses and nothing defines.
    pub unresolved: Vec<(String, u32)>,
    /// What is wrong: a message, and the offset in the source.
    pub faults: Vec<(String, u32)>,
}

/// An import of a module.
#[derive(Debug)]
pub(super) struct Import {
    /// The module as written.
    pub specifier: String,
    /// The offset in the source.
    pub start: u32,
    /// The offset after the specifier in the source.
    pub end: u32,
}

/// Compiles a module.
pub(super) fn compile(name: &str, source: &str) -> Compiled {
    let allocator = Allocator::default();
    let kind = match name.rsplit('.').next() {
        Some("ts") => SourceType::ts(),
        Some("js" | "jsx") => SourceType::jsx(),
        _ => SourceType::tsx(),
    };
    let parsed = Parser::new(&allocator, source, kind).parse();
    let faults = |errors: oxc::diagnostics::Diagnostics| {
        let place = |error: &oxc::diagnostics::OxcDiagnostic| {
            error.labels.first().map_or(0, |label| label.offset() as u32)
        };
        errors.errors().map(|error| (error.message.to_string(), place(error))).collect::<Vec<_>>()
    };
    let mut program = parsed.program;
    if parsed.diagnostics.has_errors() {
        return Compiled { faults: faults(parsed.diagnostics), ..Compiled::default() };
    }
    let built = SemanticBuilder::new().with_check_syntax_error(true).with_enum_eval(true).build(&program);
    if built.diagnostics.has_errors() {
        return Compiled { faults: faults(built.diagnostics), ..Compiled::default() };
    }
    let scoping = built.semantic.into_scoping();
    let mut unresolved: Vec<(String, u32)> = scoping
        .root_unresolved_references()
        .iter()
        .filter(|(name, _)| name.starts_with(|first: char| first.is_ascii_uppercase()))
        .map(|(name, _)| (name.to_string(), 0))
        .collect();
    unresolved.sort();
    let options = TransformOptions::default();
    let transformed =
        Transformer::new(&allocator, Path::new(name), &options).build_with_scoping(scoping, &mut program);
    if transformed.diagnostics.has_errors() {
        return Compiled { faults: faults(transformed.diagnostics), ..Compiled::default() };
    }
    let imports = program.body.iter().filter_map(|statement| {
        let source = match statement {
            Statement::ImportDeclaration(import) => &import.source,
            Statement::ExportFromDeclaration(export) => &export.source,
            Statement::ExportAllDeclaration(export) => &export.source,
            _ => return None,
        };
        let specifier = source.value.to_string();
        Some(Import { specifier, start: source.span.start, end: source.span.end })
    });
    let imports = imports.collect();
    let options = CodegenOptions { comments: CommentOptions::disabled(), ..CodegenOptions::default() };
    let output = Codegen::new().with_options(options).build(&program);
    Compiled { code: output.code.into(), imports, unresolved, faults: Vec::new() }
}
