//! The favicon: the site's own, or the first letter of its title.

use super::{navigation::rooted, templates::escape};
use crate::config::{AttributeValue, HeadConfig};
use crate::path::{Addressing, SourcePath};
use crate::site::Site;

/// The files in `static/` that can be the favicon, unless the config specifies a different file.
const FAVICONS: [&str; 3] = ["favicon.svg", "favicon.ico", "favicon.png"];

/// Returns the tag of the favicon, after a line break. If the site has no favicon, the tag contains the first letter of
/// the site's title on its accent color.
pub(super) fn link(site: &Site, at: &Addressing, locale: usize) -> String {
    let config = &site.config;
    if config.head.iter().any(|tag| has_word(tag, "rel", "icon")) {
        return String::new();
    }
    let has = |name: &str| site.static_files.binary_search(&SourcePath::in_static(name)).is_ok();
    let own = || FAVICONS.into_iter().find(|name| has(name)).map(str::to_owned);
    let (kind, href) = match config.site.favicon.clone().or_else(own) {
        Some(file) => {
            let kind = if file.ends_with(".svg") { " type=\"image/svg+xml\"" } else { "" };
            (kind, at.with_base(&rooted(&file)))
        }
        None => {
            let title = site.locales[locale].translate(&config.site.title);
            (" type=\"image/svg+xml\"", lettered(title, config.site.accent.as_deref()))
        }
    };
    format!("\n<link rel=\"icon\" href=\"{}\"{kind}>", escape(&href))
}

/// Returns the URL of an image with the first letter of a title. The image has the accent color, as in the theme.
fn lettered(title: &str, accent: Option<&str>) -> String {
    const ACCENT: &str = "oklch(0.52 0.18 262)";
    let letter: String =
        title.chars().find(|one| one.is_alphanumeric()).into_iter().flat_map(char::to_uppercase).collect();
    let accent = escape(accent.unwrap_or(ACCENT)).to_string();
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><style>rect{{fill:#1d54c1;fill:oklch(from {accent} .48 min(c,.18) h)}}</style>\
         <rect width='32' height='32' rx='7'/><text x='16' y='23' font-family='system-ui,sans-serif' font-size='20' font-weight='600' \
         text-anchor='middle' fill='#fff'>{}</text></svg>",
        escape(&letter)
    );
    let encode = |one: char| match one {
        '%' | '#' | '<' | '>' | '"' | '\n' => format!("%{:02X}", one as u32),
        _ => one.to_string(),
    };
    format!("data:image/svg+xml,{}", svg.chars().map(encode).collect::<String>())
}

/// Whether an attribute of a tag contains a word.
pub(super) fn has_word(tag: &HeadConfig, name: &str, word: &str) -> bool {
    tag.attributes.iter().any(|(key, value)| {
        let AttributeValue::Text(value) = value else { return false };
        key == name && value.split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case(word))
    })
}
