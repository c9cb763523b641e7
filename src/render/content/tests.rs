//! Tests that convert documents to HTML. The tests compare the complete HTML.

use super::{Messages, Resolved, WriteOptions, write};
use crate::markdown::{Options, highlight, parse};
use crate::path::SourcePath;
use crate::site::{Href, HrefKind, ImageKind, ImageSource};
use crate::source::Source;

/// Renders text and compares the HTML. Links keep their own destinations, and images are 4 pixels wide and 3 pixels
/// high.
#[track_caller]
fn check(input: &str, expected: &str) {
    let source = Source::new(SourcePath::new("a.md"), input);
    let (document, _) = parse(&source, &Options::default(), &highlight::Cache::default(), None);
    let kind = |target: &str| if target.contains("//") { HrefKind::External } else { HrefKind::Page };
    let href = |target: &str| Href { href: target.to_owned(), kind: kind(target) };
    let resolved = Resolved {
        links: document.links.iter().map(|link| href(&link.target)).collect(),
        images: document
            .images
            .iter()
            .map(|image| ImageSource {
                file: None,
                drawing: None,
                src: format!("/assets/{}", image.target),
                size: Some((4, 3)),
                kind: ImageKind::Loaded,
            })
            .collect(),
        ..Resolved::default()
    };
    let (events, messages) = (0..document.events.len(), Messages::english());
    let out = write(&document, events, &resolved, &messages, WriteOptions::default());
    assert_eq!(out.trim_end(), expected.trim(), "\n--- input:\n{input}\n--- actual:\n{out}");
}

#[test]
fn paragraphs_and_inline_content() {
    check(
        "a *b* **c** ~~d~~ `<e>` & \"f\" <kbd>g</kbd>  \nh\ni\n\n---\n\n> j\n",
        "<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>&lt;e&gt;</code> &amp; \"f\" <kbd>g</kbd><br>\nh\ni</p>\n<hr>\n<blockquote>\n<p>j</p>\n</blockquote>",
    );
}

#[test]
fn headings_link_to_themselves() {
    check(
        "## A \"b\" `c`\n",
        "<h2 id=\"a-b-c\">A \"b\" <code>c</code><a class=\"hash-link\" href=\"#a-b-c\" aria-label=\"Direct link to A &quot;b&quot; c\"></a></h2>",
    );
}

#[test]
fn attributes_can_contain_a_title() {
    check(
        "[a](/b){title=\"T\"} [a](/b \"U\"){title=\"T\"} x ![i](c.png){title=\"I\"}\n",
        "<p><a href=\"/b\" title=\"T\">a</a> <a href=\"/b\" title=\"U\">a</a> x <img src=\"/assets/c.png\" width=\"4\" height=\"3\" decoding=\"async\" alt=\"i\" title=\"I\"></p>",
    );
}

#[test]
fn links_and_images() {
    check(
        "[a](/b?c&d \"t\") https://e.example\n",
        "<p><a href=\"/b?c&amp;d\" title=\"t\">a</a> <a href=\"https://e.example\" target=\"_blank\" rel=\"noopener noreferrer\">https://e.example<span class=\"external\" role=\"img\" aria-label=\"(opens in new tab)\"></span></a></p>",
    );
    check(
        "![a <b>](c.png \"D & e\")\n\nx ![f](g.png)\n",
        "<figure><img src=\"/assets/c.png\" width=\"4\" height=\"3\" decoding=\"async\" alt=\"a \"><figcaption>D &amp; e</figcaption></figure>\n<p>x <img src=\"/assets/g.png\" width=\"4\" height=\"3\" loading=\"lazy\" decoding=\"async\" alt=\"f\"></p>",
    );
    // An image for one color mode is in a figure for this mode.
    let image = |name: &str, mode: &str| {
        format!(
            "<figure data-only=\"{mode}\"><img src=\"/assets/{name}.png\" width=\"4\" height=\"3\" loading=\"lazy\" decoding=\"async\" alt=\"{name}\" data-only=\"{mode}\"><figcaption>C</figcaption></figure>"
        )
    };
    for (pair, expected) in [
        (
            "![a](a.png \"C\"){data-only=light}\n![b](b.png){data-only=dark}\n",
            [image("a", "light"), image("b", "dark")].join("\n"),
        ),
        (
            "![a](a.png){data-only=light} ![b](b.png \"C\"){data-only=dark}\n",
            [image("a", "light"), image("b", "dark")].join("\n"),
        ),
        ("![a](a.png \"C\"){data-only=dark}\n", image("a", "dark")),
    ] {
        check(pair, &expected);
    }
    // An image after the first heading isn't visible immediately.
    check(
        "## H\n\n![a](a.png){width=2}\n",
        "<h2 id=\"h\">H<a class=\"hash-link\" href=\"#h\" aria-label=\"Direct link to H\"></a></h2>\n<p><img src=\"/assets/a.png\" width=\"2\" height=\"1\" loading=\"lazy\" decoding=\"async\" alt=\"a\"></p>",
    );
}

#[test]
fn images_in_html_have_what_their_authors_left_out() {
    let lazy = "loading=\"lazy\" decoding=\"async\"";
    let after = |tag: &str, expected: &str| {
        check(
            &format!("![](x.png)\n\n{tag}\n"),
            &format!(
                "<p><img src=\"/assets/x.png\" width=\"4\" height=\"3\" decoding=\"async\" alt=\"\"></p>\n{expected}"
            ),
        )
    };
    after(
        "<img src='a.png' data-only=dark>",
        &format!("<img src=\"/assets/a.png\" width=\"4\" height=\"3\" {lazy} data-only=dark>"),
    );
    after("<img width=8 src=a.png>", &format!("<img width=8 src=\"/assets/a.png\" height=\"6\" {lazy}>"));
    after(
        "<img width=8 height=6px src=a.png>",
        &format!("<img width=8 height=6px src=\"/assets/a.png\" {lazy}>"),
    );
    for own in ["loading=\"eager\"", "decoding=\"sync\"", "fetchPriority=\"high\""] {
        after(
            &format!("<img src=\"a.png\" {own}>"),
            &format!("<img src=\"/assets/a.png\" width=\"4\" height=\"3\" {own}>"),
        );
    }
    for attribute in
        ["class=\"a\"", "style=\"\"", "height=\"20em\"", "width=\"20em\"", "srcset=\"/assets/b.png 2x\""]
    {
        after(
            &format!("<img src=\"a.png\" {}>", attribute.replace("/assets/", "")),
            &format!("<img src=\"/assets/a.png\" {attribute}>"),
        );
    }
    after("<img height=2 src=a.png>", &format!("<img height=2 src=\"/assets/a.png\" width=\"2\" {lazy}>"));
    after("<img width=50% src=a.png>", &format!("<img width=50% src=\"/assets/a.png\" {lazy}>"));
    after("<video poster=\"a.png\"></video>", "<p><video poster=\"/assets/a.png\"></video></p>");
}

#[test]
fn lists_tight_and_loose_and_with_tasks() {
    check("- a\n- b\n", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>");
    check("3. a\n\n4. b\n", "<ol start=\"3\">\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ol>");
    check(
        "- [x] a\n- [ ] b\n",
        "<ul>\n<li class=\"task\"><input type=\"checkbox\" disabled checked aria-label=\"Done\"> a</li>\n<li class=\"task\"><input type=\"checkbox\" disabled aria-label=\"To do\"> b</li>\n</ul>",
    );
}

#[test]
fn tables_are_aligned_by_data() {
    check(
        "| a | b | c |\n|---|:-:|--:|\n| 1 | 2 |\n\n| x |\n|---|\n",
        "<div class=\"table-scroll\" tabindex=\"0\"><table>\n<thead><tr><th>a</th><th data-align=\"center\">b</th><th data-align=\"right\">c</th></tr></thead>\n<tbody>\n<tr><td>1</td><td data-align=\"center\">2</td><td data-align=\"right\"></td></tr>\n</tbody></table></div>\n<div class=\"table-scroll\" tabindex=\"0\"><table>\n<thead><tr><th>x</th></tr></thead>\n</table></div>",
    );
}

#[test]
fn admonitions_and_details() {
    check(
        ":::caution\na\n:::\n\n:::note[*T*]\nb\n:::\n\n:::details\nc\n:::\n\n:::details[S]{open}\nd\n:::\n",
        "<div class=\"admonition\" data-kind=\"warning\" role=\"note\"><p class=\"admonition-title\">Caution</p>\n<p>a</p>\n</div>\n<div class=\"admonition\" data-kind=\"note\" role=\"note\"><p class=\"admonition-title\"><em>T</em></p>\n<p>b</p>\n</div>\n<details class=\"details\"><summary>Details</summary><div class=\"details-body\">\n<p>c</p>\n</div></details>\n<details class=\"details\" open><summary>S</summary><div class=\"details-body\">\n<p>d</p>\n</div></details>",
    );
}

#[test]
fn tabs_have_ids_of_their_own() {
    check(
        "::::tabs{group=\"g\" query=\"q\"}\n:::tab[A]\na\n:::\n:::tab[B]{default}\nb\n:::\n::::\n",
        "<div class=\"tabs\" data-tabs data-group=\"g\" data-query=\"q\"><div class=\"tab-list\" role=\"tablist\" aria-label=\"Choose a variant\"><button type=\"button\" class=\"tab\" role=\"tab\" id=\"tab-1-1\" aria-controls=\"panel-1-1\" aria-selected=\"false\" tabindex=\"-1\" data-value=\"a\">A</button><button type=\"button\" class=\"tab\" role=\"tab\" id=\"tab-1-2\" aria-controls=\"panel-1-2\" aria-selected=\"true\" tabindex=\"0\" data-value=\"b\">B</button></div>\n<div class=\"tab-panel\" role=\"tabpanel\" id=\"panel-1-1\" aria-labelledby=\"tab-1-1\" data-label=\"A\" hidden>\n<p>a</p>\n</div>\n<div class=\"tab-panel\" role=\"tabpanel\" id=\"panel-1-2\" aria-labelledby=\"tab-1-2\" data-label=\"B\">\n<p>b</p>\n</div>\n</div>",
    );
}

#[test]
fn cards_are_links_and_hold_none() {
    check(
        "::::cards\n:::card[A]{href=\"/a\"}\nSee [b](/b).\n:::\n:::card[C]{href=\"/c\"}\n:::\n:::card\nd\n:::\n::::\n",
        "<div class=\"cards\">\n<a class=\"card\" href=\"/a\"><span class=\"card-title\">A</span><div class=\"card-body\">\n<p>See b.</p>\n</div></a>\n<a class=\"card\" href=\"/c\"><span class=\"card-title\">C</span></a>\n<div class=\"card\"><div class=\"card-body\">\n<p>d</p>\n</div></div>\n</div>",
    );
}

#[test]
fn terms_after_linked_cards_are_focusable() {
    check(
        ":::card[A]{href=\"/a\"}\n:tooltip[b]{text=c}\n:::\n\n:tooltip[d]{text=e}\n",
        "<a class=\"card\" href=\"/a\"><span class=\"card-title\">A</span><div class=\"card-body\">\n<p><span class=\"tooltip\">b<span class=\"tooltip-text\"><span class=\"tooltip-mark\"> (</span>c<span class=\"tooltip-mark\">)</span></span></span></p>\n</div></a>\n<p><span class=\"tooltip\" tabindex=\"0\">d<span class=\"tooltip-text\"><span class=\"tooltip-mark\"> (</span>e<span class=\"tooltip-mark\">)</span></span></span></p>",
    );
}

#[test]
fn grids_can_have_a_number_of_columns() {
    check(
        "::::cards{cols=2}\n:::card[A]\n:::\n::::\n\n:::columns\na\n:::\n",
        "<div class=\"cards\" data-cols=\"2\">\n<div class=\"card\"><span class=\"card-title\">A</span></div>\n</div>\n<div class=\"columns\">\n<p>a</p>\n</div>",
    );
}

#[test]
fn icons_of_titles_can_be_images() {
    check(
        ":::card[A]{icon=./a.svg}\n:::\n\n::::tabs\n:::tab[B]{icon=\"https://example.com/b.png\"}\nc\n:::\n::::\n",
        "<div class=\"card\"><span class=\"card-title\"><img class=\"icon\" src=\"/assets/./a.svg\" alt=\"\">A</span></div>\n<div class=\"tabs\" data-tabs><div class=\"tab-list\" role=\"tablist\" aria-label=\"Choose a variant\"><button type=\"button\" class=\"tab\" role=\"tab\" id=\"tab-1-1\" aria-controls=\"panel-1-1\" aria-selected=\"true\" tabindex=\"0\" data-value=\"b\"><img class=\"icon\" src=\"/assets/https://example.com/b.png\" alt=\"\">B</button></div>\n<div class=\"tab-panel\" role=\"tabpanel\" id=\"panel-1-1\" aria-labelledby=\"tab-1-1\" data-label=\"B\">\n<p>c</p>\n</div>\n</div>",
    );
}

#[test]
fn steps_and_footnotes() {
    check(":::steps\n1. a\n:::\n", "<div class=\"steps\">\n<ol>\n<li>a</li>\n</ol>\n</div>");
    check(
        "a[^x] b[^x]\n\n[^x]: c\n",
        "<p>a<sup><a class=\"footnote-ref\" id=\"fnref-1\" href=\"#fn-1\" role=\"doc-noteref\" aria-label=\"Footnote 1\">1</a></sup> b<sup><a class=\"footnote-ref\" id=\"fnref-1-2\" href=\"#fn-1\" role=\"doc-noteref\" aria-label=\"Footnote 1\">1</a></sup></p>\n<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\">\n<ol>\n<li id=\"fn-1\"><p>c <a class=\"footnote-back\" href=\"#fnref-1\" role=\"doc-backlink\" aria-label=\"Back to reference 1\">↩</a> <a class=\"footnote-back\" href=\"#fnref-1-2\" role=\"doc-backlink\" aria-label=\"Back to reference 1-2\">↩</a></p>\n</li>\n</ol>\n</section>",
    );
}

#[test]
fn links_contain_no_links_to_footnotes() {
    let reference = "<sup id=\"fnref-1\">1</sup>";
    for (input, start) in [
        ("<a href=\"/b\">a[^x]</a>", format!("<p><a href=\"/b\">a{reference}</a></p>\n")),
        (
            ":::card[a[^x]]{href=\"/b\"}\n:::",
            format!("<a class=\"card\" href=\"/b\"><span class=\"card-title\">a{reference}</span></a>\n"),
        ),
    ] {
        check(
            &format!("{input}\n\n[^x]: c\n"),
            &format!(
                "{start}<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\">\n<ol>\n<li id=\"fn-1\"><p>c <a class=\"footnote-back\" href=\"#fnref-1\" role=\"doc-backlink\" aria-label=\"Back to reference 1\">↩</a></p>\n</li>\n</ol>\n</section>"
            ),
        );
    }
}

#[test]
fn links_contain_no_links_to_equations() {
    let source = Source::new(
        SourcePath::new("a.md"),
        "[a $\\eqref{x}$](/b) $\\eqref{x}$\n\n:::card[$y = \\ref{x}$]{href=\"/c\"}\n:::\n\n$$\\begin{equation} z \\label{x} \\end{equation}$$\n",
    );
    let options = Options { math: true, ..Options::default() };
    let (document, problems) = parse(&source, &options, &highlight::Cache::default(), None);
    assert!(problems.is_empty(), "{problems:?}");
    let (events, messages) = (0..document.events.len(), Messages::english());
    let out = write(&document, events, &Resolved::default(), &messages, WriteOptions::default());
    assert!(out.starts_with("<p><a>a (1)</a> <a href=\"#x\">(1)</a></p>"), "{out}");
    assert!(out.contains("<mtext>1</mtext>"), "{out}");
}

const TOOLS: &str = "</code></pre><div class=\"code-tools\"><button type=\"button\" class=\"code-wrap\" aria-label=\"Toggle word wrap\" hidden></button><button type=\"button\" class=\"code-copy\" aria-label=\"Copy code to clipboard\"></button></div></div>";

#[test]
fn code_has_lines_only_where_they_are_needed() {
    check(
        "```\na < b\n```\n",
        &format!("<div class=\"code\" data-language=\"text\"><pre tabindex=\"0\"><code>a &lt; b{TOOLS}"),
    );
    check(
        "```js title=\"a & b\" showLineNumbers=7\nx\n```\n",
        &format!(
            "<div class=\"code\" data-language=\"js\" data-lines=\"7\" style=\"--first-line: 7\"><div class=\"code-title\">a &amp; b</div><pre tabindex=\"0\"><code><span class=\"line\">x</span>{TOOLS}"
        ),
    );
    check(
        "```text {2}\na // [!code ++]\nb\nc\n```\n",
        &format!(
            "<div class=\"code\" data-language=\"text\" data-diff><pre tabindex=\"0\"><code><span class=\"line\" data-line=\"add\">a\n</span><span class=\"line\" data-line=\"mark\">b\n</span><span class=\"line\">c</span>{TOOLS}"
        ),
    );
}

#[test]
fn code_with_parts_and_notes() {
    check(
        "```js \"a\" del=\"c\"\na < b; // (1)!\nc\n```\n\n1. One\n   1. Deep\n2. Two\n\nEnd\n\n1. Three\n",
        &format!(
            "<div class=\"code\" data-language=\"js\"><pre tabindex=\"0\"><code><mark>a</mark> <span class=\"o\">&lt; </span>b<span class=\"p\">;</span><a class=\"code-note\" aria-label=\"1\" href=\"#code-note-1-1\" aria-describedby=\"code-note-1-1\"></a>\n<del>c</del>{TOOLS}\n\
             <ol class=\"code-notes\">\n<li id=\"code-note-1-1\">One<ol>\n<li>Deep</li>\n</ol>\n</li>\n<li id=\"code-note-1-2\">Two</li>\n</ol>\n<p>End</p>\n<ol>\n<li>Three</li>\n</ol>"
        ),
    );
    check(
        "```text collapse={2-3} showLineNumbers=5\na\nb\nc\nd\n```\n",
        &format!(
            "<div class=\"code\" data-language=\"text\" data-lines=\"5\" style=\"--first-line: 5\"><pre tabindex=\"0\"><code><span class=\"line\">a\n</span><details class=\"details code-fold\"><summary>Lines 6–7</summary><span class=\"line\">b\n</span><span class=\"line\">c\n</span></details><span class=\"line\" style=\"counter-set: line 8\">d</span>{TOOLS}"
        ),
    );
    check(
        "```diff\n+a\n```\n",
        &format!(
            "<div class=\"code\" data-language=\"diff\" data-patch><pre tabindex=\"0\"><code><span class=\"line\" data-line=\"plus\"><span class=\"i\">+a</span></span>{TOOLS}"
        ),
    );
    check(
        "```ansi wrap\n\\e[1;31ma\n```\n",
        &format!(
            "<div class=\"code\" data-language=\"ansi\" data-wrap><pre tabindex=\"0\"><code><span class=\"ansi ansi-bold ansi-fg\" style=\"--fg: oklch(0.55 0.19 27);\">a</span>{TOOLS}"
        ),
    );
}

#[test]
fn inline_code_has_a_language() {
    check(
        "`let a`{:js} `b`{:toml .c} `d`{:nothing} {:js}\n",
        "<p><code data-language=\"js\"><span class=\"k\">let </span>a</code> <code class=\"c\">b</code> <code>d</code> {:js}</p>",
    );
    check(
        "`a = 1`{lang=toml .c} [`let b`](/c){:js}\n",
        "<p><code data-language=\"toml\" class=\"c\"><span class=\"a\">a </span><span class=\"p\">= </span><span class=\"n\">1</span></code> <a href=\"/c\"><code data-language=\"js\"><span class=\"k\">let </span>b</code></a></p>",
    );
}

#[test]
fn inline_code_breaks_neither_in_short_code_nor_in_short_words_with_hyphens() {
    check(
        "`--dry-run` `npm i -D a` `a/b` `docgen build --from-folder src --out a/b`\n",
        "<p><code data-unbroken>--dry-run</code> <code data-unbroken>npm i -D a</code> <code>a/b</code> <code>docgen build <span data-unbroken>--from-folder</span> src <span data-unbroken>--out</span> a/b</code></p>",
    );
    check(
        "`a-long-name-that-is-longer-than-a-cell` [`-x`{.c}](/c) `a - b --c-d 123456789012345`\n",
        "<p><code>a-long-name-that-is-longer-than-a-cell</code> <a href=\"/c\"><code class=\"c\" data-unbroken>-x</code></a> <code>a - b <span data-unbroken>--c-d</span> 123456789012345</code></p>",
    );
}

#[test]
fn diagrams_carry_their_source_twice() {
    check(
        "```mermaid\ngraph TD\n  A[\"</script>\"] --> B\n```\n",
        "<div data-island=\"diagram\"><script type=\"application/json\">{\"source\":\"graph TD\\n  A[\\\"\\u003c/script\\u003e\\\"] --\\u003e B\"}</script><div data-fallback><pre tabindex=\"0\">graph TD\n  A[\"&lt;/script&gt;\"] --&gt; B</pre></div></div>",
    );
}

#[test]
fn addresses_in_raw_html() {
    check(
        "<a href='/a&b' title='\"'><img src=c.png></a> <a href=/d/>e</a>\n",
        "<p><a href=\"/a&amp;b\" title='\"'><img src=\"/assets/c.png\" width=\"4\" height=\"3\" loading=\"lazy\" decoding=\"async\"></a> <a href=\"/d/\">e</a></p>",
    );
    check(
        "<picture>\n<img width=\"3\"\n  srcset=\"a.png 1x, b.png 2x\" src=\"a.png\"/>\n</picture>\n",
        "<picture>\n<img width=\"3\"\n  srcset=\"/assets/a.png 1x, /assets/b.png 2x\" src=\"/assets/a.png\"/>\n</picture>",
    );
}

#[test]
fn badges_icons_and_tooltips() {
    let icon = "<svg class=\"icon\" aria-hidden=\"true\" width=\"1em\" height=\"1em\" viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\"><path d=\"M5 12h14\"/></svg>";
    check(
        ":badge[A]{kind=caution} :icon[b]{name=minus} :tooltip[c]{text=\"<d>\"} [:tooltip[e]{text=f}](g)",
        &format!(
            "<p><span class=\"badge\" data-kind=\"warning\">A</span> {icon}<span class=\"icon-text\">b</span> \
             <span class=\"tooltip\" tabindex=\"0\">c<span class=\"tooltip-text\"><span class=\"tooltip-mark\"> (</span>&lt;d&gt;<span class=\"tooltip-mark\">)</span></span></span> \
             <a href=\"g\"><span class=\"tooltip\">e<span class=\"tooltip-text\"><span class=\"tooltip-mark\"> (</span>f<span class=\"tooltip-mark\">)</span></span></span></a></p>"
        ),
    );
    check(
        ":::tip{icon=minus}\n:::\n\n:::details{icon=minus}\n:::\n\n:::card[A]{icon=minus}\n:::\n\n:::step[A]{icon=minus}\n:::\n",
        &format!(
            "<div class=\"admonition\" data-kind=\"tip\" role=\"note\"><p class=\"admonition-title\">{icon}Tip</p>\n</div>\n\
             <details class=\"details\"><summary>{icon}Details</summary><div class=\"details-body\">\n</div></details>\n\
             <div class=\"card\"><span class=\"card-title\">{icon}A</span></div>\n\
             <div class=\"step\">\n<p class=\"step-title\">{icon}A</p>\n</div>"
        ),
    );
    check(
        "::::tabs\n:::tab[A]{icon=minus}\n:::\n::::\n",
        &format!(
            "<div class=\"tabs\" data-tabs><div class=\"tab-list\" role=\"tablist\" aria-label=\"Choose a variant\"><button type=\"button\" class=\"tab\" role=\"tab\" id=\"tab-1-1\" aria-controls=\"panel-1-1\" aria-selected=\"true\" tabindex=\"0\" data-value=\"a\">{icon}A</button></div>\n<div class=\"tab-panel\" role=\"tabpanel\" id=\"panel-1-1\" aria-labelledby=\"tab-1-1\" data-label=\"A\">\n</div>\n</div>"
        ),
    );
}

#[test]
fn videos() {
    check(
        "::video[A \"b\"]{src=a.mp4 poster=p.png captions=c.vtt}\n\n:::video{src=a.mp4}\n:::\n",
        "<figure class=\"video\"><div class=\"video-player\"><video controls src=\"/assets/a.mp4\" preload=\"none\" poster=\"/assets/p.png\" aria-label=\"A &quot;b&quot;\"><track kind=\"captions\" src=\"/assets/c.vtt\" default></video></div><figcaption>\n<p>A \"b\"</p>\n</figcaption></figure>\n\
         <figure class=\"video\"><div class=\"video-player\"><video controls src=\"/assets/a.mp4\" preload=\"metadata\"></video></div>\n</figure>",
    );
    check(
        "::youtube[A \"b\"]{id=c poster=p.png}\n",
        "<figure class=\"video\"><div class=\"video-player\" data-url=\"https://www.youtube.com/watch?v=c\"><img src=\"/assets/p.png\" loading=\"lazy\" decoding=\"async\" alt=\"\"><iframe title=\"A &quot;b&quot;\" srcdoc=\"&lt;body marginwidth=&quot;0&quot; marginheight=&quot;0&quot;&gt;&lt;svg display=&quot;block&quot; width=&quot;100%&quot; viewBox=&quot;0 0 160 90&quot;&gt;&lt;a href=&quot;https://www.youtube-nocookie.com/embed/c?autoplay=1&quot; aria-label=&quot;Play the video: A &amp;quot;b&amp;quot;&quot;&gt;&lt;path fill=&quot;#000&quot; fill-opacity=&quot;0&quot; d=&quot;M0 0h160v90H0z&quot;/&gt;&lt;circle cx=&quot;80&quot; cy=&quot;45&quot; r=&quot;9&quot; fill-opacity=&quot;.7&quot;/&gt;&lt;path fill=&quot;#fff&quot; d=&quot;m77 40 8 5-8 5z&quot;/&gt;&lt;/a&gt;&lt;/svg&gt;\" loading=\"lazy\" allow=\"autoplay; encrypted-media; fullscreen; picture-in-picture\"></iframe></div><figcaption>\n<p>A \"b\"</p>\n</figcaption></figure>",
    );
}

#[test]
fn fields() {
    check(
        "::::field[a]{type=\"b<c>\" required default=\"d\\\"<e>\"}\nf\n::field[g]\n::field[h]{deprecated}\n::::\n::field[i]\n\nj\n",
        "<ul class=\"api-rows\">\n\
         <li id=\"a\"><div class=\"api-row-head\"><a class=\"api-name\" href=\"#a\">a</a> <span class=\"api-type\">b&lt;c&gt;</span> <span class=\"api-required\">required</span></div><ul class=\"api-facts\"><li>Default <code>d\\</code></li></ul><div class=\"api-text\">\n\
         <p>f</p>\n\
         <div class=\"api-nest\"><ul class=\"api-rows\">\n\
         <li id=\"a.g\"><div class=\"api-row-head\"><a class=\"api-name\" href=\"#a.g\">g</a></div>\n</li>\n\
         <li id=\"a.h\"><div class=\"api-row-head\"><a class=\"api-name\" href=\"#a.h\">h</a> <span class=\"api-deprecated\">deprecated</span></div>\n</li>\n\
         </ul></div>\n\
         </div></li>\n\
         <li id=\"i\"><div class=\"api-row-head\"><a class=\"api-name\" href=\"#i\">i</a></div>\n</li>\n\
         </ul>\n\
         <p>j</p>",
    );
}

#[test]
fn blocks_have_the_numbers_of_their_lines_if_asked_for() {
    let text = "---\ntitle: T\n---\n\nOne\ntwo.\n\n## `H` *i*\n\n- a\n- > b\n\n| c |\n| - |\n| d |\n\n```js\ne\n```\n\n\
                ![f](f.png)\n\n:::note\ng\n:::\n\n- h\n\n  ```js {1}\n  i\n  ```\n";
    let source = Source::new(SourcePath::new("a.md"), text);
    let (document, _) = parse(&source, &Options::default(), &highlight::Cache::default(), None);
    let html = |lines| {
        let options = WriteOptions { lines, ..WriteOptions::default() };
        write(&document, 0..document.events.len(), &Resolved::default(), &Messages::english(), options)
    };
    let numbered = html(true);
    let found: Vec<_> = numbered
        .match_indices(" data-source-line=\"")
        .map(|(at, mark)| {
            let tag = numbered[..at].rsplit('<').next().unwrap_or_default().split(' ').next();
            let line = numbered[at + mark.len()..].split('"').next().unwrap_or_default();
            format!("{} {line}", tag.unwrap_or_default())
        })
        .collect();
    let expected = [
        "p 5", "h2 8", "li 10", "li 11", "p 11", "thead 13", "tbody 15", "div 17", "p 21", "p 24", "li 27",
        "p 27", "div 29",
    ];
    assert_eq!(found, expected);
    let plain = numbered.split(" data-source-line=\"").enumerate().map(|(index, part)| match index {
        0 => part,
        _ => part.split_once('"').map_or("", |(_, rest)| rest),
    });
    assert_eq!(plain.collect::<String>(), html(false));
}
