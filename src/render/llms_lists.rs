//! `llms.txt` (llmstxt.org): the list of the site's pages. If the list is too long for one file, each folder has its own
//! file, and the file at the root links to these files.

use std::collections::BTreeMap;

use super::agent_files::{AgentContent, AgentFile};
use super::{Renderer, llms::in_line};
use crate::markdown::tokens;
use crate::path::{OutPath, RoutePath};
use crate::site::{Node, NodeKind, Page, humanize};

/// The maximum size of a file, in bytes. Agents truncate larger files.
const LIMIT: usize = 50_000;
/// The minimum size of a folder's list, in bytes. Shorter lists are in the file of the parent folder.
const LEAST: usize = 2_500;

/// A page in a list.
struct Line<'p> {
    page: &'p Page,
    /// The heading above the page.
    section: Option<String>,
    /// The list item.
    text: String,
}

/// A file with a part of the list.
struct Part<'l, 'p> {
    /// The path of the folder, without slashes at its ends.
    folder: String,
    /// The number of the file in the folder, starting at 1.
    number: usize,
    lines: Vec<&'l Line<'p>>,
}

impl Renderer<'_> {
    /// Returns `llms.txt` and, if the site is large, the files that it links to.
    pub(super) fn llms_lists(&self) -> Vec<AgentFile> {
        let lines: Vec<Line<'_>> =
            self.reading_order().into_iter().map(|(_, page)| self.line(page)).collect();
        let all: Vec<&Line<'_>> = lines.iter().collect();
        let head = self.llms_head();
        if head.len() + size(&all) <= LIMIT {
            let text = head + &self.list(&all);
            return vec![AgentFile::new("llms.txt", AgentContent::Text(text))];
        }
        let mut parts = Vec::new();
        divide("", all, &mut parts);
        let of_root = parts.iter().position(|part| part.folder.is_empty() && size(&part.lines) <= LIMIT / 2);
        let of_root = of_root.map(|at| parts.remove(at));
        let mut root = format!(
            "{head}The site has {} pages. Their lists are in several files. The numbers of tokens are estimates.\n",
            lines.len()
        );
        if let Some(part) = &of_root {
            root.push_str(&format!("\n{}", self.list(&part.lines)));
        }
        let mut sections: BTreeMap<usize, (String, String)> = BTreeMap::new();
        let mut order: Vec<String> = Vec::new();
        let mut files = Vec::new();
        for part in &parts {
            let label = self.part_label(part, &parts);
            let text = format!("# {}: {label}\n\n{}", self.site.config.site.title, self.list(&part.lines));
            let path = part.path();
            let top = part.folder.split('/').next().unwrap_or_default().to_owned();
            let at = order.iter().position(|known| *known == top).unwrap_or_else(|| {
                order.push(top.clone());
                order.len() - 1
            });
            let (_, links) =
                sections.entry(at).or_insert_with(|| (self.folder_label(&top, &lines), String::new()));
            links.push_str(&format!(
                "- [{label}]({}): {}, {} tokens\n",
                self.absolute(&self.at.file_href(&OutPath::new(&path))),
                pages(part.lines.len()),
                tokens(&text)
            ));
            files.push(AgentFile::new(&path, AgentContent::Text(text)));
        }
        for (heading, links) in sections.values() {
            root.push_str(&format!("\n## {heading}\n\n{links}"));
        }
        files.insert(0, AgentFile::new("llms.txt", AgentContent::Text(root)));
        files
    }

    /// Returns the list of all pages in one file.
    pub(super) fn llms(&self) -> String {
        let lines: Vec<Line<'_>> =
            self.reading_order().into_iter().map(|(_, page)| self.line(page)).collect();
        self.llms_head() + &self.list(&lines.iter().collect::<Vec<_>>())
    }

    /// Returns the start of `llms.txt`: the title, the tagline, and the version.
    fn llms_head(&self) -> String {
        let site = &self.site.config.site;
        let mut out = format!("# {}\n\n", site.title);
        if !site.tagline.is_empty() {
            out.push_str(&format!("> {}\n\n", site.tagline));
        }
        if let ([_], Some(version)) = (&*self.site.config.docs, self.last_label(0)) {
            out.push_str(&format!("{}\n\n", self.messages[0].fill("version_badge", &[("label", version)])));
        }
        out
    }

    fn line<'p>(&self, page: &'p Page) -> Line<'p> {
        Line { page, section: self.section(page), text: self.list_item(page) }
    }

    /// Returns the label of a part: the label of its folder. If the folder has several parts, the label also contains the
    /// names of the part's first and last groups or, if these are the same, of its first and last pages.
    fn part_label(&self, part: &Part<'_, '_>, all: &[Part<'_, '_>]) -> String {
        let label = self.folder_label(&part.folder, &part.lines);
        let (Some(first), Some(last)) = (part.lines.first(), part.lines.last()) else { return label };
        if all.iter().filter(|other| other.folder == part.folder).count() == 1 {
            return label;
        }
        let group = |line: &&Line<'_>| self.group_label(line.page);
        let groups = [part.lines.iter().find_map(group), part.lines.iter().rev().find_map(group)];
        let [first, last] = match &groups {
            [Some(one), Some(other)] if one != other => groups.map(Option::unwrap_or_default),
            _ => [first, last].map(|line| self.title(line.page)),
        };
        in_line(&format!("{label}: {first} – {last}"))
    }

    /// Returns the label of the innermost category that contains a page, or that the page belongs to.
    fn group_label(&self, page: &Page) -> Option<String> {
        let place = page.sidebar.as_ref()?;
        let (mut nodes, mut label) = (&self.site.sidebars[place.sidebar].nodes[..], None);
        for &index in &place.trail {
            let Some(Node { label: own, kind: NodeKind::Category(category), .. }) = nodes.get(index) else {
                break;
            };
            (nodes, label) = (&category.items, Some(own.to_string()));
        }
        label
    }

    /// Returns the label of a folder: the title of its page or API or, if there's none, its name in words.
    fn folder_label<'p, L: std::borrow::Borrow<Line<'p>>>(&self, folder: &str, lines: &[L]) -> String {
        let route = RoutePath::new(folder);
        let page = lines.iter().map(|line| line.borrow().page).find(|page| page.route == route);
        let api = || self.site.current_apis().find(|api| api.route == route);
        match page.map(|page| &*page.title).or_else(|| Some(&*api()?.title)) {
            Some(title) if !title.is_empty() => in_line(title),
            _ if folder.is_empty() => "Pages".to_owned(),
            _ => humanize(folder.rsplit('/').next().unwrap_or_default()),
        }
    }

    /// Returns a list item with a link to the Markdown version of a page, and the page's description.
    pub(super) fn list_item(&self, page: &Page) -> String {
        let href = self.absolute(&self.at.file_href(&self.at.markdown(&page.route)));
        let description =
            page.description.as_ref().map_or_else(String::new, |text| format!(": {}", in_line(text)));
        format!("- [{}]({href}){description}\n", in_line(&self.title(page)))
    }

    /// Returns the list of pages, with a heading above each section. Each section appears once, in the place of its first
    /// page.
    fn list(&self, lines: &[&Line<'_>]) -> String {
        let mut order: Vec<&str> = Vec::new();
        let mut sections: BTreeMap<&str, String> = BTreeMap::new();
        for line in lines {
            let heading = line.section.as_deref().unwrap_or(self.messages[0].get("llms_pages"));
            let section = sections.entry(heading).or_insert_with(|| {
                order.push(heading);
                String::new()
            });
            section.push_str(&line.text);
        }
        let sections = order.iter().map(|heading| format!("## {heading}\n\n{}", sections[heading]));
        sections.collect::<Vec<_>>().join("\n")
    }
}

impl Part<'_, '_> {
    /// Returns the path of the file. The first file of the root folder is `llms-1.txt`, because `llms.txt` contains the
    /// links.
    fn path(&self) -> String {
        let name = match self.number {
            1 if !self.folder.is_empty() => "llms.txt".to_owned(),
            number => format!("llms-{number}.txt"),
        };
        if self.folder.is_empty() { name } else { format!("{}/{name}", self.folder) }
    }
}

/// Divides the pages of a folder into parts. A folder whose list is short enough is one part. Otherwise, its folders are
/// divided, and the rest of its pages are in files of their own.
fn divide<'l, 'p>(folder: &str, lines: Vec<&'l Line<'p>>, parts: &mut Vec<Part<'l, 'p>>) {
    if size(&lines) <= LIMIT {
        return parts.push(Part { folder: folder.to_owned(), number: 1, lines });
    }
    let start = if folder.is_empty() { 1 } else { folder.len() + 2 };
    let segment_of = |line: &Line<'p>| {
        let rest = line.page.route.as_str().get(start..).unwrap_or_default();
        rest.split('/').next().unwrap_or_default().to_owned()
    };
    let mut folders: BTreeMap<String, (usize, Vec<&'l Line<'p>>)> = BTreeMap::new();
    for (at, line) in lines.iter().enumerate() {
        folders.entry(segment_of(line)).or_insert_with(|| (at, Vec::new())).1.push(line);
    }
    folders.retain(|segment, (_, lines)| !segment.is_empty() && lines.len() > 1 && size(lines) >= LEAST);
    let rest: Vec<&Line<'p>> =
        lines.into_iter().filter(|line| !folders.contains_key(&segment_of(line))).collect();
    let (mut chunk, mut length, mut number) = (Vec::new(), 0, 1);
    for line in rest {
        if !chunk.is_empty() && length + line.size() > LIMIT {
            parts.push(Part { folder: folder.to_owned(), number, lines: std::mem::take(&mut chunk) });
            (length, number) = (0, number + 1);
        }
        length += line.size();
        chunk.push(line);
    }
    if !chunk.is_empty() {
        parts.push(Part { folder: folder.to_owned(), number, lines: chunk });
    }
    let mut folders: Vec<_> = folders.into_iter().collect();
    folders.sort_by_key(|(_, (first, _))| *first);
    for (segment, (_, lines)) in folders {
        let inner = if folder.is_empty() { segment } else { format!("{folder}/{segment}") };
        divide(&inner, lines, parts);
    }
}

impl Line<'_> {
    /// The size in the list, with some room for headings.
    fn size(&self) -> usize {
        self.text.len() + 2
    }
}

fn size(lines: &[&Line<'_>]) -> usize {
    lines.iter().map(|line| line.size()).sum()
}

fn pages(count: usize) -> String {
    if count == 1 { "1 page".to_owned() } else { format!("{count} pages") }
}
