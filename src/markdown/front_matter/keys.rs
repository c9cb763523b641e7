//! The keys of front matter: what each has to be, and what is said when it is not.

use std::ops::Range;

use super::{Author, AuthorEntry, FrontMatter, Hero, HeroAction, LastUpdate, SearchSetting};
use crate::diag::{Code, Diagnostic, Span, nearest};
use crate::path::{runs_script, runs_script_as_image};
use crate::source::Source;
use crate::source::tree::{self, Key, Node, Syntax, Value};

const KEYS: &[&str] = &[
    "id",
    "title",
    "slug",
    "description",
    "keywords",
    "image",
    "sidebar_label",
    "sidebar_position",
    "sidebar_class_name",
    "hide_title",
    "hide_table_of_contents",
    "toc_min_heading_level",
    "toc_max_heading_level",
    "pagination_label",
    "pagination_next",
    "pagination_prev",
    "displayed_sidebar",
    "custom_edit_url",
    "tags",
    "aliases",
    "date",
    "authors",
    "draft",
    "unlisted",
    "search",
    "last_update",
    "layout",
    "hero",
];

/// Reads the settings in a range of a source.
pub(super) fn read(
    syntax: Syntax,
    source: &Source,
    range: Range<usize>,
    diagnostics: &mut Vec<Diagnostic>,
) -> FrontMatter {
    let mut front_matter = FrontMatter::default();
    let text = &source.text[range.clone()];
    let mut reader = Reader { syntax, source, text, base: range.start, diagnostics };
    match tree::parse(syntax, text) {
        Ok(Node { value: Value::Table(entries), .. }) => {
            for (key, node) in &entries {
                reader.setting(&mut front_matter, key, node);
            }
        }
        Ok(Node { value: Value::Null, .. }) => {}
        Ok(Node { value, range }) => {
            let what = value.what();
            let message = format!("front matter holds settings such as `title: Quickstart`, here is {what}");
            reader.report(message, range);
        }
        Err(fault) => {
            let message = format!("the front matter is not valid {}: {}", syntax.name(), fault.message);
            reader.report(message, fault.range).hints.extend(fault.hint);
        }
    }
    let (low, high) = (front_matter.toc_min_heading_level, front_matter.toc_max_heading_level);
    if low.zip(high).is_some_and(|(low, high)| low > high) {
        let message = "`toc_min_heading_level` is greater than `toc_max_heading_level`".to_owned();
        reader.report(message, 0..text.trim_end().len());
        (front_matter.toc_min_heading_level, front_matter.toc_max_heading_level) = (None, None);
    }
    front_matter
}

struct Reader<'a> {
    syntax: Syntax,
    source: &'a Source,
    text: &'a str,
    base: usize,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn setting(&mut self, to: &mut FrontMatter, key: &Key, node: &Node) {
        match key.name.as_str() {
            "id" => to.id = self.text(key, node),
            "title" => to.title = self.text(key, node),
            "slug" => to.slug = self.text(key, node),
            "description" => to.description = self.text(key, node),
            "keywords" => to.keywords = self.texts(key, node),
            "image" => to.image = self.url(key, node, runs_script_as_image),
            "sidebar_label" => to.sidebar_label = self.text(key, node),
            "sidebar_position" => to.sidebar_position = self.number(key, node),
            "sidebar_class_name" => to.sidebar_class_name = self.text(key, node),
            "hide_title" => to.hide_title = self.flag(key, node),
            "hide_table_of_contents" => to.hide_table_of_contents = self.flag(key, node),
            "toc_min_heading_level" => to.toc_min_heading_level = self.level(key, node),
            "toc_max_heading_level" => to.toc_max_heading_level = self.level(key, node),
            "pagination_label" => to.pagination_label = self.text(key, node),
            "pagination_next" => to.pagination_next = self.optional_text(key, node),
            "pagination_prev" => to.pagination_prev = self.optional_text(key, node),
            "displayed_sidebar" => to.displayed_sidebar = self.optional_text(key, node),
            "custom_edit_url" => to.custom_edit_url = self.optional_url(key, node),
            "tags" => to.tags = self.texts(key, node),
            "aliases" => to.aliases = self.texts(key, node),
            "date" => to.date = self.date(key, node),
            "authors" => to.authors = self.authors(key, node),
            "draft" => to.draft = self.flag(key, node),
            "unlisted" => to.unlisted = self.flag(key, node),
            "search" => to.search = self.search(key, node),
            "last_update" => to.last_update = self.last_update(key, node),
            "layout" => to.layout = self.text(key, node),
            "hero" => to.hero = self.hero(key, node),
            _ => self.unknown(key, KEYS, "front matter"),
        }
    }

    fn report(&mut self, message: String, range: Range<usize>) -> &mut Diagnostic {
        let span = Span::from(self.base + range.start..self.base + range.end);
        self.diagnostics.push(Diagnostic::new(Code::InvalidFrontMatter, message).at(&self.source.path, span));
        self.diagnostics.last_mut().expect("one was just pushed")
    }

    fn unknown(&mut self, key: &Key, known: &[&str], of: &str) {
        let near = nearest(&key.name, known.iter().copied());
        let hint = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys are {}", known.join(", ")),
        };
        let message = format!("unknown key `{}` in {of}", key.name);
        self.report(message, key.range.clone()).hints.push(hint);
    }

    fn wrong(&mut self, key: &Key, node: &Node, wanted: &str, hint: Option<String>) {
        let message = format!("`{}` must be {wanted}, here is {}", key.name, node.value.what());
        let range = if node.range.is_empty() { key.range.clone() } else { node.range.clone() };
        self.report(message, range).hints.extend(hint);
    }

    fn written(&self, node: &Node) -> &str {
        self.text.get(node.range.clone()).unwrap_or_default().trim()
    }

    fn example(&self, key: &Key, value: &str) -> String {
        match self.syntax {
            Syntax::Yaml | Syntax::Json => format!("write `{}: {value}`", key.name),
            Syntax::Toml => format!("write `{} = {value}`", key.name),
        }
    }

    /// Text, or a number or date as it is written: `title: 2024` means what it says.
    fn scalar(&self, node: &Node) -> Option<String> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            Value::Number(_) | Value::Date => Some(self.written(node).to_owned()),
            Value::Null | Value::Bool(_) | Value::List(_) | Value::Table(_) => None,
        }
    }

    fn text(&mut self, key: &Key, node: &Node) -> Option<String> {
        if matches!(node.value, Value::Null) {
            return None;
        }
        let text = self.scalar(node);
        if text.is_none() {
            let hint = matches!(node.value, Value::Bool(_))
                .then(|| self.example(key, &format!("\"{}\"", self.written(node))));
            self.wrong(key, node, "text", hint);
        }
        text
    }

    /// A URL, if it runs no script.
    fn url(&mut self, key: &Key, node: &Node, runs_script: fn(&str) -> bool) -> Option<String> {
        let url = self.text(key, node)?;
        if !runs_script(&url) {
            return Some(url);
        }
        let span = Span::from(self.base + node.range.start..self.base + node.range.end);
        self.diagnostics.push(Diagnostic::script_link(&url).at(&self.source.path, span));
        None
    }

    /// A URL, where nothing means that there shall be none.
    fn optional_url(&mut self, key: &Key, node: &Node) -> Option<Option<String>> {
        match self.optional_text(key, node)? {
            Some(_) => Some(self.url(key, node, runs_script)),
            None => Some(None),
        }
    }

    /// Text, where nothing means that there shall be none. TOML has no null: `false` says it there.
    fn optional_text(&mut self, key: &Key, node: &Node) -> Option<Option<String>> {
        match node.value {
            Value::Null | Value::Bool(false) => Some(None),
            _ => {
                let text = self.scalar(node);
                if text.is_none() {
                    let none = if self.syntax == Syntax::Yaml { "null" } else { "false" };
                    let hint = self.example(key, none) + " for none";
                    self.wrong(key, node, "text or nothing", Some(hint));
                }
                text.map(Some)
            }
        }
    }

    fn texts(&mut self, key: &Key, node: &Node) -> Vec<String> {
        match &node.value {
            Value::Null => Vec::new(),
            Value::List(nodes) => {
                let mut texts = Vec::with_capacity(nodes.len());
                for node in nodes {
                    match self.scalar(node) {
                        Some(text) => texts.push(text),
                        None => self.wrong(key, node, "a list of texts", None),
                    }
                }
                texts
            }
            _ => {
                let items: Vec<String> = match self.scalar(node) {
                    Some(text) => text.split(',').map(|part| format!("\"{}\"", part.trim())).collect(),
                    None => vec!["\"first\"".to_owned(), "\"second\"".to_owned()],
                };
                let hint = self.example(key, &format!("[{}]", items.join(", ")));
                self.wrong(key, node, "a list of texts", Some(hint));
                Vec::new()
            }
        }
    }

    fn flag(&mut self, key: &Key, node: &Node) -> bool {
        if let Value::Bool(value) = node.value {
            return value;
        }
        let yes = matches!(
            self.written(node).trim_matches(['"', '\'']),
            "yes" | "on" | "True" | "true" | "TRUE" | "1"
        );
        let hint = self.example(key, if yes { "true" } else { "false" });
        self.wrong(key, node, "true or false", Some(hint));
        false
    }

    fn number(&mut self, key: &Key, node: &Node) -> Option<f64> {
        match &node.value {
            Value::Number(number) if number.is_finite() => Some(*number),
            other => {
                let quoted = match other {
                    Value::Text(text) => text.trim().parse::<f64>().ok().filter(|number| number.is_finite()),
                    _ => None,
                };
                let hint = quoted.map(|number| self.example(key, &number.to_string()));
                self.wrong(key, node, "a number", hint);
                None
            }
        }
    }

    fn level(&mut self, key: &Key, node: &Node) -> Option<u8> {
        let number = self.number(key, node)?;
        if (2.0..=6.0).contains(&number) && number.fract() == 0.0 {
            return Some(number as u8);
        }
        let message = format!("`{}` must be a whole number from 2 to 6", key.name);
        self.report(message, node.range.clone());
        None
    }

    fn date(&mut self, key: &Key, node: &Node) -> Option<String> {
        let date = self.text(key, node)?;
        if is_date(&date) {
            return Some(date);
        }
        self.report(format!("`{}` must be a date such as `2026-02-28`", key.name), node.range.clone());
        None
    }

    fn authors(&mut self, key: &Key, node: &Node) -> Vec<AuthorEntry> {
        match &node.value {
            Value::Null => Vec::new(),
            Value::List(nodes) => nodes.iter().filter_map(|node| self.author(key, node)).collect(),
            _ => self.author(key, node).into_iter().collect(),
        }
    }

    fn author(&mut self, key: &Key, node: &Node) -> Option<AuthorEntry> {
        let Value::Table(entries) = &node.value else {
            let named = self.scalar(node).map(AuthorEntry::Key);
            if named.is_none() {
                self.wrong(
                    key,
                    node,
                    "the key of an author, a table with a `name`, or a list of these",
                    None,
                );
            }
            return named;
        };
        let mut author = Author::default();
        for (key, node) in entries {
            match key.name.as_str() {
                "name" => author.name = self.text(key, node).unwrap_or_default(),
                "title" => author.title = self.text(key, node),
                "url" => author.url = self.url(key, node, runs_script),
                "image" => author.image = self.url(key, node, runs_script_as_image),
                _ => self.unknown(key, &["name", "title", "url", "image"], "an author"),
            }
        }
        if author.name.is_empty() {
            self.report("an author needs a `name`".to_owned(), node.range.clone());
            return None;
        }
        Some(AuthorEntry::Inline(author))
    }

    /// `false`, or a table with what the page counts.
    fn search(&mut self, key: &Key, node: &Node) -> SearchSetting {
        let mut setting = SearchSetting::default();
        let entries = match &node.value {
            Value::Null => return setting,
            Value::Bool(shown) => {
                setting.hidden = !shown;
                return setting;
            }
            Value::Table(entries) => entries,
            Value::Text(_) | Value::Number(_) | Value::Date | Value::List(_) => {
                let hint = self.example(key, "false");
                self.wrong(key, node, "true, false or a table with `boost`", Some(hint));
                return setting;
            }
        };
        for (key, node) in entries {
            match key.name.as_str() {
                "boost" => setting.boost = self.boost(key, node),
                _ => self.unknown(key, &["boost"], "`search`"),
            }
        }
        setting
    }

    fn boost(&mut self, key: &Key, node: &Node) -> Option<f64> {
        let number = self.number(key, node)?;
        if (0.1..=10.0).contains(&number) {
            return Some(number);
        }
        self.report(format!("`{}` must be between 0.1 and 10", key.name), node.range.clone());
        None
    }

    fn last_update(&mut self, key: &Key, node: &Node) -> Option<LastUpdate> {
        let Value::Table(entries) = &node.value else {
            self.wrong(key, node, "a table with `date` and `author`", None);
            return None;
        };
        let mut update = LastUpdate::default();
        for (key, node) in entries {
            match key.name.as_str() {
                "date" => update.date = self.date(key, node),
                "author" => update.author = self.text(key, node),
                _ => self.unknown(key, &["date", "author"], "`last_update`"),
            }
        }
        Some(update)
    }

    fn hero(&mut self, key: &Key, node: &Node) -> Option<Hero> {
        let Value::Table(entries) = &node.value else {
            self.wrong(key, node, "a table with `title`, `tagline` and `actions`", None);
            return None;
        };
        let mut hero = Hero::default();
        for (key, node) in entries {
            match (key.name.as_str(), &node.value) {
                ("title", _) => hero.title = self.text(key, node),
                ("tagline", _) => hero.tagline = self.text(key, node),
                ("actions", Value::List(nodes)) => {
                    hero.actions = nodes.iter().filter_map(|node| self.action(key, node)).collect();
                }
                ("actions", _) => self.wrong(key, node, "a list of tables with `label` and `href`", None),
                _ => self.unknown(key, &["title", "tagline", "actions"], "`hero`"),
            }
        }
        Some(hero)
    }

    fn action(&mut self, key: &Key, node: &Node) -> Option<HeroAction> {
        let Value::Table(entries) = &node.value else {
            self.wrong(key, node, "a list of tables with `label` and `href`", None);
            return None;
        };
        let (mut label, mut href, mut variant) = (None, None, None);
        let mut place = Span::default();
        for (key, node) in entries {
            match key.name.as_str() {
                "label" => label = self.text(key, node),
                "href" => {
                    href = self.text(key, node);
                    place = Span::from(self.base + node.range.start..self.base + node.range.end);
                }
                "variant" => variant = self.text(key, node),
                _ => self.unknown(key, &["label", "href", "variant"], "an action of `hero`"),
            }
        }
        match (label, href) {
            (Some(label), Some(href)) => Some(HeroAction { label, href, variant, place }),
            _ => {
                let message = "an action of `hero` needs a `label` and an `href`".to_owned();
                self.report(message, node.range.clone());
                None
            }
        }
    }
}

/// Whether a text begins with a date, `2026-02-28`, and goes on with nothing or a time.
fn is_date(text: &str) -> bool {
    let mut parts = text.get(..10).unwrap_or_default().split('-').map(|part| part.parse::<u32>().ok());
    let valid = matches!(
        (parts.next().flatten(), parts.next().flatten(), parts.next().flatten()),
        (Some(_), Some(1..=12), Some(1..=31))
    );
    valid && text[10..].chars().next().is_none_or(|c| matches!(c, 'T' | 't' | ' '))
}
