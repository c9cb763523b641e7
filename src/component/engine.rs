//! A thread's engine, which runs that thread's pages.

use std::cell::Cell;
use std::io::Read as _;

use flate2::read::DeflateDecoder;

use super::{LIMITS, blocks, web};
use crate::cldr::format;
use crate::script::{Caught, HostFunction, Modules, Outcome, Realms};

/// The script of the shared realm, deflated: React and the `docgen` module.
const SCRIPT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/dist-engine-component.js.deflate"));

/// The functions that the script of the shared realm can call.
const FUNCTIONS: [(&str, HostFunction); 5] = [
    ("formatDate", format::date),
    ("formatNumber", format::number),
    ("parseUrl", web::url),
    ("parseQuery", web::parse_query),
    ("writeQuery", web::write_query),
];

thread_local! {
    /// This thread's engine, or `None` while the engine runs and after a failure that it can't recover from.
    static ENGINE: Cell<Option<Realms>> = const { Cell::new(None) };
}

/// Runs a page's modules in this thread's engine.
pub(super) fn run(modules: Modules, input: &str, steps: u32) -> Outcome {
    let realms = match ENGINE.take().map_or_else(|| Realms::new(LIMITS, &script(), &FUNCTIONS), Ok) {
        Ok(realms) => realms,
        Err(failure) => return Outcome { result: Err(failure), caught: Caught::default(), steps: 0 },
    };
    let outcome = realms.run(modules, input, steps);
    if realms.is_sound() {
        ENGINE.set(Some(realms));
    }
    outcome
}

fn script() -> String {
    let mut script = blocks::script();
    let read = DeflateDecoder::new(SCRIPT).read_to_string(&mut script);
    read.expect("the build script wrote the deflated text");
    script
}
