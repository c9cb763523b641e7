//! Reads the components and types that a module declares.

use std::collections::BTreeMap;

use oxc::ast::ast::{
    Argument, BindingPattern, CallExpression, Declaration, ExportDefaultDeclarationKind, Expression,
    FormalParameters, Function, ImportDeclarationSpecifier, Program, Statement, TSInterfaceDeclaration,
    TSLiteral, TSSignature, TSType, TSTypeAliasDeclaration, TSTypeName, TSTypeParameterInstantiation,
    VariableDeclarator,
};

use crate::component::types::{Literal, Member, Origin, Type, Types};

/// The maximum nesting of types, and of calls around a component.
const DEEPEST: usize = 30;

/// Returns the components and types of a module. If the module isn't in TypeScript, nothing is known about components
/// without types.
pub(super) fn types(program: &Program<'_>, is_typescript: bool) -> Types {
    let mut reader =
        Reader { is_typescript, bindings: BTreeMap::new(), names: Vec::new(), types: Types::default() };
    let mut declarations = Vec::new();
    for statement in &program.body {
        reader.statement(statement, &mut declarations);
    }
    reader.names = declarations.iter().map(Named::name).collect();
    for declaration in &declarations {
        let (name, declared) = reader.declared(declaration);
        merge(&mut reader.types.declared, name, declared);
    }
    let names: Vec<&str> = reader.bindings.keys().copied().collect();
    for name in names {
        let component = reader.binding(name, 0);
        reader.types.components.insert(name.to_owned(), component);
    }
    reader.types
}

/// Adds a declaration to the other declarations of the same name, because TypeScript merges interfaces.
fn merge(declared: &mut BTreeMap<String, Type>, name: String, one: Type) {
    let all = match declared.remove(&name) {
        None => one,
        Some(Type::All(mut all)) => {
            all.push(one);
            Type::All(all)
        }
        Some(other) => Type::All(vec![other, one]),
    };
    declared.insert(name, all);
}

/// A component, or something else that a statement at the top level of a module declares.
#[derive(Clone, Copy)]
enum Binding<'p, 'a> {
    Function(&'p Function<'a>),
    Variable(&'p VariableDeclarator<'a>),
    Value(&'p Expression<'a>),
    /// A function with several signatures.
    Overloaded,
}

/// The declaration of a type.
enum Named<'p, 'a> {
    Alias(&'p TSTypeAliasDeclaration<'a>),
    Interface(&'p TSInterfaceDeclaration<'a>),
}

impl<'p> Named<'p, '_> {
    fn name(&self) -> &'p str {
        match self {
            Named::Alias(alias) => alias.id.name.as_str(),
            Named::Interface(interface) => interface.id.name.as_str(),
        }
    }
}

struct Reader<'p, 'a> {
    is_typescript: bool,
    bindings: BTreeMap<&'p str, Binding<'p, 'a>>,
    /// The names of the declared types.
    names: Vec<&'p str>,
    types: Types,
}

impl<'p, 'a> Reader<'p, 'a> {
    fn statement(&mut self, statement: &'p Statement<'a>, declarations: &mut Vec<Named<'p, 'a>>) {
        match statement {
            Statement::ImportDeclaration(import) => {
                for specifier in import.specifiers.iter().flatten() {
                    let (local, name) = match specifier {
                        ImportDeclarationSpecifier::ImportSpecifier(one) => {
                            (&one.local, one.imported.name().to_string())
                        }
                        ImportDeclarationSpecifier::ImportDefaultSpecifier(one) => {
                            (&one.local, "default".to_owned())
                        }
                        ImportDeclarationSpecifier::ImportNamespaceSpecifier(one) => {
                            (&one.local, "*".to_owned())
                        }
                    };
                    let from = (import.source.value.to_string(), name);
                    self.types.imported.insert(local.name.to_string(), from);
                }
            }
            Statement::ExportDeclaration(export) => {
                for name in self.declaration(&export.declaration, declarations) {
                    self.types.exported.insert(name.to_owned(), Origin::Local(name.to_owned()));
                }
            }
            Statement::ExportNamedDeclaration(export) => {
                for one in &export.specifiers {
                    let origin = Origin::Local(one.local.name().to_string());
                    self.types.exported.insert(one.exported.name().to_string(), origin);
                }
            }
            Statement::ExportFromDeclaration(export) => {
                for one in &export.specifiers {
                    let origin = Origin::Other(export.source.value.to_string(), one.local.name().to_string());
                    self.types.exported.insert(one.exported.name().to_string(), origin);
                }
            }
            Statement::ExportAllDeclaration(export) if export.exported.is_none() => {
                self.types.stars.push(export.source.value.to_string());
            }
            Statement::ExportDefaultDeclaration(export) => {
                let local = self.default(&export.declaration, declarations);
                self.types.exported.insert("default".to_owned(), Origin::Local(local.to_owned()));
            }
            other => {
                if let Some(declaration) = other.as_declaration() {
                    self.declaration(declaration, declarations);
                }
            }
        }
    }

    /// Reads a default export, and returns its name in the module.
    fn default(
        &mut self,
        kind: &'p ExportDefaultDeclarationKind<'a>,
        declarations: &mut Vec<Named<'p, 'a>>,
    ) -> &'p str {
        let (name, binding) = match kind {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                let name = function.id.as_ref().map_or("default", |id| id.name.as_str());
                (name, Binding::Function(function))
            }
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(interface) => {
                declarations.push(Named::Interface(interface));
                return interface.id.name.as_str();
            }
            ExportDefaultDeclarationKind::Identifier(id) => return id.name.as_str(),
            other => match other.as_expression() {
                Some(value) => ("default", Binding::Value(value)),
                None => return "default",
            },
        };
        self.bind(name, binding);
        name
    }

    /// Reads a declaration, and returns the names that it declares.
    fn declaration(
        &mut self,
        declaration: &'p Declaration<'a>,
        declarations: &mut Vec<Named<'p, 'a>>,
    ) -> Vec<&'p str> {
        match declaration {
            Declaration::VariableDeclaration(variables) => {
                let names = variables.declarations.iter().filter_map(|one| match &one.id {
                    BindingPattern::BindingIdentifier(id) => Some((id.name.as_str(), one)),
                    _ => None,
                });
                let names: Vec<_> = names.collect();
                names.iter().for_each(|(name, one)| self.bind(name, Binding::Variable(one)));
                names.into_iter().map(|(name, _)| name).collect()
            }
            Declaration::FunctionDeclaration(function) => {
                let Some(id) = &function.id else { return Vec::new() };
                self.bind(id.name.as_str(), Binding::Function(function));
                vec![id.name.as_str()]
            }
            Declaration::TSTypeAliasDeclaration(alias) => {
                declarations.push(Named::Alias(alias));
                vec![alias.id.name.as_str()]
            }
            Declaration::TSInterfaceDeclaration(interface) => {
                declarations.push(Named::Interface(interface));
                vec![interface.id.name.as_str()]
            }
            _ => Vec::new(),
        }
    }

    fn bind(&mut self, name: &'p str, binding: Binding<'p, 'a>) {
        self.bindings.entry(name).and_modify(|known| *known = Binding::Overloaded).or_insert(binding);
    }

    /// Returns the props type of a component in the module.
    fn binding(&self, name: &str, depth: usize) -> Type {
        match self.bindings.get(name) {
            Some(Binding::Function(function)) => {
                self.parameter(&function.params, function.type_parameters.is_some())
            }
            Some(Binding::Variable(variable)) => match (&variable.type_annotation, &variable.init) {
                (Some(annotation), _) => self.component_type(&annotation.type_annotation),
                (None, Some(value)) => self.component(value, depth),
                (None, None) => Type::Unknown,
            },
            Some(Binding::Value(value)) => self.component(value, depth),
            Some(Binding::Overloaded) | None => Type::Unknown,
        }
    }

    /// Returns the props type of a component.
    fn component(&self, value: &Expression<'a>, depth: usize) -> Type {
        match value.get_inner_expression() {
            _ if depth > DEEPEST => Type::Unknown,
            Expression::FunctionExpression(function) => {
                self.parameter(&function.params, function.type_parameters.is_some())
            }
            Expression::ArrowFunctionExpression(function) => {
                self.parameter(&function.params, function.type_parameters.is_some())
            }
            Expression::Identifier(id) => self.binding(id.name.as_str(), depth + 1),
            Expression::CallExpression(call) => self.wrapped(call, depth + 1),
            _ => Type::Unknown,
        }
    }

    /// Returns the props type of the component that `memo` or `forwardRef` returns.
    fn wrapped(&self, call: &CallExpression<'a>, depth: usize) -> Type {
        let name = match &call.callee {
            Expression::Identifier(id) => self.react_name(id.name.as_str()),
            Expression::StaticMemberExpression(member) => match &member.object {
                Expression::Identifier(id) if self.is_react(id.name.as_str()) => {
                    Some(member.property.name.as_str())
                }
                _ => None,
            },
            _ => None,
        };
        let index = match name {
            Some("memo") => 0,
            Some("forwardRef") => 1,
            _ => return Type::Unknown,
        };
        let written = call.type_arguments.as_ref().map(|arguments| arguments.params.get(index));
        match (written, call.arguments.first().and_then(Argument::as_expression)) {
            (Some(written), _) => written.map_or(Type::Unknown, |written| self.read(written, 0)),
            (None, Some(component)) => self.component(component, depth),
            (None, None) => Type::Unknown,
        }
    }

    /// Returns the type of the first parameter of a component.
    fn parameter(&self, parameters: &FormalParameters<'a>, is_generic: bool) -> Type {
        match parameters.items.first() {
            _ if is_generic => Type::Unknown,
            Some(first) => {
                let annotation = first.type_annotation.as_ref();
                annotation.map_or(Type::Unknown, |annotation| self.read(&annotation.type_annotation, 0))
            }
            None if self.is_typescript && parameters.rest.is_none() => {
                Type::Object { members: Vec::new(), is_open: false }
            }
            None => Type::Unknown,
        }
    }

    /// Returns the props type of a component from the component's type annotation, such as `FC<Props>`.
    fn component_type(&self, written: &TSType<'a>) -> Type {
        let TSType::TSTypeReference(reference) = written else { return Type::Unknown };
        match self.react_type(&reference.type_name) {
            Some("FC" | "FunctionComponent" | "ComponentType") => {
                let props = first(reference.type_arguments.as_deref());
                let none = Type::Object { members: Vec::new(), is_open: false };
                props.map_or(none, |props| self.read(props, 0))
            }
            _ => Type::Unknown,
        }
    }

    /// Returns the name of a React export from its name in the module.
    fn react_name(&self, local: &str) -> Option<&str> {
        let (specifier, name) = self.types.imported.get(local)?;
        (specifier == "react").then_some(name.as_str())
    }

    /// Whether a name in the module refers to the whole `react` module. Types can use `React` without an import.
    fn is_react(&self, local: &str) -> bool {
        match self.types.imported.get(local) {
            Some((specifier, name)) => specifier == "react" && matches!(name.as_str(), "*" | "default"),
            None => local == "React",
        }
    }

    /// Returns the name of a React type.
    fn react_type<'n>(&'n self, name: &'n TSTypeName<'a>) -> Option<&'n str> {
        match name {
            TSTypeName::IdentifierReference(id) => self.react_name(id.name.as_str()),
            TSTypeName::QualifiedName(qualified) => match &qualified.left {
                TSTypeName::IdentifierReference(id) if self.is_react(id.name.as_str()) => {
                    Some(qualified.right.name.as_str())
                }
                _ => None,
            },
            TSTypeName::ThisExpression(_) => None,
        }
    }

    fn declared(&self, declaration: &Named<'p, 'a>) -> (String, Type) {
        let name = declaration.name().to_owned();
        let found = match declaration {
            Named::Alias(alias) if alias.type_parameters.is_none() => self.read(&alias.type_annotation, 0),
            Named::Interface(interface) if interface.type_parameters.is_none() => {
                let own = self.members(&interface.body.body, 0);
                let others = interface.extends.iter();
                let others =
                    others.map(|other| self.named(&other.type_name, other.type_arguments.as_deref(), 0));
                Type::All(std::iter::once(own).chain(others).collect())
            }
            Named::Alias(_) | Named::Interface(_) => Type::Unknown,
        };
        (name, found)
    }

    fn read(&self, written: &TSType<'a>, depth: usize) -> Type {
        let all = |types: &[TSType<'a>]| types.iter().map(|one| self.read(one, depth + 1)).collect();
        match written {
            _ if depth > DEEPEST => Type::Unknown,
            TSType::TSStringKeyword(_) => Type::Text,
            TSType::TSNumberKeyword(_) => Type::Number,
            TSType::TSBooleanKeyword(_) => Type::Boolean,
            TSType::TSNullKeyword(_) | TSType::TSUndefinedKeyword(_) | TSType::TSNeverKeyword(_) => {
                Type::Nothing
            }
            TSType::TSLiteralType(literal) => match &literal.literal {
                TSLiteral::StringLiteral(text) => Type::Literal(Literal::Text(text.value.to_string())),
                TSLiteral::NumericLiteral(number) => Type::Literal(Literal::Number(number.value)),
                TSLiteral::BooleanLiteral(boolean) => Type::Literal(Literal::Boolean(boolean.value)),
                _ => Type::Unknown,
            },
            TSType::TSTypeLiteral(object) => self.members(&object.members, depth + 1),
            TSType::TSParenthesizedType(inner) => self.read(&inner.type_annotation, depth + 1),
            TSType::TSUnionType(union) => Type::Any(all(&union.types)),
            TSType::TSIntersectionType(intersection) => Type::All(all(&intersection.types)),
            TSType::TSTypeReference(reference) => {
                self.named(&reference.type_name, reference.type_arguments.as_deref(), depth + 1)
            }
            _ => Type::Unknown,
        }
    }

    /// Returns the type with the given name.
    fn named(
        &self,
        name: &TSTypeName<'a>,
        arguments: Option<&TSTypeParameterInstantiation<'a>>,
        depth: usize,
    ) -> Type {
        let inner = || first(arguments).map_or(Type::Unknown, |inner| self.read(inner, depth + 1));
        if self.react_type(name) == Some("PropsWithChildren") {
            let children = Member { name: "children".to_owned(), is_required: false, value: Type::Unknown };
            return Type::All(vec![Type::Object { members: vec![children], is_open: false }, inner()]);
        }
        let TSTypeName::IdentifierReference(id) = name else { return Type::Unknown };
        let name = id.name.as_str();
        let is_own = self.names.contains(&name) || self.types.imported.contains_key(name);
        match arguments {
            None if is_own => Type::Reference(name.to_owned()),
            Some(_) if !is_own && name == "Readonly" => inner(),
            _ => Type::Unknown,
        }
    }

    fn members(&self, signatures: &[TSSignature<'a>], depth: usize) -> Type {
        let (mut members, mut is_open) = (Vec::new(), false);
        for signature in signatures {
            let (key, computed, optional, value) = match signature {
                TSSignature::TSPropertySignature(one) => {
                    (&one.key, one.computed, one.optional, one.type_annotation.as_ref())
                }
                TSSignature::TSMethodSignature(one) => (&one.key, one.computed, one.optional, None),
                _ => {
                    is_open = true;
                    continue;
                }
            };
            match key.static_name().filter(|_| !computed) {
                Some(name) => members.push(Member {
                    name: name.to_string(),
                    is_required: !optional,
                    value: value.map_or(Type::Unknown, |value| self.read(&value.type_annotation, depth)),
                }),
                None => is_open = true,
            }
        }
        Type::Object { members, is_open }
    }
}

fn first<'p, 'a>(arguments: Option<&'p TSTypeParameterInstantiation<'a>>) -> Option<&'p TSType<'a>> {
    arguments.and_then(|arguments| arguments.params.first())
}
