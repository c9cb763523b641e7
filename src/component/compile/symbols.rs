//! Finds the declarations in a JavaScript or TypeScript file.

use std::ops::Range;

use oxc::allocator::Allocator;
use oxc::ast::ast::{
    AssignmentTarget, BindingPattern, Class, ClassElement, Declaration, ExportDefaultDeclarationKind,
    Expression, Program, PropertyKind, Statement, StaticMemberExpression, TSNamespaceDeclaration,
    TSNamespaceDeclarationBody, TSSignature, VariableDeclaration,
};
use oxc::parser::Parser;
use oxc::span::{GetSpan as _, SourceType, Span};

use super::{LARGEST, nesting, with_stack};

/// The names of the enclosing declarations and of the declaration itself, and the declaration's range.
type Symbol = (Vec<String>, Range<usize>);

/// Returns the declarations and the ranges of the comments in a file. The error is the reason that the file can't be
/// parsed.
pub(crate) fn symbols(text: &str, extension: &str) -> Result<(Vec<Symbol>, Vec<Range<usize>>), &'static str> {
    if text.len() > LARGEST {
        return Err("the file is too large");
    }
    if nesting::check(text).is_some() {
        return Err("the code is nested too deeply");
    }
    let kinds = match extension {
        "ts" | "mts" | "cts" => [SourceType::ts(), SourceType::tsx()],
        "tsx" => [SourceType::tsx(), SourceType::ts()],
        _ => [SourceType::jsx(), SourceType::cjs().with_jsx(true)],
    };
    with_stack(text.len(), 1 << 20, || {
        kinds.into_iter().find_map(|kind| {
            let allocator = Allocator::default();
            let parsed = Parser::new(&allocator, text, kind).parse();
            (!parsed.diagnostics.has_errors()).then(|| all(&parsed.program))
        })
    })
    .ok_or("the syntax is invalid")
}

fn all(program: &Program<'_>) -> (Vec<Symbol>, Vec<Range<usize>>) {
    let mut reader = Reader::default();
    program.body.iter().for_each(|statement| reader.statement(statement));
    program.body.iter().for_each(|statement| reader.exported_names(statement));
    let comments = program.comments.iter().map(|one| one.span.start as usize..one.span.end as usize);
    (reader.found, comments.collect())
}

#[derive(Default)]
struct Reader {
    path: Vec<String>,
    found: Vec<Symbol>,
    /// Whether the last symbol is a signature of an overloaded function.
    open_signature: bool,
}

impl Reader {
    fn add(&mut self, name: &str, span: Span) {
        let path: Vec<String> = self.path.iter().cloned().chain([name.to_owned()]).collect();
        self.found.push((path, span.start as usize..span.end as usize));
    }

    fn inside(&mut self, name: &str, read: impl FnOnce(&mut Self)) {
        self.path.push(name.to_owned());
        read(self);
        self.path.pop();
    }

    fn statement(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::ExportDeclaration(export) => self.declaration(&export.declaration, export.span),
            Statement::ExportDefaultDeclaration(export) => match &export.declaration {
                ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                    let name = function.id.as_ref().map_or("default", |id| id.name.as_str());
                    self.function(name, export.span, function.body.is_none());
                }
                ExportDefaultDeclarationKind::ClassDeclaration(class) => {
                    let name = class.id.as_ref().map_or("default", |id| id.name.as_str());
                    self.class(name, class, export.span);
                }
                ExportDefaultDeclarationKind::TSInterfaceDeclaration(one) => {
                    self.signatures(&one.id.name, &one.body.body, export.span);
                }
                other => {
                    self.add("default", export.span);
                    if let Some(value) = other.as_expression() {
                        self.inside("default", |reader| reader.value(value));
                    }
                }
            },
            Statement::ExpressionStatement(one) => {
                if let Expression::AssignmentExpression(assignment) = &one.expression
                    && let AssignmentTarget::StaticMemberExpression(target) = &assignment.left
                {
                    self.assignment(target, &assignment.right, one.span);
                }
            }
            other => {
                if let Some(declaration) = other.as_declaration() {
                    self.declaration(declaration, declaration.span());
                }
            }
        }
    }

    /// Adds the target of an assignment to `exports.name`, `module.exports`, `Type.name`, or `Type.prototype.name`.
    fn assignment(&mut self, target: &StaticMemberExpression<'_>, value: &Expression<'_>, span: Span) {
        let (mut names, mut object) = (vec![target.property.name.as_str()], &target.object);
        while let Expression::StaticMemberExpression(outer) = object {
            names.push(outer.property.name.as_str());
            object = &outer.object;
        }
        let Expression::Identifier(first) = object else { return };
        names.push(first.name.as_str());
        names.reverse();
        let is_module = matches!(names[..], ["exports" | "module", ..]);
        let names: Vec<&str> = match is_module {
            true => names.into_iter().skip_while(|name| matches!(*name, "exports" | "module")).collect(),
            false => names.into_iter().filter(|name| *name != "prototype").collect(),
        };
        match names.split_last() {
            Some((name, outer)) => {
                let before = self.path.len();
                self.path.extend(outer.iter().map(|name| (*name).to_owned()));
                self.add(name, span);
                self.inside(name, |reader| reader.value(value));
                self.path.truncate(before);
            }
            None => self.value(value),
        }
    }

    /// Adds the names under which declarations of this file are exported, if they're different.
    fn exported_names(&mut self, statement: &Statement<'_>) {
        let Statement::ExportNamedDeclaration(export) = statement else { return };
        for one in &export.specifiers {
            let (local, exported) = (one.local.name(), one.exported.name());
            let of_name = |name: &str| self.found.iter().find(|(path, _)| *path == [name]).cloned();
            if let (Some((_, range)), None) = (of_name(&local), of_name(&exported)) {
                self.found.push((vec![exported.to_string()], range));
            }
        }
    }

    /// Adds an interface and its members.
    fn signatures(&mut self, name: &str, members: &[TSSignature<'_>], span: Span) {
        self.add(name, span);
        self.inside(name, |reader| {
            for member in members {
                let (key, span) = match member {
                    TSSignature::TSPropertySignature(one) => (&one.key, one.span),
                    TSSignature::TSMethodSignature(one) => (&one.key, one.span),
                    _ => continue,
                };
                if let Some(name) = key.static_name() {
                    reader.function(&name, span, matches!(member, TSSignature::TSMethodSignature(_)));
                }
            }
            reader.open_signature = false;
        });
    }

    fn namespace(&mut self, namespace: &TSNamespaceDeclaration<'_>, span: Span) {
        let name = &namespace.id.name;
        self.add(name, span);
        self.inside(name, |reader| match &namespace.body {
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => reader.namespace(inner, span),
            TSNamespaceDeclarationBody::TSModuleBlock(block) => {
                block.body.iter().for_each(|statement| reader.statement(statement));
            }
        });
    }

    fn declaration(&mut self, declaration: &Declaration<'_>, span: Span) {
        match declaration {
            Declaration::FunctionDeclaration(function) => {
                if let Some(id) = &function.id {
                    self.function(&id.name, span, function.body.is_none());
                }
            }
            Declaration::ClassDeclaration(class) => {
                if let Some(id) = &class.id {
                    self.class(&id.name, class, span);
                }
            }
            Declaration::VariableDeclaration(variables) => self.variables(variables, span),
            Declaration::TSTypeAliasDeclaration(one) => self.add(&one.id.name, span),
            Declaration::TSInterfaceDeclaration(one) => {
                self.signatures(&one.id.name, &one.body.body, span);
            }
            Declaration::TSNamespaceDeclaration(one) => self.namespace(one, span),
            Declaration::TSEnumDeclaration(one) => self.add(&one.id.name, span),
            _ => {}
        }
    }

    /// Adds a function. The signatures of an overloaded function are part of the function that follows them.
    fn function(&mut self, name: &str, span: Span, is_signature: bool) {
        let path: Vec<String> = self.path.iter().cloned().chain([name.to_owned()]).collect();
        let last = self.found.last_mut().filter(|(last, _)| *last == path && self.open_signature);
        match last {
            Some((_, range)) => range.end = span.end as usize,
            None => self.found.push((path, span.start as usize..span.end as usize)),
        }
        self.open_signature = is_signature;
    }

    fn variables(&mut self, variables: &VariableDeclaration<'_>, span: Span) {
        let is_alone = variables.declarations.len() == 1;
        for one in &variables.declarations {
            let span = if is_alone { span } else { one.span };
            let BindingPattern::BindingIdentifier(id) = &one.id else {
                one.id.get_binding_identifiers().iter().for_each(|id| self.add(&id.name, span));
                continue;
            };
            self.add(&id.name, span);
            if let Some(value) = &one.init {
                self.inside(&id.name, |reader| reader.value(value));
            }
        }
    }

    /// Adds the members of a class or an object.
    fn value(&mut self, value: &Expression<'_>) {
        match value {
            Expression::ClassExpression(class) => self.members(class),
            Expression::ObjectExpression(object) => {
                for property in &object.properties {
                    let Some(property) = property.as_property() else { continue };
                    if let Some(name) =
                        property.key.static_name().filter(|_| property.kind == PropertyKind::Init)
                    {
                        self.add(&name, property.span);
                    }
                }
            }
            Expression::TSAsExpression(one) => self.value(&one.expression),
            Expression::TSSatisfiesExpression(one) => self.value(&one.expression),
            Expression::ParenthesizedExpression(one) => self.value(&one.expression),
            _ => {}
        }
    }

    fn class(&mut self, name: &str, class: &Class<'_>, span: Span) {
        let start = class.decorators.iter().map(|one| one.span.start).min().unwrap_or(span.start);
        self.add(name, Span::new(start.min(span.start), span.end));
        self.inside(name, |reader| reader.members(class));
    }

    fn members(&mut self, class: &Class<'_>) {
        for element in &class.body.body {
            let Some(name) = element.static_name() else { continue };
            match element {
                ClassElement::MethodDefinition(method) => {
                    let start = method.decorators.iter().map(|one| one.span.start).min();
                    let span =
                        Span::new(start.unwrap_or(method.span.start).min(method.span.start), method.span.end);
                    self.function(&name, span, method.value.body.is_none());
                }
                element => self.add(&name, element.span()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_that_cannot_be_parsed_has_its_own_reason() {
        let deep = format!("const a = {}{};", "[".repeat(5_000), "]".repeat(5_000));
        for (text, reason) in [
            ("const a = ;", "the syntax is invalid"),
            (&deep, "the code is nested too deeply"),
            (&" ".repeat(LARGEST + 1), "the file is too large"),
        ] {
            assert_eq!(symbols(text, "ts").err(), Some(reason));
        }
    }
}
