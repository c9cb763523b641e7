//! `docgen init`: writes a small, self-explanatory site. The folders in `init/` contain the parts that the templates
//! combine into a site.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::{ExitStatus, Failure, Outcome, report, title, tools};
use crate::config::Config;
use crate::fs;
use crate::git;

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder to create the site in; created if it doesn't exist
    #[arg(default_value = ".")]
    dir: PathBuf,
    /// Template to start from
    #[arg(long, value_enum, default_value_t, value_name = "NAME")]
    template: Template,
    /// Add a workflow that publishes the site on GitHub Pages
    #[arg(long)]
    github: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Template {
    /// Documentation with an API reference and a blog
    #[default]
    Docs,
    /// An API reference with a quickstart
    Api,
    /// Like `docs`, with several versions, locales, and documentation sets
    Full,
    /// A blog
    Blog,
}

/// Each file's path in the site and its contents. If several parts contain the same path, docgen concatenates the
/// files.
type Part = &'static [(&'static str, &'static str)];

macro_rules! part {
    ($folder:literal, $($path:literal),+) => {
        &[$(($path, include_str!(concat!("init/", $folder, "/", $path)))),+]
    };
}

const BASE: Part = part!("base", "docgen.toml", "static/favicon.svg", "static/logo.svg");
const HOME: Part = part!("home", "content/pages/index.md");
const DOCS: Part = part!(
    "docs",
    "docgen.toml",
    "content/pages/index.md",
    "content/docs/01-introduction.md",
    "content/docs/02-writing.md",
    "content/docs/03-organizing/_category_.toml",
    "content/docs/03-organizing/index.md",
    "content/docs/03-organizing/01-urls.md",
    "content/docs/04-deploying.md"
);
const API: Part = part!(
    "api",
    "docgen.toml",
    "content/pages/index.md",
    "content/docs/01-quickstart.md",
    "content/docs/02-authentication.md",
    "content/docs/03-errors.md"
);
const REFERENCE: Part = part!("reference", "docgen.toml", "openapi/notes.yaml");
const NEWS: Part = part!("news", "docgen.toml", "content/blog/2026-01-05-hello.md");
const AUTHORS: Part = part!("authors", "content/blog/authors.toml");
const BLOG: Part = part!(
    "blog",
    "docgen.toml",
    "content/blog/2026-01-05-hello.md",
    "content/blog/2026-02-11-more-than-text.md",
    "content/pages/about.md"
);
const END: Part = part!("end", "docgen.toml");
const FULL: Part = part!(
    "full",
    "docgen.toml",
    "content/cli/index.md",
    "content/versions/1.0/cli/index.md",
    "content/versions/1.0/docs/01-introduction.md",
    "content/versions/1.0/openapi/notes.yaml",
    "content/i18n/ar/labels.json",
    "content/i18n/ar/docs/01-introduction.md",
    "content/i18n/ar/pages/index.md",
    "content/i18n/de/labels.json",
    "content/i18n/de/docs/01-introduction.md",
    "content/i18n/de/docs/03-organizing/_category_.toml",
    "content/i18n/de/docs/04-deploying.md",
    "content/i18n/de/pages/index.md"
);

impl Template {
    fn parts(self) -> &'static [Part] {
        match self {
            Template::Docs => &[BASE, HOME, DOCS, REFERENCE, NEWS, AUTHORS, END],
            Template::Api => &[BASE, HOME, API, REFERENCE, END],
            Template::Full => &[BASE, HOME, DOCS, REFERENCE, NEWS, AUTHORS, FULL],
            Template::Blog => &[BASE, BLOG, AUTHORS],
        }
    }
}

/// The schema file that the first line of the config refers to.
const SCHEMA: &str = "docgen.schema.json";
const WORKFLOW: &str = ".github/workflows/docs.yml";

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let dir = fs::absolute(&arguments.dir);
    let is_site = fs::exists(&dir.join(fs::CONFIG));
    if is_site && !arguments.github {
        let folder = tools::named(&arguments.dir);
        return Err(Failure::new(format!("{folder} already contains `{}`", fs::CONFIG)).hint(
            "preview the site with `docgen serve`, or specify a different folder, as in `docgen init my-docs`",
        ));
    }
    if fs::is_no_folder(&dir) {
        return Err(Failure::new(format!("`{}` isn't a folder", arguments.dir.display()))
            .hint("specify a new folder, as in `docgen init my-docs`"));
    }
    let top = fs::repository(&dir).unwrap_or_else(|| dir.clone());
    let words = words(&dir, &top, arguments.github);
    let mut files: BTreeMap<PathBuf, String> = BTreeMap::new();
    let mut kept = BTreeSet::new();
    for (path, text) in arguments.template.parts().iter().flat_map(|part| part.iter()).filter(|_| !is_site) {
        match is_kept(&dir, path) {
            Some(place) => drop(kept.insert(place)),
            None => files.entry(dir.join(path)).or_default().push_str(text),
        }
    }
    if !is_site {
        files.insert(dir.join(SCHEMA), format!("{:#}\n", Config::json_schema()));
    }
    if arguments.github {
        files.insert(top.join(WORKFLOW), include_str!("init/github/docs.yml").to_owned());
    }
    let (there, new): (Vec<_>, Vec<_>) = files.into_iter().partition(|(path, _)| fs::exists(path));
    kept.extend(there.iter().map(|(path, _)| path.strip_prefix(&top).unwrap_or(path).display().to_string()));
    for (path, text) in &new {
        // The schema isn't a template.
        let words = words.iter().filter(|_| !path.ends_with(SCHEMA));
        let text = words.fold(text.clone(), |text, (name, word)| text.replace(name, word));
        fs::create(path, text.as_bytes()).map_err(|error| unwritable(path, &error))?;
    }
    let ignored = ignore(&dir.join(".gitignore"))?;
    let created = report::plural(new.len() + usize::from(ignored), "file");
    if !is_site {
        report::summary(&closing(arguments, &created));
    } else if new.is_empty() {
        report::summary("Nothing to create.");
    } else {
        report::summary(&format!("Created `{WORKFLOW}` in {}.", tools::named(report::from_here(&top))));
    }
    if arguments.github && !new.is_empty() {
        report::summary(
            "\nTo publish the site, set the source for GitHub Pages to GitHub Actions in the repository settings.",
        );
    }
    if !kept.is_empty() {
        report::note(&format!("kept existing: {}", kept.into_iter().collect::<Vec<_>>().join(", ")));
    }
    Ok(ExitStatus::Success)
}

/// Returns the values of the placeholders in braces in the new site's files.
fn words(dir: &Path, top: &Path, github: bool) -> [(&'static str, String); 6] {
    let below = dir.strip_prefix(top).unwrap_or(Path::new("")).display().to_string().replace('\\', "/");
    let origin = git::origin(top);
    let branch = origin.as_ref().map_or("main", |origin| &origin.branch);
    let edit_url = origin.as_ref().map(|git::Origin { url, .. }| {
        format!("edit_url = \"{}\"", format!("{url}/edit/{branch}/{below}").trim_end_matches('/'))
    });
    let owner = || origin.as_ref()?.url.strip_prefix("https://github.com/")?.split('/').next();
    let url = github
        .then(owner)
        .flatten()
        .map(|owner| format!("url = \"https://{}.github.io\"", owner.to_lowercase()));
    let example = |line: Option<String>, example: &str| line.unwrap_or_else(|| format!("# {example}"));
    [
        ("{title}", title::guess(dir)),
        ("{edit_url}", example(edit_url, "edit_url = \"https://github.com/me/my-project/edit/main\"")),
        ("{url}", example(url, "url = \"https://docs.example.com\"")),
        ("{branch}", branch.to_owned()),
        ("{version}", env!("CARGO_PKG_VERSION").to_owned()),
        ("{root}", if below.is_empty() { ".".to_owned() } else { below }),
    ]
}

/// If a file in the new site would conflict with an existing file or folder, returns the existing path.
fn is_kept(dir: &Path, path: &str) -> Option<String> {
    let segments: Vec<&str> = path.split('/').collect();
    let place = match segments[..] {
        ["content", folder, _, ..] => format!("content/{folder}"),
        ["openapi", ..] => "openapi".to_owned(),
        _ => path.to_owned(),
    };
    fs::exists(&dir.join(&place)).then_some(place)
}

/// Adds docgen's folders to `.gitignore`. Returns whether the file is new.
fn ignore(path: &Path) -> Result<bool, Failure> {
    let is_new = !fs::exists(path);
    let there = String::from_utf8(fs::read_own(path).unwrap_or_default()).unwrap_or_default();
    let known = |line: &&str| there.lines().any(|other| other.trim().trim_matches('/') == &line[1..]);
    let missing: Vec<&str> =
        include_str!("init/base/gitignore").lines().filter(|line| !known(line)).collect();
    if missing.is_empty() {
        return Ok(false);
    }
    let break_before = if there.is_empty() || there.ends_with('\n') { "" } else { "\n" };
    let lines = format!("{break_before}{}\n", missing.join("\n"));
    fs::append(path, lines.as_bytes()).map_err(|error| unwritable(path, &error))?;
    if !is_new {
        report::note(&format!("added to .gitignore: {}", missing.join(", ")));
    }
    Ok(is_new)
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("can't write `{}`: {}", report::from_here(path).display(), fs::reason(error)))
}

/// Returns the summary with the next steps.
fn closing(Arguments { dir, template, .. }: &Arguments, created: &str) -> String {
    let here = fs::absolute(dir) == fs::absolute(Path::new("."));
    let (place, enter) = if here {
        ("this folder".to_owned(), String::new())
    } else {
        (dir.display().to_string(), format!("    cd {}\n", quoted(dir)))
    };
    format!(
        "Created {created} in {place}.\n\nNext:\n\n{enter}    docgen serve --open\n\n\
         Start with {}. Settings are in docgen.toml.",
        match template {
            Template::Blog => BLOG[1].0,
            Template::Docs | Template::Api | Template::Full => HOME[0].0,
        }
    )
}

/// Quotes a path for a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = text.chars().all(|c| c.is_alphanumeric() || "/._-\\:~".contains(c)) && !text.starts_with('-');
    if plain { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}
