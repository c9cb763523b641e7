//! `docgen export pdf`: prints the site as a book.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use parking_lot::Mutex;

use crate::chromium::{self, Chromium};
use crate::cli::report;
use crate::cli::session::Session;
use crate::cli::timings::Timings;
use crate::cli::{self, ExitStatus, Failure, Outcome, SiteArguments};
use crate::diag::{did_you_mean, suggest};
use crate::fs::{self, DiskAssets, OutputCache};
use crate::path::{RoutePath, decode_path};
use crate::pdf;
use crate::pipeline::Options;
use crate::render::{Body, Book, Renderer, Wanted};
use crate::serve;
use crate::site::{Date, Site};

#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    /// Print only the pages below this URL path, such as `/guides`
    #[arg(long, value_name = "PATH")]
    section: Option<String>,
    /// Print this version of the documentation, such as `2.0` (default: the latest release)
    #[arg(long, value_name = "NAME")]
    docs_version: Option<String>,
    /// Print the pages in this locale, such as `fr` (default: the site's default locale)
    #[arg(long, value_name = "CODE")]
    locale: Option<String>,
    /// Include blog posts
    #[arg(long)]
    posts: bool,
    /// File to write
    #[arg(long, value_name = "FILE", default_value = "book.pdf")]
    out: PathBuf,
    /// Browser to print with: the path to its executable, or a name in `PATH`. By default, docgen uses the browser that
    /// the `CHROMIUM` environment variable specifies or, if the variable isn't set, an installed browser
    #[arg(long, value_name = "PROGRAM")]
    chromium: Option<PathBuf>,
    /// Write the HTML document that the browser would print, without starting a browser
    #[arg(long, conflicts_with = "chromium")]
    html: bool,
}

/// The document name on the server, below the base URL.
const DOCUMENT: &str = "_docgen/book.html";
/// The maximum number of times to print the book. The second run adds the page numbers. A third run is necessary only
/// if the numbers moved a chapter to a different page.
const PRINTS: usize = 4;

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let started = Instant::now();
    if fs::is_folder(&arguments.out) {
        return Err(Failure::new(format!(
            "`--out`: expected a file, found the folder `{}`",
            arguments.out.display()
        ))
        .hint("add a filename, such as `book.pdf`"));
    }
    let browser = if arguments.html { None } else { Some(browser(arguments.chromium.as_deref())?) };
    let mut session = arguments.site.open("export pdf", None, None, true)?;
    let sources = session.load();
    let assets = DiskAssets::new(&session.root);
    let options = Options::default();
    let run = session.assemble_from(sources, &assets, options, None, &mut Timings::begin());
    let cache = OutputCache::default();
    let (renderer, diagnostics) = run.renderer(&session.theme, &cache, None);
    let counts =
        report::diagnostics(&diagnostics, |path| run.source(path), &session.root, arguments.site.format);
    let renderer = renderer.filter(|_| !counts.fail(arguments.site.strict));
    let (Some(renderer), Some(site)) = (renderer, &run.assembled.site) else {
        report::summary(&format!("nothing was written: {counts}"));
        return Ok(ExitStatus::ContentErrors);
    };
    let wanted = wanted(arguments, site)?;
    let date = session.build_time.and_then(Date::of_seconds);
    let book = renderer.book(&wanted, date);
    if book.is_empty() {
        return Err(nothing(arguments, site));
    }
    let Some(browser) = browser else {
        write(&arguments.out, book.html(&BTreeMap::new()).as_bytes())?;
        report::summary(&format!("wrote {} to `{}`", pages(&book), arguments.out.display()));
        return Ok(ExitStatus::Success);
    };
    let (mut bytes, sheets) = print(&session, &renderer, &book, &browser, &arguments.out)?;
    pdf::set_dates(&mut bytes, date.map(|date| date.rfc3339().replace(['-', ':', 'T'], "")).as_deref());
    write(&arguments.out, &bytes)?;
    report::summary(&format!(
        "printed {} on {} to `{}` in {}",
        pages(&book),
        report::plural(sheets, "sheet"),
        arguments.out.display(),
        report::duration(started.elapsed()),
    ));
    Ok(ExitStatus::Success)
}

fn pages(book: &Book<'_>) -> String {
    report::plural(book.pages(), "page")
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write_whole(path, bytes)
        .map_err(|error| Failure::new(format!("can't write `{}`: {}", path.display(), fs::reason(&error))))
}

/// Returns the browser that the user specified, or an installed browser.
fn browser(named: Option<&Path>) -> Result<Chromium, Failure> {
    let variable = std::env::var_os("CHROMIUM").filter(|name| !name.is_empty()).map(PathBuf::from);
    match named.or(variable.as_deref()) {
        Some(name) => Chromium::named(name).ok_or_else(|| {
            Failure::new(format!("no browser at `{}`", name.display()))
                .hint("specify the browser's path with `--chromium` or the `CHROMIUM` environment variable")
        }),
        None => Chromium::find().ok_or_else(|| {
            Failure::new("no browser found: to print, docgen needs Chromium or a Chromium-based browser")
                .hint(chromium::INSTALL)
                .hint("if a browser is installed, specify its path with `--chromium` or the `CHROMIUM` environment variable")
        }),
    }
}

/// Finds the locale, the versions, and the section that the user specified.
fn wanted(arguments: &Arguments, site: &Site) -> Result<Wanted, Failure> {
    let locale = match &arguments.locale {
        None => 0,
        Some(code) => cli::locale(site, code)?,
    };
    let named = |index: usize, name: &str| {
        let version = &site.versions[index];
        version.name == name || name == format!("{}/{}", site.docs_name(version.docs), version.name)
    };
    let all = || 0..site.versions.len();
    if let Some(name) = &arguments.docs_version
        && !all().any(|index| named(index, name))
    {
        let known = site.versions.iter().map(|version| version.name.as_str());
        return Err(Failure::new(format!("unknown version `{name}`")).hint(suggest(name, known)));
    }
    let version_of = |docs: usize| {
        let of_set = || all().filter(|index| site.versions[*index].docs == docs);
        let own = arguments.docs_version.as_ref().and_then(|name| of_set().find(|index| named(*index, name)));
        own.unwrap_or_else(|| site.last_version(docs))
    };
    let base = site.config.site.base_url.trim_end_matches('/');
    let section = arguments.section.as_ref().map(|path| {
        let below = path.strip_prefix(base).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        RoutePath::written(below.unwrap_or(path))
    });
    Ok(Wanted {
        locale,
        versions: (0..site.config.docs.len()).map(version_of).collect(),
        section,
        posts: arguments.posts,
    })
}

/// Returns the failure for a book without chapters.
fn nothing(arguments: &Arguments, site: &Site) -> Failure {
    let Some(section) = &arguments.section else {
        return Failure::new("the sidebars contain no pages to print")
            .hint("add pages to `content/docs`, or add posts with `--posts`");
    };
    let mut folders: Vec<String> = site.pages.iter().map(|page| page.route.parent().to_string()).collect();
    folders.dedup();
    folders.extend(site.pages.iter().map(|page| page.route.to_string()));
    let path = RoutePath::written(section).to_string();
    let near = did_you_mean(&path, folders.iter().map(String::as_str));
    Failure::new(format!("the sidebars contain no pages below `{section}`"))
        .hint(near.unwrap_or_else(|| "specify the URL path of a page or folder, such as `/guides`".into()))
}

/// Prints the book repeatedly until the table of contents has the right page numbers. Returns the PDF file and the
/// number of sheets.
fn print(
    session: &Session,
    renderer: &Renderer<'_>,
    book: &Book<'_>,
    browser: &Chromium,
    out: &Path,
) -> Result<(Vec<u8>, usize), Failure> {
    let outputs = renderer.outputs();
    let document = Mutex::new(String::new());
    let base = decode_path(&renderer.at.base_url);
    let file = |path: &str| {
        let path = path.strip_prefix(&*base)?;
        if path == DOCUMENT {
            return Some(document.lock().clone().into_bytes());
        }
        let Ok(found) = outputs.binary_search_by(|output| output.path.as_str().cmp(path)) else {
            return renderer.theme_file(path);
        };
        match renderer.render(&outputs[found]).body {
            Body::Bytes(bytes) => Some(bytes.into_owned()),
            Body::Copy(source) => fs::read_inside(&session.root, &source).ok(),
        }
    };
    let printed = serve::serve_while(file, |origin, is_stopped| {
        let url = format!("{origin}{}{DOCUMENT}", renderer.at.base_url);
        print_until_numbered(book, browser, (&url, out), &document, is_stopped)
    });
    printed.map_err(|error| {
        Failure::new(format!("can't serve the book to the browser: {}", fs::reason(&error)))
    })?
}

fn print_until_numbered(
    book: &Book<'_>,
    browser: &Chromium,
    (url, out): (&str, &Path),
    document: &Mutex<String>,
    is_stopped: &AtomicBool,
) -> Result<(Vec<u8>, usize), Failure> {
    // A browser that is packaged with restricted access can't write to the temporary folder.
    let file = Temporary(fs::absolute(&out.with_extension("printing.pdf")));
    let failed = |reason: &str| {
        let failure =
            Failure::new(format!("`{}` can't print the book: {reason}", browser.program().display()));
        if reason.contains("sandbox") {
            return failure
                .hint("allow the browser's sandbox on this machine, or run docgen as root in a container");
        }
        failure.hint("specify another browser with `--chromium` or the `CHROMIUM` environment variable")
    };
    let mut numbers = BTreeMap::new();
    for _ in 0..PRINTS {
        *document.lock() = book.html(&numbers);
        browser.print(url, &file.0, is_stopped).map_err(|reason| failed(&reason))?;
        let bytes = fs::read_any(&file.0).unwrap_or_default();
        let facts = pdf::read(&bytes).ok_or_else(|| failed("it didn't write a PDF file"))?;
        if !facts.destinations.contains_key(&book.first_anchor()) {
            return Err(failed("it didn't load the book"));
        }
        if facts.destinations == numbers {
            return Ok((bytes, facts.pages));
        }
        numbers = facts.destinations;
    }
    Err(failed("the page numbers change each time the book is printed"))
}

/// A file that is removed when this value is dropped.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        fs::remove(&self.0);
    }
}
