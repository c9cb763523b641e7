//! Carries over the translations of the texts in components, which Docusaurus shows with `Translate` and `translate`.

use std::collections::BTreeMap;

use serde_json::json;

use super::{Docusaurus, content};
use crate::import::{Content, Origin};
use crate::path::SourcePath;
use crate::source::tree::{self, Node};

/// The Docusaurus module that translates texts.
pub(super) const TRANSLATE: &str = "@docusaurus/Translate";

/// The file with the module that adds the translations to docgen's version of the Docusaurus module.
pub(super) const TRANSLATE_FILE: &str = "src/docusaurus-translate.jsx";

/// For each locale, the translations of texts by their ID.
pub(super) type Translations = BTreeMap<String, BTreeMap<String, String>>;

/// Returns the translations in `code.json`, without the theme's texts, which docgen translates itself.
pub(super) fn read(origin: &dyn Origin, config: &Node, root: &str) -> Translations {
    let (default, locales) = content::locales(config);
    let of_locale = |locale: String| {
        let path = SourcePath::new(format!("{root}/i18n/{locale}/code.json"));
        let tree = tree::of_other_program(&origin.text(&path)?)?;
        let message =
            |node: &Node| node.at(&["message"]).and_then(Node::text).filter(|text| !text.is_empty());
        let entries = tree.entries()?.iter().filter(|(key, _)| !key.name.starts_with("theme."));
        let messages: BTreeMap<String, String> =
            entries.filter_map(|(key, node)| Some((key.name.clone(), message(node)?))).collect();
        (!messages.is_empty()).then_some((locale, messages))
    };
    locales.into_iter().filter(|locale| *locale != default).filter_map(of_locale).collect()
}

impl Docusaurus<'_> {
    /// If a module shows translated texts, adds the module with the translations, and for each locale, the React pages
    /// that have no translation of their own.
    pub(super) fn add_translations(&self, files: &mut BTreeMap<SourcePath, Content>) {
        let is_imported = |content: &Content| match content {
            Content::Text(text) => text.contains(TRANSLATE_FILE),
            Content::Copy(_) | Content::Bytes(_) => false,
        };
        if !files.values().any(is_imported) {
            return;
        }
        let messages = format!("{:#}", json!(self.translations));
        let text = format!(
            "import Translate, {{ translate as original }} from \"{TRANSLATE}\";\nimport {{ useLocale }} from \"docgen\";\n\nconst messages = {messages};\n\nconst translated = (id, message) => messages[useLocale()]?.[id ?? message] ?? message;\n\nexport const translate = ({{ id, message }}, values) => original({{ id, message: translated(id, message) }}, values);\n\nexport default ({{ children, id, values }}) => (\n  <Translate id={{id}} values={{values}}>\n    {{translated(id, children)}}\n  </Translate>\n);\n"
        );
        files.insert(SourcePath::new(TRANSLATE_FILE), Content::Text(text));
        let pages = self.files.pages.iter().filter(|(path, _)| !matches!(path.extension(), "md" | "mdx"));
        for (_, page) in pages {
            let Some((below, content)) = page.new.strip_dir("content").zip(files.get(&page.new).cloned())
            else {
                continue;
            };
            for locale in self.translations.keys() {
                let path = SourcePath::new(format!("content/i18n/{locale}/{below}"));
                files.entry(path).or_insert_with(|| content.clone());
            }
        }
    }
}
