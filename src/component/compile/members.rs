//! Finds the properties of imported namespaces that a module reads, such as `map` in `L.map()`.

use oxc::ast::ast::{Expression, Program, StaticMemberExpression};
use oxc::ast_visit::{Visit, walk};

/// Returns the names of the properties of a variable that a program reads, without duplicates.
pub(super) fn members(program: &Program<'_>, variable: &str) -> Vec<String> {
    let mut found = Members { variable, names: Vec::new() };
    found.visit_program(program);
    found.names.sort_unstable();
    found.names.dedup();
    found.names
}

struct Members<'v> {
    variable: &'v str,
    names: Vec<String>,
}

impl<'a> Visit<'a> for Members<'_> {
    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        if matches!(&member.object, Expression::Identifier(id) if id.name == self.variable) {
            self.names.push(member.property.name.to_string());
        }
        walk::walk_static_member_expression(self, member);
    }
}
