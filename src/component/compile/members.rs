//! Finds the properties of imported namespaces that a module reads, such as `map` in `L.map()`.

use oxc::ast::ast::{Expression, IdentifierReference, Program, StaticMemberExpression};
use oxc::ast_visit::{Visit, walk};

/// Returns the names of a variable's properties that a program reads, without duplicates. Returns `None` if the program
/// also uses the variable in other ways.
pub(super) fn members(program: &Program<'_>, variable: &str) -> Option<Vec<String>> {
    let mut found = Members { variable, names: Vec::new(), is_only_read: true };
    found.visit_program(program);
    found.names.sort_unstable();
    found.names.dedup();
    found.is_only_read.then_some(found.names)
}

struct Members<'v> {
    variable: &'v str,
    names: Vec<String>,
    is_only_read: bool,
}

impl<'a> Visit<'a> for Members<'_> {
    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        if matches!(&member.object, Expression::Identifier(id) if id.name == self.variable) {
            self.names.push(member.property.name.to_string());
            return;
        }
        walk::walk_static_member_expression(self, member);
    }

    fn visit_identifier_reference(&mut self, id: &IdentifierReference<'a>) {
        self.is_only_read &= id.name != self.variable;
    }
}
