//! Converts home pages: the hero and the features.

use serde_json::{Map, Value as Json, json};

use super::context::Context;
use super::inline;
use crate::import::site::plain;
use crate::markdown::escape;
use crate::source::tree::{Node, Value};

/// Converts the hero to front matter. Returns the blocks that precede the page's text.
pub(super) fn convert(entries: &mut Map<String, Json>, context: &Context<'_>) -> String {
    let table = |name: &str| context.front_matter.entries.iter().find(|entry| entry.name == name);
    let mut blocks = Vec::new();
    let hero = table("hero");
    if let Some(hero) = hero {
        let text = |key: &str| hero.node.at(&[key]).and_then(Node::text).map(|text| plain(&text));
        let parts: Vec<String> =
            [text("name"), text("text")].into_iter().flatten().filter(|part| !part.is_empty()).collect();
        let mut section = Map::new();
        if !parts.is_empty() {
            section.insert("title".to_owned(), parts.join(": ").into());
        }
        if let Some(tagline) = text("tagline") {
            section.insert("tagline".to_owned(), tagline.into());
        }
        let actions = hero.node.at(&["actions"]).map_or(&[][..], Node::items);
        let actions: Vec<Json> = actions.iter().filter_map(|action| button(action, context)).collect();
        if !actions.is_empty() {
            section.insert("actions".to_owned(), actions.into());
        }
        if !section.is_empty() {
            entries.insert("hero".to_owned(), section.into());
        }
        blocks.extend(hero.node.at(&["image"]).and_then(|image| picture(image, context)));
    }
    // docgen shows the first block next to the title, so the page must have a block for this position.
    if blocks.is_empty() {
        blocks.push("<!-- The first block appears beside the title. -->".to_owned());
    }
    let features = table("features").map_or(&[][..], |entry| entry.node.items());
    let cards: Vec<String> = features.iter().filter_map(|feature| card(feature, context)).collect();
    if !cards.is_empty() {
        blocks.push(format!("::::cards\n{}\n::::", cards.join("\n")));
    }
    blocks.join("\n\n") + "\n\n"
}

/// Returns the URL of a link in front matter.
fn url(link: &str, context: &Context<'_>) -> String {
    let (route, page, site) = (context.route, context.page, context.site);
    // A link that doesn't start with a dot is relative to the site's root.
    let from = if link.starts_with('.') { route } else { "" };
    let (path, suffix) = link.split_at(link.find(['#', '?']).unwrap_or(link.len()));
    match site.page_at(from, path).filter(|_| !path.is_empty() && !crate::path::has_protocol(link)) {
        Some(target) => target.place.url() + suffix,
        None => site.address((route, page), link, &context.assets).unwrap_or_else(|| link.to_owned()),
    }
}

fn button(action: &Node, context: &Context<'_>) -> Option<Json> {
    let text = |key: &str| action.at(&[key]).and_then(Node::text);
    let variant = if text("theme").is_none_or(|theme| theme == "brand") { "primary" } else { "secondary" };
    let label = text("text")?;
    // A label might consist of only an image.
    let alt = || label.split("alt=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
    let label =
        Some(plain(&label)).filter(|label| !label.is_empty()).or_else(alt).or_else(|| text("link"))?;
    Some(json!({ "label": label, "href": url(&text("link")?, context), "variant": variant }))
}

/// Returns the hero image.
fn picture(image: &Node, context: &Context<'_>) -> Option<String> {
    let text = |node: &Node, key: &str| node.at(&[key]).and_then(Node::text);
    // Each of two images can have its own table.
    let of_mode = |mode: &str| text(image, mode).or_else(|| image.at(&[mode, "src"]).and_then(Node::text));
    let own = || image.at(&["light", "alt"]).and_then(Node::text);
    let alt = text(image, "alt").or_else(own).unwrap_or_default();
    let image = match image.at(&["src"]) {
        Some(src) if matches!(src.value, Value::Table(_)) => src,
        _ => image,
    };
    let file = |path: String| url(&path, context);
    if let (Some(light), Some(dark)) = (of_mode("light"), of_mode("dark")) {
        let mut attribute = String::new();
        escape::attribute(&alt, &mut attribute);
        let tag = |src: String, mode: &str| {
            format!("<img src=\"{}\" alt=\"{attribute}\" data-only=\"{mode}\">", file(src))
        };
        return Some(format!("<p>{}{}</p>", tag(light, "light"), tag(dark, "dark")));
    }
    let src = image
        .text()
        .or_else(|| text(image, "src"))
        .or_else(|| of_mode("light"))
        .or_else(|| of_mode("dark"))?;
    Some(format!("![{}]({})", alt.replace(['[', ']'], ""), file(src).replace(' ', "%20")))
}

/// Converts a feature.
fn card(feature: &Node, context: &Context<'_>) -> Option<String> {
    let text = |key: &str| feature.at(&[key]).and_then(Node::text);
    let mut title = inline::convert(&text("title")?.replace(['[', ']'], ""), context);
    let mut attributes = Vec::new();
    if let Some(link) = text("link") {
        attributes.push(format!("href=\"{}\"", url(&link, context)));
    }
    if let Some(icon) = feature.at(&["icon"]) {
        let src = ["src", "light", "dark"].iter().find_map(|key| icon.at(&[key]).and_then(Node::text));
        match (icon.text(), src) {
            (Some(icon), _) if !icon.trim_start().starts_with('<') => {
                title = format!("{} {title}", icon.trim())
            }
            (None, Some(src)) => attributes.push(format!("icon=\"{}\"", url(&src, context))),
            _ => {}
        }
    }
    let attributes =
        if attributes.is_empty() { String::new() } else { format!("{{{}}}", attributes.join(" ")) };
    let mut lines = vec![format!(":::card[{title}]{attributes}")];
    lines.extend(text("details").map(|details| inline::convert(details.trim(), context)));
    if let Some(more) = text("linkText") {
        lines.extend([String::new(), plain(&more)]);
    }
    lines.push(":::".to_owned());
    Some(lines.join("\n"))
}
