//! Grammars of whole sites: many files, and long lists in the config.

use super::grammars::{Files, Grammar, list, many};

/// Returns a grammar for sites with a page and the given text in the config.
fn config(name: &'static str, size: usize, text: impl Fn(usize) -> String + Sync + 'static) -> Grammar {
    let files = move |n| {
        vec![
            (
                "docgen.toml".to_owned(),
                format!("[site]\ntitle = 'Site'\nurl = 'https://a.example'\n{}", text(n)),
            ),
            ("content/docs/page.md".to_owned(), "# Page\n".to_owned()),
        ]
    };
    Grammar { name, size, files: Box::new(files) }
}

/// Returns a grammar for sites with many files. In each file, `#` is replaced with the file's number.
fn files(name: &'static str, size: usize, path: &'static str, text: &'static str) -> Grammar {
    let files = move |n| (0..n).map(|at| (number(path, at), number(text, at))).collect::<Files>();
    Grammar { name, size, files: Box::new(files) }
}

fn number(text: &str, at: usize) -> String {
    text.replace('#', &at.to_string())
}

/// Returns a grammar for sites with a page that uses the given CSS module.
fn styles(name: &'static str, size: usize, text: impl Fn(usize) -> String + Sync + 'static) -> Grammar {
    let files = move |n| {
        vec![
            (
                "content/docs/page.mdx".to_owned(),
                "import s from './a.module.css'\n\n# Page\n\n{s.a0}\n".to_owned(),
            ),
            ("content/docs/a.module.css".to_owned(), text(n)),
        ]
    };
    Grammar { name, size, files: Box::new(files) }
}

/// Returns a grammar for sites with a component that declares the given types, and with a page that uses the component
/// many times.
fn props(name: &'static str, size: usize, types: impl Fn(usize) -> String + Sync + 'static) -> Grammar {
    let files = move |n| {
        let component = format!("{}\nexport default (props: Props) => <b />;\n", types(n));
        let page = "# Page\n\n".to_owned() + &many(n, "<A kind=\"z#\" size=\"l\" p#x />\n\n");
        vec![("components/A.tsx".to_owned(), component), ("content/docs/page.md".to_owned(), page)]
    };
    Grammar { name, size, files: Box::new(files) }
}

#[rustfmt::skip]
pub(crate) fn add(all: &mut Vec<Grammar>) {
    all.push(files("pages", 20, "content/docs/p#.md", "---\ntitle: Page #\n---\ntext #\n"));
    all.push(files("pages with one title", 20, "content/docs/p#.md", "---\ntitle: Page\n---\ntext\n"));
    all.push(files("pages with one id", 20, "content/docs/p#.md", "---\nid: same\n---\ntext\n"));
    all.push(files("pages with one address", 20, "content/docs/p#.md", "---\nslug: /same\n---\ntext\n"));
    all.push(files("pages with one tag", 15, "content/docs/p#.md", "---\ntags: [one]\n---\ntext\n"));
    all.push(files("pages with tags of their own", 10, "content/docs/p#.md", "---\ntags: [t#]\n---\ntext\n"));
    all.push(files("folders", 30, "content/docs/f#/page.md", "---\ntitle: Page\n---\ntext\n"));
    all.push(files("posts", 10, "content/blog/2025-01-01-p#.md", "---\ntitle: Post #\ntags: [a]\n---\ntext\n"));
    all.push(files("pages that link to one", 20, "content/docs/p#.md", "---\ntitle: Page #\n---\n[a](./p0.md)\n"));
    all.push(files("pages with broken links", 15, "content/docs/p#.md", "---\ntitle: Page #\n---\n[a](./q#.md)\n"));
    all.push(files("pages with unknown keys", 15, "content/docs/p#.md", "---\ntitel: Page #\n---\n"));
    all.push(files("documents of OpenAPI", 4, "openapi/d#.yaml", "openapi: 3.1.0\ninfo: { title: D#, version: '1' }\npaths: {}\n"));
    all.push(props("props of a component", 100, |n| format!("type Props = {{ size?: number; {} }};", many(n, "p#: string; "))));
    all.push(props("values of a prop", 100, |n| format!("type Props = {{ kind: {} }};", list(n, " | ", "\"a#\""))));
    all.push(props("types that extend one another", 20, |n| format!("interface T0 {{}}\n{}type Props = T{n};", (0..n).map(|at| format!("interface T{} extends T{at}, T{at} {{ p{at}: string }}\n", at + 1)).collect::<String>())));
    all.push(styles("rules of a style sheet", 400, |n| many(n, ".a# .b > #c#:hover, :is(.d, .e) { color: red; .f & { top: 0 } }\n")));
    all.push(styles("missing files of a style sheet", 200, |n| many(n, ".a# { background: url(x#.png) }\n")));
    all.push(styles("rules in rules", 300, |n| many(n, ".a# {") + &many(n, "}")));
    all.push(styles("classes composed of one", 300, |n| many(n, ".a# { composes: b }\n") + ".b { }"));
    all.push(styles("classes composed of the next", 300, |n| (0..n).map(|at| format!(".a{at} {{ composes: a{} }}\n", at + 1)).collect()));
    all.push(styles("broken style sheet", 400, |n| many(n, "} .a# { ( :global .b } \"\n")));
    all.push(styles("animations", 300, |n| many(n, "@keyframes k# { } .a# { animation: k# 1s }\n")));
    all.push(Grammar { name: "style sheets in a chain", size: 20, files: Box::new(|n| {
        let mut files: Files = (0..n).map(|at| (format!("styles/s{at}.css"), format!("@import 's{}.css';", at + 1))).collect();
        files.push((format!("styles/s{n}.css"), String::new()));
        files.push(("content/docs/page.mdx".to_owned(), "import '@site/styles/s0.css'\n\n# Page\n".to_owned()));
        files
    }) });
    all.push(Grammar { name: "static files", size: 40, files: Box::new(|n| {
        let mut files: Files = (0..n).map(|at| (format!("static/f{at}.txt"), "text".to_owned())).collect();
        files.push(("content/docs/page.md".to_owned(), many(n, "[a](/f#.txt) ")));
        files
    }) });
    all.push(config("items of the navbar", 15, |n| many(n, "[[navbar.items]]\nlabel = 'Item #'\nhref = 'https://a.example/#'\n")));
    all.push(config("broken items of the navbar", 30, |n| many(n, "[[navbar.items]]\nlabel = 'Item #'\nhref = '/nope-#'\n")));
    all.push(config("links of the footer", 30, |n| format!("[footer]\ncolumns = [{{ title = 'A', items = [{}] }}]\n", list(n, ", ", "{ label = 'L#', href = 'https://a.example/#' }"))));
    all.push(config("redirects", 40, |n| many(n, "[[redirects]]\nfrom = '/old-#'\nto = '/docs/page'\n")));
    let folder = "[[redirects]]\nfrom = '/old-#/*'\nto = '/docs/*'\n";
    all.push(config("redirects of folders", 40, |n| many(n, folder)));
    all.push(config("redirects of folders in a chain", 40, |n| {
        (0..n).map(|at| format!("[[redirects]]\nfrom = '/old-{at}/*'\nto = '/old-{}/*'\n", at + 1)).collect()
    }));
    all.push(config("broken redirects", 40, |n| many(n, "[[redirects]]\nfrom = '/old-#'\nto = '/docs/nope-#'\n")));
    all.push(config("redirects in a chain", 40, |n| {
        (0..n).map(|at| format!("[[redirects]]\nfrom = '/old-{at}'\nto = '/old-{}'\n", at + 1)).collect()
    }));
    all.push(config("a sidebar of links", 60, |n| format!("[docs.sidebars]\ns = ['page', {}]\n", list(n, ", ", "{ href = 'https://a.example/#', label = 'L#' }"))));
    all.push(config("a sidebar of nothing", 60, |n| format!("[docs.sidebars]\ns = ['page', {}]\n", list(n, ", ", "'nope#'"))));
    all.push(config("a nested sidebar", 15, |n| {
        format!("[docs.sidebars]\ns = [{}'page'{}]\n", "{ category = 'C', items = [".repeat(n), "] }".repeat(n))
    }));
    all.push(config("sidebars", 20, |n| format!("[docs.sidebars]\nown = ['page']\n{}", many(n, "s# = [{ href = 'https://a.example', label = 'A' }]\n"))));
    all.push(config("unknown keys of the config", 60, |n| many(n, "[key#]\n")));
    all.push(config("words that mean the same", 30, |n| format!("[search.index]\nsynonyms = [{}]\n", list(n, ", ", "['a#', 'b#']"))));
    all.push(config("pages that cannot be found", 60, |n| format!("[search.index]\nexclude = [{}]\n", list(n, ", ", "'/x#/**'"))));
}
