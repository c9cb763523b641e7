//! Resolves images and checks their files.

use std::sync::Arc;

use super::resolved::{ImageFile, ImageSource};
use super::{
    Found, PRIVATE, Parsed, Resolver, is_private, nowhere::on_disk, place::Place, split_suffix, svg::Drawing,
};
use crate::diag::{Code, Diagnostic, Hint, Paths};
use crate::markdown::{Image, ImageTag, front_matter_place};
use crate::path::{OutPath, SourcePath, decode_path, has_protocol, is_on_disk, runs_script_as_image};

impl Resolver<'_> {
    pub(super) fn image(&self, image: &Image, place: Place<'_>, found: &mut Found) -> ImageSource {
        let target = &*image.target;
        if runs_script_as_image(target) {
            found.diagnostics.push(place.report(Diagnostic::script_link(target)));
            return ImageSource::nowhere();
        }
        if is_on_disk(target) {
            found.diagnostics.push(on_disk(Code::MissingImage, target, place));
        }
        if has_protocol(target) {
            if image.tag == ImageTag::Inline {
                let message = format!("can't inline `{target}`: it isn't a file of this site");
                found.diagnostics.push(
                    place
                        .report(Diagnostic::new(Code::UnreadableImage, message))
                        .hint("save the SVG file next to the page, or remove `inline`"),
                );
            }
            return ImageSource::loaded(target.replace(' ', "%20"), None);
        }
        if target.is_empty() {
            let diagnostic = Diagnostic::new(Code::MissingImage, "the image has no path");
            found
                .diagnostics
                .push(place.report(diagnostic).hint("add the path of a file, or remove the image"));
            return ImageSource::nowhere();
        }
        let (path, suffix) = split_suffix(target);
        let decoded = decode_path(path);
        // Paths in raw HTML can already include the base URL.
        let with_base = decoded.strip_prefix(&*self.at.base_url);
        let with_base =
            with_base.filter(|bare| self.context.assets.facts(&SourcePath::in_static(bare)).is_some());
        let bare = with_base.or(decoded.strip_prefix('/')).map(str::to_owned);
        let files = match &bare {
            Some(bare) => vec![SourcePath::in_static(bare)],
            None => self.beside(place.file, &decoded),
        };
        let is_public = |file: &&SourcePath| bare.is_some() || !is_private(file);
        let facts = |file: &SourcePath| Some((file.clone(), self.context.assets.facts(file)?));
        let Some((file, facts)) = files.iter().filter(is_public).find_map(facts) else {
            found.diagnostics.push(self.missing_image(target, place, &files[0]));
            return ImageSource::loaded(target.to_owned(), None);
        };
        if facts.size.is_none() && image.tag.is_markdown() {
            found.diagnostics.push(
                place.report(Diagnostic::new(Code::UnreadableImage, format!("can't read the size of `{file}`")))
                    .hint("save the image as PNG, JPEG, GIF, WebP, or AVIF, or as SVG with `width` and `height`; otherwise, the page shifts when the image loads"),
            );
        }
        let drawing = self.drawing(image, &file, facts.size, place, found);
        let own = ImageFile { path: file.clone(), hash: facts.hash };
        self.check_size(image, &file, facts.length, place, found);
        let src = match bare {
            Some(bare) => self.at.file_href(&OutPath::new(bare)),
            None => self.copy(file, facts.hash, found),
        };
        ImageSource { file: Some(own), drawing, ..ImageSource::loaded(src + suffix, facts.size) }
    }

    /// Returns a page's social card image, which is also a post's cover image. Checks that the image exists in
    /// `static/`. The path of the image can include the base URL.
    pub(super) fn card(&self, parsed: &Parsed, found: &mut Found) -> Option<ImageSource> {
        let image = parsed.metadata.front_matter.image.as_ref()?;
        if has_protocol(image) {
            let is_safe = !runs_script_as_image(image);
            return is_safe.then(|| ImageSource::loaded(image.replace(' ', "%20"), None));
        }
        let (path, suffix) = split_suffix(image);
        let path = decode_path(path);
        let facts = |bare: &str| {
            let file = SourcePath::in_static(bare);
            self.context.assets.facts(&file).map(|facts| (file, facts, bare.to_owned()))
        };
        let Some((path, facts, bare)) =
            facts(&path).or_else(|| path.strip_prefix(&*self.at.base_url).and_then(facts))
        else {
            let at = front_matter_place(&parsed.source, "image", Some(image)).unwrap_or(0..0);
            let place = Place::new(parsed, None, at.into());
            let problem = self.missing_image(image, place, &SourcePath::in_static(&path));
            let beside = self.beside(&parsed.source.path, &path);
            let own = beside.into_iter().find(|file| self.context.assets.facts(file).is_some());
            found.diagnostics.push(match own.filter(|_| !path.starts_with('/')) {
                Some(file) => {
                    let hint = format!("move `{file}` to `static`: preview images are in that folder");
                    Diagnostic { hints: vec![hint], edit: None, ..problem }
                }
                None => problem,
            });
            return None;
        };
        let src = self.at.file_href(&OutPath::new(bare.trim_start_matches('/'))) + suffix;
        let file = Some(ImageFile { path, hash: facts.hash });
        Some(ImageSource { file, ..ImageSource::loaded(src, facts.size) })
    }

    /// Reports an image that's larger than the limit in the config.
    fn check_size(&self, image: &Image, file: &SourcePath, length: u64, place: Place<'_>, found: &mut Found) {
        let limit = u64::from(self.context.config.images.max_kilobytes);
        if limit > 0 && length > limit * 1000 && image.tag != ImageTag::Address {
            let message = format!("the image `{file}` is {} kB, but the limit is {limit} kB", length / 1000);
            found.diagnostics.push(
                place.report(Diagnostic::new(Code::LargeImage, message)).hint(
                    "scale it down, or save it as WebP; to change the limit, set `images.max_kilobytes`",
                ),
            );
        }
    }

    pub(super) fn missing_image(&self, target: &str, place: Place<'_>, file: &SourcePath) -> Diagnostic {
        if let Some(refusal) = self.refusal(file, target).filter(|_| !is_private(file)) {
            return place.report(refusal);
        }
        let hint = match self.nearest_static(target, file) {
            _ if is_private(file) => PRIVATE.into(),
            _ if let Some(hint) = self.unescaped(place, target) => hint,
            _ if let Some(hint) = place.hint_for_repository(target) => hint.into(),
            Some(hint) => hint,
            None => format!("add the file `{file}`, or correct the path").into(),
        };
        place.report(Diagnostic::new(Code::MissingImage, format!("image not found: `{target}`"))).hint(hint)
    }

    /// Suggests the file in `static/` whose path is most similar, relative to the site's root.
    pub(super) fn nearest_static(&self, target: &str, file: &SourcePath) -> Option<Hint> {
        let known = || Paths::new(self.context.static_files.iter().map(SourcePath::as_str));
        let known = self.near.static_files.get_or_init(known);
        let near = known.nearest(file.as_str())?;
        let shown = format!("/{}", near.trim_start_matches("static/"));
        let written = split_suffix(target).0;
        Some(known.hint((written, file.as_str()), (&shown, near)).in_style_of(written))
    }

    /// Returns the content of an SVG file that's part of the page.
    fn drawing(
        &self,
        image: &Image,
        file: &SourcePath,
        size: Option<(u32, u32)>,
        place: Place<'_>,
        found: &mut Found,
    ) -> Option<Arc<Drawing>> {
        if image.tag != ImageTag::Inline {
            return None;
        }
        let text = self.context.assets.text(file);
        match text
            .ok_or_else(|| "it isn't a text file".to_owned())
            .and_then(|text| Drawing::read(&text, size))
        {
            Ok(drawing) => Some(Arc::new(drawing)),
            Err(reason) => {
                let message = format!("can't inline `{file}`: {reason}");
                found.diagnostics.push(
                    place.report(Diagnostic::new(Code::UnreadableImage, message)).hint(
                        "correct the SVG file, or remove `inline`; until then, the page shows the file as an image",
                    ),
                );
                None
            }
        }
    }
}
