//! Realms: runs modules so that nothing travels from one run to the next.
//!
//! A script prepares one shared realm per engine, which must freeze what it shares. Every run gets a realm of its own,
//! with its own global object and its own built-in objects.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use rquickjs::context::{EvalOptions, intrinsic};
use rquickjs::loader::{ImportAttributes, Loader, Resolver};
use rquickjs::module::Declared;
use rquickjs::{
    CatchResultExt as _, CaughtError, Context, Ctx, Exception, Function, Module, Object, Persistent, Runtime,
    Value,
};

use super::{Language, Limits};

/// The modules of a run.
#[derive(Default)]
pub(crate) struct Modules {
    /// The code of each module, by its name. Names appear in the stacks of errors.
    pub code: BTreeMap<Rc<str>, Rc<str>>,
    /// The name of the module that each import refers to, by the name of the importing module and the specifier.
    /// Other specifiers are the names of modules.
    pub imports: BTreeMap<(Rc<str>, Rc<str>), Rc<str>>,
    /// The name of the module to run.
    pub main: Rc<str>,
}

/// The reason that a run failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something was thrown.
    Threw(Thrown),
    /// The run used all its steps.
    Steps,
    /// The run used all its memory.
    Memory,
    /// The run waits for something that never happens.
    Waits,
}

/// What was thrown.
#[derive(Debug, Default)]
pub(crate) struct Thrown {
    /// The name of the error's class; empty if it isn't an error.
    pub name: String,
    /// The message, or a description of the value if it isn't an error.
    pub message: String,
    /// The stack, in the format of QuickJS; empty if it isn't an error.
    pub stack: String,
}

/// An engine with a shared realm, on a single thread.
pub(crate) struct Realms {
    /// The function `open` of the shared realm; it's dropped before the runtime.
    open: Persistent<Function<'static>>,
    runtime: Runtime,
    modules: Rc<RefCell<Modules>>,
    left: Rc<Cell<u32>>,
    steps: u32,
}

impl Realms {
    /// Creates the shared realm with a script, which defines the global function `open`. For each run, that function
    /// takes the global object of the run's realm and the run's input. It returns an object with the built-in modules,
    /// as objects of their exports, and the function `render`, which turns the default export of the main module into
    /// a string.
    pub(crate) fn new(limits: Limits, script: &str) -> Result<Self, Failure> {
        let refused = |error: rquickjs::Error| Failure::Threw(Thrown::described(error.to_string()));
        let runtime = Runtime::new().map_err(refused)?;
        runtime.set_memory_limit(limits.memory);
        runtime.set_max_stack_size(limits.stack);
        let left = Rc::new(Cell::new(limits.steps));
        let counter = Rc::clone(&left);
        runtime.set_interrupt_handler(Some(Box::new(move || {
            counter.set(counter.get().saturating_sub(1));
            counter.get() == 0
        })));
        let modules = Rc::new(RefCell::new(Modules::default()));
        runtime.set_loader(Known(Rc::clone(&modules)), Known(Rc::clone(&modules)));
        let shared = Context::custom::<(Language, intrinsic::Date)>(&runtime).map_err(refused)?;
        let open = shared.with(|context| {
            let mut options = EvalOptions::default();
            options.filename = Some("docgen".to_owned());
            let open = context.eval_with_options::<(), _>(script, options).and_then(|()| {
                let open: Function<'_> = context.globals().get("open")?;
                Ok(Persistent::save(&context, open))
            });
            open.catch(&context).map_err(|error| failure(&error, false))
        })?;
        Ok(Realms { open, runtime, modules, left, steps: limits.steps })
    }

    /// Runs the main module in a new realm, and returns the string that `render` returns for its default export.
    pub(crate) fn run(&self, modules: Modules, input: &str) -> Result<String, Failure> {
        self.left.set(self.steps);
        let main = Rc::clone(&modules.main);
        self.modules.replace(modules);
        let refused = |error: rquickjs::Error| Failure::Threw(Thrown::described(error.to_string()));
        let context = Context::custom::<(Language, intrinsic::Date)>(&self.runtime).map_err(refused)?;
        let result = context.with(|context| {
            run(&context, &self.open, &main, input)
                .catch(&context)
                .map_err(|error| failure(&error, self.left.get() == 0))
        });
        self.modules.replace(Modules::default());
        result
    }
}

/// Runs the main module in the realm of a context.
fn run<'js>(
    context: &Ctx<'js>,
    open: &Persistent<Function<'static>>,
    main: &str,
    input: &str,
) -> rquickjs::Result<String> {
    let globals = context.globals();
    let opened: Object<'js> = open.clone().restore(context)?.call((globals.clone(), input))?;
    let builtin: Object<'js> = opened.get("modules")?;
    for entry in builtin.props::<String, Object<'js>>() {
        let (name, exports) = entry?;
        let names: Vec<String> = exports.keys::<String>().collect::<Result<_, _>>()?;
        globals.set(BUILTIN, exports)?;
        Module::evaluate(context.clone(), name, reexports(&names))?.finish::<()>()?;
    }
    globals.remove(BUILTIN)?;
    let page: Object<'js> = Module::import(context, main)?.finish()?;
    let page: Value<'js> = page.get("default")?;
    let render: Function<'js> = opened.get("render")?;
    render.call((page,))
}

/// The global name of a built-in module's exports while the module is evaluated.
const BUILTIN: &str = "builtin module";

/// Returns the code of a module that exports the values of the global object [`BUILTIN`].
fn reexports(names: &[String]) -> String {
    let mut code = format!("const m = globalThis[{BUILTIN:?}];\n");
    for name in names {
        code += &match name.as_str() {
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
        let key = (Rc::from(base), Rc::from(name));
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
        let code = self.0.borrow().code.get(name).map(Rc::clone);
        match code {
            Some(code) => Module::declare(context.clone(), name, &*code),
            None => Err(Exception::throw_reference(context, &format!("there is no module `{name}`"))),
        }
    }
}

impl Thrown {
    fn described(message: String) -> Self {
        Thrown { message, ..Thrown::default() }
    }
}

/// Returns the reason that a run failed.
fn failure(error: &CaughtError<'_>, is_out_of_steps: bool) -> Failure {
    match error {
        _ if is_out_of_steps => Failure::Steps,
        CaughtError::Error(rquickjs::Error::WouldBlock) => Failure::Waits,
        CaughtError::Error(error) => Failure::Threw(Thrown::described(error.to_string())),
        CaughtError::Exception(error) => {
            let name = error.as_object().get::<_, String>("name").unwrap_or_default();
            let message = error.message().unwrap_or_default();
            if name == "InternalError" && message == "out of memory" {
                return Failure::Memory;
            }
            Failure::Threw(Thrown { name, message, stack: error.stack().unwrap_or_default() })
        }
        // There was no memory to create the error.
        CaughtError::Value(value) if value.is_null() => Failure::Memory,
        CaughtError::Value(value) => Failure::Threw(Thrown::described(format!("{value:?}"))),
    }
}
