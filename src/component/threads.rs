//! The threads that compile and run pages. They're separate threads because compiling and running need a large stack.

use std::sync::{LazyLock, mpsc};

use super::attempts::render;
use super::graph::Graph;
use super::{Library, Module, Page, Rendered, STACK, props};
use crate::diag::{Code, Diagnostic};
use crate::path::SourcePath;

/// Threads with large stacks.
pub(super) struct Threads(rayon::ThreadPool);

/// The threads of all sites. A site without components never starts these threads.
pub(super) static THREADS: LazyLock<Threads> = LazyLock::new(|| Threads::new(0));

/// A message from a rendering thread to the thread that waits for it.
enum Message {
    /// The thread needs the module of a Markdown file.
    Partial(SourcePath, mpsc::Sender<Option<Module>>),
    /// The page is rendered.
    Done(Box<Rendered>),
}

impl Threads {
    /// Creates threads. If `count` is 0, creates one for each processor.
    pub(super) fn new(count: usize) -> Self {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(count)
            .stack_size(STACK)
            .thread_name(|index| format!("components {index}"))
            // Ignore panics here, because the waiting thread notices that the rendering thread doesn't respond.
            .panic_handler(|_| {});
        Threads(pool.build().expect("the system can start threads"))
    }

    /// Runs a function on one of the threads and waits. The calling thread must not belong to another pool.
    pub(super) fn install<T: Send>(&self, run: impl FnOnce() -> T + Send) -> T {
        self.0.install(run)
    }

    /// Renders a page on one of the threads and waits. The calling thread can belong to another pool. While the calling
    /// thread waits, it must not start other work from that pool, because the other work could also wait, and so on
    /// indefinitely.
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
            let mut graph = Graph::new(&library.0, own, partial);
            props::check(&library.0, &mut graph);
            let rendered = render(&library.0, graph, &page);
            // If nothing is waiting anymore, the page isn't needed.
            let _ = sender.send(Message::Done(Box::new(rendered)));
        });
        loop {
            match receiver.recv() {
                // The thread is waiting for the response, so sending succeeds.
                Ok(Message::Partial(path, answer)) => drop(answer.send(partial(&path))),
                Ok(Message::Done(rendered)) => return *rendered,
                Err(_) => return panicked(&module.path),
            }
        }
    }
}

/// Reports that a rendering thread panicked.
fn panicked(path: &SourcePath) -> Rendered {
    let error = Diagnostic::new(Code::ComponentError, "can't render the page's components")
        .in_file(path)
        .hint("report this as a bug in docgen");
    Rendered { diagnostics: vec![error], ..Rendered::default() }
}
