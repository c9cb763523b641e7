//! Repeats the redirects of the default locale in the other locales.

use std::collections::{BTreeMap, HashSet};

use super::{To, Written, below, resolve::has_below};
use crate::path::RoutePath;
use crate::site::{PageKind, Redirect, Routes, Target};

/// Repeats the redirects of the default locale in every other locale that has the target, unless the locale has its own
/// page or redirect at the same path. `made` contains the generated redirects, which can be targets.
pub(super) fn add(routes: Routes<'_>, made: &[Redirect], all: &mut Vec<Written>) {
    let homes: Vec<&RoutePath> = routes.context.locales.iter().skip(1).map(|locale| &locale.home).collect();
    let is_of_locale = |route: &RoutePath| homes.iter().any(|home| route.strip(home).is_some());
    let mut known: HashSet<(RoutePath, bool)> =
        all.iter().map(|written| (written.from.clone(), written.is_splat)).collect();
    let made: HashSet<&RoutePath> = made.iter().map(|redirect| &redirect.from).collect();
    let is_there = |route: &RoutePath| routes.page(route).is_some() || made.contains(route);
    let count = all.len();
    for (locale, home) in (1..).zip(&homes).filter(|_| count > 0) {
        let folders = Folders::new(routes, locale);
        for index in 0..count {
            let Written { from, is_splat, to, origin, shown } = &all[index];
            let Target::Route(target) = &to.target else { continue };
            if is_of_locale(from) || is_of_locale(target) {
                continue;
            }
            let own = translation(routes, locale, target).unwrap_or_else(|| home.join(target.as_str()));
            let own = Some(own).filter(is_there);
            let repeated = if to.carries {
                let is_replaced = routes.inside(target).is_none() && has_below(&all[..count], target);
                folders.below(routes, target, own, is_replaced)
            } else {
                own.map(|to| Repeated { is_splat: *is_splat, ..Repeated::page("", to) }).into_iter().collect()
            };
            let (origin, suffix, shown) = (*origin, to.suffix.clone(), shown.1.clone());
            // A page that was in a translated folder had the path of that folder.
            let mut sources = vec![home.join(from.as_str()), folders.path(from)];
            sources.dedup();
            for from in sources {
                for Repeated { rest, is_splat, to, carries } in &repeated {
                    let from = from.join(rest);
                    let is_taken = if *is_splat {
                        routes.inside(&from).is_some()
                    } else {
                        routes.page(&from).is_some() || routes.context.has_static(from.as_str())
                    };
                    if is_taken || !known.insert((from.clone(), *is_splat)) {
                        continue;
                    }
                    let target = Target::Route(to.clone());
                    let to = To { target, suffix: suffix.clone(), carries: *carries };
                    let shown = (from.to_string(), shown.clone());
                    all.push(Written { from, is_splat: *is_splat, to, origin, shown });
                }
            }
        }
    }
}

/// Returns the path in a locale of the page at a path.
fn translation(routes: Routes<'_>, locale: usize, route: &RoutePath) -> Option<RoutePath> {
    routes.pages[routes.page(route)?].in_locale(locale).cloned()
}

/// A redirect in another locale.
struct Repeated {
    /// The path below the path of the redirect in the default locale.
    rest: String,
    is_splat: bool,
    to: RoutePath,
    carries: bool,
}

impl Repeated {
    fn page(rest: &str, to: RoutePath) -> Self {
        Repeated { rest: rest.to_owned(), is_splat: false, to, carries: false }
    }

    fn folder(rest: &str, to: RoutePath) -> Self {
        Repeated { rest: rest.to_owned(), is_splat: true, to, carries: true }
    }
}

/// The paths of folders in a locale, by the paths of the folders in the default locale.
struct Folders {
    locale: usize,
    home: RoutePath,
    paths: BTreeMap<RoutePath, RoutePath>,
}

impl Folders {
    /// Compares the paths of the default locale's pages with the paths of their translations.
    fn new(routes: Routes<'_>, locale: usize) -> Self {
        let mut paths = BTreeMap::new();
        for page in routes.pages.iter().filter(|page| page.locale == 0) {
            let Some(own) = page.in_locale(locale) else { continue };
            let (mut route, mut own) = (page.route.clone(), own.clone());
            // A page with a slug of its own says nothing about its folder.
            while !route.is_root() && route.last_segment() == own.last_segment() {
                (route, own) = (route.parent(), own.parent());
                paths.entry(route.clone()).or_insert_with(|| own.clone());
            }
        }
        Folders { locale, home: routes.context.locales[locale].home.clone(), paths }
    }

    /// Returns the path that a path of the default locale has in the locale.
    fn path(&self, route: &RoutePath) -> RoutePath {
        let mut above = route.clone();
        loop {
            if let Some(own) = self.paths.get(&above) {
                return own.join(route.strip(&above).unwrap_or_default());
            }
            if above.is_root() {
                return self.home.join(route.as_str());
            }
            above = above.parent();
        }
    }

    /// Returns the redirects that a splat to a folder has in the locale. `own` is the page of the folder. Every page and
    /// folder that a translation moves to another folder has its own redirect.
    /// `is_replaced` says that the folder contains only redirects.
    fn below(
        &self,
        routes: Routes<'_>,
        folder: &RoutePath,
        own: Option<RoutePath>,
        is_replaced: bool,
    ) -> Vec<Repeated> {
        let path = self.path(folder);
        let mut all: Vec<_> =
            own.filter(|own| *own != path).map(|own| Repeated::page("", own)).into_iter().collect();
        let pages = below(routes.pages, folder).filter(|page| page.locale == 0);
        for page in pages.filter(|page| page.kind != PageKind::NotFound) {
            let rest = page.route.strip(folder).unwrap_or_default();
            let expected = self.path(&page.route.parent()).join(page.route.last_segment());
            let own = page.in_locale(self.locale).filter(|own| !rest.is_empty() && **own != expected);
            all.extend(own.map(|own| Repeated::page(rest, own.clone())));
        }
        let is_moved = |(route, own): &(&RoutePath, &RoutePath)| {
            route != &folder && **own != self.path(&route.parent()).join(route.last_segment())
        };
        for (route, own) in self.paths.iter().filter(is_moved) {
            all.extend(route.strip(folder).map(|rest| Repeated::folder(rest, own.clone())));
        }
        if is_replaced || routes.inside(&path).is_some() {
            all.push(Repeated::folder("", path));
        }
        all
    }
}
