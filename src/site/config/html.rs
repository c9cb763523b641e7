//! The config's HTML, such as the announcement bar, and the translations of this HTML: the URLs, and the tags that have
//! no matching tag.

use std::ops::Range;

use crate::config::{Config, ConfigSource};
use crate::diag::{Code, Diagnostic};
use crate::markdown::{Unbalanced, addresses, decode, unbalanced};
use crate::path::SourcePath;
use crate::site::{Context, Locale, labels};
use crate::source::{Source, tree};

/// A URL in the config's HTML or in a translation.
pub(in crate::site) struct HtmlLink<'a> {
    /// The description of the setting in messages.
    pub what: String,
    /// The URL, with character references resolved.
    pub href: String,
    /// The file that contains the URL.
    pub file: &'a SourcePath,
    /// The location of the URL or, if the URL isn't written literally, of the whole HTML. The value is `None` if the
    /// location is unknown.
    pub place: Option<Range<usize>>,
    /// The index of the locale. The config's own HTML belongs to the default locale.
    pub locale: usize,
}

/// Returns the URLs in the config's HTML and in its translations. `config` contains the HTML as written.
pub(in crate::site) fn html_links<'a>(
    config: &Config,
    source: &ConfigSource<'a>,
    locales: &[Locale],
    messages: &'a [Source],
) -> Vec<HtmlLink<'a>> {
    let mut all = Vec::new();
    each(config, source, locales, messages, |what, html, place, locale| {
        add(what, html, place, locale, &mut all);
    });
    all
}

/// Reports the tags in the config's HTML and in its translations that have no matching tag.
pub(in crate::site) fn balance(context: Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Context { input, locales, .. } = context;
    each(input.config, input.config_source, locales, input.messages, |what, html, (source, range), _| {
        for Unbalanced { tag, at, message, hint } in unbalanced(html) {
            let earlier = html[..at].matches(tag).count();
            let literal = range.clone().and_then(|range| {
                let (start, _) = source.text.get(range.clone())?.match_indices(tag).nth(earlier)?;
                Some(range.start + start..range.start + start + tag.len())
            });
            let diagnostic =
                Diagnostic::new(Code::UnbalancedHtml, format!("in {what}, {message}")).hint(hint);
            diagnostics.push(match literal.or(range.clone()) {
                Some(place) => diagnostic.at(&source.path, place),
                None => diagnostic.in_file(&source.path),
            });
        }
    });
}

/// Calls a function with each HTML setting and each of its translations: the description in messages, the HTML, its
/// location, and the index of the locale.
fn each<'a>(
    config: &Config,
    source: &ConfigSource<'a>,
    locales: &[Locale],
    messages: &'a [Source],
    mut take: impl FnMut(&str, &str, (&'a Source, Option<Range<usize>>), usize),
) {
    let settings = config.html();
    if settings.is_empty() {
        return;
    }
    for setting in &settings {
        take(&setting.what, setting.html, (source.source, source.place(&setting.path)), 0);
    }
    for (locale, own) in locales.iter().enumerate() {
        let Some(source) = labels::file(messages, own) else { continue };
        let Some(tree) = tree::of(source) else { continue };
        for setting in &settings {
            if let Some((_, node)) = tree.entry(setting.html)
                && let tree::Value::Text(html) = &node.value
            {
                take(&setting.what, html, (source, Some(node.range.clone())), locale);
            }
        }
    }
}

/// Adds the URLs in HTML. The HTML is a string at a location in a file.
fn add<'a>(
    what: &str,
    html: &str,
    (source, range): (&'a Source, Option<Range<usize>>),
    locale: usize,
    all: &mut Vec<HtmlLink<'a>>,
) {
    let mut rest = range.clone();
    for address in addresses(html) {
        let literal = rest.clone().and_then(|rest| {
            let start = rest.start + source.text.get(rest)?.find(address)?;
            Some(start..start + address.len())
        });
        if let (Some(rest), Some(literal)) = (&mut rest, &literal) {
            rest.start = literal.end;
        }
        let (what, href) = (what.to_owned(), decode(address).into_owned());
        all.push(HtmlLink { what, href, file: &source.path, place: literal.or(range.clone()), locale });
    }
}
