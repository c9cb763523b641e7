//! The engines: one per thread, on threads of their own, because compiling and running code needs a large stack.

use std::cell::RefCell;
use std::io::Read as _;
use std::rc::Rc;

use flate2::read::DeflateDecoder;
use serde_json::json;

use super::graph::Graph;
use super::{Page, Rendered};
use crate::diag::{Code, Diagnostic};
use crate::script::{Failure, Limits, Modules, Realms};

/// The script of the shared realm, deflated: React and the module `docgen`.
const SCRIPT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/dist-engine-component.js.deflate"));

/// The limits of a page.
const LIMITS: Limits = Limits { memory: 256 << 20, stack: 512 << 10, steps: 2_500 };

thread_local! {
    static ENGINE: RefCell<Option<Realms>> = const { RefCell::new(None) };
}

/// Renders the page of a graph.
pub(super) fn render(graph: Graph, page: &Page, site: &str) -> Rendered {
    let Graph { main, code, imports, used, styles, mut diagnostics } = graph;
    let mut html = None;
    if diagnostics.is_empty() {
        let input = format!(
            "{{\"page\":{},\"site\":{site},\"locale\":{},\"prefix\":\"\"}}",
            page.info,
            json!(page.locale)
        );
        let modules = Modules {
            code: code.into_iter().map(|(name, code)| (Rc::from(name), Rc::from(&*code))).collect(),
            imports: imports
                .into_iter()
                .map(|((from, name), to)| ((Rc::from(from), Rc::from(name)), Rc::from(to)))
                .collect(),
            main: Rc::from(&*main),
        };
        match run(modules, &input) {
            Ok(text) => html = Some(text),
            Err(failure) => {
                let path = crate::path::SourcePath::new(&main);
                diagnostics
                    .push(Diagnostic::new(Code::ComponentError, format!("{failure:?}")).in_file(&path));
            }
        }
    }
    Rendered { html, used, styles, diagnostics }
}

fn run(modules: Modules, input: &str) -> Result<String, Failure> {
    ENGINE.with_borrow_mut(|engine| {
        let realms = match engine.take() {
            Some(realms) => realms,
            None => Realms::new(LIMITS, &script())?,
        };
        let result = realms.run(modules, input);
        if matches!(result, Ok(_) | Err(Failure::Threw(_))) {
            *engine = Some(realms);
        }
        result
    })
}

fn script() -> String {
    let mut script = String::new();
    let read = DeflateDecoder::new(SCRIPT).read_to_string(&mut script);
    read.expect("the build script wrote the deflated text");
    script
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use crate::component::{Files, Library, Module, Page};
    use crate::path::SourcePath;
    use crate::source::Source;

    struct Map(BTreeMap<&'static str, &'static str>);

    impl Files for Map {
        fn read(&self, path: &SourcePath) -> Result<Source, String> {
            let text = self.0.get(path.as_str()).ok_or("there is no such file")?;
            Ok(Source::new(path.clone(), text))
        }
        fn exists(&self, path: &SourcePath) -> bool {
            self.0.contains_key(path.as_str())
        }
    }

    #[test]
    fn a_page_renders() {
        let chart = "export default function Chart({ title, children }: { title: string }) { return <div className=\"chart\"><b>{title}</b>{children}</div> }";
        let files = Map(BTreeMap::from([("components/Chart.tsx", chart)]));
        let library = Library::new(
            BTreeMap::from([("Chart".to_owned(), SourcePath::new("components/Chart.tsx"))]),
            serde_json::json!({}),
            Arc::new(files),
        );
        let module = Module {
            path: SourcePath::new("content/docs/a.md"),
            code: "export default function Page() { return <>{\"\u{fdd0}1\u{fdd1}\"}<Chart title={\"a < b\"}>{\"\u{fdd0}2\u{fdd1}\"}</Chart></> }".to_owned(),
            places: Vec::new(),
        };
        let page = Page { info: serde_json::json!({}), locale: "en".to_owned() };
        let rendered = library.render(&module, &page, &|_| None);
        assert_eq!(
            rendered.html.as_deref(),
            Some("\u{fdd0}1\u{fdd1}<div class=\"chart\"><b>a &lt; b</b>\u{fdd0}2\u{fdd1}</div>"),
            "{rendered:?}"
        );
    }
}
