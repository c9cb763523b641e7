//! Writes the list of pages in a folder, like the `DocCardList` component.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::front_matter;
use super::super::markdown::Fences;
use super::super::site::between;
use super::Docusaurus;
use super::content::PageKind;
use crate::markdown;
use crate::path::SourcePath;
use crate::source::tree::{self, Node};

/// Returns the first line of a page's text, without markup. Docusaurus uses it as the page's description.
fn first_text(text: &str) -> Option<String> {
    let is_skipped = |line: &str| {
        ["import ", "export ", ":::", "# ", "<", "{"].iter().any(|start| line.starts_with(start))
    };
    let mut fences = Fences::default();
    let mut lines = text.lines().filter(|line| !fences.has(line)).map(str::trim);
    let line = lines.find(|line| !line.is_empty() && !is_skipped(line))?;
    let plain = markdown::plain(line.trim_start_matches(['#', '-', '*', '>', ' ']));
    let escaped = plain.trim().replace('{', "\\{").replace('<', "\\<");
    Some(escaped).filter(|text| !text.is_empty())
}

/// A page or a folder in the list.
struct Card {
    position: f64,
    title: String,
    description: Option<String>,
    page: SourcePath,
}

impl Docusaurus<'_> {
    /// Returns cards for the other pages and folders in a page's folder. If there are none, returns `None`.
    pub(super) fn cards(&self, module: &str, page: &SourcePath) -> Option<String> {
        let is_doc = matches!(self.files.pages.get(page)?.kind, PageKind::Doc(_));
        if module != "@theme/DocCardList" || !is_doc {
            return None;
        }
        let folder = page.parent();
        let mut cards: BTreeMap<&str, Card> = BTreeMap::new();
        for (path, _) in self.files.pages.iter().filter(|(path, _)| *path != page) {
            let Some(below) = path.strip_dir(folder) else { continue };
            let name = below.split('/').next().unwrap_or(below);
            let depth = below.matches('/').count();
            if depth <= 1 && (depth == 0 || !cards.contains_key(name) || path.stem() == "index") {
                cards.extend(Some((
                    name,
                    if depth == 0 { self.card(path) } else { self.folder(folder, name, path) },
                )));
            }
        }
        let mut cards: Vec<(&str, Card)> = cards.into_iter().collect();
        cards.sort_by(|(a, one), (b, other)| one.position.total_cmp(&other.position).then_with(|| a.cmp(b)));
        let mut out = "\n::::cards\n\n".to_owned();
        let from = self.files.moved(page)?;
        for (_, card) in &cards {
            let to = self.files.moved(&card.page)?;
            let href = between(from.as_str(), to.as_str()).replace(' ', "%20");
            let _ = writeln!(out, ":::card[{}]{{href=\"./{href}\"}}", card.title.replace(['[', ']'], ""));
            if let Some(description) = &card.description {
                let _ = writeln!(out, "{description}");
            }
            out += ":::\n\n";
        }
        out += "::::\n";
        (!cards.is_empty()).then_some(out)
    }

    fn card(&self, path: &SourcePath) -> Card {
        let source = self.origin.text(path);
        let front_matter = source.as_ref().map(front_matter::read);
        let text = |key: &str| {
            let entries = &front_matter.as_ref()?.entries;
            entries.iter().find(|entry| entry.name == key)?.node.text()
        };
        let heading = || {
            let body = &source.as_ref()?.text[front_matter.as_ref()?.end..];
            let line = body.lines().find_map(|line| line.strip_prefix("# "))?;
            Some(line.split(" {").next().unwrap_or(line).trim().to_owned())
        };
        let (number, name) = crate::site::strip_number(path.stem());
        let title = text("sidebar_label").or_else(|| text("title")).or_else(heading);
        Card {
            position: text("sidebar_position")
                .and_then(|text| text.parse().ok())
                .or(number)
                .unwrap_or(f64::MAX),
            title: title.unwrap_or_else(|| name.replace('-', " ")),
            description: text("description")
                .or_else(|| first_text(&source.as_ref()?.text[front_matter.as_ref()?.end..])),
            page: path.clone(),
        }
    }

    /// Returns a folder's card, which links to a page in the folder.
    fn folder(&self, folder: &str, name: &str, page: &SourcePath) -> Card {
        let files = ["json", "yml", "yaml"].iter();
        let mut paths = files.map(|end| SourcePath::new(format!("{folder}/{name}/_category_.{end}")));
        let category = paths.find_map(|path| tree::of_other_program(&self.origin.text(&path)?));
        let of = |key: &str| category.as_ref().and_then(|node| node.at(&[key])).and_then(Node::text);
        let (number, bare) = crate::site::strip_number(name);
        Card {
            position: of("position").and_then(|text| text.parse().ok()).or(number).unwrap_or(f64::MAX),
            title: of("label").unwrap_or_else(|| bare.replace('-', " ")),
            description: of("description"),
            page: page.clone(),
        }
    }
}
