//! The front matter keys: the types of their values, and the messages for invalid values.

use std::ops::Range;

use super::{Author, AuthorEntry, Change, FrontMatter, Hero, HeroAction, SearchSetting};
use crate::diag::{Code, Diagnostic, Span};
use crate::path::{has_protocol, runs_script};
use crate::source::{
    Source,
    settings::{Kind, Reader, fields},
    tree::{Key, Node, Syntax, Value},
};

const KIND: Kind = Kind {
    code: Code::InvalidFrontMatter,
    name: "front matter",
    example: "title: Quickstart",
    lenient: false,
};

/// Defines the front matter keys: the name of each and the [`Reader`] method that reads its value.
macro_rules! keys {
    ($($name:ident: $read:ident,)*) => {
        /// The names of the keys.
        pub(crate) const KEYS: &[&str] = &[$(stringify!($name)),*];

        fn read_keys(reader: &mut Reader<'_>) -> FrontMatter {
            fields!(reader, &reader.entries(), "front matter", FrontMatter::default(), { $($name: $read,)* })
        }
    };
}

keys! {
    id: text,
    title: text,
    slug: text,
    description: text,
    keywords: texts,
    image: image,
    sidebar_label: text,
    sidebar_position: number,
    sidebar_class_name: text,
    hide_title: flag,
    hide_table_of_contents: flag,
    toc_min_heading_level: level,
    toc_max_heading_level: level,
    pagination_label: text,
    pagination_next: optional_text,
    pagination_prev: optional_text,
    displayed_sidebar: optional_text,
    custom_edit_url: optional_url,
    tags: names,
    aliases: texts,
    date: date,
    authors: authors,
    draft: flag,
    unlisted: flag,
    glossary: flag,
    search: search,
    last_update: last_update,
    source_hash: text,
    layout: text,
    hero: hero,
    head: head,
}

/// Reads the settings in a range of a source.
pub(super) fn read(
    syntax: Syntax,
    source: &Source,
    range: Range<usize>,
    diagnostics: &mut Vec<Diagnostic>,
) -> FrontMatter {
    let length = source.text[range.clone()].trim_end().len();
    let mut reader = Reader::new(&KIND, syntax, source, range, diagnostics);
    let mut front_matter = read_keys(&mut reader);
    let (low, high) = (front_matter.toc_min_heading_level, front_matter.toc_max_heading_level);
    if low.zip(high).is_some_and(|(low, high)| low > high) {
        reader.report("`toc_min_heading_level` is greater than `toc_max_heading_level`", 0..length);
        (front_matter.toc_min_heading_level, front_matter.toc_max_heading_level) = (None, None);
    }
    front_matter
}

impl Reader<'_> {
    /// Reads a URL. The values `null` and `false` mean that there's no URL.
    fn optional_url(&mut self, key: &Key, node: &Node) -> Option<Option<String>> {
        match self.optional_text(key, node)? {
            Some(text)
                if !text.starts_with(['/', '.', '#']) && !has_protocol(&text) && !runs_script(&text) =>
            {
                let message = format!("invalid URL `{text}` for `{}`", key.name);
                let hint = "use a URL that starts with `https://` or `/`";
                self.report(message, node.range.clone()).add_hint(hint);
                None
            }
            Some(_) => Some(self.url(key, node)),
            None => Some(None),
        }
    }

    /// Reads a string. The values `null` and `false` mean that there's no string. `false` is for TOML, which has no
    /// null value.
    fn optional_text(&mut self, key: &Key, node: &Node) -> Option<Option<String>> {
        match node.value {
            Value::Null | Value::Bool(false) => Some(None),
            _ => {
                let text = self.scalar(node);
                if text.is_none() {
                    let none = if self.syntax == Syntax::Yaml { "null" } else { "false" };
                    let hint = self.example(key, none) + " for no value";
                    self.wrong(key, node, "a string or no value", Some(hint));
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
                        None => self.wrong(key, node, "a list of strings", None),
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
                self.wrong(key, node, "a list of strings", Some(hint));
                Vec::new()
            }
        }
    }

    /// Reads a list of strings, and reports empty strings.
    fn names(&mut self, key: &Key, node: &Node) -> Vec<String> {
        let items = if let Value::List(nodes) = &node.value { &nodes[..] } else { &[] };
        for item in items {
            if self.scalar(item).is_some_and(|text| text.trim().is_empty()) {
                let message = format!("`{}`: an item is empty", key.name);
                self.report(message, item.range.clone()).add_hint("remove the item");
            }
        }
        let mut names = self.texts(key, node);
        names.retain(|name| !name.trim().is_empty());
        names
    }

    fn level(&mut self, key: &Key, node: &Node) -> Option<u8> {
        let number = self.number(key, node)?;
        if (2.0..=6.0).contains(&number) && number.fract() == 0.0 {
            return Some(number as u8);
        }
        self.report(
            format!("`{}`: expected an integer from 2 to 6, found {number}", key.name),
            node.range.clone(),
        );
        None
    }

    fn date(&mut self, key: &Key, node: &Node) -> Option<String> {
        let date = self.text(key, node)?;
        if is_date(&date) {
            return Some(date);
        }
        self.report(
            format!("`{}`: expected a date such as `2026-02-28`, found `{date}`", key.name),
            node.range.clone(),
        );
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
                self.wrong(key, node, "an author's key, a table with `name`, or a list of these", None);
            }
            return named;
        };
        let author = fields!(self, entries, "an author entry", Author::default(), {
            name: text_or_empty,
            title: text,
            url: url,
            image: image,
        });
        if author.name.is_empty() {
            self.report("missing key `name` in an author entry", node.range.clone());
            return None;
        }
        Some(AuthorEntry::Inline(author))
    }

    /// Reads `search`: `true`, `false`, or a table that contains the page's boost.
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
                self.wrong(key, node, "`true`, `false`, or a table with `boost`", Some(hint));
                return setting;
            }
        };
        fields!(self, entries, "`search`", setting, { boost: boost })
    }

    fn boost(&mut self, key: &Key, node: &Node) -> Option<f64> {
        let number = self.number(key, node)?;
        if (0.1..=10.0).contains(&number) {
            return Some(number);
        }
        self.report(
            format!("`{}`: expected a number from 0.1 to 10, found {number}", key.name),
            node.range.clone(),
        );
        None
    }

    fn last_update(&mut self, key: &Key, node: &Node) -> Option<Change> {
        let entries = self.table(key, node, "a table with `date` and `author`")?;
        Some(fields!(self, entries, "`last_update`", Change::default(), { date: date, author: text }))
    }

    fn hero(&mut self, key: &Key, node: &Node) -> Option<Hero> {
        let entries = self.table(key, node, "a table with `title`, `tagline`, and `actions`")?;
        Some(fields!(self, entries, "`hero`", Hero::default(), {
            title: text,
            tagline: text,
            actions: actions,
        }))
    }

    fn actions(&mut self, key: &Key, node: &Node) -> Vec<HeroAction> {
        if let Value::List(nodes) = &node.value {
            return nodes.iter().filter_map(|node| self.action(key, node)).collect();
        }
        self.wrong(key, node, ACTIONS, None);
        Vec::new()
    }

    fn action(&mut self, key: &Key, node: &Node) -> Option<HeroAction> {
        let entries = self.table(key, node, ACTIONS)?;
        let action = fields!(self, entries, "a `hero` action", Action::default(), {
            label: text,
            href: placed_text,
            variant: text,
        });
        let Action { label: Some(label), href: Some((href, place)), variant } = action else {
            self.report("missing key `label` or `href` in a `hero` action", node.range.clone());
            return None;
        };
        Some(HeroAction { label, href, variant, place })
    }
}

const ACTIONS: &str = "a list of tables with `label` and `href`";

/// A [`HeroAction`] that's being read.
#[derive(Default)]
struct Action {
    label: Option<String>,
    href: Option<(String, Span)>,
    variant: Option<String>,
}

/// Whether a string starts with a date that exists, `2026-02-28`, optionally followed by a time.
fn is_date(text: &str) -> bool {
    let mut parts = text.get(..10).unwrap_or_default().split('-').map(|part| part.parse::<u32>().ok());
    let (Some(Some(year)), Some(Some(month)), Some(Some(day))) = (parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day) && text[10..].chars().next().is_none_or(|c| matches!(c, 'T' | 't' | ' '))
}
