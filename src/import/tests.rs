//! Tests for single constructs, and a property test: no text causes an import to fail.

mod docusaurus;
mod docusaurus_apis;
mod docusaurus_code;
mod docusaurus_labels;
mod docusaurus_sets;
mod docusaurus_text;
mod hugo;
mod hugo_shortcodes;
mod hugo_sites;
mod hugo_templates;
mod hugo_themes;
mod hugo_values;
mod mdbook;
mod mintlify;
mod mintlify_languages;
mod mkdocs;
mod mkdocs_macros;
mod mkdocs_plugins;
mod mkdocs_sites;
mod mkdocs_text;
mod starlight;
mod starlight_components;
mod starlight_plugins;
mod starlight_settings;
mod vitepress;
mod vitepress_sites;
mod workspaces;
mod whole_sites;
mod zola;

use std::collections::BTreeMap;

use super::inline::Symbols;
use super::left::Left;
use super::math::Math;
use super::python_markdown::{self, CaptionRule, Context, Slugs};
use super::snippets::Snippets;
use super::syntax::Syntax;
use super::{Content, Imported, Origin, WORKSPACE, import, import_folder};
use crate::fixture::{Numbers, sources};
use crate::path::SourcePath;
use crate::source::Source;

/// Files in memory.
struct Files {
    paths: Vec<SourcePath>,
    sources: Vec<Source>,
    /// The packages in the same workspace.
    packages: BTreeMap<String, SourcePath>,
}

impl Files {
    fn new(fixture: &str) -> Self {
        let mut sources = sources(fixture);
        sources.sort_by(|a, b| a.path.cmp(&b.path));
        let paths: Vec<SourcePath> = sources.iter().map(|source| source.path.clone()).collect();
        let package = |path: &SourcePath| {
            let name = path.strip_dir(WORKSPACE)?.strip_suffix("/package.json")?;
            Some((name.to_owned(), SourcePath::new(path.parent())))
        };
        Files { packages: paths.iter().filter_map(package).collect(), paths, sources }
    }
}

impl Origin for Files {
    fn files(&self) -> &[SourcePath] {
        &self.paths
    }

    fn text(&self, path: &SourcePath) -> Option<Source> {
        self.sources.iter().find(|source| source.path == *path).cloned()
    }

    fn package(&self, name: &str) -> Option<&SourcePath> {
        self.packages.get(name)
    }

    fn outside(&self, path: &str) -> Option<Source> {
        let text = match path {
            "../code.rs" => "fn outside() {}\n",
            "../pets.yaml" => "openapi: 3.0.0\ninfo: { title: Outside, version: '1' }\npaths: {}\n",
            "../parts/b.md" => "# B\n",
            "../parts/b.png" => "png",
            "../shared/index.ts" => "export * from './names'\n",
            "../shared/names.ts" => "export const title: string = 'Shared'\n",
            "node_modules/tea/layouts/shortcodes/pot.html" => "<b>Pot</b>",
            "../pnpm-workspace.yaml" => "catalog:\n  tea: ^2.0.0\ncatalogs:\n  old: { cup: ^1.0.0 }\n",
            "../theme.toml" => "name = 'Kettle'\n",
            "../layouts/shortcodes/near.html" => "<b>Near</b>",
            "../../shelf/jar/layouts/shortcodes/far.html" => "<b>Far</b>",
            "../../shelf/jar/static/jar.png" => "jar",
            "../package.json" => "{\"version\": \"1.2.3\"}",
            _ => return None,
        };
        Some(Source::new(SourcePath::new(path.trim_start_matches("../")), text))
    }

    fn outside_bytes(&self, path: &str) -> Option<Vec<u8>> {
        Some(self.outside(path)?.text.as_bytes().to_vec())
    }

    fn outside_files(&self, folder: &str) -> Vec<String> {
        match folder {
            "../parts" => vec!["../parts/b.md".to_owned(), "../parts/b.png".to_owned()],
            "../layouts" => vec![format!("{folder}/shortcodes/near.html")],
            "../../shelf/jar/layouts" => vec![format!("{folder}/shortcodes/far.html")],
            "../../shelf/jar/static" => vec![format!("{folder}/jar.png")],
            "node_modules/tea/layouts" => vec![format!("{folder}/shortcodes/pot.html")],
            _ => Vec::new(),
        }
    }

    fn folder(&self) -> &str {
        ""
    }

    fn year(&self) -> u16 {
        2026
    }
}

fn imported(fixture: &str) -> Imported {
    import(&Files::new(fixture)).expect("the site is recognized")
}

#[track_caller]
fn text<'i>(imported: &'i Imported, path: &str) -> &'i str {
    match imported.files.get(&SourcePath::new(path)) {
        Some(Content::Text(text)) => text,
        other => panic!("{path} is {other:?} among {:?}", imported.files.keys().collect::<Vec<_>>()),
    }
}

/// Returns the value at a config path as TOML. If there's no value, returns an empty string.
fn setting(config: &toml::Table, path: &str) -> String {
    let mut value = Some(toml::Value::Table(config.clone()));
    for key in path.split('.') {
        value = value.and_then(|value| match key.parse::<usize>() {
            Ok(at) => value.get(at).cloned(),
            Err(_) => value.get(key).cloned(),
        });
    }
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Calls a function with `count` strings that consist of random pieces.
fn random(pieces: &[&str], call: &dyn Fn(&str), count: usize) {
    let mut numbers = Numbers(88_172_645_463_325_252);
    for _ in 0..count {
        let text: String = (0..24).map(|_| pieces[numbers.below(pieces.len())]).collect();
        call(&text);
    }
}

/// A snippet that's inserted, a snippet that's kept as a file, and a file with code.
struct Samples;

impl Snippets for Samples {
    fn text(&self, name: &str) -> Option<String> {
        (name == "part.md").then(|| "The part.\n".to_owned())
    }

    fn include(&self, name: &str) -> Option<String> {
        (name == "shared.md").then(|| "::include{file=\"/_shared.md\"}".to_owned())
    }

    fn code(&self, name: &str) -> Option<String> {
        (name == "a.py").then(|| "file=\"@site/code/a.py\"".to_owned())
    }
}

/// Converts the text of a Python-Markdown page with all extensions.
fn converted(markdown: &str) -> String {
    let syntax = Syntax {
        math: Some(Math::dollars().with("\\(", "\\)", false).with("\\[", "\\]", true)),
        emoji: true,
        abbreviations: true,
        highlight: true,
        keys: true,
        inserted: true,
        subscript: true,
        superscript: true,
        symbols: Symbols::default(),
        ..Syntax::default()
    };
    converted_with(markdown, syntax)
}

fn converted_with(markdown: &str, syntax: Syntax) -> String {
    let source = Source::new(SourcePath::new("docs/a.md"), markdown);
    let added = Box::new(|_: &str| String::new());
    let context = Context {
        snippets: &Samples,
        syntax,
        added,
        slugs: Slugs::default(),
        list_indent: 4,
        headings: None,
        tabs: None,
        has_spaced_headings: false,
        captions: CaptionRule::default(),
        callouts: None,
        runs_code: false,
    };
    let address = |url: &str, raw: bool| (raw && url == "x.png").then(|| "/x.png".to_owned());
    python_markdown::convert(&source, 0, &source.text, &context, &address, &mut Left::default())
}

#[test]
fn constructs_of_python_markdown_have_the_same_meaning() {
    // Inputs and their expected results. A `|` stands for a line break.
    let table = [
        ("!!! note|    Text.||    More.|After", ":::note|Text.||More.|:::|After"),
        ("!!! example \"Own *title*\"|    Text.", ":::note[Own *title*]|Text.|:::"),
        ("!!! bug inline end|    Text.", ":::danger[Bug]|Text.|:::"),
        ("!!! tip \"\"|    Text.", ":::tip[]|Text.|:::"),
        ("??? question|    Text.", ":::details[Question]|Text.|:::"),
        ("???+ note \"Open\"|    Text.", ":::details[Open]{open}|Text.|:::"),
        ("!!! note|    Outer.||    !!! tip|        Inner.", "::::note|Outer.||:::tip|Inner.|:::|::::"),
        ("- item||    !!! note|        Text.", "- item||    :::note|    Text.|    :::"),
        ("=== \"A\"|    One.||=== \"B\"|    Two.|", "::::tabs|:::tab[A]|One.|:::|:::tab[B]|Two.|:::|::::"),
        ("!!!note", ":::note|:::"),
        ("=== heading ===", "=== heading ==="),
        ("[TOC]|Text", "Text"),
        ("1. a||\t!!! note|\t    b", "1. a||    :::note|    b|    :::"),
        (
            "![A](x.png#only-dark) <img src=\"y.png#only-light\">",
            "![A](x.png){data-only=dark} <img src=\"y.png\" data-only=\"light\">",
        ),
        ("## Title { #own .class }", "## Title {#own .class}"),
        ("### 1.0 <small>May</small> { id=\"1.0\" }", "### 1.0 <small>May</small> {#1.0}"),
        ("## A {#a}||## B {#a}", "## A {#a}||## B"),
        ("Text.|{ .class }", "Text.|{.class}"),
        ("Text.||{ .class }|Text.|{ .annotate }", "Text.|||Text.|"),
        ("- Text.|  {: #a .b title=\"C d\" }", "- Text.|  {#a .b title=\"C d\"}"),
        ("[a](b.md){ .md-button } ![c](d.png){ align=left }", "[a](b.md){.md-button} ![c](d.png)"),
        (
            "![A \"b\"](c.png){ width=\"3\" loading=lazy align=right }",
            "![A \"b\"](c.png){width=3 loading=lazy}",
        ),
        (
            "[a](b.zip){: download } ![A](x.png#only-dark){ .b }",
            "[a](b.zip){: download } ![A](x.png){data-only=dark .b}",
        ),
        ("Braces {a} stay, as in f(x){ return }", "Braces {a} stay, as in f(x){ return }"),
        ("++ctrl+alt+x++ and C++ and a++", "++ctrl+alt+x++ and C++ and a++"),
        ("++ctrl+\"Enter it\"++", "<kbd>Ctrl</kbd>+<kbd>Enter it</kbd>"),
        ("==marked *text*== and a == b", "==marked *text*== and a == b"),
        ("^^in^^ H~2~O x^2^ ~~gone~~", "<ins>in</ins> H~2~O x^2^ ~~gone~~"),
        ("x^a\\ b^ y~*c*~", "x<sup>a b</sup> y<sub>*c*</sub>"),
        (":smile: a:smile: :material-check: 10:30:00", ":smile: a😄 :icon{name=check} 10:30:00"),
        (":man_raising_hand: :man_gone:", ":raising_hand_man: :man_gone:"),
        (":octicons-check-16: :lucide-heading-1:", ":icon{name=check} :icon{name=heading-1}"),
        ("`#!py code` `:smile:` ``a`b``", "`code` `:smile:` ``a`b``"),
        ("HTML|*[HTML]: Mark *up*", "HTML|*[HTML]: Mark *up*"),
        ("$a_b*c*$ and \\(x<y\\) for $5 or $6", "$a_b*c*$ and $x<y$ for \\$5 or \\$6"),
        ("\\[|x^2|\\]", "$$|x^2|$$"),
        ("!!! note|    $$|    a \\\\|    b|    $$", ":::note|$$|a \\\\|b|$$|:::"),
        ("Cost: \\$5 `$x$` $$y$$", "Cost: \\$5 `$x$` $$y$$"),
        ("--8<-- \"shared.md\"", "::include{file=\"/_shared.md\"}"),
        ("```|--8<-- \"a.py\"|```", "```text file=\"@site/code/a.py\"|```"),
        ("``` { .py title=\"A\" }|--8<-- \"a.py\"|```", "```py title=\"A\" file=\"@site/code/a.py\"|```"),
        ("```py|--8<-- \"a.py\"|b|```", "```py|--8<-- \"a.py\"|b|```"),
        ("--8<-- \"part.md\"", "The part."),
        ("  --8<-- 'part.md'", "  The part."),
        ("--8<-- \"missing.md\"", "<!-- --8<-- \"missing.md\" -->"),
        ("Term|:   One.||:   Two.", "Term|:   One.||:   Two."),
        ("[^1]:|    The note.", "[^1]: The note."),
        ("<img src=\"x.png\">", "<img src=\"/x.png\">"),
        ("<div markdown>|Text.|</div>", "<div>||Text.|</div>"),
        ("[a][x]||[X]: /b||[x]: /c", "[a][x]|||[x]: /c"),
        ("<div></div>|*a*", "<div></div>||*a*"),
        ("<div>|<p>a</p>|b|</div>|*c*", "<div>|<p>a</p>|b|</div>||*c*"),
        ("[](){#a-b}|# A *b*", "[](){#a-b}|# A *b* {#a-b_1}"),
        ("# A {: #b word}", "# A {#b}"),
        ("<!-- a --> *b*", "<!-- a -->||*b*"),
        ("::: a.b", "<!-- ::: a.b -->"),
        (":::a.b", "<!-- ::: a.b -->"),
        (":::note", ":::note"),
        ("a|<div>b</div> **c:**d", "a|<div>b</div>||<strong>c:</strong>d"),
        ("::: a.b|    options:|      c: d", "<!-- ::: a.b -->"),
        ("<!-- more -->", "<!-- truncate -->"),
    ];
    for (markdown, expected) in table {
        let found = converted(&markdown.replace('|', "\n")).trim_end_matches('\n').replace('\n', "|");
        assert_eq!(found, expected.trim_end_matches('|'), "{markdown}");
    }
}

#[test]
fn fences_keep_their_text_and_what_they_say() {
    let table = [
        (
            "```py title=\"a.py\" linenums=\"1\" hl_lines=\"2 4-5\"",
            "```py title=\"a.py\" {2,4-5} showLineNumbers",
        ),
        ("``` { .yaml .annotate linenums=\"7\" }", "```yaml showLineNumbers=7"),
        ("```py linenums=\"0\"", "```py"),
        ("``` linenums=\"1\"", "```text showLineNumbers"),
        ("~~~ text", "~~~text"),
        ("```", "```"),
    ];
    for (info, expected) in table {
        let end = &info[..3];
        let found =
            converted(&format!("{info}\n!!! note\n    :smile:\n    ```\n--8<-- \"part.md\"\n{end}\n"));
        assert_eq!(found, format!("{expected}\n!!! note\n    :smile:\n    ```\nThe part.\n{end}\n"));
    }
    assert_eq!(converted("```\nnever closed\n"), "\\```\nnever closed\n");
    let numbered = Syntax { line_numbers: true, ..Syntax::default() };
    let found = converted_with("```py\na\n```\n\n```\nb\n```\n\n```py linenums=\"0\"\nc\n```\n", numbered);
    assert_eq!(found, "```py showLineNumbers\na\n```\n\n```text showLineNumbers\nb\n```\n\n```py\nc\n```\n");
}

/// A snippet that includes itself.
struct Endless;

impl Snippets for Endless {
    fn text(&self, _: &str) -> Option<String> {
        Some("x\n--8<-- \"a\"\n--8<-- \"a\"\n".repeat(4))
    }

    fn include(&self, _: &str) -> Option<String> {
        None
    }

    fn code(&self, _: &str) -> Option<String> {
        None
    }
}

#[test]
fn snippets_that_include_themselves_end() {
    let source = Source::new(SourcePath::new("docs/a.md"), "--8<-- \"a\"\n");
    let context = Context {
        snippets: &Endless,
        syntax: Syntax::default(),
        added: Box::new(|_| String::new()),
        slugs: Slugs::default(),
        list_indent: 4,
        headings: None,
        tabs: None,
        has_spaced_headings: false,
        captions: CaptionRule::default(),
        callouts: None,
        runs_code: false,
    };
    let text =
        python_markdown::convert(&source, 0, &source.text, &context, &|_, _| None, &mut Left::default());
    assert!(text.len() < 10 << 20, "{}", text.len());
}

#[test]
fn text_stays_text_without_an_extension() {
    for (markdown, expected) in [
        ("==a== ++ctrl++ x^2^ ^^b^^ $x$", "==a== ++ctrl++ x^2^ ^^b^^ $x$\n"),
        (":smile: :material-check: ~5 to ~6", "\\:smile: :material-check: \\~5 to ~6\n"),
        ("*[A]: B", "*[A]: B\n"),
    ] {
        assert_eq!(converted_with(markdown, Syntax::default()), expected);
    }
}

#[test]
fn blocks_between_slashes_have_the_same_meaning() {
    // Inputs and their expected results. A `|` stands for a line break.
    let table = [
        ("/// tip||A||///", ":::tip|A|:::"),
        ("/// note \\ Own title|A|///|B", ":::note[Own title]|A|:::|B"),
        ("/// admonition \\ T|    type: danger||A|///", ":::danger[T]|A|:::"),
        ("/// details \\ T|    open: True||A|///", ":::details[T]{open}|A|:::"),
        ("//// note||/// tip|A|///||////", "::::note|:::tip|A|:::|::::"),
        ("/// tab \\ a|A|///||/// tab \\ b|B|///", "::::tabs|:::tab[a]|A|:::|:::tab[b]|B|:::|::::"),
        ("/// html \\ div.a#b|A|///", "<div id=\"b\" class=\"a\">|||A||</div>"),
        ("/// caption|A|///", "A"),
        ("![a](b.png){ width=3 }|/// caption|A *b*|///", "![a](b.png \"A *b*\"){width=3}"),
        ("![a](b.png)|/// figure-caption|A|///", "![a](b.png \"Figure 1. A\")"),
        ("![a](b.png){ width=3 }|/// caption \\ #c|A|///", "![a](b.png \"A\"){#c width=3}"),
        (
            "![a](b.png)|/// figure-caption \\ 3|A|///||![a](c.png)|/// figure-caption \\ ^1|B|///",
            "![a](b.png \"Figure 3. A\")||![a](c.png \"Figure 3.1. B\")",
        ),
        (
            "```|a|```|/// figure-caption|A **b**.|///|[See](#__figure-caption_1)",
            "<figure id=\"__figure-caption_1\">|||```|a|```||<figcaption>|||Figure 1. A **b**.||</figcaption>|</figure>||[See](#__figure-caption_1)",
        ),
        ("- a||/// caption|A|///", "- a||A"),
        ("```|/// tip|///|```", "```|/// tip|///|```"),
        ("/// tip|A", "/// tip|A"),
        ("- a||    /// tip|    A|    ///", "- a||    :::tip|    A|    :::"),
    ];
    for (markdown, expected) in table {
        let found = converted(&markdown.replace('|', "\n").replace('\\', "|"));
        assert_eq!(found.trim_end_matches('\n').replace('\n', "|"), expected, "{markdown}");
    }
}

#[test]
fn formulas_do_not_extend_beyond_table_cells() {
    let table = "| $x$ | **b** |\n| - | - |\n| **$a** | x |\n| **$b** | $\\|y\\|$ |\n";
    let text = converted(table);
    assert!(text.lines().count() == 4 && text.contains("$a**") && text.contains("$x$"), "{text}");
}

#[test]
fn tags_after_a_list_are_not_part_of_it() {
    let text = "<div markdown>\n\n- a\n\n  </div>\n  <div markdown>\n\n- b\n\n</div>\n";
    let expected = "<div>\n\n\n- a\n\n</div>\n<div>\n\n\n- b\n\n</div>\n";
    assert_eq!(converted(text), expected);
}

#[test]
fn a_backslash_can_escape_any_character() {
    let syntax = Syntax { escapes: Some(true), ..Syntax::default() };
    assert_eq!(converted_with("\\a\\ b \\_c\\_ `\\d` 1\\.\n", syntax), "a&nbsp;b \\_c\\_ `\\d` 1\\.\n");
}

#[test]
fn marked_edits_are_elements() {
    let syntax = Syntax { edits: true, ..Syntax::default() };
    let text = "{++a `b`++} {--c--} {~~d~>e~~} {==f==}{>>g<<} `{++h++}` x ~> y\n";
    let expected =
        "<ins>a `b`</ins> <del>c</del> <del>d</del><ins>e</ins> <mark>f</mark><em>g</em> `{++h++}` x ~> y\n";
    assert_eq!(converted_with(text, syntax), expected);
}

#[test]
fn a_folder_of_markdown_names_a_site_whose_pages_are_elsewhere() {
    let site = Files::new(
        "
//- docusaurus.config.js
export default { presets: [['classic', { docs: { path: '../../docs' } }]] };
//- notes/a.md
A
",
    );
    assert!(import(&site).is_none());
    let left = import_folder(&site).expect("there's a page").left;
    let left: Vec<&str> = left.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(left, ["not imported: the Docusaurus site that this file configures"]);
}

#[test]
fn annotations_in_code_stay_notes() {
    for (text, expected) in [
        ("```yaml\na: 1 # (1)!\n```\n\n1. Why\n", "```yaml\na: 1 # (1)!\n```\n\n1. Why\n"),
        ("```html\n<a> <!-- (1) -->\n```\n\n1. Why\n", "```html annotate\n<a> <!-- (1) -->\n```\n\n1. Why\n"),
        ("```\na # (1)\n```\n\n1. Why\n", "```text annotate\na # (1)\n```\n\n1. Why\n"),
        ("```py\nf(1)\n```\n\n1. Why\n", "```py\nf(1)\n```\n\n1. Why\n"),
        ("```py\na # (1)\n```\n\nText\n", "```py\na # (1)\n```\n\nText\n"),
    ] {
        assert_eq!(converted(text), expected);
    }
}

#[test]
fn no_text_makes_an_import_fail() {
    let pieces = [
        "!!! note",
        "??? ",
        "=== \"a\"",
        "    ",
        "```",
        "$",
        "$$",
        "\\(",
        "\\begin{a}",
        "*[A]: ",
        "~~~ {",
        "}",
        "{ #",
        ":::",
        ": ",
        ":   ",
        "[^1]:",
        "--8<--",
        "/// note | ",
        "///",
        "\"",
        "++",
        "==",
        "^",
        "~",
        ":smile:",
        "<div class=\"grid cards\" markdown>",
        "</div>",
        "- ",
        "é",
        "\t",
        "|",
        "<!--",
        "[a](",
        ")",
        "`",
        "#",
        "---",
        "\n",
    ];
    random(&pieces, &|text| drop(converted(text)), 4_000);
}
