//! `sitemap.xml` and `robots.txt`.

use super::templates::escape;
use crate::path::{Addressing, OutPath};
use crate::site::{Page, PageKind, Site};

/// Returns the sitemap (sitemaps.org, protocol 0.9) of all listed pages, except drafts, tag pages, and pages that aren't
/// translated. Call this function only if the site's URL is known.
pub(super) fn sitemap(site: &Site, at: &Addressing) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    let listed = |page: &&std::sync::Arc<Page>| {
        page.is_canonical()
            && !page.is_part()
            && !page.draft
            && !matches!(page.kind, PageKind::Tag | PageKind::Tags | PageKind::BlogTag | PageKind::BlogTags)
    };
    for page in site.pages.iter().filter(listed) {
        xml.push_str("<url><loc>");
        xml.push_str(&escape(&site.config.site.absolute(&at.href(&page.route)).unwrap_or_default()));
        xml.push_str("</loc>");
        let changed = page.last_update.as_ref().and_then(|change| change.date.clone());
        let published = || page.post.map(|(blog, post)| site.blogs[blog].posts[post].date.day());
        if let Some(date) = changed.or_else(published) {
            xml.push_str(&format!("<lastmod>{}</lastmod>", escape(&date)));
        }
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    xml
}

/// Returns `robots.txt` (RFC 9309). With `no_index`, the file disallows everything. Otherwise, it allows everything and
/// names the sitemap.
pub(super) fn robots(site: &Site, at: &Addressing) -> String {
    let config = &site.config.site;
    match (config.absolute(&at.file_href(&OutPath::new("sitemap.xml"))), config.no_index) {
        (_, true) => "User-agent: *\nDisallow: /\n".to_owned(),
        (Some(url), false) => format!("User-agent: *\nAllow: /\n\nSitemap: {url}\n"),
        (None, false) => "User-agent: *\nAllow: /\n".to_owned(),
    }
}
