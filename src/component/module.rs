//! A cached module in a page's graph: a page, a component, or a data file.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::css::Sheet;
use super::types::{Tag, Types};
use crate::diag::Hint;
use crate::path::SourcePath;

/// The handwritten ranges of a Markdown file's code, as in [`Module::places`].
pub(super) type Places = Arc<[(u32, u32, u32)]>;

/// One of a page's modules.
pub(super) struct Node {
    /// The file.
    pub path: SourcePath,
    /// How the file is imported.
    pub kind: Kind,
    /// The module.
    pub unit: Arc<Unit>,
    /// For Markdown, the handwritten ranges of its code.
    pub places: Option<Places>,
    /// The module of each import, in the order of [`Unit::imports`].
    pub links: Vec<Link>,
}

impl Node {
    /// Whether the module is a reference, which static code imports instead of a client module.
    pub(super) fn is_reference(&self) -> bool {
        matches!(self.unit.body, Body::Reference)
    }
}

/// The target of an import.
pub(super) enum Link {
    /// A module that docgen provides.
    Builtin,
    /// Another module of the page, by name.
    Node(String),
    /// Nothing. The problem was reported.
    Broken,
}

/// How a file is imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// As a module in TypeScript or JavaScript.
    Script,
    /// As Markdown.
    Markdown,
    /// As a value.
    Data,
    /// As a style sheet.
    Styles,
    /// As the URL of the file.
    Asset,
    /// As text.
    Raw,
    /// As an npm package.
    Package,
}

/// A module, ready to run.
#[derive(Debug, Default)]
pub(super) struct Unit {
    /// The code to run.
    pub body: Body,
    /// The imports of the module.
    pub imports: Vec<Import>,
    /// The names that the module exports, except names from `export *`.
    pub exports: Vec<String>,
    /// The capitalized names of JSX elements that nothing defines.
    pub unresolved: Vec<(String, Range<u32>)>,
    /// The tags of the components that a page imports or doesn't define.
    pub tags: Vec<Tag>,
    /// The components and types that the module declares.
    pub types: Types,
    /// Whether the module is the entry point of a client graph.
    pub is_client: bool,
    /// If the module is a style sheet, its content.
    pub sheet: Option<Arc<Sheet>>,
    /// The reasons that the module can't be used.
    pub faults: Vec<Fault>,
    /// The style sheet that belongs to the module.
    pub styles: Option<SourcePath>,
    /// The text that all ranges refer to.
    pub text: Arc<str>,
}

/// The code of a module.
#[derive(Debug)]
pub(super) enum Body {
    /// JavaScript.
    Code(Arc<str>),
    /// A JavaScript expression, which is the default export. The other exports are properties of its value.
    Value(String),
    /// References to the exports of the only import, which is a client module.
    Reference,
    /// The names of a CSS module, which depend on other modules.
    Names,
    /// A package that docgen can't load, and the reason. Only interactive code can use this package.
    Unloadable(Fault),
    /// JavaScript that exports `all`, an object that has the package's exports as properties.
    Package(Arc<str>),
}

impl Default for Body {
    fn default() -> Self {
        Body::Code("".into())
    }
}

/// An import of a module.
#[derive(Debug, Default)]
pub(super) struct Import {
    /// The module as written.
    pub specifier: String,
    /// The range of the specifier.
    pub range: Range<u32>,
    /// The imported names.
    pub names: Vec<Name>,
    /// Whether all names are imported, as with `import * as all` and `export *`.
    pub is_whole: bool,
    /// The names that the module reads from a namespace import, as in `all.name`. `None` if the module also uses
    /// the import in other ways.
    pub members: Option<Vec<String>>,
    /// Whether the import is an `export *`, which exports the names of the other module.
    pub is_star: bool,
    /// Whether the import is an `import()`.
    pub is_dynamic: bool,
}

/// A name that is imported from another module.
#[derive(Debug)]
pub(super) struct Name {
    /// The name in the other module.
    pub name: String,
    /// The range of the import of this name.
    pub range: Range<u32>,
}

/// A problem in a module.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fault {
    /// The message.
    pub message: String,
    /// The location in the text.
    pub range: Range<u32>,
    /// The next step.
    pub hint: Option<Hint>,
}

impl Fault {
    /// Creates a problem without a hint.
    pub(super) fn new<'m>(message: impl Into<Cow<'m, str>>, range: Range<u32>) -> Self {
        Fault { message: message.into().into_owned(), range, hint: None }
    }

    /// Adds a hint.
    pub(super) fn hint(self, hint: impl Into<Hint>) -> Self {
        Fault { hint: Some(hint.into()), ..self }
    }
}
