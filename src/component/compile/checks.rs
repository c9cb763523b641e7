//! Finds code that a page can't run, and components that nothing defines.

use std::ops::Range;

use oxc::ast::ast::{
    ArrowFunctionExpression, AwaitExpression, Decorator, Expression, ForOfStatement, Function,
    IdentifierReference, ImportExpression, JSXElementName, JSXMemberExpressionObject, JSXOpeningElement,
    Program, Statement,
};
use oxc::ast_visit::{Visit, walk};
use oxc::semantic::{ScopeFlags, Scoping};

use crate::component::module::{Fault, Import};

/// The result of [`check`].
#[derive(Default)]
pub(super) struct Checked {
    /// The problems with code that modules can't contain.
    pub faults: Vec<Fault>,
    /// The modules that `import()` loads.
    pub dynamic: Vec<Import>,
}

/// Finds the code that a page can't run.
pub(super) fn check(program: &Program<'_>) -> Checked {
    let mut checks = Checks::default();
    checks.visit_program(program);
    checks.checked.faults.extend(late_directives(program));
    checks.checked
}

/// Returns the capitalized names of JSX elements that nothing defines, each with its first location.
pub(super) fn unresolved(program: &Program<'_>, scoping: &Scoping) -> Vec<(String, Range<u32>)> {
    let mut components = Components { scoping, unresolved: Vec::new() };
    components.visit_program(program);
    components.unresolved
}

/// Returns the fault for an `await` outside a function, where docgen can't wait.
pub(super) fn waits(range: Range<u32>) -> Fault {
    Fault::new("`await` isn't supported here: pages render without waiting", range)
        .hint("import data from a file, such as `import data from \"./data.json\"`")
}

struct Components<'s> {
    scoping: &'s Scoping,
    unresolved: Vec<(String, Range<u32>)>,
}

impl Components<'_> {
    fn component(&mut self, id: &IdentifierReference<'_>) {
        let reference = id.reference_id.get().map(|id| self.scoping.get_reference(id));
        let is_unresolved = reference.is_some_and(|reference| reference.symbol_id().is_none());
        let name = id.name.as_str();
        let is_known = |(known, _): &(String, Range<u32>)| known == name;
        if is_unresolved && !self.unresolved.iter().any(is_known) {
            self.unresolved.push((name.to_owned(), id.span.start..id.span.end));
        }
    }
}

/// Reports a `"use client"` that has no effect.
fn late_directives(program: &Program<'_>) -> impl Iterator<Item = Fault> {
    program.body.iter().filter_map(|statement| {
        let Statement::ExpressionStatement(statement) = statement else { return None };
        let Expression::StringLiteral(text) = &statement.expression else { return None };
        let range = text.span.start..text.span.end;
        let fault = Fault::new("`\"use client\"` has no effect here", range);
        (text.value == "use client")
            .then(|| fault.hint("move the directive to the top of the module, before the imports"))
    })
}

impl<'a> Visit<'a> for Components<'_> {
    fn visit_jsx_opening_element(&mut self, element: &JSXOpeningElement<'a>) {
        match &element.name {
            JSXElementName::IdentifierReference(id) => self.component(id),
            JSXElementName::MemberExpression(member) => {
                let mut object = &member.object;
                while let JSXMemberExpressionObject::MemberExpression(inner) = object {
                    object = &inner.object;
                }
                if let JSXMemberExpressionObject::IdentifierReference(id) = object {
                    self.component(id);
                }
            }
            _ => {}
        }
        walk::walk_jsx_opening_element(self, element);
    }
}

#[derive(Default)]
struct Checks {
    /// The number of functions around the current node.
    functions: usize,
    checked: Checked,
}

impl<'a> Visit<'a> for Checks {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        self.functions += 1;
        walk::walk_function(self, function, flags);
        self.functions -= 1;
    }

    fn visit_arrow_function_expression(&mut self, function: &ArrowFunctionExpression<'a>) {
        self.functions += 1;
        walk::walk_arrow_function_expression(self, function);
        self.functions -= 1;
    }

    fn visit_await_expression(&mut self, expression: &AwaitExpression<'a>) {
        if self.functions == 0 {
            self.checked.faults.push(waits(expression.span.start..expression.span.start + 5));
        }
        walk::walk_await_expression(self, expression);
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        if self.functions == 0 && statement.r#await {
            self.checked.faults.push(waits(statement.span.start..statement.span.start + 3));
        }
        walk::walk_for_of_statement(self, statement);
    }

    fn visit_decorator(&mut self, decorator: &Decorator<'a>) {
        let fault = Fault::new("decorators aren't supported", decorator.span.start..decorator.span.end);
        self.checked
            .faults
            .push(fault.hint("call the function with the class or method as its argument instead"));
        walk::walk_decorator(self, decorator);
    }

    fn visit_import_expression(&mut self, expression: &ImportExpression<'a>) {
        let range = expression.span.start..expression.span.end;
        match &expression.source {
            Expression::StringLiteral(source) => self.checked.dynamic.push(Import {
                specifier: source.value.to_string(),
                range: source.span.start..source.span.end,
                is_whole: true,
                is_dynamic: true,
                ..Import::default()
            }),
            _ => {
                let message = "`import()` needs a string literal so that docgen can find the file";
                let fault = Fault::new(message, range);
                self.checked.faults.push(fault.hint("specify the path, as in `import(\"./data.json\")`"));
            }
        }
    }
}
