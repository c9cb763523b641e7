//! The templates: the theme's, the site's own in their place, and what they can call.

use std::ops::Range;

use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};

use super::body::golden;
use super::{Renderer, Theme, messages};
use crate::diag::{Code, Diagnostic};

/// Compiled templates.
pub(super) struct Templates<'a> {
    env: Environment<'a>,
}

impl<'a> Templates<'a> {
    /// Compiles the theme's templates and the site's own over them. An own one that does not compile is reported.
    pub(super) fn new(theme: &'a Theme) -> (Self, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let mut env = Environment::new();
        env.set_undefined_behavior(UndefinedBehavior::SemiStrict);
        env.set_auto_escape_callback(|name| {
            if name.ends_with(".html") { AutoEscape::Html } else { AutoEscape::None }
        });
        env.set_formatter(escape_like_react);
        env.add_filter("fill", fill);
        let fixed = [("frame.html", &theme.frame), ("sidebar.html", &theme.sidebar)];
        for (name, source) in
            fixed.into_iter().chain(theme.templates.iter().map(|(name, source)| (name.as_str(), source)))
        {
            env.add_template(name, source).expect("the theme's own templates compile: its tests render each");
        }
        for (name, source) in &theme.overrides {
            let path = Theme::template_path(name);
            if !theme.templates.contains_key(name) {
                let known = theme.templates.keys().map(String::as_str);
                let hint = crate::diag::nearest(name, known.clone())
                    .map(|near| format!("did you mean `{near}`?"))
                    .unwrap_or_else(|| {
                        format!(
                            "the templates are {}",
                            known.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
                        )
                    });
                diagnostics.push(
                    Diagnostic::new(
                        Code::InvalidTemplate,
                        format!("there is no template `{name}` to replace"),
                    )
                    .in_file(&path)
                    .hint(hint),
                );
                continue;
            }
            if let Err(error) = env.add_template(name, source) {
                diagnostics.push(report(theme, name, &error));
            }
        }
        (Templates { env }, diagnostics)
    }

    /// Fills a template that is known to render.
    pub(super) fn render(&self, name: &str, context: Value) -> String {
        self.try_render(name, context).unwrap_or_else(|error| {
            // Own templates have been tried on golden data; what still fails does so on one page's data alone.
            format!("<p role=\"alert\">{}</p>", minijinja::HtmlEscape(&format!("{error:#}")))
        })
    }

    pub(super) fn try_render(&self, name: &str, context: Value) -> Result<String, minijinja::Error> {
        self.env.get_template(name)?.render(context)
    }
}

impl Renderer<'_> {
    /// Renders each of the site's own templates once, so that a mistake is found before anything is written.
    pub(super) fn try_overrides(&self) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for name in self.theme.overrides.keys().filter(|name| self.theme.templates.contains_key(*name)) {
            if let Err(error) = self.templates.try_render(name, golden(&self.messages[0])) {
                diagnostics.push(report(self.theme, name, &error));
            }
        }
        diagnostics
    }
}

/// A mistake in a template of the site, at its line. A template may fail in a part that it includes: the line is of
/// that part, which may be the theme's.
fn report(theme: &Theme, name: &str, error: &minijinja::Error) -> Diagnostic {
    let text = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    let diagnostic = Diagnostic::new(Code::InvalidTemplate, text)
        .hint("the manual lists what each template is given; the syntax is that of Jinja");
    let inner = error.name().unwrap_or(name);
    let place = theme.overrides.get(inner).zip(error.line()).and_then(|(text, line)| line_of(text, line));
    match place {
        Some(place) => diagnostic.at(&Theme::template_path(inner), place),
        None => diagnostic.in_file(&Theme::template_path(name)),
    }
}

/// A line of a text without the blanks around it; lines count from 1.
fn line_of(text: &str, line: usize) -> Option<Range<usize>> {
    let before = line.checked_sub(1)?;
    let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let whole = text[start..].lines().next()?;
    let start = start + whole.len() - whole.trim_start().len();
    Some(start..start + whole.trim().len())
}

/// The filter `fill`: `t.key|fill(label=item.label)` puts values into the placeholders of a text.
fn fill(text: &str, values: minijinja::value::Kwargs) -> Result<String, minijinja::Error> {
    let mut pairs = Vec::new();
    for name in values.args() {
        pairs.push((name, values.get::<Value>(name)?.to_string()));
    }
    Ok(messages::fill(text, pairs.iter().map(|(name, value)| (*name, value.as_str()))))
}

/// Escapes what React's server renderer escapes, and nothing else: `/` stays.
fn escape_like_react(
    out: &mut minijinja::Output<'_>,
    state: &mut minijinja::State<'_, '_>,
    value: &Value,
) -> Result<(), minijinja::Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(());
    }
    let plain = value.is_safe() || !matches!(state.auto_escape(), AutoEscape::Html);
    match value.as_str() {
        Some(text) if plain => out.write_str(text)?,
        Some(text) => escape_into(text, |part| out.write_str(part))?,
        None if plain => out.write_str(&value.to_string())?,
        None => escape_into(&value.to_string(), |part| out.write_str(part))?,
    }
    Ok(())
}

fn escape_into<E>(text: &str, mut write: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        let entity = match byte {
            b'"' => "&quot;",
            b'&' => "&amp;",
            b'\'' => "&#x27;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => continue,
        };
        write(&text[start..at])?;
        write(entity)?;
        start = at + 1;
    }
    write(&text[start..])
}

/// Escapes text for HTML in the way of [`escape_like_react`].
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let _ = escape_into::<std::fmt::Error>(text, |part| {
        out.push_str(part);
        Ok(())
    });
    out
}
