//! Moves the content for agents out of a document's events. All readers of the events, such as the HTML writer and the
//! search index, then see only the content for people.

use std::collections::HashSet;

use super::Builder;
use crate::markdown::document::{Audience, Element, Event};

/// The result of moving the content for agents.
#[derive(Default)]
struct Separated {
    /// The events without the content for agents.
    kept: Vec<Event>,
    /// For each of the original events, the number of kept events before it.
    positions: Vec<usize>,
    /// The content for agents.
    moved: Vec<Vec<Event>>,
    /// The numbers of the headings in the kept events.
    headings: Vec<u32>,
}

impl Builder<'_> {
    /// Moves the content for agents to [`crate::markdown::Document::for_agents`].
    pub(super) fn separate_agents(&mut self) {
        if !self.document.events.contains(&Event::Open(Element::Visibility(Audience::Agents))) {
            return;
        }
        let events = std::mem::take(&mut self.document.events);
        let Separated { kept, positions, moved, headings } = self.separate(events);
        let at = |index: usize| positions.get(index).copied().unwrap_or(kept.len());
        for range in &mut self.document.html {
            *range = at(range.start)..at(range.end);
        }
        self.document.own_markdown.retain_mut(|own| {
            let is_moved = own.events.start < own.events.end && at(own.events.start) == at(own.events.end);
            own.events = at(own.events.start)..at(own.events.end);
            !is_moved
        });
        self.document.events = kept;
        self.document.for_agents = moved;
        self.keep_headings(&headings);
    }

    fn separate(&self, events: Vec<Event>) -> Separated {
        let level = |number: u32| self.headings[self.heading_numbers[number as usize]].heading.level;
        let (mut separated, mut depth) = (Separated::default(), 0_usize);
        for event in events {
            let Separated { kept, positions, moved, headings } = &mut separated;
            positions.push(kept.len());
            match event {
                Event::Open(Element::Visibility(audience)) if depth > 0 || audience == Audience::Agents => {
                    depth += 1;
                    if depth == 1 {
                        kept.push(Event::ForAgents(moved.len() as u32));
                        moved.push(Vec::new());
                        continue;
                    }
                }
                Event::Close(Element::Visibility(_)) if depth > 0 => {
                    depth -= 1;
                    if depth == 0 {
                        continue;
                    }
                }
                _ => {}
            }
            let Some(for_agents) = moved.last_mut().filter(|_| depth > 0) else {
                kept.push(match event {
                    Event::Open(Element::Heading(number)) => {
                        headings.push(number);
                        Event::Open(Element::Heading(headings.len() as u32 - 1))
                    }
                    Event::Close(Element::Heading(_)) => {
                        Event::Close(Element::Heading((headings.len() as u32).saturating_sub(1)))
                    }
                    event => event,
                });
                continue;
            };
            for_agents.push(match event {
                Event::Open(Element::Heading(number)) => Event::Open(Element::AgentHeading(level(number))),
                Event::Close(Element::Heading(number)) => Event::Close(Element::AgentHeading(level(number))),
                event => event,
            });
        }
        separated
    }

    /// Keeps only the headings with these numbers, so that the other headings don't have IDs.
    fn keep_headings(&mut self, numbers: &[u32]) {
        let before = std::mem::take(&mut self.heading_numbers);
        let kept: HashSet<usize> =
            numbers.iter().map(|number| before[*number as usize]).chain(self.title).collect();
        let mut new_indexes = Vec::with_capacity(self.headings.len());
        let mut count = 0;
        for index in 0..self.headings.len() {
            new_indexes.push(count);
            count += usize::from(kept.contains(&index));
        }
        let mut index = 0;
        self.headings.retain(|_| {
            index += 1;
            kept.contains(&(index - 1))
        });
        self.heading_numbers = numbers.iter().map(|number| new_indexes[before[*number as usize]]).collect();
        self.title = self.title.map(|title| new_indexes[title]);
    }
}
