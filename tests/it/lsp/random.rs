//! Random edits and moves in a site with versions, locales, components, and an API: the server shows the problems that
//! `docgen check` reports, and makes the changes that `docgen mv` makes.

use std::collections::{BTreeMap, BTreeSet};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::Editor;
use crate::harness::{Numbers, Project, same_text, same_tree, tree};
use crate::moved::numbers;

const START: &str = "
//- docgen.toml
[site]
title = 'Maze'
url = 'https://maze.example'
base_url = '/sub/'

[docs]
last_version = 'current'

[i18n]
locales = [{ code = 'en' }, { code = 'fr' }]

[[navbar.items]]
label = 'Start'
href = '/docs/a/one'

[[navbar.items]]
label = 'Four'
type = 'doc'
doc_id = 'b/four'
//- content/docs/a/_category_.toml
label = 'First'
//- content/docs/b/_category_.toml
label = 'Second'
link = { type = 'doc', id = 'b/four' }
//- content/docs/b/dot.svg
<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>
//- content/docs/a/_part.md
Part of [one](./one.md).
//- components/Note.tsx
export default function Note({ to }: { to: string }) { return <a href={to}>Note</a>; }
//- openapi/maze.yaml
openapi: 3.1.0
info: { title: Maze, version: '1', description: 'See [one](/docs/a/one).' }
servers: [{ url: https://maze.example/v1 }]
paths:
  /ways:
    get:
      summary: List ways
      responses: { '200': { description: All ways } }
";

/// The pages of the site.
const PAGES: [&str; 15] = [
    "content/docs/index.md",
    "content/docs/a/one.md",
    "content/docs/a/two.mdx",
    "content/docs/a/deep/three.md",
    "content/docs/b/index.md",
    "content/docs/b/four.md",
    "content/docs/b/five.md",
    "content/docs/b/héron 🦓.md",
    "content/versions/1.0/docs/index.md",
    "content/versions/1.0/docs/a/one.md",
    "content/versions/1.0/docs/b/four.md",
    "content/i18n/fr/docs/index.md",
    "content/i18n/fr/docs/a/one.md",
    "content/i18n/fr/docs/b/four.md",
    "content/pages/about.md",
];

/// The folders for new and moved pages.
const FOLDERS: [&str; 4] = ["content/docs", "content/docs/a", "content/docs/b", "content/docs/new"];

/// More folders for moved pages.
const OTHERS: [&str; 4] =
    ["content/docs/deep-1", "content/docs/lists", "content/versions/1.0/docs/b", "content/pages"];

fn site(random: &mut Numbers) -> Project {
    let site = Project::new(START);
    for page in PAGES {
        site.write(page, text(random, page));
    }
    site
}

/// A site in which most moves affect only a small part of the pages.
fn large_site(random: &mut Numbers) -> Project {
    let site = site(random);
    let config = site.read("docgen.toml");
    site.write("docgen.toml", format!("{config}\n[[redirects]]\nfrom = '/docs/from'\nto = '/docs/a/one'\n"));
    site.write("content/docs/lists/_category_.toml", "link = { type = 'generated-index' }\n");
    site.write("content/docs/lists/sub/_category_.toml", "link = { type = 'generated-index' }\n");
    site.write("content/blog/2027-01-02-news.md", "---\ntags: [one]\n---\n\n# News\n\n[one](/docs/a/one)\n");
    let folders = ["lists", "lists/sub", "deep-1", "deep-2", "deep-2/own", "b"];
    let paths: Vec<String> = (0..60)
        .map(|number| format!("content/docs/{}/page-{number}.md", folders[number % folders.len()]))
        .collect();
    for (number, path) in paths.iter().enumerate() {
        let aliases = if random.below(4) == 0 {
            format!("aliases: [/docs/alias-{}]\n", random.below(9))
        } else {
            String::new()
        };
        let next = if random.below(6) == 0 { "pagination_next: a/one\n" } else { "" };
        let mut text = format!("---\ntitle: Page {number}\n{aliases}{next}tags: [t{}]\n---\n\n", number % 3);
        for _ in 0..random.below(3) {
            let near = relative(path, &paths[random.below(paths.len())]);
            text += &match random.below(9) {
                0 => "[up](..) and [here](.)\n\n".to_owned(),
                1 => format!("[tag](/docs/tags/t{})\n\n", random.below(3)),
                2 => "[list](/docs/lists/sub)\n\n".to_owned(),
                3 => format!("[page]({})\n\n", relative(path, PAGES[1 + random.below(6)])),
                4 => format!("[bare]({})\n\n", near.trim_end_matches(".md")),
                5 => format!("![dot]({})\n\n", relative(path, "content/docs/b/dot.svg")),
                6 => format!("[old](/docs/alias-{}) [news](/blog)\n\n", random.below(9)),
                7 => format!("[route]({})\n\n", near.trim_start_matches("./").trim_end_matches(".md")),
                _ => format!("[near]({near})\n\n"),
            };
        }
        site.write(path, text);
        if number % 7 == 0 {
            site.write(
                &path.replace("content/docs", "content/i18n/fr/docs"),
                format!("# Page {number} fr\n\n[un]({})\n", relative(path, PAGES[1])),
            );
        }
        if number % 5 == 0 {
            site.write(
                &path.replace("content/docs", "content/versions/1.0/docs"),
                format!("# Page {number} old\n\n[near](./page-{}.md)\n", number + 6),
            );
        }
    }
    site
}

fn pick<'t>(random: &mut Numbers, all: &[&'t str]) -> &'t str {
    all[random.below(all.len())]
}

/// Returns the path of a file relative to another file.
fn relative(from: &str, to: &str) -> String {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let shared = folder.split('/').zip(to.split('/')).take_while(|(a, b)| a == b).count();
    let ups = folder.split('/').count() - shared;
    let rest: Vec<&str> = to.split('/').skip(shared).collect();
    if ups == 0 { format!("./{}", rest.join("/")) } else { "../".repeat(ups) + &rest.join("/") }
}

/// Returns a page with links of every kind. Some are broken.
fn text(random: &mut Numbers, page: &str) -> String {
    let mut text = match random.below(8) {
        0 => "---\ntitle: Títle 🦓\n---\n\n".to_owned(),
        1 => format!("---\nslug: s{}\n---\n\n# Slug\n\n", random.below(3)),
        2 => "---\ntags: [one]\n---\n\n# Tagged\n\n".to_owned(),
        3 => format!("# Title {}\n\n", random.below(3)),
        _ => "# Plain\n\n".to_owned(),
    };
    for _ in 0..random.below(5) {
        let to = pick(random, &PAGES);
        let route = to.trim_start_matches("content").trim_end_matches(".mdx").trim_end_matches(".md");
        let spaced = |path: &str| path.replace(' ', "%20");
        text += &match random.below(9) {
            0 => format!("## Part {}\n\n", random.below(3)),
            1 => format!("🦓 e\u{301}漢 [route]({})\n\n", spaced(route)),
            2 => format!("[anchor](<{}#part-{}>)\n\n", relative(page, to), random.below(3)),
            3 => format!("👩‍👧 [gone](./gone-{}.md)\n\n", random.below(3)),
            4 => format!("[absolute]({})\n\n", spaced(to.trim_start_matches("content"))),
            5 => format!("![dot]({})\n\n", relative(page, "content/docs/b/dot.svg")),
            6 if page.ends_with(".mdx") => format!("<Note to=\"{}\" />\n\n", spaced(&relative(page, to))),
            7 => format!("::include{{file=\"{}\"}}\n\n", relative(page, "content/docs/a/_part.md")),
            _ => format!("[file]({})\n\n", spaced(&relative(page, to))),
        };
    }
    if random.below(6) == 0 { text.replace('\n', "\r\n") } else { text }
}

/// Returns the files of a site, except those that docgen wrote.
fn files(site: &Project) -> BTreeMap<String, Vec<u8>> {
    let mut files = tree(site.root());
    files.retain(|path, _| !path.starts_with(".docgen") && !path.starts_with("dist"));
    files
}

fn copy(files: &BTreeMap<String, Vec<u8>>) -> Project {
    let copy = Project::new("");
    for (path, bytes) in files {
        copy.write(path, bytes);
    }
    copy
}

/// Returns what `docgen check` reports, one problem per line.
fn checked(site: &Project) -> String {
    let line = |one: &Json| {
        let hints = one["hints"].as_array().into_iter().flatten().filter_map(Json::as_str);
        let message = one["message"].as_str().into_iter().chain(hints).collect::<Vec<_>>().join(" / ");
        let message = message.replace('\n', " / ");
        let file = one["file"].as_str().unwrap_or("docgen.toml");
        format!("{file}:{} {} {message}\n", one["line"].as_u64().unwrap_or(1), one["code"])
    };
    let mut lines: Vec<String> = site.run("check --format json").json().iter().map(line).collect();
    lines.sort();
    lines.concat()
}

/// Returns what the server has reported, in the form of [`checked`].
fn shown(editor: &Editor<'_>) -> String {
    let mut lines = Vec::new();
    for (file, problems) in &editor.problems {
        let file = percent_encoding::percent_decode_str(file).decode_utf8_lossy();
        lines.extend(problems.iter().map(|one| {
            let line = one["range"]["start"]["line"].as_u64().expect("there's a line") + 1;
            let message = one["message"].as_str().expect("there's a message").replace('\n', " / ");
            format!("{file}:{line} {} {message}\n", one["code"])
        }));
    }
    lines.sort();
    lines.concat()
}

/// Returns the offset of a position.
fn offset(text: &str, position: &Json) -> usize {
    let line = position["line"].as_u64().expect("there's a line") as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let mut units = position["character"].as_u64().expect("there's a character") as usize;
    let mut at = start;
    for c in text[start..].chars() {
        if units == 0 {
            break;
        }
        units = units.checked_sub(c.len_utf16()).expect("a position is between characters");
        at += c.len_utf8();
    }
    at
}

/// Checks that each broken link is marked exactly.
fn marks_links(editor: &Editor<'_>, file: &str, text: &str) {
    let uri = editor.uri(file);
    let own = editor.problems.iter().filter(|(path, _)| uri.ends_with(&format!("/{path}")));
    for problem in own.flat_map(|(_, all)| all).filter(|one| one["code"] == "broken-link") {
        let range = offset(text, &problem["range"]["start"])..offset(text, &problem["range"]["end"]);
        let message = problem["message"].as_str().expect("there's a message");
        assert!(message.contains(&format!("`{}`", &text[range.clone()])), "{file}: {message} at {range:?}");
    }
}

#[test]
fn problems_are_those_of_check_after_every_edit() {
    for script in 1..=3 {
        let mut random = numbers(script);
        let site = site(&mut random);
        if script == 2 {
            // The site is broken when the editor starts.
            site.write("docgen.toml", "[site\n");
        }
        let mut editor = Editor::start(&site);
        let mut open: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut done = Vec::new();
        for step in 0..24 {
            let disk = files(&site);
            let pages = disk.keys().filter(|path| path.ends_with(".md") || path.ends_with(".mdx"));
            let pages: Vec<&str> = pages.map(String::as_str).collect();
            let page = pick(&mut random, &pages).to_owned();
            let opened: Vec<&str> = open.keys().map(String::as_str).collect();
            let any = if opened.is_empty() { None } else { Some(pick(&mut random, &opened).to_owned()) };
            let is_free = !open.contains_key(&page);
            let mut edit = |editor: &mut Editor<'_>, path: &str, text: String| {
                editor.open(path, &text);
                open.entry(path.to_owned()).or_default().push(text);
            };
            let kind = if step == 0 { 0 } else { random.below(14) };
            done.push(format!("{kind}: {page}, {any:?}"));
            match (kind, any) {
                (4, Some(path)) => {
                    let texts = open.get_mut(&path).expect("it's open");
                    if texts.len() > 1 {
                        texts.pop();
                        editor.open(&path, &texts[texts.len() - 1]);
                    }
                }
                (5 | 6, Some(path)) => {
                    let texts = &open[&path];
                    site.write(&path, &texts[texts.len() - 1]);
                    let document = json!({ "textDocument": { "uri": editor.uri(&path) } });
                    editor.tell("textDocument/didSave", document);
                }
                (7, Some(path)) => {
                    let document = json!({ "textDocument": { "uri": editor.uri(&path) } });
                    editor.tell("textDocument/didClose", document);
                    open.remove(&path);
                }
                (8, _) => _ = site.write(&page, text(&mut random, &page)),
                (9, _) if is_free => {
                    let to = format!("{}/moved-{step}.md", pick(&mut random, &FOLDERS));
                    site.rename(&page, &to);
                }
                (10, _) if is_free => _ = site.remove(&page),
                (11, _) => {
                    let path = format!("{}/made-{step}.md", pick(&mut random, &FOLDERS));
                    let text = text(&mut random, &path);
                    edit(&mut editor, &path, text);
                }
                (12, _) => {
                    let label = ["label = 'New'\n", "lable = 'New'\n", "label = [\n"][random.below(3)];
                    edit(&mut editor, "content/docs/a/_category_.toml", label.to_owned());
                }
                (13, _) => {
                    let api = START.split_once("maze.yaml\n").expect("it's the last file").1;
                    let api = api.replace("All ways", pick(&mut random, &["Few", "[x](./y.md)", "'"]));
                    site.write("openapi/maze.yaml", api);
                }
                (3, _) => {
                    let config = START.split_once("docgen.toml\n").expect("it's the first file").1;
                    let config = config.split_once("//- ").expect("others follow").0;
                    let lines = ["", "[navbar]\nx = 1\n", "[footer]\ncopyright = 'C'\n", "[x\n"];
                    edit(&mut editor, "docgen.toml", format!("{config}{}", pick(&mut random, &lines)));
                }
                _ => {
                    let text = text(&mut random, &page);
                    edit(&mut editor, &page, text);
                }
            }
            let mut all = files(&site);
            for (path, texts) in &open {
                all.insert(path.clone(), texts[texts.len() - 1].clone().into_bytes());
            }
            let expected = checked(&copy(&all));
            let start = Instant::now();
            while shown(&editor) != expected {
                if start.elapsed() > Duration::from_secs(20) {
                    println!("script {script}: {done:#?}");
                    same_text(&expected, &shown(&editor));
                }
                sleep(Duration::from_millis(20));
                editor.ask("workspace/symbol", json!({ "query": "" }));
            }
            for (path, texts) in &open {
                marks_links(&editor, path, &texts[texts.len() - 1]);
            }
        }
        editor.end();
    }
}

/// Makes the changes that the server returned for a move.
fn apply(site: &Project, editor: &Editor<'_>, edit: &Json) {
    let path = |uri: &Json| {
        let uri = uri.as_str().expect("there's a URI");
        let below = uri.strip_prefix(&editor.uri("")).expect("it's in the site");
        percent_encoding::percent_decode_str(below).decode_utf8_lossy().into_owned()
    };
    for change in edit["documentChanges"].as_array().into_iter().flatten() {
        if change["kind"] == "rename" {
            rename(site, &path(&change["oldUri"]), &path(&change["newUri"]));
            continue;
        }
        let file = path(&change["textDocument"]["uri"]);
        let mut text = site.read(&file);
        let mut edits: Vec<_> = change["edits"].as_array().expect("there's a list").iter().collect();
        edits.reverse();
        for edit in edits {
            let range = offset(&text, &edit["range"]["start"])..offset(&text, &edit["range"]["end"]);
            text.replace_range(range, edit["newText"].as_str().expect("there's a text"));
        }
        site.write(&file, text);
    }
}

fn rename(site: &Project, old: &str, new: &str) {
    let new = site.root().join(new);
    std::fs::create_dir_all(new.parent().expect("it's in a folder")).expect("folders can be created");
    std::fs::rename(site.root().join(old), new).expect("files can be moved");
}

#[test]
fn a_move_in_the_editor_changes_what_mv_changes() {
    let scripts = std::env::var("DOCGEN_MOVES").ok().and_then(|count| count.parse().ok()).unwrap_or(3);
    for script in 1..=scripts {
        let mut random = numbers(script);
        // Many moves in a large site are planned with a part of the site.
        let site = if script % 3 == 1 { site(&mut random) } else { large_site(&mut random) };
        let mut editor = Editor::start(&site);
        editor.open("content/docs/a/_category_.toml", &site.read("content/docs/a/_category_.toml"));
        for step in 0..10 {
            let before = files(&site);
            let paths =
                before.keys().filter(|path| path.starts_with("content/") && !path.contains([' ', '_']));
            let mut paths: Vec<&str> = paths.map(String::as_str).collect();
            let folders: BTreeSet<&str> =
                paths.iter().filter_map(|path| Some(path.rsplit_once('/')?.0)).collect();
            paths.extend(folders.into_iter().filter(|folder| folder.matches('/').count() > 1));
            let old = pick(&mut random, &paths).to_owned();
            let folder = if random.below(2) == 0 {
                old.rsplit_once('/').expect("it's in a folder").0
            } else {
                pick(&mut random, &[FOLDERS, OTHERS].concat())
            };
            let name = old.rsplit('/').next().expect("there's a name");
            let new = if random.below(2) == 0 {
                format!("{folder}/x{step}-{name}")
            } else {
                format!("{folder}/{name}")
            };
            let copy = copy(&before);
            let run = copy.run(&format!("mv {old} {new} --force"));
            let files = json!({ "files": [{ "oldUri": editor.uri(&old), "newUri": editor.uri(&new) }] });
            let edit = editor.ask("workspace/willRenameFiles", files);
            println!("script {script}: {old} -> {new}");
            if !edit["message"].is_null() {
                let message = edit["message"].as_str().expect("there's a message");
                run.code(2).stderr_has(&message.replace(&format!("{}/", site.root().display()), ""));
                continue;
            }
            run.code(0);
            apply(&site, &editor, &edit);
            rename(&site, &old, &new);
            same_tree(&self::files(&copy), &self::files(&site));
            let changed = self::files(&site).into_keys().chain(before.into_keys());
            let changes: Vec<Json> =
                changed.map(|file| json!({ "uri": editor.uri(&file), "type": 2 })).collect();
            editor.tell("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
        }
        editor.end();
    }
}
