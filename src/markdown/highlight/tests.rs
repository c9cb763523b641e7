//! Tests that lexers don't lose characters and that they agree with grammars.

mod mdx;
mod sessions;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use super::languages::{self, LANGUAGES, Language};
use super::spans::Spans;
use super::{by_grammar, by_lexer, lex, session};
use crate::fixture::Numbers;

/// A sample file in each language with a lexer. The first two fields are the language's names in code fences and in the
/// manual.
const SAMPLES: &[(&str, &str, &str)] = &[
    ("bash", "Bash", include_str!("../../../benches/samples/sample.sh.txt")),
    ("json", "JSON", include_str!("../../../benches/samples/sample.json.txt")),
    ("python", "Python", include_str!("../../../benches/samples/sample.py.txt")),
    ("javascript", "JavaScript", include_str!("../../../benches/samples/sample.js.txt")),
    ("typescript", "TypeScript", include_str!("../../../benches/samples/sample.ts.txt")),
    ("tsx", "TSX, JSX", include_str!("../../../benches/samples/sample.tsx.txt")),
    ("rust", "Rust", include_str!("../../../benches/samples/sample.rs.txt")),
    ("go", "Go", include_str!("../../../benches/samples/sample.go.txt")),
    ("yaml", "YAML", include_str!("../../../benches/samples/sample.yaml.txt")),
    ("c", "C", include_str!("../../../benches/samples/sample.c.txt")),
    ("cpp", "C++", include_str!("../../../benches/samples/sample.cpp.txt")),
];

/// Returns a block's characters and their classes.
fn classes(html: &str) -> Vec<(char, char)> {
    let mut letters = Vec::new();
    let mut class = ' ';
    let mut rest = html;
    while let Some(first) = rest.chars().next() {
        if let Some(opened) = rest.strip_prefix("<span class=\"") {
            assert_eq!(class, ' ', "a span in a span: {html}");
            class = opened.chars().next().expect("a span has a class");
            rest = opened[1..].strip_prefix("\">").expect("a class is one letter");
        } else if let Some(closed) = rest.strip_prefix("</span>") {
            assert_ne!(class, ' ', "nothing to close: {html}");
            class = ' ';
            rest = closed;
        } else {
            let entities = [("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&')];
            let (length, letter) = entities
                .iter()
                .find(|(entity, _)| rest.starts_with(entity))
                .map_or((first.len_utf8(), first), |(entity, letter)| (entity.len(), *letter));
            assert!(letter != '\n' || class == ' ', "a span crosses a line end: {html}");
            letters.push((letter, class));
            rest = &rest[length..];
        }
    }
    assert_eq!(class, ' ', "a span is left open: {html}");
    letters
}

/// Returns all names of each language with a lexer.
fn lexed_languages() -> impl Iterator<Item = Vec<&'static str>> {
    let names = |language: &Language| {
        [language.names, language.endings].into_iter().flat_map(str::split_whitespace).collect()
    };
    LANGUAGES.iter().filter(|language| language.lexer.is_some()).map(names)
}

/// Returns a lexer's HTML, without length limits for lines and blocks.
fn lexed(language: &str, code: &str) -> String {
    let lexer = languages::named(language).and_then(|found| found.lexer).expect("the language has a lexer");
    let mut out = Spans::default();
    session::render(language, code, &mut out, |code, out| lex::render(lexer, code, out));
    out.finish()
}

/// Checks a lexer. In `expected`, the line below each line of code contains the class of each character. A dot stands
/// for plain text.
#[track_caller]
fn check(language: &str, expected: &str) {
    check_with(lexed, language, expected);
}

/// Checks a grammar. The format of `expected` is the same as in [`check`].
#[track_caller]
fn check_grammar(language: &str, expected: &str) {
    check_with(|language, code| by_grammar(language, code).expect("it has a grammar"), language, expected);
}

#[track_caller]
fn check_with(read: impl Fn(&str, &str) -> String, language: &str, expected: &str) {
    let code: String = expected.lines().step_by(2).map(|line| format!("{line}\n")).collect();
    let mut shown = String::new();
    let (mut line, mut below) = (String::new(), String::new());
    for (letter, class) in classes(&read(language, &code)) {
        if letter == '\n' {
            shown.push_str(&format!("{line}\n{}\n", below.trim_end()));
            (line, below) = (String::new(), String::new());
        } else {
            line.push(letter);
            below.push(if letter == ' ' {
                ' '
            } else if class == ' ' {
                '.'
            } else {
                class
            });
        }
    }
    assert_eq!(shown, expected, "{language}:\n{shown}");
}

#[test]
fn every_name_of_a_lexer_is_that_of_one_grammar() {
    for names in lexed_languages() {
        let syntaxes: Vec<_> =
            names.iter().map(|name| languages::find(name).map(|syntax| &syntax.name)).collect();
        assert!(syntaxes.iter().all(Option::is_some), "{names:?}: {syntaxes:?}");
    }
}

#[test]
fn shells() {
    check(
        "bash",
        "\
if [ -n \"$A\" ]; then echo \"x ${B:-y} $(date +%s)\" 2>&1; fi # c
kk k aa svvs ko kkkk ffff ss vvvoosv vpffff ...ps noono kk c c
KEY=1 cmd --flag=v -x a \\
...os fff aaaaaao. aa . p
  --more | tee *.log
  aaaaaa o fff o....
cat <<EOF > f
fff ookkk o .
a $B # no comment
s vv s ss sssssss
EOF
kkk
case $1 in start) go ;; *) ls ;; esac
kkkk vv kk .....k ff pp ok ff pp kkkk
for i in \"$@\"; do f $((i + 1)) `g`; done
kkk . kk svbso kk f vpp. o npp pfpo kkkk
",
    );
    check("console", "$ ls -l\nq ff aa\nfile -l\nwwww ww\n");
    // The command ends in a backslash, but no line follows.
    check("console", "$ ls \\\nq ff p\n");
}

#[test]
fn scripts() {
    check(
        "python",
        "\
@cache
dddddd
def f(a, *, b: int = 1) -> str:
kkk fpvp op vp ttt o np pp tttp
    \"\"\"Doc.\"\"\"
    cccccccccc
    return f\"{a!r:>{b}} {{}}\" + r'\\d' % g(k=None)
    kkkkkk sse.eeene.pe eeees o ssnns o fpvonnnnp
",
    );
    check(
        "js",
        "\
const f = async (a, { b }) => `x ${a + `${b}`} \\n`;
kkkkk f o kkkkk pvp . v .p kk es ee. o eee.eee eeep
let n = a / b / /[/]\\/x/g.test(y);
kkk . o . o . o spnpeerskpffff...p
return <p class=\"a\" {...b}>it's {x} &amp; <B.c on={() => 1} /></p>;
kkkkkk pg aaaaaosss pooo.pp.... p.p eeeee pggg aaoppp kk np ppppgpp
",
    );
    check(
        "ts",
        "\
export class A<T> extends B { private x?: number; f(a: T): void {} }
kkkkkk kkkkk tptp kkkkkkk t p kkkkkkk .pp ttttttp fpvp tpp tttt pp p
const g = <T,>(a: T) => a as unknown; // c
kkkkk . o ptpppvp tp kk . kk tttttttp cc c
",
    );
}

#[test]
fn compiled_languages() {
    check(
        "rust",
        "\
fn f<'a>(x: &'a str) -> u8 { r#\"a\"b\"#; 'x'; a.map(|b| b); }
kk fpddppvp odd tttp pp tt p ssssssssp sssp .pfffppvp .pp p
println!(\"{a} {{}}\\n\"); /* a /* b */ c */ #[derive(A, B)]
ffffffffpseee sssseespp cc c cc c cc c cc dpddddddpdp dpp
",
    );
    check(
        "go",
        "\
func (s *T) F(a, b int) error { return x.Y(\"%d\\n\") }
kkkk pv okp fpvp v tttp ttttt p kkkkkk .pfpseeeesp p
",
    );
    check_grammar(
        "java",
        "\
@A(\"x\") public List<T> f(int a) { return b -> C.D; }
ddpsssp kkkkkk ttttptp fpttt .p p kkkkkk v kk tpnp p
",
    );
    check(
        "c",
        "\
#define N 1
ddddddd n n
int f(char *a) { return b->c + sizeof(int); }
kkk fpkkkk ovp p kkkkkk .pp. o kkkkkkpkkkpp p
",
    );
}

#[test]
fn data() {
    check(
        "yaml",
        "\
a: |
ap k
  # text
  s ssss
b: [c, 1] # d
ap psp np c c
",
    );
    check_grammar(
        "toml",
        "\
[a.\"b\"]
ptpsssp
c = { d = 1, e = 'f' } # g
a p p a p np a p sss p c c
",
    );
    check(
        "json",
        "\
{\"a\": [\"b\\n\", -1, null], \"c
paaap psseesp nnp nnnnpp ss
",
    );
    check_grammar(
        "sql",
        "\
SELECT a, count(*) FROM t WHERE b = 'it''s' -- c
kkkkkk .. fffff.b. kkkk . kkkkk . o ssseess cc c
",
    );
    check_grammar(
        "ini",
        "\
[a]
p.p
b = c ; d
k p s c c
",
    );
    check_grammar("diff", "@@ -1 +1 @@ f\ndd dd dd dd m\n-a\njj\n+b\nii\n c\n .\n");
    check_grammar("dotenv", "A=\"b${C}\" # d\n.osskk.ks c c\n");
}

#[test]
fn markup() {
    check_grammar(
        "html",
        "\
<a href=\"x&amp;y\" on>b &lt; c</a><!-- d -->
pg aaaapsseeeeess aap. eeee .ppgpcccc c ccc
<style>a:b { c: #d }</style><script>let e;</script>
pgggggpgaa p .p .. pppgggggppggggggpkkk .pppggggggp
",
    );
    check_grammar(
        "xml",
        "\
<?xml version=\"1.0\"?><a:b c=\"d\"/><![CDATA[ <e> ]]>
ppggg aaaaaaapssssspppgpg apssspppppkkkkkp sss ppp
",
    );
    check_grammar(
        "css",
        "\
@media (a: 1px) { b:hover { --c: d(2%) } }
kkkkkk p.. nnnp p gaaaaaa p pptp ..nn. p p
",
    );
}

/// Fragments that open, close, or split constructs in at least one of the languages.
const PIECES: &[&str] = &[
    "\"",
    "'",
    "`",
    "\"\"\"",
    "'''",
    "\\",
    "\\\n",
    "\\u{",
    "\\x",
    "${",
    "$(",
    "$((",
    "))",
    "$",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "</",
    "/>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<script>",
    "</script>",
    "<style>",
    "/*",
    "*/",
    "//",
    "#",
    "#[",
    "--",
    "r#\"",
    "\"#",
    "f\"",
    "{{",
    "}}",
    "@",
    "!",
    "?",
    "*",
    "/",
    "&",
    "&amp;",
    ";",
    ";;",
    ":",
    ",",
    ".",
    "=",
    "=>",
    "->",
    "|",
    "||",
    "<<EOF\n",
    "EOF",
    "%s",
    "%",
    "\n",
    "\n\n",
    "\r\n",
    "\0",
    " ",
    "\t",
    "  ",
    "a",
    "case",
    "in",
    "fn",
    "def",
    "class",
    "function",
    "const",
    "import",
    "-",
    "- ",
    "key: ",
    "|\n  ",
    "1",
    "0x",
    "1e",
    "é",
    "日本",
    "🎉",
    "\u{2028}",
    "R\"x(",
    ")x\"",
    "$ ",
    "> ",
    "@@",
    "+",
];

#[test]
fn a_letter_of_many_bytes_is_never_cut() {
    for (language, code) in
        [("python", "f\"{a!日}\""), ("python", "f\"{a!"), ("js", "/[\\日]/"), ("bash", "\"\\日\"")]
    {
        let text: String = classes(&lexed(language, code)).iter().map(|(letter, _)| letter).collect();
        assert_eq!(text, code, "{language}");
    }
}

#[test]
fn no_letter_is_lost_whatever_the_text() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let languages: Vec<&str> = lexed_languages().map(|names| names[0]).chain(["console"]).collect();
    for round in 0..400 {
        for language in &languages {
            let mut code = String::new();
            if round % 2 == 0 {
                for _ in 0..numbers.below(60) {
                    code.push_str(PIECES[numbers.below(PIECES.len())]);
                }
            } else if let Some((_, _, sample)) = SAMPLES.get(numbers.below(SAMPLES.len())) {
                // Two excerpts from samples in any language, with a fragment between them.
                let letters: Vec<char> = sample.chars().collect();
                let (from, at) = (numbers.below(letters.len()), numbers.below(letters.len()));
                let near = |at: usize| letters[at..(at + 80).min(letters.len())].iter();
                code.extend(
                    near(from).chain(PIECES[numbers.below(PIECES.len())].chars().collect::<Vec<_>>().iter()),
                );
                code.extend(near(at));
            }
            let text: String = classes(&lexed(language, &code)).iter().map(|(letter, _)| letter).collect();
            assert_eq!(text, code, "{language}");
        }
    }
}

#[test]
fn long_texts_are_read_to_their_end() {
    // If a lexer reread its input, this code would take far too long.
    for piece in PIECES.iter().chain(&[
        "a(", "a[b", "x=\"", "<a b", "{\"a\":", "|a", "'a\\", "a:b", "key: [", "$(\"", "f\"{", "`${", "<a>",
    ]) {
        let code = piece.repeat(30_000 / piece.len());
        for names in lexed_languages() {
            let html = lexed(names[0], &code);
            assert!(html.len() >= code.len(), "{names:?}");
        }
    }
}

#[test]
fn a_very_long_line_is_left_to_the_grammar() {
    let long = "x".repeat(super::MAX_LINE + 1);
    assert!(by_lexer("js", &format!("let a;\n{long}")).is_none());
    assert!(by_lexer("js", &long[1..]).is_some());
    assert!(by_lexer("js", &"a\n".repeat(super::MAX_BLOCK)).is_none());
}

/// The number of characters that get the same class from a language's lexer and grammar, and the total number of
/// characters. Whitespace doesn't count.
#[derive(Default)]
struct Agreement {
    same: usize,
    all: usize,
}

impl Agreement {
    fn add(&mut self, language: &str, code: &str) {
        let (Some(ours), Some(theirs)) = (by_lexer(language, code), by_grammar(language, code)) else {
            return;
        };
        let (ours, theirs) = (classes(&ours), classes(&theirs));
        assert_eq!(ours.len(), theirs.len(), "{language}: {code}");
        for (our, their) in ours.iter().zip(&theirs).filter(|(our, _)| !our.0.is_whitespace()) {
            assert_eq!(our.0, their.0);
            self.all += 1;
            self.same += usize::from(our.1 == their.1);
        }
    }

    fn percent(&self) -> f64 {
        100.0 * self.same as f64 / self.all.max(1) as f64
    }
}

/// For each fenced block in the Markdown files below a folder, calls `found` with the block's language and code.
#[expect(clippy::disallowed_methods, reason = "these tests read real documentation")]
fn fences(folder: &Path, found: &mut impl FnMut(&str, &str)) {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            fences(&path, found);
        } else if path.extension().is_some_and(|end| end == "md" || end == "mdx") {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let mut block: Option<(String, String)> = None;
            for event in Parser::new(&text) {
                match (event, &mut block) {
                    (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))), _) => {
                        let language = info.split([' ', ',', '{']).next().unwrap_or_default();
                        block = Some((language.to_owned(), String::new()));
                    }
                    (Event::Text(piece), Some((_, code))) => code.push_str(&piece),
                    (Event::End(TagEnd::CodeBlock), _) => {
                        if let Some((language, code)) = block.take() {
                            found(&language, &code);
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}

/// The minimum agreement between a language's lexer and grammar, in percent. Two good grammars for the same language
/// agree to about the same extent.
const FLOOR: f64 = 94.0;

#[test]
fn lexers_agree_with_the_grammars() {
    let mut agreements: BTreeMap<&str, Agreement> = BTreeMap::new();
    let label = |language: &str| {
        let names =
            lexed_languages().find(|names| names.iter().any(|name| name.eq_ignore_ascii_case(language)))?;
        SAMPLES.iter().find(|(sample, _, _)| names.contains(sample)).map(|(_, label, _)| *label)
    };
    for (language, label, sample) in SAMPLES {
        agreements.entry(label).or_default().add(language, sample);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("content"), root.join("manual/content")];
    folders.extend(std::env::var_os("DOCGEN_CORPUS").filter(|name| !name.is_empty()).map(PathBuf::from));
    for folder in folders {
        fences(&folder, &mut |language, code| {
            // Other generators replace such a line with a file, so the line isn't code.
            let includes = code.contains("{{#") || code.contains("{!");
            if let Some(label) = label(language).filter(|_| !includes) {
                agreements.entry(label).or_default().add(language, code);
            }
        });
    }
    let mut table = String::new();
    for (label, agreement) in &agreements {
        table.push_str(&format!("| {label} | {} | {:.1} % |\n", agreement.all, agreement.percent()));
    }
    let low = agreements.values().any(|agreement| agreement.percent() < FLOOR);
    assert!(!low && agreements.len() == SAMPLES.len(), "\n{table}");
    show(&table);
}

/// Prints the table for the manual. To see the table, run only this test, with `--nocapture`.
#[expect(clippy::print_stderr, reason = "this output contains the manual's figures")]
fn show(table: &str) {
    eprint!("{table}");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "this test reads the manual")]
fn the_manual_lists_every_lexer() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("manual/content/docs/reference/languages.md");
    let text = std::fs::read_to_string(page).expect("the manual has a page about languages");
    for names in lexed_languages() {
        let (_, label, _) =
            SAMPLES.iter().find(|(sample, _, _)| names.contains(sample)).expect("it has a sample");
        let list: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let row = format!("\n| {label} | {} |", list.join(", "));
        assert!(text.contains(&row), "{row}");
    }
}
