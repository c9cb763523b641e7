//! Links that work only in some locales.

use crate::harness::{Project, tree};

/// Returns a site in which `content/docs/a.md` contains only a link.
fn site(locales: &[&str], link: &str) -> Project {
    let codes: Vec<String> = locales.iter().map(|code| format!("{{ code = \"{code}\" }}")).collect();
    let site = Project::new("//- content/docs/b/x.md\n## Here\n");
    site.write("docgen.toml", format!("[i18n]\nlocales = [{}]\n", codes.join(", ")))
        .write("content/docs/a.md", format!("# A\n\n{link}\n"));
    site
}

#[test]
fn a_link_that_is_broken_in_some_locales_is_reported_once() {
    for locales in [&["en", "fr"][..], &["en", "fr", "de"], &["en", "de", "fr", "it"]] {
        let site = site(locales, "[z](b/x.md#here)");
        site.write("content/docs/b/y.md", "[z](x.md#here) [z](./x.md#here)\n");
        site.run("check --strict").code(0);
        site.write("content/i18n/fr/docs/b/x.md", "## Hera\n");
        let run = site.run("check --strict").code(1);
        run.stderr_has(
            "broken link: `#here` doesn't match any heading or ID in this translation, but untranslated pages link to it\n--> content/i18n/fr/docs/b/x.md",
        )
        .stderr_has("hint: add `{#here}` to the heading; for example, `content/docs/a.md` links to it")
        .stderr_has("hint: the problem is only in the locale `fr`")
        .stderr_has("1 warning");
        // The link is right in the default locale, so no fix applies to it.
        let before = tree(site.root());
        site.run("check --fix=all").stderr_has("fixed 0 problems");
        assert_eq!(tree(site.root()).keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>());
        assert!(site.read("content/docs/a.md").contains("b/x.md#here"));
        // In a translation, the link can be fixed.
        site.write("content/i18n/fr/docs/a.md", "[z](b/x.md#here)\n");
        site.run("check --fix=all").code(0).stderr_has("fixed 1 problem in 1 file");
        assert!(site.read("content/i18n/fr/docs/a.md").contains("b/x.md#hera"));
    }
}

#[test]
fn a_link_that_is_broken_in_every_locale_is_reported_once() {
    let site = site(&["en", "fr", "de"], "[z](b/x.md#nowhere) [y](gone.md)");
    site.write("content/i18n/fr/docs/b/x.md", "## Ici\n");
    let run = site.run("check").code(1);
    run.stderr_has("1 error, 1 warning").stderr_lacks("only in the locale");
}

#[test]
fn a_link_to_a_page_that_only_some_locales_have_is_reported_once() {
    let site = site(&["en", "fr", "de"], "[z](/docs/c/)");
    site.write("content/i18n/fr/docs/c.md", "# C\n");
    site.run("check").code(1).stderr_has("1 error");
}

#[test]
fn a_link_to_a_folder_follows_the_url_of_a_translation() {
    for index in ["index.md", "index.mdx", "README.md", "README.mdx"] {
        for link in ["[z](b/)", "[z](b)", "[z](../docs/b/)", "[z](./b/#top)", "<a href=\"b/\">z</a>"] {
            let site = site(&["en", "fr"], link);
            site.write(&format!("content/docs/b/{index}"), "# B\n")
                .write(&format!("content/i18n/fr/docs/b/{index}"), "---\nslug: /bon\n---\n\n# B\n");
            site.run("build --strict").code(0);
            let page = site.read("dist/fr/docs/a/index.html");
            assert!(page.contains("href=\"/fr/docs/bon/"), "{index} {link}: {page}");
        }
    }
    // A number in the name of a folder isn't part of its URL.
    let site = site(&["en", "fr"], "[z](c/)");
    site.write("content/docs/01-c/index.mdx", "# C\n")
        .write("content/i18n/fr/docs/01-c/index.mdx", "---\nslug: /bon\n---\n\n# C\n");
    site.run("build --strict").code(0);
    assert!(site.read("dist/fr/docs/a/index.html").contains("href=\"/fr/docs/bon/"));
}

#[test]
fn a_suggestion_has_the_locale_of_its_link() {
    let site = site(&["ar", "en"], "[z](/docs/b/xy)");
    let config = "[i18n]\ndefault_locale = \"en\"\nlocales = [{ code = \"ar\" }, { code = \"en\" }]\n";
    site.write("docgen.toml", config).write("content/i18n/ar/docs/b/xy.md", "---\nslug: xyz\n---\n\n# X\n");
    let run = site.run("check");
    run.stderr_lacks("/ar/");
    // The release's page is in each locale, too.
    let site = site_with_release();
    site.run("check").code(1).stderr_has("did you mean `/docs/b/x`").stderr_lacks("/ar/");
}

/// A site in two languages with a post that links to a page that only the release has.
fn site_with_release() -> Project {
    Project::new(
        "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'ar' }]\n[docs]\nlast_version = '2.0'\n\
         [[docs.versions]]\nname = 'current'\n[[docs.versions]]\nname = '2.0'\n\
         //- content/docs/index.md\n# Docs\n//- content/versions/2.0/docs/index.md\n# Docs\n\
         //- content/versions/2.0/docs/b/x.md\n# X\n\
         //- content/blog/2026-01-02-post.md\n# Post\n\n[z](../docs/b/x.md)\n",
    )
}

#[test]
fn the_default_name_of_the_current_version_can_be_translated() {
    let site = site(&["en", "de"], "[z](b/x.md)");
    let labels = "content/i18n/de/labels.json";
    // Without another version, readers don't see the name.
    assert!(!site.run("translations --locale de").stdout.contains("Next"));
    site.write(labels, "{ \"Next\": \"Kommende\" }");
    site.run("check").code(1).stderr_has("unknown label `Next`");
    site.remove(labels).write("content/versions/1.0/docs/a.md", "# A\n");
    site.run("translations --locale de").stdout_has("label      Next\n");
    site.write(labels, "{ \"Next\": \"Kommende\" }");
    site.run("build --strict").code(0);
    assert!(!site.run("translations --locale de").stdout.contains("Next"));
    let page = site.read("dist/de/docs/next/a/index.html");
    assert!(page.contains("Kommende"), "{page}");
}

#[test]
fn generated_pages_know_the_same_page_in_each_locale() {
    let site = Project::new(
        "//- docgen.toml\n[site]\nurl = 'https://example.com'\n\
         [[navbar.items]]\ntype = 'localeDropdown'\n\
         [i18n]\nlocales = [{ code = 'en' }, { code = 'de' }, { code = 'fr' }]\n\
         //- content/docs/index.md\n---\ntags: [one]\n---\n# Docs\n\
         //- content/docs/guides/_category_.toml\nlabel = 'Guides'\nlink = { type = 'generated-index' }\n\
         //- content/docs/guides/a.md\n---\ntags: [two]\n---\n# A\n\
         //- content/blog/2026-01-05-post.md\n# Post\n\
         //- content/i18n/de/docs/guides/_category_.toml\nslug = 'anleitungen'\nlabel = 'Guides'\nlink = { type = 'generated-index' }\n\
         //- content/i18n/de/docs/guides/a.md\n# A auf Deutsch\n",
    );
    site.build();
    let alternates = |page: &str| {
        let html = site.read(&format!("dist/{page}/index.html"));
        let tags = html.split("<link ").filter(|tag| tag.contains("hreflang") || tag.contains("canonical"));
        let urls = tags.filter_map(|tag| tag.split("https://example.com").nth(1)?.split('"').next());
        urls.collect::<Vec<_>>().join(" ")
    };
    for (page, expected) in [
        ("docs/guides", "/docs/guides/ /docs/guides/ /de/docs/anleitungen/ /docs/guides/"),
        ("de/docs/anleitungen", "/de/docs/anleitungen/ /docs/guides/ /de/docs/anleitungen/ /docs/guides/"),
        ("fr/docs/guides", "/docs/guides/"),
        ("docs/tags", "/docs/tags/ /docs/tags/ /de/docs/tags/ /fr/docs/tags/ /docs/tags/"),
        ("docs/tags/one", "/docs/tags/one/"),
        ("docs/tags/two", "/docs/tags/two/ /docs/tags/two/ /de/docs/tags/two/ /docs/tags/two/"),
    ] {
        assert_eq!(alternates(page), expected, "{page}");
    }
    let page = site.read("dist/docs/guides/index.html");
    for url in ["/docs/guides/", "/de/docs/anleitungen/", "/fr/docs/guides/"] {
        assert!(page.contains(&format!("href=\"{url}\"")), "{url} in {page}");
    }
    let map = site.read("dist/sitemap.xml");
    let listed: Vec<_> =
        map.split("<loc>https://example.com").skip(1).filter_map(|rest| rest.split('<').next()).collect();
    assert_eq!(
        listed.join("\n"),
        "/blog/\n/blog/archive/\n/blog/post/\n/de/docs/anleitungen/\n/de/docs/anleitungen/a/\n/docs/\n/docs/guides/\n/docs/guides/a/"
    );
}

#[test]
fn a_translation_shows_the_files_of_its_original() {
    let drawing =
        |width: u32| format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"9\"/>");
    let page = "# Page\n\n![Own](./own.svg) ![Shared](img/shared.svg) <img src=\"./img/shared.svg\" alt=\"Raw\"> [Data](data.csv)\n";
    let site = Project::new(
        "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'fr' }]\n\
         [[docs.versions]]\nname = 'current'\n[[docs.versions]]\nname = '1.0'\n",
    );
    for docs in ["docs", "versions/1.0/docs"] {
        site.write(&format!("content/{docs}/index.md"), "# Docs\n");
        site.write(&format!("content/{docs}/g/page.md"), page);
        site.write(&format!("content/{docs}/g/own.svg"), drawing(1));
        site.write(&format!("content/{docs}/g/img/shared.svg"), drawing(2));
        site.write(&format!("content/{docs}/g/data.csv"), "a\n");
        site.write(&format!("content/i18n/fr/{docs}/g/page.md"), page);
        site.write(&format!("content/i18n/fr/{docs}/g/own.svg"), drawing(3));
    }
    site.build();
    let widths = |page: &str| {
        let html = site.read(&format!("dist/{page}/index.html"));
        let images = html.split("<img ").skip(1).filter(|image| image.contains("/assets/"));
        images
            .map(|image| image.split_once("width=\"").expect("a width").1[..1].to_owned())
            .collect::<String>()
    };
    for version in ["docs/next", "docs"] {
        assert_eq!(widths(&format!("{version}/g/page")), "122");
        assert_eq!(widths(&format!("fr/{version}/g/page")), "322");
    }
    site.run("mv content/docs/g/page.md content/docs/page.md").code(0).stderr_has("no problems");
    site.run("mv content/docs/g/img content/docs/pictures").code(0).stderr_has("no problems");
    site.build();
    assert_eq!([widths("docs/next/page"), widths("fr/docs/next/page")], ["122", "322"]);
}

#[test]
fn a_problem_on_a_page_whose_url_is_taken_in_some_locales_is_reported_once() {
    let site = Project::new(
        "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'fr' }]\n//- content/docs/index.md\n# Start\n",
    );
    site.write("content/docs/a.md", "---\nslug: same\n---\n\n# A\n");
    site.write("content/docs/b.md", "---\nslug: same\n---\n\n# B\n\n![x](./gone.png)\n");
    site.write("content/i18n/fr/docs/a.md", "---\nslug: other\n---\n\n# A\n");
    let found = site.run("check --format json").json();
    let images: Vec<_> = found.iter().filter(|one| one["code"] == "missing-image").collect();
    assert_eq!(images.len(), 1, "{images:#?}");
    assert!(!images[0]["hints"].to_string().contains("locale"), "{images:#?}");
}
