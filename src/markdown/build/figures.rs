//! Images in their own paragraph, which are figures if they have a caption.

use super::Builder;
use crate::markdown::document::{Attributes, Element, Event};

impl Builder<'_> {
    /// If a paragraph contains only one image, or only the images for the color modes, returns the images with their
    /// attribute lists.
    pub(super) fn lone_images(&self, start: usize) -> Option<Vec<(Option<u32>, u32)>> {
        let (Event::Open(Element::Paragraph), events) = self.document.events[start..].split_first()? else {
            return None;
        };
        let (mut images, mut list) = (Vec::new(), None);
        for event in events {
            match *event {
                Event::Attributes(index) => list = Some(index),
                Event::Image(index) => images.push((list.take(), index)),
                Event::SoftBreak | Event::HardBreak => {}
                Event::Text(span) if self.texts.arena[span.range()].trim().is_empty() => {}
                _ => return None,
            }
        }
        let is_block = images.len() == 1 || images.iter().all(|(list, _)| self.mode(*list).is_some());
        is_block.then_some(images).filter(|images| !images.is_empty())
    }

    /// Returns the color mode in an image's attribute list.
    fn mode(&self, list: Option<u32>) -> Option<&str> {
        let others = &self.document.attributes[list? as usize].others;
        others.iter().find(|(name, _)| &**name == "data-only").map(|(_, mode)| &**mode)
    }

    /// Writes a figure for each image of a paragraph. If the image is for one color mode, so is the figure. An image
    /// without a caption gets the caption of the image for the other mode.
    pub(super) fn figures(&mut self, start: usize, images: &[(Option<u32>, u32)], caption: &str) {
        self.pop();
        self.document.events.truncate(start);
        for (list, index) in images {
            self.metadata.images[*index as usize].title.get_or_insert_with(|| caption.into());
            if let Some(mode) = self.mode(*list).map(Box::from) {
                let others = vec![("data-only".into(), mode)];
                self.document.attributes.push(Attributes { others, ..Attributes::default() });
                self.write(Event::Attributes(self.document.attributes.len() as u32 - 1));
            }
            self.write(Event::Open(Element::Figure));
            if let Some(list) = list {
                self.write(Event::Attributes(*list));
            }
            self.write(Event::Image(*index));
            self.write(Event::Close(Element::Figure));
        }
    }
}
