//! `docgen licenses`: prints the licenses of everything in the binary.

use super::{ExitStatus, Failure, Outcome, report};
use crate::theme;

/// The licenses of the crates. cargo-about generates the text with `licenses/about.toml`.
const CRATES: &str = include_str!("licenses/crates.txt");

pub(super) fn run() -> Outcome {
    let theme = theme::licenses().map_err(|error| Failure::new(error.to_string()))?;
    let mut texts = vec![
        "docgen contains Rust crates, npm packages, fonts, and grammars for syntax highlighting. Their licenses follow."
            .to_owned(),
        CRATES.to_owned(),
        theme,
        "The grammars for syntax highlighting have the following licenses.".into(),
    ];
    for grammar in two_face::acknowledgement::listing().for_syntaxes() {
        texts.push(format!("{}\n\n{}", grammar.rel_path.display(), grammar.text));
    }
    let rule = format!("\n\n{}\n\n", "=".repeat(80));
    report::data(&texts.iter().map(|text| text.trim()).collect::<Vec<_>>().join(&rule))?;
    Ok(ExitStatus::Success)
}
