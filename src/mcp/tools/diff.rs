//! `diff`: what changed between two versions of the documentation, in general or on a page.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Answer, Arguments, PAGE, Tool, text};
use crate::mcp::docs::{Chunk, Overview, Versions, pages_of, short};
use crate::mcp::listing::split_origin;
use crate::mcp::tree::Node;
use crate::mcp::{Docs, lines, passage};

pub(super) const TOOL: Tool = Tool {
    name: "diff",
    title: "Compare versions",
    description: "Shows what changed between two versions of the documentation. Without `page`, lists the added, removed, and \
        changed pages. With `page`, shows the added (`+`) and removed (`-`) lines of that page as Markdown. Use it for \
        questions about upgrades and changed behavior.",
    properties: || {
        json!({
            "from": { "type": "string", "description": "The older version, such as `1.0`." },
            "to": { "type": "string", "description": "The newer version. The default is the version of the given page, or the latest version." },
            "page": { "type": "string", "description": PAGE },
        })
    },
    required: &["from"],
    is_useful: |docs| docs.versions().is_some(),
    answer,
};

/// The time limit for comparing pages for the list of changed pages.
const PATIENCE: Duration = Duration::from_secs(10);
/// The maximum number of pages to check in each navigation tree to find a page that's in both versions.
const TRIED: usize = 20;

fn answer(docs: &Docs, arguments: &Arguments) -> Answer {
    let (from, to) = (text(arguments, "from").unwrap_or_default(), text(arguments, "to"));
    match text(arguments, "page") {
        Some(page) => one(docs, page, from, to),
        None => list(docs, from, to),
    }
}

fn one(docs: &Docs, page: &str, from: &str, to: Option<&str>) -> Answer {
    let page = docs.find(page)?;
    let chunk = docs.chunk(&page.path).unwrap_or_default();
    let Some(own) = chunk.version else {
        return Err(format!("{} doesn't belong to a version of the documentation.", page.url));
    };
    let names: Vec<&str> = chunk.versions.keys().map(String::as_str).collect();
    let versions = docs.versions();
    let named = |wanted: &str| {
        let known = versions.as_ref().filter(|_| !names.contains(&wanted));
        let name = known.and_then(|versions| name_in_set(versions, wanted).ok());
        name.unwrap_or(wanted).to_owned()
    };
    let (from, to) = (&*named(from), &*named(to.unwrap_or(&own)));
    let side = |name: &str| {
        let missing = || {
            format!(
                "The page isn't in version `{}`. Versions with this page: {}.",
                short(name),
                names.join(", ")
            )
        };
        docs.find(chunk.versions.get(name).ok_or_else(missing)?)
    };
    let (old, new) = (side(from)?, side(to)?);
    let (old_base, new_base) = bases(split_origin(&old.url).1, split_origin(&new.url).1);
    let overview = docs.overview()?;
    let (old_base, new_base) = (in_text(&overview, old_base), in_text(&overview, new_base));
    let changes = lines::compare(&old.text, &new.text, &|line| line.replace(&old_base, &new_base));
    let head = format!("--- {from}: {}\n+++ {to}: {}\n", old.url, new.url);
    if changes.is_empty() {
        return Ok(format!("{head}\nThe page is the same in both versions.\n"));
    }
    Ok(format!("{head}{}", bounded(&changes)))
}

/// Returns the name of a version in its documentation set, by its name or its label.
fn name_in_set<'v>(versions: &'v Versions, wanted: &str) -> Result<&'v str, String> {
    versions.find(wanted).map(|name| name.rsplit('/').next().unwrap_or(name))
}

fn list(docs: &Docs, from: &str, to: Option<&str>) -> Answer {
    let started = Instant::now();
    let versions = docs.versions().ok_or("The documentation has only one version.")?;
    let (from, to) = (name_in_set(&versions, from)?, name_in_set(&versions, to.unwrap_or(&versions.own))?);
    if from == to {
        return Err(format!("`from` and `to` are both `{}`.", short(from)));
    }
    let overview = docs.overview()?;
    let trees = docs.trees();
    let nodes: Vec<&Node> = pages_of(&trees).into_iter().map(|(node, _)| node).collect();
    let chunk = |node: &&Node| docs.chunk(&overview.locate(node.page()?).ok()?.0);
    let mut sets: BTreeSet<Set> = BTreeSet::new();
    for tree in &trees {
        let own = pages_of(std::slice::from_ref(tree));
        let mut chunks = own.iter().take(TRIED).filter_map(|(node, _)| chunk(node));
        sets.extend(chunks.find_map(|chunk| Set::of(&chunk, from, to)));
    }
    let mut changes = Changes::default();
    for set in &sets {
        compare(docs, &overview, (set, &nodes), started, &mut changes);
    }
    Ok(bounded(&changes.describe(from, to, &overview.origin)))
}

/// The URL paths of two versions of a documentation set.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Set {
    old: String,
    new: String,
    /// The URL paths of all versions.
    all: Vec<String>,
}

impl Set {
    /// Uses a page that's in both versions to find the URL paths.
    fn of(chunk: &Chunk, from: &str, to: &str) -> Option<Set> {
        let (from, to) = (chunk.versions.get(from)?, chunk.versions.get(to)?);
        let (old, new) = bases(from, to);
        let rest = &from[old.len()..];
        let all = chunk.versions.values().filter_map(|path| path.strip_suffix(rest));
        Some(Set { old: old.to_owned(), new: new.to_owned(), all: all.map(str::to_owned).collect() })
    }

    /// Returns the pages of the version at `base`, by the rest of their URL paths.
    fn pages<'t>(&self, base: &str, nodes: &[&'t Node]) -> BTreeMap<&'t str, &'t Node> {
        let rest = |href: &'t str| {
            let rest = href.strip_prefix(base)?;
            let is_other = |other: &String| other.len() > base.len() && href.starts_with(&**other);
            (!self.all.iter().any(is_other)).then_some(rest)
        };
        nodes.iter().filter_map(|node| Some((rest(node.page()?)?, *node))).collect()
    }
}

/// The changes between two versions of a site's documentation.
#[derive(Default)]
struct Changes<'t> {
    added: Vec<&'t Node>,
    removed: Vec<&'t Node>,
    /// The changed pages with their numbers of added and removed lines.
    changed: Vec<(usize, usize, &'t Node)>,
    same: usize,
    /// The number of pages that weren't compared because the time limit was reached.
    left: usize,
}

fn compare<'t>(
    docs: &Docs,
    overview: &Overview,
    (set, nodes): (&Set, &[&'t Node]),
    started: Instant,
    changes: &mut Changes<'t>,
) {
    let (old, new) = (set.pages(&set.old, nodes), set.pages(&set.new, nodes));
    changes.removed.extend(old.iter().filter(|(rest, _)| !new.contains_key(*rest)).map(|(_, node)| *node));
    let read = |node: &Node| {
        let (path, _) = overview.locate(node.page()?).ok()?;
        docs.markdown(&path).ok()?
    };
    let (old_base, new_base) = (in_text(overview, &set.old), in_text(overview, &set.new));
    for (rest, node) in new {
        let Some(before) = old.get(rest) else {
            changes.added.push(node);
            continue;
        };
        if started.elapsed() > PATIENCE {
            changes.left += 1;
            continue;
        }
        let (Some(before), Some(after)) = (read(before), read(node)) else {
            changes.left += 1;
            continue;
        };
        match lines::count(&before, &after, &|line| line.replace(&old_base, &new_base)) {
            (0, 0) => changes.same += 1,
            (added, removed) => changes.changed.push((added, removed, node)),
        }
    }
}

impl Changes<'_> {
    fn describe(mut self, from: &str, to: &str, origin: &str) -> String {
        let Changes { added, removed, changed, same, left } = &mut self;
        changed.sort_by_key(|(added, removed, _)| std::cmp::Reverse(added + removed));
        let mut out = format!(
            "From {from} to {to}: pages added: {}, removed: {}, changed: {}, unchanged: {same}.\n",
            added.len(),
            removed.len(),
            changed.len()
        );
        if *left > 0 {
            out.push_str(&format!(
                "Pages that weren't compared because the time limit was reached: {left}.\n"
            ));
        }
        let line = |node: &Node| format!("{} {origin}{}\n", node.label, node.page().unwrap_or_default());
        for (title, nodes) in [("Added", added), ("Removed", removed)] {
            if !nodes.is_empty() {
                out.push_str(&format!("\n{title}:\n"));
                nodes.iter().for_each(|node| out.push_str(&format!("- {}", line(node))));
            }
        }
        if !changed.is_empty() {
            out.push_str(
                "\nChanged, with the numbers of added and removed lines (for details, set `page`):\n",
            );
            changed.iter().for_each(|(added, removed, node)| {
                out.push_str(&format!("- +{added} -{removed} {}", line(node)))
            });
        }
        out
    }
}

/// Returns a URL path in the form that links in the pages' Markdown use. Such links always contain the origin in the
/// site's own settings.
fn in_text(overview: &Overview, path: &str) -> String {
    format!("{}{path}", overview.listing.origin.as_deref().unwrap_or_default())
}

/// Returns the parts of two URLs before the last path segments that the URLs have in common. Both parts end with a
/// slash.
fn bases<'u>(old: &'u str, new: &'u str) -> (&'u str, &'u str) {
    let same = old.bytes().rev().zip(new.bytes().rev()).take_while(|(a, b)| a == b).count();
    let rest = &old.as_bytes()[old.len() - same..];
    // The common end starts in the middle of a segment, or with the slash that ends the base.
    let cut = rest.iter().position(|byte| *byte == b'/').map_or(0, |at| same - at - 1);
    (&old[..old.len() - cut], &new[..new.len() - cut])
}

/// Cuts a list that is too long for an answer.
fn bounded(text: &str) -> String {
    passage::bounded(text, |more| format!("[Cut: {more} more lines]\n"))
}

#[cfg(test)]
mod tests {
    use super::bases;

    #[test]
    fn the_bases_of_versions_are_found() {
        assert_eq!(bases("/z/docs/a/", "/z/docs/next/a/"), ("/z/docs/", "/z/docs/next/"));
        assert_eq!(bases("/docs/1.0/a/b/", "/docs/2.0/a/b/"), ("/docs/1.0/", "/docs/2.0/"));
        assert_eq!(bases("/docs/1/xa/", "/docs/2/ya/"), ("/docs/1/xa/", "/docs/2/ya/"));
    }
}
