//! The redirects of the config: each leads from an address that no page has to a page.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Input, Page, Redirect};
use crate::diag::{Code, Diagnostic};
use crate::path::{RoutePath, has_protocol};

/// Adds the redirects of the config to those the site makes itself, and reports those that cannot work. One of the
/// config takes the place of one that the site would make.
pub(super) fn add(
    input: &Input<'_>,
    pages: &[Arc<Page>],
    redirects: &mut Vec<Redirect>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let own = redirects.len();
    let mut configured: HashSet<RoutePath> = HashSet::new();
    let is_page = |route: &RoutePath| pages.binary_search_by(|page| page.route.cmp(route)).is_ok();
    for (index, redirect) in input.config.redirects.iter().enumerate() {
        let mut report = |key: &str, message: String, hint: Option<String>| {
            let diagnostic = Diagnostic::new(Code::InvalidRedirect, message).hint_if(hint);
            let path = format!("redirects.{index}.{key}");
            diagnostics.push(input.config_source.at_value(&path, diagnostic));
        };
        let from = RoutePath::written(&redirect.from);
        let (path, hash) = redirect.to.split_at(redirect.to.find('#').unwrap_or(redirect.to.len()));
        let to = RoutePath::written(path);
        if has_protocol(&redirect.from) || has_protocol(&redirect.to) {
            let message = format!("`{}` to `{}`: a redirect stays on the site", redirect.from, redirect.to);
            let hint = "write paths of the site without its host, like `/docs/new`; for the rest there are the redirects of your host";
            report("from", message, Some(hint.to_owned()));
        } else if redirect.from.trim().is_empty() {
            let hint = "write the path that is asked for, like `/docs/old`, or `/` for the start of the site";
            report("from", "a redirect leads away from no address".to_owned(), Some(hint.to_owned()));
        } else if let Some(at) = redirect.from.find(['?', '#']) {
            let message = format!("`{}` never matches: a static host looks at the path alone", redirect.from);
            let hint = match redirect.from[..at].trim() {
                "" => "write the path that is asked for, like `/docs/old`".to_owned(),
                path => format!("write `{path}`, which is followed whatever comes after it"),
            };
            report("from", message, Some(hint));
        } else if is_page(&from) {
            let message =
                format!("`{}` is the address of a page, so nothing can lead away from it", redirect.from);
            report("from", message, Some("remove the page or the redirect".to_owned()));
        } else if configured.contains(&from) {
            let message = format!("two redirects lead away from `{}`", redirect.from);
            report("from", message, Some("keep one of them".to_owned()));
        } else if !is_page(&to) {
            let message = format!("`{}` leads to `{}`, where there is no page", redirect.from, redirect.to);
            report("to", message, super::nearest_route(pages, &to));
        } else {
            configured.insert(from.clone());
            redirects.push(Redirect { from, to, hash: hash.to_owned() });
        }
    }
    let of_config = redirects.split_off(own);
    redirects.retain(|made| !configured.contains(&made.from));
    redirects.extend(of_config);
}
