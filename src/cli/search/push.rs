//! `docgen search push`: replaces the content of the hosted index that `[search]` specifies, completely or not at all.

use std::cell::Cell;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use indicatif::ProgressBar;

use crate::cli::{
    ExitStatus, Failure, Format, Outcome, place::find, report, session::Session, timings::Timings,
};
use crate::config::SearchConfig;
use crate::diag::Code;
use crate::fs::{self, DiskAssets};
use crate::net::{self, Client, Host, Http, Key, Notice, Patience, Problem, Pushed, Step, Target, Trust};
use crate::pipeline::Options;
use crate::search::hosted::{self, Pages};

/// The environment variable that contains the API key.
const KEY: &str = "ALGOLIA_ADMIN_KEY";
/// The environment variable that contains the hosts to use instead of the application's hosts.
const HOSTS: &str = "ALGOLIA_HOSTS";
/// The environment variable that specifies a file of certificates to trust instead of the public certificates. Other
/// programs also read this variable.
const CERTIFICATES: &str = "SSL_CERT_FILE";

// The lines fit the width of the help; longer lines would be broken in two.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Environment:
  ALGOLIA_ADMIN_KEY
          API key that can change the index. It's read only from the environment so that it
          doesn't show up in process lists or in your repository
  ALGOLIA_HOSTS
          Comma-separated URLs to use instead of Algolia's, such as the URL of a gateway or of a
          service with the same API. Each URL consists of `https://` and a hostname
  HTTPS_PROXY, NO_PROXY
          Proxy to use, and hosts to reach without it
  SSL_CERT_FILE
          PEM file with certificates to trust instead of the public ones

Exit codes:
  0       The index is up to date
  1       The content has errors; nothing was sent
  2       A setting or the key is missing, or the service failed; the index is unchanged
          unless the message says otherwise")]
pub(super) struct Arguments {
    /// Site folder, which contains `docgen.toml` and `content`
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Path to publish the site under; overrides `site.base_url` in the config
    #[arg(long, value_name = "PATH")]
    base_url: Option<String>,
    /// Don't send anything if there are warnings
    #[arg(long)]
    strict: bool,
    /// Print the records to standard output, one per line, without sending them. No key is needed
    #[arg(long)]
    dry_run: bool,
    /// Seconds to wait for each response from the service
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = value_parser!(u64).range(1..=3600))]
    timeout: u64,
}

/// The destination of the records.
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
    let run = session.assemble_from(sources, &assets, Options::default(), None, &mut Timings::begin());
    let (renderer, mut diagnostics) = run.renderer(&session.theme, &session.output_cache(), None);
    // A push writes no files.
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
        return Err(Failure::new("the site has no searchable pages, so there's nothing to send")
            .hint("to empty the index, delete its records in the Algolia dashboard"));
    }
    match key {
        None => print(&pages, &place),
        Some(key) => {
            if config.api_key.as_deref().is_some_and(|public| key.is(public)) {
                return Err(Failure::new(format!(
                    "`{KEY}` is the same key as `search.api_key` in {}; every page contains this key",
                    arguments.root.join("docgen.toml").display()
                ))
                .hint(
                    "set `api_key` to the search-only key; if the admin key was published, revoke it now",
                ));
            }
            send(&pages, &place, config, key, Duration::from_secs(arguments.timeout), started)
        }
    }
}

/// Reads the key from the environment.
fn key() -> Result<Key, Failure> {
    let text = std::env::var_os(KEY).unwrap_or_default();
    if text.is_empty() {
        return Err(Failure::new(format!("the `{KEY}` environment variable isn't set"))
            .hint("set it to the application's admin key from the Algolia dashboard, or use `--dry-run`, which doesn't need a key"));
    }
    text.to_str().and_then(Key::new).ok_or_else(|| {
        Failure::new(format!("the `{KEY}` environment variable doesn't contain a valid key"))
            .hint("use a key that contains only letters and digits")
    })
}

/// Returns the application and index in the config.
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
                "missing {} {} in the `[search]` table in {}",
                if missing.len() == 1 { "key" } else { "keys" },
                missing.join(" and "),
                file.display(),
            ))
            .hint("set `app_id` to your Algolia application ID and `index_name` to the index name; both work with any `provider`"))
        }
    }
}

/// Returns every record and warns about pages whose URLs don't fit in a record.
fn records<'a>(pages: &'a Pages<'_>, read: &'a dyn Fn(usize)) -> impl Iterator<Item = String> + 'a {
    pages.blocks().flat_map(move |block| {
        for address in &block.left_out {
            report::warning(&format!("a page isn't indexed because its URL is too long: {address}"));
        }
        read(block.pages);
        block.records
    })
}

/// Prints the records that would be sent.
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
        "{} would be sent to the `{}` index of the `{}` application as {} in {}",
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

/// Sends all records and reports the result.
fn send(
    pages: &Pages<'_>,
    place: &Place<'_>,
    config: &SearchConfig,
    key: Key,
    timeout: Duration,
    started: Instant,
) -> Outcome {
    let trust = trust()?;
    let http = Http::new(place.application, key, timeout, &trust).map_err(|problem| {
        Failure::new(format!("can't use the file that `{CERTIFICATES}` specifies: {problem}"))
    })?;
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
        "sent {} in {} to the `{}` index: {} in {}",
        report::plural(pushed.records, "record"),
        batches(pushed.batches),
        place.index,
        report::plural(pages.count(), "page"),
        report::duration(started.elapsed()),
    ));
    Ok(ExitStatus::Success)
}

/// Returns the hosts to use.
fn hosts(application: &str) -> Result<Vec<Host>, Failure> {
    let Some(text) = std::env::var(HOSTS).ok().filter(|text| !text.trim().is_empty()) else {
        return Ok(Host::of_application(application));
    };
    let host = |address: &str| {
        Host::new(address).ok_or_else(|| {
            Failure::new(format!("invalid host `{}` in `{HOSTS}`", address.trim()))
                .hint("specify `https://` and the hostname; `http://` works only for `localhost`")
        })
    };
    text.split(',').map(host).collect()
}

/// Returns the certificates to trust.
fn trust() -> Result<Trust, Failure> {
    match std::env::var_os(CERTIFICATES).filter(|path| !path.is_empty()) {
        None => Ok(Trust::Public),
        Some(path) => fs::read_own(Path::new(&path)).map(Trust::Own).ok_or_else(|| {
            Failure::new(format!(
                "can't read `{}`, the file that `{CERTIFICATES}` specifies",
                Path::new(&path).display()
            ))
        }),
    }
}

/// Describes a failed host or a delay before the next attempt.
fn told(notice: &Notice) -> String {
    match notice {
        Notice::Failed { host, reason } => format!("{host} {reason}"),
        Notice::Unreachable { pause } => {
            format!("none of the service's hosts respond; retrying in {}", report::duration(*pause))
        }
        Notice::Busy { pause } => {
            format!("the service is busy; retrying in {}", report::duration(*pause))
        }
    }
}

/// Describes why a push failed: the index state, the cause, and a hint.
fn failure(problem: &Problem, replaced: bool, place: &Place<'_>) -> Failure {
    let Place { application, index } = place;
    let temporary = net::temporary(index);
    let (why, hint) = match problem {
        Problem::Unreachable(host, reason) => (
            format!("none of the service's hosts responded: {host} {reason}"),
            match std::env::var_os(HOSTS) {
                _ if reason.contains("certificate") => {
                    format!("if a gateway inspects TLS connections, set `{CERTIFICATES}` to its certificates")
                }
                Some(_) => format!("check the hosts in `{HOSTS}`, or try again later"),
                None => format!(
                    "check your network connection and the application ID `{application}`, or try again later"
                ),
            },
        ),
        Problem::Refused(status @ (401 | 403), said) => (
            format!("the service rejected the key with status {status}: {said}"),
            format!(
                "set `{KEY}` to the admin key of the `{application}` application, or to a key with the ACLs `search`, `addObject`, `deleteIndex`, `settings`, and `editSettings` on `{index}` and `{temporary}`"
            ),
        ),
        Problem::Refused(status, said) => (
            format!("the service rejected the request with status {status}: {said}"),
            "fix what the service reports; to print the records, use `--dry-run`".to_owned(),
        ),
        Problem::Busy => {
            ("the service is still busy after several attempts".to_owned(), "try again later".to_owned())
        }
        Problem::Unfinished(waited) => (
            format!(
                "the service accepted the records but didn't index them within {}",
                report::duration(*waited)
            ),
            "try again later, or check the status in the Algolia dashboard".to_owned(),
        ),
        Problem::Unexpected(what) => (
            format!("unexpected response from the service: {what}"),
            format!("check that `{HOSTS}` and the proxy, if set, point to Algolia or a compatible service"),
        ),
        Problem::Incomplete(found, sent) => (
            format!("the temporary index `{temporary}` contains {found} of {sent} records"),
            "run one push at a time; another push to this index seems to be running".to_owned(),
        ),
    };
    if replaced {
        Failure::new(format!(
            "all records were sent, but docgen can't confirm that the `{index}` index contains them: {why}"
        ))
        .hint("push again to be sure; until then, search results are either all old or all new")
    } else {
        Failure::new(format!("the `{index}` index is unchanged: {why}")).hint(hint)
    }
}

/// Reports progress while records are sent: a bar in a terminal, lines elsewhere.
struct Progress<'a> {
    bar: Option<ProgressBar>,
    /// The number of pages that have been read.
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
                self.say(&format!("creating the `{index}` index with settings for documentation"));
            }
            Step::Prepared { settings, .. } => {
                self.say(&format!(
                    "the `{index}` index keeps its settings, synonyms, and rules, and keeps its records until the new records are complete"
                ));
                let names: Vec<String> = settings.iter().map(|name| format!("`{name}`")).collect();
                if !names.is_empty() {
                    self.say(&format!("adding missing settings: {}", names.join(", ")));
                }
            }
            Step::Sent(records) => match &self.bar {
                Some(bar) => bar.set_position(self.pages.get()),
                None => self.say(&format!("{} sent", report::plural(*records, "record"))),
            },
            Step::Waiting => {
                self.clear();
                report::note("waiting for the service to index the records");
            }
            Step::Moving => report::note(&format!("replacing the records in the `{index}` index")),
        }
    }

    fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
