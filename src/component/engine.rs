//! The engines: one per thread, on threads of their own, because compiling and running code needs a large stack.

use std::cell::Cell;
use std::io::Read as _;
use std::sync::{LazyLock, mpsc};

use flate2::read::DeflateDecoder;
use serde_json::{Value as Json, json};

use super::compile::defused_json;
use super::graph::Graph;
use super::{Inner, LIMITS, Library, Module, Page, Rendered, STACK, format, thrown};
use crate::diag::{Code, Diagnostic};
use crate::path::SourcePath;
use crate::script::{Failure, FailureKind, HostFunction, Realms};

/// The script of the shared realm, deflated: React and the module `docgen`.
const SCRIPT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/dist-engine-component.js.deflate"));

/// What the script of the shared realm can call.
const FUNCTIONS: [(&str, HostFunction); 2] = [("formatDate", format::date), ("formatNumber", format::number)];

/// Threads with large stacks.
pub(super) struct Threads(rayon::ThreadPool);

/// The threads of all sites. A site without components never starts them.
pub(super) static THREADS: LazyLock<Threads> = LazyLock::new(|| Threads::new(0));

/// What a rendering thread sends to the thread that waits for it.
enum Message {
    /// The thread needs the module of a Markdown file.
    Partial(SourcePath, mpsc::Sender<Option<Module>>),
    /// The page is rendered.
    Done(Box<Rendered>),
}

impl Threads {
    /// Creates threads; 0 stands for the number of processors.
    pub(super) fn new(count: usize) -> Self {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(count)
            .stack_size(STACK)
            .thread_name(|index| format!("components {index}"))
            // The waiting thread notices that the rendering thread doesn't answer.
            .panic_handler(|_| {});
        Threads(pool.build().expect("the system can start threads"))
    }

    /// Renders a page on one of the threads, and waits. The calling thread can belong to another pool: it must not start
    /// other work of that pool while it waits, because that work could wait as well, and so on without end.
    pub(super) fn render(
        &self,
        library: &Library,
        module: &Module,
        page: &Page,
        partial: &dyn Fn(&SourcePath) -> Option<Module>,
    ) -> Rendered {
        let (sender, receiver) = mpsc::channel();
        let (library, own, page) = (library.clone(), module.clone(), page.clone());
        self.0.spawn(move || {
            let partial = |path: &SourcePath| {
                let (answer, module) = mpsc::channel();
                sender.send(Message::Partial(path.clone(), answer)).ok()?;
                module.recv().ok()?
            };
            let graph = Graph::new(&library.0, own, partial);
            let rendered = render(&library.0, graph, &page);
            // If nobody waits any more, nobody needs the page.
            let _ = sender.send(Message::Done(Box::new(rendered)));
        });
        loop {
            match receiver.recv() {
                // The thread waits for the answer, so it can be sent.
                Ok(Message::Partial(path, answer)) => drop(answer.send(partial(&path))),
                Ok(Message::Done(rendered)) => return *rendered,
                Err(_) => return panicked(&module.path),
            }
        }
    }
}

/// Reports that a rendering thread panicked.
fn panicked(path: &SourcePath) -> Rendered {
    let error = Diagnostic::new(Code::ComponentError, "docgen can't render the page's components")
        .in_file(path)
        .hint("report this as a bug of docgen");
    Rendered { diagnostics: vec![error], ..Rendered::default() }
}

/// Renders the page of a graph.
fn render(library: &Inner, graph: Graph, page: &Page) -> Rendered {
    let mut html = None;
    let mut failure = None;
    if !graph.is_broken() {
        match run_page(library, &graph, page) {
            Ok(text) => html = Some(text),
            Err(error) => failure = Some(thrown::failed(&graph, &error)),
        }
    }
    let (styles, client_assets) = (graph.styles(), graph.client_assets());
    let Graph { files, mut diagnostics, .. } = graph;
    diagnostics.extend(failure);
    Rendered { html, used: files, styles, client_assets, diagnostics }
}

/// Runs a page. If it fails, it can run again to find out why.
fn run_page(library: &Inner, graph: &Graph, page: &Page) -> Result<String, Failure> {
    let own = input(library, graph, page, false);
    let mut result = run(graph, &own, LIMITS.steps);
    if result.as_ref().is_err_and(|error| error.kind == FailureKind::Memory) {
        // What earlier pages left behind can take memory. The new engine has nothing of it.
        result = run(graph, &own, LIMITS.steps);
    }
    let error = match result {
        Err(error) if thrown::is_lost(graph, &error) => error,
        done => return done,
    };
    // A page that doesn't end is in the same place much earlier.
    let steps = if error.kind == FailureKind::Steps { LIMITS.steps / 10 } else { LIMITS.steps };
    match run(graph, &input(library, graph, page, true), steps) {
        Err(traced) if traced.kind == error.kind => Err(traced),
        _ => Err(error),
    }
}

/// Returns the input of a run in JSON.
fn input(library: &Inner, graph: &Graph, page: &Page, trace: bool) -> String {
    let info = page.info.to_string();
    let hash = xxhash_rust::xxh3::xxh3_64(graph.main.as_bytes());
    let prefix = format!("{:06x}", hash & 0xff_ffff);
    let (info, locale) = (defused_json(&info), Json::String(page.locale.clone()));
    let site = &library.site;
    format!(r#"{{"page":{info},"site":{site},"locale":{locale},"prefix":{},"trace":{trace}}}"#, json!(prefix))
}

thread_local! {
    /// The engine of this thread. It's gone while it runs, and after a failure from which it can't recover.
    static ENGINE: Cell<Option<Realms>> = const { Cell::new(None) };
}

/// Runs the modules of a page in the engine of this thread.
fn run(graph: &Graph, input: &str, steps: u32) -> Result<String, Failure> {
    let realms = match ENGINE.take() {
        Some(realms) => realms,
        None => Realms::new(LIMITS, &script(), &FUNCTIONS)?,
    };
    let result = realms.run(graph.modules(), input, steps);
    if realms.is_sound() {
        ENGINE.set(Some(realms));
    }
    result
}

fn script() -> String {
    let mut script = String::new();
    let read = DeflateDecoder::new(SCRIPT).read_to_string(&mut script);
    read.expect("the build script wrote the deflated text");
    script
}
