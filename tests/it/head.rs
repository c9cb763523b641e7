//! The tags in the head of every page: the favicon and the color of the browser's interface.

use crate::harness::Project;

const SITE: &str = "
//- docgen.toml
[site]
title = '「お茶」 & kettle'
accent = 'teal'
//- content/docs/index.md
# Home
";

/// Returns the start page's tags that contain the given text.
fn tags(site: &Project, text: &str) -> Vec<String> {
    let page = site.read("dist/docs/index.html");
    let (head, _) = page.split_once("</head>").expect("the page has a head");
    head.lines().filter(|line| line.contains(text)).map(str::to_owned).collect()
}

#[test]
fn a_site_without_a_favicon_gets_the_first_letter_of_its_title() {
    let site = Project::new(SITE);
    site.run("build --strict").code(0);
    let icons = tags(&site, "rel=\"icon\"");
    assert_eq!(icons.len(), 1, "{icons:?}");
    for part in
        ["href=\"data:image/svg+xml,%3Csvg", "oklch(from teal", "%3Eお%3C/text%3E", "type=\"image/svg+xml\""]
    {
        assert!(icons[0].contains(part), "{part} in {icons:?}");
    }
    // A favicon with a standard filename needs no setting.
    site.write("static/favicon.ico", "icon");
    site.run("build --strict").code(0);
    assert_eq!(tags(&site, "rel=\"icon\""), ["<link rel=\"icon\" href=\"/favicon.ico\">"]);
    site.write("static/favicon.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    site.run("build --strict").code(0);
    assert_eq!(
        tags(&site, "rel=\"icon\""),
        ["<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">"]
    );
    let own = "\n[[head]]\ntag = 'link'\nattributes = { rel = 'shortcut icon', href = '/favicon.ico' }\n";
    let config = site.read("docgen.toml");
    site.write("docgen.toml", &(config + own));
    site.run("build --strict").code(0);
    assert_eq!(tags(&site, "icon\""), ["<link href=\"/favicon.ico\" rel=\"shortcut icon\">"]);
}

#[test]
fn the_browsers_interface_has_the_color_of_the_default_mode_or_the_sites_own() {
    let site = Project::new(SITE);
    let shown = || {
        let all = tags(&site, "name=\"theme-color\"");
        all.iter()
            .map(|tag| (tag.contains("data-mode=\"dark\""), !tag.contains("not all")))
            .collect::<Vec<_>>()
    };
    site.run("build --strict").code(0);
    assert_eq!(shown(), [(false, true), (true, false)]);
    let config = site.read("docgen.toml");
    site.write("docgen.toml", format!("{config}\n[color_mode]\ndefault_mode = 'dark'\n"));
    site.run("build --strict").code(0);
    assert_eq!(shown(), [(false, false), (true, true)]);
    let own = "\n[[head]]\ntag = 'meta'\nattributes = { name = 'theme-color', content = '#123456' }\n";
    site.write("docgen.toml", &(config + own));
    site.run("build --strict").code(0);
    assert_eq!(tags(&site, "theme-color"), ["<meta content=\"#123456\" name=\"theme-color\">"]);
}
