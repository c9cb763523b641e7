//! The same content in the layouts of different generators. A comparison of any two layouts must not report lost
//! content.

use super::sites;

/// A page, independent of layouts: its path, title, and sections.
struct Page {
    path: &'static str,
    title: &'static str,
    sections: &'static [(&'static str, &'static str, &'static str)],
}

const PAGES: [Page; 4] = [
    Page {
        path: "",
        title: "Start",
        sections: &[("read", "Read on", "Start with <a href=/oven/>the oven</a>.")],
    },
    Page {
        path: "oven",
        title: "The oven",
        sections: &[
            ("heat", "Heat it", "Don’t open it — it’s “hot”. See <a href=/bread/#dough>dough</a>."),
            ("clean", "Clean it", "<img src=/oven.png alt='An oven'>"),
        ],
    },
    Page {
        path: "bread",
        title: "Bread",
        sections: &[("dough", "Dough", "<pre><code>mix flour\nadd water\n</code></pre>")],
    },
    Page {
        path: "cake",
        title: "Cake",
        sections: &[("sugar", "Sugar", "<details><summary>How much?</summary><p>One cup.</p></details>")],
    },
];

/// Writes a page, given its position.
type Layout = fn(&Page, usize) -> String;

/// Returns the files of a site in a layout, including `oven.png`.
fn site(layout: Layout) -> String {
    let mut out = String::new();
    for (index, page) in PAGES.iter().enumerate() {
        let slash = if page.path.is_empty() { "" } else { "/" };
        out.push_str(&format!("//- {}{slash}index.html\n{}\n", page.path, layout(page, index)));
    }
    out + "//- oven.png\npng\n"
}

/// Returns links to all pages, as in a sidebar.
fn links() -> String {
    PAGES.iter().map(|page| format!("<li><a href=/{}>{}</a>", page.path, page.title)).collect()
}

/// Returns links to the sections of a page, as in a table of contents.
fn contents(page: &Page) -> String {
    page.sections
        .iter()
        .map(|(id, text, _)| format!("<li><a href='#{id}'><span>{text}</span></a></li>"))
        .collect()
}

fn plain(page: &Page, _: usize) -> String {
    let sections =
        page.sections.iter().map(|(id, text, body)| format!("<h2 id={id}>{text}</h2><p>{body}</p>"));
    let body: String = sections.collect();
    format!("<title>{0}</title><body><h1>{0}</h1>{body}", page.title)
}

/// Writes a page with everything inside `main`: breadcrumbs, a table of contents, an edit link, a date, copy buttons,
/// and a link to the next page.
fn full(page: &Page, index: usize) -> String {
    let section = |(id, text, body): &(&str, &str, &str)| {
        let body = body.replace("</pre>", "</pre><button>Copy</button>");
        format!(
            "<h2 class=anchor id={id}>{text}<a class=hash href='#{id}' aria-label='Direct link'>\u{200b}</a></h2><p>{body}</p>"
        )
    };
    let sections: String = page.sections.iter().map(section).collect();
    format!(
        "<title>{0} | Kitchen</title><div><nav><ul>{1}</ul></nav><main><nav>Home › {0}</nav><div><button>On this page</button><ul>{2}</ul></div>\
         <article><header><h1>{0}</h1></header>{sections}</article>\
         <div><a href='https://git.example/edit/{3}'>Edit this page</a> Last updated on <b>June {4}, 2026</b></div>\
         <a rel=next href=/cake/>Next: Cake</a></main></div><footer>© Kitchen</footer>",
        page.title,
        links(),
        contents(page),
        page.path,
        index + 3
    )
}

/// Writes a page with IDs on sections, paragraph signs as heading links, numbered lines, straight quotes, and a renamed
/// image.
fn sections(page: &Page, _: usize) -> String {
    let section = |(id, text, body): &(&str, &str, &str)| {
        let body = body.replace('’', "'").replace(['“', '”'], "\"").replace('—', "--");
        let body = body.replace("mix", "<span>1 </span>mix").replace("add", "<span>2 </span>add");
        let body = body.replace("src=/oven.png", "src=/_images/oven.3f2a9c1b.png");
        format!("<section id={id}><h2>{text}<a href='#{id}'>¶</a></h2>\n<p>{body}</p></section>")
    };
    let sections: String = page.sections.iter().map(section).collect();
    format!(
        "<title>{0} — Kitchen documentation</title><div role=navigation>{1}</div><div role=main><section id=top><h1>{0}<a href='#top'>¶</a></h1>{sections}</section></div>",
        page.title,
        links()
    )
}

/// Writes a page with headings inside links, anchors before headings, and heading links with hidden text.
fn anchors(page: &Page, _: usize) -> String {
    let section = |(id, text, body): &(&str, &str, &str)| match *id {
        "heat" => format!("<h2><a class=header href='#{id}' id={id}>{text}</a></h2><p>{body}"),
        "clean" => format!("<a name={id}></a><h2>{text}</h2><p>{body}"),
        _ => format!(
            "<div><h2 id={id}>{text}</h2><a href='#{id}'><span>Section titled “{text}”</span></a></div><p>{body}"
        ),
    };
    let sections: String = page.sections.iter().map(section).collect();
    let own = contents(page);
    format!(
        "<title>Kitchen: {0}</title><header>Kitchen</header><main><aside><h2 id=on-this-page>On this page</h2><ul>{own}</ul></aside><h1 id=_top>{0}</h1>{sections}<footer>Edit page</footer></main>",
        page.title
    )
}

#[test]
fn layouts_do_not_matter() {
    let layouts: [(&str, Layout); 4] =
        [("plain", plain), ("full", full), ("sections", sections), ("anchors", anchors)];
    for (old_name, old) in layouts {
        for (new_name, new) in layouts {
            // The renamed image is a separate file.
            let image = "//- _images/oven.3f2a9c1b.png\npng\n";
            let (old, new) = (site(old) + image, site(new) + image);
            let run = sites(&old, &new).run("diff old new");
            println!("{old_name} and {new_name}:\n{}", run.stdout);
            let last = run.stdout.lines().last().unwrap_or_default();
            assert!(last.starts_with("nothing is lost: 4 URLs"), "{old_name} and {new_name}");
        }
    }
}
