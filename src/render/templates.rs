//! The theme's templates, the site's overrides, and the filters for both.

use std::collections::BTreeMap;
use std::ops::Range;

use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value};
use parking_lot::Mutex;

use super::{
    Theme,
    fault::{self, Fault, Faults, Nothing, Occasion},
    messages, slots,
};
use crate::diag::Diagnostic;

/// The instruction limit for a site's own template. It's far higher than a page with 100,000 entries needs, but low
/// enough to stop nested endless loops.
const FUEL: u64 = 20_000_000;

/// Compiled templates.
pub(super) struct Templates<'a> {
    /// The theme's templates.
    theme: Environment<'a>,
    /// The theme's templates with the site's overrides, if any.
    own: Option<Environment<'a>>,
    /// The templates that are the default content of slots.
    wrapped: Vec<&'static str>,
    /// The ranges that have been left out of the overrides.
    left_out: BTreeMap<String, Vec<Range<usize>>>,
    /// The faults in the overrides.
    faults: Mutex<Faults>,
}

impl<'a> Templates<'a> {
    /// Compiles the theme's templates and the site's overrides. An override that doesn't compile is reported, and the
    /// theme's template is used instead.
    ///
    /// `wrappers` contains the names of the templates that are the default content of slots, each with the template
    /// that adds the slot.
    pub(super) fn new(theme: &'a Theme, wrappers: &[(&'static str, String)]) -> (Self, Vec<Diagnostic>) {
        let mut env = Environment::new();
        env.set_undefined_behavior(UndefinedBehavior::SemiStrict);
        env.set_auto_escape_callback(|name| {
            if name.ends_with(".html") { AutoEscape::Html } else { AutoEscape::None }
        });
        env.set_formatter(escape_like_react);
        env.add_filter("fill", fill);
        env.add_filter("around", slots::around);
        env.set_debug(false);
        let fixed = [("frame.html", &theme.frame), ("sidebar.html", &theme.sidebar)];
        for (name, source) in
            fixed.into_iter().chain(theme.templates.iter().map(|(name, source)| (name.as_str(), source)))
        {
            env.add_template(name, source)
                .expect("the theme's own templates compile: its tests render each one");
        }
        for (name, wrapper) in wrappers {
            let inner = theme.templates.get(*name).map(String::as_str).unwrap_or_default();
            env.add_template_owned(slots::inner_name(name), inner)
                .expect("the theme's own templates compile");
            env.add_template_owned(*name, wrapper.clone())
                .expect("wrappers compile: their tests render each one");
        }
        let wrapped: Vec<&'static str> = wrappers.iter().map(|(name, _)| *name).collect();
        let mut diagnostics = Vec::new();
        let own = (!theme.overrides.is_empty()).then(|| {
            let mut own = env.clone();
            // With this setting, errors include their location and expression.
            own.set_debug(true);
            own.set_fuel(Some(FUEL));
            own.add_global(fault::NOTHING, Value::from_object(Nothing));
            for (name, source) in &theme.overrides {
                if !theme.templates.contains_key(name) {
                    diagnostics.push(fault::unknown(theme, name));
                } else if let Err(error) = own.add_template_owned(known_as(&wrapped, name), &**source) {
                    diagnostics.push(fault::not_compiled(theme, name, &error));
                }
            }
            own
        });
        (
            Templates { theme: env, own, wrapped, left_out: BTreeMap::new(), faults: Mutex::default() },
            diagnostics,
        )
    }

    /// Renders a template, optionally for a page. If an override fails, the theme's template is used instead, and the
    /// fault is kept for [`Templates::take_faults`].
    pub(super) fn render(&self, name: &str, context: Value, page: Option<usize>) -> String {
        let own = self.own.as_ref().and_then(|own| match render(own, name, &context) {
            Ok(text) => Some(text),
            Err(error) => {
                self.add_fault(&error, Occasion::on(page));
                None
            }
        });
        own.unwrap_or_else(|| render(&self.theme, name, &context).expect("the theme's own templates render"))
    }

    /// Renders a template only to find out whether rendering fails.
    pub(super) fn try_out(&self, name: &str, context: &Value, occasion: Occasion) {
        if let Some(Err(error)) = self.own.as_ref().map(|own| render(own, name, context)) {
            self.add_fault(&error, occasion);
        }
    }

    fn add_fault(&self, error: &minijinja::Error, occasion: Occasion) {
        self.faults.lock().add(error, occasion);
    }

    /// Returns the faults that occurred since the last call.
    pub(super) fn take_faults(&self) -> Faults {
        std::mem::take(&mut self.faults.lock())
    }

    /// Leaves out the failing part of an override. If that isn't possible, uses the theme's template. Returns whether
    /// the fault is new, rather than a consequence of an earlier fault.
    pub(super) fn leave_out(&mut self, theme: &'a Theme, fault: &Fault) -> bool {
        let Some(own) = &mut self.own else { return true };
        let (name, place) = (&fault.template, fault.range());
        let before = self.left_out.entry(name.clone()).or_default();
        let is_new = !before.iter().any(|known| place.start < known.end && known.start < place.end);
        let known = known_as(&self.wrapped, name);
        let text = own
            .get_template(&known)
            .ok()
            .and_then(|template| fault::without(template.source(), place.clone()));
        before.push(place);
        let is_own = theme.overrides.contains_key(name);
        if let Some(text) = text.filter(|_| is_own && is_new)
            && own.add_template_owned(known, text).is_ok()
        {
            return true;
        }
        // If one of the theme's own templates fails, it's unclear which override is the cause, so the theme's templates
        // replace all overrides.
        for (known, text) in theme.templates.iter().filter(|(known, _)| *known == name || !is_own) {
            own.add_template_owned(known_as(&self.wrapped, known), &**text)
                .expect("the theme's own templates compile");
        }
        is_new
    }
}

/// Returns the name that a template is registered under, given the templates that are the default content of slots.
fn known_as(wrapped: &[&str], name: &str) -> String {
    if wrapped.contains(&name) { slots::inner_name(name) } else { name.to_owned() }
}

fn render(env: &Environment<'_>, name: &str, context: &Value) -> Result<String, minijinja::Error> {
    env.get_template(name)?.render(context)
}

/// The `fill` filter, which fills in the placeholders in a UI string: `t.key|fill(label=item.label)`.
fn fill(text: &str, values: minijinja::value::Kwargs) -> Result<String, minijinja::Error> {
    let mut pairs = Vec::new();
    for name in values.args() {
        pairs.push((name, values.get::<Value>(name)?.to_string()));
    }
    Ok(messages::fill(text, pairs.iter().map(|(name, value)| (*name, value.as_str()))))
}

/// Escapes the same characters as React's server renderer, so `/` stays unescaped.
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

/// Escapes text for HTML in the same way as [`escape_like_react`].
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let _ = escape_into::<std::fmt::Error>(text, |part| {
        out.push_str(part);
        Ok(())
    });
    out
}
