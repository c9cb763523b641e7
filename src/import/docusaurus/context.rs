//! Carries over the parts of the config that components read with `useDocusaurusContext` and that aren't settings.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::super::Content;
use super::super::left::Left;
use super::Docusaurus;
use crate::path::SourcePath;
use crate::source::tree::Node;

/// The Docusaurus module that returns the config.
pub(super) const CONTEXT: &str = "@docusaurus/useDocusaurusContext";

/// The file with the module that adds the fields to docgen's version of the Docusaurus module.
pub(super) const CONTEXT_FILE: &str = "src/docusaurus-context.jsx";

/// The fields of the config that have no setting in docgen.
const FIELDS: [&str; 3] = ["customFields", "organizationName", "projectName"];

impl Docusaurus<'_> {
    /// Whether the config contains fields that components can read.
    pub(super) fn has_fields(&self) -> bool {
        FIELDS.iter().any(|name| self.value(&[name]).is_some())
    }

    /// Adds the module with the fields if a page or component imports it.
    pub(super) fn add_context(&self, files: &mut BTreeMap<SourcePath, Content>, left: &mut Left) {
        let is_imported = |content: &Content| match content {
            Content::Text(text) => text.contains(CONTEXT_FILE),
            Content::Copy(_) | Content::Bytes(_) => false,
        };
        if !self.has_fields() || !files.values().any(is_imported) {
            return;
        }
        let field = |name: &&str| Some(((*name).to_owned(), self.value(&[name]).map(Node::json)?));
        let fields: Map<String, Json> = FIELDS.iter().filter_map(field).collect();
        let fields = serde_json::to_string_pretty(&fields).unwrap_or_default();
        let text = format!(
            "import useContext from \"{CONTEXT}\";\n\nconst fields = {fields};\n\nexport default () => {{\n  const context = useContext();\n  return {{ ...context, siteConfig: {{ ...context.siteConfig, ...fields }} }};\n}};\n"
        );
        files.insert(SourcePath::new(CONTEXT_FILE), Content::Text(text));
        for (path, range) in self.functions.iter().filter(|(path, _)| path.starts_with("customFields")) {
            let hint = format!("define the function in `{CONTEXT_FILE}`");
            left.note(&self.source, range.clone(), &format!("the `{path}` function"), &hint);
        }
    }
}
