//! Reports the scripts that come along and that change pages, because they can depend on elements that docgen's theme
//! doesn't have.

use super::{Content, Imported, Origin};
use crate::diag::{Code, Diagnostic};
use crate::path::SourcePath;

/// What scripts use to find or change elements.
const USES: [&str; 4] = ["querySelector", "getElement", "innerHTML", "MutationObserver"];

/// Adds one diagnostic for each script that the config loads.
pub(super) fn note(imported: &mut Imported, origin: &dyn Origin) {
    let Imported { files, left, .. } = imported;
    let Some(Content::Text(config)) = files.get(&SourcePath::new("docgen.toml")) else { return };
    for (path, content) in files.iter() {
        let Content::Copy(from) = content else { continue };
        let Some(url) = path.strip_dir("static").filter(|path| path.ends_with(".js")) else { continue };
        let is_loaded = config.contains(&format!("src = \"/{url}\""));
        let Some(source) = origin.text(from).filter(|_| is_loaded) else { continue };
        let first = USES.iter().filter_map(|name| Some((source.text.find(name)?, name.len()))).min();
        if let Some((at, length)) = first {
            let message = "a script changes pages, and can depend on the theme of the original site";
            let found = Diagnostic::new(Code::NotImported, message).at(&source.path, at..at + length);
            left.push(found.hint("compare the pages; if the script doesn't work, remove it from `[[head]]`"));
        }
    }
}
