//! Maintains the stack of open elements, including directives.

use super::{Builder, Frame, FrameKind, OpenTabs, Pass, inline_directives::plain_label};
use crate::diag::{Code, Hint, Span, did_you_mean};
use crate::markdown::{
    directive::{self, By, Line, Opening},
    directives::{DIRECTIVES, DirectiveId, Form, INCLUDE},
    document::{Audience, Element, Event, Link, Tab, Tabs},
    extensions,
    icons::Icon,
    scan::Opener,
};

/// The maximum number of nested directives. Without a limit, the search for the directive that a line closes could take
/// too long.
const MAX_DEPTH: usize = 64;

/// The maximum number of grid columns. In a grid with more columns, the text would be too narrow.
const MAX_COLUMNS: u8 = 4;

impl Builder<'_> {
    pub(super) fn open(&mut self, element: Element) {
        if !matches!(element, Element::Link(_) | Element::Strikethrough | Element::Subscript) {
            let holds_blocks = element.is_block()
                && !matches!(element, Element::Paragraph | Element::Heading(_) | Element::Term);
            self.make_room(element_name(element), holds_blocks);
        }
        self.enter(FrameKind::Element(element));
        self.write(Event::Open(element));
    }

    /// Starts a paragraph for inline content that's directly in a directive. Markdown doesn't create a paragraph in a
    /// tight list item.
    pub(super) fn imply_paragraph(&mut self) {
        if self.frames.last().is_some_and(is_directive) {
            self.enter(FrameKind::Implied);
            self.write(Event::Open(Element::Paragraph));
        }
    }

    /// Ends an implied paragraph.
    pub(super) fn end_implied(&mut self) {
        if self.frames.last().is_some_and(|frame| frame.kind == FrameKind::Implied) {
            self.pop();
            self.write(Event::Close(Element::Paragraph));
        }
    }

    /// Ends the innermost Markdown element and the directives that are still open inside it.
    pub(super) fn close_container(&mut self) {
        self.close_directives();
        self.pop_and_close();
        while self.frames.last().is_some_and(|frame| frame.ended) {
            self.pop_and_close();
        }
    }

    /// Removes the innermost frame from the stack and writes the end of its element.
    pub(super) fn pop_and_close(&mut self) {
        if let Some(frame) = self.pop() {
            self.close(frame.kind);
        }
    }

    /// Removes the innermost frame from the stack. Also ends any raw HTML that's open inside the frame.
    pub(super) fn pop(&mut self) -> Option<Frame> {
        let kind = self.frames.last()?.kind;
        self.leave_html(self.frames.len(), frame_name(kind));
        self.frames.pop()
    }

    /// Writes the end of an element after its frame is removed.
    pub(super) fn close(&mut self, kind: FrameKind) {
        if let FrameKind::Element(element) | FrameKind::Directive { element: Some(element), .. } = kind {
            self.write(Event::Close(element));
            if matches!(element, Element::Tabs(_)) {
                self.close_tabs();
            }
        }
        if let FrameKind::Jsx(marker) = kind {
            self.write(Event::JsxEnd(marker as u32));
        }
    }

    /// Closes the directives at the top of the stack when their parent ends.
    pub(super) fn close_directives(&mut self) {
        self.end_implied();
        let keep = self.frames.iter().rposition(|frame| !ends_with_parent(frame)).map_or(0, |at| at + 1);
        self.close_directives_to(keep);
    }

    /// Closes the directives above a given stack height and reports each of them as unclosed.
    pub(super) fn close_directives_to(&mut self, keep: usize) {
        while self.frames.len() > keep {
            let Some(frame) = self.pop() else { return };
            if let FrameKind::Directive { element: Some(Element::Tabs(_)), .. } = frame.kind {
                self.forget_tabs();
            }
            self.close(frame.kind);
            match frame.kind {
                FrameKind::Directive { opener, .. } => self.report_unclosed(opener),
                FrameKind::Jsx(marker) => self.report_unclosed_jsx(marker),
                _ => {}
            }
        }
    }

    fn report_unclosed(&mut self, opener: Opener) {
        let marker = self.scan.line(opener.marker);
        let Line::Open(Opening { name, by, .. }) = &marker.line else { return };
        let closing = by.closing();
        let what = match by {
            By::Colons(_) => format!("{closing}{name}"),
            By::Tag(tag) => format!("<{tag}>"),
        };
        let hint = format!("add the line `{closing}` where the content ends");
        let span = Span::from(marker.original.clone());
        self.report_with(Code::UnbalancedDirective, format!("`{what}` is never closed"), hint, span);
    }

    /// Handles a directive line where a block is allowed.
    pub(super) fn directive(&mut self, index: usize) {
        let scan = self.scan;
        let marker = scan.line(index);
        if !matches!(&marker.line, Line::Jsx(jsx) if !jsx.is_block) {
            self.end_implied();
        }
        self.begun |= matches!(marker.line, Line::Open(_) | Line::Close(_) | Line::Leaf(_));
        let span = Span::from(marker.original.clone());
        match &marker.line {
            Line::Open(opening) | Line::Leaf(opening) => {
                let values = self.attribute_values(opening, 0);
                let opening =
                    &values.as_ref().map_or_else(|| opening.clone(), |values| opening.with_values(values));
                let is_leaf = matches!(marker.line, Line::Leaf(_));
                if is_leaf && opening.name == INCLUDE {
                    return self.include(index, opening, span);
                }
                self.open_directive(opening, Opener { marker: index, by: opening.by }, span);
                if is_leaf {
                    self.pop_and_close();
                }
            }
            Line::Close(by) => self.close_directive(*by, span),
            Line::Jsx(jsx) => self.jsx(index, jsx),
            Line::Formula(code) => self.formula_lines(code),
            Line::Inline(_) | Line::InlineFormula { .. } | Line::Variable(_) | Line::Url(_) => {}
            Line::Script => {
                if !self.reported.iter().any(|known| known == "import") {
                    self.reported.push("import".to_owned());
                    let message = "Markdown can't run JavaScript statements; they're left out";
                    let hint = "remove the lines; tabs, cards, steps, and admonitions don't need an import";
                    self.report_with(Code::UnknownComponent, message, hint, span);
                }
            }
        }
    }

    fn open_directive(&mut self, opening: &Opening<'_>, opener: Opener, span: Span) {
        let (element, icon) = self.enter_directive(opening, opener, span);
        // The content and title of an unknown directive are still shown.
        let holder = element.map_or(Some(Element::Paragraph), title_element);
        if let (Some(holder), true) = (holder, opening.label.is_some() || icon.is_some()) {
            self.write(Event::Open(holder));
            self.document.events.extend(icon.map(Event::Icon));
            opening.label.into_iter().for_each(|label| self.inline_markdown(label));
            self.write(Event::Close(holder));
        }
    }

    /// Opens a directive's element, without the title, and returns the element and the icon. If there's a problem,
    /// reports it and shows only the content.
    pub(super) fn enter_directive(
        &mut self,
        opening: &Opening<'_>,
        opener: Opener,
        span: Span,
    ) -> (Option<Element>, Option<Icon>) {
        let (element, icon) = self.checked_element(opening, span);
        if let Some(Element::Tabs(index)) = element {
            self.open_tabs.push(OpenTabs::new(index, span, opening, &self.source.text));
        }
        self.make_room(element.map_or("the directive", element_name), true);
        self.enter(FrameKind::Directive { element, opener });
        if let Some(element) = element {
            self.write(Event::Open(element));
        }
        if let Some(Element::Field(index)) = element {
            self.write_field_name(index);
        }
        (element, icon)
    }

    /// Returns a directive's element and icon, and reports problems in the directive.
    fn checked_element(&mut self, opening: &Opening<'_>, span: Span) -> (Option<Element>, Option<Icon>) {
        let element = match self.directive_element(opening, span) {
            Ok(element) if self.directive_depth() < MAX_DEPTH => Some(element),
            Ok(_) => {
                self.report(
                    Code::UnbalancedDirective,
                    format!("directives are nested more than {MAX_DEPTH} levels deep"),
                    span,
                );
                None
            }
            Err(Fault { code, message, hint }) => {
                self.report_with(code, message, hint, span);
                None
            }
        };
        let id = DirectiveId::find(opening.name).filter(|_| element.is_some());
        if let Some(id) = id {
            let given = opening.attributes.iter().map(|attribute| attribute.name);
            self.unknown_attributes(given, &id.attributes.concat(), span);
        }
        let icon = id.and_then(|id| self.icon_of(id, opening, span));
        match element {
            Some(Element::Tab(at)) => {
                self.set_tab_icon(at as usize, icon);
                self.same_tab(at as usize, span);
            }
            Some(_) if self.between_tabs() => self.note_between_tabs(span),
            _ => {}
        }
        (element, icon)
    }

    /// Reports attributes that are probably misspelled. Other unknown attributes might belong to other tools.
    pub(super) fn unknown_attributes<'n>(
        &mut self,
        given: impl Iterator<Item = &'n str>,
        known: &[&str],
        span: Span,
    ) {
        for name in given.filter(|name| !known.contains(name)) {
            if let Some(hint) = did_you_mean(name, known.iter().copied()) {
                let message = format!("unknown attribute `{name}`");
                self.report_with(Code::UnknownAttribute, message, hint, span);
            }
        }
    }

    /// Returns a directive's element, or the reason that only the directive's content is shown.
    fn directive_element(&mut self, opening: &Opening<'_>, span: Span) -> Result<Element, Fault> {
        let name = opening.name;
        if name == INCLUDE {
            let hint = "write it on one line with two colons, as in `::include{file=\"./_part.md\"}`";
            return Err(Fault::unknown(
                "`include` can't have content; the content is shown instead of the file".to_owned(),
                hint.to_owned(),
            ));
        }
        let Some(id) = DirectiveId::find(name) else {
            let known = DIRECTIVES.iter().map(|directive| directive.name);
            let hint = match did_you_mean(&name.to_ascii_lowercase(), known) {
                Some(hint) => hint.replacing(name).within(":::", ""),
                None => "for an admonition, use `note`, `tip`, `info`, `warning`, or `danger`".into(),
            };
            return Err(Fault::unknown(
                format!("unknown directive `{name}`; only its content is shown"),
                hint,
            ));
        };
        self.metadata.sheets.extend(id.sheet);
        let attribute = |name: &str| id.find_attribute(opening, name);
        let text = |name: &str| id.text(opening, name);
        match id.form {
            Form::Admonition { .. } => Ok(Element::Admonition(id)),
            Form::Container { .. } => Ok(Element::Container(id)),
            Form::Grid { .. } => Ok(Element::Grid(id, self.columns(id, opening, span))),
            Form::Tabs | Form::CodeGroup => {
                let query = match attribute("query") {
                    // If `query` has no value, the query parameter's name is the group's name.
                    Some(bare) if bare.value.is_empty() || bare.value == "true" => text("group"),
                    _ => text("query"),
                };
                self.document.tabs.push(Tabs { group: text("group"), query, ..Tabs::default() });
                Ok(Element::Tabs(self.document.tabs.len() as u32 - 1))
            }
            Form::Tab => self.tab(id, opening),
            Form::Video => self.video(id, opening, span),
            Form::Field => self.field(id, opening),
            Form::Pages => {
                self.metadata.page_list.get_or_insert(span);
                self.metadata.is_composed = true;
                Ok(Element::Pages)
            }
            Form::Visibility => {
                self.metadata.is_composed = true;
                match attribute("for").map(|given| given.value) {
                    Some("agents") => Ok(Element::Visibility(Audience::Agents)),
                    Some("humans") => Ok(Element::Visibility(Audience::Humans)),
                    given => Err(Fault::audience(given)),
                }
            }
            Form::Badge | Form::Icon | Form::Tooltip => {
                let hint = format!("write it inside a paragraph, with one colon, as in `:{name}[text]`");
                Err(Fault::unknown(format!("`{name}` isn't a block; only its content is shown"), hint))
            }
            Form::Details => Ok(Element::Details { open: attribute("open").is_some() }),
            Form::Card => {
                let href = attribute("href").filter(|href| !href.value.is_empty());
                Ok(Element::Card(href.map(|href| {
                    self.add_link(Link {
                        target: href.value.into(),
                        title: None,
                        span: Span::from(href.at..href.at + href.value.len()),
                        replaceable: !self.metadata.is_composed,
                        is_added: false,
                    })
                })))
            }
        }
    }

    /// Returns the number of grid columns.
    fn columns(&mut self, id: DirectiveId, opening: &Opening<'_>, span: Span) -> Option<u8> {
        let given = id.text(opening, "cols")?;
        let columns = given.parse().ok().filter(|columns| (1..=MAX_COLUMNS).contains(columns));
        if columns.is_none() {
            let message = format!("invalid number of columns `{given}`");
            let hint = format!("use a number from 1 to {MAX_COLUMNS}");
            self.report_with(Code::InvalidDirective, message, hint, span);
        }
        columns
    }

    /// Adds a tab to the open group and returns the tab's element. If the tab isn't in a group, returns a message and a
    /// hint.
    fn tab(&mut self, id: DirectiveId, opening: &Opening<'_>) -> Result<Element, Fault> {
        let group = match self.frames.last().map(|frame| frame.kind) {
            Some(FrameKind::Directive { element: Some(Element::Tabs(group)), .. }) => group,
            _ => {
                let hint = match opening.by {
                    By::Colons(_) => "add `::::tabs` before the first tab and `::::` after the last tab",
                    By::Tag(_) => "put it directly inside `<Tabs>`",
                };
                return Err(Fault::unknown("a `tab` isn't in `tabs`".to_owned(), hint.to_owned()));
            }
        };
        let parent = self.open_tabs.last();
        let value = id.text(opening, "value");
        let label: Option<Box<str>> = opening
            .label
            .map(|label| plain_label(label, self.scan.scope).into())
            .or_else(|| id.text(opening, "label"))
            .or_else(|| directive::label_of(parent?.array.as_deref()?, value.as_deref()?).map(Box::from));
        let tabs = &mut self.document.tabs[group as usize];
        let index = tabs.tabs.len() as u32;
        let label = label.or_else(|| value.clone()).unwrap_or_else(|| format!("{}", index + 1).into());
        let tab = Tab::new(label, value);
        let chosen = id.find_attribute(opening, "default").is_some();
        if chosen || parent.and_then(|parent| parent.first.as_ref()) == Some(&tab.value) {
            tabs.selected = index;
        }
        tabs.tabs.push(tab);
        Ok(Element::Tab(index))
    }

    /// Whether a marker's line closes an open directive.
    pub(super) fn closes(&self, marker: usize) -> bool {
        matches!(self.scan.line(marker).line, Line::Close(by) if self.closed_by(by, false).is_some())
    }

    /// Closes the innermost directive that the line can close. Closes and reports the directives that are still open
    /// inside it.
    fn close_directive(&mut self, by: By, span: Span) {
        if let Some(at) = self.closed_by(by, false) {
            self.close_directives_to(at + 1);
            return self.pop_and_close();
        }
        // A formatter might have indented the line after a list. The indented line belongs to the last item, but is
        // intended to close the directive around the list.
        if let Some(at) = self.closed_by(by, true) {
            self.frames[at].ended = true;
            return;
        }
        let hint = "remove the line, or open a directive before it in the same list item or quote";
        self.report_with(
            Code::UnbalancedDirective,
            format!("`{}` has no directive to close", by.closing()),
            hint,
            span,
        );
    }

    /// Returns the index of the frame that a closing line closes: the innermost directive with the same delimiter. If
    /// there's no such directive, returns the innermost directive with fewer colons. If `past_lists` is true, also
    /// searches outside the list that contains the line.
    fn closed_by(&self, by: By, past_lists: bool) -> Option<usize> {
        let mut fewer = None;
        for (at, frame) in self.frames.iter().enumerate().rev().take(2 * MAX_DEPTH) {
            match frame.kind {
                FrameKind::Directive { opener, .. } if !frame.ended => {
                    if opener.by == by {
                        return Some(at);
                    }
                    if let (By::Colons(opened), By::Colons(closing)) = (opener.by, by)
                        && opened < closing
                    {
                        fewer = fewer.or(Some(at));
                    }
                }
                FrameKind::Directive { .. } | FrameKind::Implied => {}
                FrameKind::Element(Element::List(_) | Element::Item { .. }) if past_lists => {}
                _ => break,
            }
        }
        fewer
    }

    fn directive_depth(&self) -> usize {
        self.frames.iter().rev().take(MAX_DEPTH + 1).filter(|frame| is_directive(frame)).count()
    }

    /// Parses a directive's title.
    pub(super) fn title(&mut self, pass: &Pass<'_>) {
        self.enter(FrameKind::Silent);
        self.read_pass(pass, extensions::of_site(self.options));
        self.end_run(pass);
        self.pop();
    }
}

/// Returns the element for the title inside a directive's element.
pub(super) fn title_element(element: Element) -> Option<Element> {
    match element {
        Element::Admonition(_) | Element::Details { .. } | Element::Card(_) | Element::Video(_) => {
            Some(Element::Title)
        }
        Element::Container(id) => id.title().map(|_| Element::Title),
        _ => None,
    }
}

/// The reason that a directive has no element.
pub(super) struct Fault {
    pub code: Code,
    pub message: String,
    pub hint: Hint,
}

impl Fault {
    fn unknown(message: String, hint: impl Into<Hint>) -> Self {
        Fault { code: Code::UnknownDirective, message, hint: hint.into() }
    }

    /// Returns the reason for an audience that's missing or unknown.
    fn audience(given: Option<&str>) -> Self {
        let message = match given {
            Some(given) => format!("unknown audience `{given}`; the content is shown to everyone"),
            None => "`visibility` has no audience; the content is shown to everyone".to_owned(),
        };
        let hint = "set `for` to `agents` or `humans`".into();
        Fault { code: Code::InvalidDirective, message, hint }
    }
}

/// Whether a frame isn't a Markdown element. Such a frame ends at its own closing line or tag. If it has neither, the
/// frame ends with its parent.
fn ends_with_parent(frame: &Frame) -> bool {
    matches!(frame.kind, FrameKind::Directive { .. } | FrameKind::Jsx(_))
}

pub(super) fn is_directive(frame: &Frame) -> bool {
    matches!(frame.kind, FrameKind::Directive { .. })
}

/// Returns a frame's name for use in messages.
pub(super) fn frame_name(kind: FrameKind) -> &'static str {
    match kind {
        FrameKind::Element(element) | FrameKind::Directive { element: Some(element), .. } => {
            element_name(element)
        }
        FrameKind::Silent => "the title",
        FrameKind::PageTitle => "the heading",
        FrameKind::Implied => "the paragraph",
        FrameKind::Footnote => "the footnote",
        FrameKind::Directive { element: None, .. } => "the directive",
        FrameKind::Jsx(_) => "the component",
    }
}

fn element_name(element: Element) -> &'static str {
    match element {
        Element::Paragraph => "the paragraph",
        Element::Figure => "the image",
        Element::Heading(_) | Element::AgentHeading(_) => "the heading",
        Element::BlockQuote => "the quote",
        Element::List(_) => "the list",
        Element::Item { .. } => "the list item",
        Element::Table | Element::TableHead | Element::TableRow => "the table",
        Element::Definitions | Element::Term | Element::Entry(_) | Element::Definition => {
            "the definition list"
        }
        Element::TableCell(_) => "the table cell",
        Element::Emphasis | Element::Strong => "the emphasis",
        Element::Strikethrough => "the struck-through text",
        Element::Subscript => "the subscript",
        Element::Superscript => "the superscript",
        Element::Highlight => "the highlighted text",
        Element::Key => "the key",
        Element::Link(_) => "the link",
        Element::Badge(_) => "the badge",
        Element::IconText => "the icon",
        Element::Tooltip | Element::TooltipText => "the tooltip",
        Element::Admonition(_) => "the admonition",
        Element::Title => "the title",
        Element::Tabs(_) => "the tabs",
        Element::Tab(_) => "the tab",
        Element::Details { .. } => "the details",
        Element::Container(id) | Element::Grid(id, _) => match id.form {
            Form::Container { noun } | Form::Grid { noun } => noun,
            _ => "the directive",
        },
        Element::Card(_) => "the card",
        Element::Video(_) => "the video",
        Element::Pages => "the list of pages",
        Element::Visibility(_) => "the content for one audience",
        Element::Field(_) => "the field",
        Element::Footnotes | Element::Footnote { .. } => "the footnote",
    }
}
