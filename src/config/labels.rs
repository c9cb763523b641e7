//! The strings in the config that readers see, which other locales can translate.

use std::collections::BTreeSet;

use super::{Config, NavbarItemConfig, SidebarItemConfig};

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
            all.extend([&table.category, &table.label, &table.description].map(Option::as_ref));
            of_sidebar(&table.items, all);
        }
    }
}
