//! Notes: Markdown files that add text to the pages of operations and tags.

use crate::harness::{Project, article};

const SITE: &str = "
//- docgen.toml
[site]
title = 'T'
url = 'https://t.example'
[i18n]
default_locale = 'en'
locales = [{ code = 'en' }, { code = 'fr' }]
//- openapi/pets.yaml
openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://api.example/v1 }]
tags: [{ name: Pets, description: All the pets. }]
paths:
  /pets:
    post:
      operationId: createPet
      description: Described.
      tags: [Pets]
      responses: { '200': { description: OK } }
    get:
      operationId: listPets
      tags: [Pets]
      responses: { '200': { description: OK } }
//- openapi/notes/createPet.md
Create pets *carefully*. See [the guide](../../content/docs/guide.md) and [listing](/api/list-pets).

## Before you start

:::tip
Feed them.
:::

:::visibility{for=agents}
Machines feed them, too.
:::

![A pet](./pet.svg)
//- openapi/notes/pet.svg
<svg xmlns='http://www.w3.org/2000/svg' width='2' height='2'/>
//- openapi/notes/Pets.md
About the tag.
//- content/i18n/fr/openapi/notes/createPet.md
Avec soin.

## Avant {#before-you-start}
//- content/docs/guide.md
# Guide

[Start](/api/create-pet#before-you-start)
";

#[test]
fn a_note_adds_text_to_an_operation_or_a_tag() {
    let site = Project::new(SITE);
    site.build();
    let html = site.read("dist/api/create-pet/index.html");
    let page = article(&html).expect("the page has an article");
    for part in [
        "Create pets <em>carefully</em>. See <a href=\"/docs/guide/\">the guide</a>",
        "<a href=\"/api/list-pets/\">listing</a>",
        "id=\"before-you-start\"",
        "Feed them.",
        "src=\"/_docgen/immutable/assets/pet.",
    ] {
        assert!(page.contains(part), "{part} isn't in {page}");
    }
    assert!(!page.contains("Machines feed"));
    let order = ["Described.", "Create pets", "Feed them", "id=\"responses\""].map(|part| page.find(part));
    assert!(order.is_sorted() && order.iter().all(Option::is_some), "{order:?}");
    let text = site.read("dist/api/create-pet.md");
    for part in [
        "Create pets *carefully*. See [the guide](https://t.example/docs/guide/)",
        "## Before you start",
        "Machines feed them, too.",
    ] {
        assert!(text.contains(part), "{part} isn't in {text}");
    }
    assert!(site.read("dist/llms-full.txt").contains("Machines feed them, too."));
    assert!(site.read("dist/api/pets/index.html").contains("About the tag."));
    assert!(!site.read("dist/api/list-pets/index.html").contains("Create pets"));
    let french = site.read("dist/fr/api/create-pet/index.html");
    assert!(
        french.contains("<div class=\"prose\"><p>Avec soin.") && !french.contains("Create pets"),
        "{french}"
    );
    let tag = site.read("dist/fr/api/pets/index.html");
    assert!(tag.contains("<div class=\"prose\" lang=\"en\" dir=\"ltr\"><p>About the tag."), "{tag}");
    assert!(!site.has("dist/openapi"));
    site.write(
        "docgen.toml",
        "[site]\ntitle = 'T'\nurl = 'https://t.example'\n[i18n]\ndefault_locale = 'en'\n\
         locales = [{ code = 'en' }, { code = 'fr' }]\n\
         [search]\napp_id = 'A'\nindex_name = 'i'\n",
    );
    let records = site.run("search push --dry-run").code(0).stdout;
    assert!(records.contains("Before you start") && records.contains("Feed them."), "{records}");
    assert!(!records.contains("Machines feed"), "{records}");
}

#[test]
fn notes_are_checked_and_rebuilt() {
    let site = Project::new(SITE);
    site.build();
    site.write("openapi/notes/createPet.md", "Changed. ![A pet](./pet.svg)\n");
    site.write("content/docs/guide.md", "# Guide\n");
    site.build();
    assert!(site.read("dist/api/create-pet/index.html").contains("Changed."));
    site.is_as_if_clean();
    site.rename("openapi/notes/createPet.md", "openapi/notes/createPets.md");
    site.write("openapi/notes/listPets.md", "[Gone](./gone.md)\n");
    let run = site.run("check").code(1);
    for part in [
        "`openapi/notes/createPets.md` isn't used: no operation or tag is named `createPets`",
        "rename it to `createPet.md`",
        "unused-content",
        "broken link: `./gone.md`",
        "openapi/notes/listPets.md",
    ] {
        assert!(run.stderr.contains(part), "{part} isn't in {}", run.stderr);
    }
}

#[test]
fn a_note_in_the_folder_of_a_document_applies_only_to_it() {
    let document = |title: &str| {
        format!(
            "openapi: 3.1.0\ninfo: {{ title: {title}, version: '1' }}\nservers: [{{ url: https://a.example }}]\npaths:\n  /a:\n    get:\n      \
             operationId: getA\n      responses: {{ '200': {{ description: OK }} }}\n"
        )
    };
    let site = Project::new("");
    site.write("docgen.toml", "[site]\ntitle = 'T'\n")
        .write("openapi/one.yaml", document("One"))
        .write("openapi/two.yaml", document("Two"))
        .write("openapi/notes/getA.md", "For both.\n")
        .write("openapi/notes/two/getA.md", "For the second.\n");
    site.build();
    assert!(site.read("dist/api/one/get-a/index.html").contains("For both."));
    assert!(site.read("dist/api/two/get-a/index.html").contains("For the second."));
}

#[test]
fn a_new_version_keeps_its_notes() {
    let site = Project::new(SITE);
    site.run("version cut 1.0").code(0);
    let note = site.read("content/versions/1.0/openapi/notes/createPet.md");
    assert!(note.starts_with("Create pets *carefully*."), "{note}");
    site.write("openapi/notes/createPet.md", "Changed.\n").write("openapi/notes/Pets.md", "New.\n");
    site.run("build --strict").code(0);
    let of_release = site.read("dist/api/create-pet/index.html");
    assert!(of_release.contains("Create pets <em>carefully</em>.") && !of_release.contains("Changed."));
    assert!(site.read("dist/api/pets/index.html").contains("About the tag."));
    assert!(site.read("dist/fr/api/create-pet/index.html").contains("Avec soin."));
    assert!(site.read("dist/api/next/create-pet/index.html").contains("Changed."));
    site.rename("content/versions/1.0/openapi/notes/Pets.md", "content/versions/1.0/openapi/notes/Pests.md");
    let run = site.run("check").code(0);
    assert!(
        run.stderr.contains("`content/versions/1.0/openapi/notes/Pests.md` isn't used"),
        "{}",
        run.stderr
    );
}
