//! Tests of several documentation sets.

use std::fmt::Write as _;

use crate::fixture::same_text;
use crate::path::RoutePath;
use crate::site::tests::site;
use crate::site::{NavbarKind, Target};

const SITE: &str = "
//- docgen.toml
[[docs]]
[docs.sidebars]
main = ['a', { doc = 'b' }]
[[docs]]
id = 'sdk'
main = 'b'
sidebars = { main = ['a', 'b'] }
[[docs]]
id = 'ui'
route = '/design/ui'
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
[[navbar.items]]
type = 'docSidebar'
sidebar_id = 'main'
[[navbar.items]]
type = 'docSidebar'
sidebar_id = 'main'
docs = 'sdk'
[[navbar.items]]
type = 'doc'
doc_id = 'b'
docs = 'sdk'
[[navbar.items]]
type = 'docSidebar'
sidebar_id = 'ui'
[[navbar.items]]
type = 'docsVersion'
docs = 'sdk'
//- content/docs/a.md
[sdk](../sdk/a.md) [old](../versions/1.0/sdk/a.md) [ui](../ui/a.md)
//- content/docs/b.md
//- content/sdk/a.md
//- content/sdk/b.md
[next](a.md) [docs](../docs/b.md)
//- content/versions/1.0/sdk/a.md
[same](./b.md) [docs](../../../docs/a.md)
//- content/versions/1.0/sdk/b.md
//- content/i18n/fr/sdk/a.md
# En français
[docs](../docs/a.md)
//- content/i18n/fr/versions/1.0/sdk/b.md
# Le b
//- content/ui/_category_.toml
label = 'UI'
//- content/ui/a.md
";

#[test]
fn sets_have_addresses_sidebars_and_versions_of_their_own() {
    let (site, problems) = site(SITE);
    assert_eq!(problems, []);
    let mut found = String::new();
    for (page, resolved) in site.pages.iter().zip(&site.resolved).filter(|(page, _)| page.doc_id.is_some()) {
        let version = &site.versions[page.version.expect("it belongs to a set")];
        let sidebar = page.sidebar.as_ref().map(|place| site.sidebars[place.sidebar].id.as_str());
        let others: Vec<_> = page.in_versions.iter().map(|(_, route)| route.as_str()).collect();
        let links: Vec<_> = resolved.links.iter().map(|link| link.href.as_str()).collect();
        let _ = writeln!(
            found,
            "{} {} {} [{}] [{}] {}",
            page.route,
            site.version_name(version),
            sidebar.unwrap_or("-"),
            others.join(" "),
            links.join(" "),
            page.in_locales.len(),
        );
    }
    for redirect in &site.redirects {
        let _ = writeln!(found, "{} -> {}", redirect.from, redirect.page().expect("it leads to a page"));
    }
    same_text(
        "
/design/ui/a ui/current ui [/design/ui/a] [] 2
/docs/a current main [/docs/a] [/sdk/a/ /sdk/a/ /design/ui/a/] 2
/docs/b current main [/docs/b] [] 2
/fr/design/ui/a ui/current ui-fr [/fr/design/ui/a] [] 2
/fr/docs/a current main-fr [/fr/docs/a] [/fr/sdk/a/ /fr/sdk/a/ /fr/design/ui/a/] 2
/fr/docs/b current main-fr [/fr/docs/b] [] 2
/fr/sdk/a sdk/1.0 sdk-main-fr [/fr/sdk/next/a /fr/sdk/a] [/fr/sdk/b/ /fr/docs/a/] 2
/fr/sdk/b sdk/1.0 sdk-main-fr [/fr/sdk/next/b /fr/sdk/b] [] 2
/fr/sdk/next/a sdk/current sdk-main-current-fr [/fr/sdk/next/a /fr/sdk/a] [/fr/docs/a/] 2
/fr/sdk/next/b sdk/current sdk-main-current-fr [/fr/sdk/next/b /fr/sdk/b] [/fr/sdk/next/a/ /fr/docs/b/] 2
/sdk/a sdk/1.0 sdk-main [/sdk/next/a /sdk/a] [/sdk/b/ /docs/a/] 2
/sdk/b sdk/1.0 sdk-main [/sdk/next/b /sdk/b] [] 2
/sdk/next/a sdk/current sdk-main-current [/sdk/next/a /sdk/a] [] 2
/sdk/next/b sdk/current sdk-main-current [/sdk/next/b /sdk/b] [/sdk/next/a/ /docs/b/] 2
/ -> /docs/a
/docs -> /docs/a
/fr -> /fr/docs/a
/fr/docs -> /fr/docs/a
/sdk/next -> /sdk/next/b
/fr/sdk/next -> /fr/sdk/next/b
/sdk -> /sdk/b
/fr/sdk -> /fr/sdk/b
/design/ui -> /design/ui/a
/fr/design/ui -> /fr/design/ui/a
",
        &found,
    );
}

#[test]
fn navbar_items_find_the_pages_of_a_set() {
    let (site, _) = site(SITE);
    let links = site.navbars[1].items.iter().map(|item| match &item.kind {
        NavbarKind::Link { target: Target::Route(route), .. } => route.as_str(),
        other => unreachable!("an item that isn't a link to a page: {other:?}"),
    });
    assert_eq!(
        links.collect::<Vec<_>>(),
        ["/fr/docs/a", "/fr/sdk/a", "/fr/sdk/b", "/fr/design/ui/a", "/fr/sdk/b"]
    );
    let current = |route: &str| {
        let page = site.page(&RoutePath::new(route)).expect("the page exists");
        site.navbars[page.locale].current(page, &site.sidebars).join(" ")
    };
    // The two sidebars called `main` belong to different sets.
    assert_eq!(["/docs/b", "/sdk/a", "/sdk/next/b", "/design/ui/a"].map(current), ["1", "2 3 5", "2 3", "4"]);
}

#[test]
fn problems_name_the_keys_of_their_set() {
    let (_, problems) = site(
        "
//- docgen.toml
[[docs]]
main = 'b'
[[docs]]
id = 'sdk'
main = 'a'
last_version = '2.0'
[docs.sidebars]
sdk = ['b']
[[docs]]
id = 'ui'
[[docs]]
id = 'api'
versions = [{ name = 'current' }, { name = '1.0', sidebars = { x = ['a'] } }]
[[navbar.items]]
type = 'doc'
doc_id = 'x'
docs = 'skd'
//- content/docs/a.md
//- content/versions/1.0/sdk/b.md
//- content/versions/1.0/ui-old/b.md
//- content/api/a.md
",
    );
    let lines: Vec<String> = problems
        .iter()
        .map(|problem| {
            let hint = problem.hints.first().map_or("", String::as_str);
            format!("{:?} {}; {hint}", problem.location, problem.message).trim_end().to_owned() + "\n"
        })
        .collect();
    same_text(
        r#"
Some(Span(SourcePath("docgen.toml"), Span { start: 16, end: 19 })) `docs[1].main`: unknown document `b`;
Some(Span(SourcePath("docgen.toml"), Span { start: 47, end: 50 })) `docs[2].main`: unknown document `a`;
Some(Span(SourcePath("docgen.toml"), Span { start: 66, end: 71 })) `docs[2].last_version`: unknown version `2.0`;
Some(Span(SourcePath("docgen.toml"), Span { start: 114, end: 118 })) the documentation set `ui` has no documents in `content/ui`; add pages there, or remove the `[[docs]]` table
Some(Span(SourcePath("docgen.toml"), Span { start: 182, end: 187 })) version `1.0` has no documents in `content/versions/1.0/api`; add pages there, or remove the version from `docs[4].versions`
Some(Span(SourcePath("docgen.toml"), Span { start: 217, end: 233 })) navbar item 1: unknown documentation ID `skd`; use one of `docs`, `sdk`, `ui`, `api`
Some(File(SourcePath("content/versions/1.0/ui-old/b.md"))) `content/versions/1.0/ui-old/b.md` isn't used: it isn't in a documentation folder; did you mean `ui`?
"#,
        &lines.concat(),
    );
}
