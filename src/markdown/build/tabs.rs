//! Handles tab groups: opens tabs for code blocks and commands, and checks the content of each group.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{Event as Md, Tag};

use super::{Builder, Collect, FrameKind, Pass};
use crate::diag::{Code, Span, suggest};
use crate::markdown::{
    directive::{Attribute, Opening},
    directives::{DirectiveId, Form},
    document::{CodeBlock, Element, Event, Tab, Tabs},
    highlight,
    icons::Icon,
    packages::{self, MANAGERS},
};

/// An open tab group.
pub(super) struct OpenTabs {
    /// The group's index in [`crate::markdown::Document::tabs`].
    index: u32,
    /// The location of the opening line.
    opener: Span,
    /// The values and labels of the tabs, as a JavaScript array.
    pub array: Option<Box<str>>,
    /// The value of the tab to open first.
    pub first: Option<Box<str>>,
    /// The location of the value of the tab to open first, if known.
    first_at: Option<Span>,
    /// The locations of content outside the tabs.
    between: Vec<Span>,
    /// The index of the first tab with each label.
    labels: HashMap<Box<str>, usize>,
    /// The index of the first tab with each value.
    values: HashMap<Box<str>, usize>,
    /// Whether each code block in the group is a tab.
    is_of_code: bool,
    /// Whether the group is never closed. If so, the group's problems aren't reported.
    is_never_closed: bool,
}

impl OpenTabs {
    pub(super) fn new(index: u32, opener: Span, opening: &Opening<'_>, text: &str) -> Self {
        let attributes = &opening.attributes;
        let named = |name: &str| attributes.iter().find(|attribute| attribute.name == name);
        let first = named("defaultValue").or_else(|| named("default"));
        // The value of a JSX expression is unknown.
        let is_value = |it: &&Attribute<'_>| {
            !it.value.is_empty() && it.at.checked_sub(1).and_then(|at| text.as_bytes().get(at)) != Some(&b'{')
        };
        let place = |it: &Attribute<'_>| Span::from(it.at..it.at + it.value.len());
        let value = |it: &Attribute<'_>| it.value.into();
        OpenTabs {
            index,
            opener,
            array: named("values").map(value),
            first: first.map(value),
            first_at: first.filter(is_value).map(place),
            between: Vec::new(),
            labels: HashMap::new(),
            values: HashMap::new(),
            is_of_code: DirectiveId::find(opening.name).is_some_and(|id| matches!(id.form, Form::CodeGroup)),
            is_never_closed: false,
        }
    }
}

impl Builder<'_> {
    /// Whether the next content is in a tab group but not in a tab.
    pub(super) fn between_tabs(&self) -> bool {
        let innermost = self.frames.last().map(|frame| frame.kind);
        matches!(innermost, Some(FrameKind::Directive { element: Some(Element::Tabs(_)), .. }))
    }

    /// Records a Markdown event between tabs. Raw HTML and directives are handled elsewhere.
    pub(super) fn event_between_tabs(&mut self, pass: &Pass<'_>, event: &Md<'_>, range: &Range<usize>) {
        let shown = match event {
            Md::Start(Tag::CodeBlock(_)) if self.is_code_group() => false,
            Md::Start(tag) => !matches!(tag, Tag::HtmlBlock | Tag::FootnoteDefinition(_)),
            Md::Text(_) | Md::Code(_) | Md::FootnoteReference(_) | Md::Rule => true,
            _ => false,
        };
        // Code and HTML blocks don't have a frame while their text is collected.
        if shown && self.between_tabs() && matches!(self.collect, Collect::Events) {
            let line = pass.text.get(range.clone()).unwrap_or_default().lines().next().map_or(0, str::len);
            self.note_between_tabs(pass.span(range.start..range.start + line));
        }
    }

    /// Whether the next content is a direct child of a code group.
    pub(super) fn is_code_group(&self) -> bool {
        self.between_tabs() && self.open_tabs.last().is_some_and(|group| group.is_of_code)
    }

    /// If a code block is a direct child of a code group, opens a tab for the block. The block's title becomes the
    /// label.
    pub(super) fn open_code_tab(
        &mut self,
        title: Option<Box<str>>,
        language: &str,
        span: Span,
    ) -> Option<Element> {
        let group = self.open_tabs.last().filter(|_| self.is_code_group())?.index;
        let tabs = &mut self.document.tabs[group as usize].tabs;
        let language = || (!language.is_empty()).then(|| language.into());
        let label = title.or_else(language).unwrap_or_else(|| (tabs.len() + 1).to_string().into());
        let at = tabs.len();
        tabs.push(Tab::new(label, None));
        self.same_tab(at, span);
        let tab = Element::Tab(at as u32);
        self.write(Event::Open(tab));
        Some(tab)
    }

    /// Writes a block of npm commands as a tab group with one tab for each package manager.
    pub(super) fn package_tabs(&mut self, commands: &str, title: Option<&str>) {
        let tabs = MANAGERS.map(|name| Tab::new(name.into(), None)).into();
        let group = Tabs { group: Some("package-manager".into()), tabs, ..Tabs::default() };
        self.document.tabs.push(group);
        let group = Element::Tabs(self.document.tabs.len() as u32 - 1);
        self.write(Event::Open(group));
        for (at, manager) in MANAGERS.into_iter().enumerate() {
            let code = packages::convert(commands, manager);
            let highlighted = highlight::highlight("sh", &code, self.cache);
            self.metadata.highlighted.extend(highlighted.key);
            let block = CodeBlock {
                language: "sh".into(),
                title: title.map(Box::from),
                html: highlighted.html,
                text: self.keep(&code),
                ..CodeBlock::default()
            };
            self.document.code.push(block);
            let code = Event::Code((self.document.code.len() - 1) as u32);
            let tab = Element::Tab(at as u32);
            self.document.events.extend([Event::Open(tab), code, Event::Close(tab)]);
        }
        self.write(Event::Close(group));
    }

    /// Records content between tabs, which is reported when the group is closed.
    pub(super) fn note_between_tabs(&mut self, span: Span) {
        if let Some(group) = self.open_tabs.last_mut() {
            group.between.push(span);
        }
    }

    /// Marks the innermost group as unclosed so that its problems aren't reported. The content after the group's
    /// opening line might not be part of the group.
    pub(super) fn forget_tabs(&mut self) {
        if let Some(group) = self.open_tabs.last_mut() {
            group.is_never_closed = true;
        }
    }

    /// Leaves a group. If the group was closed, reports problems in it.
    pub(super) fn close_tabs(&mut self) {
        let Some(group) = self.open_tabs.pop().filter(|group| !group.is_never_closed) else { return };
        for span in group.between {
            let message = "this content isn't in a tab, so it's always shown";
            let hint = "move the content into one of the tabs, or out of the group";
            self.report_with(Code::InvalidTabs, message, hint, span);
        }
        let values: Vec<Box<str>> =
            self.document.tabs[group.index as usize].tabs.iter().map(|tab| tab.value.clone()).collect();
        if values.is_empty() {
            let (message, hint) = match group.is_of_code {
                true => ("this group has no code blocks", "add code blocks, or remove the group"),
                false => {
                    ("this group has no tabs", "start each tab with `:::tab[Label]`, or remove the group")
                }
            };
            self.report_with(Code::InvalidTabs, message, hint, group.opener);
        } else if let (Some(first), Some(span)) = (group.first, group.first_at)
            && !values.contains(&first)
        {
            let hint = suggest(&first, values.iter().map(|value| &**value));
            let message = format!("unknown default tab `{first}`; the first tab is selected");
            self.report_with(Code::InvalidTabs, message, hint, span);
        }
    }

    pub(super) fn set_tab_icon(&mut self, at: usize, icon: Option<Icon>) {
        let Some(group) = self.open_tabs.last() else { return };
        if let Some(tab) = self.document.tabs[group.index as usize].tabs.get_mut(at) {
            tab.icon = icon;
        }
    }

    /// Reports a tab that has the same label or value as an earlier tab.
    pub(super) fn same_tab(&mut self, at: usize, span: Span) {
        let Some(group) = self.open_tabs.last_mut() else { return };
        let tabs = &self.document.tabs[group.index as usize].tabs;
        let Some(tab) = tabs.get(at) else { return };
        let label = *group.labels.entry(tab.label.clone()).or_insert(at);
        let value = *group.values.entry(tab.value.clone()).or_insert(at);
        let before = |first: usize| tabs.get(first).filter(|_| first < at);
        let (message, hint) = if let Some(same) = before(label) {
            let together = if same.value == tab.value { ", so these tabs open together" } else { "" };
            let message = format!("duplicate tab label `{}`{together}", tab.label);
            (message, "change one of the labels".to_owned())
        } else if let Some(same) = before(value) {
            let (first, second, value) = (&same.label, &tab.label, &tab.value);
            let message = format!("duplicate tab value `{value}`: `{first}` and `{second}` open together");
            (message, format!("change one of the values, as in `value=\"{value}-{}\"`", at + 1))
        } else {
            return;
        };
        self.report_with(Code::InvalidTabs, message, hint, span);
    }
}
