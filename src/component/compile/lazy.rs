//! Makes the modules of `import()` a part of the module graph: they're imported with the others, and `import()` returns
//! a promise that is already fulfilled. Nothing waits while a page renders.

use std::ops::Range;

use oxc::allocator::Allocator;
use oxc::ast::ast::{Argument, Expression, Program};
use oxc::ast::builder::AstBuilder;
use oxc::ast_visit::{VisitMut, walk_mut};
use oxc::span::GetSpan as _;

use crate::component::INTERNAL;
use crate::component::module::Import;

/// The function that returns a fulfilled promise of a module.
pub(in crate::component) const IMPORTED: &str = "imported";

/// Replaces each `import("…")` in a program. Returns the specifiers with their ranges.
pub(super) fn rewrite<'a>(allocator: &'a Allocator, program: &mut Program<'a>) -> Vec<(String, Range<u32>)> {
    let mut lazy = Lazy { allocator, builder: AstBuilder::new(allocator), found: Vec::new() };
    lazy.visit_program(program);
    lazy.found
}

/// Adds the imports of these modules to the code and the imports of a module.
pub(super) fn add(found: Vec<(String, Range<u32>)>, code: &mut String, imports: &mut Vec<Import>) {
    if found.is_empty() {
        return;
    }
    *code += &format!("import {{ {IMPORTED} as docgenImported }} from \"{INTERNAL}\";\n");
    for (index, (specifier, range)) in found.into_iter().enumerate() {
        let quoted = serde_json::Value::String(specifier.clone());
        *code += &format!("import * as docgenModule{index} from {quoted};\n");
        imports.push(Import { specifier, range, names: Vec::new(), is_whole: true, is_star: false });
    }
}

struct Lazy<'a> {
    allocator: &'a Allocator,
    builder: AstBuilder<'a>,
    found: Vec<(String, Range<u32>)>,
}

impl<'a> VisitMut<'a> for Lazy<'a> {
    fn visit_expression(&mut self, expression: &mut Expression<'a>) {
        let Expression::ImportExpression(import) = expression else {
            return walk_mut::walk_expression(self, expression);
        };
        let Expression::StringLiteral(source) = &import.source else { return };
        let name = self.allocator.alloc_str(&format!("docgenModule{}", self.found.len()));
        self.found.push((source.value.to_string(), source.span.start..source.span.end));
        let (span, builder) = (expression.span(), &self.builder);
        let module = Argument::from(Expression::new_identifier(span, name, builder));
        let arguments = oxc::allocator::Vec::from_iter_in([module], builder);
        let imported = Expression::new_identifier(span, "docgenImported", builder);
        *expression = Expression::new_call_expression(span, imported, None, arguments, false, builder);
    }
}
