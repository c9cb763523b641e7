//! The site's components: the props of their tags.

use std::fmt::Write as _;
use std::ops::Range;

use super::Asked;
use crate::component::{BLOCKS, PropInfo};
use crate::markdown::DIRECTIVES;
use crate::path::SourcePath;

/// The maximum distance from the start of a tag to the cursor, in bytes.
const LONGEST: usize = 4000;

/// An open tag before the cursor.
pub(super) struct Tag<'a> {
    /// The component's name.
    pub name: &'a str,
    /// The text after the name.
    pub attributes: &'a str,
    /// If the cursor is in an attribute's value: the attribute and the start of the value.
    pub value: Option<(&'a str, &'a str)>,
}

/// Returns the open tag of a component at the end of a text, if the cursor is after the name and not in code.
pub(super) fn open_tag(before: &str) -> Option<Tag<'_>> {
    let start = crate::source::floor(before, before.len().saturating_sub(LONGEST));
    let rest = &before[start..];
    let rest = &rest[rest.rfind('<')? + 1..];
    let length = rest.find(|c: char| !is_in_name(c)).filter(|_| rest.starts_with(char::is_uppercase))?;
    let (name, attributes) = rest.split_at(length);
    let (mut quote, mut braces) = (None, 0_usize);
    for (at, c) in attributes.char_indices() {
        match (quote, c) {
            (Some((open, _)), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some((c, at)),
            (None, '{') => braces += 1,
            (None, '}') => braces = braces.saturating_sub(1),
            (None, '>') if braces == 0 => return None,
            _ => {}
        }
    }
    let value = quote.filter(|_| braces == 0).and_then(|(_, at)| {
        let head = attributes[..at].strip_suffix('=')?;
        let attribute = head.rsplit(|c: char| !is_in_name(c) && c != '-').next()?;
        Some((attribute, &attributes[at + 1..]))
    });
    let is_between = quote.is_none() && attributes.starts_with(char::is_whitespace);
    (braces == 0 && (value.is_some() || is_between)).then_some(Tag { name, attributes, value })
}

fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '.')
}

/// Returns the props of a component on a page.
pub(super) fn props(asked: &Asked<'_>, name: &str) -> Option<Vec<PropInfo>> {
    let parsed = asked.site.parsed(asked.file, asked.text)?;
    let own = parsed.library().and_then(|library| library.props(asked.file, &imports(asked.text), name));
    own.or_else(|| {
        let (_, directive) = BLOCKS.iter().find(|(block, _)| *block == name)?;
        let directive = DIRECTIVES.iter().find(|one| one.name == *directive)?;
        let prop = |name: &str| PropInfo {
            name: name.to_owned(),
            is_required: false,
            values: Vec::new(),
            about: None,
        };
        Some(directive.attribute_names().map(prop).collect())
    })
}

/// Returns the import statements of a page. They start a paragraph.
fn imports(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.trim_matches('\n'));
    paragraphs.filter(|paragraph| paragraph.starts_with("import ")).collect::<Vec<_>>().join("\n")
}

/// Returns the name of the component in a tag at an offset, and its location.
fn name_at<'a>(asked: &Asked<'a>, offset: usize) -> Option<(Range<usize>, &'a str)> {
    let text = asked.text;
    let start = text[..offset].rfind(|c: char| !is_in_name(c)).map_or(0, |at| at + 1);
    let is_tag = ["<", "</"].iter().any(|mark| text[..start].ends_with(mark));
    let end = text[offset..].find(|c: char| !is_in_name(c)).map_or(text.len(), |at| offset + at);
    let name = text.get(start..end)?;
    (is_tag && name.starts_with(char::is_uppercase)).then_some((start..end, name))
}

/// Describes the component in the tag at an offset, with its props.
pub(super) fn describe(asked: &Asked<'_>, offset: usize) -> Option<(Range<usize>, String)> {
    let (range, name) = name_at(asked, offset)?;
    let props = props(asked, name)?;
    let mut text = format!("**{name}**");
    if let Some(file) = file(asked, name) {
        let _ = write!(text, " `{file}`");
    }
    text.push('\n');
    for prop in props {
        let _ = write!(text, "\n- `{}`", prop.name);
        if prop.is_required {
            text.push_str(" (required)");
        }
        if let Some(about) = &prop.about {
            let _ = write!(text, ": {about}");
        }
    }
    Some((range, text))
}

/// Returns the file of the component in the tag at an offset, unless the page imports the component.
pub(super) fn definition(asked: &Asked<'_>, offset: usize) -> Option<(Range<usize>, SourcePath)> {
    let (range, name) = name_at(asked, offset)?;
    Some((range, file(asked, name)?))
}

fn file(asked: &Asked<'_>, name: &str) -> Option<SourcePath> {
    asked.site.sources.components.iter().find(|path| path.stem() == name).cloned()
}
