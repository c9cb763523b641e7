//! The command line: its arguments, one file a command, and how problems are printed.

mod build;
mod check;
mod completions;
mod init;
mod licenses;
mod man;
mod place;
mod report;
mod schema;
mod search;
mod serve;
mod session;
mod timings;
mod title;
mod tools;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::ContextKind;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::diag::nearest;
use session::Session;

/// What `--version` says after the name; `-V` leaves out the commit and the target.
const LONG_VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (", env!("DOCGEN_COMMIT"), ", ", env!("DOCGEN_TARGET"), ")");

/// Turns Markdown and a config file into a fast documentation site.
///
/// A site is a folder with `docgen.toml`, `content/` and `static/`. Start with `docgen init my-docs`, write with
/// `docgen serve`, publish what `docgen build` puts into `dist`. To look at any folder of Markdown files or at an OpenAPI
/// document, run `docgen serve PATH`.
#[derive(Parser)]
#[command(name = "docgen", version, long_version = LONG_VERSION, propagate_version = true, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the site into a folder that any static host serves
    Build(build::Arguments),
    /// Show the site in a browser while you write
    Serve(serve::Arguments),
    /// Look for mistakes without writing anything
    Check(check::Arguments),
    /// Start a new site
    Init(init::Arguments),
    /// Search a built site, or fill a hosted search with it
    Search(search::Arguments),
    /// Print the JSON Schema of `docgen.toml`, for editors that complete and check it
    Schema,
    /// Print a completion script for a shell
    Completions(completions::Arguments),
    /// Write man pages into a folder
    Man(man::Arguments),
    /// Print the licenses of what docgen is made with
    Licenses,
}

/// Where the site is.
#[derive(Args)]
struct PathArguments {
    /// Folder of the site, the current one when left out. Or any folder of Markdown files, one Markdown file, or one
    /// OpenAPI document
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// The same as PATH
    #[arg(long, value_name = "PATH", conflicts_with = "path")]
    root: Option<PathBuf>,
}

impl PathArguments {
    fn path(&self) -> &Path {
        self.path.as_ref().or(self.root.as_ref()).map_or(Path::new("."), PathBuf::as_path)
    }
}

/// Where the site is and how problems are printed.
#[derive(Args)]
struct SiteArguments {
    #[command(flatten)]
    path: PathArguments,
    /// Path the site is published under, in place of `site.base_url` in the config
    #[arg(long, value_name = "PATH")]
    base_url: Option<String>,
    /// Fail on warnings too
    #[arg(long)]
    strict: bool,
    /// How problems are printed: for people, as a JSON object a line on standard output, or as annotations of a
    /// GitHub workflow
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

impl SiteArguments {
    fn open(&self, command: &str, out: Option<&Path>, use_cache: bool) -> Result<Session, Failure> {
        let place = place::find(self.path.path(), command)?;
        Session::open(place, self.base_url.as_deref(), out, use_cache)
    }
}

/// How problems are printed.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the line of the source, on standard error
    #[default]
    Human,
    /// A JSON object a line, on standard output
    Json,
    /// Workflow commands of GitHub Actions, on standard output
    Github,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// All is well.
    Success,
    /// The content has errors, or warnings when they count.
    ContentErrors,
    /// docgen could not do its work.
    Failure,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        ExitCode::from(match status {
            ExitStatus::Success => 0,
            ExitStatus::ContentErrors => 1,
            ExitStatus::Failure => 2,
        })
    }
}

/// What other tools call a command of docgen.
const SYNONYMS: [(&str, &str); 13] = [
    ("build", "build"),
    ("serve", "serve"),
    ("check", "check"),
    ("init", "init"),
    ("new", "init"),
    ("create", "init"),
    ("dev", "serve"),
    ("start", "serve"),
    ("watch", "serve"),
    ("preview", "serve"),
    ("generate", "build"),
    ("deploy", "build"),
    ("lint", "check"),
];

impl Cli {
    /// Parses the arguments of the process. If they can't be run, what is wrong is printed.
    pub fn from_arguments() -> Result<Self, ExitStatus> {
        Cli::try_parse().map_err(|error| {
            let word = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string);
            let is_first = |word: &String| std::env::args().nth(1).as_ref() == Some(word);
            let Some(word) = word.filter(is_first) else { error.exit() };
            let near = nearest(&word, SYNONYMS.map(|(name, _)| name));
            let meant = SYNONYMS.iter().find(|(name, _)| near == Some(name));
            report::failure(&Failure::new(format!("unknown command `{word}`")).hint(match meant {
                Some((_, command)) => format!("did you mean `docgen {command}`?"),
                None => "list the commands with `docgen --help`".to_owned(),
            }));
            ExitStatus::Failure
        })
    }
}

/// Runs a command. What stops it is printed.
pub fn run(cli: &Cli) -> ExitStatus {
    let result = match &cli.command {
        Command::Build(arguments) => build::run(arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Init(arguments) => init::run(arguments),
        Command::Search(arguments) => search::run(arguments),
        Command::Schema => schema::run(),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
        Command::Licenses => licenses::run(),
    };
    result.unwrap_or_else(|error| {
        report::failure(&error);
        ExitStatus::Failure
    })
}

/// What stops a command: docgen could not do its work.
struct Failure {
    /// The problem, like the message of a diagnostic.
    message: String,
    /// The next steps.
    hints: Vec<String>,
}

impl Failure {
    fn new(message: impl Into<String>) -> Self {
        Failure { message: message.into(), hints: Vec::new() }
    }

    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

type Outcome = Result<ExitStatus, Failure>;
