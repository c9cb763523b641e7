//! The command line: parses arguments, runs commands (one file for each command), and prints problems.

mod api;
mod build;
mod build_time;
mod check;
mod completions;
mod deployment;
mod diff;
mod export;
mod external;
mod fix;
mod import;
mod init;
mod licenses;
mod lsp;
mod man;
mod mcp;
mod mv;
mod past;
mod place;
mod preview;
mod prose;
mod report;
mod repositories;
mod rm;
mod schema;
mod search;
mod serve;
mod session;
mod tagged;
mod theme;
mod timings;
mod title;
mod tools;
mod translations;
mod types;
mod update;
mod usage;
mod version;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::diag::suggest;
use crate::site::Site;
use session::Session;

/// The text that `--version` prints after the name. `-V` leaves out the commit and the target.
const LONG_VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (", env!("DOCGEN_COMMIT"), ", ", env!("DOCGEN_TARGET"), ")");

/// The instruction that lists all problems of a site.
const CHECK: &str = "to list all of them, run `docgen check`";

/// Turns Markdown and a config file into a fast documentation site.
///
/// A site is a folder that contains a `content` folder and, usually, a `docgen.toml` file and a `static` folder. Start
/// with `docgen init my-docs`, preview your pages with `docgen serve`, and publish the files that `docgen build` writes
/// to `dist`. To show any folder of Markdown files or an OpenAPI document as a site, run `docgen serve PATH`.
#[derive(Parser)]
#[command(name = "docgen", version, long_version = LONG_VERSION, propagate_version = true, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the site into a folder that any static host can serve
    Build(build::Arguments),
    /// Preview the site in a browser while you write
    Serve(serve::Arguments),
    /// Check the site for problems without writing any files
    Check(check::Arguments),
    /// List missing and outdated translations
    Translations(translations::Arguments),
    /// Move a page or folder and update the links to it
    Mv(mv::Arguments),
    /// Remove a page or folder unless something refers to it
    Rm(rm::Arguments),
    /// Manage versions of the documentation
    Version(version::Arguments),
    /// Pin other repositories to newer commits
    Update(update::Arguments),
    /// Create a new site
    Init(init::Arguments),
    /// Convert a site made for another generator to a docgen site
    Import(import::Arguments),
    /// Export the site in another format, such as a PDF book
    Export(export::Arguments),
    /// Search a built site, or populate a hosted search index
    Search(search::Arguments),
    /// Serve the site's documentation to AI agents over the Model Context Protocol (MCP)
    ///
    /// Agents can search and read pages, and look up API operations. docgen reads requests from standard input and writes
    /// responses to standard output, so MCP clients start this command themselves.
    Mcp(mcp::Arguments),
    /// Start the language server for editors
    Lsp(lsp::Arguments),
    /// Compare two built sites, and report what's missing from the new one
    Diff(diff::Arguments),
    /// Work with OpenAPI documents
    Api(api::Arguments),
    /// Write the prose of each page to a text file, for spelling and style checkers
    Prose(prose::Arguments),
    /// Print the JSON Schema of `docgen.toml`, for completion and validation in editors
    Schema,
    /// List the theme's slots, which the site's components can fill
    Theme(theme::Arguments),
    /// Write `components.d.ts`, which lets editors complete components in MDX
    Types(types::Arguments),
    /// Print a shell completion script
    Completions(completions::Arguments),
    /// Write man pages to a folder
    Man(man::Arguments),
    /// Print the licenses of the software that docgen includes
    Licenses,
}

/// The site's location.
#[derive(Args)]
struct PathArguments {
    /// Site folder (default: the current folder), any folder of Markdown files, one Markdown file, or one
    /// OpenAPI document
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Same as PATH
    #[arg(long, value_name = "PATH", conflicts_with = "path")]
    root: Option<PathBuf>,
}

impl PathArguments {
    fn path(&self) -> &Path {
        self.path.as_ref().or(self.root.as_ref()).map_or(Path::new("."), PathBuf::as_path)
    }
}

/// The arguments that specify the site's folder and the problem format.
#[derive(Args)]
struct SiteArguments {
    #[command(flatten)]
    path: PathArguments,
    /// Path to publish the site under; overrides `site.base_url` in the config
    #[arg(long, value_name = "PATH")]
    base_url: Option<String>,
    /// Treat warnings as errors
    #[arg(long)]
    strict: bool,
    /// Format of reported problems
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

impl SiteArguments {
    /// Opens the site in the folder or, with `from`, converts and opens a site made for another generator.
    fn open(
        &self,
        command: &str,
        from: Option<&Path>,
        out: Option<&Path>,
        use_cache: bool,
    ) -> Result<Session, Failure> {
        let place = match from {
            Some(dir) => import::trial(dir)?.0,
            None => place::find(self.path.path(), command)?,
        };
        Session::open(place, self.base_url.as_deref(), out, use_cache)
    }
}

/// The format of printed problems.
#[derive(Clone, Copy, Default, PartialEq, ValueEnum)]
enum Format {
    /// Text with source lines, on standard error
    #[default]
    Human,
    /// One JSON object per line, on standard output
    Json,
    /// GitHub Actions workflow commands, on standard output
    Github,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExitStatus {
    /// Success.
    Success = 0,
    /// The content has errors, or warnings with `--strict`.
    ContentErrors = 1,
    /// docgen couldn't complete the run.
    Failure = 2,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        ExitCode::from(status as u8)
    }
}

impl Cli {
    /// Parses the command-line arguments. If they're invalid, prints a message.
    pub fn from_arguments() -> Result<Self, ExitStatus> {
        Cli::try_parse().map_err(|error| usage::report(&error))
    }
}

/// Runs a command. If the command fails, prints a message.
pub fn run(cli: &Cli) -> ExitStatus {
    let result = match &cli.command {
        Command::Build(arguments) => build::run(arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Translations(arguments) => translations::run(arguments),
        Command::Mv(arguments) => mv::run(arguments),
        Command::Rm(arguments) => rm::run(arguments),
        Command::Version(arguments) => version::run(arguments),
        Command::Update(arguments) => update::run(arguments),
        Command::Init(arguments) => init::run(arguments),
        Command::Import(arguments) => import::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Search(arguments) => search::run(arguments),
        Command::Mcp(arguments) => mcp::run(arguments),
        Command::Lsp(arguments) => lsp::run(arguments),
        Command::Diff(arguments) => diff::run(arguments),
        Command::Api(arguments) => api::run(arguments),
        Command::Prose(arguments) => prose::run(arguments),
        Command::Schema => schema::run(),
        Command::Theme(arguments) => theme::run(arguments),
        Command::Types(arguments) => types::run(arguments),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
        Command::Licenses => licenses::run(),
    };
    result.unwrap_or_else(|error| {
        report::failure(&error);
        ExitStatus::Failure
    })
}

/// The reason that docgen couldn't complete a run.
struct Failure {
    /// The problem, worded like the message of a diagnostic.
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

/// Returns the index of the locale that the user specified.
fn locale(site: &Site, code: &str) -> Result<usize, Failure> {
    let known = site.locales.iter().map(|locale| locale.code.as_str());
    let index = known.clone().position(|known| known == code);
    index.ok_or_else(|| Failure::new(format!("unknown locale `{code}`")).hint(suggest(code, known)))
}
