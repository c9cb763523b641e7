//! Completion of names in Markdown: front matter, directives, languages, variables, operations, and components.

use lsp_types::CompletionItemKind as Kind;

use super::{Around, Found, Suggestion};
use crate::lsp::Asked;
use crate::markdown::highlight::language_names;
use crate::markdown::{DIRECTIVES, FRONT_MATTER_KEYS};

/// Returns suggestions for a name if the text consists only of characters that names can contain.
fn named<N: Into<String>>(typed: &str, kind: Kind, names: impl IntoIterator<Item = N>) -> Option<Found> {
    let is_name = typed.chars().all(|c| c.is_alphanumeric() || "-_+#.".contains(c));
    is_name.then(|| (typed.len(), names.into_iter().map(|name| Suggestion::new(name, kind)).collect()))
}

/// Completes a key in the front matter.
pub(super) fn front_matter(_: &Asked<'_>, around: &Around<'_>) -> Option<Found> {
    let mark = ["---", "+++"].into_iter().find(|mark| around.before.starts_with(mark))?;
    let is_open = !around.before[mark.len()..].contains(&format!("\n{mark}"));
    let is_first_line = !around.before.contains('\n');
    if !is_open || is_first_line {
        return None;
    }
    // Nothing else can be completed in the front matter.
    let names = FRONT_MATTER_KEYS.iter().copied();
    Some(named(around.line, Kind::PROPERTY, names).unwrap_or_default())
}

/// Completes the name of a directive.
pub(super) fn directive(_: &Asked<'_>, around: &Around<'_>) -> Option<Found> {
    let line = around.line.trim_start();
    let typed = line.trim_start_matches(':');
    (line.len() - typed.len() >= 2).then_some(())?;
    named(typed, Kind::KEYWORD, DIRECTIVES.iter().map(|directive| directive.name))
}

/// Completes the name of a directive's attribute, such as `icon` in `:::card{icon=star}`.
pub(super) fn attribute_name(_: &Asked<'_>, around: &Around<'_>) -> Option<Found> {
    let (head, list) = around.line.rsplit_once('{')?;
    let name = head.trim_start().strip_prefix("::")?.trim_start_matches(':');
    let name = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next()?;
    let directive = DIRECTIVES.iter().find(|directive| directive.name == name)?;
    // In a value, the text contains an odd number of quotation marks.
    let is_name = !list.contains('}') && list.matches('"').count().is_multiple_of(2);
    let typed = list.rsplit(char::is_whitespace).next().filter(|_| is_name)?;
    named(typed, Kind::PROPERTY, directive.attribute_names())
}

/// Completes the language of a code block.
pub(super) fn language(_: &Asked<'_>, around: &Around<'_>) -> Option<Found> {
    let line = around.line.trim_start();
    let typed = ["```", "~~~"].into_iter().find_map(|mark| line.strip_prefix(mark))?;
    named(typed, Kind::ENUM_MEMBER, language_names())
}

/// Completes the name of a variable.
pub(super) fn variable(asked: &Asked<'_>, around: &Around<'_>) -> Option<Found> {
    let typed = around.line.rsplit_once("{{")?.1.trim_start();
    let source = asked.site.sources.config.as_ref()?;
    let config: toml::Table = toml::from_str(&source.text).ok()?;
    let names = config.get("variables")?.as_table()?.keys();
    named(typed, Kind::VARIABLE, names.map(String::as_str))
}

/// Completes an operation in inline code, such as `GET /pets`.
pub(super) fn operation(asked: &Asked<'_>, around: &Around<'_>) -> Option<Found> {
    let typed = around.line.rsplit_once('`')?.1;
    // An even number of backticks means that the code has ended.
    if around.line.matches('`').count().is_multiple_of(2)
        || !typed.starts_with(|c: char| c.is_ascii_uppercase())
    {
        return None;
    }
    let site = asked.site.site()?;
    let all = site.apis.iter().flat_map(|api| &api.api.operations).map(|operation| {
        let text = format!("{} {}", operation.method, operation.path);
        Suggestion::new(text, Kind::METHOD).with_detail(&*operation.title)
    });
    Some((typed.len(), all.collect()))
}

/// Completes the name of one of the site's components.
pub(super) fn component(asked: &Asked<'_>, around: &Around<'_>) -> Option<Found> {
    let typed = around.line.rsplit_once('<')?.1;
    let names = asked.site.sources.components.iter().map(|path| path.stem());
    named(typed.trim_start_matches('/'), Kind::CLASS, names)
}

/// Completes a term of the glossary, at the start of a word.
pub(super) fn term(asked: &Asked<'_>, around: &Around<'_>) -> Option<Found> {
    let typed = around.line.rsplit(|c: char| !c.is_alphanumeric()).next().filter(|word| word.len() > 1)?;
    let site = asked.site.site()?;
    let lower = typed.to_lowercase();
    let terms = site.pages.iter().filter_map(|page| page.parsed()).flat_map(|parsed| &parsed.metadata.terms);
    let names = terms.flat_map(|term| &term.names).filter(|name| name.to_lowercase().starts_with(&lower));
    let mut names: Vec<&str> = names.map(|name| &**name).collect();
    names.sort_unstable();
    names.dedup();
    (!names.is_empty()).then_some(())?;
    named(typed, Kind::TEXT, names)
}
