//! Problems in formulas and tables.

use super::check;

#[test]
fn what_is_not_a_formula() {
    check(
        r"
//- docgen.toml
[markdown]
math = true
//- content/docs/a.md
# A

Some $x + \fraq{1}{2}$.

$$
a
\end{b}
$$
",
        r"
error[invalid-math]: invalid formula: Unsupported function name: \fraq
 --> content/docs/a.md:3:11
  |
3 | Some $x + \fraq{1}{2}$.
  |           ^
  |
  = hint: fix the LaTeX, or write `\$` for a dollar sign

error[invalid-math]: invalid formula: Expected 'EOF', got '\end'
 --> content/docs/a.md:7:1
  |
7 | \end{b}
  | ^
  |
  = hint: fix the LaTeX, or write `\$` for a dollar sign
",
    );
}

#[test]
fn cells_without_a_column() {
    check(
        "
//- content/docs/a.md
# A

| a | b |
|---|---|
| 1 | `x || y` |
| 1 | 2 | |
| 1 | `x \\|\\| y` |

> - | a |
>   |---|
>   | ü | c | d |
",
        r#"
warning[surplus-cells]: the row has 4 cells, but the table has 2 columns
 --> content/docs/a.md:5:13
  |
5 | | 1 | `x || y` |
  |             ^^
  |
  = hint: add columns to the header, or write `\|` to show a vertical bar

warning[surplus-cells]: the row has 3 cells, but the table has 1 column
  --> content/docs/a.md:11:11
   |
11 | >   | ü | c | d |
   |           ^^^^^
   |
   = hint: add columns to the header, or write `\|` to show a vertical bar
"#,
    );
}
