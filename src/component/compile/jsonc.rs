//! Parses JSON with comments and trailing commas, as in `tsconfig.json`. TypeScript itself parses such files as
//! JavaScript.

use std::ops::Range;

use oxc::allocator::Allocator;
use oxc::ast::ast::{ArrayExpressionElement, Expression, ObjectPropertyKind, PropertyKey};
use oxc::parser::Parser;
use oxc::span::{GetSpan as _, SourceType, Span};

use super::{LARGEST, faults, nesting, with_stack};
use crate::component::module::Fault;

/// A value, with its location in the text.
#[derive(Debug)]
pub(in crate::component) struct Value {
    /// The location.
    pub range: Range<u32>,
    /// The value.
    pub kind: ValueKind,
}

/// A kind of value.
#[derive(Debug)]
pub(in crate::component) enum ValueKind {
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object: each key with its location and its value.
    Object(Vec<(String, Range<u32>, Value)>),
    /// A number, `true`, `false`, or `null`.
    Other,
}

impl Value {
    /// Returns the value of an object's key. If the key occurs several times, the last value applies.
    pub(in crate::component) fn get(&self, key: &str) -> Option<&Value> {
        let ValueKind::Object(members) = &self.kind else { return None };
        members.iter().rev().find(|(name, ..)| name == key).map(|(.., value)| value)
    }
}

/// Parses JSON text on a stack that is large enough. The calling thread has a stack of `stack` bytes.
pub(in crate::component) fn jsonc(text: &str, stack: usize) -> Result<Value, Fault> {
    if text.len() > LARGEST {
        return Err(Fault::new("the file is too large", 0..0));
    }
    if let Some(fault) = nesting::check(text) {
        return Err(fault);
    }
    with_stack(text.len(), stack, || {
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, text, SourceType::mjs()).parse_expression();
        let expression = parsed.map_err(|errors| {
            let first = faults(errors, text).into_iter().next();
            first.unwrap_or_else(|| Fault::new("invalid JSON", 0..0))
        })?;
        value(&expression)
    })
}

/// Converts an expression. An earlier check of the text limits its depth.
fn value(expression: &Expression<'_>) -> Result<Value, Fault> {
    let span = expression.span();
    let range = span.start..span.end;
    let kind = match expression {
        Expression::StringLiteral(text) => ValueKind::Text(text.value.to_string()),
        Expression::ObjectExpression(object) => {
            let members = object.properties.iter().map(|property| {
                let span = property.span();
                let ObjectPropertyKind::ObjectProperty(property) = property else {
                    return Err(unexpected(span));
                };
                let PropertyKey::StringLiteral(key) = &property.key else {
                    return Err(unexpected(span));
                };
                let range = key.span.start..key.span.end;
                Ok((key.value.to_string(), range, value(&property.value)?))
            });
            ValueKind::Object(members.collect::<Result<_, _>>()?)
        }
        Expression::ArrayExpression(array) => {
            let items = array.elements.iter().map(|item| match item {
                ArrayExpressionElement::SpreadElement(_) | ArrayExpressionElement::Elision(_) => {
                    let span = item.span();
                    Err(unexpected(span))
                }
                item => value(item.to_expression()),
            });
            ValueKind::List(items.collect::<Result<_, _>>()?)
        }
        other if other.is_literal() => ValueKind::Other,
        // A negative number.
        Expression::UnaryExpression(_) => ValueKind::Other,
        _ => return Err(unexpected(span)),
    };
    Ok(Value { range, kind })
}

fn unexpected(span: Span) -> Fault {
    Fault::new("expected JSON", span.start..span.end)
}
