//! The settings for links from names in code.

use regex_lite::{Regex, RegexBuilder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::check::Problems;

/// The maximum size of a compiled pattern, in bytes.
const MAX_SIZE: usize = 1 << 18;

/// A link from names in code, such as functions, to their documentation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeLinkConfig {
    /// A regular expression that matches the whole code.
    pub pattern: String,
    /// The URL. `$0` stands for the code, and `$1` and `${name}` stand for the pattern's capture groups.
    #[schemars(extend("x-url" = "link"))]
    pub url: String,
    /// Whether docgen also links the names in code blocks that match the pattern.
    #[serde(default)]
    pub blocks: bool,
}

impl CodeLinkConfig {
    /// Compiles the pattern: first for whole strings, then for parts of strings. If the pattern is invalid, returns the
    /// message.
    pub(crate) fn compile(&self) -> Result<(Regex, Regex), String> {
        let compile = |pattern: &str| {
            RegexBuilder::new(pattern).size_limit(MAX_SIZE).build().map_err(|error| error.to_string())
        };
        Ok((compile(&format!("^(?:{})$", self.pattern))?, compile(&self.pattern)?))
    }
}

/// Reports invalid patterns.
pub(super) fn check(links: &[CodeLinkConfig], problems: &mut Problems<'_>) {
    for (index, link) in links.iter().enumerate() {
        let path = |key: &str| format!("markdown.code_links.{index}.{key}");
        let groups = match link.compile() {
            Ok((regex, _)) => regex.captures_len(),
            Err(error) => {
                let message = format!("`pattern`: invalid regular expression `{}`: {error}", link.pattern);
                let hint = "in TOML, put regular expressions in single quotes";
                problems.report(&path("pattern"), message, hint);
                continue;
            }
        };
        let number = |part: &str| {
            let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            part[..digits].parse::<usize>().ok()
        };
        let unknown = link.url.split('$').skip(1).filter_map(number).find(|group| *group >= groups);
        if let Some(group) = unknown {
            let message = format!("`url`: the pattern has no capture group for `${group}`");
            problems.report(&path("url"), message, "put part of the pattern in parentheses, or remove it");
        }
    }
}
