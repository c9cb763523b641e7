//! Extracts a page's prose for spelling and style checkers.

use std::ops::Range;

use super::FrontMatter;
use super::build::abbreviation;
use super::document::{Document, Element, Event, Tabs};
use super::raw_html::{Part, first_part};
use super::script::{next_line, script_end};
use super::variables;
use crate::diag::Span;
use crate::source::{Source, floor};

/// The maximum number of bytes between two words of a text, such as the tags and the indentation between them.
const REACH: usize = 512;

/// Returns the text of a source, with a space in place of each character that isn't prose, such as code and markup.
/// Prose keeps its lines and columns.
pub(crate) fn prose(source: &Source, document: &Document) -> String {
    let text = &*source.text;
    let mut prose = Prose {
        text,
        kept: vec![false; text.len()],
        blocked: blocked(source, document),
        at: 0,
        code: 0,
        captions: Vec::new(),
        tabs: Vec::new(),
    };
    prose.front_matter(&document.front_matter, document.body_start as usize);
    // The title isn't part of the events.
    if let (Some(span), Some(title)) = (document.title_span, &document.title) {
        prose.at = span.range().start;
        prose.words(title, span.range().end);
    }
    prose.at = document.body_start as usize;
    prose.body(document);
    prose.abbreviations(document);
    prose.leave_out_variables();
    let Prose { kept, .. } = prose;
    let keep = |(at, c): (usize, char)| if kept[at] || matches!(c, '\n' | '\r') { c } else { ' ' };
    let blanked: String = text.char_indices().map(keep).collect();
    let lines = blanked.split_inclusive('\n').map(|line| {
        let end = line.trim_end_matches(['\n', '\r']).len();
        [line[..end].trim_end_matches(' '), &line[end..]].concat()
    });
    lines.collect()
}

/// The prose that was found in a source.
struct Prose<'t> {
    text: &'t str,
    /// For each byte of the source, whether it's prose.
    kept: Vec<bool>,
    /// The ranges of formulas, code, JavaScript statements, and destinations in the source, in order.
    blocked: Vec<Range<usize>>,
    /// The end of the last text that was found.
    at: usize,
    /// The number of open `code` and `pre` elements.
    code: usize,
    /// The captions of the open tables.
    captions: Vec<Option<&'t str>>,
    /// The open tab groups: the index in [`Document::tabs`], and the end of the text before the group.
    tabs: Vec<(u32, usize)>,
}

impl<'t> Prose<'t> {
    fn front_matter(&mut self, front_matter: &FrontMatter, end: usize) {
        let values = [
            ("title", &front_matter.title),
            ("description", &front_matter.description),
            ("sidebar_label", &front_matter.sidebar_label),
            ("pagination_label", &front_matter.pagination_label),
        ];
        let head = &self.text[..end];
        for (key, value) in values {
            let Some(value) = value else { continue };
            let mut lines = head.split_inclusive('\n').scan(0, |at, line| {
                *at += line.len();
                Some((*at - line.len(), line))
            });
            let after_key = |(at, line): (usize, &str)| {
                let rest = line.strip_prefix(key)?.trim_start();
                rest.starts_with([':', '=']).then(|| at + line.len() - rest.len() + 1)
            };
            if let Some(at) = lines.find_map(after_key) {
                self.at = at;
                self.words(value, end);
            }
        }
    }

    fn body(&mut self, document: &'t Document) {
        let events = &document.events;
        // For each event, the location of the next text that's in the source unchanged.
        let mut ends = vec![self.text.len(); events.len() + 1];
        for (index, event) in events.iter().enumerate().rev() {
            ends[index] = self.located(event).map_or(ends[index + 1], |range| range.start);
        }
        let mut index = 0;
        while index < events.len() {
            let event = &events[index];
            let end = if ends[index + 1] < self.at { self.text.len() } else { ends[index + 1] };
            match (event, self.located(event)) {
                (Event::Text(_), Some(range)) => {
                    self.kept[range.clone()].fill(self.code == 0 && !is_in(&self.blocked, range.start));
                    self.at = range.end;
                }
                (Event::Text(span), None) if self.code == 0 && !document.is_imported(*span) => {
                    self.words(document.str(*span), end);
                }
                (Event::Html(_), _) => {
                    let is_html = |event: &&Event| matches!(event, Event::Html(_) | Event::Address(_));
                    let length = events[index..].iter().take_while(is_html).count();
                    self.html(&events[index..index + length], document, ends[index + length]);
                    index += length;
                    continue;
                }
                (Event::Image(index), _) if document.file_of_image(*index as usize).is_some() => {}
                (Event::Image(image), _) => {
                    let image = &document.images[*image as usize];
                    self.words(&image.alt, end);
                    self.words(image.title.as_deref().unwrap_or_default(), end);
                }
                (Event::Close(Element::Link(link)), _) => {
                    self.link_title(*link as usize, document, end);
                }
                (_, Some(range)) => self.at = range.end,
                (Event::Open(Element::Table), _) => self.captions.push(caption(&events[..index], document)),
                // The attribute list with the caption follows the table.
                (Event::Close(Element::Table), _) => {
                    let caption = self.captions.pop().flatten().unwrap_or_default();
                    self.words(caption, end);
                }
                (Event::Open(Element::Tabs(group)), _) => self.tabs.push((*group, self.at)),
                (Event::Close(Element::Tabs(_)), _) => drop(self.tabs.pop()),
                (Event::Open(Element::Tab(tab)), _) => self.tab(*tab, events.get(index + 1), document, end),
                _ => {}
            }
            index += 1;
        }
    }

    /// Keeps the explanations of abbreviations.
    fn abbreviations(&mut self, document: &Document) {
        let mut at = document.body_start as usize;
        for line in self.text[at..].split_inclusive('\n').filter(|_| !document.abbreviations.is_empty()) {
            let is_own = |(short, long): &(&str, &str)| {
                document.abbreviations.iter().any(|(own, text)| **own == **short && **text == **long)
            };
            if let Some((_, long)) = abbreviation(line).filter(is_own) {
                let end = at + line.trim_end().len();
                self.kept[end - long.len()..end].fill(true);
            }
            at += line.len();
        }
    }

    /// Leaves out the names of variables.
    fn leave_out_variables(&mut self) {
        for (range, _) in variables::find(self.text) {
            self.kept[range].fill(false);
        }
    }

    /// Keeps the title of a link, which follows the destination in the link itself or in a link definition.
    fn link_title(&mut self, index: usize, document: &Document, end: usize) {
        let link = &document.links[index];
        let title = link.title.as_deref().filter(|_| document.file_of_link(index).is_none());
        let Some(title) = title else { return };
        if !link.replaceable {
            return self.words(title, end);
        }
        let start = link.span.range().end;
        let reach = floor(self.text, (start + title.len() + REACH).min(self.text.len()));
        if let Some(at) = self.find(title, start, reach).filter(|at| *at <= end) {
            self.at = self.at.max(at);
        }
    }

    /// Keeps the label of a tab. `first` is the first event in the tab.
    fn tab(&mut self, tab: u32, first: Option<&Event>, document: &Document, end: usize) {
        let Some((group, start)) = self.tabs.last().copied() else { return };
        let group = &document.tabs[group as usize];
        let label = &*group.tabs[tab as usize].label;
        // Without a title, the label of a code block is its language or its number.
        let is_generated = match first {
            Some(Event::Code(code)) => {
                let language = &*document.code[*code as usize].language;
                label == language || label == (tab + 1).to_string() || is_manager(group)
            }
            _ => false,
        };
        if is_generated {
            return;
        }
        match self.find(label, self.at, end) {
            Some(at) => self.at = at,
            // The group's opening tag contains the labels.
            None => drop(self.find(label, start, end)),
        }
    }

    /// If the source contains an event's text unchanged, returns the location.
    fn located(&self, event: &Event) -> Option<Range<usize>> {
        let range = match event {
            Event::Text(span) | Event::InlineCode(span) | Event::Emoji(span) | Event::Html(span) => {
                span.range()
            }
            _ => return None,
        };
        (range.end <= self.text.len()).then_some(range)
    }

    /// Keeps the text and the alternative texts in HTML. The source doesn't contain the HTML of components, but it can
    /// contain the same text. `end` is the end of the part of the source that can contain it.
    fn html(&mut self, events: &[Event], document: &Document, end: usize) {
        let mut html = String::new();
        // The offsets of the pieces in the HTML, each with the location of the piece in the source.
        let mut places: Vec<(usize, Option<Range<usize>>)> = Vec::new();
        let mut imported = Vec::new();
        for event in events {
            places.push((html.len(), self.located(event)));
            imported.push(matches!(event, Event::Html(span) if document.is_imported(*span)));
            match event {
                Event::Html(span) => html.push_str(document.str(*span)),
                // A URL has no prose.
                _ => html.push('x'),
            }
        }
        let piece = |at: usize| places.partition_point(|(start, _)| *start <= at) - 1;
        let locate = |range: Range<usize>| {
            let (start, place) = &places[piece(range.start)];
            let place = place.as_ref()?;
            let from = place.start + range.start - start;
            (from + range.len() <= place.end).then_some(from..from + range.len())
        };
        let mut found = Vec::new();
        let mut at = 0;
        while at < html.len() {
            let (part, length) = first_part(&html[at..]);
            match part {
                Part::Text(_) if self.code == 0 => found.push(at..at + length),
                Part::Start { name, attributes, slash } => {
                    self.code += usize::from(matches!(&*name, "code" | "pre") && !slash);
                    let texts = attributes.iter().filter(|(name, _)| name.eq_ignore_ascii_case("alt"));
                    found.extend(texts.filter_map(|(_, value)| {
                        let start = html[at..at + length].find(value)? + at;
                        (!value.is_empty()).then(|| start..start + value.len())
                    }));
                }
                Part::End(name) if matches!(&*name, "code" | "pre") => {
                    self.code = self.code.saturating_sub(1)
                }
                _ => {}
            }
            at += length;
        }
        for range in found {
            match locate(range.clone()) {
                Some(range) => self.kept[range].fill(true),
                None if imported[piece(range.start)] => {}
                None => self.words(&html[range], if end < self.at { self.text.len() } else { end }),
            }
        }
        if let Some(end) = places.iter().rev().find_map(|(_, place)| Some(place.as_ref()?.end)) {
            self.at = end;
        }
    }

    /// Keeps the words of a text that's written differently in the source, such as text with character references or
    /// the output of a component. `end` is the end of the part of the source that can contain the text.
    fn words(&mut self, text: &str, end: usize) {
        self.at = self.find(text, self.at, end).unwrap_or(self.at);
    }

    /// Keeps the words of a text in a part of the source, and returns the end of the last word that was found.
    fn find(&mut self, text: &str, start: usize, end: usize) -> Option<usize> {
        let (mut at, mut reach, mut last) = (start, end, None);
        let mut keep = |kept: &mut [bool], word: &str| {
            let found = find_word(self.text, at..reach.min(end), word, &self.blocked)?;
            at = found + word.len();
            kept[found..at].fill(true);
            reach = floor(self.text, (at + REACH).min(self.text.len()));
            last = Some(at);
            last
        };
        for word in text.split_whitespace() {
            if keep(&mut self.kept, word).is_some() {
                continue;
            }
            // In the source, the word can contain escapes, character references, and straight quotation marks.
            let is_between = |c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’');
            for part in word.split(is_between).map(|part| part.trim_matches(['\'', '’'])) {
                if !part.is_empty() && keep(&mut self.kept, part).is_none() && part.contains('’') {
                    keep(&mut self.kept, &part.replace('’', "'"));
                }
            }
        }
        last
    }
}

/// Returns the caption in the attributes of the element after these events.
fn caption<'t>(events: &[Event], document: &'t Document) -> Option<&'t str> {
    let mut lists = events.iter().rev().map_while(|event| match event {
        Event::Attributes(list) => Some(*list),
        _ => None,
    });
    lists.find_map(|list| document.caption(list))
}

/// Whether the tabs of a group are the package managers that docgen converts commands for.
fn is_manager(group: &Tabs) -> bool {
    group.group.as_deref() == Some("package-manager")
}

/// Whether an offset is in one of several ranges, which are in order.
fn is_in(ranges: &[Range<usize>], at: usize) -> bool {
    let after = ranges.partition_point(|range| range.start <= at);
    ranges[..after].last().is_some_and(|range| at < range.end)
}

/// Returns the ranges of a page's source whose words aren't prose: formulas, code, JavaScript statements, and the
/// destinations of links and images.
fn blocked(source: &Source, document: &Document) -> Vec<Range<usize>> {
    let text = &*source.text;
    let code = document.events.iter().filter_map(|event| match *event {
        Event::InlineCode(span) => Some(span),
        Event::Code(index) => Some(document.code.get(index as usize)?.text),
        Event::Math(index) => Some(document.math.get(index as usize)?.latex),
        _ => None,
    });
    let images = document
        .images
        .iter()
        .enumerate()
        .filter(|(index, image)| image.replaceable && document.file_of_image(*index).is_none());
    let links = document
        .links
        .iter()
        .enumerate()
        .filter(|(index, link)| link.replaceable && document.file_of_link(*index).is_none());
    let destinations = images.map(|(_, image)| image.span).chain(links.map(|(_, link)| link.span));
    let is_destination = |span: &Span| text.get(..span.range().start).is_some_and(|text| text.ends_with('('));
    let all = code.chain(destinations.filter(is_destination));
    let mut found: Vec<Range<usize>> =
        all.map(|span| span.range()).filter(|range| range.end <= text.len()).collect();
    let body = document.body_start as usize;
    if source.path.extension().eq_ignore_ascii_case("mdx") {
        let mut at = body;
        while at < text.len() {
            let end = script_end(text, at).unwrap_or(at);
            found.extend((end > at).then_some(at..end));
            at = next_line(text, end);
        }
        // An expression without strings or elements shows none of its own words.
        let expression = |(open, _): (usize, &str)| {
            let start = body + open;
            let length = text[start + 1..].find(|c| "\"'`<{}\n".contains(c))?;
            let is_whole = text[start + 1 + length..].starts_with('}') && !text[..start].ends_with('\\');
            is_whole.then_some(start..start + length + 2)
        };
        found.extend(text[body..].match_indices('{').filter_map(expression));
    }
    found.sort_by_key(|range| range.start);
    found.dedup_by(|next, last| {
        let overlaps = next.start <= last.end;
        last.end = if overlaps { last.end.max(next.end) } else { last.end };
        overlaps
    });
    found
}

/// Returns the location of a whole word in a range of text outside the blocked ranges.
fn find_word(text: &str, range: Range<usize>, word: &str, blocked: &[Range<usize>]) -> Option<usize> {
    let part = text.get(range.clone())?;
    let is_whole = |(at, _): &(usize, &str)| {
        let at = range.start + at;
        let touches = |a: Option<char>, b: Option<char>| {
            a.is_some_and(char::is_alphanumeric) && b.is_some_and(char::is_alphanumeric)
        };
        !touches(text[..at].chars().next_back(), word.chars().next())
            && !touches(word.chars().next_back(), text[at + word.len()..].chars().next())
            && !is_in(blocked, at)
    };
    part.match_indices(word).find(is_whole).map(|(at, _)| range.start + at)
}
