//! Tests for included Markdown files, and for code from files.

use super::written::{html, page_and_problems};
use crate::diag::Location;
use crate::markdown::{Document, as_markdown};

/// Reads a page and checks that it has no problems.
#[track_caller]
fn page(fixture: &str) -> Document {
    let (document, problems) = page_and_problems(fixture);
    assert!(problems.is_empty(), "{problems:#?}");
    document
}

#[track_caller]
fn check(fixture: &str, expected: &str) {
    assert_eq!(html(&page(fixture)).trim_end(), expected, "{fixture}");
}

/// Returns the problems of a fixture: the file, the text at the location, the message, and the hints.
fn problems(fixture: &str) -> Vec<String> {
    let (_, problems) = page_and_problems(fixture);
    let files = crate::fixture::sources(fixture);
    let shown = problems.iter().map(|one| {
        let place = match &one.location {
            Some(Location::Span(path, span)) => {
                let file = files.iter().find(|file| file.path == *path).expect("the file is in the fixture");
                format!("{path} {:?}", &file.text[span.range()])
            }
            other => format!("{other:?}"),
        };
        let hints = one.hints.join("; ");
        format!("{}: {place}: {} ({hints})", one.code.as_str(), one.message)
    });
    shown.collect()
}

const WATER: &str = "
//- content/docs/_water.md
---
title: Not shown
---
## Water

Heat to {{ temperature }} °C. See [the *table*](./table.md).[^1] ![p](p.png)

[^1]: Note.
";

#[test]
fn the_attributes_of_an_include_can_be_on_several_lines() {
    for include in [
        "::include{\n  file=\"./_part.md\"\n  x=\"1\"\n}",
        "::include{file=\"./_part.md\"\nx=1}",
        "::include{\r\n\tfile=\"./_part.md\"\r\n\tx=1 }",
    ] {
        for name in ["page.md", "page.mdx"] {
            check(
                &format!(
                    "//- content/docs/{name}\nA.\n\n{include}\n\nB.\n//- content/docs/_part.md\nPart {{{{ x }}}}.\n"
                ),
                "<p>A.</p>\n<p>Part 1.</p>\n<p>B.</p>",
            );
        }
    }
    // Code in a line doesn't open a code block.
    check(
        "//- content/docs/page.md\n```A```\n\n::include{\n  file=\"./_part.md\"\n  x=\"1\"\n}\n//- content/docs/_part.md\nPart {{ x }}.\n",
        "<p><code>A</code></p>\n<p>Part 1.</p>",
    );
}

#[test]
fn the_own_id_of_a_heading_that_is_included_twice_is_numbered() {
    for name in ["page.md", "page.mdx"] {
        let include = "::include{file=\"./_part.md\"}";
        let document = page(&format!(
            "//- content/docs/{name}\n{include}\n\n## Steps\n\n{include}\n//- content/docs/_part.md\n## A {{#steps}}\n"
        ));
        let ids: Vec<&str> = document.headings.iter().map(|heading| &*heading.id).collect();
        assert_eq!(ids, ["steps", "steps-2", "steps-1"], "{name}");
    }
}

#[test]
fn an_open_code_fence_ends_with_its_file() {
    let fixture = "//- content/docs/page.md\n::include{file=\"./_part.md\"}\n\nB.\n//- content/docs/_part.md\nA.\n\n~~~js\nlet x;\n";
    let expected = "unclosed-fence: content/docs/_part.md \"~~~js\": the code fence is never closed (add the line \"~~~\" after the last line of code; everything up to the end of the file is code)";
    assert_eq!(problems(fixture), [expected]);
    assert!(html(&page_and_problems(fixture).0).ends_with("<p>B.</p>\n"));
}

#[test]
fn an_included_file_is_part_of_the_page() {
    let include = "::include{file=\"./_water.md\" temperature=\"93\"}";
    for name in ["page.md", "page.mdx"] {
        let document = page(&format!(
            "//- content/docs/{name}\n# T\n\nA.[^n]\n\n## Water\n\n{include}\n\n{include}\n\n- x\n  {}\n\n## End\n\nB.[^m]\n\n[^n]: First.\n[^m]: Last.\n{WATER}",
            include.replace("93", "95")
        ));
        let ids: Vec<&str> = document.headings.iter().map(|heading| &*heading.id).collect();
        assert_eq!(ids, ["water", "water-1", "water-2", "water-3", "end"], "{name}");
        let shown = html(&document);
        for text in ["Heat to 93 °C.", "Heat to 95 °C.", "First.", "Last.", "id=\"fn-5\""] {
            assert!(shown.contains(text), "{text}\n{shown}");
        }
        assert_eq!(shown.matches("Note.").count(), 3, "{shown}");
        assert_eq!(document.imported.len(), 1, "adjacent links of the same file are one entry");
        assert_eq!((document.links.len(), document.imported[0].links.clone()), (3, 0..3));
        assert_eq!((document.images.len(), document.imported[0].images.clone()), (3, 0..3));
        let files: Vec<&str> = document.imports.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(files, ["content/docs/_water.md"]);
        assert!(!shown.contains("Not shown") && document.is_composed);
        let markdown = as_markdown(&document, &vec![None; 3], &vec![None; 3], "");
        assert!(markdown.contains("Heat to 93 °C.") && !markdown.contains("::include"), "{markdown}");
    }
}

#[test]
fn paths_are_relative_to_the_file_or_to_content() {
    let files =
        "//- content/a/_part.md\nPart\n\n::include{file=b/_other.md}\n//- content/a/b/_other.md\nOther\n";
    for path in ["../a/_part.md", "/a/_part.md", "@site/content/a/_part.md"] {
        check(
            &format!("//- content/docs/page.md\n::include{{file=\"{path}\"}}\n{files}"),
            "<p>Part</p>\n<p>Other</p>",
        );
    }
}

#[test]
fn links_of_nested_files_belong_to_their_files() {
    let document = page(
        "//- content/docs/page.md
[p](p.md)

::include{file=_a.md}

[q](q.md)
//- content/docs/_a.md
[a](a.md)

::include{file=/_b.md}

[c](c.md)
//- content/_b.md
[b](b.md)
",
    );
    let targets: Vec<&str> = document.links.iter().map(|link| &*link.target).collect();
    assert_eq!(targets, ["p.md", "a.md", "b.md", "c.md", "q.md"]);
    let imported: Vec<(&str, std::ops::Range<u32>)> =
        document.imported.iter().map(|part| (part.file.as_str(), part.links.clone())).collect();
    assert_eq!(
        imported,
        [("content/docs/_a.md", 1..2), ("content/_b.md", 2..3), ("content/docs/_a.md", 3..4)]
    );
}

#[test]
fn parts_of_a_file_can_be_included() {
    let file = "//- _a.md\n# One\n\n<!-- #region r -->\nIn *r*.\n<!-- #endregion -->\n\nAfter [x](x.md).\n";
    check(&format!("//- page.md\n::include{{file=_a.md region=r}}\n{file}"), "<p>In <em>r</em>.</p>");
    check(&format!("//- page.md\n::include{{file=_a.md lines=4}}\n{file}"), "<p>In <em>r</em>.</p>");
    assert_eq!(
        problems(&format!("//- page.md\n::include{{file=_a.md region=s}}\n{file}")),
        [
            "invalid-include: page.md \"::include{file=_a.md region=s}\": `_a.md` has no region `s` (add the comments `<!-- #region s -->` and `<!-- #endregion -->` to the file)"
        ]
    );
}

#[test]
fn a_file_with_components_is_a_component() {
    let files = "
//- components/Temp.tsx
export default ({ value }) => <b>{value} °C</b>;
//- _a.mdx
## Heading {props.title}

<Temp value={props.temperature} />
//- _b.md
In <Temp value=\"5\" /> and {{ temperature }}.

::include{file=_a.mdx temperature=\"{{ temperature }}\" title=\"B\"}
";
    for name in ["page.md", "page.mdx"] {
        check(
            &format!("//- {name}\nA\n\n::include{{file=_a.mdx temperature=93 title=\"It's\"}}\n\nZ\n{files}"),
            "<p>A</p>\n<h2 id=\"heading-its\">Heading It's<a class=\"hash-link\" href=\"#heading-its\" aria-label=\"Direct link to Heading It's\"></a></h2>\n<b>93 °C</b><p>Z</p>",
        );
        let document = page(&format!(
            "//- {name}\n::include{{file=_b.md temperature=1}}\n\n::include{{file=_b.md temperature=2}}\n{files}"
        ));
        let shown = html(&document);
        for text in ["and 1.", "and 2.", "<b>1 °C</b>", "<b>2 °C</b>", "<b>5 °C</b>"] {
            assert!(shown.contains(text), "{text}\n{shown}");
        }
        let ids: Vec<&str> = document.headings.iter().map(|heading| &*heading.id).collect();
        assert_eq!(ids, ["heading-b", "heading-b-1"]);
        let files: Vec<&str> = document.imports.iter().map(|(path, _)| path.as_str()).collect();
        assert!(files.contains(&"_a.mdx") && files.contains(&"_b.md"), "{files:?}");
    }
}

#[test]
fn plain_files_need_no_engine() {
    let document = page("//- page.md\n::include{file=_a.md}\n//- _a.md\nx\n");
    assert!(document.modules.is_empty() && document.is_composed);
    assert_eq!(document.imports.len(), 1);
}

#[test]
fn what_cannot_be_included_is_reported_in_its_file() {
    for (page, files, expected) in [
        (
            "::include{}",
            "",
            "invalid-include: page.md \"::include{}\": the include has no file (specify its path, as in `::include{file=\"./_part.md\"}`)",
        ),
        (
            "::include{file=_b.md}",
            "//- _a.md\nx\n",
            "invalid-include: page.md \"::include{file=_b.md}\": can't read `_b.md`: the file doesn't exist (check the path, which is relative to the page's file)",
        ),
        (
            "::include{file=x/_a.md}",
            "//- _a.md\nx\n",
            "invalid-include: page.md \"::include{file=x/_a.md}\": can't read `x/_a.md`: the file doesn't exist (did you mean `./_a.md`?)",
        ),
        (
            "::include{file=../../x.md}",
            "",
            "invalid-include: page.md \"::include{file=../../x.md}\": `../../x.md` is outside the repository (copy the file into the repository)",
        ),
        (
            "::include{file=.env.md}",
            "",
            "invalid-include: page.md \"::include{file=.env.md}\": can't show `.env.md`: files and folders whose names start with a dot often contain secrets (to publish the content, rename the file or folder)",
        ),
        (
            "::include{file=https://a.b/c.md}",
            "",
            "invalid-include: page.md \"::include{file=https://a.b/c.md}\": `https://a.b/c.md` is a URL (add the file's repository to `[repositories]` and use `name:path`, or copy the file)",
        ),
        (
            "::include{file=a.rs}",
            "//- a.rs\nx\n",
            "invalid-include: page.md \"::include{file=a.rs}\": can't include `a.rs`: it isn't a Markdown file (to show it as code, use a code block with `file=\"a.rs\"`)",
        ),
        (
            "::include{file=_a.md}",
            "//- _a.md\nnot\n//- _a.md.link\nthis symbolic link points outside the site\n",
            "",
        ),
        (
            "::include{file=page.md}",
            "",
            "invalid-include: page.md \"::include{file=page.md}\": `page.md` includes itself: `page.md` → `page.md` (remove one of the includes)",
        ),
        (
            "::include{file=_a.md}",
            "//- _a.md\n::include{file=page.md}\n",
            "invalid-include: _a.md \"::include{file=page.md}\": `page.md` includes itself: `page.md` → `_a.md` → `page.md` (remove one of the includes)",
        ),
        (
            "::include{file=_a.mdx}",
            "//- _a.mdx\n{1}\n\n::include{file=_b.mdx}\n//- _b.mdx\n{2}\n\n::include{file=_a.mdx}\n",
            "invalid-include: _b.mdx \"::include{file=_a.mdx}\": `_a.mdx` includes itself: `page.md` → `_a.mdx` → `_b.mdx` → `_a.mdx` (remove one of the includes)",
        ),
        (
            "::include{file=_a.md a=1}",
            "//- _a.md\nx {{ b }} y\n",
            "unknown-variable: _a.md \"{{ b }}\": unknown variable `b` (define it in `[variables]` in `docgen.toml`, or write `\\{{ b }}` to show it as text)",
        ),
        (
            "::include{file=_a.md}",
            "//- _a.md\n:::nope\nx\n:::\n",
            "unknown-directive: _a.md \":::nope\": unknown directive `nope`; only its content is shown (did you mean `:::note`?)",
        ),
        (
            "::include{file=_a.md}",
            "//- _a.md\n## H {#a}\n\n## H {#a}\n",
            "duplicate-id: _a.md \"## H {#a}\": ",
        ),
        (
            ":::include{file=_a.md}\nx\n:::",
            "//- _a.md\nx\n",
            "unknown-directive: page.md \":::include{file=_a.md}\": `include` can't have content; the content is shown instead of the file (write it on one line with two colons, as in `::include{file=\"./_part.md\"}`)",
        ),
    ] {
        let found = problems(&format!("//- page.md\n{page}\n{files}"));
        match expected {
            "" => assert!(found.is_empty(), "{page}: {found:#?}"),
            expected => {
                assert!(found.len() == 1 && found[0].starts_with(expected), "{page}\n{expected}\n{found:#?}")
            }
        }
    }
}

#[test]
fn a_misspelled_parameter_is_reported_at_its_include() {
    for (parameters, part, expected) in [
        ("plann=\"Free\"", "{{ plan }} {{ plan }}", Some(("plann", "plan"))),
        ("a=plann plann='Free'", "{{ a }} {{ plan }}", Some(("plann", "plan"))),
        ("plann", "{{ plan }}", Some(("plann", "plan"))),
        ("plann=x", "<Shown a=\"{{ plan }}\" />", Some(("plann", "plan"))),
        ("amount=1", "{{ amont }} {{ amount }}", None),
        ("plann=x", "{{ plan.a }}", None),
    ] {
        let page = format!("A\n\n::include{{file=\"_plann.md\" {parameters}}}\n");
        let shown = "//- components/Shown.tsx\nexport default ({ a }) => <i>{a}</i>;\n";
        let (_, problems) = super::written::page_and_problems(&format!(
            "//- page.md\n{page}//- _plann.md\n{part}\n{shown}//- docgen.toml\n[variables]\nv = \"2\"\n"
        ));
        assert_eq!(problems.len(), 1, "{parameters} {part} {problems:#?}");
        let problem = &problems[0];
        let Some((parameter, variable)) = expected else {
            assert!(problem.edit.is_none() && !problem.hints.is_empty(), "{problem:#?}");
            assert!(problem.message.starts_with("unknown variable"), "{problem:#?}");
            continue;
        };
        let message =
            format!("`_plann.md` shows the variable `{variable}`, but the include sets `{parameter}`");
        assert_eq!(
            (&*problem.message, &*problem.hints),
            (&*message, &[format!("did you mean `{variable}`?")][..])
        );
        let (edit, range) = problem.edit_in(&page).expect("there's a fix");
        let fixed = format!("{}{}{}", &page[..range.start], edit.with, &page[range.end..]);
        let at = page.rfind(parameter).expect("the page has the parameter");
        assert_eq!(fixed, format!("{}{variable}{}", &page[..at], &page[at + parameter.len()..]));
    }
}

#[test]
fn includes_cannot_grow_without_limit() {
    let mut files = String::new();
    for at in 0..30 {
        let next = format!("::include{{file=_{}.md}}\n\n", at + 1);
        files += &format!("//- _{at}.md\nx {}\n\n{next}{next}", "y".repeat(100));
    }
    let found = problems(&format!("//- page.md\n::include{{file=_0.md}}\n{files}//- _30.md\nend\n"));
    assert!(found.iter().any(|one| one.contains("the page includes more than 1000 files")), "{found:#?}");
    let grown =
        "//- page.md\n::include{file=_0.md a=\"0123456789012345678901234567890123456789\"}\n".to_owned();
    let double = |at: usize| {
        let a = "{{ a }}".repeat(20);
        format!("//- _{at}.md\n::include{{file=_{}.md a=\"{a}\"}}\n", at + 1)
    };
    let files: String = (0..10).map(double).collect();
    let found = problems(&format!("{grown}{files}//- _10.md\nend\n"));
    assert!(
        found.iter().any(|one| one.contains("the parameters are larger than 4 KiB in total")),
        "{found:#?}"
    );
}

#[test]
fn code_can_be_in_a_file() {
    let files = "
//- src/lib.rs
// #region parse
pub fn parse() {
    todo()
}
// #endregion
fn other() {}
";
    for (fence, expected) in [
        ("rust file=\"../src/lib.rs\"", "pub fn parse() {\n    todo()\n}\nfn other() {}"),
        ("file=../src/lib.rs region=\"parse\"", "pub fn parse() {\n    todo()\n}"),
        ("rust file=\"/src/lib.rs\" lines=\"3,6\" title=\"x\" {1}", "    todo()\nfn other() {}"),
        ("rust file=@site/src/lib.rs lines=3", "todo()"),
        ("rust file=../src/lib.rs symbol=parse", "pub fn parse() {\n    todo()\n}"),
    ] {
        for name in ["page.md", "page.mdx"] {
            let document = page(&format!("//- docs/{name}\n- x\n\n  ```{fence}\n  ```\n{files}"));
            assert_eq!(document.str(document.code[0].text), expected, "{fence}");
            assert_eq!(
                &*document.code[0].language,
                "rust".replace("rust", if fence.starts_with("file") { "rs" } else { "rust" })
            );
            assert_eq!(document.imports[0].0.as_str(), "src/lib.rs");
            assert!(document.is_composed);
        }
    }
    let own = page(&format!("//- docs/page.md\n```rust file=\"src/x.rs\"\nown\n```\n{files}"));
    assert_eq!(own.str(own.code[0].text), "own");
    assert!(!own.is_composed);
}

#[test]
fn missing_code_is_reported_at_its_fence() {
    let files = "//- src/lib.rs\n// #region parse\nx\n// #endregion\n";
    for (fence, expected) in [
        (
            "```rust file=\"src/lb.rs\"",
            "can't read `src/lb.rs`: the file doesn't exist (check the path, which is relative to the page's file)",
        ),
        (
            "```rust file=\"src/lib.rs\" region=parze",
            "`src/lib.rs` has no region `parze` (did you mean `parse`?)",
        ),
        (
            "```rust file=\"src/lib.rs\" lines=2-5",
            "can't show `2-5`: `src/lib.rs` has 3 lines (correct the line numbers)",
        ),
        (
            "```rust file=\"src/lib.rs\" lines=x",
            "invalid line range `x` (specify a line number or a range, as in `lines=\"3-9\"`)",
        ),
        (
            "```rust file=\"src/lib.rs\" lines=1 region=parse",
            "`lines` and `region` can't be combined (remove one of them)",
        ),
        (
            "```rust file=\"src/lib.rs\" symbol=parse",
            "`src/lib.rs` has no symbol `parse` (specify a declaration outside functions, or use `lines` or `region`)",
        ),
        (
            "```rust file=\"src/lib.rs\" lines=1 symbol=parse",
            "`symbol` can't be combined with `lines` or `region` (remove one of them)",
        ),
        (
            "```rust file=\"../lib.rs\"",
            "`../lib.rs` is outside the repository (copy the file into the repository)",
        ),
    ] {
        let found = problems(&format!("//- page.md\n# T\n\n{fence}\n```\n{files}"));
        assert_eq!(found, [format!("invalid-include: page.md {fence:?}: {expected}")]);
    }
}

#[test]
fn misspelled_and_useless_attributes_are_reported() {
    let of =
        |page: &str| problems(&format!("//- content/docs/page.md\n{page}\n//- content/docs/_a.md\nA\nB\n"));
    let include = "::include{flie=\"./_a.md\"}";
    assert_eq!(
        of(include),
        [format!(
            "invalid-include: content/docs/page.md {include:?}: the include has no file (did you mean `file` instead of `flie`?)"
        )]
    );
    let include = "::include{file=\"./_a.md\" lines=\"100-\"}";
    assert_eq!(
        of(include),
        [format!(
            "invalid-include: content/docs/page.md {include:?}: can't show `100-`: `./_a.md` has 2 lines (correct the line numbers)"
        )]
    );
    let found = of("```js region=x\na\n```");
    let expected =
        "`region` has no effect without `file` (add `file` with the path of the file, or remove `region`)";
    assert!(found.len() == 1 && found[0].ends_with(expected), "{found:?}");
}

#[test]
fn a_parameter_can_be_a_variable_but_not_a_part_of_a_value() {
    let config = "\n//- docgen.toml\n[variables]\nver = \"1 2\"\n//- _a.md\nV={{ v }}\n";
    let page = |include: &str| super::written::page_and_problems(&format!("//- page.md\n{include}{config}"));
    let (document, problems) = page("::include{file=_a.md v={{ ver }}}");
    assert!(problems.is_empty(), "{problems:#?}");
    assert_eq!(super::written::html(&document).trim(), "<p>V=1 2</p>");
    let (_, problems) = page("::include{file=_a.md v=\"a \\\"b\\\" c\"}");
    assert_eq!(problems[0].message, "invalid parameter name `b\\\"`");
}
