//! The site's own style sheet, `overrides/custom.css`.

use super::theme::{CUSTOM_CSS, Theme};
use crate::component::Sheet;
use crate::diag::{Code, Diagnostic};
use crate::path::{Addressing, SourcePath, has_protocol};
use crate::source::Source;

/// Returns the published style sheet, in which URLs that start with `/` start with the base URL.
pub(super) fn published(theme: &Theme, at: &Addressing) -> String {
    let sheet = Sheet::new(&Source::new(
        SourcePath::new(CUSTOM_CSS),
        theme.custom_css.as_deref().unwrap_or_default(),
    ));
    sheet.published(|url| Some(at.with_base(&url.target)).filter(|new| *new != url.target))
}

/// Returns the problems of the style sheet: syntax errors, and URLs that are relative to a folder of the site's sources.
pub(super) fn check(text: &str) -> Vec<Diagnostic> {
    let path = SourcePath::new(CUSTOM_CSS);
    let source = Source::new(path.clone(), text);
    let sheet = Sheet::new(&source);
    let problems = sheet.problems.iter().map(|problem| {
        let diagnostic = Diagnostic::new(Code::InvalidCss, &*problem.message).hint(&*problem.hint);
        (problem.span, diagnostic)
    });
    let relative = sheet.urls().filter(|url| {
        let target = url.target.trim();
        !target.is_empty() && !target.starts_with(['/', '#', '?']) && !has_protocol(target)
    });
    let relative = relative.map(|url| {
        let message = format!("relative URL in `{CUSTOM_CSS}`: `{}`", url.target.trim());
        let hint = "docgen publishes this file in another folder; put the other file in `static`, and start the URL with `/`";
        (url.span, Diagnostic::new(Code::InvalidCss, message).hint(hint))
    });
    problems.chain(relative).map(|(span, diagnostic)| diagnostic.at(&path, span)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Theme, check};
    use crate::path::Addressing;

    #[test]
    fn urls_from_the_root_get_the_base_url() {
        let text = "@import '/a.css'; .a { background: url(/b.png), url(\"/sub/c.png\"), url(#d), url(//e.example/f) }";
        let theme = Theme { custom_css: Some(text.to_owned()), ..Theme::default() };
        let published = |base_url: &str| {
            super::published(&theme, &Addressing { base_url: base_url.into(), trailing_slash: true })
        };
        assert_eq!(published("/"), text);
        let below = text.replace("'/a.css'", "\"/sub/a.css\"").replace("url(/b.png)", "url(\"/sub/b.png\")");
        assert_eq!(published("/sub/"), below);
    }

    #[test]
    fn what_browsers_cannot_use_is_reported() {
        let found = |text: &str| -> Vec<String> { check(text).into_iter().map(|one| one.message).collect() };
        assert_eq!(
            found("@import 'a.css';\n.a { background: url(b.png) }\n"),
            [
                "relative URL in `overrides/custom.css`: `a.css`",
                "relative URL in `overrides/custom.css`: `b.png`"
            ]
        );
        assert_eq!(found(".a { color: red"), ["`{` is never closed"]);
        let fine = "@import '/a.css'; .a { background: url(/b.png), url(data:,x), url(https://a.example/c.png), url(#d) }";
        assert_eq!(found(fine), [""; 0]);
    }
}
