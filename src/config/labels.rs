//! The strings in the config that readers see, which other locales can translate.

use std::collections::BTreeSet;

use super::{Config, NavbarItemConfig, SidebarItemConfig};
use crate::path::remote_host;

/// A setting that contains HTML.
pub(crate) struct HtmlSetting<'a> {
    /// The key path.
    pub path: String,
    /// The description in messages.
    pub what: String,
    /// The HTML.
    pub html: &'a str,
}

impl Config {
    /// Returns the strings in the config that readers see.
    pub(crate) fn labels(&self) -> BTreeSet<&str> {
        let mut all = vec![Some(&self.site.title), Some(&self.site.tagline), self.navbar.title.as_ref()];
        all.push(self.navbar.logo.as_ref().and_then(|logo| logo.alt.as_ref()));
        of_navbar(&self.navbar.items, &mut all);
        all.push(self.announcement_bar.as_ref().map(|bar| &bar.content));
        all.push(self.search.placeholder.as_ref());
        for footer in self.footer.iter() {
            all.push(footer.copyright.as_ref());
            for column in &footer.columns {
                all.push(column.title.as_ref());
                all.extend(column.items.iter().map(|item| Some(&item.label)));
            }
        }
        let versions = self.docs.iter().flat_map(|docs| &docs.versions);
        all.extend(versions.map(|version| version.label.as_ref()));
        for (_, _, items) in self.docs.all_sidebars() {
            of_sidebar(items, &mut all);
        }
        for blog in &self.blog {
            all.extend(
                [&blog.title, &blog.description, &blog.sidebar_title, &blog.copyright].map(Option::as_ref),
            );
        }
        all.into_iter().flatten().map(String::as_str).filter(|text| !text.is_empty()).collect()
    }

    /// Returns the settings that contain HTML.
    pub(crate) fn html(&self) -> Vec<HtmlSetting<'_>> {
        let bar = self.announcement_bar.as_ref().map(|bar| &bar.content);
        let copyright = self.footer.as_ref().and_then(|footer| footer.copyright.as_ref());
        let mut all = Vec::new();
        for (path, what, html) in [
            ("announcement_bar.content", "the announcement bar", bar),
            ("footer.copyright", "the copyright line", copyright),
        ] {
            let setting = |html| HtmlSetting { path: path.to_owned(), what: what.to_owned(), html };
            all.extend(html.map(String::as_str).map(setting));
        }
        html_of_navbar("navbar.items", &self.navbar.items, &mut all);
        for (path, name, items) in self.docs.all_sidebars() {
            html_of_sidebar(&format!("the sidebar `{name}`"), &path, items, &mut all);
        }
        all
    }

    /// Returns the labels that are names of other sites, such as `GitHub` for a link to `github.com`. Such a name is the
    /// same in every language.
    pub(crate) fn names(&self) -> BTreeSet<&str> {
        let mut links = Vec::new();
        links_of_navbar(&self.navbar.items, &mut links);
        let footer = self.footer.iter().flat_map(|footer| &footer.columns).flat_map(|column| &column.items);
        links.extend(footer.map(|item| (&*item.label, &*item.href)));
        links.into_iter().filter(|(label, href)| is_name(label, href)).map(|(label, _)| label).collect()
    }
}

/// Whether a label is the name of the site that it links to.
fn is_name(label: &str, href: &str) -> bool {
    let Some(host) = remote_host(href) else { return false };
    let name: String = label.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    // In `docs.example.com`, only `example` can be a name.
    host.to_lowercase().rsplit('.').nth(1).is_some_and(|own| own.replace('-', "") == name)
}

fn links_of_navbar<'a>(items: &'a [NavbarItemConfig], links: &mut Vec<(&'a str, &'a str)>) {
    for item in items {
        links.extend(item.label.as_deref().zip(item.href.as_deref()));
        links_of_navbar(&item.items, links);
    }
}

fn of_navbar<'a>(items: &'a [NavbarItemConfig], all: &mut Vec<Option<&'a String>>) {
    for item in items {
        all.push(item.label.as_ref());
        of_navbar(&item.items, all);
    }
}

fn of_sidebar<'a>(items: &'a [SidebarItemConfig], all: &mut Vec<Option<&'a String>>) {
    for item in items {
        if let SidebarItemConfig::Table(table) = item {
            all.extend([&table.category, &table.label, &table.title, &table.description].map(Option::as_ref));
            of_sidebar(&table.items, all);
        }
    }
}

fn html_of_navbar<'a>(path: &str, items: &'a [NavbarItemConfig], all: &mut Vec<HtmlSetting<'a>>) {
    for (index, item) in items.iter().enumerate() {
        let path = format!("{path}.{index}");
        let setting =
            |html| HtmlSetting { path: format!("{path}.html"), what: "the navbar".to_owned(), html };
        all.extend(item.html.as_deref().map(setting));
        html_of_navbar(&format!("{path}.items"), &item.items, all);
    }
}

fn html_of_sidebar<'a>(
    what: &str,
    path: &str,
    items: &'a [SidebarItemConfig],
    all: &mut Vec<HtmlSetting<'a>>,
) {
    for (index, item) in items.iter().enumerate() {
        let SidebarItemConfig::Table(table) = item else { continue };
        let path = format!("{path}.{index}");
        let setting = |html| HtmlSetting { path: format!("{path}.html"), what: what.to_owned(), html };
        all.extend(table.html.as_deref().map(setting));
        html_of_sidebar(what, &format!("{path}.items"), &table.items, all);
    }
}
