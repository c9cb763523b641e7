//! Grammars of Markdown pages.

use super::grammars::{Grammar, list, many, page, repeated};

#[rustfmt::skip]
pub(crate) fn add(all: &mut Vec<Grammar>) {
    // Nesting.
    all.push(page("nested quotes", 200, |n| format!("{}x\n", "> ".repeat(n))));
    all.push(page("nested lists", 200, |n| format!("{}x\n", "- ".repeat(n))));
    all.push(repeated("emphasis that stays open", 500, "*a **b "));
    all.push(repeated("emphasis on both sides", 500, "*a_b**c__"));
    all.push(repeated("strikethrough that stays open", 500, "~~a ~b "));
    all.push(page("nested emphasis", 100, |n| format!("{}x{}\n", "*a **b ".repeat(n), " b** a*".repeat(n))));
    all.push(page("open brackets", 1000, |n| "[".repeat(n)));
    all.push(page("nested brackets", 500, |n| format!("{}{}", "[".repeat(n), "]".repeat(n))));
    all.push(repeated("links that stay open", 500, "[a]("));
    all.push(repeated("images that stay open", 500, "![a](<b"));
    all.push(repeated("backticks", 500, "`a``b"));
    all.push(page("parentheses in a link", 500, |n| format!("[a]({}{})", "(".repeat(n), ")".repeat(n))));
    // Blocks.
    all.push(repeated("a long list", 300, "- item #\n"));
    all.push(repeated("a loose list", 300, "1. item\n\n"));
    all.push(repeated("a list of tasks", 300, "- [ ] item\n"));
    all.push(repeated("a long table", 300, "| a | # |\n|---|---|\n"));
    all.push(page("a table of many rows", 300, |n| format!("| a | b |\n|---|---|\n{}", many(n, "| x | # |\n"))));
    all.push(page("a table of many columns", 300, |n| {
        format!("{}|\n{}|\n{}|\n", "| a ".repeat(n), "|---".repeat(n), "| x ".repeat(n))
    }));
    all.push(page("a row that is too wide", 500, |n| format!("| a |\n|---|\n{}|\n", "| x ".repeat(n))));
    all.push(repeated("thematic breaks", 300, "***\n"));
    all.push(repeated("ends of merge conflicts", 300, ">>>>>>> b\n\n"));
    all.push(repeated("paragraphs", 300, "Words of paragraph #.\n\n"));
    all.push(repeated("a long line", 1000, "word# "));
    all.push(page("one long word", 10_000, |n| "a".repeat(n)));
    all.push(page("spaces", 10_000, |n| format!("a{}b\n{}c", " ".repeat(n), "\t".repeat(n))));
    all.push(page("blank lines", 5_000, |n| format!("a\n{}b", "\n".repeat(n))));
    all.push(repeated("hard breaks", 500, "a  \n"));
    all.push(repeated("escapes", 1000, "\\*\\_\\["));
    all.push(repeated("entities", 500, "&amp;&nope;&#35;&"));
    all.push(repeated("dollars", 500, "$a$ $$b $"));
    all.push(page("quotes", 500, |n| many(n, "\"a' 'b\" ")));
    // Content from elsewhere.
    let reuse = |name, size, text: &'static str| Grammar {
        name,
        size,
        files: Box::new(move |n| {
            vec![
                ("docgen.toml".to_owned(), format!("[variables]\n{}", many(n, "v# = 'value #'\n"))),
                ("content/docs/page.md".to_owned(), format!("# Page\n\n{}", many(n, text))),
                ("content/docs/_part.md".to_owned(), "Part {{ v0 }} {{ p }}\n".to_owned()),
                ("code.rs".to_owned(), many(n, "// #region r#\nfn a() {}\n// #endregion\n")),
            ]
        }),
    };
    all.push(reuse("variables", 300, "Words {{ v# }}\n\n"));
    all.push(reuse("variables on one line", 300, "{{ v# }} "));
    all.push(reuse("unknown variables", 300, "{{ w# }} "));
    all.push(reuse("almost variables", 500, "{{ v# {{{ }} \\\\{{ "));
    all.push(reuse("included files", 100, "::include{file=_part.md p=#}\n\n"));
    all.push(reuse("missing included files", 100, "::include{file=_part#.md}\n\n"));
    // Links.
    all.push(repeated("links", 300, "[a](https://example.com/#) "));
    all.push(repeated("links to the page itself", 300, "[a](./page.md) "));
    all.push(repeated("broken links on one line", 100, "[a](./nope-#.md) "));
    all.push(repeated("broken anchors on one line", 100, "[a](#nope-#) "));
    all.push(page("broken anchors beside many headings", 60, |n| {
        format!("{}{}", many(n, "## Heading #\n\n"), (0..n).map(|at| format!("[a](#headin-{at})\n")).collect::<String>())
    }));
    all.push(repeated("missing images", 100, "![a](./nope-#.png) "));
    all.push(repeated("links in pointed brackets", 300, "<https://example.com/#> "));
    all.push(repeated("bare links", 300, "https://example.com/#, a@example.com "));
    all.push(repeated("almost bare links", 500, "www.a_ http:// a@b "));
    all.push(page("reference links", 200, |n| format!("{}\n\n{}", many(n, "[a][r#] "), many(n, "[r#]: https://example.com/#\n"))));
    all.push(page("references to one definition", 300, |n| format!("{}\n\n[r]: https://example.com/\n", many(n, "[a][r] "))));
    all.push(repeated("references to nothing", 300, "[a][r#] "));
    all.push(repeated("definitions of one name", 300, "[r]: https://example.com/#\n"));
    all.push(page("footnotes", 150, |n| format!("{}\n\n{}", many(n, "a[^f#] "), many(n, "[^f#]: note #\n\n"))));
    all.push(page("one footnote", 150, |n| format!("{}\n\n[^f]: note\n", many(n, "a[^f] "))));
    all.push(repeated("unused footnotes", 100, "[^f#]: note #\n\n"));
    all.push(repeated("footnotes of one name", 100, "[^f]: note #\n\n"));
    all.push(repeated("footnotes of nothing", 300, "a[^f#] "));
    all.push(page("footnotes in one another", 100, |n| {
        format!("a[^f0]\n\n{}", (0..n).map(|at| format!("[^f{at}]: note[^f{}]\n\n", at + 1)).collect::<String>())
    }));
    // Headings.
    all.push(repeated("headings", 150, "## Heading #\n\ntext\n\n"));
    all.push(repeated("headings with equal words", 150, "## Heading\n\n"));
    all.push(repeated("headings that collide", 100, "## a\n\n## a 1\n\n## a-#\n\n"));
    all.push(repeated("headings with one id", 100, "## Heading # {#same}\n\n"));
    all.push(page("one long heading", 1000, |n| format!("## {}\n", many(n, "word# "))));
    all.push(page("headings by turns", 100, |n| many(n, "###### a\n## b\n#### c\n")));
    // Raw HTML.
    all.push(repeated("elements that stay open", 100, "<b>"));
    all.push(repeated("elements that stay open, line by line", 100, "<div>\n\n"));
    all.push(repeated("elements that close nothing", 100, "</b>"));
    all.push(page("nested elements", 200, |n| format!("{}x{}\n", "<b>".repeat(n), "</b>".repeat(n))));
    all.push(page("elements that cross", 60, |n| format!("{}x{}\n", "<b><i>".repeat(n), "</b></i>".repeat(n))));
    all.push(repeated("unknown components", 100, "<Card#>x</Card#>\n\n"));
    all.push(repeated("comments that stay open", 500, "<!-- "));
    all.push(repeated("declarations that stay open", 500, "<? <![CDATA[ <!A "));
    all.push(repeated("tags that stay open", 500, "<a b=\"c "));
    all.push(page("attributes", 500, |n| format!("<p {}>x</p>\n", many(n, "a#=\"b\" "))));
    // Directives.
    all.push(page("nested directives", 60, |n| format!("{}x\n{}", ":::note\n".repeat(n), ":::\n".repeat(n))));
    all.push(repeated("directives that stay open", 60, ":::note\n\n"));
    all.push(repeated("directives that nobody knows", 60, ":::nope#\nx\n:::\n\n"));
    all.push(repeated("closing fences", 100, ":::\n\n"));
    all.push(repeated("admonitions", 150, ":::note[Title #]\ntext\n:::\n\n"));
    all.push(page("tabs", 100, |n| format!("::::tabs\n{}::::\n", many(n, ":::tab[Tab #]\ntext\n:::\n"))));
    all.push(page("tabs with one name", 60, |n| format!("::::tabs\n{}::::\n", many(n, ":::tab[Tab]\ntext\n:::\n"))));
    all.push(repeated("groups of tabs", 60, "::::tabs\n:::tab[A]\nx\n:::\n:::tab[B]\ny\n:::\n::::\n\n"));
    all.push(page("cards", 100, |n| format!("::::cards\n{}::::\n", many(n, ":::card[Card #]{href=\"https://example.com/#\"}\ntext\n:::\n"))));
    all.push(page("attributes of a directive", 200, |n| format!(":::note[x]{{{}}}\nx\n:::\n", list(n, " ", "key#=\"v\""))));
    // Code.
    all.push(page("code in many languages", 20, |n| {
        let languages = ["rust", "js", "python", "nix", "haskell", "yaml", "json", "sh", "nope", "diff", "html", "toml"];
        (0..n).map(|at| format!("```{}\nlet a = \"b\"; // c {at}\n```\n\n", languages[at % languages.len()])).collect()
    }));
    for (name, language) in [
        ("code that a lexer reads", "rust"),
        ("code that a grammar reads", "haskell"),
        ("code without a language", "text"),
        ("code of markup", "html"),
        ("code of JSON", "json"),
        ("code of YAML", "yaml"),
    ] {
        all.push(page(name, 100, move |n| format!("```{language}\n{}```\n", many(n, "let a# = \"b\" + f(x, #) // <c>\n"))));
    }
    for (name, language) in [
        ("a long line that a lexer reads", "js"),
        ("a long line that a grammar reads", "scala"),
        ("a long line of shell", "sh"),
    ] {
        all.push(page(name, 100, move |n| format!("```{language}\n{}\n```\n", many(n, "let a# = \"b\" + f({x: `c`}, #);"))));
    }
    all.push(page("strings that stay open", 200, |n| format!("```js\n{}\n```\n", many(n, "`${\"a"))));
    all.push(page("brackets in code", 500, |n| format!("```ts\n{}\n```\n", "<(".repeat(n))));
    all.push(page("comments in code that stay open", 200, |n| format!("```rust\n{}\n```\n", "/* /* r#\"".repeat(n))));
    all.push(page("highlighted lines", 100, |n| format!("```js {{{}}}\n{}```\n", list(n, ",", "#"), "let a = 1;\n".repeat(n))));
    all.push(repeated("fences that stay open", 100, "```js\n~~~~\n"));
    all.push(repeated("diagrams", 50, "```mermaid\nflowchart LR\n a# --> b\n```\n\n"));
    all.push(repeated("code in a sentence", 300, "`code #` "));
    // Front matter.
    all.push(page("unknown keys of front matter", 60, |n| format!("---\n{}---\n# A\n", many(n, "key#: a\n"))));
    all.push(page("equal keys of front matter", 60, |n| format!("---\n{}---\n# A\n", many(n, "title: a#\n"))));
    all.push(page("a long value of front matter", 2000, |n| format!("---\ntitle: a\ndescription: {}\n---\n# A\n", "word ".repeat(n))));
    all.push(page("deep front matter", 200, |n| format!("---\ntitle: {}a{}\n---\n# A\n", "[".repeat(n), "]".repeat(n))));
    all.push(page("many keywords", 200, |n| format!("---\nkeywords: [{}]\n---\n# A\n", list(n, ", ", "word#"))));
    all.push(page("many tags", 25, |n| format!("---\ntags: [{}]\n---\n# A\n", list(n, ", ", "tag#"))));
    all.push(page("front matter in TOML", 100, |n| format!("+++\nkeywords = [{}]\n+++\n# A\n", list(n, ", ", "\"word#\""))));
    all.push(page("aliases of YAML", 16, |n| {
        let levels: String = (1..n).map(|at| format!("a{at}: &a{at} [*a{0},*a{0},*a{0}]\n", at - 1)).collect();
        format!("---\na0: &a0 [x]\n{levels}---\n# A\n")
    }));
    // Long sections.
    all.push(page("one long section", 10_000, |n| many(n, "Some words of a long section, number #.\n\n")));
}
