//! The history of an API as Markdown.

use super::Writer;
use crate::markdown::code_span as code;
use crate::openapi::history::{Mark, Operations, Release};
use crate::render::api::words::{self, history_marks};

impl Writer<'_, '_> {
    /// Returns the versions in which a part changed.
    pub(super) fn marks(&self, mark: Mark) -> Vec<String> {
        let Some(history) = &self.api.history else { return Vec::new() };
        let text = |(key, version): (&str, usize)| {
            let label = self.language.translate(&history.versions[version].label);
            self.words.messages.fill(key, &[("version", label)])
        };
        history_marks(mark).map(text).collect()
    }

    /// Writes the changes in a version.
    pub(super) fn release(&mut self, release: &Release) {
        let Some(history) = &self.api.history else { return };
        let version = &history.versions[release.version];
        let date = version.date.as_ref().map_or_else(String::new, |date| format!(" ({date})"));
        self.heading(2, &format!("{}{date}", self.language.translate(&version.label)));
        let operations = Operations::of(&self.api.api);
        for (level, key) in words::LEVELS {
            let groups = release.changes.groups_of(level);
            if groups.is_empty() {
                continue;
            }
            self.titled(3, key);
            for group in groups {
                let affected = &release.changes.all[group[0]].operations;
                let names = affected.iter().filter_map(|at| release.changes.operations.get(*at as usize));
                let link = |name: &String| match operations.find(name) {
                    Some(which) => {
                        self.page_link(&code(name), &self.api.operation_route(self.language, which))
                    }
                    None => code(name),
                };
                let mut names: Vec<String> = names.take(words::MOST_AFFECTED).map(link).collect();
                if let Some(more) = affected.len().checked_sub(words::MOST_AFFECTED).filter(|more| *more > 0)
                {
                    names.push(self.words.messages.count("api_endpoints_more", more, &[]));
                }
                let names = match &names[..] {
                    [] => self.message("api_changes_document").to_owned(),
                    names => names.join(", "),
                };
                self.item(0, &names);
                for at in group {
                    self.item(1, &release.changes.all[at].message);
                }
            }
            self.out.push('\n');
        }
    }
}
