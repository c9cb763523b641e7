//! Adds the old paths of moved pages to `aliases` in the pages' front matter so that old links redirect to the pages.

use std::ops::Range;

use super::{Edits, Pairs, settings::quoted};
use crate::markdown::front_matter_settings;
use crate::path::{RoutePath, SourcePath};
use crate::site::{Page, Site, alias_route};
use crate::source::{
    line_at,
    tree::{self, Node, Syntax, Value},
};

/// Adds the changes to the front matter of every page whose path changed. Also removes an alias that's now the path of
/// its own page. `old_path` returns the original path of a file.
pub(crate) fn aliases(
    pairs: &Pairs<'_>,
    old_path: &dyn Fn(&SourcePath) -> SourcePath,
    edits: &mut Edits,
) -> usize {
    let mut added = 0;
    for (before, after) in pairs.with_new_paths() {
        let (Some(parsed), Some(_)) = (before.parsed(), after.parsed()) else { continue };
        // An untranslated page in another locale has the aliases of the default locale's page.
        let is_own = after.locale == 0 || parsed.source.path.strip_dir("content/i18n").is_some();
        if !is_own || after.draft {
            continue;
        }
        let home = |site: &Site, page: &Page| site.locales[page.locale].home.clone();
        let (old_home, new_home) = (home(pairs.before, before), home(pairs.after, after));
        let alias =
            RoutePath::new(before.route.strip(&old_home).unwrap_or(before.route.as_str())).to_written();
        let set = |site: &Site, page: &Page| page.version.map(|version| site.versions[version].docs);
        let is_same_set = set(pairs.before, before) == set(pairs.after, after);
        let mut kept = Vec::new();
        let mut changed = Vec::new();
        for alias in &parsed.metadata.front_matter.aliases {
            let written = alias_route(&before.route, &old_home, alias);
            // In its own set, a page can share an alias with its copy in another version.
            let old = if is_same_set { written } else { redirected(pairs.before, before, written) };
            if old == after.route {
                changed.push((alias.as_str(), None));
            } else if alias_route(&after.route, &new_home, alias) != old {
                changed.push((alias.as_str(), Some(old.to_written())));
            } else {
                kept.push(old);
            }
        }
        let is_new = !kept.contains(&before.route) && !before.route.is_same_name(&after.route);
        added += usize::from(is_new);
        let file = old_path(
            &after.parsed().map_or_else(|| parsed.source.path.clone(), |page| page.source.path.clone()),
        );
        let new = is_new.then_some(alias.as_str());
        for (range, text) in in_front_matter(&parsed.source.text, &changed, new) {
            edits.set(&file, range, text);
        }
    }
    added
}

/// Returns the path that a page's alias redirects from. If another version of the set uses the path of the alias, the
/// alias applies to the same path in the version of the page.
fn redirected(site: &Site, page: &Page, alias: RoutePath) -> RoutePath {
    let opens_page = |from: &RoutePath| {
        site.redirects.iter().any(|redirect| redirect.from == *from && redirect.page() == Some(&page.route))
    };
    let Some(own) = page.version.filter(|_| !opens_page(&alias)) else { return alias };
    let root = |version| site.locales[page.locale].docs_root(&site.config, version);
    let versions = site.versions_of(site.versions[own].docs).map(|(_, version)| root(version));
    let below = versions.filter_map(|root| alias.strip(&root).map(str::to_owned));
    let below = below.min_by_key(String::len);
    let in_own = below.map(|below| root(&site.versions[own]).join(&below));
    in_own.filter(opens_page).unwrap_or(alias)
}

/// Returns the changes that replace or remove aliases, and add an alias.
pub(super) fn in_front_matter(
    text: &str,
    changed: &[(&str, Option<String>)],
    new: Option<&str>,
) -> Vec<(Range<usize>, String)> {
    let line = if text.lines().next().is_some_and(|_| text.contains("\r\n")) { "\r\n" } else { "\n" };
    let Some((syntax, settings)) = front_matter_settings(text) else {
        let insert =
            |new: &str| (0..0, format!("---{line}aliases:{line}  - {}{line}---{line}{line}", plain(new)));
        return new.map(insert).into_iter().collect();
    };
    let found = tree::parse(syntax, &text[settings.clone()]).ok();
    let list = found.as_ref().and_then(|tree| tree.entry("aliases"));
    let Some((key, Node { value: Value::List(items), range })) = list else {
        let insert = |new: &str| match syntax {
            // In TOML, a key after the header of a table would belong to the table.
            Syntax::Toml => (settings.start..settings.start, format!("aliases = [{}]{line}", quoted(new))),
            _ => (settings.end..settings.end, format!("aliases:{line}  - {}{line}", plain(new))),
        };
        return new.map(insert).into_iter().collect();
    };
    let items: Vec<Item> = items.iter().filter_map(|node| Item::new(text, settings.start, node)).collect();
    let start = settings.start + key.range.end;
    let first = items.first().map_or(settings.start + range.end, |item| item.range.start);
    let is_flow = syntax == Syntax::Toml || text[start..first].contains('[');
    let mut edits = Vec::new();
    let mut new = new;
    for item in &items {
        let Some((_, to)) = changed.iter().find(|(alias, _)| *alias == item.text) else { continue };
        // The new alias can replace a removed alias.
        match to.as_deref().or_else(|| new.take()) {
            Some(to) => edits.push((item.range.clone(), item.like(to))),
            None => edits.push((item.with_separator(text, is_flow), String::new())),
        }
    }
    if let (Some(new), Some(last)) = (new, items.last()) {
        edits.push(match is_flow {
            true => (last.range.end..last.range.end, format!(", {}", last.like(new))),
            false => {
                let at = line_at(text, last.range.start);
                let indent: String = text[at.clone()].chars().take_while(|c| c.is_whitespace()).collect();
                let end = text[at.clone()].trim_end_matches('\r').len() + at.start;
                (end..end, format!("{line}{indent}- {}", last.like(new)))
            }
        });
    } else if let Some(new) = new {
        let open = text[start..].find('[').map(|at| start + at + 1);
        edits.extend(open.map(|at| (at..at, quoted(new))));
    }
    edits
}

/// An alias in front matter.
struct Item {
    text: String,
    range: Range<usize>,
    /// The quote around the alias.
    quote: Option<char>,
}

impl Item {
    fn new(text: &str, offset: usize, node: &Node) -> Option<Self> {
        let Value::Text(alias) = &node.value else { return None };
        let range = offset + node.range.start..offset + node.range.end;
        let written = text.get(range.clone())?;
        let range = range.start..range.start + written.trim_end().len();
        let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''));
        Some(Item { text: alias.clone(), range, quote })
    }

    /// Writes an alias with the same quotes.
    fn like(&self, alias: &str) -> String {
        match self.quote {
            Some(quote) if !alias.contains([quote, '\\']) => format!("{quote}{alias}{quote}"),
            Some(_) => quoted(alias),
            None => plain(alias),
        }
    }

    /// Returns the range of the item with the comma before or after it, or with its whole line.
    fn with_separator(&self, text: &str, is_flow: bool) -> Range<usize> {
        let Range { start, end } = self.range.clone();
        if !is_flow {
            let line = line_at(text, start);
            return line.start..(line.end + 1).min(text.len());
        }
        let after = text[end..].trim_start();
        if let Some(rest) = after.strip_prefix(',') {
            return start..text.len() - rest.trim_start().len();
        }
        let before = text[..start].trim_end();
        before.strip_suffix(',').map_or(start, str::len)..end
    }
}

/// Writes a path in YAML, in quotes if necessary.
fn plain(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '-' | '_' | '.' | '~' | '+');
    if path.chars().all(is_plain) { path.to_owned() } else { quoted(path) }
}
