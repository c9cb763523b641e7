//! Adds the modules that `import()` loads to the module graph. These modules are imported with the other modules, and
//! `import()` returns a promise that is already fulfilled, because code can't wait while a page renders.

use oxc::allocator::Allocator;
use oxc::ast::ast::{Expression, ImportExpression};
use oxc::ast_visit::{Visit, walk};
use oxc::parser::Parser;
use oxc::span::SourceType;

use crate::component::INTERNAL;

/// The function that returns a promise that is already fulfilled with a module.
pub(in crate::component) const IMPORTED: &str = "imported";

/// Replaces each `import("…")` in JavaScript.
pub(in crate::component) fn eager(code: &str) -> String {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, code, SourceType::mjs()).parse();
    let mut lazy = Lazy { imports: Vec::new() };
    lazy.visit_program(&parsed.program);
    let (mut out, mut imports, mut done) = (String::with_capacity(code.len()), String::new(), 0);
    for (index, (range, specifier)) in lazy.imports.into_iter().enumerate() {
        out.push_str(&code[done..range.start]);
        out += &format!("docgenImported(docgenModule{index})");
        imports +=
            &format!("import * as docgenModule{index} from {};\n", serde_json::Value::String(specifier));
        done = range.end;
    }
    out + &code[done..]
        + &format!("import {{ {IMPORTED} as docgenImported }} from \"{INTERNAL}\";\n{imports}")
}

struct Lazy {
    imports: Vec<(std::ops::Range<usize>, String)>,
}

impl<'a> Visit<'a> for Lazy {
    fn visit_import_expression(&mut self, import: &ImportExpression<'a>) {
        match &import.source {
            Expression::StringLiteral(source) => {
                let range = import.span.start as usize..import.span.end as usize;
                self.imports.push((range, source.value.to_string()));
            }
            _ => walk::walk_import_expression(self, import),
        }
    }
}
