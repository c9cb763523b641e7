//! Converts Astro components that only present their props and slots to React components.

mod styles;
mod template;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::context::Context;
use super::files::{PROVIDED, specifier};
use super::jsx::mentions;
use super::statements::{end_of_statement, statement, without_image_properties};
use super::{Converted, Starlight, join};
use crate::component::symbols;
use crate::import::Content;
use crate::import::front_matter::FrontMatter;
use crate::path::SourcePath;
use crate::source::Source;
use template::Template;

/// The functions that converted components use.
const RUNTIME: &str = include_str!("astro/runtime.tsx");

/// The name of the file that contains the [`RUNTIME`], in the source folder.
const RUNTIME_FILE: &str = "astro-runtime.tsx";

/// The modules that contain only types, or that the conversion replaces.
const REPLACED: [&str; 3] = ["astro", "astro/types", "astro:assets"];

/// A converted component.
pub(super) struct Component {
    pub module: Converted,
    /// The component's styles, with the path of their file.
    pub sheet: Option<(SourcePath, String)>,
}

/// The parts of a component's file.
struct Parts<'t> {
    /// The imports and exports.
    statements: Vec<String>,
    /// The other code, which runs each time that the component is rendered.
    code: String,
    template: &'t str,
}

impl<'t> Parts<'t> {
    fn read(text: &'t str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let inner =
            text.trim_start().strip_prefix("---\n").or_else(|| text.trim_start().strip_prefix("---\r\n"));
        let Some((script, template)) = inner.and_then(split) else {
            return Parts { statements: Vec::new(), code: String::new(), template: text };
        };
        let lines: Vec<&str> = script.lines().collect();
        let mut parts = Parts { statements: Vec::new(), code: String::new(), template };
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            let is_statement = ["import ", "import{", "export "].iter().any(|start| line.starts_with(start));
            // A template literal can contain the same words.
            if is_statement && parts.code.matches('`').count().is_multiple_of(2) {
                let end = end_of_statement(&lines, at);
                parts.statements.push(lines[at..end].join("\n"));
                at = end;
                continue;
            }
            parts.code += line.trim_end();
            parts.code.push('\n');
            at += 1;
        }
        parts
    }
}

/// Splits the text after the first `---` line into the script and the template.
fn split(inner: &str) -> Option<(&str, &str)> {
    let mut at = 0;
    for line in inner.split_inclusive('\n') {
        if let Some(rest) = line.trim_start().strip_prefix("---") {
            let start = at + line.len() - rest.len();
            return Some((&inner[..at], &inner[start..]));
        }
        at += line.len();
    }
    None
}

/// Whether code uses only those parts of Astro that the runtime provides, and doesn't wait.
fn is_static(code: &str) -> bool {
    let has_other_part = code.match_indices("Astro.").any(|(at, name)| {
        let rest = &code[at + name.len()..];
        !["props", "slots.has(", "Slot"].iter().any(|part| rest.starts_with(part))
    });
    !has_other_part && !["await", "async", "import.meta"].iter().any(|word| mentions(code, word))
}

impl Starlight<'_> {
    /// Whether an Astro component can be converted. `seen` contains the modules that import the component.
    pub(super) fn is_convertible(&self, source: &Source, seen: &mut BTreeSet<SourcePath>) -> bool {
        let specifiers = |statement: &String| {
            let is_type = statement.starts_with("import type");
            let last = statement.trim_end().lines().last().unwrap_or_default();
            specifier(last).filter(|_| !is_type).map(|(_, name)| name.to_owned())
        };
        let imports: Vec<String> =
            Parts::read(&source.text).statements.iter().filter_map(specifiers).collect();
        imports.iter().all(|name| {
            REPLACED.contains(&&**name)
                || PROVIDED.contains(&&**name)
                || name.contains("?raw")
                || self.file_at(&source.path, name).is_some_and(|found| self.is_usable(&found, seen))
        }) && self.component(source).is_some()
    }

    /// Converts an Astro component. If the component doesn't only present its props and slots, returns `None`.
    pub(super) fn component(&self, source: &Source) -> Option<Component> {
        let parts = Parts::read(&source.text);
        let front_matter = FrontMatter { entries: Vec::new(), end: 0, faults: Vec::new() };
        let context = Context::new(self, source, None, &front_matter);
        let statements: Vec<String> = parts
            .statements
            .iter()
            .filter(|code| !REPLACED[..2].contains(&specifier(code.trim_end()).map_or("", |(_, name)| name)))
            .filter_map(|code| statement(code, &context))
            .collect();
        let path = self.module_path(&source.path);
        let name = path.as_str().trim_end_matches(".tsx");
        let template = Template::convert(parts.template, name, &context)?;
        let all = [&statements.join("\n"), &parts.code, &template.jsx].map(String::as_str).join("\n");
        if !context.lost.borrow().is_empty() || !is_static(&all) {
            return None;
        }
        let sheet = template
            .sheet
            .map(|sheet| (path.join_sibling(&format!("{}.css", source.path.file_name())), sheet));
        let mut text = String::new();
        let runtime = [("astro(", "astro"), ("astroStyle(", "astroStyle"), ("process.env", "process")];
        let code = format!(
            "export default function ($: any) {{\n  const Astro = astro($);\n{}  return (\n    <>{}</>\n  );\n}}\n",
            indented(&parts.code),
            template.jsx.trim(),
        );
        let code = without_image_properties(&code, &context);
        let names: Vec<&str> =
            runtime.iter().filter(|(call, _)| code.contains(call)).map(|(_, name)| *name).collect();
        let others = [
            ("<Fragment", "Fragment", "{ Fragment } from \"react\""),
            ("clsx(", "clsx", "clsx from \"clsx\""),
        ];
        for (mark, name, import) in others {
            if code.contains(mark) && !statements.iter().any(|statement| mentions(statement, name)) {
                let _ = writeln!(text, "import {import};");
            }
        }
        let _ = writeln!(text, "import {{ {} }} from \"/{}\";", names.join(", "), self.runtime_path());
        if let Some((path, _)) = &sheet {
            let _ = writeln!(text, "import \"./{}\";", path.file_name());
        }
        for statement in &statements {
            let _ = writeln!(text, "{statement}");
        }
        text = format!("{text}\n{code}");
        symbols(&text, "tsx").ok()?;
        let Context { left, needed, .. } = context;
        let module = Converted { path, text, needed: needed.into_inner(), left: left.into_inner() };
        Some(Component { module, sheet })
    }

    fn runtime_path(&self) -> SourcePath {
        self.module_path(&SourcePath::new(join(&self.src, RUNTIME_FILE)))
    }

    /// Writes the files of a converted component.
    pub(super) fn add_component(
        &self,
        component: Component,
        files: &mut BTreeMap<SourcePath, Content>,
    ) -> Converted {
        let Component { mut module, sheet } = component;
        files.insert(self.runtime_path(), Content::Text(RUNTIME.to_owned()));
        files.extend(sheet.map(|(path, sheet)| (path, Content::Text(sheet))));
        files.insert(module.path.clone(), Content::Text(std::mem::take(&mut module.text)));
        module
    }
}

/// Indents code, except in template literals.
fn indented(code: &str) -> String {
    let (mut out, mut in_literal) = (String::new(), false);
    for line in code.trim_matches('\n').lines() {
        if !line.is_empty() && !in_literal {
            out += "  ";
        }
        out += line;
        out.push('\n');
        in_literal ^= !line.matches('`').count().is_multiple_of(2);
    }
    if code.trim().is_empty() { String::new() } else { out }
}
