//! Names of every kind in every place that becomes a path. Either all files are written, or nothing is written and
//! `check` and `build` report the same names, each with a location and a hint.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use crate::harness::Project;

/// Returns names that some file systems, hosts, or browsers interpret differently or don't allow.
fn names() -> Vec<String> {
    let mut names: Vec<String> = [
        "a\0b",
        "\0",
        "a\nb",
        "a\rb",
        "a\tb",
        "\u{1b}[31m",
        "\u{7f}",
        "a\u{85}b",
        "..",
        ".",
        "...",
        "..a",
        " ",
        "a ",
        " a",
        "a.",
        ".a",
        "con",
        "CON",
        "aux.txt",
        "nul.",
        "COM1",
        "a:b",
        "a*b",
        "a?b",
        "<a>",
        "a|b",
        "a\"b",
        "a\\b",
        "%00",
        "%2500",
        "%2e%2e/x",
        "%2Fetc",
        "%0a",
        "a#b",
        "a&b",
        "a;b",
        "a'b",
        "$a",
        "`a`",
        "{a}",
        "[a]",
        "-",
        "--",
        "_a",
        "🎉",
        "\u{202e}a",
        "\u{feff}a",
        "a\u{200b}b",
        "é",
        "e\u{301}",
        "ﬁ",
        "index",
        "index.html",
        "404",
        "_docgen",
        "_docgen/manifest",
        "x.html",
        "x.json",
        "x.md",
        "assets",
        "sitemap.xml",
        "tags",
        "page",
        "A",
        "a",
        "ß",
        "ẞ",
        "İ",
        "~",
        "a//b",
        "/a",
        "a/",
        "./a",
        "a/./b",
    ]
    .into_iter()
    .map(str::to_owned)
    .collect();
    for length in [100, 240, 249, 250, 251, 252, 254, 255, 256, 257, 300, 5000] {
        names.push("x".repeat(length));
    }
    for (letter, count) in
        [("é", 120), ("é", 127), ("é", 128), ("日", 82), ("日", 85), ("日", 86), ("🎉", 64), ("e\u{301}", 85)]
    {
        names.push(letter.repeat(count));
    }
    names.push("d/".repeat(400));
    names.push(format!("{}/", "d".repeat(200)).repeat(5));
    names.push(format!("{}/", "d".repeat(200)).repeat(25));
    names
}

/// Quotes text in a form that is valid in JSON, YAML, and TOML.
fn quoted(text: &str) -> String {
    let json = serde_json::to_string(text).expect("texts are JSON");
    json.replace('\u{7f}', "\\u007f").replace('\u{85}', "\\u0085").replace('\u{feff}', "\\ufeff")
}

const WAYS: [&str; 22] = [
    "slug of a document",
    "slug of a free page",
    "slug of a post",
    "slug of a document in another language",
    "name of a document",
    "folder of a document",
    "name of a free page",
    "name of a post",
    "tag of a document",
    "tag of a post",
    "author",
    "category",
    "slug of a tag",
    "file of static",
    "folder of static",
    "picture",
    "redirect",
    "operation",
    "tag of an API",
    "schema",
    "route of an API",
    "route of a blog",
];

/// Creates a site that uses these names in one of the [`WAYS`]. Returns `None` if the site can't be created.
fn site(way: &str, names: &[String]) -> Option<Project> {
    let site = Project::new("//- content/docs/index.md\n# Start\n");
    let put = |path: String, text: String| {
        let file = site.root().join(path);
        // Not every name can be a filename on this system.
        let parts: Vec<_> = file.components().collect();
        if parts.iter().any(|part| matches!(part, std::path::Component::ParentDir)) {
            return;
        }
        let made = file.parent().map(std::fs::create_dir_all);
        let _ = made.is_some_and(|made| made.is_ok()) && std::fs::write(&file, text).is_ok();
    };
    for (number, name) in names.iter().enumerate() {
        let is_name = !name.contains('\0') && !name.is_empty();
        let slug = format!("---\nslug: {}\n---\n# T{number}\n", quoted(name));
        let front = |key: &str| format!("---\n{key}: [{}]\n---\n# T{number}\n", quoted(name));
        match way {
            "slug of a document" => put(format!("content/docs/n{number}.md"), slug),
            "slug of a free page" => put(format!("content/pages/n{number}.md"), slug),
            "slug of a post" => put(format!("content/blog/2024-01-05-n{number}.md"), slug),
            "slug of a document in another language" => {
                put(format!("content/docs/n{number}.md"), format!("# T{number}\n"));
                put(format!("content/i18n/fr/docs/n{number}.md"), slug);
            }
            "name of a document" if is_name => put(format!("content/docs/{name}.md"), "# T\n".to_owned()),
            "folder of a document" if is_name => put(format!("content/docs/{name}/p.md"), "# T\n".to_owned()),
            "name of a free page" if is_name => put(format!("content/pages/{name}.md"), "# T\n".to_owned()),
            "name of a post" if is_name => {
                put(format!("content/blog/2024-01-05-{name}.md"), "# T\n".to_owned())
            }
            "tag of a document" => put(format!("content/docs/n{number}.md"), front("tags")),
            "tag of a post" => put(format!("content/blog/2024-01-05-n{number}.md"), front("tags")),
            "author" => put(format!("content/blog/2024-01-05-n{number}.md"), front("authors")),
            "slug of a tag" => {
                let tag = format!("---\ntags: [t{number}]\n---\n# T{number}\n");
                put(format!("content/blog/2024-01-05-n{number}.md"), tag);
            }
            "category" if is_name => {
                put(
                    format!("content/docs/{name}/_category_.yml"),
                    "link: { type: generated-index }\n".to_owned(),
                );
                put(format!("content/docs/{name}/p.md"), "# T\n".to_owned());
            }
            "file of static" if is_name => put(format!("static/{name}"), name.clone()),
            "folder of static" if is_name => put(format!("static/{name}/f.txt"), name.clone()),
            "picture" if is_name && !name.contains(['/', '\\', '\n', '\r', '#', '?']) => {
                put(
                    format!("content/docs/{name}.svg"),
                    format!("<svg width='1' height='1' id='n{number}'/>"),
                );
                let bare: String = name
                    .chars()
                    .map(|c| match c.is_ascii_alphanumeric() {
                        true => c.to_string(),
                        false => {
                            let mut bytes = [0; 4];
                            c.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}")).collect()
                        }
                    })
                    .collect();
                put(format!("content/docs/n{number}.md"), format!("# T{number}\n\n![p](<./{bare}.svg>)\n"));
            }
            _ => {}
        }
    }
    let list = |line: &dyn Fn(usize, &str) -> String| -> String {
        names.iter().enumerate().map(|(number, name)| line(number, name)).collect()
    };
    let api = |paths: &str, rest: &str| {
        format!("openapi: 3.1.0\ninfo: {{ title: T, version: '1' }}\npaths:\n{paths}{rest}")
    };
    let operation =
        |number: usize, key: &str| format!("  /p{number}:\n    get: {{ {key}, responses: {{}} }}\n");
    let config = |text: String| {
        site.write("docgen.toml", text);
    };
    match way {
        "author" => {
            site.write(
                "content/blog/authors.yml",
                list(&|_, name| format!("{}: {{ name: A, page: true }}\n", quoted(name))),
            );
        }
        "slug of a tag" => {
            site.write(
                "content/blog/tags.yml",
                list(&|number, name| format!("t{number}: {{ label: L{number}, slug: {} }}\n", quoted(name))),
            );
        }
        "slug of a document in another language" => {
            config("[i18n]\nlocales = [{ code = 'en' }, { code = 'fr' }]\n".to_owned())
        }
        "redirect" => config(list(&|_, name| {
            format!("[[redirects]]\nfrom = {}\nto = '/docs'\n", quoted(&format!("/r/{name}")))
        })),
        "operation" => {
            site.write(
                "openapi/a.yaml",
                api(&list(&|number, name| operation(number, &format!("operationId: {}", quoted(name)))), ""),
            );
        }
        "tag of an API" => {
            site.write(
                "openapi/a.yaml",
                api(&list(&|number, name| operation(number, &format!("tags: [{}]", quoted(name)))), ""),
            );
        }
        "schema" => {
            // A YAML key on one line can have at most 1,024 characters.
            let names: Vec<&String> = names.iter().filter(|name| name.len() < 1000).collect();
            let list = |line: &dyn Fn(usize, &str) -> String| -> String {
                names.iter().enumerate().map(|(number, name)| line(number, name)).collect()
            };
            let schemas = list(&|number, name| {
                format!(
                    "    {}: {{ type: object, properties: {{ p{number}: {{ type: string }} }} }}\n",
                    quoted(name)
                )
            });
            site.write("docgen.toml", "[[openapi]]\nfile = 'openapi/a.yaml'\nschema_pages = 'all'\n");
            site.write(
                "openapi/a.yaml",
                api(&operation(0, "operationId: o"), &format!("components:\n  schemas:\n{schemas}")),
            );
        }
        "route of an API" => {
            site.write("openapi/a.yaml", api(&operation(0, "operationId: o"), ""));
            config(format!("[[openapi]]\nfile = 'openapi/a.yaml'\nroute = {}\n", quoted(names.first()?)));
        }
        "route of a blog" => {
            site.write("content/blog/2024-01-05-a.md", "# A\n");
            config(format!("[[blog]]\nroute = {}\n", quoted(names.first()?)));
        }
        _ => {}
    }
    Some(site)
}

fn of_files(found: &[Json]) -> BTreeSet<String> {
    found.iter().filter_map(|found| Some(found["file"].as_str()?.to_owned())).collect()
}

/// Checks and builds a site. Returns whether the site has no errors, and the list of the site's problems. Returns an
/// error if docgen's messages or output are wrong.
fn tried(site: &Project) -> Result<(bool, Vec<Json>), String> {
    let (check, build) = (site.run("check --format json"), site.run("build --no-cache --format json"));
    let (of_check, of_build) = (check.json(), build.json());
    // Only `check` enforces the details of OpenAPI.
    let same = |found: &[Json]| -> Vec<String> {
        found
            .iter()
            .filter(|found| !matches!(found["code"].as_str(), Some("openapi-lint" | "invalid-example")))
            .map(Json::to_string)
            .collect()
    };
    if build.stderr.contains("cannot write")
        || build.stderr.contains("panicked")
        || check.stderr.contains("panicked")
    {
        return Err(format!("{:.600}", build.stderr));
    }
    if same(&of_check) != same(&of_build) {
        return Err(format!("check and build differ:\n{:#?}\n{:#?}", same(&of_check), same(&of_build)));
    }
    let errors: Vec<&Json> = of_build.iter().filter(|found| found["severity"] == "error").collect();
    for error in &errors {
        let hints = error["hints"].as_array().map_or(0, Vec::len);
        // If docgen derives the same URL from two names, the problem has no single location.
        let is_of_two = error["code"] == "duplicate-route";
        if error["file"].as_str().is_none() && !is_of_two || hints == 0 {
            return Err(format!("without a place or a hint: {error:#}"));
        }
    }
    if !errors.is_empty() && site.has("dist") {
        return Err("something was written".to_owned());
    }
    if errors.is_empty() && !site.has("dist/index.html") && !site.has("dist/docs/index.html") {
        return Err(format!("nothing was written: {}", build.stderr));
    }
    Ok((errors.is_empty(), of_build))
}

#[test]
fn every_name_is_written_or_reported_before() {
    let names = names();
    let mut wrong = Vec::new();
    let mut tries = 0;
    for way in WAYS {
        // An API or a blog has only one route, so names of routes are tested one at a time.
        let alone = way.starts_with("route");
        let sets: Vec<Vec<String>> = match alone {
            true => names.iter().step_by(3).map(|name| vec![name.clone()]).collect(),
            false => vec![names.clone()],
        };
        for set in sets {
            let Some(site) = site(way, &set) else { continue };
            // Remove the reported names until the site can be built with the remaining names.
            for round in 0..12 {
                tries += 1;
                match tried(&site) {
                    Err(why) => {
                        wrong.push(format!(
                            "{way} {:.40?} (round {round}): {why:.3000}",
                            if alone { &set[0] } else { "" }
                        ));
                        break;
                    }
                    Ok((true, _)) => break,
                    Ok((false, found)) => {
                        let errors: Vec<Json> =
                            found.into_iter().filter(|found| found["severity"] == "error").collect();
                        let files = of_files(&errors);
                        let removable =
                            files.iter().filter(|file| !matches!(&***file, "docgen.toml" | "openapi/a.yaml"));
                        let mut removed = 0;
                        for file in removable.filter(|file| !file.ends_with(".yml")) {
                            removed += usize::from(std::fs::remove_file(site.root().join(file)).is_ok());
                        }
                        if removed == 0 {
                            break;
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tries}\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn names_that_collide_elsewhere_are_reported() {
    for (files, expected) in [
        (&["docs/Intro.md", "docs/intro.md"][..], Some("differ only in case")),
        (&["docs/Guide/a.md", "docs/guide/b.md"], Some("differ only in case")),
        (&["docs/STRASSE.md", "docs/straße.md"], None),
        (&["docs/a.md", "docs/b.md"], None),
    ] {
        let site = Project::new("//- content/docs/index.md\n# Start\n");
        for file in files {
            site.write(&format!("content/{file}"), "# T\n");
        }
        for command in ["check", "build"] {
            let run = site.run(command).code(0);
            match expected {
                Some(text) => {
                    run.stderr_has("warning[unportable-path]").stderr_has(text).stderr_has("hint: ")
                }
                None => run.stderr_lacks("warning"),
            };
        }
    }
    let site = Project::new(
        "//- content/docs/index.md\n# Start\n//- static/docs/x.txt\nx\n//- static/Docs/y.txt\ny\n",
    );
    site.run("check").stderr_has("differ only in case");
    let site = Project::new("//- content/docs/index.md\n# Start\n");
    site.write("static/caf\u{e9}.txt", "").write("static/cafe\u{301}.txt", "");
    site.run("check").stderr_has("differ only in Unicode normalization");
    let site = Project::new(
        "//- content/docs/index.md\n# Start\n//- content/docs/guide/aux.md\n# A\n//- content/docs/what?.md\n# W\n",
    );
    site.run("build").code(0).stderr_has("aux").stderr_has("what?").stderr_has("Windows");
    let site = Project::new(
        "//- docgen.toml\n[i18n]\nlocales = [{ code = 'de' }, { code = 'fr' }]\n//- content/docs/index.md\n# Start\n",
    );
    site.write("content/docs/aux.md", "# A\n").write("content/i18n/fr/docs/nul.md", "# N\n");
    site.write("content/docs/Twin.md", "# T\n").write("content/docs/twin.md", "# T\n");
    // A file is reported once, not once for each locale.
    let found: Vec<String> =
        site.run("check --format json").json().iter().map(|one| one["file"].to_string()).collect();
    let files =
        ["docs/aux.md", "docs/twin.md", "i18n/fr/docs/nul.md"].map(|file| format!("\"content/{file}\""));
    assert_eq!(found, files);
    for name in ["con.tar.gz", "Nul", "com7.txt", "lpt\u{b2}.txt", "conin$", "aux .txt", "a.", "b ", "a\tb"] {
        let site = Project::new("//- content/docs/index.md\n# Start\n");
        site.write(&format!("static/{name}"), "").run("check").stderr_has("warning[unportable-path]");
    }
    for name in ["com.txt", "com10.txt", "console.txt", "a.con", "lpt\u{b4}.txt"] {
        let site = Project::new("//- content/docs/index.md\n# Start\n");
        site.write(&format!("static/{name}"), "").run("check").stderr_lacks("warning");
    }
}

#[test]
fn a_name_that_cannot_be_written_is_reported_once_where_it_comes_from() {
    let long = "x".repeat(300);
    let site = Project::new("//- content/docs/index.md\n# Start\n");
    site.write("content/docs/a.md", format!("---\ntitle: A\ntags: [{long}]\n---\n"));
    site.write("content/docs/b.md", "---\nslug: \"b\\0c\"\n---\n# B\n");
    site.write("content/pages/c.md", "---\nslug: /_docgen/manifest\n---\n# C\n");
    for command in ["check", "build"] {
        let run = site.run(command).code(1);
        assert_eq!(run.stderr.matches("error[invalid-path]").count(), 3, "{}", run.stderr);
        run.stderr_has("content/docs/a.md:3:1")
            .stderr_has("is 300 bytes long, and a name can't be longer than 255 bytes")
            .stderr_has("hint: use a different tag")
            .stderr_has("content/docs/b.md:2:1")
            .stderr_has("the control character `\\u{0}`")
            .stderr_has("content/pages/c.md:2:1")
            .stderr_has("hint: change `slug`");
    }
    assert!(!site.has("dist"));
}

#[test]
fn folders_are_read_to_a_depth_and_deeper_ones_are_reported() {
    for (folder, file) in [("content/docs", "x.md"), ("content/blog", "x.md"), ("static", "x.txt")] {
        for (depth, fits) in [(98, true), (101, false), (900, false)] {
            let site = Project::new(
                "//- docgen.toml\n[[blog]]\n//- content/docs/y.md\n# Y\n//- content/blog/2026-01-02-y.md\n# Y\n",
            );
            // The page's own URL is short, but the path to the page in the sidebar is long.
            let path = format!("{folder}/{}{file}", "a/".repeat(depth));
            site.write(&path, "---\nslug: /x\ndate: 2026-01-01\n---\n# X\n");
            for command in ["check", "build"] {
                let run = site.run(command).code(i32::from(!fits));
                if !fits {
                    run.stderr_has("invalid-path")
                        .stderr_has("= hint: move it to a folder at a higher level");
                }
            }
        }
    }
}

#[test]
fn a_name_in_another_unicode_form_is_the_same_name() {
    const TYPED: &str = "\u{dc}bung/caf\u{e9}";
    const OF_A_MAC: &str = "U\u{308}bung/cafe\u{301}";
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>";
    for (on_disk, written) in [(OF_A_MAC, TYPED), (TYPED, OF_A_MAC)] {
        let site = Project::new("");
        site.write(&format!("content/docs/{on_disk}.md"), "# Caf\u{e9}\n");
        site.write(&format!("content/docs/{on_disk}.svg"), svg);
        let links = format!("# A\n\n[a](./{written}.md) [b](/docs/{written}) [c](./{written})\n");
        site.write("content/docs/a.md", format!("{links}\n![d](./{written}.svg)\n"));
        site.write("content/i18n/de/docs/a.md", links);
        site.write("docgen.toml", "[i18n]\nlocales = [{ code = 'en' }, { code = 'de' }]\n");
        site.run("build --strict").code(0);
        // URLs are in composed form, which is what most people type.
        assert!(site.has(&format!("dist/docs/{TYPED}/index.html")), "{:?}", site.dist().keys());
    }
    let site = Project::new("//- content/docs/index.md\n# Start\n");
    site.write("content/docs/caf\u{e9}.md", "# A\n").write("content/docs/cafe\u{301}.md", "# B\n");
    site.run("check").code(1).stderr_has("error[duplicate-route]");
}
