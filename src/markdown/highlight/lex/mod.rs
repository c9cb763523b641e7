//! Lexers, written by hand for the languages that documentation is full of.
//!
//! A lexer reads bytes once, from the first to the last, without an allocation, and says the class of each token. It
//! knows no grammar, only what a token and its neighbours show: whatever the text, it ends, and in linear time. Where a
//! reader would see no difference, its classes are those of syntect's grammar; a test shows how many are.

mod bash;
mod clike;
mod css;
mod cursor;
mod diff;
mod go;
mod ini;
mod javascript;
mod json;
mod markup;
mod parts;
mod python;
mod rust;
mod sql;
mod table;
mod toml;
mod yaml;

use super::spans::Spans;
use cursor::Cursor;

/// Reads a whole code.
pub(super) type Lexer = fn(&mut Cursor<'_, '_>);

/// The lexer of JSON.
pub(super) const JSON: Lexer = json::lex;

/// The lexers by the names of their languages.
const LEXERS: &[(Lexer, &[&str])] = &[
    (
        bash::lex,
        &[
            "bash",
            "sh",
            "shell",
            "zsh",
            "console",
            "terminal",
            "shell-session",
            "shellsession",
            "sh-session",
            "shellscript",
            "curl",
        ],
    ),
    (javascript::javascript, &["javascript", "js", "jsx", "mjs", "cjs", "node", "flow", "json5"]),
    (javascript::typescript, &["typescript", "ts", "mts", "cts"]),
    (javascript::tsx, &["tsx"]),
    (JSON, &["json", "jsonc", "jsonl", "jsonlines", "ndjson", "geojson", "webmanifest"]),
    (python::lex, &["python", "py", "py3", "python3", "pycon", "pyi"]),
    (yaml::lex, &["yaml", "yml", "ansible"]),
    (toml::lex, &["toml"]),
    (markup::html, &["html", "htm"]),
    (markup::xml, &["xml", "svg", "rss", "xsd"]),
    (css::lex, &["css"]),
    (diff::lex, &["diff", "patch"]),
    (sql::lex, &["sql", "mysql", "pgsql", "plsql", "postgres", "postgresql", "sqlite", "tsql"]),
    (ini::ini, &["ini"]),
    (ini::environment, &["env", "dotenv"]),
    (go::lex, &["go", "golang"]),
    (clike::java, &["java"]),
    (clike::c, &["c", "h"]),
    (clike::cpp, &["cpp", "c++", "cc", "cxx", "hpp", "hh"]),
    (rust::lex, &["rust", "rs"]),
];

/// The lexer of a language, named as people name it after a fence.
pub(super) fn find(name: &str) -> Option<Lexer> {
    let is_known = |names: &&[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    LEXERS.iter().find(|(_, names)| is_known(names)).map(|(lexer, _)| *lexer)
}

/// The names of each lexer's language.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static [&'static str]> {
    LEXERS.iter().map(|(_, names)| *names)
}

/// Writes a code.
pub(super) fn render(lexer: Lexer, code: &str, out: &mut Spans) {
    let mut cursor = Cursor::new(code, out);
    lexer(&mut cursor);
    cursor.finish();
}
