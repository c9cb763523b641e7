//! Sites in languages other than English, and pages that aren't translated.

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
{ \"edit_page\": \"Seite ändern\", \"tag_title_one\": \"Nur {count} Seite\" }
";

#[test]
fn the_interface_has_the_language_of_the_locale() {
    let site = Project::new(SITE);
    site.build().code(0);
    let page = site.read("dist/ar/docs/two/index.html");
    assert!(page.contains("<html lang=\"ar\" dir=\"rtl\""), "{page}");
    assert!(!page.contains("Skip to main content") && page.contains("السابق"), "{page}");
    // The browser gets the texts that scripts show, and loads others with the code that shows them.
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
    // Dates follow the language too. A site's own texts replace single texts.
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
        "{ \"tag_title_few\": \"{count}\", \"tag_title_many\": \"{count}\" }",
    );
    site.write("content/i18n/de-AT/messages.json", "{ \"tag_title_few\": \"{count}\" }");
    let run = site.run("check").code(1);
    assert!(!run.stderr.contains("tag_title_many"), "{}", run.stderr);
    assert_eq!(run.stderr.matches("unknown key `tag_title_few` in UI strings").count(), 1, "{}", run.stderr);
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

    // The original lists only real translations.
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
