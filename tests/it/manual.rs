//! The manual must list exactly what exists: config keys and their defaults, flags, UI strings, severities, and
//! messages.

use std::collections::{BTreeMap, BTreeSet};

use docgen::internals::Config;
use docgen::internals::openapi::Rule;
use docgen::internals::{Code, Severity};
use serde_json::Value as Json;

use crate::harness::{Project, docgen, repository, tree};

fn page(path: &str) -> String {
    let path = repository().join("manual/content/docs").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[track_caller]
fn none(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns the cells of each row in the tables that have one of these headings in the first column. Each row includes
/// the section heading above it.
fn rows(page: &str, first: &[&str]) -> Vec<(String, Vec<String>)> {
    let (mut rows, mut section, mut wanted) = (Vec::new(), String::new(), None);
    for line in page.lines() {
        let Some(inner) = line.strip_prefix("| ").and_then(|line| line.strip_suffix('|')) else {
            wanted = None;
            if let Some(heading) = line.strip_prefix('#') {
                section = heading.trim_start_matches('#').trim().to_owned();
            }
            continue;
        };
        let cells = inner.replace("\\|", "\0");
        let cells: Vec<String> = cells.split('|').map(|cell| cell.trim().replace('\0', "|")).collect();
        match wanted {
            None => wanted = Some(first.contains(&cells[0].as_str())),
            Some(true) if !cells[0].starts_with("---") => rows.push((section.clone(), cells)),
            Some(_) => {}
        }
    }
    assert!(!rows.is_empty(), "there is a table of {first:?}");
    rows
}

/// Returns the text between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Collects every config key by path, with the default that the schema specifies, if any. `open` contains the enclosing
/// definitions so that a recursive definition is listed only once.
fn keys<'a>(
    root: &'a Json,
    schema: &'a Json,
    path: &str,
    open: &mut Vec<&'a str>,
    known: &mut BTreeMap<String, Json>,
) {
    if !schema.is_object() {
        return;
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next())
        && !open.contains(&name)
    {
        open.push(name);
        keys(root, &root["$defs"][name], path, open, known);
        open.pop();
    }
    let inner = ["anyOf", "oneOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten();
    for inner in inner.chain([&schema["items"], &schema["additionalProperties"]]) {
        keys(root, inner, path, open, known);
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        known.insert(path.clone(), schema["default"].clone());
        keys(root, schema, &path, open, known);
    }
}

#[test]
fn every_key_of_the_config_is_listed_with_its_default() {
    let schema = Config::json_schema();
    let mut known = BTreeMap::new();
    keys(&schema, &schema, "", &mut Vec::new(), &mut known);
    assert!(known.len() > 100, "{} keys were found", known.len());
    let mut listed = BTreeMap::new();
    for (section, cells) in rows(&page("reference/configuration.md"), &["Key"]) {
        let table = quoted(&section).next().unwrap_or_default().trim_matches(['[', ']']);
        let key = quoted(&cells[0]).next().unwrap_or_default();
        listed.insert(format!("{table}.{key}"), cells);
    }
    let mut wrong = Vec::new();
    for (key, default) in &known {
        let Some(cells) = listed.get(key) else {
            let table = listed.keys().any(|other| other.starts_with(&format!("{key}.")));
            // A version's sidebars have the same keys as all sidebars.
            let is_same = key
                .strip_prefix("docs.versions.sidebars")
                .is_some_and(|rest| rest.is_empty() || known.contains_key(&format!("docs.sidebars{rest}")));
            let is_free = matches!(key.as_str(), "csp" | "diagnostics" | "variables");
            if !table && !is_same && !is_free {
                wrong.push(format!("`{key}` isn't listed"));
            }
            continue;
        };
        // In a table with four columns, the third column contains the default.
        let said = (cells.len() == 4).then(|| cells[2].trim_matches('`').replace("\\|", "|"));
        let states = !default.is_null() && !default.is_object();
        let states = states && *default != Json::Array(Vec::new());
        if let Some(said) = said.filter(|_| states)
            && serde_json::from_str::<Json>(&said).ok().as_ref() != Some(default)
        {
            wrong.push(format!("the default of `{key}` is `{default}`, not {said}"));
        }
    }
    let unknown = listed.keys().filter(|key| !known.contains_key(*key));
    wrong.extend(unknown.map(|key| format!("there is no key `{key}`")));
    none(wrong);
}

/// Returns the keys that a hint lists. If no known key is similar to the key in the file, the hint lists all keys.
fn keys_of_hint(site: &str) -> BTreeSet<String> {
    let run = Project::new(site).run("check --format json");
    let hint = run.json().into_iter().find_map(|problem| problem["hints"][0].as_str().map(str::to_owned));
    let hint = hint.expect("the hint names the keys");
    let list = hint.strip_prefix("use one of ").unwrap_or_else(|| panic!("{hint}"));
    list.split(", ").map(|key| key.trim_matches('`').to_owned()).collect()
}

#[test]
fn every_key_of_front_matter_and_of_categories_is_listed() {
    let listed = |path: &str, section: &str| -> BTreeSet<String> {
        let rows = rows(&page(path), &["Key"]).into_iter();
        let rows = rows.filter(|(heading, _)| section.is_empty() || heading == section);
        let keys = rows.map(|(_, cells)| cells[0].trim_matches('`').to_owned());
        keys.filter(|key| !key.contains('.')).collect()
    };
    let known = keys_of_hint("//- content/docs/a.md\n---\nqqqqqqqqqqqq: 1\n---\n");
    assert_eq!(known, listed("reference/front-matter.md", ""));
    let known =
        keys_of_hint("//- content/docs/a/b.md\n# B\n//- content/docs/a/_category_.toml\nqqqqqqqqqqqq = 1\n");
    assert_eq!(known, listed("guides/navigation.md", "Categories"));
}

/// Returns a command's flags with their defaults, from the command's help.
fn flags(command: &str) -> BTreeMap<String, String> {
    let help = docgen(repository(), command.split(' ').chain(["--help"]), &[]).code(0).stdout;
    let mut flags = BTreeMap::new();
    let mut last = String::new();
    for line in help.lines() {
        let word = line.trim_start().trim_start_matches("-h, ").trim_start_matches("-V, ");
        if let Some(flag) = word.strip_prefix("--").filter(|_| line.starts_with(' ')) {
            last = flag.split([' ', '.', '[']).next().unwrap_or_default().to_owned();
            flags.insert(last.clone(), String::new());
        }
        if let Some((_, default)) = line.split_once("[default: ") {
            flags.insert(last.clone(), default.split(']').next().unwrap_or_default().to_owned());
        }
    }
    flags.retain(|flag, _| !["help", "version", ""].contains(&flag.as_str()));
    flags
}

/// Returns the commands, including subcommands such as `search push`.
fn commands(above: &[&str]) -> Vec<String> {
    let help = docgen(repository(), above.iter().copied().chain(["--help"]), &[]).code(0).stdout;
    let list =
        help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
    let names = list.lines().filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let mut all = Vec::new();
    for name in names {
        let path = [above, &[name]].concat();
        let below = commands(&path);
        all.extend(if below.is_empty() { vec![path.join(" ")] } else { below });
    }
    all
}

#[test]
fn every_command_and_flag_is_listed_with_its_default() {
    let page = page("reference/command-line.md");
    let rows = rows(&page, &["Flag"]);
    let mut wrong = Vec::new();
    let commands = commands(&[]);
    assert!(commands.iter().any(|command| command == "search push"), "{commands:?}");
    for command in &commands {
        let is_usage = |rest: &str| rest.is_empty() || rest.starts_with(' ');
        let usage =
            page.lines().find(|line| line.strip_prefix(&*format!("docgen {command}")).is_some_and(is_usage));
        let usage = usage.unwrap_or_else(|| panic!("`docgen {command}` has a line that shows its use"));
        let named: BTreeSet<&str> = usage
            .split([' ', '[', ']'])
            .filter_map(|word| word.strip_prefix("--"))
            .filter(|_| command != "schema")
            .collect();
        let known = flags(command);
        wrong.extend(
            known
                .keys()
                .filter(|flag| !named.contains(flag.as_str()))
                .map(|flag| format!("docgen {command} --{flag}: not in its use")),
        );
        wrong.extend(
            named
                .iter()
                .filter(|flag| !known.contains_key(**flag))
                .map(|flag| format!("docgen {command} --{flag}: there is no such flag")),
        );
        for (flag, default) in &known {
            let of = |section: &str| {
                let here = section.trim_matches('`').starts_with(command) || section.contains("site-options");
                here || section.contains(&format!("`{command}`"))
            };
            let row = rows.iter().find(|(section, cells)| {
                of(section)
                    && quoted(&cells[0])
                        .any(|name| name.split([' ', '[']).next() == Some(&format!("--{flag}")))
            });
            match row {
                None => wrong.push(format!("docgen {command} --{flag}: no row")),
                Some((_, cells)) if !default.is_empty() && cells[1].trim_matches('`') != default => {
                    wrong.push(format!(
                        "docgen {command} --{flag}: the default is {default}, not {}",
                        cells[1]
                    ));
                }
                Some(_) => {}
            }
        }
    }
    none(wrong);
}

#[test]
fn every_text_of_the_interface_is_listed() {
    let texts = std::fs::read_to_string(repository().join("theme/messages/en.json")).expect("texts are read");
    let texts: BTreeMap<String, String> = serde_json::from_str(&texts).expect("texts are JSON");
    let listed: BTreeMap<String, String> = rows(&page("reference/messages.md"), &["Key"])
        .into_iter()
        .map(|(_, cells)| (cells[0].trim_matches('`').to_owned(), cells[1].clone()))
        .collect();
    let mut wrong = Vec::new();
    for (key, text) in &texts {
        let text = text.replace('<', "\\<");
        if listed.get(key) != Some(&text) {
            wrong.push(format!("| `{key}` | {} |", text.replace('|', "\\|")));
        }
    }
    let unknown = listed.keys().filter(|key| !texts.contains_key(*key));
    wrong.extend(unknown.map(|key| format!("there is no text `{key}`")));
    none(wrong);
}

#[test]
fn every_language_of_the_interface_is_listed() {
    let files = tree(&repository().join("theme/messages"));
    let files: BTreeSet<String> =
        files.keys().filter_map(|path| Some(path.strip_suffix(".json")?.to_owned())).collect();
    let rows = rows(&page("guides/locales.md"), &["Language tag"]);
    let mut listed: BTreeSet<String> =
        rows.into_iter().map(|(_, cells)| cells[0].trim_matches('`').to_owned()).collect();
    listed.insert("en".to_owned());
    assert_eq!(listed, files);
}

#[test]
fn every_diagnostic_is_listed_with_its_severity() {
    let page = page("reference/diagnostics.md");
    let rows = rows(&page, &["Code"]);
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let (name, word) = match code.default_severity() {
            Severity::Error => ("error", "**Error.**"),
            Severity::Warning => ("warning", "**Warning.**"),
        };
        let code = code.as_str();
        let row = rows.iter().find(|(_, cells)| cells[0].starts_with(&format!("[`{code}`]")));
        if row.is_none_or(|(_, cells)| cells[1] != name) {
            wrong.push(format!("the table doesn't say that `{code}` is {name}"));
        }
        let section = page.split(&format!("\n## `{code}` {{#{code}}}\n\n")).nth(1);
        if section.is_none_or(|section| !section.starts_with(word)) {
            wrong.push(format!("the section of `{code}` doesn't begin with {word}"));
        }
    }
    none(wrong);
}

#[test]
fn every_kind_of_api_change_is_listed_with_its_levels() {
    let cells = |rule: &Rule| {
        let [sent, received] = rule.levels().map(|level| level.name().to_owned());
        vec![format!("`{}`", rule.id()), sent, received, rule.description()]
    };
    let known: Vec<Vec<String>> = Rule::ALL.iter().map(cells).collect();
    let listed: Vec<Vec<String>> =
        rows(&page("reference/api-changes.md"), &["ID"]).into_iter().map(|(_, cells)| cells).collect();
    assert_eq!(listed, known);
}

#[test]
fn the_oldest_node_is_the_one_that_the_theme_needs() {
    let package = std::fs::read_to_string(repository().join("theme/package.json")).expect("it is there");
    let package: Json = serde_json::from_str(&package).expect("it is JSON");
    let needed =
        package["engines"]["node"].as_str().expect("it names a version").trim_start_matches(">=").to_owned();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for path in ["README.md", "getting-started.md", "contributing/developing.md", "contributing/testing.md"] {
        let text = std::fs::read_to_string(repository().join(path)).unwrap_or_else(|_| page(path));
        for said in text.split("Node ").skip(1).filter(|said| said.starts_with(|c: char| c.is_ascii_digit()))
        {
            count += 1;
            let version = said.split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or_default();
            wrong.extend((version != needed).then(|| format!("{path} says Node {version}, not {needed}")));
        }
    }
    assert!(count > 3, "{count} were found");
    none(wrong);
}

#[test]
fn every_custom_property_that_is_listed_has_an_effect() {
    let mut styles = String::new();
    for (_, bytes) in tree(&repository().join("theme/src/styles")) {
        styles += &String::from_utf8(bytes).expect("styles are UTF-8");
    }
    let rows = rows(&page("guides/customizing.md"), &["Property"]);
    let named = rows.iter().flat_map(|(_, cells)| quoted(&cells[0]).chain(quoted(&cells[1])));
    let properties: Vec<&str> = named.filter(|name| name.starts_with("--")).collect();
    assert!(properties.len() > 20, "{properties:?}");
    let used = |name: &str| [")", ","].iter().any(|end| styles.contains(&format!("var({name}{end}")));
    let idle = properties.iter().filter(|name| !used(name));
    none(idle.map(|name| format!("no style uses `{name}`")).collect());
}

/// Returns the messages and hints that a page quotes, without their codes. Splits each message at everything that
/// differs from site to site: text in backticks and words with digits.
fn messages(page: &str) -> impl Iterator<Item = (&str, Vec<String>)> {
    page.lines().filter_map(|line| {
        let bare = line.trim_start_matches([' ', '|', '=']);
        let coded = ["error[", "warning["].iter().any(|kind| bare.starts_with(kind));
        let annotated = ["::error ", "::warning "].iter().any(|kind| bare.starts_with(kind));
        let text = match () {
            () if coded => bare.split_once("]: ")?.1,
            () if annotated => bare.rsplit_once("::")?.1.split("%0A").next()?,
            () => bare.strip_prefix("hint: ")?,
        };
        let plain = text.split('`').step_by(2).flat_map(|words| {
            let varies = |word: &str| word.contains(|c: char| c.is_ascii_digit() || c == '/');
            let words: Vec<&str> =
                words.split_whitespace().map(|word| if varies(word) { "\0" } else { word }).collect();
            let parts = words.join(" ");
            let parts = parts.split('\0').flat_map(|part| part.split([',', ':']));
            parts.map(|part| part.trim().to_owned()).collect::<Vec<_>>()
        });
        Some((line, plain.filter(|part| part.len() > 2).collect()))
    })
}

#[test]
fn messages_are_quoted_as_the_source_has_them() {
    let mut source = String::new();
    // Include the tests, because they contain messages from libraries.
    for folder in ["src", "tests/it"] {
        for (path, bytes) in tree(&repository().join(folder)) {
            if path.ends_with(".rs") && path != "manual.rs" {
                source += &String::from_utf8(bytes).expect("sources are UTF-8");
            }
        }
    }
    // Join lists of plain strings and strings that continue on the next line.
    let source = source.replace("\\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let mut pages = tree(&repository().join("manual/content"));
    for name in ["README.md", "CHANGELOG.md"] {
        pages.insert(name.to_owned(), std::fs::read(repository().join(name)).expect("it is there"));
    }
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (path, bytes) in pages.iter().filter(|(path, _)| path.ends_with(".md")) {
        for (line, parts) in messages(std::str::from_utf8(bytes).expect("pages are UTF-8")) {
            count += 1;
            if let Some(part) = parts.iter().find(|part| !source.contains(part.as_str())) {
                wrong.push(format!("{path}: nothing prints \"{part}\" of `{}`", line.trim()));
            }
        }
    }
    assert!(count > 30, "{count} messages were found");
    none(wrong);
}

/// Links with the URL of the published manual, such as those to the demo site. `docgen check` doesn't check them, because
/// they lead to another site.
#[test]
#[cfg(unix)]
fn links_to_the_published_manual_and_the_demo_site_resolve() {
    let out = Project::new("");
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_docgen")).parent().expect("it's in a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(binary.to_owned()).chain(std::env::split_paths(&path));
    let built = std::process::Command::new(repository().join("packaging/manual"))
        .args([out.root().as_os_str(), "/docgen/".as_ref()])
        .env("PATH", std::env::join_paths(path).expect("paths can be joined"))
        .env("NO_COLOR", "1")
        .output()
        .expect("the script can run");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));

    let mut sources = tree(&repository().join("manual/content"));
    for name in ["README.md", "CHANGELOG.md"] {
        sources.insert(name.to_owned(), std::fs::read(repository().join(name)).expect("it is there"));
    }
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (source, bytes) in sources {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        for link in text.split(concat!("](", env!("CARGO_PKG_HOMEPAGE"))).skip(1) {
            let link = link.split(')').next().unwrap_or_default();
            let (page, anchor) = link.split_once('#').unwrap_or((link, ""));
            let page = percent_encoding::percent_decode_str(page).decode_utf8_lossy();
            let files = [page.clone().into_owned(), format!("{}/index.html", page.trim_end_matches('/'))];
            let file = files.iter().find(|file| out.root().join(file.trim_start_matches('/')).is_file());
            let has_anchor = |file: &String| {
                let id = format!(" id=\"{anchor}\"");
                anchor.is_empty() || out.read(file.trim_start_matches('/')).contains(&id)
            };
            count += 1;
            if !file.is_some_and(has_anchor) {
                wrong.push(format!("{source}: the published manual has no `{link}`"));
            }
        }
    }
    assert!(count > 20, "{count} links were found");
    none(wrong);
}

#[test]
fn every_page_of_the_documentation_is_in_a_sidebar() {
    let config =
        std::fs::read_to_string(repository().join("manual/docgen.toml")).expect("the manual has a config");
    let folders: Vec<&str> =
        config.split("autogenerated = \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let mut lost = Vec::new();
    for path in tree(&repository().join("manual/content/docs")).into_keys() {
        let Some(id) = path.strip_suffix(".md").or_else(|| path.strip_suffix(".mdx")) else { continue };
        let is_part = id.rsplit('/').next().is_some_and(|name| name.starts_with('_'));
        let is_generated = folders.iter().any(|folder| id.starts_with(&format!("{folder}/")));
        if !is_part && !is_generated && !config.contains(&format!("\"{id}\"")) {
            lost.push(id.to_owned());
        }
    }
    none(lost);
}

#[test]
fn every_component_and_module_of_other_tools_is_listed() {
    let page = page("reference/mdx.md");
    let source = |file: &str| {
        let path = repository().join(format!("src/component/{file}.rs"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let listed = regex_lite::Regex::new(r#"(?m)^    \(\s*"([^"]+)","#).expect("it's right");
    let text = source("blocks") + &source("shims");
    let names: Vec<&str> =
        listed.captures_iter(&text).filter_map(|found| Some(found.get(1)?.as_str())).collect();
    assert!(names.len() > 40, "{names:?}");
    none(names.iter().filter(|name| !page.contains(&format!("`{name}`"))).map(ToString::to_string).collect());
}

#[test]
fn every_slot_is_listed_with_its_properties() {
    let list = docgen(repository(), ["theme", "slots"], &[]).code(0).stdout;
    let page = page("guides/slots.md");
    let listed = |column: &str| -> BTreeSet<String> {
        let cells = rows(&page, &[column]).into_iter().map(|(_, cells)| cells[0].clone());
        cells
            .flat_map(|cell| {
                cell.split(", ").map(|name| name.trim_matches('`').to_owned()).collect::<Vec<_>>()
            })
            .collect()
    };
    let printed = |start: &str| -> BTreeSet<String> {
        let lines =
            list.lines().filter_map(|line| line.strip_prefix(start)).filter(|line| !line.starts_with(' '));
        lines.filter_map(|line| line.split_once([' ', ':', '?'])).map(|(name, _)| name.to_owned()).collect()
    };
    assert_eq!(printed("  "), listed("Slot"));
    let properties: BTreeSet<String> = listed("`site.…`").union(&listed("`page.…`")).cloned().collect();
    assert_eq!(printed("    "), properties);
}
