//! `docgen mv`: every URL of a site still opens the same page after a move, in every locale and version.

use std::collections::BTreeMap;

use crate::harness::{Numbers, Project, same_text};

const SITE: &str = "
//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'de' }, { code = 'fr' }]

[[redirects]]
from = '/docs/guides/older'
to = '/docs/guides/a?x=1#part'

[[redirects]]
from = '/before/*'
to = '/docs/guides/*'
//- content/docs/index.md
# Start
//- content/docs/guides/a.md
# Page a

## Part
//- content/docs/guides/b.md
---
aliases: [old-b, /docs/oldest]
---
# Page b
//- content/docs/guides/deep/c.md
---
aliases: [/docs/old-c]
---
# Page c
//- content/docs/guides/_category_.toml
label = 'Guides'
//- content/docs/other/d.md
# Page d
//- content/i18n/de/docs/guides/_category_.toml
slug = 'anleitungen'
//- content/i18n/de/docs/guides/deep/_category_.toml
slug = 'tief'
//- content/i18n/de/docs/guides/deep/c.md
---
aliases: [alt-c]
---
# Seite c
//- content/i18n/fr/docs/guides/b.md
---
slug: bee
---
# La page b
//- content/i18n/de/docs/other/d.md
---
slug: /dee
---
# Seite d
";

/// Returns the title of the page that each URL opens, with the page's locale.
pub(crate) fn opened(site: &Project) -> BTreeMap<String, String> {
    let dist = site.dist();
    let html = dist.iter().filter_map(|(path, bytes)| {
        Some((path.strip_suffix("index.html")?, String::from_utf8_lossy(bytes).into_owned()))
    });
    let html: BTreeMap<&str, String> = html.collect();
    let between =
        |text: &str, start: &str, end: &str| Some(text.split_once(start)?.1.split_once(end)?.0.to_owned());
    let title = |url: &str| {
        let mut text = html.get(url)?;
        let mut locale = url;
        if let Some(to) = between(text, "http-equiv=\"refresh\" content=\"0; url=/", "\"") {
            let to = to.replace("&#x27;", "'");
            let to = to.strip_prefix("sub/").unwrap_or(&to);
            let path = to.split(['?', '#']).next().unwrap_or_default();
            let decoded = percent_decoded(path);
            text = html.get(&*decoded).unwrap_or_else(|| panic!("{url} redirects to {to}"));
            locale = if path.starts_with("de/") {
                "de/"
            } else if path.starts_with("fr/") {
                "fr/"
            } else {
                ""
            };
            let suffix = &to[path.len()..];
            return Some(format!("{locale} {}{suffix}", between(text, "<h1", "</h1>")?));
        }
        locale = ["de/", "fr/"].into_iter().find(|start| locale.starts_with(start)).unwrap_or("");
        Some(format!("{locale} {}", between(text, "<h1", "</h1>")?))
    };
    html.keys().filter_map(|url| Some(((*url).to_owned(), title(url)?))).collect()
}

fn percent_decoded(path: &str) -> String {
    ["%23#", "%3F?", "%25%"].iter().fold(path.to_owned(), |path, pair| path.replace(&pair[..3], &pair[3..]))
}

/// Checks that every URL opens the same page after moves.
#[track_caller]
fn keeps_every_url<S: AsRef<str>>(site: &Project, moves: &[S]) {
    site.run("build").code(0);
    let before = opened(site);
    for arguments in moves {
        let run = site.run(&format!("mv {}", arguments.as_ref())).code(0);
        run.stderr_has("no problems");
    }
    site.run("build --strict").code(0);
    let after = opened(site);
    let listed = |all: &BTreeMap<String, String>| {
        let kept =
            before.keys().map(|url| format!("{url}: {}\n", all.get(url).map_or("lost", String::as_str)));
        kept.collect::<String>()
    };
    same_text(&listed(&before), &listed(&after));
}

#[test]
fn urls_of_translated_folders_open_the_same_pages() {
    for moves in [
        &["content/docs/guides content/docs/start/here"][..],
        &["content/docs/guides content/docs/manuals"],
        &["content/docs/guides content/docs/manuals", "content/docs/manuals content/docs/deep/manuals"],
        &[
            "content/docs/guides/a.md content/docs/a.md",
            "content/docs/guides/b.md content/docs/other/b.md",
            "content/docs/guides/deep/c.md content/docs/c.md",
        ],
        &["content/docs/guides/deep content/docs/deep", "content/docs/other content/docs/guides/other"],
    ] {
        keeps_every_url(&Project::new(SITE), moves);
        let site = Project::new(SITE);
        site.run("version cut 1.0").code(0);
        keeps_every_url(&site, moves);
    }
    let site = Project::new(SITE);
    site.run("version cut 1.0").code(0);
    site.run("version cut 2.0").code(0);
    let in_version = |name: &str| format!("content/versions/{name}/docs");
    keeps_every_url(
        &site,
        &[
            format!("{0}/guides {0}/manuals", in_version("2.0")),
            format!("{0}/guides/b.md {0}/b.md", in_version("1.0")),
            "content/versions/1.0 content/versions/1.5".to_owned(),
        ],
    );
}

#[test]
fn urls_open_the_same_pages_after_random_moves() {
    for seed in 1..=4 {
        let site = Project::new(SITE);
        if seed % 2 == 0 {
            site.run("version cut 1.0").code(0);
        }
        let mut numbers = Numbers(seed);
        let mut pages: Vec<String> =
            ["guides/a", "guides/b", "guides/deep/c", "other/d"].map(|page| format!("{page}.md")).to_vec();
        let mut moves = Vec::new();
        for round in 0..4 {
            let at = numbers.below(pages.len());
            let folder = |page: &str| page.rsplit_once('/').map(|(folder, _)| folder.to_owned());
            let to = folder(&pages[numbers.below(pages.len())]).map_or(String::new(), |to| to + "/");
            let (old, new) = match folder(&pages[at]).filter(|_| numbers.below(2) == 0) {
                Some(old) => (old, format!("moved-{round}")),
                None => (pages[at].clone(), format!("{to}page-{round}.md")),
            };
            moves.push(format!("content/docs/{old} content/docs/{new}"));
            for page in &mut pages {
                if let Some(rest) =
                    page.strip_prefix(&*old).filter(|rest| rest.is_empty() || rest.starts_with('/'))
                {
                    *page = format!("{new}{rest}");
                }
            }
        }
        println!("{seed}: {moves:#?}");
        keeps_every_url(&site, &moves);
    }
}

#[test]
fn urls_with_special_characters_open_the_same_pages() {
    for name in ["c#", "q?", "%41", "a*b", "100%", "it's", "a\u{301}\u{327}b"] {
        let files = "//- docgen.toml\ndiagnostics.unportable-path = 'off'\n//- content/docs/index.md\n# Docs\n//- content/docs/a.md\n# A\n";
        let site = Project::new(files);
        site.write(&format!("content/docs/{name}.md"), "---\naliases: [x]\n---\n# C\n");
        keeps_every_url(&site, &[format!("content/docs/{name}.md content/docs/d/c.md")]);
        let site = Project::new(files);
        site.write(&format!("content/docs/{name}.md"), "# C\n");
        site.build();
        let before = opened(&site);
        site.run(&format!("rm content/docs/{name}.md --redirect /docs/a")).code(0).stderr_has("no problems");
        site.run("build --strict").code(0);
        let lost = before.keys().find(|url| !opened(&site).contains_key(*url));
        assert_eq!(lost, None, "{}", site.read("docgen.toml"));
    }
}

#[test]
fn an_alias_of_a_released_page_moves_to_another_set() {
    let site = Project::new(
        "//- docgen.toml\n[[docs]]\n[[docs]]\nid = 'sdk'\n//- content/docs/a.md\n---\naliases: [/docs/old, older]\n---\n# A\n\
         //- content/docs/index.md\n# Docs\n//- content/sdk/index.md\n# SDK\n",
    );
    site.run("version cut 1.0").code(0);
    keeps_every_url(&site, &["content/docs/a.md content/sdk/a.md"]);
    let page = site.read("content/sdk/a.md");
    assert!(page.contains("aliases: [/docs/next/old, /docs/next/older, /docs/next/a]\n"), "{page}");
}

#[test]
fn files_next_to_the_documentation_can_be_moved_and_removed() {
    let site = Project::new(
        "//- content/docs/a.md\n# A\n\n::include{file=\"/_install.md\"}\n\n![L](../l.svg)\n//- content/_install.md\nInstall.\n\
         //- content/l.svg\n<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>\n",
    );
    keeps_every_url(
        &site,
        &[
            "content/_install.md content/_parts/install.md",
            "content/_parts content/_shared",
            "content/l.svg content/docs/l.svg",
            "content/_shared/install.md content/_setup.md",
        ],
    );
    let page = site.read("content/docs/a.md");
    assert!(page.contains("file=\"/_setup.md\"") && page.contains("(./l.svg)"), "{page}");
    site.run("rm content/_setup.md").code(1).stderr_has("_setup.md");
    site.write("content/docs/a.md", "# A\n");
    site.run("rm content/_setup.md").code(0).stderr_has("no problems");
    assert!(!site.has("content/_setup.md"));
}

#[test]
#[cfg(unix)]
fn a_move_reports_symbolic_links_and_names_that_other_systems_do_not_allow() {
    let site = Project::new("//- content/docs/a.md\n# A\n//- content/docs/b.svg\n<svg/>\n");
    std::os::unix::fs::symlink("b.svg", site.root().join("content/docs/c.svg")).expect("links can be made");
    site.run("mv content/docs/b.svg content/docs/d.svg")
        .code(0)
        .stderr_has("`content/docs/c.svg` is a symbolic link, and its target changes; check the link");
    site.run("mv content/docs/a.md content/docs/con.md").code(0).stderr_has("unportable-path");
}

#[test]
fn style_sheets_follow_a_move() {
    let site = Project::new(
        "//- docgen.toml\n[site]\nbase_url = '/sub/'\n//- overrides/custom.css\na { background: url(/sub/img/c.svg) }\n\
         //- components/Note.jsx\nimport './css/note.css'\nexport function Note() { return <b>Note</b> }\n\
         //- components/css/note.css\n@import \"./base.css\";\na { background: url(/img/c.svg#x); mask: url('../../content/docs/d.svg') }\n\
         //- components/css/base.css\nb { background: url(\"/img/c.svg\") }\n\
         //- content/docs/a.mdx\nimport { Note } from '../../components/Note'\nimport './g/page.css'\n\n# A\n\n<Note />\n\
         //- content/docs/g/page.css\ni { background: url(../d.svg) }\n",
    );
    for file in ["static/img/c.svg", "content/docs/d.svg"] {
        site.write(file, "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>");
    }
    let has = |file: &str, part: &str| {
        let text = site.read(file);
        assert!(text.contains(part), "{part}: {text}");
    };
    site.run("rm static/img/c.svg")
        .code(1)
        .stderr_has("file not found: `/sub/img/c.svg`")
        .stderr_has("custom.css:1:");
    keeps_every_url(
        &site,
        &[
            "static/img/c.svg static/pictures/c(1).svg",
            "content/docs/d.svg content/docs/e/d.svg",
            "content/docs/g content/docs/h/g",
        ],
    );
    has("overrides/custom.css", "url(/sub/pictures/c%281%29.svg)");
    has("components/css/note.css", "url(/pictures/c%281%29.svg#x); mask: url('../../content/docs/e/d.svg')");
    has("components/css/base.css", "url(\"/pictures/c%281%29.svg\")");
    has("content/docs/h/g/page.css", "url(../../e/d.svg)");
    site.run("version cut 1.0").code(0).stderr_has("no problems");
    site.run("build --strict").code(0);
}

#[test]
fn a_path_that_changes_only_its_case_gets_no_redirect() {
    let site = Project::new(
        "//- content/docs/a.md\nSee [this](./Writing.md).\n//- content/docs/Writing.md\nText.\n",
    );
    site.run("mv content/docs/Writing.md content/docs/writing.md").code(0);
    assert_eq!(site.read("content/docs/writing.md"), "Text.\n");
    assert_eq!(site.read("content/docs/a.md"), "See [this](./writing.md).\n");
    site.run("build --strict").code(0);
}
