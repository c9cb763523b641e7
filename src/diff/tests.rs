//! Tests of reading pages.

use super::page::Page;

fn read(html: &str) -> Page {
    Page::read(html.as_bytes(), "docs/a").expect("the page is small")
}

#[test]
fn only_the_content_of_a_page_is_read() {
    for (html, expected) in [
        ("<main>a</main><p>b", &["a"][..]),
        ("<header>x</header><aside>y</aside><p>a<footer>z</footer>", &["a"]),
        ("<main><header><h1>a</h1></header><aside>b</aside><footer>c</footer></main>", &["a", "b"]),
        ("<main><nav>x</nav><article>a b c d<nav>x</nav></article> e</main>", &["a b c d"]),
        ("<main><article>a b</article><article>c d</article></main>", &["a b", "c d"]),
        ("<div role=main>a<div role=navigation>x</div></div>b", &["a"]),
        (
            "<main><p>a<script>x</script><style>y</style><template>z</template><svg><text>s</text></svg>",
            &["a"],
        ),
        (
            "<main><div hidden>a</div><details><summary>b</summary>c</details><p aria-hidden=true>d",
            &["a", "b", "c"],
        ),
        (
            "<main><button>Copy</button><button role=tab>a</button><button aria-expanded=false>b</button>",
            &["a b"],
        ),
        ("<main><blockquote>a<footer>b</footer></blockquote>", &["a", "b"]),
        ("<main>a<br>b<sup>1</sup><span>c</span><span>d</span>", &["a b 1 cd"]),
        ("<main><img alt='a b' src=x.png>c", &["a b c"]),
        ("<main><img alt=a src=x.png><span><img alt=a src=x.png></span>c<img alt=b src=y.png>", &["a c b"]),
        ("<main><label>npm</label><label>yarn</label>", &["npm yarn"]),
    ] {
        assert_eq!(read(html).blocks, expected, "{html}");
    }
}

#[test]
fn lists_of_links_to_the_same_page_are_no_content() {
    for (html, expected) in [
        ("<main><ul><li><a href=#a>A</a><ul><li><a href=#b>B</a></ul></ul><p>c", &["c"][..]),
        (
            "<main><ul><li><a href=/docs/a/#a>A</a><li><a href=https://x.example/docs/a.html#b>B</a></ul><p>c",
            &["c"],
        ),
        ("<main><ul><li><a href=/docs/b/#a>A</a></ul>", &["A"]),
        ("<main><ul><li><a href=#a>A</a>: b</ul>", &["A: b"]),
        ("<main><aside><h2>On this page</h2><ul><li><a href=#a>A</a></ul></aside><p>c", &["c"]),
        ("<main><p>See <a href=#a>A</a>", &["See A"]),
        ("<main><ul><li><a href=/a>A</a></ul>", &["A"]),
    ] {
        assert_eq!(read(html).blocks, expected, "{html}");
    }
}

#[test]
fn code_has_no_line_numbers_and_no_label() {
    for (html, expected) in [
        ("<main><pre><span>1</span> a\n<span>2</span> b\n</pre>", &["a b"][..]),
        ("<main><table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table>", &["a b"]),
        ("<main><table><tr><td><pre><span>1</span></pre><td><pre>a</pre></table>", &["a"]),
        ("<main><table><tr><td>1<td>2</table>", &["1", "2"]),
        ("<main><div class=language-js><span>js</span><pre><code>a</code></pre></div>", &["a"]),
        (
            "<main><div><span>main.js</span><pre><code class=language-js>a</code></pre></div>",
            &["main.js", "a"],
        ),
    ] {
        assert_eq!(read(html).blocks, expected, "{html}");
    }
}

#[test]
fn headings_have_the_ids_that_lead_to_them() {
    for (html, ids, text) in [
        ("<main><h1 id=x>T</h1><h2 id=a>A</h2>", &["a"][..], &["T", "A"][..]),
        ("<main><h2 id=a>A<a href=#a>#</a></h2>", &["a"], &["A#"]),
        ("<main><h2 id=a>A<a href=#a>Link to A</a></h2>", &["a"], &["A"]),
        ("<main><h2><a id=a href=#a>A</a></h2>", &["a"], &["A"]),
        ("<main><a name=a></a><h2>A</h2>", &["a"], &["A"]),
        ("<main><section id=a><h2>A</h2></section>", &["a"], &["A"]),
        ("<main><section id=a><h2 id=b>A</h2></section>", &["b", "a"], &["A"]),
        ("<main><section id=a><p>x</p><h2 id=b>A</h2></section>", &["b"], &["x", "A"]),
        ("<main><div><h2 id=a>A</h2><a href=#a>Section A</a></div>", &["a"], &["A"]),
    ] {
        let page = read(html);
        assert_eq!(page.headings.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ids, "{html}");
        let words: Vec<String> = page.blocks.iter().map(|block| super::text::normal(block)).collect();
        let expected: Vec<String> = text.iter().map(|block| super::text::normal(block)).collect();
        assert_eq!(words, expected, "{html}");
    }
}

#[test]
fn pages_that_redirect_are_recognized() {
    let script = "<link rel=canonical href=/b/><script>location.href='/b/'</script>";
    for (html, expected) in [
        ("<meta http-equiv=refresh content='0; url=/b/'>".to_owned(), Some("/b/")),
        ("<meta http-equiv=Refresh content=\"0;URL='/b/'\">".to_owned(), Some("/b/")),
        ("<noscript><meta http-equiv=refresh content='0; /b/'></noscript>".to_owned(), Some("/b/")),
        ("<meta http-equiv=refresh content=30>".to_owned(), None),
        (script.to_owned(), Some("/b/")),
        (format!("{script}<main><h1>A</h1>"), None),
        (format!("{script}<main>{}", "word ".repeat(100)), None),
        ("<link rel=canonical href=/b/>".to_owned(), None),
    ] {
        assert_eq!(read(&html).redirect.as_deref(), expected, "{html}");
    }
}

#[test]
fn links_of_the_frame_and_marks_are_left_out() {
    let links = |html: &str| read(html).links.into_iter().map(|link| link.href).collect::<Vec<_>>();
    for (html, expected) in [
        ("<main><a href=/a>A</a><nav><a href=/b>B</a></nav>", &["/a"][..]),
        (
            "<main><a href=/a>A</a><ul popover><li><a href=/b>B</a></ul><footer><a href=/c>C</a></footer>",
            &["/a"],
        ),
        ("<main><a href=/a rel='next nofollow'>Next</a>", &[]),
        ("<main><h2 id=a><a href=#a>A</a></h2>", &[]),
        ("<main>a<sup><a href=#fn1>1</a></sup> <a href=#x>x</a>", &["#x"]),
        ("<main><a href=a.png><img src=a.png></a><a href=/b><img src=c.png></a>", &["/b"]),
    ] {
        assert_eq!(links(html), expected, "{html}");
    }
}

#[test]
fn links_that_refer_to_themselves_and_skip_links_are_left_out() {
    for (html, expected) in [
        ("<main><pre><a id=l1 name=l1 href=#l1></a>a</pre>", &[][..]),
        ("<a class=md-skip href=#start>Skip</a><main><a id=start></a>a", &[]),
        ("<main><a href=#a>a</a><p id=a>", &["#a"]),
    ] {
        assert_eq!(read(html).hrefs, expected, "{html}");
    }
}
