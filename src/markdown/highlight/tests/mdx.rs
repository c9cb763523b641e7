//! Tests for Markdown with front matter, JSX, and components.

use super::*;

#[test]
fn front_matter_of_a_page_is_yaml() {
    let page = "---\ntitle: One\n---\n\n# Two\n";
    let yaml = by_lexer("yaml", "---\ntitle: One\n---\n").expect("YAML has a lexer");
    let rest = by_grammar("md", "\n# Two\n").expect("Markdown has a grammar");
    assert_eq!(by_grammar("md", page), Some(yaml + &rest));
    // If there's no closing line, the opening line is a thematic break.
    assert_eq!(by_grammar("md", "---\ntitle: One\n").map(|html| html.contains("title: One")), Some(true));
}

#[test]
fn mdx_is_markdown_with_code() {
    check_grammar(
        "mdx",
        "\
import { a } from \"./a\"
kkkkkk p . p kkkk sssss


# A {b + 1} and *c*
m m p. o np mmm pmp


<Chart data={[1, \"x\"]} title='It' on>
pttttt aaaaop.np sss.p aaaaaossss aap
  {/* d */} **e** `{f}` \\{g} [h](i.md)
  pcc c ccp pp.pp psssp ee.. p.ppssssp
</Chart>
pptttttp


```js
pppnn
{ <Not /> }
. pggg pp .
```
ppp
1 < 2, <b>it's</b> <https://x.example> {
. . .. pgp....ppgp psssssssssssssssssp .
",
    );
}

#[test]
fn markdown_has_tags_of_components() {
    check_grammar(
        "md",
        "\
A {b} <b class=\"c\">
. ... pg aaaaapsssp


A <Chart data={[{ \"a\": 1 }]} /> text
. pttttt aaaaop.p aaap n p.p pp ....
",
    );
}

#[test]
fn no_letter_of_mdx_is_lost() {
    let mut numbers = Numbers(11);
    let more = [
        "<A b={",
        "<a>",
        "</a>",
        "import x\n",
        "\n\nexport y\n",
        "```\n",
        "~~~~",
        "{/*",
        "'",
        "é",
        "\n",
        " ",
        "# ",
    ];
    let pieces: Vec<&str> = PIECES.iter().chain(&more).copied().collect();
    for round in 0..600 {
        let mut code = String::new();
        for _ in 0..numbers.below(40) {
            code.push_str(pieces[numbers.below(pieces.len())]);
        }
        let language = ["mdx", "md"][round % 2];
        let html = by_grammar(language, &code).expect("it has a grammar");
        let text: String = classes(&html).iter().map(|(letter, _)| letter).collect();
        assert_eq!(text, code, "{language}");
    }
    for piece in ["{", "<a ", "{\"", "<A b={", "`", "``a`", "import a\n", "{}", "<a/>"] {
        let code = piece.repeat(100_000 / piece.len());
        assert!(super::super::mdx::parts(&code, true).len() <= code.len(), "{piece}");
    }
}
