//! Changes the paths in style sheets after a move, and finds the URLs in a site's own style sheet that would stop working.

use std::sync::Arc;

use super::{Edits, Moves, destination::relative};
use crate::component::{Sheet, Url};
use crate::diag::{Code, Diagnostic};
use crate::path::{SourcePath, decode_path, encode_path};
use crate::site::Site;
use crate::source::Source;

/// Adds the changes for every style sheet that pages import, and for the site's own style sheet, `custom`. `text_of`
/// returns the original text of a file.
pub(crate) fn sheets(
    site: &Site,
    moves: &Moves,
    custom: Option<&Source>,
    text_of: &dyn Fn(&SourcePath) -> Option<Arc<str>>,
    edits: &mut Edits,
) {
    let read = |file: &SourcePath| Some(Source::new(file.clone(), &text_of(file)?));
    let imported = site.sheets.keys().filter_map(read);
    for source in imported.chain(custom.cloned()) {
        let file = &source.path;
        let Some(new_file) = moves.new_path(file).filter(|_| moves.can_change(file)) else { continue };
        for url in Sheet::new(&source).urls() {
            let Some((path, new)) = new_path(site, moves, (file, &new_file), url) else { continue };
            let range = url.span.range();
            match source.text.get(range.clone()).and_then(|text| text.find(path)) {
                Some(at) => edits.set(file, range.start + at..range.start + at + path.len(), new),
                None => {
                    let suffix = url.target.trim().strip_prefix(path).unwrap_or_default();
                    edits.set(file, range, url.with(&format!("{new}{suffix}")));
                }
            }
        }
    }
}

/// If a URL's path must change, returns the path as written, without the query and fragment, and the new path.
fn new_path<'u>(
    site: &Site,
    moves: &Moves,
    (file, new_file): (&SourcePath, &SourcePath),
    url: &'u Url,
) -> Option<(&'u str, String)> {
    let path = path_of(url);
    let new = if let Some((start, target)) = published(site, path) {
        let new = moves.new_path(&target).filter(|new| *new != target)?;
        format!("{start}{}", encode_path(new.strip_dir("static")?))
    } else {
        let is_known = |file: &SourcePath| site.assets.contains_key(file) || site.sheets.contains_key(file);
        let mut targets = [&*decode_path(path), path].map(|path| file.join_sibling(path)).into_iter();
        let target = targets.find(|target| !path.starts_with('/') && is_known(target))?;
        let new = moves.new_path(&target)?;
        if new_file.join_sibling(&decode_path(path)) == new {
            return None;
        }
        let new = relative(new_file.parent(), new.as_str());
        let bare = new.strip_prefix("./").filter(|_| !path.starts_with('.'));
        encode_path(bare.unwrap_or(&new)).into_owned()
    };
    // In an unquoted `url()`, these characters would end the URL.
    let new = new.replace('\'', "%27").replace('(', "%28").replace(')', "%29");
    Some((path, new))
}

/// If a path is the path of a published file, returns the start of the path, and the file in `static`.
fn published<'u>(site: &Site, path: &'u str) -> Option<(&'u str, SourcePath)> {
    let base = &*site.config.site.base_url;
    let starts =
        ["/", base].into_iter().filter(|start| path.starts_with(start)).map(|start| &path[..start.len()]);
    let files = starts.map(|start| (start, SourcePath::in_static(&decode_path(&path[start.len()..]))));
    files.into_iter().find(|(_, file)| site.static_files.binary_search(file).is_ok())
}

/// Returns the path of a URL, without the query and fragment.
fn path_of(url: &Url) -> &str {
    url.target.trim().split(['?', '#']).next().unwrap_or_default()
}

/// Returns a problem for each URL in the site's own style sheet whose file is published only before the moves.
pub(crate) fn missing_files(before: &Site, after: &Site, custom: &Source) -> Vec<Diagnostic> {
    let sheet = Sheet::new(custom);
    let is_lost = |url: &&Url| {
        let file = published(before, path_of(url));
        file.is_some_and(|(_, file)| after.static_files.binary_search(&file).is_err())
    };
    let report = |url: &Url| {
        Diagnostic::new(Code::InvalidCss, format!("file not found: `{}`", url.target.trim()))
            .hint("remove the URL, or use another file")
            .at(&custom.path, url.span)
    };
    sheet.urls().filter(is_lost).map(report).collect()
}
