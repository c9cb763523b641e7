//! [`Context`]: the values that every step of assembling a site needs.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use super::{Input, Locale, Parsed, Target, Version, links::config_target};
use crate::config::DocsConfig;
use crate::path::RoutePath;

/// The input of a site, with its locales and versions.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub input: &'a Input<'a>,
    pub locales: &'a [Locale],
    pub versions: &'a [Version],
}

impl<'a> Deref for Context<'a> {
    type Target = Input<'a>;

    fn deref(&self) -> &Input<'a> {
        self.input
    }
}

impl<'a> Context<'a> {
    /// Returns the path of the documentation in a locale and version.
    pub(super) fn docs_root(self, locale: usize, version: usize) -> RoutePath {
        self.locales[locale].docs_root(self.config, &self.versions[version])
    }

    /// Returns the settings of a version's documentation set.
    pub(super) fn docs_of(self, version: usize) -> &'a DocsConfig {
        &self.config.docs[self.versions[version].docs]
    }

    /// Returns the index of the last version of a documentation set.
    pub(super) fn last_version(self, docs: usize) -> usize {
        Version::last_of(self.versions, docs)
    }

    /// Returns the folders that contain a locale's files for the `name` folder in `content`. For the default locale,
    /// this is one folder. For any other locale, it's the default locale's folder and the locale's own folder.
    pub(super) fn folders(self, locale: usize, name: &str) -> Vec<String> {
        let own = (locale > 0).then(|| format!("content/i18n/{}/{name}", self.locales[locale].code));
        let docs = self.config.docs.iter().find(|docs| docs.id == name);
        let default = docs.map_or_else(|| format!("content/{name}"), DocsConfig::folder);
        std::iter::once(default).chain(own).collect()
    }

    /// Returns the Markdown files of a folder in a locale, by path below the folder. If the locale lacks a file, the
    /// default locale's file is used. Drafts are left out unless [`Input::drafts`] is set, so a locale also lacks a file
    /// whose translation is a draft.
    pub(super) fn files(self, locale: usize, name: &str) -> BTreeMap<&'a str, &'a Arc<Parsed>> {
        let folders = self.folders(locale, name);
        let files = folders.iter().flat_map(|folder| self.below(folder));
        files.filter(|(_, parsed)| self.drafts || !parsed.metadata.front_matter.draft).collect()
    }

    /// Returns the Markdown files below a folder, by path below the folder.
    pub(super) fn below(self, folder: &str) -> impl Iterator<Item = (&'a str, &'a Arc<Parsed>)> {
        self.documents.iter().filter_map(move |parsed| Some((parsed.source.path.strip_dir(folder)?, parsed)))
    }

    /// Returns the target of a link in the config.
    pub(super) fn target(self, href: &str) -> Target {
        config_target(self.config, self.static_files, href)
    }

    /// Returns the ID of a sidebar in a locale.
    pub(super) fn in_locale(self, id: &str, locale: usize) -> String {
        match locale {
            0 => id.to_owned(),
            further => format!("{id}-{}", self.locales[further].code),
        }
    }

    /// Returns the path of the same page in every locale. If the site has only one locale, the list is empty.
    pub(super) fn in_locales(self, route: impl Fn(&Locale) -> RoutePath) -> Vec<(usize, RoutePath)> {
        let several = self.locales.iter().enumerate().filter(|_| self.locales.len() > 1);
        several.map(|(l, locale)| (l, route(locale))).collect()
    }
}
