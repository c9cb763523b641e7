//! Additional sources for the content security policy.

use super::{Config, Host, Problems};
use crate::diag::did_you_mean;

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
            let hint = hint.unwrap_or_else(|| "specify a directive, such as `script-src`".to_owned());
            problems.report(&format!("csp.{name}"), format!("`csp`: unknown directive `{name}`"), hint);
            return false;
        }
        let is_odd = |source: &&String| {
            source.is_empty()
                || !source.bytes().all(|byte| byte.is_ascii_graphic() && !b";,\"\\".contains(&byte))
        };
        if let Some(odd) = sources.iter().find(is_odd) {
            let hint =
                "specify one source for each entry, such as `https://cdn.example.com` or `'unsafe-inline'`";
            problems.report(&format!("csp.{name}"), format!("`csp.{name}`: invalid source `{odd}`"), hint);
            return false;
        }
        true
    });
}
