//! Converts shortcodes for images, videos, and content from other sites.

use super::Call;
use super::expand::{Expander, Output};
use super::write::{attribute, escaped};
use crate::markdown::inline_html;

/// Converts a shortcode. If the name is unknown, returns `None`.
pub(super) fn convert(
    expander: &mut Expander<'_>,
    call: &Call,
    name: &str,
    inner: Option<&str>,
) -> Option<Output> {
    Some(match name {
        "figure" | "image" | "img" | "picture" | "imgproc" | "resize_image" | "lightbox" => {
            return image(expander, call, inner);
        }
        "youtube" | "youtubelite" | "liteyoutube" | "yt" => {
            video(call, "youtube", attribute("id", Some(call.get(&["id", "v"], 0)?)))
        }
        "vimeo" => {
            let url = format!("https://vimeo.com/{}", call.get(&["id"], 0)?);
            video(call, "video", attribute("src", Some(&url)))
        }
        "video" => {
            let url = expander.url(call.get(&["src", "url", "mp4"], 0)?);
            video(call, "video", attribute("src", Some(&url)))
        }
        "gist" => {
            let (user, id) = (call.get(&["user"], 0)?, call.get(&["id"], 1)?);
            link(expander, call, &format!("https://gist.github.com/{user}/{id}"))
        }
        "tweet" | "x" | "twitter" | "x_simple" | "twitter_simple" => {
            let id = call.get(&["id"], 1).or_else(|| call.positional(0))?;
            let user = call.get(&["user"], 0).filter(|user| *user != id).unwrap_or("i");
            link(expander, call, &format!("https://x.com/{user}/status/{id}"))
        }
        "instagram" | "instagram_simple" => {
            let url = format!("https://www.instagram.com/p/{}/", call.get(&["id"], 0)?);
            link(expander, call, &url)
        }
        "asciinema" | "pdf" | "audio" | "swaggerui" | "redoc" | "openapi" | "iframe" | "streamable"
        | "jupyter" => {
            let path = call.get(&["src", "file", "url", "path", "cast", "key", "id"], 0)?;
            // An ID by itself isn't a URL.
            if !path.contains("://") && !path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
                return None;
            }
            let url = expander.url(path);
            link(expander, call, &url)
        }
        _ => return None,
    })
}

/// Returns a directive for a video, with the video's title.
fn video(call: &Call, name: &str, source: String) -> Output {
    let title = call.named(&["title"]).map(str::trim).filter(|title| !title.is_empty());
    let is_label = |title: &&str| title.matches('[').count() == title.matches(']').count();
    let label = title.filter(is_label).map_or_else(String::new, |title| format!("[{title}]"));
    Output::Block(format!("::{name}{label}{{{}}}", source.trim()))
}

/// Returns a link to content that docgen can't show on a page.
fn link(expander: &mut Expander<'_>, call: &Call, url: &str) -> Output {
    expander.lose(call, &format!("the content of the `{}` shortcode", call.name));
    let text = url.strip_prefix("https://").unwrap_or(url).trim_end_matches('/');
    Output::Inline(format!("[{text}]({url})"))
}

/// Converts an image and its caption, if any.
fn image(expander: &mut Expander<'_>, call: &Call, inner: Option<&str>) -> Option<Output> {
    let src = call.get(&["src", "path", "name", "url"], 0)?;
    let is_url = src.contains("://") || src.starts_with('/');
    let found = if is_url { None } else { expander.host.image(src) };
    let (url, own_title) = found.unwrap_or_else(|| (expander.url(src), None));
    let caption = inner.map(|inner| inner.trim().to_owned()).filter(|inner| !inner.is_empty());
    let caption =
        caption.or_else(|| call.named(&["caption"]).map(|text| text.trim().to_owned())).or(own_title);
    let title = call.named(&["title"]).filter(|title| !title.is_empty());
    let source = call.named(&["attr"]).map(|text| match call.named(&["attrlink"]) {
        Some(link) => format!("[{text}]({link})"),
        None => text.to_owned(),
    });
    let plain = caption.clone().filter(|text| !text.contains(['[', '<']));
    let alt = call.named(&["alt"]).or(plain.as_deref()).unwrap_or_default();
    let mut attributes = String::new();
    for name in ["width", "height"] {
        if let Some(value) = call
            .named(&[name])
            .filter(|value| value.trim_end_matches("px").bytes().all(|byte| byte.is_ascii_digit()))
        {
            attributes.push_str(&format!(" {name}=\"{}\"", value.trim_end_matches("px")));
        }
    }
    let mut html = format!("<img src=\"{}\" alt=\"", escaped(&url));
    html += &format!("{}\"{attributes}>", escaped(alt));
    if let Some(link) = call.named(&["link", "href"]).filter(|link| !link.is_empty()) {
        html = format!("<a href=\"{}\">{html}</a>", escaped(&expander.url(link)));
    }
    let heading = title.map(|title| format!("<strong>{}</strong>", inline_html(title)));
    let parts: Vec<String> = heading.into_iter().chain(caption).chain(source).collect();
    if parts.is_empty() {
        let is_plain = attributes.is_empty() && !html.starts_with("<a") && !alt.contains(['[', ']', '\n']);
        return Some(Output::Inline(if is_plain { format!("![{alt}]({url})") } else { html }));
    }
    let parts: Vec<String> = parts.iter().map(|part| part.replace('\n', " ")).collect();
    Some(Output::Block(format!(
        "<figure>\n{html}\n<figcaption>\n\n{}\n\n</figcaption>\n</figure>",
        parts.join(" ")
    )))
}
