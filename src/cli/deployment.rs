//! Determines where a build will be published, from the flags of `docgen build` and the environment variables that
//! hosts set.

use std::path::Path;

use clap::{Args, ValueEnum};

use super::Failure;
use crate::config::{Config, Preview};
use crate::git;
use crate::path;

/// The flags that override where the site is published.
#[derive(Args, Clone, Default)]
pub(super) struct DeploymentArguments {
    /// URL to publish the site at; overrides `site.url` in the config. A path in the URL overrides `site.base_url`
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Ask search engines not to index the site, as with `site.no_index` in the config
    #[arg(long)]
    no_index: bool,
    /// Whether the build is for a preview, which isn't indexed, has no analytics, and shows its commit
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    preview: When,
}

/// Determines whether a build is for a preview.
#[derive(Clone, Copy, Default, PartialEq, ValueEnum)]
enum When {
    /// If the host identifies the build as a preview
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// A host's environment variables, as the host's documentation describes them.
struct Host {
    name: &'static str,
    /// The variable that's set on this host.
    set: &'static str,
    /// The variable that identifies a preview, and the variable's value for a preview. `None` if the host doesn't tell
    /// builds whether a deployment is a preview.
    preview: Option<(&'static str, &'static str)>,
    /// The variables that contain the URL of a preview, with or without a scheme. The first one that's set applies.
    url: &'static [&'static str],
    commit: &'static str,
    branch: &'static str,
    /// The URL of the repository's web pages. Each name in braces is an environment variable.
    repository: &'static str,
}

/// The hosts. To add a host, add a row here and a row in `manual/content/docs/guides/previews.md`.
const HOSTS: [Host; 7] = [
    // https://docs.netlify.com/build/configure-builds/environment-variables/
    Host {
        name: "Netlify",
        set: "NETLIFY",
        preview: Some(("CONTEXT", "deploy-preview")),
        url: &["DEPLOY_PRIME_URL"],
        commit: "COMMIT_REF",
        branch: "HEAD",
        repository: "{REPOSITORY_URL}",
    },
    // https://vercel.com/docs/environment-variables/system-environment-variables
    Host {
        name: "Vercel",
        set: "VERCEL",
        preview: Some(("VERCEL_ENV", "preview")),
        url: &["VERCEL_BRANCH_URL", "VERCEL_URL"],
        commit: "VERCEL_GIT_COMMIT_SHA",
        branch: "VERCEL_GIT_COMMIT_REF",
        repository: "https://{VERCEL_GIT_PROVIDER}.com/{VERCEL_GIT_REPO_OWNER}/{VERCEL_GIT_REPO_SLUG}",
    },
    // https://render.com/docs/environment-variables
    Host {
        name: "Render",
        set: "RENDER",
        preview: Some(("IS_PULL_REQUEST", "true")),
        url: &["RENDER_EXTERNAL_URL"],
        commit: "RENDER_GIT_COMMIT",
        branch: "RENDER_GIT_BRANCH",
        repository: "",
    },
    // https://docs.readthedocs.com/platform/stable/reference/environment-variables.html
    Host {
        name: "Read the Docs",
        set: "READTHEDOCS",
        preview: Some(("READTHEDOCS_VERSION_TYPE", "external")),
        url: &["READTHEDOCS_CANONICAL_URL"],
        commit: "READTHEDOCS_GIT_COMMIT_HASH",
        branch: "",
        repository: "{READTHEDOCS_GIT_CLONE_URL}",
    },
    // https://docs.gitlab.com/ci/variables/predefined_variables/; an environment for a review app has this tier.
    Host {
        name: "GitLab",
        set: "GITLAB_CI",
        preview: Some(("CI_ENVIRONMENT_TIER", "development")),
        url: &["CI_ENVIRONMENT_URL"],
        commit: "CI_COMMIT_SHA",
        branch: "CI_COMMIT_REF_NAME",
        repository: "{CI_PROJECT_URL}",
    },
    // https://developers.cloudflare.com/pages/configuration/build-configuration/#environment-variables
    Host {
        name: "Cloudflare Pages",
        set: "CF_PAGES",
        preview: None,
        url: &["CF_PAGES_URL"],
        commit: "CF_PAGES_COMMIT_SHA",
        branch: "CF_PAGES_BRANCH",
        repository: "",
    },
    // https://docs.github.com/actions/reference/workflows-and-actions/variables; the commit of a pull request is a
    // merge commit that exists only for the workflow.
    Host {
        name: "GitHub Actions",
        set: "GITHUB_ACTIONS",
        preview: None,
        url: &[],
        commit: "",
        branch: "GITHUB_HEAD_REF",
        repository: "{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}",
    },
];

/// A build's URL and, for a preview, the details that the preview shows.
#[derive(Debug, Default)]
pub(super) struct Deployment {
    /// The scheme and host.
    url: Option<String>,
    /// The path in the URL.
    base_url: Option<String>,
    no_index: bool,
    preview: Option<Preview>,
    /// The host's name.
    host: Option<&'static str>,
}

/// Returns the value of an environment variable, unless it's empty.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

/// Splits a URL into two parts: the scheme with the host, and the path. The path is `None` at the root.
fn split(address: &str) -> Option<(String, Option<String>)> {
    let address = if address.contains("://") { address.to_owned() } else { format!("https://{address}") };
    let url = url::Url::parse(&address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    if url.query().is_some() || url.fragment().is_some() || path::odd_in_base_url(url.path()).is_some() {
        return None;
    }
    Some((url.origin().ascii_serialization(), Some(url.path().to_owned()).filter(|path| path != "/")))
}

impl Host {
    fn is_preview(&self) -> bool {
        self.preview.is_some_and(|(name, value)| variable(name).as_deref() == Some(value))
    }

    /// Returns the URL of the repository's web pages, without credentials.
    fn repository(&self) -> Option<String> {
        let mut url = String::new();
        for part in self.repository.split_inclusive('}') {
            match part.split_once('{') {
                Some((before, name)) => url = url + before + &variable(name.trim_end_matches('}'))?,
                None => url.push_str(part),
            }
        }
        git::web_url(&url)
    }
}

impl DeploymentArguments {
    /// Combines the flags with the host's variables.
    pub(super) fn resolve(&self, root: &Path) -> Result<Deployment, Failure> {
        let host = HOSTS.iter().find(|host| variable(host.set).is_some());
        let is_preview = match self.preview {
            When::Auto => host.is_some_and(Host::is_preview),
            When::Always => true,
            When::Never => false,
        };
        let given = self.url.as_ref().map(|url| {
            split(url).filter(|_| url.contains("://")).ok_or_else(|| {
                Failure::new(format!("`--url`: expected a URL, found `{url}`"))
                    .hint("specify a scheme and a host, such as `https://docs.example.com`")
            })
        });
        let of_host = host.filter(|_| is_preview && self.url.is_none());
        let of_host = of_host.into_iter().flat_map(|host| host.url).find_map(|name| split(&variable(name)?));
        let (url, base_url) = given.transpose()?.or(of_host).unzip();
        let preview = is_preview.then(|| Preview {
            commit: host.and_then(|host| variable(host.commit)).or_else(|| git::head(root)),
            branch: host.and_then(|host| variable(host.branch)).or_else(|| git::branch(root)),
            repository: host.and_then(Host::repository).or_else(|| git::repository(root)),
        });
        let host = host.map(|host| host.name).filter(|_| is_preview);
        Ok(Deployment { url, base_url: base_url.flatten(), no_index: self.no_index, preview, host })
    }
}

impl Deployment {
    /// Changes the settings that depend on where the build is published.
    pub(super) fn apply(&self, config: &mut Config) {
        if let Some(url) = &self.url {
            config.site.url = Some(url.clone());
        }
        if let Some(base_url) = &self.base_url {
            config.set_base_url(base_url);
        }
        config.site.no_index |= self.no_index || self.preview.is_some();
        if self.preview.is_some() {
            config.analytics = None;
        }
        config.preview.clone_from(&self.preview);
    }

    /// Returns the note that a build prints about a preview.
    pub(super) fn note(&self) -> Option<String> {
        let Preview { commit, branch, .. } = self.preview.as_ref()?;
        let mut line = "building a preview".to_owned();
        if let Some(commit) = commit {
            line.push_str(&format!(" of commit {}", commit.get(..7).unwrap_or(commit)));
        }
        if let Some(branch) = branch {
            line.push_str(&format!(" on branch `{branch}`"));
        }
        if let Some(url) = &self.url {
            line.push_str(&format!(" for {url}{}", self.base_url.as_deref().unwrap_or_default()));
        }
        let because = self.host.map_or_else(String::new, |host| format!(" on {host}"));
        Some(format!("{line}{because}: pages aren't indexed and have no analytics"))
    }
}
