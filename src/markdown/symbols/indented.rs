//! Finds Python classes, functions, and variables by their indentation.

use super::Symbol;

/// A logical line: its indentation, its text, and its range.
struct Line<'c> {
    indent: usize,
    text: &'c str,
    start: usize,
    end: usize,
}

/// Returns the declarations in code without comments or strings. If brackets aren't balanced, returns `None`.
pub(super) fn symbols(code: &str) -> Option<Vec<Symbol>> {
    let lines = logical_lines(code)?;
    let mut found: Vec<Symbol> = Vec::new();
    // The classes and functions around the line, each with its indentation and whether it's a class.
    let mut around: Vec<(usize, String, bool)> = Vec::new();
    let mut decorated = None;
    for (at, line) in lines.iter().enumerate() {
        around.truncate(around.iter().take_while(|(indent, ..)| *indent < line.indent).count());
        if line.text.starts_with('@') {
            decorated = decorated.or(Some(line.start));
            continue;
        }
        let start = decorated.take().unwrap_or(line.start);
        let is_outside = around.iter().all(|(.., is_class)| *is_class);
        let Some((name, is_class)) = declared(line.text) else {
            for name in assigned(line.text).into_iter().filter(|_| is_outside) {
                let path = around.iter().map(|(_, name, _)| name.clone()).chain([name.to_owned()]).collect();
                // A function or class with the same name takes precedence.
                found.push(Symbol { path, range: line.start..line.end, is_prototype: true });
            }
            continue;
        };
        let inside = lines[at + 1..].iter().take_while(|next| next.indent > line.indent);
        let end = inside.last().map_or(line.end, |last| last.end);
        if is_outside {
            let path = around.iter().map(|(_, name, _)| name.clone()).chain([name.clone()]).collect();
            found.push(Symbol { path, range: start..end, is_prototype: false });
        }
        around.push((line.indent, name, is_class));
    }
    Some(found)
}

/// Returns the name that a line declares, and whether it's the name of a class.
fn declared(line: &str) -> Option<(String, bool)> {
    let words = line.strip_prefix("async").map_or(line, str::trim_start);
    let (rest, is_class) = match words.strip_prefix("class") {
        Some(rest) => (rest, true),
        None => (words.strip_prefix("def")?, false),
    };
    let name = rest.strip_prefix([' ', '\t'])?.trim_start();
    let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(name.len());
    (end > 0).then(|| (name[..end].to_owned(), is_class))
}

/// Returns the names that a line assigns a value to: `a = 1`, `a: int = 1`, `a = b = 1`, or `a, b = 1, 2`.
fn assigned(line: &str) -> Vec<&str> {
    let is_name = |name: &&str| {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !matches!(*name, "else" | "try" | "finally")
    };
    let (mut names, mut rest) = (Vec::new(), line);
    while let Some((before, after)) = rest.split_once('=').filter(|(_, after)| !after.starts_with('=')) {
        let target = before.split(':').next().unwrap_or_default();
        // `:=` and comparisons aren't assignments.
        if before.ends_with([':', '!', '<', '>']) {
            break;
        }
        let own: Vec<&str> = target.trim_matches(['(', ')', ' ']).split(',').map(str::trim).collect();
        if !own.iter().all(is_name) {
            break;
        }
        names.extend(own);
        rest = after;
    }
    names
}

/// Returns the lines of code. A line continues inside brackets and after a backslash. A string never spans several
/// lines, because quotation marks replace its line breaks.
fn logical_lines(code: &str) -> Option<Vec<Line<'_>>> {
    let (mut lines, mut at, mut depth) = (Vec::<Line<'_>>::new(), 0, 0_usize);
    let mut continues = false;
    for physical in code.split_inclusive('\n') {
        let text = physical.trim();
        if !text.is_empty() {
            let start = at + physical.len() - physical.trim_start().len();
            let end = start + text.len();
            match lines.last_mut().filter(|_| continues) {
                Some(line) => line.end = end,
                None => {
                    let blank = &physical[..start - at];
                    let width = |width, c| if c == '\t' { (width / 8 + 1) * 8 } else { width + 1 };
                    lines.push(Line {
                        indent: blank.chars().fold(0, width),
                        text: &code[start..end],
                        start,
                        end,
                    });
                }
            }
            for c in text.chars() {
                match c {
                    '(' | '[' | '{' => depth += 1,
                    ')' | ']' | '}' => depth = depth.checked_sub(1)?,
                    _ => {}
                }
            }
            continues = depth > 0 || text.ends_with('\\');
        }
        at += physical.len();
    }
    (depth == 0).then_some(lines)
}
