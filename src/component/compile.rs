//! Compiles one module from TypeScript and JSX to JavaScript. Can also map a location in the JavaScript to its location
//! in the source.

mod checks;
mod commonjs;
mod defuse;
mod guard;
mod jsonc;
mod lazy;
mod literal;
mod members;
mod nesting;
mod rewrite;
mod symbols;
mod tags;
mod types;

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};

use oxc::allocator::Allocator;
use oxc::ast::ast::{
    BindingIdentifier, Declaration, ImportDeclaration, ImportDeclarationSpecifier, ImportOrExportKind,
    Program, Statement, StringLiteral,
};
use oxc::codegen::{Codegen, CodegenOptions, CodegenReturn, CommentOptions};
use oxc::diagnostics::Diagnostics;
use oxc::parser::Parser;
use oxc::semantic::{Scoping, SemanticBuilder};
use oxc::span::SourceType;
use oxc::transformer::{TransformOptions, Transformer};
use oxc::transformer_plugins::{ReplaceGlobalDefines, ReplaceGlobalDefinesConfig};

use super::module::{Fault, Import, Name};
use super::types::{Tag, Types};
use crate::source::floor;
pub(super) use commonjs::commonjs;
pub(crate) use defuse::without_tokens;
pub(super) use defuse::{defused, defused_json};
pub(super) use guard::GUARD;
pub(crate) use guard::own_image;
pub(super) use jsonc::{Value, ValueKind, jsonc};
pub(super) use lazy::{IMPORTED, eager};
pub(crate) use literal::MODULE;
pub(super) use literal::literal;
pub(crate) use rewrite::{minified, rewritten};
pub(crate) use symbols::symbols;

/// The module to compile.
#[derive(Clone, Copy)]
pub(super) struct Input<'a> {
    /// The path. Its extension determines the language.
    pub path: &'a str,
    /// The code.
    pub text: &'a str,
    /// For a Markdown file's code, the handwritten ranges.
    pub written: Option<&'a [(u32, u32, u32)]>,
}

/// A compiled module.
#[derive(Debug, Default)]
pub(super) struct Output {
    /// The JavaScript.
    pub code: String,
    /// The modules that the module imports, except modules that it imports only for their types.
    pub imports: Vec<Import>,
    /// The names that the module exports, except names from `export *`.
    pub exports: Vec<String>,
    /// The capitalized names of JSX elements that nothing defines, each with its first location.
    pub unresolved: Vec<(String, Range<u32>)>,
    /// The tags of the components that a page imports or doesn't define.
    pub tags: Vec<Tag>,
    /// The components and types that the module declares.
    pub types: Types,
    /// Whether the module starts with `"use client"`.
    pub is_client: bool,
    /// The reasons that the module doesn't compile.
    pub faults: Vec<Fault>,
}

/// The maximum size of a module, in bytes. The compiler's stack grows with the size of the module.
const LARGEST: usize = 1 << 20;

/// The maximum stack size that the compiler needs for each byte of a module, in bytes. Parentheses need the most stack
/// of all constructs that can be nested with few bytes: 1,200 bytes of stack per byte in a debug build, and 800 bytes
/// of stack per byte in a release build.
const STACK_PER_BYTE: usize = 2 << 10;

/// Compiles a module on a stack that is large enough for it. The calling thread has a stack of `stack` bytes.
pub(super) fn compile(input: Input<'_>, stack: usize) -> Output {
    let fault = if input.text.len() > LARGEST {
        Some(Fault::new("the module is too large to compile", 0..0).hint("move data to a `.json` file"))
    } else {
        nesting::check(input.text)
    };
    if let Some(fault) = fault {
        return Output { faults: vec![fault], ..Output::default() };
    }
    with_stack(input.text.len(), stack, || transpile(input, false, |_, _| None::<()>).0)
}

/// Returns the offset in the text that a location in the JavaScript comes from. Lines and columns start at 1, and
/// columns count bytes.
pub(super) fn locate(input: Input<'_>, line: u32, column: u32, stack: usize) -> Option<u32> {
    with_stack(input.text.len(), stack, || {
        transpile(input, true, |generated, text| origin(generated, text, (line, column))).1
    })
}

/// Returns the source map of a module, as a URL.
pub(super) fn source_map(input: Input<'_>, stack: usize) -> Option<String> {
    let url = |generated: &CodegenReturn<'_>, _: &str| Some(generated.map.as_ref()?.to_data_url());
    with_stack(input.text.len(), stack, || transpile(input, true, url).1)
}

/// If the calling thread's stack is large enough, runs the compiler on this thread. Otherwise, runs it on another
/// thread.
fn with_stack<T: Send>(bytes: usize, stack: usize, run: impl FnOnce() -> T + Send) -> T {
    let needed = bytes * STACK_PER_BYTE;
    if needed <= stack / 2 {
        return run();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(needed.max(1 << 20)).spawn_scoped(scope, run);
        let thread = thread.expect("the system can start a thread");
        thread.join().expect("the compiler doesn't panic")
    })
}

/// Compiles a module. `read` receives the result, which can have a source map, and the module's text.
fn transpile<T>(
    input: Input<'_>,
    with_map: bool,
    read: impl FnOnce(&CodegenReturn<'_>, &str) -> Option<T>,
) -> (Output, Option<T>) {
    let allocator = Allocator::default();
    let text = defused(input.text, input.written);
    let kind = match input.path.rsplit('.').next() {
        Some("ts" | "mts") => SourceType::ts(),
        Some("js" | "jsx" | "mjs") => SourceType::jsx(),
        _ => SourceType::tsx(),
    };
    let failed = |faults| (Output { faults, ..Output::default() }, None);
    let parsed = Parser::new(&allocator, &text, kind).parse();
    if parsed.diagnostics.has_errors() {
        return failed(faults(parsed.diagnostics, &text));
    }
    let mut program = parsed.program;
    let checked = checks::check(&program);
    if !checked.faults.is_empty() {
        return failed(checked.faults);
    }
    if input.written.is_some() {
        guard::guard(&allocator, &mut program);
        guard::mark_images(&allocator, &mut program);
    }
    let built = SemanticBuilder::new()
        .with_build_nodes(false)
        .with_check_syntax_error(true)
        .with_enum_eval(true)
        .build(&program);
    if built.diagnostics.has_errors() {
        return failed(faults(built.diagnostics, &text));
    }
    let scoping = built.semantic.into_scoping();
    let unresolved = checks::unresolved(&program, &scoping);
    let tags = input.written.map(|_| tags::tags(&program, &scoping)).unwrap_or_default();
    let types = types::types(&program, kind.is_typescript());
    let is_client = program.directives.iter().any(|directive| directive.directive == "use client");
    let scoping = with_mode(&allocator, scoping, &mut program);
    let mut options = TransformOptions::default();
    // A page's author intends to use all imports, so check each import.
    options.typescript.only_remove_type_imports = input.written.is_some();
    let transformed = Transformer::new(&allocator, Path::new(input.path), &options)
        .build_with_scoping(scoping, &mut program);
    if transformed.diagnostics.has_errors() {
        return failed(faults(transformed.diagnostics, &text));
    }
    let options = CodegenOptions {
        comments: CommentOptions::disabled(),
        source_map_path: with_map.then(|| PathBuf::from(input.path)),
        ..CodegenOptions::default()
    };
    let generated = Codegen::new().with_options(options).with_source_text(&text).build(&program);
    let found = read(&generated, &text);
    let mut imports = imports(&program);
    imports.extend(checked.dynamic);
    let output = Output {
        imports,
        exports: exports(&program),
        code: generated.code,
        unresolved,
        tags,
        types,
        is_client,
        faults: Vec::new(),
    };
    (output, found)
}

/// Replaces `process.env.NODE_ENV`, as bundlers do. Many components use this variable, although other parts of
/// Node.js aren't available.
fn with_mode<'a>(allocator: &'a Allocator, scoping: Scoping, program: &mut Program<'a>) -> Scoping {
    if !scoping.root_unresolved_references().keys().any(|name| name.as_str() == "process") {
        return scoping;
    }
    match ReplaceGlobalDefinesConfig::new(&[("process.env.NODE_ENV", "\"production\"")]) {
        Ok(config) => ReplaceGlobalDefines::new(allocator, config).build(scoping, program).scoping,
        Err(_) => scoping,
    }
}

/// Converts a location in the generated code to the corresponding location in the source.
fn origin(generated: &CodegenReturn<'_>, text: &str, (line, column): (u32, u32)) -> Option<u32> {
    let map = generated.map.as_ref()?;
    let line = line.checked_sub(1)?;
    let written = generated.code.split('\n').nth(line as usize)?;
    let mut bytes = floor(written, (column as usize).saturating_sub(1));
    // In the generated code, an element is a call, and its name follows the opening parenthesis.
    let call = ["_jsx(", "_jsxs("].into_iter().find(|call| written[bytes..].starts_with(call));
    bytes += call.map_or(0, str::len);
    let column = written[..bytes].encode_utf16().count();
    let token = map.lookup_token_approx(&map.generate_lookup_table(), line, u32::try_from(column).ok()?)?;
    let start: usize = text.split_inclusive('\n').take(token.get_src_line() as usize).map(str::len).sum();
    let mut units = token.get_src_col() as usize;
    let mut at = start;
    for char in text[start..].chars().take_while(|char| *char != '\n') {
        let Some(rest) = units.checked_sub(char.len_utf16()) else { break };
        units = rest;
        at += char.len_utf8();
    }
    if call.is_some() && text[..at].ends_with('<') {
        at -= 1;
    }
    u32::try_from(at).ok()
}

/// Converts the compiler's errors.
fn faults(errors: Diagnostics, text: &str) -> Vec<Fault> {
    let fault = |error: &oxc::diagnostics::OxcDiagnostic| {
        let range = error.labels.first().map_or(0..0, |label| {
            let start = label.offset();
            start..start + label.len()
        });
        let rest = text.get(range.start as usize..).unwrap_or_default();
        if rest.starts_with("await") || error.message.contains("`await`") {
            return checks::waits(range);
        }
        let fault = Fault::new(lower_first(&error.message), range);
        match &error.help {
            Some(help) => fault.hint(&*lower_first(help)),
            None => fault,
        }
    };
    let mut all: Vec<Fault> = errors.errors().map(fault).collect();
    all.dedup_by(|a, b| a.message == b.message && a.range == b.range);
    all
}

/// Converts a compiler message to the style of docgen's messages.
fn lower_first(message: &str) -> Cow<'_, str> {
    let message = message.trim().trim_end_matches('.');
    let mut chars = message.chars();
    match (chars.next(), chars.next()) {
        (Some(first), Some(second)) if first.is_ascii_uppercase() && !second.is_ascii_uppercase() => {
            Cow::Owned(format!("{}{}", first.to_ascii_lowercase(), &message[1..]))
        }
        _ => Cow::Borrowed(message),
    }
}

/// Returns the imports of a transformed program.
fn imports(program: &Program<'_>) -> Vec<Import> {
    let import = |source: &StringLiteral<'_>, names| Import {
        specifier: source.value.to_string(),
        range: source.span.start..source.span.end,
        names,
        ..Import::default()
    };
    let imports = program.body.iter().filter_map(|statement| match statement {
        Statement::ImportDeclaration(declaration) => {
            let whole = declaration.specifiers.iter().flatten().find_map(|one| match one {
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => Some(one.local.name.as_str()),
                _ => None,
            });
            let members = whole.and_then(|variable| members::members(program, variable));
            let import = import(&declaration.source, imported(declaration));
            Some(Import { is_whole: whole.is_some(), members, ..import })
        }
        Statement::ExportFromDeclaration(export) if export.export_kind == ImportOrExportKind::Value => {
            let name = |one: &oxc::ast::ast::ExportSpecifier<'_>| Name {
                name: one.local.name().to_string(),
                range: one.span.start..one.span.end,
            };
            Some(import(&export.source, export.specifiers.iter().map(name).collect()))
        }
        Statement::ExportAllDeclaration(export) if export.export_kind == ImportOrExportKind::Value => {
            let is_star = export.exported.is_none();
            Some(Import { is_whole: true, is_star, ..import(&export.source, Vec::new()) })
        }
        _ => None,
    });
    imports.collect()
}

/// Returns the names that an import declaration imports.
fn imported(declaration: &ImportDeclaration<'_>) -> Vec<Name> {
    let names = declaration.specifiers.iter().flatten().filter_map(|one| match one {
        ImportDeclarationSpecifier::ImportSpecifier(one) => {
            Some(Name { name: one.imported.name().to_string(), range: one.span.start..one.span.end })
        }
        ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => {
            Some(Name { name: "default".to_owned(), range: one.span.start..one.span.end })
        }
        ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => None,
    });
    names.collect()
}

/// Returns the names that a transformed program exports directly.
fn exports(program: &Program<'_>) -> Vec<String> {
    let mut names = Vec::new();
    for statement in &program.body {
        match statement {
            Statement::ExportDefaultDeclaration(_) => names.push("default".to_owned()),
            Statement::ExportDeclaration(export) => match &export.declaration {
                Declaration::VariableDeclaration(declaration) => {
                    let bound =
                        declaration.declarations.iter().flat_map(|one| one.id.get_binding_identifiers());
                    names.extend(bound.map(|id: &BindingIdentifier<'_>| id.name.to_string()));
                }
                other => names.extend(other.id().map(|id| id.name.to_string())),
            },
            Statement::ExportNamedDeclaration(export) => {
                names.extend(export.specifiers.iter().map(|one| one.exported.name().to_string()));
            }
            Statement::ExportFromDeclaration(export) => {
                names.extend(export.specifiers.iter().map(|one| one.exported.name().to_string()));
            }
            Statement::ExportAllDeclaration(export) => {
                names.extend(export.exported.iter().map(|name| name.name().to_string()));
            }
            _ => {}
        }
    }
    names
}
