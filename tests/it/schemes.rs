//! URLs that run a script. Regardless of a URL's disguise and location, docgen must report the URL and never write it.

use serde_json::{Value as Json, json};

use crate::harness::{Project, Run};
use crate::html::tags;

/// Returns unescaped URLs. According to the URL standard, each URL is a script or a document that might contain a
/// script.
fn disguises() -> Vec<String> {
    let mut all: Vec<String> = [
        "javascript:alert(1)",
        "JAVASCRIPT:alert(1)",
        "JaVaScRiPt:alert(1)",
        "javascript://example.com/%0aalert(1)",
        "javascript:/*https://example.com*/alert(1)",
        "javascript:%61lert(1)",
        "javascript:",
        "javascript:;",
        "javascript:x//../install.md",
        "vbscript:msgbox(1)",
        "VbScript:x",
        "data:text/html,x",
        "data:text/html;base64,PGI+",
        "DATA:TEXT/HTML,x",
        "data:text/html;charset=utf-8,x",
        "data:application/xhtml+xml,x",
        "data:image/svg+xml,x",
        "data:image/svg+xml;base64,PGI+",
        "data:text/xml,x",
        "data:application/xml,x",
        "data:application/rss+xml,x",
        "data:text/xsl,x",
        "pathname://javascript:alert(1)",
        "pathname://data:text/html,x",
    ]
    .map(str::to_owned)
    .into();
    for (place, base) in [("javascript", "alert(1)"), ("vbscript", "x"), ("data", "text/html,x")] {
        for blank in ["\t", "\n", "\r", "\r\n"] {
            all.push(format!("{}{blank}{}:{base}", &place[..2], &place[2..]));
            all.push(format!("{place}{blank}:{base}"));
            all.push(format!("{blank}{place}:{base}"));
        }
        for start in ["\u{1}", "\u{1f}", " ", " \u{8} "] {
            all.push(format!("{start}{place}:{base}"));
        }
    }
    all
}

/// URLs that look similar but are harmless.
const HARMLESS: [&str; 12] = [
    "javascript%3Aalert(1)",
    "%6aavascript:alert(1)",
    "./javascript:alert(1)",
    "https://example.com/javascript:alert(1)",
    "https://example.com/?javascript:alert(1)",
    "#javascript:alert(1)",
    "javascripts:x",
    "java-script:x",
    "mailto:javascript:alert(1)@example.com",
    "data:text/plain,x",
    "data:application/pdf;base64,x",
    "x-javascript:alert(1)",
];

/// Whether, according to the URL standard, a URL runs a script. This is an independent implementation, character by
/// character.
fn runs(url: &str) -> bool {
    let bare: String =
        url.trim_matches(|c: char| c <= ' ').chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let lower = bare.to_lowercase();
    let risky = ["text/html", "xhtml", "svg", "xml", "xsl"];
    let data = |rest: &str| {
        let kind = rest.split([',', ';']).next().unwrap_or_default();
        risky.iter().any(|risky| kind.contains(risky))
    };
    lower.starts_with("javascript:")
        || lower.starts_with("vbscript:")
        || lower.strip_prefix("data:").is_some_and(data)
}

#[test]
fn the_battery_is_what_it_says() {
    assert!(disguises().len() >= 60, "{}", disguises().len());
    for url in disguises() {
        assert!(runs(url.strip_prefix("pathname://").unwrap_or(&url)), "{url:?}");
    }
    for url in HARMLESS {
        assert!(!runs(url), "{url}");
    }
}

/// Escapes a URL for Markdown: characters that would end the URL in Markdown or YAML become HTML character references.
fn referenced(url: &str) -> String {
    url.chars()
        .map(|c| {
            if c <= ' ' || matches!(c, '<' | '>' | '(' | ')') { format!("&#{};", c as u32) } else { c.into() }
        })
        .collect()
}

/// Returns everything in the output that a browser could follow or load.
fn followed(run: &Project) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (path, bytes) in run.dist() {
        let text = String::from_utf8_lossy(&bytes);
        match path.rsplit('.').next() {
            Some("html" | "xml") => of_html(&path, &text, &mut found),
            Some("json" | "webmanifest") => {
                of_json(&path, &serde_json::from_str(&text).unwrap_or_default(), &mut found)
            }
            _ => {}
        }
    }
    found
}

fn of_html(path: &str, html: &str, found: &mut Vec<(String, String)>) {
    for tag in tags(html) {
        for (name, value) in &tag.attributes {
            if matches!(
                *name,
                "href"
                    | "src"
                    | "action"
                    | "formaction"
                    | "xlink:href"
                    | "data"
                    | "poster"
                    | "content"
                    | "srcset"
            ) {
                let value = value.rsplit("url=").next().unwrap_or_default();
                if tag.name == "img" && value.trim().to_lowercase().starts_with("data:image/") {
                    continue;
                }
                found.push((format!("{path} {}", tag.name), value.to_owned()));
            }
        }
        if tag.name == "script" && tag.attribute("type").is_some_and(|kind| kind.contains("json")) {
            let data = tag.rest.split("</script>").next().unwrap_or_default();
            of_json(path, &serde_json::from_str(data).unwrap_or_default(), found);
        }
        if matches!(tag.name, "content" | "description" | "summary" | "link" | "id") {
            let text = tag.text();
            if text.contains('<') { of_html(path, &text, found) } else { found.push((path.to_owned(), text)) }
        }
    }
}

fn of_json(path: &str, json: &Json, found: &mut Vec<(String, String)>) {
    match json {
        // A downloaded document contains descriptions as written. No page shows them.
        Json::String(text) if text.contains('<') && path.ends_with("/openapi.json") => {}
        Json::String(text) if text.contains('<') => of_html(path, text, found),
        Json::String(text) => found.push((path.to_owned(), text.clone())),
        Json::Array(items) => items.iter().for_each(|item| of_json(path, item, found)),
        Json::Object(members) => members.values().for_each(|member| of_json(path, member, found)),
        _ => {}
    }
}

#[track_caller]
fn emits_none(site: &Project) {
    let all = followed(site);
    assert!(all.len() > 1000, "the output has links: {}", all.len());
    let bad: Vec<_> = all.iter().filter(|(_, url)| runs(url)).collect();
    println!("{} of {} URLs run a script", bad.len(), all.len());
    assert!(bad.is_empty(), "{} URLs run a script: {:#?}", bad.len(), &bad[..bad.len().min(20)]);
}

fn reports(run: &Run) -> usize {
    run.stdout.lines().filter(|line| line.contains("\"code\":\"script-link\"")).count()
}

#[test]
fn in_content_they_are_reported_and_not_emitted() {
    let site = Project::new(
        "//- docgen.toml\n[site]\ntitle = \"S\"\nurl = \"https://example.com\"\n[[blog]]\nid = \"blog\"\n[diagnostics]\nscript-link = \"warn\"\nbroken-link = \"off\"\nmissing-image = \"off\"\n//- static/favicon.svg\n<svg/>\n//- content/docs/index.md\n# Home\n\nText.\n",
    );
    let (mut places, mut authors) = (0, String::new());
    for (number, url) in disguises().iter().enumerate() {
        let (written, yaml) = (referenced(url), serde_json::to_string(url).expect("a text is JSON"));
        // In CommonMark, an autolink can't contain whitespace, and its character references aren't decoded.
        let auto = if url.contains(|c: char| c <= ' ') || written != *url {
            String::new()
        } else {
            format!("\n\n<{url}>")
        };
        // Scripts in an SVG don't run if the SVG is used as an image.
        let image = if url.contains("image/svg") { "https://example.com/a.png" } else { url };
        let images = usize::from(image == url);
        let (shown, picture) = (referenced(image), serde_json::to_string(image).expect("a text is JSON"));
        places += 4 + 2 * images + usize::from(!auto.is_empty());
        let text = format!(
            "---\ncustom_edit_url: {yaml}\nimage: {picture}\n---\n\n# Page {number}\n\n[x]({written}) and ![x]({shown}) and [y][ref]\n\n[ref]: {written}\n\n- [![x](https://example.com/a.png)]({written} \"title\"){auto}\n"
        );
        site.write(&format!("content/docs/p{number:03}.md"), text);
        places += 2;
        let text = format!(
            "---\nlayout: home\ntitle: H\nslug: /h{number}\nhero:\n  title: H\n  actions:\n    - label: x\n      href: {yaml}\n---\n\nText [x]({written}).\n"
        );
        site.write(&format!("content/pages/h{number:03}.md"), text);
        places += 3 + 2 * images;
        let text = format!(
            "---\ntitle: P{number}\ndate: 2026-01-01\nauthors:\n  - a{number}\n  - name: N\n    url: {yaml}\n    image: {picture}\n---\n\n[x]({written})\n"
        );
        site.write(&format!("content/blog/p{number:03}.md"), text);
        authors.push_str(&format!("a{number}:\n  name: A{number}\n  url: {yaml}\n  image: {picture}\n"));
    }
    site.write("content/blog/authors.yml", authors);
    let run = site.run("build --format json").code(0);
    emits_none(&site);
    let found = reports(&run);
    println!("{found} of {places} places are reported");
    assert_eq!(found, places);
}

#[test]
fn in_openapi_documents_they_are_left_out() {
    let site = Project::new(
        "//- docgen.toml\n[site]\ntitle = \"S\"\n[[openapi]]\nfile = \"openapi/api.json\"\n//- static/favicon.svg\n<svg/>\n",
    );
    let mut paths = serde_json::Map::new();
    let (mut tags, mut schemes, mut servers) = (Vec::new(), serde_json::Map::new(), Vec::new());
    for (number, url) in disguises().iter().enumerate() {
        let html = url.chars().map(|c| format!("&#{};", c as u32)).collect::<String>();
        let text = format!(
            "[x]({0}) ![x]({0}) [y][ref] <a href=\"{html}\">x</a> <img src=\"{html}\" alt=\"x\"> <q cite=\"{html}\">q</q>\n\n[ref]: {0}\n",
            // Scripts in an SVG don't run if the SVG is used as an image.
            referenced(&url.replace("image/svg+xml", "text/html"))
        )
        .replace("![x](", "![words](");
        let flows = json!({ "authorizationCode": { "authorizationUrl": url, "tokenUrl": url, "refreshUrl": url, "scopes": {} } });
        schemes
            .insert(format!("s{number}"), json!({ "type": "oauth2", "flows": flows, "description": text }));
        schemes.insert(format!("o{number}"), json!({ "type": "openIdConnect", "openIdConnectUrl": url }));
        servers.push(json!({ "url": url, "description": text }));
        tags.push(
            json!({ "name": format!("t{number}"), "description": text, "externalDocs": { "url": url } }),
        );
        paths.insert(
            format!("/p{number}"),
            json!({ "post": {
                "tags": [format!("t{number}")],
                "description": text,
                "externalDocs": { "url": url, "description": text },
                "servers": [{ "url": url }],
                "security": [{ (format!("s{number}")): [] }, { (format!("o{number}")): [] }],
                "parameters": [{ "in": "query", "name": "q", "description": text, "schema": { "type": "string", "externalDocs": { "url": url } } }],
                "requestBody": { "description": text, "content": { "text/html": { "examples": { "x": { "externalValue": url } } } } },
                "responses": { "200": { "description": text } },
            } }),
        );
    }
    let url = "java\tscript:alert(1)";
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "A", "version": "1", "termsOfService": url,
            "contact": { "name": "N", "url": url, "email": url }, "license": { "name": "L", "url": url },
        },
        "externalDocs": { "url": url }, "servers": servers, "tags": tags, "paths": paths,
        "components": { "securitySchemes": schemes },
    });
    site.write("openapi/api.json", document.to_string());
    site.run("build").code(0);
    emits_none(&site);
}

#[test]
fn what_only_looks_like_one_stays() {
    let site = Project::new(
        "//- docgen.toml\n[site]\ntitle = \"S\"\n[diagnostics]\nbroken-link = \"off\"\n//- content/docs/index.md\n# Home\n",
    );
    let links: String = HARMLESS.iter().map(|url| format!("[x]({}) <!-- -->\n", referenced(url))).collect();
    site.write("content/docs/p.md", format!("# P\n\n{links}\n\n![dot](data:image/svg+xml,%3Csvg%3E) <a href=\"javascript:alert(1)\">the author's own</a>\n"));
    let run = site.run("build --format json").code(0);
    assert_eq!(reports(&run), 0, "{}", run.stdout);
    let page = site.read("dist/docs/p/index.html");
    let links: Vec<_> =
        tags(&page).into_iter().filter_map(|tag| tag.attribute("href").map(str::to_owned)).collect();
    for url in HARMLESS {
        assert!(links.iter().any(|link| link == url), "{url} in {links:#?}");
    }
    assert!(page.contains("data:image/svg+xml,") && links.iter().any(|link| link == "javascript:alert(1)"));
}

/// Returns the path of every config key that takes a string. A list of tables has one entry, and a map has one entry
/// named `a`.
fn keys(schema: &Json) -> Vec<(String, Option<String>)> {
    fn walk(schema: &Json, at: &Json, path: &str, seen: &[&str], keys: &mut Vec<(String, Option<String>)>) {
        if let Some(name) = at["$ref"].as_str() {
            if seen.contains(&name) && seen.iter().filter(|one| **one == name).count() > 1 {
                return;
            }
            let seen: Vec<&str> = seen.iter().copied().chain([name]).collect();
            return walk(schema, schema.pointer(&name[1..]).expect("it is there"), path, &seen, keys);
        }
        for choice in ["anyOf", "oneOf"] {
            at[choice].as_array().into_iter().flatten().for_each(|one| walk(schema, one, path, seen, keys));
        }
        let text = at["type"] == "string"
            || at["type"].as_array().is_some_and(|kinds| kinds.contains(&"string".into()));
        if text && at.get("enum").is_none() && at.get("const").is_none() {
            keys.push((path.to_owned(), at["x-url"].as_str().map(str::to_owned)));
        }
        if at["items"].is_object() {
            walk(schema, &at["items"], &format!("{path}[]"), seen, keys);
        }
        if at["additionalProperties"].is_object() {
            walk(schema, &at["additionalProperties"], &format!("{path}.a"), seen, keys);
        }
        for (key, value) in at["properties"].as_object().into_iter().flatten() {
            walk(schema, value, &format!("{path}.{key}"), seen, keys);
        }
    }
    let mut keys_found = Vec::new();
    walk(schema, schema, "", &[], &mut keys_found);
    keys_found.sort();
    keys_found.dedup();
    keys_found
}

/// Config keys that don't contain URLs, even though their names suggest that they do.
const NO_URL: [&str; 6] = [
    "active_base_path",
    "active_base_regex",
    "external_url_regex",
    "[].link",
    "image_hosts[]",
    "site.base_url",
];

#[test]
fn in_the_config_they_are_refused() {
    let site = Project::new("");
    let schema: Json = serde_json::from_str(&site.run("schema").code(0).stdout).expect("it is JSON");
    let keys = keys(&schema);
    for (key, kind) in &keys {
        let last = key.rsplit('.').next().unwrap_or_default();
        let looks = ["url", "href", "src", "link", "icon", "image", "proxy", "host", "base", "logo"];
        if looks.iter().any(|word| last.contains(word)) && !NO_URL.iter().any(|one| key.ends_with(one)) {
            assert!(kind.is_some(), "`{key}` looks like a URL but isn't marked as one with `x-url`");
        }
    }
    let urls: Vec<(&String, &str)> =
        keys.iter().filter_map(|(key, kind)| Some((key, kind.as_deref()?))).collect();
    assert!(urls.len() >= 12, "{urls:#?}");
    for url in disguises() {
        for key in
            urls.iter().filter(|(_, kind)| *kind == "link" || !url.contains("image/svg")).map(|(key, _)| key)
        {
            let mut value = Json::String(url.clone());
            for part in key.split('.').rev().filter(|part| !part.is_empty()) {
                let (name, list) = part.strip_suffix("[]").map_or((part, false), |name| (name, true));
                value = Json::Object(
                    [(name.to_owned(), if list { Json::Array(vec![value]) } else { value })]
                        .into_iter()
                        .collect(),
                );
            }
            let text = toml::to_string(&value).expect("it is TOML");
            let found = check_config(&text);
            assert!(found.iter().any(|code| code == "script-link"), "`{key}` = {url:?}: {found:?}\n{text}");
        }
    }
}

/// Returns the codes of the problems in a config. The library reads the config the same way that the binary does.
fn check_config(text: &str) -> Vec<String> {
    let source = ::docgen::internals::Source::new(::docgen::internals::SourcePath::new("docgen.toml"), text);
    let (_, diagnostics) = ::docgen::internals::Config::parse(&source);
    diagnostics.into_iter().map(|one| one.code.as_str().to_owned()).collect()
}

#[test]
fn a_config_with_one_builds_nothing() {
    let site = Project::new(
        "//- docgen.toml\n[site]\ntitle = \"S\"\n[[footer.columns]]\nitems = [{ label = \"x\", href = \" Java\\tScript:alert(1)\" }]\n[diagnostics]\nscript-link = \"off\"\n//- content/docs/index.md\n# Home\n",
    );
    let run = site.run("build").code(1);
    assert!(run.stderr.contains("error[script-link]"), "{}", run.stderr);
    assert!(!site.has("dist/index.html"));
}
