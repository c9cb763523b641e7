//! Tests for variables, constants, other names of types, and declarations in groups.

use super::check;

#[test]
fn go_groups() {
    let text = "package a\n\n// All.\nconst (\n\tA = iota // first\n\t// B }\n\tB\n\tC, D = 1,\n\t\t2\n\t_ = 3\n)\n\nvar (\n\ttable = map[string]int{\n\t\t\"a\": 1,\n\t}\n\tmu, other sync.Mutex\n)\n\ntype (\n\tPoint struct {\n\t\tX int\n\t}\n\tFunc func(a int) error\n\tPair[K any, V any] struct{ k K }\n)\n\nvar one, two = 1, 2\nconst (Small = 1; Big = 2)\n";
    check(
        "a.go",
        text,
        &[
            ("A", "A = iota // first … A = iota // first"),
            ("B", "// B } … B"),
            ("C", "C, D = 1, … 2"),
            ("D", "C, D = 1, … 2"),
            ("table", "table = map[string]int{ … }"),
            ("other", "mu, other sync.Mutex … mu, other sync.Mutex"),
            ("Point", "Point struct { … }"),
            ("Func", "Func func(a int) error … Func func(a int) error"),
            ("Pair", "Pair[K any, V any] struct{ k K } … Pair[K any, V any] struct{ k K }"),
            ("two", "var one, two = 1, 2 … var one, two = 1, 2"),
            ("Big", "Big = 2 … Big = 2"),
            ("X", "!`a.go` has no symbol `X`"),
            ("_", "!`a.go` has no symbol `_`"),
        ],
    );
}

#[test]
fn c_values_and_types() {
    let text = r####"/* Limit. */
#define MAX_SIZE 10
#define MIN(a, b) \
    ((a) < (b) ? (a) : (b))
/* #define HIDDEN 1
#define HIDDEN_TOO 2 */
extern int shared;
int shared = 1;
static const char *const names[] = { "}", "a" };
const struct point origin = { 0, 0 };
typedef struct { int x, y; } Size;
typedef struct node { struct node *next; } node, *node_list;
typedef int (*callback)(int);
typedef unsigned char byte;
struct point { int x; unsigned flag : 1; };
"####;
    check(
        "a.c",
        text,
        &[
            ("MAX_SIZE", "/* Limit. */ … #define MAX_SIZE 10"),
            ("MIN", "#define MIN(a, b) \\ … ((a) < (b) ? (a) : (b))"),
            ("HIDDEN", "!`a.c` has no symbol `HIDDEN`"),
            ("HIDDEN_TOO", "!`a.c` has no symbol `HIDDEN_TOO`"),
            ("shared", "int shared = 1; … int shared = 1;"),
            (
                "names",
                "static const char *const names[] = { \"}\", \"a\" }; … static const char *const names[] = { \"}\", \"a\" };",
            ),
            ("origin", "const struct point origin = { 0, 0 }; … const struct point origin = { 0, 0 };"),
            ("Size", "typedef struct { int x, y; } Size; … typedef struct { int x, y; } Size;"),
            (
                "node",
                "typedef struct node { struct node *next; } node, *node_list; … typedef struct node { struct node *next; } node, *node_list;",
            ),
            (
                "node_list",
                "typedef struct node { struct node *next; } node, *node_list; … typedef struct node { struct node *next; } node, *node_list;",
            ),
            ("callback", "typedef int (*callback)(int); … typedef int (*callback)(int);"),
            ("byte", "typedef unsigned char byte; … typedef unsigned char byte;"),
            ("point.x", "int x; … int x;"),
        ],
    );
    let text = "namespace a {\nusing Name = std::string;\nconstexpr int kMax{3};\nclass P {\npublic:\n  static constexpr int kMin = 1;\nprivate:\n  int a_{0};\n};\ninline const std::string kText = \"}\";\n}\n";
    check(
        "a.hpp",
        text,
        &[
            ("Name", "using Name = std::string; … using Name = std::string;"),
            ("kMax", "constexpr int kMax{3}; … constexpr int kMax{3};"),
            ("a.kText", "inline const std::string kText = \"}\"; … inline const std::string kText = \"}\";"),
            ("P.a_", "int a_{0}; … int a_{0};"),
        ],
    );
}

#[test]
fn python_values() {
    let text = "# Limit.\nMAX: int = 3\nA, B = 1, 2\nx = y = f(z=1)\nif a == b: c = 1\nTABLE = {\n    'a': 1,\n}\n\nclass P:\n    # Kind.\n    kind = 'p'\n\n    def m(self):\n        local = 1\n\ntry:\n    from a import load\nexcept ImportError:\n    load_it = None\n\ndef load_it(): pass\n\n@decorate\nasync def run():\n    pass\n";
    check(
        "a.py",
        text,
        &[
            ("MAX", "# Limit. … MAX: int = 3"),
            ("B", "A, B = 1, 2 … A, B = 1, 2"),
            ("y", "x = y = f(z=1) … x = y = f(z=1)"),
            ("z", "!`a.py` has no symbol `z`"),
            ("TABLE", "TABLE = { … }"),
            ("P.kind", "# Kind. … kind = 'p'"),
            ("local", "!`a.py` has no symbol `local`"),
            ("load_it", "def load_it(): pass … def load_it(): pass"),
            ("run", "@decorate … pass"),
        ],
    );
}

#[test]
fn javascript_values() {
    let text = "const { a, b: { c }, ...rest } = load();\nconst [d] = rest, e = 1;\nfunction own() {}\nexport { own as shown, a as default };\nexports.parse = (x) => { x };\nmodule.exports = { first() {}, second: 2 };\nOwn.prototype.method = function () {};\n";
    check(
        "a.cjs",
        &text.replace("export { own as shown, a as default };\n", ""),
        &[
            ("c", "const { a, b: { c }, ...rest } = load(); … const { a, b: { c }, ...rest } = load();"),
            ("rest", "const { a, b: { c }, ...rest } = load(); … const { a, b: { c }, ...rest } = load();"),
            ("d", "[d] = rest … [d] = rest"),
            ("parse", "exports.parse = (x) => { x }; … exports.parse = (x) => { x };"),
            ("first", "first() {} … first() {}"),
            ("Own.method", "Own.prototype.method = function () {}; … Own.prototype.method = function () {};"),
        ],
    );
    check("a.js", text, &[("shown", "function own() {} … function own() {}")]);
    let text = "export namespace A.B {\n  export function f(): void {}\n}\ndeclare namespace C { const x: number; }\nexport interface Shape {\n  /** Area. */\n  area(unit: string): number;\n  area(): number;\n  name: string;\n}\nexport abstract class K { abstract m(): void; }\n";
    check(
        "a.ts",
        text,
        &[
            ("A.B.f", "export function f(): void {} … export function f(): void {}"),
            ("C", "declare namespace C { const x: number; } … declare namespace C { const x: number; }"),
            ("Shape.area", "/** Area. */ … area(): number;"),
            ("Shape.name", "name: string; … name: string;"),
            ("K.m", "abstract m(): void; … abstract m(): void;"),
        ],
    );
}

#[test]
fn rust_macros() {
    let text = "bitflags! {\n    /// Flags.\n    pub struct Flags: u32 { const A = 1; }\n}\nlazy_static::lazy_static! { pub static ref TABLE: u8 = 1; }\nthread_local!(static X: u8 = 1);\npub fn never() -> ! { loop {} }\n";
    check(
        "a.rs",
        text,
        &[
            ("Flags", "/// Flags. … pub struct Flags: u32 { const A = 1; }"),
            ("never", "pub fn never() -> ! { loop {} } … pub fn never() -> ! { loop {} }"),
            ("TABLE", "pub static ref TABLE: u8 = 1; … pub static ref TABLE: u8 = 1;"),
        ],
    );
}

#[test]
fn access_labels_and_macros_are_not_part_of_a_declaration() {
    let text = "class K : public B {\n  Q_OBJECT\npublic:\n  // A\n  int a();\n  K();\nprivate :\n  int c;\npublic slots: void d() {}\nsignals:\n  void e();\nprotected:\nprivate:\n  ns::T f;\n};\n";
    check(
        "k.hpp",
        text,
        &[
            ("K::a", "// A … int a();"),
            ("K::K", "K(); … K();"),
            ("K::c", "int c; … int c;"),
            ("K::d", "void d() {} … void d() {}"),
            ("K::e", "void e(); … void e();"),
            ("K::f", "ns::T f; … ns::T f;"),
        ],
    );
    let text = "#define SQ(x) \\\n  ((x)*(x))\n/* Pot */\ntypedef struct pot { int n; } pot_t;\n";
    check("a.c", text, &[("pot", "/* Pot */ … typedef struct pot { int n; } pot_t;")]);
}

#[test]
fn a_namespace_can_contain_the_rest_of_the_file() {
    let text = "using A;\nnamespace Tea.Pots;\n/// Boils.\nclass Kettle { int Size => 3; }\nrecord Pt(int X, int Y);\nclass Cup { }\n";
    check(
        "a.cs",
        text,
        &[
            ("Tea.Pots.Kettle", "/// Boils. … class Kettle { int Size => 3; }"),
            ("Pots.Kettle.Size", "int Size => 3; … int Size => 3;"),
            ("Cup", "class Cup { } … class Cup { }"),
            ("Tea.Pots", "namespace Tea.Pots; … namespace Tea.Pots;"),
        ],
    );
}
