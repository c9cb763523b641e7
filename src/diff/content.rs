//! Distinguishes the main content of a document from the frame around it, based on HTML elements and ARIA roles.

use super::address::key;
use super::dom::{Dom, Id, Step};
use super::text;

/// Elements that never contain text that readers see.
const SILENT: [&str; 18] = [
    "script",
    "style",
    "template",
    "noscript",
    "head",
    "svg",
    "iframe",
    "dialog",
    "nav",
    "canvas",
    "object",
    "embed",
    "input",
    "textarea",
    "select",
    "datalist",
    "annotation",
    "title",
];
/// Roles of elements that are never part of the main content.
const FRAME_ROLES: [&str; 6] = ["navigation", "search", "banner", "contentinfo", "dialog", "toolbar"];
/// Elements that start and end a block of text.
const BLOCKS: [&str; 46] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "legend",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
    "video",
    "audio",
];
/// The percentage of the main content's words that an article must contain to be the main content itself.
const MOST: usize = 70;

/// The maximum number of words in the title of a table of contents.
const TITLE: usize = 5;

pub(super) fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name)
}

/// Whether words end at the boundary of an inline element.
pub(super) fn is_separate(name: &str) -> bool {
    matches!(name, "button" | "img" | "label" | "option" | "sub" | "sup") || name.contains('-')
}

pub(super) fn is_heading(name: &str) -> bool {
    matches!(name.as_bytes(), [b'h', b'1'..=b'6'])
}

/// Returns the smallest element that contains the content of a page, and whether it's the whole body.
pub(super) fn root(dom: &Dom) -> (Id, bool) {
    let has_role = |id: Id, role| dom.attribute(id, "role") == Some(role);
    let mains = dom.elements().filter(|(id, name)| *name == "main" || has_role(*id, "main"));
    let main = mains.map(|(id, _)| (id, size(dom, id))).max_by_key(|(id, words)| (*words, usize::MAX - id));
    let (outer, words, is_body) = match main {
        Some((id, words)) => (id, words, false),
        None => {
            let body = dom.elements().find(|(_, name)| *name == "body").map_or(0, |(id, _)| id);
            (body, size(dom, body), true)
        }
    };
    let articles = dom.below(outer).filter(|id| dom.name(*id) == Some("article") || has_role(*id, "article"));
    let article = articles.map(|id| (id, size(dom, id))).max_by_key(|(id, words)| (*words, usize::MAX - id));
    match article {
        Some((id, own)) if own > 0 && own * 100 >= words * MOST => (id, false),
        _ => (outer, is_body),
    }
}

/// Returns the number of words in an element.
fn size(dom: &Dom, root: Id) -> usize {
    let mut words = 0;
    dom.walk(root, |step| {
        let Step::Enter(id) = step else { return true };
        words += dom.text(id).map_or(0, text::count);
        dom.name(id).is_none_or(|name| id == root || !is_frame(dom, id, name, false))
    });
    words
}

/// Whether an element is part of the frame or isn't text for readers. Collapsed elements, such as the panels of tabs,
/// are content.
pub(super) fn is_frame(dom: &Dom, id: Id, name: &str, is_body: bool) -> bool {
    let attribute = |name| dom.attribute(id, name);
    let is_role = |role: &str| {
        FRAME_ROLES.contains(&role)
            || is_body && matches!(role, "complementary")
            || role == "button" && name == "a"
    };
    SILENT.contains(&name)
        || attribute("role").is_some_and(is_role)
        || attribute("aria-hidden") == Some("true")
        // A menu that opens above the page (HTML Standard, 6.12).
        || attribute("popover").is_some()
        || match name {
            // A tab and the title of an accordion are content.
            "button" => {
                attribute("role") != Some("tab")
                    && ["aria-controls", "aria-expanded"].iter().all(|name| attribute(name).is_none())
            }
            "footer" => !is_quoted(dom, id),
            "td" => is_line_numbers(dom, id),
            "div" | "figcaption" | "p" | "span" => is_language(dom, id),
            "header" | "aside" => is_body,
            _ => false,
        }
}

/// Whether a cell contains the line numbers of the code in another cell.
fn is_line_numbers(dom: &Dom, cell: Id) -> bool {
    let is_code = |id| dom.name(id) == Some("pre");
    let is_number =
        |id| dom.text(id).is_none_or(|text| text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace()));
    dom.after(cell).any(|cell| dom.name(cell) == Some("td") && dom.below(cell).any(is_code))
        && dom.below(cell).any(is_code)
        && dom.below(cell).all(is_number)
}

/// Whether an element next to code contains only the language of the code. The code, or the element around the code,
/// has the language as a class, such as `language-rust` (HTML Standard, 4.5.15).
fn is_language(dom: &Dom, id: Id) -> bool {
    let Some(code) = dom.before(id).chain(dom.after(id)).find(|id| dom.name(*id) == Some("pre")) else {
        return false;
    };
    let mut texts =
        dom.below(id).filter_map(|id| dom.text(id)).map(str::trim).filter(|text| !text.is_empty());
    let (Some(text), None) = (texts.next(), texts.next()) else { return false };
    let inner = dom.below(code).find(|id| dom.name(*id) == Some("code"));
    let named = dom.parent(id).into_iter().chain([code]).chain(inner);
    let classes = named.filter_map(|id| dom.attribute(id, "class")).flat_map(str::split_whitespace);
    let mut names = classes.filter_map(|class| class.strip_prefix("language-"));
    names.any(|name| name.eq_ignore_ascii_case(text))
}

/// Whether a footer is content because it belongs to a quote, a figure, or a section.
fn is_quoted(dom: &Dom, id: Id) -> bool {
    dom.parent(id)
        .and_then(|id| dom.name(id))
        .is_some_and(|name| matches!(name, "blockquote" | "figure" | "section"))
}

/// Whether an element is a link to a place on the same page. `page` is the page's [key].
fn is_own(dom: &Dom, id: Id, page: &str) -> bool {
    let href = dom.attribute(id, "href").filter(|_| dom.name(id) == Some("a"));
    href.and_then(|href| href.split_once('#')).is_some_and(|(path, _)| {
        let rest = key(path).strip_suffix(page);
        path.is_empty() || !page.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    })
}

/// Whether an element is a table of contents: a list that contains only links to places on the same page, with or
/// without a title. `page` is the page's [key].
pub(super) fn is_contents(dom: &Dom, id: Id, name: &str, page: &str) -> bool {
    let most = match name {
        "ul" | "ol" | "menu" => 0,
        "aside" | "details" | "div" | "section" => TITLE,
        _ => return false,
    };
    let is_own = |id| is_own(dom, id, page);
    let (mut words, mut is_in_list, mut has_link) = (0, most == 0, false);
    for id in dom.below_except(id, is_own) {
        words += dom.text(id).map_or(0, text::count);
        if words > most {
            return false;
        }
        is_in_list |= matches!(dom.name(id), Some("ul" | "ol" | "menu"));
        has_link |= is_own(id);
    }
    has_link && is_in_list
}

/// Whether an element is a link that points to a place on the same page and has a symbol as its text, such as `#`
/// or `¶`.
fn is_sign(dom: &Dom, id: Id, name: &str) -> bool {
    let has_word = |id| dom.text(id).is_some_and(|text| text.contains(char::is_alphanumeric));
    name == "a"
        && dom.attribute(id, "href").is_some_and(|href| href.starts_with('#'))
        && !dom.below(id).any(has_word)
}

/// Returns the text of an element.
pub(super) fn text_of(dom: &Dom, root: Id) -> String {
    let mut out = String::new();
    dom.walk(root, |step| {
        let Step::Enter(id) = step else { return true };
        out.push_str(dom.text(id).unwrap_or_default());
        let Some(name) = dom.name(id) else { return true };
        if is_block(name) || is_separate(name) || name == "br" {
            out.push(' ');
        }
        id == root || !is_frame(dom, id, name, false) && !is_sign(dom, id, name)
    });
    text::collapse(&out)
}
