//! Handles blocks: paragraphs, headings, lists, tables, code, raw HTML, and footnotes.

use std::ops::Range;

use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, Event as Md, Parser, Tag, TagEnd};

use super::{
    Builder, Collect, FrameKind, Pass,
    attributes::without_list,
    code_notes::Noted,
    containers::{frame_name, is_directive},
    jsx::is_update,
};
use crate::diag::{Code, Hint, Span};
use crate::markdown::{
    attributes,
    code::{self, Fence},
    directives::DirectiveId,
    document::{CodeBlock, CodePart, Element, Event, Heading, Request, Written},
    foreign,
    headings::{self, Draft},
    highlight,
    mdx::table_cells,
    requests,
    sheet::Sheet,
    variables,
};
use crate::path::HeadingIds;

/// Returns the admonition for a quote that starts with `[!NOTE]` or a similar marker.
fn alert(kind: BlockQuoteKind) -> Element {
    let name = match kind {
        BlockQuoteKind::Note => "note",
        BlockQuoteKind::Tip => "tip",
        BlockQuoteKind::Important => "important",
        BlockQuoteKind::Warning => "warning",
        BlockQuoteKind::Caution => "caution",
    };
    DirectiveId::find(name).map_or(Element::BlockQuote, Element::Admonition)
}

impl Builder<'_> {
    pub(super) fn start(
        &mut self,
        pass: &Pass<'_>,
        tag: Tag<'_>,
        range: &Range<usize>,
        definition: Option<Range<usize>>,
    ) {
        self.end_run(pass);
        if !matches!(tag, Tag::HtmlBlock | Tag::Heading { .. }) {
            self.begun = true;
        }
        match tag {
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Subscript => self.imply_paragraph(),
            Tag::Link { .. } | Tag::Image { .. } => {}
            _ => {
                self.resolve_marks();
                self.end_implied();
                self.end_line();
            }
        }
        match tag {
            Tag::Paragraph => self.open(Element::Paragraph),
            Tag::Heading { level, .. } => self.start_heading(pass, level as u8, range),
            Tag::BlockQuote(None) => {
                self.merge_conflict(pass, range);
                self.open(Element::BlockQuote);
            }
            Tag::BlockQuote(Some(kind)) => self.open(alert(kind)),
            Tag::CodeBlock(kind) => {
                let (info, fenced) = match kind {
                    CodeBlockKind::Fenced(info) => (self.scan.restore(&info).into_owned(), true),
                    CodeBlockKind::Indented => (String::new(), false),
                };
                self.collect = Collect::Code { info, text: String::new(), start: range.start, fenced };
            }
            Tag::HtmlBlock => {
                self.collect = Collect::Html { text: String::new(), stretches: Vec::new() };
            }
            // CommonMark 0.31, section 5.2: a list number has at most nine digits.
            Tag::List(first) => {
                self.open(Element::List(first.map(|first| u32::try_from(first).unwrap_or(u32::MAX))));
            }
            Tag::Item => self.open(Element::Item { task: false }),
            Tag::FootnoteDefinition(label) => {
                // `[^label]` is three bytes longer than the label.
                let end = range.start + label.len() + 3;
                self.start_note(&label, pass.span(range.start..end));
            }
            Tag::Table(alignments) => {
                self.columns = alignments;
                self.open(Element::Table);
            }
            Tag::TableHead => {
                self.column = 0;
                self.open(Element::TableHead);
            }
            Tag::TableRow => {
                self.report_surplus_cells(pass, range);
                self.column = 0;
                self.open(Element::TableRow);
            }
            Tag::TableCell => {
                let align = self.columns.get(self.column).copied().unwrap_or(Alignment::None);
                self.column += 1;
                self.open(Element::TableCell(align));
            }
            Tag::Emphasis => self.open(Element::Emphasis),
            Tag::Strong => self.open(Element::Strong),
            Tag::Strikethrough => self.open(Element::Strikethrough),
            Tag::Link { .. } | Tag::Image { .. } => self.start_link(pass, tag, range, definition),
            Tag::DefinitionList => {
                self.metadata.sheets.insert(Sheet::Extra);
                self.open(Element::Definitions);
            }
            Tag::DefinitionListTitle => self.open(Element::Term),
            Tag::DefinitionListDefinition => self.open(Element::Definition),
            Tag::Subscript => self.open(Element::Subscript),
            // These extensions aren't enabled.
            Tag::Superscript | Tag::MetadataBlock(_) => {
                self.enter(FrameKind::Silent);
            }
        }
    }

    pub(super) fn end(&mut self, pass: &Pass<'_>, tag: TagEnd, range: &Range<usize>) {
        self.end_run(pass);
        let is_inline = matches!(
            tag,
            TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Subscript
                | TagEnd::Link
                | TagEnd::Image
        );
        if !is_inline {
            self.resolve_marks();
        }
        match tag {
            TagEnd::CodeBlock => self.end_code(pass, range),
            TagEnd::HtmlBlock => self.end_html(pass, range),
            TagEnd::Link => self.end_link(pass, range),
            TagEnd::Image => {}
            TagEnd::Heading(_) => self.end_heading(range),
            TagEnd::FootnoteDefinition => self.end_note(),
            TagEnd::Paragraph => self.end_paragraph(),
            TagEnd::TableCell => {
                self.raw_links = 0;
                self.close_container();
            }
            _ => self.close_container(),
        }
    }

    /// Whether the innermost open element is a term in a definition list.
    pub(super) fn is_in_term(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.kind == FrameKind::Element(Element::Term))
    }

    /// Starts the next of several terms that have the same definitions.
    pub(super) fn next_term(&mut self, pass: &Pass<'_>) {
        self.end_run(pass);
        self.close_container();
        self.open(Element::Term);
    }

    fn end_paragraph(&mut self) {
        self.raw_links = 0;
        let Some(start) = self.frames.last().map(|frame| frame.start) else { return };
        if self.jsx.is_used
            && self.document.events[start..].iter().any(|event| matches!(event, Event::Jsx(_)))
        {
            self.close_container();
            return self.unravel(start);
        }
        if let Some(images) = self.lone_images(start) {
            let images_of = &mut self.metadata.images;
            images.iter().for_each(|(_, index)| images_of[*index as usize].block = true);
            let caption = images.iter().find_map(|(_, index)| images_of[*index as usize].title.clone());
            if let Some(caption) = caption {
                return self.figures(start, &images, &caption);
            }
        }
        self.close_container();
    }

    /// Reports the cells of a row that have no column, because the table doesn't show them.
    fn report_surplus_cells(&mut self, pass: &Pass<'_>, range: &Range<usize>) {
        let row = pass.text[range.clone()].lines().next().unwrap_or_default();
        let columns = self.columns.len();
        // A cell more needs a bar more.
        let outer = usize::from(row.starts_with('|')) + usize::from(row.trim_end().ends_with('|'));
        if row.bytes().filter(|byte| *byte == b'|').count() < columns + outer {
            return;
        }
        let cells = table_cells(pass.text, range.start..range.start + row.len());
        let mut surplus = cells.iter().skip(columns).filter(|cell| !cell.is_empty());
        if let Some(first) = surplus.next() {
            let end = surplus.next_back().unwrap_or(first).end;
            let count = if columns == 1 { "1 column".to_owned() } else { format!("{columns} columns") };
            let message = format!("the row has {} cells, but the table has {count}", cells.len());
            let hint = "add columns to the header, or write `\\|` to show a vertical bar";
            self.report_with(Code::SurplusCells, message, hint, pass.span(first.start..end));
        }
    }

    fn start_heading(&mut self, pass: &Pass<'_>, level: u8, range: &Range<usize>) {
        let is_title = self.is_title(pass, level, range);
        self.begun = true;
        let index = self.headings.len();
        let span = pass.span(trim_line_end(pass.text, range));
        self.headings.push(Draft {
            heading: Heading { level, ..Heading::default() },
            span,
            ..Draft::default()
        });
        if is_title {
            self.title = Some(index);
            self.make_room("the heading", false);
            self.enter(FrameKind::PageTitle);
        } else {
            self.heading_numbers.push(index);
            self.open(Element::Heading((self.heading_numbers.len() - 1) as u32));
        }
    }

    /// Whether a heading is the title of its page. A level-one heading at the start is the title. If `loose_titles` is
    /// set, the first heading can also be the title under three conditions: the heading is at the start or has level
    /// one, the front matter doesn't set a title, and no later heading has the same level or a higher level.
    fn is_title(&self, pass: &Pass<'_>, level: u8, range: &Range<usize>) -> bool {
        // A heading from another file isn't the page's title.
        let is_part = self.trail.files.len() > 1;
        if is_part || !self.frames.is_empty() || !self.headings.is_empty() {
            return false;
        }
        let is_apart = || {
            let rest = Parser::new_ext(&pass.text[range.end..], self.extensions);
            !rest.into_iter().any(
                |event| matches!(event, Md::Start(Tag::Heading { level: other, .. }) if other as u8 <= level),
            )
        };
        match (level, self.begun) {
            (1, false) => true,
            (1, true) | (_, false) => {
                self.options.loose_titles && self.metadata.front_matter.title.is_none() && is_apart()
            }
            (_, true) => false,
        }
    }

    /// Returns an explicit heading ID as the author wrote it, without smart punctuation.
    fn written_id(&self, id: Box<str>) -> Box<str> {
        match self.options.smart_punctuation && !self.source.text.contains(&*id) {
            true => id.replace('–', "--").replace('—', "---").replace('…', "...").into(),
            false => id,
        }
    }

    /// If heading IDs are based on what the author wrote, and smart punctuation changed dashes, returns the text with the
    /// author's dashes.
    fn typed(&self, text: &str, range: &Range<usize>) -> Option<Box<str>> {
        let dashes = ['–', '—'];
        let is_changed = self.options.heading_ids == HeadingIds::Hugo
            && self.options.smart_punctuation
            && text.contains(dashes)
            && !self.source.text[range.clone()].contains(dashes);
        is_changed.then(|| text.replace('–', "--").replace('—', "---").into())
    }

    fn end_heading(&mut self, range: &Range<usize>) {
        self.raw_links = 0;
        let Some(frame) = self.frames.last().copied() else { return };
        let (element, content, index) = match frame.kind {
            FrameKind::Element(Element::Heading(number)) => {
                (Some(Element::Heading(number)), frame.start + 1, self.heading_numbers[number as usize])
            }
            _ => (None, frame.start, self.title.unwrap_or_default()),
        };
        let (mut own_id, mut list) = (None, None);
        if let Some(Event::Text(span)) = self.document.events[content..].last_mut()
            && let text = self.texts.hiding(span.range(), headings::hidden)
            && let Some((length, id, attributes)) = headings::end_of(&text)
        {
            let id = id.map(variables::shown_name).filter(|id| !id.is_empty());
            (own_id, list) = (id.map(Box::from), attributes.map(str::to_owned));
            span.end = span.start + length as u32;
            if length == 0 {
                self.document.events.pop();
            }
        }
        self.pop();
        let events = &self.document.events[content..];
        let (text, html) = self.inline_content(events);
        let written = own_id.map(|id: Box<str>| self.written_id(id));
        let named = headings::named(events, self.options.heading_ids);
        let named = named.map(|events| self.inline_content(&events).0).or_else(|| self.typed(&text, range));
        let draft = &mut self.headings[index];
        (draft.heading.text, draft.heading.html, draft.named) = (text, html, named);
        if let Some(id) = written {
            (draft.heading.id, draft.own_id) = (id, true);
        }
        match element {
            Some(element) => {
                self.write(Event::Close(element));
                if let Some((_, list)) = list.as_deref().and_then(attributes::read) {
                    self.foreign.forget_attributes(range);
                    let span = self.headings[index].span;
                    self.add_attributes(frame.start, &list, span);
                }
            }
            None => {
                if list.is_some() {
                    self.foreign.forget_attributes(range);
                    let span = self.headings[index].span;
                    let message = "the page's title can have an ID but no other attributes";
                    let hint = "remove the attributes, or move them to an element below the title";
                    self.report_with(Code::UnknownAttribute, message, hint, span);
                }
                let events = self.document.events.split_off(frame.start);
                let is_code = |event: &Event| matches!(event, Event::Jsx(_));
                match events.iter().any(is_code) {
                    true => self.jsx.title = Some(events),
                    false => self.set_title(events),
                }
            }
        }
    }

    /// Keeps the events of the page's title if the heading's HTML leaves out some of them.
    pub(super) fn set_title(&mut self, events: Vec<Event>) {
        if headings::is_rich(&events, &self.document.math) {
            self.document.title_events = events;
        }
    }

    /// Returns inline content as plain text and as HTML.
    pub(super) fn inline_content(&self, events: &[Event]) -> (Box<str>, Box<str>) {
        headings::inline_content(events, &self.texts.arena, &self.metadata.images, &self.document.math)
    }

    pub(super) fn task(&mut self, pass: &Pass<'_>, checked: bool) {
        self.end_run(pass);
        let item = self
            .frames
            .iter_mut()
            .rev()
            .find(|frame| matches!(frame.kind, FrameKind::Element(Element::Item { .. })));
        if let Some(frame) = item {
            frame.kind = FrameKind::Element(Element::Item { task: true });
            self.document.events[frame.start] = Event::Open(Element::Item { task: true });
        }
        self.write(Event::Task(checked));
    }

    /// Reports the conflict that Git marks, if a quote starts with the last marker. In code, the markers aren't quotes.
    fn merge_conflict(&mut self, pass: &Pass<'_>, quote: &Range<usize>) {
        if !pass.text[quote.start..].starts_with(">>>>>>> ") {
            return;
        }
        let from = std::mem::replace(&mut self.conflict_end, quote.start);
        // After the text of another file, the offset can be anywhere.
        let Some(before) = pass.text.get(from..quote.start) else { return };
        let is_line = |at: &usize| *at == 0 || before[..*at].ends_with('\n');
        let Some(first) = before.rfind("<<<<<<< ").filter(is_line) else { return };
        if before[first..].contains("\n=======") {
            let line = first + before[first..].lines().next().map_or(0, str::len);
            let (first, line) = (from + first, from + line);
            let hint = "keep one side of the conflict, and remove the lines that start with `<<<<<<<`, `=======`, and `>>>>>>>`";
            let message = "the page contains an unresolved merge conflict";
            self.report_with(Code::MergeConflict, message, hint, pass.span(first..line));
        }
    }

    fn end_code(&mut self, pass: &Pass<'_>, range: &Range<usize>) {
        let Collect::Code { info, text, start, fenced } =
            std::mem::replace(&mut self.collect, Collect::Events)
        else {
            return;
        };
        let block = pass.text.get(start..range.end).unwrap_or_default();
        let first_line = start..start + block.lines().next().map_or(0, str::len);
        if fenced && let Some(fence) = code::unclosed_fence(block, &text) {
            let around = self.frames.iter().rev().find(|frame| !is_directive(frame));
            let around = around.map_or(self.whole(), |frame| frame_name(frame.kind));
            let hint = format!(
                "add the line \"{fence}\" after the last line of code; everything up to the end of {around} \
                 is code"
            );
            self.report_with(
                Code::UnclosedFence,
                "the code fence is never closed",
                hint,
                pass.span(first_line.clone()),
            );
        }
        let text = self.scan.restore(&text);
        let line =
            if fenced { self.scan.restore(block.lines().next().unwrap_or_default()) } else { "".into() };
        self.report_admonition(&info, pass.span(first_line.clone()));
        let mut fence = Fence::read(&code::with_escaped_quotes(info, &line));
        if fence.language == "math" && self.options.math {
            let at = start + block.find(&*text).unwrap_or_default();
            return self.formula_code(pass, &text, at);
        }
        for (name, hint) in fence.misspelled() {
            let message = format!("unknown attribute `{name}`");
            self.report_with(Code::UnknownAttribute, message, hint, pass.span(first_line.clone()));
        }
        let after = pass.text.get(range.end..).map(|after| without_list(pass, after));
        let has_notes = after.is_some_and(code::list_follows);
        fence.notes = if has_notes { code::MAX_NOTES } else { 0 };
        let place = pass.span(first_line);
        let Some(text) = self.text_of_block(&mut fence, text, place) else { return };
        if self.options.requests {
            let shown = code::without_removed(&text, &fence);
            self.note_requests(pass, requests::in_block(&fence.language, &shown), &text, start..range.end);
        }
        self.code_block(fence, &text, place);
    }

    /// Records the HTTP requests in code. `range` is the range of the code in the text, including its fences.
    pub(super) fn note_requests(
        &mut self,
        pass: &Pass<'_>,
        found: Vec<Request>,
        code: &str,
        range: Range<usize>,
    ) {
        let block = pass.text.get(range.clone()).unwrap_or_default();
        let locate = |span: Span| {
            let place = requests::place_of(block, code, span.range());
            place.map_or(Span::default(), |place| {
                pass.span(range.start + place.start..range.start + place.end)
            })
        };
        let whole = pass.span(range.clone());
        let is_struck = |kind| kind == FrameKind::Element(Element::Strikethrough);
        let mut kinds = self.frames.iter().map(|frame| frame.kind);
        let is_past =
            kinds.any(|kind| is_update(self.scan, kind) || is_struck(kind)) || self.balance.is_struck();
        self.metadata.requests.extend(found.into_iter().map(|mut request| {
            request.span =
                Some(locate(request.span)).filter(|span| *span != Span::default()).unwrap_or(whole);
            request.query.iter_mut().for_each(|sent| sent.span = locate(sent.span));
            request.body.relocate(&locate);
            request.is_past = is_past;
            request
        }));
    }

    /// Writes a code block.
    pub(super) fn code_block(&mut self, mut fence: Fence, text: &str, place: Span) {
        let text = text.trim_end_matches('\n');
        let is_package = fence.npm && !self.is_code_group();
        let diagram = fence.language == "mermaid";
        let mut problems = std::mem::take(&mut fence.problems);
        if is_package || diagram {
            let block = if diagram { "a diagram" } else { "commands for several package managers" };
            let shown = code::read_any(text, &fence);
            let is_note = |part: &CodePart| matches!(part, CodePart::Note(_));
            if shown.parts.iter().any(|(_, part)| is_note(part)) {
                let hint = "remove the numbers from the code, and write the notes as a paragraph".to_owned();
                problems.push((format!("notes aren't available in {block}"), hint));
            }
            if fence.has_marks() {
                let hint = "remove the marks from the code fence".to_owned();
                problems.push((format!("can't mark lines or words in {block}"), hint));
            } else if !shown.marks.is_empty() {
                let hint = "remove the marks from the code".to_owned();
                problems.push((format!("can't mark lines or words in {block}"), hint));
            }
        }
        for (problem, hint) in problems {
            self.report_with(Code::InvalidCodeMark, problem, hint, place);
        }
        if is_package {
            self.make_room("the code block", true);
            return self.package_tabs(text, fence.title.as_deref());
        }
        let with_notes = (fence.notes > 0).then(|| fence.clone());
        let block = if diagram {
            self.metadata.islands.push("diagram".into());
            self.metadata.diagrams.push(code::diagram_kind(text).into());
            CodeBlock { text: self.keep(text), diagram, ..CodeBlock::default() }
        } else {
            self.shown_code(&mut fence, text, place)
        };
        self.make_room("the code block", true);
        let title = if self.is_code_group() { fence.title.take() } else { None };
        let tab = self.open_code_tab(title, &fence.language, place);
        let is_noted = block.parts.iter().any(|(_, part)| matches!(part, CodePart::Note(_)));
        if let Some(fence) = with_notes.filter(|_| is_noted) {
            let code = self.document.code.len();
            self.noted.push(Noted { code, fence, text: text.to_owned(), place });
        }
        let place = if self.imported.is_some() { Span::default() } else { place };
        self.document.code.push(CodeBlock {
            language: fence.language.into(),
            title: fence.title,
            place,
            ..block
        });
        self.write(Event::Code((self.document.code.len() - 1) as u32));
        tab.into_iter().for_each(|tab| self.write(Event::Close(tab)));
    }

    /// Returns a code block without its language or title.
    pub(super) fn shown_code(&mut self, fence: &mut Fence, text: &str, place: Span) -> CodeBlock {
        let mut shown = code::read_any(text, fence);
        let is_written = !(shown.parts.is_empty() && shown.collapsed.is_empty() && shown.marks.is_empty());
        self.link_code(&shown.code, &mut shown.parts, place);
        for (problem, hint) in shown.problems {
            self.report_with(Code::InvalidCodeMark, problem, hint, place);
        }
        for (written, hint) in shown.unread {
            let span = self.after(place, &[&written]);
            self.report_with(Code::InvalidCodeMark, format!("can't read the mark `{written}`"), hint, span);
        }
        let highlighted = highlight::highlight(&fence.language, &shown.code, self.cache);
        self.metadata.highlighted.extend(highlighted.key);
        if !highlighted.known {
            self.report_unknown_language(&fence.language, place);
        }
        let patch = fence.language == "diff";
        let is_marked = !shown.parts.is_empty() || !shown.collapsed.is_empty();
        let is_numbered = fence.first_number.is_some() && !shown.marks.is_empty();
        if is_marked || patch || is_numbered {
            self.metadata.sheets.insert(Sheet::Marks);
        }
        let written = std::mem::take(&mut fence.written).filter(|_| is_written && !patch);
        let written = written.map(|(language, options)| {
            let language = if language.is_empty() { fence.language.clone().into() } else { language };
            Written { language, options, text: self.keep(text) }
        });
        CodeBlock {
            html: highlighted.html,
            text: self.keep(&shown.code),
            marks: shown.marks,
            parts: shown.parts,
            collapsed: shown.collapsed,
            patch,
            wrap: fence.wrap,
            written,
            first_number: fence.first_number,
            ..CodeBlock::default()
        }
    }

    /// Reports a language that can't be highlighted.
    pub(super) fn report_unknown_language(&mut self, language: &str, place: Span) {
        let message = format!("unknown language `{language}`");
        let hint = match highlight::nearest_language(language) {
            Some(near) => Hint {
                text: format!("use `{near}`, or `text` for plain text"),
                ..Hint::meant(language, near, false)
            },
            None => "use `text` for plain text".into(),
        };
        self.report_with(Code::UnknownLanguage, message, hint, place);
    }

    /// Reports an admonition that MyST writes as a code fence. The names of languages in braces do no harm.
    fn report_admonition(&mut self, info: &str, place: Span) {
        let Some(name) = foreign::name_in_braces(info).filter(|name| foreign::is_admonition(name)) else {
            return;
        };
        let message = format!("docgen shows a MyST directive as code: `{{{name}}}`");
        let hint = format!("write `:::{}`, the text, and `:::`", foreign::look(name));
        self.report_with(Code::ForeignSyntax, message, hint, place);
    }

    /// Returns the name of the text that this builder reads, for messages.
    pub(super) fn whole(&self) -> &'static str {
        if self.trail.files.len() > 1 { "the file" } else { "the page" }
    }
}

/// Returns the range without trailing whitespace. pulldown-cmark includes the line break at the end of a block.
fn trim_line_end(text: &str, range: &Range<usize>) -> Range<usize> {
    let length = text.get(range.clone()).map_or(range.len(), |part| part.trim_end().len());
    range.start..range.start + length
}
