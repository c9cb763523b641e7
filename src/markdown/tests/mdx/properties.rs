//! Tests that scanning any page finishes quickly and without a panic, and that the scanner makes only necessary
//! changes.

use std::time::Instant;

use crate::fixture::Numbers;
use crate::markdown::Options;
use crate::markdown::directive::Line;
use crate::markdown::extensions::of_site;
use crate::markdown::scan::{Scan, Syntax, scan};

fn scanned(text: &str, mdx: bool) -> Scan<'_> {
    let is_component = |name: &str| matches!(name, "A" | "B");
    let syntax =
        Syntax { mdx, math: false, extensions: of_site(&Options::default()), is_component: &is_component };
    scan(text, 0, &syntax, None)
}

/// Checks that every location in the scanner's result is a location in the text.
fn verify(text: &str, mdx: bool) {
    let scan = scanned(text, mdx);
    for problem in &scan.problems {
        assert!(text.get(problem.span.range()).is_some(), "{problem:?} isn't located in {text:?}");
        assert!(!problem.message.is_empty() && !problem.message.ends_with('.'), "{problem:?}");
    }
    let mut last = 0;
    for (at, _) in scan.text.char_indices() {
        let place = scan.locate(at);
        assert!(text.is_char_boundary(place) && last <= place, "{at} is at {place} in {text:?}");
        last = place;
    }
    let mut rest = &scan.text[..];
    while let Some(open) = rest.find('<') {
        let tag = &rest[open..];
        let tag = &tag[..tag.find('>').map_or(tag.len(), |end| end + 1)];
        if let Some(index) = scan.marker(tag).or_else(|| scan.inline_marker(tag)) {
            let marker = scan.line(index);
            assert!(text.get(marker.original.clone()).is_some(), "{:?} in {text:?}", marker.original);
            if let Line::Jsx(jsx) = &marker.line {
                let restored: String = jsx.code.iter().map(|(_, piece)| *piece).collect();
                assert_eq!(scan.restore(tag), restored, "{text:?}");
                for (at, piece) in &jsx.code {
                    assert_eq!(text.get(*at..*at + piece.len()), Some(*piece), "{text:?}");
                }
            }
        }
        rest = &rest[open + 1..];
    }
}

const SEED: &str = "import {a} from 'b'\n\nexport const c = {\n\n  d: 1\n\n}\n\n# T {c} {#x}\n\n:::note[N]{k=\"v\"}\n<A b={[1, {\"c\": null}]} {...d} e='f'>\n\n*g* {h(`${i}`)} <B.C d:e/>\n\n- <>j</>\n      - k\n\n        ```js\n        {l\n        ```\n  > <A\n  >   m=\"n\n  >   o\"\n  > />\n\n</A>\n:::\n\n| p {q} | r |\n| - | - |\n| <B/> | `{s|}` |\n\n    t {/* u */} [v]({w}) https://x.example/{y}\n\n[z]: <{a}> 'b'\n\n<!-- {c -->\n\n<Tabs>\n<TabItem value=\"é\">\n\n1.     f {\"🎉\"}\n\n</TabItem>\n</Tabs>\n\n[^g]: {h}\n\n    i\n\n<p>j\n{k}\n</p>\r\n\r\n\t{`\n\t  l`}\n";

#[test]
fn any_page_is_scanned() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let pieces = [
        "{", "}", "<", ">", "</", "/>", "<A>", "</A>", "{b}", "\n", "\n\n", "    ", "\t", "> ", "- ", "1. ",
        "`", "```\n", "|", "\\", "'", "\"", "/*", "*/", "//", "(", ")", "[", "](", "${", "=>", "import ",
        "export ", ":::", "<!--", "-->", "é", "🎉", "\u{a0}", "\u{2028}", "\u{e000}", "\0", "\r\n", "\r",
        "#", "===\n", "| - |\n", "[^a]: ",
    ];
    for _ in 0..3000 {
        let mut text = SEED.to_owned();
        for _ in 0..1 + numbers.below(6) {
            let mut at = numbers.below(text.len() + 1);
            let mut end = (at + numbers.below(30)).min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            while !text.is_char_boundary(end) {
                end += 1;
            }
            match numbers.below(4) {
                0 => text.replace_range(at..end, ""),
                1 => {
                    let piece = text[at..end].to_owned();
                    text.insert_str(at, &piece);
                }
                _ => text.insert_str(at, pieces[numbers.below(pieces.len())]),
            }
        }
        verify(&text, true);
        verify(&text, false);
    }
}

/// Returns lines of random Markdown without MDX syntax.
fn lines(numbers: &mut Numbers, depth: usize) -> Vec<String> {
    let mut all = Vec::new();
    for _ in 0..1 + numbers.below(3) {
        let inner = if depth < 3 { lines(numbers, depth + 1) } else { vec!["a *b* `c`".to_owned()] };
        let prefixed = |first: &str, rest: &str| -> Vec<String> {
            let prefix =
                |(index, line): (usize, &String)| format!("{}{line}", if index == 0 { first } else { rest });
            inner.iter().enumerate().map(prefix).collect()
        };
        let block = match numbers.below(11) {
            0 => prefixed("> ", "> "),
            1 => prefixed("- ", "  "),
            2 => prefixed("1. ", "   "),
            3 => prefixed("*   ", "    "),
            4 => vec!["```js".to_owned(), "    code".to_owned(), String::new(), "```".to_owned()],
            5 => vec!["| a | b |".to_owned(), "| - | - |".to_owned(), "| c | d |".to_owned()],
            6 => vec!["## h #".to_owned()],
            7 => vec![":::note[t]".to_owned(), "a".to_owned(), ":::".to_owned()],
            8 => vec!["a".to_owned(), "===".to_owned()],
            9 => vec!["[a]: b 'c'".to_owned(), "text [a](b) \\".to_owned(), "  text".to_owned()],
            _ => vec!["para `co".to_owned(), "de` **d**".to_owned()],
        };
        all.extend(block);
        if numbers.below(3) > 0 {
            all.push(String::new());
        }
    }
    all
}

#[test]
fn pages_without_jsx_and_expressions_are_the_same_in_both_formats() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for _ in 0..2000 {
        let text = lines(&mut numbers, 0).join("\n");
        let (markdown, mdx) = (scanned(&text, false), scanned(&text, true));
        assert_eq!(markdown.text, mdx.text, "{text}");
        assert!(mdx.problems.is_empty(), "{text}");
        // If a page contains a component, the tokenizer parses the page as Markdown.
        let with_component = format!("{text}\n\n\n<A/>\n");
        let scan = scanned(&with_component, false);
        assert!(scan.text.starts_with(&*markdown.text), "{text}\n---\n{}", scan.text);
    }
}

/// Shows how long it takes to scan pages that are designed to be slow. No page should take longer than a few seconds.
#[test]
#[expect(clippy::print_stdout, reason = "shown when asked for")]
fn pages_that_are_made_to_be_slow_are_scanned_in_time() {
    let size = std::env::var("DOCGEN_SIZE").ok().and_then(|size| size.parse().ok()).unwrap_or(20_000);
    let repeat = |piece: &str| piece.repeat(size / piece.len());
    let half = |first: &str, second: &str| {
        let count = size / (first.len() + second.len());
        first.repeat(count) + &second.repeat(count)
    };
    for text in [
        repeat("{"),
        repeat("}"),
        repeat("{}"),
        repeat("{a} "),
        repeat("{\n"),
        repeat("{\n\n"),
        repeat("{`"),
        repeat("{`\n"),
        repeat("{/"),
        repeat("{'"),
        repeat("{/*"),
        repeat("{[\n\n"),
        half("{[\n\n", "]}x\n\n"),
        half("{(", ")}"),
        half("{", "}"),
        format!("{{{}}}", repeat("!")),
        format!("{{{}}}", repeat("a?")),
        format!("{{[{}]}}", repeat("1,")),
        format!("{{a{}}}", repeat("+a")),
        format!("{{a{}}}", repeat(".b")),
        repeat("<"),
        repeat("<a"),
        repeat("<a>"),
        repeat("<a>\n"),
        repeat("<a>\n\n"),
        repeat("</a>"),
        repeat("</a>\n\n"),
        half("<a>", "</a>"),
        half("<a>\n", "</a>\n"),
        half("<a>", "</b>"),
        repeat("<a b='"),
        repeat("<a b={"),
        repeat("<a b={`\n"),
        repeat("<a\n"),
        repeat("<a/> <!-- "),
        repeat("<a b={1}/> {c} *d* "),
        repeat("`{a} ``"),
        repeat("[a]({"),
        repeat("[a](<{"),
        repeat("[a](b '{"),
        repeat("["),
        repeat("[a]: b\n"),
        repeat("[a]: b '"),
        repeat("> "),
        repeat("> {a}\n"),
        repeat("- "),
        repeat("- a\n      - {b}\n"),
        repeat("    {a}\n"),
        repeat("| {a} "),
        format!("|{}\n|{}\n", repeat("a|"), repeat("-|")),
        format!("|a|\n|-|\n{}", repeat("|{b}\n")),
        format!("export const a = [{}", repeat("\n\n1,")),
        format!("export const a = 1{}", repeat("\n\n+ 1")),
        format!("export const a =\n\n{}", repeat("+\n\n")),
        repeat("import a from 'b'\n"),
        repeat("import a from 'b'\n\n"),
        repeat(":::a\n"),
        repeat("https://a.example/{b"),
        repeat("&lt;"),
        repeat("\t"),
        repeat("\r"),
    ] {
        let start = Instant::now();
        scanned(&text, true);
        scanned(&text, false);
        scanned(&text.replace("<a", "<A").replace("</a", "</A"), false);
        let head: String = text.chars().take(20).collect();
        println!("{:>6} ms  {} bytes  {head:?}", start.elapsed().as_millis(), text.len());
    }
}

/// If the `DOCGEN_CORPUS` environment variable specifies a folder, compares the results of reading the folder's pages
/// as Markdown and as MDX. Only pages without braces, angle brackets, or indented code are compared.
#[test]
#[expect(clippy::print_stdout, reason = "shown when asked for")]
#[expect(clippy::disallowed_methods, reason = "a test over files that are not part of the project")]
fn real_pages_are_the_same_in_both_formats() {
    let Some(folder) = std::env::var_os("DOCGEN_CORPUS").filter(|folder| !folder.is_empty()) else { return };
    let (mut folders, mut count, mut wrong) = (vec![std::path::PathBuf::from(folder)], 0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let is_page = path.extension().is_some_and(|extension| extension == "md" || extension == "mdx");
            let Some(text) = std::fs::read_to_string(&path).ok().filter(|_| is_page) else { continue };
            if text.contains(['{', '<']) || has_indented_code(&text) {
                continue;
            }
            count += 1;
            if scanned(&text, false).text != scanned(&text, true).text {
                wrong.push(path);
            }
        }
    }
    println!("{} of {count} pages are the same; the others: {wrong:#?}", count - wrong.len());
}

fn has_indented_code(text: &str) -> bool {
    use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};
    Parser::new(text).any(|event| matches!(event, Event::Start(Tag::CodeBlock(CodeBlockKind::Indented))))
}
