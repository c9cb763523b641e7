//! The places of links and images.

use std::borrow::Cow;

use super::split_suffix;
use crate::component::in_git;
use crate::diag::{Diagnostic, Span};
use crate::path::SourcePath;
use crate::site::Parsed;

/// The place of a link or image.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    /// The Markdown file of the page.
    pub page: &'p SourcePath,
    /// The file that contains the link or image: the page's own file or a file that the page imports. Paths are
    /// relative to this file.
    pub file: &'p SourcePath,
    pub span: Span,
}

impl<'p> Place<'p> {
    pub(super) fn new(parsed: &'p Parsed, imported: Option<&'p SourcePath>, span: Span) -> Self {
        let page = &parsed.source.path;
        Place { page, file: imported.unwrap_or(page), span }
    }

    /// Sets the location of a problem.
    pub(super) fn report(self, diagnostic: Diagnostic) -> Diagnostic {
        let diagnostic = diagnostic.at(self.file, self.span);
        if self.file == self.page { diagnostic } else { diagnostic.on_page(self.page) }
    }

    /// If the place is in a file from another repository, returns a hint for a relative link that doesn't have a target
    /// on the site.
    pub(super) fn hint_for_repository(self, target: &str) -> Option<String> {
        let (name, _) = in_git(self.file).filter(|_| !target.starts_with('/'))?;
        let is_inside =
            in_git(&self.file.join_sibling(split_suffix(target).0)).is_some_and(|(own, _)| own == name);
        Some(match is_inside {
            true => format!(
                "for links to other files of the `{name}` repository, set `url` for `{name}` in `[repositories]`"
            ),
            false => format!("use a full URL; the path is outside the `{name}` repository"),
        })
    }

    /// Returns a path in the form of a link on the page.
    pub(super) fn on_page(self, path: &str) -> Cow<'_, str> {
        match self.file == self.page || path.starts_with('/') {
            true => path.into(),
            false => relative(self.page.parent(), self.file.join_sibling(path).as_str()).into(),
        }
    }
}

/// Returns the path of a file relative to the `from` folder.
pub(super) fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').filter(|segment| !segment.is_empty()).collect();
    let to: Vec<&str> = to.split('/').collect();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = "../".repeat(from.len() - shared);
    format!("{}{}", if up.is_empty() { "./" } else { &up }, to[shared..].join("/"))
}
