//! Determines the variables that a file can show and reports variables without a value.

use super::{Builder, inline_directives::plain_label, is_mdx};
use crate::component::{Library, version_folder};
use crate::diag::Code;
use crate::markdown::{
    FrontMatter, Options,
    directive::Label,
    headings, scan,
    variables::{Misnamed, PageFacts, Parameters, Scope},
};
use crate::source::Source;

/// Returns the variables that a file can show.
pub(super) fn scope<'a>(
    options: &Options,
    library: Option<&'a Library>,
    parameters: &'a Parameters,
    page: &'a PageFacts,
) -> Option<Scope<'a>> {
    let is_on = options.variables || !parameters.is_empty();
    library.filter(|_| is_on).map(|library| Scope::new(library, parameters, page))
}

/// Returns the variables that a file's text can show. MDX has expressions instead, so only its code has variables.
pub(super) fn in_text<'s, 'a>(source: &Source, scope: Option<&'s Scope<'a>>) -> Option<&'s Scope<'a>> {
    scope.filter(|_| !is_mdx(source))
}

/// Returns the page details that the page's content can show. If the front matter has no title, the title is the
/// level-one heading before the other headings.
pub(super) fn page_facts(
    source: &Source,
    front_matter: &FrontMatter,
    body_start: usize,
    options: &Options,
    library: Option<&Library>,
) -> PageFacts {
    if !options.variables {
        return PageFacts::default();
    }
    let heading = || {
        let text = first_heading(&source.text[body_start..])?;
        // The ID can contain variables.
        let plain = text.replace("{{", "__").replace("}}", "__");
        let text = headings::own_id(&plain).map_or(text, |(length, _)| &text[..length]);
        // The value of an expression or component isn't known yet.
        if is_mdx(source) && text.contains(['{', '<']) {
            return None;
        }
        Some(plain_label(Label { text, at: 0 }, None))
    };
    let facts = PageFacts {
        title: front_matter.title.clone().or_else(heading),
        description: front_matter.description.clone(),
        folder: version_folder(&source.path).map(str::to_owned),
    };
    match library {
        Some(library) => facts.resolved(library),
        None => facts,
    }
}

/// Returns the text of the first heading, outside code and comments, if its level is one.
fn first_heading(body: &str) -> Option<&str> {
    let (mut fence, mut in_comment) = (None, false);
    for line in body.lines() {
        let line = line.trim();
        if in_comment || fence.is_none() && line.starts_with("<!--") {
            in_comment = !line.contains("-->");
            continue;
        }
        let is_code = fence.is_some();
        scan::note_fence(line, &mut fence);
        if !is_code && line.starts_with('#') {
            return line.strip_prefix("# ");
        }
    }
    None
}

impl Builder<'_> {
    /// Records the variables that the content shows and reports variables without a value. Returns the parameters that
    /// are probably misspelled.
    pub(super) fn note_variables(&mut self) -> Vec<Misnamed> {
        let (Some(scope), Some(library)) = (self.variables, self.library) else { return Vec::new() };
        let (found, misnamed) = scope.take();
        self.imported = None;
        self.metadata.is_composed |= found.is_any;
        self.metadata.imports.extend(found.imports(library, self.page.folder.as_deref()));
        for (place, _, unknown) in found.problems {
            let diagnostic = self.report(Code::UnknownVariable, unknown.message, place);
            if let Some(hint) = unknown.hint {
                diagnostic.add_hint(hint);
            }
        }
        misnamed
    }
}
