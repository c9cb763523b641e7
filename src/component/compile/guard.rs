//! Prepares a page's code: guards its expressions so that the rest of the page still renders if one of them fails, and
//! marks its images.

use oxc::allocator::{Allocator, TakeIn as _};
use oxc::ast::ast::{
    Argument, ArrowFunctionBody, ArrowFunctionExpression, Declaration, Expression, FormalParameterKind,
    FormalParameters, JSXAttributeItem, JSXAttributeName, JSXElementName, JSXExpression,
    JSXExpressionContainer, JSXOpeningElement, JSXSpreadAttribute, Program, Statement,
};
use oxc::ast::builder::AstBuilder;
use oxc::ast_visit::{VisitMut, walk_mut};
use oxc::span::GetSpan as _;

/// The name of the function that evaluates an expression. Each page imports this function.
pub(in crate::component) const GUARD: &str = "docgenGuard";

/// The attribute of the `<img>` tags on a page. Tags of components don't have it.
const OWN_IMAGE: &str = "data-docgen-own";

/// If a tag in React's output is an `<img>` tag that's written on a page, returns the tag without its mark.
pub(crate) fn own_image(tag: &str) -> Option<String> {
    let mark = format!(" {OWN_IMAGE}=\"true\"");
    tag.starts_with("<img ")
        .then(|| tag.split_once(&mark))
        .flatten()
        .map(|(start, end)| format!("{start}{end}"))
}

/// Marks the `<img>` tags on a page.
pub(super) fn mark_images<'a>(allocator: &'a Allocator, program: &mut Program<'a>) {
    Images { builder: AstBuilder::new(allocator) }.visit_program(program);
}

struct Images<'a> {
    builder: AstBuilder<'a>,
}

impl<'a> VisitMut<'a> for Images<'a> {
    fn visit_jsx_opening_element(&mut self, element: &mut JSXOpeningElement<'a>) {
        walk_mut::walk_jsx_opening_element(self, element);
        if matches!(&element.name, JSXElementName::Identifier(name) if name.name == "img") {
            let (span, builder) = (element.span, &self.builder);
            let name = JSXAttributeName::new_identifier(span, OWN_IMAGE, builder);
            element.attributes.push(JSXAttributeItem::new_attribute(span, name, None, builder));
        }
    }
}

/// Guards the values that a page exports, and the expressions in its content. `{a.b}` becomes
/// `{docgenGuard(() => a.b)}`.
pub(super) fn guard<'a>(allocator: &'a Allocator, program: &mut Program<'a>) {
    let mut guards = Guards { builder: AstBuilder::new(allocator) };
    for statement in &mut program.body {
        match statement {
            Statement::ExportDeclaration(export) => {
                let Declaration::VariableDeclaration(variables) = &mut export.declaration else { continue };
                let values = variables.declarations.iter_mut().filter_map(|one| one.init.as_mut());
                values.for_each(|value| guards.guard(value, false));
            }
            Statement::ExportDefaultDeclaration(page) => guards.visit_export_default_declaration(page),
            _ => {}
        }
    }
}

struct Guards<'a> {
    builder: AstBuilder<'a>,
}

impl<'a> Guards<'a> {
    /// Guards an expression, unless it can't fail or only contains other expressions.
    fn guard(&mut self, expression: &mut Expression<'a>, is_spread: bool) {
        match expression {
            Expression::JSXElement(element) => return self.visit_jsx_element(element),
            Expression::JSXFragment(fragment) => return self.visit_jsx_fragment(fragment),
            Expression::ArrowFunctionExpression(_)
            | Expression::ClassExpression(_)
            | Expression::FunctionExpression(_) => return,
            literal if literal.is_literal() => return,
            _ => {}
        }
        let (span, builder) = (expression.span(), &self.builder);
        let parameters =
            FormalParameters::boxed(span, FormalParameterKind::ArrowFormalParameters, [], None, builder);
        let body = ArrowFunctionBody::from(expression.take_in(builder));
        let function =
            Expression::new_arrow_function_expression(span, false, None, parameters, None, body, builder);
        let mut arguments = vec![Argument::from(function)];
        if is_spread {
            arguments.push(Argument::from(Expression::new_boolean_literal(span, true, builder)));
        }
        let arguments = oxc::allocator::Vec::from_iter_in(arguments, builder);
        let guard = Expression::new_identifier(span, GUARD, builder);
        *expression = Expression::new_call_expression(span, guard, None, arguments, false, builder);
    }
}

impl<'a> VisitMut<'a> for Guards<'a> {
    fn visit_jsx_expression_container(&mut self, container: &mut JSXExpressionContainer<'a>) {
        let JSXExpressionContainer { expression, .. } = container;
        if let Some(inner) = expression.as_expression_mut() {
            let mut inner = inner.take_in(&self.builder);
            self.guard(&mut inner, false);
            *expression = JSXExpression::from(inner);
        }
    }

    fn visit_jsx_spread_attribute(&mut self, spread: &mut JSXSpreadAttribute<'a>) {
        self.guard(&mut spread.argument, true);
    }

    fn visit_arrow_function_expression(&mut self, _: &mut ArrowFunctionExpression<'a>) {}
}
