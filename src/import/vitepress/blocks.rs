//! Shows the HTML elements of a page whose content depends on the page's own script, such as a list with `v-for`.

use super::context::Context;
use super::tag::Tag;
use super::{components, inline};
use crate::import::lines::is_blank;
use crate::import::markdown::fence;
use crate::markdown::is_void_element;

/// The maximum length of an element, in lines.
const LONGEST: usize = 200;

/// The attributes that only Vue can evaluate.
const COMPUTED: [&str; 4] = ["v-for=", "v-if=", " :href=", " :src="];

/// Returns the number of lines of the element at the start of the lines, and the Markdown that replaces the element.
pub(super) fn shown(lines: &[&str], context: &Context<'_>) -> Option<(usize, String)> {
    components::script(&context.source.text)
        .filter(|_| lines.first().is_some_and(|line| line.starts_with('<')))?;
    let length = length(lines)?;
    let template = lines[..length].join("\n");
    if !COMPUTED.iter().any(|attribute| template.contains(attribute)) {
        return None;
    }
    let one = components::Components::of_page(&template, context);
    let markdown = context.site.components.shown(&one).map(str::to_owned);
    context.components.borrow_mut().insert(one);
    let blocks = markdown?;
    let blocks: Vec<String> = blocks.split("\n\n").map(|block| inline::convert(block, context)).collect();
    Some((length, blocks.join("\n\n")))
}

/// Returns the number of lines of the element at the start of the lines. The element has no blank lines, because text
/// after a blank line is Markdown.
fn length(lines: &[&str]) -> Option<usize> {
    let mut open: Vec<String> = Vec::new();
    for (index, line) in lines.iter().take(LONGEST).enumerate() {
        if is_blank(line) || fence(line.trim_start()).is_some() {
            return None;
        }
        for tag in line.match_indices('<').filter_map(|(at, _)| Tag::read(&line[at..])) {
            if tag.is_end {
                open.pop().filter(|name| *name == tag.name)?;
            } else if !tag.is_closed && !is_void_element(&tag.name) {
                open.push(tag.name);
            }
        }
        if open.is_empty() {
            return Some(index + 1);
        }
    }
    None
}
