//! `docgen diff`: what it compares, what it reports, and its exit codes.

mod layouts;
mod mutations;

use serde_json::Value as Json;

use crate::harness::{Project, Run, files, repository};

/// Writes two sites to the folders `old` and `new`. The literals contain the sites' files.
fn sites(old: &str, new: &str) -> Project {
    let project = Project::new("");
    for (folder, fixture) in [("old", old), ("new", new)] {
        std::fs::create_dir(project.root().join(folder)).expect("folders can be created");
        for (path, text) in files(fixture) {
            project.write(&format!("{folder}/{path}"), text);
        }
    }
    project
}

/// Returns the report of a comparison as JSON.
#[track_caller]
fn report(old: &str, new: &str) -> Json {
    json(&sites(old, new).run("diff old new --json"))
}

#[track_caller]
fn json(run: &Run) -> Json {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}:\n{}{}", run.stdout, run.stderr))
}

const OLD: &str = r##"
//- index.html
<!doctype html><title>Home | Tea</title><nav><a href=/>Tea</a></nav>
<main><h1>Tea</h1><p>Read about <a href=/green/>green tea</a> and <a href=/black/>black tea</a>.</p>
<p>Or visit <a href="https://example.com/tea">the tea shop</a>.</p></main>
//- green/index.html
<!doctype html><title>Green | Tea</title><nav><a href=/>Tea</a></nav>
<main><h1>Green tea</h1><h2 id=water>Water</h2><p>Let the water cool down to 70 degrees first.</p>
<h2 id=time>Time</h2><p>Two minutes are enough.</p><img src=/cup.png alt="A cup of tea"></main>
//- black/index.html
<!doctype html><title>Black | Tea</title><nav><a href=/>Tea</a></nav>
<main><h1>Black tea</h1><p>Use boiling water, as for <a href=/green/#time>green tea</a>.</p></main>
//- white/index.html
<!doctype html><title>White | Tea</title><main><h1>White tea</h1></main>
//- cup.png
png
"##;

#[test]
fn a_site_is_like_itself() {
    let site = sites(OLD, OLD);
    let same = "nothing is lost: 4 URLs, 2 heading IDs, 45 words, 4 links, 1 image\n";
    site.run("diff old new").code(0).stdout(same).stderr("");
    let report = json(&site.run("diff old new --json").code(0));
    assert_eq!(report["summary"]["urls"], serde_json::json!({"total": 4, "kept": 4, "moved": 0, "lost": 0}));
    assert_eq!(report["lost_words"], serde_json::json!([]));
}

/// Returns the new site from the manual's example.
fn new() -> String {
    OLD.replace("//- white/index.html", "//- white.html")
        .replace(" id=time", " id=duration")
        .replace(" first", "")
        .replace("<a href=/black/>black tea</a>", "black tea")
        .replace("Or visit", "Visit")
        .replace("<img src=/cup.png alt=\"A cup of tea\">", "")
        .replace("<title>Black", "<title>Strong tea")
        .replace("as for", "as for <img src=/leaf.png>")
}

const REPORT: &str = "\
1 lost URL
  /white/ (the new site has /white.html; add a redirect)

1 lost ID
  /green/#time (“Time”)

1 broken link
  /green/#time on /black/

1 missing file
  /leaf.png on /black/

2 pages with lost words
  /green/: 5 of 21 words
      …cool down to 70 degrees [first].
      [A cup of tea]
  /: 1 of 13 words
      [Or] visit the tea shop.

1 lost link
  / to /black/ (“black tea”)

1 lost image
  /green/: /cup.png (“A cup of tea”)

1 changed title
  /black/: “Black” is now “Strong tea”

kept: 3 of 4 URLs, 1 of 2 heading IDs, 86.6% of words, 3 of 4 links, 0 of 1 image, 3 of 4 titles
";

#[test]
fn what_is_lost_is_reported_worst_first() {
    let site = sites(OLD, &new());
    site.run("diff old new").code(1).stdout(REPORT).stderr("");
    let report = json(&site.run("diff old new --json").code(1));
    assert_eq!(report["lost_urls"][0]["instead"], "/white.html");
    assert_eq!(report["lost_words"][0]["excerpts"][0]["lost"], "first");
    let manual = repository().join("manual/content/docs/reference/command-line.md");
    let manual = std::fs::read_to_string(manual).expect("the page is there");
    assert!(manual.contains(REPORT), "the manual has the report");
}

#[test]
fn the_guide_shows_a_report() {
    let new = OLD.replace("//- white/index.html", "//- white.html").replace("id=time", "id=duration");
    let new = new.replace("#time", "#duration");
    let run = sites(OLD, &new).run("diff old new --fail-on urls,ids,links,images").code(1);
    let guide = repository().join("manual/content/docs/guides/deploying.md");
    let guide = std::fs::read_to_string(guide).expect("the page is there");
    assert!(guide.contains(&format!("```text\n{}```", run.stdout)), "{}", run.stdout);
}

#[test]
fn the_keys_of_the_report_are_in_the_manual() {
    let manual = repository().join("manual/content/docs/reference/command-line.md");
    let manual = std::fs::read_to_string(manual).expect("the page is there");
    let report = report(OLD, &new());
    for key in report.as_object().expect("it's an object").keys() {
        assert!(manual.contains(&format!("| `{key}` |")), "`{key}` isn't in the manual");
    }
}

#[test]
fn only_some_kinds_can_make_a_comparison_fail() {
    let site = sites(OLD, &OLD.replace("Two minutes", "Minutes"));
    site.run("diff old new").code(1);
    site.run("diff old new --fail-on words").code(1);
    site.run("diff old new --fail-on urls,ids,links").code(0);
    site.run("diff old new --fail-on no").code(2);
}

#[test]
fn long_lists_are_cut_and_say_how_to_see_them_all() {
    let page = |at: usize| format!("//- p{at:02}/index.html\n<title>P</title><h1>Page</h1>\n");
    let old: String = (0..13).map(page).collect();
    let run = sites(&old, &page(0)).run("diff old new").code(1);
    assert!(
        run.stdout.contains("\n  /p10/\n  and 2 more; to list all of them, use `--json`\n"),
        "{}",
        run.stdout
    );
    assert_eq!(report(&old, &page(0))["lost_urls"].as_array().map(Vec::len), Some(12));
}

#[test]
fn pages_are_found_at_their_urls() {
    let page = |path: &str, body: &str| format!("//- {path}\n<title>T</title><h1>H</h1>{body}\n");
    let html = "<a href=a.html>a</a><a href=b.html>b</a>";
    let clean = "<a href=/a>a</a><a href=/b>b</a><a href=#x>x</a><a href=#y>y</a><a href=#z>z</a>";
    let folders = "<a href=/a/>a</a><a href=/b/>b</a>";
    let files = |links: &str| page("index.html", links) + &page("a.html", "") + &page("b.html", "");
    let dirs =
        |links: &str| page("index.html", links) + &page("a/index.html", "") + &page("b/index.html", "");
    for (old, new, lost) in [
        (files(html), files(html), 0),
        (files(html), files(clean), 0),
        (files(html), dirs(folders), 2),
        (files(clean), dirs(folders), 0),
        (dirs(folders), files(html), 2),
        (dirs(folders), files(clean), 0),
        (dirs(folders), dirs(folders).replace("//- a/", "//- A/"), 1),
        (page("caf\u{e9}/index.html", ""), page("cafe\u{301}/index.html", ""), 0),
        (page("a b%/index.html", ""), page("a b%/index.html", ""), 0),
        (page("index.html", "") + &page("404.html", ""), page("index.html", ""), 0),
        (page("index.html", ""), page("404.html", ""), 1),
    ] {
        let found = report(&old, &(new.clone() + &page("z/index.html", "")));
        assert_eq!(found["summary"]["urls"]["lost"], lost, "{old}\n{new}\n{found:#}");
    }
}

#[test]
fn the_path_of_the_site_does_not_matter() {
    let site = |base: &str, folder: &str| {
        format!(
            "//- {folder}index.html\n<title>T</title><link rel=stylesheet href={base}s.css><main><h1>H</h1><a href={base}a/>to a</a></main>\n\
             //- {folder}a/index.html\n<title>A</title><main><h1>A</h1><p>See <a href={base}>the start</a>.</p></main>\n\
             //- {folder}s.css\n\n"
        )
    };
    let all = [site("/", ""), site("/docs/", ""), site("/docs/", "docs/")];
    // Don't compare the first site with the last site, because their URLs differ.
    for (old, new) in [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)] {
        println!("{old} and {new}");
        sites(&all[old], &all[new]).run("diff old new").code(0);
    }
}

#[test]
fn a_full_url_of_the_site_is_the_same_link_in_both_sites() {
    let page = "<main><h1>A</h1><p>Read <a href=https://site.example/b.html>B</a></main>\n//- b.html\n<main><h1>B</h1></main>";
    let old = format!("//- index.html\n<title>A</title>{page}");
    let new =
        format!("//- index.html\n<title>A</title><link rel=canonical href=https://site.example/>{page}");
    for (old, new) in [(&old, &new), (&new, &old)] {
        let report = report(old, new);
        assert_eq!(report["summary"]["links"]["lost"], 0, "{report}");
        assert_eq!(report["summary"]["links"]["total"], 1, "{report}");
    }
}

#[test]
fn a_page_behind_a_redirect_has_moved() {
    let page = |path: &str| format!("//- {path}/index.html\n<title>T</title><h1>H</h1><p>{path} text</p>\n");
    let old = page("keep") + &page("a");
    let to = "/keep/../b/";
    let refresh = format!(
        "//- a/index.html\n<title>R</title><meta http-equiv=Refresh content=\"0; URL='{to}'\"><p>Moved\n"
    );
    let script = format!(
        "//- a/index.html\n<title>R</title><link rel=canonical href=/b/><script>location.replace('{to}')</script>\n"
    );
    for rule in [
        refresh.clone(),
        script,
        "//- _redirects\n/a /b/ 301\n".to_owned(),
        "//- _redirects\n/a/* /b/:splat 301!\n".to_owned(),
        r#"//- vercel.json
{"redirects": [{"source": "/a{/}?", "destination": "/b", "statusCode": 301}]}
"#
        .to_owned(),
        "//- .htaccess\nRewriteRule \"^a/?$\" \"/b/\" [R=301,L,NE]\n".to_owned(),
        "//- redirects.nginx.conf\nlocation = \"/a/\" { return 301 \"/b/$is_args$args\"; }\n".to_owned(),
    ] {
        let new = page("keep") + &page("b").replace("b text", "a text") + &rule;
        let found = report(&old, &new);
        assert_eq!(found["summary"]["urls"]["moved"], 1, "{rule}{found:#}");
        assert_eq!(found["moved"][0], serde_json::json!({"url": "/a/", "to": "/b/"}), "{rule}");
        assert_eq!(found["lost_words"], serde_json::json!([]), "{rule}");
    }
    // A page that reloads itself isn't a redirect, even below a path.
    let own = "//- a/index.html\n<title>A</title><link rel=canonical href=https://e.com/x/a/><script>location.href</script>A\n\
               //- index.html\n<title>I</title><link rel=canonical href=https://e.com/x/><h1>I</h1><a href=/x/a/>A</a>\n";
    assert_eq!(report(own, own)["summary"]["urls"]["kept"], 2);
    // The folder of the page's children can redirect to the page.
    let child = "//- keep.html\n<title>T</title><h1>H</h1>\n//- index.html\n<title>I</title><h1>I</h1><a href=/keep>k</a>\n\
                 //- keep/index.html\n<title>R</title><meta http-equiv=refresh content=\"0; url=/keep\">\n";
    let found = report(child, child);
    assert_eq!(
        (&found["broken_links"], &found["lost_redirects"]),
        (&serde_json::json!([]), &serde_json::json!([]))
    );
    // A file next to a page's folder can redirect to the page.
    let beside = refresh.replace("a/index.html", "keep.html").replace(to, "/keep/");
    let found = report(&old, &(old.clone() + &beside));
    assert_eq!(found["summary"]["new_pages"], 0, "{found:#}");
    let folder = refresh.replace("a/index.html", "keep.html/index.html").replace(to, "/keep/");
    let found = report(&(page("keep") + &folder), &(page("keep") + &beside));
    assert_eq!(found["lost_redirects"], serde_json::json!([]));
    // Test redirect loops and targets that don't exist.
    let circle = "//- _redirects\n/a /c\n/c /a\n";
    assert_eq!(report(&old, &(page("keep") + circle))["summary"]["urls"]["lost"], 1);
    assert_eq!(report(&old, &(page("keep") + &refresh))["summary"]["urls"]["lost"], 1);
    // URLs that the old site redirected must still lead to a page.
    let old = page("keep") + &refresh.replace(to, "/keep/");
    assert_eq!(report(&old, &old)["lost_redirects"], serde_json::json!([]));
    assert_eq!(report(&old, &page("keep"))["lost_redirects"][0]["url"], "/a/");
}

#[test]
fn sites_without_canonical_urls_have_the_origin_of_the_other_site() {
    let page = |head: &str| {
        format!(
            "//- index.html\n<title>T</title>{head}<main><h1>H</h1><a href=https://e.com/a.html#b>to a</a></main>\n\
             //- a.html\n<title>A</title><main><h1>A</h1><h2 id=b>B</h2></main>\n"
        )
    };
    let (old, new) = (page(""), page("<link rel=canonical href=https://e.com/>"));
    for (old, new) in [(&old, &new), (&new, &old)] {
        sites(old, new).run("diff old new").code(0);
    }
}

#[test]
fn docgens_own_redirects_are_understood() {
    let site = Project::new(
        "//- docgen.toml\n[site]\ntitle = \"T\"\nhosts = [\"netlify\", \"vercel\", \"apache\", \"nginx\"]\n\
         [[redirects]]\nfrom = \"/docs/old\"\nto = \"/docs/new\"\n\
         [[redirects]]\nfrom = \"/docs/x y\"\nto = \"/docs/new#h\"\n\
         [[redirects]]\nfrom = \"/docs/all/*\"\nto = \"/docs/*\"\n\
         //- content/docs/new.md\n# New\n\n## H\n",
    );
    site.build();
    let pages = ["old", "x y", "all/new"];
    for path in pages {
        site.write(&format!("old/docs/{path}/index.html"), "<title>New</title><h1>New</h1>");
    }
    for rules in ["", "_redirects", "vercel.json", ".htaccess", "docgen.nginx.conf"] {
        // Without the redirecting pages, test one format at a time.
        let copy = site.root().join("copy");
        let _ = std::fs::remove_dir_all(&copy);
        for (path, bytes) in site.dist() {
            let is_rules =
                ["_redirects", "vercel.json", ".htaccess", "docgen.nginx.conf"].contains(&path.as_str());
            let is_redirect = String::from_utf8_lossy(&bytes).contains("http-equiv=\"refresh\"");
            if is_rules && path == rules || !is_rules && (rules.is_empty() || !is_redirect) {
                site.write(&format!("copy/{path}"), bytes);
            }
        }
        let found = json(&site.run("diff old copy --json"));
        assert_eq!(found["summary"]["urls"]["moved"], 3, "{rules}: {found:#}");
    }
}

#[test]
fn a_sitemap_stands_for_the_urls_of_the_old_site() {
    let site = sites("", OLD);
    let urls = |paths: &[&str]| -> String {
        let one =
            |path: &&str| format!("<url><loc>https://example.com{path}</loc><lastmod>2026</lastmod></url>");
        let all: String = paths.iter().map(one).collect();
        format!(
            "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{all}</urlset>"
        )
    };
    site.write("sitemap.xml", urls(&["/", "/green/", "/black/"]));
    let same = "nothing is lost: 3 URLs; 1 new page\n";
    site.run("diff sitemap.xml new").code(0).stdout(same);
    site.write("sitemap.xml", urls(&["/docs/", "/docs/green", "/docs/black/", "/docs/red/"]));
    let lost = "1 lost URL\n  /docs/red/\n\nkept: 3 of 4 URLs; 1 new page\n";
    site.run("diff sitemap.xml new").code(1).stdout(lost);
    let index =
        "<sitemapindex><sitemap><loc>https://example.com/sitemap-0.xml.gz</loc></sitemap></sitemapindex>";
    site.write("index.xml", index).write("sitemap-0.xml", urls(&["/green/"]));
    site.run("diff index.xml new").code(0);
    site.remove("sitemap-0.xml")
        .run("diff index.xml new")
        .code(2)
        .stderr_has("= hint: download https://example.com/sitemap-0.xml.gz and put it next to `index.xml`");
    site.write("urls.txt", "https://example.com/green/\n").run("diff urls.txt new").code(0);
    site.write("bad.xml", "<a>")
        .run("diff bad.xml new")
        .code(2)
        .stderr_has("can't read the sitemap `bad.xml`");
}

#[test]
fn what_cannot_be_compared_is_a_failure_with_a_hint() {
    let site = sites(OLD, OLD);
    site.write("empty/notes.md", "# Notes").write("file.html", "");
    for (arguments, message, hint) in [
        ("diff https://example.com new", "found the URL `https://example.com`", "download the sitemap"),
        (
            "diff old missing",
            "can't read `missing`: no such file or directory",
            "specify the built site's folder",
        ),
        ("diff old file.html", "expected a folder for the new site", "specify the built site's folder"),
        ("diff old empty", "no HTML pages in `empty`", "which contains `index.html`"),
        ("diff empty new", "no HTML pages in `empty`", "which contains `index.html`"),
    ] {
        site.run(arguments).code(2).stderr_has(message).stderr_has(hint);
    }
}

#[cfg(unix)]
#[test]
fn nothing_in_a_folder_stops_a_comparison() {
    use std::os::unix::fs::symlink;
    let site = sites(OLD, OLD);
    let (old, new) = (site.root().join("old"), site.root().join("new"));
    symlink(&old, old.join("loop")).expect("links can be made");
    symlink("/", old.join("outside")).expect("links can be made");
    symlink(new.join("green"), new.join("latest")).expect("links can be made");
    let pipe = std::process::Command::new("mkfifo").arg(old.join("pipe.html")).status();
    assert!(pipe.is_ok_and(|status| status.success()));
    let junk: Vec<u8> = (0..=255).cycle().take(5000).collect();
    for folder in ["old", "new"] {
        site.write(&format!("{folder}/junk.html"), [&b"<title>J</title><p>"[..], &junk].concat());
        site.write(
            &format!("{folder}/latin.html"),
            b"<title>L</title><meta charset=latin1><p>caf\xe9 </p></b></table><td>",
        );
    }
    site.run("diff old new")
        .code(0)
        .stdout("nothing is lost: 6 URLs, 2 heading IDs, 411 words, 4 links, 1 image; 1 new page\n");
    let deep = format!("<title>D</title>{}", "<div>".repeat(100_000));
    site.write("old/deep.html", &deep).write("new/deep.html", &deep);
    let run = site.run("diff old new").code(2);
    run.stderr_has(
        "can't read `deep.html` from the new site: its elements are nested too deeply, and 1 more file",
    );
}
