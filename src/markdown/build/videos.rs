//! Handles videos.

use super::{Builder, containers::Fault, inline_directives::plain_label};
use crate::diag::{Code, Span};
use crate::markdown::{
    directive::{Attribute, Opening},
    directives::DirectiveId,
    document::{Element, Image, Link, Video, VideoSource},
    image_tag::ImageTag,
    video,
};

impl Builder<'_> {
    /// Adds a video.
    pub(super) fn video(
        &mut self,
        id: DirectiveId,
        opening: &Opening<'_>,
        span: Span,
    ) -> Result<Element, Fault> {
        let given = |name: &str| id.find_attribute(opening, name).filter(|one| !one.value.trim().is_empty());
        let source = match (given("src"), given("id")) {
            (Some(src), _) => match video::player(src.value.trim()) {
                Some(player) => self.service(src, src.value.trim().into(), player),
                None => VideoSource::File(self.file_of(src)),
            },
            (None, Some(number)) => {
                let page = video::youtube(number.value.trim());
                let Some(player) = video::player(&page) else {
                    let message = format!("`{}` isn't a valid video ID", number.value);
                    let hint = "use the part of the video's URL after `v=`".into();
                    return Err(Fault { code: Code::InvalidDirective, message, hint });
                };
                self.service(number, page, player)
            }
            (None, None) => {
                let hint =
                    "add `{src=\"…\"}` with a file, or with the URL of a YouTube or Vimeo video".into();
                let message = "the video has no source".to_owned();
                return Err(Fault { code: Code::InvalidDirective, message, hint });
            }
        };
        if opening.label.is_none() {
            let hint = "add the video's title in brackets after the directive's name";
            self.report_with(Code::InvalidDirective, "the video has no title", hint, span);
        }
        let title = opening.label.map(|label| plain_label(label, self.scan.scope)).unwrap_or_default().into();
        let (poster, captions) = (given("poster"), given("captions"));
        let poster = poster.map(|file| self.file_of(file));
        let captions = captions.map(|file| self.file_of(file));
        self.document.videos.push(Video { source, title, poster, captions });
        Ok(Element::Video(self.document.videos.len() as u32 - 1))
    }

    fn service(&mut self, attribute: &Attribute<'_>, page: String, player: String) -> VideoSource {
        let replaceable = attribute.value == page;
        let span = Span::from(attribute.at..attribute.at + attribute.value.len());
        let page =
            self.add_link(Link { target: page.into(), title: None, span, replaceable, is_added: false });
        VideoSource::Service { page, player: player.into() }
    }

    /// Adds a file that's checked and published like an image.
    pub(super) fn file_of(&mut self, attribute: &Attribute<'_>) -> u32 {
        self.metadata.images.push(Image {
            target: attribute.value.into(),
            alt: "".into(),
            title: None,
            span: Span::from(attribute.at..attribute.at + attribute.value.len()),
            replaceable: !self.metadata.is_composed,
            block: false,
            tag: ImageTag::Address,
        });
        self.metadata.images.len() as u32 - 1
    }
}
