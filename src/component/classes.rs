//! The exports of CSS modules: for each name, the names that replace it, including the names of composed classes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use super::css::{Composed, Origin, Sheet};
use super::module::{Body, Fault, Link, Node};
use super::report::Reporter;
use crate::diag::{Code, Diagnostic, did_you_mean};

/// The maximum number of names in the values of a module.
const MOST: usize = 1 << 16;

/// The classes that each class is composed of. The key is the name of the class's module and the name of the class.
type Compositions<'g> = BTreeMap<(&'g str, &'g str), Vec<&'g Composed>>;

/// Returns the values of a page's CSS modules as JSON, by name, and the problems with composed classes.
pub(super) fn values(
    main: &str,
    nodes: &BTreeMap<String, Node>,
) -> (BTreeMap<String, String>, Vec<Diagnostic>) {
    let modules = || {
        nodes.iter().filter_map(|(name, node)| match (&node.unit.body, &node.unit.sheet) {
            (Body::Names, Some(sheet)) => Some((name.as_str(), node, &**sheet)),
            _ => None,
        })
    };
    let mut compositions = Compositions::new();
    let mut faults = Vec::new();
    let reporter = Reporter { main };
    for (name, node, sheet) in modules() {
        for composed in &sheet.composed {
            compositions.entry((name, &composed.class)).or_default().push(composed);
            let fault = fault(nodes, node, sheet, composed);
            faults.extend(fault.map(|fault| reporter.fault(Code::InvalidCss, node, &fault)));
        }
    }
    let mut values = BTreeMap::new();
    for (name, node, sheet) in modules() {
        let mut left = MOST;
        let value = sheet.names.keys().map(|class| {
            let names = names(nodes, &compositions, (name, class), &mut left);
            (class.clone(), Json::String(names.join(" ")))
        });
        values.insert(name.to_owned(), Json::Object(value.collect::<Map<_, _>>()).to_string());
        if let Some(first) = sheet.composed.first().filter(|_| left == 0) {
            let message = format!("the classes in this file are composed of more than {MOST} names");
            let fault = Fault::new(message, first.range.clone()).hint("compose fewer classes");
            faults.push(reporter.fault(Code::InvalidCss, node, &fault));
        }
    }
    (values, faults)
}

/// Returns the names that replace a class: first the class's own unique name, and then the unique names of the classes
/// that it's composed of.
fn names<'g>(
    nodes: &'g BTreeMap<String, Node>,
    compositions: &Compositions<'g>,
    class: (&'g str, &'g str),
    left: &mut usize,
) -> Vec<&'g str> {
    let (mut names, mut seen) = (Vec::new(), BTreeSet::new());
    // Recursion could be too deep.
    let mut stack = vec![(Some(class.0), class.1)];
    while let Some((module, class)) = stack.pop().filter(|_| *left > 0) {
        if !seen.insert((module, class)) {
            continue;
        }
        *left -= 1;
        let Some(module) = module else {
            names.push(class);
            continue;
        };
        let Some(node) = nodes.get(module) else { continue };
        names.extend(node.unit.sheet.iter().filter_map(|sheet| sheet.names.get(class)).map(String::as_str));
        for composed in compositions.get(&(module, class)).into_iter().flatten().rev() {
            match &composed.from {
                Origin::Global => stack.push((None, &composed.name)),
                Origin::Here => stack.push((Some(module), &composed.name)),
                Origin::File(specifier, _) => {
                    stack
                        .extend(linked(node, specifier).map(|module| (Some(module), composed.name.as_str())));
                }
            }
        }
    }
    names
}

/// Returns the name of the module that a specifier in another module refers to.
fn linked<'g>(node: &'g Node, specifier: &str) -> Option<&'g str> {
    let index = node.unit.imports.iter().position(|import| import.specifier == specifier)?;
    match node.links.get(index)? {
        Link::Node(name) => Some(name),
        Link::Builtin | Link::Broken => None,
    }
}

/// Returns the problem with a composed class that doesn't exist.
fn fault(nodes: &BTreeMap<String, Node>, node: &Node, sheet: &Sheet, composed: &Composed) -> Option<Fault> {
    let (known, place) = match &composed.from {
        Origin::Global => return None,
        Origin::Here => (&sheet.names, "this file".to_owned()),
        Origin::File(specifier, range) => {
            let other = nodes.get(linked(node, specifier)?)?;
            match (&other.unit.body, &other.unit.sheet) {
                (Body::Names, Some(sheet)) => (&sheet.names, format!("`{specifier}`")),
                _ => {
                    let message = format!("`{specifier}` isn't a CSS module");
                    let hint = "give the file the `.module.css` extension, or use `from global`";
                    return Some(Fault::new(message, range.clone()).hint(hint));
                }
            }
        }
    };
    if known.contains_key(&composed.name) {
        return None;
    }
    let hint = did_you_mean(&composed.name, known.keys().map(String::as_str))
        .unwrap_or_else(|| "add the class, or use `from global` if it isn't in a CSS module".into());
    let message = format!("{place} has no class `{}`", composed.name);
    Some(Fault::new(message, composed.range.clone()).hint(hint))
}
