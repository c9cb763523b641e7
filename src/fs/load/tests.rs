use std::fs;

use tempfile::TempDir;

use super::*;

#[test]
fn files_of_content_are_told_apart_by_name_and_place() {
    let is = |path: &str, expected: Kind| assert!(kind(&SourcePath::new(path)) == expected, "{path}");
    for path in ["content/a.md", "content/docs/A.MDX", "content/i18n/de/docs/a.markdown"] {
        is(path, Kind::Markdown);
    }
    for path in
        ["content/docs/_category_.toml", "content/docs/_category_.JSON", "content/_parts/_category_.yml"]
    {
        is(path, Kind::Category);
    }
    is("content/i18n/de/messages.json", Kind::Messages);
    for path in ["content/blog/authors.yml", "content/blog/tags.toml", "content/i18n/de/blog/tags.yaml"] {
        is(path, Kind::Blog);
    }
    for path in [
        "content/a.png",
        "content/docs/_a.md",
        "content/_parts/a.md",
        "content/messages.json",
        "content/i18n/messages.json",
        "content/i18n/de/docs/messages.json",
        "content/docs/_category_.txt",
        "content/tags.yml",
        "content/blog/tags.json",
        "content/blog/2024/tags.yml",
        "content/i18n/de/tags.yml",
        "content/i18n/de/blog/2024/tags.yml",
    ] {
        is(path, Kind::Other);
    }
}

#[test]
fn what_is_published_as_it_is_may_begin_with_a_dot() {
    for name in [".well-known", ".htaccess", ".gitignore"] {
        assert!(is_hidden("content", name) && !is_hidden("static", name), "{name}");
    }
    for name in [".DS_Store", ".git", ".a.swp", ".a~", ".#a", ".~lock.a#", ".goutputstream-A"] {
        assert!(is_hidden("content", name) && is_hidden("static", name), "{name}");
    }
    for name in ["a", "a~", "a.swp", "a.#b", "_a"] {
        assert!(!is_hidden("content", name) && !is_hidden("static", name), "{name}");
    }
}

/// Whether a reload says that a path makes a difference after a change of a small site. It must end in what a load gives.
#[track_caller]
fn check_reload(change: impl Fn(&Path), path: &str, expected: bool) {
    let folder = TempDir::new().expect("the system has a folder for temporary files");
    let (root, out) = (folder.path(), folder.path().join("dist"));
    for name in [CONFIG, "content/docs/a.md", "content/docs/b.md", "content/_parts/a.txt", "static/a.txt"] {
        put(root, name, "");
    }
    let mut sources = load(root, &out).sources;
    assert!(sources.diagnostics.is_empty());
    change(root);
    let path = SourcePath::new(path);
    let different = reload(root, &out, &mut sources, &BTreeSet::from([path.clone()]));
    assert_eq!(different.contains(&path), expected, "{path}");
    let parts = |sources: &Sources| {
        let texts = sources.config.iter().chain(&sources.markdown).chain(&sources.blog_files);
        let texts: Vec<_> = texts.map(|source| (source.path.clone(), source.hash)).collect();
        (texts, sources.static_files.clone(), sources.strays.clone())
    };
    assert_eq!(parts(&sources), parts(&load(root, &out).sources), "{path}");
}

fn put(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().expect("it is in a folder")).expect("folders can be made");
    fs::write(path, text).expect("files can be written");
}

#[test]
fn a_reload_says_what_makes_a_difference() {
    let edit = |name: &'static str| move |root: &Path| put(root, name, "new");
    let remove =
        |name: &'static str| move |root: &Path| fs::remove_file(root.join(name)).expect("it is there");
    for name in [CONFIG, "content/docs/a.md", "static/a.txt", "overrides/custom.css"] {
        check_reload(edit(name), name, true);
    }
    for name in ["content/docs/c.md", "content/blog/tags.yml", "static/b.txt", "openapi/api.yaml"] {
        check_reload(edit(name), name, true);
    }
    for name in [CONFIG, "content/docs/a.md", "static/a.txt"] {
        check_reload(remove(name), name, true);
    }
    let move_away = |name: &'static str| {
        move |root: &Path| fs::rename(root.join(name), root.join("away")).expect("it is there")
    };
    for name in ["content/docs", "content", "static"] {
        check_reload(move_away(name), name, true);
    }
    check_reload(move_away("content/_parts"), "content/_parts", false);
    let add_folder = |root: &Path| put(root, "content/more/a.md", "new");
    check_reload(add_folder, "content/more", true);
    check_reload(|_| {}, "content/docs/a.md", false);
    check_reload(|_| {}, "content/docs/gone.md", false);
    check_reload(edit("content/docs/a.png"), "content/docs/a.png", false);
    check_reload(edit("src/a.md"), "src/a.md", false);
}
