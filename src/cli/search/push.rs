//! `docgen search push`: fills the hosted index that `[search]` names, whole or not at all.

use std::cell::Cell;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use indicatif::ProgressBar;

use crate::cli::place::find;
use crate::cli::session::Session;
use crate::cli::timings::Timings;
use crate::cli::{ExitStatus, Failure, Format, Outcome, report};
use crate::config::SearchConfig;
use crate::diag::Code;
use crate::fs::{self, DiskAssets};
use crate::net::{self, Client, Host, Http, Key, Notice, Patience, Problem, Pushed, Step, Target, Trust};
use crate::pipeline::Options;
use crate::search::hosted::{self, Pages};

/// Where the key is.
const KEY: &str = "ALGOLIA_ADMIN_KEY";
/// Hosts to speak with in place of those of the application.
const HOSTS: &str = "ALGOLIA_HOSTS";
/// Certificates to trust in place of the public ones, as other programs know it.
const CERTIFICATES: &str = "SSL_CERT_FILE";

// The lines are as wide as help gets, which would break longer ones in two.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Environment:
  ALGOLIA_ADMIN_KEY
          The key that may change the index. It is neither an option nor part of the config,
          so that it is in no list of processes and in no repository
  ALGOLIA_HOSTS
          Addresses to speak with in place of Algolia's, with commas between them: a gateway,
          or a service that speaks the same protocol
  HTTPS_PROXY, NO_PROXY
          The proxy to go through, and hosts that are reached without it
  SSL_CERT_FILE
          Certificates to trust in place of the public ones, as a PEM file

Exit codes:
  0       The index holds the site now
  1       The content of the site has errors; nothing was sent
  2       A setting or the key is missing, or the service did not do what it should; the
          index is as it was, unless the message says otherwise")]
pub(super) struct Arguments {
    /// Folder of the site: the one that holds `docgen.toml` and `content`
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Path the site is published under, in place of `site.base_url` in the config
    #[arg(long, value_name = "PATH")]
    base_url: Option<String>,
    /// Send nothing if there are warnings
    #[arg(long)]
    strict: bool,
    /// Send nothing: print the records to standard output, one a line. This needs no key
    #[arg(long)]
    dry_run: bool,
    /// How long an answer of the service is waited for
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = value_parser!(u64).range(1..=3600))]
    timeout: u64,
}

/// Where the records go.
struct Place<'a> {
    application: &'a str,
    index: &'a str,
}

pub(super) fn run(arguments: &Arguments) -> Outcome {
    let started = Instant::now();
    let key = if arguments.dry_run { None } else { Some(key()?) };
    let mut session = Session::open(
        find(&arguments.root, "search push --root")?,
        arguments.base_url.as_deref(),
        None,
        true,
    )?;
    let (sources, assets) = (session.load(), DiskAssets::new(&session.root));
    let run =
        session.assemble_from(sources, &assets, Options { live: false, lint: false }, &mut Timings::begin());
    let (renderer, mut diagnostics) = run.renderer(&session.theme, &session.output_cache());
    // A push writes no file.
    diagnostics.retain(|(_, found)| found.code != Code::InvalidPath);
    let counts = report::diagnostics(&diagnostics, |path| run.source(path), &session.root, Format::Human);
    let Some(renderer) = renderer.filter(|_| !counts.fail(arguments.strict)) else {
        report::summary(&format!("nothing was sent: {counts}"));
        return Ok(ExitStatus::ContentErrors);
    };
    let config = &run.assembled.config.search;
    let place = place(config, &arguments.root)?;
    let pages = renderer.hosted_pages();
    if pages.count() == 0 {
        return Err(Failure::new("the site has no page that can be found, so there is nothing to send")
            .hint("an index is not emptied by a push; delete its records in the dashboard if that is what you want"));
    }
    match key {
        None => print(&pages, &place),
        Some(key) => {
            if config.api_key.as_deref().is_some_and(|public| key.is(public)) {
                return Err(Failure::new(format!(
                    "{KEY} holds the key that is also `search.api_key` in {}, which every page shows to everybody",
                    arguments.root.join("docgen.toml").display()
                ))
                .hint("`api_key` is the search-only key; if it is the admin key, make a new one at once and keep that secret"));
            }
            send(&pages, &place, config, key, Duration::from_secs(arguments.timeout), started)
        }
    }
}

/// The key from the environment.
fn key() -> Result<Key, Failure> {
    let text = std::env::var_os(KEY).unwrap_or_default();
    if text.is_empty() {
        return Err(Failure::new(format!("there is no key: the environment variable {KEY} is not set"))
            .hint("it holds the admin key of the application, which is in its dashboard; `--dry-run` needs none"));
    }
    text.to_str().and_then(Key::new).ok_or_else(|| {
        Failure::new(format!("what the environment variable {KEY} holds is no key"))
            .hint("a key is one word of letters and digits")
    })
}

/// The application and index of the config.
fn place<'a>(config: &'a SearchConfig, root: &Path) -> Result<Place<'a>, Failure> {
    match (&config.app_id, &config.index_name) {
        (Some(application), Some(index)) => Ok(Place { application, index }),
        (application, index) => {
            let missing: Vec<&str> = [("`app_id`", application), ("`index_name`", index)]
                .into_iter()
                .filter_map(|(name, value)| value.is_none().then_some(name))
                .collect();
            let file = root.join("docgen.toml");
            Err(Failure::new(format!(
                "{}: the table `[search]` does not say where the records go: {} {} missing",
                file.display(),
                missing.join(" and "),
                if missing.len() == 1 { "is" } else { "are" },
            ))
            .hint("`app_id` is the id of the Algolia application, `index_name` what the index is called; both may stand beside any `provider`"))
        }
    }
}

/// Every record, and what is said of pages that do not fit into one.
fn records<'a>(pages: &'a Pages<'_>, read: &'a dyn Fn(usize)) -> impl Iterator<Item = String> + 'a {
    pages.blocks().flat_map(move |block| {
        for address in &block.left_out {
            report::warning(&format!("a page has too long an address to be found: {address}"));
        }
        read(block.pages);
        block.records
    })
}

/// Prints what would be sent.
fn print(pages: &Pages<'_>, place: &Place<'_>) -> Outcome {
    let mut pushed = Pushed::default();
    let mut failure = None;
    let printed = records(pages, &|_| {}).inspect(|record| {
        if failure.is_none() {
            failure = report::data(record).err();
        }
    });
    for batch in hosted::batches(printed) {
        pushed.records += batch.records;
        pushed.batches += 1;
    }
    if let Some(failure) = failure {
        return Err(failure);
    }
    report::summary(&format!(
        "{} would be sent to the index `{}` of the application `{}`: {} in {}",
        report::plural(pages.count(), "page"),
        place.index,
        place.application,
        report::plural(pushed.records, "record"),
        batches(pushed.batches),
    ));
    Ok(ExitStatus::Success)
}

fn batches(count: usize) -> String {
    if count == 1 { "1 batch".to_owned() } else { format!("{count} batches") }
}

/// Sends all records and says what comes of it.
fn send(
    pages: &Pages<'_>,
    place: &Place<'_>,
    config: &SearchConfig,
    key: Key,
    timeout: Duration,
    started: Instant,
) -> Outcome {
    let trust = trust()?;
    let http = Http::new(place.application, key, timeout, &trust)
        .map_err(|problem| Failure::new(format!("{CERTIFICATES} names no usable file: {problem}")))?;
    let progress = Progress::new(pages.count(), place.index);
    let mut client = Client::new(http, hosts(place.application)?, Patience::default(), |notice| {
        progress.say(&told(notice));
    });
    let target = Target {
        index: place.index,
        settings: &|live| hosted::missing(live, config),
        synonyms: hosted::synonyms(config),
    };
    let read = |count| progress.pages.set(progress.pages.get() + count as u64);
    let batches_of = hosted::batches(records(pages, &read));
    let result = net::push(&mut client, &target, batches_of, &mut |step| progress.step(step));
    progress.clear();
    let pushed = result.map_err(|(problem, replaced)| failure(&problem, replaced, place))?;
    report::summary(&format!(
        "{} in {}: {} in {}, the index `{}` holds them now",
        report::plural(pages.count(), "page"),
        report::duration(started.elapsed()),
        report::plural(pushed.records, "record"),
        batches(pushed.batches),
        place.index,
    ));
    Ok(ExitStatus::Success)
}

/// The hosts to speak with.
fn hosts(application: &str) -> Result<Vec<Host>, Failure> {
    let Some(text) = std::env::var(HOSTS).ok().filter(|text| !text.trim().is_empty()) else {
        return Ok(Host::of_application(application));
    };
    let host = |address: &str| {
        Host::new(address).ok_or_else(|| {
            Failure::new(format!("`{}` in {HOSTS} is no host that a key can be sent to", address.trim()))
                .hint("write `https://` and its name; `http://` is for this machine only")
        })
    };
    text.split(',').map(host).collect()
}

/// Whom to trust.
fn trust() -> Result<Trust, Failure> {
    match std::env::var_os(CERTIFICATES).filter(|path| !path.is_empty()) {
        None => Ok(Trust::Public),
        Some(path) => fs::read_own(Path::new(&path)).map(Trust::Own).ok_or_else(|| {
            Failure::new(format!(
                "{CERTIFICATES} names a file that can't be read: {}",
                Path::new(&path).display()
            ))
        }),
    }
}

/// What someone who waits is told.
fn told(notice: &Notice) -> String {
    match notice {
        Notice::Failed { host, reason } => format!("{host} {reason}"),
        Notice::Unreachable { pause } => {
            format!("no host of the service answers; trying again in {}", report::duration(*pause))
        }
        Notice::Busy { pause } => {
            format!("the service has too much to do; trying again in {}", report::duration(*pause))
        }
    }
}

/// A problem as what stops the command: what became of the index, why, and what to do.
fn failure(problem: &Problem, replaced: bool, place: &Place<'_>) -> Failure {
    let Place { application, index } = place;
    let temporary = net::temporary(index);
    let (why, hint) = match problem {
        Problem::Unreachable(host, reason) => (
            format!("no host of the service answered; {host} {reason}"),
            match std::env::var_os(HOSTS) {
                _ if reason.contains("certificate") => {
                    format!(
                        "behind a gateway that looks into connections, {CERTIFICATES} names its certificates"
                    )
                }
                Some(_) => format!("{HOSTS} names the hosts; if it is right, try again later"),
                None => format!(
                    "is there a network, and is `{application}` the id of the application? Otherwise try again later"
                ),
            },
        ),
        Problem::Refused(status @ (401 | 403), said) => (
            format!("the service refuses the key with status {status}: {said}"),
            format!(
                "{KEY} has to hold the admin key of the application `{application}`, or one with the rights search, addObject, deleteIndex, settings and editSettings on `{index}` and `{temporary}`"
            ),
        ),
        Problem::Refused(status, said) => (
            format!("the service refuses with status {status}: {said}"),
            "the message is the service's own; `--dry-run` prints the records".to_owned(),
        ),
        Problem::Busy => (
            "the service has too much to do and was asked again several times".to_owned(),
            "try again later".to_owned(),
        ),
        Problem::Unfinished(waited) => (
            format!(
                "the service has taken the records and not indexed them in {}",
                report::duration(*waited)
            ),
            "try again later; the service may say in its dashboard what it is doing".to_owned(),
        ),
        Problem::Unexpected(what) => (
            format!("the service does not speak as it should: {what}"),
            format!("{HOSTS} and the proxy, if there are any, have to lead to Algolia or its like"),
        ),
        Problem::Incomplete(found, sent) => (
            format!("the temporary index `{temporary}` holds {found} of {sent} records"),
            "another push to this index seems to be under way; let one run at a time".to_owned(),
        ),
    };
    match replaced {
        false => Failure::new(format!("the index `{index}` is as it was: {why}")).hint(hint),
        true => Failure::new(format!(
            "the records are complete, but it is not known whether they are in the index `{index}` already: {why}"
        ))
        .hint("push again to be sure; what readers find is either all old or all new"),
    }
}

/// What is shown while records are sent: a bar on a terminal, lines elsewhere.
struct Progress<'a> {
    bar: Option<ProgressBar>,
    /// How many pages the records so far are of.
    pages: Cell<u64>,
    index: &'a str,
}

impl<'a> Progress<'a> {
    fn new(pages: usize, index: &'a str) -> Self {
        let bar = || ProgressBar::new(pages as u64).with_style(report::bar("pages"));
        let bar = std::io::stderr().is_terminal().then(bar);
        Progress { bar, pages: Cell::new(0), index }
    }

    fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| report::note(text)),
            None => report::note(text),
        }
    }

    fn step(&self, step: &Step) {
        let index = self.index;
        match step {
            Step::Prepared { replaces: false, .. } => {
                self.say(&format!("there is no index `{index}` yet; it gets settings for a documentation"));
            }
            Step::Prepared { settings, .. } => {
                self.say(&format!(
                    "the index `{index}` keeps its settings, synonyms and rules, and its records until the new ones are whole"
                ));
                let names: Vec<String> = settings.iter().map(|name| format!("`{name}`")).collect();
                if !names.is_empty() {
                    self.say(&format!(
                        "it gets what the search needs and nobody has set: {}",
                        names.join(", ")
                    ));
                }
            }
            Step::Sent(records) => match &self.bar {
                Some(bar) => bar.set_position(self.pages.get()),
                None => self.say(&format!("{} sent", report::plural(*records, "record"))),
            },
            Step::Waiting => {
                self.clear();
                report::note("waiting until the service has indexed them");
            }
            Step::Moving => report::note(&format!("the new records take the place of the index `{index}`")),
        }
    }

    fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
