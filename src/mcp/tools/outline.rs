//! `outline`: the site's navigation, or a page's headings.

use std::collections::BTreeSet;

use serde_json::json;

use super::{Answer, Arguments, PAGE, Tool, text};
use crate::mcp::docs::{Overview, key, pages_of, short};
use crate::mcp::tree::{Node, Tree};
use crate::mcp::{Docs, passage};

pub(super) const TOOL: Tool = Tool {
    name: "outline",
    title: "Outline the site or a page",
    description: "Without arguments, returns the site's navigation: sections and pages with their URL paths. Use it to see what the \
        documentation covers. With `page`, returns that page's headings with anchors and sizes in tokens, so you can \
        read only the section you need. With `under`, lists everything in one part of the navigation.",
    properties: || {
        json!({
            "page": { "type": "string", "description": PAGE },
            "under": { "type": "string", "description": "The name of a category in the navigation, or the start of the pages' paths, such as `/docs/guides`." },
        })
    },
    required: &[],
    is_useful: |_| true,
    answer,
};

/// The maximum number of lines. If the full navigation has more lines, only its upper levels are listed.
const LINES: usize = 250;

fn answer(docs: &Docs, arguments: &Arguments) -> Answer {
    match (text(arguments, "page"), text(arguments, "under")) {
        (Some(page), None) => headings(docs, page),
        (Some(_), Some(_)) => Err("Specify either `page` or `under`, not both.".to_owned()),
        (None, under) => navigation(docs, under),
    }
}

fn headings(docs: &Docs, page: &str) -> Answer {
    let page = docs.find(page)?;
    let mut out = format!("{}: {} tokens\n\n", page.url, passage::tokens(page.text.len()));
    let all = &page.sections;
    // On a page with many headings, only the upper levels are listed.
    let depth = (2..=6).rev().find(|depth| all.iter().filter(|one| one.level <= *depth).count() <= LINES);
    let depth = depth.unwrap_or(2);
    let sections: Vec<_> = all.iter().filter(|section| section.level <= depth).collect();
    for section in sections.iter().take(LINES) {
        let indent = "  ".repeat(section.level - 1);
        let anchor = if section.level > 1 { format!(" #{}", section.id) } else { String::new() };
        let size = passage::tokens(section.range.len());
        out.push_str(&format!("{indent}- {}{anchor} ({size})\n", section.title));
    }
    let hidden = all.len() - sections.len();
    if hidden > 0 {
        out.push_str(&format!("\n[{hidden} deeper headings aren't listed. To find one, use `search`.]\n"));
    }
    if sections.len() > LINES {
        let more = sections.len() - LINES;
        out.push_str(&format!("\n[{more} more headings. To find one, use `search`.]\n"));
    }
    Ok(out)
}

fn navigation(docs: &Docs, under: Option<&str>) -> Answer {
    let overview = docs.overview()?;
    let trees = docs.trees();
    let Some(under) = under else { return Ok(whole(docs, &overview, &trees)) };
    let origin = origin(&overview).map(|line| format!("{line}\n\n")).unwrap_or_default();
    let prefix = key(under);
    let is_path = under.contains('/');
    let mut found = Vec::new();
    for tree in &trees {
        let same = |node: &Node| match is_path {
            true => node.page().is_some_and(|href| is_below(&key(href), &prefix, &overview.base)),
            false => node.label.eq_ignore_ascii_case(under) || tree.id.eq_ignore_ascii_case(under),
        };
        collect(&tree.items, &same, &mut found);
    }
    if found.is_empty() {
        let pages = overview.listing.pages.iter();
        let of_list: Vec<String> = pages
            .filter(|page| match is_path {
                true => format!("/{}", page.path).starts_with(&*prefix),
                false => page.group.eq_ignore_ascii_case(under),
            })
            .map(|page| format!("- {} {}\n", page.title, overview.guess_path(&page.path)))
            .collect();
        if of_list.is_empty() {
            let mut names = BTreeSet::new();
            trees.iter().flat_map(|tree| &tree.items).filter(|node| !node.items.is_empty()).for_each(
                |node| {
                    names.insert(node.label.as_str());
                },
            );
            let names: Vec<&str> = names.into_iter().take(40).collect();
            return Err(format!("Nothing under `{}`. Categories: {}.", short(under), names.join(", ")));
        }
        return Ok(bounded(&(origin + &of_list.concat())));
    }
    let mut out = origin;
    found.into_iter().for_each(|node| list(node, 0, usize::MAX, &mut out));
    Ok(bounded(&out))
}

/// Says which site the paths in an answer belong to. Full URLs would make the answer a third longer.
fn origin(overview: &Overview) -> Option<String> {
    (!overview.origin.is_empty()).then(|| format!("The paths are relative to {}.", overview.origin))
}

/// Whether a URL path is the same as `prefix` or below it. The prefix can be given with or without the base URL.
fn is_below(path: &str, prefix: &str, base: &str) -> bool {
    let own = path.strip_prefix(base.trim_end_matches('/')).unwrap_or(path);
    [path, own]
        .iter()
        .any(|path| path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

fn collect<'t>(nodes: &'t [Node], same: &dyn Fn(&Node) -> bool, found: &mut Vec<&'t Node>) {
    for node in nodes {
        if same(node) {
            found.push(node);
        } else {
            collect(&node.items, same, found);
        }
    }
}

fn whole(docs: &Docs, overview: &Overview, trees: &[Tree]) -> String {
    let listing = &overview.listing;
    let mut out = format!("# {}\n", listing.title);
    if !listing.tagline.is_empty() {
        out.push_str(&format!("\n{}\n", listing.tagline));
    }
    let versions = docs.versions();
    if let Some(versions) = &versions {
        out.push_str(&format!("\nVersions: {} (latest: {})\n", versions.list(), versions.own));
    }
    let known: BTreeSet<String> =
        pages_of(trees).iter().filter_map(|(node, _)| node.page()).map(key).collect();
    let base = overview.base.trim_end_matches('/');
    let others: Vec<_> = listing
        .pages
        .iter()
        .filter(|page| !known.contains(&format!("{base}/{}", page.path)) && page.path != "index")
        .collect();
    if let Some(origin) = origin(overview) {
        out.push_str(&format!("\n{origin}\n"));
    }
    // The list contains only the latest version.
    let listed: BTreeSet<String> = listing.pages.iter().map(|page| format!("{base}/{}", page.path)).collect();
    let is_listed = |node: &Node| node.page().is_some_and(|href| listed.contains(&key(href)));
    let is_latest = |tree: &&Tree| {
        let pages = pages_of(std::slice::from_ref(*tree));
        versions.is_none() || pages.iter().any(|(node, _)| is_listed(node))
    };
    let (trees, older): (Vec<&Tree>, Vec<&Tree>) = trees.iter().partition(is_latest);
    let count = |depth| {
        let lines: usize = trees.iter().map(|tree| lines(&tree.items, depth)).sum();
        lines
    };
    let depth = (1..8).rev().find(|depth| count(*depth) <= LINES).unwrap_or(1);
    for tree in &trees {
        out.push_str(&format!("\n## {}\n\n", tree.id));
        tree.items.iter().for_each(|node| list(node, 0, depth - 1, &mut out));
    }
    if !others.is_empty() {
        out.push_str("\n## Other pages\n\n");
        for page in others.iter().take(50) {
            out.push_str(&format!("- {} {}\n", page.title, overview.guess_path(&page.path)));
        }
        if others.len() > 50 {
            out.push_str(&format!("- [{} more]\n", others.len() - 50));
        }
    }
    if !older.is_empty() {
        let names: Vec<String> = older.iter().map(|tree| format!("`{}`", tree.id)).collect();
        out.push_str(&format!("\n[Other versions, which you can list with `under`: {}]\n", names.join(", ")));
    }
    bounded(&out)
}

/// Counts the lines of a tree down to a depth, where 1 is the top level.
fn lines(nodes: &[Node], depth: usize) -> usize {
    nodes.iter().map(|node| 1 + if depth > 1 { lines(&node.items, depth - 1) } else { 0 }).sum()
}

fn list(node: &Node, level: usize, depth: usize, out: &mut String) {
    let method = node.method().map(|method| format!("{method} ")).unwrap_or_default();
    let url = node.page().map(|href| format!(" {href}")).unwrap_or_default();
    let below = lines(&node.items, usize::MAX);
    let hidden = if level >= depth && below > 0 { format!(" ({below} more inside)") } else { String::new() };
    out.push_str(&format!("{}- {method}{}{url}{hidden}\n", "  ".repeat(level), node.label));
    if level < depth {
        node.items.iter().for_each(|node| list(node, level + 1, depth, out));
    }
}

/// Truncates a list that is too long for an answer.
fn bounded(text: &str) -> String {
    passage::bounded(text, |more| {
        format!("\n[Cut: {more} more lines. To list one part, call `outline` with `under`.]\n")
    })
}
