//! Additional sources for the content security policy.

use super::{Config, Problems};

/// Reports names that aren't directives, and sources that would end a directive or a header.
pub(super) fn check(config: &mut Config, problems: &mut Problems<'_>) {
    let Some(policy) = &mut config.csp else { return };
    policy.retain(|name, sources| {
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') {
            let hint = "specify a directive name, such as `script-src`";
            problems.report("csp", format!("`csp`: invalid directive `{name}`"), hint);
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
