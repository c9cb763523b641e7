//! The theme files that only diagrams need. A site contains only the files for its own diagrams.

use std::collections::{BTreeMap, BTreeSet};

use regex_lite::Regex;

use crate::harness::Project;

/// The first word of each kind of diagram.
const KINDS: [&str; 38] = [
    "C4Context",
    "architecture-beta",
    "block-beta",
    "classDiagram",
    "classDiagram-v2",
    "cynefin-beta",
    "erDiagram",
    "eventmodeling",
    "flowchart",
    "flowchart-elk",
    "gantt",
    "gitGraph",
    "graph",
    "info",
    "ishikawa",
    "journey",
    "kanban",
    "mindmap",
    "packet-beta",
    "pie",
    "quadrantChart",
    "radar-beta",
    "railroad-abnf-beta",
    "railroad-beta",
    "railroad-ebnf-beta",
    "railroad-peg-beta",
    "requirementDiagram",
    "sankey-beta",
    "sequenceDiagram",
    "stateDiagram",
    "stateDiagram-v2",
    "swimlane-beta",
    "timeline",
    "treeView-beta",
    "treemap-beta",
    "venn-beta",
    "wardley-beta",
    "xychart-beta",
];

const FOLDER: &str = "_docgen/immutable/";

/// The imports between the theme's scripts, by name.
struct Bundle {
    scripts: BTreeMap<String, Vec<Import>>,
}

struct Import {
    file: String,
    /// The patterns of the diagrams that need the file. Empty if all diagrams need the file.
    patterns: Vec<Regex>,
}

impl Bundle {
    fn of(dist: &BTreeMap<String, Vec<u8>>) -> Bundle {
        let imports =
            Regex::new(r#"(?:\bfrom|\bimport|\bimport\()"\./([^"]+\.js)""#).expect("it is a pattern");
        let of_script = |code: &str| {
            let mut end = 0;
            let import = |found: regex_lite::Captures<'_>| {
                let all = found.get(0).expect("it is there");
                let patterns = patterns(&code[end..all.start()]);
                end = all.end();
                Import { file: found[1].to_owned(), patterns }
            };
            imports.captures_iter(code).map(import).collect()
        };
        let read = |name: String| {
            let code = std::str::from_utf8(&dist[&format!("{FOLDER}{name}")]).expect("scripts are text");
            (name, of_script(code))
        };
        Bundle { scripts: names(dist).into_iter().map(read).collect() }
    }

    /// Returns the script that loads the code for drawing each kind of diagram, if there is one.
    fn library(&self) -> Option<&str> {
        let kinds = |imports: &[Import]| imports.iter().filter(|import| !import.patterns.is_empty()).count();
        self.scripts.iter().find(|(_, imports)| kinds(imports) > 9).map(|(name, _)| &**name)
    }

    /// Returns the scripts that a page with this diagram loads, immediately or later, with all their imports.
    fn reached(&self, source: &str) -> BTreeSet<&str> {
        let (mut reached, library) = (BTreeSet::new(), self.library());
        let mut todo: Vec<&str> =
            self.scripts.keys().map(String::as_str).filter(|name| name.starts_with("app.")).collect();
        while let Some(name) = todo.pop() {
            if !reached.insert(name) {
                continue;
            }
            let imports = self.scripts.get(name).into_iter().flatten();
            let is_needed = |import: &&Import| library != Some(name) || import.is_for(source);
            todo.extend(imports.filter(is_needed).map(|import| &*import.file));
        }
        reached
    }
}

impl Import {
    fn is_for(&self, source: &str) -> bool {
        self.patterns.is_empty() || self.patterns.iter().any(|pattern| pattern.is_match(source))
    }
}

/// Returns the diagram patterns in a piece of a script.
fn patterns(code: &str) -> Vec<Regex> {
    let starts = code.match_indices(r"/^\s*").map(|(at, _)| &code[at + 1..]);
    let pattern = |rest: &str| {
        let (pattern, after) = rest.split_once('/')?;
        let flags = if after.starts_with("i.test(") { "is" } else { "s" };
        let is_tried = after.trim_start_matches('i').starts_with(".test(");
        is_tried.then(|| Regex::new(&format!("(?{flags}){pattern}")).expect("it is a pattern"))
    };
    starts.filter_map(pattern).collect()
}

/// Returns the names of the theme's scripts.
fn names(dist: &BTreeMap<String, Vec<u8>>) -> BTreeSet<String> {
    let names = dist.keys().filter_map(|path| path.strip_prefix(FOLDER));
    names.filter(|name| name.ends_with(".js") && !name.contains('/')).map(str::to_owned).collect()
}

/// Creates a site with this page and everything that needs the other scripts: a page with an interactive component,
/// feedback, and analytics.
fn site(page: &str) -> Project {
    let project = Project::new(
        "//- docgen.toml\n[site]\ntitle = \"Drawn\"\n[feedback]\n[analytics]\nprovider = \"gtm\"\nid = \"GTM-1\"\n",
    );
    project.write("components/Word.tsx", "\"use client\";\nexport default () => <p>word</p>;\n");
    project.write("content/docs/word.md", "# Word\n\n<Word />\n");
    project.write("content/docs/page.md", format!("---\ntitle: Page\n---\n\n{page}\n"));
    project
}

fn drawn(source: &str) -> String {
    format!("```mermaid\n{source}\n```")
}

/// Returns the scripts on a site with this page.
fn scripts_with(page: &str) -> BTreeSet<String> {
    scripts(&site(page))
}

fn scripts(project: &Project) -> BTreeSet<String> {
    project.build();
    names(&project.dist())
}

/// Returns all scripts, because a diagram of an unknown kind might need any of them.
fn all() -> BTreeSet<String> {
    scripts_with(&drawn("something else"))
}

#[test]
fn a_site_has_what_its_diagrams_need_and_no_more() {
    let project = site(&drawn("something else"));
    project.build();
    let all = Bundle::of(&project.dist());
    let library = all.library().expect("where there are diagrams, there is what draws them");
    for import in &all.scripts[library] {
        assert!(KINDS.iter().any(|kind| import.is_for(kind)), "no kind in the table needs `{}`", import.file);
    }
    let without = scripts_with("Text.");
    for kind in KINDS {
        let found = scripts_with(&drawn(kind));
        let needed: BTreeSet<String> = all.reached(kind).into_iter().map(str::to_owned).collect();
        assert!(needed.contains(library) && needed.len() < all.scripts.len(), "`{kind}`");
        let missing: Vec<&String> = needed.difference(&found).collect();
        assert!(missing.is_empty(), "a site with `{kind}` lacks {missing:?}");
        let unused: Vec<&String> =
            found.difference(&needed).filter(|file| !without.contains(*file)).collect();
        assert!(unused.is_empty(), "a site with `{kind}` has {unused:?}");
    }
}

#[test]
fn a_site_without_diagrams_has_nothing_of_their_library() {
    let project = site("Text.");
    project.build();
    let bundle = Bundle::of(&project.dist());
    let all = all();
    assert_eq!(bundle.library(), None);
    let missing = bundle.reached("").into_iter().filter(|file| !bundle.scripts.contains_key(*file));
    assert_eq!(missing.count(), 1, "the library alone");
    assert!(bundle.scripts.len() + 80 < all.len(), "{} of {}", bundle.scripts.len(), all.len());
}

#[test]
fn diagrams_are_found_wherever_they_are() {
    let all = all();
    let pie = scripts_with(&drawn("pie"));
    let both = &pie | &scripts_with(&drawn("kanban"));
    assert!(pie.len() < both.len() && both.len() < all.len());
    assert_eq!(scripts_with(&format!("{}\n\n{}", drawn("pie"), drawn("%% A comment.\nkanban"))), both);
    assert_eq!(scripts_with(&drawn("PIE")), pie);
    assert_eq!(scripts_with(&drawn("")), all);
    assert_eq!(scripts_with("<div data-island=\"diagram\"></div>"), all);

    let described = site("Text.");
    let api = r#"{"openapi":"3.1.0","info":{"title":"A","version":"1","description":"```mermaid\npie\n```"},"paths":{}}"#;
    described.write("openapi/a.json", api);
    assert_eq!(scripts(&described), pie);

    let own = site("Text.");
    own.write("overrides/templates/doc.html", "{{ page.title }}<div data-island=\"diagram\"></div>");
    assert_eq!(scripts(&own), all);
}

#[test]
fn what_an_edit_adds_is_written_and_what_goes_is_removed() {
    let project = site("Text.");
    project.write("content/docs/other.md", format!("---\ntitle: Other\n---\n\n{}\n", drawn("pie")));
    let found = ["Text.", &drawn("kanban"), &drawn("something else"), "Text."].map(|page| {
        project.write("content/docs/page.md", format!("---\ntitle: Page\n---\n\n{page}\n"));
        let found = scripts(&project);
        project.is_as_if_clean();
        found
    });
    assert_eq!(found[0], found[3]);
    assert!(found[0].is_subset(&found[1]) && found[1].is_subset(&found[2]));
    assert!(found[0].len() < found[1].len() && found[1].len() < found[2].len());
}
