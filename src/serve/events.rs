//! What browsers are told: the state of the site, whenever it changes and once at the start.
//!
//! It is a state, not a list of changes, so a browser that was away (asleep, or while the server was restarted) needs
//! nothing but the newest one. `theme/src/live/state.ts` mirrors it.

use serde::Serialize;

use super::Problems;
use super::generation::Generation;

/// A problem, in the form in which the page shows it.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub(crate) struct Problem {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The stable name of its kind.
    pub code: &'static str,
    /// The problem.
    pub message: String,
    /// The file it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The source there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snippet: Option<Snippet>,
    /// Next steps.
    pub hints: Vec<String>,
    /// How many problems this stands for, itself included.
    pub count: usize,
    /// The others that the same fix covers: how many, and the first places, a line each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<String>,
}

/// Lines of a source, from the line of the problem on.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub(crate) struct Snippet {
    /// What stands before the problem.
    pub before: String,
    /// What the problem is about.
    pub marked: String,
    /// What follows it.
    pub after: String,
}

#[derive(Serialize)]
struct State<'a> {
    generation: &'a str,
    /// When it is another, only a document load will do.
    document: String,
    navigation: String,
    css: Option<&'a str>,
    errors: usize,
    warnings: usize,
    /// The first of them.
    problems: &'a [Problem],
}

/// The name of what is shown while there is no site.
pub(super) const NOTHING: &str = "nothing";

/// The state of the site as one line of JSON.
pub(super) fn state(generation: Option<&Generation>, problems: &Problems) -> String {
    let Problems { errors, warnings, first } = problems;
    let nothing = State {
        generation: NOTHING,
        document: String::new(),
        navigation: String::new(),
        css: None,
        errors: *errors,
        warnings: *warnings,
        problems: first,
    };
    let state = match generation {
        None => nothing,
        Some(site) => State {
            generation: &site.name,
            document: format!("{:x}-{:x}", site.shared.document, site.files),
            navigation: format!("{:x}", site.shared.navigation),
            css: site.shared.custom_css.as_deref(),
            ..nothing
        },
    };
    serde_json::to_string(&state).expect("the state has text keys only")
}
