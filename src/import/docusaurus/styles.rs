//! Defines the variables and classes of Docusaurus's theme that components use.

use std::collections::BTreeMap;

use super::super::Content;
use super::Docusaurus;
use super::content::CODE;
use crate::path::SourcePath;

/// The file with the styles of the new site.
const FILE: &str = "overrides/custom.css";

/// The styles.
const STYLES: &str = include_str!("styles.css");

/// Code that uses the styles.
const USES: [&str; 6] =
    ["var(--ifm-", "button--", "col col--", "hero--primary", "text--center", "\"container\""];

impl Docusaurus<'_> {
    /// Adds the styles if the site's components or their style sheets use them.
    pub(super) fn add_styles(&self, files: &mut BTreeMap<SourcePath, Content>) {
        let uses = |text: &str| USES.iter().any(|one| text.contains(one));
        let is_used = files.iter().any(|(path, content)| {
            let is_own = path.strip_dir("static").is_none() && path.strip_dir("content").is_none();
            let is_code = CODE.contains(&path.extension()) || matches!(path.extension(), "scss" | "sass");
            is_own
                && is_code
                && match content {
                    Content::Text(text) => uses(text),
                    Content::Copy(from) => self.origin.text(from).is_some_and(|source| uses(&source.text)),
                    Content::Bytes(_) => false,
                }
        });
        if is_used {
            files.insert(SourcePath::new(FILE), Content::Text(STYLES.to_owned()));
        }
    }
}
