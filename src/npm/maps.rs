//! Source maps: map locations in a bundle's code to locations in the files of the bundled packages.

use std::path::{Component, Path, PathBuf};

use crate::source::floor;

/// The source map of a bundle.
pub(super) struct SourceMap {
    /// The code of the bundle, without the lines that docgen adds.
    pub code: String,
    /// The map of the code, in JSON.
    pub json: String,
    /// The folder that the paths in the map are relative to.
    pub folder: PathBuf,
    /// The number of lines that docgen adds before the code.
    pub added: u32,
}

impl SourceMap {
    /// Returns the file, line, and column for a location in the code of the bundle. Lines and columns start at 1, and
    /// columns count bytes.
    pub(super) fn place(&self, root: &Path, line: u32, column: u32) -> Option<String> {
        let line = line.checked_sub(1 + self.added)?;
        let text = self.code.lines().nth(line as usize)?;
        let before = &text[..floor(text, (column as usize).saturating_sub(1))];
        let column = u32::try_from(before.encode_utf16().count()).ok()?;
        let map = oxc_sourcemap::SourceMap::from_json_string(&self.json).ok()?;
        let token = map.lookup_token_approx(&map.generate_lookup_table(), line, column)?;
        let file = shown(root, &self.folder.join(map.get_source(token.get_source_id()?)?));
        Some(format!("{file}:{}:{}", token.get_src_line() + 1, token.get_src_col() + 1))
    }
}

/// Returns the path of a file, starting at the last `node_modules` folder or relative to the site's folder.
fn shown(root: &Path, file: &Path) -> String {
    let mut parts = Vec::new();
    for part in file.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let file = match parts.iter().rposition(|part| part.as_os_str() == "node_modules") {
        Some(at) => parts[at..].iter().collect(),
        None => {
            let whole: PathBuf = parts.iter().collect();
            let above = root.ancestors().enumerate().find_map(|(steps, folder)| {
                Some(Path::new(&"../".repeat(steps)).join(whole.strip_prefix(folder).ok()?))
            });
            above.unwrap_or(whole)
        }
    };
    file.to_string_lossy().replace('\\', "/")
}
