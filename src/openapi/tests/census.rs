//! Tests that nothing is lost silently: checks how every key in every document is treated.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::files;
use crate::fixture::sources;
use crate::markdown::highlight::Cache;
use crate::openapi::file::{File, NodeId, Value};
use crate::openapi::lower::{CONVENTIONS, Census, Fate, Kind, census};
use crate::openapi::{Options, lint, lower, read};
use crate::path::SourcePath;
use crate::source::Source;

#[test]
fn every_key_is_used_allowed_private_left_out_for_a_reason_or_reported() {
    let sources = sources(
        r##"
//- api.yaml
openapi: 3.1.0
jsonSchemaDialect: https://example.com
x-anything: 1
info: { title: C, version: "1", x-logo: { url: a.png }, x-audience: all, contact: { x-id: 1, phone: 2 } }
paths:
  /a:
    x-path: 1
    get:
      x-rate: 5
      x-amazon-apigateway-integration: {}
      sumary: Typo
      x-codeSamples: [{ lang: Shell, source: ls, install: none }]
      parameters: [{ name: a, in: query, x-hint: h, schema: { type: string, $comment: c, frob: 1, nicht: 2, x-go-type: T } }]
"##,
    );
    let (files, _) = files(&sources);
    let allowed =
        ["x-anything", "x-audience", "x-path", "x-rate", "x-hint", "frob", "x-id"].map(str::to_owned);
    let options = Options { extensions: &allowed, ..Options::default() };
    let census = census(&sources[0].path, &files, &options);
    let fate = |kind, key: &str| {
        let mut fates =
            census.keys().filter(|(of, name, _)| *of == kind && **name == *key).map(|(_, _, fate)| *fate);
        (fates.next(), fates.next())
    };
    for (kind, key, expected) in [
        (Kind::Document, "openapi", Fate::Used),
        (Kind::Document, "x-anything", Fate::Shown),
        (Kind::Info, "x-audience", Fate::Shown),
        (Kind::Contact, "phone", Fate::Reported),
        (Kind::PathItem, "x-path", Fate::Shown),
        (Kind::Operation, "x-rate", Fate::Shown),
        (Kind::Operation, "sumary", Fate::Reported),
        (Kind::Parameter, "x-hint", Fate::Shown),
        (Kind::Schema, "frob", Fate::Shown),
        (Kind::Schema, "x-go-type", Fate::Private),
        (Kind::Schema, "nicht", Fate::Private),
        (Kind::Info, "x-logo", Fate::Private),
        (Kind::Operation, "x-amazon-apigateway-integration", Fate::Private),
        (Kind::CodeSample, "install", Fate::Private),
        // The site publishes this extension, but a contact is shown on one line, without its extensions.
        (Kind::Contact, "x-id", Fate::Private),
        (Kind::Schema, "type", Fate::Used),
    ] {
        assert_eq!(fate(kind, key), (Some(expected), None), "{kind:?} {key}");
    }
    for (kind, key) in [(Kind::Document, "jsonSchemaDialect"), (Kind::Schema, "$comment")] {
        let reason = fate(kind, key).0;
        assert!(matches!(reason, Some(Fate::LeftOut(reason)) if !reason.is_empty()), "{kind:?} {key}");
    }
    let (api, _) = lower(&sources[0].path, &files, &options, &Cache::default());
    assert!(api.extra.contains_key("x-anything") && api.extra.contains_key("x-audience"));
    assert!(api.operations[0].extra.contains_key("x-path") && api.operations[0].extra.contains_key("x-rate"));
}

/// The manual has a row for each convention: its name, its objects, its effect, and a link named after its host or
/// its section.
#[test]
fn the_manual_lists_every_convention() {
    let manual = include_str!("../../../manual/content/docs/guides/api-reference.md");
    let rows = manual.lines().filter(|line| line.starts_with("| `x-"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.trim_matches([' ', '|']).split(" | ").collect()).collect();
    let described: Vec<String> = rows.iter().map(|row| format!("{} | {}", row[0], row[1])).collect();
    let known = CONVENTIONS.iter().map(|(name, kinds)| {
        let kinds: Vec<&str> = kinds.iter().map(|kind| kind.words()).collect();
        format!("`{name}` | {}", kinds.join(", "))
    });
    assert_eq!(described, known.collect::<Vec<_>>());
    for row in rows {
        let [name, _, effect, source] = row[..] else { panic!("{row:?} has four cells") };
        assert!(effect.starts_with(|char: char| char.is_uppercase() || char == '`'), "{name}: {effect}");
        let link = source.strip_prefix('[').and_then(|source| source.strip_suffix(')'));
        let (label, url) = link.and_then(|link| link.split_once("](")).expect("its source is a link");
        let host = url.strip_prefix("https://").and_then(|url| url.split('/').next());
        let id = url.strip_prefix('#').map(|id| format!(" {{#{id}}}"));
        let heading = id.and_then(|id| manual.lines().find_map(|line| line.strip_suffix(&id)));
        let heading = heading.map(|heading| heading.trim_start_matches(['#', ' ']));
        assert_eq!(Some(label), host.or(heading), "{name}: {url}");
    }
}

/// Checks the real documents in the folder that `DOCGEN_SPECS` names, if that variable is set.
#[test]
#[allow(clippy::disallowed_methods, reason = "the documents are on disk")]
#[allow(clippy::print_stdout, reason = "the census is printed on request")]
fn real_documents_lose_nothing() {
    // Without documents, there is nothing to check. If there are documents, the script that runs all tests sets the
    // variable.
    let Some(folder) = std::env::var_os("DOCGEN_SPECS").filter(|folder| !folder.is_empty()) else { return };
    let folder = Path::new(&folder);
    let mut total = Census::new();
    let mut documents = 0;
    for root in roots(folder) {
        let files = load(folder, &root);
        for (key, count) in census(&root, &files, &Options::default()) {
            *total.entry(key).or_default() += count;
        }
        let (api, diagnostics) = lower(&root, &files, &Options::default(), &Cache::default());
        assert!(diagnostics.len() < 1000, "{root}: {} problems", diagnostics.len());
        lint(&root, &files);
        // Every used description must be among the texts.
        let held: BTreeSet<&str> = api.texts.iter().map(|text| &*text.source).collect();
        let file = &files[&root];
        let mut lost = Vec::new();
        for section in ["info", "tags", "paths", "webhooks", "x-webhooks"] {
            if let Some(node) = file.get(file.root, section) {
                lost_descriptions(file, node, &held, &mut lost);
            }
        }
        assert!(lost.is_empty(), "{root}: {lost:#?}");
        documents += 1;
    }
    assert!(documents > 0, "there are documents in {}", folder.display());
    let mut table = String::new();
    for ((kind, key, fate), count) in &total {
        table.push_str(&format!("{kind:?}\t{key}\t{count}\t{fate:?}\n"));
    }
    println!("{table}");
    let used = |kind: Kind| total.keys().any(|(of, _, fate)| *of == kind && *fate == Fate::Used);
    assert!(used(Kind::Document) && used(Kind::Operation) && used(Kind::Schema), "{table}");
}

/// If a description below a node isn't among the texts, adds it to `lost`. Skips values in which `description` has a
/// different meaning.
fn lost_descriptions(file: &File, node: NodeId, held: &BTreeSet<&str>, lost: &mut Vec<String>) {
    let values = [
        "example",
        "examples",
        "default",
        "enum",
        "const",
        "value",
        "x-codeSamples",
        "scopes",
        "mapping",
        "security",
    ];
    match file.value(node) {
        Value::Array(items) => items.iter().for_each(|item| lost_descriptions(file, *item, held, lost)),
        Value::Object(members) => {
            let hidden = members.get("x-internal").is_some();
            for entry in members.iter().filter(|entry| !hidden && !values.contains(&entry.key)) {
                match file.string(entry.value) {
                    Some(text)
                        if entry.key == "description" && !text.trim().is_empty() && !held.contains(text) =>
                    {
                        lost.push(file.pointer(entry.value));
                    }
                    _ => lost_descriptions(file, entry.value, held, lost),
                }
            }
        }
        _ => {}
    }
}

/// Returns the root documents in a folder.
#[allow(clippy::disallowed_methods, reason = "the documents are on disk")]
pub(super) fn roots(folder: &Path) -> Vec<SourcePath> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten() {
        let path = entry.path();
        let known = path
            .extension()
            .is_some_and(|extension| ["json", "yaml", "yml"].iter().any(|known| extension == *known));
        if !known {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        // In YAML, the version is at the start of a line. In JSON, it's at the start of the first object.
        let begins = |line: &str| line.starts_with("openapi:") || line.starts_with("swagger:");
        let start: String = text.chars().filter(|c| !c.is_whitespace()).take(14).collect();
        let json = start.starts_with("{\"openapi\":") || start.starts_with("{\"swagger\":");
        if (json || text.lines().any(begins))
            && let Some(path) = path.strip_prefix(folder).ok().and_then(Path::to_str)
        {
            found.push(SourcePath::new(path));
        }
    }
    found
}

/// Loads a document with every file that it refers to.
#[allow(clippy::disallowed_methods, reason = "the documents are on disk")]
pub(super) fn load(folder: &Path, root: &SourcePath) -> BTreeMap<SourcePath, Arc<File>> {
    let mut files = BTreeMap::new();
    let mut next = vec![root.clone()];
    while let Some(path) = next.pop() {
        let bytes = std::fs::read(folder.join(path.as_str())).ok();
        let Some(source) = bytes.and_then(|bytes| Source::from_bytes(path.clone(), &bytes).ok()) else {
            continue;
        };
        let (file, _) = read(&source);
        next.extend(file.references.iter().filter(|path| !files.contains_key(*path)).cloned());
        files.insert(path, Arc::new(file));
        next.retain(|path| !files.contains_key(path));
    }
    files
}
