//! Tests for finding declarations in code that's hard to parse.

mod c;
mod values;

use super::find;

/// Returns the declaration with a name, or the message and the hint.
fn found(text: &str, file: &str, name: &str) -> Result<String, String> {
    let extension = file.rsplit('.').next().unwrap_or_default();
    match find(text, extension, name, file) {
        Ok(range) => Ok(text[range].to_owned()),
        Err((message, hint)) => Err(format!("{message} ({hint})")),
    }
}

/// Checks the first and last lines of declarations. An expectation that starts with `!` is the start of a message.
#[track_caller]
fn check(file: &str, text: &str, all: &[(&str, &str)]) {
    for (name, expected) in all {
        let shown = match found(text, file, name) {
            Ok(code) => {
                let lines: Vec<&str> = code.lines().map(str::trim).collect();
                format!("{} … {}", lines[0], lines[lines.len() - 1])
            }
            Err(message) => format!("!{message}"),
        };
        let is_same =
            if expected.starts_with('!') { shown.starts_with(expected) } else { shown == *expected };
        assert!(is_same, "{file} {name}\nexpected {expected}\nfound    {shown}");
    }
}

#[test]
fn a_declaration_includes_the_comment_after_its_last_line() {
    for (file, text, name, expected) in [
        ("a.py", "X = 5  # seconds\nY = 6\n", "X", "X = 5  # seconds"),
        ("a.py", "def f():\n    return 1  # last\n", "f", "def f():\n    return 1  # last"),
        ("a.ts", "class C {\n  A = 1; // keep\n}\n", "A", "  A = 1; // keep"),
        ("a.ts", "export const B = 1; // keep\n", "B", "export const B = 1; // keep"),
        ("a.rs", "const A: u8 = 1; // keep\nfn b() {} /* b */\n", "A", "const A: u8 = 1; // keep"),
        ("a.rs", "const A: u8 = 1;\nfn b() {} /* b */ // c", "b", "fn b() {} /* b */ // c"),
        ("a.rs", "fn a() {} /* b\n*/\n", "a", "fn a() {}"),
        ("a.rs", "fn a() {} fn b() {} // b\n", "a", "fn a() {}"),
    ] {
        assert_eq!(found(text, file, name).as_deref(), Ok(expected), "{file}: {text}");
    }
}

#[test]
fn rust() {
    let text = r####"//! A file about `fn first() {`.

// License, apart from the function.

/// Says `}`.
#[inline] // why
#[cfg(any(a, b = "}"))]
pub(crate) const unsafe fn first<'a, T: Fn() -> u8>(a: &'a str, b: [u8; 3]) -> char
where
    T: Sized,
{
    let _ = ('{', '\'', b'}', "}\"}", r#"}"}"#, b"}", '\u{7d}'); /* } /* nested } */ } */
    fn inner() {}
    loop { break '}' }
}

pub struct Parser<'a> { text: &'a str }
pub struct Unit;
pub struct Pair(u8, [u8; 2]);
impl<'a> Parser<'a> {
    /// New.
    pub fn new(text: &'a str) -> Self { Parser { text } }
    const MAX: usize = { 3 };
    pub fn parse(&self) {}
}
impl<'a, T> From<Box<T>> for Parser<'a> where T: Into<Vec<u8>> {
    fn from(_: Box<T>) -> Self { loop {} }
}
impl fmt::Display for self::Unit { fn fmt(&self) {} }
impl fmt::Display for Pair { fn fmt(&self) {} }
pub trait Shape { fn area(&self) -> f64; fn name(&self) -> &str { "}" } }
const TABLE: &[(&str, fn(u8) -> u8)] = &[("a", |x| { x }), ("}", |x| x)];
static mut COUNT: u8 = 0;
pub mod deep { pub mod er { pub fn parse() {} } }
macro_rules! make { ($a:expr) => { $a }; }
pub enum Kind { A { x: u8 }, B }
pub type Alias<T> = Vec<T>;
extern "C" { fn strlen(s: *const u8) -> usize; }
unsafe impl<I> Send for Pair where I: Iterator<Item = (u8, u8)> { fn sent(&self) { "two
lines }"; } }
pub fn items() -> impl Iterator<Item = u8> { [1].into_iter() }
pub async fn run() -> impl Fn(u8) -> u8 { |x| x }
pub(in crate::a) extern "C" fn callback() {}
"####;
    check(
        "a.rs",
        text,
        &[
            ("first", "/// Says `}`. … }"),
            ("inner", "!`a.rs` has no symbol `inner`"),
            ("Parser", "pub struct Parser<'a> { text: &'a str } … pub struct Parser<'a> { text: &'a str }"),
            ("Unit", "pub struct Unit; … pub struct Unit;"),
            ("Pair", "pub struct Pair(u8, [u8; 2]); … pub struct Pair(u8, [u8; 2]);"),
            ("Parser::new", "/// New. … pub fn new(text: &'a str) -> Self { Parser { text } }"),
            ("Parser.MAX", "const MAX: usize = { 3 }; … const MAX: usize = { 3 };"),
            ("from", "fn from(_: Box<T>) -> Self { loop {} } … fn from(_: Box<T>) -> Self { loop {} }"),
            (
                "parse",
                "!`a.rs` has 2 symbols named `parse` (specify the name of one of them: `Parser.parse` on line 24, `deep.er.parse` on line",
            ),
            ("er.parse", "pub fn parse() {} … pub fn parse() {}"),
            ("fmt", "!`a.rs` has 2 symbols named `fmt` (specify the name of one of them: `Unit.fmt`"),
            (
                "Shape",
                "pub trait Shape { fn area(&self) -> f64; fn name(&self) -> &str { \"}\" } } … pub trait Shape { fn area(&self) -> f64; fn name(&self) -> &str { \"}\" } }",
            ),
            ("Shape.area", "fn area(&self) -> f64; … fn area(&self) -> f64;"),
            (
                "TABLE",
                "const TABLE: &[(&str, fn(u8) -> u8)] = &[(\"a\", |x| { x }), (\"}\", |x| x)]; … const TABLE: &[(&str, fn(u8) -> u8)] = &[(\"a\", |x| { x }), (\"}\", |x| x)];",
            ),
            ("COUNT", "static mut COUNT: u8 = 0; … static mut COUNT: u8 = 0;"),
            (
                "make",
                "macro_rules! make { ($a:expr) => { $a }; } … macro_rules! make { ($a:expr) => { $a }; }",
            ),
            ("Kind", "pub enum Kind { A { x: u8 }, B } … pub enum Kind { A { x: u8 }, B }"),
            ("Alias", "pub type Alias<T> = Vec<T>; … pub type Alias<T> = Vec<T>;"),
            ("strlen", "fn strlen(s: *const u8) -> usize; … fn strlen(s: *const u8) -> usize;"),
            (
                "run",
                "pub async fn run() -> impl Fn(u8) -> u8 { |x| x } … pub async fn run() -> impl Fn(u8) -> u8 { |x| x }",
            ),
            ("Pair.sent", "fn sent(&self) { \"two … lines }\"; }"),
            (
                "items",
                "pub fn items() -> impl Iterator<Item = u8> { [1].into_iter() } … pub fn items() -> impl Iterator<Item = u8> { [1].into_iter() }",
            ),
            (
                "callback",
                "pub(in crate::a) extern \"C\" fn callback() {} … pub(in crate::a) extern \"C\" fn callback() {}",
            ),
            ("pars", "!`a.rs` has no symbol `pars` (did you mean `parse`?)"),
            ("a..b", "!invalid symbol `a..b`"),
        ],
    );
    check(
        "b.rs",
        "fn a() { ( }\n",
        &[("a", "!can't find symbols in `b.rs`: the brackets aren't balanced (use `lines` or `region`)")],
    );
    check(
        "b.rs",
        "fn a() { \"  }\n",
        &[("a", "!can't find symbols in `b.rs`: a comment or string is never closed")],
    );
}

#[test]
fn go() {
    let text = "package main\n\nimport (\n\t\"fmt\"\n)\n\n// Limit }\nconst Limit = 3\n\nvar raw = `}\n{ func fake() {`\n\nvar text = \"a\"\n\nvar table = map[string]struct{ A int }{\n\t\"}\": {1},\n}\n\n// Parser parses.\ntype Parser[T any] struct {\n\tname string // }\n}\n\ntype Func func(a int,\n\tb int) error\n\n// New.\nfunc New[T any](a string) *Parser[T] { return &Parser[T]{a} }\n\nfunc (p *Parser[T]) Parse(r rune) (x int, err error) {\n\tif r == '}' || r == '\\'' {\n\t\treturn\n\t}\n\tf := func() {}\n\tf()\n\treturn\n}\n\nfunc (Other) Parse() {}\n\nvar sum = 1 +\n\t2\n\nfunc main() { fmt.Println(raw) }\n";
    check(
        "a.go",
        text,
        &[
            ("Limit", "// Limit } … const Limit = 3"),
            ("raw", "var raw = `} … { func fake() {`"),
            ("fake", "!`a.go` has no symbol `fake`"),
            ("text", "var text = \"a\" … var text = \"a\""),
            ("table", "var table = map[string]struct{ A int }{ … }"),
            ("Parser", "// Parser parses. … }"),
            ("Func", "type Func func(a int, … b int) error"),
            ("New", "// New. … func New[T any](a string) *Parser[T] { return &Parser[T]{a} }"),
            ("Parser.Parse", "func (p *Parser[T]) Parse(r rune) (x int, err error) { … }"),
            ("Parse", "!`a.go` has 2 symbols named `Parse`"),
            ("sum", "var sum = 1 + … 2"),
            ("main", "func main() { fmt.Println(raw) } … func main() { fmt.Println(raw) }"),
        ],
    );
}

#[test]
fn python() {
    let text = r####"#!/usr/bin/env python
# About def fake(): pass
"""def fake():
    pass
"""
import os

# A comment.
@decorate(
    "a",  # (
)
@other
async def first(a=")", *,
                b={"x": [1]}):
    """Docs.

def fake(): in a string
    """
    if a:
        return f"{a!r} } {{"

    def inner(): pass
    # End.
    return 'it\'s'
# After.

class Parser(Base["x"]):
    name = 'x'

    def parse(self): return """
not indented
"""

    @property
    def value(self):
        return 1

    @value.setter
    def value(self, v):
        x = 1 + \
            2

    class Inner:
        def deep(self):
            pass

def one(): pass
def two(): pass
if True:
→def three():
→→pass
"####
        .replace('→', "\t");
    check(
        "a.py",
        &text,
        &[
            ("first", "# A comment. … return 'it\\'s'"),
            ("fake", "!`a.py` has no symbol `fake`"),
            ("inner", "!`a.py` has no symbol `inner`"),
            ("Parser", "class Parser(Base[\"x\"]): … pass"),
            ("parse", "def parse(self): return \"\"\" … \"\"\""),
            (
                "Parser.value",
                "!`a.py` has 2 symbols named `Parser.value` (use `lines` or `region`: `Parser.value` on line",
            ),
            ("deep", "def deep(self): … pass"),
            ("one", "def one(): pass … def one(): pass"),
            ("two", "def two(): pass … def two(): pass"),
            ("three", "def three(): … pass"),
        ],
    );
}

#[test]
fn javascript_and_typescript() {
    let text = r####"import x from "y"; // function fake() {}

/** Says }. */
export async function first({ a = "}" } = {}, b = /[}/]\/}/g) {
  const t = `}${`${"}"}`}`;
  function inner() {}
  return b / 2 / 1;
}
// Two
export const arrow = (a) => { return { a } }, second = 2;
export default class Parser extends Base {
  static #count = 0;
  /** Parses. */
  parse(text) { return /}/.test(text) }
  get value() { return 1 }
  set value(v) {}
  handler = () => { "}" };
  static { init() }
}
const api = { get() { return "}" }, "two-words": 1, nested: { deep() {} } };
function* gen() { yield* [1] }
"####;
    check(
        "a.js",
        text,
        &[
            ("first", "/** Says }. */ … }"),
            ("inner", "!`a.js` has no symbol `inner`"),
            ("arrow", "arrow = (a) => { return { a } } … arrow = (a) => { return { a } }"),
            ("second", "second = 2 … second = 2"),
            ("Parser", "export default class Parser extends Base { … }"),
            ("Parser.parse", "/** Parses. */ … parse(text) { return /}/.test(text) }"),
            ("Parser.value", "!`a.js` has 2 symbols named `Parser.value`"),
            ("handler", "handler = () => { \"}\" }; … handler = () => { \"}\" };"),
            ("api.get", "get() { return \"}\" } … get() { return \"}\" }"),
            ("gen", "function* gen() { yield* [1] } … function* gen() { yield* [1] }"),
        ],
    );
    let text = r####"@Component({ template: "}" })
export class Card<T extends { a: 1 }> implements Shape {
  constructor(private readonly a: string) {}
  @Input() name?: string;
  draw(a: string): void;
  draw(a: number): void;
  draw(a: unknown): void { /* } */ }
}
export interface Shape { area(): number }
export type Kind = "a" | { b: "}" };
export enum Size { Small = "}" }
export function over(a: string): string;
export function over(a: number): number;
export function over(a: any) { return <any>a; }
declare module "x" { export function hidden(): void }
"####;
    check(
        "a.ts",
        text,
        &[
            ("Card", "@Component({ template: \"}\" }) … }"),
            ("draw", "draw(a: string): void; … draw(a: unknown): void { /* } */ }"),
            ("name", "@Input() name?: string; … @Input() name?: string;"),
            (
                "Shape",
                "export interface Shape { area(): number } … export interface Shape { area(): number }",
            ),
            ("Kind", "export type Kind = \"a\" | { b: \"}\" }; … export type Kind = \"a\" | { b: \"}\" };"),
            ("Size", "export enum Size { Small = \"}\" } … export enum Size { Small = \"}\" }"),
            (
                "over",
                "export function over(a: string): string; … export function over(a: any) { return <any>a; }",
            ),
        ],
    );
    check(
        "a.tsx",
        "export const A = () => <p title=\"}\">{\"}\"} it's }</p>;\n",
        &[("A", "!can't find symbols in `a.tsx`: the syntax is invalid")],
    );
    check(
        "a.jsx",
        "export const A = () => <p>it's {\"}\"}</p>;\n",
        &[("A", "export const A = () => <p>it's {\"}\"}</p>; … export const A = () => <p>it's {\"}\"}</p>;")],
    );
}

#[test]
fn java() {
    let text = r####"package a.b;

import java.util.*;

/** Docs }. */
@Service("}")
@a.b.Other
public final class Parser<T extends Comparable<T>> extends Base implements Shape {
    private static final Map<String, int[]> TABLE = new HashMap<>() {{ put("}", new int[] {1}); }};
    private final char close = '}';

    /** New. */
    public Parser(String text) { this.text = text; }

    @Override
    public <R> List<R> parse(@Nullable String text, int... more) throws IOException {
        String block = """
            } "quoted" {
            """;
        if (x) { return null; }
        Runnable r = () -> { parse(); };
        return null;
    }
    void parse(int a) {}
    abstract int size();
    enum Kind { A("}") { int f() { return 1; } }, B; int f() { return 0; } }
    record Point(int x, int y) { Point { check(); } }
    static { init(); }
    @interface Mark { String value() default "}"; }
}
interface Shape { double area(); default String name() { return "}"; } }
"####;
    check(
        "A.java",
        text,
        &[
            ("Parser", "/** Docs }. */ … }"),
            ("Parser.Parser", "/** New. */ … public Parser(String text) { this.text = text; }"),
            (
                "TABLE",
                "private static final Map<String, int[]> TABLE = new HashMap<>() {{ put(\"}\", new int[] {1}); }}; … private static final Map<String, int[]> TABLE = new HashMap<>() {{ put(\"}\", new int[] {1}); }};",
            ),
            ("close", "private final char close = '}'; … private final char close = '}';"),
            (
                "parse",
                "!`A.java` has 2 symbols named `parse` (use `lines` or `region`: `Parser.parse` on line 15",
            ),
            ("size", "abstract int size(); … abstract int size();"),
            (
                "Kind",
                "enum Kind { A(\"}\") { int f() { return 1; } }, B; int f() { return 0; } } … enum Kind { A(\"}\") { int f() { return 1; } }, B; int f() { return 0; } }",
            ),
            (
                "Point",
                "record Point(int x, int y) { Point { check(); } } … record Point(int x, int y) { Point { check(); } }",
            ),
            (
                "Mark",
                "@interface Mark { String value() default \"}\"; } … @interface Mark { String value() default \"}\"; }",
            ),
            (
                "Shape.name",
                "default String name() { return \"}\"; } … default String name() { return \"}\"; }",
            ),
        ],
    );
}

#[test]
fn c_sharp() {
    let text = r####"using System;
#region Fake { void Fake() {
#endregion
namespace A.B
{
    /// <summary>}</summary>
    [Serializable, Other("}")]
    public sealed partial class Parser<T> : Base, IShape where T : class, new()
    {
        private readonly string path = @"C:\";
        public int Count { get; private set; } = 5;
        public string Name => $"{(a ? "x" : "y")}}}";
        private static readonly int[] Table = { 1, 2 };
        public Parser(string text) : base(text) { }
        public Parser(int a) => path = "";
        public async Task<List<T>> Parse<R>(string a = "}", char b = '}') where R : new()
        {
            var s = """
                } { "
                """;
            if (x) { }
            void Local() { }
        }
        public int Sum(int a) => a switch { 1 => 2, _ => 3 };
        public static Parser<T> operator +(Parser<T> a, Parser<T> b) { return a; }
        public event EventHandler Changed;
        public string this[int i] { get { return ""; } }
    }
    public record Point(int X, int Y);
    public record struct Size(int W) { }
    enum Kind { A, B }
    interface IShape { double Area { get; } }
    delegate void Handler(int a);
}
"####;
    check(
        "a.cs",
        text,
        &[
            ("Parser", "/// <summary>}</summary> … }"),
            ("A.B.Parser", "/// <summary>}</summary> … }"),
            ("path", "private readonly string path = @\"C:\\\"; … private readonly string path = @\"C:\\\";"),
            (
                "Count",
                "public int Count { get; private set; } = 5; … public int Count { get; private set; } = 5;",
            ),
            (
                "Name",
                "public string Name => $\"{(a ? \"x\" : \"y\")}}}\"; … public string Name => $\"{(a ? \"x\" : \"y\")}}}\";",
            ),
            (
                "Table",
                "private static readonly int[] Table = { 1, 2 }; … private static readonly int[] Table = { 1, 2 };",
            ),
            ("Parser.Parser", "!`a.cs` has 2 symbols named `Parser.Parser`"),
            (
                "Parse",
                "public async Task<List<T>> Parse<R>(string a = \"}\", char b = '}') where R : new() … }",
            ),
            ("Fake", "!`a.cs` has no symbol `Fake`"),
            ("Local", "!`a.cs` has no symbol `Local`"),
            (
                "Sum",
                "public int Sum(int a) => a switch { 1 => 2, _ => 3 }; … public int Sum(int a) => a switch { 1 => 2, _ => 3 };",
            ),
            ("Changed", "public event EventHandler Changed; … public event EventHandler Changed;"),
            ("Point", "public record Point(int X, int Y); … public record Point(int X, int Y);"),
            ("Size", "public record struct Size(int W) { } … public record struct Size(int W) { }"),
            ("IShape.Area", "double Area { get; } … double Area { get; }"),
            ("Handler", "delegate void Handler(int a); … delegate void Handler(int a);"),
        ],
    );
}

#[test]
fn comments_of_the_module_do_not_belong_to_a_declaration() {
    check("a.rs", "//! The module.\n/// Docs.\nfn a() {}\n", &[("a", "/// Docs. … fn a() {}")]);
    check("b.rs", "/*!\nThe module.\n*/\nfn b() {}\n", &[("b", "fn b() {} … fn b() {}")]);
    check("c.hpp", "//! Docs.\nint c() { return 1; }\n", &[("c", "//! Docs. … int c() { return 1; }")]);
}

#[test]
fn other_languages_have_no_symbols() {
    check(
        "a.rb",
        "def a\nend\n",
        &[(
            "a",
            "!can't find symbols in `a.rb`: docgen supports only C, C++, C#, Go, Java, JavaScript, Python, Rust, and TypeScript (use `lines` or `region`)",
        )],
    );
}

#[test]
fn broken_code_is_never_shown_and_never_panics() {
    let text = "#é\\é\n@é('é')\ntemplate<é=(é)>é é::é(é é=é){é:=é;'é'\"é\"/*é*/}//é\nimpl<é>é for é{fn é()->é{}}\nclass é:é{é é{é}=é;}\ndef é(é):\n\té\nr#\"é\"#@\"é\"R\"é(é)é\"`é`";
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    for extension in ["rs", "go", "py", "js", "ts", "java", "cs", "c", "cpp"] {
        for (from, to) in starts.iter().flat_map(|from| starts.iter().map(move |to| (*from, *to))) {
            if let Some(part) = text.get(from..to) {
                drop(find(part, extension, "é", "a"));
            }
        }
    }
}
