//! Converts pages' front matter and heroes.

use serde_json::{Map, Value as Json, json};

use super::context::Context;
use super::{Converted, Page, Starlight, text};
use crate::import::front_matter::{self, Entry, FrontMatter};
use crate::import::markdown;
use crate::import::site::{HeadNode, page_head};
use crate::import::titles;
use crate::markdown::escape;
use crate::source::tree::{Node, Value};

impl Starlight<'_> {
    /// Converts a page.
    pub(super) fn page(&self, below: &str, page: &Page) -> Option<Converted> {
        let source = self.origin.text(&page.file)?;
        let front_matter = front_matter::read(&source);
        let context = Context::new(self, &source, Some(page), &front_matter);
        let mut entries = self.entries(&front_matter, &context);
        let mut text = text::convert(&source.text[front_matter.end..], &context);
        if page.file.extension() == "mdx" && text.starts_with("export const frontmatter") {
            text = format!("\n{text}");
        }
        text = self.hero(page, &mut entries, &context) + &text;
        if let Some(slug) = page.place.slug() {
            entries.insert("slug".to_owned(), slug);
        }
        if self.flag("pagination") == Some(false) && page.place.folder == "docs" {
            for key in ["pagination_prev", "pagination_next"] {
                entries.entry(key).or_insert(Json::Null);
            }
        }
        let has_toc = front_matter.entries.iter().any(|entry| entry.name == "tableOfContents");
        if self.flag("tableOfContents") == Some(false) && !has_toc && page.place.folder != "pages" {
            entries.insert("hide_table_of_contents".to_owned(), true.into());
        }
        if let Some(main) = &self.main {
            let route = page.place.route.trim_matches('/');
            let is_inside = below.split('/').next() == Some(main) || page.slug == *main;
            if is_inside && page.place.locale.is_none() {
                let alias = if route.is_empty() { format!("/{main}") } else { format!("/{main}/{route}") };
                entries.insert("aliases".to_owned(), json!([alias]));
            }
        }
        if let Some(blog) = self.blog_of(page) {
            let has_excerpt = front_matter.entries.iter().any(|entry| entry.name == "excerpt");
            self.finish_post(page, blog, (&mut entries, has_excerpt), &mut text);
        }
        let own_sidebar = page.place.locale.as_ref().filter(|code| self.translated.contains(*code));
        if let Some(code) = own_sidebar.filter(|_| page.place.folder == "docs") {
            entries
                .entry("displayed_sidebar")
                .or_insert_with(|| format!("docs-{code}").to_ascii_lowercase().into());
        }
        if let Some(sidebar) = page.place.id().and_then(|id| self.placed.get(id)) {
            entries.entry("displayed_sidebar").or_insert_with(|| sidebar.as_str().into());
        }
        let mut text = titles::below(&entries, text);
        if let Some(title) = tab_title(&front_matter) {
            set_tab_title(title, &mut entries, &mut text);
        }
        let text = front_matter::write(&entries) + text.trim_start_matches('\n');
        let Context { left, needed, .. } = context;
        let (needed, left) = (needed.into_inner(), left.into_inner());
        Some(Converted { path: page.place.file(), text, needed, left })
    }

    /// Converts the front matter.
    fn entries(&self, front_matter: &FrontMatter, context: &Context<'_>) -> Map<String, Json> {
        let mut own: Vec<(&'static str, Json)> = Vec::new();
        for entry in &front_matter.entries {
            self.key(entry, context, &mut own);
        }
        let known = |name: &str, node: &Node| match name {
            "title" | "description" => node.text().is_none().then(Vec::new),
            "draft" if matches!(node.value, Value::Bool(_)) => Some(vec![("draft", node.json())]),
            _ => Some(Vec::new()),
        };
        let mut entries = front_matter.converted(context.source, &mut context.left.borrow_mut(), known);
        entries.extend(own.into_iter().map(|(name, value)| (name.to_owned(), value)));
        entries
    }

    /// Converts a front matter key.
    fn key(&self, entry: &Entry, context: &Context<'_>, own: &mut Vec<(&'static str, Json)>) {
        let node = &entry.node;
        let is_off = matches!(node.value, Value::Bool(false));
        let text = |key: &str| node.at(&[key]).and_then(Node::text);
        let note = |what: &str, hint: &str| {
            context.left.borrow_mut().note(context.source, entry.key.clone(), what, hint);
        };
        let is_post = context.page.is_some_and(|page| self.blog_of(page).is_some());
        if is_post && self.post_key(entry, context, own) {
            return;
        }
        match entry.name.as_str() {
            "title" | "description" | "draft" | "slug" | "hero" => {}
            "sidebar" => {
                own.extend(node.at(&["order"]).map(|order| ("sidebar_position", order.json())));
                own.extend(text("label").map(|label| ("sidebar_label", label.into())));
                if node.at(&["badge"]).is_some() {
                    note("the badge in the sidebar", "add it to `sidebar_label`");
                }
            }
            "tableOfContents" if is_off => own.push(("hide_table_of_contents", true.into())),
            "tableOfContents" => {
                let level =
                    |key: &str| node.at(&[key]).map(|node| node.json().as_u64().unwrap_or(2).clamp(2, 6));
                own.extend(level("minHeadingLevel").map(|level| ("toc_min_heading_level", level.into())));
                own.extend(level("maxHeadingLevel").map(|level| ("toc_max_heading_level", level.into())));
            }
            "editUrl" if is_off => own.push(("custom_edit_url", Json::Null)),
            "editUrl" => own.extend(node.text().map(|url| ("custom_edit_url", url.into()))),
            "lastUpdated" => {
                let written = context.source.text[entry.value.clone()].trim_matches(['"', '\'']);
                let date =
                    written.get(..10).filter(|date| date.bytes().filter(u8::is_ascii_digit).count() == 8);
                own.extend(date.map(|date| ("last_update", json!({ "date": date }))));
            }
            "prev" => own.extend(self.neighbor(node, &note).map(|value| ("pagination_prev", value))),
            "next" => own.extend(self.neighbor(node, &note).map(|value| ("pagination_next", value))),
            "pagefind" if is_off => own.push(("search", false.into())),
            "pagefind" => {}
            "template" => {
                if node.text().as_deref() == Some("splash") {
                    own.push(("displayed_sidebar", Json::Null));
                    own.push(("hide_table_of_contents", true.into()));
                }
            }
            "banner" => {}
            "topic" if !self.topic_ids.is_empty() => {
                let sidebar = node.text().and_then(|topic| self.topic_ids.get(&topic));
                own.extend(sidebar.map(|id| ("displayed_sidebar", id.as_str().into())));
            }
            "head" => {
                let tags = node.items().iter().filter(|tag| !is_title(tag)).map(|tag| HeadNode {
                    tag: tag.at(&["tag"]).and_then(Node::text).unwrap_or_default(),
                    attributes: tag.at(&["attrs"]),
                    content: tag.at(&["content"]).and_then(Node::text),
                });
                own.extend(page_head(tags, &|url| self.without_base(url), &note));
            }
            name => note(
                &format!("the `{name}` front matter key"),
                "use an equivalent docgen key if there is one; otherwise, leave out this key",
            ),
        }
    }

    /// Returns the ID of the previous or next document. If there's no such document, the value is `null`.
    fn neighbor(&self, node: &Node, note: &dyn Fn(&str, &str)) -> Option<Json> {
        if matches!(node.value, Value::Bool(is_shown) if !is_shown) {
            return Some(Json::Null);
        }
        let link = node.at(&["link"]).and_then(Node::text);
        let page = link.and_then(|link| self.page_at("", &format!("/{}", link.trim_start_matches('/'))));
        match page.and_then(|page| page.place.id()).filter(|id| self.ids.contains(*id)) {
            Some(id) => Some(id.into()),
            None if matches!(node.value, Value::Bool(_)) => None,
            None => {
                note("the link text for the previous or next page", "set `pagination_label` on that page");
                None
            }
        }
    }

    /// Converts the hero and the banner. Returns the blocks that precede the page's text.
    fn hero(&self, page: &Page, entries: &mut Map<String, Json>, context: &Context<'_>) -> String {
        let entry = |name: &str| context.front_matter.entries.iter().find(|entry| entry.name == name);
        let mut blocks = Vec::new();
        if let Some(content) = entry("banner").and_then(|entry| entry.node.at(&["content"])?.text()) {
            let content = content.replace(" class=", " className=");
            blocks.push(format!(":::info[]\n{}\n:::", content.trim()));
        }
        if let Some(hero) = entry("hero").map(|entry| &entry.node) {
            self.hero_blocks(hero, page, entries, context, &mut blocks);
        }
        blocks.iter().map(|block| format!("{block}\n\n")).collect()
    }

    fn hero_blocks(
        &self,
        hero: &Node,
        page: &Page,
        entries: &mut Map<String, Json>,
        context: &Context<'_>,
        blocks: &mut Vec<String>,
    ) {
        let text = |key: &str| hero.at(&[key]).and_then(Node::text);
        let actions = hero.at(&["actions"]).map_or(&[][..], Node::items);
        let actions: Vec<(String, String, bool)> = actions
            .iter()
            .filter_map(|action| {
                let text = |key: &str| action.at(&[key]).and_then(Node::text);
                let link = text("link")?;
                let target = self.page_at(&page.slug, &link).filter(|_| !link.contains(':'));
                let suffix = link.find(['#', '?']).map_or("", |at| &link[at..]);
                let url = match target {
                    Some(target) => target.place.url() + suffix,
                    None => context.address(&link).unwrap_or(link),
                };
                Some((text("text")?, url, text("variant").is_none_or(|variant| variant == "primary")))
            })
            .collect();
        let picture = hero.at(&["image"]).and_then(|image| picture(image, context));
        if page.place.folder == "pages" {
            entries.remove("displayed_sidebar");
            entries.remove("hide_table_of_contents");
            entries.insert("layout".to_owned(), "home".into());
            let buttons: Vec<Json> = actions
                .iter()
                .map(|(label, href, is_primary)| {
                    json!({ "label": label, "href": href, "variant": if *is_primary { "primary" } else { "secondary" } })
                })
                .collect();
            let mut section = Map::new();
            section.extend(
                text("title").map(|title| ("title".to_owned(), super::settings::plain(&title).into())),
            );
            let tagline = text("tagline").map(|tagline| super::settings::plain(&tagline));
            section.insert("tagline".to_owned(), tagline.unwrap_or_default().into());
            if !buttons.is_empty() {
                section.insert("actions".to_owned(), buttons.into());
            }
            entries.insert("hero".to_owned(), section.into());
            // docgen shows the first block next to the title, so the page must have a block for this position.
            let default = || "<!-- The first block appears beside the title. -->".to_owned();
            blocks.insert(0, picture.unwrap_or_else(default));
            return;
        }
        blocks.extend(picture);
        blocks.extend(text("tagline"));
        let links: Vec<String> =
            actions.iter().map(|(label, href, _)| format!("[{label}]({href})")).collect();
        if !links.is_empty() {
            blocks.push(links.join(" "));
        }
    }
}

fn is_title(tag: &Node) -> bool {
    tag.at(&["tag"]).and_then(Node::text).as_deref() == Some("title")
}

/// Returns the title in the browser tab, if it differs from the page's title.
fn tab_title(front_matter: &FrontMatter) -> Option<String> {
    let head = front_matter.entries.iter().find(|entry| entry.name == "head")?;
    head.node.items().iter().rfind(|tag| is_title(tag))?.at(&["content"])?.text()
}

/// Sets the title in the browser tab. The page, the sidebar, and the links to the next pages keep the page's own title.
fn set_tab_title(title: String, entries: &mut Map<String, Json>, text: &mut String) {
    let Some(own) = entries.insert("title".to_owned(), title.into()) else { return };
    for key in ["sidebar_label", "pagination_label"] {
        entries.entry(key).or_insert_with(|| own.clone());
    }
    if let Some(hero) = entries.get_mut("hero").and_then(Json::as_object_mut) {
        hero.entry("title").or_insert(own);
    } else if titles::heading(text).is_none() {
        let heading = markdown::escaped(own.as_str().unwrap_or_default());
        *text = format!("# {heading}\n\n{}", text.trim_start_matches('\n'));
    }
}

/// Returns the hero image.
fn picture(image: &Node, context: &Context<'_>) -> Option<String> {
    let text = |key: &str| image.at(&[key]).and_then(Node::text);
    let alt = text("alt").unwrap_or_default();
    let file = |path: String| context.address(&path).unwrap_or(path);
    if let (Some(light), Some(dark)) = (text("light"), text("dark")) {
        let mut attribute = String::new();
        escape::attribute(&alt, &mut attribute);
        let tag = |src: String, mode: &str| {
            format!("<img src=\"{}\" alt=\"{attribute}\" data-only=\"{mode}\" />", file(src))
        };
        return Some(format!("<p>{}{}</p>", tag(light, "light"), tag(dark, "dark")));
    }
    if let Some(html) = text("html") {
        context.note(html.lines().next().unwrap_or_default(), "HTML in the hero", "add an image to the page");
        return None;
    }
    Some(format!("![{}]({})", alt.replace(['[', ']'], ""), file(text("file")?).replace(' ', "%20")))
}
