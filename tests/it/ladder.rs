//! A module of `src` uses only the modules above it: the order of `lib.rs` is the ladder.

use std::collections::BTreeMap;

use crate::harness::{repository, tree};

#[test]
fn no_module_uses_one_below_it() {
    let source = sources();
    let ladder = ladder(&source["lib.rs"]);
    let mut wrong = Vec::new();
    // What a stage gives may be tested by what becomes of it further down.
    for (path, text) in source.iter().filter(|(path, _)| !path.contains("/tests")) {
        let own = path.split(['/', '.']).next().expect("paths are not empty");
        let Some(step) = ladder.iter().position(|module| module == own) else {
            assert!(matches!(own, "lib" | "main"), "`{path}` belongs to no module of lib.rs");
            continue;
        };
        for (line, used) in uses(text) {
            match ladder.iter().position(|module| *module == used) {
                Some(other) if other > step => {
                    wrong.push(format!("src/{path}:{line}: `{own}` uses `{used}`, which is below it"));
                }
                Some(_) => {}
                None => wrong.push(format!("src/{path}:{line}: there is no module `{used}` in lib.rs")),
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
        // A file with a folder of its name beside it opens that folder, as a `mod.rs` in it would.
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

/// Every file of `src`, by path below it.
fn sources() -> BTreeMap<String, String> {
    let files = tree(&repository().join("src")).into_iter();
    let text = |bytes| String::from_utf8(bytes).expect("sources are UTF-8");
    files.filter(|(path, _)| path.ends_with(".rs")).map(|(path, bytes)| (path, text(bytes))).collect()
}

/// The modules of `lib.rs`, from the top.
fn ladder(lib: &str) -> Vec<String> {
    let declared = lib.lines().filter_map(|line| {
        let rest = line.strip_prefix("pub(crate) mod ").or_else(|| line.strip_prefix("pub mod "));
        Some(rest.or_else(|| line.strip_prefix("mod "))?.strip_suffix(';')?.to_owned())
    });
    let ladder: Vec<String> = declared.collect();
    assert!(ladder.len() > 5, "lib.rs lists the modules");
    ladder
}

/// The lines that are not comments, numbered from 1.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .map(|(index, line)| (index + 1, line))
}

/// The modules that a file names by `crate::`, with the line of each.
fn uses(text: &str) -> Vec<(usize, String)> {
    let mut uses = Vec::new();
    for (number, line) in code(text) {
        for (at, found) in line.match_indices("crate::") {
            let inside_a_word =
                line[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | ':'));
            let name: String = line[at + found.len()..]
                .chars()
                .take_while(|c| c.is_ascii_lowercase() || *c == '_')
                .collect();
            if !inside_a_word && !name.is_empty() {
                uses.push((number, name));
            }
        }
    }
    uses
}

#[test]
fn the_reader_of_paths_sees_what_it_should() {
    let text = "use crate::path::OutPath;\n// crate::comment\nlet x = crate::diag::nearest(a, crate::site::B);\nmycrate::no();\n";
    let found = uses(text);
    assert_eq!(found, [(1, "path".to_owned()), (3, "diag".to_owned()), (3, "site".to_owned())]);
}
