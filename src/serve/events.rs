//! The events for browsers. Each event contains the site's state and is sent when a browser connects and after each
//! change.
//!
//! An event isn't a list of changes. Therefore, a browser that missed events (for example, because the computer was
//! asleep or the server restarted) needs only the latest event. `theme/src/live/state.ts` mirrors the format.

use serde::Serialize;
use serde_json::json;

use super::{Editor, Problems, generation::Generation};

/// A problem, in the format that the page expects.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Problem {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The stable code.
    pub code: &'static str,
    /// The URL of the manual's section about the code.
    pub docs: String,
    /// The message.
    pub message: String,
    /// The file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, starting at 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in characters, starting at 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The source code around the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snippet: Option<Snippet>,
    /// The hints.
    pub hints: Vec<String>,
    /// The number of problems that this entry represents.
    pub count: usize,
    /// The other problems with the same fix: their number and the first locations, one per line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<String>,
}

/// Lines of a source, starting with the line of the problem.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Snippet {
    /// The text before the problem.
    pub before: String,
    /// The text of the problem.
    pub marked: String,
    /// The text after the problem.
    pub after: String,
}

/// The name of the state before the site can be shown.
pub(super) const NOTHING: &str = "nothing";

/// Returns the site's state for a browser as one line of JSON. `page` is the file of the page that the browser shows,
/// and `editor` opens files.
pub(super) fn state(
    generation: Option<&Generation>,
    problems: &Problems,
    page: Option<&str>,
    editor: Option<&Editor>,
) -> String {
    let Problems { errors, warnings, first, of_files } = problems;
    let own = page.and_then(|page| of_files.get(page));
    let others = first.iter().filter(|problem| own.is_none() || problem.file.as_deref() != page);
    let shared = generation.map(|site| &site.shared);
    let document = |site: &Generation| format!("{:x}-{:x}", site.shared.document, site.files);
    json!({
        "generation": generation.map_or(NOTHING, |site| &site.name),
        // If this value changes, the browser has to load the document again.
        "document": generation.map(document).unwrap_or_default(),
        "navigation": shared.map(|shared| format!("{:x}", shared.navigation)).unwrap_or_default(),
        "css": shared.and_then(|shared| shared.custom_css.as_deref()),
        "errors": errors,
        "warnings": warnings,
        // The file of the page, and the URL that opens it, with `{line}` in place of the line.
        "source": page.zip(editor).map(|(page, editor)| editor.source(page)),
        "own": own,
        "problems": others.collect::<Vec<_>>(),
    })
    .to_string()
}
