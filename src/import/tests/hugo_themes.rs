//! Tests for the themes and the languages of Hugo sites, and for the links in them.

use super::hugo_sites::page;
use super::{Content, imported, text};
use crate::path::SourcePath;

const PAGE: &str = "//- content/a.md\n# A\n\n";

#[test]
fn themes_can_be_outside_the_folder_of_the_site() {
    for (config, shortcode, expected) in [
        ("theme = 'jar'\nthemesDir = '../../shelf'\n", "far", "<b>Far</b>"),
        ("themesDir = '../../shelf'\n[[module.imports]]\npath = 'jar'\n", "far", "<b>Far</b>"),
        (
            "[module]\nreplacements = 'x -> y, tea.example/jar -> ../../../shelf/jar'\n[[module.imports]]\npath = 'tea.example/jar'\n",
            "far",
            "<b>Far</b>",
        ),
        // The example site of a theme is in the theme's folder.
        ("theme = 'kettle'\n", "near", "<b>Near</b>"),
        ("theme = 'kettle'\nthemesDir = '../..'\n", "near", "<b>Near</b>"),
    ] {
        let site = imported(&format!(
            "//- hugo.toml\nbaseURL = 'https://tea.example/'\n{config}{PAGE}x {{{{< {shortcode} >}}}}\n"
        ));
        assert!(text(&site, "content/docs/a.md").contains(expected), "{config}");
    }
}

#[test]
fn a_theme_in_the_site_comes_before_a_theme_outside() {
    let site = imported(&format!(
        "//- hugo.toml\nbaseURL = 'https://tea.example/'\ntheme = 'kettle'\n//- themes/kettle/layouts/shortcodes/near.html\n<i>Own</i>\n{PAGE}x {{{{< near >}}}}\n"
    ));
    assert!(text(&site, "content/docs/a.md").contains("<i>Own</i>"));
}

#[test]
fn the_files_of_a_theme_that_pages_and_settings_use_are_copied() {
    let site = imported(&format!(
        "//- hugo.toml\nbaseURL = 'https://tea.example/'\ntheme = ['own', 'jar']\nthemesDir = '../../shelf'\n//- themes/own/static/favicon.ico\nicon\n//- themes/own/static/unused.png\nx\n{PAGE}![](/jar.png)\n"
    ));
    assert!(text(&site, "docgen.toml").contains("favicon = \"/favicon.ico\""));
    let file = |path: &str| site.files.get(&SourcePath::new(path));
    let own = SourcePath::new("themes/own/static/favicon.ico");
    assert_eq!(file("static/favicon.ico"), Some(&Content::Copy(own)));
    assert_eq!(file("static/jar.png"), Some(&Content::Bytes(b"jar".to_vec())));
    assert_eq!(file("static/unused.png"), None);
}

#[test]
fn references_to_the_root_are_links_to_the_home_page() {
    page(
        "//- content/_index.md\n# Tea\n//- content/a.md\n# A\n\n[b]({{% ref \"/\" %}}jar.txt)\n//- static/jar.txt\njar\n",
        "[b](/jar.txt)",
    );
}

#[test]
fn templates_find_files_by_the_names_in_the_front_matter() {
    let site = imported(
        "//- hugo.toml\nbaseURL = 'https://tea.example/'\n//- layouts/shortcodes/cup.html\n{{ with (.Page.Resources.ByType \"image\").GetMatch (.Get 0) }}<img src=\"{{ .RelPermalink }}\" alt=\"{{ .Title }}\">{{ end }}\n//- content/a/index.md\n---\nresources:\n- { name: big, src: 'pots/*.png', title: A pot }\n- { name: small, src: Cup.png }\n---\nx {{< cup big >}}{{< cup small >}}\n//- content/a/pots/b.png\nb\n//- content/a/Cup.png\nc\n",
    );
    let page = text(&site, "content/docs/a.md");
    assert!(page.contains("<img src=\"/a/pots/b.png\" alt=\"A pot\">"), "{page}");
    assert!(page.contains("<img src=\"/a/Cup.png\" alt=\"small\">"), "{page}");
}

const LANGUAGES: &str = "//- hugo.toml
baseURL = 'https://tea.example/'
title = 'Tea'
defaultContentLanguage = 'en'
defaultContentLanguageInSubdir = true
[languages.en]
weight = 1
[languages.fr]
weight = 2
";

#[test]
fn absolute_urls_of_images_can_contain_the_default_language() {
    let site = imported(&format!(
        "{LANGUAGES}//- content/a/index.en.md\n# A\n\n![](/en/a/images/b.png)\n//- content/a/images/b.png\nb\n"
    ));
    assert!(text(&site, "content/docs/a.md").contains("![](/a/images/b.png)"));
}

#[test]
fn a_language_without_a_home_page_shows_the_default_one() {
    let site = imported(&format!(
        "{LANGUAGES}//- content/_index.en.md\n# Tea\n//- content/a/_index.en.md\n# A\n//- content/a/_index.fr.md\n# A\n"
    ));
    assert!(!site.files.contains_key(&SourcePath::new("content/i18n/fr/pages/index.md")));
    let hints = site.left.iter().map(|found| format!("{found:?}"));
    assert!(hints.collect::<String>().contains("`content/i18n/fr/docs/index.md`"));
}

#[test]
fn lists_of_pages_leave_out_expired_pages() {
    let site = imported(
        "//- hugo.toml\nbaseURL = 'https://tea.example/'\ntheme = 'docsy'\n//- content/a/_index.md\nText.\n//- content/a/b.md\n---\ntitle: B\nexpirydate: 2020-01-01\n---\nB\n//- content/a/c.md\n---\ntitle: C\n---\nC\n",
    );
    let list = text(&site, "content/docs/a/index.md");
    assert!(list.contains("[C](c.md)") && !list.contains("[B]"), "{list}");
}

#[test]
fn formulas_in_html_are_reported() {
    let config = "//- hugo.toml\nbaseURL = 'https://tea.example/'\n[markup.goldmark.extensions.passthrough]\nenable = true\n[markup.goldmark.extensions.passthrough.delimiters]\ninline = [['\\(', '\\)']]\n";
    for (written, count) in [
        ("<p>\nx \\(y\\)\n</p>\n", 1),
        ("> <div>\\(y\\)</div>\n", 1),
        ("<div>\n\nx \\(y\\)\n\n</div>\n", 0),
        ("<b>\\(y\\)</b>\n", 0),
    ] {
        let site = imported(&format!("{config}{PAGE}{written}"));
        let found = site.left.iter().filter(|found| found.message.contains("a formula in HTML"));
        assert_eq!(found.count(), count, "{written}");
    }
}
