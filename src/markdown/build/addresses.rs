//! Handles the URLs in the HTML that components render: resolves the URLs that docgen writes, and finds their locations
//! in the source.

use super::{Builder, jsx::ADDRESS, partials::relative_to, rendered::Output};
use crate::component::{
    is_image,
    slots::{CHILDREN, Filling},
};
use crate::diag::Span;
use crate::markdown::{
    document::{Address, Event, Image, Link},
    image_tag::ImageTag,
    raw_html,
};
use crate::path::SourcePath;
use crate::source::floor;

impl Builder<'_> {
    /// Adds a URL to the links or images of the page. If the URL refers to an image, `image` describes the tag.
    pub(super) fn add_address(&mut self, target: &str, image: Option<ImageTag>, span: Span) -> Address {
        let before = (self.metadata.links.len(), self.metadata.images.len());
        let target = target.into();
        let address = if let Some(tag) = image {
            let alt = "".into();
            let image = Image { target, alt, title: None, span, replaceable: false, block: false, tag };
            self.metadata.images.push(image);
            Address::Image(before.1 as u32)
        } else {
            Address::Link(self.add_link(Link {
                target,
                title: None,
                span,
                replaceable: false,
                is_added: false,
            }))
        };
        if let Some(file) = self.imported.as_ref().map(|source| source.path.clone()) {
            self.note_imported(&file, before);
        }
        address
    }

    /// Publishes a file whose URL is in client code.
    pub(super) fn publish(&mut self, file: &SourcePath, place: Span) {
        let relative = relative_to(self.source.path.parent(), file.as_str());
        self.add_address(&relative, is_image(file).then_some(ImageTag::Address), place);
    }
}

impl Output<'_, '_> {
    /// Returns the location of a URL: the next attribute value with this URL in the tags up to the next leaf. If a
    /// component creates the URL, returns the location of the first of these tags.
    pub(super) fn place_of(&mut self, target: &str) -> Span {
        let quoted = ['"', '\''].map(|quote| format!("{quote}{target}{quote}"));
        let found = quoted.iter().filter_map(|quoted| self.find_in_tags(quoted)).min();
        match found.filter(|_| !target.is_empty()) {
            Some(at) => {
                self.tags_from = at + 1 + target.len();
                Span::from(at + 1..self.tags_from)
            }
            None => self.place(),
        }
    }

    /// Returns the location of a component's next tag. If there's no such tag, returns the location of the first tag
    /// before the next leaf.
    pub(super) fn place_of_tag(&mut self, component: &str) -> Span {
        match self.find_in_tags(&format!("<{component}")) {
            Some(at) => {
                self.tags_from = at + 1 + component.len();
                Span::from(at..self.tags_from)
            }
            None => self.place(),
        }
    }

    /// Returns the offset of the next occurrence of a string in the tags up to the next leaf.
    fn find_in_tags(&self, text: &str) -> Option<usize> {
        /// The maximum distance from the previous result, in bytes.
        const REACH: usize = 1 << 14;
        let source = &self.builder.imported.as_ref().unwrap_or(self.builder.source).text;
        let next = self.leaves.get(self.at + 1).filter(|next| next.file == self.leaves[self.at].file);
        let end = next.map_or(source.len(), |next| next.next.end as usize).min(self.tags_from + REACH);
        let at = source.get(self.tags_from..floor(source, end))?.find(text)?;
        Some(self.tags_from + at)
    }

    /// Writes the URL at the start of the HTML and returns the URL's length.
    pub(super) fn address_of(&mut self, rest: &str, image: Option<ImageTag>) -> usize {
        let Some(end) = rest.find(ADDRESS[1]) else { return ADDRESS[0].len_utf8() };
        let token = raw_html::decode(&rest[ADDRESS[0].len_utf8()..end]).into_owned();
        match token.split_once(':') {
            Some(("module", path)) => self.module(path),
            Some(("link", CHILDREN)) if Filling::of(&self.builder.source.path).is_some() => {
                self.builder.write(Event::Children);
            }
            Some(("file", path)) => {
                // The page doesn't contain the URL of an imported file.
                let other = is_image(&SourcePath::new(path)).then_some(ImageTag::Address);
                self.address_at(&self.target_in(&token), image.or(other), self.place())
            }
            Some(("link", _)) => self.address(&self.target_in(&token), image),
            _ => self.address(&self.target_in(&token), None),
        }
        end + ADDRESS[1].len_utf8()
    }

    /// Returns the target of a link in an attribute. The target can be a URL that docgen resolves.
    pub(super) fn target_of(&self, value: &str) -> String {
        let token = value.strip_prefix(ADDRESS[0]).and_then(|rest| rest.split(ADDRESS[1]).next());
        token.map_or_else(|| value.to_owned(), |token| self.target_in(token))
    }

    /// Returns the target in the token for a URL that docgen resolves.
    fn target_in(&self, token: &str) -> String {
        match token.split_once(':') {
            Some(("link", target)) => target.to_owned(),
            Some(("file", path)) => self.relative(path),
            _ => match (&self.builder.metadata.front_matter.slug, Filling::of(&self.builder.source.path)) {
                (Some(slug), Some(_)) => slug.clone(),
                _ => self.relative(self.builder.source.path.as_str()),
            },
        }
    }

    /// Returns a link from the current file to one of the site's files.
    fn relative(&self, path: &str) -> String {
        let file = self.builder.imported.as_ref().unwrap_or(self.builder.source);
        relative_to(file.path.parent(), path)
    }

    pub(super) fn address(&mut self, target: &str, image: Option<ImageTag>) {
        let place = self.place_of(target);
        self.address_at(target, image, place);
    }

    fn address_at(&mut self, target: &str, image: Option<ImageTag>, place: Span) {
        let image = image.map(|tag| self.known_tag(tag));
        let address = self.builder.add_address(target, image, place);
        self.builder.write(Event::Address(address));
    }

    /// Returns the [`ImageTag`] for a tag in React's output. docgen adds less to a component's tag, because a
    /// component's styles can depend on the sizes of its images, and because the browser renders interactive components
    /// again.
    fn known_tag(&self, tag: ImageTag) -> ImageTag {
        match tag {
            ImageTag::Address => tag,
            _ if self.is_literal() => ImageTag::Address,
            ImageTag::Plain(_) if !self.is_own_image => ImageTag::Styled,
            _ => tag,
        }
    }

    /// Writes a URL in an interactive component unchanged. The URL is checked like a link.
    pub(super) fn literal_link(&mut self, value: &str) {
        let target = raw_html::decode(value);
        let place = self.place_of(&target);
        if let Address::Link(index) = self.builder.add_address(&target, None, place) {
            self.builder.metadata.literal_links.push(index);
        }
        self.html(value);
    }

    /// Writes the URL of an interactive component's module.
    pub(super) fn module(&mut self, path: &str) {
        let (path, modules) = (SourcePath::new(path), &mut self.builder.metadata.modules);
        let index = modules.iter().position(|known| *known == path).unwrap_or_else(|| {
            modules.push(path);
            modules.len() - 1
        });
        self.builder.write(Event::Address(Address::Module(index as u32)));
    }
}
