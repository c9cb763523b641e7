//! Properties of every output, for any site.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value as Json;

use crate::golden::{SITES, addressing, build};
use crate::harness::{Project, docgen, repository, same_text, same_tree, tree};
use crate::html;

/// Returns the name and the output of each fixture site and of this repository's site.
fn outputs() -> Vec<(&'static str, BTreeMap<String, Vec<u8>>)> {
    SITES.iter().map(|site| (*site, build(site))).chain([("repository", repository_output(&[]))]).collect()
}

fn repository_output(environment: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
    let out = Project::new("");
    let folder = out.root().to_str().expect("temporary folders have plain names");
    docgen(repository(), ["build", "--no-cache", "--out", folder], environment).code(0);
    tree(out.root())
}

fn text<'a>(dist: &'a BTreeMap<String, Vec<u8>>, name: &str) -> &'a str {
    let bytes = dist.get(name).unwrap_or_else(|| panic!("there is no {name}"));
    std::str::from_utf8(bytes).expect("it is text")
}

/// Copies a folder in `tests/sites` to a temporary folder.
fn copy(site: &str) -> Project {
    let project = Project::new("");
    for (name, bytes) in tree(&repository().join("tests/sites").join(site)) {
        project.write(&name, bytes);
    }
    project
}

#[test]
fn the_files_of_the_theme_are_written_as_they_were_built() {
    let project = Project::new(
        "//- docgen.toml\n[images]\navif = true\n[markdown]\nmath = true\nside_notes = true\n[feedback]\n[analytics]\nprovider = \"gtm\"\nid = \"GTM-1\"\n",
    );
    project.write(
        "content/docs/page.md",
        "---\ntitle: Page\n---\n\n```mermaid\nsomething else\n```\n\n::field[word]{type=string}\n\n$x$[^1]\n\n[^1]: Note.\n\n```js \"word\"\nword\n```\n\n![wide](./wide.svg)\n\nTerm\n: Definition\n\n<Word />\n",
    );
    project.write("content/pages/index.md", "---\nlayout: home\ntitle: Home\nhero:\n  title: Home\n---\n");
    project.write("content/blog/2026-01-02-post.md", "# Post\n");
    project.write("content/docs/wide.svg", "<svg width='4000' height='30'/>");
    project.write("components/Word.tsx", "\"use client\";\nexport default () => <p>word</p>;\n");
    project.build();
    let mut dist = project.dist();
    project.run("build --preview always").code(0);
    dist.extend(project.dist());
    let built = tree(&Path::new(env!("OUT_DIR")).join("theme/dist/assets"));
    assert!(built.len() > 100);
    // Only `docgen export pdf` uses the files for books.
    for (name, bytes) in built.into_iter().filter(|(name, _)| !name.starts_with("book.")) {
        let fixed = || dist.get(&format!("_docgen/{name}"));
        let written = dist.get(&format!("_docgen/immutable/{name}")).or_else(fixed);
        assert!(written == Some(&bytes), "{name}");
    }
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let one = repository_output(&[("RAYON_NUM_THREADS", "1")]);
    let many = repository_output(&[("RAYON_NUM_THREADS", "7")]);
    same_tree(&one, &many);
}

#[test]
fn diagnostics_come_in_one_order_whatever_the_number_of_threads() {
    let site = Project::new("");
    for number in 0..40 {
        site.write(
            &format!("content/docs/{number}.md"),
            "# A\n\n[gone](gone.md) [lost](#lost) ![none](none.png)\n",
        );
    }
    let one = site.run_with("check", &[("RAYON_NUM_THREADS", "1")]);
    let many = site.run_with("check", &[("RAYON_NUM_THREADS", "7")]);
    same_text(&one.stderr, &many.stderr);
}

#[test]
fn the_place_of_the_site_changes_no_byte() {
    let here = build("basics");
    let site = copy("basics");
    site.build();
    same_tree(&here, &site.dist());
    let place = site.root().to_str().expect("temporary folders have plain names");
    for (name, bytes) in &here {
        let found = bytes.windows(place.len()).any(|window| window == place.as_bytes());
        assert!(!found, "{name} says where the site was built");
    }
}

#[test]
fn a_second_build_writes_nothing() {
    let site = copy("basics");
    site.build();
    let times = || -> BTreeMap<String, std::time::SystemTime> {
        let modified = |name: &str| {
            std::fs::metadata(site.root().join("dist").join(name)).and_then(|file| file.modified())
        };
        site.dist()
            .into_keys()
            .map(|name| (name.clone(), modified(&name).expect("files have times")))
            .collect()
    };
    let (dist, before) = (site.dist(), times());
    site.build().stderr_has(": 0 files written, ").stderr_has(" unchanged, 0 removed");
    assert_eq!(before, times());
    same_tree(&dist, &site.dist());
}

#[test]
fn a_build_that_fails_leaves_the_output_as_it_was() {
    let site = copy("basics");
    site.build();
    let before = site.dist();
    site.write("content/docs/new.md", "# New\n\n[gone](gone.md)\n").remove("content/pages/about.md");
    site.run("build").code(1);
    same_tree(&before, &site.dist());
    site.write("docgen.toml", "[sites]\n").run("build").code(1);
    same_tree(&before, &site.dist());
}

#[test]
fn files_that_docgen_did_not_write_are_never_touched() {
    let site = copy("basics");
    site.write("dist/CNAME", "kettle.example")
        .write("dist/docs/guide/notes.txt", "mine")
        .write("dist/docs/old.html", "mine");
    site.build();
    site.remove("content/docs/guide.md").remove("content/docs/parts.md").remove("content/pages/about.md");
    site.write("docgen.toml", "").write("content/pages/index.md", "# Home\n").build();
    for (file, expected) in
        [("CNAME", "kettle.example"), ("docs/guide/notes.txt", "mine"), ("docs/old.html", "mine")]
    {
        assert_eq!(site.read(&format!("dist/{file}")), expected);
    }
    assert!(!site.has("dist/docs/guide/index.html") && !site.has("dist/about"));
}

#[test]
fn what_hosts_read_is_passed_through() {
    let site = copy("basics");
    let files = ["CNAME", "_headers", ".well-known/security.txt", "google1234.html"];
    for file in files {
        site.write(&format!("static/{file}"), format!("# {file}\n"));
    }
    site.build();
    for file in files {
        assert_eq!(site.read(&format!("dist/{file}")), format!("# {file}\n"));
    }
}

#[test]
fn a_manifest_cannot_reach_out_of_the_output() {
    let site = copy("basics");
    site.build();
    site.write("precious.txt", "mine");
    let manifest = site.read("dist/_docgen/manifest");
    let root = site.root().display();
    site.write(
        "dist/_docgen/manifest",
        format!("{manifest}0123456789abcdef ../precious.txt\n0123456789abcdef {root}/precious.txt\n"),
    );
    site.build();
    assert!(site.has("precious.txt"));
}

#[test]
fn a_build_that_was_killed_is_completed_by_the_next() {
    let clean = build("basics");
    // Simulate a build that was killed after recording the list of files. Some files are missing, some are old, and
    // some are incomplete.
    for (manifest, unfinished) in [(true, true), (false, true), (false, false)] {
        let site = copy("basics");
        site.build();
        let record: String = site.dist().keys().map(|name| format!("0000000000000000 {name}\n")).collect();
        if unfinished {
            site.write("dist/_docgen/manifest.unfinished", record);
        }
        if !manifest {
            site.remove("dist/_docgen/manifest");
        }
        site.remove("dist/docs/guide/index.json").remove("dist/sitemap.xml");
        let half = site.read("dist/docs/guide/index.html").split_at(100).0.to_owned();
        site.write("dist/docs/guide/index.html", half).write("dist/docs/parts/index.html", "");
        let same_length = "x".repeat(site.read("dist/docs/parts/index.json").len());
        if unfinished {
            site.write("dist/docs/parts/index.json", same_length);
        }
        site.build();
        same_tree(&clean, &site.dist());
    }
}

#[test]
fn a_page_that_goes_during_a_killed_build_is_removed_by_the_next() {
    let site = copy("basics");
    site.build();
    // Simulate a killed build that was the first build with this page. Only the record of planned writes lists the
    // page's files.
    site.write("dist/docs/lost/index.html", "half").write("dist/docs/lost.md", "half");
    site.write(
        "dist/_docgen/manifest.unfinished",
        "0000000000000000 docs/lost.md\n0000000000000000 docs/lost/index.html\n",
    );
    site.build();
    same_tree(&build("basics"), &site.dist());
    assert!(!site.has("dist/docs/lost"));
}

#[test]
fn what_a_killed_build_left_half_written_is_removed_by_the_next() {
    let site = copy("basics");
    site.build();
    // Before a file is replaced, the new file is written to the same folder, with a temporary name that is derived from
    // the file's name.
    let half = |name: &str| {
        let folder = name.rfind('/').map_or("", |at| &name[..=at]);
        format!("dist/{folder}.docgen-{:016x}", xxhash_rust::xxh3::xxh3_64(name.as_bytes()))
    };
    let names = ["index.html", "docs/guide/index.json", "docs/lost.md"];
    let record: String = names.map(|name| format!("0000000000000000 {name}\n")).concat();
    site.write("dist/_docgen/manifest.unfinished", record).write("dist/_docgen/manifest.tmp", "half");
    for name in names {
        site.write(&half(name), "half");
    }
    site.build();
    same_tree(&build("basics"), &site.dist());
    // If the killed build wrote only the manifest's temporary file, this file is also removed.
    site.write("dist/_docgen/manifest.tmp", "half").build();
    same_tree(&build("basics"), &site.dist());
}

#[test]
fn a_record_that_cannot_be_written_leaves_that_of_the_build_before() {
    let site = copy("basics");
    site.build();
    let record = "0000000000000000 docs/lost.md\n";
    site.write("dist/_docgen/manifest.unfinished", record).write("dist/docs/lost.md", "half");
    // A folder at the path of the temporary file prevents the write.
    site.write("dist/_docgen/manifest.tmp/file", "").run("build").code(2);
    assert_eq!(site.read("dist/_docgen/manifest.unfinished"), record);
    site.remove("dist/_docgen/manifest.tmp/file");
    std::fs::remove_dir(site.root().join("dist/_docgen/manifest.tmp")).expect("it is empty");
    site.build();
    same_tree(&build("basics"), &site.dist());
}

#[test]
fn a_manifest_that_is_broken_is_no_problem() {
    let clean = build("basics");
    for broken in [&b""[..], b"nonsense\n\n\xff\n", b"0123456789abcdef docs/guide/index.html"] {
        let site = copy("basics");
        site.build();
        site.write("dist/_docgen/manifest", broken).write("dist/docs/guide/index.html", "changed").build();
        same_tree(&clean, &site.dist());
    }
}

#[test]
fn a_shell_says_what_its_chunk_says() {
    for (site, dist) in outputs() {
        let mut pages = 0;
        for name in dist.keys().filter(|name| name.ends_with(".html")) {
            let shell = text(&dist, name);
            let Some(mut page) = html::inlined(shell, "docgen-page") else { continue };
            let tags = html::tags(shell);
            let title = tags.iter().find(|tag| tag.name == "title").expect("shells have a title");
            assert_eq!(page["title"], title.text(), "{site} {name}");
            assert_eq!(tags.iter().filter(|tag| tag.name == "h1").count(), 1, "{site} {name}");
            assert_eq!(head(&tags), expected_head(&page), "{site} {name}");
            ids_are_unique(&tags, &format!("{site} {name}"));
            if name.ends_with("404.html") {
                continue;
            }
            let chunk_name = format!("{}.json", name.strip_suffix(".html").expect("filtered above"));
            let mut chunk: Json = serde_json::from_str(text(&dist, &chunk_name)).expect("chunks are JSON");
            let body = chunk.as_object_mut().expect("chunks are objects").shift_remove("html");
            let body = body.as_ref().and_then(Json::as_str).expect("chunks hold the body");
            assert!(shell.contains(body), "{site} {name}: the body isn't the chunk's");
            assert_eq!(page.take(), chunk, "{site} {name}");
            pages += 1;
        }
        assert!(pages > 0, "{site}");
    }
}

type Head = Vec<(String, BTreeMap<String, String>)>;

fn head(tags: &[html::Tag<'_>]) -> Head {
    let own = tags.iter().filter(|tag| tag.attribute("data-head").is_some());
    let attributes = |tag: &html::Tag<'_>| {
        let kept = tag.attributes.iter().filter(|(name, _)| *name != "data-head");
        kept.map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
    };
    own.map(|tag| (tag.name.to_owned(), attributes(tag))).collect()
}

fn expected_head(page: &Json) -> Head {
    let tag = |tag: &Json| {
        let attributes = serde_json::from_value(tag["attrs"].clone()).expect("attributes are text");
        (tag["tag"].as_str().expect("tags have a name").to_owned(), attributes)
    };
    page["head"].as_array().expect("chunks have a head").iter().map(tag).collect()
}

fn ids_are_unique(tags: &[html::Tag<'_>], place: &str) {
    let mut seen = BTreeSet::new();
    for id in tags.iter().filter_map(|tag| tag.attribute("id")) {
        assert!(!id.is_empty() && seen.insert(id), "{place}: `{id}` is the id of two elements");
    }
}

#[test]
fn the_sitemap_lists_the_listed_pages_and_no_other() {
    for (site, dist) in outputs() {
        let Some(sitemap) = dist.get("sitemap.xml") else { continue };
        let sitemap = std::str::from_utf8(sitemap).expect("it is text");
        let locations = sitemap.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next());
        let mut listed: Vec<String> = locations.map(html::unescape).collect();
        // The canonical URL of an untranslated page is the original's URL.
        let mut expected = BTreeSet::new();
        for name in dist.keys().filter(|name| name.ends_with(".html")) {
            let shell = text(&dist, name);
            let Some(page) = html::inlined(shell, "docgen-page") else { continue };
            let tags = html::tags(shell);
            let canonical = tags.iter().find(|tag| tag.attribute("rel") == Some("canonical"));
            let hidden = tags.iter().any(|tag| tag.attribute("name") == Some("robots"));
            let list_of_tags =
                matches!(page["kind"].as_str(), Some("tag" | "tags" | "blog-tag" | "blog-tags"));
            if let Some(address) =
                canonical.and_then(|tag| tag.attribute("href")).filter(|_| !hidden && !list_of_tags)
            {
                expected.insert(address.to_owned());
            }
        }
        listed.sort();
        assert_eq!(listed, expected.into_iter().collect::<Vec<_>>(), "{site}");
    }
}

#[test]
fn a_draft_is_in_no_output() {
    let dist = build("tags");
    for (name, bytes) in &dist {
        if name.starts_with("_docgen/") && !name.contains("/nav/") && !name.contains("/assets/") {
            continue;
        }
        let text = String::from_utf8_lossy(bytes);
        for trace in ["Draft of a plan", "Nobody should read", "docs/draft", "unfinished"] {
            assert!(!text.contains(trace) && !name.contains(trace), "`{trace}` is in {name}");
        }
    }
    let drafts = tree(&repository().join("content"));
    let dist = repository_output(&[]);
    for (source, bytes) in drafts {
        let text = String::from_utf8_lossy(&bytes);
        if !source.ends_with(".md") || !text.lines().take(30).any(|line| line.trim() == "draft: true") {
            continue;
        }
        let body = text.rsplit_once("---\n").map_or(&*text, |(_, body)| body);
        let sentences: Vec<&str> =
            body.lines().filter(|line| line.len() > 40 && !line.contains('[')).take(5).collect();
        for (name, bytes) in &dist {
            let out = String::from_utf8_lossy(bytes);
            assert!(sentences.iter().all(|sentence| !out.contains(sentence)), "{source} is in {name}");
        }
    }
}

#[test]
fn an_unlisted_page_is_reachable_and_in_no_list() {
    let dist = build("tags");
    assert!(dist.contains_key("docs/unlisted/index.html"));
    for (name, bytes) in &dist {
        let of_theme = name.starts_with("_docgen/") && !name.contains("/nav/") && !name.contains("/assets/");
        let own = name.starts_with("docs/unlisted") || of_theme;
        let text = String::from_utf8_lossy(bytes);
        assert!(own || !text.contains("docs/unlisted"), "{name} names the page");
        assert!(own || !text.contains("Reachable by its address"), "{name} holds the page");
    }
}

#[test]
fn a_page_with_title_and_heading_shows_the_heading() {
    let site = Project::new(
        "
//- docgen.toml
[site]
title = 'Site'
//- content/docs/a.md
---
title: Installing
---
# How to *install*
//- content/blog/2026-01-01-b.md
---
title: News
---
# What is *new*
",
    );
    site.run("build").code(0);
    let dist = tree(&site.root().join("dist"));
    let page = text(&dist, "docs/a/index.html");
    assert!(page.contains("<title>Installing | Site</title>"), "{page}");
    assert!(page.contains("<h1 id=\"how-to-install\">How to <em>install</em></h1>"), "{page}");
    assert!(text(&dist, "docs/a.md").contains("---\n\n# How to install\n"));
    assert!(text(&dist, "llms.txt").contains("[Installing]("));
    let post = text(&dist, "blog/b/index.html");
    assert!(post.contains("<h1 id=\"what-is-new\">What is <em>new</em></h1>"), "{post}");
    assert!(
        text(&dist, "blog/index.html").contains("<h2 id=\"what-is-new\"><a href=\"/blog/b/\">News</a></h2>")
    );
}

#[test]
fn a_chunk_is_never_inlined_as_markup() {
    let site = Project::new(
        "
//- docgen.toml
[site]
title = 'A </script><b> & \"quoted\"'
//- content/docs/a.md
---
title: \"</script><script>alert(1)</script> & <!-- \"
description: \"</script>\\\"><i>\"
tags: ['</script>']
---
# A

## </script> `<b>` & co
",
    );
    // The end tag in the heading is reported.
    site.run("build").code(0);
    let shell = site.read("dist/docs/a/index.html");
    assert!(!shell.contains("</script><script>alert") && !shell.contains("<!-- &"), "{shell}");
    let page = html::inlined(&shell, "docgen-page").expect("shells hold the page's data");
    assert_eq!(page["title"], "</script><script>alert(1)</script> & <!--  | A </script><b> & \"quoted\"");
    assert_eq!(html::tags(&shell).iter().filter(|tag| matches!(tag.name, "i" | "b")).count(), 0);
}

#[test]
fn every_page_carries_the_base_url_and_no_other_address_of_this_site() {
    for site in SITES {
        let (base_url, _) = addressing(site);
        for (name, bytes) in build(site).iter().filter(|(name, _)| name.ends_with(".html")) {
            let shell = String::from_utf8_lossy(bytes);
            for tag in html::tags(&shell) {
                for (attribute, value) in &tag.attributes {
                    let internal = matches!(*attribute, "href" | "src") && value.starts_with('/');
                    assert!(!internal || value.starts_with(base_url), "{site} {name}: {value}");
                    assert!(!value.contains("//docs") || value.contains("://"), "{site} {name}: {value}");
                }
            }
        }
    }
}

#[test]
fn a_site_says_itself_what_is_not_there() {
    let site = Project::new(
        "
//- docgen.toml
[site]
url = 'https://example.com'
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }, { code = 'de' }]
//- content/docs/a.md
# A

See [nothing](../pages/404.md).
//- content/pages/404.md
# Gone fishing

Try [the first page](../docs/a.md).
//- content/i18n/fr/pages/404.md
Rien ici.
",
    );
    site.build();
    let dist = site.dist();
    let lost: Vec<&String> = dist.keys().filter(|name| name.contains("404")).collect();
    assert_eq!(lost, ["404.html", "de/404.html", "fr/404.html"]);
    let page = text(&dist, "404.html");
    assert!(page.contains("<h1 id=\"gone-fishing\">Gone fishing</h1>"), "{page}");
    assert!(page.contains("Try <a href=\"/docs/a/\">the first page</a>."), "{page}");
    assert!(page.contains("<title>Gone fishing"), "{page}");
    assert!(!page.contains(".md\""), "it has no Markdown of its own: {page}");
    assert!(text(&dist, "fr/404.html").contains("<p>Rien ici.</p>"));
    assert!(text(&dist, "de/404.html").contains("Try <a href=\"/de/docs/a/\">the first page</a>."));
    assert!(text(&dist, "docs/a/index.html").contains("<a href=\"/404.html\" data-no-router>nothing</a>"));
    for name in ["sitemap.xml", "llms.txt", "llms-full.txt"] {
        let text = text(&dist, name);
        assert!(
            !text.contains("404\"") && !text.contains("404/") && !text.contains("fishing"),
            "{name}: {text}"
        );
    }
}
