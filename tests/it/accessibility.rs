//! `docgen check --accessibility`, `docgen prose`, and `docgen check --prose`.

use crate::harness::Project;

const SITE: &str = r##"
//- docgen.toml
[markdown]
math = true
[announcement_bar]
content = "Hello"
background_color = "#fff"
text_color = "yellow"
//- content/docs/index.md
# Start

![](/a.svg) ![A square](/a.svg) <img src="/a.svg"> <img src="/a.svg" alt=""> <img alt="Square" src="/a.svg">

### Skipped

#### Next

## Second

```md
### Not a heading
```

#### Deep

Read it [here](./other.md), [**Click here**.](./other.md), [the other page](./other.md), [![Here](/a.svg)](./other.md).

[这里](./other.md) [`here`](./other.md) [](./other.md)
//- content/docs/other.mdx
# Other

{/* nothing */}

## Links

<a href="/docs">This page</a> [link to here](/docs)

<a href="/docs"><img src="/a.svg" alt="" /></a> <a href="/docs" aria-label="Start" /> <img src="/a.svg" />

<h4>Deep</h4>
//- content/docs/links.md
# Links

[$x$](./other.md) <a href="./other.md" title="Other"></a> [](./other.md "Other") [:icon{name=rocket}](./other.md)
[:icon[Other]{name=rocket}](./other.md)

:::card[here]{href=./other.md}
:::

:::card[here]{href=./other.md}
Other [here](./other.md)
:::
//- content/docs/third.md
# Third

<a href="/docs">here</a> <a href="/docs"></a> <a href="/docs"><img src="/a.svg" alt=""></a>
<a href="/docs" aria-label="Start"></a> <a href="/docs"><img src="/a.svg" alt="Start"></a> <a id="x"></a>

<div>
  <h2 class="a">
    Second
  </h2>
  <p><a href="/docs">Read
  more</a></p>
  <img src="/a.svg">
</div>

### Third

<h5>Fifth</h5>
//- static/a.svg
<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>
"##;

#[test]
fn what_readers_without_sight_miss_is_reported_on_request() {
    let site = Project::new(&SITE.replace("./other.md", "./other.mdx"));
    site.run("check --strict").code(0);
    let run = site.run("check --accessibility --format json").code(0);
    let found: Vec<String> = run
        .json()
        .iter()
        .map(|one| format!("{}:{} {}", one["line"], one["code"].as_str().unwrap_or_default(), one["message"]))
        .collect();
    assert_eq!(
        found,
        [
            r#"6:low-contrast "the contrast between the announcement bar's colors is only 1.1:1""#,
            r#"3:missing-alt "the image `/a.svg` has no alternative text""#,
            r#"3:missing-alt "the image `/a.svg` has no alternative text""#,
            r#"5:skipped-heading "the heading `Skipped` skips from level 1 to level 3""#,
            r#"15:skipped-heading "the heading `Deep` skips from level 2 to level 4""#,
            r#"17:vague-link "the link text `here` doesn't name the target""#,
            r#"17:vague-link "the link text `Click here.` doesn't name the target""#,
            r#"19:vague-link "the link text `这里` doesn't name the target""#,
            r#"19:vague-link "the link text `here` doesn't name the target""#,
            r#"19:vague-link "the link has no text""#,
            r#"3:vague-link "the link has no text""#,
            r#"6:vague-link "the link text `here` doesn't name the target""#,
            r#"10:vague-link "the link text `here` doesn't name the target""#,
            r#"7:vague-link "the link text `This page` doesn't name the target""#,
            r#"9:vague-link "the link has no text""#,
            r#"9:missing-alt "the image `/a.svg` has no alternative text""#,
            r#"11:skipped-heading "the heading `Deep` skips from level 2 to level 4""#,
            r#"3:vague-link "the link text `here` doesn't name the target""#,
            r#"3:vague-link "the link has no text""#,
            r#"3:vague-link "the link has no text""#,
            r#"10:vague-link "the link text `Read more` doesn't name the target""#,
            r#"12:missing-alt "the image `/a.svg` has no alternative text""#,
            r#"17:skipped-heading "the heading `Fifth` skips from level 3 to level 5""#,
        ]
    );
    site.run("check --accessibility --strict")
        .code(1)
        .stderr_has("[low-contrast]")
        .stderr_has("describe the image between the brackets")
        .stderr_has("describe the image in the `alt` attribute")
        .stderr_has("[vague-link]")
        .stderr_has("[skipped-heading]");
    let config =
        site.read("docgen.toml").replace("yellow", "#767676") + "\n[diagnostics]\nmissing-alt = 'off'\n";
    site.write("docgen.toml", config);
    let codes = site.run("check --accessibility").stderr;
    assert!(!codes.contains("low-contrast") && !codes.contains("missing-alt"), "{codes}");
}

#[test]
fn problems_in_included_files_are_reported_at_their_places() {
    let part = "Text.\n\n![](/a.svg)\n\n#### Deep\n\n## Next\n\nRead it [here](./other.md).\n";
    let site = Project::new(
        "//- content/docs/other.md\n# Other\n\n::include{file=\"./_part.md\"}\n\n#### Next\n\n[here](./other.md)\n\
         //- content/docs/third.mdx\nimport Part from './_part.md';\n\n# Third\n\n<Part />\n\
         //- static/a.svg\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>\n",
    );
    site.write("content/docs/_part.md", part);
    let run = site.run("check --accessibility --format json").code(0);
    let found: Vec<String> = run
        .json()
        .iter()
        .map(|one| format!("{}:{} {}", one["file"], one["line"], one["code"].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(
        found,
        [
            r#""content/docs/_part.md":3 missing-alt"#,
            r#""content/docs/_part.md":5 skipped-heading"#,
            r#""content/docs/_part.md":9 vague-link"#,
            r#""content/docs/other.md":5 skipped-heading"#,
            r#""content/docs/other.md":7 vague-link"#,
        ]
    );
}

#[test]
fn vague_link_text_is_recognized_in_many_languages() {
    for text in [
        "More",
        "click",
        "link",
        "mehr",
        "Weiterlesen",
        "mehr lesen",
        "اضغط هنا",
        "المزيد",
        "اقرأ المزيد",
        "voir plus",
        "もっと見る",
    ] {
        let site = Project::new("");
        site.write("content/docs/index.md", format!("# A\n\n[{text}](/docs)\n"));
        let found = site.run("check --accessibility").code(0).stderr;
        assert!(found.contains("doesn't name the target"), "{text}: {found}");
    }
}

#[test]
fn a_page_has_one_title() {
    let site = Project::new(
        "//- content/docs/index.md\n# One\n\n::include{file=\"./_part.md\"}\n\n## Two\n\n# Three\n\n<h1>Four</h1>\n\
         //- content/docs/_part.md\n# Part\n\
         //- content/docs/a.md\n---\ntitle: A\n---\n# A\n\n## B\n\
         //- content/docs/b.md\n---\ntitle: B\nhide_title: true\n---\nText.\n\n# Shown\n\n# Again\n",
    );
    let run = site.run("check --accessibility --format json").code(0);
    let found: Vec<String> = run
        .json()
        .iter()
        .filter(|one| one["code"] == "second-title")
        .map(|one| format!("{}:{} {}", one["file"], one["line"], one["message"]))
        .collect();
    assert_eq!(
        found,
        [
            r#""content/docs/_part.md":1 "the heading `Part` is a second title""#,
            r#""content/docs/b.md":9 "the heading `Again` is a second title""#,
            r#""content/docs/index.md":7 "the heading `Three` is a second title""#,
            r#""content/docs/index.md":9 "the heading `Four` is a second title""#,
        ]
    );
}

#[test]
fn the_prose_of_included_files_is_checked() {
    let site = Project::new(
        "//- content/docs/index.md\n# One\n\n::include{file=\"./_part.md\" name=\"Pot\"}\n\
         //- content/docs/a.mdx\nimport Part from './_part.md';\n\n# A\n\n<Part />\n\
         //- content/docs/_part.md\nA {{ name }} tset.\n\n::include{file=\"./_inner.md\"}\n\
         //- content/docs/_inner.md\nInnner.\n",
    );
    site.run("prose out").code(0).stderr("wrote 4 files to `out`\n");
    assert_eq!(site.read("out/content/docs/_part.md.txt"), "A            tset.\n\n\n");
    assert_eq!(site.read("out/content/docs/_inner.md.txt"), "Innner.\n");
    site.write("words.txt", "out/content/docs/_part.md.txt:1:14 - Unknown word (tset)\n");
    let run = site.run("check --prose words.txt --format json").code(0);
    let found: Vec<String> =
        run.json().iter().map(|one| format!("{}:{}:{}", one["file"], one["line"], one["column"])).collect();
    assert_eq!(found, [r#""content/docs/_part.md":1:14"#]);
}

#[test]
fn prose_of_included_files_and_components_is_not_prose_of_the_page() {
    let site = Project::new(
        "//- docgen.toml\n[markdown]\nmath = true\n\
         //- content/docs/index.mdx\nimport P from './_imp.mdx';\nexport const a = 'a', n = 2;\n\n# One {n}\n\n\
         Of `The wrold is big.` $x^2 + a$ {n} {a}\n\n![Sqaure](/a.svg)\n\n<P />\n\nEnd\n\
         //- content/docs/_imp.mdx\nThe wrold is big.\n\n![Sqaure](/a.svg)\n\n[x](./index.mdx \"End\") <b>wrold</b>\n\
         //- static/a.svg\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>\n",
    );
    site.run("prose out").code(0).stderr("wrote 2 files to `out`\n");
    let text = site.read("out/content/docs/index.mdx.txt");
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(lines, ["One", "Of", "Sqaure", "End"]);
    assert!(site.read("out/content/docs/_imp.mdx.txt").starts_with("The wrold is big.\n"));
}

#[test]
fn prose_includes_words_next_to_escapes_and_explanations_of_abbreviations() {
    let page = "A&mdash;b \\*esc\\* (don't) caf&eacute; \"quoted\" x.\n\n*[API]: App interface\n";
    let site = Project::new(
        "//- docgen.toml\n[markdown]\nsmart_punctuation = true\nextensions = ['abbreviations']\n",
    );
    site.write("content/docs/index.md", page);
    site.run("prose out").code(0);
    let expected = "A       b   esc    don't               quoted  x.\n\n        App interface\n";
    assert_eq!(site.read("out/content/docs/index.md.txt"), expected);
}

#[test]
fn the_contrast_of_any_colors_is_checked() {
    let check = |text: &str, background: &str| {
        let site = Project::new("//- content/docs/index.md\n# A\n");
        site.write(
            "docgen.toml",
            format!(
                "[announcement_bar]\ncontent = 'A'\ntext_color = '{text}'\nbackground_color = '{background}'\n"
            ),
        );
        site.run("check --accessibility").code(0).stderr
    };
    for (text, background, ratio) in [
        ("hsl(60 100% 50%)", "rgb(255 255 255)", "1.1:1"),
        ("oklch(0.7 0 0)", "white", "2.7:1"),
        ("rgb(0 0 0 / 30%)", "#fff", "2.1:1"),
    ] {
        let found = check(text, background);
        let expected =
            format!("[low-contrast]: the contrast between the announcement bar's colors is only {ratio}");
        assert!(found.contains(&expected), "{text} {background}: {found}");
    }
    assert!(!check("oklch(0.3 0.1 262)", "lab(95 0 0)").contains("low-contrast"));
    for (text, background, reason) in [
        ("var(--x)", "#fff", "docgen can't evaluate `var(--x)`"),
        ("#000", "color-mix(in oklab, red, blue)", "docgen can't evaluate `color-mix(in oklab, red, blue)`"),
        ("#000", "#fff8", "`#fff8` is translucent"),
    ] {
        let found = check(text, background);
        let expected =
            format!("[low-contrast]: can't check the contrast of the announcement bar's colors: {reason}");
        assert!(found.contains(&expected), "{text} {background}: {found}");
    }
}

#[test]
fn the_contrast_of_custom_colors_is_checked() {
    let check = |css: &str, config: &str| {
        let site = Project::new("//- content/docs/index.md\n# A\n");
        site.write("docgen.toml", config).write("overrides/custom.css", css);
        site.run("check --strict").code(0);
        let found = site.run("check --accessibility --format json").code(0).json();
        let line = |one: &serde_json::Value| {
            let text = |key: &str| one[key].as_str().unwrap_or_default().to_owned();
            format!("{}:{}:{} {}", text("file"), one["line"], one["column"], text("message"))
        };
        found.iter().filter(|one| one["code"] == "low-contrast").map(line).collect::<Vec<_>>()
    };
    let place = "overrides/custom.css";
    assert_eq!(
        check(
            "/* ours */\n:root {\n  --color-text: #ddd; --brand: #eee;\n  --color-muted: var(--brand);\n}\n",
            ""
        ),
        [
            format!(
                "{place}:3:3 the contrast between `--color-text` and `--color-surface` is only 1.3:1 in light mode"
            ),
            format!(
                "{place}:4:3 the contrast between `--color-muted` and `--color-surface` is only 1.1:1 in light mode"
            ),
        ]
    );
    // A color on `:root` also applies in dark mode.
    let dark = format!(
        "{place}:1:9 the contrast between `--color-text` and `--color-raised` is only 1.1:1 in dark mode"
    );
    let css = ":root { --color-text: #222; }";
    assert_eq!(check(css, ""), [dark.as_str()]);
    let light_only = "[color_mode]\ndisable_switch = true\nrespect_prefers_color_scheme = false\n";
    assert!(check(css, light_only).is_empty());
    assert!(check(&format!("{css} :root[data-theme=\"dark\"] {{ --color-text: #ddd }}"), "").is_empty());
    let unknown = check(
        "@media screen { :root[data-theme='dark'] { --color-bg: color-mix(in oklab, red, blue) } }",
        "",
    );
    assert!(unknown.contains(&format!("{place}:1:44 can't check the contrast between `--color-text` and `--color-bg`: docgen can't evaluate `color-mix(in oklab, red, blue)`")), "{unknown:?}");
    assert!(check("@media print { :root { --color-text: #eee } } .x { --color-text: #eee }", "").is_empty());
    let bar = "[announcement_bar]\ncontent = 'A'\nbackground_color = '#fff'\n";
    assert_eq!(
        check("", bar),
        ["docgen.toml:3:20 the contrast between the announcement bar's colors is only 1.4:1 in dark mode"]
    );
}

#[test]
fn prose_keeps_its_lines_and_columns() {
    let page = "---\ntitle: Start\n---\n\n# Start *now*\r\n\n:::note[Ünder]\nA `code` [link](/docs) — ok.\n:::\n\n```rust\nfn main() {}\n```\n\n- one <kbd>K</kbd>\n";
    let site = Project::new("");
    site.write("content/docs/index.md", page);
    site.run("prose out").code(0).stderr("wrote 1 file to `out`\n");
    let text = site.read("out/content/docs/index.md.txt");
    let expected = "\n       Start\n\n\n  Start  now\r\n\n        Ünder\nA         link         — ok.\n\n\n\n\n\n\n  one      K\n";
    assert_eq!(text, expected);
    site.write("content/docs/index.md", "# Other\n");
    site.run("prose out").code(0);
    assert_eq!(site.read("out/content/docs/index.md.txt"), "  Other\n");
    site.run("prose content").code(2).stderr_has("`content` already exists, but docgen didn't create it");
}

#[test]
fn prose_is_all_the_text_that_readers_see() {
    let page = "---
title: \"A ttile\"
description: >
  The descripton
  goes on.
sidebar_label: Labl
id: noprose
---

A <b title=\"noprose\">wrod</b> tail &amp; <a href=\"/docs\">lnik</a>, <kbd>Kye</kbd>.

<p>One lnie</p>

![Altt text](./x.png \"The captoin\") `noprose`

[Inlnie](/docs \"Titel of it\"), [refrence][noprose], and [plian](/docs).

[noprose]: https://example.com/noprose \"Othr title\"

<div className=\"noprose\">
  Raw **txet** <code>noprose</code>
  <img src=\"./x.png\" alt=\"Imgae\" />
</div>
";
    let words = [
        "ttile",
        "descripton",
        "goes on.",
        "Labl",
        "wrod",
        "tail",
        "lnik",
        "Kye",
        "One lnie",
        "Altt text",
        "The captoin",
        "Inlnie",
        "Titel of it",
        "refrence",
        "Othr title",
        "plian",
        "Raw",
        "txet",
        "Imgae",
    ];
    for name in ["index.md", "index.mdx"] {
        let site = Project::new("");
        site.write("content/docs/x.png", include_bytes!("../../static/apple-touch-icon.png"));
        site.write(&format!("content/docs/{name}"), page);
        site.run("prose out").code(0);
        let text = site.read(&format!("out/content/docs/{name}.txt"));
        assert!(!text.contains("noprose"), "{name}: {text}");
        assert_eq!(text.lines().count(), page.lines().count(), "{name}: {text}");
        let place = |text: &str, word: &str| {
            text.lines().enumerate().find_map(|(line, text)| Some((line, text.find(word)?)))
        };
        for word in words {
            assert_eq!(place(&text, word), place(page, word), "{name}: {word}: {text}");
        }
    }
}

#[test]
fn prose_includes_the_labels_of_tabs_and_the_captions_of_tables() {
    let page = "# Start

::::tabs
:::tab[Frist label]
Frist text
:::
:::tab{label=\"Secnod label\"}
| Cell |
| --- |
| Vaule |
{: caption=\"Talbe of values\" .noprose}
:::
::::

:::code-group
```js title=\"Thrid label\"
noprose
```
```js
noprose
```
:::

```npm
npm install noprose
```

After
";
    let mdx = "# Start

<Tabs>
  <TabItem value=\"noprose\" label=\"Frist label\">Frist text</TabItem>
  <TabItem value=\"noprose2\" label=\"Secnod label\">
    <b>x</b>
  </TabItem>
</Tabs>

After
";
    for (name, page, words) in [
        (
            "index.md",
            page,
            &[
                "Frist label",
                "Frist text",
                "Secnod label",
                "Vaule",
                "Talbe of values",
                "Thrid label",
                "After",
            ][..],
        ),
        ("index.mdx", page, &["Frist label", "Secnod label", "Talbe of values", "Thrid label", "After"]),
        ("index.mdx", mdx, &["Frist label", "Frist text", "Secnod label", "After"]),
    ] {
        let site = Project::new("");
        site.write(&format!("content/docs/{name}"), page);
        site.run("prose out").code(0);
        let text = site.read(&format!("out/content/docs/{name}.txt"));
        assert!(!text.contains("noprose") && !text.contains("npm"), "{name}: {text}");
        let place = |text: &str, word: &str| {
            text.lines().enumerate().find_map(|(line, text)| Some((line, text.find(word)?)))
        };
        for word in words {
            assert!(place(page, word).is_some() && place(&text, word) == place(page, word), "{word}: {text}");
        }
    }
}

#[test]
fn findings_of_checkers_are_reported_at_their_places() {
    let site = Project::new("");
    site.write("content/docs/index.md", "---\ntitle: Start\n---\n\nA `code` tset: 9.\n");
    site.run("prose out").code(0);
    let spelling = "out/content/docs/index.md.txt:5:10 - Unknown word (tset) Suggestions: [test]\n\n";
    let style = "C:\\site\\out\\content\\docs\\index.md.txt:5:10:Own.Words: Use 'a.txt:1:2' instead.\r\n";
    site.write("spelling.txt", spelling);
    site.write("style.txt", style);
    let run = site.run("check --prose spelling.txt --prose style.txt --format json").code(0);
    let found: Vec<String> = run
        .json()
        .iter()
        .map(|one| {
            let end = format!("{}:{}", one["end_line"], one["end_column"]);
            format!(
                "{}:{}:{}-{end} {} {}",
                one["file"], one["line"], one["column"], one["code"], one["message"]
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            r#""content/docs/index.md":5:10-5:14 "prose-problem" "Own.Words: Use 'a.txt:1:2' instead.""#,
            r#""content/docs/index.md":5:10-5:14 "prose-problem" "Unknown word (tset) Suggestions: [test]""#,
        ]
    );
    site.run("check --strict --prose spelling.txt").code(1).stderr_has("warning[prose-problem]");
    site.write("other.txt", "out/content/docs/gone.md.txt:1:1 - Unknown word\n");
    site.run("check --prose other.txt")
        .code(2)
        .stderr_has("other.txt:1: the file doesn't contain the prose of a page on this site");
    site.write("other.txt", "\nnothing here\n");
    site.run("check --prose other.txt")
        .code(2)
        .stderr_has("other.txt:2: expected `FILE.txt:LINE:COLUMN: MESSAGE`");
    site.run("check --prose gone.txt").code(2).stderr_has("can't read `gone.txt`");
}
