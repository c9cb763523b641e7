//! Expands a site's own LaTeX commands. A docgen site doesn't have settings for such commands.

use super::super::lines::is_blank;
use crate::source::tree::Node;

/// The commands of a site.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::import) struct Macros(Vec<Macro>);

#[derive(Clone, Debug, PartialEq)]
struct Macro {
    /// The name, with the backslash.
    name: String,
    /// The LaTeX, with parameters such as `#1`.
    body: String,
    /// The number of parameters.
    parameters: usize,
}

/// The maximum number of expansions in a formula, and the maximum length of the result.
const LIMITS: (usize, usize) = (1_000, 32 << 10);

impl Macros {
    /// Reads the commands from a config's `macros` option for KaTeX or MathJax.
    pub(in crate::import) fn of_config(config: &Node) -> Self {
        let (mut macros, mut waiting) = (Macros::default(), vec![config]);
        while let Some(node) = waiting.pop() {
            waiting.extend(node.items());
            for (key, node) in node.entries().unwrap_or_default() {
                if key.name == "macros" {
                    macros = macros.of_table(node);
                } else {
                    waiting.push(node);
                }
            }
        }
        macros
    }

    fn of_table(self, table: &Node) -> Self {
        // A MathJax command can be a list with the LaTeX and the number of parameters.
        let body = |node: &Node| node.text().or_else(|| node.items().first()?.text());
        let entries = table.entries().unwrap_or_default().iter();
        let all = entries.filter_map(|(key, node)| Some((&key.name, body(node)?)));
        all.fold(self, |macros, (name, body)| macros.with(name, &body))
    }

    /// Adds a command.
    pub(in crate::import) fn with(mut self, name: &str, body: &str) -> Self {
        let name = if name.starts_with('\\') { name.to_owned() } else { format!("\\{name}") };
        let parameters = (1..=9).rev().find(|number| body.contains(&format!("#{number}"))).unwrap_or(0);
        if name.len() > 1 {
            self.0.push(Macro { name, body: body.to_owned(), parameters });
        }
        self
    }

    /// Replaces the commands in a formula. If the result would be too large, returns the original formula.
    pub(super) fn expanded(&self, latex: String) -> String {
        if self.0.is_empty() || !latex.contains('\\') {
            return latex;
        }
        let (mut out, mut rest, mut count) = (String::new(), latex.clone(), 0);
        while let Some(at) = rest.find('\\') {
            let command = command(&rest[at..]).to_owned();
            let after = &rest[at + command.len()..];
            let known = self.0.iter().find(|one| one.name == command);
            let Some((body, length)) = known.and_then(|one| one.applied(after)) else {
                out.push_str(&rest[..at + command.len()]);
                rest.drain(..at + command.len());
                continue;
            };
            count += 1;
            if count > LIMITS.0 || out.len() + body.len() + rest.len() > LIMITS.1 {
                return latex;
            }
            out.push_str(&rest[..at]);
            rest = joined(&body, &after[length..]);
        }
        out + &rest
    }
}

impl Macro {
    /// Returns the LaTeX for a use of the command, and the length of its arguments.
    fn applied(&self, after: &str) -> Option<(String, usize)> {
        let (mut arguments, mut length) = (Vec::new(), 0);
        for _ in 0..self.parameters {
            let (argument, end) = argument(&after[length..])?;
            arguments.push(argument);
            length += end;
        }
        let mut body = String::new();
        let mut parts = self.body.split('#');
        body.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let number = part.chars().next().and_then(|c| c.to_digit(10)).unwrap_or(0) as usize;
            match number.checked_sub(1).and_then(|index| arguments.get(index)) {
                Some(argument) => body = joined(&joined(&body, argument), &part[1..]),
                None => body = body + "#" + part,
            }
        }
        Some((body, length))
    }
}

/// Returns the command at a backslash.
fn command(text: &str) -> &str {
    let letters = text[1..].find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len() - 1);
    let other = text[1..].chars().next().map_or(0, char::len_utf8);
    &text[..1 + if letters == 0 { other } else { letters }]
}

/// Returns the argument at the start of the text, without braces, and the offset of the argument's end.
fn argument(text: &str) -> Option<(&str, usize)> {
    let start = text.len() - text.trim_start().len();
    let rest = &text[start..];
    let length = match rest.chars().next().filter(|_| !is_blank(rest))? {
        '\\' => command(rest).len(),
        '{' => {
            let (mut depth, mut end, mut is_escaped) = (0_usize, None, false);
            for (at, c) in rest.char_indices() {
                match c {
                    '{' if !is_escaped => depth += 1,
                    '}' if !is_escaped => depth -= 1,
                    _ => {}
                }
                is_escaped = c == '\\' && !is_escaped;
                if depth == 0 {
                    end = Some(at + 1);
                    break;
                }
            }
            let end = end?;
            return Some((&rest[1..end - 1], start + end));
        }
        c => c.len_utf8(),
    };
    Some((&rest[..length], start + length))
}

/// Joins two strings of LaTeX. If the second string would change the command at the end of the first string, adds a
/// space.
fn joined(first: &str, second: &str) -> String {
    let letters = first.len() - first.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
    let is_command = letters > 0 && first[..first.len() - letters].ends_with('\\');
    let is_split = is_command && second.starts_with(|c: char| c.is_ascii_alphabetic());
    format!("{first}{}{second}", if is_split { " " } else { "" })
}

#[cfg(test)]
mod tests {
    use super::Macros;

    #[test]
    fn commands_of_a_site_are_expanded() {
        let macros = Macros::default()
            .with("\\field", "\\mathbb{F}")
            .with("pair", "(#1, #2)")
            .with("\\repr", "\\star")
            .with("\\bold", "\\mathbf#1")
            .with("\\loop", "\\loop\\loop");
        for (latex, expected) in [
            ("\\field^n + \\fields", "\\mathbb{F}^n + \\fields"),
            ("\\pair{a}{\\field}", "(a, \\mathbb{F})"),
            ("\\pair a\\field", "(a, \\mathbb{F})"),
            ("\\pair{a{b}\\}}{c}", "(a{b}\\}, c)"),
            ("\\pair{a", "\\pair{a"),
            ("x \\repr y \\repr{y} \\pair\\repr b", "x \\star y \\star{y} (\\star, b)"),
            ("\\bold x \\\\field", "\\mathbf x \\\\field"),
            ("\\loop", "\\loop"),
            ("é \\", "é \\"),
        ] {
            assert_eq!(macros.expanded(latex.to_owned()), expected, "{latex}");
        }
    }
}
