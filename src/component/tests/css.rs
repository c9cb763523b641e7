//! Tests for style sheets and CSS modules.

use std::fmt::Write as _;

use cssparser::{ParseError, Parser, Token};

use super::{Site, outcome, table};
use crate::component::css::Sheet;
use crate::fixture::Numbers;
use crate::path::SourcePath;
use crate::source::Source;

fn sheet(path: &str, text: &str) -> Sheet {
    Sheet::new(&Source::new(SourcePath::new(path), text))
}

/// Returns a published style sheet, with unique names in guillemets and URLs in brackets, and its problems.
fn published(path: &str, text: &str) -> String {
    let sheet = sheet(path, text);
    let mut shown =
        sheet.published(|url| Some(format!("[{}{}]", if url.is_import { "@" } else { "" }, url.target)));
    for (name, unique) in &sheet.names {
        let mut escaped = String::new();
        cssparser::serialize_identifier(unique, &mut escaped).expect("a string can be written");
        shown = shown.replace(&escaped, &format!("«{name}»"));
    }
    for problem in &sheet.problems {
        let before = &text[..problem.span.start as usize];
        let (line, column) =
            (before.matches('\n').count() + 1, before.rsplit('\n').next().map_or(0, str::len) + 1);
        let _ = write!(shown, "\n{line}:{column}: {} / {}", problem.message, problem.hint);
    }
    shown
}

#[track_caller]
fn check(path: &str, rows: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (text, expected) in rows {
        let found = published(path, text);
        if found != *expected {
            let _ = writeln!(wrong, "{text}\n  expected: {expected}\n  found:    {found}");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn names_of_a_css_module_are_unique() {
    check(
        "a.module.css",
        &[
            (".a{}", ".«a»{}"),
            (".a.b > .c, p.d:hover::before {}", ".«a».«b» > .«c», p.«d»:hover::before {}"),
            (":is(.a, .b):not(.c):where(.d *) {}", ":is(.«a», .«b»):not(.«c»):where(.«d» *) {}"),
            (":nth-child(2n + 1 of .a) {} :has(> .b) {}", ":nth-child(2n + 1 of .«a») {} :has(> .«b») {}"),
            ("#main .a {}", "#«main» .«a» {}"),
            ("[class~=\".no\"], [data-x='.no'] .a {}", "[class~=\".no\"], [data-x='.no'] .«a» {}"),
            (".a { color: #fff; margin: .5em; --x: .no; }", ".«a» { color: #fff; margin: .5em; --x: .no; }"),
            (
                ".a { .b & { x: y } & .c { } &.d { } > .e { } }",
                ".«a» { .«b» & { x: y } & .«c» { } &.«d» { } > .«e» { } }",
            ),
            (".a { b:hover .c { } color: red; .d { } }", ".«a» { b:hover .«c» { } color: red; .«d» { } }"),
            ("@media (width > 40em) { .a { } }", "@media (width > 40em) { .«a» { } }"),
            ("@layer x.y { .a { } } @layer p.q, r;", "@layer x.y { .«a» { } } @layer p.q, r;"),
            ("@container card (width > 9em) { .a { } }", "@container card (width > 9em) { .«a» { } }"),
            (
                "@supports (display: grid) and selector(.no) { .a { } }",
                "@supports (display: grid) and selector(.no) { .«a» { } }",
            ),
            (
                "@scope (.a) to (.b > .c) { img { } .d { } }",
                "@scope (.«a») to (.«b» > .«c») { img { } .«d» { } }",
            ),
            (".a { @media print { color: red; .b { } } }", ".«a» { @media print { color: red; .«b» { } } }"),
            (
                "/* .no { } */ .a/* .no */ .b { content: \".no\" }",
                "/* .no { } */ .«a»/* .no */ .«b» { content: \".no\" }",
            ),
            (".a{} ./* x */b {}", ".«a»{} ./* x */«b» {}"),
            (".md\\:flex, .\\31 0, .größe, .a\\ b {}", ".«md:flex», .«10», .«größe», .«a b» {}"),
            (".a { --b: { .no { } }; --c:{}; .d {} }", ".«a» { --b: { .no { } }; --c:{}; .«d» {} }"),
            (
                "@font-face { font-family: a.b } @page :first { margin: 0 }",
                "@font-face { font-family: a.b } @page :first { margin: 0 }",
            ),
            (
                "@import \"./x.css\" layer(a.b) supports(a: .b);.c{}",
                "@import \"[@./x.css]\" layer(a.b) supports(a: .b);.«c»{}",
            ),
        ],
    );
}

#[test]
fn names_in_global_stay() {
    check(
        "a.module.css",
        &[
            (":global(.a) .b, .c:global(.d):hover {}", ".a .«b», .«c».d:hover {}"),
            (":not(:global(.a)) :local(.b) {}", ":not(.a) .«b» {}"),
            (".a :global( .b ) .c {}", ".«a» .b .«c» {}"),
            (".a:global(.b, .c) {}", ".«a»:is(.b, .c) {}"),
            (":global .a .b {} .c {}", ".a .b {} .«c» {}"),
            (".a :global .b :local .c, .d {}", ".«a» .b .«c», .«d» {}"),
            (":global .a { .b { :local(.c) {} } }", ".a { .b { .«c» {} } }"),
            (":global(.a) { .b { } }", ".a { .«b» { } }"),
            (
                ":global { .a { color: red } @media print { .b {} } } .c {}",
                " .a { color: red } @media print { .b {} }  .«c» {}",
            ),
            (".a { :global { .b { } color: red } }", ".«a» {  .b { } color: red  }"),
            (":global { .a { :local(.b) {} :local { .c {} } } }", " .a { .«b» {}  .«c» {}  } "),
            (
                ".a:global .b {}",
                ".«a»:global .b {}\n1:3: `:global` must have a space before and after it / to refer to individual classes, use `:global(.name)`",
            ),
            ("::global(x) {}", "::global(x) {}"),
        ],
    );
}

#[test]
fn names_of_animations_are_unique() {
    check(
        "a.module.css",
        &[
            (
                "@keyframes fade { from { top: 0 } 50.5% { top: 1px } } .a { animation: 1s ease fade, other 2s }",
                "@keyframes «fade» { from { top: 0 } 50.5% { top: 1px } } .«a» { animation: 1s ease «fade», other 2s }",
            ),
            (
                ".a { animation-name: x, y; animation: steps(2, end) var(--n, x) } @-webkit-keyframes x {}",
                ".«a» { animation-name: «x», y; animation: steps(2, end) var(--n, «x») } @-webkit-keyframes «x» {}",
            ),
            (
                "@keyframes \"a b\" {} .a { animation-name: \"a b\" }",
                "@keyframes \"«a b»\" {} .«a» { animation-name: \"«a b»\" }",
            ),
            (
                "@keyframes :global(x) {} @keyframes :local(y) {} .a { animation: x, :global(y), :local(y) }",
                "@keyframes x {} @keyframes «y» {} .«a» { animation: x, y, «y» }",
            ),
            (
                "@keyframes ease {} .a { animation: ease 1s }",
                "@keyframes ease {} .«a» { animation: ease 1s }",
            ),
            (
                "@media print { @keyframes x { to { transition: x } } } .a { transition: x }",
                "@media print { @keyframes «x» { to { transition: x } } } .«a» { transition: x }",
            ),
            (":global { @keyframes x {} .a { animation: x } }", " @keyframes x {} .a { animation: x } "),
        ],
    );
}

#[test]
fn urls_are_found() {
    let rows = [
        (
            "a { b: url(x.png) URL( \"y z.png\" ) url('a\\'b.png') }",
            "a { b: url(\"[x.png]\") URL( \"[y z.png]\" ) url(\"[a'b.png]\") }",
        ),
        (
            "a { b: image-set(\"x.png\" 1x, url(y.png) type(\"image/png\") 2x) }",
            "a { b: image-set(\"[x.png]\" 1x, url(\"[y.png]\") type(\"image/png\") 2x) }",
        ),
        (
            "@import url(x.css); @import url(\"y.css\") print; @import 'z.css' supports(a: url(b))",
            "@import url(\"[@x.css]\"); @import url(\"[@y.css]\") print; @import \"[@z.css]\" supports(a: url(b))",
        ),
        ("@namespace url(x); @namespace svg \"y\";", "@namespace url(x); @namespace svg \"y\";"),
        (
            "@font-face { src: local(\"a\"), url(a.woff2) format(\"woff2\") }",
            "@font-face { src: local(\"a\"), url(\"[a.woff2]\") format(\"woff2\") }",
        ),
        (
            "a { --b: url(x.png); content: \"url(y)\" } /* url(z) */",
            "a { --b: url(\"[x.png]\"); content: \"url(y)\" } /* url(z) */",
        ),
        ("a[href=\"x.png\"] { b { c: url() } }", "a[href=\"x.png\"] { b { c: url(\"[]\") } }"),
    ];
    check("a.css", &rows);
    check("a.module.css", &rows);
    let kept = "a { b: url( x.png ) url('y') }";
    assert_eq!(sheet("a.css", kept).published(|_| None), kept);
}

#[test]
fn composed_classes_are_removed_from_the_style_sheet() {
    check(
        "a.module.css",
        &[
            (".a { composes: b c; color: red } .b {} .c {}", ".«a» {  color: red } .«b» {} .«c» {}"),
            (".a { color: red; composes: b from \"./b.module.css\" }", ".«a» { color: red; }"),
            (
                ".a { composes: b }; .b {}",
                ".«a» { }; .«b» {}\n1:19: `;` isn't allowed between rules / remove the semicolon; otherwise, browsers ignore the next rule",
            ),
            (":local(.a), .d { COMPOSES: b from global, c }", ".«a», .«d» { }"),
            (
                ".a .b { composes: c }",
                ".«a» .«b» { composes: c }\n1:9: `composes` has no effect in this rule / move it to a rule that has a single class as its selector",
            ),
            (
                ".a { .b { composes: c } }",
                ".«a» { .«b» { composes: c } }\n1:11: `composes` has no effect in this rule / move it to a rule that has a single class as its selector",
            ),
            (
                ".a { composes: 1px }",
                ".«a» { composes: 1px }\n1:16: invalid value for `composes` / use `composes: name`, `composes: name from \"./other.module.css\"`, or `composes: name from global`",
            ),
        ],
    );
    check("a.css", &[(".a { composes: b } :global(.c) {}", ".a { composes: b } :global(.c) {}")]);
}

#[test]
fn problems_are_reported_where_they_are() {
    let rows = [
        (".a {\n  color: red;\n", ".a {\n  color: red;\n\n1:4: `{` is never closed / add `}`"),
        ("a { b { c: calc(1px; } }", "a { b { c: calc(1px; } }\n1:12: `(` is never closed / add `)`"),
        (
            "a { } } b { }",
            "a { } } b { }\n1:7: `}` has no matching opening bracket / remove the bracket, or add the opening bracket",
        ),
        (
            "a { b: \"c\n; d: e }",
            "a { b: \"c\n; d: e }\n1:8: the string is never closed / add the closing quote on the same line",
        ),
        ("a { b: url(c d) }", "a { b: url(c d) }\n1:8: invalid URL in `url()` / put the URL in quotes"),
        ("/* a", "/* a\n1:1: the comment is never closed / add `*/`"),
        ("a { }\n/*/", "a { }\n/*/\n2:1: the comment is never closed / add `*/`"),
        (
            "// a\nb { c: d; // e\n}",
            "// a\nb { c: d; // e\n}\n1:1: `//` doesn't start a comment in CSS / use `/* … */`\n2:11: `//` doesn't start a comment in CSS / use `/* … */`",
        ),
        (
            "a { b; c: d }",
            "a { b; c: d }\n1:5: expected a declaration or a rule, found `b` / use a declaration such as `color: red;`",
        ),
        (
            "a { b: c } color:  red",
            "a { b: c } color:  red\n1:12: expected a rule, found `color: red` / use a rule such as `.name { color: red; }`",
        ),
        (
            "a { b: c } @import \"x\";",
            "a { b: c } @import \"[@x]\";\n1:12: `@import` has no effect here / move the rule to the top of the file",
        ),
        (
            "@charset \"utf-8\"; @layer a, b; @unknown x; @import \"x\"; a { }",
            "@charset \"utf-8\"; @layer a, b; @unknown x; @import \"[@x]\"; a { }",
        ),
        ("a { *zoom: 1; b: c } @unknown { a b c; d }", "a { *zoom: 1; b: c } @unknown { a b c; d }"),
        ("<!-- a { } -->\n", "<!-- a { } -->\n"),
        ("@media print { a { b: c }; d { } }", "@media print { a { b: c }; d { } }"),
    ];
    check("a.css", &rows);
    check(
        "a.module.css",
        &[
            (
                "@value a: b;",
                "@value a: b;\n1:1: `@value` isn't supported / define a custom property, such as `--gap: 1rem`, and use it as `var(--gap)`",
            ),
            (
                ":export { a: b }",
                ":export { a: b }\n1:1: `:export` isn't supported / import values from a `.ts` or `.json` file, and set custom properties with `style`",
            ),
        ],
    );
    let many = "}".repeat(1000);
    assert_eq!(sheet("a.css", &many).problems.len(), 20);
}

#[test]
fn a_name_depends_only_on_itself_and_its_file() {
    let name = |path: &str, text: &str| sheet(path, text).names["title"].clone();
    let first = name("components/card.module.css", ".title {}");
    assert_eq!(first, "title_i4ciy6");
    assert_eq!(first, name("components/card.module.css", ".other {} #title { color: red }"));
    assert_ne!(first, name("components/list.module.css", ".title {}"));
    // Paths that differ only in the Unicode form of letters are the same path.
    assert_eq!(
        name("gr\u{f6}\u{df}e.module.css", ".title {}"),
        name("gro\u{308}\u{df}e.module.css", ".title {}")
    );
    let odd = sheet("a.module.css", ".a\\ b\\\"\\<c {}");
    assert!(odd.names["a b\"<c"].starts_with("a-b--c_"), "{:?}", odd.names);
}

#[test]
fn a_css_module_exports_its_names() {
    let files = r#"
//- page.md
import styles, { row, fade } from "./a.module.css"
import * as all from "./a.module.css"
{Object.keys(styles).join()} {[row, fade, all.row].map((name) => name.split("_")[0]).join()} {styles["a-b"].slice(0, 4)} {String(styles.no)}
//- a.module.css
.row { top: 0 } .a-b, .md\:flex {} #id {} @keyframes fade {} :global(.no) {}
"#;
    assert_eq!(outcome(files), "a-b,fade,id,md:flex,row row,fade,row a-b_ undefined");
}

#[test]
fn classes_are_composed_of_others() {
    let files = r#"
//- page.md
import { button, first, second } from "./components/a.module.css"
import other from "./components/b.module.css"
<p className={button}/><i className={first + "|" + second}/>{other.base === button.split(" ")[3] ? "same" : ""}
//- components/a.module.css
.base { color: red }
.button { composes: base; composes: big from "b.module.css", is-active shown from global }
.first { composes: second } .second { composes: first }
//- components/b.module.css
.big { composes: base base } .base {}
"#;
    let site = Site::new(files);
    let rendered = site.render("page.md");
    let html = rendered.html.expect("the page renders");
    let shown: Vec<&str> =
        html.split(['"', ' ', '|']).map(|part| part.split('_').next().unwrap_or_default()).collect();
    assert_eq!(
        shown.join(" "),
        "<p class= button base big base is-active shown ></p><i class= first second second first ></i>same"
    );
    let styles: Vec<&str> = rendered.styles.iter().map(SourcePath::as_str).collect();
    assert_eq!(styles, ["components/b.module.css", "components/a.module.css"]);
}

#[test]
fn wrong_composed_classes_are_reported() {
    let more = "
//- b.module.css
.base {}
//- plain.css
.base {}
//- c.module.css
.x { composes: y }
//- d.module.css
.x { composes: bse from \"./b.module.css\" }
//- e.module.css
.x { composes: base from \"./plain.css\" }
//- f.module.css
.x { composes: base from \"./none.module.css\" }
";
    table(
        more,
        &[
            (
                "import s from \"./c.module.css\"",
                "c.module.css `y`: this file has no class `y`\n  add the class, or use `from global` if it isn't in a CSS module\n  the page `page.md` uses this file",
            ),
            (
                "import s from \"./d.module.css\"",
                "d.module.css `bse`: `./b.module.css` has no class `bse`\n  did you mean `base`?\n  the page `page.md` uses this file",
            ),
            (
                "import s from \"./e.module.css\"",
                "e.module.css `\"./plain.css\"`: `./plain.css` isn't a CSS module\n  give the file the `.module.css` extension, or use `from global`\n  the page `page.md` uses this file",
            ),
            (
                "import s from \"./f.module.css\"",
                "f.module.css `\"./none.module.css\"`: can't import `./none.module.css`: the file `none.module.css` doesn't exist\n  check the path, which is relative to the importing file\n  the page `page.md` uses this file",
            ),
        ],
    );
    let mut chain = "//- page.md\nimport s from \"./a.module.css\"\n{s.c0}\n//- a.module.css\n".to_owned();
    for number in 0..2000 {
        let _ = writeln!(chain, ".c{number} {{ composes: c{} }}", (number + 1) % 2000);
    }
    let found = outcome(&chain);
    assert!(found.contains("composed of more than 65536 names"), "{}", &found[..found.len().min(600)]);
}

/// Returns the tokens of a style sheet, including closing brackets, but without whitespace and comments.
fn tokens(text: &str) -> Vec<String> {
    fn read(parser: &mut Parser<'_>, out: &mut Vec<String>) {
        while let Ok(token) = parser.next().cloned() {
            let is_block = matches!(
                token,
                Token::Function(_)
                    | Token::ParenthesisBlock
                    | Token::SquareBracketBlock
                    | Token::CurlyBracketBlock
            );
            out.push(format!("{token:?}"));
            if is_block {
                let inside = parser.parse_nested_block(|parser| {
                    read(parser, out);
                    Ok::<_, ParseError<()>>(())
                });
                inside.expect("all tokens are read");
                out.push("end".to_owned());
            }
        }
    }
    let mut out = Vec::new();
    read(&mut Parser::new(text), &mut out);
    out
}

#[test]
fn only_names_and_urls_change_in_any_text() {
    let pieces = [
        ".a",
        ".b",
        "#c",
        " ",
        "\n",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        ":",
        ",",
        ">",
        "&",
        "color: red;",
        "--x: y;",
        "@media print",
        "@keyframes k",
        "@layer l",
        "@import \"u.css\"",
        "@scope (.a)",
        "@font-face",
        ":is(",
        ":not(.b)",
        "url(v.png)",
        "url('w')",
        "\"s\"",
        "'t",
        "/* .z */",
        "/*",
        "//",
        "\\31 0",
        "\\",
        "animation: k 1s;",
        "composes: b;",
        "1.5em",
        "50%",
        "é",
        "image-set('i' 1x)",
        ".",
        "#",
        "@",
        "!important",
        "<!--",
        "-->",
        "\u{0}",
    ];
    let globals = [":global(.g)", ":global", ":local(.l)", ":global {", ":local .m", ":global( .n , .o )"];
    let all: Vec<&str> = pieces.iter().chain(&globals).copied().collect();
    let mut random = Numbers(7);
    for round in 0..6000 {
        let from: &[&str] = if round % 2 == 0 { &pieces } else { &all };
        let mut text = String::new();
        for _ in 0..random.below(40) {
            text.push_str(from[random.below(from.len())]);
        }
        let plain = sheet("a.css", &text);
        assert_eq!(plain.published(|_| None), text);
        let changed = plain.published(|url| Some(url.target.replace('\u{fffd}', "")));
        let same = |tokens: Vec<String>| {
            let quoted = tokens.join(" ").replace("UnquotedUrl(", "Function(\"url\") QuotedString(");
            quoted.replace('\u{fffd}', "")
        };
        if !text.contains("url(") {
            assert_eq!(same(tokens(&changed)), same(tokens(&text)), "{text}");
        }
        let module = sheet("a.module.css", &text);
        let published = module.published(|_| None);
        // Everything except the renamed names is unchanged.
        let mut renamed = tokens(&published);
        for token in &mut renamed {
            for (name, unique) in &module.names {
                *token = token.replace(&format!("{unique:?}"), &format!("{name:?}"));
            }
        }
        if round % 2 == 0 && !text.contains("composes") {
            assert_eq!(renamed, tokens(&text), "{text}\n\n{published}");
        }
        let again = sheet("a.module.css", &text);
        assert_eq!(again.published(|_| None), published);
    }
}

#[test]
fn deep_and_long_style_sheets_are_read() {
    let deep = "a{".repeat(50_000) + &"}".repeat(50_000);
    assert!(
        sheet("a.module.css", &deep).problems.iter().any(|one| one.message.contains("more than 100 levels"))
    );
    let long = ".a, ".repeat(200_000) + "b {}";
    assert_eq!(sheet("a.module.css", &long).names.len(), 1);
    let nested = ":is(".repeat(90) + ".a" + &")".repeat(90) + "{}";
    assert_eq!(sheet("a.module.css", &nested).names.len(), 1);
}
