//! Applies overlays to a document: the Overlay Specification, versions 1.0 and 1.1.
//!
//! Takes the file of a document and the files of its overlays, and returns the changed file. A value that comes from an
//! overlay has the location of the value that it changes. Problems are reported in the overlay, and affect only the action
//! that contains them.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::ops::Range;

use serde_json_path::{JsonPath, NormalizedPath, PathElement};

use super::file::{File, NodeId, Tree, TreeKind, Value};
use crate::diag::{Code, Diagnostic, Span, meant, misspelled};
use crate::path::SourcePath;
use crate::source::Source;

/// Applies overlays to a document, in order.
pub(crate) fn overlaid(source: &Source, document: &File, overlays: &[&File]) -> (File, Vec<Diagnostic>) {
    let mut applied = Applied {
        tree: Tree::of(document, document.root),
        json: None,
        overlay: &document.path,
        diagnostics: Vec::new(),
    };
    for overlay in overlays.iter().filter(|overlay| !overlay.broken) {
        applied.overlay = &overlay.path;
        applied.overlay(overlay);
    }
    let Applied { tree, mut diagnostics, .. } = applied;
    let (file, problems) = tree.file(source);
    diagnostics.extend(problems);
    (file, diagnostics)
}

/// A document with the actions so far.
struct Applied<'a> {
    tree: Tree,
    /// The tree as JSON, unless an action changed the tree.
    json: Option<serde_json::Value>,
    /// The path of the current overlay.
    overlay: &'a SourcePath,
    diagnostics: Vec<Diagnostic>,
}

/// A step from a value to an item or a member.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Step {
    Item(usize),
    Member(Box<str>),
}

impl Applied<'_> {
    fn report(&mut self, place: Span, message: impl Into<String>, hint: &str) {
        let diagnostic = Diagnostic::new(Code::InvalidOverlay, message).at(self.overlay, place);
        self.diagnostics.push(diagnostic.hint(hint));
    }

    /// Reports an action without an effect.
    fn warn(&mut self, place: Span, message: impl Into<String>, hint: &str) {
        let diagnostic = Diagnostic::new(Code::UnmatchedTarget, message).at(self.overlay, place);
        self.diagnostics.push(diagnostic.hint(hint));
    }

    fn overlay(&mut self, overlay: &File) {
        let version = overlay.get(overlay.root, "overlay").and_then(|version| overlay.scalar(version));
        if version.is_none() {
            let hint = "add a version, such as `overlay: 1.1.0`";
            self.report(start(overlay, overlay.root), "missing overlay version", hint);
        }
        let is_first = version.is_some_and(|version| version.starts_with("1.0"));
        let actions = match overlay.get(overlay.root, "actions").map(|node| overlay.value(node)) {
            Some(Value::Array(actions)) if !actions.is_empty() => actions,
            _ => {
                let hint = "add `actions` with at least one action";
                return self.report(start(overlay, overlay.root), "the overlay has no actions", hint);
            }
        };
        for action in actions {
            self.action(overlay, *action, is_first);
        }
    }

    fn action(&mut self, overlay: &File, action: NodeId, is_first: bool) {
        for entry in overlay.members(action).iter().filter(|entry| !KEYS.contains(&entry.key)) {
            if let Some(known) = misspelled(entry.key, KEYS) {
                let message = format!("unknown key `{}` in an action", entry.key);
                let hint = meant(entry.key, known, KEYS);
                let diagnostic = Diagnostic::new(Code::InvalidOverlay, message).hint(hint);
                self.diagnostics.push(diagnostic.at(self.overlay, overlay.place(entry.value)));
                return;
            }
        }
        let Some(target) = overlay.get(action, "target") else {
            let hint = "add a JSONPath expression, such as `target: $.info`";
            return self.report(start(overlay, action), "the action has no `target`", hint);
        };
        let Some(mut paths) = self.select(overlay, target) else { return };
        if paths.is_empty() {
            let text = overlay.string(target).unwrap_or_default();
            let message = format!("`{text}` doesn't match anything in the document");
            let hint = "correct the expression, or remove the action";
            return self.warn(overlay.span(target), message, hint);
        }
        let remove = overlay.get(action, "remove");
        if remove.is_some_and(|node| matches!(overlay.value(node), Value::Bool(true))) {
            // Later items first, so that the indexes of the others stay valid.
            paths.reverse();
            for path in &paths {
                if path.is_empty() {
                    self.report(
                        overlay.span(target),
                        "an overlay can't remove the whole document",
                        "choose a part of it",
                    );
                } else {
                    remove_at(&mut self.tree, path);
                }
            }
            self.json = None;
            return;
        }
        let update = match (overlay.get(action, "update"), overlay.get(action, "copy")) {
            (Some(update), _) => Tree::of(overlay, update),
            (None, Some(copy)) => match self.select(overlay, copy).as_deref() {
                Some([path]) => match at(&mut self.tree, path) {
                    Some(found) => found.clone(),
                    None => return,
                },
                Some(_) => {
                    let hint = "use an expression that matches exactly one value";
                    return self.report(overlay.span(copy), "`copy` doesn't match exactly one value", hint);
                }
                None => return,
            },
            (None, None) => {
                let hint = "add `update`, `copy`, or `remove: true`";
                return self.warn(start(overlay, action), "the action changes nothing", hint);
            }
        };
        let mut is_compatible = true;
        for path in &paths {
            let Some(value) = at(&mut self.tree, path) else { continue };
            let place = value.place.clone();
            is_compatible &= match (&mut value.kind, &update.kind) {
                (TreeKind::Array(items), TreeKind::Array(more)) if !is_first => {
                    items.extend(more.iter().map(|item| item.moved(&place)));
                    true
                }
                (TreeKind::Array(items), _) => {
                    items.push(update.moved(&place));
                    true
                }
                _ => merge(value, &update, is_first),
            };
        }
        self.json = None;
        if !is_compatible {
            let message = "a value of the action has a different type than the value in the document";
            let hint =
                "an object can only change an object, a list a list, and any other value neither of them";
            self.report(start(overlay, action), message, hint);
        }
    }

    /// Returns the paths that a JSONPath expression matches, in document order. If the expression is invalid, reports it
    /// and returns `None`.
    fn select(&mut self, overlay: &File, expression: NodeId) -> Option<Vec<Vec<Step>>> {
        let place = overlay.span(expression);
        let hint = "use a JSONPath expression (RFC 9535), such as `$.paths['/pets'].get`";
        let Some(text) = overlay.string(expression) else {
            self.report(place, "expected a JSONPath expression", hint);
            return None;
        };
        let parsed = JsonPath::parse(text);
        let path = match parsed.or_else(|error| JsonPath::parse(&in_brackets(text)).map_err(|_| error)) {
            Ok(path) => path,
            Err(error) => {
                let message = format!("invalid JSONPath expression `{text}`: {}", error.message());
                self.report(place, message, hint);
                return None;
            }
        };
        let json = self.json.get_or_insert_with(|| self.tree.json());
        let mut found: Vec<Vec<Step>> = path.query_located(json).locations().map(steps).collect();
        let mut seen = HashSet::new();
        found.retain(|path| seen.insert(path.clone()));
        // Descendant segments can visit values in any order.
        found.sort_by(|one, other| {
            let items = one.iter().zip(other).find_map(|(one, other)| match (one, other) {
                (Step::Item(one), Step::Item(other)) if one != other => Some(one.cmp(other)),
                _ => None,
            });
            items.unwrap_or_else(|| one.len().cmp(&other.len()))
        });
        Some(found)
    }
}

/// The keys of an action.
const KEYS: [&str; 5] = ["target", "description", "update", "remove", "copy"];

/// Returns the location of the first key of an object. For any other value, returns the location of the value.
fn start(file: &File, node: NodeId) -> Span {
    file.members(node).iter().next().map_or(file.place(node), |entry| file.place(entry.value))
}

/// Puts names with hyphens in brackets. JSONPath allows such names only there (RFC 9535, section 2.5.1.1), but an
/// example in the Overlay Specification contains such names after dots.
fn in_brackets(expression: &str) -> String {
    let (mut out, mut rest, mut quote) = (String::with_capacity(expression.len() + 8), expression, None);
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let is_end = |c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-');
        let name = &after[..after.find(is_end).unwrap_or(after.len())];
        let mut length = c.len_utf8();
        match quote {
            Some(_) if c == '\\' => length += after.chars().next().map_or(0, char::len_utf8),
            Some(mark) if c == mark => quote = None,
            None if matches!(c, '\'' | '"') => quote = Some(c),
            None if c == '.' && name.contains('-') => {
                let dots = if out.ends_with('.') { "." } else { "" };
                out.push_str(&format!("{dots}['{name}']"));
                rest = &after[name.len()..];
                continue;
            }
            _ => {}
        }
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

fn steps(path: &NormalizedPath<'_>) -> Vec<Step> {
    let step = |element: &PathElement<'_>| match element {
        PathElement::Index(index) => Step::Item(*index),
        PathElement::Name(name) => Step::Member((*name).into()),
    };
    path.iter().map(step).collect()
}

/// Returns the value at a path.
fn at<'t>(tree: &'t mut Tree, path: &[Step]) -> Option<&'t mut Tree> {
    path.iter().try_fold(tree, |tree, step| match (&mut tree.kind, step) {
        (TreeKind::Array(items), Step::Item(index)) => items.get_mut(*index),
        (TreeKind::Object(members), Step::Member(name)) => {
            members.iter_mut().find(|(key, ..)| key == name).map(|(_, _, value)| value)
        }
        _ => None,
    })
}

fn remove_at(tree: &mut Tree, path: &[Step]) {
    let Some((last, parent)) = path.split_last() else { return };
    match (at(tree, parent).map(|tree| &mut tree.kind), last) {
        (Some(TreeKind::Array(items)), Step::Item(index)) if *index < items.len() => {
            items.remove(*index);
        }
        (Some(TreeKind::Object(members)), Step::Member(name)) => members.retain(|(key, ..)| key != name),
        _ => {}
    }
}

/// Merges a value with an update. Returns whether all types were compatible.
fn merge(value: &mut Tree, update: &Tree, is_first: bool) -> bool {
    let place = value.place.clone();
    match (&mut value.kind, &update.kind) {
        (TreeKind::Object(members), TreeKind::Object(more)) => {
            let mut is_compatible = true;
            for (key, _, new) in more {
                match members.iter_mut().find(|(known, ..)| known == key) {
                    Some((_, _, known)) => is_compatible &= merge(known, new, is_first),
                    None => members.push((key.clone(), place.start..place.start, new.moved(&place))),
                }
            }
            is_compatible
        }
        (TreeKind::Array(items), TreeKind::Array(more)) => {
            items.extend(more.iter().map(|item| item.moved(&place)));
            true
        }
        (TreeKind::Object(_) | TreeKind::Array(_), _) | (_, TreeKind::Object(_) | TreeKind::Array(_)) => {
            // Version 1.0 doesn't define this case.
            if is_first {
                *value = update.moved(&place);
            }
            is_first
        }
        _ => {
            value.kind = update.kind.clone();
            true
        }
    }
}

impl Tree {
    /// Returns a copy of a value with another location.
    fn moved(&self, place: &Range<usize>) -> Tree {
        let start = place.start..place.start;
        let kind = match &self.kind {
            TreeKind::Array(items) => TreeKind::Array(items.iter().map(|item| item.moved(place)).collect()),
            TreeKind::Object(members) => TreeKind::Object(
                members
                    .iter()
                    .map(|(key, _, value)| (key.clone(), start.clone(), value.moved(place)))
                    .collect(),
            ),
            other => other.clone(),
        };
        Tree { place: place.clone(), kind }
    }
}
