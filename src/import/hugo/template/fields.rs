//! The fields and methods of the values in templates.

use std::collections::BTreeMap;

use minijinja::Value;
use minijinja::value::ValueKind;
use parking_lot::Mutex;

use super::run::{Run, without_comments};
use super::value::{Item, Resource, Result, argument, entries, kind, lookup, safe, text, unknown};
use super::{collections, dates, texts};
use crate::import::shortcodes::Argument;

/// Returns a field of a value, or the result of a method.
pub(super) fn field(run: &mut Run<'_>, value: &Value, name: &str, arguments: &[Value]) -> Result<Value> {
    match value.downcast_object_ref::<Item>() {
        Some(Item::Call(level)) => run.of_call(*level, name, arguments),
        Some(Item::Page(page)) => run.of_page(*page, name, arguments),
        Some(Item::File(page)) => {
            let found = run.scope.values.page_field(*page, &format!("file.{}", name.to_ascii_lowercase()));
            found.ok_or_else(|| unknown(&format!("`.File.{name}`")))
        }
        Some(Item::Site) => run.of_site(name, arguments),
        Some(Item::Hugo) => match name {
            "Data" => run.of_site("Data", &[]),
            "Store" => Ok(run.scope.values.store()),
            "IsServer" | "IsMultilingual" | "IsMultihost" => Ok(Value::from(false)),
            "IsProduction" | "IsExtended" => Ok(Value::from(true)),
            "Environment" => Ok(Value::from("production")),
            _ => Err(unknown(&format!("`hugo.{name}`"))),
        },
        Some(Item::Language(at)) => {
            let found = run.scope.values.language_field(*at, &name.to_ascii_lowercase());
            found.ok_or_else(|| unknown(&format!("`.Language.{name}`")))
        }
        Some(Item::Resource(file)) => run.of_resource(file.clone(), value, name),
        Some(Item::Scratch(values)) => scratch(values, name, arguments),
        None => run.of_data(value, name, arguments),
    }
}

impl Run<'_> {
    fn of_call(&mut self, level: usize, name: &str, arguments: &[Value]) -> Result<Value> {
        let open = self.scope.values.open_call(level);
        let call = match &open {
            Some((call, _)) if level > 0 => call,
            _ => self.scope.call,
        };
        let inner = || self.scope.inner.unwrap_or_default().to_owned();
        Ok(match name {
            "Get" => {
                let key = argument(arguments, 0)?;
                let found = match usize::try_from(key.clone()) {
                    Ok(at) if key.kind() == ValueKind::Number => call.unnamed(at),
                    _ => call.argument(&text(key)?),
                };
                found.map_or(Value::from(""), constant)
            }
            // The content of a shortcode is complete only after the shortcodes in it.
            "Inner" | "InnerDeindent" | "Ordinal" if level > 0 => {
                return Err(unknown(&format!("`.Parent.{name}`")));
            }
            "Inner" | "InnerDeindent" if self.scope.is_html => safe(apart(&inner())),
            "Inner" | "InnerDeindent" => safe(inner()),
            "IsNamedParams" => call.arguments.iter().any(|argument| argument.name.is_some()).into(),
            "Ordinal" => (self.scope.count - 1).into(),
            "Name" => Value::from(&call.name),
            "Params" => {
                let named = call.arguments.iter().any(|argument| argument.name.is_some());
                match named {
                    true => call
                        .arguments
                        .iter()
                        .map(|one| (one.name.clone().unwrap_or_default().to_lowercase(), constant(one)))
                        .collect::<BTreeMap<_, _>>()
                        .into(),
                    false => call.arguments.iter().map(constant).collect(),
                }
            }
            "Page" => Value::from_object(Item::Page(self.scope.values.current())),
            "Site" => Value::from_object(Item::Site),
            "Store" | "Scratch" => open.map_or_else(|| self.scope.values.store(), |(_, store)| store),
            "Parent" => {
                let parent = self.scope.values.open_call(level + 1);
                parent.map_or(Value::UNDEFINED, |_| Value::from_object(Item::Call(level + 1)))
            }
            "Position" => Value::from(""),
            "Ref" | "RelRef" | "RenderString" | "GetPage" => {
                return self.of_page(self.scope.values.current(), name, arguments);
            }
            _ => return Err(unknown(&format!("`.{name}`"))),
        })
    }

    fn of_page(&mut self, page: usize, name: &str, arguments: &[Value]) -> Result<Value> {
        let values = self.scope.values;
        let referenced = |path: &str| values.referenced(page, path);
        let of = |page: usize| Value::from_object(Item::Page(page));
        Ok(match name {
            "Page" => of(page),
            "File" => Value::from_object(Item::File(page)),
            "Site" => Value::from_object(Item::Site),
            "Language" => Value::from_object(Item::Language(values.language_of(page))),
            "Store" | "Scratch" => self.scope.values.store(),
            "GetPage" => {
                let path = text(argument(arguments, 0)?)?;
                self.sought(referenced(&path).map_or(Value::UNDEFINED, of), || format!("the page `{path}`"))
            }
            "Ref" | "RelRef" => {
                let target = argument(arguments, 0)?;
                let path = match target.kind() {
                    ValueKind::Map => target.get_attr("path").unwrap_or_default(),
                    _ => target.clone(),
                };
                values
                    .address(page, &text(&path)?)
                    .map(Value::from)
                    .ok_or_else(|| unknown("a missing page"))?
            }
            "Param" => {
                let path = text(argument(arguments, 0)?)?.into_owned();
                values.mark(path.split('.').next().unwrap_or_default());
                let own = self.at_path(&of(page), &format!("Params.{path}"))?;
                match own.is_undefined() {
                    true => self.at_path(&Value::from_object(Item::Site), &format!("Params.{path}"))?,
                    false => own,
                }
            }
            "RenderString" => {
                let is_block = arguments.len() > 1
                    && arguments[0]
                        .get_attr("display")
                        .is_ok_and(|display| display.as_str() == Some("block"));
                let source = text(arguments.last().unwrap_or(&Value::UNDEFINED))?.into_owned();
                self.rendered(&source, is_block)?
            }
            "Content" | "RenderShortcodes" => {
                let source = values.page_field(page, "rawcontent").unwrap_or_default();
                let source = text(&source)?.into_owned();
                self.rendered(&source, true)?
            }
            "IsAncestor" | "IsDescendant" | "Eq" | "InSection" => {
                let other = argument(arguments, 0)?.downcast_object_ref::<Item>();
                let Some(Item::Page(other)) = other else { return Ok(Value::from(false)) };
                let path = |page: usize| -> Result<String> {
                    Ok(text(&values.page_field(page, "path").unwrap_or_default())?
                        .trim_end_matches('/')
                        .to_owned())
                };
                let (own, other_path) = (path(page)?, path(*other)?);
                let is_below = |above: &str, below: &str| below.starts_with(&format!("{above}/"));
                match name {
                    "Eq" => page == *other,
                    "IsAncestor" => is_below(&own, &other_path),
                    _ => is_below(&other_path, &own),
                }
                .into()
            }
            _ => match values.page_field(page, &name.to_ascii_lowercase()) {
                Some(value) => value,
                None => return Err(unknown(&format!("`.Page.{name}`"))),
            },
        })
    }

    fn of_site(&mut self, name: &str, arguments: &[Value]) -> Result<Value> {
        let values = self.scope.values;
        match name {
            "GetPage" => {
                let path = arguments.last().map_or(Ok("".into()), text)?;
                let found =
                    values.referenced(values.current(), &format!("/{}", path.trim_start_matches('/')));
                let page = found.map_or(Value::UNDEFINED, |page| Value::from_object(Item::Page(page)));
                Ok(self.sought(page, || format!("the page `{path}`")))
            }
            "Param" => {
                let path = format!("Params.{}", text(argument(arguments, 0)?)?);
                self.at_path(&Value::from_object(Item::Site), &path)
            }
            "Language" => Ok(Value::from_object(Item::Language(values.language_of(values.current())))),
            "Store" => Ok(self.scope.values.store()),
            _ => match values.site_field(&name.to_ascii_lowercase()) {
                Some(value) => Ok(value),
                None => Err(unknown(&format!("`site.{name}`"))),
            },
        }
    }

    fn of_resource(&mut self, file: Resource, own: &Value, name: &str) -> Result<Value> {
        Ok(match name {
            "RelPermalink" | "Permalink" => self
                .scope
                .values
                .publish(&file)
                .map(Value::from)
                .ok_or_else(|| unknown("a file that isn't published"))?,
            "Name" => Value::from(file.name),
            "Title" => Value::from(file.title.unwrap_or(file.name)),
            "Content" => Value::from(
                self.scope.values.file(&file.path).ok_or_else(|| unknown("the content of a file"))?,
            ),
            "ResourceType" => Value::from(kind(&file.url)),
            // Browsers scale images.
            "Resize" | "Fit" | "Fill" | "Crop" | "Process" | "Filter" => own.clone(),
            "Params" | "Err" => Value::UNDEFINED,
            _ => return Err(unknown(&format!("`.{name}` of a file"))),
        })
    }

    fn of_data(&mut self, value: &Value, name: &str, arguments: &[Value]) -> Result<Value> {
        match value.kind() {
            ValueKind::Map => Ok(lookup(value, name)),
            ValueKind::Undefined | ValueKind::None => Ok(Value::UNDEFINED),
            ValueKind::String => match dates::method(&text(value)?, name, arguments)? {
                Some(result) => Ok(result),
                None => Err(unknown(&format!("`.{name}` of a text"))),
            },
            ValueKind::Seq | ValueKind::Iterable => collections::method(self, value, name, arguments),
            _ => Err(unknown(&format!("`.{name}` of a value"))),
        }
    }

    /// Returns Markdown, which can contain shortcodes, as text of the page.
    pub(super) fn rendered(&mut self, source: &str, is_block: bool) -> Result<Value> {
        self.charge(source.len() / 16)?;
        // A comment can contain a shortcode that docgen can't convert.
        let bare = without_comments(source);
        let expanded = match bare.contains("{{<") || bare.contains("{{%") {
            true => {
                let expanded = self.scope.values.expanded(source);
                Some(expanded.ok_or_else(|| unknown("a shortcode in a text"))?)
            }
            false => None,
        };
        let source = expanded.as_deref().unwrap_or(source);
        Ok(safe(match is_block && self.scope.is_html && !source.trim().is_empty() {
            true => format!("\n\n{}\n\n", source.trim_matches('\n')),
            false => texts::marked(source, self.scope.is_html),
        }))
    }
}

/// Returns the value of an argument in a shortcode's call.
fn constant(argument: &Argument) -> Value {
    match argument.read() {
        "true" if !argument.is_quoted => true.into(),
        "false" if !argument.is_quoted => false.into(),
        value => Value::from(value),
    }
}

/// Returns content for use in HTML. Directives and code blocks need blank lines around them.
fn apart(inner: &str) -> String {
    match inner.contains(":::") || inner.contains("```") {
        true => format!("\n\n{}\n\n", inner.trim_matches('\n')),
        false => inner.to_owned(),
    }
}

/// Runs a method of a scratch, which is a table that templates can change.
fn scratch(values: &Mutex<BTreeMap<String, Value>>, name: &str, arguments: &[Value]) -> Result<Value> {
    let key = arguments.first().map_or(Ok("".into()), text)?.into_owned();
    let mut values = values.lock();
    let own = values.get(&key).cloned().unwrap_or_default();
    let value = arguments.get(1).cloned().unwrap_or_default();
    match name {
        "Get" => return Ok(own),
        "Set" => _ = values.insert(key, value),
        "Delete" => _ = values.remove(&key),
        "Add" => {
            let sum = match (own.kind(), value.kind()) {
                (ValueKind::Undefined, _) => value,
                (ValueKind::Number, ValueKind::Number) => texts::calculated('+', &own, &value)?,
                (ValueKind::Seq, _) => collections::joined(&own, &value)?,
                _ => Value::from(format!("{}{}", text(&own)?, text(&value)?)),
            };
            values.insert(key, sum);
        }
        "SetInMap" => {
            let mut table: BTreeMap<String, Value> = BTreeMap::new();
            for (key, value) in entries(&own)? {
                table.insert(text(&key)?.into_owned(), value);
            }
            table.insert(text(&value)?.into_owned(), arguments.get(2).cloned().unwrap_or_default());
            values.insert(key, Value::from(table));
        }
        "GetSortedMapValues" => return Ok(entries(&own)?.into_iter().map(|(_, value)| value).collect()),
        "Values" => return Ok(Value::from(values.clone())),
        _ => return Err(unknown(&format!("`.{name}` of a scratch"))),
    }
    Ok(Value::from(""))
}
