//! The redirects of the config: each leads from an address that no page has to a page.

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
    let is_page = |route: &RoutePath| pages.binary_search_by(|page| page.route.cmp(route)).is_ok();
    for redirect in &input.config.redirects {
        let mut report = |needle: &str, message: String, hint: Option<String>| {
            let diagnostic = Diagnostic::new(Code::InvalidRedirect, message).hint_if(hint);
            diagnostics.push(super::in_config(input, needle, diagnostic));
        };
        let from = RoutePath::written(&redirect.from);
        let (path, hash) = redirect.to.split_at(redirect.to.find('#').unwrap_or(redirect.to.len()));
        let to = RoutePath::written(path);
        if has_protocol(&redirect.from) || has_protocol(&redirect.to) {
            let message = format!("`{}` to `{}`: a redirect stays on the site", redirect.from, redirect.to);
            let hint = "write paths of the site without its host, like `/docs/new`; for the rest there are the redirects of your host";
            report(&redirect.from, message, Some(hint.to_owned()));
        } else if is_page(&from) {
            let message =
                format!("`{}` is the address of a page, so nothing can lead away from it", redirect.from);
            report(&redirect.from, message, Some("remove the page or the redirect".to_owned()));
        } else if redirects[own..].iter().any(|other| other.from == from) {
            report(&redirect.from, format!("two redirects lead away from `{}`", redirect.from), None);
        } else if !is_page(&to) {
            let message = format!("`{}` leads to `{}`, where there is no page", redirect.from, redirect.to);
            report(&redirect.to, message, super::nearest_route(pages, &to));
        } else {
            redirects.push(Redirect { from, to, hash: hash.to_owned() });
        }
    }
    let configured = redirects.split_off(own);
    redirects.retain(|made| configured.iter().all(|redirect| redirect.from != made.from));
    redirects.extend(configured);
}
