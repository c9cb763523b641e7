//! What is wrong inside a group of tabs.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{Event as Md, Tag};

use super::{Builder, Collect, FrameKind, Pass};
use crate::diag::{Code, Span, nearest};
use crate::markdown::directive::Attribute;
use crate::markdown::document::Element;

/// A group of tabs that is not closed yet.
pub(super) struct OpenTabs {
    /// Its index in [`crate::markdown::Document::tabs`].
    index: u32,
    /// The line that opens it.
    opener: Span,
    /// The value of the tab that is to be open at first, with its place.
    default: Option<(Box<str>, Span)>,
    /// What stands in it and in none of its tabs.
    between: Vec<Span>,
    /// The first tab of each label, and of each value.
    labels: HashMap<Box<str>, usize>,
    values: HashMap<Box<str>, usize>,
    /// Whether that is reported, and nothing else of it.
    is_never_closed: bool,
}

impl OpenTabs {
    pub(super) fn new(index: u32, opener: Span, attributes: &[Attribute<'_>], text: &str) -> Self {
        let default =
            attributes.iter().find(|attribute| matches!(attribute.name, "default" | "defaultValue"));
        // What an expression of JSX would be is not known here.
        let is_value =
            |it: &&Attribute<'_>| !it.value.is_empty() && text.as_bytes().get(it.at - 1) != Some(&b'{');
        let place = |it: &Attribute<'_>| Span::from(it.at..it.at + it.value.len());
        let default = default.filter(is_value).map(|it| (it.value.into(), place(it)));
        OpenTabs {
            index,
            opener,
            default,
            between: Vec::new(),
            labels: HashMap::new(),
            values: HashMap::new(),
            is_never_closed: false,
        }
    }
}

impl Builder<'_> {
    /// Whether what comes next stands in a group of tabs and in none of them.
    pub(super) fn between_tabs(&self) -> bool {
        let innermost = self.frames.last().map(|frame| frame.kind);
        matches!(innermost, Some(FrameKind::Directive { element: Some(Element::Tabs(_)), .. }))
    }

    /// Notes an event of Markdown between tabs. Raw HTML and directives are met elsewhere.
    pub(super) fn event_between_tabs(&mut self, pass: &Pass<'_>, event: &Md<'_>, range: &Range<usize>) {
        let shown = match event {
            Md::Start(tag) => !matches!(tag, Tag::HtmlBlock | Tag::FootnoteDefinition(_)),
            Md::Text(_) | Md::Code(_) | Md::FootnoteReference(_) | Md::Rule => true,
            _ => false,
        };
        // The text of a block of code or HTML is gathered while no frame is open for it.
        if shown && self.between_tabs() && matches!(self.collect, Collect::Events) {
            let line = pass.text.get(range.clone()).unwrap_or_default().lines().next().map_or(0, str::len);
            self.note_between_tabs(pass.span(range.start..range.start + line));
        }
    }

    /// Notes something between tabs, to be reported when the group is closed.
    pub(super) fn note_between_tabs(&mut self, span: Span) {
        if let Some(group) = self.open_tabs.last_mut() {
            group.between.push(span);
        }
    }

    /// Leaves a group that is never closed without a word on it: what follows was hardly meant to be in it.
    pub(super) fn forget_tabs(&mut self) {
        if let Some(group) = self.open_tabs.last_mut() {
            group.is_never_closed = true;
        }
    }

    /// Leaves a group and reports what is wrong with it.
    pub(super) fn close_tabs(&mut self) {
        let Some(group) = self.open_tabs.pop().filter(|group| !group.is_never_closed) else { return };
        for span in group.between {
            let message = "this stands in no tab, so it is shown whichever tab is chosen";
            let hint = "move it into one of the tabs, or out of the group";
            self.report_with(Code::InvalidTabs, message, hint, span);
        }
        let values: Vec<Box<str>> =
            self.document.tabs[group.index as usize].tabs.iter().map(|tab| tab.value.clone()).collect();
        if values.is_empty() {
            let hint = "begin each tab with `:::tab[Its label]`, or remove the group";
            let message = "this group of tabs has no tab";
            self.report_with(Code::InvalidTabs, message, hint, group.opener);
        } else if let Some((default, span)) = group.default.filter(|(default, _)| !values.contains(default)) {
            let near = nearest(&default, values.iter().map(|value| &**value));
            let hint = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the values of its tabs are `{}`", values.join("`, `")),
            };
            let message = format!("no tab of this group has the value `{default}`, so the first is open");
            self.report_with(Code::InvalidTabs, message, hint, span);
        }
    }

    /// Reports a tab of a group that has the label or the value of one before it.
    pub(super) fn same_tab(&mut self, at: usize, span: Span) {
        let Some(group) = self.open_tabs.last_mut() else { return };
        let tabs = &self.document.tabs[group.index as usize].tabs;
        let Some(tab) = tabs.get(at) else { return };
        let label = *group.labels.entry(tab.label.clone()).or_insert(at);
        let value = *group.values.entry(tab.value.clone()).or_insert(at);
        let before = |first: usize| tabs.get(first).filter(|_| first < at);
        let (message, hint) = if let Some(same) = before(label) {
            let together = if same.value == tab.value { ", so they open together" } else { "" };
            let message = format!("two tabs of one group are called `{}`{together}", tab.label);
            (message, "give one of them another label".to_owned())
        } else if let Some(same) = before(value) {
            let (first, second, value) = (&same.label, &tab.label, &tab.value);
            let message =
                format!("the tabs `{first}` and `{second}` have one value, `{value}`, so they open together");
            (message, format!("give it a value of its own, as in `value=\"{value}-{}\"`", at + 1))
        } else {
            return;
        };
        self.report_with(Code::InvalidTabs, message, hint, span);
    }
}
