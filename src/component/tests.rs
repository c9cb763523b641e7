mod aliases;
mod client;
mod css;
mod declarations;
mod evaluate;
mod docusaurus;
mod failures;
mod hostile;
mod imports;
mod outputs;
mod packages;
mod props;
mod react;
mod sandbox;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::json;

use super::threads::Threads;
use super::*;
use crate::diag::Location;
use crate::fixture::{Memory, sources};

/// A site: its components, and the modules of its Markdown files.
pub(super) struct Site {
    pub library: Library,
    pages: BTreeMap<SourcePath, Module>,
}

impl Site {
    /// Creates a site from files. A Markdown file contains lines that start with `import` or `export`, followed by JSX.
    /// The text between `«` and `»` is a token.
    pub(super) fn new(fixture: &str) -> Self {
        let files = sources(fixture);
        let markdown = files.iter().filter(|one| matches!(one.path.extension(), "md" | "mdx"));
        let pages = markdown.map(|source| (source.path.clone(), module(source))).collect();
        let site = json!({ "title": "Benchtop", "locale": "de" });
        Site { pages, library: Memory::new(files).library(&site) }
    }

    /// Renders a page on the threads that all sites share.
    pub(super) fn render(&self, path: &str) -> Rendered {
        self.render_on(&threads::THREADS, path)
    }

    fn render_on(&self, threads: &Threads, path: &str) -> Rendered {
        let module = &self.pages[path];
        let page =
            Page { info: json!({ "title": "Page", "tags": ["a"], "file": path }), locale: "de".to_owned() };
        threads.render(&self.library, module, &page, &|path| self.pages.get(path).cloned())
    }
}

/// Returns the module of a Markdown file.
fn module(source: &Source) -> Module {
    let mut module = Module { path: source.path.clone(), code: String::new(), places: Vec::new() };
    let is_script = |line: &&str| line.starts_with("import ") || line.starts_with("export ");
    let head: usize = source.text.split_inclusive('\n').take_while(is_script).map(str::len).sum();
    let mut add = |generated: &str, from: usize, written: &str| {
        module.code += generated;
        let number = |at: usize| u32::try_from(at).expect("fixtures are short");
        module.places.push((number(module.code.len()), number(from), number(written.len())));
        module.code += written;
    };
    add("", 0, &source.text[..head]);
    let mut generated = "export default function Page() { return <>".to_owned();
    let mut at = head;
    for part in source.text[head..].split_inclusive(['«', '»']) {
        let text = part.trim_end_matches(['«', '»']);
        if part.ends_with('»') {
            generated = format!("{{\"\u{fdd0}{text}\u{fdd1}\"}}");
        } else {
            add(&generated, at, text);
            generated.clear();
        }
        at += part.len();
    }
    module.code += &format!("{generated}</>; }}\n");
    module
}

/// Returns the HTML of the `page.md` page, with readable tokens, or the page's problems.
pub(super) fn outcome(fixture: &str) -> String {
    let site = Site::new(fixture);
    let path = if fixture.contains("content/page.md") { "content/page.md" } else { "page.md" };
    shown(&site, &site.render(path))
}

/// Formats a rendered page.
pub(super) fn shown(site: &Site, rendered: &Rendered) -> String {
    let mut shown = String::new();
    for one in &rendered.diagnostics {
        let place = match &one.location {
            Some(Location::File(path)) => path.to_string(),
            Some(Location::Position(path, line, column)) => format!("{path}:{line}:{column}"),
            Some(Location::Span(path, span)) => {
                let source = site.library.0.files.read(path).expect("the file exists");
                format!("{path} `{}`", &source.text[span.range()])
            }
            None => String::new(),
        };
        let _ = writeln!(shown, "{place}: {}", one.message);
        for hint in &one.hints {
            let _ = writeln!(shown, "  {hint}");
        }
        if let Some(page) = &one.page {
            let _ = writeln!(shown, "  the page `{page}` uses this file");
        }
    }
    if let Some(html) = &rendered.html {
        let names = ["{", "}", "[", "]", "<md>", "</md>", "<end>"];
        let named = [0xfdd0, 0xfdd1, 0xfdd2, 0xfdd3, 0xfdd4, 0xfdd5, 0xfdd6].map(char::from_u32);
        let mut html = html.replace(" data-docgen-own=\"true\"", "");
        for (char, name) in named.into_iter().flatten().zip(names) {
            html = html.replace(char, name);
        }
        let _ = writeln!(shown, "{html}");
    }
    shown.trim_end().to_owned()
}

/// Checks a table. Each row contains the page's JSX and the expected outcome. `more` contains additional files.
#[track_caller]
pub(super) fn table(more: &str, rows: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (page, expected) in rows {
        let found = outcome(&format!("//- page.md\n{page}\n{more}"));
        if found != *expected {
            let _ = writeln!(wrong, "{page}\n  expected: {expected}\n  found:    {found}");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn a_page_renders() {
    let files = "
//- page.md
import data from \"./data.json\"
«1» <Chart title={data.title}>«2»</Chart>
//- components/Chart.tsx
type Props = { title: string; children: React.ReactNode };
export default function Chart({ title, children }: Props) {
  return <figure className=\"chart\"><b>{title}</b>{children}</figure>;
}
//- data.json
{\"title\": \"A < B\"}
";
    assert_eq!(outcome(files), "{1} <figure class=\"chart\"><b>A &lt; B</b>{2}</figure>");
}

#[test]
fn every_page_has_the_same_bytes_in_any_order_and_on_any_thread() {
    let mut files = "
//- components/Counter.tsx
import { useId } from \"react\";
import { usePage } from \"docgen\";
let count = 0;
globalThis.total = (globalThis.total ?? 0) + 1;
Array.prototype.extra = (Array.prototype.extra ?? 0) + 1;
const page = usePage();
page.seen = (page.seen ?? 0) + 1;
export default function Counter() {
  count += 1;
  return <i id={useId()}>{count} {globalThis.total} {[].extra} {usePage().seen}</i>;
}
"
    .to_owned();
    for number in 0..60 {
        let _ = writeln!(files, "//- page{number}.md\n<Counter/><Counter/>{{{number}}}");
    }
    let site = Site::new(&files);
    let paths: Vec<String> = (0..60).map(|number| format!("page{number}.md")).collect();
    let render_all = |threads: usize, callers: usize, seed: u64| {
        let threads = Threads::new(threads);
        let mut order: Vec<&String> = paths.iter().collect();
        let mut numbers = crate::fixture::Numbers(seed);
        for at in (1..order.len()).rev() {
            order.swap(at, numbers.below(at + 1));
        }
        let mut pages = BTreeMap::new();
        std::thread::scope(|scope| {
            let parts: Vec<_> = order.chunks(order.len().div_ceil(callers)).collect();
            let handles: Vec<_> = parts
                .into_iter()
                .map(|part| {
                    let (site, threads) = (&site, &threads);
                    let render = move |path: &&String| ((*path).clone(), site.render_on(threads, path).html);
                    scope.spawn(move || part.iter().map(render).collect::<Vec<_>>())
                })
                .collect();
            for handle in handles {
                pages.extend(handle.join().expect("no thread panics"));
            }
        });
        pages
    };
    let first = render_all(1, 1, 1);
    assert!(
        first["page7.md"].as_deref().is_some_and(|html| html.contains(">1 1 1 1<") && html.ends_with("7"))
    );
    assert_eq!(first, render_all(1, 4, 2));
    assert_eq!(first, render_all(16, 16, 3));
}
