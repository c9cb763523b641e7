//! Finds the tags of components on a page, with their attributes.

use oxc::ast::ast::{
    Expression, JSXAttribute, JSXAttributeItem, JSXAttributeName, JSXAttributeValue, JSXChild, JSXElement,
    JSXElementName, JSXExpression, Program,
};
use oxc::ast_visit::{Visit, walk};
use oxc::semantic::Scoping;

use crate::component::types::{Attribute, Literal, Tag};

/// Returns the tags of the components that a page imports or doesn't define.
pub(super) fn tags(program: &Program<'_>, scoping: &Scoping) -> Vec<Tag> {
    let mut finder = Finder { scoping, tags: Vec::new() };
    finder.visit_program(program);
    finder.tags
}

struct Finder<'s> {
    scoping: &'s Scoping,
    tags: Vec<Tag>,
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_jsx_element(&mut self, element: &JSXElement<'a>) {
        if let JSXElementName::IdentifierReference(id) = &element.opening_element.name {
            let reference = id.reference_id.get().map(|id| self.scoping.get_reference(id));
            let symbol = reference.and_then(|reference| reference.symbol_id());
            if symbol.is_none_or(|symbol| self.scoping.symbol_flags(symbol).is_import()) {
                let range = id.span.start..id.span.end;
                self.tags.push(tag(element, id.name.to_string(), range));
            }
        }
        walk::walk_jsx_element(self, element);
    }
}

fn tag(element: &JSXElement<'_>, name: String, range: std::ops::Range<u32>) -> Tag {
    let given = &element.opening_element.attributes;
    let attributes = given.iter().filter_map(|item| match item {
        JSXAttributeItem::Attribute(one) => attribute(one),
        JSXAttributeItem::SpreadAttribute(_) => None,
    });
    let is_content = |child: &JSXChild<'_>| match child {
        JSXChild::Text(text) => !text.value.trim().is_empty(),
        JSXChild::ExpressionContainer(one) => !matches!(one.expression, JSXExpression::EmptyExpression(_)),
        _ => true,
    };
    Tag {
        name,
        range,
        attributes: attributes.collect(),
        has_spread: given.iter().any(|item| matches!(item, JSXAttributeItem::SpreadAttribute(_))),
        has_content: element.children.iter().any(is_content),
    }
}

/// Returns an attribute, unless its name has a prefix, as in `xlink:href`.
fn attribute(attribute: &JSXAttribute<'_>) -> Option<Attribute> {
    let JSXAttributeName::Identifier(name) = &attribute.name else { return None };
    let value = match &attribute.value {
        None => Some(Literal::Boolean(true)),
        // The value still contains its character references.
        Some(JSXAttributeValue::StringLiteral(text)) if text.value.contains('&') => None,
        Some(JSXAttributeValue::StringLiteral(text)) => Some(Literal::Text(text.value.to_string())),
        Some(JSXAttributeValue::ExpressionContainer(one)) => one.expression.as_expression().and_then(literal),
        Some(_) => None,
    };
    Some(Attribute { name: name.name.to_string(), range: name.span.start..name.span.end, value })
}

fn literal(expression: &Expression<'_>) -> Option<Literal> {
    match expression {
        Expression::StringLiteral(text) => Some(Literal::Text(text.value.to_string())),
        Expression::NumericLiteral(number) => Some(Literal::Number(number.value)),
        Expression::BooleanLiteral(boolean) => Some(Literal::Boolean(boolean.value)),
        _ => None,
    }
}
