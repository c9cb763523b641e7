//! Evaluates the expressions in templates. All values are strings. An empty string, `false`, and `0` are false.

use super::Run;
use crate::import::inline::capitalized;
use crate::markdown::inline_html;

/// Whether a value is true.
pub(super) fn is_true(value: &str) -> bool {
    !matches!(value, "" | "false" | "0")
}

/// The maximum nesting depth of parentheses.
const DEEPEST: usize = 10;

/// Returns the value of an expression, such as `.Get "title" | default "Note"`.
pub(super) fn value(text: &str, run: &Run<'_>) -> Option<String> {
    pipeline(text, run, 0)
}

fn pipeline(text: &str, run: &Run<'_>, depth: usize) -> Option<String> {
    if depth > DEEPEST {
        return None;
    }
    let mut last: Option<String> = None;
    for part in split(text, '|') {
        let mut words = words(part.trim())?.into_iter();
        let first = words.next()?;
        let mut arguments = words.map(|word| term(word, run, depth)).collect::<Option<Vec<String>>>()?;
        let has_arguments = !arguments.is_empty();
        arguments.extend(last.take());
        last = Some(match function(first, &arguments, run) {
            Some(value) => value?,
            None if has_arguments => return None,
            None => term(first, run, depth)?,
        });
    }
    last
}

/// Splits text at a character outside quotes and parentheses.
fn split(text: &str, at: char) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), 0, 0_usize, None);
    for (offset, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '`' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            (None, c) if c == at && depth == 0 => {
                parts.push(&text[start..offset]);
                start = offset + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn words(text: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> =
        split(text, ' ').into_iter().map(str::trim).filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then_some(words)
}

/// Returns the value of a word: a string, a number, a variable, a field, or an expression in parentheses.
fn term(word: &str, run: &Run<'_>, depth: usize) -> Option<String> {
    if let Some(inner) = word.strip_prefix('(').and_then(|word| word.strip_suffix(')')) {
        return pipeline(inner, run, depth + 1);
    }
    for quote in ['"', '`'] {
        if let Some(inner) = word.strip_prefix(quote).and_then(|word| word.strip_suffix(quote)) {
            return Some(if quote == '"' {
                inner.replace("\\\"", "\"").replace("\\n", "\n")
            } else {
                inner.to_owned()
            });
        }
    }
    if matches!(word, "true" | "false") || word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(word.to_owned());
    }
    // Functions take the page itself as an argument. The page has no text.
    if matches!(word, "$" | ".Page" | "$.Page") {
        return Some(String::new());
    }
    if word.starts_with('$') && !word.starts_with("$.") {
        return match word.split_once('.') {
            Some((name, name_of_field)) => of_page(run.variables.get(name)?, name_of_field, run),
            None => run.variables.get(word).cloned(),
        };
    }
    if word == "." {
        return Some(run.dots.last().cloned().unwrap_or_default());
    }
    if let Some(found) = run.dots.last().and_then(|path| of_page(path, word.strip_prefix('.')?, run)) {
        return Some(found);
    }
    field(word.strip_prefix('$').unwrap_or(word), run)
}

/// Returns a field of the page at a path, which is the value of `GetPage`.
fn of_page(path: &str, field: &str, run: &Run<'_>) -> Option<String> {
    match field {
        "Title" | "LinkTitle" => run.scope.values.page_title(path),
        "RelPermalink" | "Permalink" => run.scope.values.page(path),
        _ => None,
    }
}

/// Returns the value of a field, such as `.Inner` or `site.Params.version`.
fn field(word: &str, run: &Run<'_>) -> Option<String> {
    let path = word.to_ascii_lowercase();
    for start in [".site.params.", ".page.site.params.", "site.params.", "hugo.site.params."] {
        if let Some(path) = path.strip_prefix(start) {
            return Some(run.scope.values.site_param(path).unwrap_or_default());
        }
    }
    for start in [".page.params.", "page.params."] {
        if let Some(path) = path.strip_prefix(start) {
            return Some(run.scope.values.own_param(path).unwrap_or_default());
        }
    }
    Some(match path.as_str() {
        ".inner" => run.scope.inner.unwrap_or_default().to_owned(),
        ".innerdeindent" => run.scope.inner.unwrap_or_default().to_owned(),
        ".isnamedparams" => {
            run.scope.call.arguments.iter().any(|argument| argument.name.is_some()).to_string()
        }
        ".ordinal" => (run.scope.count - 1).to_string(),
        ".page.language.lang"
        | ".page.lang"
        | ".site.language.lang"
        | ".page.site.language.lang"
        | "site.language.lang" => run.scope.values.field("lang").unwrap_or_default(),
        ".page.language.languagename"
        | ".site.language.languagename"
        | ".page.language.label"
        | "site.language.languagename" => run.scope.values.field("language name").unwrap_or_default(),
        ".page.title" | ".page.linktitle" => run.scope.values.field("title").unwrap_or_default(),
        ".page.relpermalink" => run.scope.values.field("url").unwrap_or_default(),
        ".page.description" => run.scope.values.field("description").unwrap_or_default(),
        _ => {
            let name = path.strip_prefix(".params.")?;
            run.scope.call.named(&[name]).unwrap_or_default().to_owned()
        }
    })
}

/// Returns a function's result. If the arguments have no value, returns `Some(None)`. If the function is unknown,
/// returns `None`.
fn function(name: &str, arguments: &[String], run: &Run<'_>) -> Option<Option<String>> {
    let argument = |at: usize| arguments.get(at).map_or("", String::as_str);
    let last = arguments.last().map_or("", String::as_str);
    let call = run.scope.call;
    let truth = |is_true: bool| is_true.to_string();
    Some(Some(
        match name.trim_start_matches("strings.").trim_start_matches("safe.").trim_start_matches("transform.")
        {
            ".Get" | "$.Get" => match argument(0).parse::<usize>() {
                Ok(at) => call.positional(at).unwrap_or_default().to_owned(),
                Err(_) => call.named(&[argument(0)]).unwrap_or_default().to_owned(),
            },
            "markdownify" | ".Page.RenderString" | "$.Page.RenderString" | "RenderString" | "Markdownify" => {
                marked(last, run.scope.is_html)
            }
            "safeHTML" | "safeURL" | "safeHTMLAttr" | "safeCSS" | "safeJS" | "HTML" | "htmlUnescape"
            | "string" | "emojify" => last.to_owned(),
            "plainify" | "anchorize" if last.contains('<') => return Some(None),
            "plainify" => last.to_owned(),
            "relURL" | "absURL" | "relLangURL" | "absLangURL" => {
                if last.starts_with('/') || last.contains("://") {
                    last.to_owned()
                } else {
                    format!("/{last}")
                }
            }
            "ref" | "relref" => run.scope.values.page(last)?,
            ".Site.GetPage" | "$.Site.GetPage" | ".Page.Site.GetPage" | "site.GetPage" => {
                let path = format!("/{}", last.trim_start_matches('/'));
                run.scope.values.page(&path).map(|_| path).unwrap_or_default()
            }
            ".Page.GetPage" | "$.Page.GetPage" => {
                run.scope.values.page(last).map(|_| last.to_owned()).unwrap_or_default()
            }
            "i18n" | "T" | "lang.Translate" => return Some(run.scope.values.text(argument(0))),
            ".Page.Param" | ".Param" | "$.Page.Param" => {
                let path = last.to_ascii_lowercase();
                run.scope
                    .values
                    .own_param(&path)
                    .or_else(|| run.scope.values.site_param(&path))
                    .unwrap_or_default()
            }
            ".Site.Param" | "site.Param" => {
                run.scope.values.site_param(&last.to_ascii_lowercase()).unwrap_or_default()
            }
            "default" => {
                if is_true(argument(1)) {
                    argument(1).to_owned()
                } else {
                    argument(0).to_owned()
                }
            }
            "or" => arguments.iter().find(|value| is_true(value)).cloned().unwrap_or_default(),
            "and" => arguments
                .iter()
                .find(|value| !is_true(value))
                .or(arguments.last())
                .cloned()
                .unwrap_or_default(),
            "not" => truth(!is_true(last)),
            "eq" => truth(arguments.iter().skip(1).any(|value| *value == argument(0))),
            "ne" => truth(argument(0) != argument(1)),
            "lower" | "ToLower" => last.to_lowercase(),
            "upper" | "ToUpper" => last.to_uppercase(),
            "title" | "humanize" => capitalized(last),
            "trim" | "Trim" => match arguments.len() {
                2 => argument(0).trim_matches(|c| argument(1).contains(c)).to_owned(),
                _ => return Some(None),
            },
            "TrimSpace" => last.trim().to_owned(),
            "TrimPrefix" => last.strip_prefix(argument(0)).unwrap_or(last).to_owned(),
            "TrimSuffix" => last.strip_suffix(argument(0)).unwrap_or(last).to_owned(),
            "replace" | "Replace" if arguments.len() == 3 => argument(0).replace(argument(1), argument(2)),
            "urlize" | "anchorize" => crate::path::slugify(last),
            "print" => arguments.concat(),
            "printf" => return Some(formatted(arguments)),
            "len" => last.chars().count().to_string(),
            _ => return None,
        },
    ))
}

/// Returns Markdown for use inside HTML. Text that spans several lines needs blank lines around it. Directives in text
/// don't become HTML.
pub(in crate::import::hugo) fn marked(text: &str, is_html: bool) -> String {
    let text = text.trim_matches('\n');
    if text.contains('\n') || text.trim_start().starts_with(":::") {
        format!("\n\n{text}\n\n")
    } else if is_html && ![":badge[", ":icon{", ":tooltip["].iter().any(|start| text.contains(start)) {
        inline_html(text)
    } else {
        text.to_owned()
    }
}

/// Replaces `%s`, `%v`, `%d`, and `%q` with values.
fn formatted(arguments: &[String]) -> Option<String> {
    let (format, values) = arguments.split_first()?;
    let mut values = values.iter();
    let mut out = String::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '%' { chars.next() } else { None }) {
            ('%', Some('s' | 'v' | 'd')) => out.push_str(values.next()?),
            ('%', Some('q')) => out.push_str(&format!("\"{}\"", values.next()?)),
            ('%', Some('%')) => out.push('%'),
            ('%', _) => return None,
            (c, _) => out.push(c),
        }
    }
    Some(out)
}
