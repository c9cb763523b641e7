//! Converts the output of docgen's own components to the corresponding directives.

use super::{
    FrameKind,
    containers::title_element,
    described::{BLOCK, Described},
    rendered::Output,
};
use crate::component::{BLOCKS, CODE, CODE_ATTRIBUTES};
use crate::diag::{Code, Span};
use crate::markdown::{
    code::Fence,
    directive::{Attribute, By, Label, Opening},
    directives::{DirectiveId, Form},
    document::{Element, Event},
    raw_html,
    scan::Opener,
};

impl Output<'_, '_> {
    /// Handles the token at the start of the HTML and returns the length of the handled text.
    pub(super) fn block(&mut self, rest: &str, token: char) -> usize {
        let [start, title, content, _] = BLOCK;
        if token == start {
            let Some(end) = rest.find(title) else { return start.len_utf8() };
            let text = raw_html::decode(&rest[start.len_utf8()..end]);
            if let Ok(description) = serde_json::from_str(&text) {
                let (start, depth) = (self.builder.document.events.len(), self.builder.frames.len());
                self.described.push(Described { description, start, depth });
                self.builder.enter(FrameKind::Silent);
            }
            return end + title.len_utf8();
        }
        if token == content {
            self.start_block();
        } else {
            self.end_block();
        }
        token.len_utf8()
    }

    /// Opens the directive whose title was just read.
    fn start_block(&mut self) {
        let Some(Described { description, start, depth }) = self.described.pop() else { return };
        self.close_to(depth);
        let title = self.builder.document.events.split_off(start);
        let place = self.place_of_tag(&description.component);
        let attribute = |names: &[&str]| {
            let found = description.attributes.iter().find(|(name, _)| names.contains(&name.as_str()));
            found.map(|(_, value)| value.as_str())
        };
        if description.directive == CODE {
            let given = description.attributes.iter().map(|(name, _)| name.as_str());
            self.builder.unknown_attributes(given, &CODE_ATTRIBUTES.concat(), place);
            return self.start_code(attribute, place);
        }
        let id = DirectiveId::find(&description.directive);
        let title_names = id.map(|id| id.attribute("title")).unwrap_or_default();
        let attributes = description.attributes.iter();
        let values: Vec<(&str, String)> =
            attributes.map(|(name, value)| (name.as_str(), self.target_of(value))).collect();
        let at = place.start as usize;
        let mut attributes: Vec<Attribute<'_>> =
            values.iter().map(|(name, value)| Attribute { name, value, at }).collect();
        let is_title = |name: &String| title_names.contains(&name.as_str()) || name == "label";
        let is_titled = description.title.as_ref().is_some_and(is_title);
        let text = match is_titled {
            true => self.builder.inline_content(&title).0,
            false => attribute(title_names).unwrap_or_default().into(),
        };
        if is_titled {
            attributes.push(Attribute { name: "label", value: &text, at });
        }
        let known = BLOCKS.iter().find(|(name, _)| *name == description.component);
        let by = By::Tag(known.map_or("", |(name, _)| *name));
        let is_video = id.is_some_and(|id| matches!(id.form, Form::Video)) && !text.is_empty();
        let label = is_video.then_some(Label { text: &text, at });
        let opening = Opening { name: &description.directive, label, attributes, by };
        if let Some(id) = id.filter(|id| id.form.is_inline()) {
            return self.start_inline(id, &opening, place);
        }
        let links = (self.builder.metadata.links.len(), self.builder.metadata.images.len());
        let opener = Opener { marker: usize::MAX, by };
        let (element, icon) = self.builder.enter_directive(&opening, opener, place);
        self.locate_links(links);
        let Some(holder) = element.and_then(title_element) else { return };
        if text.is_empty() && icon.is_none() {
            return;
        }
        self.builder.write(Event::Open(holder));
        self.builder.document.events.extend(icon.map(Event::Icon));
        if is_titled {
            self.builder.document.events.extend(title);
        } else if !text.is_empty() {
            let text = self.builder.keep(&text);
            self.builder.write(Event::Text(text));
        }
        self.builder.write(Event::Close(holder));
    }

    /// Writes a code block with these attributes.
    fn start_code<'d>(&mut self, attribute: impl Fn(&[&str]) -> Option<&'d str>, place: Span) {
        let [meta, class, language, title, code] = CODE_ATTRIBUTES;
        let mut fence = Fence::read(attribute(meta).unwrap_or_default());
        let class = attribute(class).and_then(|class| class.strip_prefix("language-"));
        fence.language = attribute(language).or(class).unwrap_or_default().to_owned();
        fence.title = attribute(title).map(Box::from).or(fence.title);
        self.builder.code_block(fence, attribute(code).unwrap_or_default(), place);
        self.builder.enter(FrameKind::Silent);
    }

    /// Opens a directive in text.
    fn start_inline(&mut self, id: DirectiveId, opening: &Opening<'_>, place: Span) {
        self.builder.make_room("the directive", false);
        let given = opening.attributes.iter().map(|attribute| attribute.name);
        self.builder.unknown_attributes(given, &id.attributes.concat(), place);
        let element = match id.form {
            Form::Badge => Some(Element::Badge(self.builder.badge_kind(id, opening, place))),
            Form::Tooltip => {
                let text = id.text(opening, "text");
                let element = text.as_ref().map(|_| Element::Tooltip);
                if text.is_none() {
                    let hint = "add `text=\"…\"`";
                    let message = "the tooltip has no explanation";
                    self.builder.report_with(Code::InvalidDirective, message, hint, place);
                }
                self.explanations.extend(text);
                element
            }
            _ => {
                self.builder.icon(id, opening, place);
                None
            }
        };
        let opener = Opener { marker: usize::MAX, by: opening.by };
        self.builder.enter(FrameKind::Directive { element, opener });
        if let Some(element) = element {
            self.builder.write(Event::Open(element));
        }
    }

    /// Closes a component's element.
    pub(super) fn close_block(&mut self, kind: FrameKind) {
        if let FrameKind::Directive { element: Some(Element::Tooltip), .. } = kind
            && let Some(text) = self.explanations.pop()
        {
            self.builder.explanation(&text);
        }
        self.builder.close(kind);
    }

    /// Sets the locations of the links and images that a directive has just added.
    fn locate_links(&mut self, before: (usize, usize)) {
        let start = self.tags_from;
        for index in before.0..self.builder.metadata.links.len() {
            let target = self.builder.metadata.links[index].target.to_string();
            self.builder.metadata.links[index].span = self.place_of(&target);
        }
        let end = std::mem::replace(&mut self.tags_from, start);
        for index in before.1..self.builder.metadata.images.len() {
            let target = self.builder.metadata.images[index].target.to_string();
            self.builder.metadata.images[index].span = self.place_of(&target);
        }
        self.tags_from = self.tags_from.max(end);
        if let Some(file) = self.builder.imported.as_ref().map(|source| source.path.clone()) {
            self.builder.note_imported(&file, before);
        }
    }

    /// Closes a component's innermost directive.
    fn end_block(&mut self) {
        let floor = self.own.last().map_or(0, |own| own.depth);
        let is_block = |kind: FrameKind| matches!(kind, FrameKind::Directive { .. } | FrameKind::Silent);
        let at = self.builder.frames[floor..].iter().rposition(|frame| is_block(frame.kind));
        if let Some(at) = at {
            self.close_to(floor + at);
        }
    }
}
