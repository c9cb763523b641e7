//! docgen's own components, which the `docgen` module exports and which `.mdx` files can use without an import.
//!
//! This module knows only the components' names. Each component writes its props and content as tokens, and
//! `markdown` converts the tokens to the component's directive.

use std::sync::LazyLock;

use serde_json::json;

/// The components, each with the name of its directive. If the name is empty, the `type` property contains it.
pub(crate) const BLOCKS: &[(&str, &str)] = &[
    ("Accordion", "accordion"),
    ("AccordionGroup", "accordions"),
    ("Accordions", "accordions"),
    ("Admonition", ""),
    ("Aside", ""),
    ("Badge", "badge"),
    ("Callout", ""),
    ("Card", "card"),
    ("CardGrid", "cards"),
    ("CardGroup", "cards"),
    ("Cards", "cards"),
    ("Caution", "caution"),
    ("Check", "success"),
    ("Code", CODE),
    ("CodeBlock", CODE),
    ("CodeGroup", "code-group"),
    ("Column", "column"),
    ("Columns", "columns"),
    ("Danger", "danger"),
    ("Details", "details"),
    ("Expandable", "details"),
    ("Field", "field"),
    ("FileTree", "file-tree"),
    ("Frame", "frame"),
    ("Icon", "icon"),
    ("Important", "important"),
    ("Info", "info"),
    ("LinkCard", "card"),
    ("Note", "note"),
    ("Pages", "pages"),
    ("ParamField", "field"),
    ("RequestExample", "code-group"),
    ("ResponseExample", "code-group"),
    ("ResponseField", "field"),
    ("Step", "step"),
    ("Steps", "steps"),
    ("Success", "success"),
    ("Tab", "tab"),
    ("TabItem", "tab"),
    ("Tabs", "tabs"),
    ("Tip", "tip"),
    ("Tooltip", "tooltip"),
    ("Update", "update"),
    ("Video", "video"),
    ("Visibility", "visibility"),
    ("Warning", "warning"),
    ("YouTube", "youtube"),
];

/// The name that components for code use instead of a directive.
pub(crate) const CODE: &str = "code";

/// The attributes of components for code: the meta string, the class, the language, the title, and the code. Each
/// attribute has a list of aliases.
pub(crate) const CODE_ATTRIBUTES: [&[&str]; 5] =
    [&["meta", "metastring"], &["className"], &["language", "lang"], &["title"], &[CODE]];

/// Whether one of the components has this name.
pub(super) fn is_block(name: &str) -> bool {
    names().any(|block| block == name)
}

/// Returns the names of the components.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    BLOCKS.iter().map(|(name, _)| *name)
}

/// Returns the script that defines the list of components for the engine.
pub(super) fn script() -> String {
    format!("const BLOCKS = {};\n", json!(BLOCKS))
}

/// The other exports of the `docgen` module.
const OTHERS: [&str; 9] = [
    "BrowserOnly",
    "Link",
    "buildDate",
    "formatDate",
    "formatNumber",
    "url",
    "useLocale",
    "usePage",
    "useSite",
];

/// All exports of the `docgen` module, sorted.
pub(super) static EXPORTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut names: Vec<&str> = names().chain(OTHERS).collect();
    names.sort_unstable();
    names
});
