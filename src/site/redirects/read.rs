//! Reads redirects as written: `[[redirects]]` and `aliases`.

use std::collections::HashSet;

use super::{Origin, To, Written};
use crate::config::RedirectConfig;
use crate::diag::{Code, Diagnostic, Hint};
use crate::path::{RoutePath, has_protocol, scheme};
use crate::site::{Page, PageKind, Redirect, Routes, Target, renamed::alias_route};

/// A problem with a redirect: the config key, the message, and the hint.
type Fault = (&'static str, String, Option<String>);

/// Returns the redirects in the config.
pub(super) fn config(routes: Routes<'_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Written> {
    let mut all = Vec::new();
    for (index, redirect) in routes.context.config.redirects.iter().enumerate() {
        let origin = Origin::Config(index);
        match one(routes, redirect) {
            Ok((from, is_splat, to)) => {
                let shown = (redirect.from.clone(), redirect.to.clone());
                all.push(Written { from, is_splat, to, origin, shown });
            }
            Err((key, message, hint)) => {
                diagnostics.extend(routes.report(
                    Code::InvalidRedirect,
                    origin,
                    key,
                    message,
                    hint.map(Hint::from),
                ));
            }
        }
    }
    all
}

/// Repeats the config's redirects in the current documentation for its last version, unless that version has its own page
/// or redirect at the same path. When the current documentation becomes a version, the paths of its pages change.
/// `made` contains the generated redirects, which can be targets.
pub(super) fn add_last_version(routes: Routes<'_>, made: &[Redirect], all: &mut Vec<Written>) {
    let versions = routes.context.versions;
    let known: HashSet<RoutePath> =
        all.iter().filter(|written| !written.is_splat).map(|written| written.from.clone()).collect();
    let made: HashSet<&RoutePath> = made.iter().map(|redirect| &redirect.from).collect();
    let mut more = Vec::new();
    for (current, last) in (0..versions.len()).flat_map(|a| (0..versions.len()).map(move |b| (a, b))) {
        let is_pair = versions[current].docs == versions[last].docs
            && versions[current].name == "current"
            && !versions[current].last
            && versions[last].last;
        if !is_pair {
            continue;
        }
        let (current, last) = (routes.context.docs_root(0, current), routes.context.docs_root(0, last));
        let moved = |route: &RoutePath| Some(last.join(route.strip(&current)?));
        for Written { from, is_splat, to, origin, shown } in all.iter() {
            let Target::Route(target) = &to.target else { continue };
            let (Some(from), Some(target)) = (moved(from), moved(target)) else { continue };
            let is_free = routes.page(&from).is_none() && !routes.context.has_static(from.as_str());
            let is_there = routes.page(&target).is_some() || made.contains(&target);
            let is_plain = matches!(origin, Origin::Config(_)) && !is_splat && to.suffix.is_empty();
            if is_plain && is_free && is_there && !known.contains(&from) {
                let to = To { target: Target::Route(target), ..to.clone() };
                let shown = (from.to_string(), shown.1.clone());
                more.push(Written { from, is_splat: false, to, origin: *origin, shown });
            }
        }
    }
    all.extend(more);
}

fn one(routes: Routes<'_>, redirect: &RedirectConfig) -> Result<(RoutePath, bool, To), Fault> {
    let (from, is_splat) = source(redirect.from.trim())?;
    let to = target(routes, redirect.to.trim())?;
    if to.carries && !is_splat {
        let message = format!("`{}` contains a `*`, but `{}` doesn't", redirect.to, redirect.from);
        return Err((
            "to",
            message,
            Some(format!("use `from = \"{}/*\"`", redirect.from.trim_end_matches('/'))),
        ));
    }
    Ok((from, is_splat, to))
}

/// Parses a redirect's path. Also returns whether the redirect includes everything below the path.
fn source(from: &str) -> Result<(RoutePath, bool), Fault> {
    let fault = |message: String, hint: String| Err(("from", message, Some(hint)));
    if from.is_empty() {
        let hint = "specify the path that readers request, such as `/docs/old`, or `/` for the home page";
        return fault("missing path in a redirect".to_owned(), hint.to_owned());
    }
    if has_protocol(from) {
        let hint = "specify the path without the host, such as `/docs/old`";
        return fault(format!("`{from}` isn't a path on this site"), hint.to_owned());
    }
    if let Some(at) = from.find(['?', '#']) {
        let hint = match from[..at].trim() {
            "" => "specify the path that readers request, such as `/docs/old`".to_owned(),
            path => format!("use `{path}`, which matches any query"),
        };
        return fault(format!("`{from}` never matches: static hosts compare only the path"), hint);
    }
    let (path, is_splat) =
        split_star(from, "/old/*").map_err(|(message, hint)| ("from", message, Some(hint)))?;
    Ok((RoutePath::written(path), is_splat))
}

/// Parses a redirect's target.
fn target(routes: Routes<'_>, to: &str) -> Result<To, Fault> {
    let fault = |message: String, hint: &str| Err(("to", message, Some(hint.to_owned())));
    if to.is_empty() {
        return fault(
            "missing target in a redirect".to_owned(),
            "specify a page path, such as `/docs/new`, or a URL",
        );
    }
    let star =
        |text, example| split_star(text, example).map_err(|(message, hint)| ("to", message, Some(hint)));
    // A `*` in a query belongs to the query.
    let end = to.find(['?', '#']).unwrap_or(to.len());
    if to[..end].ends_with("/*") && end < to.len() {
        let message = format!("`{to}` has text after its `*`");
        return fault(message, "end the target with `/*`; redirects keep the query anyway");
    }
    if has_protocol(to) && !to.starts_with("pathname://") {
        if !to.starts_with("//") && !matches!(scheme(to).as_deref(), Some("http" | "https")) {
            return fault(format!("`{to}` isn't a web URL"), "use a URL that starts with `https://`");
        }
        let (folder, carries) =
            if to.ends_with("/*") { star(to, "https://example.com/*")? } else { (to, false) };
        // Redirects on hosts need a URL with a scheme.
        let scheme = if to.starts_with("//") { "https:" } else { "" };
        let slash = if carries { "/" } else { "" };
        let href = format!("{scheme}{folder}{slash}");
        return Ok(To { target: Target::Address { href, external: true }, suffix: String::new(), carries });
    }
    let (path, suffix) = to.split_at(end);
    let (folder, carries) = star(path, "/new/*")?;
    let target = if carries {
        Target::Route(RoutePath::written(folder))
    } else {
        match routes.context.target(path) {
            Target::Address { href, external } => Target::Address { href: href + suffix, external },
            route => route,
        }
    };
    Ok(To { target, suffix: suffix.to_owned(), carries })
}

/// Splits `/*` off the end of a path. Reports a `*` at any other position, with an example of a path.
fn split_star<'p>(path: &'p str, example: &str) -> Result<(&'p str, bool), (String, String)> {
    let (folder, is_splat) = path.strip_suffix("/*").map_or((path, false), |folder| (folder, true));
    if folder.contains('*') {
        let message =
            format!("`{path}`: a `*` matches the rest of a path, so it must come last, after a slash");
        return Err((message, format!("use `{example}`, or `%2A` for the character itself")));
    }
    Ok((folder, is_splat))
}

/// Returns the aliases of pages, starting with the aliases of the last version. An untranslated page has no aliases of its
/// own. See [`super::locales::add`].
/// `config` contains the redirects in the config.
pub(super) fn aliases(
    routes: Routes<'_>,
    config: &[Written],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Written> {
    let mut all = Vec::new();
    let of_config: HashSet<&RoutePath> =
        config.iter().filter(|written| !written.is_splat).map(|written| &written.from).collect();
    let is_last = |page: &Page| page.version.is_none_or(|version| routes.context.versions[version].last);
    let mut order: Vec<usize> = (0..routes.pages.len())
        .filter(|index| own_aliases(&routes.pages[*index]).is_some_and(|aliases| !aliases.is_empty()))
        .collect();
    order.sort_by_key(|index| !is_last(&routes.pages[*index]));
    let of_version = |index: &usize| {
        let page = &*routes.pages[*index];
        let home = &routes.context.locales[page.locale].home;
        let aliases =
            own_aliases(page).into_iter().flatten().map(|alias| alias_route(&page.route, home, alias));
        page.version
            .into_iter()
            .flat_map(move |version| aliases.clone().map(move |from| (page.locale, version, from)))
    };
    let of_versions: HashSet<(usize, usize, RoutePath)> = order.iter().flat_map(of_version).collect();
    let set_of = |version: usize| routes.context.versions[version].docs;
    // Whether an alias of a page in another documentation set has the same path.
    let is_elsewhere = |page: &Page, from: &RoutePath| {
        let mut others = of_versions.iter().filter(|(_, _, other)| other == from);
        page.version.is_some_and(|own| others.any(|(_, version, _)| set_of(*version) != set_of(own)))
    };
    for index in order {
        let page = &routes.pages[index];
        if page.is_untranslated() {
            continue;
        }
        for (number, alias) in own_aliases(page).into_iter().flatten().enumerate() {
            let origin = Origin::Alias(index, number);
            if has_protocol(alias) || alias.is_empty() || alias.contains(['?', '#', '*']) {
                let message = format!("the alias `{alias}` isn't a path on this site");
                let hint = "specify one path, such as `/docs/old` or `old`";
                diagnostics.extend(routes.report(
                    Code::InvalidRedirect,
                    origin,
                    "",
                    message,
                    Some(hint.into()),
                ));
                continue;
            }
            let from = alias_route(&page.route, &routes.context.locales[page.locale].home, alias);
            let is_old = page.version.is_some_and(|own| routes.context.versions[own].name != "current");
            // If a page was moved after the release, the older version still has its old path.
            let is_page =
                |own: &RoutePath| routes.page(&from).is_some() && (is_old || routes.page(own).is_none());
            let is_taken = || is_old && (of_config.contains(&from) || is_elsewhere(page, &from));
            let copied = in_own_version(routes, page, &from, |version, own| {
                of_versions.contains(&(page.locale, version, from.clone())) || is_page(own) || is_taken()
            });
            if copied.as_ref().is_some_and(|from| routes.page(from).is_some()) {
                continue;
            }
            all.push(Written {
                from: copied.unwrap_or(from),
                is_splat: false,
                to: To { target: Target::Route(page.route.clone()), suffix: String::new(), carries: false },
                origin,
                shown: (alias.clone(), page.route.to_string()),
            });
        }
    }
    all
}

/// If an alias is a path in another version, and that version uses the path itself, the alias is older than the version:
/// it was copied with the documentation, or comes from a commit. Returns the alias's path in the version of the page.
fn in_own_version(
    routes: Routes<'_>,
    page: &Page,
    from: &RoutePath,
    is_used: impl FnOnce(usize, &RoutePath) -> bool,
) -> Option<RoutePath> {
    let own = page.version?;
    let versions = routes.context.versions;
    let root = |version: usize| routes.context.docs_root(page.locale, version);
    let of_set = (0..versions.len()).filter(|version| versions[*version].docs == versions[own].docs);
    let inside = of_set.filter_map(|version| Some((version, from.strip(&root(version))?.to_owned())));
    let (version, rest) = inside.min_by_key(|(_, rest)| rest.len())?;
    Some(root(own).join(&rest)).filter(|path| version != own && is_used(version, path))
}

/// Returns the aliases in the front matter of a page, or `None` for a generated page or a not-found page.
fn own_aliases(page: &Page) -> Option<&Vec<String>> {
    let parsed = page.parsed().filter(|_| page.kind != PageKind::NotFound)?;
    Some(&parsed.metadata.front_matter.aliases)
}
