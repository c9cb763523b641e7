//! Checks that the config refers only to existing files, documents, versions, and link targets.

use std::cell::LazyCell;

use super::{
    ApiDocument, Context, Input, Redirect, Routes, SiteApi, Version, api,
    collect::{self, Doc},
    drafts::HINT,
    links::{Anchors, config_route},
};
use crate::config::{AttributeValue, NavbarItemConfig, SidebarItemConfig};
use crate::diag::{Code, Diagnostic, Hint, did_you_mean, suggest};
use crate::path::{SourcePath, has_protocol};

/// Checks that the files named in the config are in `static/`.
pub(super) fn files(input: &Input<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let config = input.config;
    let logo = config.navbar.logo.as_ref();
    let named = [
        ("site.favicon", config.site.favicon.as_ref()),
        ("site.image", config.site.image.as_ref()),
        ("navbar.logo.src", logo.map(|logo| &logo.src)),
        ("navbar.logo.src_dark", logo.and_then(|logo| logo.src_dark.as_ref())),
    ];
    for (key, file) in named.into_iter().filter_map(|(key, file)| Some((key, file?))) {
        if has_protocol(file) || input.has_static(file) {
            continue;
        }
        let wanted = SourcePath::in_static(file);
        let known = input.static_files.iter().filter_map(|path| path.strip_dir("static"));
        let hint = match did_you_mean(wanted.strip_dir("static").unwrap_or_default(), known) {
            Some(hint) if file.starts_with('/') => hint.within("/", ""),
            Some(hint) => hint,
            None => format!("add it as `{wanted}`").into(),
        };
        diagnostics.push(
            Diagnostic::new(Code::MissingImage, format!("`{key}`: file not found: `{file}`"))
                .hint(hint)
                .at_value(input.config_source, key),
        );
    }
}

/// Checks that the main documents and the versions in the config exist.
pub(super) fn docs(context: Context<'_>, all: &[Doc], diagnostics: &mut Vec<Diagnostic>) {
    for index in 0..context.config.docs.len() {
        let of_set = |doc: &&Doc| context.versions[doc.version].docs == index;
        let docs: Vec<&Doc> = all.iter().filter(of_set).collect();
        set(context, index, &docs, diagnostics);
    }
}

/// Checks that the documentation sets in the settings of OpenAPI documents exist.
pub(super) fn openapi(input: &Input<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let names = || input.config.docs.iter().map(|docs| docs.id.as_str());
    for (index, document) in input.config.openapi.iter().enumerate() {
        let Some(id) = document.docs.as_ref().filter(|id| !names().any(|name| name == **id)) else {
            continue;
        };
        let message = format!("`openapi[{}].docs`: unknown documentation ID `{id}`", index + 1);
        let diagnostic = Diagnostic::new(Code::InvalidConfig, message).hint(suggest(id, names()));
        diagnostics.push(diagnostic.at_value(input.config_source, &format!("openapi.{index}.docs")));
    }
}

/// Checks a documentation set's settings.
fn set(context: Context<'_>, index: usize, docs: &[&Doc], diagnostics: &mut Vec<Diagnostic>) {
    let config = &context.config.docs[index];
    let drafts = collect::draft_ids(context, index);
    let versions = || context.versions.iter().enumerate().filter(move |(_, version)| version.docs == index);
    let names = || versions().map(|(_, version)| version.name.as_str());
    let mut report = |code, message, key: &str, hint: Option<Hint>| {
        let diagnostic = Diagnostic::new(code, message).hint_if(hint);
        diagnostics.push(diagnostic.at_value(context.config_source, &format!("{}.{key}", config.key)));
    };
    let missing =
        |main: &&String| docs.iter().all(|doc| *doc.id != ***main) && !drafts.contains(main.as_str());
    if let Some(main) = config.main.as_ref().filter(missing) {
        let message = format!("`{}`: unknown document `{main}`", config.shown("main"));
        let hint = did_you_mean(main, docs.iter().map(|doc| &*doc.id));
        report(Code::InvalidConfig, message, "main", hint);
    }
    if let Some(last) = config.last_version.as_ref().filter(|last| !names().any(|name| name == **last)) {
        let message = format!("`{}`: unknown version `{last}`", config.shown("last_version"));
        report(Code::InvalidConfig, message, "last_version", did_you_mean(last, names()));
    }
    for (place, (_, Version { name, folder, is_past, .. })) in
        versions().enumerate().filter(|(_, (index, version))| {
            let is_own = |document: &ApiDocument| {
                api::version_name(context.input, &document.config) == Some(&version.name)
            };
            docs.iter().all(|doc| doc.version != *index) && !context.apis.iter().any(is_own)
        })
    {
        if *is_past {
            // A version that can't be built from Git is reported when its files are read.
        } else if !config.versions.is_empty() {
            let message = format!("version `{name}` has no documents in `content/{folder}`");
            let listed = config.versions.iter().position(|listed| listed.name == *name);
            let key = format!("versions.{}.name", listed.unwrap_or(place));
            let hint = format!("add pages there, or remove the version from `{}`", config.shown("versions"));
            report(Code::MissingContent, message, &key, Some(hint.into()));
        } else if index > 0 {
            // The main set can be empty, because a site can consist of other pages.
            let message =
                format!("the documentation set `{}` has no documents in `content/{folder}`", config.id);
            let hint = "add pages there, or remove the `[[docs]]` table";
            report(Code::MissingContent, message, "id", Some(hint.into()));
        }
    }
}

/// Checks the links in the footer and the sidebars, and the anchors of navbar links and redirects.
pub(super) fn links(
    routes: Routes<'_>,
    redirects: &[Redirect],
    apis: &[SiteApi],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let (config, source) = (routes.context.config, routes.context.config_source);
    let route_of = |href| config_route(config, routes.context.static_files, href);
    let mut links = Vec::new();
    navbar_links("navbar.items", &config.navbar.items, &mut links);
    // Navbar items that link to a missing page are reported elsewhere, so check only links with a query or an anchor.
    links.retain(|link| link.href.contains(['?', '#']));
    for (path, name, items) in config.docs.all_sidebars() {
        sidebar_links(&format!("in the sidebar `{name}`, the link"), &path, items, &mut links);
    }
    for (column, of_column) in config.footer.iter().flat_map(|footer| &footer.columns).enumerate() {
        links.extend(of_column.items.iter().enumerate().map(|(index, item)| ConfigLink {
            what: "the footer link".to_owned(),
            href: &item.href,
            path: format!("footer.columns.{column}.items.{index}.href"),
        }));
    }
    for (index, tag) in config.head.iter().enumerate() {
        links.extend(["href", "src"].into_iter().filter_map(|name| match tag.attributes.get(name)? {
            AttributeValue::Text(href) => Some(ConfigLink {
                what: format!("the head tag's {name}"),
                href,
                path: format!("head.{index}.attributes.{name}"),
            }),
            AttributeValue::Flag(_) => None,
        }));
    }
    let anchors = LazyCell::new(|| Anchors::new(routes.pages, apis));
    // Redirects to a missing target are reported elsewhere, so check only the anchors of other redirects.
    for (index, redirect) in config.redirects.iter().enumerate() {
        let route = route_of(&redirect.to);
        if route.is_some_and(|(route, anchor)| anchor.is_some() && routes.page(&route).is_some()) {
            let path = format!("redirects.{index}.to");
            links.push(ConfigLink { what: "the redirect to".to_owned(), href: &redirect.to, path });
        }
    }
    for ConfigLink { what, href, path } in links {
        let Some((route, anchor)) = route_of(href) else { continue };
        if !routes.has(redirects, &route) {
            let (message, hint) = match routes.drafts.at(&route) {
                Some(draft) => {
                    (format!("broken link: {what} `{href}` points to the draft `{draft}`"), Some(HINT.into()))
                }
                None => {
                    let message =
                        format!("broken link: {what} `{href}` doesn't match any page or file on this site");
                    (message, routes.did_you_mean(&route))
                }
            };
            diagnostics
                .push(Diagnostic::new(Code::BrokenLink, message).hint_if(hint).at_value(source, &path));
        } else if let Some(anchor) = anchor
            && let Some(index) = routes.page(&route)
        {
            let place = source.place(&path).unwrap_or(0..0);
            let broken = anchors.check(index, anchor, href);
            diagnostics.extend(broken.map(|one| one.at(&source.source.path, place)));
        }
    }
}

/// A link in the config.
struct ConfigLink<'a> {
    /// The description in messages.
    what: String,
    href: &'a str,
    /// The key path, for [`Diagnostic::at_value`].
    path: String,
}

/// Collects the links in navbar items and dropdowns.
fn navbar_links<'a>(path: &str, items: &'a [NavbarItemConfig], links: &mut Vec<ConfigLink<'a>>) {
    for (index, item) in items.iter().enumerate() {
        links.extend(item.href.as_deref().map(|href| ConfigLink {
            what: "the navbar link".to_owned(),
            href,
            path: format!("{path}.{index}.href"),
        }));
        navbar_links(&format!("{path}.{index}.items"), &item.items, links);
    }
}

/// Collects the links in sidebar items and categories.
fn sidebar_links<'a>(
    what: &str,
    path: &str,
    items: &'a [SidebarItemConfig],
    links: &mut Vec<ConfigLink<'a>>,
) {
    for (index, item) in items.iter().enumerate() {
        if let SidebarItemConfig::Table(table) = item {
            links.extend(table.href.as_deref().map(|href| ConfigLink {
                what: what.to_owned(),
                href,
                path: format!("{path}.{index}.href"),
            }));
            sidebar_links(what, &format!("{path}.{index}.items"), &table.items, links);
        }
    }
}
