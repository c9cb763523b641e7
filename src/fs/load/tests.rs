use std::fs;

use super::*;
use crate::config::OpenApiConfig;
use crate::diag::Location;
use crate::fs::load::Overrides;
use crate::fs::load_openapi;
use crate::fs::tests::{folder, put};

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
        "content/docs/_category_.md",
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

/// Writes the files of a site. The text of each file is its name.
fn lay_out<'a>(root: &Path, names: impl IntoIterator<Item = &'a str>) {
    for name in names {
        put(&root.join(name), name);
    }
}

/// Returns the names of all loaded files, with a line for each list.
fn names(sources: &Sources) -> String {
    let texts = [&sources.markdown, &sources.categories, &sources.blog_files, &sources.messages];
    let texts = texts.map(|texts| texts.iter().map(|source| source.path.as_str()).collect::<Vec<_>>());
    let files = [&sources.static_files, &sources.strays];
    let files = files.map(|files| files.iter().map(SourcePath::as_str).collect::<Vec<_>>());
    texts.into_iter().chain(files).map(|names| names.join(" ") + "\n").collect()
}

/// Returns the diagnostics, each as one line.
fn told(diagnostics: &[Diagnostic]) -> Vec<String> {
    let told = |found: &Diagnostic| {
        let path = found.location.as_ref().map_or("", |place| place.path().as_str());
        format!("{} {path}: {}", found.code.as_str(), found.message)
    };
    diagnostics.iter().map(told).collect()
}

#[test]
fn every_file_is_loaded_in_its_place_and_in_order() {
    let folder = folder();
    let root = folder.path();
    lay_out(
        root,
        [
            "docgen.toml",
            "README.md",
            "content/docs/b.md",
            "content/docs/a/b.md",
            "content/docs/a.md",
            "content/docs/B.mdx",
            // A folder can have the name of a page or an image.
            "content/docs/c.md/a.md",
            "content/docs/d.png/a.md",
            "content/docs/e.png",
            "content/docs/_part.md",
            "content/docs/_category_.toml",
            "content/docs/a/_category_.json",
            "content/docs/a/category.yml",
            "content/docs/.draft.md",
            "content/.obsidian/a.md",
            "content/blog/authors.toml",
            "content/i18n/de/messages.json",
            "content/dist/index.md",
            "static/b.txt",
            "static/a.md",
            "static/.well-known/a",
            "static/.DS_Store",
            "static/.git/config",
            "overrides/custom.css",
            "overrides/custom.js",
            "overrides/templates/doc.html",
            "openapi/api.yaml",
        ],
    );
    let sources = load(root, &root.join("content/dist"));
    assert_eq!(
        names(&sources),
        "content/docs/B.mdx content/docs/a.md content/docs/a/b.md content/docs/b.md content/docs/c.md/a.md \
         content/docs/d.png/a.md\n\
         content/docs/_category_.toml content/docs/a/_category_.json\n\
         content/blog/authors.toml\n\
         content/i18n/de/messages.json\n\
         static/.well-known/a static/a.md static/b.txt\n\
         content/docs/a/category.yml overrides/custom.js\n"
    );
    assert_eq!(sources.config.as_ref().map(|config| &*config.text), Some("docgen.toml"));
    assert!(sources.markdown.iter().all(|source| *source.text == *source.path.as_str()));
    assert_eq!((told(&sources.diagnostics), sources.openapi.is_loaded), (Vec::new(), false));
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_loaded_is_reported_and_the_rest_is_loaded() {
    use std::os::unix::{ffi::OsStrExt as _, fs::symlink, net::UnixListener};
    let folder = folder();
    let root = &folder.path().join("site");
    lay_out(folder.path(), ["outside/docs/a.md", "outside/files/b.txt"]);
    lay_out(root, ["content/docs/good.md", "static/deep/good.txt", "shared/c.txt", "content/a\\b/c\\d.md"]);
    put(&root.join("content/docs/latin.md"), b"\xff");
    put(&root.join("content/docs").join(std::ffi::OsStr::from_bytes(b"\xff.md")), "");
    for (to, name) in [
        ("nowhere", "docgen.toml"),
        ("../../../outside/docs", "content/docs/more"),
        ("none.md", "content/docs/lost.md"),
        ("../docs", "content/docs/loop"),
        ("../shared", "static/in"),
        ("../../outside/files", "static/out"),
        ("../../../outside/files/b.txt", "static/deep/out.txt"),
    ] {
        symlink(to, root.join(name)).expect("links can be made");
    }
    for name in ["content/docs/socket", "static/socket", "openapi", "overrides"] {
        UnixListener::bind(root.join(name)).expect("sockets can be made");
    }
    let sources = load(root, &root.join("dist"));
    assert_eq!(
        names(&sources),
        "content/docs/good.md content/docs/more/a.md\n\n\n\nstatic/deep/good.txt static/in/c.txt\n\n"
    );
    let mut found = told(&sources.diagnostics);
    found.sort();
    let (gone, socket) = (
        "can't read this file: it's missing, or it's a broken symbolic link",
        "expected a file, found a socket",
    );
    let out = "this symbolic link points outside the site";
    let backslash =
        "the name of `content/a\\b/c\\d.md` contains a backslash, which separates folders on Windows";
    let expected = [
        ("outside-link static/deep/out.txt", out),
        ("outside-link static/out", out),
        ("unreadable-file content/docs/latin.md", "this file isn't UTF-8: byte 0xff"),
        (
            "unreadable-file content/docs/loop",
            "can't read this folder: a symbolic link points back to a parent folder",
        ),
        ("unreadable-file content/docs/lost.md", gone),
        ("unreadable-file content/docs/socket", socket),
        ("unreadable-file content/docs", "the name of `content/docs/\u{fffd}.md` isn't UTF-8"),
        ("unreadable-file content", backslash),
        ("unreadable-file docgen.toml", gone),
        ("unreadable-file openapi", socket),
        ("unreadable-file overrides", socket),
        ("unreadable-file static/socket", socket),
    ];
    assert_eq!(found, expected.map(|(place, why)| format!("{place}: {why}")));
}

#[test]
#[cfg(unix)]
fn content_comes_from_the_repository_but_not_from_git_or_other_folders() {
    let folder = folder();
    let root = &folder.path().join("repository/site");
    lay_out(folder.path(), ["private/key.md", "repository/docs/a.md", "repository/.git/config"]);
    lay_out(root, ["docgen.toml"]);
    for (to, name) in [
        ("../../../docs", "content/docs/good"),
        ("../../../docs/a.md", "content/docs/b.md"),
        ("../../../.git", "content/docs/git"),
        ("../../../.git/config", "content/docs/config.md"),
        ("../../../../private", "content/docs/private"),
        ("../../../../private/key.md", "content/docs/key.md"),
    ] {
        let at = root.join(name);
        std::fs::create_dir_all(at.parent().expect("it has a folder")).expect("folders can be made");
        std::os::unix::fs::symlink(to, at).expect("links can be made");
    }
    let sources = load(root, &root.join("dist"));
    assert_eq!(names(&sources), "content/docs/b.md content/docs/good/a.md\n\n\n\n\n\n");
    let mut found = told(&sources.diagnostics);
    found.sort();
    let expected = ["config.md", "git", "key.md", "private"].map(|name| {
        format!("outside-link content/docs/{name}: this symbolic link points outside the repository")
    });
    assert_eq!(found, expected);
}

#[test]
#[cfg(unix)]
fn a_published_folder_that_is_elsewhere_is_reported_and_not_loaded() {
    let folder = folder();
    let root = &folder.path().join("site");
    lay_out(folder.path(), ["outside/a.txt", "outside/a.md", "site/docgen.toml"]);
    for name in ["static", "content"] {
        std::os::unix::fs::symlink("../outside", root.join(name)).expect("links can be made");
    }
    let sources = load(root, &root.join("dist"));
    assert_eq!(names(&sources), "content/a.md\n\n\n\n\n\n");
    assert_eq!(
        told(&sources.diagnostics),
        ["outside-link static: this symbolic link points outside the site"]
    );
}

#[test]
fn folders_are_read_to_a_hundred_below_one_another() {
    let folder = folder();
    let deepest = "/a".repeat(MAX_DEPTH - 1);
    let name = |folders: &str, file: &str| format!("static{folders}/{file}");
    let (last, too_deep) = (name(&deepest, "b"), name(&deepest, "a/b"));
    lay_out(folder.path(), [&*last, &*too_deep]);
    let sources = load(folder.path(), &folder.path().join("dist"));
    assert_eq!(names(&sources), format!("\n\n\n\n{last}\n\n"));
    let message = "this folder is nested more than 100 levels deep";
    assert_eq!(told(&sources.diagnostics), [format!("invalid-path {}: {message}", name(&deepest, "a"))]);
}

#[test]
fn a_config_by_another_name_is_reported_if_there_is_none() {
    let folder = folder();
    let told = || told(&load(folder.path(), &folder.path().join("dist")).diagnostics);
    assert_eq!(told(), [""; 0]);
    lay_out(folder.path(), ["docgen.yaml/docgen.yml"]);
    assert_eq!(told(), [""; 0], "a folder is no config");
    lay_out(folder.path(), ["docgen.json"]);
    assert_eq!(told(), ["unused-content docgen.json: `docgen.json` isn't used: docgen reads `docgen.toml`"]);
    lay_out(folder.path(), ["docgen.toml"]);
    assert_eq!(told(), [""; 0]);
}

#[test]
fn a_site_needs_a_page_or_an_openapi_document() {
    let folder = folder();
    let root = folder.path();
    let found = || {
        let sources = load(root, &root.join("dist"));
        missing_content(root, &sources).map(|found| found.message)
    };
    let nothing = format!("found no Markdown files or OpenAPI documents in {}", root.display());
    assert_eq!(found(), Some(nothing));
    put(&root.join(CONFIG), "");
    assert_eq!(found(), Some(format!("folder not found: `content` in {}", root.display())));
    lay_out(root, ["content/docs/a.txt"]);
    assert_eq!(found().as_deref(), Some("found no Markdown files in `content`"));
    let mut sources = load(root, &root.join("dist"));
    sources.openapi.documents.push(OpenApiConfig::of("openapi/api.yaml"));
    assert_eq!(missing_content(root, &sources), None);
    put(&root.join("content/docs/a.md"), b"\xff");
    assert_eq!(found(), None, "only the file that can't be read is reported");
    lay_out(root, ["content/docs/a.md"]);
    assert_eq!(found(), None);
}

#[test]
fn templates_and_styles_of_a_site_are_read_by_name() {
    let folder = folder();
    let root = folder.path();
    let read = || read_overrides(root).map_err(|found| told(&[found]));
    assert_eq!(read(), Ok(Overrides::default()));
    lay_out(
        root,
        [
            "overrides/templates/doc.html",
            "overrides/templates/api/operation.html",
            "overrides/templates/.doc.html",
            "overrides/templates/doc.txt",
            "overrides/other.html",
            "overrides/samples/python.j2",
            "overrides/samples/go.txt",
        ],
    );
    let templates = ["api/operation.html", "doc.html"];
    let templates =
        BTreeMap::from(templates.map(|name| (name.to_owned(), format!("overrides/templates/{name}"))));
    let samples = BTreeMap::from([("python".to_owned(), "overrides/samples/python.j2".to_owned())]);
    let mut own = Overrides { templates, samples, css: None };
    assert_eq!(read(), Ok(own.clone()));
    lay_out(root, [CUSTOM_CSS]);
    own.css = Some(CUSTOM_CSS.to_owned());
    assert_eq!(read(), Ok(own));
    put(&root.join(CUSTOM_CSS), b"\xff");
    let message = "this file isn't UTF-8: byte 0xff";
    assert_eq!(read(), Err(vec![format!("unreadable-file {CUSTOM_CSS}: {message}")]));
    put(&root.join("overrides/templates/doc.html"), b"\xff");
    assert_eq!(read(), Err(vec![format!("unreadable-file overrides/templates/doc.html: {message}")]));
}

/// Changes a small site and checks whether a reload reports that a change to a path affects the site. The reload must
/// have the same result as a full load.
#[track_caller]
fn check_reload(change: impl Fn(&Path), path: &str, expected: bool) {
    let folder = folder();
    let (root, out) = (folder.path(), folder.path().join("dist"));
    lay_out(
        root,
        [
            CONFIG,
            "content/docs/a.md",
            "content/docs/b.md",
            "content/_parts/a.txt",
            "content/pages/a.md",
            "static/0.txt",
            "static/a.txt",
            "static/files.d/a.txt",
        ],
    );
    let mut sources = load(root, &out);
    assert!(sources.diagnostics.is_empty());
    change(root);
    let path = SourcePath::new(path);
    let different = reload(root, &out, &mut sources, &BTreeSet::from([path.clone()]));
    assert_eq!(different.contains(&path), expected, "{path}");
    let texts = |sources: &Sources| -> Vec<Source> {
        sources.config.iter().chain(&sources.markdown).chain(&sources.blog_files).cloned().collect()
    };
    let anew = load(root, &out);
    assert_eq!((names(&sources), texts(&sources)), (names(&anew), texts(&anew)), "{path}");
}

#[test]
fn a_reload_says_what_makes_a_difference() {
    let edit = |name: &'static str| move |root: &Path| put(&root.join(name), "new");
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
    for name in ["content/docs", "content", "static", "static/files.d"] {
        check_reload(move_away(name), name, true);
    }
    check_reload(move_away("content/_parts"), "content/_parts", false);
    let add_folder = |root: &Path| put(&root.join("content/more/a.md"), "new");
    check_reload(add_folder, "content/more", true);
    check_reload(|_| {}, "content/docs/a.md", false);
    check_reload(|_| {}, "content/docs/gone.md", false);
    check_reload(edit("content/docs/a.png"), "content/docs/a.png", false);
    check_reload(edit("src/a.md"), "src/a.md", false);
}

#[test]
fn openapi_documents_are_loaded_again_for_what_they_are_made_of() {
    let folder = folder();
    let root = folder.path();
    put(&root.join("openapi/api.yaml"), "openapi: 3.1.0\npaths:\n  /a: { $ref: '../specs/part.yaml' }\n");
    lay_out(root, ["content/docs/a.md", "specs/part.yaml", "specs/other.yaml", "other/part.yaml"]);
    let is_again = |path: &str| {
        let mut sources = load(root, root);
        sources.openapi = load_openapi(root, &[], &BTreeMap::new());
        let path = SourcePath::new(path);
        let different = reload(root, root, &mut sources, &BTreeSet::from([path.clone()]));
        assert_eq!(sources.openapi.is_loaded, !different.contains(&path), "{path}");
        !sources.openapi.is_loaded
    };
    for path in ["openapi/api.yaml", "openapi/new.json", "openapi", "specs/part.yaml", "specs", CONFIG] {
        assert!(is_again(path), "{path}");
    }
    for path in ["specs/other.yaml", "specs/par", "other/part.yaml", "openapi/notes.md", "content/docs/a.md"]
    {
        assert!(!is_again(path), "{path}");
    }
}

#[test]
fn all_is_loaded_again_where_something_could_not_be_loaded() {
    let folder = folder();
    let root = folder.path();
    lay_out(root, ["content/docs/a.md"]);
    put(&root.join("content/docs/b.md"), b"\xff");
    let out = root.join("dist");
    let mut sources = load(root, &out);
    assert_eq!((sources.markdown.len(), sources.diagnostics.len()), (1, 1));
    // The watcher doesn't notice some changes, such as a permission change.
    lay_out(root, ["content/docs/b.md"]);
    reload(root, &out, &mut sources, &BTreeSet::from([SourcePath::new("content/docs/a.md")]));
    assert_eq!((sources.markdown.len(), sources.diagnostics.len()), (2, 0));
}

#[test]
fn a_file_that_goes_while_the_site_is_loaded_is_reported() {
    let folder = folder();
    lay_out(folder.path(), ["content/docs/a.md", "content/docs/b.md"]);
    let paths = walk_folder(folder.path(), "content", Path::new(""), &mut Vec::new());
    fs::remove_file(folder.path().join("content/docs/a.md")).expect("it is there");
    let read = read_texts(folder.path(), paths);
    let found: Vec<Result<String, Option<Location>>> = read
        .into_iter()
        .map(|result| result.map(|source| source.text.to_string()).map_err(|found| found.location))
        .collect();
    let gone = Location::File(SourcePath::new("content/docs/a.md"));
    assert_eq!(found, [Err(Some(gone)), Ok("content/docs/b.md".to_owned())]);
}
