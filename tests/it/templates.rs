//! A site's own templates. If a template fails on any page, docgen must report the error and its location, and must not
//! write anything.

use std::path::Path;

use crate::harness::{Project, repository};

/// A site with a page of every kind.
const SITE: &str = r##"
//- docgen.toml
[site]
title = "Acme"
url = "https://acme.example"
[[openapi]]
file = "openapi/pets.json"
[[redirects]]
from = "/old"
to = "/docs/a"
[[blog]]
[i18n]
default_locale = "en"
[[i18n.locales]]
code = "en"
label = "English"
[[i18n.locales]]
code = "de"
label = "Deutsch"
//- content/docs/index.md
---
title: Start
---
//- content/docs/a.md
---
title: A
description: About A.
tags: [one, two]
---

Text.
//- content/docs/deep/_category_.toml
label = "Deep"
[link]
type = "generated-index"
//- content/docs/deep/b.md
# B

Text.
//- content/i18n/de/docs/a.md
# A

Text.
//- content/pages/index.md
---
title: Home
layout: home
hero:
  title: Hello
  tagline: Everything about Acme
  actions:
    - label: Start
      href: /docs/a
---

Text.
//- content/pages/about.md
# About

Text.
//- content/blog/2025-01-05-first.md
---
title: First
authors: [ann]
tags: [news]
---

Text.

<!-- truncate -->

More.
//- content/blog/2025-02-05-second.md
# Second

Text.
//- content/blog/authors.toml
[ann]
name = "Ann"
title = "Writer"
page = true
//- openapi/pets.json
{
  "openapi": "3.1.0",
  "servers": [{ "url": "https://api.acme.example" }],
  "info": { "title": "Pets", "version": "1" },
  "tags": [{ "name": "pets" }],
  "paths": {
    "/pets": {
      "get": {
        "tags": ["pets"],
        "operationId": "listPets",
        "summary": "List pets",
        "responses": {
          "200": { "description": "OK", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } }
        }
      }
    }
  },
  "components": { "schemas": { "Pet": { "type": "object", "properties": { "name": { "type": "string" } } } } }
}
"##;

/// Returns the names and content of the theme's templates.
fn originals() -> Vec<(String, String)> {
    fn add(folder: &Path, prefix: &str, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).expect("the theme has templates") {
            let path = entry.expect("it can be read").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("names are plain");
            match path.is_dir() {
                true => add(&path, &format!("{prefix}{name}/"), found),
                false => {
                    let text = std::fs::read_to_string(&path).expect("templates are text");
                    found.push((format!("{prefix}{name}"), text));
                }
            }
        }
    }
    let mut found = Vec::new();
    add(&repository().join("theme/templates"), "", &mut found);
    found.sort();
    found
}

fn path(name: &str) -> String {
    format!("overrides/templates/{name}")
}

#[test]
fn a_copy_of_any_template_changes_nothing() {
    let project = Project::new(SITE);
    project.build();
    let expected = project.dist();
    let mut wrong = Vec::new();
    for (name, text) in originals() {
        project.write(&path(&name), &text);
        let run = project.run("build --strict");
        if !run.stderr.contains("0 files written") || project.dist() != expected {
            wrong.push(format!("{name}: {}", run.stderr));
        }
        project.remove(&path(&name));
    }
    assert!(wrong.is_empty(), "{} of {} templates:\n{}", wrong.len(), originals().len(), wrong.join("\n"));
}

/// Writes a template with an error. Returns a message for each command (`check` or `build`) that doesn't report the
/// error or that writes anything.
fn faults(project: &Project, name: &str, text: &str) -> Vec<String> {
    let before = project.dist();
    project.write(&path(name), text);
    let mut faults = Vec::new();
    for command in ["check", "build"] {
        let run = project.run(command);
        let place = format!("{}:", path(name));
        if !run.stderr.contains("error[invalid-template]") || !run.stderr.contains(&place) {
            faults.push(format!("{name}: {command} doesn't report it\n{text}\n{}", run.stderr));
        }
        if project.dist() != before {
            faults.push(format!("{name}: {command} has written"));
            project.remove(&path(name)).run("build");
            project.write(&path(name), text);
        }
    }
    project.remove(&path(name));
    faults
}

#[test]
fn an_undefined_value_in_any_template_stops_the_build_at_its_line() {
    let project = Project::new(SITE);
    project.build();
    let mut wrong = Vec::new();
    let originals = originals();
    for (name, text) in &originals {
        wrong.extend(faults(&project, name, &format!("{text}\n{{{{ nothing.at.all }}}}\n")));
        wrong.extend(faults(&project, name, &format!("{{{{ sites }}}}{text}")));
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), originals.len() * 4, wrong.join("\n"));
}

#[test]
fn a_value_that_a_page_may_lack_stops_the_build() {
    let project = Project::new(SITE);
    project.build();
    let own = |line: &str| format!("{{{{ content|safe }}}}\n{line}\n");
    let cases = [
        // Values that no page has on this site, which has one version, no dates, and one home page.
        ("doc.html", "{{ page.version.label }}"),
        ("doc.html", "{{ page.last_update.date }}"),
        ("doc.html", "{{ page.hero.title }}"),
        ("doc.html", "{{ site.lang }}"),
        ("doc.html", "{{ t.no_such_text }}"),
        ("doc.html", "{{ blog.title }}"),
        ("page.html", "{{ page.version.latest.href }}"),
        ("home.html", "{{ page.last_update.author }}"),
        ("shell.html", "{{ site.base_url }}"),
        ("shell.html", "{{ page.title }}"),
        ("redirect.html", "{{ site.base_url }}"),
        ("not-found.html", "{{ page.previous.href }}"),
        ("category.html", "{{ page.hero.title }}"),
        // Values that all pages with this template have on this site, but that other pages might lack.
        ("home.html", "{{ page.hero.tagline|length }}"),
        ("home.html", "{{ page.hero.actions[0].label }}"),
        ("tag.html", "{{ page.entries[0].description|length }}"),
        ("blog/author.html", "{{ blog.author.title|length }}"),
        ("blog/list.html", "{{ blog.posts[0].title }}"),
        // Values that an included template uses but that some pages lack.
        ("page-header.html", "{{ blog.post.date }}"),
        ("pager.html", "{% if page.kind == 'category' %}{{ page.hero.title }}{% endif %}"),
        // Values that a single page has or lacks.
        ("doc.html", "{{ page.tags[1].label }}"),
        ("doc.html", "{% if page.title == 'B' %}{{ page.titel }}{% endif %}"),
        ("shell.html", "{% if lang == 'de' %}{{ nothing }}{% endif %}"),
        ("doc.html", "{{ content|safe|no_such_filter }}"),
        ("doc.html", "{% include 'no-such-template.html' %}"),
        ("doc.html", "{% include 'doc.html' %}"),
    ];
    let wrong: Vec<String> =
        cases.iter().flat_map(|(name, line)| faults(&project, name, &own(line))).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len() * 2, wrong.join("\n"));
}
