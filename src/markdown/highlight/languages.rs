//! The names of languages, as people write them after a fence.

use std::cell::RefCell;
use std::collections::HashMap;

use syntect::parsing::SyntaxReference;

use super::grammar::syntaxes;

/// Names that neither syntect's names nor its file extensions cover, and those where they mislead.
const ALIASES: &[(&str, &str)] = &[
    ("ansible", "YAML"),
    ("apache", "Apache Conf"),
    ("asp.net", "HTML (ASP)"),
    ("bat", "Batch File"),
    ("c#", "C#"),
    ("cjs", "JavaScript (Babel)"),
    ("console", "Bourne Again Shell (bash)"),
    ("csharp", "C#"),
    ("cts", "TypeScript"),
    ("curl", "Bourne Again Shell (bash)"),
    ("docker", "Dockerfile (with bash)"),
    ("dockerfile", "Dockerfile (with bash)"),
    ("dos", "Batch File"),
    ("elixir", "Elixir"),
    ("env", "DotENV"),
    ("dotenv", "DotENV"),
    ("flow", "JavaScript (Babel)"),
    ("f#", "F#"),
    ("fsharp", "F#"),
    ("golang", "Go"),
    ("gql", "GraphQL"),
    ("gradle", "Groovy"),
    ("hcl", "Terraform"),
    ("htm", "HTML"),
    ("javascript", "JavaScript (Babel)"),
    ("js", "JavaScript (Babel)"),
    ("json5", "JavaScript (Babel)"),
    ("jsonc", "JSON"),
    ("jsonl", "JSON"),
    ("jsonlines", "JSON"),
    ("ndjson", "JSON"),
    ("geojson", "JSON"),
    ("webmanifest", "JSON"),
    ("jsx", "JavaScript (Babel)"),
    ("kotlin", "Kotlin"),
    ("latex", "LaTeX"),
    ("make", "Makefile"),
    ("mdx", "Markdown"),
    ("mjs", "JavaScript (Babel)"),
    ("mts", "TypeScript"),
    ("mysql", "SQL"),
    ("node", "JavaScript (Babel)"),
    ("objc", "Objective-C"),
    ("obj-c", "Objective-C"),
    ("objectivec", "Objective-C"),
    ("objectivec++", "Objective-C++"),
    ("objcpp", "Objective-C++"),
    ("octave", "MATLAB"),
    ("pgsql", "SQL"),
    ("php", "PHP Source"),
    ("plsql", "SQL"),
    ("postgres", "SQL"),
    ("postgresql", "SQL"),
    ("posh", "PowerShell"),
    ("ps", "PowerShell"),
    ("pwsh", "PowerShell"),
    ("properties", "Java Properties"),
    ("proto3", "Protocol Buffer"),
    ("protobuf", "Protocol Buffer"),
    ("pycon", "Python"),
    ("py3", "Python"),
    ("python3", "Python"),
    ("rest", "HTTP Request and Response"),
    ("rlang", "R"),
    ("rss", "XML"),
    ("scheme", "Lisp"),
    ("shell", "Bourne Again Shell (bash)"),
    ("shell-session", "Bourne Again Shell (bash)"),
    ("shellsession", "Bourne Again Shell (bash)"),
    ("shellscript", "Bourne Again Shell (bash)"),
    ("sh-session", "Bourne Again Shell (bash)"),
    ("sqlite", "SQL"),
    ("svg", "XML"),
    ("tsql", "SQL"),
    ("typescript", "TypeScript"),
    ("ts", "TypeScript"),
    ("tsx", "TypeScriptReact"),
    ("vb", "ASP"),
    ("viml", "VimL"),
    ("vue", "Vue Component"),
    ("wasm", "Lisp"),
    ("wat", "Lisp"),
    ("zsh", "Bourne Again Shell (bash)"),
];

/// Names that ask for plain text.
const PLAIN: &[&str] = &["", "text", "txt", "plain", "plaintext", "none", "ascii", "output", "raw", "tree"];

/// Names of sessions of a shell, prompts and output included.
const SESSIONS: &[&str] = &["console", "shell-session", "shellsession", "sh-session", "terminal"];

/// What is suggested where a name is unknown, besides the aliases.
const COMMON: &[&str] = &[
    "bash",
    "c",
    "clojure",
    "cmake",
    "cpp",
    "css",
    "dart",
    "diff",
    "dockerfile",
    "elixir",
    "elm",
    "erlang",
    "go",
    "graphql",
    "groovy",
    "haskell",
    "html",
    "http",
    "ini",
    "java",
    "json",
    "julia",
    "less",
    "lua",
    "markdown",
    "nginx",
    "nix",
    "ocaml",
    "perl",
    "powershell",
    "python",
    "r",
    "ruby",
    "rust",
    "sass",
    "scala",
    "scss",
    "sql",
    "svelte",
    "swift",
    "terraform",
    "toml",
    "xml",
    "yaml",
    "zig",
];

/// Finds the syntax of a name; `None` for plain text and for what has none.
pub(super) fn find(name: &str) -> Option<&'static SyntaxReference> {
    thread_local! {
        // Syntaxes are found by going through all of them.
        static FOUND: RefCell<HashMap<String, Option<&'static SyntaxReference>>> = RefCell::default();
    }
    FOUND.with_borrow_mut(|found| match found.get(name) {
        Some(syntax) => *syntax,
        None => {
            let syntax = search(name);
            // Names come from the outside: there may be any number of them.
            if found.len() < 1024 {
                found.insert(name.to_owned(), syntax);
            }
            syntax
        }
    })
}

fn search(name: &str) -> Option<&'static SyntaxReference> {
    let name = name.to_lowercase();
    if PLAIN.contains(&name.as_str()) {
        return None;
    }
    let set = syntaxes();
    if name == "terminal" {
        return set.find_syntax_by_token("bash");
    }
    match ALIASES.iter().find(|(alias, _)| *alias == name) {
        Some((_, syntax)) => set.find_syntax_by_name(syntax),
        None => set.find_syntax_by_token(&name).filter(|syntax| syntax.name != "Plain Text"),
    }
}

/// Whether the name asks for plain text.
pub(super) fn is_plain(name: &str) -> bool {
    PLAIN.contains(&name.to_lowercase().as_str())
}

/// Whether the name is that of a session of a shell.
pub(super) fn is_session(name: &str) -> bool {
    SESSIONS.iter().any(|session| session.eq_ignore_ascii_case(name))
}

/// The known name that is most like this one.
pub(crate) fn nearest(name: &str) -> Option<&'static str> {
    let known = ALIASES.iter().map(|(alias, _)| *alias).chain(COMMON.iter().copied());
    crate::diag::nearest(&name.to_lowercase(), known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alias_and_suggestion_has_a_syntax() {
        let names = ALIASES
            .iter()
            .map(|(alias, _)| *alias)
            .chain(COMMON.iter().copied())
            .chain(SESSIONS.iter().copied());
        let lost: Vec<&str> = names.filter(|name| find(name).is_none()).collect();
        assert_eq!(lost, Vec::<&str>::new());
    }
}
