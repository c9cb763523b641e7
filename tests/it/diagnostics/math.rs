//! Problems in formulas.

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
