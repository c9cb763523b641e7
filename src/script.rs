//! JavaScript in a sandbox: runs a script on text and returns the resulting text. Only this module uses QuickJS, which
//! runs in this process.
//!
//! A script can use the language and the functions from [`Engine::define`], but not the disk, the network, processes,
//! timers, the clock, or random numbers. The limits are counts instead of times, so a script stops at the same point on
//! every machine.

mod realms;

use std::cell::Cell;
use std::rc::Rc;

use rquickjs::context::{EvalOptions, intrinsic};
use rquickjs::function::Func;
use rquickjs::promise::MaybePromise;
use rquickjs::{
    ArrayBuffer, CatchResultExt as _, CaughtError, Context, Ctx, Function, IntoJs, Runtime, Value,
};

pub(crate) use realms::{Caught, Failure, FailureKind, HostFunction, Modules, Outcome, Realms, Thrown};

/// The enabled parts of the language. The other parts would reveal the time (`Date`, `performance`) or when memory is
/// freed.
type Language = (
    intrinsic::Eval,
    intrinsic::RegExpCompiler,
    intrinsic::RegExp,
    intrinsic::Json,
    intrinsic::Proxy,
    intrinsic::MapSet,
    intrinsic::TypedArrays,
    intrinsic::Promise,
);

/// The limits for scripts.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// The maximum memory, in bytes.
    pub memory: usize,
    /// The maximum stack size, in bytes.
    pub stack: usize,
    /// The maximum number of steps for each call, in units of 10,000 loop iterations and function calls. A unit takes
    /// about a millisecond.
    pub steps: u32,
}

/// The reason that a script failed.
#[derive(Debug, PartialEq)]
pub(crate) enum ScriptError {
    /// The script threw an error with this message, or ran out of memory or stack.
    Threw(String),
    /// The script used all its steps.
    TooLong,
    /// The script waits for something that never happens.
    Waits,
}

impl std::fmt::Display for ScriptError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ScriptError::Threw(message) => f.write_str(message),
            ScriptError::TooLong => f.write_str("the script took too long"),
            ScriptError::Waits => f.write_str("the script waits for something that never happens"),
        }
    }
}

/// Creates a runtime with limits. Also returns the remaining steps, in the same unit as [`Limits::steps`]. Scripts stop
/// when no steps remain.
fn runtime(limits: Limits) -> rquickjs::Result<(Runtime, Rc<Cell<u32>>)> {
    let runtime = Runtime::new()?;
    runtime.set_memory_limit(limits.memory);
    runtime.set_max_stack_size(limits.stack);
    let left = Rc::new(Cell::new(limits.steps));
    let counter = Rc::clone(&left);
    runtime.set_interrupt_handler(Some(Box::new(move || {
        counter.set(counter.get().saturating_sub(1));
        counter.get() == 0
    })));
    Ok((runtime, left))
}

/// A set of scripts that run on a single thread and share global names.
pub(crate) struct Engine {
    context: Context,
    /// The remaining steps, in the same unit as [`Limits::steps`].
    left: Rc<Cell<u32>>,
    steps: u32,
}

impl Engine {
    /// Creates an engine without scripts.
    pub(crate) fn new(limits: Limits) -> Result<Self, ScriptError> {
        let refused = |error: rquickjs::Error| ScriptError::Threw(error.to_string());
        let (runtime, left) = runtime(limits).map_err(refused)?;
        let context = Context::custom::<Language>(&runtime).map_err(refused)?;
        let engine = Engine { context, left, steps: limits.steps };
        engine.eval("sandbox", "delete Math.random")?;
        Ok(engine)
    }

    /// Defines a global function that takes a string and returns bytes or `undefined`.
    pub(crate) fn define(
        &self,
        name: &str,
        function: impl Fn(&str) -> Option<Vec<u8>> + 'static,
    ) -> Result<(), ScriptError> {
        let function = move |text: String| function(&text).map(Bytes);
        self.run(|context| context.globals().set(name, Func::from(function)))
    }

    /// Evaluates a script. The name appears in error locations.
    pub(crate) fn eval(&self, name: &str, source: &str) -> Result<(), ScriptError> {
        let mut options = EvalOptions::default();
        options.filename = Some(name.to_owned());
        self.run(|context| context.eval_with_options::<Value<'_>, _>(source, options).map(drop))
    }

    /// Calls a global function with a string. The function returns a string, or a promise that resolves to a string.
    pub(crate) fn call(&self, function: &str, text: &str) -> Result<String, ScriptError> {
        self.run(|context| {
            let function: Function<'_> = context.globals().get(function)?;
            function.call::<_, MaybePromise<'_>>((text,))?.finish()
        })
    }

    /// Runs a function within the limits.
    fn run<T>(&self, run: impl FnOnce(&Ctx<'_>) -> rquickjs::Result<T>) -> Result<T, ScriptError> {
        self.left.set(self.steps);
        self.context.with(|context| {
            run(&context).catch(&context).map_err(|error| match error {
                _ if self.left.get() == 0 => ScriptError::TooLong,
                CaughtError::Error(rquickjs::Error::WouldBlock) => ScriptError::Waits,
                CaughtError::Error(error) => ScriptError::Threw(error.to_string()),
                CaughtError::Exception(error) => ScriptError::Threw(error.message().unwrap_or_default()),
                // There wasn't enough memory to create the error.
                CaughtError::Value(value) if value.is_null() => {
                    ScriptError::Threw("out of memory".to_owned())
                }
                CaughtError::Value(value) => ScriptError::Threw(format!("{value:?}")),
            })
        })
    }
}

/// Returns the reason that text isn't a regular expression of the language, if there is one.
pub(crate) fn invalid_regex(pattern: &str) -> Option<String> {
    let limits = Limits { memory: 16 << 20, stack: 256 << 10, steps: 1_000 };
    let check = "globalThis.f = pattern => { new RegExp(pattern); return '' }";
    let engine = Engine::new(limits).ok()?;
    engine.eval("regex", check).and_then(|()| engine.call("f", pattern)).err().map(|error| error.to_string())
}

/// Bytes that become an `ArrayBuffer`.
struct Bytes(Vec<u8>);

impl<'js> IntoJs<'js> for Bytes {
    fn into_js(self, context: &Ctx<'js>) -> rquickjs::Result<Value<'js>> {
        ArrayBuffer::new(context.clone(), self.0)?.into_js(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { memory: 8 << 20, stack: 128 << 10, steps: 200 };

    /// Returns the result of a function for a string.
    fn made(function: &str, text: &str) -> Result<String, ScriptError> {
        let engine = Engine::new(LIMITS).expect("an engine needs little");
        engine.define("read", |name| (name == "there").then(|| b"abc".to_vec()))?;
        engine.eval("test", &format!("globalThis.f = {function}"))?;
        engine.call("f", text)
    }

    fn threw(message: &str) -> Result<String, ScriptError> {
        Err(ScriptError::Threw(message.to_owned()))
    }

    #[test]
    fn a_function_makes_a_text_of_a_text_now_or_later() {
        assert_eq!(made("text => text + 'é'", "😀"), Ok("😀é".to_owned()));
        assert_eq!(made("async text => await (async () => text)()", "a"), Ok("a".to_owned()));
        let read = "name => { const b = read(name); return b && String(new Uint8Array(b)) }";
        assert_eq!(made(&format!("name => String(({read})(name))"), "there"), Ok("97,98,99".to_owned()));
        assert_eq!(made(&format!("name => String(({read})(name))"), "not there"), Ok("undefined".to_owned()));
    }

    #[test]
    fn what_is_thrown_is_an_error() {
        assert_eq!(made("() => { throw new RangeError('so') }", ""), threw("so"));
        assert_eq!(made("async () => { throw new Error('so') }", ""), threw("so"));
        assert_eq!(made("() => new Promise(() => {})", ""), Err(ScriptError::Waits));
        assert!(matches!(made("() => {", ""), Err(ScriptError::Threw(_))));
        assert!(matches!(made("() => { throw undefined }", ""), Err(ScriptError::Threw(_))));
        assert!(matches!(made("() => 1", ""), Err(ScriptError::Threw(_))));
        assert!(matches!(made("1", ""), Err(ScriptError::Threw(_))));
    }

    #[test]
    fn a_script_sees_no_clock_no_chance_and_nothing_outside() {
        let hidden = [
            "Date",
            "performance",
            "Math.random",
            "setTimeout",
            "fetch",
            "require",
            "process",
            "console",
            "std",
            "os",
            "WeakRef",
            "FinalizationRegistry",
            "navigator",
        ];
        for name in hidden {
            assert_eq!(made(&format!("() => typeof {name}"), ""), Ok("undefined".to_owned()), "{name}");
        }
        assert!(matches!(made("() => import('./a.js')", ""), Err(ScriptError::Threw(_))));
    }

    #[test]
    fn whatever_a_script_does_it_ends() {
        for endless in [
            "() => { for (;;); }",
            "() => { for (;;) try { for (;;); } catch {} }",
            "async () => { await 0; for (;;); }",
            "async () => { for (;;) await 0; }",
            "() => /^(a|a)*$/.test('a'.repeat(99) + 'b')",
            "() => 'x'.padEnd(9).replace(/ /g, () => { for (;;); })",
        ] {
            assert_eq!(made(endless, ""), Err(ScriptError::TooLong), "{endless}");
        }
        for greedy in [
            "() => 'x'.padEnd(1e6).replace(/ /g, () => '')",
            "() => 'x'.repeat(1e9)",
            "() => String(new Uint8Array(1e9).length)",
            "() => { const all = []; for (;;) all.push(new Array(1000).fill(0)); }",
            "async () => { let s = 'x'; for (;;) { await 0; s += s; } }",
            "() => { const f = () => f() + 1; return String(f()); }",
            "() => JSON.stringify(JSON.parse('['.repeat(1e5)))",
            "() => String(new RegExp('('.repeat(1e5)))",
        ] {
            assert!(
                matches!(made(greedy, ""), Err(ScriptError::Threw(_))),
                "{greedy}: {:?}",
                made(greedy, "")
            );
        }
    }

    #[test]
    fn an_engine_goes_on_after_an_error_and_every_call_has_all_its_steps() {
        let engine = Engine::new(LIMITS).expect("an engine needs little");
        let source = "let n = 0; globalThis.f = text => { if (text) for (;;); for (let i = 0; i < 5e5; i++); return String(++n) }";
        engine.eval("test", source).expect("the script is right");
        for count in 1..4 {
            assert_eq!(engine.call("f", ""), Ok(count.to_string()));
            assert_eq!(engine.call("f", "endless"), Err(ScriptError::TooLong));
        }
    }
}
