//! Sites in languages other than English, and pages that aren't translated.

use crate::dates::git;
use crate::harness::Project;

/// A site in English and Arabic. Only one page is translated.
const SITE: &str = "\
//- docgen.toml
[site]
title = \"Site\"
url = \"https://site.example\"
[docs]
show_last_update_time = false
[i18n]
locales = [{ code = \"en\" }, { code = \"ar\" }, { code = \"de-AT\" }]
//- content/docs/one.md
---
description: About one
---
# One

Text, in English (of course).
//- content/docs/two.md
# Two

More.
//- content/docs/three.md
# Three

More.
//- content/blog/2026-01-05-post.md
# Post

News.
//- content/i18n/ar/docs/one.md
# واحد

نص
//- content/i18n/de-AT/messages.json
{ \"edit_page\": \"Seite ändern\", \"tag_title_one\": \"Nur {count} Seite: {tag}\" }
";

#[test]
fn the_interface_has_the_language_of_the_locale() {
    let site = Project::new(SITE);
    site.build().code(0);
    let page = site.read("dist/ar/docs/two/index.html");
    assert!(page.contains("<html lang=\"ar\" dir=\"rtl\""), "{page}");
    assert!(!page.contains("Skip to main content") && page.contains("السابق"), "{page}");
    // The browser gets the strings that scripts show, and loads other strings with the code that shows them.
    assert!(
        !page.contains("\"api_") && !page.contains("\"search_found_") && page.contains("\"back_to_top\":")
    );
    let texts = site.dist().into_iter().filter(|(path, _)| path.contains("/search-"));
    let texts: Vec<(String, String)> =
        texts.map(|(path, bytes)| (path, String::from_utf8(bytes).expect("texts are UTF-8"))).collect();
    let of = |language: &str| {
        texts.iter().find(|(path, _)| path.contains(language)).expect("the locale has texts")
    };
    assert!(of("search-ar.").1.contains("search_found_few"), "{texts:?}");
    assert!(page.contains(&of("search-ar.").0), "{page}");
    assert!(!texts.iter().any(|(path, _)| path.contains("-en.")), "{texts:?}");
    // Dates are also in the page's language. A site's own strings replace individual strings.
    let blog = site.read("dist/de-AT/blog/index.html");
    assert!(blog.contains("5. Jänner 2026"), "{blog}");
    assert!(site.read("dist/docs/two/index.html").contains("Skip to main content"));
}

#[test]
fn the_default_locale_can_be_any_language() {
    let site =
        Project::new("//- docgen.toml\n[i18n]\ndefault_locale = \"ar\"\n//- content/docs/one.md\n# One\n");
    site.build().code(0);
    let page = site.read("dist/docs/one/index.html");
    assert!(page.contains("<html lang=\"ar\" dir=\"rtl\""), "{page}");
    assert!(!page.contains("Skip to main content"), "{page}");
}

#[test]
fn only_the_forms_of_the_language_are_texts() {
    let site = Project::new(SITE);
    site.write(
        "content/i18n/ar/messages.json",
        "{ \"tag_title_few\": \"{count} {tag}\", \"tag_title_many\": \"{count} {tag}\" }",
    );
    site.write("content/i18n/de-AT/messages.json", "{ \"tag_title_few\": \"{count} {tag}\" }");
    let run = site.run("check").code(1);
    assert!(!run.stderr.contains("tag_title_many"), "{}", run.stderr);
    assert_eq!(run.stderr.matches("unknown key `tag_title_few` in UI strings").count(), 1, "{}", run.stderr);
}

#[test]
fn a_list_marks_the_texts_of_pages_that_are_not_translated() {
    let site = Project::new(SITE);
    site.write("content/docs/more/_category_.toml", "label = \"More\"\n[link]\ntype = \"generated-index\"\n");
    site.write("content/docs/more/four.md", "---\ndescription: About (four).\ntags: [t]\n---\n# Four\n");
    site.write("content/docs/more/five.md", "---\ntags: [t]\n---\n# Five\n");
    site.write("content/i18n/ar/docs/more/five.md", "---\ntags: [t]\n---\n# خمسة\n");
    site.build().code(0);
    for list in ["more", "tags/t"] {
        let page = site.read(&format!("dist/ar/docs/{list}/index.html"));
        let title = "<span class=\"card-title\"><span lang=\"en\" dir=\"ltr\">Four</span></span>";
        let description = "<p><span lang=\"en\" dir=\"ltr\">About (four).</span></p>";
        assert!(page.contains(title) && page.contains(description), "{page}");
        assert!(page.contains("<span class=\"card-title\">خمسة</span>"), "{page}");
        let original = site.read(&format!("dist/docs/{list}/index.html"));
        assert!(original.contains("<span class=\"card-title\">Four</span>"), "{original}");
    }
    // The page is written again when a translation is added.
    site.write(
        "content/i18n/ar/docs/more/four.md",
        "---\ndescription: About (four).\ntags: [t]\n---\n# Four\n",
    );
    site.build().code(0);
    let page = site.read("dist/ar/docs/more/index.html");
    assert!(!page.contains("lang=\"en\" dir=\"ltr\">Four"), "{page}");
    site.is_as_if_clean();
}

#[test]
fn a_page_that_is_not_translated_keeps_its_language_and_its_url() {
    let site = Project::new(SITE);
    site.build().code(0);
    let page = site.read("dist/ar/docs/two/index.html");
    assert!(page.contains("<h1 id=\"two\" lang=\"en\" dir=\"ltr\">Two</h1>"), "{page}");
    assert!(page.contains("<div class=\"prose\" lang=\"en\" dir=\"ltr\">"), "{page}");
    assert!(page.contains("data-kind=\"untranslated\""), "{page}");
    let canonical = |url: &str| format!("href=\"https://site.example{url}/\" rel=\"canonical\"");
    assert!(page.contains(&canonical("/docs/two")), "{page}");
    assert!(!page.contains("hreflang"), "{page}");

    let post = site.read("dist/ar/blog/post/index.html");
    assert!(post.contains("<div class=\"prose\" lang=\"en\" dir=\"ltr\">"), "{post}");
    let list = site.read("dist/ar/blog/index.html");
    assert!(list.contains("<div class=\"prose\" lang=\"en\" dir=\"ltr\">"), "{list}");

    let translated = site.read("dist/ar/docs/one/index.html");
    assert!(
        !translated.contains("data-kind=\"untranslated\"") && !translated.contains("dir=\"ltr\""),
        "{translated}"
    );
    assert!(translated.contains(&canonical("/ar/docs/one")), "{translated}");

    // UI strings keep their own language inside the text.
    let two = site.read("content/docs/two.md");
    site.write(
        "content/docs/two.md",
        format!("{two}\n## Tasks {{.task-count}}\n\n- [x] a\n- [ ] b\n\n:::tip\nA\n:::\n\n```js collapse={{1-2}}\na\nb\nc\n```\n"),
    );
    site.build().code(0);
    let page = site.read("dist/ar/docs/two/index.html");
    for part in [
        "<span class=\"task-count\" lang=\"ar\" dir=\"rtl\">",
        "<summary><span lang=\"ar\" dir=\"rtl\">",
        "<span lang=\"ar\" dir=\"rtl\">نصيحة</span>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(site.read("dist/docs/two/index.html").contains("<span class=\"task-count\">"));
    site.write("content/docs/two.md", two);
    site.build().code(0);

    // The original page lists only actual translations.
    let original = site.read("dist/docs/one/index.html");
    assert!(
        original.contains("hreflang=\"ar\"") && original.contains("hreflang=\"x-default\""),
        "{original}"
    );
    assert!(!original.contains("hreflang=\"de-AT\""), "{original}");
    assert!(!site.read("dist/docs/two/index.html").contains("hreflang"));

    let sitemap = site.read("dist/sitemap.xml");
    assert_eq!(sitemap.matches("/docs/two").count(), 1, "{sitemap}");
    assert_eq!(sitemap.matches("/docs/one").count(), 2, "{sitemap}");
}

#[test]
fn a_translation_that_appears_changes_the_original_too() {
    let site = Project::new(SITE);
    site.build().code(0);
    site.write("content/i18n/ar/docs/two.md", "# اثنان\n");
    site.build().code(0);
    site.is_as_if_clean();
    assert!(site.read("dist/docs/two/index.html").contains("hreflang=\"ar\""));
}

/// The config of a site with every kind of label.
const LABELS: &str = "\
[site]
title = \"Acme\"
tagline = \"Fast\"
url = \"https://site.example\"
[navbar]
items = [{ label = \"Guide\", href = \"/docs/one\" }, { type = \"docsVersion\" }]
[announcement_bar]
id = \"new\"
content = \"<a href='/docs/one'>News</a>\"
[footer]
copyright = \"All rights <a href='/docs/one'>reserved</a>\"
columns = [{ title = \"More\", items = [{ label = \"Code\", href = \"https://code.example\" }] }]
[docs.sidebars]
docs = [{ category = \"Basics\", link = \"generated\", title = \"The basics\", description = \"First steps\", items = [\"one\", { doc = \"two\", label = \"Second\" }] }, { autogenerated = \"parent\" }]
[[blog]]
title = \"Diary\"
[i18n]
locales = [{ code = \"en\" }, { code = \"de\" }]
";

#[test]
fn texts_of_the_config_are_translated() {
    let site = Project::new(SITE);
    site.remove("content/i18n/de-AT/messages.json").remove("content/i18n/ar/docs/one.md");
    site.write("docgen.toml", LABELS);
    let labels = [
        ("Acme", "Acme DE"),
        ("Fast", "Schnell"),
        ("Guide", "Anleitung"),
        ("<a href='/docs/one'>News</a>", "<a href='/docs/one'>Neues</a>"),
        ("All rights <a href='/docs/one'>reserved</a>", "Rechte <a href='/docs/one'>vorbehalten</a>"),
        ("More", "Mehr"),
        ("Code", "Quelltext"),
        ("Basics", "Grundlagen"),
        ("The basics", "Die Grundlagen"),
        ("First steps", "Erste Schritte"),
        ("Second", "Zweitens"),
        ("Diary", "Tagebuch"),
        ("More work", "Weitere Arbeit"),
    ];
    site.write("content/docs/parent/more/_category_.yml", "label: More work\n");
    site.write("content/docs/parent/more/three.md", "# Three\n");
    let json: std::collections::BTreeMap<&str, &str> = labels.into();
    site.write("content/i18n/de/labels.json", serde_json::to_string(&json).expect("labels are JSON"));
    site.run("check --strict").code(0);
    let missing = site.run("translations --locale de").code(0).stdout.clone();
    assert!(!missing.contains("News") && !missing.contains("reserved"), "{missing}");
    site.build().code(0);
    let page = site.read("dist/de/docs/two/index.html");
    for (english, german) in labels {
        let (english, german) = (
            english.replace("='/docs/one'", "=\"/docs/one/\""),
            german.replace("='/docs/one'", "=\"/de/docs/one/\""),
        );
        if !["Fast", "The basics", "First steps", "Diary"].contains(&&*english) {
            assert!(page.contains(&german), "{german}: {page}");
        }
    }
    assert!(page.contains("<title>Two | Acme DE</title>") && !page.contains("Grundlagen\">Basics"), "{page}");
    // A generated page has the same path in every locale, so docgen treats the pages as translations of one page.
    let category = site.read("dist/de/docs/category/basics/index.html");
    assert!(
        category.contains("<h1>Die Grundlagen</h1>") && category.contains("Erste Schritte"),
        "{category}"
    );
    assert!(site.read("dist/de/blog/index.html").contains("Tagebuch"));
    assert!(!site.read("dist/docs/two/index.html").contains("Anleitung"));
}

#[test]
fn a_label_that_is_in_no_setting_is_reported() {
    let site = Project::new(SITE);
    site.write(
        "docgen.toml",
        LABELS
            .replace("\"de\"", "\"de-AT\"")
            .replace("{ code = \"en\" }", "{ code = \"en\" }, { code = \"ar\" }"),
    );
    site.write("content/i18n/de-AT/labels.json", "{ \"Guid\": \"Anleitung\" }");
    let run = site.run("check").code(1);
    assert!(
        run.stderr.contains("unknown label `Guid`") && run.stderr.contains("did you mean `Guide`?"),
        "{}",
        run.stderr
    );
    site.write("content/i18n/de-AT/labels.json", "[]");
    site.run("check").code(1).stderr_has("labels: expected settings such as");
    // The other labels still apply.
    site.write("content/i18n/de-AT/labels.json", "{ \"Guide\": [], \"Tutorial\": \"Einstieg\" }");
    site.run("check")
        .code(1)
        .stderr_has("labels.json:1:12")
        .stderr_has("`Guide`: expected a string, found a list");
    site.write("content/i18n/de-AT/labels.json", "{ \"Guide\": \"Anleitung\", }");
    site.run("check").code(1).stderr_has("invalid JSON in the labels: ");
}

#[test]
fn a_placeholder_that_a_string_does_not_have_is_reported() {
    let site = Project::new(SITE);
    let file = "content/i18n/ar/messages.json";
    site.write(file, "{ \"api_groups_count_other\": \"{n} نتائج\", \"pager_next\": \"{count}\" }");
    let run = site.run("check").code(1);
    run.stderr_has("unknown placeholder `{n}` in the UI string `api_groups_count_other`")
        .stderr_has("unknown placeholder `{count}` in the UI string `pager_next`")
        .stderr_has("hint: remove it: this string has no placeholders");
    site.write(file, "{ \"edit_page\": \"a\",\n  \"blog_tag_title\": \"{posts}\" }");
    site.run("check")
        .code(1)
        .stderr_has("missing placeholder `{tag}` in the UI string `blog_tag_title`\n --> content/i18n/ar/messages.json:2:21")
        .stderr_has("hint: add `{tag}`: docgen replaces it with a value");
    site.write(file, "{ \"api_groups_count_zero\": \"لا نتائج\", \"api_groups_count_other\": \"{count}\" }");
    site.run("check").code(0);
}

/// Returns a site with one outdated and one current translation, in Git.
fn with_history() -> Project {
    let site = Project::new(SITE);
    site.write("content/i18n/ar/docs/two.md", "# اثنان\n");
    git(&site, "", &["init", "-q"]);
    git(&site, "", &["add", "."]);
    git(&site, "2025-07-08T10:00:00Z", &["commit", "-qm", "Begin"]);
    // Both commits are on the same day.
    site.write("content/docs/one.md", "# One\n\nOther text.\n");
    git(&site, "2025-07-08T11:00:00Z", &["commit", "-qam", "Say more"]);
    site
}

#[test]
fn missing_and_outdated_translations_are_listed() {
    let site = with_history();
    let run = site.run("translations --locale ar").code(0);
    let expected = "\
Locale  Translated  Outdated  Missing  Labels missing  UI strings missing
ar      1           1         2        1               0

ar
  missing    content/i18n/ar/blog/2026-01-05-post.md
  outdated   content/i18n/ar/docs/one.md
  missing    content/i18n/ar/docs/three.md
  label      Site
";
    let run = run.stdout(expected);
    assert_eq!(run.stderr, "");
    site.run("translations --locale ar --strict").code(1);
    site.run("translations --locale arr")
        .code(2)
        .stderr_has("unknown locale `arr`")
        .stderr_has("did you mean `ar`?");
    let json = site.run("translations --locale ar --format json").json();
    assert_eq!(json[1]["kind"], "outdated_page", "{json:?}");
    assert_eq!(json[1]["original"], "content/docs/one.md", "{json:?}");
    site.run("translations --locale ar --format github")
        .code(0)
        .stdout(
            "::warning file=content/blog/2026-01-05-post.md::missing translation: `content/i18n/ar/blog/2026-01-05-post.md`
::warning file=content/i18n/ar/docs/one.md::outdated translation: `content/docs/one.md` has changed
::warning file=content/docs/three.md::missing translation: `content/i18n/ar/docs/three.md`
::warning file=docgen.toml::missing translation for `ar`: the label `Site`
",
        );
    site.write("content/i18n/ar/messages.json", "{ \"a\": ");
    site.run("translations --locale ar")
        .code(1)
        .stderr_has("error[invalid-config]")
        .stderr_has("messages.json");
    std::fs::remove_file(site.root().join("content/i18n/ar/messages.json")).expect("the file is there");
    // Labels of folders can be translated in two ways.
    site.write("content/docs/guides/_category_.toml", "label = 'Guides'\ndescription = 'All guides'\n");
    site.write("content/docs/guides/four.md", "# Four\n");
    let labels = |site: &Project| {
        let all = site.run("translations --locale ar --format json").json();
        let labels = all.into_iter().filter(|one| one["kind"] == "missing_label");
        labels.map(|one| one["text"].as_str().expect("it is a string").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(labels(&site), ["All guides", "Guides", "Site"]);
    site.write("content/i18n/ar/labels.json", r#"{ "Guides": "أدلة" }"#);
    site.write("content/i18n/ar/docs/guides/_category_.toml", "description = 'كل الأدلة'\n");
    assert_eq!(labels(&site), ["Site"]);
    // A hash is more precise than the Git history.
    let hash = json[1]["source_hash"].as_str().expect("it is a string").to_owned();
    site.write("content/i18n/ar/docs/one.md", format!("---\nsource_hash: {hash}\n---\n# واحد\n"));
    assert!(!site.run("translations --locale ar").stdout.contains("outdated   "));
    site.write("content/docs/one.md", "# One\n\nChanged again.\n");
    assert!(site.run("translations --locale ar").stdout.contains("outdated   content/i18n/ar/docs/one.md"));
}

#[test]
fn a_translation_without_an_original_is_listed() {
    let site = with_history();
    site.write("content/i18n/ar/docs/gone.md", "# Gone\n")
        .write("content/docs/draft.md", "---\ndraft: true\n---\n");
    site.write("content/i18n/ar/docs/draft.md", "# Draft\n");
    let listed = site.run("translations --locale ar").code(0).stdout.clone();
    let found: Vec<&str> = listed.lines().filter(|line| line.contains("orphaned")).collect();
    assert_eq!(found, ["  orphaned   content/i18n/ar/docs/gone.md"], "{listed}");
    assert!(listed.contains("\nar      2           1         2 "), "{listed}");
    let json = site.run("translations --locale ar --format json").json();
    let one = json.iter().find(|one| one["kind"] == "orphaned_page").expect("the page is listed");
    assert!(one["original"].is_null() && one["file"] == "content/i18n/ar/docs/gone.md", "{one}");
    let annotations = site.run("translations --locale ar --format github").stdout.clone();
    assert!(
        annotations
            .contains("file=content/i18n/ar/docs/gone.md::orphaned translation: the original doesn't exist")
    );
}

#[test]
fn until_a_draft_is_published_its_locale_shows_the_original() {
    let site = Project::new(SITE);
    site.write("content/docs/three.md", "# Three\n")
        .write("content/docs/four.md", "# Four\n\n[3](three.md)\n");
    site.write("content/i18n/ar/docs/three.md", "---\ndraft: true\n---\n# ثلاثة\n");
    site.run("build --strict").code(0);
    assert!(site.read("dist/ar/docs/three/index.html").contains(">Three</h1>"));
    assert!(site.run("translations --locale ar").stdout.contains("missing    content/i18n/ar/docs/three.md"));
}

#[test]
fn a_translation_has_the_place_of_its_original() {
    let site = Project::new(SITE);
    site.write("content/docs/three.md", "---\nid: third\nsidebar_position: 1\nhide_table_of_contents: true\npagination_next: null\ntags: [Tea]\nimage: /x.png\n---\n# Three\n\n## Part\n");
    site.write("static/x.png", include_bytes!("../../static/apple-touch-icon.png"));
    site.write("content/docs/one.md", "---\nsidebar_position: 2\n---\n# One\n");
    site.write("content/i18n/ar/docs/three.md", "# ثلاثة\n\n## جزء\n");
    site.write("content/i18n/ar/docs/two.md", "---\nsidebar_position: 0\n---\n# اثنان\n");
    site.write("content/pages/index.md", "---\nlayout: home\ntitle: Home\n---\n");
    site.write("content/i18n/ar/pages/index.md", "---\ntitle: بيت\n---\n");
    site.build().code(0);
    let order = |page: &str, hrefs: [&str; 3]| {
        let page = site.read(page);
        let places = hrefs.map(|href| page.find(&format!("href=\"{href}\"")));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?} {page}");
    };
    order("dist/docs/one/index.html", ["/docs/three/", "/docs/one/", "/docs/two/"]);
    // A translation's own settings take precedence.
    order("dist/ar/docs/one/index.html", ["/ar/docs/two/", "/ar/docs/three/", "/ar/docs/one/"]);
    let page = site.read("dist/ar/docs/three/index.html");
    assert!(!page.contains("href=\"#part\"") && !page.contains("rel=\"next\""), "{page}");
    assert!(page.contains("/ar/docs/tags/tea/") && page.contains("/x.png"), "{page}");
    assert!(page.contains("hreflang=\"en\""), "{page}");
    assert!(site.read("dist/ar/index.html").contains("class=\"hero\""));
    site.is_as_if_clean();
}

#[test]
fn an_outdated_translation_has_a_banner_if_the_site_wants_it() {
    let site = with_history();
    site.build().code(0);
    let banner = "data-kind=\"outdated\"";
    assert!(!site.read("dist/ar/docs/one/index.html").contains(banner));
    let config = site.read("docgen.toml").replace("[i18n]\n", "[i18n]\noutdated_banner = true\n");
    site.write("docgen.toml", config);
    site.build().code(0);
    let page = site.read("dist/ar/docs/one/index.html");
    assert!(page.contains(banner) && page.contains("<a href=\"/docs/one/\" data-no-router>"), "{page}");
    assert!(!site.read("dist/ar/docs/two/index.html").contains(banner));
    git(&site, "2025-07-09T10:00:00Z", &["commit", "-qam", "Turn the banner on"]);
    site.write("content/i18n/ar/docs/one.md", "# واحد\n\nجديد\n");
    git(&site, "2025-07-10T10:00:00Z", &["commit", "-qam", "Translate"]);
    site.build().code(0);
    assert!(!site.read("dist/ar/docs/one/index.html").contains(banner));
    site.is_as_if_clean();
}

#[test]
fn a_translated_page_can_have_its_own_url() {
    let site = Project::new(SITE);
    site.write("content/i18n/ar/docs/one.md", "---\nslug: wahid\n---\n# واحد\n\n[two](two.md)\n");
    site.write("content/pages/about.md", "# About\n\n[One](../docs/one.md)\n");
    site.write("content/i18n/ar/pages/about.md", "---\nslug: hawl\n---\n# حول\n\n[One](../docs/one.md)\n");
    let config = site.read("docgen.toml")
        + "[navbar]\nitems = [{ label = 'One', href = '/docs/one' }, { label = 'About', href = '/about' }, { type = 'localeDropdown' }]\n[footer]\ncolumns = [{ items = [{ label = 'About', href = '/about' }] }]\n";
    site.write("docgen.toml", config);
    site.build().code(0);
    let original = site.read("dist/docs/one/index.html");
    assert!(original.contains("href=\"https://site.example/ar/docs/wahid/\" hreflang=\"ar\""), "{original}");
    assert!(original.contains("\"ar\":\"/ar/docs/wahid/\""), "{original}");
    let translated = site.read("dist/ar/hawl/index.html");
    assert!(
        translated.contains("hreflang=\"x-default\"") && translated.contains("\"en\":\"/about/\""),
        "{translated}"
    );
    // Links in the text, the navbar, and the footer point to the translations.
    assert_eq!(translated.matches("href=\"/ar/docs/wahid/\"").count(), 2, "{translated}");
    assert!(translated.matches("href=\"/ar/hawl/\"").count() >= 2, "{translated}");
    assert!(!site.has("dist/ar/docs/one/index.html") && !site.has("dist/ar/about/index.html"));
    // So do links to URLs, and redirects.
    site.write("content/i18n/ar/docs/two.md", "# اثنان\n\n[One](/docs/one) [Three](/docs/three)\n");
    site.write("docgen.toml", site.read("docgen.toml") + "[[redirects]]\nfrom = '/old'\nto = '/docs/one'\n");
    site.build().code(0);
    let page = site.read("dist/ar/docs/two/index.html");
    assert!(page.contains("href=\"/ar/docs/wahid/\"") && page.contains("href=\"/ar/docs/three/\""), "{page}");
    assert!(site.read("dist/ar/old/index.html").contains("/ar/docs/wahid/"));
    assert!(site.read("dist/de-AT/old/index.html").contains("/de-AT/docs/one/"));
}

#[test]
fn a_cut_version_knows_its_outdated_translations() {
    let site = with_history();
    site.write("content/i18n/ar/docs/three.md", "---\ntitle: ثلاثة\n---\n\nنص\n");
    site.write("content/i18n/ar/docs/two.md", "+++\ntitle = \"اثنان\"\n+++\n\nنص\n");
    git(&site, "", &["add", "."]);
    git(&site, "2025-07-09T10:00:00Z", &["commit", "-qm", "Translate"]);
    site.write("content/docs/three.md", "# Three\n\nChanged.\n");
    site.write("content/docs/two.md", "# Two\n\nChanged.\n");
    git(&site, "2025-07-10T10:00:00Z", &["commit", "-qam", "Change"]);
    site.run("version cut 1.0").code(0);
    git(&site, "", &["add", "."]);
    git(&site, "2025-07-11T10:00:00Z", &["commit", "-qm", "Cut"]);
    let listed = site.run("translations --locale ar").code(0).stdout.clone();
    let outdated = listed.lines().filter_map(|line| line.trim().strip_prefix("outdated   "));
    let files: Vec<&str> = outdated.collect();
    let expected = [
        "content/i18n/ar/docs/one.md",
        "content/i18n/ar/docs/three.md",
        "content/i18n/ar/docs/two.md",
        "content/i18n/ar/versions/1.0/docs/one.md",
        "content/i18n/ar/versions/1.0/docs/three.md",
        "content/i18n/ar/versions/1.0/docs/two.md",
    ];
    assert_eq!(files, expected, "{listed}");
    assert!(
        site.read("content/i18n/ar/versions/1.0/docs/three.md")
            .starts_with("---\nsource_hash: outdated\ntitle:")
    );
    let toml = site.read("content/i18n/ar/versions/1.0/docs/two.md");
    assert!(toml.starts_with("+++\nsource_hash = \"outdated\"\ntitle ="), "{toml}");
    assert!(!site.read("content/i18n/ar/docs/three.md").contains("source_hash"));
}

#[test]
fn pages_of_an_api_belong_to_the_default_language() {
    let site = Project::new(SITE);
    site.write("api.yaml", "openapi: 3.1.0\ninfo: { title: A, version: '1' }\nservers: [{ url: 'https://api.example' }]\npaths:\n  /x:\n    get: { operationId: x, responses: { '200': { description: OK } } }\n");
    site.write("docgen.toml", site.read("docgen.toml") + "[[openapi]]\nfile = 'api.yaml'\n");
    site.build().code(0);
    let page = site.read("dist/ar/api/x/index.html");
    assert!(page.contains("href=\"https://site.example/api/x/\" rel=\"canonical\""), "{page}");
    assert!(!page.contains("hreflang"), "{page}");
    let sitemap = site.read("dist/sitemap.xml");
    assert_eq!(sitemap.matches("/api/x/").count(), 1, "{sitemap}");
    let yaml = site.read("api.yaml");
    let described = "summary: Titled, description: \"Described.\\n\\n> [!NOTE]\\n> Noted.\", parameters: [{ name: q, in: query, description: Which one., schema: {} }]";
    site.write("api.yaml", yaml.replace("operationId: x", &format!("operationId: x, {described}")));
    site.build().code(0);
    let (page, original) = (site.read("dist/ar/api/x/index.html"), site.read("dist/api/x/index.html"));
    for part in [
        "<h1 lang=\"en\" dir=\"ltr\">Titled</h1>",
        "<div class=\"prose\" lang=\"en\" dir=\"ltr\"><p>Described.</p>",
        "<div class=\"prose api-text\" lang=\"en\" dir=\"ltr\"><p>OK</p>",
        "<div class=\"prose api-text\" lang=\"en\" dir=\"ltr\"><p>Which one.</p>",
        "<span lang=\"ar\" dir=\"rtl\">ملاحظة</span>",
        "content=\"en\" property=\"og:locale\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!original.contains("dir=\"ltr\">"), "{original}");
    let intro = site.read("dist/ar/api/intro/index.html");
    assert!(intro.contains("<span class=\"api-list-title\" lang=\"en\" dir=\"ltr\">X</span>"), "{intro}");
}

#[test]
fn a_label_that_is_translated_twice_is_reported() {
    let site = Project::new(
        "//- docgen.toml\nsite.title = 'Guide'\n[i18n]\nlocales = [{ code = 'en' }, { code = 'de' }]\n\
         //- content/docs/index.md\n# A\n\
         //- content/i18n/de/labels.json\n{\n  \"Guide\": \"Anleitung\",\n  \"Guide\": \"Handbuch\"\n}\n",
    );
    site.run("check")
        .code(1)
        .stderr_has("labels: duplicate key `Guide`\n --> content/i18n/de/labels.json:3:3")
        .stderr_has("remove one of them");
}

#[test]
fn the_translations_of_a_draft_are_drafts() {
    let site = Project::new(
        "//- docgen.toml\n[i18n]\nlocales = [{ code = 'en' }, { code = 'de' }]\n\
         //- content/docs/index.md\n# A\n//- content/docs/new.md\n---\ndraft: true\n---\n# New\n\
         //- content/i18n/de/docs/new.md\n# Neu\n\
         //- content/blog/2026-01-05-post.md\n---\ndraft: true\n---\n# Post\n//- content/blog/2026-01-06-other.md\n# Other\n\
         //- content/i18n/de/blog/2026-01-05-post.md\n# Beitrag\n",
    );
    site.run("build --strict").code(0);
    let pages: Vec<_> = site.dist().into_keys().collect();
    assert!(!pages.iter().any(|path| path.contains("/new/") || path.contains("/post/")), "{pages:?}");
    // Git doesn't know the translations as outdated or orphaned.
    site.run("translations").code(0);
}
