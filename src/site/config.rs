//! Checks that the config refers only to existing files, documents, versions, and link targets.

mod html;

use std::borrow::Cow;
use std::cell::LazyCell;
use std::ops::Range;

pub(super) use html::{HtmlLink, balance, html_links};

use super::{
    ApiDocument, Blog, Context, Input, Redirect, Routes, SiteApi, Version, api,
    collect::{self, Doc},
    drafts::HINT,
    links::{Anchors, config_route},
};
use crate::config::{
    ApiLayout, AttributeValue, DOCUMENTS, NavbarItemConfig, OpenApiConfig, SidebarItemConfig,
};
use crate::diag::{Code, Diagnostic, Hint, Span, did_you_mean, suggest};
use crate::path::{RoutePath, SourcePath, has_protocol};
use crate::source::{
    Source,
    tree::{self, Key, Node, Value},
};

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
    if context.config.left_out.has(DOCUMENTS) {
        return;
    }
    for index in 0..context.config.docs.len() {
        let of_set = |doc: &&Doc| context.versions[doc.version].docs == index;
        let docs: Vec<&Doc> = all.iter().filter(of_set).collect();
        set(context, index, &docs, diagnostics);
    }
}

/// Checks that the documentation sets in the settings of OpenAPI documents exist.
pub(super) fn openapi(input: &Input<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if input.config.left_out.has(&["docs.id"]) {
        return;
    }
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

/// The maximum number of operations on one page. A page with more operations loads slowly on phones.
pub(crate) const MOST_OPERATIONS: usize = 60;

/// Reports documents that are too large for one page.
pub(super) fn layouts(input: &Input<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let own = |document: &&ApiDocument| {
        document.config.layout == ApiLayout::SinglePage && document.config.version.is_none()
    };
    for document in input.apis.iter().filter(own) {
        let (count, file) = (document.api.all_operations().count(), &document.config.file);
        if count <= MOST_OPERATIONS {
            continue;
        }
        let is_own = |other: &OpenApiConfig| (&other.file, &other.id) == (file, &document.config.id);
        let index = input.config.openapi.iter().position(is_own).unwrap_or_default();
        let message = format!("`{file}` has {count} operations, which makes its page large and slow");
        let hint =
            format!("remove `layout` for more than {MOST_OPERATIONS} operations, so each has its own page");
        let diagnostic = Diagnostic::new(Code::LargePage, message).hint(hint);
        diagnostics.push(diagnostic.at_value(input.config_source, &format!("openapi.{index}.layout")));
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
        } else if index > 0 || context.config_source.place(&format!("{}.id", config.key)).is_some() {
            // The main set can be empty, because a site can consist of other pages.
            let message =
                format!("the documentation set `{}` has no documents in `content/{folder}`", config.id);
            let hint = "add pages there, or remove the `[[docs]]` table";
            report(Code::MissingContent, message, "id", Some(hint.into()));
        }
    }
}

/// Checks the links in the config, in the config's HTML and its translations, and in the authors files of blogs.
pub(super) fn links(
    routes: Routes<'_>,
    redirects: &[Redirect],
    apis: &[SiteApi],
    blogs: &[Blog],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let context = routes.context;
    let mut links = config_links(routes);
    links.extend(blogs.iter().flat_map(inline_author_links));
    links.extend(context.blog_files.iter().flat_map(author_links));
    let of_html = html_links(context.config, context.config_source, context.locales, context.messages);
    links.extend(of_html.into_iter().map(SettingLink::from));
    let anchors = LazyCell::new(|| Anchors::new(routes.pages, apis));
    for SettingLink { what, href, file, place, locale, is_html } in links {
        let problem = if is_html && is_relative(&href) {
            let message = format!("broken link: {what} `{href}` is relative to each page that shows it");
            Diagnostic::new(Code::BrokenLink, message).hint("start the path with `/`")
        } else {
            let Some((route, anchor)) = config_route(context.config, context.static_files, &href) else {
                continue;
            };
            let own = in_locale(routes, redirects, &route, locale);
            match (routes.page(&own), anchor) {
                (Some(index), Some(anchor)) => match anchors.check(index, anchor, &href) {
                    Some(broken) => broken,
                    None => continue,
                },
                _ if routes.has(redirects, &own) || context.config.left_out.may_have(route.as_str()) => {
                    continue;
                }
                _ => broken(routes, apis, &what, &href, &route),
            }
        };
        diagnostics.push(match place {
            Some(place) => problem.at(file, place),
            None => problem.in_file(file),
        });
    }
}

/// Returns the path in a locale that corresponds to a path on the site.
fn in_locale(routes: Routes<'_>, redirects: &[Redirect], route: &RoutePath, locale: usize) -> RoutePath {
    let page = routes.page(route).map(|index| &routes.pages[index]);
    if let Some(own) = page.and_then(|page| page.in_locale(locale)) {
        return own.clone();
    }
    let own = routes.context.locales[locale].home.join(route.as_str());
    if routes.has(redirects, &own) { own } else { route.clone() }
}

/// Returns the problem with a link in the settings that doesn't match any page or file.
fn broken(routes: Routes<'_>, apis: &[SiteApi], what: &str, href: &str, route: &RoutePath) -> Diagnostic {
    let (message, hint) = match routes.drafts.at(route) {
        Some(draft) => {
            (format!("broken link: {what} `{href}` points to the draft `{draft}`"), Some(HINT.into()))
        }
        None => {
            let message = format!("broken link: {what} `{href}` doesn't match any page or file on this site");
            let moved = api::moved::hint(apis, routes.pages, &routes.context.locales[0], route);
            let is_host = |host: &str| host.contains('.') && !host.starts_with('.');
            let of_host = || {
                let host = href.split_once('/').filter(|(host, _)| is_host(host));
                host.map(|_| format!("use `https://{href}`").into())
            };
            (message, moved.or_else(of_host).or_else(|| routes.did_you_mean(route)))
        }
    };
    Diagnostic::new(Code::BrokenLink, message).hint_if(hint)
}

/// Whether a URL in HTML is a path that doesn't start at the site's root.
fn is_relative(href: &str) -> bool {
    !href.starts_with(['/', '#', '?']) && !has_protocol(href)
}

/// Returns the links in the config. Leaves out the links of navbar items and the redirects that are checked elsewhere.
fn config_links(routes: Routes<'_>) -> Vec<SettingLink<'_>> {
    let (config, source) = (routes.context.config, routes.context.config_source);
    let link = |what: String, href, path: String| SettingLink {
        what,
        href: Cow::Borrowed(href),
        file: &source.source.path,
        place: source.place(&path),
        locale: 0,
        is_html: false,
    };
    let mut links = Vec::new();
    let mut add = |what: String, href, path: String| links.push(link(what, href, path));
    let logo = config.navbar.logo.as_ref().and_then(|logo| logo.href.as_deref());
    if let Some(href) = logo {
        add("the logo's link".to_owned(), href, "navbar.logo.href".to_owned());
    }
    navbar_links("navbar.items", &config.navbar.items, &mut add);
    for (path, name, items) in config.docs.all_sidebars() {
        sidebar_links(&format!("in the sidebar `{name}`, the link"), &path, items, &mut add);
    }
    for (column, of_column) in config.footer.iter().flat_map(|footer| &footer.columns).enumerate() {
        for (index, item) in of_column.items.iter().enumerate() {
            let path = format!("footer.columns.{column}.items.{index}.href");
            add("the footer link".to_owned(), &item.href, path);
        }
    }
    for (index, tag) in config.head.iter().enumerate() {
        for name in ["href", "src"] {
            if let Some(AttributeValue::Text(href)) = tag.attributes.get(name) {
                add(format!("the head tag's {name}"), href, format!("head.{index}.attributes.{name}"));
            }
        }
    }
    // Redirects to a missing target are reported elsewhere, so check only the anchors of other redirects.
    for (index, redirect) in config.redirects.iter().enumerate() {
        let route = config_route(config, routes.context.static_files, &redirect.to);
        if route.is_some_and(|(route, anchor)| anchor.is_some() && routes.page(&route).is_some()) {
            add("the redirect to".to_owned(), &redirect.to, format!("redirects.{index}.to"));
        }
    }
    links
}

/// A link in the settings.
struct SettingLink<'a> {
    /// The description in messages.
    what: String,
    href: Cow<'a, str>,
    file: &'a SourcePath,
    place: Option<Range<usize>>,
    /// The index of the locale whose readers see the link.
    locale: usize,
    /// Whether the link is in HTML.
    is_html: bool,
}

impl<'a> From<HtmlLink<'a>> for SettingLink<'a> {
    fn from(HtmlLink { what, href, file, place, locale }: HtmlLink<'a>) -> Self {
        let what = format!("in {what}, the URL");
        SettingLink { what, href: Cow::Owned(href), file, place, locale, is_html: true }
    }
}

/// A function that adds a link in the config: the description in messages, the URL, and the key path.
type Add<'f, 'a> = dyn FnMut(String, &'a str, String) + 'f;

/// Collects the links in navbar items and dropdowns. Items that link to a missing page are reported elsewhere, so only
/// their links with a query or an anchor are collected.
fn navbar_links<'a>(path: &str, items: &'a [NavbarItemConfig], add: &mut Add<'_, 'a>) {
    for (index, item) in items.iter().enumerate() {
        if let Some(href) = item.href.as_deref()
            && (href.contains(['?', '#']) || !item.items.is_empty())
        {
            add("the navbar link".to_owned(), href, format!("{path}.{index}.href"));
        }
        navbar_links(&format!("{path}.{index}.items"), &item.items, add);
    }
}

/// Collects the links in sidebar items and categories.
fn sidebar_links<'a>(what: &str, path: &str, items: &'a [SidebarItemConfig], add: &mut Add<'_, 'a>) {
    for (index, item) in items.iter().enumerate() {
        if let SidebarItemConfig::Table(table) = item {
            if let Some(href) = table.href.as_deref() {
                add(what.to_owned(), href, format!("{path}.{index}.href"));
            }
            sidebar_links(what, &format!("{path}.{index}.items"), &table.items, add);
        }
    }
}

/// Returns the links in an authors file of a blog.
fn author_links(source: &Source) -> Vec<SettingLink<'_>> {
    let tree = if source.path.stem() == "authors" { tree::of(source) } else { None };
    let authors = tree.as_ref().and_then(Node::entries).unwrap_or_default();
    let link = |(_, author): &(Key, Node)| {
        let (_, node) = author.entry("url")?;
        let Value::Text(href) = &node.value else { return None };
        Some(SettingLink {
            what: "the author's URL".to_owned(),
            href: Cow::Owned(href.clone()),
            file: &source.path,
            place: Some(node.range.clone()),
            locale: 0,
            is_html: false,
        })
    };
    authors.iter().filter_map(link).collect()
}

/// Returns the links of the authors that posts describe.
fn inline_author_links(blog: &Blog) -> Vec<SettingLink<'_>> {
    let own = blog.posts.iter().filter(|post| blog.locale == 0 || post.parsed.is_translated());
    let authors = own.flat_map(|post| post.authors.iter().map(|author| (&post.parsed, author)));
    authors
        .filter(|(_, author)| author.known.is_none())
        .filter_map(|(parsed, author)| {
            let href = author.author.url.as_deref()?;
            Some(SettingLink {
                what: "the author's URL".to_owned(),
                href: Cow::Borrowed(href),
                file: &parsed.source.path,
                place: parsed.author_place("url", href).map(Span::range),
                locale: blog.locale,
                is_html: false,
            })
        })
        .collect()
}
