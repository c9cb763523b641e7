//! Tests for the text of Docusaurus pages.

use super::docusaurus::CONFIG;
use super::{imported, text};
use crate::path::SourcePath;

#[test]
fn an_indented_end_of_an_admonition_ends_it() {
    let site = imported(&format!(
        "{CONFIG}//- docs/a.md\n:::note\n\n1. Go\n2. Rerun\n   :::\n\nAfter.\n\n- item\n\n  :::tip\n  x\n  :::\n"
    ));
    let page = text(&site, "content/docs/a.md");
    assert!(page.contains("2. Rerun\n:::\n\nAfter.") && page.ends_with("  x\n  :::\n"), "{page}");
}

#[test]
fn pages_that_mdx_reads_differently_are_mdx() {
    for (version, page, is_mdx) in [
        ("^3.1.0", "# A\n\n    Text with [a](b.md).\n", true),
        ("^3.1.0", "<details>\n<summary>T</summary>\nBefore **on**.\n</details>\n", true),
        ("^3.1.0", "- a\n\n    text\n\n```\n\n    code\n```\n", false),
        ("^3.1.0", "<table><tr><td>\n![A](a.png)\n</td></tr></table>\n", true),
        ("^3.1.0", "<table>\n<tr><td>A</td><td>**bold** and `code`</td></tr>\n</table>\n", true),
        ("^3.1.0", "<table>\n<tr><td>A</td><td>b * c</td></tr>\n</table>\n\n*x*\n", false),
        ("2.4.3", "# A\n\n    code\n", false),
    ] {
        let package = format!("{{\"dependencies\": {{\"@docusaurus/core\": \"{version}\"}}}}");
        let site = imported(&format!("{CONFIG}//- package.json\n{package}\n//- docs/a.md\n{page}"));
        let path = SourcePath::new("content/docs/a.mdx");
        assert_eq!(site.files.contains_key(&path), is_mdx, "{version} {page}");
    }
}

#[test]
fn autolinks_in_mdx_files_without_code_are_links() {
    let files = "//- docs/a.mdx\n<a@b.example>\n//- docs/b.md\n<a@b.example>\n";
    let site = imported(&format!("{CONFIG}{files}"));
    assert_eq!(text(&site, "content/docs/a.mdx").trim_end(), "[a@b.example](mailto:a@b.example)");
    assert_eq!(text(&site, "content/docs/b.md"), "<a@b.example>\n");
}

#[test]
fn rules_and_odd_ids_stay() {
    let site = imported(&format!(
        "{CONFIG}//- docs/a.md\n---\n\nText [a](intro.md).\n\n- x: y\n---\nEnd.\n\n## Is it? {{#is it?}}\n"
    ));
    let page = text(&site, "content/docs/a.md");
    assert!(page.starts_with("***\n\nText") && page.contains("- x: y\n---\nEnd."), "{page}");
    assert!(page.ends_with("## Is it? <a id=\"is it?\"></a>\n"), "{page}");
    let headings = "## A{#b}\n\n### `c`{#c} \n\n## D {#e}\n\nF{#g}\n\n```md\n## H{#i}\n```\n";
    let site = imported(&format!("{CONFIG}//- docs/a.md\nText.\n\n{headings}"));
    let page = text(&site, "content/docs/a.md");
    let expected = "## A {#b}\n\n### `c` {#c}\n\n## D {#e}\n\nF{#g}\n\n```md\n## H{#i}\n```\n";
    assert!(page.ends_with(expected), "{page}");
}

#[test]
fn text_after_a_comment_is_markdown() {
    let site = imported(&format!("{CONFIG}//- docs/a.md\n<!-- Check. --> Some **bold** [text](intro.md).\n"));
    let page = text(&site, "content/docs/a.md");
    assert!(page.ends_with("<!-- Check. -->\nSome **bold** [text](intro.md).\n"), "{page}");
}

#[test]
fn translations_have_the_same_extension() {
    let site = imported(
        "//- docusaurus.config.js\nmodule.exports = { title: 'Tea', presets: [['classic', {}]], i18n: { defaultLocale: 'en', locales: ['en', 'fr'] } };\n//- docs/a.md\n# A\n//- i18n/fr/docusaurus-plugin-content-docs/current/a.md\n# A\n\n<b>{1 + 1}</b>\n",
    );
    for path in ["content/docs/a.mdx", "content/i18n/fr/docs/a.mdx"] {
        assert!(site.files.contains_key(&SourcePath::new(path)), "{path}");
    }
}

#[test]
fn indented_code_of_mdx_1_is_fenced() {
    let site = imported(&format!(
        "{CONFIG}//- package.json\n{{\"dependencies\": {{\"@docusaurus/core\": \"2.4.3\"}}}}\n//- docs/a.md\n# A\n\n    if (a) {{\n\n      b();\n    }}\n\nText\n    more.\n\n- item\n\n    text\n\n<B />\n"
    ));
    let page = text(&site, "content/docs/a.mdx");
    let code = "```\nif (a) {\n\n  b();\n}\n```\n\nText\n    more.\n\n- item\n\n    text\n";
    assert!(page.contains(code), "{page}");
}

#[test]
fn only_headings_at_the_start_replace_titles_in_docusaurus_2() {
    for (version, is_hidden) in [("2.4.3", false), ("^3.1.0", true)] {
        let site = imported(&format!(
            "{CONFIG}//- package.json\n{{\"dependencies\": {{\"@docusaurus/core\": \"{version}\"}}}}\n//- docs/a.md\n---\ntitle: Drag\n---\n> Note\n\n# Use\n"
        ));
        assert_eq!(text(&site, "content/docs/a.md").contains("hide_title"), is_hidden, "{version}");
    }
}
