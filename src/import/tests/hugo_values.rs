//! Tests for the values and functions that the templates of Hugo sites use.

use super::hugo_sites::page;
use super::{imported, text};

/// Checks what a template writes on a page with the text `x {{< own >}}`.
fn check(template: &str, expected: &str) {
    let site = format!(
        "//- data/teas.yaml\n- {{name: Assam, cups: 2, tags: [black, strong]}}\n- {{name: Sencha, cups: 3, tags: [green]}}\n- {{name: <Mate>, cups: 1}}\n//- data/shops/berlin.toml\nname = 'Blatt'\n//- layouts/partials/double.html\n{{{{ return mul . 2 }}}}\n//- layouts/partials/shop.html\n<b>{{{{ .name }}}}</b>\n//- layouts/shortcodes/own.html\n{template}\n//- content/a.md\n---\ntitle: A\nparams:\n  levels: [low, high]\n---\nx {{{{< own one \"two three\" >}}}}.\n"
    );
    page(&site, &format!("x {expected}."));
}

#[test]
fn templates_loop_over_data_files() {
    check("{{ range site.Data.teas }}{{ .name }} {{ .cups }}, {{ end }}", "Assam 2, Sencha 3, <Mate> 1, ");
    check(
        "<i>{{ range $at, $tea := .Site.Data.teas }}{{ $at }}{{ $tea.name }} {{ end }}</i>",
        "<i>0Assam 1Sencha 2&lt;Mate> </i>",
    );
    check("{{ range where hugo.Data.teas \"cups\" \"ge\" 2 }}{{ .name }} {{ end }}", "Assam Sencha ");
    check("{{ range sort site.Data.teas \"cups\" \"desc\" }}{{ .cups }}{{ end }}", "321");
    check(
        "{{ range site.Data.teas }}{{ range .tags }}{{ . }};{{ else }}none{{ end }}{{ end }}",
        "black;strong;green;none",
    );
    check("{{ (index site.Data.teas 1).name }} {{ site.Data.shops.berlin.name }}", "Sencha Blatt");
    check("{{ range $key, $shop := site.Data.shops }}{{ $key }}={{ $shop.name }}{{ end }}", "berlin=Blatt");
}

#[test]
fn templates_use_variables_conditions_and_partial_templates() {
    check("{{ $sum := 0 }}{{ range site.Data.teas }}{{ $sum = add $sum .cups }}{{ end }}{{ $sum }}", "6");
    check("{{ if and (eq (.Get 0) \"one\") (not false) }}yes{{ else if true }}no{{ end }}", "yes");
    check("{{ with .Get 5 }}{{ . }}{{ else with .Get 1 }}{{ . }}{{ end }}", "two three");
    check("{{ partial \"double\" 4 }} {{ partial \"double.html\" (len (slice 1 2 3)) }}", "8 6");
    check("{{ partial \"shop\" site.Data.shops.berlin }}", "<b>Blatt</b>");
    check("{{ define \"cup\" }}[{{ . }}]{{ end }}{{ template \"cup\" \"tea\" }}", "[tea]");
    check(
        "{{ range seq 5 }}{{ if eq . 2 }}{{ continue }}{{ end }}{{ if gt . 3 }}{{ break }}{{ end }}{{ . }}{{ end }}",
        "13",
    );
    check("{{ $d := dict \"a\" (dict \"b\" 1) }}{{ $d.a.b }}{{ with index $d \"c\" }}c{{ end }}", "1");
    check("{{ $s := newScratch }}{{ $s.Set \"a\" 1 }}{{ $s.Add \"a\" 2 }}{{ $s.Get \"a\" }}", "3");
    check(
        "{{ range .Page.Params.levels }}{{ . }} {{ end }}{{ delimit .Page.Params.levels \", \" \" and \" }}",
        "low high low and high",
    );
    check("{{ range $.Params }}{{ . }}|{{ end }}", "one|two three|");
}

#[test]
fn templates_call_functions() {
    for (expression, expected) in [
        ("printf \"%s-%03d-%.2f-%q\" \"a\" 7 1.5 \"b\"", "a-007-1.50-\"b\""),
        ("\"one_two-three\" | humanize", "One two three"),
        ("title \"the art of tea\"", "The Art of Tea"),
        ("replace \"a-b\" \"-\" \"+\"", "a+b"),
        ("replaceRE \"(\\\\d)\" \"[$1]\" \"a1\"", "a[1]"),
        ("delimit (split \"c,b,a\" \",\" | sort) \"\"", "abc"),
        ("index (findRE \"[a-z]+\" \"12ab\") 0", "ab"),
        ("cond (lt 1 2) \"less\" \"more\"", "less"),
        ("default \"none\" \"\"", "none"),
        ("slice 1 (dict \"a\" 2)", "[1 map[a:2]]"),
        ("add 1 2 | mul 3 | sub 10", "1"),
        ("div 7 2", "3"),
        ("mod 7 4", "3"),
        ("len (uniq (slice 1 1 2))", "2"),
        ("in (slice \"a\" \"b\") \"b\"", "true"),
        ("substr \"abcdef\" 1 3", "bcd"),
        ("strings.TrimPrefix \"a\" \"abc\"", "bc"),
        ("path.Base \"/a/b.md\"", "b.md"),
        ("time.Format \"Mon, Jan 2, 2006\" \"2026-01-31\"", "Sat, Jan 31, 2026"),
        ("(time 1704067200).UTC.Format \"2006-01-02T15:04Z\"", "2024-01-01T00:00Z"),
        ("lang.FormatNumber 2 1234567.891", "1,234,567.89"),
        ("jsonify (dict \"b\" 1 \"a\" (slice true))", "{\"a\":[true],\"b\":1}"),
        ("relURL \"img/a.png\"", "/img/a.png"),
        ("urlize \"Green Tea\"", "green-tea"),
        ("\"**b**\" | markdownify", "**b**"),
    ] {
        check(&format!("{{{{ {expression} }}}}"), expected);
    }
}

#[test]
fn templates_list_pages_of_other_sections() {
    let site = "//- hugo.toml\ntitle = 'T'\n//- content/_index.md\nHome\n//- layouts/shortcodes/recent.html\n<ul>\n{{ range first 2 (where (site.GetPage \"/posts\").RegularPages \"Params.level\" \"!=\" \"low\") }}\n  <li>\n\n    <a href=\"{{ .RelPermalink }}\">{{ .Title | upper }}</a> {{ .Date.Format \"2006\" }}\n  </li>\n{{ end }}\n</ul>\n//- content/a.md\n{{< recent >}}\n//- content/posts/_index.md\n---\ntitle: Posts\n---\n//- content/posts/b.md\n---\ntitle: Bee\ndate: 2024-03-01\n---\nB\n//- content/posts/c.md\n---\ntitle: Cee\ndate: 2025-03-01\n---\nC\n//- content/posts/d.md\n---\ntitle: Dee\nlevel: low\ndate: 2026-01-01\n---\nD\n";
    let imported = imported(site);
    let page = text(&imported, "content/docs/a.md");
    let titles: Vec<usize> =
        ["CEE</a> 2025", "BEE</a> 2024"].iter().map(|title| page.find(title).expect(title)).collect();
    assert!(titles[0] < titles[1] && !page.contains("DEE") && !page.contains("\n\n<a"), "{page}");
    assert!(imported.left.is_empty(), "{:?}", imported.left);
}

#[test]
fn templates_read_hidden_pages() {
    page(
        "//- layouts/shortcodes/term.html\n{{ with site.GetPage (printf \"/terms/%s\" (.Get 0)) }}{{ .Title }}: {{ .RenderShortcodes }}{{ end }}\n//- content/terms/_index.md\n---\ncascade:\n  build: {render: never, list: local}\n---\n//- content/terms/pu-erh.md\n---\ntitle: Pu-erh\n---\nAn *old* tea.\n//- content/a.md\nx {{< term pu-erh >}}\n",
        "x Pu-erh: An *old* tea.",
    );
}

#[test]
fn templates_share_state_and_texts_contain_shortcodes() {
    page(
        "//- layouts/shortcodes/def.html\n{{ .Page.Scratch.SetInMap \"terms\" (.Get 0) (dict \"name\" (.Get 0)) }}\n//- layouts/shortcodes/terms.html\n<dl>{{ range .Page.Scratch.GetSortedMapValues \"terms\" }}<dt>{{ .name }}</dt>{{ end }}</dl>\n//- content/a.md\n{{< def b >}}{{< def a >}}\n\n{{< terms >}}\n",
        "<dl><dt>a</dt><dt>b</dt></dl>",
    );
    page(
        "//- layouts/shortcodes/version.html\nv1.2\n//- layouts/shortcodes/file.html\n<code>{{ printf \"{{< version %q >}}\" \"\" | $.Page.RenderString | strings.TrimPrefix \"v\" }}.zip</code>\n//- content/a.md\nx {{< file >}}\n",
        "x <code>1.2.zip</code>",
    );
}

#[test]
fn a_template_that_needs_something_else_is_reported_with_the_reason() {
    for (template, reason) in [
        ("{{ resources.GetRemote \"https://a.example\" }}", "`resources.GetRemote`"),
        ("{{ range site.Data.absent }}{{ end }}", "the data file `absent`"),
        ("{{ .Page.WordCount }}", "`.Page.WordCount`"),
        ("{{ partial \"absent.html\" . }}", "the partial template `absent.html`"),
        ("{{ range seq 1000000000 }}x{{ end }}", "too much text"),
        (
            "{{ define \"a\" }}{{ template \"a\" . }}{{ end }}{{ template \"a\" . }}",
            "too many nested templates",
        ),
        ("{{ range seq 3000 }}{{ range seq 3000 }}{{ end }}{{ end }}", "too much work"),
        (
            "{{ $a := slice 1 2 }}{{ range seq 40 }}{{ $a = slice $a $a }}{{ end }}{{ jsonify $a }}",
            "too much data",
        ),
        ("{{ $a := \"xxxxxxxx\" }}{{ range seq 40 }}{{ $a = print $a $a }}{{ end }}", "too much text"),
        ("{{ (((((((((((((((((((((((((((((((((((((((((((((( 1 }}", "syntax that docgen doesn't know"),
        ("{{ strings.Repeat 100000000 \"tea\" }}", "too much text"),
    ] {
        let site = imported(&format!(
            "//- hugo.toml\ntitle = 'T'\n//- layouts/shortcodes/own.html\n{template}\n//- content/a.md\nA\n\n{{{{< own >}}}}\n"
        ));
        let expected = format!("the `own` shortcode, whose template needs {reason}");
        assert!(site.left.iter().any(|one| one.message.contains(&expected)), "{template}: {:?}", site.left);
        assert!(text(&site, "content/docs/a.md").contains("<!-- {{< own >}} -->"));
    }
}

#[test]
fn a_comment_can_contain_several_shortcodes() {
    page(
        "//- content/a.md\n```\n{{</* katex display=true >}}\nx\n{{< /katex */>}}\n```\n\n`{{%/* a */%}}b{{%/* /a */%}}`\n",
        "```\n{{< katex display=true >}}\nx\n{{< /katex >}}\n```\n\n`{{% a %}}b{{% /a %}}`\n",
    );
}

#[test]
fn pages_with_their_own_templates_keep_their_text_and_are_reported() {
    let site = imported(
        "//- hugo.toml\ntitle = 'T'\n//- layouts/_default/wide.html\n{{ .Content }}\n//- layouts/team/single.html\n{{ .Content }}\n//- content/a.md\n---\ntitle: A\nlayout: wide\n---\nText of A\n//- content/b/_index.md\n---\ntitle: B\ntype: team\n---\nText of B\n//- content/c.md\n---\ntitle: C\nlayout: single\ntype: docs\n---\nC\n//- content/d/_index.md\n---\ntitle: D\nlayout: book\n---\n//- content/d/e.md\nE\n",
    );
    assert!(text(&site, "content/docs/a.md").contains("Text of A"));
    assert!(text(&site, "content/docs/b/index.md").contains("Text of B"));
    for (file, name) in
        [("a.md", "`wide` layout"), ("b/_index.md", "`team` type"), ("d/_index.md", "`book` layout")]
    {
        let is_it = |one: &&crate::diag::Diagnostic| {
            one.message.contains(&format!("the text that the template of the {name} adds"))
        };
        let found: Vec<_> = site.left.iter().filter(is_it).collect();
        assert_eq!(found.len(), 1, "{file}: {:?}", site.left);
    }
    assert!(
        !site.left.iter().any(|one| one.message.contains("`single`") || one.message.contains("`docs` type"))
    );
}

#[test]
fn data_next_to_pages_is_reported_if_the_pages_do_not_mention_it() {
    let site = imported(
        "//- hugo.toml\ntitle = 'Tea'\n//- content/_index.md\nHome\n//- content/api/_index.md\nAPI\n//- content/api/kinds/a.yaml\na: 1\n//- content/api/kinds/b.yaml\nb: 1\n//- content/c/index.md\nSee [c](c.json).\n//- content/c/c.json\n{}\n",
    );
    let left: Vec<&str> = site.left.iter().map(|left| left.message.as_str()).collect();
    let data: Vec<_> = left.iter().filter(|message| message.contains("the data in")).collect();
    assert_eq!(data, [&"not imported: the data in `content/api/kinds`, which a template can show"]);
}

#[test]
fn templates_compute_hashes() {
    for (call, expected) in [
        ("md5 \"\"", "d41d8cd98f00b204e9800998ecf8427e"),
        ("crypto.MD5 \"The art of tea\"", "83f8c7a4c26f83fa44c4a238b1a0b4e9"),
        ("sha1 \"abc\"", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("sha256 \"abc\"", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "sha256 (strings.Repeat 70 \"a\")",
            "6bd5e5034855a11241f0dee8fc72850ffd9955b28347a86428b5fa19119f6ad0",
        ),
        ("md5 (strings.Repeat 60 \"a\")", "cc7ed669cf88f201c3297c6a91e1d18d"),
    ] {
        check(&format!("{{{{ {call} }}}}"), expected);
    }
}

#[test]
fn templates_group_pages() {
    check(
        "{{ range site.Data.teas.GroupBy \"cups\" \"desc\" }}{{ .Key }}:{{ range .Pages }}{{ .name }}{{ end }} {{ end }}",
        "3:Sencha 2:Assam 1:<Mate> ",
    );
    check("{{ with group \"New\" site.Data.teas }}{{ .Key }} {{ len .Pages }}{{ end }}", "New 3");
    check("{{ index site.Data (split \"shops.berlin.name\" \".\") }}", "Blatt");
    check("{{ templates.Current.Name }}", "_shortcodes/own.html");
    check("{{ range site.AllPages }}{{ .Title }}{{ end }}", "A");
}
