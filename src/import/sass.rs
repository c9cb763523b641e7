//! Compiles the Sass files that code imports, because docgen's pages and components can import only CSS. Only this
//! module uses grass.
//!
//! grass has no limits, so [`refusal`] first looks for code that might never finish.

mod work;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::Path;

use parking_lot::Mutex;

use super::left::Left;
use super::{Content, Imported, Origin};
use crate::path::SourcePath;
use crate::source::Source;

/// The extensions of style sheets that browsers don't understand.
const LANGUAGES: [&str; 5] = ["scss", "sass", "less", "styl", "stylus"];

/// The extensions of files that can import style sheets.
const CODE: [&str; 8] = ["js", "jsx", "md", "mdx", "mjs", "mts", "ts", "tsx"];

/// The maximum size of a style sheet and its imports, in bytes.
const LARGEST: usize = 1 << 20;

/// The maximum depth of blocks and brackets.
const DEEPEST: usize = 100;

/// The stack size of the thread that compiles, in bytes.
const STACK: usize = 32 << 20;

/// Replaces each imported style sheet with CSS. If a style sheet can't be compiled, its CSS is empty.
pub(super) fn compile(imported: &mut Imported, origin: &dyn Origin) {
    if !imported.files.keys().any(|path| LANGUAGES.contains(&path.extension())) {
        return;
    }
    let mut sheets: BTreeMap<SourcePath, SourcePath> = BTreeMap::new();
    let mut changed = Vec::new();
    for (path, content) in imported.files.iter().filter(|(path, _)| CODE.contains(&path.extension())) {
        let text = match content {
            Content::Text(text) => text.clone(),
            Content::Copy(from) => {
                origin.text(from).map_or_else(String::new, |source| source.text.to_string())
            }
            Content::Bytes(_) => continue,
        };
        let new = with_imports(&text, |specifier| {
            let target = match specifier.strip_prefix("@site/") {
                Some(below) => SourcePath::new(below),
                None => path.join_sibling(specifier),
            };
            let css = sheets.get(&target).cloned().or_else(|| css_path(&target, &imported.files))?;
            let name = css.file_name().to_owned();
            sheets.insert(target, css);
            Some(name)
        });
        changed.extend(new.map(|text| (path.clone(), Content::Text(text))));
    }
    imported.files.extend(changed);
    let mut left = Left::default();
    for (path, css) in sheets {
        let Some(Content::Copy(from)) = imported.files.remove(&path) else { continue };
        let compiled = match from.extension() {
            "scss" | "sass" => compiled(&from, origin),
            _ => Err("docgen can't read this language".to_owned()),
        };
        let text = compiled.unwrap_or_else(|reason| {
            if let Some(source) = origin.text(&from) {
                let what = format!("the style sheet ({reason})");
                left.note(&source, 0..0, &what, &format!("compile it to CSS, and replace `{css}`"));
            }
            String::new()
        });
        imported.files.insert(css, Content::Text(text));
    }
    // The other style sheets are parts of the ones above.
    imported.files.retain(|path, _| {
        !path.file_name().starts_with('_')
            || path.strip_dir("static").is_some()
            || !matches!(path.extension(), "scss" | "sass")
    });
    imported.left.extend(left.into_diagnostics());
}

/// Returns the path of the CSS for a style sheet. If there's no such style sheet, returns `None`.
fn css_path(sheet: &SourcePath, files: &BTreeMap<SourcePath, Content>) -> Option<SourcePath> {
    let base = sheet.as_str().strip_suffix(sheet.extension())?;
    let is_sheet =
        LANGUAGES.contains(&sheet.extension()) && matches!(files.get(sheet), Some(Content::Copy(_)));
    let css = SourcePath::new(format!("{base}css"));
    match (is_sheet, files.contains_key(&css)) {
        (false, _) => None,
        (true, false) => Some(css),
        // The folder already contains CSS with this name.
        (true, true) => Some(css.join_sibling(&format!("{}-{}", sheet.extension(), css.file_name()))),
    }
}

/// Replaces the names of files in the quoted specifiers of style sheets. `name` returns the new name for a specifier. If
/// nothing changes, returns `None`.
fn with_imports(text: &str, mut name: impl FnMut(&str) -> Option<String>) -> Option<String> {
    let mut found: Vec<(usize, usize, String)> = Vec::new();
    for (language, quote) in LANGUAGES.into_iter().flat_map(|language| [(language, '"'), (language, '\'')]) {
        let end = format!(".{language}{quote}");
        for (at, _) in text.match_indices(&end) {
            let close = at + end.len() - 1;
            let open = text[..at].rfind(['\n', quote]).filter(|open| text[*open..].starts_with(quote));
            let Some(open) = open else { continue };
            let specifier = &text[open + 1..close];
            let start = open + 1 + specifier.rfind('/').map_or(0, |slash| slash + 1);
            let is_path = specifier.starts_with('.') || specifier.starts_with("@site/");
            if let Some(new) = is_path.then(|| name(specifier)).flatten() {
                found.push((start, close, new));
            }
        }
    }
    if found.is_empty() {
        return None;
    }
    found.sort_unstable();
    let (mut out, mut copied) = (String::new(), 0);
    for (start, close, new) in found {
        if start >= copied {
            out.push_str(&text[copied..start]);
            out.push_str(&new);
            copied = close;
        }
    }
    out.push_str(&text[copied..]);
    Some(out)
}

/// Compiles a style sheet. The error is the reason in one line.
fn compiled(from: &SourcePath, origin: &dyn Origin) -> Result<String, String> {
    let files = Files { origin, read: Mutex::default() };
    let run = || {
        let options = grass::Options::default().fs(&files).quiet(true);
        grass::from_path(from.as_str(), &options).map_err(|error| error.to_string())
    };
    let result = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        thread
            .map_err(|error| error.to_string())?
            .join()
            .unwrap_or_else(|_| Err("unsupported code".to_owned()))
    });
    if let Some(reason) = refusal(&files.read.lock()) {
        return Err(reason.to_owned());
    }
    let first =
        |message: String| message.lines().next().unwrap_or_default().trim_start_matches("Error: ").to_owned();
    result.map_err(first)
}

/// The files that a style sheet can import.
struct Files<'o> {
    origin: &'o dyn Origin,
    /// The files that were read so far.
    read: Mutex<Vec<Source>>,
}

impl fmt::Debug for Files<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Files")
    }
}

fn source_path(path: &Path) -> SourcePath {
    SourcePath::new(path.to_string_lossy())
}

impl grass::Fs for Files<'_> {
    fn is_dir(&self, path: &Path) -> bool {
        let path = source_path(path);
        self.origin.files().iter().any(|file| file.strip_dir(path.as_str()).is_some())
    }

    fn is_file(&self, path: &Path) -> bool {
        self.origin.files().binary_search(&source_path(path)).is_ok()
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let source = self.origin.text(&source_path(path)).ok_or(io::ErrorKind::NotFound)?;
        let bytes = source.text.as_bytes().to_vec();
        let mut read = self.read.lock();
        read.push(source);
        match refusal(&read) {
            Some(reason) => Err(io::Error::other(reason)),
            None => Ok(bytes),
        }
    }
}

/// Returns the reason that style sheets must not be compiled: they might never finish or might need too much memory.
/// Without `@while`, only mixins and functions that use themselves never finish.
fn refusal(sources: &[Source]) -> Option<&'static str> {
    if sources.iter().map(|source| source.text.len()).sum::<usize>() > LARGEST {
        return Some("it's too large");
    }
    let mut definitions: Vec<(String, &str)> = Vec::new();
    for source in sources {
        let text = &*source.text;
        if ["@while", "get-function", "get-mixin", "load-css"].iter().any(|word| text.contains(word)) {
            return Some("it contains loops or names that docgen can't follow");
        }
        if is_deep(text) {
            return Some("it's nested too deeply");
        }
        let is_large = |word: &str| word.len() > 3 && word.bytes().all(|byte| byte.is_ascii_digit());
        let loops = text.split("@for").skip(1).filter_map(|rest| rest.split(['{', '\n']).next());
        if loops.flat_map(words).any(is_large) {
            return Some("it contains long loops");
        }
        for word in ["@mixin", "@function", "\n="] {
            for (at, _) in text.match_indices(word) {
                let rest = &text[at + word.len()..];
                let name = words(rest).next().unwrap_or_default().replace('_', "-");
                definitions.push((name, body(rest, source.path.extension() == "sass")));
            }
        }
        // An import of the file itself never finishes.
        let stem = source.path.stem().trim_start_matches('_');
        let imports = text.split("@import").skip(1).filter_map(|rest| rest.split([';', '\n']).next());
        if imports.flat_map(|rest| rest.split(['"', '\'', '/', ',', ' '])).any(|part| {
            part.trim_start_matches('_').trim_end_matches(".scss").trim_end_matches(".sass") == stem
        }) {
            return Some("it might import itself");
        }
    }
    // Each mixin or function uses only those that were defined earlier.
    let is_early = |at: usize, name: &str| {
        let first = definitions.iter().position(|(known, _)| known == name);
        let last = definitions.iter().rposition(|(known, _)| known == name);
        first.is_none() || first == last && first < Some(at)
    };
    let is_safe = |(at, (_, body)): (usize, &(String, &str))| uses(body).all(|name| is_early(at, &name));
    if !definitions.iter().enumerate().all(is_safe) {
        return Some("a mixin or function might use itself");
    }
    work::is_excessive(sources).then_some("its loops or values are too long")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').filter(|word| !word.is_empty())
}

/// Returns the names of the mixins and functions that a body uses.
fn uses(body: &str) -> impl Iterator<Item = String> {
    let calls = body.match_indices('(').filter_map(|(at, _)| {
        let before = &body[..at];
        let start =
            before.rfind(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').map_or(0, |at| at + 1);
        before.get(start..)
    });
    let included = body.split("@include").skip(1).chain(body.split('+').skip(1)).filter_map(|rest| {
        let name = rest.trim_start().split(|c: char| c.is_whitespace() || ";({}".contains(c)).next()?;
        name.rsplit('.').next()
    });
    calls.chain(included).filter(|name| !name.is_empty()).map(|name| name.replace('_', "-"))
}

/// Returns the body of a mixin or function. The text starts after the keyword.
fn body(text: &str, is_indented: bool) -> &str {
    if is_indented {
        let first = text.find('\n').unwrap_or(text.len());
        let is_below = |line: &&str| line.trim().is_empty() || line.starts_with([' ', '\t']);
        let length: usize =
            text[first..].split_inclusive('\n').skip(1).take_while(is_below).map(str::len).sum();
        return &text[..(first + 1 + length).min(text.len())];
    }
    let Some(open) = text.find('{') else { return text };
    let mut depth = 0;
    for (at, c) in text[open..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return &text[open..open + at],
            '}' => depth -= 1,
            _ => {}
        }
    }
    text
}

fn is_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    let is_deep = text.chars().any(|c| {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    });
    is_deep || text.lines().any(|line| line.len() - line.trim_start().len() > 4 * DEEPEST)
}
