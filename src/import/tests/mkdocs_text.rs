//! Tests for text of MkDocs pages that CommonMark would read differently.

use super::{imported, text};

/// Returns a converted page.
fn page(config: &str, page: &str) -> String {
    let site = imported(&format!("//- mkdocs.yml\nsite_name: Tea\n{config}\n//- docs/a.md\n{page}\n"));
    text(&site, "content/docs/a.md").to_owned()
}

#[test]
fn metadata_without_dashes_is_front_matter() {
    assert_eq!(
        page("", "Title: Start: here\n    and there\nother_key: x\n\n# A\n\nText"),
        "---\ntitle: \"Start: here and there\"\n---\n# A\n\nText\n"
    );
    assert_eq!(page("", "No metadata here\n\nTitle: x"), "No metadata here\n\nTitle: x\n");
}

#[test]
fn titles_below_other_content_are_not_repeated() {
    let page = page("", "<div>x</div>\n\n# A `b`");
    assert!(page.contains("title: \"A b\"\n") && page.contains("hide_title: true\n"), "{page}");
}

#[test]
fn inline_tags_and_markdown_in_html_are_still_markdown() {
    for (written, expected) in [
        ("<small>\n**Small** [b](b.md)\n</small>", "<small>**Small** [b](b.md)\n</small>"),
        ("a\n<small>\n**b**", "a\n<small>\n**b**"),
        ("<div>\nx\n</div>", "<div>\nx\n</div>"),
        (
            "<details markdown=\"block\">\n<summary>S</summary>\n1. **b**\n</details>",
            "<details>\n\n<summary>S</summary>\n\n1. **b**\n</details>",
        ),
        ("<details>\n<summary>S</summary>\nx\n</details>", "<details>\n<summary>S</summary>\nx\n</details>"),
    ] {
        assert!(page("", written).contains(expected), "{written}\n->\n{}", page("", written));
    }
}

#[test]
fn indented_code_is_not_converted() {
    let code = "Text\n\n    !!! todo\n        x\n\n    === \"A\"\n\n        [b](/b.md)\n\nText\n";
    assert_eq!(page("", code), code);
    assert!(page("", "!!!tip\n    x\n\n## B {: b}\n").contains(":::tip\nx\n:::\n\n## B\n"));
    let list = page("", "- a\n\n    !!! note\n        x\n");
    assert!(list.contains(":::note"), "{list}");
}

#[test]
fn definitions_are_indented_by_four() {
    let config = "markdown_extensions: [def_list]\n";
    assert_eq!(page(config, "Term\n\n:     first\n\n    second\n"), "Term\n\n:   first\n\n    second\n");
}

#[test]
fn lists_in_files_are_the_navigation() {
    let site = imported(
        "//- mkdocs.yml
site_name: Tea
plugins: [literate-nav]
//- docs/SUMMARY.md
# Contents

* [Start](index.md)
* Brewing
    * [Hot](hot.md)
    * *.md
* [More](more/)
//- docs/index.md
# Tea
//- docs/hot.md
# Hot
//- docs/cold.md
# Cold
//- docs/more/SUMMARY.md
- [Z](z.md)
- [Y](y.md)
//- docs/more/y.md
# Y
//- docs/more/z.md
# Z
",
    );
    let config: toml::Table = text(&site, "docgen.toml").parse().expect("it's TOML");
    let items = serde_json::to_value(&config["docs"]["sidebars"]["docs"]).expect("it's JSON");
    let expected = serde_json::json!([
        { "doc": "index", "label": "Start" },
        { "category": "Brewing", "items": [{ "doc": "hot", "label": "Hot" }, "cold"] },
        { "category": "More", "items": [{ "doc": "more/z", "label": "Z" }, { "doc": "more/y", "label": "Y" }] },
    ]);
    assert_eq!(items, expected);
    assert!(site.left.is_empty(), "{:?}", site.left);
}
