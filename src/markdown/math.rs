//! Converts formulas from LaTeX to MathML with Temml, which runs in the sandbox. Each thread starts its own engine when
//! it converts its first formula.

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
    let rest = output.strip_prefix("<math").unwrap_or(&output);
    let mut mathml = String::from("<math alttext=\"");
    escape::attribute(latex.trim(), &mut mathml);
    mathml.push('"');
    mathml.push_str(rest);
    Ok(mathml)
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
