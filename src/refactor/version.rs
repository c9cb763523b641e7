//! Adds a version to the settings of a documentation set.

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike, Value, value};

use crate::site::is_newer;

/// A version to add to the settings of a documentation set.
pub(crate) struct NewVersion<'a> {
    /// The key path of the set: `docs`, or `docs.0` in a list.
    pub key: &'a str,
    /// The version name.
    pub name: &'a str,
    /// The branch, tag, or commit that the version is built from.
    pub git: Option<&'a str>,
    /// Whether the set's pages show a variable. The current value becomes the value of the version.
    pub shows: &'a dyn Fn(&str) -> bool,
    /// The names of the set's versions, newest first. If the settings don't list any versions, these names are added to
    /// the list.
    pub all: &'a [String],
}

/// Returns the text of a config with a version. The version has the sidebars of the current version, unless it's built
/// from Git. Returns `None` if nothing changes, because docgen finds the version's folder and generates its sidebar.
pub(crate) fn with_version(config: &str, new: &NewVersion<'_>) -> Option<String> {
    let mut document: DocumentMut = config.parse().ok()?;
    let variables = document.get("variables").and_then(Item::as_table_like);
    let variables = values(variables.map(|table| table.iter()).into_iter().flatten(), new);
    let changed = match new.key.strip_prefix("docs.").and_then(|index| index.parse::<usize>().ok()) {
        None => {
            let docs = document.entry("docs").or_insert_with(|| {
                let mut docs = Table::new();
                docs.set_implicit(true);
                Item::Table(docs)
            });
            add(docs.as_table_like_mut()?, new, variables)
        }
        Some(index) => match document.get_mut("docs")? {
            Item::ArrayOfTables(sets) => add(sets.get_mut(index)?, new, variables),
            sets => add(sets.as_array_mut()?.get_mut(index)?.as_inline_table_mut()?, new, variables),
        },
    };
    let text = with_comments_in_place(config, document);
    let text = if config.contains("\r\n") { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text };
    (changed && text != config).then_some(text)
}

/// Returns the text of a changed config. Comments at the end of the original stay before the tables that were added at
/// the end. Otherwise, a setting that's commented out would move to a different table.
fn with_comments_in_place(config: &str, mut document: DocumentMut) -> String {
    let text = document.to_string();
    let comments = document.trailing().as_str().unwrap_or_default().trim().to_owned();
    let Some(kept) = config.trim_end().strip_suffix(&*comments).map(str::trim_end) else { return text };
    document.set_trailing("");
    match document.to_string().strip_prefix(kept).map(str::trim) {
        Some(added) if !comments.is_empty() && !added.is_empty() => {
            format!("{kept}\n{comments}\n\n{added}\n")
        }
        _ => text,
    }
}

/// Adds a version to the settings of a set and returns whether they changed.
fn add(docs: &mut dyn TableLike, new: &NewVersion<'_>, variables: InlineTable) -> bool {
    let is_inline = docs
        .get("versions")
        .map_or_else(|| docs.get("sidebars").is_some_and(Item::is_inline_table), Item::is_array);
    let listed = names(docs);
    let sidebars = new.git.is_none().then(|| sidebars(docs)).flatten();
    let variables = variables_of(docs, new, variables);
    if listed.is_empty() && new.git.is_none() && sidebars.is_none() && variables.is_none() {
        return false;
    }
    let entry = |name: &str| {
        let mut table = Table::new();
        table.insert("name", value(name));
        if name == new.name {
            new.git.iter().for_each(|git| drop(table.insert("git", value(*git))));
            variables.iter().for_each(|variables| drop(table.insert("variables", variables.clone())));
            sidebars.iter().for_each(|sidebars| drop(table.insert("sidebars", sidebars.clone())));
        }
        table
    };
    if listed.is_empty() {
        let all = new.all.iter().map(|name| entry(name));
        let versions = if is_inline {
            Item::Value(Value::Array(all.map(Table::into_inline_table).collect()))
        } else {
            Item::ArrayOfTables(all.collect::<ArrayOfTables>())
        };
        docs.insert("versions", versions);
        return true;
    }
    let known = listed.iter().position(|name| name == new.name);
    let at = listed.iter().position(|name| name != "current" && is_newer(new.name, name));
    let at = at.unwrap_or(listed.len());
    match docs.get_mut("versions") {
        Some(Item::ArrayOfTables(tables)) => match known {
            Some(known) => tables.get_mut(known).is_some_and(|table| {
                complete(
                    table,
                    [("sidebars", sidebars), ("variables", variables), ("git", new.git.map(value))],
                )
            }),
            None => {
                tables.insert(at, entry(new.name));
                true
            }
        },
        Some(Item::Value(Value::Array(values))) => match known {
            Some(known) => {
                let table = values.get_mut(known).and_then(Value::as_inline_table_mut);
                table.is_some_and(|table| {
                    complete(
                        table,
                        [("sidebars", sidebars), ("variables", variables), ("git", new.git.map(value))],
                    )
                })
            }
            None => {
                insert_inline(values, at, entry(new.name).into_inline_table());
                true
            }
        },
        _ => false,
    }
}

/// Adds a version to an inline list, in the same form as the other versions.
fn insert_inline(values: &mut Array, at: usize, table: InlineTable) {
    let mut table = Value::InlineTable(table);
    let like = values.get(at.max(1)).or_else(|| values.get(at.saturating_sub(1)));
    if let Some(like) = like {
        *table.decor_mut() = like.decor().clone();
    }
    values.insert_formatted(at, table);
}

/// Adds the missing settings of a listed version.
fn complete(table: &mut dyn TableLike, settings: [(&'static str, Option<Item>); 3]) -> bool {
    let missing = settings;
    let missing: Vec<_> = missing
        .into_iter()
        .filter_map(|(key, item)| Some((key, item?)))
        .filter(|(key, _)| !table.contains_key(key))
        .collect();
    let is_changed = !missing.is_empty();
    missing.into_iter().for_each(|(key, item)| drop(table.insert(key, item)));
    is_changed
}

/// Returns the names of the listed versions.
fn names(docs: &dyn TableLike) -> Vec<String> {
    let name =
        |table: &dyn TableLike| table.get("name").and_then(Item::as_str).unwrap_or_default().to_owned();
    match docs.get("versions") {
        Some(Item::ArrayOfTables(tables)) => tables.iter().map(|table| name(table)).collect(),
        Some(Item::Value(Value::Array(values))) => values
            .iter()
            .map(|value| value.as_inline_table().map_or_else(String::new, |table| name(table)))
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the values that the set's pages show.
fn values<'t>(entries: impl Iterator<Item = (&'t str, &'t Item)>, new: &NewVersion<'_>) -> InlineTable {
    let mut all = InlineTable::new();
    for (name, item) in entries.filter(|(name, _)| (new.shows)(name)) {
        if let Ok(mut value) = item.clone().into_value() {
            value.decor_mut().clear();
            all.insert(name, value);
        }
    }
    all
}

/// Returns the values of the current version. `variables` are the values of the whole site. A version that is built from
/// Git has the values of its commit.
fn variables_of(docs: &dyn TableLike, new: &NewVersion<'_>, variables: InlineTable) -> Option<Item> {
    if new.git.is_some() {
        return None;
    }
    let mut all = variables;
    let current = names(docs).iter().position(|name| name == "current");
    let own =
        current.and_then(|current| docs.get("versions")?.get(current)?.get("variables")?.as_table_like());
    for (name, value) in values(own.map(|table| table.iter()).into_iter().flatten(), new) {
        match (all.get_mut(&name), value) {
            (Some(Value::InlineTable(known)), Value::InlineTable(value)) => known.extend(value),
            (_, value) => _ = all.insert(&name, value),
        }
    }
    (!all.is_empty()).then_some(Item::Value(Value::InlineTable(all)))
}

/// Returns a copy of the sidebars of the current version.
fn sidebars(docs: &dyn TableLike) -> Option<Item> {
    let own = names(docs)
        .iter()
        .position(|name| name == "current")
        .and_then(|current| docs.get("versions")?.get(current)?.get("sidebars").cloned());
    let mut sidebars = own.or_else(|| docs.get("sidebars").cloned())?;
    unplace(&mut sidebars);
    if let Item::Table(table) = &mut sidebars {
        // A comment above the table applies only to the original.
        table.decor_mut().clear();
    }
    Some(sidebars)
}

/// Removes the position of a table in the config.
fn unplace(item: &mut Item) {
    match item {
        Item::Table(table) => {
            table.set_position(None);
            table.iter_mut().for_each(|(_, item)| unplace(item));
        }
        Item::ArrayOfTables(tables) => tables.iter_mut().for_each(|table| {
            table.set_position(None);
            table.iter_mut().for_each(|(_, item)| unplace(item));
        }),
        _ => {}
    }
}
