//! Converts shortcodes that arrange content: tabs, steps, cards, columns, and file trees.

use super::expand::{Expander, Output};
use super::write::{attribute, dedented, directive, fenced, icon_name, target};
use super::{Call, Piece};
use crate::import::lines::is_blank;

/// Converts a shortcode. If the name is unknown, returns `None`.
pub(super) fn convert(
    expander: &mut Expander<'_>,
    call: &Call,
    name: &str,
    inner: Option<&str>,
) -> Option<Output> {
    let is_block = call.name.starts_with("blocks/");
    Some(Output::Block(match (name, inner) {
        ("tabs" | "tabpane" | "codetabs" | "tabset" | "tab-group" | "tabbed", Some(inner)) => {
            return tabs(expander, call, inner);
        }
        // A site's own names, such as `langtabs` and `langtab`.
        (name, Some(inner)) if name.ends_with("tabs") && tabs_in(call).next().is_some() => {
            return tabs(expander, call, inner);
        }
        // A tab outside a group. Tabs in a group are converted with the group.
        (_, Some(inner)) if is_tab(call) => {
            let title = title(call, 0).unwrap_or("Tab").to_owned();
            directive("tabs", None, "", &tab(call, &title, &content(call, None, inner)))
        }
        // The label of a group. It's converted with the group.
        ("tab", None) if call.is(&["disabled"]) && title(call, 0).is_some() => {
            return Some(Output::Inline(String::new()));
        }
        ("steps" | "stepper", Some(inner)) => steps(inner),
        ("step", Some(inner)) => match call.get(&["title", "label", "name"], 0) {
            Some(title) => format!("**{title}**\n\n{}", dedented(inner)),
            None => dedented(inner),
        },
        (
            "cards" | "cardpane" | "card-grid" | "feature-grid" | "card-group" | "cardgroup" | "grid",
            Some(inner),
        ) => directive("cards", None, "", &dedented(inner)),
        ("card" | "linkcard" | "feature-card" | "feature", _) => card(expander, call, inner),
        ("columns" | "row", Some(inner)) => columns(inner),
        ("block", Some(inner)) if inner.contains(":::column") => columns(inner),
        ("column" | "col", Some(inner)) => {
            directive("columns", None, "", &directive("column", None, "", &dedented(inner)))
        }
        (
            "cover" | "section" | "lead" | "hero" | "hero-headline" | "hero-subtitle" | "hero-container",
            Some(inner),
        ) if is_block || name.starts_with("hero") => {
            let title = call.named(&["title"]).map_or_else(String::new, |title| format!("# {title}\n\n"));
            format!("{title}{}", dedented(inner))
        }
        ("link-down", _) if is_block => return Some(Output::Inline(String::new())),
        ("container" | "filetree", _) => {
            return inner.map(|_| Output::Block(directive("file-tree", None, "", &tree(call, 0))));
        }
        // These items are converted with the tree.
        ("folder" | "file", _) if call.name.starts_with("filetree/") => {
            return Some(Output::Inline(String::new()));
        }
        _ => return None,
    }))
}

/// The names of arguments that contain a tab's title.
const TITLES: [&str; 6] = ["header", "title", "name", "label", "tabname", "tab"];

fn title(call: &Call, at: usize) -> Option<&str> {
    call.get(&TITLES, at)
}

fn is_tab(call: &Call) -> bool {
    let name = call.name.rsplit('/').next().unwrap_or_default();
    name.ends_with("tab") || matches!(name, "tabitem" | "tab-item")
}

/// Returns the tabs that a group contains directly.
fn tabs_in(call: &Call) -> impl Iterator<Item = &Call> {
    call.inner.iter().flatten().filter_map(|piece| match piece {
        Piece::Call(tab) if is_tab(tab) => Some(tab),
        _ => None,
    })
}

/// Converts tabs. A group's argument can also list the tabs' titles.
fn tabs(expander: &mut Expander<'_>, call: &Call, inner: &str) -> Option<Output> {
    let listed: Vec<&str> = call
        .named(&["items", "names"])
        .map_or_else(Vec::new, |items| items.split(',').map(str::trim).collect());
    let calls: Vec<&Call> = tabs_in(call).collect();
    if calls.is_empty() {
        return Some(Output::Block(dedented(inner)));
    }
    let labels = calls.iter().filter(|tab| tab.is(&["disabled"])).filter_map(|tab| title(tab, 0));
    let labels = labels.map(|label| format!("{label}\n\n")).collect::<String>();
    let mut converted = Vec::new();
    for (at, tab_call) in calls.into_iter().enumerate().filter(|(_, tab)| !tab.is(&["disabled"])) {
        let own = title(tab_call, 0).or(listed.get(at).copied());
        let own = own
            .or_else(|| tab_call.named(&["lang"]))
            .map_or_else(|| format!("Tab {}", at + 1), str::to_owned);
        let inside = tab_call.inner.as_deref().map_or_else(String::new, |pieces| expander.expand(pieces));
        converted.push(tab(tab_call, &own, &content(tab_call, Some(call), &inside)));
    }
    Some(Output::Block(labels + &directive("tabs", None, "", &converted.join("\n"))))
}

fn tab(call: &Call, title: &str, content: &str) -> String {
    let is_default = call.is(&["selected", "default"]);
    directive("tab", Some(title), if is_default { "default" } else { "" }, content)
}

/// Returns a tab's content. In a `tabpane` group, the content is code unless the tab is marked as text.
fn content(call: &Call, group: Option<&Call>, inner: &str) -> String {
    let is_pane = group.is_some_and(|group| group.name == "tabpane") || call.name == "codetab";
    let text = call.named(&["text"]).or_else(|| group?.named(&["text"]));
    if !is_pane || call.is_markdown || text == Some("true") {
        return dedented(inner);
    }
    let language = call.named(&["lang", "language"]).or_else(|| group?.named(&["lang", "language"]));
    fenced(language.unwrap_or_default(), inner)
}

/// Converts steps. An ordered list becomes a `steps` directive, and headings stay the same.
fn steps(inner: &str) -> String {
    let inner = dedented(inner);
    let is_item = |line: &str| {
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        digits > 0 && line[digits..].starts_with(['.', ')'])
    };
    if inner.lines().next().is_some_and(is_item) { directive("steps", None, "", &inner) } else { inner }
}

fn card(expander: &mut Expander<'_>, call: &Call, inner: Option<&str>) -> String {
    let mut titles = ["header", "heading", "title"].into_iter().filter_map(|name| call.named(&[name]));
    let title = titles.next().or_else(|| call.positional(0));
    let other = titles.next().map(|title| format!("**{title}**"));
    let href = target(expander.host, call);
    let icon = call.named(&["icon"]).and_then(icon_name);
    let image = call.named(&["image", "img", "src"]).map(|image| {
        let found = expander.host.image(image).map(|(url, _)| url);
        let url = found.unwrap_or_else(|| expander.url(image));
        format!("![{}]({url})", call.named(&["alt"]).unwrap_or_default())
    });
    let texts =
        ["subtitle", "description", "text", "content"].map(|name| call.named(&[name]).map(str::to_owned));
    let code = call
        .is(&["code"])
        .then(|| inner.map(|inner| fenced(call.named(&["lang"]).unwrap_or_default(), inner)))
        .flatten();
    let inner = code.or_else(|| inner.map(dedented)).filter(|inner| !inner.is_empty());
    let footer = call.named(&["footer", "tag"]).map(str::to_owned);
    let parts: Vec<String> = image
        .into_iter()
        .chain(other)
        .chain(texts.into_iter().flatten())
        .chain(inner)
        .chain(footer)
        .collect();
    let attributes = format!("{}{}", attribute("href", href.as_deref()), attribute("icon", icon));
    directive("card", Some(title.unwrap_or_default()), attributes.trim(), &parts.join("\n\n"))
}

/// Converts columns. Columns are list items, are separated by `<--->` lines, or were already converted.
fn columns(inner: &str) -> String {
    let inner = dedented(inner);
    let column = |text: &str| directive("column", None, "", &dedented(text));
    let is_mark = |line: &str| matches!(line.trim(), "<--->" | "<-->" | "&lt;--->");
    let lines: Vec<&str> = inner.lines().collect();
    let parts: Vec<String> = if lines.iter().any(|line| is_mark(line)) {
        lines.split(|line| is_mark(line)).map(|part| column(&part.join("\n"))).collect()
    } else if inner.starts_with("- ") || inner.starts_with("* ") {
        items(&lines).iter().map(|item| column(item)).collect()
    } else {
        // Columns that were already converted have their own group.
        let bare = inner.replace("::::columns\n", "").replace("\n::::", "");
        return if bare.contains(":::column") { directive("columns", None, "", &bare) } else { inner };
    };
    directive("columns", None, "", &parts.join("\n"))
}

/// Returns the top-level items of a list.
fn items(lines: &[&str]) -> Vec<String> {
    let mut items: Vec<Vec<String>> = Vec::new();
    for line in lines {
        match line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
            Some(first) => items.push(vec![format!("  {first}")]),
            None => items.last_mut().map_or((), |item| item.push((*line).to_owned())),
        }
    }
    items.into_iter().map(|item| item.join("\n")).collect()
}

/// Returns a list of files and folders.
fn tree(call: &Call, level: usize) -> String {
    let mut lines = Vec::new();
    for piece in call.inner.iter().flatten() {
        let Piece::Call(entry) = piece else { continue };
        let is_folder = entry.name.ends_with("folder");
        let Some(name) = entry.get(&["name"], 0) else { continue };
        let slash = if is_folder && !name.ends_with('/') { "/" } else { "" };
        lines.push(format!("{}- {name}{slash}", "  ".repeat(level)));
        let inside = tree(entry, level + 1);
        if !is_blank(&inside) {
            lines.push(inside);
        }
    }
    lines.join("\n")
}
