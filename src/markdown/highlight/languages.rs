//! The language names that writers use after an opening fence, and the highlighter for each language.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::LazyLock;

use syntect::parsing::SyntaxReference;

use super::{
    grammar::syntaxes,
    lex::{self, Lexer},
};

/// A language that has a lexer, additional names, or names that would otherwise select the wrong grammar.
pub(super) struct Language {
    /// The grammar's name.
    grammar: &'static str,
    /// The names, separated by spaces.
    pub names: &'static str,
    /// More names, which aren't suggested for typos. The grammar includes most of these names.
    pub endings: &'static str,
    pub lexer: Option<Lexer>,
}

/// Creates a language with a lexer.
const fn lexed(grammar: &'static str, names: &'static str, endings: &'static str, lexer: Lexer) -> Language {
    Language { grammar, names, endings, lexer: Some(lexer) }
}

/// Creates a language without a lexer.
const fn read(grammar: &'static str, names: &'static str) -> Language {
    Language { grammar, names, endings: "", lexer: None }
}

/// The languages. Languages with a lexer come first.
pub(super) static LANGUAGES: &[Language] = &[
    lexed(
        "Bourne Again Shell (bash)",
        "bash shell zsh console shell-session shellsession sh-session shellscript curl",
        "sh terminal",
        lex::bash::lex,
    ),
    lexed("C", "c", "h", lex::cpp::c),
    lexed("C++", "cpp", "c++ cc cxx hpp hh", lex::cpp::cpp),
    lexed("Go", "go golang", "", lex::go::lex),
    lexed("JSON", "json jsonc jsonl jsonlines ndjson geojson webmanifest", "", lex::json::lex),
    lexed("JavaScript (Babel)", "javascript js mjs cjs node flow json5", "", lex::javascript::javascript),
    lexed("Python", "python py3 python3 pycon", "py pyi", lex::python::lex),
    lexed("Rust", "rust", "rs", lex::rust::lex),
    lexed("TypeScript", "typescript ts mts cts", "", lex::javascript::typescript),
    lexed("TypeScriptReact", "tsx jsx", "", lex::javascript::tsx),
    lexed("YAML", "yaml ansible", "yml", lex::yaml::lex),
    read("ASP", "vb"),
    read("Apache Conf", "apache"),
    read("Batch File", "bat dos"),
    read("C#", "c# csharp"),
    read("Dockerfile (with bash)", "docker dockerfile"),
    read("DotENV", "env dotenv"),
    read("Elixir", "elixir"),
    read("F#", "f# fsharp"),
    read("GraphQL", "gql"),
    read("Groovy", "gradle"),
    read("HTML", "htm"),
    read("HTML (ASP)", "asp.net"),
    read("HTTP Request and Response", "rest"),
    read("INI", "cfg dosini"),
    read("Java Properties", "properties"),
    read("Kotlin", "kotlin"),
    read("LaTeX", "latex"),
    read("Lisp", "scheme wasm wat"),
    read("MATLAB", "octave"),
    read("Makefile", "make"),
    read("Markdown", "mdx"),
    read("Objective-C", "objc obj-c objectivec"),
    read("Objective-C++", "objectivec++ objcpp"),
    read("PHP Source", "php"),
    read("PowerShell", "posh ps pwsh"),
    read("Protocol Buffer", "proto3 protobuf"),
    read("R", "rlang"),
    read("SQL", "mysql pgsql plsql postgres postgresql sqlite tsql"),
    read("Terraform", "hcl"),
    read("VimL", "viml"),
    read("Vue Component", "vue"),
    read("XML", "rss svg"),
];

/// Names for plain text.
const PLAIN: &str = "text txt plain plaintext none ascii output raw tree ansi";

/// Additional suggestions for unknown names. The grammars include these names.
const COMMON: &str = "clojure cmake css dart diff elm erlang graphql groovy haskell html http ini java julia less lua \
     markdown nginx nix ocaml perl powershell r ruby sass scala scss sql svelte swift terraform toml xml zig";

/// Finds a language. If the table doesn't contain the name, returns `None`.
pub(super) fn named(name: &str) -> Option<&'static Language> {
    static BY_NAME: LazyLock<HashMap<&'static str, &'static Language>> = LazyLock::new(|| {
        let names = |language: &'static Language| {
            let names = [language.names, language.endings].into_iter().flat_map(str::split_whitespace);
            names.map(move |name| (name, language))
        };
        LANGUAGES.iter().flat_map(names).collect()
    });
    BY_NAME.get(name).or_else(|| BY_NAME.get(name.to_lowercase().as_str())).copied()
}

/// Finds the syntax for a name. For plain text and unknown languages, returns `None`.
pub(super) fn find(name: &str) -> Option<&'static SyntaxReference> {
    thread_local! {
        // Finding a syntax requires a search through all syntaxes, so the results are cached.
        static FOUND: RefCell<HashMap<String, Option<&'static SyntaxReference>>> = RefCell::default();
    }
    FOUND.with_borrow_mut(|found| match found.get(name) {
        Some(syntax) => *syntax,
        None => {
            let syntax = search(name);
            // Names come from documents, so the number of names is unlimited. Limit the number of cached names.
            if found.len() < 1024 {
                found.insert(name.to_owned(), syntax);
            }
            syntax
        }
    })
}

/// Whether there's a highlighter for a name.
pub(crate) fn is_known(name: &str) -> bool {
    named(name).is_some() || find(name).is_some()
}

fn search(name: &str) -> Option<&'static SyntaxReference> {
    if is_plain(name) {
        return None;
    }
    match named(name) {
        Some(language) => syntaxes().find_syntax_by_name(language.grammar),
        None => {
            syntaxes().find_syntax_by_token(&name.to_lowercase()).filter(|syntax| syntax.name != "Plain Text")
        }
    }
}

/// Whether the name means plain text.
pub(super) fn is_plain(name: &str) -> bool {
    name.is_empty() || PLAIN.split(' ').any(|plain| plain.eq_ignore_ascii_case(name))
}

/// Returns the names of the languages that writers use most.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().flat_map(|language| language.names.split(' ')).chain(COMMON.split_whitespace())
}

/// Returns the most similar known name.
pub(crate) fn nearest(name: &str) -> Option<&'static str> {
    crate::diag::nearest(&name.to_lowercase(), names())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_and_suggestion_has_a_syntax() {
        let names = LANGUAGES.iter().flat_map(|language| [language.names, language.endings]);
        let names = names.chain([COMMON]).flat_map(str::split_whitespace);
        let lost: Vec<&str> = names.filter(|name| find(name).is_none()).collect();
        assert_eq!(lost, Vec::<&str>::new());
    }
}
