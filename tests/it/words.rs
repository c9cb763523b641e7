//! The words in user-facing text: the prose of the manual and the sites, the interface, the templates for new sites,
//! and the command-line messages.

use crate::harness::{repository, tree};

/// Words that user-facing text must not contain, what to write instead, and why. The base is the Google developer
/// documentation style guide: <https://developers.google.com/style>.
const WORDS: &[(&str, &str, &str)] = &[
    // One term for each concept.
    ("address of a page", "URL", "readers search for the standard term"),
    ("address of the page", "URL", "readers search for the standard term"),
    ("signed address", "signed URL", "readers search for the standard term"),
    ("at this address", "at this URL", "readers search for the standard term"),
    ("free pages", "standalone pages", "readers search for the standard term"),
    ("typing error", "typo", "readers search for the standard term"),
    ("short cut", "shortcut", "it is one word"),
    ("loudspeaker", "speaker", "readers search for the standard term"),
    ("e-mail", "email", "it is one word"),
    ("file name", "filename", "it is one word"),
    ("file names", "filenames", "it is one word"),
    ("host name", "hostname", "it is one word"),
    ("host names", "hostnames", "it is one word"),
    // One verb for each action.
    ("mend", "fix", "it's outdated"),
    ("mended", "fixed", "it's outdated"),
    ("anew", "again", "it is an old word"),
    ("whoever", "anyone who", "it is an old word"),
    ("moreover", "also", "it is an old word"),
    ("for ever", "forever", "it's one word"),
    ("in vain", "name what failed", "it is an old word"),
    ("without a word", "silently", "it's a figure of speech"),
    ("out of the box", "includes", "it is a figure of speech"),
    ("can be had", "is available", "say who does what"),
    ("cannot be had", "is unavailable", "say who does what"),
    ("is told", "is reported", "say who does what"),
    ("are told", "are reported", "say who does what"),
    ("leads to no", "doesn't match any", "a negative verb is clearer than a negative noun"),
    ("is no key", "unknown key", "one pattern for each kind of problem"),
    ("please", "the imperative alone", "instructions need no plea"),
    ("click here", "the name of the target", "link text names its target"),
    ("e.g.", "for example", "not everybody reads Latin"),
    ("i.e.", "that is", "not everybody reads Latin"),
    // Contractions.
    ("cannot", "can't", "the voice is conversational"),
    ("does not", "doesn't", "the voice is conversational"),
    ("do not", "don't", "the voice is conversational"),
    ("did not", "didn't", "the voice is conversational"),
    ("will not", "won't", "the voice is conversational"),
    ("could not", "couldn't", "the voice is conversational"),
    // American spelling.
    ("afterwards", "afterward", "the spelling is American"),
    ("towards", "toward", "the spelling is American"),
    ("upwards", "or higher", "the spelling is American"),
    ("colour", "color", "the spelling is American"),
    ("colours", "colors", "the spelling is American"),
    ("coloured", "colored", "the spelling is American"),
    ("behaviour", "behavior", "the spelling is American"),
    ("neighbour", "neighbor", "the spelling is American"),
    ("neighbours", "neighbors", "the spelling is American"),
    ("centre", "center", "the spelling is American"),
    ("licence", "license", "the spelling is American"),
    ("licences", "licenses", "the spelling is American"),
    ("favourite", "favorite", "the spelling is American"),
    ("customise", "customize", "the spelling is American"),
    ("customising", "customizing", "the spelling is American"),
    ("recognise", "recognize", "the spelling is American"),
    ("organise", "organize", "the spelling is American"),
    ("organising", "organizing", "the spelling is American"),
    ("cancelled", "canceled", "the spelling is American"),
    ("labelled", "labeled", "the spelling is American"),
];

/// Returns the parts of a line that people read, as one string, without code, link targets, and heading IDs.
fn read_by_people(line: &str) -> String {
    let mut text = String::new();
    for (at, part) in line.split('`').enumerate() {
        text.push_str(if at % 2 == 0 { part } else { "code" });
    }
    for (open, close) in [("](", ")"), ("{#", "}")] {
        let mut kept = String::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once(open) {
            kept.push_str(before);
            kept.push(' ');
            rest = after.split_once(close).map_or("", |(_, rest)| rest);
        }
        text = kept + rest;
    }
    text
}

/// Whether text contains a word or a phrase. Only whole words match, regardless of their case.
fn has_words(text: &str, words: &str) -> bool {
    let text = text.to_lowercase();
    text.match_indices(words).any(|(at, _)| {
        let outside = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && !"-_/".contains(c));
        let before = text[..at].chars().next_back();
        outside(before) && before != Some('.') && outside(text[at + words.len()..].chars().next())
    })
}

/// Returns the repository's prose, by file: its lines with their numbers, without code blocks.
fn prose() -> Vec<(String, Vec<(usize, String)>)> {
    let mut files = Vec::new();
    for folder in ["manual/content", "content", "openapi", "src/cli/init", "theme/messages", ".github"] {
        for (path, bytes) in tree(&repository().join(folder)) {
            if [".md", ".mdx", ".yaml", ".toml", ".json"].iter().any(|end| path.ends_with(end))
                && !path.contains("i18n/")
            {
                files.push((format!("{folder}/{path}"), String::from_utf8(bytes).expect("prose is UTF-8")));
            }
        }
    }
    for path in ["README.md", "CHANGELOG.md", "docgen.toml", "manual/docgen.toml"] {
        let text = std::fs::read_to_string(repository().join(path)).expect("the file is there");
        files.push((path.to_owned(), text));
    }
    assert!(files.len() > 150, "the prose was found: {}", files.len());
    let lines = |text: String| {
        let mut fence: Option<String> = None;
        let mut lines = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let bare = line.trim_start();
            let ticks: String = bare.chars().take_while(|c| *c == '`').collect();
            match &fence {
                Some(open) if ticks.len() >= open.len() && bare.trim_matches('`').trim().is_empty() => {
                    fence = None
                }
                Some(_) => {}
                None if ticks.len() >= 3 => fence = Some(ticks),
                None => lines.push((number + 1, read_by_people(line))),
            }
        }
        lines
    };
    files.into_iter().map(|(path, text)| (path, lines(text))).collect()
}

/// Returns the string literals in the code, by file, except literals in tests and literals that are compared with
/// another program's messages.
fn messages() -> Vec<(String, Vec<(usize, String)>)> {
    let of_tests = |path: &str| path.split('/').any(|part| part == "tests" || part == "tests.rs");
    let mut files = Vec::new();
    for (path, bytes) in tree(&repository().join("src")) {
        if !path.ends_with(".rs") || of_tests(&path) {
            continue;
        }
        let code = String::from_utf8(bytes).expect("code is UTF-8");
        let lines = code.lines().take_while(|line| *line != "mod tests {").enumerate();
        let lines =
            lines.filter(|(_, line)| !line.trim_start().starts_with("//") && !line.contains(".contains("));
        let literals = lines.map(|(number, line)| {
            let line = line.replace("\\\"", "'").replace("'\"'", "' '");
            let texts: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
            (number + 1, read_by_people(&texts.join(" | ")))
        });
        files.push((format!("src/{path}"), literals.collect()));
    }
    assert!(files.len() > 150, "the code was found: {}", files.len());
    files
}

#[test]
fn prose_and_messages_use_standard_words() {
    let mut wrong = Vec::new();
    for (path, lines) in prose().into_iter().chain(messages()) {
        for (number, line) in lines {
            for (word, instead, why) in WORDS.iter().filter(|(word, ..)| has_words(&line, word)) {
                wrong.push(format!("{path}:{number}: `{word}`: write {instead}, because {why}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn words_are_found_on_their_own() {
    assert!(has_words("You Cannot do it.", "cannot"));
    assert!(has_words("A colour, for example", "colour"));
    assert!(!has_words("It recommends", "mend"), "a part of a word is no word");
    assert!(!has_words("guides/colours.md", "colours"), "a path is no word");
    assert!(!has_words(&read_by_people("See [Colors](../guides/colour) and `colour`."), "colour"));
}
