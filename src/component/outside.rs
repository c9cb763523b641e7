//! The paths of files that pages include. Such files can be outside the site's folder. A file outside the site's
//! repository must be in another repository that the config names.

use super::{Library, Repositories};
use crate::diag::{did_you_mean, nearest_path};
use crate::path::{SourcePath, above, decode_path, encode_path, has_protocol};

/// The path prefix for files outside the site's folder. The rest of such a path is relative to the repository's root.
pub(crate) const REPOSITORY: &str = "repository:";

/// The path prefix for files in other repositories. The rest of such a path is the repository's name and the path in
/// the repository. A path without a file represents the repository's commit and URL.
pub(crate) const GIT: &str = "git:";

/// For a file in another repository, returns the repository's name and the path in the repository.
pub(crate) fn in_git(path: &SourcePath) -> Option<(&str, &str)> {
    let rest = path.as_str().strip_prefix(GIT)?;
    Some(rest.split_once('/').unwrap_or((rest, "")))
}

/// The folder that paths with a leading slash are relative to.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Root {
    /// The `content` folder.
    Content,
    /// The root of the repository.
    Repository,
}

/// The reason that a path can't be used, and the next step.
pub(crate) type Refusal = (String, String);

impl Library {
    /// Returns the path of the file that a path in the `from` file refers to. A relative path is relative to `from`,
    /// and `@site/` refers to the site's folder.
    pub(crate) fn locate(&self, from: &SourcePath, written: &str, root: Root) -> Result<SourcePath, Refusal> {
        if let Some((name, path)) = self.in_repository(from, written)? {
            return in_other(&name, &path, written);
        }
        let site = self.0.files.folder_in_repository();
        let Some(path) = located(site, from, written, root) else {
            let hint = "copy the file into the repository".to_owned();
            return Err((format!("`{written}` is outside the repository"), hint));
        };
        check_names(&from_root(site, &path), written)?;
        Ok(path)
    }

    /// If a path in the `from` file refers to a file in another repository, returns the repository's name and the path
    /// in the repository, which can contain `..`.
    fn in_repository(&self, from: &SourcePath, written: &str) -> Result<Option<(String, String)>, Refusal> {
        let names = self.0.files.repositories().map(|all| all.names()).unwrap_or_default();
        if let Some((name, path)) = written.split_once(':')
            && names.iter().any(|known| known == name)
        {
            return Ok(Some((name.to_owned(), path.to_owned())));
        }
        let is_name = |name: &str| name.len() > 1 && !name.contains(['/', '\\', '.']);
        match written.split_once(':') {
            _ if written.starts_with("//") || written.contains("://") => {
                let hint =
                    "add the file's repository to `[repositories]` and use `name:path`, or copy the file";
                return Err((format!("`{written}` is a URL"), hint.to_owned()));
            }
            Some((name, _)) if is_name(name) || has_protocol(written) => {
                let meant = did_you_mean(name, names.iter().map(String::as_str));
                let hint = meant.map_or_else(
                    || format!("add `{name}` to `[repositories]` in `docgen.toml`"),
                    String::from,
                );
                return Err((format!("unknown repository `{name}`"), hint));
            }
            _ => {}
        }
        Ok(in_git(from).map(|(name, file)| {
            let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
            let path = match written.strip_prefix('/') {
                Some(path) => path.to_owned(),
                None => format!("{folder}/{written}"),
            };
            (name.to_owned(), path)
        }))
    }

    /// If a file is in a repository whose files are unavailable, returns the repository's name.
    pub(crate) fn unavailable<'p>(&self, path: &'p SourcePath) -> Option<&'p str> {
        let (name, _) = in_git(path)?;
        let is_available = self.repositories().is_some_and(|all| all.is_available(name));
        (!is_available).then_some(name)
    }

    /// Suggests an existing file for the path of a missing file in another repository, in the form that writers use.
    pub(crate) fn near_in_git(&self, path: &SourcePath) -> Option<String> {
        let (name, file) = in_git(path)?;
        let files = self.repositories()?.files(name);
        nearest_path(file, files.iter().map(String::as_str)).map(|near| format!("{name}:{near}"))
    }

    /// Returns the URL for a relative link or image in a file in another repository. Returns `None` if the link isn't
    /// relative, if it points outside the repository, or if the repository's web pages are unknown.
    pub(crate) fn web_url(&self, file: &SourcePath, target: &str, is_image: bool) -> Option<String> {
        let (name, own) = in_git(file)?;
        let (path, rest) = target.split_at(target.find(['#', '?']).unwrap_or(target.len()));
        if path.is_empty() || path.starts_with('/') || has_protocol(path) {
            return None;
        }
        let whole =
            format!("{}/{}", own.rsplit_once('/').map_or("", |(folder, _)| folder), decode_path(path));
        let whole = whole.replace('\\', "/");
        if above(&whole).is_some() {
            return None;
        }
        let page =
            self.repositories()?.web_url(name, &encode_path(SourcePath::new(whole).as_str()), is_image)?;
        Some(page + rest)
    }

    fn repositories(&self) -> Option<&dyn Repositories> {
        self.0.files.repositories()
    }

    /// If the item at a path isn't a file on the site or in its repository, returns the reason.
    pub(crate) fn refusal(&self, path: &SourcePath) -> Option<String> {
        self.0.files.refusal(path)
    }
}

/// Returns the path of the file in this repository that a path in the `from` file refers to. `site` is the site's folder
/// in the repository. Returns `None` for a path outside the repository.
pub(crate) fn located(site: &str, from: &SourcePath, written: &str, root: Root) -> Option<SourcePath> {
    let whole = match (written.strip_prefix("@site/"), written.strip_prefix('/'), root) {
        (Some(path), ..) => format!("{site}/{path}"),
        (_, Some(path), Root::Content) => format!("{site}/content/{path}"),
        (_, Some(path), Root::Repository) => path.to_owned(),
        _ => format!("{}/{written}", from_root(site, from).parent()),
    };
    if above(&whole.replace('\\', "/")).is_some() {
        return None;
    }
    let path = SourcePath::new(whole);
    Some(match path.strip_dir(site) {
        Some(path) => SourcePath::new(path),
        None => SourcePath::new(format!("{REPOSITORY}{path}")),
    })
}

/// Returns the path of a file from the root of the repository. `site` is the site's folder in the repository.
pub(crate) fn from_root(site: &str, path: &SourcePath) -> SourcePath {
    match path.as_str().strip_prefix(REPOSITORY) {
        Some(path) => SourcePath::new(path),
        None => SourcePath::new(format!("{site}/{path}")),
    }
}

/// Returns the path of a file in another repository.
fn in_other(name: &str, path: &str, written: &str) -> Result<SourcePath, Refusal> {
    if path.contains('\\') || above(path).is_some() {
        let hint = "specify the path from the repository root, with `/` between folders".to_owned();
        return Err((format!("`{written}` is outside the `{name}` repository"), hint));
    }
    let path = SourcePath::new(path);
    if path.as_str().is_empty() || path.as_str().contains(char::is_control) {
        let hint = format!("specify a file path, as in `{name}:src/lib.rs`");
        return Err((format!("`{written}` doesn't name a file"), hint));
    }
    check_names(&path, written)?;
    Ok(SourcePath::new(format!("{GIT}{name}/{path}")))
}

/// Rejects files whose names suggest secrets.
fn check_names(path: &SourcePath, written: &str) -> Result<(), Refusal> {
    if path.as_str().split('/').any(|part| part.starts_with('.')) {
        let message = format!(
            "can't show `{written}`: files and folders whose names start with a dot often contain secrets"
        );
        return Err((message, "to publish the content, rename the file or folder".to_owned()));
    }
    Ok(())
}
