//! Character references without a semicolon, which MDX 2 and later show as text.

use crate::import::prose;

/// The names that HTML allows without a semicolon.
const NAMES: &str = "AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT \
    Iacute Icirc Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml \
    Yacute aacute acirc acute aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg divide \
    eacute ecirc egrave eth euml frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt macr micro \
    middot nbsp not ntilde oacute ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg sect shy \
    sup1 sup2 sup3 szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml";

/// Adds the missing semicolons. If no semicolon is missing, returns `None`.
pub(in crate::import) fn with_semicolons(text: &str) -> Option<String> {
    if !text.contains('&') {
        return None;
    }
    let closed = prose::rewritten(text, true, &['&'], &mut |text, at| {
        let rest = &text[at + 1..];
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(length);
        let is_open = !after.starts_with([';', '=']) && NAMES.split(' ').any(|known| known == name);
        is_open.then(|| (format!("&{name};"), 1 + length))
    });
    (closed != text).then_some(closed)
}

#[cfg(test)]
mod tests {
    use super::with_semicolons;

    #[test]
    fn only_known_names_in_prose_get_a_semicolon() {
        for (text, expected) in [
            ("a &nbsp &nbsp<b>c</b>&copy", Some("a &nbsp; &nbsp;<b>c</b>&copy;")),
            ("| `&nbsp` | &lt |", Some("| `&nbsp` | &lt; |")),
            ("&nbsp; &other &nbspx a & b ?a=1&copy=2", None),
            ("```\n&nbsp\n```", None),
            ("", None),
        ] {
            assert_eq!(with_semicolons(text).as_deref(), expected, "{text}");
        }
    }
}
