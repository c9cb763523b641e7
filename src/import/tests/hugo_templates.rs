//! Tests for the shortcodes and templates of Hugo sites.

use super::hugo_sites::page;
use super::{imported, text};

#[test]
fn shortcodes_in_raw_html_write_html() {
    page(
        "//- content/a.md\n<div>\n    {{< img src=\"/a.png\" alt=\"A\" >}}\n</div>\n",
        "<div>\n    <img src=\"/a.png\" alt=\"A\">\n</div>",
    );
    page(
        "//- content/a.md\n<div>\nx[10](id) <a href=\"/b/\">b</a>\n</div>\n//- content/b.md\n# B\n",
        "x[10](id)",
    );
    page("//- content/a.md\n{{< expand \"A\" >}}\n<video>\n</video>\n{{< /expand >}}\n", "</video>\n\n:::");
}

#[test]
fn own_templates_know_texts_and_other_pages() {
    const SITE: &str = "//- i18n/en.toml\n[needed]\nother = 'Required'\n//- i18n/de.yaml\n- id: needed\n  translation: N\u{f6}tig\n//- layouts/shortcodes/needed.html\n<b>{{ i18n \"needed\" }}</b>\n//- layouts/shortcodes/to.html\n<a href=\"{{ relref . (.Get \"ref\") }}\">{{ .Get \"text\" }}</a>\n//- layouts/shortcodes/about.html\n{{- $page := .Site.GetPage (.Get 0) -}}\n{{- with $page -}}\n<a href=\"{{ .RelPermalink }}\">{{ .Title }}</a>\n{{- end -}}\n{{ $page.Title }}\n//- content/b.md\n---\ntitle: Tea & B\n---\nB\n";
    page(&format!("{SITE}//- content/a.md\nx {{{{< needed >}}}}\n"), "x <b>Required</b>");
    page(
        &format!("{SITE}//- content/a.md\nx {{{{< to ref=\"b\" text=\"B\" >}}}}\n"),
        "x <a href=\"b.md\">B</a>",
    );
    page(
        &format!("{SITE}//- content/a.md\nx {{{{< about \"/b\" >}}}}\n"),
        "x <a href=\"b.md\">Tea & B</a>Tea & B",
    );
}

#[test]
fn calls_are_counted() {
    page(
        "//- layouts/shortcodes/item.html\n<b>{{ .Ordinal }}</b>\n//- content/a.md\nx {{< item >}} {{< item >}}\n",
        "<b>0</b> <b>1</b>",
    );
    let site = imported(
        "//- config.toml\nbase_url = 'https://tea.example'\ntitle = 'Tea'\n[markdown]\n//- templates/shortcodes/question.html\n<b>Exercise {{ nth }}{% if level %} ({{ level }}){% endif %}</b> {{ body | markdown | safe }}\n//- content/a.md\n+++\ntitle = 'A'\n+++\n\n{% question(level=\"easy\") %}One{% end %}\n\n{% question() %}Two{% end %}\n",
    );
    let page = text(&site, "content/docs/a.md");
    assert!(
        page.contains("<b>Exercise 1 (easy)</b> One") && page.contains("<b>Exercise 2</b> Two"),
        "{page}"
    );
}

#[test]
fn own_templates_use_arguments_that_built_in_shortcodes_ignore() {
    const FIGURE: &str = "//- layouts/shortcodes/figure.html
<figure><img src=\"{{ .Get \"src\" }}\">{{ with .Get \"number\" }}<figcaption>Figure {{ . }}. {{ end }}{{ .Get \"caption\" | markdownify }}</figcaption></figure>
";
    page(
        &format!(
            "{FIGURE}//- content/a.md\n{{{{< figure src=\"/a.png\" number=\"1\" caption=\"*Tea*\" >}}}}\n"
        ),
        "<figure><img src=\"/a.png\"><figcaption>Figure 1. <em>Tea</em></figcaption></figure>",
    );
    // All of these arguments are known.
    page(
        &format!(
            "{FIGURE}//- content/a.md\n{{{{< figure src=\"/a.png\" caption=\"Tea\" class=\"wide\" >}}}}\n"
        ),
        "<figcaption>\n\nTea\n\n</figcaption>",
    );
}

#[test]
fn markdown_in_the_html_of_templates_is_html() {
    let call = "{{< box >}}\n**Hot** [tea](/b/) & `<b>`\n{{< /box >}}\n";
    page(
        &format!(
            "//- layouts/shortcodes/box.html\n<div>{{{{ .Inner | markdownify }}}}</div>\n//- content/a.md\n{call}//- content/b.md\n# B\n"
        ),
        "<div><strong>Hot</strong> <a href=\"b.md\">tea</a> &amp; <code>&lt;b&gt;</code></div>",
    );
    page(
        &format!("//- layouts/shortcodes/box.html\n{{{{ .Inner | markdownify }}}}\n//- content/a.md\n{call}"),
        "**Hot** [tea]",
    );
}

#[test]
fn lines_in_templates_dont_divide_paragraphs() {
    page(
        "//- layouts/shortcodes/ext.html\n<!-- A link. -->\n{{ $u := print \"https:\" (.Get 0) }}\n\n<a href=\"{{ $u }}\">\n  {{ .Get 1 }} <i></i>\n</a>\n//- content/a.md\nSee **the {{< ext \"//b.example\" \"B\" >}}**.\n",
        "See **the <a href=\"https://b.example\"> B <i></i> </a>**.",
    );
}

#[test]
fn unknown_shortcodes_in_urls_keep_the_url() {
    page("//- content/a.md\n![a]({{% rel %}}b.png{{% /rel %}})\n", "![a](/a/b.png)");
}

#[test]
fn shortcodes_of_vendored_modules_are_read() {
    page(
        "//- _vendor/github.com/x/y/layouts/shortcodes/own.html\n<b>{{ .Get 0 }}</b>\n//- content/a.md\n{{< own T >}}\n",
        "<b>T</b>",
    );
}

#[test]
fn titles_that_templates_show_stay_above_the_headings_in_the_text() {
    let content = "//- content/a.md\n---\ntitle: Install on Linux\n---\n# Installation\n\n## One\n";
    for (template, expected) in
        [("<h1>{{ .Title }}</h1>", "## Installation"), ("{{ .Content }}", "\n# Installation")]
    {
        page(&format!("//- layouts/_default/single.html\n{template}\n{content}"), expected);
    }
}

#[test]
fn quotes_in_the_content_of_shortcodes_stay_quotes() {
    page("//- content/a.md\n{{% own %}}\n> **One**\n\n> Two\n{{% /own %}}\n", "> **One**\n\n> Two\n");
    page(
        "//- content/a.md\n> {{% details %}}\n> One\n> {{% /details %}}\n",
        "> :::details[Details]\n> One\n",
    );
}

#[test]
fn a_template_that_lists_the_pages_of_a_section_is_a_list() {
    let imported = imported(
        "//- hugo.toml\ntitle = 'T'\n//- content/_index.md\nHome\n//- layouts/docs/_shortcodes/below.html\n{{ range .Page.Pages }}<a href=\"{{ .RelPermalink }}\">{{ .LinkTitle }}</a> {{ .Description }}{{ end }}\n//- content/docs/_index.md\n{{< below >}}\n//- content/docs/a.md\n---\ntitle: A\ndescription: About A\n---\nA\n//- content/docs/b.md\n---\ntitle: B\n---\nB\n",
    );
    let page = text(&imported, "content/docs/docs/index.md");
    assert!(page.ends_with("- [A](a.md)\\\n  About A\n- [B](b.md)\n"), "{page}");
    assert!(imported.left.is_empty(), "{:?}", imported.left);
}

#[test]
fn inline_shortcodes_are_templates() {
    page(
        "//- content/a.md\n---\ntitle: Tea\n---\nSee {{< own.inline >}}<b>{{ .Page.Title }}</b>{{< /own.inline >}}.\n",
        "See <b>Tea</b>.",
    );
    let site = imported(
        "//- hugo.toml\ntitle = 'Tea'\n//- content/a.md\nA\n\n{{< all.inline >}}\n{{ range site.Data.teas }}\n- {{ .name }}\n{{ end }}\n{{< /all.inline >}}\n\nB\n",
    );
    let page = text(&site, "content/docs/a.md");
    assert!(!page.contains("range") && page.contains("\nB\n"), "{page}");
    assert!(site.left.iter().any(|one| one.message.contains("`all.inline` shortcode")), "{:?}", site.left);
}

#[test]
fn markdown_in_arguments_of_zola_templates_is_html() {
    let site = imported(
        "//- config.toml\nbase_url = 'https://tea.example'\ntitle = 'Tea'\n[markdown]\n//- templates/shortcodes/box.html\n<div>\n    <b>Tea</b>\n    {{ text | markdown | safe }}\n</div>\n//- content/a.md\n+++\ntitle = 'A'\n+++\n\n{{ box(text=\"**Hot** [tea](#x)\") }}\n",
    );
    let page = text(&site, "content/docs/a.md");
    assert!(page.contains("<strong>Hot</strong> <a href=\"#x\">tea</a>"), "{page}");
}

#[test]
fn templates_know_languages_and_translations() {
    const SITE: &str = "//- hugo.toml\ndefaultContentLanguage = 'en'\n[languages.en]\nweight = 1\nlanguageName = 'English'\n[languages.he]\nweight = 2\nlanguageName = 'Ivrit'\nlanguageDirection = 'rtl'\n//- content/a.he.md\n---\ntitle: Teh\n---\nx\n//- content/_index.md\nHome\n//- content/b.md\n---\ntitle: B\nweight: 2\n---\nB\n";
    let table = [
        (
            "{{ range .Page.Translations }}<b>{{ .Title }} {{ .Language.LanguageName }} {{ .Language.LanguageDirection }}</b>{{ end }}",
            "<b>Teh Ivrit rtl</b>",
        ),
        ("<b>{{ range site.Languages }}{{ .Lang }} {{ end }}</b>", "<b>en he </b>"),
        ("<b>{{ .Page.IsTranslated }} {{ .Page.Language.Label }}</b>", "<b>true English</b>"),
        ("<b>{{ with .Page.PrevInSection }}{{ .Title }}{{ end }}</b>", "<b>B</b>"),
    ];
    for (template, expected) in table {
        let site = imported(&format!(
            "{SITE}//- layouts/shortcodes/t.html\n{template}\n//- content/a.md\n---\nweight: 1\n---\n{{{{< t >}}}}\n"
        ));
        let page = text(&site, "content/docs/a.md");
        assert!(page.contains(expected), "{page}");
    }
}

#[test]
fn templates_convert_data_and_urls() {
    let table = [
        ("{{ apply (slice \"a b\" \"c\") \"upper\" \".\" | jsonify }}", "[\"A B\",\"C\"]"),
        (
            "{{ with urls.Parse \"https://tea.example:8080/a/b?c=d#e\" }}{{ .Host }} {{ .Path }} {{ .RawQuery }} {{ .Fragment }}{{ end }}",
            "tea.example:8080 /a/b c=d e",
        ),
        ("{{ with urls.Parse \"../a/?b\" }}{{ .IsAbs }} {{ .Path }}{{ end }}", "false ../a/"),
        ("{{ index (index (strings.FindRESubmatch `(\\w)=(\\w)` \"a=b\") 0) 2 }}", "b"),
        ("{{ strings.Count \"a\" \"banana\" }}", "3"),
        ("{{ transform.Remarshal \"json\" \"a = 1\" }}", "{\n  \"a\": 1\n}"),
        ("{{ transform.Remarshal \"toml\" (dict \"a\" 1) }}", "a = 1"),
        ("{{ transform.Remarshal \"yaml\" \"{\\\"a\\\": 1}\" }}", "a: 1"),
        ("{{ if templates.Exists \"partials/none.html\" }}a{{ else }}b{{ end }}", "b"),
        ("x{{ now.UnixNano }}", "x1"),
    ];
    for (template, expected) in table {
        page(
            &format!("//- layouts/shortcodes/t.md\n{template}\n//- content/a.md\n{{{{% t %}}}}\n"),
            expected,
        );
    }
}

#[test]
fn scripts_of_templates_are_removed_and_reported() {
    let script =
        "<form>Your *mail*</form><script>run('x')</script><style>form { color: red }</style><p>Thanks</p>";
    let site = imported(&format!(
        "//- hugo.toml\ntitle = 'Tea'\n//- layouts/shortcodes/form.html\n{script}\n//- layouts/shortcodes/only.html\n<script>x()</script>\n//- layouts/shortcodes/box.html\n<div>\n\n{{{{ .Inner }}}}\n</div><script>y()</script>\n//- content/a.md\n{{{{< form >}}}}\n\n{{{{< only >}}}}\n\n{{{{< box >}}}}\n```html\n<script>kept()</script>\n```\n{{{{< /box >}}}}\n"
    ));
    let page = text(&site, "content/docs/a.md");
    assert!(page.contains("<form>Your *mail*</form><p>Thanks</p>"), "{page}");
    assert!(page.contains("<!-- {{< only >}} -->") && page.contains("<script>kept()</script>"), "{page}");
    assert!(!page.contains("run(") && !page.contains("y()") && !page.contains("color"), "{page}");
    let report = site.left.iter().map(|left| left.message.as_str()).collect::<Vec<_>>().join("\n");
    assert!(report.contains("the script of the `form` shortcode"), "{report}");
    assert!(report.contains("the script of the `box` shortcode"), "{report}");
}

#[test]
fn a_shortcode_that_is_left_out_does_not_affect_the_shortcode_around_it() {
    page(
        "//- layouts/shortcodes/box.html\n<div>{{ .Inner | markdownify }}</div>\n//- content/a.md\n{{< box >}}\n*a* {{< unknown >}}\n{{< /box >}}\n",
        "<div><em>a</em>",
    );
}

#[test]
fn shortcodes_without_their_theme_are_converted_by_meaning() {
    let table = [
        ("{{< alert context=\"warning\" text=\"Hot\" />}}", ":::warning[]\nHot\n:::"),
        ("{{< tip \"warning\" >}}\nHot\n{{< /tip >}}", ":::warning[]\nHot\n:::"),
        ("{{< tip \"Tea\" >}}\nHot\n{{< /tip >}}", ":::tip[Tea]\nHot\n:::"),
        ("{{< table \"wide\" >}}\n| a |\n| --- |\n| b |\n{{< /table >}}", "| a |\n| --- |\n| b |"),
        ("{{< prism lang=\"go\" line=\"2\" >}}\na\nb\n{{< /prism >}}", "```go {2}\na\nb\n```"),
        ("{{< button \"/b/\" \"Brew\" >}}", "<a class=\"button\" href=\"b.md\">Brew</a>"),
        (
            "{{< block \"grid-2\" >}}\n{{< column >}}\na\n{{< /column >}}\n{{< column >}}\nb\n{{< /column >}}\n{{< /block >}}",
            "::::columns\n:::column\na\n:::\n:::column\nb\n:::\n::::",
        ),
    ];
    for (markdown, expected) in table {
        page(&format!("//- content/a.md\n{markdown}\n//- content/b.md\n# B\n"), expected);
    }
}

#[test]
fn comments_before_code_do_not_affect_shortcodes() {
    page(
        "//- content/a.md\n<!--\nLicense\n-->\n\n```xml\n<!-- a\nb -->\n```\n\n{{< hint warning >}}\nHot\n{{< /hint >}}\n",
        "```\n\n:::warning[]\nHot\n:::",
    );
}

#[test]
fn templates_that_show_nothing_for_lack_of_data_are_reported() {
    for (template, needs) in [
        ("{{ with .Site.GetPage \"/gone\" }}<b>{{ .Title }}</b>{{ end }}", "the page `/gone`"),
        ("{{ with .Page.GetPage \"gone\" }}{{ .Title }}{{ end }}", "the page `gone`"),
        ("<ul>{{ range index .Site.Data.teas (.Get 0) }}<li>{{ . }}</li>{{ end }}</ul>", "the value `black`"),
        ("{{ with resources.Get \"a.svg\" }}{{ .Content }}{{ end }}", "the file `a.svg`"),
        ("{{ range resources.Match \"*.svg\" }}{{ .Name }}{{ end }}", "files that match `*.svg`"),
        ("{{ if fileExists \"a.csv\" }}A{{ end }}", "the file `a.csv`"),
        ("{{ with .Page.Resources.GetMatch \"*.png\" }}{{ .Name }}{{ end }}", "files that match `*.png`"),
        (
            "{{ range where .Site.RegularPages \"Params.kind\" \"hot\" }}{{ .Title }}{{ end }}",
            "pages with the right `Params.kind`",
        ),
    ] {
        let site = imported(&format!(
            "//- hugo.toml\ntitle = 'Tea'\n//- data/teas.yaml\ngreen: [a]\n//- layouts/shortcodes/tea.html\n{template}\n//- content/a.md\nx {{{{< tea \"black\" >}}}}\n\n{{{{< tea \"black\" >}}}}\n"
        ));
        let messages: Vec<&str> = site.left.iter().map(|found| &*found.message).collect();
        let expected =
            format!("not imported: the `tea` shortcode, whose template needs {needs} (2 times in this file)");
        assert!(messages.contains(&&*expected), "{template}: {messages:?}");
    }
    // A template can show something else instead, and a template without content shows nothing.
    for template in
        ["{{ with .Site.GetPage \"/gone\" }}A{{ else }}B{{ end }}", "{{ with .Get 1 }}{{ . }}{{ end }}"]
    {
        let site = imported(&format!(
            "//- hugo.toml\ntitle = 'Tea'\n//- layouts/shortcodes/tea.html\n{template}\n//- content/_index.md\nTea\n//- content/a.md\nx {{{{< tea \"black\" >}}}}\n"
        ));
        assert!(site.left.is_empty(), "{template}: {:?}", site.left);
    }
    let site = imported(
        "//- config.toml\nbase_url = 'https://tea.example'\ntitle = 'Tea'\n//- teas.toml\n[green]\nname = 'G'\n//- templates/shortcodes/tea.html\n{% set teas = load_data(path=\"teas.toml\") %}{% if teas[name] %}<b>{{ teas[name].name }}</b>{% endif %}\n//- content/_index.md\nTea\n//- content/a.md\n+++\ntitle = 'A'\n+++\n{{ tea(name=\"green\") }} {{ tea(name=\"black\") }}\n",
    );
    let messages: Vec<&str> = site.left.iter().map(|found| &*found.message).collect();
    assert_eq!(
        messages,
        ["not imported: the `tea` shortcode, whose template needs data that docgen doesn't find"]
    );
    assert!(text(&site, "content/docs/a.md").contains("<b>G</b>"));
}
