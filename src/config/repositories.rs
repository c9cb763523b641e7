//! `[repositories]`: the other Git repositories whose files pages can show.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Config, check::Problems};
use crate::diag::{Code, Diagnostic};

/// Another Git repository whose files pages can show.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(from = "UrlOrTable")]
#[schemars(with = "UrlOrTable")]
pub struct RepositoryConfig {
    /// The URL to clone the repository from, or the path of a Git bundle in the site's folder.
    pub git: String,
    /// The tag, branch, or commit. Default: the default branch.
    pub reference: Option<String>,
    /// The pattern for the URLs of the files' web pages.
    pub url: Option<String>,
    /// Whether the settings are invalid, so Git must not use them.
    pub is_refused: bool,
}

/// The URL of a repository, or a table.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum UrlOrTable {
    /// The URL to clone the repository from.
    Url(String),
    /// A table.
    Table(RepositoryTable),
}

/// A repository with settings in addition to its URL.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RepositoryTable {
    /// The URL to clone the repository from, over HTTPS or SSH, or the path of a Git bundle in the site's folder.
    git: String,
    /// The tag, the branch, or the full commit ID. Default: the default branch.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// The URL of a file's web page, for links in included Markdown files. The commit ID replaces `{commit}`, and the
    /// file path replaces `{path}`. Default: the URL in `git` followed by `/blob/{commit}/{path}`.
    #[schemars(extend("x-url" = "link"))]
    url: Option<String>,
}

impl From<UrlOrTable> for RepositoryConfig {
    fn from(given: UrlOrTable) -> Self {
        match given {
            UrlOrTable::Url(git) => RepositoryConfig { git, reference: None, url: None, is_refused: false },
            UrlOrTable::Table(RepositoryTable { git, reference, url }) => {
                RepositoryConfig { git, reference, url, is_refused: false }
            }
        }
    }
}

impl RepositoryConfig {
    /// Whether the repository is a Git bundle: a file that contains commits, in the site's folder (`gitformat-bundle`).
    pub(crate) fn is_bundle(&self) -> bool {
        is_bundle(&self.git)
    }
}

/// Whether a string is the path of a Git bundle in the site's folder.
fn is_bundle(path: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part != ".." && !part.starts_with('-');
    path.ends_with(".bundle") && !path.contains([':', '\\']) && path.split('/').all(is_part)
}

/// Reports unusable URLs and references, and removes repositories with unusable names.
pub(super) fn check(config: &mut Config, problems: &mut Problems<'_>) {
    config.repositories.retain(|name, repository| {
        let path = format!("repositories.{name}");
        if !is_name(name) {
            let hint =
                "use at least two characters (letters, digits, hyphens, and underscores), starting with a letter";
            let message = format!("invalid repository name `{name}`");
            let diagnostic = Diagnostic::new(Code::InvalidConfig, message).hint(hint);
            problems.diagnostics.push(diagnostic.at_key(problems.source, &path));
            return false;
        }
        let inner = |key: &str| {
            let inner = format!("{path}.{key}");
            if problems.source.place(&inner).is_some() { inner } else { path.clone() }
        };
        let (git, reference, url) = (inner("git"), inner("ref"), inner("url"));
        if let Some((message, hint)) = odd_url(&repository.git) {
            problems.report(&git, message, hint);
            repository.is_refused = true;
        }
        if let Some(odd) = repository.reference.as_deref().filter(|reference| !is_reference(reference)) {
            let hint = "specify the name of a tag or branch, or a full commit ID";
            problems.report(&reference, format!("`{odd}` isn't the name of a tag or branch"), hint);
            repository.is_refused = true;
        }
        if let Some(odd) = repository.url.as_deref().filter(|url| !url.contains("{path}")) {
            let hint = "use a pattern such as `https://git.example.com/sdk/blob/{commit}/{path}`";
            problems.report(&url, format!("`url`: expected `{{path}}` in `{odd}`"), hint);
            repository.url = None;
        }
        problems.placeholders(&url, repository.url.as_deref(), &["commit", "path"]);
        true
    });
}

/// Whether a string can be the name of a repository. A one-letter name could be a drive on Windows.
fn is_name(name: &str) -> bool {
    name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// Whether a string can be the name of a tag or branch, or the ID of a commit. Git can't interpret such a string as an
/// option or a pattern.
fn is_reference(name: &str) -> bool {
    let is_odd = |c: char| c.is_control() || c.is_whitespace() || "~^:?*[\\".contains(c);
    !name.is_empty() && !name.starts_with(['-', '/']) && !name.contains(is_odd) && !name.contains("..")
}

/// If Git must not use a URL, returns the message and the hint. A URL can specify only a host to fetch from, or a bundle
/// in the site's folder. It can't specify a program to run, an option, a password, or another file on this computer.
fn odd_url(url: &str) -> Option<(String, &'static str)> {
    const FORM: &str = "use a URL such as `https://example.com/org/sdk` or `git@example.com:org/sdk.git`";
    let odd = || Some((format!("can't fetch a repository from `{url}`"), FORM));
    let starts_host = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[');
    if url.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return odd();
    }
    if is_bundle(url) {
        return None;
    }
    let Some((scheme, rest)) = url.split_once("://") else {
        let Some((host, path)) = url.split_once(':') else { return odd() };
        // Without a user, the host could be a drive on Windows or a misspelled scheme.
        let is_short =
            host.split_once('@').is_some_and(|(user, host)| starts_host(user) && starts_host(host));
        return if is_short && !host.contains('/') && !path.is_empty() { None } else { odd() };
    };
    let Some((host, path)) = rest.split_once('/') else { return odd() };
    let (user, host) = host.rsplit_once('@').map_or((None, host), |(user, host)| (Some(user), host));
    if user.is_some_and(|user| user.contains(':')) {
        let hint = "remove the password, and use a Git credential helper instead";
        return Some(("a repository URL must not contain a password".to_owned(), hint));
    }
    let is_host = starts_host(host) && user.is_none_or(starts_host) && !path.is_empty();
    if matches!(scheme, "https" | "http" | "ssh") && is_host { None } else { odd() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_host_can_be_fetched_from() {
        for url in [
            "https://example.com/org/sdk",
            "https://user@example.com/org/sdk.git",
            "http://localhost:3000/org/sdk",
            "ssh://git@example.com:2222/org/sdk.git",
            "git@example.com:org/sdk.git",
            "sdk.bundle",
            "./examples/sdk.bundle",
        ] {
            assert_eq!(odd_url(url), None, "{url}");
        }
        for url in [
            "",
            "sdk",
            "../sdk",
            "/srv/sdk.git",
            "/srv/sdk.bundle",
            "../sdk.bundle",
            "a/../../sdk.bundle",
            "C:\\sdk.bundle",
            "--upload-pack=id.bundle",
            "file:///srv/sdk.bundle",
            "ext::sh -c id.bundle",
            "C:\\sdk",
            "C:/sdk",
            "file:///srv/sdk.git",
            "ext::sh -c id",
            "ext::id",
            "fd::7",
            "--upload-pack=id",
            "-x:y",
            "https://-oProxyCommand=id/x",
            "ssh://-oProxyCommand=id/x",
            "-oProxyCommand=id@host:x",
            "git@-oProxyCommand=id:x",
            "https://user:secret@example.com/org/sdk",
            "https://example.com",
            "https://example.com/",
            "https://example.com/org sdk",
            "git://example.com/org/sdk",
            "https:/example.com/org/sdk",
        ] {
            assert!(odd_url(url).is_some(), "{url}");
        }
    }

    #[test]
    fn a_reference_is_no_option_or_pattern() {
        for name in ["main", "v1.2", "feature/x", "0123456789abcdef0123456789abcdef01234567"] {
            assert!(is_reference(name), "{name}");
        }
        for name in ["", "-x", "--upload-pack=id", "a b", "a..b", "v*", "HEAD~1", "a:b", "/a", "a\nb"] {
            assert!(!is_reference(name), "{name}");
        }
    }
}
