//! Runs parsed templates.

use std::borrow::Cow;
use std::collections::BTreeMap;

use minijinja::Value;

use super::Scope;
use super::parse::{Base, Block, Kind, Node, Pipe, Term, parse};
use super::value::{LARGEST, Result, Stop, entries, is_true, safe, text, unknown};

/// The maximum amount of work: the number of nodes, function calls, and values in the arguments of functions.
const MOST_WORK: usize = 2_000_000;

/// The maximum depth of templates and blocks.
const DEEPEST: usize = 60;

/// A function of templates, with its name and its arguments.
type Call = fn(&mut Run<'_>, &str, &[Value]) -> Result<Value>;

/// Reads a field of a value, or runs a method with arguments.
type Field = fn(&mut Run<'_>, &Value, &str, &[Value]) -> Result<Value>;

/// A running template.
pub(super) struct Run<'r> {
    pub scope: &'r Scope<'r>,
    dot: Value,
    root: Value,
    variables: Vec<(String, Value)>,
    out: String,
    /// Whether the text is preformatted at the current position.
    is_raw: bool,
    work: usize,
    depth: usize,
    defined: BTreeMap<String, String>,
    call: Call,
    field: Field,
    /// The first value that the template looked for and that doesn't exist.
    pub missing: Option<String>,
}

impl<'r> Run<'r> {
    pub(super) fn new(scope: &'r Scope<'r>, call: Call, field: Field) -> Self {
        Run {
            scope,
            root: Value::UNDEFINED,
            dot: Value::UNDEFINED,
            variables: Vec::new(),
            out: String::new(),
            is_raw: false,
            work: 0,
            depth: 0,
            defined: BTreeMap::new(),
            call,
            field,
            missing: None,
        }
    }

    /// Returns a value. If the value is undefined or an empty list, records that the template looked for it.
    pub(super) fn sought(&mut self, value: Value, what: impl FnOnce() -> String) -> Value {
        if self.missing.is_none() && (value.is_undefined() || value.len() == Some(0)) {
            self.missing = Some(what());
        }
        value
    }

    /// Returns the text that a template writes.
    pub(super) fn text_of(&mut self, template: &str, dot: Value) -> Result<Value> {
        let nodes = parse(template).ok_or_else(|| unknown("syntax that docgen doesn't know"))?;
        self.define(&nodes, template);
        self.written(&nodes, dot)
    }

    /// Returns what the nodes of a template write or return. The template has its own variables.
    fn written(&mut self, nodes: &[Node], dot: Value) -> Result<Value> {
        let variables = std::mem::take(&mut self.variables);
        let out = std::mem::take(&mut self.out);
        let before = std::mem::replace(&mut self.dot, dot.clone());
        let root = std::mem::replace(&mut self.root, dot);
        let result = self.deeper(|run| run.nodes(nodes));
        self.variables = variables;
        self.dot = before;
        self.root = root;
        let text = std::mem::replace(&mut self.out, out);
        match result {
            Ok(()) => Ok(safe(text)),
            Err(Stop::Return(value)) => Ok(value),
            Err(stop) => Err(stop),
        }
    }

    /// Adds the templates that a template defines.
    fn define(&mut self, nodes: &[Node], template: &str) {
        for node in nodes {
            if let Node::Define(name, _) = node {
                self.defined.entry(name.clone()).or_insert_with(|| template.to_owned());
            }
        }
    }

    /// Returns the result of a partial template.
    pub(super) fn partial(&mut self, name: &str, dot: Value) -> Result<Value> {
        let name = name.trim_start_matches('/');
        let inline = ["partials/", "_partials/"].map(|folder| format!("{folder}{name}"));
        if let Some(name) = inline.iter().find(|name| self.defined.contains_key(*name)) {
            return self.template(name, dot);
        }
        let Some(text) = self.scope.values.partial(name) else {
            return Err(unknown(&format!("the partial template `{name}`")));
        };
        self.text_of(text, dot)
    }

    /// Returns the result of a template that a template defines.
    fn template(&mut self, name: &str, dot: Value) -> Result<Value> {
        let text = self.defined.get(name).cloned();
        let nodes = text.as_deref().and_then(parse).unwrap_or_default();
        let body = nodes.iter().find_map(|node| match node {
            Node::Define(own, body) if own == name => Some(body),
            _ => None,
        });
        let body = body.ok_or_else(|| unknown(&format!("the template `{name}`")))?;
        self.written(body, dot)
    }

    /// Returns a field of a value, or the result of a method.
    pub(super) fn field(&mut self, value: &Value, name: &str, arguments: &[Value]) -> Result<Value> {
        let field = self.field;
        field(self, value, name, arguments)
    }

    /// Returns the value at a path of field names.
    pub(super) fn at_path(&mut self, value: &Value, path: &str) -> Result<Value> {
        let mut value = value.clone();
        if let Some(key) = path.strip_prefix("Params.") {
            self.scope.values.mark(key.split('.').next().unwrap_or_default());
        }
        for name in path.split('.').filter(|name| !name.is_empty()) {
            value = self.field(&value, name, &[])?;
        }
        Ok(value)
    }

    /// Adds to the amount of work.
    pub(super) fn charge(&mut self, work: usize) -> Result<()> {
        self.work = self.work.saturating_add(work);
        if self.work > MOST_WORK { Err(unknown("too much work")) } else { Ok(()) }
    }

    fn deeper<T>(&mut self, run: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth > DEEPEST {
            return Err(unknown("too many nested templates"));
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    fn nodes(&mut self, nodes: &[Node]) -> Result<()> {
        for node in nodes {
            self.charge(1)?;
            match node {
                Node::Text(text) => self.literal(text),
                Node::Show(pipe) => {
                    let value = self.pipe(pipe)?;
                    self.show(&value)?;
                }
                Node::Set { name, is_new, value } => {
                    let value = self.pipe(value)?;
                    self.set(name, *is_new, value)?;
                }
                Node::Block(block) => self.deeper(|run| run.block(block))?,
                Node::Template(name, value) => {
                    let dot = value.as_ref().map_or(Ok(Value::UNDEFINED), |pipe| self.pipe(pipe))?;
                    let text = self.template(name, dot)?;
                    self.out.push_str(text.as_str().unwrap_or_default());
                }
                Node::Define(..) => {}
                Node::Return(value) => {
                    let value = value.as_ref().map_or(Ok(Value::UNDEFINED), |pipe| self.pipe(pipe))?;
                    return Err(Stop::Return(value));
                }
                Node::Break => return Err(Stop::Break),
                Node::Continue => return Err(Stop::Continue),
            }
            if self.out.len() > LARGEST {
                return Err(unknown("too much text"));
            }
        }
        Ok(())
    }

    fn set(&mut self, name: &str, is_new: bool, value: Value) -> Result<()> {
        if is_new {
            self.variables.push((name.to_owned(), value));
            return Ok(());
        }
        let own = self.variables.iter_mut().rev().find(|(own, _)| own == name);
        own.ok_or_else(|| unknown(&format!("the variable `{name}`")))?.1 = value;
        Ok(())
    }

    fn block(&mut self, block: &Block) -> Result<()> {
        let outside = self.variables.len();
        let result = self.branches(block);
        self.variables.truncate(outside);
        result
    }

    fn branches(&mut self, block: &Block) -> Result<()> {
        let value = self.pipe(&block.value)?;
        if block.kind == Kind::Range {
            return self.range(block, &value);
        }
        if let Some(name) = block.names.last() {
            self.set(name, block.is_new, value.clone())?;
        }
        match is_true(&value) {
            false => self.nodes(&block.other),
            true if block.kind == Kind::With => self.with_dot(value, &block.body),
            true => self.nodes(&block.body),
        }
    }

    fn with_dot(&mut self, dot: Value, nodes: &[Node]) -> Result<()> {
        let before = std::mem::replace(&mut self.dot, dot);
        let result = self.nodes(nodes);
        self.dot = before;
        result
    }

    fn range(&mut self, block: &Block, value: &Value) -> Result<()> {
        let entries = entries(value)?;
        if entries.is_empty() {
            return self.nodes(&block.other);
        }
        let outside = self.variables.len();
        for (key, item) in entries {
            self.charge(1)?;
            match block.names.as_slice() {
                [] => {}
                [own] => self.set(own, block.is_new, item.clone())?,
                [own_key, own, ..] => {
                    self.set(own_key, block.is_new, key)?;
                    self.set(own, block.is_new, item.clone())?;
                }
            }
            let result = self.with_dot(item, &block.body);
            self.variables.truncate(outside);
            match result {
                Err(Stop::Break) => break,
                Ok(()) | Err(Stop::Continue) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    fn pipe(&mut self, pipe: &Pipe) -> Result<Value> {
        let mut last = None;
        for command in &pipe.0 {
            last = Some(self.deeper(|run| run.command(command, last.take()))?);
        }
        Ok(last.unwrap_or_default())
    }

    /// Returns the result of a function, or of a method of a value.
    fn command(&mut self, command: &[Term], last: Option<Value>) -> Result<Value> {
        self.charge(1)?;
        let Some((first, rest)) = command.split_first() else { return Ok(Value::UNDEFINED) };
        // These functions don't use the arguments after the one that determines the result.
        let stop = match &first.base {
            Base::Function(name) if name == "or" => Some(true),
            Base::Function(name) if name == "and" => Some(false),
            _ => None,
        };
        let mut arguments = Vec::new();
        for term in rest {
            let value = self.term(term, &[])?;
            let is_last = stop == Some(is_true(&value));
            arguments.push(value);
            if is_last {
                return Ok(arguments.pop().unwrap_or_default());
            }
        }
        arguments.extend(last);
        self.term(first, &arguments)
    }

    fn term(&mut self, term: &Term, arguments: &[Value]) -> Result<Value> {
        let own = if term.fields.is_empty() { arguments } else { &[] };
        let mut value = match &term.base {
            Base::Dot => self.dot.clone(),
            Base::Variable(name) if name == "$" => self.root.clone(),
            Base::Variable(name) => {
                let found = self.variables.iter().rev().find(|(own, _)| own == name);
                found.ok_or_else(|| unknown(&format!("the variable `{name}`")))?.1.clone()
            }
            Base::Constant(value) => value.clone(),
            Base::Pipe(pipe) => self.pipe(pipe)?,
            Base::Function(name) => {
                let call = self.call;
                call(self, name, own)?
            }
        };
        if !own.is_empty() && !matches!(term.base, Base::Function(_)) {
            return Err(unknown("syntax that docgen doesn't know"));
        }
        for pair in term.fields.windows(2).filter(|pair| pair[0].eq_ignore_ascii_case("Params")) {
            self.scope.values.mark(&pair[1]);
        }
        let (mut is_data, last) = (false, term.fields.len().saturating_sub(1));
        for (at, name) in term.fields.iter().enumerate() {
            value = self.field(&value, name, if at == last { arguments } else { &[] })?;
            if is_data && value.is_undefined() {
                return Err(unknown(&format!("the data file `{name}`")));
            }
            is_data = name == "Data";
        }
        Ok(value)
    }

    /// Adds text of the template. In HTML, leaves out indentation, which would start a code block, and blank lines,
    /// which would end the block.
    fn literal(&mut self, text: &str) {
        let text = without_comments(text);
        if !self.scope.is_html || self.scope.call.is_markdown {
            self.out.push_str(&text);
            return;
        }
        for (at, line) in text.split_inclusive('\n').enumerate() {
            let is_raw = self.is_raw;
            self.is_raw = (is_raw || line.contains("<pre")) && !line.contains("</pre");
            let is_start = self.out.is_empty() || self.out.ends_with('\n');
            let line =
                if at > 0 && is_start && !is_raw { line.trim_start_matches([' ', '\t']) } else { line };
            let is_blank_line = is_start && line.trim().is_empty() && (at > 0 || line.ends_with('\n'));
            if is_raw || !is_blank_line {
                self.out.push_str(line);
            }
        }
    }

    /// Writes a value.
    fn show(&mut self, value: &Value) -> Result<()> {
        let text = text(value)?;
        self.charge(text.len() / 64)?;
        if !self.scope.is_html || value.is_safe() {
            self.out.push_str(&text);
            return Ok(());
        }
        // The start of a tag is near.
        let tail = &self.out.as_bytes()[self.out.len().saturating_sub(4096)..];
        let last = |mark: u8| tail.iter().rposition(|byte| *byte == mark);
        let is_in_tag = last(b'<') > last(b'>');
        for (at, c) in text.char_indices() {
            match c {
                '<' => self.out.push_str("&lt;"),
                '"' if is_in_tag => self.out.push_str("&quot;"),
                '&' if text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '#') => {
                    self.out.push_str("&amp;");
                }
                c => self.out.push(c),
            }
        }
        Ok(())
    }
}

/// Returns text without HTML comments, which Hugo doesn't write.
pub(super) fn without_comments(text: &str) -> Cow<'_, str> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find("<!--") {
        let Some(length) = rest[start..].find("-->") else { break };
        out.push_str(&rest[..start]);
        rest = &rest[start + length + 3..];
    }
    if rest.len() == text.len() { Cow::Borrowed(text) } else { Cow::Owned(out + rest) }
}
