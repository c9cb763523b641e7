//! `docgen prose`: writes the prose of pages for spelling and style checkers. `docgen check --prose`: reports what the
//! checkers found.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::session::{Run, Session};
use super::{ExitStatus, Failure, Outcome, place, report, timings::Timings};
use crate::diag::{Code, Diagnostic, Severity};
use crate::fs::{self, DiskAssets};
use crate::markdown;
use crate::path::SourcePath;
use crate::pipeline::{self, Options};
use crate::site::Parsed;
use crate::source::Source;

#[derive(Args)]
pub(super) struct Arguments {
    /// Folder to create for the text files
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Site folder (default: the current folder)
    #[arg(long, value_name = "PATH")]
    root: Option<PathBuf>,
}

/// The file that marks a folder that docgen wrote and can replace.
const MARK: &str = ".docgen-prose";
/// The extension that docgen adds to the name of a page's source file.
const EXTENSION: &str = ".txt";

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let root = arguments.root.as_deref().unwrap_or(Path::new("."));
    let mut session = Session::open(place::find(root, "prose --root")?, None, None, true)?;
    let dir = &arguments.dir;
    let failed = |error: std::io::Error| {
        Failure::new(format!("can't write to `{}`: {}", dir.display(), fs::reason(&error)))
    };
    if fs::exists(&dir.join(MARK)) {
        fs::remove_all(dir).map_err(failed)?;
    } else if fs::exists(dir) {
        return Err(Failure::new(format!("`{}` already exists, but docgen didn't create it", dir.display()))
            .hint("choose another folder, or remove this one"));
    }
    let (sources, assets) = (session.load(), DiskAssets::new(&session.root));
    let options = Options::default();
    let run = session.assemble_from(sources, &assets, options, None, &mut Timings::begin());
    let pages = sources_of(&run);
    let included = session.included(&pages);
    let files: Vec<&Parsed> = pages.values().map(|page| &***page).chain(&included).collect();
    fs::write(&dir.join(MARK), b"").map_err(failed)?;
    for parsed in &files {
        let text = markdown::prose(&parsed.source, &parsed.document());
        fs::write(&dir.join(format!("{}{EXTENSION}", parsed.source.path)), text.as_bytes())
            .map_err(failed)?;
    }
    report::summary(&format!("wrote {} to `{}`", report::plural(files.len(), "file"), dir.display()));
    Ok(ExitStatus::Success)
}

/// Returns all pages' source files.
pub(super) fn sources_of(run: &Run) -> BTreeMap<&SourcePath, &Arc<Parsed>> {
    let pages = run.assembled.site.iter().flat_map(|site| &site.pages);
    pages.filter_map(|page| page.document()).map(|parsed| (&parsed.source.path, parsed)).collect()
}

/// Returns the problems that spelling and style checkers reported in the files from `docgen prose`, with their
/// locations in the source files. Each line of a report contains a file, a line, a column, and a message.
pub(super) fn findings(
    reports: &[PathBuf],
    session: &Session,
    run: &mut Run,
) -> Result<Vec<(Severity, Diagnostic)>, Failure> {
    if reports.is_empty() {
        return Ok(Vec::new());
    }
    let pages = sources_of(run);
    let included = session.included(&pages);
    let all = pages.values().map(|page| &***page).chain(&included);
    let known: BTreeMap<&str, &Source> =
        all.map(|parsed| (parsed.source.path.as_str(), &parsed.source)).collect();
    let mut found = Vec::new();
    for report in reports {
        let shown = report.display();
        let bytes = fs::read_any(report)
            .ok_or_else(|| Failure::new(format!("can't read `{shown}`: it's missing or isn't a file")))?;
        for (at, line) in String::from_utf8_lossy(&bytes).lines().map(str::trim).enumerate() {
            if line.is_empty() {
                continue;
            }
            let finding = finding(line, &known).map_err(|problem| {
                Failure::new(format!("{shown}:{}: {problem}", at + 1)).hint(
                    "run `docgen prose`, and save the output of `cspell` or `vale --output=line` to the file",
                )
            })?;
            found.push(finding);
        }
    }
    let found = pipeline::judge(&run.assembled.config, found);
    session.add_imported(run, found.iter().filter_map(|(_, found)| found.location.as_ref()));
    Ok(found)
}

/// Reads a line from a report, such as `prose/content/docs/index.md.txt:3:1 - Unknown word (tset)`.
fn finding(line: &str, known: &BTreeMap<&str, &Source>) -> Result<Diagnostic, &'static str> {
    let end = format!("{EXTENSION}:");
    let position = |(at, _): (usize, &str)| {
        let (row, rest) = number(&line[at + end.len()..])?;
        let (column, message) = number(rest.strip_prefix(':')?)?;
        Some((&line[..at], row, column, message.trim_start_matches([':', ' ', '-'])))
    };
    let (path, row, column, message) =
        line.match_indices(&end).find_map(position).ok_or("expected `FILE.txt:LINE:COLUMN: MESSAGE`")?;
    // A checker can report absolute paths, and Windows separates folders with backslashes.
    let path = path.replace('\\', "/");
    let starts = std::iter::once(0).chain(path.match_indices('/').map(|(at, _)| at + 1));
    let source = starts.filter_map(|start| known.get(&path[start..])).next();
    let source = source.ok_or("the file doesn't contain the prose of a page on this site")?;
    let diagnostic = Diagnostic::new(Code::ProseProblem, message);
    let text = &*source.text;
    let start = report::offset(text, row as usize, column as usize);
    Ok(match word_length(&text[start..]) {
        0 => diagnostic.at_position(&source.path, row, column),
        length => diagnostic.at(&source.path, start..start + length),
    })
}

/// Returns the length of the word at the start of a text.
fn word_length(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’')).unwrap_or(text.len());
    text[..end].trim_end_matches(['\'', '’']).len()
}

/// Splits text after its leading number.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}
