//! Redirects: a document and a chunk for each redirect, the rule files that hosts read, and the rules for the
//! development server.

mod formats;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use minijinja::{Value, context};

use super::{Renderer, chunk::to_inline_json};
use crate::config::Host;
use crate::path::{Addressing, OutPath, RoutePath};
use crate::site::{Parsed, Redirect, RedirectKind, Site, Splat, Target};

/// A redirect rule for a host.
#[derive(Debug)]
pub(crate) struct Rule {
    /// The path or folder, without the base URL.
    pub from: RoutePath,
    /// The scope.
    pub scope: Scope,
    /// The target: a URL, or a path with the base URL.
    pub to: String,
}

/// The scope of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scope {
    /// One path, with or without a trailing slash.
    One,
    /// Everything in a folder.
    All,
    /// Everything in a folder. The part after the folder is appended to the target, which ends in a slash.
    Rest,
}

impl Rule {
    /// Returns the target for a path from a request. The path is percent-encoded and doesn't include the base URL.
    pub(crate) fn follow(&self, path: &str) -> Option<String> {
        let depth = self.from.as_str().split('/').filter(|part| !part.is_empty()).count();
        let mut rest = path.trim_start_matches('/');
        for _ in 0..depth {
            rest = rest.split_once('/').map_or("", |(_, rest)| rest);
        }
        let own = &path[..path.len() - rest.len()];
        let is_own = RoutePath::written(own) == self.from;
        match self.scope {
            Scope::One => (is_own && rest.is_empty()).then(|| self.to.clone()),
            Scope::All => (is_own && !rest.is_empty()).then(|| self.to.clone()),
            Scope::Rest => (is_own && !rest.is_empty()).then(|| format!("{}{rest}", self.to)),
        }
    }
}

/// Adds a request's query to a URL, unless the URL has its own query.
pub(crate) fn with_query(url: &str, query: Option<&str>) -> String {
    let (path, hash) = url.split_at(url.find('#').unwrap_or(url.len()));
    match query {
        Some(query) if !path.contains('?') => format!("{path}?{query}{hash}"),
        _ => url.to_owned(),
    }
}

/// Returns the rules of a site for a host: the rules for single paths, followed by the rules for folders, starting with
/// the most specific folders.
fn rules(site: &Site, at: &Addressing) -> Vec<Rule> {
    let folders: HashSet<&RoutePath> = site.splats.iter().map(|splat| &splat.from).collect();
    let is_own = |redirect: &&Redirect| match redirect.kind {
        RedirectKind::OfSplat => folders.contains(&redirect.from),
        RedirectKind::Made | RedirectKind::Config | RedirectKind::Alias => true,
    };
    let exact = site.redirects.iter().filter(is_own).map(|redirect| Rule {
        from: redirect.from.clone(),
        scope: Scope::One,
        to: href(at, &redirect.to, &redirect.suffix),
    });
    let mut rules: Vec<Rule> = exact.collect();
    rules.sort_by(|a, b| a.from.cmp(&b.from));
    rules.extend(site.splats.iter().map(|splat| splat_rule(splat, at)));
    rules
}

fn splat_rule(splat: &Splat, at: &Addressing) -> Rule {
    let mut to = href(at, &splat.to, &splat.suffix);
    if splat.carries && !to.ends_with('/') {
        to.push('/');
    }
    let scope = if splat.carries { Scope::Rest } else { Scope::All };
    Rule { from: splat.from.clone(), scope, to }
}

fn href(at: &Addressing, to: &Target, suffix: &str) -> String {
    match to {
        Target::Route(route) => at.href(route) + suffix,
        Target::Address { href, .. } => href.clone(),
    }
}

/// Returns the hosts that docgen writes files for.
pub(super) fn hosts(site: &Site) -> &[Host] {
    site.config.site.hosts.as_deref().unwrap_or(&[Host::Netlify, Host::Cloudflare])
}

/// Whether a site has redirects that a writer has added.
pub(super) fn has_written(site: &Site) -> bool {
    let is_written =
        |redirect: &Redirect| matches!(redirect.kind, RedirectKind::Config | RedirectKind::Alias);
    !site.splats.is_empty() || site.redirects.iter().any(is_written)
}

/// Returns a site's rule files and the host of each file.
pub(super) fn files(site: &Site) -> Vec<(OutPath, Host)> {
    let has_written = has_written(site);
    let mut files: Vec<(OutPath, Host)> = Vec::new();
    for host in hosts(site) {
        // Headers for these hosts are in a separate file.
        if !has_written && matches!(host, Host::Netlify | Host::Cloudflare) {
            continue;
        }
        let path = OutPath::new(formats::file_name(*host));
        // Netlify has its own syntax for a rule that takes precedence over a file. Other hosts report this syntax as an
        // error.
        match files.iter_mut().find(|(known, _)| *known == path) {
            Some((_, known)) if *host == Host::Cloudflare => *known = *host,
            Some(_) => {}
            None => files.push((path, *host)),
        }
    }
    files
}

/// A script that defines `go`. This function opens a URL with the query and fragment of the page, unless the URL has
/// its own query and fragment.
const FOLLOW: &str = "var go=function(u){var i=u.indexOf('#'),a=i<0?u:u.slice(0,i);\
if(a.indexOf('?')<0)a+=location.search;location.replace(a+(i<0?location.hash:u.slice(i)))};";

/// A script that follows the first rule for the path of the page.
const SPLATS: &str = "(function(rules){var parts=location.pathname.split('/');rules.some(function(rule){\
var n=rule[0].split('/').length,own=parts.slice(0,n).join('/');try{own=decodeURIComponent(own)}catch(e){}\
if(parts.length<=n||own!==rule[0])return;\
go(rule[2]?rule[1]+parts.slice(n).join('/'):rule[1]);return true})})";

impl Renderer<'_> {
    /// Returns the target of a redirect.
    pub(super) fn redirect_href(&self, redirect: &Redirect) -> String {
        href(&self.at, &redirect.to, &redirect.suffix)
    }

    /// Returns a document that redirects to another URL, for hosts without redirects.
    pub(super) fn redirect_shell(&self, redirect: &Redirect) -> String {
        let site = &self.site.config.site;
        let href = self.redirect_href(redirect);
        let page = redirect.page().and_then(|route| self.site.page(route));
        let locale = &self.site.locales[page.map_or(0, |page| page.locale)];
        let canonical = self.absolute(&href);
        let context = context_of(&href, &canonical, locale.translate(&site.title), &locale.lang);
        self.templates.render("redirect.html", context, None)
    }

    /// Returns the page whose front matter contains a redirect. In other locales, a translation also has the aliases of its
    /// original.
    pub(super) fn alias_of(&self, index: usize) -> Option<&Parsed> {
        let redirect = &self.site.redirects[index];
        let page = self.site.page(redirect.page().filter(|_| redirect.kind == RedirectKind::Alias)?)?;
        let parsed = page.parsed()?;
        if parsed.metadata.front_matter.aliases.is_empty() {
            return Some(self.site.page(page.in_locale(0)?)?.parsed()?);
        }
        Some(parsed)
    }

    /// Returns the redirects and headers in the format of a host.
    pub(super) fn host_rules(&self, host: Host) -> String {
        let rules = if has_written(self.site) { rules(self.site, &self.at) } else { Vec::new() };
        self.with_headers(host, formats::write(host, &rules, &self.at))
    }

    /// Returns the rules for folders, which the development server follows if there is no file.
    pub(crate) fn splat_rules(&self) -> Vec<Rule> {
        self.site.splats.iter().map(|splat| splat_rule(splat, &self.at)).collect()
    }

    /// Returns a script for the not-found page that follows the rules for folders. If there are no rules, the script is
    /// empty.
    pub(super) fn splat_script(&self) -> String {
        let base = self.at.base_path();
        let rules: Vec<_> = self
            .splat_rules()
            .into_iter()
            .map(|rule| {
                let from = format!("{base}{}", rule.from.as_str().trim_end_matches('/'));
                (from, rule.to, rule.scope == Scope::Rest)
            })
            .collect();
        if rules.is_empty() {
            String::new()
        } else {
            format!("<script>{FOLLOW}{SPLATS}({})</script>\n", to_inline_json(&rules))
        }
    }
}

/// Returns the values for the redirect template.
fn context_of(href: &str, canonical: &str, title: &str, lang: &str) -> Value {
    // The part after the script is for browsers without scripts. In other browsers, this part becomes the content of an
    // inert template.
    let script = format!("{FOLLOW}go(document.currentScript.dataset.to);document.write('<template>')");
    context! { href, canonical, script, site => context! { title, lang } }
}

/// Returns sample values, to test the redirect template.
pub(super) fn sample() -> Value {
    context_of("/label/", "https://example.com/label/", "Site", "en")
}
