//! Reads sitemaps (<https://www.sitemaps.org/protocol.html>).

use std::io::Read as _;

/// The maximum size of an uncompressed sitemap, in bytes. The protocol allows 50 MB.
const MOST: u64 = 200 << 20;

/// The URLs in a sitemap.
#[derive(Debug, Default)]
pub(crate) struct Sitemap {
    /// URLs of pages.
    pub(crate) pages: Vec<String>,
    /// URLs of other sitemaps, if this sitemap is an index.
    pub(crate) parts: Vec<String>,
}

/// Reads a sitemap or a sitemap index, which can be compressed with gzip. Also reads a list of URLs, one per line.
pub(crate) fn read(bytes: &[u8]) -> Result<Sitemap, String> {
    let mut unpacked = Vec::new();
    let bytes = if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut reader = flate2::read::MultiGzDecoder::new(bytes).take(MOST);
        reader.read_to_end(&mut unpacked).map_err(|error| format!("it can't be decompressed: {error}"))?;
        &unpacked
    } else {
        bytes
    };
    let text = super::dom::decode(bytes);
    let text = text.trim_start();
    let is_url = |line: &str| line.starts_with("http://") || line.starts_with("https://");
    if is_url(text) {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        return Ok(Sitemap { pages: lines.map(str::to_owned).collect(), parts: Vec::new() });
    }
    let document = roxmltree::Document::parse(text).map_err(|error| error.to_string())?;
    let mut sitemap = Sitemap::default();
    for node in document.descendants().filter(|node| node.tag_name().name() == "loc") {
        let url = node.text().unwrap_or_default().trim().to_owned();
        match node.parent_element().map(|parent| parent.tag_name().name()) {
            Some("url") => sitemap.pages.push(url),
            Some("sitemap") => sitemap.parts.push(url),
            _ => {}
        }
    }
    if sitemap.pages.is_empty() && sitemap.parts.is_empty() {
        return Err("it contains no `<loc>` in `<url>` or `<sitemap>`".to_owned());
    }
    Ok(sitemap)
}
