//! Stores information about the file that's being converted.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::files::Needed;
use super::jsx::mentions;
use super::{Page, Starlight};
use crate::import::front_matter::FrontMatter;
use crate::import::left::Left;
use crate::markdown::Icon;
use crate::path::{SourcePath, UniqueNames};
use crate::source::Source;

/// The components that have the same name in docgen.
pub(super) const COMPONENTS: [&str; 12] = [
    "Aside",
    "Badge",
    "Card",
    "CardGrid",
    "Code",
    "FileTree",
    "Icon",
    "LinkButton",
    "LinkCard",
    "Steps",
    "TabItem",
    "Tabs",
];

/// The Starlight icon names that differ from docgen's, each with the corresponding docgen name.
const ICONS: &[(&str, &str)] = &[
    ("open-book", "book-open"),
    ("information", "info"),
    ("warning", "triangle-alert"),
    ("right-arrow", "arrow-right"),
    ("left-arrow", "arrow-left"),
    ("up-arrow", "arrow-up"),
    ("down-arrow", "arrow-down"),
    ("external", "external-link"),
    ("setting", "settings"),
    ("document", "file-text"),
    ("add-document", "file-plus"),
    ("list-format", "list"),
    ("approve-check", "check"),
    ("approve-check-circle", "circle-check"),
    ("error", "circle-alert"),
    ("magnifier", "search"),
    ("forward-slash", "slash"),
    ("close", "x"),
    ("bars", "menu"),
    ("translate", "languages"),
    ("up-caret", "chevron-up"),
    ("down-caret", "chevron-down"),
    ("right-caret", "chevron-right"),
    ("left-caret", "chevron-left"),
    ("random", "shuffle"),
    ("comment", "message-square"),
    ("comment-alt", "message-square"),
    ("email", "mail"),
    ("cloud-download", "cloud-download"),
    ("seti:folder", "folder"),
    ("bun", "package"),
    ("npm", "package"),
    ("pnpm", "package"),
    ("window", "app-window"),
    ("node", "hexagon"),
    ("apple", "apple"),
    ("linux", "terminal"),
    ("windows", "app-window"),
    ("seti:shell", "terminal"),
    ("codePen", "code"),
    ("vscode", "code"),
    ("github", "github"),
    ("rss", "rss"),
];

/// The file that's being converted, and the state of the conversion.
pub(super) struct Context<'c> {
    pub site: &'c Starlight<'c>,
    pub source: &'c Source,
    /// The page. For a partial, the value is `None`.
    pub page: Option<&'c Page>,
    pub front_matter: &'c FrontMatter,
    pub left: RefCell<Left>,
    pub needed: RefCell<BTreeSet<Needed>>,
    /// The IDs of the headings so far.
    pub ids: RefCell<UniqueNames>,
    /// The names of imports that aren't available.
    pub lost: RefCell<BTreeSet<String>>,
    /// The names of imported images. In Astro, an image is an object. In docgen, an image is a URL.
    pub images: RefCell<BTreeSet<String>>,
    /// The names of image components.
    pub pictures: RefCell<BTreeSet<String>>,
    /// The files of components, by name.
    pub files: RefCell<BTreeMap<String, SourcePath>>,
}

impl<'c> Context<'c> {
    pub(super) fn new(
        site: &'c Starlight<'c>,
        source: &'c Source,
        page: Option<&'c Page>,
        front_matter: &'c FrontMatter,
    ) -> Self {
        Context {
            site,
            source,
            page,
            front_matter,
            left: RefCell::default(),
            needed: RefCell::default(),
            ids: RefCell::new(UniqueNames::numbered_from(1)),
            lost: RefCell::default(),
            images: RefCell::default(),
            pictures: RefCell::default(),
            files: RefCell::default(),
        }
    }

    /// Records the first occurrence of a construct that isn't converted.
    pub(super) fn note(&self, needle: &str, what: &str, hint: &str) {
        let start = self.source.text.find(needle);
        let range = start.map_or(0..0, |start| start..start + needle.len());
        self.left.borrow_mut().note(self.source, range, what, hint);
    }

    pub(super) fn address(&self, url: &str) -> Option<String> {
        self.site.address(&self.source.path, self.page, url, &mut self.needed.borrow_mut())
    }

    pub(super) fn is_mdx(&self) -> bool {
        self.source.path.extension() == "mdx"
    }

    /// Whether the file is an Astro component.
    pub(super) fn is_component(&self) -> bool {
        self.source.path.extension() == "astro"
    }

    /// Whether the file can contain components that have several slots.
    pub(super) fn has_slots(&self) -> bool {
        self.is_component() || self.files.borrow().values().any(|file| file.extension() == "astro")
    }

    /// Whether a Markdown file becomes MDX because a translation of the page is MDX.
    pub(super) fn becomes_mdx(&self) -> bool {
        !self.is_mdx() && self.page.is_some_and(|page| page.place.below.ends_with(".mdx"))
    }

    /// Returns an unavailable name in the code.
    pub(super) fn lost_in(&self, code: &str) -> Option<String> {
        let lost = self.lost.borrow();
        let found = lost.iter().find(|name| mentions(code, name)).cloned();
        found.or_else(|| {
            let of_astro = if self.is_component() { &[][..] } else { &["Astro", "import.meta"] };
            of_astro.iter().find(|name| mentions(code, name)).map(|name| (*name).to_owned())
        })
    }
}

/// Returns the docgen name of an icon.
pub(super) fn icon(name: &str) -> Option<&str> {
    let own = ICONS.iter().find(|(known, _)| *known == name).map(|(_, own)| *own);
    let name = own.unwrap_or(name);
    Icon::find(name).map(|_| name)
}

/// Returns a comment that shows the omitted text.
pub(super) fn comment(code: &str) -> String {
    let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{{/* {} */}}", code.replace("*/", "* /").replace("/*", "/ *"))
}
