//! What a build writes for redirects: pages for hosts that only serve files, and rule files that other hosts read.

use crate::harness::Project;

const SITE: &str = "
//- docgen.toml
[site]
title = 'Acme'
FORMATS
[[redirects]]
from = '/old/*'
to = '/docs/new/*'
[[redirects]]
from = '/away/*'
to = 'https://acme.example/*'
[[redirects]]
from = '/page.html'
to = '/docs/new/b?tab=x#part'
//- content/docs/new/index.md
# New
//- content/docs/new/a.md
---
aliases: [/moved]
---
# A
//- content/docs/new/b.md
# B

## Part
//- content/pages/index.md
# Home
";

/// Returns the names of output files that have one of these endings, except files in `_docgen`.
fn names(site: &Project, ends: &[&str]) -> Vec<String> {
    let is_own = |name: &String| ends.iter().any(|end| name.ends_with(end));
    site.dist().into_keys().filter(|name| is_own(name) && !name.starts_with("_docgen/")).collect()
}

#[test]
fn pages_redirect_from_every_path_that_is_known() {
    let site = Project::new(&SITE.replace("FORMATS", ""));
    site.run("build --strict").code(0);
    assert_eq!(
        names(&site, &[".html"]),
        [
            "404.html",
            "away/index.html",
            "docs/index.html",
            "docs/new/a/index.html",
            "docs/new/b/index.html",
            "docs/new/index.html",
            "index.html",
            "moved/index.html",
            "old/a/index.html",
            "old/b/index.html",
            "old/index.html",
            "page.html",
            "search/index.html",
        ]
    );
    let page = |path: &str| site.read(&format!("dist/{path}"));
    assert!(page("old/b/index.html").contains("<a href=\"/docs/new/b/\">"));
    assert!(page("page.html").contains("<a href=\"/docs/new/b/?tab=x#part\">"));
    assert!(page("away/index.html").contains("<link rel=\"canonical\" href=\"https://acme.example/\">"));
    assert_eq!(
        page("_redirects"),
        "/away https://acme.example/ 301\n/away/ https://acme.example/ 301\n\
         /docs /docs/new/ 301\n/docs/ /docs/new/ 301\n\
         /moved /docs/new/a/ 301\n/moved/ /docs/new/a/ 301\n\
         /old /docs/new/ 301\n/old/ /docs/new/ 301\n\
         /page.html /docs/new/b/?tab=x#part 301\n/page.html/ /docs/new/b/?tab=x#part 301\n\
         /away/* https://acme.example/:splat 301\n/old/* /docs/new/:splat 301\n"
    );
    assert!(page("404.html").contains("[\"/old\",\"/docs/new/\",true]"));
}

#[test]
fn the_files_for_hosts_are_those_that_are_asked_for() {
    let all = ["/.htaccess", "_redirects", "vercel.json", "docgen.nginx.conf", ".htaccess"];
    for (asked, files) in [
        ("[]", &[][..]),
        ("['netlify']", &["_redirects"][..]),
        ("['netlify', 'cloudflare']", &["_redirects"]),
        ("['vercel', 'nginx', 'apache']", &[".htaccess", "docgen.nginx.conf", "vercel.json"]),
    ] {
        let site = Project::new(&SITE.replace("FORMATS", &format!("hosts = {asked}")));
        site.run("build --strict").code(0);
        assert_eq!(names(&site, &all), files, "{asked}");
        if asked == "['netlify']" {
            assert!(site.read("dist/_redirects").contains("/moved /docs/new/a/ 301!\n"));
        }
    }
    let asked = "hosts = ['netlify', 'vercel', 'nginx', 'apache']";
    let site = Project::new(&format!("//- docgen.toml\n[site]\n{asked}\n//- content/docs/a.md\n# A\n"));
    site.run("build --strict").code(0);
    let headers = [".htaccess", "docgen.nginx.conf", "vercel.json"];
    assert_eq!(
        names(&site, &all),
        headers,
        "a site without redirects has only files that also contain headers"
    );
    assert!(!site.read("dist/404.html").contains("location.replace"));
}

#[test]
fn a_file_for_a_host_that_a_writer_keeps_is_never_overwritten_silently() {
    for (file, formats) in [("_redirects", ""), ("vercel.json", "hosts = ['vercel']")] {
        let own = format!("//- static/{file}\nmine\n");
        let site = Project::new(&(SITE.replace("FORMATS", formats) + &own));
        let expected = format!("`static/{file}` would replace the redirect rules for a host");
        site.run("build").code(1).stderr_has(&expected).stderr_has("or remove its host from");
        site.write("docgen.toml", "[site]\ntitle = 'Acme'\n").remove("content/docs/new/a.md");
        site.run("build --strict").code(0);
        assert_eq!(site.read(&format!("dist/{file}")), "mine\n");
    }
}
