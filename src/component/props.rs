//! Compares the tags of components on pages with the types of the components' props.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Inner;
use super::graph::{Graph, IMPLICIT, load, script};
use super::module::{Fault, Kind, Unit};
use super::report::Reporter;
use super::resolve::Target;
use super::types::{Literal, Origin, Tag, Type, Types};
use crate::diag::{Code, did_you_mean, suggest};
use crate::path::SourcePath;

/// The maximum number of types and members to read for a component. Types and members beyond the limit are unknown.
const STEPS: usize = 2_000;

/// The maximum length of a chain of names to follow.
const DEEPEST: usize = 50;

/// The maximum number of names to list in a message.
const LISTED: usize = 8;

/// The maximum number of names to compare with an unknown name. Every tag on a page can have unknown names.
const COMPARED: usize = 100;

/// Attributes that React itself reads.
const REACT: [&str; 2] = ["key", "ref"];

/// The prop that contains a tag's content.
const CHILDREN: &str = "children";

/// Attributes that docgen reads from the tags of interactive components.
const CLIENT: [&str; 2] = ["client", "fallback"];

/// Reports tags that don't match the props of their components, on a page and in the Markdown files that the page
/// imports. Records the files that contain types.
pub(super) fn check(library: &Inner, graph: &mut Graph) {
    let pages = graph.nodes.iter().filter(|(_, node)| !node.unit.tags.is_empty());
    let pages: Vec<_> =
        pages.map(|(name, node)| (name.clone(), node.path.clone(), Arc::clone(&node.unit))).collect();
    let found = graph.diagnostics.len();
    let mut faults = Vec::new();
    let mut finder = Finder { graph, library, steps: 0 };
    for (name, path, unit) in pages {
        let mut known = BTreeMap::new();
        for tag in &unit.tags {
            let component =
                known.entry(tag.name.as_str()).or_insert_with(|| finder.component(&path, &unit, &tag.name));
            let component = component.iter();
            faults.extend(component.flat_map(|one| one.faults(tag)).map(|fault| (name.clone(), fault)));
        }
    }
    // An invalid alias is a problem only if something other than a type needs it.
    graph.diagnostics.truncate(found);
    let reporter = Reporter { main: &graph.main };
    let report = |(name, fault)| reporter.fault(Code::ComponentProps, &graph.nodes[&name], &fault);
    let diagnostics: Vec<_> = faults.into_iter().map(report).collect();
    graph.diagnostics.extend(diagnostics);
}

/// The props of a component.
struct Component {
    shape: Shape,
    /// Whether the component is interactive.
    is_client: bool,
}

/// The members of an object.
#[derive(Default)]
struct Shape {
    members: BTreeMap<String, Prop>,
    /// Whether the object can have other members.
    is_open: bool,
}

/// A member of an object.
#[derive(Default)]
struct Prop {
    is_required: bool,
    /// The literals that the prop accepts; `None` if they're unknown.
    values: Option<Values>,
}

/// A set of literals.
#[derive(Clone, Default, PartialEq)]
struct Values {
    /// Whether the set contains all strings, all numbers, and both booleans.
    text: bool,
    number: bool,
    boolean: bool,
    /// The other literals in the set.
    literals: Vec<Literal>,
}

/// A prop of a component, described for authors.
#[derive(Debug, PartialEq)]
pub(crate) struct PropInfo {
    /// The name.
    pub name: String,
    /// Whether every tag needs the prop.
    pub is_required: bool,
    /// The strings that the prop accepts, if it accepts only these or lists them.
    pub values: Vec<String>,
    /// The accepted values in words, if they're known.
    pub about: Option<String>,
}

/// Returns the props of a component that a page names, sorted. `imports` contains the page's import statements. Returns
/// `None` if there's no such component.
pub(super) fn of_component(
    library: &Inner,
    page: &SourcePath,
    imports: &str,
    name: &str,
) -> Option<Vec<PropInfo>> {
    let unit = script("page.tsx", imports.into(), None);
    let mut graph = Graph::empty(page.to_string());
    let component = Finder { graph: &mut graph, library, steps: 0 }.component(page, &unit, name)?;
    let docgens = if component.is_client { &CLIENT[..] } else { &[] };
    let docgens = docgens.iter().map(|name| ((*name).to_owned(), Prop::default()));
    let all = component.shape.members.into_iter().chain(docgens);
    let known = |(name, prop): (String, Prop)| {
        let values = prop.values.filter(|values| *values != Values::default());
        PropInfo {
            name,
            is_required: prop.is_required,
            values: values.iter().flat_map(Values::texts).map(str::to_owned).collect(),
            about: values.map(|values| values.description()),
        }
    };
    Some(all.filter(|(name, _)| name != CHILDREN).map(known).collect())
}

/// A module that declares something.
#[derive(Clone)]
struct Place {
    path: SourcePath,
    unit: Arc<Unit>,
    /// Whether the module was found through an interactive module or is itself interactive.
    is_client: bool,
}

/// A function that selects one of the kinds of names that a module declares.
type Declared = fn(&Types) -> &BTreeMap<String, Type>;

/// Finds types in modules.
struct Finder<'g> {
    graph: &'g mut Graph,
    library: &'g Inner,
    /// The number of remaining steps for a component.
    steps: usize,
}

impl Finder<'_> {
    /// Returns the component that a name refers to on a page.
    fn component(&mut self, page: &SourcePath, unit: &Unit, name: &str) -> Option<Component> {
        self.steps = STEPS;
        let implicit = || (format!("{IMPLICIT}{name}"), "default".to_owned());
        let is_known = unit.types.imported.contains_key(name) || self.library.components.contains_key(name);
        let (specifier, exported) = unit.types.imported.get(name).cloned().unwrap_or_else(implicit);
        let path = is_known.then(|| self.module(page, &specifier)).flatten()?;
        let (place, local) = self.find(&path, &exported, |types| &types.components, 0)?;
        let shape = self.shape(&place, &place.unit.types.components[&local], 0);
        Some(Component { shape, is_client: place.is_client })
    }

    /// Returns the module that declares an exported name, and the name in that module.
    fn find(
        &mut self,
        path: &SourcePath,
        exported: &str,
        declared: Declared,
        depth: usize,
    ) -> Option<(Place, String)> {
        self.step(depth)?;
        let place = self.place(path)?;
        let types = &place.unit.types;
        let (specifier, name) = match types.exported.get(exported) {
            Some(Origin::Local(local)) if declared(types).contains_key(local) => {
                return Some((place.clone(), local.clone()));
            }
            Some(Origin::Local(local)) => types.imported.get(local)?,
            Some(Origin::Other(specifier, name)) => &(specifier.clone(), name.clone()),
            None if exported == "default" => return None,
            None => {
                let found = types.stars.iter().find_map(|specifier| {
                    let next = self.module(path, specifier)?;
                    self.find(&next, exported, declared, depth + 1)
                });
                return found.map(|(found, name)| (found.after(&place), name));
            }
        };
        let next = self.module(path, specifier)?;
        let (found, name) = self.find(&next, name, declared, depth + 1)?;
        Some((found.after(&place), name))
    }

    /// Returns a module and records its file.
    fn place(&mut self, path: &SourcePath) -> Option<Place> {
        match load(self.library, path, Kind::Script, &mut |_| None) {
            Ok((node, hash)) => {
                self.graph.files.insert(path.clone(), hash);
                Some(Place { path: path.clone(), is_client: node.unit.is_client, unit: node.unit })
            }
            Err(_) => {
                self.graph.uses(self.library, path.clone());
                None
            }
        }
    }

    /// Returns the file of an imported module, if the module can contain types.
    fn module(&mut self, from: &SourcePath, specifier: &str) -> Option<SourcePath> {
        match self.graph.target(self.library, from, specifier) {
            Ok(Target::File(path, Kind::Script)) => Some(path),
            _ => None,
        }
    }

    /// Counts a step. Returns `None` if there are no more steps.
    fn step(&mut self, depth: usize) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        (depth < DEEPEST).then_some(())
    }

    /// Follows a reference to a type.
    fn referred(&mut self, place: &Place, name: &str, depth: usize) -> Option<(Place, String)> {
        if place.unit.types.declared.contains_key(name) {
            return Some((place.clone(), name.to_owned()));
        }
        let (specifier, exported) = place.unit.types.imported.get(name)?;
        let path = self.module(&place.path, specifier)?;
        self.find(&path, exported, |types| &types.declared, depth + 1)
    }

    /// Returns the members of an object type.
    fn shape(&mut self, place: &Place, of: &Type, depth: usize) -> Shape {
        let unknown = || Shape { is_open: true, ..Shape::default() };
        if self.step(depth).is_none() {
            return unknown();
        }
        match of {
            Type::Object { members, is_open } => {
                let mut shape = Shape { is_open: *is_open, ..Shape::default() };
                for member in members {
                    let values = self.values(place, &member.value, depth + 1);
                    let prop = Prop { is_required: member.is_required, values };
                    shape.members.insert(member.name.clone(), prop);
                }
                shape
            }
            Type::Reference(name) => match self.referred(place, name, depth) {
                Some((place, name)) => self.shape(&place, &place.unit.types.declared[&name], depth + 1),
                None => unknown(),
            },
            Type::All(all) => {
                let mut shape = Shape::default();
                for one in all {
                    shape.extend(self.shape(place, one, depth + 1));
                }
                shape
            }
            Type::Any(all) => {
                let objects = all.iter().filter(|one| !matches!(one, Type::Nothing));
                let shapes: Vec<Shape> = objects.map(|one| self.shape(place, one, depth + 1)).collect();
                shapes.into_iter().reduce(Shape::or).unwrap_or_else(unknown)
            }
            _ => unknown(),
        }
    }

    /// Returns the literals of a type, or `None` if they're unknown.
    fn values(&mut self, place: &Place, of: &Type, depth: usize) -> Option<Values> {
        self.step(depth)?;
        let none = Values::default();
        Some(match of {
            Type::Nothing => none,
            Type::Text => Values { text: true, ..none },
            Type::Number => Values { number: true, ..none },
            Type::Boolean => Values { boolean: true, ..none },
            Type::Literal(literal) => Values { literals: vec![literal.clone()], ..none },
            Type::Any(all) => {
                let mut values = none;
                for one in all {
                    values.extend(self.values(place, one, depth + 1)?);
                }
                values
            }
            Type::Reference(name) => {
                let (place, name) = self.referred(place, name, depth)?;
                self.values(&place, &place.unit.types.declared[&name], depth + 1)?
            }
            Type::Unknown | Type::Object { .. } | Type::All(_) => return None,
        })
    }
}

impl Place {
    /// Returns the place. If `other` is interactive, so is the result.
    fn after(self, other: &Place) -> Place {
        Place { is_client: self.is_client || other.is_client, ..self }
    }
}

impl Shape {
    /// Restricts the shape to objects that also have another shape. A prop in both shapes keeps the values of the first
    /// shape, which include every value that both shapes allow.
    fn extend(&mut self, other: Shape) {
        self.is_open |= other.is_open;
        for (name, prop) in other.members {
            let is_required = prop.is_required;
            self.members.entry(name).or_insert(prop).is_required |= is_required;
        }
    }

    /// Returns the shape of objects that have one of two shapes.
    fn or(mut self, mut other: Shape) -> Shape {
        for (name, prop) in &mut self.members {
            let same = other.members.remove(name);
            prop.is_required &= same.as_ref().is_some_and(|same| same.is_required);
            if let Some(same) = same {
                prop.values = prop.values.take().zip(same.values).map(|(mut values, more)| {
                    values.extend(more);
                    values
                });
            }
        }
        let others = other.members.into_iter();
        self.members.extend(others.map(|(name, prop)| (name, Prop { is_required: false, ..prop })));
        Shape { is_open: self.is_open || other.is_open, ..self }
    }
}

impl Values {
    fn extend(&mut self, other: Values) {
        self.text |= other.text;
        self.number |= other.number;
        self.boolean |= other.boolean;
        self.literals.extend(other.literals);
    }

    fn has(&self, literal: &Literal) -> bool {
        self.literals.contains(literal)
            || match literal {
                Literal::Text(_) => self.text,
                Literal::Number(_) => self.number,
                Literal::Boolean(_) => self.boolean,
            }
    }

    /// Whether the set contains only specific strings.
    fn is_texts(&self) -> bool {
        let is_text = |literal: &Literal| matches!(literal, Literal::Text(_));
        !self.text && !self.number && !self.boolean && self.literals.iter().all(is_text)
    }

    /// Returns the strings that the set lists individually.
    fn texts(&self) -> impl Iterator<Item = &str> + Clone {
        self.literals.iter().filter_map(|literal| match literal {
            Literal::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// Describes the set.
    fn description(&self) -> String {
        let kinds = [(self.text, "a string"), (self.number, "a number"), (self.boolean, "`true` or `false`")];
        let kinds = kinds.iter().filter(|(has, _)| *has).map(|(_, kind)| (*kind).to_owned());
        let literals = self.literals.iter().map(|literal| format!("`{}`", literal.text()));
        let count = kinds.clone().count() + literals.len();
        listed(kinds.chain(literals), count, "or")
    }
}

impl Literal {
    /// Returns the value as code.
    fn text(&self) -> String {
        match self {
            Literal::Text(text) => text.clone(),
            Literal::Number(number) => number.to_string(),
            Literal::Boolean(boolean) => boolean.to_string(),
        }
    }

    /// Describes the value.
    fn description(&self) -> String {
        match self {
            Literal::Text(text) => format!("the string `{}`", short(text)),
            Literal::Number(number) => format!("the number `{number}`"),
            Literal::Boolean(boolean) => format!("`{boolean}`"),
        }
    }
}

impl Component {
    /// Returns the problems with a tag.
    fn faults(&self, tag: &Tag) -> Vec<Fault> {
        let mut faults = Vec::new();
        let given = |name: &str| tag.attributes.iter().any(|attribute| attribute.name == name);
        if !tag.has_spread {
            faults.extend(self.missing(tag, given));
        }
        for attribute in &tag.attributes {
            let name = attribute.name.as_str();
            let range = attribute.range.clone();
            match self.shape.members.get(name) {
                Some(prop) => {
                    let wrong = attribute.value.as_ref().and_then(|value| wrong(name, prop, value));
                    faults.extend(wrong.map(|fault| Fault { range, ..fault }));
                }
                None if self.is_other(name) => {}
                None => {
                    let known = self.shape.members.keys().map(String::as_str).take(COMPARED);
                    let hint = did_you_mean(name, known)
                        .unwrap_or_else(|| "remove the prop, or add it to the component's prop types".into());
                    let message = format!("`{}` has no prop `{name}`", tag.name);
                    faults.push(Fault::new(message, range).hint(hint));
                }
            }
        }
        if tag.has_content && !self.shape.is_open && !self.shape.members.contains_key(CHILDREN) {
            let message = format!("`{}` doesn't show its content: it has no prop `children`", tag.name);
            let hint = "remove the content, or add `children` to the component's prop types";
            faults.push(Fault::new(message, tag.range.clone()).hint(hint));
        }
        faults
    }

    /// Whether an attribute can be valid even if it isn't a known prop.
    fn is_other(&self, name: &str) -> bool {
        self.shape.is_open
            || REACT.contains(&name)
            || self.is_client && CLIENT.contains(&name)
            // TypeScript also allows such attributes.
            || name.contains('-')
    }

    /// Reports the required props that a tag doesn't have.
    fn missing(&self, tag: &Tag, given: impl Fn(&str) -> bool) -> Vec<Fault> {
        let required = |(name, prop): &(&String, &Prop)| {
            prop.is_required && !given(name) && !REACT.contains(&name.as_str())
        };
        let props =
            || self.shape.members.iter().filter(|(name, _)| *name != CHILDREN).filter(|one| required(one));
        let mut faults = Vec::new();
        let count = props().count();
        if count > 0 {
            let names = listed(props().map(|(name, _)| format!("`{name}`")), count, "and");
            let noun = if count == 1 { "prop" } else { "props" };
            let example = |(name, prop): (&String, &Prop)| match &prop.values {
                Some(values) if values.text || values.is_texts() => format!("{name}=\"…\""),
                _ => format!("{name}={{…}}"),
            };
            let examples: Vec<String> = props().take(LISTED).map(example).collect();
            let fault = Fault::new(format!("`{}` needs the {noun} {names}", tag.name), tag.range.clone());
            faults.push(fault.hint(format!("add `{}`", examples.join(" "))));
        }
        let needs_content = self.shape.members.get_key_value(CHILDREN).is_some_and(|one| required(&one));
        if needs_content && !tag.has_content {
            let fault = Fault::new(format!("`{}` needs content", tag.name), tag.range.clone());
            faults.push(fault.hint(format!("put it between `<{0}>` and `</{0}>`", tag.name)));
        }
        faults
    }
}

/// Reports a value that a prop can't have.
fn wrong(name: &str, prop: &Prop, value: &Literal) -> Option<Fault> {
    let values = prop.values.as_ref().filter(|values| **values != Values::default())?;
    if values.has(value) {
        return None;
    }
    if let (true, Literal::Text(text)) = (values.is_texts(), value) {
        let near = did_you_mean(text, values.texts().take(COMPARED));
        let hint = near.unwrap_or_else(|| suggest(text, values.texts().take(LISTED)));
        return Some(Fault::new(format!("unknown value `{}` for `{name}`", short(text)), 0..0).hint(hint));
    }
    let message = format!("`{name}`: expected {}, found {}", values.description(), value.description());
    let fault = Fault::new(message, 0..0);
    Some(match instead(name, values, value) {
        Some(code) => fault.hint(format!("use `{code}`")),
        None => fault,
    })
}

/// Returns the attribute with the value that the author probably meant.
fn instead(name: &str, values: &Values, value: &Literal) -> Option<String> {
    match value {
        Literal::Text(text) => {
            let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
            let number = number.map(Literal::Number).filter(|number| values.has(number));
            let boolean = text.parse().ok().map(Literal::Boolean).filter(|boolean| values.has(boolean));
            number.or(boolean).map(|value| format!("{name}={{{}}}", value.text()))
        }
        Literal::Boolean(true) if values.text || values.is_texts() => Some(format!("{name}=\"…\"")),
        Literal::Boolean(true) if values.number => Some(format!("{name}={{…}}")),
        other => {
            let text = other.text();
            values.has(&Literal::Text(text.clone())).then(|| format!("{name}=\"{text}\""))
        }
    }
}

/// Joins the first [`LISTED`] of `count` items.
fn listed(all: impl Iterator<Item = String>, count: usize, word: &str) -> String {
    let mut all: Vec<String> = all.take(LISTED).collect();
    if count > all.len() {
        all.push(format!("{} more", count - all.len()));
    }
    match &all[..] {
        [] => String::new(),
        [one] => one.clone(),
        [one, other] => format!("{one} {word} {other}"),
        [first @ .., last] => format!("{}, {word} {last}", first.join(", ")),
    }
}

/// Returns the start of a string, for a message.
fn short(text: &str) -> String {
    let mut chars = text.chars();
    let start: String = chars.by_ref().take(60).flat_map(char::escape_debug).collect();
    if chars.next().is_some() { format!("{start}…") } else { start }
}
