//! Which files are cached forever. Every caching rule that docgen writes or that the manual recommends must match only
//! files whose names change with their content.

use std::collections::BTreeMap;

use crate::harness::{Project, repository};

const SITE: &str = "
//- docgen.toml
[site]
title = 'Acme'
url = 'https://acme.example'
[og]
images = true
//- content/docs/a.md
# A

Some words about the world. ![A](./a.svg)

[Data](./data.tar.gz)
//- content/docs/b.md
# B

Other words.
//- content/docs/data.tar.gz
not really
//- content/docs/a.svg
<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>
//- content/blog/2025-01-05-first.md
# First

A post.
//- overrides/custom.css
body { color: red }
//- static/assets/logo.svg
<svg xmlns='http://www.w3.org/2000/svg'/>
//- static/logo.1234567890abcdef.svg
<svg xmlns='http://www.w3.org/2000/svg'/>
";

/// Returns a function that checks whether the rules in a `_headers` file cache a file forever.
fn pinned(dist: &BTreeMap<String, Vec<u8>>) -> impl Fn(&str) -> bool + use<> {
    let rules = String::from_utf8(dist["_headers"].clone()).expect("it is text");
    let (pattern, rest) = rules.split_once('\n').expect("a path and a header");
    assert_eq!(rest.lines().next(), Some("  Cache-Control: public, max-age=31536000, immutable"));
    let folder = pattern.trim_start_matches('/').strip_suffix('*').expect("a folder").to_owned();
    move |path| path.starts_with(&folder)
}

#[test]
fn a_file_that_is_cached_forever_never_has_other_bytes() {
    let project = Project::new(SITE);
    project.build();
    let before = project.dist();
    let is_pinned = pinned(&before);
    let changes = [
        ("content/docs/a.md", "# A\n\nSome words about the earth. ![A](./a.svg)\n\n[Data](./data.tar.gz)\n"),
        ("content/docs/b.md", "# Better\n\n## A heading\n\nOther words.\n"),
        ("content/docs/data.tar.gz", "not really either"),
        ("content/docs/a.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='2' height='2'/>"),
        ("content/blog/2025-01-05-first.md", "# First of all\n\nA post.\n"),
        ("overrides/custom.css", "body { color: blue }"),
        ("static/assets/logo.svg", "<svg/>"),
        ("static/logo.1234567890abcdef.svg", "<svg/>"),
    ];
    let mut kinds = 0;
    for (path, text) in changes {
        project.write(path, text).build();
        let after = project.dist();
        let changed: Vec<&String> = after
            .iter()
            .filter(|(path, bytes)| before.get(*path) != Some(*bytes))
            .map(|(path, _)| path)
            .collect();
        kinds += changed.iter().filter(|path| is_pinned(path)).count();
        let wrong: Vec<_> =
            changed.iter().filter(|path| is_pinned(path) && before.contains_key(path.as_str())).collect();
        assert!(wrong.is_empty(), "{path}: {wrong:?}");
    }
    assert!(kinds > 10, "styles, navigation, pictures and files have new names: {kinds}");
}

#[test]
fn every_file_of_docgen_is_known_to_be_cached_or_not() {
    let project = Project::new(SITE);
    project.build();
    let dist = project.dist();
    let is_pinned = pinned(&dist);
    let named = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or_default();
        name.split(['.', '-']).any(|part| {
            matches!(part.len(), 8 | 16)
                && part.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_alphabetic())
        })
    };
    let (forever, others): (Vec<&str>, Vec<&str>) = dist
        .keys()
        .map(String::as_str)
        .filter(|path| path.starts_with("_docgen/"))
        .partition(|path| is_pinned(path));
    assert!(forever.iter().all(|path| named(path)), "{forever:#?}");
    for kind in ["app.", "custom.", "docgen-sans.", "nav/docs.", "og/", "assets/data.", "assets/a."] {
        assert!(forever.iter().any(|path| path.contains(kind)), "{kind}");
    }
    let known = ["licenses.txt", "manifest", "oauth.html", "site.json"].map(|name| format!("_docgen/{name}"));
    let others: Vec<&str> = others.into_iter().filter(|path| !path.starts_with("_docgen/search/")).collect();
    assert_eq!(others, known);
    assert!(dist.keys().filter(|path| is_pinned(path)).all(|path| path.starts_with("_docgen/")));
}

/// Returns the commands in one of the manual's code blocks, each on one line.
fn commands(title: &str, program: &str) -> Vec<String> {
    let path = repository().join("manual/content/docs/guides/deploying.md");
    let manual = std::fs::read_to_string(path).expect("the manual says how to deploy");
    let part = manual.split(&format!("\n## {title}\n")).nth(1).expect("it has a part about it");
    let block = part.split("```").nth(1).expect("it has commands").replace("\\\n", " ");
    block.lines().filter(|line| line.starts_with(program)).map(str::to_owned).collect()
}

#[test]
fn uploads_of_the_manual_say_the_same_of_every_file() {
    let project = Project::new(SITE);
    project.build();
    let dist = project.dist();
    let is_pinned = pinned(&dist);
    let commands = commands("S3 and CloudFront", "aws s3 sync dist");
    for path in dist.keys() {
        // The first command that uploads a file determines its headers.
        let said = commands.iter().find_map(|command| {
            let words: Vec<&str> = command.split('"').collect();
            let mut included = true;
            for pair in words.chunks_exact(2) {
                let matches =
                    pair[1].strip_suffix('*').map_or(pair[1] == path, |start| path.starts_with(start));
                match pair[0].trim() {
                    option if option.ends_with("--exclude") => included &= !matches,
                    option if option.ends_with("--include") => included |= matches,
                    option if option.ends_with("--cache-control") => return included.then_some(pair[1]),
                    option => panic!("{option}"),
                }
            }
            None
        });
        let expected = if is_pinned(path) { "public, max-age=31536000, immutable" } else { "no-cache" };
        assert_eq!(said, Some(expected), "{path}");
    }
}
