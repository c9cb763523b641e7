//! Headers for hosts: caching, and the content security policy.

use serde_json::json;

use super::Renderer;
use super::agent_files::{CATALOG, LINKSET};
use crate::config::Host;
use crate::path::{OutPath, decode_path};

/// The caching policy for files with a path from [`OutPath::immutable`].
pub(crate) const FOREVER: &str = "public, max-age=31536000, immutable";
/// The caching policy for all other files.
const REVALIDATE: &str = "no-cache";

impl Renderer<'_> {
    /// Returns the content of `_headers`. If a file's name changes with the file's content, `_headers` makes browsers
    /// cache the file forever. By default, hosts that read `_headers` make browsers revalidate all other files.
    pub(super) fn header_rules(&self) -> String {
        let policy = self.policy().map_or_else(String::new, |policy| {
            format!("{}*\n  Content-Security-Policy: {policy}\n", self.at.base_url)
        });
        let home = format!("{}\n  Link: {}\n", self.at.base_url, self.home_links());
        let catalog = self.has_api_catalog().then(|| format!("/{CATALOG}\n  Content-Type: {LINKSET}\n"));
        let immutable = format!("{}*\n  Cache-Control: {FOREVER}\n", self.immutable());
        [policy, immutable, home, catalog.unwrap_or_default()].concat()
    }

    /// Adds headers to the rules for a host that reads redirects and headers from the same file.
    pub(super) fn with_headers(&self, host: Host, rules: String) -> String {
        let immutable = self.immutable();
        match host {
            Host::Netlify | Host::Cloudflare | Host::S3 => rules,
            Host::Vercel => {
                let base = &self.at.base_url;
                let mut headers = vec![];
                if let Some(policy) = self.policy() {
                    headers.push(rule(&format!("{base}(.*)"), "Content-Security-Policy", policy));
                }
                headers.push(rule(base, "Link", &self.home_links()));
                if self.has_api_catalog() {
                    headers.push(rule(&format!("/{CATALOG}"), "Content-Type", LINKSET));
                }
                headers.push(rule(&format!("{immutable}(.*)"), "Cache-Control", FOREVER));
                vercel(&rules, headers)
            }
            Host::Nginx => {
                let policy = self
                    .policy()
                    .map(|policy| format!("add_header Content-Security-Policy \"{policy}\" always;"));
                let policy = policy.as_deref().unwrap_or_default();
                let links = self.home_links().replace('"', "\\\"");
                let catalog = self.has_api_catalog().then(|| {
                    let media_type = LINKSET.replace('"', "\\\"");
                    format!("location = \"/{CATALOG}\" {{ types {{ }} default_type \"{media_type}\"; }}\n")
                });
                // nginx compares paths without escapes. A location with its own headers doesn't inherit the headers of
                // the server. nginx sends the file for a folder from the file's location. Browsers show Markdown files
                // with this type instead of downloading them.
                let immutable = decode_path(&immutable);
                format!(
                    "add_header Cache-Control \"{REVALIDATE}\";\n{policy}\n\
                     location = \"{}/index.html\" {{ add_header Cache-Control \"{REVALIDATE}\"; {policy} \
                     add_header Link \"{links}\"; }}\n{}\
                     location ^~ \"{immutable}\" {{ add_header Cache-Control \"{FOREVER}\"; {policy} }}\n\
                     location ~ \"\\.md$\" {{ types {{ }} default_type \"text/markdown; charset=utf-8\"; }}\n{rules}",
                    self.at.base_path(),
                    catalog.unwrap_or_default()
                )
            }
            Host::Apache => {
                let policy = self.policy().map_or_else(String::new, |policy| {
                    format!("Header always set Content-Security-Policy \"{policy}\"\n")
                });
                let links = self.home_links().replace('"', "\\\"");
                let catalog = self.has_api_catalog().then(|| {
                    let media_type = LINKSET.replace('"', "\\\"");
                    format!("<Files \"api-catalog\">\nForceType \"{media_type}\"\n</Files>\n")
                });
                format!(
                    "<IfModule mod_headers.c>\nHeader set Cache-Control \"{REVALIDATE}\"\n\
                     Header set Cache-Control \"{FOREVER}\" \"expr=%{{REQUEST_URI}} =~ m#/_docgen/immutable/#\"\n\
                     Header set Link \"{links}\" \"expr=%{{REQUEST_URI}} =~ m#^{}/(index\\.html)?$#\"\n\
                     {policy}</IfModule>\n{}{rules}",
                    self.at.base_path(),
                    catalog.unwrap_or_default()
                )
            }
        }
    }

    /// Returns the path of the folder with immutable files, with a slash at the end.
    fn immutable(&self) -> String {
        self.at.file_href(&OutPath::immutable("*")).trim_end_matches('*').to_owned()
    }
}

/// Returns a header rule for `vercel.json`.
fn rule(source: &str, name: &str, value: &str) -> serde_json::Value {
    json!({ "source": source, "headers": [{ "key": name, "value": value }] })
}

/// Adds headers to `vercel.json`.
fn vercel(rules: &str, headers: Vec<serde_json::Value>) -> String {
    let mut file: serde_json::Value =
        serde_json::from_str(rules).expect("the rules for this host are a JSON object");
    file["headers"] = headers.into();
    let text = serde_json::to_string_pretty(&file).expect("headers can be written as JSON");
    text + "\n"
}
