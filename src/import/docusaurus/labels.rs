//! Converts the translated labels in the `i18n` folder.
//!
//! Docusaurus identifies a label by its location and, in most cases, by its text: `item.label.More`
//! (<https://docusaurus.io/docs/i18n/tutorial>). docgen identifies a label only by its text.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::{
    Docusaurus,
    content::{Blog, of_preset, plugins},
    translate::TRANSLATE_FILE,
};
use crate::config::Config;
use crate::import::{Content, left::Left};
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{self, Node};

impl Docusaurus<'_> {
    /// Converts the labels that the new site has and reports all other labels. `settings` is the new config.
    pub(super) fn labels(&self, settings: &str, files: &mut BTreeMap<SourcePath, Content>, left: &mut Left) {
        let (config, _) = Config::parse(&Source::new(SourcePath::new("docgen.toml"), settings));
        let categories = self.category_labels();
        let known: BTreeSet<&str> =
            config.labels().into_iter().chain(categories.iter().map(String::as_str)).collect();
        let mut labels: BTreeMap<&str, BTreeMap<String, String>> = BTreeMap::new();
        let folder = self.path("i18n");
        for path in self.origin.files().iter().filter(|path| path.extension() == "json") {
            let below = path.strip_dir(folder.as_str()).and_then(|below| below.split_once('/'));
            // The folder can contain locales that aren't part of the site.
            let is_own = |locale: &str| {
                locale != config.i18n.default_locale
                    && config.i18n.locales.iter().any(|own| own.code == locale)
            };
            let below = below.filter(|(locale, file)| is_own(locale) && file.matches('/').count() <= 1);
            let Some((locale, file)) = below else { continue };
            let Some((source, tree)) = self.origin.text(path).and_then(|source| {
                let tree = tree::of_other_program(&source)?;
                Some((source, tree))
            }) else {
                continue;
            };
            for (key, node) in tree.entries().unwrap_or_default() {
                let original = self.label(file, &key.name);
                let translation = node.at(&["message"]).and_then(Node::text).unwrap_or_default();
                let has_translations = || files.contains_key(&SourcePath::new(TRANSLATE_FILE));
                let is_converted =
                    file == "code.json" && (key.name.starts_with("theme.") || has_translations());
                if is_converted || translation.is_empty() || original.as_ref() == Some(&translation) {
                    continue;
                }
                match original.filter(|original| known.contains(original.as_str())) {
                    Some(original) => _ = labels.entry(locale).or_default().insert(original, translation),
                    None => {
                        let hint = "translate UI strings in `messages.json`, and labels from the config in `labels.json`";
                        left.note(
                            &source,
                            key.range.clone(),
                            &format!("the translation of `{}`", key.name),
                            hint,
                        );
                    }
                }
            }
        }
        for (locale, labels) in labels {
            let text = format!("{:#}\n", json!(labels));
            files.insert(SourcePath::new(format!("content/i18n/{locale}/labels.json")), Content::Text(text));
        }
    }

    /// Returns the labels and descriptions in `_category_` files.
    fn category_labels(&self) -> BTreeSet<String> {
        let files = self.origin.files().iter().filter(|path| path.stem() == "_category_");
        let trees = files.filter_map(|path| tree::of_other_program(&self.origin.text(path)?));
        let of = |tree: Node| {
            let keys: [&[&str]; 4] =
                [&["label"], &["description"], &["link", "title"], &["link", "description"]];
            keys.map(|keys| tree.at(keys).and_then(Node::text))
        };
        trees.flat_map(of).flatten().collect()
    }

    /// Returns the text of a label in the default locale. `file` is the path of the label's file below the folder of its
    /// locale.
    fn label(&self, file: &str, key: &str) -> Option<String> {
        let (plugin, name) = file.split_once('/').unwrap_or(("", file));
        let theme = |keys: &[&str]| self.string(&[&["themeConfig"], keys].concat());
        let after = |prefix: &str| key.strip_prefix(prefix).map(str::to_owned);
        if plugin == "docusaurus-theme-classic" {
            return match (name, key) {
                ("navbar.json", "title") => theme(&["navbar", "title"]),
                ("navbar.json", "logo.alt") => theme(&["navbar", "logo", "alt"]),
                ("footer.json", "copyright") => theme(&["footer", "copyright"]),
                ("navbar.json", _) => after("item.label."),
                _ => after("link.title.").or_else(|| after("link.item.label.")),
            };
        }
        if let Some(id) = plugin.strip_prefix("docusaurus-plugin-content-blog") {
            let id = if id.is_empty() { "blog" } else { &id[1..] };
            let blogs = Blog::all(&self.config);
            let option = match key {
                "title" => "blogTitle",
                "description" => "blogDescription",
                "sidebar.title" => "blogSidebarTitle",
                _ => return None,
            };
            return blogs.iter().find(|blog| blog.id == id)?.options?.at(&[option])?.text();
        }
        let id = plugin.strip_prefix("docusaurus-plugin-content-docs")?;
        if key == "version.label" {
            let version = name.trim_end_matches(".json").trim_start_matches("version-");
            let docs = match id.strip_prefix('-') {
                Some(id) => plugins(&self.config, &["content-docs"])
                    .into_iter()
                    .flatten()
                    .find(|options| options.at(&["id"]).and_then(Node::text).as_deref() == Some(id)),
                None => of_preset(&self.config, "docs").flatten(),
            };
            let label = docs.and_then(|docs| docs.at(&["versions", version, "label"])).and_then(Node::text);
            return label.or_else(|| (version != "current").then(|| version.to_owned()));
        }
        let (_, place) = key.strip_prefix("sidebar.")?.split_once('.')?;
        let (_, text) = place.split_once('.')?;
        Some(text.split(".link.generated-index.").next()?.to_owned())
    }
}
