//! Converts React pages.

use std::collections::BTreeSet;

use serde_json::Map;

use super::Docusaurus;
use super::content::OldPage;
use super::context::{CONTEXT, CONTEXT_FILE};
use super::page::Page;
use crate::import::front_matter;
use crate::import::left::Left;
use crate::source::Source;

impl Docusaurus<'_> {
    /// Writes an MDX page that shows a JavaScript page.
    pub(super) fn react(&self, source: &Source, page: &OldPage) -> Page {
        // The home page has the site's title.
        let title = match page.url.as_str() {
            "/" => self.string(&["title"]),
            _ => attribute_of_layout(&source.text, "title"),
        };
        let description = attribute_of_layout(&source.text, "description");
        let mut entries = Map::new();
        let values = [("title", title), ("description", description), ("slug", page.slug.clone())];
        entries.extend(values.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?.into()))));
        entries.insert("hide_title".to_owned(), true.into());
        entries.insert("hide_table_of_contents".to_owned(), true.into());
        let code = self.code_path(&source.path);
        let front_matter = front_matter::write(&entries);
        // If the code reads the config from its props, pass the config to the page.
        let text = match ["props", "config"].iter().all(|word| source.text.contains(word)) {
            true => {
                let context = if self.has_fields() { &format!("@site/{CONTEXT_FILE}") } else { CONTEXT };
                format!(
                    "{front_matter}\nimport useContext from \"{context}\";\nimport Page from \"@site/{code}\";\n\n<Page config={{useContext().siteConfig}} />\n"
                )
            }
            false => format!("{front_matter}\nimport Page from \"@site/{code}\";\n\n<Page />\n"),
        };
        Page { path: page.new.clone(), text, left: Left::default(), needed: BTreeSet::new(), card: None }
    }
}

/// Returns an attribute of the `Layout` element if its value is a literal or a constant.
fn attribute_of_layout(code: &str, name: &str) -> Option<String> {
    let tag = &code[code.find("<Layout")?..];
    let tag = &tag[..tag.find('>')?];
    let value = &tag[tag.find(&format!("{name}="))? + name.len() + 1..];
    let value = value.strip_prefix('{').unwrap_or(value);
    let constant = || {
        let end = value.find(|c: char| !c.is_alphanumeric() && c != '_').filter(|end| *end > 0)?;
        literal(code.split_once(&format!("const {} = ", &value[..end]))?.1)
    };
    literal(value).or_else(constant)
}

/// Returns the string at the start of an expression. For a call of `translate`, returns the untranslated message.
fn literal(value: &str) -> Option<String> {
    let value = value.trim_start();
    let value = match value.strip_prefix("translate(") {
        Some(call) => call[..call.find("})")?].split_once("message:")?.1.trim_start(),
        None => value,
    };
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    Some(value[1..].split(quote).next()?.to_owned())
}
