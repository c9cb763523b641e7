//! The messages about links to pages that aren't published, and about unused files.

use std::collections::BTreeSet;

use crate::harness::Project;

const SITE: &str = "
//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
[[blog]]
//- content/docs/a.md
# A
//- content/docs/box/draft.md
---
draft: true
---
# Draft
//- content/docs/box/index.md
---
draft: true
slug: /somewhere
---
# Box
//- content/docs/_part.md
# Part
//- content/docs/hidden.md
---
unlisted: true
---
# Hidden
//- content/pages/soon.md
---
draft: true
---
# Soon
//- content/blog/2025-01-05-post.md
---
draft: true
---
# Post
//- content/blog/2025-01-06-other.md
# Other
//- content/i18n/fr/docs/a.md
# A
//- content/i18n/fr/docs/seul.md
---
draft: true
---
# Seul
";

/// Returns the messages that `check` reports for the site with an additional file.
fn messages(file: &str, text: &str) -> Vec<String> {
    let site = Project::new(SITE);
    site.write(file, text);
    let message = |found: &serde_json::Value| found["message"].as_str().unwrap_or_default().to_owned();
    site.run("check --format json").json().iter().map(message).collect()
}

#[test]
fn a_link_to_a_draft_says_so() {
    let (draft, index, post) =
        ("content/docs/box/draft.md", "content/docs/box/index.md", "content/blog/2025-01-05-post.md");
    let soon = "content/pages/soon.md";
    let mut wrong = Vec::new();
    for (link, file) in [
        ("./box/draft.md", draft),
        ("./box/draft.md#part", draft),
        ("box/draft", draft),
        ("/docs/box/draft.md", draft),
        ("/docs/box/draft", draft),
        ("/docs/box/draft/", draft),
        ("./box/", index),
        ("/docs/somewhere", index),
        ("/soon", soon),
        ("../pages/soon.md", soon),
        ("../blog/2025-01-05-post.md", post),
        ("/blog/post", post),
    ] {
        let found = messages("content/docs/b.md", &format!("# B\n\n[link]({link})\n"));
        if found != [format!("broken link: `{link}` points to the draft `{file}`")] {
            wrong.push(format!("{link}: {found:?}"));
        }
    }
    let french = "content/i18n/fr/docs/seul.md";
    for link in ["./seul.md", "/docs/seul", "/fr/docs/seul"] {
        let found = messages("content/i18n/fr/docs/b.md", &format!("# B\n\n[link]({link})\n"));
        if found.first() != Some(&format!("broken link: `{link}` points to the draft `{french}`")) {
            wrong.push(format!("{link}: {found:?}"));
        }
    }
    let config = SITE.split("//- ").nth(1).and_then(|file| file.split_once('\n')).expect("it is the first").1;
    for (part, message) in [
        (
            "[[navbar.items]]\nlabel = 'A'\nhref = '/docs/box/draft'",
            "navbar item 1: broken link: `/docs/box/draft` points to the draft `content/docs/box/draft.md`",
        ),
        (
            "[[footer.columns]]\ntitle = 'A'\nitems = [{ label = 'A', href = '/soon' }]",
            "broken link: the footer link `/soon` points to the draft `content/pages/soon.md`",
        ),
        (
            "[[redirects]]\nfrom = '/old'\nto = '/blog/post'",
            "`/old` redirects to the draft `content/blog/2025-01-05-post.md`",
        ),
    ] {
        let found = messages("docgen.toml", &format!("{config}\n{part}\n"));
        if found != [message] {
            wrong.push(format!("{part}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of 18:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_link_to_another_page_that_is_not_made_says_what_is_true() {
    let found = |link: &str| messages("content/docs/b.md", &format!("# B\n\n[link]({link})\n"));
    assert_eq!(
        found("./_part.md"),
        ["broken link: `./_part.md` points to `content/docs/_part.md`, which isn't a page"]
    );
    assert_eq!(found("./hidden.md"), Vec::<String>::new());
    assert_eq!(found("/docs/hidden"), Vec::<String>::new());
    assert_eq!(
        found("./nothing.md"),
        ["broken link: `./nothing.md` doesn't match any page or file on this site"]
    );
    let site = Project::new(SITE);
    site.write("content/blog/undated.md", "# No date\n")
        .write("content/docs/b.md", "[a](../blog/undated.md)\n");
    let said = "`../blog/undated.md` points to `content/blog/undated.md`, which isn't a page";
    assert!(site.run("check").code(1).stderr.contains(said));
    // A post without a date isn't called a draft.
    assert!(!site.run("check").stderr.contains("draft"));
}

#[test]
fn files_that_nothing_uses_are_reported() {
    let used = [
        "content/docs/_category_.toml",
        "content/docs/box/_category_.yaml",
        "content/docs/data.json",
        "content/docs/categorical-data.json",
        "content/docs/notes.toml",
        "content/docs/tabs.yml",
        "content/blog/2025-01-07-tags.json",
        "content/blog/authors.yml",
        "content/blog/tags.toml",
        "content/i18n/fr/messages.json",
        "overrides/custom.css",
        "overrides/README.md",
        "overrides/templates/README.txt",
        "content/docs/box/_tags.md",
        "static/category.toml",
        "static/custom.js",
        "docs/category.toml",
    ];
    let stray = [
        "content/docs/category.toml",
        "content/docs/box/_category.yml",
        "content/docs/box/Category_.json",
        "content/docs/box/_categroy_.toml",
        "content/docs/box/_category_.tml",
        "content/docs/box/_category_.md",
        "content/i18n/fr/docs/box/category.json",
        "content/blog/author.toml",
        "content/blog/authors.json",
        "content/blog/tag.yml",
        "content/i18n/fr/blog/_authors.toml",
        "content/i18n/fr/message.json",
        "content/i18n/fr/messages.yml",
        "overrides/custom.js",
        "overrides/main.css",
        "overrides/doc.html",
        "overrides/templates/doc.htm",
        "overrides/scripts/own.js",
    ];
    let site = Project::new(SITE);
    for file in used.into_iter().chain(stray) {
        site.write(file, if file.ends_with("json") { "{}" } else { "" });
    }
    site.write("content/docs/_category_.toml", "label = 'A'\n");
    let found = site.run("check --format json").json();
    let unused = found.iter().filter(|found| found["code"] == "unused-content");
    let unused: BTreeSet<&str> = unused.filter_map(|found| found["file"].as_str()).collect();
    assert_eq!(unused, BTreeSet::from(stray));
    assert!(
        found.iter().all(|found| found["code"] == "unused-content" || found["code"] == "unknown-author"),
        "{found:#?}"
    );
    // A file that a page links to is published.
    site.write("content/docs/b.md", "# B\n\n[file](./category.toml)\n");
    site.run("check").stderr_lacks("content/docs/category.toml").stderr_has("overrides/custom.js");
}

#[test]
fn a_title_that_is_hidden_leaves_a_heading_of_the_text() {
    let shown = |text: &str| {
        let site = Project::new("//- content/docs/a.md\n# A\n");
        site.write("content/docs/a.md", text).build();
        site.read("dist/docs/a/index.html").matches("<h1").count()
    };
    assert_eq!(shown("---\nhide_title: true\ntitle: T\n---\nWords.\n"), 0);
    assert_eq!(shown("---\nhide_title: true\n---\nWords.\n"), 0);
    assert_eq!(shown("---\nhide_title: true\n---\n# Heading\n\nWords.\n"), 1);
    assert_eq!(shown("---\nhide_title: true\ntitle: T\n---\n# Heading\n\nWords.\n"), 1);
    assert_eq!(shown("---\ntitle: T\n---\nWords.\n"), 1);
}

#[test]
fn a_comment_is_no_description() {
    let description = |text: &str| {
        let site = Project::new("//- content/docs/a.md\n# A\n");
        site.write("content/docs/a.md", text).build();
        let page = site.read("dist/docs/a/index.html");
        let (before, _) = page.split_once("\" name=\"description\">").unwrap_or_default();
        before.rsplit('"').next().unwrap_or_default().to_owned()
    };
    for comment in [
        "{/* Note. */}",
        "{/*Note.*/}",
        "{/* One\n\ntwo *three*\n\nfour */}",
        "{/*\nlint-ignore\n*/}",
        "<!-- Note. -->",
    ] {
        assert_eq!(description(&format!("# A\n\n{comment}\n\nWords.\n")), "Words.", "{comment}");
        assert_eq!(description(&format!("{comment}\n\n# A\n\nWords.\n")), "Words.", "{comment}");
    }
    assert_eq!(description("# A\n\n{/path} is a template.\n"), "{/path} is a template.");
    assert_eq!(description("# A\n\nWords {/* note */}.\n"), "Words {/* note */}.");
}
