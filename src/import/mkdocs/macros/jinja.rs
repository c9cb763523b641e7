//! Evaluates Jinja code with the values that are known without running the site's Python code.

use std::sync::Arc;

use minijinja::value::{Rest, Serde, ValueKind, merge_maps};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, Value};
use minijinja_contrib::pycompat::unknown_method_callback;
use parking_lot::Mutex;
use serde_json::{Map, Value as Json};

/// The number of instructions that an expression can run.
const FUEL: u64 = 100_000;

/// The maximum number of items in a loop.
pub(super) const MOST: usize = 2000;

/// The function that records values.
const RECORD: &str = "record_values_";

/// An environment for the expressions of a page.
pub(super) struct Jinja {
    environment: Environment<'static>,
    recorded: Arc<Mutex<Vec<Vec<Value>>>>,
    /// The values that don't change.
    values: Value,
    /// The values of loops and assignments, the innermost last.
    pub scope: Vec<(String, Value)>,
    /// The macros that the page defines or imports: their names and the statement.
    macros: Vec<(Vec<String>, String)>,
}

impl Jinja {
    pub(super) fn new(values: Value) -> Self {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.set_unknown_method_callback(unknown_method_callback);
        environment.set_fuel(Some(FUEL));
        environment.set_formatter(|out, _, value| {
            let text = text(value).ok_or(ErrorKind::InvalidOperation)?;
            out.write_str(&text).map_err(|_| ErrorKind::InvalidOperation.into())
        });
        let recorded = Arc::<Mutex<Vec<_>>>::default();
        let list = recorded.clone();
        environment.add_function(RECORD, move |values: Rest<Value>| -> Result<&str, Error> {
            let mut list = list.lock();
            list.push(values.0);
            if list.len() > MOST { Err(ErrorKind::InvalidOperation.into()) } else { Ok("") }
        });
        Jinja { environment, recorded, values, scope: Vec::new(), macros: Vec::new() }
    }

    /// Whether a loop or an assignment defines a name.
    pub(super) fn defines(&self, name: &str) -> bool {
        self.scope.iter().any(|(defined, _)| defined == name)
    }

    /// Returns the result of an expression as text.
    pub(super) fn result(&self, expression: &str) -> Option<String> {
        self.rendered(format!("{{{{ {expression} }}}}"))
    }

    /// Whether the condition of an `if` or `elif` statement is true. If the condition contains an unknown name, returns
    /// `None`.
    pub(super) fn is_true(&self, statement: &str) -> Option<bool> {
        let (_, condition) = statement.split_once("if ")?;
        Some(self.rendered(format!("{{% if {condition} %}}1{{% endif %}}"))? == "1")
    }

    /// Returns the names that a `for` statement defines, and the values of each item.
    pub(super) fn items<'s>(&self, statement: &'s str) -> Option<(Vec<&'s str>, Vec<Vec<Value>>)> {
        let (names, _) = statement.strip_prefix("for ")?.split_once(" in ")?;
        let names = split_names(names)?;
        let code = format!("{{% {statement} %}}{{{{ {RECORD}({}) }}}}{{% endfor %}}", names.join(", "));
        Some((names, self.record(code)?))
    }

    /// Runs a `set` statement. Returns whether all its names are known.
    pub(super) fn set(&mut self, statement: &str) -> bool {
        let found = || {
            let (names, _) = statement.strip_prefix("set ")?.split_once('=')?;
            let names = split_names(names)?;
            let code = format!("{{% {statement} %}}{{{{ {RECORD}({}) }}}}", names.join(", "));
            let values = self.record(code)?.pop()?;
            Some(names.into_iter().map(str::to_owned).zip(values).collect::<Vec<_>>())
        };
        let found = found();
        let is_known = found.is_some();
        self.scope.extend(found.unwrap_or_default());
        is_known
    }

    /// Defines the macro in a block. Returns whether its syntax is correct.
    pub(super) fn define(&mut self, statement: &str, block: &str) -> bool {
        let name = statement.strip_prefix("macro ").and_then(|rest| rest.split('(').next());
        let name = name.map(|name| vec![name.trim().to_owned()]);
        self.environment.template_from_str(block).is_ok() && self.add(name, block.to_owned())
    }

    /// Imports macros from a file. `read` returns the text of a file. Returns whether the import is possible.
    pub(super) fn import(&mut self, statement: &str, read: &dyn Fn(&str) -> Option<String>) -> bool {
        let names = || {
            let (_, names) =
                statement.rsplit_once(if statement.starts_with("from") { " import " } else { " as " })?;
            let last = |name: &str| name.split_whitespace().last().map(str::to_owned);
            names.split(',').map(last).collect::<Option<Vec<_>>>()
        };
        let (names, Some(file)) = (names(), quoted(statement)) else { return false };
        let Some(text) = read(file) else { return false };
        let is_known = self
            .environment
            .template_from_str(&text)
            .is_ok_and(|template| template.undeclared_variables(true).iter().all(|name| self.is_known(name)));
        is_known
            && self.environment.add_template_owned(file.to_owned(), text).is_ok()
            && self.add(names, format!("{{% {statement} %}}"))
    }

    fn add(&mut self, names: Option<Vec<String>>, code: String) -> bool {
        let is_named = names.is_some();
        self.macros.extend(names.map(|names| (names, code)));
        is_named
    }

    /// Returns the values that the code records.
    fn record(&self, code: String) -> Option<Vec<Vec<Value>>> {
        self.recorded.lock().clear();
        self.rendered(code)?;
        Some(std::mem::take(&mut *self.recorded.lock()))
    }

    fn rendered(&self, mut code: String) -> Option<String> {
        for (names, definition) in self.macros.iter().rev() {
            if names.iter().any(|name| code.contains(name.as_str())) {
                code.insert_str(0, definition);
            }
        }
        let template = self.environment.template_from_str(&code).ok()?;
        if !template.undeclared_variables(true).iter().all(|name| self.is_known(name)) {
            return None;
        }
        template.render(self.context()).ok()
    }

    fn context(&self) -> Value {
        let scope = self.scope.iter().map(|(name, value)| (name.clone(), value.clone()));
        merge_maps([self.values.clone(), Value::from_pairs(scope)])
    }

    /// Whether the value of a path, such as `a.b`, is known. For a value of the site, the first name is enough, but
    /// generators add values to the config and to the page.
    fn is_known(&self, path: &str) -> bool {
        let (name, rest) = path.split_once('.').unwrap_or((path, ""));
        let is_function = || self.environment.globals().any(|(global, _)| global == name);
        let Ok(value) = self.context().get_attr(name) else { return false };
        match name {
            _ if self.defines(name) => true,
            "page" => rest == "meta" || rest.starts_with("meta."),
            "config" => {
                let found = rest.split('.').try_fold(value, |value, key| value.get_attr(key));
                found.is_ok_and(|found| !found.is_undefined())
            }
            _ => !value.is_undefined() || is_function(),
        }
    }
}

/// Returns a value. Unlike the values that the library creates, tables keep their order.
pub(super) fn value(json: &Json) -> Value {
    match json {
        Json::Object(table) => {
            Value::make_object_map(table.clone(), keys, |table, key| table.get(key.as_str()?).map(value))
        }
        Json::Array(items) => items.iter().map(value).collect::<Vec<_>>().into(),
        _ => Value::from(Serde(json)),
    }
}

fn keys(table: &Map<String, Json>) -> Box<dyn Iterator<Item = Value> + Send + Sync + '_> {
    Box::new(table.keys().map(Value::from))
}

/// Returns the text that Python shows for a value that isn't a list or a table.
fn text(value: &Value) -> Option<String> {
    match value.kind() {
        ValueKind::Bool => Some(if value.is_true() { "True" } else { "False" }.to_owned()),
        ValueKind::None => Some("None".to_owned()),
        ValueKind::String | ValueKind::Number => Some(value.to_string()),
        _ => None,
    }
}

/// Returns the names that a statement defines.
fn split_names(names: &str) -> Option<Vec<&str>> {
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let names: Vec<&str> = names.trim().trim_matches(['(', ')']).split(',').map(str::trim).collect();
    names.iter().all(|name| is_name(name)).then_some(names)
}

/// Returns the first string in a statement.
pub(super) fn quoted(statement: &str) -> Option<&str> {
    let (_, rest) = statement.split_once(['"', '\''])?;
    Some(rest.split_once(['"', '\''])?.0)
}
