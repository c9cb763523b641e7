//! Runs modules in realms so that no run affects another.
//!
//! Each engine has one shared realm. The script that prepares the shared realm must freeze everything that the realm
//! shares. Every run gets its own realm, with a separate global object and separate built-in objects.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use rquickjs::context::{EvalOptions, intrinsic};
use rquickjs::function::Func;
use rquickjs::loader::{ImportAttributes, Loader, Resolver};
use rquickjs::module::Declared;
use rquickjs::{Context, Ctx, Exception, Function, IntoJs as _, Module, Object, Persistent, Runtime, Value};
use serde::Deserialize;

use super::{Language, Limits};

/// The modules of a run.
#[derive(Default, Hash)]
pub(crate) struct Modules {
    /// The code of each module, by its name. The names appear in the stack traces of errors.
    pub code: BTreeMap<Arc<str>, Arc<str>>,
    /// The name of the module that each import refers to. The key consists of the importing module's name and the
    /// specifier. A specifier that isn't in this map is itself the name of a module.
    pub imports: BTreeMap<(Arc<str>, Arc<str>), Arc<str>>,
    /// The names that are imported from each built-in module.
    pub builtin: BTreeMap<&'static str, BTreeSet<&'static str>>,
    /// The name of the module to run.
    pub main: Arc<str>,
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The string that `render` returned.
    pub result: Result<String, Failure>,
    /// The values that were thrown during the run without stopping it.
    pub caught: Caught,
    /// The number of steps that the run took.
    pub steps: u32,
}

/// The values that were thrown during a run without stopping it.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Caught {
    /// The first values.
    pub thrown: Vec<Thrown>,
    /// The number of thrown values that aren't stored.
    pub more: usize,
}

/// The reason that a run failed.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The kind of failure.
    pub kind: FailureKind,
    /// Whether the modules of the run were still being evaluated.
    pub is_evaluation: bool,
    /// The thrown value. Its stack shows where the run stopped.
    pub thrown: Box<Thrown>,
}

/// How a run failed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FailureKind {
    /// Something was thrown.
    Threw,
    /// The run used all its steps.
    Steps,
    /// The run used all its memory.
    Memory,
    /// The run waits for something that never happens.
    Waits,
}

/// A thrown value.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Thrown {
    /// The name of the error's class; empty if the value isn't an error.
    pub name: String,
    /// The error's message or, if the value isn't an error, a description of the value.
    pub message: String,
    /// The stack, in QuickJS's format; empty if it's unknown.
    pub stack: String,
    /// The location where the innermost component is defined, in the same format as the stack. If the run was stopped,
    /// this is the component that was running.
    pub component: String,
    /// The next step; empty if it's unknown.
    pub hint: String,
    /// Whether the error is a consequence of another problem that was reported.
    #[serde(rename = "isConsequence")]
    pub is_consequence: bool,
}

/// A function that the shared realm's script can call. It takes and returns a string. If the function returns an error,
/// the script can catch it. The error's message is the returned string.
pub(crate) type HostFunction = fn(&str) -> Result<String, String>;

/// An engine with a shared realm, on a single thread.
pub(crate) struct Realms {
    /// The `open` function of the shared realm. It's dropped before the runtime.
    open: Persistent<Function<'static>>,
    runtime: Runtime,
    modules: Rc<RefCell<Modules>>,
    /// The remaining steps, in the same unit as [`Limits::steps`].
    left: Rc<Cell<u32>>,
    /// Whether the engine can run more modules.
    is_sound: Cell<bool>,
}

/// The number of steps for describing an error after all other steps are used up.
const LAST_STEPS: u32 = 100;

/// The maximum number of jobs that a run can leave behind, such as the jobs of promises that nothing awaits.
const JOBS: usize = 1_000;

impl Realms {
    /// Creates the shared realm with a script, which can call the `functions` by their global names. The script can
    /// also call `moduleAt`, which takes a level of the call stack and returns the name of the module that contains the
    /// function at that level. The innermost function is at level 0. The name is undefined for native functions, and
    /// beyond the outermost function. The script defines the global `open` function, which takes the global object of a
    /// run's realm, the run's input, and a function that returns the exports of a module by name. `open` returns an
    /// object with these properties:
    ///
    /// - `modules`: the built-in modules by name, as objects that contain their exports.
    /// - `render`: a function that turns the default export of the main module into a string.
    /// - `describe`: a function that turns a thrown value into [`Thrown`] in JSON.
    /// - `caught`: a function that returns [`Caught`] in JSON.
    pub(crate) fn new(
        limits: Limits,
        script: &str,
        functions: &[(&str, HostFunction)],
    ) -> Result<Self, Failure> {
        let (runtime, left) = super::runtime(limits).map_err(refused)?;
        let modules = Rc::new(RefCell::new(Modules::default()));
        runtime.set_loader(Known(Rc::clone(&modules)), Known(Rc::clone(&modules)));
        let shared = Context::custom::<(Language, intrinsic::Date)>(&runtime).map_err(refused)?;
        let open = shared.with(|context| {
            start(&context, script, functions).map_err(|error| {
                let thrown = context.catch();
                Failure::of_engine(FailureKind::Threw, format!("{error}: {thrown:?}"))
            })
        })?;
        let is_sound = Cell::new(true);
        Ok(Realms { open, runtime, modules, left, is_sound })
    }

    /// Runs the main module in a new realm and calls `render` with the module's default export. The run can take up to
    /// `steps` steps.
    pub(crate) fn run(&self, modules: Modules, input: &str, steps: u32) -> Outcome {
        self.left.set(steps);
        let (main, builtin) = (Arc::clone(&modules.main), modules.builtin.clone());
        self.modules.replace(modules);
        let context = match Context::custom::<Language>(&self.runtime) {
            Ok(context) => context,
            Err(error) => {
                return Outcome { result: Err(refused(error)), caught: Caught::default(), steps: 0 };
            }
        };
        let outcome = context.with(|context| {
            let realm = Rc::new(RefCell::new(Some(context.clone())));
            let open: Result<Object<'_>, _> = self.open.clone().restore(&context).and_then(|open| {
                let load = Function::new(context.clone(), exports(Rc::clone(&realm)))?;
                open.call((context.globals(), input, load))
            });
            let failure = |error, opened, is_evaluation| Failure {
                is_evaluation,
                ..self.failure(&context, error, opened, steps)
            };
            let result = match &open {
                Ok(opened) => evaluate(&context, opened, &builtin, &main)
                    .map_err(|error| failure(error, Some(opened), true))
                    .and_then(|page| {
                        render(opened, page).map_err(|error| failure(error, Some(opened), false))
                    }),
                Err(_) => Err(failure(rquickjs::Error::Exception, None, false)),
            };
            let used = steps - self.left.get();
            let caught = open.as_ref().ok().and_then(|opened| self.caught(&context, opened));
            // Otherwise, the function would keep the realm alive forever.
            realm.take();
            // Otherwise, jobs that the run started would continue in the next run.
            for _ in 0..JOBS {
                if !context.execute_pending_job() {
                    break;
                }
            }
            Outcome { result, caught: caught.unwrap_or_default(), steps: used }
        });
        self.modules.replace(Modules::default());
        let is_limited = matches!(&outcome.result, Err(error) if error.kind != FailureKind::Threw);
        if is_limited || self.left.get() == 0 || self.runtime.is_job_pending() {
            self.is_sound.set(false);
        }
        outcome
    }

    /// Returns the values that were thrown without stopping the run. If there isn't enough memory, returns `None`.
    fn caught<'js>(&self, context: &Ctx<'js>, opened: &Object<'js>) -> Option<Caught> {
        let left = self.left.get();
        self.left.set(left.max(LAST_STEPS));
        let caught = opened.get("caught").and_then(|caught: Function<'js>| caught.call::<_, String>(()));
        self.left.set(left);
        if caught.is_err() {
            context.catch();
        }
        serde_json::from_str(&caught.ok()?).ok()
    }

    /// Whether the engine can run more modules. If the engine was interrupted or ran out of memory, its state is
    /// unknown.
    pub(crate) fn is_sound(&self) -> bool {
        self.is_sound.get()
    }

    /// Returns the reason that a run with this number of steps failed.
    fn failure<'js>(
        &self,
        context: &Ctx<'js>,
        error: rquickjs::Error,
        opened: Option<&Object<'js>>,
        steps: u32,
    ) -> Failure {
        let left = self.left.get();
        let is_out_of_steps = left == 0;
        if matches!(error, rquickjs::Error::WouldBlock) && !is_out_of_steps {
            return Failure::of_engine(FailureKind::Waits, String::new());
        }
        if !error.is_exception() {
            return refused(error);
        }
        let thrown = context.catch();
        self.left.set(left.max(LAST_STEPS));
        let described = opened.and_then(|opened| {
            let describe: Function<'_> = opened.get("describe").ok()?;
            let json: String = describe.call((thrown,)).ok()?;
            serde_json::from_str::<Thrown>(&json).ok()
        });
        // The description fails only if there isn't enough memory.
        let is_described = described.is_some();
        if !is_described {
            context.catch();
        }
        let mut thrown = described.unwrap_or_default();
        let is_out_of_memory = match thrown.name.as_str() {
            // There might not be enough memory for the message.
            "InternalError" => matches!(&*thrown.message, "out of memory" | ""),
            // If there wasn't enough memory to create the error, the error is `null`. A page that took this many steps
            // is unlikely to throw `null` itself.
            "" => thrown.message == "null" && steps - left > 1,
            _ => false,
        };
        let kind = match () {
            () if is_out_of_steps => FailureKind::Steps,
            () if is_out_of_memory || !is_described => FailureKind::Memory,
            () => FailureKind::Threw,
        };
        // The place where memory runs out differs from run to run, but the component is the same.
        if kind == FailureKind::Memory && !thrown.component.is_empty() {
            thrown.stack.clone_from(&thrown.component);
        }
        self.left.set(left);
        Failure { kind, is_evaluation: false, thrown: thrown.into() }
    }
}

impl Failure {
    fn of_engine(kind: FailureKind, message: String) -> Self {
        let thrown = Thrown { message, ..Thrown::default() };
        Failure { kind, is_evaluation: false, thrown: thrown.into() }
    }
}

/// Reports an error in the engine itself.
fn refused(error: rquickjs::Error) -> Failure {
    let kind = match error {
        rquickjs::Error::Allocation => FailureKind::Memory,
        _ => FailureKind::Threw,
    };
    Failure::of_engine(kind, error.to_string())
}

/// Evaluates the script of the shared realm and returns its `open` function.
fn start(
    context: &Ctx<'_>,
    script: &str,
    functions: &[(&str, HostFunction)],
) -> rquickjs::Result<Persistent<Function<'static>>> {
    for (name, function) in functions {
        let function = *function;
        let host = move |context: Ctx<'_>, text: String| -> rquickjs::Result<String> {
            function(&text).or_else(|message| Err(context.throw(message.into_js(&context)?)))
        };
        context.globals().set(*name, Func::from(host))?;
    }
    let module_at = |context: Ctx<'_>, level: u8| -> Option<String> {
        context.script_or_module_name(level.into())?.to_string().ok()
    };
    context.globals().set("moduleAt", Func::from(module_at))?;
    let mut options = EvalOptions::default();
    options.filename = Some("docgen".to_owned());
    context.eval_with_options::<(), _>(script, options)?;
    let open: Function<'_> = context.globals().get("open")?;
    Ok(Persistent::save(context, open))
}

/// Evaluates the modules in the realm of a context and returns the default export of the main module.
fn evaluate<'js>(
    context: &Ctx<'js>,
    opened: &Object<'js>,
    builtin: &BTreeMap<&'static str, BTreeSet<&'static str>>,
    main: &str,
) -> rquickjs::Result<Value<'js>> {
    let globals = context.globals();
    let modules: Object<'js> = opened.get("modules")?;
    for (name, names) in builtin {
        globals.set(BUILTIN, modules.get::<_, Value<'js>>(*name)?)?;
        Module::evaluate(context.clone(), *name, reexports(names))?.finish::<()>()?;
    }
    globals.remove(BUILTIN)?;
    let page: Object<'js> = Module::import(context, main)?.finish()?;
    page.get("default")
}

/// Renders a page.
fn render<'js>(opened: &Object<'js>, page: Value<'js>) -> rquickjs::Result<String> {
    let render: Function<'js> = opened.get("render")?;
    render.call((page,))
}

/// Returns a function that returns the exports of a realm's module. The function evaluates the module if necessary.
/// The function's caller is in the shared realm, so the function has to know the module's realm.
fn exports<'js>(
    realm: Rc<RefCell<Option<Ctx<'js>>>>,
) -> impl Fn(String) -> rquickjs::Result<Object<'js>> + 'js {
    move |name| {
        let context = realm.borrow().clone().ok_or(rquickjs::Error::Unknown)?;
        Module::import(&context, name)?.finish()
    }
}

/// The global name of a built-in module's exports while the module is evaluated.
const BUILTIN: &str = "builtin module";

/// Returns the code of a module that exports values of the global object [`BUILTIN`].
fn reexports(names: &BTreeSet<&str>) -> String {
    let mut code = format!("const m = globalThis[{BUILTIN:?}];\n");
    for name in names {
        code += &match *name {
            "default" => "export default m.default;\n".to_owned(),
            name => format!("export const {name} = m.{name};\n"),
        };
    }
    code
}

/// Finds and loads the modules of the current run.
struct Known(Rc<RefCell<Modules>>);

impl Resolver for Known {
    fn resolve<'js>(
        &mut self,
        _: &Ctx<'js>,
        base: &str,
        name: &str,
        _: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<String> {
        let key = (Arc::from(base), Arc::from(name));
        Ok(self.0.borrow().imports.get(&key).map_or(name, |name| name).to_owned())
    }
}

impl Loader for Known {
    fn load<'js>(
        &mut self,
        context: &Ctx<'js>,
        name: &str,
        _: Option<ImportAttributes<'js>>,
    ) -> rquickjs::Result<Module<'js, Declared>> {
        let code = self.0.borrow().code.get(name).map(Arc::clone);
        match code {
            Some(code) => Module::declare(context.clone(), name, &*code),
            None => Err(Exception::throw_reference(context, &format!("there is no module `{name}`"))),
        }
    }
}
