//! Converts the imports and exports of pages.

use std::collections::BTreeSet;

use super::Starlight;
use super::context::{COMPONENTS, Context};
use super::files::{FOREIGN, Needed, PACKAGE_MANAGERS, specifier};
use crate::import::lines::is_blank;
use crate::path::{SourcePath, above};

/// The extensions of image files.
const IMAGES: [&str; 9] = ["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "bmp"];

/// The module that exports the [`COMPONENTS`].
const MODULE: &str = "@astrojs/starlight/components";

/// Returns the index of the line after a statement.
pub(super) fn end_of_statement(lines: &[&str], at: usize) -> usize {
    let mut depth = 0_i64;
    for (index, line) in lines.iter().enumerate().skip(at) {
        let count = |chars: &[char]| line.chars().filter(|c| chars.contains(c)).count() as i64;
        depth += count(&['{', '(', '[']) - count(&['}', ')', ']']);
        let is_open = line.trim_end().ends_with(['=', ',', '>']) && !line.trim_end().ends_with("/>");
        let next = lines.get(index + 1).copied().unwrap_or_default();
        let continues = next.trim_start().starts_with(['.', '?', '|', '&'])
            || (index == at && line.trim_end() == "import");
        if depth <= 0 && !is_open && !continues || (is_blank(next) && depth <= 0) {
            return index + 1;
        }
    }
    lines.len()
}

/// Converts an import or export. If the statement is left out, returns `None`.
pub(super) fn statement(code: &str, context: &Context<'_>) -> Option<String> {
    let last = code.trim_end().lines().last().unwrap_or_default();
    let found = specifier(last).filter(|_| code.starts_with("import"));
    let Some((start, target)) = found else {
        if let Some(name) = context.lost_in(code) {
            lose(code, context);
            context.note(
                code.lines().next().unwrap_or_default(),
                &format!("code that uses `{name}`"),
                "rewrite it without this import",
            );
            return None;
        }
        return Some(without_image_properties(code, context));
    };
    let offset = code.trim_end().len() - last.len() + start;
    if code.starts_with("import type") {
        return None;
    }
    if target == MODULE {
        return names(code, context);
    }
    if target == "astro:assets" {
        context.pictures.borrow_mut().extend(imported(code));
        return None;
    }
    if code.starts_with("import ") && target.ends_with(".css") && !context.is_component() {
        context.note(code, "the page's style sheet", "put your styles in `overrides/custom.css`");
        return None;
    }
    if matches!(target, "react" | "clsx" | PACKAGE_MANAGERS) {
        return Some(code.to_owned());
    }
    let path = target.split('?').next().unwrap_or(target);
    let is_raw = target.ends_with("?raw");
    let of_file = format!("{}/{path}", context.source.path.parent());
    let outside = above(&of_file).filter(|_| is_raw && path.starts_with('.'));
    if let Some(outside) = outside.filter(|path| context.site.origin.outside(path).is_some()) {
        let to = format!("/{}?raw", Starlight::outside_path(&outside));
        context.needed.borrow_mut().insert(Needed::Outside(outside));
        return Some(format!("{}{to}{}", &code[..offset], &code[offset + target.len()..]));
    }
    let file = context.site.file_at(&context.source.path, path);
    let is_usable = |file: &SourcePath| {
        let is_known = || context.is_component() || context.site.is_usable(file, &mut BTreeSet::new());
        is_raw || (!FOREIGN.contains(&file.extension()) && is_known())
    };
    let Some(file) = file.filter(is_usable) else {
        lose(code, context);
        let what = format!("the import of `{target}`");
        context.note(
            code.lines().next().unwrap_or_default(),
            &what,
            "write a component in TSX, or use Markdown instead",
        );
        return None;
    };
    let names = imported(code);
    let is_image = IMAGES.contains(&file.extension());
    if is_image && !is_raw {
        context.images.borrow_mut().extend(names);
    } else {
        context.files.borrow_mut().extend(names.into_iter().map(|name| (name, file.clone())));
    }
    let query = if is_raw { "?raw" } else { "" };
    let to = format!("/{}{query}", context.site.module_path(&file));
    let is_page = matches!(file.extension(), "md" | "mdx") && !is_raw;
    context.needed.borrow_mut().insert(Needed::Module(file));
    let start = if is_page { with_default(&code[..offset]) } else { code[..offset].to_owned() };
    Some(format!("{start}{to}{}", &code[offset + target.len()..]))
}

/// Imports the default export of a Markdown file instead of `Content`, which is Astro's second name for the same
/// export.
fn with_default(start: &str) -> String {
    let parts = start.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    let Some((before, (inner, after))) = parts else { return start.to_owned() };
    let names: Vec<String> = inner
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(|name| match name.strip_prefix("Content") {
            Some("") => "default as Content".to_owned(),
            Some(rest) if rest.trim_start().starts_with("as ") => format!("default{rest}"),
            _ => name.to_owned(),
        })
        .collect();
    match &names[..] {
        [only] if before.trim() == "import" && only.starts_with("default") => {
            let own = only.rsplit(' ').next().unwrap_or(only);
            format!("import {own}{after}")
        }
        _ => format!("{before}{{ {} }}{after}", names.join(", ")),
    }
}

/// Records the names that a left-out statement would define.
fn lose(code: &str, context: &Context<'_>) {
    let defined = code.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
    let mut words = defined.filter(|word| !word.is_empty());
    let names: Vec<String> = match code.starts_with("import") {
        true => imported(code),
        false => words.nth(2).map(str::to_owned).into_iter().collect(),
    };
    context.lost.borrow_mut().extend(names);
}

/// Returns the names that an import defines.
fn imported(code: &str) -> Vec<String> {
    let clause = code.trim_start_matches("import").split(" from").next().unwrap_or_default();
    let names = clause.split([',', '{', '}']).map(|part| part.rsplit(" as ").next().unwrap_or(part).trim());
    names.filter(|name| !name.is_empty() && !name.contains(['"', '\''])).map(str::to_owned).collect()
}

/// Removes names from an import if docgen's module doesn't export them.
fn names(code: &str, context: &Context<'_>) -> Option<String> {
    let inner = code.split_once('{').and_then(|(_, rest)| rest.split_once('}'))?.0;
    let all: Vec<&str> = inner.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let is_known = |name: &&&str| COMPONENTS.contains(&name.split(" as ").next().unwrap_or(name).trim());
    let kept: Vec<&str> = all.iter().filter(is_known).copied().collect();
    for name in all.iter().filter(|name| !is_known(name)) {
        let own = name.rsplit(" as ").next().unwrap_or(name).trim();
        context.lost.borrow_mut().insert(own.to_owned());
        context.note(
            name,
            &format!("the import of `{name}`"),
            "write a component in TSX, or use Markdown instead",
        );
    }
    (!kept.is_empty()).then(|| format!("import {{ {} }} from \"{MODULE}\";", kept.join(", ")))
}

/// Replaces image properties, such as `logo.src`, with the image itself, which is a URL in docgen.
pub(super) fn without_image_properties(code: &str, context: &Context<'_>) -> String {
    let mut code = code.to_owned();
    for name in context.images.borrow().iter() {
        code = code.replace(&format!("{name}.src"), name);
    }
    code
}
