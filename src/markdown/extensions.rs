//! The pulldown-cmark extensions that docgen uses.

use pulldown_cmark::Options as Extensions;

use super::Options;
use crate::config::Extension;

/// Returns the Markdown extensions that a page uses. In pulldown-cmark, definitions don't need a space after the colon,
/// so pages without definitions don't use the extension for definition lists.
pub(super) fn of_page(options: &Options, body: &str) -> Extensions {
    let is_definition = |(at, _): (usize, &str)| {
        let before = body[..at].trim_end_matches([' ', '\t', '>']);
        let after = &body[at + 1..];
        let is_first = before.is_empty() || before.ends_with('\n');
        let text = after.lines().next().filter(|_| is_first && after.starts_with([' ', '\t']));
        text.is_some_and(|text| !text.trim().is_empty())
    };
    let mut extensions = of_site(options);
    extensions.set(Extensions::ENABLE_DEFINITION_LIST, body.match_indices(':').any(is_definition));
    extensions
}

/// Returns the Markdown extensions that a site uses.
pub(super) fn of_site(options: &Options) -> Extensions {
    let mut extensions = Extensions::ENABLE_TABLES
        | Extensions::ENABLE_FOOTNOTES
        | Extensions::ENABLE_STRIKETHROUGH
        | Extensions::ENABLE_TASKLISTS
        | Extensions::ENABLE_GFM;
    extensions.set(Extensions::ENABLE_SMART_PUNCTUATION, options.smart_punctuation);
    // With this extension, pulldown-cmark doesn't strike through text between single tildes. `build` also finds
    // subscripts inside words.
    extensions.set(Extensions::ENABLE_SUBSCRIPT, options.has(Extension::Subscript));
    extensions
}
