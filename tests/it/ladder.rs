//! A module in `src` uses only the modules above it in the order of `lib.rs` (the ladder). Within a module, files don't
//! use one another in a cycle.

use std::collections::{BTreeMap, BTreeSet};

use regex_lite::Regex;

use crate::harness::{repository, tree};

#[test]
fn no_module_uses_one_below_it() {
    let source = sources();
    let ladder = ladder(&source["lib.rs"]);
    let mut wrong = Vec::new();
    // Tests can use lower modules to check the result of a stage.
    for (path, text) in source.iter().filter(|(path, _)| !path.contains("/tests")) {
        let own = path.split(['/', '.']).next().expect("paths aren't empty");
        let Some(step) = ladder.iter().position(|module| module == own) else {
            assert!(matches!(own, "lib" | "main"), "`{path}` belongs to no module of lib.rs");
            continue;
        };
        for (line, names) in File::read(path, text).uses {
            let used = names.first().map_or("", String::as_str);
            if ladder.iter().position(|module| module == used).is_some_and(|other| other > step) {
                wrong.push(format!("src/{path}:{line}: `{own}` uses `{used}`, which is below it"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn paths_that_the_ladder_cannot_see_are_not_written() {
    let mut wrong = Vec::new();
    let all = sources();
    for (path, text) in &all {
        // A file next to a folder with the same name contains that folder's module, like a `mod.rs` file inside the
        // folder.
        let folder = path.strip_suffix(".rs").map(|stem| format!("{stem}/"));
        let opens = folder.is_some_and(|folder| all.keys().any(|other| other.starts_with(&folder)));
        let facade = opens || path.ends_with("mod.rs") || path == "lib.rs" || !path.contains('/');
        let two_levels_down =
            path.matches('/').count() > 1 || (path.contains('/') && !path.ends_with("mod.rs"));
        for (number, line) in code(text) {
            if line.contains("super::super") && !two_levels_down {
                wrong.push(format!("src/{path}:{number}: `super::super` leaves the module"));
            }
            if line.trim_start().starts_with("pub use") && !facade {
                wrong.push(format!("src/{path}:{number}: `pub use` stands in facades only"));
            }
            if line.contains("use crate::*") || line.contains("use crate::{") || line.contains("use crate as")
            {
                wrong
                    .push(format!("src/{path}:{number}: write one `use crate::module::...` for each module"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Returns every file in `src`, by path.
fn sources() -> BTreeMap<String, String> {
    let files = tree(&repository().join("src")).into_iter();
    let text = |bytes| String::from_utf8(bytes).expect("sources are UTF-8");
    files.filter(|(path, _)| path.ends_with(".rs")).map(|(path, bytes)| (path, text(bytes))).collect()
}

/// Returns the modules that `lib.rs` declares, from top to bottom.
fn ladder(lib: &str) -> Vec<String> {
    let declared = lib.lines().filter_map(|line| {
        let rest = line.strip_prefix("pub(crate) mod ").or_else(|| line.strip_prefix("pub mod "));
        Some(rest.or_else(|| line.strip_prefix("mod "))?.strip_suffix(';')?.to_owned())
    });
    let ladder: Vec<String> = declared.collect();
    assert!(ladder.len() > 5, "lib.rs lists the modules");
    ladder
}

/// Returns the lines that aren't comments, numbered from 1.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .map(|(index, line)| (index + 1, line))
}

#[test]
fn no_files_use_one_another_in_a_circle() {
    let files = sources().into_iter().map(|(path, text)| File::read(&path, &text));
    let circles = circles(&files.map(|file| (file.module.clone(), file)).collect());
    assert!(circles.is_empty(), "\n{}", circles.join("\n"));
}

/// The path of a module or item: the names from the root of the crate.
type Names = Vec<String>;

/// The names in one file.
#[derive(Default)]
struct File {
    path: String,
    module: Names,
    /// The items that the file defines at any level.
    items: BTreeSet<String>,
    /// The file's imports, by local name.
    imports: BTreeMap<String, Names>,
    /// The modules that the file imports with `*`.
    globs: Vec<Names>,
    /// The names that the file uses, each with its line.
    uses: Vec<(usize, Names)>,
}

impl File {
    /// Reads a file. An inline module counts as part of the file.
    fn read(path: &str, text: &str) -> Self {
        let stem = path.trim_end_matches(".rs").trim_end_matches("/mod");
        let module: Names = stem.split('/').filter(|name| *name != "lib").map(str::to_owned).collect();
        let mut file = File { path: path.to_owned(), module, ..File::default() };
        let tokens = tokens(text);
        let word = |at: usize| tokens.get(at).map_or("", |(_, word)| *word);
        let (mut depth, mut inline, mut at) = (0, None, 0);
        while let Some(&(line, token)) = tokens.get(at) {
            match token {
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    inline = inline.filter(|outside| *outside < depth);
                }
                "mod" if word(at + 2) == "{" => inline = Some(depth),
                "struct" | "enum" | "trait" | "type" | "fn" | "const" | "static" => {
                    file.items.insert(word(at + 1).to_owned());
                }
                "use" if is_name(word(at + 1)) => {
                    let mut leaves = Vec::new();
                    at = read_tree(&tokens, at + 1, &[], &mut leaves);
                    for (names, bound) in leaves {
                        let mut names = file.absolute(&names, inline.is_some());
                        if bound == "*" {
                            file.globs.push(names.clone());
                            names.push("*".to_owned());
                        } else if names != [&file.module[..], &[bound.to_owned()]].concat() {
                            file.imports.insert(bound.to_owned(), names.clone());
                        }
                        file.uses.push((line, names));
                    }
                }
                name if is_name(name) && word(at + 1) == "::" && (at == 0 || word(at - 1) != "::") => {
                    let mut names = vec![name];
                    while word(at + 1) == "::" && is_name(word(at + 2)) {
                        names.push(word(at + 2));
                        at += 2;
                    }
                    file.uses.push((line, file.absolute(&names, inline.is_some())));
                }
                _ => {}
            }
            at += 1;
        }
        file
    }

    /// Resolves a path that occurs in this file or in a module inside it.
    fn absolute(&self, names: &[&str], inline: bool) -> Names {
        let mut names = names.iter().skip(usize::from(inline && names[0] == "super")).peekable();
        let mut from = self.module.clone();
        if names.next_if(|name| **name == "crate").is_some() {
            from.clear();
        }
        names.next_if(|name| **name == "self");
        while names.next_if(|name| **name == "super").is_some() {
            from.pop();
        }
        from.extend(names.map(|name| (*name).to_owned()));
        from
    }
}

/// Returns the tokens in a file's code, without comments or literals: names, `::`, and punctuation, each with its line.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    let token = Regex::new(
        r##"(?s)//[^\n]*|b?r#+".*?"#+|b?"(?:\\.|[^"\\])*"|b?'(?:\\.[^']*|[^'\\])'|'\w+|\w+|::|\S"##,
    )
    .expect("the pattern is valid");
    let (mut line, mut from) = (1, 0);
    let all = token.find_iter(text).map(|found| {
        line += text[from..found.start()].matches('\n').count();
        from = found.start();
        (line, found.as_str())
    });
    all.filter(|(_, token)| !token.starts_with("//") && !token.contains(['"', '\''])).collect()
}

/// Whether a token is a name or a keyword.
fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Reads the tree of a `use` declaration: each path with its local name, or `*` for everything. Returns the index where
/// the tree ends.
fn read_tree<'a>(
    tokens: &[(usize, &'a str)],
    mut at: usize,
    before: &[&'a str],
    leaves: &mut Vec<(Vec<&'a str>, &'a str)>,
) -> usize {
    let mut names = before.to_vec();
    loop {
        match tokens[at].1 {
            "::" => {}
            "self" if !names.is_empty() => {}
            "{" => {
                while tokens[at].1 != "}" {
                    at = read_tree(tokens, at + 1, &names, leaves);
                }
                return at + 1;
            }
            "as" => {
                leaves.push((names, tokens[at + 1].1));
                return at + 2;
            }
            "*" => {
                leaves.push((names, "*"));
                return at + 1;
            }
            name if is_name(name) => names.push(name),
            _ => {
                // After a trailing comma, there is nothing before the brace.
                if tokens[at - 1].1 != "," {
                    let bound = names[names.len() - 1];
                    leaves.push((names, bound));
                }
                return at;
            }
        }
        at += 1;
    }
}

/// Every file in `src`, by module.
type Files = BTreeMap<Names, File>;

/// Returns the file that defines the target of a path, resolving imports along the path. Returns `None` for modules
/// themselves and for other crates.
fn home<'a>(files: &'a Files, path: &[String], steps: usize) -> Option<&'a File> {
    let (file, rest) = (0..path.len()).rev().find_map(|at| Some((files.get(&path[..at])?, &path[at..])))?;
    let steps = steps.checked_sub(1)?;
    if let Some(names) = file.imports.get(&rest[0]) {
        return home(files, &[names, &rest[1..]].concat(), steps);
    }
    if rest[0] == "*" || file.items.contains(&rest[0]) {
        return Some(file);
    }
    file.globs.iter().find_map(|names| home(files, &[names, rest].concat(), steps))
}

/// Returns the cycles of files that use one another, with the line in each file that uses the next file. Uses between a
/// module and its own parent don't count.
fn circles(files: &Files) -> Vec<String> {
    let mut edges: BTreeMap<&str, BTreeMap<&str, String>> = BTreeMap::new();
    for file in files.values() {
        for (line, names) in &file.uses {
            let Some(used) = home(files, names, 9) else { continue };
            let (deep, flat) = match file.module.len() > used.module.len() {
                true => (&file.module, &used.module),
                false => (&used.module, &file.module),
            };
            if deep != flat && deep[..deep.len() - 1] != flat[..] {
                let place = format!("src/{}:{line} uses {}", file.path, names.join("::"));
                edges.entry(&file.path).or_default().entry(&used.path).or_insert(place);
            }
        }
    }
    let reached = |from| {
        let mut reached = BTreeSet::new();
        let mut next = vec![from];
        while let Some(path) = next.pop() {
            next.extend(
                edges.get(path).into_iter().flat_map(BTreeMap::keys).filter(|path| reached.insert(**path)),
            );
        }
        reached
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> = edges.keys().map(|path| (*path, reached(path))).collect();
    let mut circles = Vec::new();
    let mut seen = BTreeSet::new();
    for (path, others) in &reached {
        if !others.contains(path) || seen.contains(path) {
            continue;
        }
        let back = |other: &&&str| reached.get(**other).is_some_and(|others| others.contains(path));
        let circle: BTreeSet<&str> = others.iter().filter(back).copied().collect();
        let inside = circle.iter().flat_map(|path| &edges[path]).filter(|(used, _)| circle.contains(*used));
        let lines: Vec<String> = inside.map(|(used, place)| format!("  {place}, of src/{used}")).collect();
        circles.push(format!("a circle of {} files:\n{}", circle.len(), lines.join("\n")));
        seen.extend(circle);
    }
    circles
}

#[test]
fn the_reader_of_paths_sees_what_it_should() {
    let text = r#"
        use super::c::{self, D as E, f::*}; // crate::comment
        let x = crate::diag::nearest('"', "crate::text", c::g());
        mycrate::no();
        mod tests { use super::E; }
    "#;
    let uses = File::read("a/b.rs", text).uses.into_iter();
    let uses: Vec<_> = uses.map(|(line, names)| (line, names.join("::"))).collect();
    let expected = [
        (2, "a::c"),
        (2, "a::c::D"),
        (2, "a::c::f::*"),
        (3, "diag::nearest"),
        (3, "a::b::c::g"),
        (4, "a::b::mycrate::no"),
        (5, "a::b::E"),
    ];
    assert_eq!(uses, expected.map(|(line, names)| (line, names.to_owned())));
}

#[test]
fn a_circle_is_found_behind_facades_and_between_relatives_that_are_not_parent_and_child() {
    let found = |files: &[(&str, &str)]| {
        let files = files.iter().map(|(path, text)| File::read(path, text));
        circles(&files.map(|file| (file.module.clone(), file)).collect())
    };
    let parent = ("a.rs", "mod b; mod c; pub use b::*; pub use c::one as two; use b::B; struct A;");
    let child = ("a/b.rs", "use super::{A, two}; pub struct B;");
    assert_eq!(found(&[parent, child, ("a/c.rs", "pub fn one() {}")]), [""; 0]);
    let lines = "a circle of 2 files:\n  src/a/b.rs:1 uses a::two, of src/a/c.rs\n  src/a/c.rs:1 uses a::B, of src/a/b.rs";
    assert_eq!(found(&[parent, child, ("a/c.rs", "fn one(b: crate::a::B) {}")]), [lines]);
    let grandchild = ("a/c/d.rs", "use super::super::A; pub fn one() {}");
    let between = ("a/c.rs", "mod d; pub use d::one;");
    assert_eq!(found(&[parent, ("a/b.rs", ""), between, grandchild]).len(), 1);
}
