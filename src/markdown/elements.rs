//! The names of HTML elements, and the HTML standard's rules for where elements start and end.

use super::word_table::WordTable;

/// An HTML element, which might be obsolete.
const HTML: u8 = 1;
/// An element without content and without an end tag (HTML, 13.1.2), which might be obsolete.
pub(super) const VOID: u8 = 2;
/// An element with an optional end tag (HTML, 13.1.2.4). The end of the parent also ends the element.
pub(super) const ENDS_ALONE: u8 = 4;
/// An element that ends an open paragraph (HTML, 13.2.6.4.7).
pub(super) const BLOCK: u8 = 8;
/// An element that limits the effect of inner end tags (HTML, 13.2.4.2).
pub(super) const BOUND: u8 = 16;
/// An element that ends surrounding SVG or MathML (HTML, 13.2.6.5).
pub(super) const ENDS_FOREIGN: u8 = 32;
/// An SVG or MathML element that contains HTML.
pub(super) const HOLDS_HTML: u8 = 64;
/// An element that shows or arranges text.
pub(super) const TEXT: u8 = 128;

static ELEMENTS: WordTable = WordTable::new(&[
    (
        HTML,
        "a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body \
         br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div \
         dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header \
         hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math menu meta \
         meter nav nobr noscript object ol optgroup option output p param picture pre progress q rb rp rt rtc \
         ruby s samp script search section select slot small source span strike strong style sub summary sup svg \
         table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr",
    ),
    (
        VOID,
        "area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr",
    ),
    (
        ENDS_ALONE,
        "body caption colgroup dd dt head html li optgroup option p rb rp rt rtc tbody td tfoot th thead tr",
    ),
    (
        BLOCK,
        "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure \
         footer form h1 h2 h3 h4 h5 h6 head header hgroup html li listing main menu nav ol p pre search section \
         summary table ul xmp",
    ),
    (BOUND, "applet marquee object template"),
    (
        ENDS_FOREIGN,
        "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing \
         menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
    ),
    (HOLDS_HTML, "annotation-xml desc foreignobject mi mn mo ms mtext title"),
    (
        TEXT,
        "a abbr b big blockquote br center cite code dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins kbd \
         li mark nobr ol p pre s samp small span strike strong sub sup tt u ul wbr",
    ),
]);

/// Whether the element with this lowercase name belongs to any of these kinds.
pub(super) fn is(name: &str, kinds: u8) -> bool {
    ELEMENTS.get(name).is_some_and(|known| known & kinds != 0)
}

/// Whether an HTML element has no content and no end tag (HTML, 13.1.2).
pub(crate) fn is_void_element(name: &str) -> bool {
    is(name, VOID)
}

/// Whether a name belongs to an HTML element or to a custom element, whose name contains `-`.
pub(crate) fn is_element(name: &str) -> bool {
    if name.contains('-') {
        return name.starts_with(|c: char| c.is_ascii_lowercase());
    }
    // A capitalized name, as in `<Button>` or `<Link>`, is the name of a component. `<BR>` and single letters can be
    // HTML elements.
    let capitalised = name.starts_with(|c: char| c.is_ascii_uppercase());
    if capitalised && (name.len() == 1 || name.bytes().any(|byte| byte.is_ascii_lowercase())) {
        return matches!(name, "A" | "B" | "I" | "P" | "Q" | "S" | "U");
    }
    is(&name.to_ascii_lowercase(), HTML)
}

/// If an element's content is text instead of HTML (HTML, 13.2.6), returns the element's lowercase name.
pub(super) fn raw_text(name: &str) -> Option<&'static str> {
    const NAMES: [&str; 8] = ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"];
    NAMES.into_iter().find(|raw| name == *raw)
}
