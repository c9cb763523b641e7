//! Slots: the named places in the frame and on pages that the site's components can fill.
//!
//! The component for a slot is `components/theme/<slot>.tsx`. docgen renders it as the only content of a generated MDX
//! page, so everything that works on a page works in a slot.

use std::fmt::Write as _;

use super::compile::{defused_json, without_tokens};
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::path::SourcePath;
use crate::source::Source;

/// The folder that contains the components that fill slots.
pub(crate) const FOLDER: &str = "components/theme";

/// The part of the site that a slot belongs to, which determines the props of the slot's component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scope {
    /// The frame, which all pages in a locale share.
    Frame,
    /// A page.
    Page,
    /// A blog post in a list of posts.
    Post,
}

impl Scope {
    /// Returns the name of the prop that contains the data.
    pub(crate) fn prop(self) -> &'static str {
        match self {
            Scope::Frame => "site",
            Scope::Page => "page",
            Scope::Post => "post",
        }
    }
}

/// A site's data, as names and TypeScript types. URLs have the same form as links in Markdown.
pub(crate) const SITE_DATA: &[(&str, &str)] = &[
    ("title", "string"),
    ("tagline", "string"),
    ("url", "string"),
    ("locale", "string"),
    ("locales", "{ code: string; label: string; url: string }[]"),
    (
        "footer",
        "{ copyright: string | null; columns: { title: string | null; items: { label: string; url: string }[] }[] }",
    ),
];

/// A page's data, in the same form. Properties with a question mark exist only on some kinds of pages.
pub(crate) const PAGE_DATA: &[(&str, &str)] = &[
    ("kind", "string"),
    ("title", "string"),
    ("description", "string | null"),
    ("url", "string"),
    ("draft", "boolean"),
    ("unlisted", "boolean"),
    ("tags", "{ label: string; url: string }[]"),
    ("breadcrumbs", "{ label: string; url: string | null }[]"),
    ("previous", "{ label: string; url: string } | null"),
    ("next", "{ label: string; url: string } | null"),
    ("editUrl", "string | null"),
    ("lastUpdate", "{ date: string | null; author: string | null } | null"),
    ("version", "string | null"),
    ("date?", "string"),
    ("minutes?", "number | null"),
    ("authors?", "{ name: string; title: string | null; image: string | null; url: string | null }[]"),
    ("operation?", "{ method: string; path: string; deprecated: boolean }"),
];

/// A slot.
#[derive(Debug)]
pub(crate) struct Slot {
    /// The name, which is also the name of the component's file.
    pub name: &'static str,
    pub scope: Scope,
    /// The purpose of the component, as an infinitive, for the list of slots.
    pub about: &'static str,
    /// The templates that the component replaces. The component receives the templates' content as its children. In the
    /// frame, the list is empty.
    pub templates: &'static [&'static str],
}

const fn frame(name: &'static str, about: &'static str) -> Slot {
    Slot { name, scope: Scope::Frame, about, templates: &[] }
}

const fn page(name: &'static str, about: &'static str, templates: &'static [&'static str]) -> Slot {
    Slot { name, scope: Scope::Page, about, templates }
}

/// Every slot, from the top to the bottom of a page.
pub(crate) static SLOTS: &[Slot] = &[
    frame("Banner", "add content above the navbar"),
    frame("NavbarEnd", "add content at the end of the navbar"),
    frame("SidebarTop", "add content above the sidebar"),
    frame("SidebarBottom", "add content below the sidebar"),
    frame("Footer", "replace the site's footer"),
    page("Home", "replace or extend the content of pages with the `home` layout", &["home.html"]),
    page("NotFound", "replace or extend the content of the not-found page", &["not-found.html"]),
    page(
        "PageHeader",
        "replace or extend a page's title and the buttons next to it",
        &["page-header.html", "blog/post-header.html"],
    ),
    page(
        "ApiHeader",
        "replace or extend everything above the content of an API page, including its title",
        &["api/header.html"],
    ),
    page(
        "PageFooter",
        "replace or extend the tags, the edit link, and the last-updated information below a page's content",
        &["page-footer.html"],
    ),
    Slot {
        name: "BlogCard",
        scope: Scope::Post,
        about: "replace or extend a post in a list of posts",
        templates: &["blog/card.html"],
    },
];

/// The value of [`Filling::page`] for the frame.
pub(crate) const FRAME: &str = "frame";

/// A slot's component in one place: on a page, or in the frame of a locale.
#[derive(Clone, Debug)]
pub(crate) struct Filling<'a> {
    /// The name of the component's file in [`FOLDER`].
    pub component: &'a str,
    /// The locale code.
    pub locale: &'a str,
    /// The page's Markdown file, [`FRAME`] in the frame, or another name that is unique in the locale.
    pub page: &'a str,
}

impl<'a> Filling<'a> {
    /// Parses the path of the generated page that shows the component. Returns `None` for any other path.
    pub(crate) fn of(path: &'a SourcePath) -> Option<Self> {
        let mut parts = path.strip_dir(FOLDER)?.splitn(3, '/');
        let (component, locale, page) = (parts.next()?, parts.next()?, parts.next()?);
        let filling = Filling { component, locale, page: page.strip_suffix(".mdx")? };
        matches!(filling.file().extension(), "tsx" | "jsx").then_some(filling)
    }

    /// Returns the path of the generated page that shows the component. No such file exists.
    fn path(&self) -> SourcePath {
        let Filling { component, locale, page } = self;
        SourcePath::new(format!("{FOLDER}/{component}/{locale}/{page}.mdx"))
    }

    /// Returns the component's file.
    pub(crate) fn file(&self) -> SourcePath {
        SourcePath::new(format!("{FOLDER}/{}", self.component))
    }

    /// Returns the page's Markdown file, if it has one.
    pub(crate) fn source(&self) -> Option<SourcePath> {
        self.page.starts_with("content/").then(|| SourcePath::new(self.page))
    }

    /// Generates the page that shows the component with these props. `front_matter` contains the values for
    /// `usePage()`.
    pub(crate) fn to_source(&self, front_matter: &[(&str, &str)], props: &serde_json::Value) -> Source {
        // Without this replacement, docgen would treat a token in the page's data as its own token.
        let json = |value: &serde_json::Value| without_tokens(&value.to_string()).into_owned();
        let mut text = "---\n".to_owned();
        for (key, value) in front_matter {
            let _ = writeln!(text, "{key}: {}", json(&(*value).into()));
        }
        let (file, props) = (self.file(), json(props));
        let children = match self.page {
            FRAME => String::new(),
            _ => format!(", children: <>{{url(\"{CHILDREN}\")}}</>"),
        };
        let _ = write!(
            text,
            "---\nimport {{ url }} from \"docgen\"\nimport Slot from \"/{file}\"\n\n\
             <Slot {{...{{...{}{children}}}}} />\n",
            defused_json(&props)
        );
        Source::new(self.path(), &text)
    }
}

/// The URL that represents the default content of a slot.
pub(crate) const CHILDREN: &str = "slot:children";

/// Assigns a problem on a generated page to the component and names the page that the component is shown on.
pub(crate) fn relocated(found: Diagnostic) -> Diagnostic {
    let filling = found.page.as_deref().and_then(Filling::of);
    let page = filling.map_or(found.page.clone(), |filling| filling.source().map(Box::new));
    let own = found.location.as_ref().and_then(|location| Filling::of(location.path()));
    match own.map(|filling| (filling.file(), filling.source())) {
        Some((file, page)) => Diagnostic { page: page.map(Box::new), ..found }.in_file(&file),
        None => Diagnostic { page, ..found },
    }
}

/// Returns the slot that a component's file fills.
pub(crate) fn slot_of(file: &SourcePath) -> Option<&'static Slot> {
    SLOTS.iter().find(|slot| slot.name == file.stem())
}

/// Reports files that aren't named after a slot, and slots that two files fill.
pub(crate) fn check(files: &[SourcePath]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let name = file.stem();
        if slot_of(file).is_none() {
            let near = did_you_mean(name, SLOTS.iter().map(|slot| slot.name));
            let other = || {
                "to list the slots, run `docgen theme slots`; if the component isn't for a slot, move it to `components`"
                    .into()
            };
            let message = format!("unknown slot `{name}`");
            let diagnostic = Diagnostic::new(Code::UnusedContent, message).in_file(file);
            found.push(diagnostic.hint(near.unwrap_or_else(other)));
        } else if files[..at].iter().any(|other| other.stem() == name) {
            let message = format!("`{file}` isn't used: another file fills the slot `{name}`");
            found.push(
                Diagnostic::new(Code::UnusedContent, message).in_file(file).hint("remove one of the files"),
            );
        }
    }
    found
}

/// Returns TypeScript declarations of the props that slots receive.
pub(super) fn declarations() -> String {
    let mut text = "declare module \"docgen\" {\n  import type { ReactNode } from \"react\";\n".to_owned();
    for (name, data) in [("Site", SITE_DATA), ("Page", PAGE_DATA)] {
        let _ = writeln!(text, "\n  export interface {name}Data {{");
        for (name, kind) in data {
            let _ = writeln!(text, "    {name}: {kind};");
        }
        text += "  }\n";
    }
    for (scope, name, data) in
        [(Scope::Frame, "Frame", "Site"), (Scope::Page, "Page", "Page"), (Scope::Post, "Post", "Page")]
    {
        let children = if scope == Scope::Frame { "" } else { " children: ReactNode;" };
        let _ = write!(text, "\n  /** The props of the component for a slot. */\n");
        let _ = writeln!(text, "  export interface {name}Slot {{ {}: {data}Data;{children} }}", scope.prop());
    }
    text + "}\n"
}
