//! Data that is cached between builds changes only the duration of a build, never its output. These tests change every
//! part of a site, first on its own and then together with other parts in any order. When the tests change several
//! parts, they also tamper with the cache and the output.

mod changes;

use std::collections::BTreeMap;

use crate::harness::kills::Killer;
use crate::harness::{Numbers, Project};
use changes::{FILES, FRONT_MATTER};

/// A site with content of every kind.
const SITE: &str = "
//- content/docs/a.md
# A

[to B](b.md#part) ![Dot](dot.svg) \"quoted\" -- and more, $x$.

```lua \"1\"
print(1) -- (1)!
```

1. A `Cup`{:ts} note.

:::tip
A tip.
:::
//- content/docs/b.md
# B

## Part

[to C](box/c.md), [home](/), [an operation](/api/list-cups).
//- content/docs/box/_category_.toml
label = 'Box'
//- content/docs/box/c.md
# C

### Deep

#### Deeper

```mermaid
graph TD
```
//- content/docs/box/d.md
# D
//- content/docs/box/plain.md
Words without a title.
//- components/Cup.tsx
import { useSite } from \"docgen\";
import \"./cup.css\";
import { cup } from \"./cup.module.css\";
import { size } from \"~/parts/size\";

export default ({ children }) => <p className={cup}>{useSite().title} {size} {children}</p>;
//- components/Pot.tsx
\"use client\";
import { useState } from \"react\";
import { Link } from \"docgen\";
import \"./cup.css\";
import dot from \"../content/docs/dot.svg\";
import { size } from \"./parts/size\";

export default ({ children }) => {
  const [open] = useState(false);
  return <div><img src={dot} alt=\"\" /><Link to=\"./b.md\">{size}</Link>{open && children}</div>;
};
//- components/theme/Banner.tsx
import { useLocale } from \"docgen\";
import { size } from \"../parts/size\";

export default ({ site }) => <p><a href=\"/docs/a\">{site.title}</a> {size} {useLocale()}</p>;
//- components/theme/PageHeader.tsx
import { cup } from \"../cup.module.css\";

export default ({ page, children }) => <div className={cup}>{page.next && page.next.label}{children}</div>;
//- components/theme/BlogCard.tsx
\"use client\";
import { Link } from \"docgen\";

export default ({ post, children }) => <div><Link to={post.url}>{post.date}</Link>{children}</div>;
//- components/parts/size.ts
export const size = \"small\";
//- other/parts/size.ts
export const size = \"huge\";
//- tsconfig.json
{ \"compilerOptions\": { \"paths\": { \"~/*\": [\"./components/*\"] } } }
//- components/cup.css
.cup { color: teal }
//- components/cup.module.css
@import \"../styles/all.css\";
.cup { composes: tea from \"../styles/tea.module.css\"; background: url(../styles/leaf.png) }
//- styles/all.css
p { background: url(/dot.svg) }
//- styles/tea.module.css
.tea { color: green }
//- styles/leaf.png
a leaf
//- data/teas.json
[{ \"name\": \"Oolong\" }]
//- content/docs/reuse.md
---
title: Reuse of {{ tea }}
---
::include{file=_steep.md minutes=3}

A {{ tea }} in a {{ data.pots.large }}.

```json file=../../data/teas.json lines=1
```
//- content/docs/_steep.md
## Steep

For {{ minutes }} minutes. [to B](b.md#part)
//- content/_data/pots.toml
large = 'kettle'
//- content/docs/_part.mdx
A part. [to B](b.md#part)
//- content/docs/live.mdx
import teas from \"../../data/teas.json\"
import Part from \"./_part.mdx\"

# {teas[0].name}

<Cup>of tea</Cup>

<Pot>

More [here](a.md).

</Pot>

<Part />
//- content/docs/note.txt
a note
//- content/docs/dot.svg
<svg width='1' height='1'/>
//- content/pages/index.md
---
layout: home
hero: { title: Hello, actions: [{ label: Go, href: /docs/a }] }
---
# Home

Words of the start page.
//- content/blog/2025-01-01-first.md
---
authors: jo
tags: [news]
---
# First

The beginning.

<!-- truncate -->

[The rest](/docs/a).
//- content/blog/2025-02-01-second.md
---
authors: [{ name: Al }]
---
# Second

More. ![Dot](/dot.svg)
//- content/blog/2025-03-01-third.md
# Third
//- content/blog/authors.toml
jo = { name = 'Jo', page = true }
//- content/blog/tags.toml
news = { label = 'News' }
//- content/i18n/fr/messages.json
{ \"pager_next\": \"Suivant\" }
//- content/i18n/fr/docs/a.md
# A en français
//- content/versions/1.0/docs/a.md
# A, once
//- static/dot.svg
<svg width='2' height='2'/>
//- static/logo.svg
<svg width='20' height='10'/>
//- openapi/api.yaml
openapi: 3.0.3
info: { title: Tea, version: '1', description: 'See [the manual](/docs/a).' }
servers: [{ url: https://tea.example }]
paths:
  /cups: { $ref: cups.yaml }
components:
  schemas:
    Cup: { type: object, description: 'A [cup](/nowhere).' }
//- openapi/cups.yaml
get:
  operationId: listCups
  summary: Cups
  responses: { '200': { description: Fine } }
";

/// The values to test for each config key. The first value is the initial one. An empty value omits the key.
const CONFIG: &[(&str, &[&str])] = &[
    ("site.title", &["'Kettle'", "'Pot'"]),
    ("variables.tea", &["'Oolong'", "'Sencha'"]),
    ("site.tagline", &["", "'Boils'"]),
    ("site.title_delimiter", &["", "'-'"]),
    ("site.url", &["'https://a.example'", "'https://b.example'"]),
    ("site.base_url", &["", "'/sub/'"]),
    ("site.trailing_slash", &["", "false"]),
    ("site.accent", &["", "'#0a7d38'"]),
    ("site.favicon", &["", "'/dot.svg'"]),
    ("site.image", &["", "'/dot.svg'"]),
    ("site.base_url_issue_banner", &["", "false"]),
    ("site.no_index", &["", "true"]),
    ("color_mode.default_mode", &["", "'dark'"]),
    ("color_mode.respect_prefers_color_scheme", &["", "false"]),
    ("color_mode.disable_switch", &["", "true"]),
    (
        "announcement_bar",
        &["", "{ id = 'x', content = '<a href=\"/docs/a\">New</a>' }", "{ id = 'y', content = 'Old' }"],
    ),
    ("navbar.title", &["", "'Bar'"]),
    ("navbar.logo", &["", "{ src = '/logo.svg' }", "{ src = '/dot.svg', alt = 'Dot' }"]),
    ("navbar.hide_on_scroll", &["", "true"]),
    (
        "navbar.items",
        &[
            "[{ type = 'docSidebar', sidebar_id = 'docs', label = 'Docs' }, { type = 'doc', doc_id = 'a' }, \
             { type = 'docsVersionDropdown' }]",
            "[{ label = 'Blog', href = '/blog', position = 'right' }, { type = 'docsVersionDropdown' }]",
            "[{ type = 'localeDropdown' }, { type = 'search' }, { type = 'html', html = '<b>b</b>' }]",
            "[]",
        ],
    ),
    (
        "head",
        &[
            "",
            "[{ tag = 'link', attributes = { rel = 'help', href = '/docs/a' } }]",
            "[{ tag = 'script', content = 'a()' }]",
        ],
    ),
    (
        "footer",
        &[
            "",
            "{ copyright = 'One' }",
            "{ columns = [{ title = 'More', items = [{ label = 'A', href = '/docs/a' }] }] }",
        ],
    ),
    ("docs.sidebar_collapsible", &["", "false"]),
    ("docs.sidebar_collapsed", &["", "false"]),
    ("docs.auto_collapse_categories", &["", "true"]),
    ("docs.breadcrumbs", &["", "false"]),
    ("docs.edit_url", &["", "'https://code.example'"]),
    ("docs.toc_max_heading_level", &["", "3"]),
    ("docs.toc_min_heading_level", &["", "3"]),
    (
        "docs.sidebars",
        &["", "{ docs = ['b', 'a', { category = 'All', items = [{ autogenerated = 'box' }] }] }"],
    ),
    (
        "docs.versions",
        &["", "[{ name = 'current' }, { name = '1.0', label = 'One', banner = 'unmaintained' }]"],
    ),
    ("redirects", &["", "[{ from = '/old', to = '/docs/a' }]"]),
    ("openapi.title", &["", "'Cups'"]),
    ("openapi.console", &["", "false"]),
    ("openapi.layout", &["", "'single_page'"]),
    ("openapi.schema_pages", &["", "'all'"]),
    ("openapi.link_base", &["", "'https://tea.example'"]),
    ("search.placeholder", &["", "'Find'"]),
    ("search.index", &["", "{ synonyms = [['pot', 'kettle']], exclude = ['/docs/b'] }"]),
    ("search.provider", &["", "'none'"]),
    (
        "reader",
        &[
            "",
            "{ assistants = ['claude'], mcp_url = 'https://mcp.example', history = false, shortcuts = false }",
        ],
    ),
    (
        "i18n.locales",
        &[
            "[{ code = 'en' }, { code = 'fr' }]",
            "[{ code = 'en', label = 'E' }, { code = 'fr', direction = 'rtl' }]",
            "[{ code = 'fr', lang = 'fr-CA' }, { code = 'en' }]",
        ],
    ),
    ("markdown.smart_punctuation", &["", "true"]),
    ("markdown.math", &["", "true"]),
    (
        "markdown.code_links",
        &[
            "",
            "[{ pattern = 'print', url = './b.md', blocks = true }]",
            "[{ pattern = 'print|Cup', url = '/' }]",
        ],
    ),
    ("analytics", &["", "{ provider = 'gtm', id = 'GTM-1' }"]),
    ("feedback", &["", "{ issue_url = 'https://issues.example/{url}' }"]),
    ("csp", &["", "{ img-src = ['data:'] }"]),
    ("site.hosts", &["", "['vercel', 'nginx', 'apache', 's3']"]),
    ("blog.title", &["", "'Log'"]),
    ("blog.description", &["", "'What is new'"]),
    ("blog.posts_per_page", &["", "1", "2"]),
    ("blog.sidebar_title", &["", "'Newest'"]),
    ("blog.sidebar_count", &["", "1"]),
    ("blog.words_per_minute", &["", "1"]),
    ("blog.show_reading_time", &["", "false"]),
    ("blog.date_in_address", &["", "true"]),
    ("blog.copyright", &["", "'Ours'"]),
    ("blog.feeds", &["", "['json']"]),
];

/// One change to a site.
#[derive(Clone, Copy)]
enum Change {
    /// Sets the config key with the first index to its value with the second index.
    Config(usize, usize),
    FrontMatter(&'static str),
    File(&'static str, Option<&'static str>),
}

impl Change {
    /// Returns a change for each value of each config key, except the values before the index `first`.
    fn of_config(first: usize) -> Vec<Change> {
        let value = |(key, (_, values)): (usize, &(&str, &[&str]))| -> Vec<Change> {
            (first..values.len()).rev().map(|value| Change::Config(key, value)).collect()
        };
        CONFIG.iter().enumerate().flat_map(value).collect()
    }

    fn of_front_matter() -> Vec<Change> {
        FRONT_MATTER.iter().map(|line| Change::FrontMatter(line)).collect()
    }

    fn of_files() -> Vec<Change> {
        FILES.iter().map(|(path, text)| Change::File(path, *text)).collect()
    }

    /// Returns the description of the change, for failure reports.
    fn told(self) -> String {
        match self {
            Change::Config(key, value) => format!("{} = {}", CONFIG[key].0, CONFIG[key].1[value]),
            Change::FrontMatter(line) => line.to_owned(),
            Change::File(path, text) => format!("{path}: {text:?}"),
        }
    }
}

/// A site and, for each key of its config, the index of the key's value.
struct Site {
    project: Project,
    values: Vec<usize>,
}

impl Site {
    fn new() -> Self {
        let site = Site { project: Project::new(SITE), values: vec![0; CONFIG.len()] };
        site.configure();
        site.project.run("build").code(0);
        site
    }

    fn change(&mut self, change: Change) {
        match change {
            Change::Config(key, value) => {
                self.values[key] = value;
                self.configure();
            }
            Change::FrontMatter(lines) => {
                let text = format!("---\n{lines}\n---\n\n# D\n\nIts words.\n\n## Two\n\n### Three\n");
                self.project.write("content/docs/box/d.md", text);
            }
            Change::File(path, Some(text)) => {
                self.project.write(path, text);
            }
            Change::File(path, None) => {
                if self.project.has(path) {
                    self.project.remove(path);
                }
            }
        }
    }

    /// Writes the config.
    fn configure(&self) {
        let mut tables: BTreeMap<&str, String> = BTreeMap::new();
        tables.insert("openapi", "file = 'openapi/api.yaml'\n".to_owned());
        for ((key, values), value) in CONFIG.iter().zip(&self.values) {
            let (table, key) = key.split_once('.').unwrap_or(("", key));
            let value = values[*value];
            if !value.is_empty() {
                tables.entry(table).or_default().push_str(&format!("{key} = {value}\n"));
            }
        }
        let mut config = String::new();
        for (table, lines) in &tables {
            match *table {
                "" => config.push_str(lines),
                "blog" | "openapi" => config.push_str(&format!("[[{table}]]\n{lines}")),
                table => config.push_str(&format!("[{table}]\n{lines}")),
            }
        }
        self.project.write("docgen.toml", config);
    }
}

/// Makes one change after another. Each change must affect the output, and the output must be correct.
#[track_caller]
fn check(changes: Vec<Change>) {
    let mut site = Site::new();
    let (mut before, mut unseen) = (site.project.dist(), Vec::new());
    for change in changes {
        println!("{}", change.told());
        site.change(change);
        site.project.run("build").code(0);
        site.project.is_as_if_clean();
        let after = site.project.dist();
        if before == after {
            unseen.push(change.told());
        }
        before = after;
    }
    assert_eq!(unseen, Vec::<String>::new(), "nothing shows these");
}

#[test]
fn every_value_of_the_config_reaches_the_output() {
    check(Change::of_config(1));
}

#[test]
fn every_setting_of_a_page_reaches_the_output() {
    check(Change::of_front_matter());
}

#[test]
fn every_file_reaches_the_output() {
    check(Change::of_files());
}

/// Tampers with the files that docgen has written. Returns a description of the changes.
fn tamper(site: &Project, random: &mut Numbers, old: &mut BTreeMap<String, Vec<u8>>) -> String {
    let cache = crate::harness::tree(&site.root().join(".docgen/cache"));
    let names: Vec<&String> = cache.keys().collect();
    // In `_docgen`, only the manifest is specific to this site.
    let is_own = |name: &String| !name.starts_with("_docgen/") || name.ends_with("manifest");
    let dist: Vec<String> = site.dist().into_keys().filter(is_own).collect();
    let output = |random: &mut Numbers| format!("dist/{}", dist[random.below(dist.len())]);
    let name = names[random.below(names.len())];
    let path = format!(".docgen/cache/{name}");
    match random.below(7) {
        0 => {
            site.remove(&path);
            format!("delete {path}")
        }
        1 => {
            site.write(&path, &cache[name][..cache[name].len() / 2]);
            format!("cut {path} in half")
        }
        2 => {
            // docgen's version follows the first eight bytes.
            let mut other = cache[name].clone();
            other.iter_mut().skip(8).take(16).for_each(|byte| *byte ^= 1);
            site.write(&path, other);
            format!("take {path} from another version")
        }
        3 => match old.insert(name.clone(), cache[name].clone()) {
            Some(earlier) => {
                site.write(&path, earlier);
                format!("take {path} from an earlier build")
            }
            None => format!("remember {path}"),
        },
        4 => {
            let output = output(random);
            site.remove(&output);
            format!("delete {output}")
        }
        5 => {
            let output = output(random);
            let longer = std::fs::read(site.root().join(&output)).expect("it is there");
            site.write(&output, [longer, b"!".to_vec()].concat());
            format!("write into {output}")
        }
        _ => {
            site.run("build --base-url /elsewhere/").code(0);
            "build for another address".to_owned()
        }
    }
}

/// The number of scripts. Each script covers different pairs of changes and takes a few seconds.
const SCRIPTS: u64 = 2;
const STEPS: usize = 12;

#[test]
fn any_changes_in_any_order_end_in_the_output_of_a_clean_build() {
    let changes = [Change::of_config(0), Change::of_front_matter(), Change::of_files()].concat();
    for seed in 1..=SCRIPTS {
        let mut random = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut site = Site::new();
        let (mut old, mut killer) = (BTreeMap::new(), Killer::default());
        for step in 0..STEPS {
            let mut told = Vec::new();
            for _ in 0..=random.below(2) {
                let change = changes[random.below(changes.len())];
                site.change(change);
                told.push(change.told());
            }
            if random.below(3) == 0 {
                told.push(tamper(&site.project, &mut random, &mut old));
            }
            if random.below(4) == 0 {
                told.push(killer.kill(&site.project, &mut random));
            }
            println!("script {seed}, step {step}: {told:?}");
            killer.build(&site.project);
            site.project.is_as_if_clean();
        }
    }
}
