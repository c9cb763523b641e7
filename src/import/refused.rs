//! Leaves out the settings that docgen can't use, such as keys with the wrong form. Without this, the first build after an
//! import would fail because of a value that was wrong or incomplete in the original config.

use toml_edit::{DocumentMut, Item, Value};

use super::{Content, Imported};
use crate::config::Config;
use crate::diag::{Code, Diagnostic, Location, Severity};
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{self, Node};

/// The maximum number of settings that are left out. One wrong setting can cause several problems.
const MOST: usize = 100;

/// Removes invalid settings from `docgen.toml`, and adds them to the list of omissions.
pub(super) fn leave_out(imported: &mut Imported) {
    let path = SourcePath::new("docgen.toml");
    let Some(Content::Text(text)) = imported.files.get_mut(&path) else { return };
    for _ in 0..MOST {
        let source = Source::new(path.clone(), text);
        let (config, problems) = Config::parse(&source);
        let is_error = |problem: &Diagnostic| config.severity(problem.code) == Some(Severity::Error);
        let removed = problems.iter().filter(|problem| is_error(problem)).find_map(|problem| {
            let Some(Location::Span(_, span)) = &problem.location else { return None };
            let place = place(&tree::of(&source)?, span.start as usize)?;
            Some((without(text, &place)?, place, problem))
        });
        let Some((rest, place, problem)) = removed else { return };
        let name: String = place.iter().map(Step::to_string).collect();
        let name = name.trim_start_matches('.');
        let message = format!("not imported: the setting `{name}`: {}", problem.message);
        let mut left = Diagnostic::new(Code::NotImported, message);
        left.hints.clone_from(&problem.hints);
        imported.left.push(left);
        *text = rest;
    }
}

/// A step on the way to a setting.
enum Step {
    Key(String),
    Item(usize),
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Key(name) => write!(f, ".{name}"),
            Step::Item(index) => write!(f, "[{}]", index + 1),
        }
    }
}

/// Returns the way to the innermost setting at an offset.
fn place(node: &Node, at: usize) -> Option<Vec<Step>> {
    let inner = |step: Step, is_here: bool, node: &Node| {
        let rest = place(node, at).or_else(|| is_here.then(Vec::new))?;
        Some([step].into_iter().chain(rest).collect())
    };
    match &node.value {
        tree::Value::Table(entries) => entries.iter().find_map(|(key, node)| {
            let is_here = key.range.contains(&at) || node.range.contains(&at);
            inner(Step::Key(key.name.clone()), is_here, node)
        }),
        tree::Value::List(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, node)| inner(Step::Item(index), node.range.contains(&at), node)),
        _ => None,
    }
}

/// Returns a config without a setting.
fn without(text: &str, place: &[Step]) -> Option<String> {
    let mut document: DocumentMut = text.parse().ok()?;
    let (last, way) = place.split_last()?;
    let mut item = document.as_item_mut();
    for step in way {
        item = match step {
            Step::Key(name) => item.get_mut(name)?,
            Step::Item(index) => item.get_mut(*index)?,
        };
    }
    match (last, item) {
        (Step::Key(name), item) => drop(item.as_table_like_mut()?.remove(name)?),
        (Step::Item(index), Item::ArrayOfTables(tables)) => drop(tables.remove(*index)),
        (Step::Item(index), Item::Value(Value::Array(items))) => drop(items.remove(*index)),
        _ => return None,
    }
    Some(document.to_string())
}
