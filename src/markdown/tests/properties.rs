//! Tests that any file can be parsed and rendered without a panic.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::read;
use crate::diag::{Diagnostic, Location};
use crate::fixture::Numbers;
use crate::markdown::{Options, highlight, parse};
use crate::path::SourcePath;
use crate::render::Messages;
use crate::render::content::{self, WriteOptions};
use crate::site::Resolved;
use crate::source::Source;

const SEED: &str = "---\ntitle: Ünï \"x\"\ntags: [a, {b: c}]\nlast_update:\n  date: 2026-01-01\n---\n# T `x` {#top}\n\nimport x\n\n::::tabs{group=\"g\"}\n:::tab[A `b`]{value=\"v\" default}\n- [x] a\n  > [!NOTE]\n  > :::tip[T]{k='v'}\n  > ```rust title=\"a\" {1,3-}\n  > let a = \"é\"; // [!code ++:2]\n  > ```\n  > :::\n:::\n::::\n\n<Tabs groupId=\"x\" values={[{label: 'A', value: 'a'}]}>\n<TabItem value=\"a\">\n\n| a | b |\n|:-:|--:|\n| `c` | www.example.com/a_(b)_&amp; |\n\n</TabItem>\n</Tabs>\n\n![alt *x*](<a b.png> 'T') [l](../x.md#y \"t\") [r][r] <Foo/> <b id=\"z\">&lt;</b> x@y.example[^1] \\\n***~~s~~***\n\n[^1]: N :::\n\n[r]: ./r.md\n\n<div data-island=\"console\"><!-- c --></div>\n\n```diff\n- a\n+ b\n```\n\n:::card[C :icon{name=x}]{href=\"x\" icon=rocket}\n:badge[*b* :badge[c]]{kind=\"tip\"} :tooltip[t `:`]{text='a \"b\"'} \\:icon[d]\n\n1) 日本語 🎉\n:::\n";

fn write(text: &str) -> (String, Vec<Diagnostic>) {
    let (source, document, diagnostics) = read(text);
    for diagnostic in &diagnostics {
        if let Some(Location::Span(_, span)) = &diagnostic.location {
            assert!(source.text.get(span.range()).is_some(), "{diagnostic:?} isn't located in {text:?}");
        }
    }
    let spans = document.links.iter().map(|it| it.span).chain(document.images.iter().map(|it| it.span));
    for span in spans {
        assert!(source.text.get(span.range()).is_some(), "{span:?} isn't a location in {text:?}");
    }
    let (events, messages) = (0..document.events.len(), Messages::default());
    let out = content::write(&document, events, &Resolved::default(), &messages, WriteOptions::default());
    crate::markdown::page_markdown(
        &source,
        &document,
        &vec![Some("x".to_owned()); document.links.len()],
        &[],
    );
    let _ = (document.plain_text(), document.first_paragraph());
    crate::markdown::as_markdown(&document, &[], &[], "");
    (out, diagnostics)
}

#[test]
fn mutated_files_never_panic() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let signs = b":::[]{}<>/`~*_|-+#\n\n\r \t\\\"'=!()&;@.0aT\0\xc3\xa9";
    // Multibyte spaces, letters whose uppercase and lowercase forms differ in length, and text that looks like a URL.
    let pieces =
        ["\u{a0}", "\u{3000}", "\u{2028}", "\u{85}", "İ", "ẞ", "&x", "&amp;", "www.a.b", "http://c.d/e"];
    for _ in 0..2500 {
        let mut bytes = SEED.as_bytes().to_vec();
        for _ in 0..1 + numbers.below(8) {
            let at = numbers.below(bytes.len());
            match numbers.below(6) {
                0 => bytes[at] = signs[numbers.below(signs.len())],
                1 => bytes.insert(at, signs[numbers.below(signs.len())]),
                2 => {
                    let end = (at + numbers.below(40)).min(bytes.len());
                    bytes.drain(at..end);
                }
                3 => {
                    let end = (at + numbers.below(60)).min(bytes.len());
                    let piece = bytes[at..end].to_vec();
                    let to = numbers.below(bytes.len());
                    bytes.splice(to..to, piece);
                }
                4 => {
                    let piece = pieces[numbers.below(pieces.len())];
                    bytes.splice(at..at, piece.bytes());
                }
                _ => bytes.truncate(at.max(1)),
            }
            if bytes.is_empty() {
                bytes.push(b'x');
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        write(&text);
        super::written::version(&read(&text).1);
    }
}

#[test]
fn unclosed_everything_is_read() {
    for text in [
        "```rust\nx",
        "`x",
        "<!-- x",
        "<div",
        "<Tabs",
        "<Tabs x={",
        "[a](b",
        "![a](",
        ":::note[",
        ":::note{a=\"",
        ":badge[",
        ":badge[a]{b='",
        "[:icon{name=x}",
        ":::tab[:badge[a",
        "> :::note",
        "[^1]: ",
        "[^1]",
        "| a |\n|--",
        "## {#",
        "## x {#}",
        "---\na: \"",
        "+++\n[",
        "<script>",
        "<a href=\"",
        "$$x",
        "**a",
        "***",
        "&#x110000;",
        "\\",
        "\u{feff}# x",
        "<?\u{e000}0\u{e000}?>\n:::note\n",
        ":::note\n<?\u{e000}0\u{e000}?>\n<?\u{e001}0\u{e001}?>\n:::",
        "import 'x",
        "export default",
    ] {
        write(text);
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "shown when asked for")]
fn large_and_deep_files_end() {
    let line = "word *and* `code` https://a.example/x_y www.b.example a@b.example <T> ";
    let texts = [
        line.repeat(10_000),
        format!("# {}", "x".repeat(2_000_000)),
        ":::note\n".repeat(20_000),
        ":::note\n".repeat(5_000) + &":::\n".repeat(10_000),
        "::::note\n".repeat(5_000) + &":::\n".repeat(10_000),
        "> ".repeat(2_000),
        "- ".repeat(2_000),
        "# same\n".repeat(20_000),
        "[a](b) ".repeat(20_000),
        "((((((((((".repeat(10_000),
        format!("https://a.example/{}", ")".repeat(200_000)),
        format!("x{}", "@".repeat(200_000)),
        "a@b.c ".repeat(50_000),
        "xmpp:".repeat(50_000),
        ":badge[".repeat(20_000),
        ":badge[a]".repeat(20_000),
        ":badge[a] ".repeat(20_000),
        ":icon{name=\"".repeat(20_000),
        format!(":::note[{}]\n", ":badge[a] ".repeat(20_000)),
        "<b ".repeat(50_000),
        "[^1]".repeat(20_000) + "\n\n[^1]: x",
        "\0".repeat(100_000),
        "<Tabs\n".repeat(5_000),
        "<script></script>".repeat(20_000),
        format!("https://a.example/{}", "*x*".repeat(50_000)),
        "a*b*".repeat(50_000),
        "<b>".repeat(20_000) + &"</i>".repeat(20_000),
        "<b><i></b>".repeat(10_000) + &"\n\na".repeat(10_000),
        "<div>\n\n".repeat(5_000) + &"- </div>\n\n".repeat(5_000),
        "<title>\n\n".repeat(10_000),
        "<iframe/><svg/>".repeat(10_000),
        "<svg><g>".repeat(10_000),
        "<table><tr><td>".repeat(10_000),
    ];
    for text in texts {
        let start = Instant::now();
        write(&text);
        let head: String = text.chars().take(20).collect();
        println!("{:>6} ms  {} bytes  {head:?}", start.elapsed().as_millis(), text.len());
    }
}

/// If the `DOCGEN_CORPUS` environment variable specifies a folder, parses the real documentation in this folder.
#[test]
#[expect(clippy::print_stdout, reason = "shown when asked for")]
#[expect(clippy::disallowed_methods, reason = "a test over files that are not part of the project")]
fn real_documentation_is_read() {
    let Some(folder) = std::env::var_os("DOCGEN_CORPUS").filter(|folder| !folder.is_empty()) else { return };
    let mut files = Vec::new();
    collect(Path::new(&folder), &mut files);
    let cache = highlight::Cache::default();
    let (mut bytes, mut counts) = (0, std::collections::BTreeMap::new());
    let messages = Messages::default();
    let start = Instant::now();
    for file in &files {
        let Ok(text) = std::fs::read(file) else { continue };
        let Ok(source) = Source::from_bytes(SourcePath::new(file.to_string_lossy()), &text) else { continue };
        bytes += source.text.len();
        let (document, diagnostics) = parse(&source, &Options::default(), &cache, None);
        let events = 0..document.events.len();
        content::write(&document, events, &Resolved::default(), &messages, WriteOptions::default());
        super::written::version(&document);
        for diagnostic in diagnostics {
            *counts.entry(diagnostic.code).or_insert(0) += 1;
            if std::env::var_os("DOCGEN_VERBOSE").is_some() {
                let at = match &diagnostic.location {
                    Some(Location::Span(_, span)) => {
                        source.text[..span.start as usize].matches('\n').count() + 1
                    }
                    _ => 0,
                };
                println!("{}:{at}: {:?} {}", source.path, diagnostic.code, diagnostic.message);
            }
        }
    }
    println!("{} files, {bytes} bytes, {:?}, {counts:?}", files.len(), start.elapsed());
    assert!(!files.is_empty());
}

#[expect(clippy::disallowed_methods, reason = "a test over files that are not part of the project")]
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "md" || extension == "mdx") {
            files.push(path);
        }
    }
}
