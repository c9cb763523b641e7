//! Reports the rules for all elements of a kind in the style sheets that come along. In docgen's pages, these rules also
//! apply to code blocks, navigation, and other parts of the theme, because only the theme's own rules are in layers.

use super::{Imported, Origin};
use crate::diag::{Code, Diagnostic};
use crate::source::css;

/// The elements whose rules set values that parts of the theme inherit or have anyway.
const WHOLE: [&str; 4] = ["html", "body", "main", "article"];

/// Adds one diagnostic for each style sheet that the config links to.
pub(super) fn note(imported: &mut Imported, origin: &dyn Origin) {
    for source in imported.loaded("css", "href", origin) {
        let rules = css::rules(&source.text);
        let mut names: Vec<String> = Vec::new();
        let mut first = None;
        for (selectors, declarations) in rules.iter().filter(|(_, declarations)| !declarations.is_empty()) {
            let bare = selectors.split(',').map(str::trim).filter(|selector| is_bare(selector));
            for selector in bare {
                first = first.or_else(|| declarations.first());
                let name = format!("`{selector}`");
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        if let Some(first) = first {
            let (line, column) = first.position();
            let message = format!(
                "these selectors in a style sheet also match the theme's own elements: {}",
                names.join(", ")
            );
            let found = Diagnostic::new(Code::NotImported, message).at_position(&source.path, line, column);
            imported.left.push(found.hint("to change only the content, begin the selectors with `.prose`"));
        }
    }
}

/// Whether a selector has only the names of elements.
fn is_bare(selector: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c.is_ascii_whitespace() || c == '>';
    !selector.is_empty() && selector.chars().all(is_name) && !WHOLE.contains(&selector)
}
