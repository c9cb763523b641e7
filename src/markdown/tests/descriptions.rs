//! Tests for text that isn't part of the site's own Markdown.

use super::show;
use crate::markdown::{highlight, parse_description};
use crate::path::SourcePath;
use crate::source::Source;

#[track_caller]
fn check(input: &str, expected: &str) {
    let document = parse_description(input, false, &highlight::Cache::default());
    let source = Source::new(SourcePath::new("description"), input);
    assert_eq!(show(&source, &document, &[]).trim_end(), expected.trim_matches('\n'));
}

#[test]
fn what_only_this_site_knows_is_text() {
    check(
        "---\ntitle: A\n---\n\n:::note\n\nText\n\n:::\n\nimport a from 'b'\n",
        r#"
rule
h2 #title-a
  "title: A"
paragraph
  ":::note"
paragraph
  "Text"
paragraph
  ":::"
paragraph
  "import a from 'b'"
"#,
    );
}

#[test]
fn a_heading_at_the_top_stays_where_it_is() {
    check("# Hello\n\nText\n", "h1 #hello\n  \"Hello\"\nparagraph\n  \"Text\"");
}

#[test]
fn tables_alerts_and_html_are_read() {
    check(
        "| a |\n|---|\n| b |\n\n> [!NOTE]\n> Take note.\n\n<b>x</b> https://example.com/a\n",
        r#"
table
  tablehead
    tablecell(none)
      "a"
  tablerow
    tablecell(none)
      "b"
admonition(note)
  paragraph
    "Take note."
paragraph
  html "<b>"
  "x"
  html "</b>"
  " "
  link https://example.com/a
    "https://example.com/a"
"#,
    );
}
