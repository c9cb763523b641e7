//! Converts videos to HTML. The player of a video service is loaded only when a reader starts the video. The frame
//! doesn't require scripts. It contains a link to the player, and the player replaces the content of the frame.

use super::{Medium, Writer};
use crate::markdown::{VideoSource, escape};
use crate::render::markup::{Markup, html};

impl<'a> Writer<'a> {
    pub(super) fn open_video(&mut self, index: u32, has_caption: bool) {
        let document = self.document;
        let video = &document.videos[index as usize];
        self.wrapped.push(has_caption);
        self.raw("<figure class=\"video\">");
        match &video.source {
            VideoSource::File(file) => {
                self.raw("<div class=\"video-player\"><video controls");
                html!(self, r#" src="{}""#, self.file(*file));
                match video.poster {
                    Some(poster) => html!(self, r#" preload="none" poster="{}""#, self.file(poster)),
                    None => self.raw(" preload=\"metadata\""),
                }
                if !video.title.is_empty() {
                    html!(self, r#" aria-label="{}""#, &video.title);
                }
                self.raw(">");
                if let Some(captions) = video.captions {
                    html!(self, r#"<track kind="captions" src="{}" default>"#, self.file(captions));
                }
                self.raw("</video></div>");
            }
            VideoSource::Service { page, player } => {
                let href =
                    self.href(*page).map_or(&*document.links[*page as usize].target, |href| &*href.href);
                if self.options.medium == Medium::Feed {
                    html!(self, r#"<a href="{}">{}</a>"#, href, href);
                } else {
                    html!(self, r#"<div class="video-player" data-url="{}">"#, href);
                    if let Some(poster) = video.poster {
                        html!(
                            self,
                            r#"<img src="{}" loading="lazy" decoding="async" alt="">"#,
                            self.file(poster)
                        );
                    }
                    let label = self.messages.fill("video_play", &[("title", &video.title)]);
                    html!(self, r#"<iframe title="{}" srcdoc="{}""#, &video.title, &start(player, &label));
                    self.raw(" loading=\"lazy\" allow=\"autoplay; encrypted-media; fullscreen; picture-in-picture\"");
                    self.raw("></iframe></div>");
                }
            }
        }
        if has_caption {
            self.raw("<figcaption>");
        }
        self.raw("\n");
    }

    pub(super) fn file(&self, index: u32) -> &'a str {
        let own = || &*self.document.images[index as usize].target;
        self.resolved.images.get(index as usize).map_or_else(own, |source| &source.src)
    }
}

/// Returns the document that the frame shows before the video starts: a link with a play icon. The document has no
/// styles, because a content security policy could forbid styles.
fn start(player: &str, label: &str) -> String {
    let (mut href, mut title) = (String::new(), String::new());
    escape::attribute(player, &mut href);
    escape::attribute(label, &mut title);
    format!(
        "<body marginwidth=\"0\" marginheight=\"0\"><svg display=\"block\" width=\"100%\" viewBox=\"0 0 160 90\">\
         <a href=\"{href}\" aria-label=\"{title}\"><path fill=\"#000\" fill-opacity=\"0\" d=\"M0 0h160v90H0z\"/>\
         <circle cx=\"80\" cy=\"45\" r=\"9\" fill-opacity=\".7\"/><path fill=\"#fff\" d=\"m77 40 8 5-8 5z\"/></a></svg>"
    )
}
