//! Diagnostics: what can be wrong with a site, and where.
//!
//! A stage returns diagnostics beside its value, so one run reports every problem. How they are printed is the
//! business of `cli::report`; nothing here knows of terminals.

mod entries;
mod near;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::path::SourcePath;
pub(crate) use entries::{Entry, entries};
pub(crate) use near::{Paths, did_you_mean, nearest, nearest_path};

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Reported; the build succeeds unless it is strict.
    Warning,
    /// The build fails and leaves the output as it was.
    Error,
}

/// Where a problem is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Location {
    /// The file as a whole.
    File(SourcePath),
    /// Bytes of a file's text (as in [`crate::source::Source::text`]).
    Span(SourcePath, Span),
    /// A line and column, both from 1, of a file whose text was read by another parser.
    Position(SourcePath, u32, u32),
}

/// A range of bytes, `start <= end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The range in the form of the standard library.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        let clamp = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { start: clamp(range.start), end: clamp(range.end) }
    }
}

impl Location {
    /// The file the problem is in.
    pub fn path(&self) -> &SourcePath {
        match self {
            Location::File(path) | Location::Span(path, _) | Location::Position(path, _, _) => path,
        }
    }
}

/// One problem, in the reader's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// What kind of problem; decides the severity.
    pub code: Code,
    /// The problem: lower case, no full stop, literals in backticks.
    pub message: String,
    /// Where it is, where that is known.
    pub location: Option<Location>,
    /// Next steps, each a sentence without a full stop.
    pub hints: Vec<String>,
    /// What the fix is called, if it may be the fix of other problems of the same code. Left out: of those that say the
    /// same in `message` and `hints`.
    pub fix: Option<Box<str>>,
    /// How many problems it stands for: one, or all those that [`Diagnostic::unlisted`] counts.
    pub count: usize,
}

impl Diagnostic {
    /// A problem without a place.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Diagnostic { code, message: message.into(), location: None, hints: Vec::new(), fix: None, count: 1 }
    }

    /// The problems of one code that a file has beyond those that are listed, if there are any.
    pub fn unlisted(code: Code, count: usize, path: &SourcePath) -> Option<Self> {
        let message = match count {
            0 => return None,
            1 => "1 more problem of this kind isn't listed".to_owned(),
            _ => format!("{count} more problems of this kind aren't listed"),
        };
        Some(Diagnostic { count, ..Diagnostic::new(code, message).in_file(path) })
    }

    /// A link or image that nobody is sent to, as its URL runs a script.
    pub fn script_link(url: &str) -> Self {
        let shown: String = url.chars().take(60).flat_map(char::escape_debug).collect();
        Diagnostic::new(Code::ScriptLink, format!("the URL `{shown}` runs a script"))
            .hint("link to a page or file; put scripts of your own into raw HTML")
    }

    /// Says which file it is in.
    pub fn in_file(mut self, path: &SourcePath) -> Self {
        self.location = Some(Location::File(path.clone()));
        self
    }

    /// Says which bytes of which file it is about.
    pub fn at(mut self, path: &SourcePath, span: impl Into<Span>) -> Self {
        self.location = Some(Location::Span(path.clone(), span.into()));
        self
    }

    /// Says which line and column (from 1) of which file it is about.
    pub fn at_position(mut self, path: &SourcePath, line: u32, column: u32) -> Self {
        self.location = Some(Location::Position(path.clone(), line, column));
        self
    }

    /// Says that one fix covers all problems of the same code that name it, whatever else they say.
    pub fn fixed_with(mut self, fix: impl Into<Box<str>>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    /// Adds a next step.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds a next step if there is one.
    pub fn hint_if(self, hint: Option<impl Into<String>>) -> Self {
        match hint {
            Some(hint) => self.hint(hint),
            None => self,
        }
    }
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal, $severity:ident;)*) => {
        /// The kinds of problem. The kebab-case name is stable: configs and CI logs refer to it, and the manual
        /// documents each one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Code {
            $($(#[doc = $doc])+ $name,)*
        }

        impl Code {
            /// Every code, in the order of the manual.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// The stable name, as in `[diagnostics]` of the config.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text),* }
            }

            /// The severity when the config does not say otherwise.
            pub fn default_severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity),* }
            }
        }
    };
}

codes! {
    /// The config file cannot be read or does not fit its schema.
    InvalidConfig = "invalid-config", Error;
    /// A file is not UTF-8 text or cannot be read.
    UnreadableFile = "unreadable-file", Error;
    /// A symbolic link by which a file from outside the site would be published.
    OutsideLink = "outside-link", Error;
    /// A folder the config names, or the content itself, is not there.
    MissingContent = "missing-content", Error;
    /// Content of a language or version that the config does not name.
    UnusedContent = "unused-content", Warning;
    /// Front matter that is not valid, or holds an unknown key or a value of the wrong type.
    InvalidFrontMatter = "invalid-front-matter", Error;
    /// A `_category_` file that is not valid.
    InvalidCategory = "invalid-category", Error;
    /// A post of a blog without a date.
    InvalidPost = "invalid-post", Error;
    /// A file of authors or tags of a blog that is not valid.
    InvalidBlogFile = "invalid-blog-file", Error;
    /// A post names an author who is not in the file of authors.
    UnknownAuthor = "unknown-author", Error;
    /// A post has a tag that is not in the file of tags.
    UndefinedTag = "undefined-tag", Warning;
    /// A redirect or an alias that leads nowhere, or from the path of a page.
    InvalidRedirect = "invalid-redirect", Error;
    /// A redirect that leads to another one.
    RedirectChain = "redirect-chain", Warning;
    /// Two pages or two versions have the same address.
    DuplicateRoute = "duplicate-route", Error;
    /// Two documents, or two headings with an id of their own, have the same id.
    DuplicateId = "duplicate-id", Error;
    /// A navbar item is misconfigured.
    NavbarItem = "navbar-item", Error;
    /// A sidebar of the config names a document that is not there, or is misconfigured.
    InvalidSidebar = "invalid-sidebar", Error;
    /// A link to a page or file of the site that is not there.
    BrokenLink = "broken-link", Error;
    /// A link to a heading that is not on its page.
    BrokenAnchor = "broken-anchor", Warning;
    /// An image file that is not there.
    MissingImage = "missing-image", Error;
    /// An image whose size cannot be read.
    UnreadableImage = "unreadable-image", Warning;
    /// A `:::name` that docgen does not know.
    UnknownDirective = "unknown-directive", Warning;
    /// An attribute of a directive or code fence that is almost one that docgen knows.
    UnknownAttribute = "unknown-attribute", Warning;
    /// A directive that is never closed, or a closing fence without an opening one.
    UnbalancedDirective = "unbalanced-directive", Warning;
    /// Content between tabs that belongs to none, or two tabs that open together.
    InvalidTabs = "invalid-tabs", Warning;
    /// A `data-island` that the theme does not have.
    UnknownIsland = "unknown-island", Warning;
    /// An element like a component of JSX, which Markdown cannot run.
    UnknownComponent = "unknown-component", Warning;
    /// Raw HTML that is left open, or closes what it may not.
    UnbalancedHtml = "unbalanced-html", Warning;
    /// A footnote that nothing refers to, or a second one of the same name.
    UnusedFootnote = "unused-footnote", Warning;
    /// A code fence that nothing closes.
    UnclosedFence = "unclosed-fence", Warning;
    /// A code fence in a language without a highlighter.
    UnknownLanguage = "unknown-language", Warning;
    /// A link in a description of an OpenAPI document that leads nowhere.
    OpenApiLink = "openapi-link", Warning;
    /// A template of the site that does not compile or render.
    InvalidTemplate = "invalid-template", Error;
    /// A file of `static/` that would replace a page or another file of the output.
    OutputConflict = "output-conflict", Error;
    /// A file of the output whose name no file system takes.
    InvalidPath = "invalid-path", Error;
    /// A name of the output that another system does not allow, or takes for another name.
    UnportablePath = "unportable-path", Warning;
    /// An OpenAPI document that is not JSON or YAML: nothing of it can be shown.
    UnreadableOpenapi = "unreadable-openapi", Error;
    /// What is wrong with the JSON or YAML of a file of an OpenAPI document.
    OpenapiSyntax = "openapi-syntax", Warning;
    /// A part of an OpenAPI document that is not what belongs there.
    InvalidOpenapi = "invalid-openapi", Warning;
    /// An OpenAPI document that doesn't give the whole URL of a server.
    MissingServer = "missing-server", Warning;
    /// A `$ref` that leads nowhere.
    UnresolvedRef = "unresolved-ref", Warning;
    /// Two operations of an OpenAPI document have the same id.
    DuplicateOperationId = "duplicate-operation-id", Warning;
    /// Two pages of an OpenAPI document would have the same address.
    DuplicateSlug = "duplicate-slug", Warning;
    /// An address in an OpenAPI document that is not shown, for it may do harm.
    UnsafeUrl = "unsafe-url", Warning;
    /// What the strict check of OpenAPI 3.0 finds.
    OpenapiLint = "openapi-lint", Warning;
    /// An example of an OpenAPI document that its schema does not allow.
    InvalidExample = "invalid-example", Warning;
    /// A link or image outside of OpenAPI documents whose URL runs a script.
    ScriptLink = "script-link", Error;
    /// Last-changed dates were asked for and cannot be had.
    NoGitDates = "no-git-dates", Warning;
}

/// Puts diagnostics into the order they are reported in: by file, place, then code and text. Parallel stages find
/// them in any order.
pub(crate) fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let path = |diagnostic: &Diagnostic| diagnostic.location.as_ref().map(|location| location.path().clone());
    diagnostics.sort_by(|a, b| {
        path(a)
            .cmp(&path(b))
            .then_with(|| (&a.location, a.code, &a.message).cmp(&(&b.location, b.code, &b.message)))
    });
    diagnostics.dedup();
}
