//! Finds declarations in code by their names: `parse`, or `Parser.parse` for a declaration inside another one.
//!
//! For JavaScript and TypeScript, a parser finds the declarations. For other languages, this module hides comments and
//! strings. In the rest of the code, the indentation or the brackets determine where a declaration ends. If the result
//! isn't certain, `find` returns an error.

mod blocks;
mod code;
mod indented;
mod names;

use std::ops::Range;

use crate::component;
use crate::diag::{Hint, did_you_mean};
use code::{Code, code_only};
use names::Language;

/// The reason that a file has no such declaration, and a hint.
type Missing = (String, Hint);

/// The maximum size of a file, in bytes.
const MAX_FILE: usize = 1 << 20;

/// A declaration.
#[derive(Debug)]
struct Symbol {
    /// The names of the declarations around this one, and its own name.
    path: Vec<String>,
    range: Range<usize>,
    /// Whether this is a declaration without a definition, such as a prototype in C.
    is_prototype: bool,
}

impl Symbol {
    fn name(&self) -> String {
        self.path.join(".")
    }

    /// Whether another declaration is inside this one.
    fn contains(&self, other: &Symbol) -> bool {
        self.path.len() < other.path.len() && other.path.starts_with(&self.path)
    }
}

/// Returns the range of the declaration with this name, including the comments directly above it. `extension` is the
/// file extension, and `file` is the filename to show in messages.
pub(super) fn find(text: &str, extension: &str, name: &str, file: &str) -> Result<Range<usize>, Missing> {
    let wanted: Vec<&str> = name.split(['.', '#']).flat_map(|part| part.split("::")).map(str::trim).collect();
    if wanted.iter().any(|part| part.is_empty()) {
        let hint = "specify a name, as in `symbol=\"parse\"` or `symbol=\"Parser.parse\"`";
        return Err((format!("invalid symbol `{name}`"), hint.into()));
    }
    let Read { symbols, code, directives } = symbols(text, extension, file)?;
    let is_whole = |symbol: &&Symbol| symbol.path.iter().map(String::as_str).eq(wanted.iter().copied());
    let is_end = |symbol: &&Symbol| {
        let skipped = symbol.path.len().checked_sub(wanted.len());
        skipped.is_some_and(|skipped| {
            symbol.path[skipped..].iter().map(String::as_str).eq(wanted.iter().copied())
        })
    };
    let mut found: Vec<&Symbol> = symbols.iter().filter(is_whole).collect();
    if found.is_empty() {
        found = symbols.iter().filter(is_end).collect();
    }
    if found.iter().any(|symbol| !symbol.is_prototype) {
        found.retain(|symbol| !symbol.is_prototype);
    }
    // A class can contain a constructor with the same name.
    if let Some(outer) = found.iter().min_by_key(|symbol| symbol.path.len()).copied()
        && found.iter().all(|one| std::ptr::eq(*one, outer) || outer.contains(one))
    {
        found = vec![outer];
    }
    match found[..] {
        [symbol] => {
            let is_rust = Language::of(&extension.to_ascii_lowercase()) == Some(Language::Rust);
            Ok(with_comments(text, &code, &directives, symbol.range.clone(), is_rust))
        }
        [] => {
            let names: Vec<String> =
                symbols.iter().flat_map(|one| [one.name(), one.path[one.path.len() - 1].clone()]).collect();
            let hint = match did_you_mean(name, names.iter().map(String::as_str)) {
                Some(hint) => hint,
                None => "specify a declaration outside functions, or use `lines` or `region`".into(),
            };
            Err((format!("`{file}` has no symbol `{name}`"), hint))
        }
        _ => {
            let line = |symbol: &&Symbol| text[..symbol.range.start].matches('\n').count() + 1;
            let places = found.iter().map(|symbol| format!("`{}` on line {}", symbol.name(), line(symbol)));
            let places = places.take(5).collect::<Vec<_>>().join(", ");
            let is_same = found.windows(2).all(|pair| pair[0].path == pair[1].path);
            let next = if is_same { "use `lines` or `region`" } else { "specify the name of one of them" };
            Err((
                format!("`{file}` has {} symbols named `{name}`", found.len()),
                format!("{next}: {places}").into(),
            ))
        }
    }
}

/// The content of a file.
struct Read {
    symbols: Vec<Symbol>,
    /// The code with spaces instead of comments and preprocessor directives.
    code: String,
    /// The ranges of preprocessor directives.
    directives: Vec<Range<usize>>,
}

/// Reads a file.
fn symbols(text: &str, extension: &str, file: &str) -> Result<Read, Missing> {
    let extension = extension.to_ascii_lowercase();
    let unclear = |reason: &str| {
        (format!("can't find symbols in `{file}`: {reason}"), "use `lines` or `region`".into())
    };
    let is_script = matches!(&*extension, "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts");
    let language = Language::of(&extension);
    if language.is_none() && !is_script && !matches!(&*extension, "py" | "pyi") {
        return Err(unclear(
            "docgen supports only C, C++, C#, Go, Java, JavaScript, Python, Rust, and TypeScript",
        ));
    }
    if text.len() > MAX_FILE {
        return Err(unclear("the file is too large"));
    }
    if is_script {
        let (found, comments) = component::symbols(text, &extension).map_err(unclear)?;
        let mut code = Code::new(text);
        comments.into_iter().for_each(|range| code.comment(range));
        let symbol = |(path, range)| Symbol { path, range, is_prototype: false };
        let symbols = found.into_iter().map(symbol).collect();
        return Ok(Read { symbols, code: code.finish(), directives: Vec::new() });
    }
    let mut code = code_only(text, language).ok_or_else(|| unclear("a comment or string is never closed"))?;
    let directives = std::mem::take(&mut code.directives);
    let code = code.finish();
    let found = match language {
        Some(language) => blocks::symbols(&code, language),
        None => indented::symbols(&code),
    };
    let mut symbols = found.ok_or_else(|| unclear("the brackets aren't balanced"))?;
    if language == Some(Language::C) {
        symbols.extend(directives.iter().filter_map(|range| macro_of(text, range.clone())));
    }
    Ok(Read { symbols, code, directives })
}

/// Returns the macro that a preprocessor directive defines.
fn macro_of(text: &str, range: Range<usize>) -> Option<Symbol> {
    let rest = text[range.clone()].strip_prefix('#')?.trim_start().strip_prefix("define")?;
    let name = *names::listed(rest.strip_prefix([' ', '\t'])?.trim_start()).first()?;
    Some(Symbol { path: vec![name.to_owned()], range, is_prototype: false })
}

/// Returns the end of a declaration's last line if only comments that end on this line follow the declaration. Otherwise,
/// returns the end of the declaration.
fn with_comment_after(text: &str, code: &str, end: usize) -> usize {
    let line_end = text[end..].find('\n').map_or(text.len(), |length| end + length);
    let after = text[end..line_end].trim_end();
    let is_comment = !after.is_empty() && code.get(end..line_end).is_some_and(|rest| rest.trim().is_empty());
    let is_open = after.rfind("/*").is_some_and(|start| !after[start..].contains("*/"));
    if is_comment && (!is_open || after.trim_start().starts_with("//")) { end + after.len() } else { end }
}

/// Extends a range to the end and the start of its lines and to the comments directly above it. In Rust, `//!` and `/*!`
/// describe the module around the declaration.
fn with_comments(
    text: &str,
    code: &str,
    directives: &[Range<usize>],
    range: Range<usize>,
    is_rust: bool,
) -> Range<usize> {
    let line_start = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let range = range.start..with_comment_after(text, code, range.end);
    let mut start = line_start(range.start);
    if !text[start..range.start].trim().is_empty() {
        return range;
    }
    while start > 0 {
        let above = line_start(start - 1);
        let is_comment = !text[above..start].trim().is_empty()
            && code.get(above..start).is_some_and(|line| line.trim().is_empty())
            && !directives.iter().any(|directive| directive.start < start && above < directive.end);
        if !is_comment || (is_rust && text[above..start].trim_start().starts_with("//!")) {
            break;
        }
        start = above;
    }
    if is_rust && let Some(inner) = text[start..range.start].rfind("/*!") {
        let rest = &text[start + inner..range.start];
        let after = rest.find("*/").and_then(|end| rest[end..].find('\n').map(|line| end + line + 1));
        start += after.map_or(0, |after| inner + after);
    }
    start..range.end
}

#[cfg(test)]
mod tests;
