//! The extensions of Markdown that pulldown-cmark supports and docgen uses.

use pulldown_cmark::Options as Extensions;

use super::Options;
use crate::config::Extension;

/// Returns the extensions of Markdown that a page uses. pulldown-cmark's definitions don't need a space after the colon,
/// so pages without definitions don't use this extension.
pub(super) fn of_page(options: &Options, body: &str) -> Extensions {
    let is_definition = |line: &str| {
        let text = line.trim_start_matches([' ', '\t', '>']).strip_prefix(':');
        text.is_some_and(|text| text.starts_with([' ', '\t']) && !text.trim().is_empty())
    };
    let mut extensions = of_site(options);
    extensions.set(Extensions::ENABLE_DEFINITION_LIST, body.lines().any(is_definition));
    extensions
}

/// Returns the extensions of Markdown that a site uses.
pub(super) fn of_site(options: &Options) -> Extensions {
    let mut extensions = Extensions::ENABLE_TABLES
        | Extensions::ENABLE_FOOTNOTES
        | Extensions::ENABLE_STRIKETHROUGH
        | Extensions::ENABLE_TASKLISTS
        | Extensions::ENABLE_GFM;
    extensions.set(Extensions::ENABLE_SMART_PUNCTUATION, options.smart_punctuation);
    extensions.set(Extensions::ENABLE_MATH, options.math);
    // With this, text between single tildes isn't struck through. `build` also finds subscripts inside words.
    extensions.set(Extensions::ENABLE_SUBSCRIPT, options.has(Extension::Subscript));
    extensions
}
