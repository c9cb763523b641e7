//! [`Context`]: what every step of assembling a site needs.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use super::links::config_target;
use super::{Input, Locale, Parsed, Target, Version};
use crate::path::RoutePath;

/// What a site is made of, with its languages and versions.
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
    /// The address that the documentation of a language and version starts with.
    pub(super) fn docs_root(self, locale: usize, version: usize) -> RoutePath {
        self.locales[locale].docs_root(self.config, &self.versions[version])
    }

    /// The folders of `content` that a language has its files in, one of the default language by this name: that one and,
    /// for a further language, its own.
    pub(super) fn folders(self, locale: usize, name: &str) -> Vec<String> {
        let own = (locale > 0).then(|| format!("content/i18n/{}/{name}", self.locales[locale].code));
        let default = match name {
            "docs" => self.config.docs.folder.clone(),
            _ => format!("content/{name}"),
        };
        std::iter::once(default).chain(own).collect()
    }

    /// The Markdown files of a folder in a language, by path below it; what the language lacks is the default
    /// language's. Drafts are left out, unless they are to be kept.
    pub(super) fn files(self, locale: usize, name: &str) -> BTreeMap<&'a str, &'a Arc<Parsed>> {
        let folders = self.folders(locale, name);
        let mut files: BTreeMap<_, _> = folders.iter().flat_map(|folder| self.below(folder)).collect();
        files.retain(|_, parsed| self.drafts || !parsed.metadata.front_matter.draft);
        files
    }

    /// The Markdown files below a folder, by path below it.
    pub(super) fn below(self, folder: &str) -> impl Iterator<Item = (&'a str, &'a Arc<Parsed>)> {
        self.documents.iter().filter_map(move |parsed| Some((parsed.source.path.strip_dir(folder)?, parsed)))
    }

    /// Where an address of the config leads.
    pub(super) fn target(self, href: &str) -> Target {
        config_target(self.config, self.static_files, href)
    }

    /// The id of a sidebar in a language.
    pub(super) fn in_locale(self, id: &str, locale: usize) -> String {
        match locale {
            0 => id.to_owned(),
            further => format!("{id}-{}", self.locales[further].code),
        }
    }

    /// The same page in every language, of a site that has several.
    pub(super) fn in_locales(self, route: impl Fn(&Locale) -> RoutePath) -> Vec<(usize, RoutePath)> {
        let several = self.locales.iter().enumerate().filter(|_| self.locales.len() > 1);
        several.map(|(l, locale)| (l, route(locale))).collect()
    }
}
