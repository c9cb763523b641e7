//! `docgen translations`: lists missing translations, and translations that are older than their originals.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use clap::Args;
use serde_json::json;

use super::{ExitStatus, Format, Outcome, SiteArguments, report, timings::Timings};
use crate::cldr;
use crate::diag::{Code, Diagnostic, Location, Severity};
use crate::fs::DiskAssets;
use crate::git;
use crate::path::SourcePath;
use crate::pipeline::Options;
use crate::site::translations::{self, Untranslated};
use crate::site::{Locale, category, default_label};

/// UI strings by key.
type Texts = BTreeMap<String, String>;

#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    /// List only this locale
    #[arg(long, value_name = "CODE")]
    locale: Option<String>,
}

/// The translations that a locale is missing.
struct Lacks<'a> {
    locale: &'a Locale,
    /// The number of pages with an up-to-date translation.
    translated: usize,
    pages: Vec<&'a Untranslated<'a>>,
    /// The labels in the config and in `_category_` files without a translation.
    labels: Vec<String>,
    /// The keys of the UI strings without a translation.
    strings: Vec<&'a str>,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let mut session = arguments.site.open("translations", None, None, true)?;
    let (sources, assets) = (session.load(), DiskAssets::new(&session.root));
    let options = Options::default();
    let run = session.assemble_from(sources, &assets, options, None, &mut Timings::begin());
    let format = arguments.site.format;
    let Some(site) = &run.assembled.site else {
        report::diagnostics(&run.assembled.diagnostics, |path| run.source(path), &session.root, format);
        return Ok(ExitStatus::ContentErrors);
    };
    if let Some(code) = &arguments.locale {
        super::locale(site, code)?;
    }
    let is_unreadable = |(severity, found): &&(Severity, Diagnostic)| {
        let path = found.location.as_ref().map(Location::path);
        *severity == Severity::Error
            && matches!(found.code, Code::InvalidConfig | Code::UnreadableFile)
            && path.is_some_and(|path| path.strip_dir("content/i18n").is_some())
    };
    // The lists would contain everything that's in these files.
    let unreadable: Vec<_> = run.assembled.diagnostics.iter().filter(is_unreadable).cloned().collect();
    report::diagnostics(&unreadable, |path| run.source(path), &session.root, format);
    let changes = session.changes();
    match &changes {
        Ok(git::Changes { warning: None, .. }) => {}
        _ if !translations::need_git(site) => {}
        Ok(git::Changes { warning: Some(reason), .. }) | Err(reason) => {
            report::warning(&format!("can't tell whether translations are outdated: {reason}"));
        }
    }
    let changes = changes.unwrap_or_default().changes;
    let pages = translations::untranslated(site, &changes, |path| run.source(path).is_some());
    let wanted = |locale: &Locale| arguments.locale.as_ref().is_none_or(|code| *code == locale.code);
    let mut labels = site.config.labels();
    let names = site.config.names();
    labels.retain(|label| !names.contains(label));
    labels.extend(default_label(&site.config, run.sources.markdown.iter().map(|source| &source.path)));
    let mut all = Vec::new();
    for (index, locale) in site.locales.iter().enumerate().filter(|(_, locale)| wanted(locale)) {
        let of_locale = |page: &&Untranslated<'_>| page.locale == index;
        let translated =
            site.pages.iter().filter(|page| page.locale == index && page.is_translated()).count();
        let outdated = pages.iter().filter(|page| page.locale == index && page.is_outdated()).count();
        let is_missing = |label: &&str| index > 0 && !locale.labels.contains_key(*label);
        let mut missing: BTreeSet<String> =
            labels.iter().copied().filter(is_missing).map(str::to_owned).collect();
        if index > 0 {
            missing.extend(category::untranslated(&run.sources.categories, locale));
        }
        let texts = run.assembled.messages.get(&locale.code);
        all.push(Lacks {
            locale,
            translated: translated - outdated,
            pages: pages.iter().filter(of_locale).collect(),
            labels: missing.into_iter().collect(),
            strings: strings(locale, &session.theme.messages, texts),
        });
    }
    let lines = |line: &dyn Fn(&Locale, &Lack<'_>) -> String| {
        let all =
            all.iter().flat_map(|one| each(one).map(|lack| line(one.locale, &lack)).collect::<Vec<_>>());
        all.collect::<Vec<_>>().join("\n")
    };
    let text = match format {
        Format::Human => table(&all),
        Format::Json => lines(&json_line),
        Format::Github => lines(&|locale, lack| {
            let (file, message) = annotation(locale, lack);
            report::github_warning(&session.root, &file, &message)
        }),
    };
    if !text.is_empty() {
        report::data(text.trim_end())?;
    }
    // A page can be only in another locale on purpose.
    let is_missing = |lack: Lack<'_>| !matches!(lack, Lack::Page(page) if page.is_orphaned());
    let fails = !unreadable.is_empty() || arguments.site.strict && all.iter().flat_map(each).any(is_missing);
    Ok(if fails { ExitStatus::ContentErrors } else { ExitStatus::Success })
}

/// Returns the keys of the UI strings that a locale shows in English. English locales aren't missing any strings.
fn strings<'a>(locale: &Locale, english: &'a Texts, own: Option<&Texts>) -> Vec<&'a str> {
    if cldr::closest(&locale.lang, ["en"]).is_some() {
        return Vec::new();
    }
    // The `other` form replaces a missing plural form.
    let is_form = |key: &str| {
        key.strip_suffix("_one").is_some_and(|base| english.contains_key(&format!("{base}_other")))
    };
    let is_missing = |key: &&str| !is_form(key) && !own.is_some_and(|own| own.contains_key(*key));
    english.keys().map(String::as_str).filter(is_missing).collect()
}

/// A translation that a locale is missing.
enum Lack<'a> {
    Page(&'a Untranslated<'a>),
    Label(&'a str),
    String(&'a str),
}

fn each<'a>(lacks: &'a Lacks<'a>) -> impl Iterator<Item = Lack<'a>> {
    let pages = lacks.pages.iter().map(|page| Lack::Page(page));
    pages
        .chain(lacks.labels.iter().map(|text| Lack::Label(text)))
        .chain(lacks.strings.iter().map(|key| Lack::String(key)))
}

fn json_line(locale: &Locale, lack: &Lack<'_>) -> String {
    let object = match lack {
        Lack::Page(page) => json!({
            "locale": locale.code,
            "kind": format!("{}_page", kind_of(page)),
            "file": page.file.as_str(),
            "original": page.original.map(|original| original.source.path.as_str()),
            "source_hash": page.original.map(translations::source_hash),
        }),
        Lack::Label(text) => json!({ "locale": locale.code, "kind": "missing_label", "text": text }),
        Lack::String(key) => json!({ "locale": locale.code, "kind": "missing_string", "key": key }),
    };
    object.to_string()
}

fn kind_of(page: &Untranslated<'_>) -> &'static str {
    match () {
        () if page.is_orphaned() => "orphaned",
        () if page.is_outdated() => "outdated",
        () => "missing",
    }
}

/// Returns an annotation: the file and the message.
fn annotation(locale: &Locale, lack: &Lack<'_>) -> (SourcePath, String) {
    let code = &locale.code;
    match lack {
        Lack::Page(page) => match page.original.map(|original| &original.source.path) {
            None => (page.file.clone(), "orphaned translation: the original doesn't exist".to_owned()),
            Some(path) if page.is_outdated() => {
                (page.file.clone(), format!("outdated translation: `{path}` has changed"))
            }
            Some(path) => (path.clone(), format!("missing translation: `{}`", page.file)),
        },
        Lack::Label(text) => {
            (SourcePath::new("docgen.toml"), format!("missing translation for `{code}`: the label `{text}`"))
        }
        Lack::String(key) => (
            SourcePath::new("docgen.toml"),
            format!("missing translation for `{code}`: the UI string `{key}`"),
        ),
    }
}

/// Returns a table of all locales, and a list of what each locale is missing.
fn table(all: &[Lacks<'_>]) -> String {
    const TITLES: [&str; 6] =
        ["Locale", "Translated", "Outdated", "Missing", "Labels missing", "UI strings missing"];
    let row = |one: &Lacks<'_>| {
        let outdated = one.pages.iter().filter(|page| page.is_outdated()).count();
        let missing = one.pages.iter().filter(|page| !page.is_translated).count();
        let counts = [one.translated, outdated, missing, one.labels.len(), one.strings.len()];
        let mut cells = vec![one.locale.code.clone()];
        cells.extend(counts.map(|count| count.to_string()));
        cells
    };
    let mut rows = vec![TITLES.map(str::to_owned).to_vec()];
    rows.extend(all.iter().map(row));
    let width = |column: usize| rows.iter().map(|cells| cells[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..TITLES.len()).map(width).collect();
    let mut text = String::new();
    for cells in &rows {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    for one in all.iter().filter(|one| each(one).next().is_some()) {
        let _ = writeln!(text, "\n{}", one.locale.code);
        for lack in each(one) {
            let (kind, name) = match lack {
                Lack::Page(page) => (kind_of(page), page.file.as_str()),
                Lack::Label(text) => ("label", text),
                Lack::String(key) => ("UI string", key),
            };
            let _ = writeln!(text, "  {kind:<9}  {name}");
        }
    }
    text
}
