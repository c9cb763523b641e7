//! Tests for definition lists, emoji, and the extensions that a site turns on.

use super::{check, outline_of, show};
use crate::config::Extension;
use crate::markdown::{Options, highlight, parse};
use crate::path::{HeadingIds, SourcePath};
use crate::source::Source;

/// Checks the outline of a page with all extensions, in Markdown and in MDX.
#[track_caller]
fn check_extended(input: &str, expected: &str) {
    use Extension::{Abbreviations, Highlight, Keys, Subscript, Superscript};
    let extensions = vec![Abbreviations, Highlight, Keys, Subscript, Superscript];
    let options = Options { extensions, ..Options::default() };
    for name in ["a.md", "a.mdx"] {
        let source = Source::new(SourcePath::new(name), input);
        let (document, diagnostics) = parse(&source, &options, &highlight::Cache::default(), None);
        let actual = show(&source, &document, &diagnostics);
        assert_eq!(actual.trim_end(), expected.trim_matches('\n'), "{name}: {input}\n{actual}");
    }
}

#[test]
fn definitions_have_terms() {
    let expected = "
definitions
  term
    \"A\"
  definition
    \"b\"
  definition
    \"c\"
";
    check("A\n: b\n: c", expected);
    assert_eq!(outline_of("a.mdx", "A\n: b\n: c").trim(), expected.trim());
    let loose = outline_of("a.mdx", "A\n\n:   b\n\n    c {1}\n");
    assert!(loose.contains("definition\n    paragraph\n      \"b\"\n    paragraph\n      \"c "), "{loose}");
}

#[test]
fn shortcodes_are_emoji() {
    check(
        "Go :rocket:, \\:rocket:, `:rocket:` 10:30:45 a:b: :nothing:",
        "
paragraph
  \"Go \"
  emoji :rocket:
  \", :rocket:, \"
  `:rocket:`
  \" 10:30:45 a:b: :nothing:\"
",
    );
    check(
        ":heart::heart: :smile::tada:. x:tea::tea: :tea::x ::tea:: :tea::nothing: std::tea::x",
        "
paragraph
  emoji :heart:
  emoji :heart:
  \" \"
  emoji :smile:
  emoji :tada:
  \". x:tea::tea: :tea::x ::tea:: :tea::nothing: std::tea::x\"
",
    );
    check("a :100: :1234:", "paragraph\n  \"a \"\n  emoji :100:\n  \" \"\n  emoji :1234:");
    check("## :fire: Hot", "h2 #fire-hot\n  emoji :fire:\n  \" Hot\"");
    // A definition list anywhere on the page changes nothing.
    for name in ["a.md", "a.mdx"] {
        let outline = outline_of(name, ":tea: b\n\n- :fire: c\n\nTerm\n: d\n\n:nothing: e\n\n\\:tea: f\n");
        for part in ["emoji :tea:\n  \" b\"", "emoji :fire:", "\":nothing: e\"", "\":tea: f\""] {
            assert!(outline.contains(part), "{part}: {outline}");
        }
    }
}

#[test]
fn abbreviations_are_defined_on_any_line() {
    for text in [
        "*[API]: App\nThe API",
        "The API\n*[API]: App",
        "*[API]: App\n\nThe API",
        "The API\n*[API]: App\n*[B]: C",
        "*[B]: C\n*[API]: App\nThe API",
    ] {
        check_extended(text, "paragraph\n  \"The API\"");
        let quote = format!("> {}", text.replace('\n', "\n> "));
        check_extended(&quote, "blockquote\n  paragraph\n    \"The API\"");
    }
    check_extended(
        "a\n*[API]: App\nb *c*",
        "paragraph\n  \"a\"\n  softbreak\n  \"b \"\n  emphasis\n    \"c\"",
    );
}

#[test]
fn images_in_headings_are_part_of_ids_as_in_the_generator() {
    use HeadingIds::{Docusaurus, Mdbook, PythonMarkdown, Vitepress, Zola};
    let input = "## ![Leaf](x.png) Hot *tea*\n\n## ![Leaf](x.png)\n";
    for (rules, expected) in [
        (Docusaurus, ["leaf-hot-tea", "leaf"]),
        (Vitepress, ["leaf-hot-tea", "leaf"]),
        (Zola, ["leaf-hot-tea", "leaf"]),
        (PythonMarkdown, ["hot-tea", "_1"]),
        (Mdbook, ["hot-tea", "section"]),
    ] {
        let options = Options { heading_ids: rules, ..Options::default() };
        let source = Source::new(SourcePath::new("a.md"), input);
        let (document, _) = parse(&source, &options, &highlight::Cache::default(), None);
        let found: Vec<(&str, &str)> =
            document.headings.iter().map(|heading| (&*heading.id, &*heading.text)).collect();
        assert_eq!(found, [(expected[0], "Leaf Hot tea"), (expected[1], "Leaf")], "{rules:?}");
    }
    assert!(outline_of("a.md", "## ![Leaf](x.png) :fire: Hot").starts_with("h2 #leaf-fire-hot\n"));
}

#[test]
fn a_definition_can_have_several_terms() {
    let list = outline_of("a.md", "A\nB\n: c\n\nD\n: e\n");
    let expected = "definitions\n  term\n    \"A\"\n  term\n    \"B\"\n  definition\n    \"c\"\n  term\n    \"D\"\n  definition\n    \"e\"";
    assert_eq!(list.trim_end(), expected);
}

#[test]
fn a_glossary_is_sorted_and_its_terms_have_ids() {
    let (_, document, _) = super::read(
        "---\nglossary: true\n---\n\n## B\n\nb\nB2\n: *two* [x](y.md)\n  and `c`\n\n    More.\n\nA\n: one\n",
    );
    let terms: Vec<_> =
        document.terms.iter().map(|term| (term.names.join("|"), &*term.id, &*term.html)).collect();
    assert_eq!(
        terms,
        [("A".to_owned(), "a", "one"), ("b|B2".to_owned(), "b-1", "<em>two</em> x and <code>c</code>")]
    );
    assert!(document.has_anchor("b-1"));
    let (_, document, _) = super::read("---\nglossary: true\n---\n\n## A\n\n### B\n\nText.\n\n## C\n- d\n");
    let terms: Vec<_> = document.terms.iter().map(|term| (&*term.names[0], &*term.id, &*term.html)).collect();
    assert_eq!(terms, [("B", "b", "Text.")]);
}

#[test]
fn highlighted_text_is_between_equals_signs() {
    check_extended(
        "a ==b *c* d== ==e==. *==f==* a==b c==d == g == \\==h== ==*i== j* ===k===\n",
        "
paragraph
  \"a \"
  highlight
    \"b \"
    emphasis
      \"c\"
    \" d\"
  \" \"
  highlight
    \"e\"
  \". \"
  emphasis
    highlight
      \"f\"
  \" a\"
  \"==\"
  \"b c\"
  \"==\"
  \"d \"
  \"==\"
  \" g \"
  \"==\"
  \" ==h\"
  \"==\"
  \" \"
  \"==\"
  emphasis
    \"i\"
    \"==\"
    \" j\"
  \" ===k===\"
",
    );
    check_extended(
        "## ==A==\n\n- ==b\n- c==\n",
        "
h2 #a
  highlight
    \"A\"
list(none)
  item { task: false }
    \"==\"
    \"b\"
  item { task: false }
    \"c\"
    \"==\"
",
    );
}

#[test]
fn keys_and_small_letters() {
    check_extended(
        "Press ++ctrl+page-up++, H~2~O x^2^ ~~d~~ `++a++` [^1] 2^32 ~/a\n\n[^1]: N\n",
        "
paragraph
  \"Press \"
  key
    \"Ctrl\"
  \"+\"
  key
    \"Page Up\"
  \", H\"
  subscript
    \"2\"
  \"O x\"
  superscript
    \"2\"
  \" \"
  strikethrough
    \"d\"
  \" \"
  `++a++`
  \" \"
  footnotereference { number: 1, occurrence: 1 }
  \" 2^32 ~/a\"
footnotes
  footnote { number: 1, references: 1 }
    paragraph
      \"N\"
",
    );
    check("++a++ ==b== x^2^", "paragraph\n  \"++a++ ==b== x^2^\"");
}

#[test]
fn subscripts_and_superscripts_contain_no_spaces() {
    check_extended(
        "a ~6 and x~2~ b^2 and c^2^\n\n~a *b* c~ H ~*2*~ O",
        "
paragraph
  \"a ~6 and x\"
  subscript
    \"2\"
  \" b^2 and c\"
  superscript
    \"2\"
paragraph
  \"~a \"
  emphasis
    \"b\"
  \" c~ H \"
  subscript
    emphasis
      \"2\"
  \" O\"
",
    );
}

#[test]
fn superscripts_contain_other_elements() {
    check_extended(
        "x^*2*^ y^a`b`c^, 2^3 *4*^ and ^*a b*^",
        "
paragraph
  \"x\"
  superscript
    emphasis
      \"2\"
  \" y\"
  superscript
    \"a\"
    `b`
    \"c\"
  \", 2^3 \"
  emphasis
    \"4\"
  \"^\"
  \" and \"
  \"^\"
  emphasis
    \"a b\"
  \"^\"
",
    );
}

#[test]
fn a_glossary_sorts_letters_with_and_without_accents_together() {
    let (_, document, _) = super::read(
        "---\nglossary: true\n---\n\nZ\n: z\n\nÉtude\n: e\n\nœuvre\n: o\n\nEtain\n: f\n\nétain\n: g\n\nOr\n: h\n",
    );
    let names: Vec<&str> = document.terms.iter().map(|term| &*term.names[0]).collect();
    assert_eq!(names, ["Etain", "étain", "Étude", "œuvre", "Or", "Z"]);
}
