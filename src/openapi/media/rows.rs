//! Writes values as table rows: CSV (RFC 4180) and tab-separated values.

use crate::openapi::Json;

/// Returns the cell separator of a media type if it's a table format.
pub(super) fn separator(media_type: &str) -> Option<char> {
    let name = media_type.split([';', ',']).next().unwrap_or_default().trim();
    match name.to_ascii_lowercase().as_str() {
        "text/csv" => Some(','),
        "text/tab-separated-values" => Some('\t'),
        _ => None,
    }
}

/// Writes a list as rows: one for each item and, for objects, a header row. Returns `None` if the value can't be
/// written as a table.
pub(super) fn write(value: &Json, separator: char) -> Option<String> {
    let one = std::slice::from_ref(value);
    let items = match value {
        Json::Array(items) => items.as_slice(),
        Json::Object(_) => one,
        _ => return None,
    };
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in items.iter().filter_map(members).flatten() {
        if !names.contains(&&**name) {
            names.push(name);
        }
    }
    let heading = names.iter().map(|name| cell(&Json::String((*name).into()), separator)).collect();
    let mut rows: Vec<Vec<String>> = if names.is_empty() { Vec::new() } else { vec![heading] };
    for item in items {
        rows.push(match item {
            Json::Object(_) => names
                .iter()
                .map(|name| item.get(name).map_or_else(String::new, |value| cell(value, separator)))
                .collect(),
            // If one row is an object, every row must be an object.
            _ if !names.is_empty() => return None,
            Json::Array(cells) => cells.iter().map(|value| cell(value, separator)).collect(),
            scalar => vec![cell(scalar, separator)],
        });
    }
    let separator = separator.to_string();
    Some(rows.iter().map(|row| row.join(&separator)).collect::<Vec<_>>().join("\n"))
}

fn members(value: &Json) -> Option<&Vec<(Box<str>, Json)>> {
    match value {
        Json::Object(members) => Some(members),
        _ => None,
    }
}

fn cell(value: &Json, separator: char) -> String {
    let text = match value {
        Json::Null => String::new(),
        Json::String(text) => text.to_string(),
        other => other.to_string(),
    };
    let special = |char: char| char == separator || matches!(char, '\n' | '\r');
    match separator {
        // Tab-separated values have no escapes for these characters.
        '\t' => text.replace(special, " "),
        _ if text.contains(|char: char| special(char) || char == '"') => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        _ => text,
    }
}
