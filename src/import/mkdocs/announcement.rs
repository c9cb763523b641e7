//! The announcement in the theme's main template.

use super::MkDocs;
use crate::import::settings::Settings;
use crate::path::SourcePath;
use crate::source::tree::Node;

/// The start of the template's block with the announcement, and its end.
const BLOCK: (&str, &str) = ("block announce", "endblock");

/// The feature that lets readers close the announcement.
const CLOSEABLE: &str = "announce.dismiss";

impl MkDocs<'_> {
    /// Sets the announcement bar if the announcement doesn't depend on values.
    pub(super) fn announcement(&self, folder: &str, settings: &mut Settings) {
        let path = SourcePath::new(format!("{folder}/main.html"));
        let Some(content) = self.origin.text(&path).and_then(|source| announcement(&source.text)) else {
            return;
        };
        let features = self.config.at(&["theme", "features"]).map_or(&[][..], Node::items);
        let is_closeable = features.iter().any(|item| item.text().as_deref() == Some(CLOSEABLE));
        settings.set("announcement_bar.content", content);
        settings.set("announcement_bar.is_closeable", is_closeable);
    }
}

/// Returns the HTML of the announcement in a template.
fn announcement(template: &str) -> Option<String> {
    let (_, rest) = template.split_once(BLOCK.0)?;
    let (_, rest) = rest.split_once("%}")?;
    let (content, _) =
        rest.split_once("{%").filter(|(_, end)| end.trim_start_matches(['-', ' ']).starts_with(BLOCK.1))?;
    let content = content.split_whitespace().collect::<Vec<_>>().join(" ");
    (!content.is_empty() && !content.contains("{{") && !content.contains("<script")).then_some(content)
}
