//! The links and images in an OpenAPI document's descriptions.
//!
//! The document might come from someone else and might be written for another site. Therefore, a broken link is only a
//! warning, and the page shows only the link's text. A URL that runs a script never becomes a link.

use super::{
    Destination, Found, Href, HrefKind, ImageKind, ImageSource, Resolver, anchor_of, place::Place,
    split_suffix,
};
use crate::diag::{Code, Diagnostic};
use crate::openapi::Text;
use crate::path::{OutPath, SourcePath, decode_path, has_protocol, is_image_data, scheme};
use crate::site::SiteApi;

impl Resolver<'_> {
    /// Resolves the links and images in a description, for the pages of the locale with this index.
    pub(super) fn text(&self, api: &SiteApi, text: &Text, locale: usize) -> Found {
        let mut found = Found::default();
        for link in &text.document.links {
            let href = self.text_link(api, text, &link.target, locale, &mut found).unwrap_or_else(|| {
                found.diagnostics.push(lost(api, text, &link.target));
                Href { href: String::new(), kind: HrefKind::Nowhere }
            });
            found.resolved.links.push(href);
        }
        for image in &text.document.images {
            let hosts = self.context.config.image_hosts(&api.config);
            let source = self.text_image(api, text, &image.target, &mut found).map(|mut source| {
                if !hosts.load(&source.src) {
                    source.kind = ImageKind::Linked;
                }
                source
            });
            let source = source.unwrap_or_else(|| {
                found.diagnostics.push(lost(api, text, &image.target));
                ImageSource::nowhere()
            });
            found.resolved.images.push(source);
        }
        found
    }

    fn text_link(
        &self,
        api: &SiteApi,
        text: &Text,
        target: &str,
        locale: usize,
        found: &mut Found,
    ) -> Option<Href> {
        let plain = |href: String, kind| Some(Href { href, kind });
        if has_protocol(target) || scheme(target).is_some() {
            return match scheme(target).as_deref() {
                None | Some("http" | "https") => plain(target.to_owned(), HrefKind::External),
                Some("mailto" | "tel") => plain(target.to_owned(), HrefKind::File),
                Some(_) => None,
            };
        }
        let (path, suffix) = split_suffix(target);
        if path.is_empty() {
            // `#` and `#top` are the start of the page. Any other target is a heading in this description, or an anchor in
            // the style of another tool.
            if matches!(target, "#" | "#top") {
                return plain("#".to_owned(), HrefKind::Page);
            }
            let anchor = anchor_of(suffix)?;
            if text.document.has_anchor(anchor) {
                return plain(target.to_owned(), HrefKind::Page);
            }
            let (route, place) = self.redoc_links.place(api, anchor, &self.context.locales[locale])?;
            let href = place.map_or_else(|| self.at.href(&route), |id| self.at.href_to(&route, &id));
            return plain(href, HrefKind::Page);
        }
        let decoded = decode_path(path);
        let Some(destination) = self.text_destination(api, text, &decoded, locale) else {
            let base = api.config.link_base.as_deref()?;
            let slash = if target.starts_with('/') { "" } else { "/" };
            return plain(format!("{}{slash}{target}", base.trim_end_matches('/')), HrefKind::External);
        };
        if let (Destination::Page(index), Some(anchor), Some(file)) =
            (&destination, anchor_of(suffix), file_of(api, text))
        {
            let place = Place { page: file, file, span: text.place.span };
            found.diagnostics.extend(self.broken_anchor(locale > 0, *index, anchor, target, place));
        }
        Some(self.href(destination, suffix, found))
    }

    fn text_destination(&self, api: &SiteApi, text: &Text, path: &str, locale: usize) -> Option<Destination> {
        let number = locale;
        let locale = &self.context.locales[locale];
        if path.starts_with('/') {
            return self.absolute(locale, path);
        }
        if let Some(file) = file_of(api, text) {
            let place = Place { page: file, file, span: text.place.span };
            let found = self.of_files((number, api.version), place, &self.beside(file, path));
            if found.is_some() {
                return found;
            }
        }
        self.route_in(locale, &locale.home.join(api.route.as_str()).join(path))
    }

    fn text_image(&self, api: &SiteApi, text: &Text, target: &str, found: &mut Found) -> Option<ImageSource> {
        if has_protocol(target) || scheme(target).is_some() {
            let web = matches!(scheme(target).as_deref(), None | Some("http" | "https"));
            return (web || is_image_data(target)).then(|| ImageSource::loaded(target.to_owned(), None));
        }
        let (path, suffix) = split_suffix(target);
        let decoded = decode_path(path);
        if let Some(bare) = decoded.strip_prefix('/') {
            let facts = self.context.assets.facts(&SourcePath::in_static(bare));
            let src = match (facts, &api.config.link_base) {
                (Some(_), _) => self.at.file_href(&OutPath::new(bare)) + suffix,
                (None, Some(base)) => format!("{}{target}", base.trim_end_matches('/')),
                (None, None) => return None,
            };
            return Some(ImageSource::loaded(src, facts.and_then(|facts| facts.size)));
        }
        let facts = |file: SourcePath| self.context.assets.facts(&file).map(|facts| (file, facts));
        let (file, facts) = self.beside(file_of(api, text)?, &decoded).into_iter().find_map(facts)?;
        Some(ImageSource::loaded(self.copy(file, facts.hash, found) + suffix, facts.size))
    }
}

/// Returns the file that contains a description.
fn file_of<'a>(api: &'a SiteApi, text: &Text) -> Option<&'a SourcePath> {
    api.api.files.get(text.place.file as usize)
}

fn lost(api: &SiteApi, text: &Text, target: &str) -> Diagnostic {
    let message = if scheme(target).is_some() {
        format!("broken link in a description: `{target}` isn't a URL that readers can open")
    } else {
        format!("broken link in a description: `{target}` doesn't match any page or file on this site")
    };
    let diagnostic = Diagnostic::new(Code::OpenApiLink, message);
    let diagnostic = match file_of(api, text) {
        Some(file) => diagnostic.at(file, text.place.span),
        None => diagnostic,
    };
    if scheme(target).is_some() {
        diagnostic.hint("use a URL that starts with `https:`, `http:`, `mailto:`, or `tel:`")
    } else {
        diagnostic.fixed_with("link_base").hint("use a full URL, or set `link_base` in the `[[openapi]]` table to the URL of the site that the document was written for")
    }
}
