//! Messages for invalid arguments, worded like docgen's other messages.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{ExitStatus, Failure, report};
use crate::diag::{did_you_mean, nearest};

/// docgen's commands, and the names that other tools use for them.
const SYNONYMS: [(&str, &str); 23] = [
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
    ("diff", "diff"),
    ("compare", "diff"),
    ("update", "update"),
    ("upgrade", "update"),
    ("mv", "mv"),
    ("move", "mv"),
    ("rename", "mv"),
    ("rm", "rm"),
    ("remove", "rm"),
    ("delete", "rm"),
];

/// Prints what's wrong with the arguments. If a user only asked for help, prints the help and exits.
pub(super) fn report(error: &clap::Error) -> ExitStatus {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        error.exit();
    }
    report::failure(&failure(error));
    ExitStatus::Failure
}

/// Words an error of the parser.
fn failure(error: &clap::Error) -> Failure {
    let values = |kind| match error.get(kind) {
        Some(ContextValue::String(value)) => vec![value.clone()],
        Some(ContextValue::Strings(values)) => values.clone(),
        _ => Vec::new(),
    };
    let first = |kind| values(kind).into_iter().next().unwrap_or_default();
    let usage = error.get(ContextKind::Usage).map(|usage| usage.to_string().replace("Usage: ", ""));
    let help = usage.map(|usage| format!("run `{}`", usage.trim()));
    let option = first(ContextKind::InvalidArg);
    let value = first(ContextKind::InvalidValue);
    let (message, hint) = match error.kind() {
        ErrorKind::UnknownArgument if option.starts_with('-') => {
            let near = meant(&option, &values(ContextKind::SuggestedArg));
            (format!("unknown option `{option}`"), near.or(help))
        }
        ErrorKind::UnknownArgument => (format!("unexpected argument `{option}`"), help),
        ErrorKind::InvalidSubcommand => {
            let word = first(ContextKind::InvalidSubcommand);
            let near = elsewhere(&word).or_else(|| meant(&word, &values(ContextKind::SuggestedSubcommand)));
            let help = help.map(|help| help.replace("[OPTIONS] ", "").replace("<COMMAND>", "--help"));
            (format!("unknown command `{word}`"), near.or(help))
        }
        ErrorKind::InvalidValue if value.is_empty() => (format!("missing value for `{option}`"), help),
        ErrorKind::InvalidValue => {
            let known = values(ContextKind::ValidValue);
            let near = meant(&value, &known).or_else(|| Some(format!("use one of {}", quoted(&known))));
            (format!("`{option}`: unknown value `{value}`"), near)
        }
        ErrorKind::ValueValidation => {
            let cause = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            (format!("`{option}`: invalid value `{value}`"), Some(cause).filter(|cause| !cause.is_empty()))
        }
        ErrorKind::MissingRequiredArgument => {
            (format!("missing {}", quoted(&values(ContextKind::InvalidArg))), help)
        }
        ErrorKind::ArgumentConflict => {
            let others = values(ContextKind::PriorArg);
            if others.contains(&option) {
                (format!("`{option}` can be used only once"), help)
            } else {
                (format!("`{option}` can't be used together with {}", quoted(&others)), None)
            }
        }
        _ => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
            (line.replace('\'', "`"), help)
        }
    };
    hint.into_iter().fold(Failure::new(message), Failure::hint)
}

/// Returns a hint that suggests the closest known word, if it's close enough.
fn meant(word: &str, known: &[String]) -> Option<String> {
    Some(did_you_mean(word, known.iter().map(String::as_str))?.text)
}

/// If an unknown command comes first, returns a hint with the command that other tools' users mean.
fn elsewhere(word: &str) -> Option<String> {
    std::env::args().nth(1).filter(|first| first == word)?;
    let near = nearest(word, SYNONYMS.map(|(name, _)| name));
    Some(match SYNONYMS.iter().find(|(name, _)| near == Some(name)) {
        Some((_, command)) => format!("did you mean `docgen {command}`?"),
        None => "to list the commands, run `docgen --help`".to_owned(),
    })
}

fn quoted(words: &[String]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
