//! Tests for C and C++.

use super::check;

#[test]
fn c_and_cpp() {
    let text = r####"#include <stdio.h>
#define OPEN {
#define LONG(a) \
    { a

// Prototype.
int parse(const char *text, size_t n);
struct point;

typedef struct { int x, y; } Size;
struct point { int x; /* } */ char c; };
enum color { RED = '{', GREEN } favorite;
static const char *names[] = { "}", "a\"}" };
typedef int (*callback)(int);

/* Parses }. */
static struct point *
make(int a)
{
    if (a) { return 0; }
    return 0;
}
int parse(const char *text, size_t n) { return '}' + 1'000'000; }
#ifdef A
int only_a(void) { return 1; }
#endif
"####;
    check(
        "a.c",
        text,
        &[
            (
                "parse",
                "int parse(const char *text, size_t n) { return '}' + 1'000'000; } … int parse(const char *text, size_t n) { return '}' + 1'000'000; }",
            ),
            ("point", "struct point { int x; /* } */ char c; }; … struct point { int x; /* } */ char c; };"),
            (
                "color",
                "enum color { RED = '{', GREEN } favorite; … enum color { RED = '{', GREEN } favorite;",
            ),
            ("make", "/* Parses }. */ … }"),
            ("only_a", "int only_a(void) { return 1; } … int only_a(void) { return 1; }"),
        ],
    );
    check(
        "b.c",
        "#ifdef A\nint f(int a) {\n#else\nint f(long a) {\n#endif\n return 0;\n}\n",
        &[("f", "!can't find symbols in `b.c`: the brackets aren't balanced")],
    );
    let text = r####"#pragma once
namespace a::b {
/// Docs.
template <class T, typename = std::enable_if_t<(sizeof(T) > 1)>>
class Parser final : public Base<T> {
public:
    explicit Parser(int a) : a_{a}, b_(a) { init(); }
    ~Parser() override;
    template <typename U> U get(U u = U{}) const noexcept { return u; }
    bool operator==(const Parser &other) const { return true; }
    static constexpr int kMax = 3;
    struct Inner { int x; };
private:
    int a_{0};
    const char *raw = R"x(} )" {)x";
};
enum class Kind : int { A, B };
}
template <class T, typename U>
a::b::Parser<T, U>::~Parser() {}
auto a::b::make(int x) -> int { return x; }
extern "C" {
int exported(void) { return 0; }
}
int main() { auto f = [](int a) { return a; }; return f(1); }
"####;
    check(
        "a.hpp",
        text,
        &[
            ("Parser", "/// Docs. … };"),
            (
                "Parser.get",
                "template <typename U> U get(U u = U{}) const noexcept { return u; } … template <typename U> U get(U u = U{}) const noexcept { return u; }",
            ),
            ("Inner", "struct Inner { int x; }; … struct Inner { int x; };"),
            ("Kind", "enum class Kind : int { A, B }; … enum class Kind : int { A, B };"),
            (
                "make",
                "auto a::b::make(int x) -> int { return x; } … auto a::b::make(int x) -> int { return x; }",
            ),
            ("exported", "int exported(void) { return 0; } … int exported(void) { return 0; }"),
            (
                "main",
                "int main() { auto f = [](int a) { return a; }; return f(1); } … int main() { auto f = [](int a) { return a; }; return f(1); }",
            ),
        ],
    );
}
