//! Converts formulas from LaTeX to MathML with Temml, which runs in the sandbox. Each thread starts its own engine when
//! it converts its first formula.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::io::Read as _;

use flate2::read::DeflateDecoder;

use super::escape;
use crate::script::{Engine, Limits, ScriptError};

/// Temml, deflated.
const SCRIPT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/dist-engine-math.js.deflate"));

/// The limits for converting a formula. The longest of Temml's own examples needs less than a hundredth of the maximum number of steps.
const LIMITS: Limits = Limits { memory: 128 << 20, stack: 256 << 10, steps: 500 };

/// An invalid formula.
#[derive(Debug, PartialEq)]
pub(super) struct Fault {
    /// The offset of the problem in the formula, in bytes.
    pub at: usize,
    /// The problem.
    pub message: String,
}

thread_local! {
    static ENGINE: OnceCell<Result<Engine, ScriptError>> = const { OnceCell::new() };
}

/// Converts a formula to MathML. The `alttext` attribute contains the LaTeX.
pub(super) fn to_mathml(latex: &str, display: bool) -> Result<String, Fault> {
    let input = format!("{}{latex}", if display { 'd' } else { 'i' });
    let fault = |error: &ScriptError| Fault { at: 0, message: error.to_string() };
    let output = ENGINE.with(|engine| match engine.get_or_init(start) {
        Ok(engine) => engine.call("toMathML", &input).map_err(|error| fault(&error)),
        Err(error) => Err(fault(error)),
    })?;
    if let Some(rest) = output.strip_prefix('!') {
        let (units, message) = rest.split_once(' ').unwrap_or(("", rest));
        let at = units.parse().map_or(0, |units| offset(latex, units));
        return Err(Fault { at, message: message.to_owned() });
    }
    // A formula that consists of a reference is a link.
    let Some(rest) = output.strip_prefix("<math") else { return Ok(output) };
    let mut mathml = String::from("<math alttext=\"");
    escape::attribute(latex.trim(), &mut mathml);
    mathml.push('"');
    mathml.push_str(rest);
    Ok(mathml)
}

/// A `\label` or a `\ref` in a formula.
#[derive(Debug, PartialEq)]
pub(super) struct Label<'l> {
    /// The name.
    pub name: &'l str,
    /// The offset of the command in the formula, in bytes.
    pub at: usize,
    /// Whether the command is `\ref` or `\eqref`.
    pub is_reference: bool,
}

/// Returns the labels and the references in a formula.
pub(super) fn labels(latex: &str) -> impl Iterator<Item = Label<'_>> {
    const COMMANDS: [(&str, bool); 3] = [("label", false), ("ref", true), ("eqref", true)];
    latex.match_indices('\\').filter_map(|(at, _)| {
        let (command, rest) = latex[at + 1..].split_once('{')?;
        let (_, is_reference) = COMMANDS.into_iter().find(|(name, _)| *name == command.trim_end())?;
        Some(Label { name: rest.split_once('}')?.0, at, is_reference })
    })
}

/// Returns the ID that Temml gives the equation with a label.
pub(super) fn id(label: &str) -> String {
    label.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')).collect()
}

/// The cell with the number of an equation, in an environment that numbers its equations.
const NUMBER: &str = "<mtext><span class=\"tml-eqn\"></span></mtext>";

/// Writes the number of each equation in an environment that numbers its equations. `count` is the number of these
/// equations before the formula. If there are none in the formula, returns `None`.
pub(super) fn with_numbers(mathml: &str, count: &mut usize) -> Option<String> {
    let (first, rest) = mathml.split_once(NUMBER)?;
    let mut out = first.to_owned();
    for part in rest.split(NUMBER) {
        *count += 1;
        out.push_str(&format!("<mtext class=\"tml-tag\">({count})</mtext>{part}"));
    }
    Some(out)
}

/// Returns the ID and the number or tag of each equation that has both.
pub(super) fn tags(mathml: &str) -> impl Iterator<Item = (&str, String)> {
    mathml.split("<mtr id=\"").skip(1).filter_map(|row| {
        let (id, row) = row.split_once('"')?;
        let (_, tag) = row.split_once(" class=\"tml-tag\">")?;
        let mut parts = tag.split_once("</mtext>")?.0.split('<');
        let first = parts.next().unwrap_or_default();
        let texts = parts.filter_map(|part| Some(part.split_once('>')?.1));
        Some((id, std::iter::once(first).chain(texts).collect()))
    })
}

/// Writes the text of each reference. `tag` returns the tag of the equation with an ID.
pub(super) fn with_references<'t>(mathml: &str, tag: impl Fn(&str) -> Option<&'t str>) -> String {
    let mut parts = mathml.split("<a href='#");
    let mut out = parts.next().unwrap_or_default().to_owned();
    // HTML links work only in the text of MathML.
    let (open, close) = if out.is_empty() { ("", "") } else { ("<mtext>", "</mtext>") };
    for part in parts {
        let found = part.split_once("' class=\"tml-ref").and_then(|(id, rest)| {
            let (class, rest) = rest.split_once("\"></a>")?;
            Some((id, class, rest))
        });
        let Some((id, class, rest)) = found else {
            out.push_str("<a href='#");
            out.push_str(part);
            continue;
        };
        let bare = tag(id).unwrap_or_default();
        let bare = bare.strip_prefix('(').and_then(|tag| tag.strip_suffix(')')).unwrap_or(bare);
        let text = if class.is_empty() { bare.to_owned() } else { format!("({bare})") };
        out.push_str(&format!("{open}<a href=\"#{id}\">{text}</a>{close}{rest}"));
    }
    out
}

/// Returns MathML or a reference without its links, for content that's in a link itself.
pub(crate) fn without_links(mathml: &str) -> Cow<'_, str> {
    if !mathml.contains("<a ") {
        return Cow::Borrowed(mathml);
    }
    let after_tag = |part: &str| part.split_once('>').map_or(String::new(), |(_, rest)| rest.to_owned());
    let mut parts = mathml.split("<a ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    out.extend(parts.map(after_tag));
    Cow::Owned(out.replace("</a>", ""))
}

fn start() -> Result<Engine, ScriptError> {
    let mut script = String::new();
    let read = DeflateDecoder::new(SCRIPT).read_to_string(&mut script);
    read.expect("the build script wrote the deflated text");
    let engine = Engine::new(LIMITS)?;
    engine.eval("math", &script)?;
    Ok(engine)
}

/// Converts an offset in UTF-16 code units to an offset in bytes.
fn offset(text: &str, units: usize) -> usize {
    let mut before = 0;
    let found = text.char_indices().find(|(_, c)| {
        let is_there = before >= units;
        before += c.len_utf16();
        is_there
    });
    found.map_or(text.len(), |(at, _)| at)
}
