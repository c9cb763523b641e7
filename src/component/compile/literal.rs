//! Reads the object that a config exports, as written: the values that are literals, and the locations of all
//! keys and values.

use std::collections::BTreeMap;

use oxc::allocator::Allocator;
use oxc::ast::ast::{
    ArrayExpressionElement, ArrowFunctionExpression, AssignmentTarget, ExportDefaultDeclarationKind,
    Expression, FunctionBody, ObjectPropertyKind, Program, PropertyKey, Statement, UnaryOperator,
    VariableDeclaration,
};
use oxc::parser::Parser;
use oxc::span::{GetSpan as _, Span};

use super::commonjs::kind_of;
use super::{LARGEST, nesting, with_stack};
use crate::source::tree::{Key, Node, Value};

/// The key that docgen adds to an object that is passed to a package's function. The value is the specifier of the
/// package.
pub(crate) const MODULE: &str = "$module";

/// Returns the exported value, or `None` if the file doesn't contain it. The calling thread has a stack of `stack`
/// bytes.
pub(in crate::component) fn literal(path: &str, text: &str, stack: usize) -> Option<Node> {
    if text.len() > LARGEST || nesting::check(text).is_some() {
        return None;
    }
    with_stack(text.len(), stack, || {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, text, kind_of(path)).parse();
        let body = &parsed.program.body;
        let reader = Reader { variables: variables(body), packages: packages(body) };
        let exported = exported(&parsed.program)?;
        Some(reader.node(exported, 0))
    })
}

/// The maximum depth of nested values, and the maximum length of a chain of variables.
const DEEPEST: usize = 200;

struct Reader<'p, 'a> {
    /// The values of variables at the top level.
    variables: BTreeMap<&'p str, &'p Expression<'a>>,
    /// The packages that names are imported from.
    packages: BTreeMap<&'p str, &'p str>,
}

fn packages<'p>(body: &'p [Statement<'_>]) -> BTreeMap<&'p str, &'p str> {
    let mut packages = BTreeMap::new();
    for statement in body {
        match statement {
            Statement::ImportDeclaration(import) => {
                let names = import.specifiers.iter().flatten();
                packages.extend(names.map(|one| (one.local().name.as_str(), import.source.value.as_str())));
            }
            Statement::VariableDeclaration(declaration) => {
                for one in &declaration.declarations {
                    let Some(specifier) = one.init.as_ref().and_then(required) else { continue };
                    let names = one.id.get_binding_identifiers();
                    packages.extend(names.into_iter().map(|name| (name.name.as_str(), specifier)));
                }
            }
            _ => {}
        }
    }
    packages.retain(|_, specifier| !specifier.starts_with(['.', '/']));
    packages
}

/// Returns the specifier in a call to `require`.
fn required<'p>(expression: &'p Expression<'_>) -> Option<&'p str> {
    let Expression::CallExpression(call) = expression.get_inner_expression() else { return None };
    match call.arguments.first()?.as_expression()? {
        Expression::StringLiteral(text) if call.callee.is_specific_id("require") => Some(text.value.as_str()),
        _ => None,
    }
}

fn variables<'p, 'a>(body: &'p [Statement<'a>]) -> BTreeMap<&'p str, &'p Expression<'a>> {
    let declarations = body.iter().filter_map(|statement| match statement {
        Statement::VariableDeclaration(declaration) => Some(&**declaration),
        Statement::ExportDeclaration(export) => match &export.declaration {
            oxc::ast::ast::Declaration::VariableDeclaration(declaration) => Some(&**declaration),
            _ => None,
        },
        _ => None,
    });
    let values = |declaration: &'p VariableDeclaration<'a>| {
        declaration.declarations.iter().filter_map(|one| {
            let name = one.id.get_binding_identifier()?;
            Some((name.name.as_str(), one.init.as_ref()?))
        })
    };
    declarations.flat_map(values).collect()
}

/// Returns the value of `export default` or `module.exports`.
fn exported<'p, 'a>(program: &'p Program<'a>) -> Option<&'p Expression<'a>> {
    program.body.iter().rev().find_map(|statement| match statement {
        Statement::ExportDefaultDeclaration(export) => match &export.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                returned(function.body.as_deref()?)
            }
            declaration => declaration.as_expression(),
        },
        Statement::ExpressionStatement(statement) => match &statement.expression {
            Expression::AssignmentExpression(assignment) => {
                let AssignmentTarget::StaticMemberExpression(member) = &assignment.left else { return None };
                let is_exports = member.object.is_specific_id("module") && member.property.name == "exports";
                is_exports.then_some(&assignment.right)
            }
            _ => None,
        },
        _ => None,
    })
}

/// Returns the value of a function's last `return` statement.
fn returned<'p, 'a>(body: &'p FunctionBody<'a>) -> Option<&'p Expression<'a>> {
    body.statements.iter().rev().find_map(|statement| match statement {
        Statement::ReturnStatement(statement) => statement.argument.as_ref(),
        _ => None,
    })
}

/// Returns the expression that an arrow function returns.
fn arrow<'p, 'a>(function: &'p ArrowFunctionExpression<'a>) -> Option<&'p Expression<'a>> {
    function.get_expression().or_else(|| returned(function.get_function_body()?))
}

impl Reader<'_, '_> {
    /// Converts an expression. A value that isn't a literal is [`Value::Null`].
    fn node(&self, expression: &Expression<'_>, depth: usize) -> Node {
        let range = range(expression.span());
        let at = |value| Node { value, range: range.clone() };
        if depth > DEEPEST {
            return at(Value::Null);
        }
        match expression.get_inner_expression() {
            Expression::StringLiteral(text) => at(Value::Text(text.value.to_string())),
            Expression::TemplateLiteral(template) if template.expressions.is_empty() => {
                let text = template.quasis.iter().filter_map(|one| one.value.cooked);
                at(Value::Text(text.map(|text| text.as_str().to_owned()).collect()))
            }
            Expression::NumericLiteral(number) => at(Value::Number(number.value)),
            Expression::BooleanLiteral(literal) => at(Value::Bool(literal.value)),
            Expression::UnaryExpression(unary) => match (&unary.operator, &unary.argument) {
                (UnaryOperator::UnaryNegation, Expression::NumericLiteral(number)) => {
                    at(Value::Number(-number.value))
                }
                _ => at(Value::Null),
            },
            Expression::ArrayExpression(array) => {
                let items = array.elements.iter().map(|item| match item {
                    ArrayExpressionElement::SpreadElement(_) | ArrayExpressionElement::Elision(_) => {
                        Node { value: Value::Null, range: range_of(item) }
                    }
                    item => self.node(item.to_expression(), depth + 1),
                });
                at(Value::List(items.collect()))
            }
            Expression::ObjectExpression(object) => at(Value::Table(self.entries(&object.properties, depth))),
            Expression::Identifier(name) => match self.variables.get(name.name.as_str()) {
                Some(value) => self.node(value, depth + 10),
                None => at(Value::Null),
            },
            // A call to a package's function that takes options.
            Expression::CallExpression(call) => {
                let arguments = call.arguments.iter().filter_map(|one| one.as_expression());
                let nodes = arguments.map(|one| self.node(one, depth + 1));
                let is_options = |node: &Node| matches!(node.value, Value::Table(_));
                let mut node = nodes.into_iter().find(is_options).unwrap_or_else(|| at(Value::Null));
                if let (Value::Table(entries), Some(package)) = (&mut node.value, self.package(&call.callee))
                    && entries.iter().all(|(key, _)| key.name != MODULE)
                {
                    let key = Key { name: MODULE.to_owned(), range: range.clone() };
                    entries.push((key, at(Value::Text(package.to_owned()))));
                }
                node
            }
            Expression::AwaitExpression(waiting) => self.node(&waiting.argument, depth + 1),
            Expression::ArrowFunctionExpression(function) if depth == 0 => match arrow(function) {
                Some(value) => self.node(value, depth + 1),
                None => at(Value::Null),
            },
            Expression::FunctionExpression(function) if depth == 0 => {
                match function.body.as_deref().and_then(returned) {
                    Some(value) => self.node(value, depth + 1),
                    None => at(Value::Null),
                }
            }
            _ => at(Value::Null),
        }
    }

    /// Returns the package that exports a function.
    fn package<'e>(&'e self, callee: &'e Expression<'_>) -> Option<&'e str> {
        match callee {
            Expression::Identifier(name) => self.packages.get(name.name.as_str()).copied(),
            Expression::StaticMemberExpression(member) => self.package(&member.object),
            callee => required(callee),
        }
    }

    fn entries(&self, properties: &[ObjectPropertyKind<'_>], depth: usize) -> Vec<(Key, Node)> {
        let mut entries = Vec::new();
        for property in properties {
            match property {
                ObjectPropertyKind::ObjectProperty(property) => {
                    let name = match &property.key {
                        PropertyKey::StaticIdentifier(name) => name.name.to_string(),
                        PropertyKey::StringLiteral(text) => text.value.to_string(),
                        PropertyKey::NumericLiteral(number) => number.value.to_string(),
                        _ => continue,
                    };
                    let key = Key { name, range: range(property.key.span()) };
                    entries.push((key, self.node(&property.value, depth + 1)));
                }
                ObjectPropertyKind::SpreadProperty(spread) => {
                    if let Value::Table(others) = self.node(&spread.argument, depth + 1).value {
                        entries.extend(others);
                    }
                }
            }
        }
        entries
    }
}

fn range(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}

fn range_of(item: &ArrayExpressionElement<'_>) -> std::ops::Range<usize> {
    range(item.span())
}
