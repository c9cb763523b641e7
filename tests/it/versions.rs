//! The target of the link in the banner for old and unreleased versions.

use crate::harness::{Project, same_text};

#[test]
fn the_banner_leads_to_the_same_page_of_the_last_version_or_to_its_start() {
    let site = Project::new(
        "
//- docgen.toml
[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]
//- content/docs/index.md
# Start
//- content/docs/new.md
# New
//- content/docs/moved.md
---
tags: [Tag one]
---
# Moved
//- content/docs/guides/_category_.toml
link = { type = 'generated-index' }
//- content/docs/guides/a.md
# A
//- content/versions/2.0/docs/index.md
# Start
//- content/versions/2.0/docs/moved.md
---
slug: elsewhere
tags: [Tag one]
---
# Moved
//- content/versions/2.0/docs/guides/_category_.toml
link = { type = 'generated-index' }
//- content/versions/2.0/docs/guides/a.md
# A
//- content/versions/2.0-rc.1/docs/index.md
# Start
//- content/versions/2.0-rc.1/docs/moved.md
---
tags: [Tag two]
---
# Moved
//- content/versions/1.0/docs/index.md
# Start
//- content/versions/1.0/docs/old.md
# Old
//- content/i18n/fr/versions/2.0/docs/moved.md
---
slug: ailleurs
---
# Ailleurs
",
    );
    site.run("build --strict").code(0);
    let mut found = Vec::new();
    for (name, bytes) in site.dist() {
        let Some(page) = name.strip_suffix("index.html") else { continue };
        let html = String::from_utf8(bytes).expect("a page is text");
        let banner =
            html.split_once("data-kind=\"version\"").and_then(|(_, rest)| rest.split_once("href=\""));
        if let Some((_, rest)) = banner {
            let href = rest.split('"').next().unwrap_or_default();
            found.push(format!("/{page} {href}"));
        }
    }
    found.sort();
    same_text(
        "/docs/1.0/ /docs/
/docs/1.0/old/ /docs/
/docs/2.0-rc.1/ /docs/
/docs/2.0-rc.1/moved/ /docs/elsewhere/
/docs/2.0-rc.1/tags/ /docs/tags/
/docs/2.0-rc.1/tags/tag-two/ /docs/
/docs/next/ /docs/
/docs/next/guides/ /docs/guides/
/docs/next/guides/a/ /docs/guides/a/
/docs/next/moved/ /docs/elsewhere/
/docs/next/new/ /docs/
/docs/next/tags/ /docs/tags/
/docs/next/tags/tag-one/ /docs/tags/tag-one/
/fr/docs/1.0/ /fr/docs/
/fr/docs/1.0/old/ /fr/docs/
/fr/docs/2.0-rc.1/ /fr/docs/
/fr/docs/2.0-rc.1/moved/ /fr/docs/ailleurs/
/fr/docs/2.0-rc.1/tags/ /fr/docs/
/fr/docs/2.0-rc.1/tags/tag-two/ /fr/docs/
/fr/docs/next/ /fr/docs/
/fr/docs/next/guides/ /fr/docs/guides/
/fr/docs/next/guides/a/ /fr/docs/guides/a/
/fr/docs/next/moved/ /fr/docs/ailleurs/
/fr/docs/next/new/ /fr/docs/
/fr/docs/next/tags/ /fr/docs/
/fr/docs/next/tags/tag-one/ /fr/docs/",
        &found.join("\n"),
    );
}
