//! `docgen diff`: compares two built sites.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::{ExitStatus, Failure, Outcome, report};
use crate::diff::{self, Folder as _, Kind, Report};
use crate::fs::{self, Built};

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder that contains the old site or, to compare only URLs, the old site's sitemap
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// Folder that contains the new site
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Print the full report as JSON
    #[arg(long)]
    json: bool,
    /// Exit with code 1 only if content of these kinds is lost
    #[arg(long, value_enum, value_name = "KIND", value_delimiter = ',')]
    fail_on: Vec<FailOn>,
}

/// The kinds of loss for `--fail-on`.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum FailOn {
    /// Lost URLs and redirects
    Urls,
    /// Lost heading IDs, and other lost IDs that pages link to
    Ids,
    /// Lost and broken links
    Links,
    /// Lost images and missing files
    Images,
    /// Lost words
    Words,
    /// Changed titles
    Titles,
}

impl FailOn {
    fn kind(self) -> Kind {
        match self {
            FailOn::Urls => Kind::Urls,
            FailOn::Ids => Kind::Ids,
            FailOn::Links => Kind::Links,
            FailOn::Images => Kind::Images,
            FailOn::Words => Kind::Words,
            FailOn::Titles => Kind::Titles,
        }
    }
}

/// The maximum number of lines in the text report for each kind of loss.
const LINES: usize = 10;

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let Arguments { old, new, json, fail_on } = arguments;
    refuse_url(old)?;
    refuse_url(new)?;
    let found = compared(old, new)?;
    print(&found, *json)?;
    if let Some(first) = found.unreadable.first() {
        let more = found.unreadable.len() - 1;
        let more =
            if more > 0 { format!(", and {}", report::plural(more, "more file")) } else { String::new() };
        return Err(Failure::new(format!("{first}{more}")).hint(
            "replace each damaged file, and compare again; the report leaves out pages that can't be read",
        ));
    }
    let all = FailOn::value_variants();
    let kinds = if fail_on.is_empty() { all } else { fail_on };
    let has_lost = kinds.iter().any(|kind| found.has_lost(kind.kind()));
    Ok(if has_lost { ExitStatus::ContentErrors } else { ExitStatus::Success })
}

/// Compares a built site, or a sitemap, with a new site.
fn compared(old: &Path, new: &Path) -> Result<Report, Failure> {
    let site = folder(new, "new")?;
    let found = if old.is_file() {
        diff::compare_urls(&sitemap(old)?, &site)
    } else {
        diff::compare(&folder(old, "old")?, &site)
    };
    for (path, pages) in [old, new].into_iter().zip(found.pages) {
        if pages == 0 {
            return Err(Failure::new(format!("no HTML pages in `{}`", path.display()))
                .hint("specify the built site's folder, which contains `index.html`"));
        }
    }
    Ok(found)
}

/// Checks whether an old site can be compared with a new site that doesn't exist yet.
pub(super) fn check_old(old: &Path) -> Result<(), Failure> {
    refuse_url(old)?;
    if old.is_file() { sitemap(old).map(|_| ()) } else { folder(old, "old").map(|_| ()) }
}

/// Prints what's missing from a new site.
pub(super) fn report_lost(old: &Path, new: &Path) -> Result<(), Failure> {
    print(&compared(old, new)?, false)
}

fn print(found: &Report, json: bool) -> Result<(), Failure> {
    report::data(&match json {
        true => serde_json::to_string_pretty(found).unwrap_or_default(),
        false => found.text(LINES),
    })
}

/// Fails if an argument is a URL, because docgen doesn't download anything.
fn refuse_url(path: &Path) -> Result<(), Failure> {
    let text = path.to_string_lossy();
    if !text.starts_with("http://") && !text.starts_with("https://") {
        return Ok(());
    }
    Err(Failure::new(format!("expected a folder or a file, found the URL `{text}`"))
        .hint("download the sitemap, and specify the file: `curl -O https://example.com/sitemap.xml`")
        .hint("to compare more than URLs, download the whole site, or rebuild the previous version"))
}

fn folder(path: &Path, name: &str) -> Result<Built, Failure> {
    if fs::is_no_folder(path) {
        return Err(Failure::new(format!(
            "expected a folder for the {name} site, found the file `{}`",
            path.display()
        ))
        .hint("specify the built site's folder, which contains `index.html`"));
    }
    let built = Built::open(path).map_err(|error| {
        Failure::new(format!("can't read `{}`: {}", path.display(), fs::reason(&error)))
            .hint("specify the built site's folder, which contains `index.html`")
    })?;
    if built.files().is_empty() {
        return Err(Failure::new(format!("no files in `{}`", path.display())).hint("build the site first"));
    }
    Ok(built)
}

/// Reads the URLs in a sitemap, and in the sitemaps that it lists, which must be in the same folder.
fn sitemap(path: &Path) -> Result<Vec<String>, Failure> {
    let read = |path: &Path| {
        let unreadable = |reason: String| {
            Failure::new(format!("can't read the sitemap `{}`: {reason}", path.display()))
                .hint("specify a built site's folder, a sitemap (`sitemap.xml`), or a list of URLs")
        };
        let bytes =
            fs::read_any(path).ok_or_else(|| unreadable("it's missing or isn't a file".to_owned()))?;
        diff::read_sitemap(&bytes).map_err(unreadable)
    };
    let first = read(path)?;
    let mut urls = first.pages;
    for part in &first.parts {
        let name = part.rsplit('/').next().unwrap_or(part);
        let beside = path.with_file_name(name);
        let unpacked = beside.with_extension("");
        let file = if !beside.is_file() && unpacked.is_file() { unpacked } else { beside };
        let part = read(&file).map_err(|failure| {
            failure.hint(format!("download {part} and put it next to `{}`", path.display()))
        })?;
        urls.extend(part.pages);
    }
    Ok(urls)
}
