//! Files and content for AI agents: `llms.txt` of large sites, `skill.md`, `.well-known`, token counts, and content that
//! only people or only agents see.

use std::collections::BTreeSet;

use crate::harness::{Project, article};

const API: &str = "
//- openapi/pets.yaml
openapi: 3.1.0
info: { title: Pets, version: '1' }
servers: [{ url: https://api.example/v1 }]
paths:
  /pets:
    get:
      operationId: listPets
      responses: { '200': { description: OK } }
";

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn content_for_one_audience_is_hidden_from_the_other() {
    let markdown = "
# Start

:::visibility{for=agents}
Call `POST /accounts`. See [the other page](./other.md).

## Install

Only a *machine* installs.

:::visibility{for=humans}
Nobody sees this.
:::
:::

- One

  :::visibility{for=humans}
  Click **Sign up**.

  ::::note
  Look at the screen.
  ::::
  :::

::::note
:::visibility{for=\"agents\"}
Machines take note.
:::
Everybody takes note.
::::

## Install

Everybody installs.

:::tip
The end.
:::
";
    let mdx = "
# Components

<Visibility for=\"agents\">

Machine words with a [link](./other.md).

## Install

</Visibility>

<Visibility for=\"humans\">
  <Note>People words.</Note>
</Visibility>

## Install

All words.
";
    let site = Project::new("");
    site.write("docgen.toml", "[site]\ntitle = 'T'\nurl = 'https://t.example'\n")
        .write("content/docs/start.md", markdown)
        .write("content/docs/components.mdx", mdx)
        .write("content/docs/other.md", "# Other\n");
    site.build();
    let html = site.read("dist/docs/start/index.html");
    let page = article(&html).expect("the page has an article");
    for hidden in ["POST /accounts", "machine", "Machines", "Nobody"] {
        assert!(!page.contains(hidden), "{hidden} is in {page}");
    }
    for shown in
        ["Sign up", "Look at the screen", "Everybody takes note", "id=\"install\"", "Everybody installs"]
    {
        assert!(page.contains(shown), "{shown} isn't in {page}");
    }
    assert!(!page.contains("id=\"install-1\""));
    let chunk = json(&site.read("dist/docs/start/index.json"));
    assert_eq!(chunk["toc"].as_array().map(Vec::len), Some(1), "{}", chunk["toc"]);
    let text = site.read("dist/docs/start.md");
    for shown in [
        "Call `POST /accounts`. See [the other page](https://t.example/docs/other/).",
        "## Install\n\nOnly a *machine* installs.",
        ":::note\nMachines take note.\n\nEverybody takes note.\n:::",
        "## Install\n\nEverybody installs.\n\n:::tip\nThe end.\n:::",
    ] {
        assert!(text.contains(shown), "{shown} isn't in {text}");
    }
    for hidden in ["Sign up", "Look at the screen", "Nobody", "visibility"] {
        assert!(!text.contains(hidden), "{hidden} is in {text}");
    }
    let html = site.read("dist/docs/components/index.html");
    let page = article(&html).expect("the page has an article");
    assert!(page.contains("People words.") && page.contains("All words."), "{page}");
    assert!(!page.contains("Machine words") && page.contains("id=\"install\""), "{page}");
    let text = site.read("dist/docs/components.md");
    assert!(!text.contains("People words."), "{text}");
    assert!(
        text.contains("Machine words with a [link](https://t.example/docs/other/).\n\n## Install"),
        "{text}"
    );
    let full = site.read("dist/llms-full.txt");
    assert!(full.contains("Machines take note.") && !full.contains("Sign up"), "{full}");
    site.write(
        "docgen.toml",
        "[site]\ntitle = 'T'\nurl = 'https://t.example'\n[search]\napp_id = 'A'\nindex_name = 'i'\n",
    );
    let records = site.run("search push --dry-run").code(0).stdout;
    assert!(records.contains("Sign up") && records.contains("People words"), "{records}");
    assert!(!records.contains("machine") && !records.contains("Machine"), "{records}");
}

#[test]
fn content_for_one_audience_is_checked() {
    let site = Project::new(
        "
//- docgen.toml
[site]
title = 'T'
//- content/docs/a.md
:::visibility{for=agents}
[Gone](./gone.md)
:::

:::visibility{for=robots}
Text
:::

:::visibility
Other
:::
",
    );
    let run = site.run("check").code(1);
    for message in [
        "broken link: `./gone.md`",
        "unknown audience `robots`; the content is shown to everyone",
        "`visibility` has no audience; the content is shown to everyone",
        "set `for` to `agents` or `humans`",
        "invalid-directive",
    ] {
        assert!(run.stderr.contains(message), "{message} isn't in {}", run.stderr);
    }
}

#[test]
fn a_markdown_version_starts_with_its_estimated_number_of_tokens() {
    let site = Project::new("");
    site.write("docgen.toml", "[site]\ntitle = 'T'\n")
        .write("content/docs/a.md", "# A\n\n1234567\n")
        .write("content/docs/b.md", "# B\n\n日本語\n");
    site.build();
    // 13 characters, and 6 characters and 3 characters of a script without spaces.
    assert_eq!(
        site.read("dist/docs/a.md"),
        "---\nestimated_tokens: 4\nall_pages: /llms.txt\n---\n\n# A\n\n1234567\n"
    );
    assert_eq!(
        site.read("dist/docs/b.md"),
        "---\nestimated_tokens: 5\nall_pages: /llms.txt\n---\n\n# B\n\n日本語\n"
    );
    assert!(!site.read("dist/llms-full.txt").contains("estimated_tokens"));
}

/// Returns the URLs of the pages and of the other lists in a list.
fn links(text: &str) -> (Vec<String>, Vec<String>) {
    let links = text.lines().filter_map(|line| line.strip_prefix("- [")?.split_once("](")?.1.split_once(')'));
    links.map(|(url, _)| url.to_owned()).partition(|url| url.ends_with(".md"))
}

#[test]
fn the_list_of_a_large_site_is_in_several_files() {
    let site = Project::new("");
    site.write("docgen.toml", "[site]\ntitle = 'T'\nurl = 'https://t.example'\n");
    site.write("content/pages/index.md", "# Home\n");
    let description = "words ".repeat(30);
    let add = |path: String| {
        site.write(
            &path,
            format!("---\ndescription: {description}\n---\n# {}\n", path.replace(['/', '.'], " ")),
        );
    };
    site.write("content/docs/guides/index.md", "# The guides\n");
    (0..120).for_each(|at| add(format!("content/docs/guides/g{at}.md")));
    (0..300).for_each(|at| add(format!("content/docs/flat/f{at}.md")));
    (0..5).for_each(|at| add(format!("content/docs/small/s{at}.md")));
    (0..40).for_each(|at| add(format!("content/docs/deep/one/d{at}.md")));
    site.build();
    let root = site.read("dist/llms.txt");
    assert!(root.starts_with("# T\n\nThe site has 467 pages."), "{root}");
    assert!(root.contains("[The guides](https://t.example/docs/guides/llms.txt): 121 pages, "), "{root}");
    for (name, file) in [
        ("content docs flat f0 md – content docs flat f278 md", "llms.txt"),
        ("content docs flat f279 md – content docs flat f99 md", "llms-2.txt"),
    ] {
        assert!(root.contains(&format!("[Flat: {name}](https://t.example/docs/flat/{file}): ")), "{root}");
    }
    let (mut pages, lists) = links(&root);
    assert!(lists.len() > 3, "{root}");
    for list in &lists {
        let path = list.strip_prefix("https://t.example/").expect("an absolute URL");
        let text = site.read(&format!("dist/{path}"));
        assert!(text.len() <= 50_000 && text.starts_with("# T: "), "{path}: {}", text.len());
        pages.extend(links(&text).0);
    }
    assert_eq!(pages.iter().collect::<BTreeSet<_>>().len(), pages.len());
    assert_eq!(pages.len(), 467);
    // A small site has one list.
    site.remove("content/docs/flat/f0.md");
    let small = Project::new("");
    small.write("docgen.toml", "[site]\ntitle = 'T'\n").write("content/docs/a.md", "# A\n").build();
    assert_eq!(small.read("dist/llms.txt"), "# T\n\n## Pages\n\n- [A](/docs/a.md)\n");
    // Each heading appears once, even if a category is between the pages.
    small.write("content/docs/m/one.md", "# One\n").write("content/docs/z.md", "# Z\n");
    small.run("build").code(0);
    let text = small.read("dist/llms.txt");
    assert_eq!(text.matches("## Pages").count(), 1, "{text}");
    assert!(
        text.ends_with("- [A](/docs/a.md)\n- [Z](/docs/z.md)\n\n## M\n\n- [One](/docs/m/one.md)\n"),
        "{text}"
    );
}

#[test]
fn agents_find_the_skill_the_apis_and_the_mcp_server() {
    let site = Project::new(API);
    site.write(
        "docgen.toml",
        "[site]\ntitle = 'Pet Store!'\ntagline = 'Sells pets.'\nurl = 'https://docs.pets.example'\n\
         hosts = ['netlify', 'vercel', 'nginx', 'apache']\n\
         [reader]\nmcp_url = 'https://mcp.pets.example/mcp'\n",
    )
    .write("content/docs/start.md", "---\ndescription: Begin.\n---\n# Start\n");
    site.build();
    let skill = site.read("dist/skill.md");
    for part in [
        "---\nname: pet-store\ndescription: \"Finds and reads the documentation of Pet Store!.",
        "https://docs.pets.example/llms.txt",
        "- The documentation has an MCP server: https://mcp.pets.example/mcp\n",
        "- The OpenAPI document of Pets is https://docs.pets.example/api/openapi.json.\n",
        "- [Start](https://docs.pets.example/docs/start.md): Begin.\n",
    ] {
        assert!(skill.contains(part), "{part} isn't in {skill}");
    }
    let index = json(&site.read("dist/.well-known/agent-skills/index.json"));
    let digest = ring::digest::digest(&ring::digest::SHA256, skill.as_bytes());
    let digest: String = digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    let entry = &index["skills"][0];
    assert_eq!(entry["digest"], format!("sha256:{digest}"));
    assert_eq!((&entry["name"], &entry["url"]), (&"pet-store".into(), &"/skill.md".into()));
    let catalog = json(&site.read("dist/.well-known/api-catalog"));
    let api = &catalog["linkset"][0];
    assert_eq!(api["anchor"], "https://api.example/v1");
    assert_eq!(api["service-desc"][0]["href"], "https://docs.pets.example/api/openapi.json");
    assert_eq!(api["service-doc"][0]["href"], "https://docs.pets.example/api/intro/");
    let servers = json(&site.read("dist/.well-known/ai-catalog.json"));
    assert_eq!(servers["entries"][0]["identifier"], "urn:air:docs.pets.example:mcp:pet-store");
    assert_eq!(servers["entries"][0]["displayName"], "Pet Store!");
    let queries = servers["entries"][0]["representativeQueries"].as_array().expect("a list");
    assert!((2..=5).contains(&queries.len()) && queries[0] == "What is Pet Store!?", "{queries:?}");
    let url = "https://docs.pets.example/.well-known/mcp/server-card.json";
    assert_eq!(servers["entries"][0]["url"], url);
    assert_eq!(site.read("dist/.well-known/ard.json"), site.read("dist/.well-known/ai-catalog.json"));
    let card = json(&site.read("dist/.well-known/mcp/server-card.json"));
    assert_eq!(card["name"], "example.pets.docs/pet-store");
    assert_eq!(card["remotes"][0]["url"], "https://mcp.pets.example/mcp");
    let links = "Link: </llms.txt>; rel=\"describedby\"; type=\"text/plain\", \
        </.well-known/api-catalog>; rel=\"api-catalog\"; type=\"application/linkset+json\"\n";
    let headers = site.read("dist/_headers");
    assert!(
        headers.contains(&format!(
            "/\n  {links}/.well-known/api-catalog\n  Content-Type: application/linkset+json"
        )),
        "{headers}"
    );
    let vercel = json(&site.read("dist/vercel.json"));
    assert_eq!(vercel["headers"][0]["source"], "/");
    assert_eq!(vercel["headers"][1]["source"], "/.well-known/api-catalog");
    for file in ["dist/docgen.nginx.conf", "dist/.htaccess"] {
        let text = site.read(file);
        assert!(
            text.contains("rel=\\\"api-catalog\\\"") && text.contains("application/linkset+json"),
            "{text}"
        );
    }
}

#[test]
fn a_site_has_only_the_files_for_agents_that_apply() {
    let site = Project::new("");
    site.write("docgen.toml", "[site]\ntitle = 'T'\n").write("content/docs/a.md", "# A\n");
    site.build();
    assert!(!site.has("dist/skill.md") && !site.has("dist/.well-known"));
    site.write("docgen.toml", "[site]\ntitle = 'T'\nurl = 'https://t.example'\n");
    site.build();
    assert!(site.has("dist/skill.md") && site.has("dist/.well-known/agent-skills/index.json"));
    assert!(!site.has("dist/.well-known/api-catalog") && !site.has("dist/.well-known/ai-catalog.json"));
    site.write("static/skill.md", "My own skill.\n");
    site.build();
    assert_eq!(site.read("dist/skill.md"), "My own skill.\n");
    assert!(!site.has("dist/.well-known"));
    site.remove("static/skill.md").write("content/pages/skill.md", "# A page\n");
    site.build();
    assert!(site.read("dist/skill.md").contains("# A page") && !site.has("dist/.well-known"));
    site.remove("content/pages/skill.md");
    site.write("docgen.toml", "[site]\ntitle = 'T'\nurl = 'https://t.example'\nbase_url = '/b/'\n");
    site.build();
    assert!(
        site.read("dist/skill.md").contains("https://t.example/b/llms.txt") && !site.has("dist/.well-known")
    );
}
