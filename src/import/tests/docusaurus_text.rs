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
        ("2.4.3", "# A\n\n    code\n", false),
    ] {
        let package = format!("{{\"dependencies\": {{\"@docusaurus/core\": \"{version}\"}}}}");
        let site = imported(&format!("{CONFIG}//- package.json\n{package}\n//- docs/a.md\n{page}"));
        let path = SourcePath::new("content/docs/a.mdx");
        assert_eq!(site.files.contains_key(&path), is_mdx, "{version} {page}");
    }
}
