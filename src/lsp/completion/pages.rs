//! Completion of links, images, and anchors.

use std::sync::Arc;

use lsp_types::CompletionItemKind;

use super::{Around, Found, Suggestion};
use crate::lsp::Asked;
use crate::path::{RoutePath, SourcePath, decode_path, encode_path};
use crate::refactor::relative;
use crate::site::{Page, PageKind};

/// The extensions of images.
const IMAGES: [&str; 8] = ["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico"];

/// The attributes that contain links.
const LINKS: [&str; 4] = ["href", "to", "link", "url"];

/// Completes the destination of a link or image.
pub(super) fn destination(asked: &Asked<'_>, around: &Around<'_>) -> Option<Found> {
    let at = around.line.rfind("](")?;
    let typed = &around.line[at + 2..];
    let bracket = typed.starts_with('<');
    let typed = typed.strip_prefix('<').unwrap_or(typed);
    if typed.contains(')') || !bracket && typed.contains(char::is_whitespace) {
        return None;
    }
    let label = around.line[..at].rfind('[').unwrap_or(0);
    if around.line[..label].ends_with('!') { images(asked, typed) } else { links(asked, typed) }
}

/// Completes the value of an attribute that contains a link or an image.
pub(super) fn attribute(asked: &Asked<'_>, around: &Around<'_>) -> Option<Found> {
    let (head, typed) = around.line.rsplit_once("=\"")?;
    let name = head.rsplit(|c: char| !c.is_ascii_alphanumeric()).next()?;
    match name {
        _ if typed.contains('"') => None,
        "src" => images(asked, typed),
        _ if LINKS.contains(&name) => links(asked, typed),
        _ => None,
    }
}

fn links(asked: &Asked<'_>, typed: &str) -> Option<Found> {
    let site = asked.site.site()?;
    let own = asked.site.page_of(asked.file).map(|index| &*site.pages[index]);
    if let Some((path, id)) = typed.split_once('#') {
        return Some((id.len(), anchors(asked, path)?));
    }
    let is_near = |page: &Page| {
        let locale = own.map_or(0, |own| own.locale);
        let version = own.and_then(|own| own.version);
        page.locale == locale && (version.is_none() || page.version.is_none() || page.version == version)
    };
    let from = asked.file.parent();
    let mut found: Vec<Suggestion> = Vec::new();
    for page in site.pages.iter().filter(|page| is_near(page) && page.kind != PageKind::NotFound) {
        let path = match page.parsed() {
            // A page that isn't translated shows another locale's file.
            Some(_) if page.is_untranslated() => continue,
            Some(parsed) if parsed.source.path == *asked.file => continue,
            Some(parsed) => encode_path(&relative(from, parsed.source.path.as_str())).into_owned(),
            None => page.route.to_written(),
        };
        found.push(Suggestion::new(path, CompletionItemKind::FILE).with_detail(&*page.title));
    }
    // Near files first.
    found.sort_by_key(|one| (one.text.starts_with('/'), one.text.matches("../").count(), one.text.clone()));
    Some((typed.len(), found))
}

fn anchors(asked: &Asked<'_>, path: &str) -> Option<Vec<Suggestion>> {
    let site = asked.site.site()?;
    let parsed = match path {
        "" => asked.site.parsed(asked.file, asked.text)?,
        _ => {
            let file = asked.file.join_sibling(&decode_path(path));
            let page = match asked.site.page_of(&file) {
                Some(index) => &*site.pages[index],
                None => site.page(&RoutePath::new(path))?,
            };
            Arc::clone(page.document()?)
        }
    };
    let headings = parsed.metadata.headings.iter();
    let mut found: Vec<Suggestion> = headings
        .map(|heading| {
            Suggestion::new(&*heading.id, CompletionItemKind::REFERENCE).with_detail(&*heading.text)
        })
        .collect();
    let ids = parsed.metadata.anchors.iter();
    found.extend(ids.map(|id| Suggestion::new(&**id, CompletionItemKind::REFERENCE)));
    Some(found)
}

fn images(asked: &Asked<'_>, typed: &str) -> Option<Found> {
    let site = asked.site.site()?;
    let is_image = |path: &&SourcePath| IMAGES.contains(&path.extension().to_lowercase().as_str());
    let near = site.assets.keys().filter(is_image);
    let near = near.map(|path| encode_path(&relative(asked.file.parent(), path.as_str())).into_owned());
    let fixed = site.static_files.iter().filter(is_image);
    let fixed = fixed.filter_map(|path| Some(format!("/{}", encode_path(path.strip_dir("static")?))));
    let all = near.chain(fixed).map(|path| Suggestion::new(path, CompletionItemKind::FILE)).collect();
    Some((typed.len(), all))
}
