//! Compiles a config's module to a CommonJS module, which runs without waiting for the modules that it imports.

use oxc::allocator::Allocator;
use oxc::ast::ast::{
    CallExpression, Declaration, ExportDefaultDeclarationKind, Expression, ImportDeclaration,
    ImportDeclarationSpecifier, ImportExpression, ImportMeta, ModuleExportName, Program, Statement,
    StringLiteral,
};
use oxc::ast_visit::{Visit, walk};
use oxc::codegen::{Codegen, CodegenOptions, CommentOptions};
use oxc::parser::Parser;
use oxc::semantic::SemanticBuilder;
use oxc::span::{GetSpan as _, SourceType, Span};
use oxc::transformer::{TransformOptions, Transformer};
use serde_json::Value as Json;

use super::{LARGEST, faults, nesting, with_stack};

/// A compiled module.
pub(in crate::component) struct CommonJs {
    /// The statements of a block in a function. The function's parameters are `$exports`, `$require`, `$meta`, and
    /// `$default`, followed by the parameters of a CommonJS module. The module can declare variables with the names of
    /// the CommonJS parameters.
    pub code: String,
    /// The specifiers of the modules that the module loads.
    pub specifiers: Vec<String>,
    /// All string literals.
    pub strings: Vec<String>,
}

/// Compiles a module. The calling thread has a stack of `stack` bytes. The error is a message without a period.
pub(in crate::component) fn commonjs(path: &str, text: &str, stack: usize) -> Result<CommonJs, String> {
    if text.len() > LARGEST {
        return Err("the file is too large".to_owned());
    }
    if let Some(fault) = nesting::check(text) {
        return Err(fault.message);
    }
    with_stack(text.len(), stack, || javascript(path, text).map(|code| converted(&code)))
}

/// Removes types and JSX.
fn javascript(path: &str, text: &str) -> Result<String, String> {
    let allocator = Allocator::default();
    let kind = kind_of(path);
    let parsed = Parser::new(&allocator, text, kind).parse();
    let message = |errors| faults(errors, text).into_iter().next().map(|fault| fault.message);
    if parsed.diagnostics.has_errors() {
        return Err(message(parsed.diagnostics).unwrap_or_default());
    }
    let mut program = parsed.program;
    let built = SemanticBuilder::new().with_enum_eval(true).build(&program);
    let scoping = built.semantic.into_scoping();
    let transformed = Transformer::new(&allocator, std::path::Path::new(path), &TransformOptions::default())
        .build_with_scoping(scoping, &mut program);
    if transformed.diagnostics.has_errors() {
        return Err(message(transformed.diagnostics).unwrap_or_default());
    }
    let options = CodegenOptions { comments: CommentOptions::disabled(), ..CodegenOptions::default() };
    Ok(Codegen::new().with_options(options).build(&program).code)
}

/// Returns the language of a file.
pub(super) fn kind_of(path: &str) -> SourceType {
    match path.rsplit('.').next() {
        Some("ts" | "mts" | "cts") => SourceType::ts(),
        Some("tsx") => SourceType::tsx(),
        // CommonJS modules can contain `return` and other code that ES modules can't.
        Some("cjs") => SourceType::cjs().with_jsx(true),
        _ => SourceType::unambiguous().with_jsx(true),
    }
}

/// Converts imports and exports.
fn converted(code: &str) -> CommonJs {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, code, SourceType::unambiguous()).parse();
    let mut changes = Changes::default();
    changes.visit_program(&parsed.program);
    changes.edits.sort_by_key(|(span, _)| span.start);
    let (mut body, mut done) = (String::with_capacity(code.len()), 0);
    for (span, text) in &changes.edits {
        let (start, end) = (span.start as usize, span.end as usize);
        if start >= done {
            body.push_str(&code[done..start]);
            body.push_str(text);
            done = end;
        }
    }
    body.push_str(&code[done..]);
    let mark = if changes.is_module { "$exports.__esModule = true;\n" } else { "" };
    let code = format!("{mark}{}{body}\n{}", changes.head, changes.tail);
    CommonJs { code, specifiers: changes.specifiers, strings: changes.strings }
}

/// The changes to a module.
#[derive(Default)]
struct Changes {
    /// The ranges to replace, each with the new text.
    edits: Vec<(Span, String)>,
    /// The code before the module: its imports.
    head: String,
    /// The code after the module: its exports.
    tail: String,
    is_module: bool,
    specifiers: Vec<String>,
    strings: Vec<String>,
}

/// Returns the name of an import or export as a string literal.
fn quoted(name: &ModuleExportName<'_>) -> Json {
    name.name().as_str().into()
}

impl Changes {
    fn required(&mut self, source: &StringLiteral<'_>) -> String {
        self.specifiers.push(source.value.to_string());
        format!("$require({})", Json::from(source.value.as_str()))
    }

    fn import(&mut self, import: &ImportDeclaration<'_>) {
        let required = self.required(&import.source);
        for one in import.specifiers.iter().flatten() {
            let (name, value) = match one {
                ImportDeclarationSpecifier::ImportSpecifier(one) => {
                    let value = match one.imported.name().as_str() {
                        "default" => format!("$default({required})"),
                        _ => format!("{required}[{}]", quoted(&one.imported)),
                    };
                    (&one.local.name, value)
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => {
                    (&one.local.name, format!("$default({required})"))
                }
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => {
                    (&one.local.name, required.clone())
                }
            };
            self.head += &format!("const {name} = {value};\n");
        }
    }

    fn declaration(&mut self, declaration: &Declaration<'_>) {
        let names: Vec<String> = match declaration {
            Declaration::VariableDeclaration(variables) => {
                let bound = variables.declarations.iter().flat_map(|one| one.id.get_binding_identifiers());
                bound.map(|id| id.name.to_string()).collect()
            }
            other => other.id().map(|id| id.name.to_string()).into_iter().collect(),
        };
        for name in names {
            self.tail += &format!("$exports.{name} = {name};\n");
        }
    }

    /// Records the changes to a statement.
    fn statement(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::ImportDeclaration(import) => {
                self.import(import);
                self.edits.push((import.span, String::new()));
            }
            Statement::ExportAllDeclaration(export) => {
                let required = self.required(&export.source);
                self.head += &match &export.exported {
                    Some(name) => format!("$exports[{}] = {required};\n", quoted(name)),
                    None => format!("Object.assign($exports, {required});\n"),
                };
                self.edits.push((export.span, String::new()));
            }
            Statement::ExportFromDeclaration(export) => {
                let required = self.required(&export.source);
                for one in &export.specifiers {
                    let value = match one.local.name().as_str() {
                        "default" => format!("$default({required})"),
                        _ => format!("{required}[{}]", quoted(&one.local)),
                    };
                    self.head += &format!("$exports[{}] = {value};\n", quoted(&one.exported));
                }
                self.edits.push((export.span, String::new()));
            }
            Statement::ExportNamedDeclaration(export) => {
                for one in &export.specifiers {
                    self.tail += &format!("$exports[{}] = {};\n", quoted(&one.exported), one.local.name());
                }
                self.edits.push((export.span, String::new()));
            }
            Statement::ExportDeclaration(export) => {
                self.declaration(&export.declaration);
                let start = export.declaration.span().start;
                self.edits.push((Span::new(export.span.start, start), String::new()));
            }
            Statement::ExportDefaultDeclaration(export) => {
                let start = export.declaration.span().start;
                let name = match &export.declaration {
                    ExportDefaultDeclarationKind::FunctionDeclaration(function) => function.id.as_ref(),
                    ExportDefaultDeclarationKind::ClassDeclaration(class) => class.id.as_ref(),
                    _ => None,
                };
                let before = match name {
                    Some(name) => {
                        self.tail += &format!("$exports.default = {};\n", name.name);
                        ""
                    }
                    None => "$exports.default = ",
                };
                self.edits.push((Span::new(export.span.start, start), before.to_owned()));
            }
            _ => return,
        }
        self.is_module = true;
    }
}

impl<'a> Visit<'a> for Changes {
    fn visit_program(&mut self, program: &Program<'a>) {
        program.body.iter().for_each(|statement| self.statement(statement));
        walk::walk_program(self, program);
    }

    fn visit_import_expression(&mut self, expression: &ImportExpression<'a>) {
        if let Expression::StringLiteral(source) = &expression.source {
            let required = self.required(source);
            self.edits.push((expression.span, format!("Promise.resolve({required})")));
        }
        walk::walk_import_expression(self, expression);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if call.callee.is_specific_id("require")
            && let Some(Expression::StringLiteral(source)) =
                call.arguments.first().and_then(|one| one.as_expression())
        {
            self.specifiers.push(source.value.to_string());
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_import_meta(&mut self, meta: &ImportMeta) {
        self.edits.push((meta.span, "$meta".to_owned()));
    }

    fn visit_string_literal(&mut self, literal: &StringLiteral<'a>) {
        self.strings.push(literal.value.to_string());
    }
}
