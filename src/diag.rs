//! Diagnostics: a site's problems, and their locations.
//!
//! A stage returns diagnostics along with its value, so one run reports every problem. `cli::report` prints the
//! diagnostics. This module is independent of terminals.

mod entries;
mod hint;
mod near;

use std::collections::HashMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::path::SourcePath;
pub(crate) use entries::{Entry, entries};
pub(crate) use hint::{Edit, Hint};
pub(crate) use near::{Paths, did_you_mean, meant, misspelled, nearest, nearest_path, suggest};

/// A problem's severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Reported; the build succeeds unless `--strict` is set.
    Warning,
    /// Reported; the build fails and doesn't change the output.
    Error,
}

/// A problem's location.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Location {
    /// A whole file.
    File(SourcePath),
    /// A range of bytes in a file's text (as in [`crate::source::Source::text`]).
    Span(SourcePath, Span),
    /// A line and column, both counted from 1, for a problem whose byte offset is unknown.
    Position(SourcePath, u32, u32),
}

/// A range of bytes, `start <= end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the range as a standard `Range`.
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
    /// Returns the file that contains the problem.
    pub fn path(&self) -> &SourcePath {
        match self {
            Location::File(path) | Location::Span(path, _) | Location::Position(path, _, _) => path,
        }
    }
}

/// A problem, described for the site's author.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The kind of problem, which determines the severity.
    pub code: Code,
    /// The problem: lowercase, no final period, literals in backticks.
    pub message: String,
    /// The location, if known.
    pub location: Option<Location>,
    /// Next steps: imperatives without a final period.
    pub hints: Vec<String>,
    /// The change that one of the hints suggests.
    pub(crate) edit: Option<Box<Edit>>,
    /// The fix name. Problems with the same code and the same fix are reported together. If this field is `None`, the
    /// message and the hints identify the fix.
    pub fix: Option<Box<str>>,
    /// The number of problems that this diagnostic represents: 1 or, for a diagnostic from
    /// [`Diagnostic::unlisted`], the number of problems that aren't listed.
    pub count: u32,
    /// The page that the problem was found for, if the problem is in another file that the page uses. A problem on
    /// several pages is reported only once.
    pub page: Option<Box<SourcePath>>,
}

impl Diagnostic {
    /// Creates a problem without a location.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let message = message.into();
        Diagnostic {
            code,
            message,
            location: None,
            hints: Vec::new(),
            edit: None,
            fix: None,
            count: 1,
            page: None,
        }
    }

    /// Creates the note that a file has `count` more problems with this code, which aren't listed. Returns `None` for
    /// 0.
    pub fn unlisted(code: Code, count: usize, path: &SourcePath) -> Option<Self> {
        let message = match count {
            0 => return None,
            1 => "1 more problem of this kind isn't listed".to_owned(),
            _ => format!("{count} more problems of this kind aren't listed"),
        };
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        Some(Diagnostic { count, ..Diagnostic::new(code, message).in_file(path) })
    }

    /// Creates the problem for a link or image that is left out because its URL runs a script.
    pub fn script_link(url: &str) -> Self {
        let shown: String = url.chars().take(60).flat_map(char::escape_debug).collect();
        Diagnostic::new(Code::ScriptLink, format!("the URL `{shown}` runs a script"))
            .hint("link to a page or file; to add a script, use raw HTML")
    }

    /// Sets the location to a whole file.
    pub fn in_file(mut self, path: &SourcePath) -> Self {
        self.location = Some(Location::File(path.clone()));
        self
    }

    /// Sets the location to a range of bytes in a file.
    pub fn at(mut self, path: &SourcePath, span: impl Into<Span>) -> Self {
        self.location = Some(Location::Span(path.clone(), span.into()));
        self
    }

    /// Sets the location to a line and column in a file, both counted from 1.
    pub fn at_position(mut self, path: &SourcePath, line: u32, column: u32) -> Self {
        self.location = Some(Location::Position(path.clone(), line, column));
        self
    }

    /// Sets the name of the fix that this problem shares with other problems that have the same code.
    pub fn fixed_with(mut self, fix: impl Into<Box<str>>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    /// Sets the page that a problem in another file was found for.
    pub fn on_page(mut self, page: &SourcePath) -> Self {
        self.page = Some(Box::new(page.clone()));
        self
    }

    /// Adds a hint.
    pub(crate) fn hint(mut self, hint: impl Into<Hint>) -> Self {
        self.add_hint(hint);
        self
    }

    /// Adds a hint if there is one.
    pub(crate) fn hint_if(self, hint: Option<impl Into<Hint>>) -> Self {
        match hint {
            Some(hint) => self.hint(hint),
            None => self,
        }
    }

    /// Returns the change that fixes this problem, and the range of the edit in the file's text, if it is at the
    /// problem's location.
    pub(crate) fn edit_in(&self, text: &str) -> Option<(&Edit, Range<usize>)> {
        let edit = self.edit.as_deref()?;
        let Some(Location::Span(_, span)) = &self.location else { return None };
        Some((edit, edit.located(text, *span)?))
    }

    /// Sets the location of the text to replace, if it isn't the problem's location.
    pub(crate) fn edit_at(mut self, place: Option<impl Into<Span>>) -> Self {
        if let (Some(edit), Some(place)) = (&mut self.edit, place) {
            edit.place = Some(place.into());
        }
        self
    }

    /// Adds a hint. The first hint with a change determines the problem's change.
    pub(crate) fn add_hint(&mut self, hint: impl Into<Hint>) {
        let Hint { text, edit } = hint.into();
        self.hints.push(text);
        self.edit = self.edit.take().or_else(|| edit.map(Box::new));
    }
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal, $severity:ident;)*) => {
        /// The kinds of problems. The kebab-case name is stable: configs and CI logs refer to it, and the manual
        /// documents each kind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Code {
            $($(#[doc = $doc])+ $name,)*
        }

        impl Code {
            /// Every code, in the same order as in the manual.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// Returns the stable name, as in the config's `[diagnostics]`.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text),* }
            }

            /// Returns the severity that applies unless the config sets a different severity.
            pub fn default_severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity),* }
            }
        }
    };
}

/// The manual page about diagnostics, which has a section for each code.
pub(crate) const MANUAL: &str = concat!(env!("CARGO_PKG_HOMEPAGE"), "docs/reference/diagnostics");

impl Code {
    /// Returns the URL of the manual section about the code.
    pub fn docs(self) -> String {
        format!("{MANUAL}#{}", self.as_str())
    }

    /// Whether the problem can leave a site without its content. The config's `errors` key doesn't change the severity of
    /// these problems.
    pub fn is_fatal(self) -> bool {
        matches!(
            self,
            Code::InvalidConfig
                | Code::MissingContent
                | Code::UnreadableOpenapi
                | Code::OutputConflict
                | Code::InvalidPath
        )
    }
}

codes! {
    /// The config file can't be read or doesn't match its schema.
    InvalidConfig = "invalid-config", Error;
    /// A file isn't UTF-8 text or can't be read.
    UnreadableFile = "unreadable-file", Error;
    /// A symbolic link would publish a file that's outside the site.
    OutsideLink = "outside-link", Error;
    /// The site, or a version or blog in the config, has no pages.
    MissingContent = "missing-content", Error;
    /// A request in code, such as `GET /pets`, doesn't match the site's OpenAPI documents.
    InvalidRequest = "invalid-request", Warning;
    /// A folder or file isn't used: for example, its locale or version isn't in the config, or its name is misspelled.
    UnusedContent = "unused-content", Warning;
    /// Front matter is invalid, or has an unknown key or a value of the wrong type.
    InvalidFrontMatter = "invalid-front-matter", Error;
    /// A `_category_` file is invalid.
    InvalidCategory = "invalid-category", Error;
    /// A blog post has no date, or its date is invalid.
    InvalidPost = "invalid-post", Error;
    /// A blog's authors file or tags file is invalid.
    InvalidBlogFile = "invalid-blog-file", Error;
    /// A post names an author who isn't in the authors file.
    UnknownAuthor = "unknown-author", Error;
    /// A post has a tag that isn't in the tags file.
    UndefinedTag = "undefined-tag", Warning;
    /// A redirect or alias has a missing target or starts at the path of a page.
    InvalidRedirect = "invalid-redirect", Error;
    /// A redirect redirects to another redirect.
    RedirectChain = "redirect-chain", Warning;
    /// Two pages or two versions have the same URL.
    DuplicateRoute = "duplicate-route", Error;
    /// Two documents have the same ID, or two headings have the same explicit ID.
    DuplicateId = "duplicate-id", Error;
    /// A navbar item is misconfigured.
    NavbarItem = "navbar-item", Error;
    /// A sidebar in the config is misconfigured or names an unknown document.
    InvalidSidebar = "invalid-sidebar", Error;
    /// A link points to a page or file that isn't on the site.
    BrokenLink = "broken-link", Error;
    /// A link points to a heading that isn't on the page.
    BrokenAnchor = "broken-anchor", Warning;
    /// A link to another site is broken.
    BrokenExternalLink = "broken-external-link", Warning;
    /// An image file is missing.
    MissingImage = "missing-image", Error;
    /// An image has no alternative text. Only `docgen check --accessibility` reports this problem.
    MissingAlt = "missing-alt", Warning;
    /// A heading is more than one level below the previous heading. Only `docgen check --accessibility` reports this
    /// problem.
    SkippedHeading = "skipped-heading", Warning;
    /// A page has a second level-one heading. Only `docgen check --accessibility` reports this problem.
    SecondTitle = "second-title", Warning;
    /// Link text doesn't name the target. Only `docgen check --accessibility` reports this problem.
    VagueLink = "vague-link", Warning;
    /// Text in a color from the config is hard to read. Only `docgen check --accessibility` reports this problem.
    LowContrast = "low-contrast", Warning;
    /// A spelling or style checker found a problem. Only `docgen check --prose` reports this problem.
    ProseProblem = "prose-problem", Warning;
    /// An image's size can't be read.
    UnreadableImage = "unreadable-image", Warning;
    /// An image file is larger than the limit in the config.
    LargeImage = "large-image", Warning;
    /// A `:::name` isn't a known directive.
    UnknownDirective = "unknown-directive", Warning;
    /// A directive is missing a required part, or one of its attributes has an unknown value.
    InvalidDirective = "invalid-directive", Warning;
    /// Syntax for another generator is shown as text.
    ForeignSyntax = "foreign-syntax", Warning;
    /// A page contains the markers of a merge conflict.
    MergeConflict = "merge-conflict", Warning;
    /// Part of a site made for another generator can't be imported.
    NotImported = "not-imported", Warning;
    /// An attribute of a directive or code fence is misspelled.
    UnknownAttribute = "unknown-attribute", Warning;
    /// A row of a table has more cells than the table has columns.
    SurplusCells = "surplus-cells", Warning;
    /// A directive is never closed, or a closing fence has no opening fence.
    UnbalancedDirective = "unbalanced-directive", Warning;
    /// A group of tabs has no tab, has content outside its tabs, has two tabs with the same label or value, or names an
    /// unknown default tab.
    InvalidTabs = "invalid-tabs", Warning;
    /// A `data-island` attribute names an island that the theme doesn't have.
    UnknownIsland = "unknown-island", Warning;
    /// A tag is neither an HTML element nor one of the site's components.
    UnknownComponent = "unknown-component", Warning;
    /// A component or a page's code doesn't compile, throws an error, or uses too much time or memory.
    ComponentError = "component-error", Error;
    /// A tag doesn't match the type of its component's props.
    ComponentProps = "component-props", Warning;
    /// A component drops or repeats the headings in its content.
    ComponentChildren = "component-children", Warning;
    /// A file that a page or component imports is missing, is unreadable, or can't be imported.
    InvalidImport = "invalid-import", Error;
    /// A file that a page includes or shows as code is missing, can't be read, or doesn't contain the part to show.
    InvalidInclude = "invalid-include", Error;
    /// A glossary term is defined twice or has no definition, or the translation of a glossary isn't a glossary.
    InvalidGlossary = "invalid-glossary", Warning;
    /// A variable has no value.
    UnknownVariable = "unknown-variable", Error;
    /// A style sheet that a page or component imports isn't valid or refers to a missing file.
    InvalidCss = "invalid-css", Error;
    /// JSX, an expression, or a statement in a page isn't valid or isn't supported.
    InvalidMdx = "invalid-mdx", Error;
    /// A raw HTML tag is never closed or has no matching tag.
    UnbalancedHtml = "unbalanced-html", Warning;
    /// A footnote is unused or has the same name as an earlier footnote.
    UnusedFootnote = "unused-footnote", Warning;
    /// A reference names a footnote that the page doesn't define.
    UndefinedFootnote = "undefined-footnote", Warning;
    /// A formula's LaTeX isn't valid.
    InvalidMath = "invalid-math", Error;
    /// A code fence is never closed.
    UnclosedFence = "unclosed-fence", Warning;
    /// A code fence marks lines or words that its code doesn't contain, or has an invalid regular expression.
    InvalidCodeMark = "invalid-code-mark", Warning;
    /// A code fence's language has no highlighter.
    UnknownLanguage = "unknown-language", Warning;
    /// A link in an OpenAPI document's description is broken.
    OpenApiLink = "openapi-link", Warning;
    /// One of the site's templates doesn't compile or render.
    InvalidTemplate = "invalid-template", Error;
    /// A file in `static/` would replace a page or another output file.
    OutputConflict = "output-conflict", Error;
    /// An output file has a name that can't be written to disk.
    InvalidPath = "invalid-path", Error;
    /// The name of an output file isn't valid on another operating system, or is the same as another name there.
    UnportablePath = "unportable-path", Warning;
    /// An OpenAPI document isn't valid JSON or YAML, so none of it can be shown.
    UnreadableOpenapi = "unreadable-openapi", Error;
    /// A file that belongs to an OpenAPI document has a problem in its JSON or YAML.
    OpenapiSyntax = "openapi-syntax", Warning;
    /// Part of an OpenAPI document is invalid.
    InvalidOpenapi = "invalid-openapi", Warning;
    /// An OpenAPI document doesn't give the full URL of a server.
    MissingServer = "missing-server", Warning;
    /// The target of a `$ref` doesn't exist.
    UnresolvedRef = "unresolved-ref", Warning;
    /// An overlay, or one of its actions, can't be applied to an OpenAPI document.
    InvalidOverlay = "invalid-overlay", Error;
    /// An overlay's action doesn't match anything in the OpenAPI document.
    UnmatchedTarget = "unmatched-target", Warning;
    /// Two operations in an OpenAPI document have the same ID.
    DuplicateOperationId = "duplicate-operation-id", Warning;
    /// Two pages from an OpenAPI document would have the same URL.
    DuplicateSlug = "duplicate-slug", Warning;
    /// A page with all operations is too large.
    LargePage = "large-page", Warning;
    /// A URL in an OpenAPI document is left out because it could be harmful.
    UnsafeUrl = "unsafe-url", Warning;
    /// An OpenAPI 3 document breaks a rule of the specification.
    OpenapiLint = "openapi-lint", Warning;
    /// An example in an OpenAPI document doesn't match its schema.
    InvalidExample = "invalid-example", Warning;
    /// A link or image outside OpenAPI documents has a URL that runs a script.
    ScriptLink = "script-link", Error;
    /// Last-updated dates or authors are turned on but unavailable.
    NoGitDates = "no-git-dates", Warning;
    /// A document's `history` is unavailable or incomplete.
    NoApiHistory = "no-api-history", Warning;
    /// A version can't be built from Git.
    UnavailableVersion = "unavailable-version", Error;
    /// A repository in the config can't be fetched or isn't pinned.
    UnavailableRepository = "unavailable-repository", Error;
}

/// Sorts diagnostics in reporting order: by file, starting with the files outside folders, and then by location, code,
/// and message. Parallel stages find diagnostics in any order. A problem in a file that several pages use is kept only
/// once.
pub(crate) fn sort(diagnostics: &mut Vec<Diagnostic>) {
    // The config comes first, because a problem in the config can be the cause of others.
    let path = |diagnostic: &Diagnostic| {
        let path = diagnostic.location.as_ref()?.path().clone();
        Some((path.as_str().contains('/'), path))
    };
    diagnostics.sort_by(|a, b| {
        path(a).cmp(&path(b)).then_with(|| problem(a).cmp(&problem(b))).then_with(|| a.page.cmp(&b.page))
    });
    diagnostics.dedup();
    if diagnostics.iter().any(|one| one.page.is_some()) {
        let groups = diagnostics.chunk_by(|a, b| problem(a) == problem(b));
        *diagnostics = groups.map(of_all_pages).collect();
    }
    keep_first_uses(diagnostics);
}

/// Keeps only the first report of each problem with an image file, with the number of uses.
fn keep_first_uses(diagnostics: &mut Vec<Diagnostic>) {
    let is_of_file = |one: &Diagnostic| matches!(one.code, Code::LargeImage | Code::UnreadableImage);
    let mut uses: HashMap<(Code, String), usize> = HashMap::new();
    for one in diagnostics.iter().filter(|one| is_of_file(one)) {
        *uses.entry((one.code, one.message.clone())).or_default() += 1;
    }
    diagnostics.retain_mut(|one| {
        if !is_of_file(one) {
            return true;
        }
        let count = uses.insert((one.code, one.message.clone()), 0).unwrap_or_default();
        if count > 1 {
            one.hints.push(format!("the site uses this file in {count} places"));
        }
        count > 0
    });
}

/// Returns everything about a diagnostic except its page.
fn problem(one: &Diagnostic) -> impl Ord + '_ {
    (&one.location, one.code, &one.message, &one.hints, &one.fix, one.count)
}

/// Merges the reports of a problem on several pages into one, with a hint that names a page.
fn of_all_pages(group: &[Diagnostic]) -> Diagnostic {
    let one = Diagnostic { page: None, ..group[0].clone() };
    // If no page is recorded, the problem is in the page itself.
    let pages: Option<Vec<&SourcePath>> = group.iter().map(|one| one.page.as_deref()).collect();
    match pages.as_deref() {
        Some([page]) => one.hint(format!("the page `{page}` uses this file")),
        Some([page, _]) => one.hint(format!("`{page}` and another page use this file")),
        Some([page, others @ ..]) => {
            one.hint(format!("`{page}` and {} other pages use this file", others.len()))
        }
        Some([]) | None => one,
    }
}
