//! Escapes text for the content and attribute values of HTML elements, and restores escaped text.

/// Appends text, escaped for the content of an element.
pub(crate) fn text(text: &str, out: &mut String) {
    escape::<false>(text, out);
}

/// Appends text, escaped for an attribute value in double quotes.
pub(crate) fn attribute(text: &str, out: &mut String) {
    escape::<true>(text, out);
}

/// Appends text, escaped for the content of an element and for an attribute value in any quotes.
pub(crate) fn anywhere(text: &str, out: &mut String) {
    for (index, part) in text.split('\'').enumerate() {
        out.push_str(if index > 0 { "&#39;" } else { "" });
        attribute(part, out);
    }
}

/// Replaces the character references that docgen and React write.
pub(crate) fn undo(html: &str) -> String {
    let text = html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&#39;", "'").replace("&#x27;", "'").replace("&amp;", "&")
}

fn escape<const QUOTES: bool>(text: &str, out: &mut String) {
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate() {
        let entity = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' if QUOTES => "&quot;",
            _ => continue,
        };
        out.push_str(&text[done..at]);
        out.push_str(entity);
        done = at + 1;
    }
    out.push_str(&text[done..]);
}
