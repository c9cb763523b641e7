//! The paths of files that pages include. Such files can be outside the site's folder, but not outside the site's
//! repository.

use super::Library;
use crate::path::{SourcePath, above, has_protocol};

/// The prefix of the path of a file that's outside the site's folder. The rest is relative to the repository's root.
pub(crate) const REPOSITORY: &str = "repository:";

/// The folder that paths with a leading slash are relative to.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Root {
    /// The folder `content`.
    Content,
    /// The root of the repository.
    Repository,
}

/// The reason that a path can't be used, and the next step.
pub(crate) type Refusal = (String, &'static str);

impl Library {
    /// Returns the path of the file that a path in the file `from` refers to. A relative path is relative to `from`,
    /// and `@site/` refers to the site's folder.
    pub(crate) fn locate(&self, from: &SourcePath, written: &str, root: Root) -> Result<SourcePath, Refusal> {
        if has_protocol(written) || written.starts_with("//") {
            let hint = "save the file in the repository, and use its path";
            return Err((format!("`{written}` is a URL"), hint));
        }
        let site = self.0.files.folder_in_repository();
        let folder = from.parent();
        let whole = match (written.strip_prefix("@site/"), written.strip_prefix('/'), root) {
            (Some(path), ..) => format!("{site}/{path}"),
            (_, Some(path), Root::Content) => format!("{site}/content/{path}"),
            (_, Some(path), Root::Repository) => path.to_owned(),
            _ => match from.as_str().strip_prefix(REPOSITORY) {
                Some(_) => format!("{}/{written}", folder.strip_prefix(REPOSITORY).unwrap_or_default()),
                None => format!("{site}/{folder}/{written}"),
            },
        };
        if above(&whole.replace('\\', "/")).is_some() {
            let hint = "copy the file into the repository";
            return Err((format!("`{written}` is outside the repository"), hint));
        }
        let path = SourcePath::new(whole);
        if path.as_str().split('/').any(|part| part.starts_with('.')) {
            let message = format!(
                "can't show `{written}`: files and folders with names that start with a dot often contain secrets"
            );
            return Err((message, "to publish the content, rename the file or folder"));
        }
        Ok(match path.strip_dir(site) {
            Some(path) => SourcePath::new(path),
            None => SourcePath::new(format!("{REPOSITORY}{path}")),
        })
    }

    /// If something at a path isn't a file of the site or its repository, returns the reason.
    pub(crate) fn refusal(&self, path: &SourcePath) -> Option<String> {
        self.0.files.refusal(path)
    }
}
