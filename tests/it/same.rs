//! The same input must always produce the same bytes. Only the site determines what a build writes.

use std::collections::BTreeMap;
use std::process::Command;

use crate::harness::{Project, docgen, tree};

/// Creates a site with everything that could make the output vary: long lists, dates, people's names, an API, a blog,
/// and locales.
fn rich_site() -> Project {
    let site = Project::new(
        "
//- docgen.toml
[site]
title = 'Kettle'
url = 'https://kettle.example'

[docs]
show_last_update_time = true
show_last_update_author = true

[i18n]
locales = [{ code = 'en' }, { code = 'tr' }]

[markdown]
smart_punctuation = true
//- content/docs/index.md
---
tags: [tea, Çay, İstanbul]
---

# Start

See [the last one](./long/p-119.md#zwei). \"Quoted\" words. ![a picture](./a.svg)

```rust
fn main() {}
```

```python
print('I')
```
//- content/docs/a.svg
<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'/>
//- content/i18n/tr/docs/index.md
# Başlangıç

İlk sözcükler.
//- content/blog/authors.yml
zoe: { name: Zoë Çelik, title: Writer }
//- content/blog/2024-01-05-late.md
---
authors: [zoe]
tags: [Çay]
date: 2024-01-05T23:30:00Z
---

# Late

Words.
//- content/blog/2024-01-06-early.md
---
authors: [zoe]
date: 2024-01-06 00:30
---

# Early

Words.
//- openapi/kettle.yaml
openapi: 3.1.0
info: { title: Kettle, version: '1' }
servers: [{ url: https://api.kettle.example }]
paths:
  /kettles:
    get:
      operationId: listKettles
      tags: [Kettles]
      responses:
        '200':
          description: All.
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Kettle' } }
components:
  schemas:
    Kettle:
      type: object
      required: [id]
      properties:
        id: { type: string, format: uuid }
        made: { type: string, format: date-time }
",
    );
    for number in 0..120 {
        site.write(
            &format!("content/docs/long/p-{number:03}.md"),
            format!("# Page {number}\n\nWords of {number}.\n\n## Zwei {{#zwei}}\n\nMore.\n"),
        );
    }
    site
}

fn commit(site: &Project, date: &str, author: &str, message: &str) {
    for arguments in [&["init", "-q"][..], &["add", "."], &["commit", "-qm", message]] {
        let output = Command::new("git")
            .current_dir(site.root())
            .args(["-c", "commit.gpgsign=false"])
            .args(arguments)
            .envs([("GIT_AUTHOR_NAME", author), ("GIT_COMMITTER_NAME", author)])
            .envs([("GIT_AUTHOR_EMAIL", "a@kettle.example"), ("GIT_COMMITTER_EMAIL", "a@kettle.example")])
            .envs([("GIT_AUTHOR_DATE", date), ("GIT_COMMITTER_DATE", date)])
            .output()
            .expect("Git is installed");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Builds the same site with different numbers of threads, time zones, and locales. The second locale is combined with
/// terminal settings, another folder, and unusual Git settings.
#[test]
fn the_machine_and_its_user_change_no_byte() {
    let site = rich_site();
    commit(&site, "2024-01-05T23:30:00Z", "Zoë Çelik", "Begin");
    site.write("content/docs/long/p-007.md", "# Page 7\n\nOther words.\n");
    commit(&site, "2024-03-31T02:30:00+05:30", "名前", "Change one");
    let elsewhere = Project::new("//- gitconfig\n");
    elsewhere.write("gitconfig", HOSTILE_GIT);
    let config = elsewhere.root().join("gitconfig");
    let config = config.to_str().expect("temporary folders have plain names");
    let root = site.root().to_str().expect("temporary folders have plain names");
    let mut first: Option<BTreeMap<String, Vec<u8>>> = None;
    let mut wrong = Vec::new();
    for threads in ["1", "2", "16", "64"] {
        for zone in ["UTC0", "JST-9", "PST8PDT"] {
            for locale in ["C", "tr_TR.UTF-8"] {
                let mut environment =
                    vec![("RAYON_NUM_THREADS", threads), ("TZ", zone), ("LC_ALL", locale), ("LANG", locale)];
                let mut folder = site.root();
                if locale != "C" {
                    folder = elsewhere.root();
                    environment.extend([
                        ("COLUMNS", "7"),
                        ("CLICOLOR_FORCE", "1"),
                        ("HOME", "/nowhere"),
                        ("GIT_CONFIG_GLOBAL", config),
                    ]);
                }
                let out = Project::new("");
                let to = out.root().to_str().expect("temporary folders have plain names");
                let arguments = ["build", "--no-cache", "--strict", "--root", root, "--out", to];
                docgen(folder, arguments, &environment).code(0);
                let found = tree(out.root());
                let expected = first.get_or_insert_with(|| found.clone());
                let names: Vec<&String> = found
                    .keys()
                    .chain(expected.keys())
                    .filter(|name| found.get(*name) != expected.get(*name))
                    .collect();
                if let Some(name) = names.first() {
                    wrong.push(format!(
                        "{threads} threads, {zone}, {locale}: {} files, as {name}",
                        names.len()
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of 24 builds differ\n{}", wrong.len(), wrong.join("\n"));
    let first = first.expect("there were builds");
    let page = |name: &str| String::from_utf8_lossy(&first[name]).into_owned();
    assert!(page("docs/index.html").contains("datetime=\"2024-01-05\""));
    assert!(page("docs/index.html").contains("Zoë Çelik"));
    assert!(page("docs/long/p-007/index.html").contains("datetime=\"2024-03-30\""));
    assert!(page("docs/long/p-007/index.html").contains("名前"));
}

/// A user's Git settings, each of which changes the output of `git log`.
pub(crate) const HOSTILE_GIT: &str = "\
[log]
\tdate = rfc
\tshowSignature = true
\tshowRoot = false
\tfollow = true
\tdecorate = full
\tabbrevCommit = true
\tdiffMerges = separate
[color]
\tui = always
\tdiff = always
[core]
\tquotePath = true
\tpager = cat
[diff]
\trenames = copies
\tnoprefix = true
\trelative = false
\tmnemonicPrefix = true
[i18n]
\tlogOutputEncoding = ISO-8859-1
[format]
\tpretty = fuller
[column]
\tui = always
";
