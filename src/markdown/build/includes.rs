//! Handles content from other files: the `::include` directive, and code blocks with `file`.
//!
//! An included Markdown file is parsed on its own, and its events become part of the page. If the file has components
//! or expressions, the page's module imports the file instead, as it does with any other imported Markdown file.

use std::borrow::Cow;
use std::ops::Range;

use super::{
    Builder,
    jsx::Included,
    partials::{Context, Part},
};
use crate::component::{GIT, Root, in_git, with_parameters};
use crate::diag::{Code, Hint, Span, meant, misspelled};
use crate::markdown::{
    code::Fence,
    directive::{Attribute, Opening},
    document::Event,
    excerpt::{self, Selection},
    front_matter, highlight,
    variables::Misnamed,
};
use crate::path::SourcePath;
use crate::source::Source;

/// The maximum number of files that a page can include. A file that's included twice counts twice.
const MAX_FILES: usize = 1000;

/// The maximum size of the text that a page can include, in bytes.
const MAX_TEXT: usize = 16 << 20;

/// The maximum length of an include's parameters, in bytes. A file can pass its parameters on to other files, so
/// without this limit, the parameters could keep growing.
const MAX_PARAMETERS: usize = 4 << 10;

/// The attributes of an include that aren't parameters.
const OWN: [&str; 3] = ["file", "lines", "region"];

/// The reason that a file can't be included, and a hint.
type Fault = (String, Hint);

impl Builder<'_> {
    /// Includes a file. `index` is the index of the directive's marker.
    pub(super) fn include(&mut self, index: usize, opening: &Opening<'_>, span: Span) {
        self.metadata.is_composed = true;
        if self.between_tabs() {
            self.note_between_tabs(span);
        }
        if let Err((message, hint)) = self.included(index, opening, span) {
            self.metadata.is_incomplete = true;
            self.report_with(Code::InvalidInclude, message, hint, span);
        }
    }

    fn included(&mut self, index: usize, opening: &Opening<'_>, span: Span) -> Result<(), Fault> {
        let attribute = |name: &str| opening.attributes.iter().find(|attribute| attribute.name == name);
        let value = |name: &str| attribute(name).map(|attribute| Box::from(attribute.value));
        let Some(file) = attribute("file").filter(|file| !file.value.trim().is_empty()) else {
            let given = opening.attributes.iter().map(|attribute| attribute.name);
            let hint = match given
                .filter(|name| *name != "file")
                .find(|name| misspelled(name, ["file"]).is_some())
            {
                Some(name) => Hint {
                    text: format!("did you mean `file` instead of `{name}`?"),
                    ..meant(name, "file", ["file"])
                },
                None => "specify its path, as in `::include{file=\"./_part.md\"}`".into(),
            };
            return Err(("the include has no file".to_owned(), hint));
        };
        let path = self.locate(file.value, Root::Content)?;
        let extension = path.extension().to_ascii_lowercase();
        if !matches!(extension.as_str(), "md" | "mdx" | "markdown") {
            let message = format!("can't include `{}`: it isn't a Markdown file", file.value);
            return Err((
                message,
                format!("to show it as code, use a code block with `file=\"{}\"`", file.value).into(),
            ));
        }
        if self.trail.files.contains(&path) {
            self.trail.is_cyclic = true;
            let files: Vec<&str> = self.trail.files.iter().chain([&path]).map(SourcePath::as_str).collect();
            let message = format!("`{}` includes itself: `{}`", file.value, files.join("` → `"));
            return Err((message, "remove one of the includes".into()));
        }
        let source = self.read(&path, file.value, Root::Content)?;
        let selection = Selection { lines: value("lines"), region: value("region"), symbol: None };
        let (source, start) = part(source, &selection, file.value)?;
        let is_parameter = |attribute: &&Attribute<'_>| !OWN.contains(&attribute.name);
        let parameters = opening.attributes.iter().filter(is_parameter);
        let parameters: Vec<(String, String)> =
            parameters.map(|one| (one.name.to_owned(), one.value.to_owned())).collect();
        if let Some((name, _)) =
            parameters.iter().find(|(name, _)| name.contains(['"', '\'', '\\', '{', '}']))
        {
            let message = format!("invalid parameter name `{name}`");
            let hint = "if the name is part of a value, put the value in quotes that it doesn't contain";
            return Err((message, hint.into()));
        }
        if parameters.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>() > MAX_PARAMETERS {
            let message = format!("the parameters are larger than {} KiB in total", MAX_PARAMETERS >> 10);
            return Err((message, "put the text in the included file".into()));
        }
        let is_mdx = extension == "mdx";
        let mut trail = std::mem::take(&mut self.trail);
        trail.files.push(path.clone());
        let context = Context { options: self.options, cache: self.cache, library: self.library };
        let page = &self.page;
        let mut read = context.part(Part { source: &source, start, parameters: &parameters, page, trail });
        self.trail = std::mem::take(&mut read.trail);
        self.trail.files.pop();
        self.begun = true;
        // In MDX, expressions can use the parameters.
        let are_props = is_mdx && read.has_code;
        for misnamed in std::mem::take(&mut read.misnamed).into_iter().filter(|_| !are_props) {
            let attribute = attribute(&misnamed.parameter);
            let place = attribute.and_then(|attribute| self.name_place(attribute)).unwrap_or(span);
            self.report_misnamed(&misnamed, file.value, place);
        }
        if !read.has_code {
            self.make_room("the include", true);
            self.splice(read);
            return Ok(());
        }
        if self.trail.is_cyclic {
            let problems = read.partial.diagnostics.into_iter();
            let problems = problems.filter(|problem| problem.code == Code::InvalidInclude);
            let page = &self.source.path;
            self.diagnostics.extend(problems.map(|problem| problem.on_page(page)));
            return Ok(());
        }
        if in_git(&path).is_some() {
            let message = format!("can't include `{}`: the file contains components", file.value);
            return Err((
                message,
                "from other repositories, include only Markdown without components".into(),
            ));
        }
        if selection.lines.is_some() || selection.region.is_some() {
            let message = format!("can't include a part of `{}`: the file contains components", file.value);
            return Err((message, "move the part to its own file".into()));
        }
        let specifier = with_parameters(&path, if is_mdx { &[] } else { &parameters });
        let props = if is_mdx { parameters } else { Vec::new() };
        self.jsx.is_used = true;
        self.make_room("the include", true);
        self.jsx.includes.insert(index, Included { specifier, props });
        self.write(Event::Jsx(index as u32));
        Ok(())
    }

    /// Returns the location of an attribute's name.
    fn name_place(&self, attribute: &Attribute<'_>) -> Option<Span> {
        let (source, name) = (&self.source.text, attribute.name);
        // An attribute without a value is located at its name.
        let is_here = source.get(attribute.at..)?.starts_with(name) && attribute.value.is_empty();
        let start = if is_here { attribute.at } else { source.get(..attribute.at)?.rfind(name)? };
        Some(Span::from(start..start + name.len()))
    }

    /// Reports a parameter whose name is probably misspelled, because the included file shows a variable with a similar
    /// name.
    fn report_misnamed(&mut self, misnamed: &Misnamed, file: &str, place: Span) {
        let Misnamed { parameter, variable } = misnamed;
        let message = format!("`{file}` shows the variable `{variable}`, but the include sets `{parameter}`");
        let hint = Hint::meant(parameter, variable, false);
        self.report_with(Code::UnknownVariable, message, hint, place);
    }

    /// Returns the path of a file that the page refers to.
    fn locate(&mut self, written: &str, root: Root) -> Result<SourcePath, Fault> {
        let library = self.library.ok_or_else(|| {
            (format!("can't include `{written}`"), "use `include` only on the site's own pages".into())
        })?;
        let located = library.locate(&self.source.path, written, root);
        let located = located.map_err(|(message, hint)| (message, Hint::from(hint)));
        located.inspect_err(|_| {
            // The page also depends on the repositories in the config.
            let name = written.split(':').next().unwrap_or_default();
            let repository = SourcePath::new(format!("{GIT}{name}"));
            self.metadata.imports.push((repository.clone(), library.hash_of(&repository)));
        })
    }

    /// Reads a file and records that the page uses it.
    fn read(&mut self, path: &SourcePath, written: &str, root: Root) -> Result<Source, Fault> {
        let unreadable =
            |reason: &str| (format!("can't read `{written}`: {reason}"), Hint::from("check the path"));
        let Some(library) = self.library else { return Err(unreadable("it isn't part of the site")) };
        self.metadata.imports.push((path.clone(), library.hash_of(path)));
        let source = library.read(path).map_err(|reason| {
            if let Some(name) = library.unavailable(path) {
                let hint = "fix the `unavailable-repository` error first";
                return (format!("the `{name}` repository is unavailable"), hint.into());
            }
            if library.refusal(path).is_some() || library.hash_of(path) != 0 {
                return unreadable(&reason);
            }
            let near = match in_git(path) {
                Some(_) => library.near_in_git(path),
                None => library.near(&self.source.path, path),
            };
            let hint = match near {
                _ if in_git(path).is_some() && near.is_none() => {
                    "check the path, which is relative to the other repository's root".into()
                }
                Some(near) => meant(written, &near, [&*near]),
                None if !written.starts_with('/') => {
                    "check the path, which is relative to the page's file".into()
                }
                None if root == Root::Content => {
                    "check the path, which is relative to the `content` folder".into()
                }
                None => "check the path, which is relative to the repository root".into(),
            };
            (format!("can't read `{written}`: the file doesn't exist"), hint)
        })?;
        self.trail.count += 1;
        self.trail.size += source.text.len();
        if self.trail.count > MAX_FILES || self.trail.size > MAX_TEXT {
            let message = format!(
                "the page includes more than {MAX_FILES} files, or more than {} MiB of text",
                MAX_TEXT >> 20
            );
            return Err((message, "split the page".into()));
        }
        Ok(source)
    }

    /// Returns the text of a code block, which can be in another file. If the file can't be shown, reports the problem
    /// and returns `None`.
    pub(super) fn text_of_block<'t>(
        &mut self,
        fence: &mut Fence,
        text: Cow<'t, str>,
        place: Span,
    ) -> Option<Cow<'t, str>> {
        let mut text = text;
        let has_file = fence.file.is_some();
        // Other tools use `file` as the title of a block that contains code.
        if let Some(file) = fence.file.take().filter(|_| text.trim().is_empty()) {
            self.metadata.is_composed = true;
            match self.code_of_file(&file, fence) {
                Ok(code) => text = Cow::Owned(code),
                Err((message, hint)) => {
                    self.report_with(Code::InvalidInclude, message, hint, place);
                    return None;
                }
            }
        }
        let Selection { region, symbol, .. } = &fence.selection;
        let alone = if region.is_some() { Some("region") } else { symbol.as_ref().map(|_| "symbol") };
        if let Some(name) = alone.filter(|_| !has_file) {
            let hint = format!("add `file` with the path of the file, or remove `{name}`");
            self.report_with(
                Code::InvalidInclude,
                format!("`{name}` has no effect without `file`"),
                hint,
                place,
            );
        }
        match self.variables {
            Some(scope) if fence.variables => {
                let title = fence.title.as_deref();
                fence.title = title.map(|title| scope.replaced(title, |_| place).into_owned().into());
                let of_code = |range| self.place_in_code(&text, range, place).filter(|_| !has_file);
                Some(Cow::Owned(scope.replaced(&text, |range| of_code(range).unwrap_or(place)).into_owned()))
            }
            _ => Some(text),
        }
    }

    /// Returns the location of a range in the text of a code block. `block` is the location of the block.
    fn place_in_code(&self, text: &str, range: Range<usize>, block: Span) -> Option<Span> {
        let before = &text[..range.start];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let same = &text[range];
        let earlier = before[line_start..].matches(same).count();
        let mut lines = self.source.text.get(block.range().start..)?.split_inclusive('\n');
        let number = before.matches('\n').count() + 1;
        let at = block.range().start + lines.by_ref().take(number).map(str::len).sum::<usize>();
        let (column, _) = lines.next()?.match_indices(same).nth(earlier)?;
        Some(Span::from(at + column..at + column + same.len()))
    }

    fn code_of_file(&mut self, file: &str, fence: &mut Fence) -> Result<String, Fault> {
        let path = self.locate(file, Root::Repository)?;
        let source = self.read(&path, file, Root::Repository)?;
        if fence.language.is_empty() {
            let language = path.extension().to_ascii_lowercase();
            fence.language = if highlight::is_known(&language) { language } else { String::new() };
        }
        excerpt::select(&source.text, &fence.selection, file)
    }

    /// If a directive's attributes contain variables, returns the attributes' values with the variables replaced.
    /// `base` is the location of the text that contains the directive.
    pub(super) fn attribute_values<'o>(
        &self,
        opening: &'o Opening<'_>,
        base: usize,
    ) -> Option<Vec<Cow<'o, str>>> {
        let scope = self.scan.scope?;
        let attributes = &opening.attributes;
        attributes.iter().any(|attribute| attribute.value.contains("{{")).then(|| {
            let value = |attribute: &Attribute<'o>| {
                let at = base + attribute.at;
                scope.replaced(attribute.value, |range| Span::from(at + range.start..at + range.end))
            };
            attributes.iter().map(value).collect()
        })
    }
}

/// Returns a source that ends with the part of a Markdown file to include, and the offset of the start of the part.
fn part(source: Source, selection: &Selection, file: &str) -> Result<(Source, usize), Fault> {
    if selection.lines.is_none() && selection.region.is_none() {
        let (_, start) = front_matter::read(&source, &mut Vec::new());
        return Ok((source, start));
    }
    let range = excerpt::select_range(&source.text, selection, file)?;
    Ok((Source { text: source.text[..range.end].into(), ..source }, range.start))
}
