//! Analytics providers and page feedback.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Config, Problems};
use crate::path::remote_host;

/// A service that counts page views.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// Fathom Analytics. The ID is the site ID.
    Fathom,
    /// Google Analytics 4. The ID is the measurement ID: `G-XXXXXXX`.
    Ga4,
    /// Google Tag Manager. The ID is the container ID: `GTM-XXXXXXX`.
    Gtm,
    /// Matomo. The ID is the site number. `host` is required.
    Matomo,
    /// Plausible Analytics. The ID is the site's domain.
    Plausible,
    /// PostHog. The ID is the project's API key: `phc_XXXXXXX`.
    Posthog,
    /// Umami. The ID is the website ID.
    Umami,
}

/// The properties of a provider. `theme/src/analytics/providers.ts` contains the code that reports page views and
/// events.
struct Row {
    provider: Provider,
    /// The host of the provider's own service, or an empty string if there is none.
    host: &'static str,
    /// The URL of the script, with the placeholders `{host}`, `{assets}`, and `{id}`.
    script: &'static str,
    /// The sources, besides the host and the script's host, that the script sends page views to, separated by spaces.
    others: &'static str,
}

/// The providers. To add a provider, add a variant, a row here, and a row in `providers.ts`.
const PROVIDERS: [Row; 7] = {
    use Provider::{Fathom, Ga4, Gtm, Matomo, Plausible, Posthog, Umami};
    [
        Row { provider: Fathom, host: "https://cdn.usefathom.com", script: "{host}/script.js", others: "" },
        Row { provider: Ga4, host: TAGS, script: "{host}/gtag/js?id={id}", others: COLLECTORS },
        Row { provider: Gtm, host: TAGS, script: "{host}/gtm.js?id={id}", others: COLLECTORS },
        Row { provider: Matomo, host: "", script: "{host}/matomo.js", others: "" },
        // Unlike `script.js`, this script doesn't report page views on its own.
        Row {
            provider: Plausible,
            host: "https://plausible.io",
            script: "{host}/js/script.manual.js",
            others: "",
        },
        Row {
            provider: Posthog,
            host: "https://us.i.posthog.com",
            script: "{assets}/static/array.js",
            others: "",
        },
        Row {
            provider: Umami,
            host: "https://cloud.umami.is",
            script: "{host}/script.js",
            others: "https://gateway.umami.is https://api-gateway.umami.dev",
        },
    ]
};

/// The host of Google's tags.
const TAGS: &str = "https://www.googletagmanager.com";
/// The hosts that receive the data of Google's tags.
const COLLECTORS: &str =
    "https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com";

/// Page analytics.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyticsConfig {
    /// The service that counts page views.
    pub provider: Provider,
    /// The site's ID in this service.
    pub id: String,
    /// The URL of your own installation or proxy, such as `https://stats.example.com`. Default: the provider's host.
    #[schemars(extend("x-url" = "link"))]
    pub host: Option<String>,
}

impl AnalyticsConfig {
    fn row(&self) -> &'static Row {
        PROVIDERS.iter().find(|row| row.provider == self.provider).expect("each provider has a row")
    }

    /// Returns the URL of the provider, without a slash at the end.
    pub fn host(&self) -> &str {
        self.host.as_deref().unwrap_or(self.row().host).trim_end_matches('/')
    }

    /// Returns the URL of the provider's script.
    pub fn script(&self) -> String {
        let encode = |text| {
            percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
        };
        let id = encode(&self.id).replace("%2D", "-").replace("%5F", "_");
        // Each of the provider's regions has a separate host for scripts.
        let assets = self.host().replace(".i.posthog.com", "-assets.i.posthog.com");
        let script = self.row().script.replace("{assets}", &assets);
        script.replace("{host}", self.host()).replace("{id}", &id)
    }

    /// Returns the URLs and host patterns that pages send page views to. Your own installation receives all of them.
    pub fn receivers(&self) -> Vec<String> {
        let others = if self.host.is_none() { self.row().others } else { "" };
        let own = [self.host().to_owned(), self.script()];
        own.into_iter().chain(others.split_whitespace().map(str::to_owned)).collect()
    }
}

/// A question below each documentation page: was the page helpful? If neither key is set, answers are sent only as
/// analytics events.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FeedbackConfig {
    /// The URL to send answers and comments to, as JSON in a POST request.
    #[schemars(extend("x-url" = "link"))]
    pub url: Option<String>,
    /// The URL of the page where readers create an issue. docgen replaces `{title}` with the page's title and `{url}`
    /// with the page's URL.
    #[schemars(extend("x-url" = "link"))]
    pub issue_url: Option<String>,
}

/// Reports incomplete settings.
pub(super) fn check(config: &mut Config, problems: &mut Problems<'_>) {
    if config.analytics.as_ref().is_some_and(|analytics| analytics.host().is_empty()) {
        let hint = "set `host` to the URL of your installation, such as `https://stats.example.com`";
        problems.report("analytics", "missing key `host` in `analytics`", hint);
        config.analytics = None;
    }
    if config.analytics.as_ref().is_some_and(|analytics| analytics.id.trim().is_empty()) {
        let hint = "set `id` to the ID of your site, which the provider shows";
        problems.report("analytics.id", "`analytics.id` is empty", hint);
        config.analytics = None;
    }
    let feedback = config.feedback.as_ref();
    let issue_url = feedback.and_then(|feedback| feedback.issue_url.as_deref());
    problems.placeholders("feedback.issue_url", issue_url, &["title", "url"]);
    let urls = [
        ("analytics.host", config.analytics.as_ref().and_then(|analytics| analytics.host.as_deref()), false),
        ("feedback.url", feedback.and_then(|feedback| feedback.url.as_deref()), true),
        ("feedback.issue_url", feedback.and_then(|feedback| feedback.issue_url.as_deref()), false),
    ];
    for (path, url, can_be_path) in urls {
        let Some(url) = url else { continue };
        if remote_host(url).is_none() && !(can_be_path && url.starts_with('/')) {
            let hint = "specify the whole URL, such as `https://example.com/path`";
            problems.report(path, format!("`{path}`: expected a URL, found `{url}`"), hint);
        }
    }
    if config.feedback.as_ref().is_some_and(|feedback| feedback.url.is_none() && feedback.issue_url.is_none())
        && config.analytics.is_none()
    {
        let hint = "set `url` or `issue_url`, or add `[analytics]`";
        if !problems.left_out.has(&["analytics"]) {
            problems.report("feedback", "`[feedback]` has no destination for the answers", hint);
        }
        config.feedback = None;
    }
}
