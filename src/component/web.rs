//! Parses and writes URLs and queries as browsers do, for code on pages.

use serde::Deserialize;
use url::{Url, form_urlencoded, quirks};

use super::compile::defused_json;

/// A URL to parse, and optionally a part of it to set.
#[derive(Deserialize)]
struct Request {
    url: String,
    /// The URL that `url` is relative to.
    base: Option<String>,
    /// The part to set. `value` is the part's new value.
    part: Option<String>,
    value: Option<String>,
}

/// Parses a URL and sets a part of it if the request names one. The argument is a [`Request`] in JSON. Returns the
/// parts of the URL by name, in JSON. The error explains why the URL is invalid.
pub(super) fn url(request: &str) -> Result<String, String> {
    let request: Request = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let base = request.base.as_deref().map(Url::parse).transpose().map_err(|error| error.to_string())?;
    let read = Url::options().base_url(base.as_ref()).parse(&request.url);
    let mut url = read.map_err(|error| error.to_string())?;
    if let (Some(part), Some(value)) = (request.part, request.value) {
        set(&mut url, &part, &value);
    }
    let parts = serde_json::json!({
        "href": quirks::href(&url),
        "origin": quirks::origin(&url),
        "protocol": quirks::protocol(&url),
        "username": quirks::username(&url),
        "password": quirks::password(&url),
        "host": quirks::host(&url),
        "hostname": quirks::hostname(&url),
        "port": quirks::port(&url),
        "pathname": quirks::pathname(&url),
        "search": quirks::search(&url),
        "hash": quirks::hash(&url),
    });
    Ok(parts.to_string())
}

/// Sets a part of a URL. An invalid value changes nothing.
fn set(url: &mut Url, part: &str, value: &str) {
    // According to the URL Standard, a setter ignores a value that it can't set.
    let _ = match part {
        "protocol" => quirks::set_protocol(url, value),
        "username" => quirks::set_username(url, value),
        "password" => quirks::set_password(url, value),
        "host" => quirks::set_host(url, value),
        "hostname" => quirks::set_hostname(url, value),
        "port" => quirks::set_port(url, value),
        "pathname" => {
            quirks::set_pathname(url, value);
            Ok(())
        }
        "search" => {
            quirks::set_search(url, value);
            Ok(())
        }
        "hash" => {
            quirks::set_hash(url, value);
            Ok(())
        }
        _ => Err(()),
    };
}

/// Parses a query. The argument is a string in JSON. Returns the names and values in JSON.
pub(super) fn parse_query(text: &str) -> Result<String, String> {
    let text: String = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let pairs: Vec<(String, String)> = form_urlencoded::parse(text.as_bytes()).into_owned().collect();
    let json = serde_json::to_string(&pairs).map_err(|error| error.to_string())?;
    Ok(defused_json(&json).into_owned())
}

/// Writes a query. The argument contains the names and values in JSON.
pub(super) fn write_query(pairs: &str) -> Result<String, String> {
    let pairs: Vec<(String, String)> = serde_json::from_str(pairs).map_err(|error| error.to_string())?;
    Ok(form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish())
}
