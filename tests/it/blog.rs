//! Blog pages: which parts of posts the lists show, and which parts they omit to avoid repetition.

use crate::harness::Project;

const SITE: &str = "
//- docgen.toml
[site]
title = \"Site\"
base_url = \"/sub/\"
//- content/docs/index.md
# Home
//- content/blog/authors.toml
[jo]
name = \"Jo\"
//- content/blog/2026-01-03-described.md
---
authors: jo
description: Its description & more.
image: /img/cover.png
---
# Described

The text.

The rest.
//- content/blog/2026-01-02-cut.md
---
authors: jo
description: For search engines.
---
# Cut

The text **before** the marker.

<!-- truncate -->

The rest.
//- content/blog/2026-01-01-plain.md
---
authors: jo
image: https://site.example/remote.png
---
# Plain

The **first** lines.

```js
const more = 1;
```
";

fn built(site: &str) -> Project {
    let project = Project::new(site);
    project.write("static/img/cover.png", picture());
    project.build().code(0);
    project
}

fn picture() -> Vec<u8> {
    let mut bytes = Vec::new();
    let pixels = image::RgbImage::from_fn(1200, 630, |x, y| {
        image::Rgb([x, y, x * y].map(|value| value.to_le_bytes()[0]))
    });
    pixels
        .write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Png)
        .expect("the picture can be encoded");
    bytes
}

#[test]
fn lists_show_the_text_before_the_marker_or_a_description_or_the_first_lines() {
    let list = built(SITE).read("dist/blog/index.html");
    for shown in [
        "<p>Its description &amp; more.</p>",
        "<p>The text <strong>before</strong> the marker.</p>",
        "<p>The first lines.</p>",
    ] {
        assert!(list.contains(shown), "{shown}: {list}");
    }
    for hidden in ["The rest.", "const", "<p>The text.</p>", "For search engines."] {
        assert!(!list.contains(hidden), "{hidden}: {list}");
    }
}

#[test]
fn a_cover_has_its_size_and_smaller_files_and_a_remote_cover_has_only_its_url() {
    let project = built(SITE);
    let list = project.read("dist/blog/index.html");
    let of = |src: &str| {
        let at =
            list.find(&format!("<img src=\"{src}\"")).unwrap_or_else(|| panic!("no cover {src}: {list}"));
        list[at..].split('>').next().unwrap_or_default().to_owned()
    };
    let own = of("/sub/img/cover.png");
    assert!(
        own.contains(" alt=\"\" width=\"1200\" height=\"630\" srcset=\"/sub/_docgen/immutable/assets/cover-"),
        "{own}"
    );
    assert!(own.contains(".webp ") && own.contains(" sizes=\"") && own.contains("data:image/webp"), "{own}");
    assert!(!own.contains("loading="), "the featured cover is visible at once: {own}");
    assert_eq!(
        of("https://site.example/remote.png"),
        "<img src=\"https://site.example/remote.png\" alt=\"\" decoding=\"async\" loading=\"lazy\""
    );
    assert_eq!(list.matches("post-cover").count(), 2);
    assert_eq!(project.read("dist/blog/described/index.html").matches("class=\"post-cover\"").count(), 1);
    assert!(!project.read("dist/blog/cut/index.html").contains("post-cover"));
}

#[test]
fn a_cover_that_the_text_shows_is_not_repeated_above_the_text() {
    let project = built(&SITE.replace("The text.\n", "![Cover](/img/cover.png)\n"));
    let post = project.read("dist/blog/described/index.html");
    assert!(post.contains("cover.png") && !post.contains("post-cover"), "{post}");
}

#[test]
fn lists_name_authors_only_if_posts_have_different_authors() {
    let list = built(SITE).read("dist/blog/index.html");
    assert!(!list.contains("author-name"), "{list}");
    let list =
        built(&SITE.replacen("authors: jo", "authors: [{ name: Guest }]", 1)).read("dist/blog/index.html");
    assert!(list.contains(">Guest</span>") && list.contains(">Jo</a>"), "{list}");
}

#[test]
fn only_posts_have_a_sidebar_and_only_if_there_are_other_posts() {
    let project = built(SITE);
    for page in [
        "blog/index.html",
        "blog/archive/index.html",
        "blog/authors/index.html",
        "blog/authors/jo/index.html",
    ] {
        assert!(!project.read(&format!("dist/{page}")).contains("class=\"sidebar-nav\""), "{page}");
    }
    assert!(project.read("dist/blog/cut/index.html").contains("class=\"sidebar-nav\""));
    let (one, _) = SITE.split_once("//- content/blog/2026-01-02").expect("the site has this post");
    assert!(!built(one).read("dist/blog/described/index.html").contains("class=\"sidebar-nav\""));
}

#[test]
fn only_pages_of_blogs_and_home_pages_load_their_styles() {
    let project = Project::new(
        "
//- docgen.toml
[site]
title = \"Site\"
//- content/docs/index.md
# Home
",
    );
    project.build().code(0);
    let has =
        |project: &Project, name: &str| project.dist().keys().any(|path| path.contains(&format!("/{name}.")));
    assert!(!has(&project, "blog") && !has(&project, "home"));
    let project = built(SITE);
    assert!(project.read("dist/blog/index.html").contains("/blog."));
    assert!(!project.read("dist/docs/index.html").contains("immutable/blog."));
}

#[test]
fn each_page_of_a_tag_links_to_the_list_of_tags() {
    let posts: String = (1..4)
        .map(|day| format!("//- content/blog/2026-01-0{day}-{day}.md\n---\ntags: [Tea]\n---\n# Post {day}\n"))
        .collect();
    let blog = "//- docgen.toml\n[site]\ntitle = \"Site\"\n[[blog]]\nposts_per_page = 2\n//- content/docs/index.md\n# Home\n";
    let project = Project::new(&format!("{blog}{posts}"));
    project.build().code(0);
    for page in ["dist/blog/tags/tea/index.html", "dist/blog/tags/tea/page/2/index.html"] {
        let html = project.read(page);
        assert!(html.contains("<p class=\"back-link\"><a href=\"/blog/tags/\">"), "{page}: {html}");
    }
}

#[test]
fn each_list_has_a_description() {
    let site = Project::new(
        "
//- docgen.toml
[site]
title = 'Tea'
[i18n]
locales = [{ code = 'en' }, { code = 'de' }]
[[blog]]
title = 'Leaves'
//- content/docs/index.md
---
tags: [Green]
---
# Home
//- content/blog/authors.toml
[jo]
name = 'Jo'
page = true
//- content/blog/2026-01-01-one.md
---
authors: jo
tags: [News]
---
# One
",
    );
    site.run("build --strict").code(0);
    for (page, expected) in [
        ("blog/", "All posts in Leaves, newest first."),
        ("blog/archive/", "All posts in Leaves, by year."),
        ("blog/authors/", "The authors of the posts in Leaves."),
        ("blog/authors/jo/", "All posts in Leaves by Jo."),
        ("blog/tags/", "All tags in Leaves."),
        ("blog/tags/news/", "All posts in Leaves that are tagged with &quot;News&quot;."),
        ("docs/tags/", "All tags in Tea."),
        ("docs/tags/green/", "All pages in Tea that are tagged with &quot;Green&quot;."),
        ("de/blog/archive/", "Alle Beiträge in Leaves nach Jahr."),
    ] {
        let html = site.read(&format!("dist/{page}index.html"));
        let tag = format!("content=\"{expected}\" name=\"description\"");
        assert!(html.contains(&tag), "{tag}: {html}");
    }
}

#[test]
fn the_page_of_a_tag_knows_its_translations() {
    let site = Project::new(
        "//- docgen.toml
[site]
url = \"https://site.example\"
[i18n]
locales = [{ code = \"en\" }, { code = \"de\" }]
[[blog]]
//- content/blog/2025-01-04-first.md
---
tags: [news, odd]
---
# First
//- content/blog/tags.toml
news = { label = \"News\" }
odd = { description = \"Odd posts.\" }
//- content/i18n/de/blog/tags.toml
news = { label = \"Neues\", slug = \"neues\" }
odd = {}
",
    );
    site.build().code(0);
    let page = site.read("dist/blog/tags/news/index.html");
    assert!(page.contains("\"de\":\"/de/blog/tags/neues/\""), "{page}");
    let page = site.read("dist/de/blog/tags/neues/index.html");
    assert!(page.contains("\"en\":\"/blog/tags/news/\""), "{page}");
    // A tag without its own label also has a description.
    assert!(site.read("dist/blog/tags/odd/index.html").contains("Odd posts."));
}

#[test]
fn headings_in_a_list_keep_their_ids_unless_another_post_has_the_same_id() {
    let project = Project::new(
        "
//- docgen.toml
[site]
title = \"Site\"
//- content/blog/2026-01-02-a.md
# New

## Fixes

## Thanks

## New

<!-- truncate -->

## Late
//- content/blog/2026-01-01-b.md
# Old

## Fixes

## Late

<!-- truncate -->
",
    );
    project.build().code(0);
    let page = project.read("dist/blog/index.html");
    let (_, main) = page.split_once("<main").expect("the page has content");
    let ids: Vec<&str> = main.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    for id in ["new", "fixes", "thanks", "old", "b-fixes", "late"] {
        assert_eq!(ids.iter().filter(|own| **own == id).count(), 1, "{id} in {ids:?}");
    }
    assert!(!ids.contains(&"a-fixes"), "{ids:?}");
}

#[test]
fn posts_in_lists_and_in_the_archive_have_the_ids_of_their_headings() {
    let site = "
//- docgen.toml
[site]
title = \"Site\"
//- content/docs/index.md
# Home
//- content/blog/2026-01-03-a.md
---
title: Other words
---
# Steep *longer*
//- content/blog/2026-01-02-b.md
# Steep longer
//- content/blog/2026-01-01-c.md
# Own {#My_ID}
//- content/blog/2025-01-01-d.md
---
title: \"2026\"
---
Text.
";
    let project = built(site);
    // Lists start with the newest post, and each year of the archive starts with the oldest post.
    for (page, a, b, d) in [
        ("blog", "steep-longer", "steep-longer-1", "2026"),
        ("blog/archive", "steep-longer-1", "steep-longer", "2026-1"),
    ] {
        let html = project.read(&format!("dist/{page}/index.html"));
        for (id, route) in [(a, "a"), (b, "b"), ("My_ID", "c"), (d, "d")] {
            let link = format!(" id=\"{id}\"><a href=\"/blog/{route}/\">");
            assert!(html.contains(&link), "{page} {link}\n{html}");
        }
    }
}
