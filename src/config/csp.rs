//! Additional sources for the content security policy.

use super::{Config, Host, Problems};
use crate::diag::{Code, Diagnostic, did_you_mean};

/// The directives of a content security policy (CSP Level 3, section 6, and the specifications that extend it).
const DIRECTIVES: [&str; 28] = [
    "base-uri",
    "block-all-mixed-content",
    "child-src",
    "connect-src",
    "default-src",
    "fenced-frame-src",
    "font-src",
    "form-action",
    "frame-ancestors",
    "frame-src",
    "img-src",
    "manifest-src",
    "media-src",
    "object-src",
    "report-to",
    "report-uri",
    "require-trusted-types-for",
    "sandbox",
    "script-src",
    "script-src-attr",
    "script-src-elem",
    "style-src",
    "style-src-attr",
    "style-src-elem",
    "trusted-types",
    "upgrade-insecure-requests",
    "webrtc",
    "worker-src",
];

/// The sources that have to be in single quotation marks, in addition to nonces and hashes (CSP Level 3, section 2.3.1).
const KEYWORDS: [&str; 9] = [
    "none",
    "report-sample",
    "self",
    "strict-dynamic",
    "unsafe-eval",
    "unsafe-hashes",
    "unsafe-inline",
    "wasm-unsafe-eval",
    "inline-speculation-rules",
];

/// Returns a hint if a source is invalid. A source without its quotation marks would be the name of a host, and a
/// scheme without its colon too.
fn correction(directive: &str, source: &str) -> Option<String> {
    let bare = source.trim_matches('\'');
    let is_list = directive.ends_with("-src")
        || directive.contains("-src-")
        || matches!(directive, "base-uri" | "form-action" | "frame-ancestors");
    let is_digest = ["nonce-", "sha256-", "sha384-", "sha512-"].iter().any(|start| bare.starts_with(start));
    let is_keyword = is_digest || KEYWORDS.contains(&&*bare.to_ascii_lowercase());
    if is_list && is_keyword && source != format!("'{bare}'") {
        return Some(format!("use `\"'{bare}'\"`"));
    }
    if is_list && ["blob", "data", "http", "https", "mediastream", "ws", "wss"].contains(&source) {
        return Some(format!("use `\"{source}:\"`"));
    }
    // A semicolon or comma would end the directive or the policy, and the files for some hosts quote the policy.
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b";,\"\\".contains(&byte);
    (source.is_empty() || !source.bytes().all(is_plain)).then(|| {
        "specify one source for each entry, such as `https://cdn.example.com` or `'unsafe-inline'`".to_owned()
    })
}

/// Reports a policy that no host sends, unknown directives, and sources that would end a directive or a header.
pub(super) fn check(config: &mut Config, problems: &mut Problems<'_>) {
    let Some(policy) = &mut config.csp else { return };
    // The website configuration of a bucket can't contain headers.
    if config.site.hosts.as_ref().is_some_and(|hosts| hosts.iter().all(|host| *host == Host::S3)) {
        let hint = "add a host that can send headers, such as `netlify`, to `site.hosts`, or remove `[csp]`";
        problems.report("csp", "`[csp]` has no effect: no host in `site.hosts` can send headers", hint);
    }
    policy.retain(|name, sources| {
        if !DIRECTIVES.contains(&name.as_str()) {
            let hint = did_you_mean(name, DIRECTIVES);
            let hint = hint.unwrap_or_else(|| "specify a directive, such as `script-src`".into());
            let message = format!("`csp`: unknown directive `{name}`");
            let diagnostic = Diagnostic::new(Code::InvalidConfig, message).hint(hint);
            problems.diagnostics.push(diagnostic.at_key(problems.source, &format!("csp.{name}")));
            return false;
        }
        let before = problems.diagnostics.len();
        for (index, source) in sources.iter().enumerate() {
            if let Some(hint) = correction(name, source) {
                let message = format!("`csp.{name}[{}]`: invalid source `{source}`", index + 1);
                problems.report(&format!("csp.{name}.{index}"), message, hint);
            }
        }
        problems.diagnostics.len() == before
    });
}
