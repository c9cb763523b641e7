//! Converts HTML tags and component tags.

use super::context::{COMPONENTS, Context, comment, icon};
use super::files::Needed;
use super::jsx::{Attribute, Tag};
use super::statements::without_image_properties;

/// Converts the HTML tag or autolink at the start of the text, or escapes the first character. Also returns the length
/// of the converted text.
pub(super) fn html_tag(rest: &str, context: &Context<'_>) -> (String, usize) {
    let end = rest.find(['>', ' ', '\n']).unwrap_or(rest.len());
    let inner = rest.get(1..end).unwrap_or_default();
    if rest[end..].starts_with('>') && inner.contains([':', '@']) {
        let url = if inner.contains(':') { inner.to_owned() } else { format!("mailto:{inner}") };
        return (format!("[{inner}]({url})"), end + 1);
    }
    match Tag::read(rest).filter(|tag| tag.name.starts_with(|c: char| c.is_ascii_lowercase())) {
        Some(mut tag) => {
            tag.is_closed |= crate::markdown::is_void_element(&tag.name);
            for attribute in &mut tag.attributes {
                if !attribute.value.is_empty() && !attribute.value.starts_with(['"', '\'']) {
                    attribute.value = format!("\"{}\"", attribute.value);
                }
            }
            (tag_of(&tag, &rest[..tag.length], context), tag.length)
        }
        None => ("\\<".to_owned(), 1),
    }
}

/// Converts a tag.
pub(super) fn tag_of(tag: &Tag, whole: &str, context: &Context<'_>) -> String {
    let base = tag.name.split('.').next().unwrap_or_default();
    if context.lost.borrow().contains(base) {
        if tag.is_end {
            return String::new();
        }
        let what = format!("the `{}` component", tag.name);
        context.note(&format!("<{}", tag.name), &what, "write a component in TSX, or use Markdown instead");
        return comment(whole);
    }
    if tag.name == "Fragment" && tag.attribute("set:html").is_some() {
        let mut span = Tag { name: "span".to_owned(), is_closed: true, ..Tag::default() };
        span.attributes.push(quoted("style", "display: contents"));
        span.attributes.extend(tag.attributes.iter().cloned());
        let fragment = Tag { attributes: Vec::new(), ..tag.clone() };
        let content = if tag.is_closed { String::new() } else { tag_of(&fragment, whole, context) };
        return tag_of(&span, whole, context) + &content;
    }
    if tag.name == "Fragment" && context.has_slots() {
        let slot = tag.attribute("slot").cloned();
        return Tag { attributes: slot.into_iter().collect(), ..tag.clone() }.write();
    }
    if tag.name == "Fragment" {
        return if tag.is_end {
            "</>"
        } else if tag.is_closed {
            ""
        } else {
            "<>"
        }
        .to_owned();
    }
    let is_picture = context.pictures.borrow().contains(&tag.name);
    if is_picture && tag.is_end {
        return String::new();
    }
    let is_element = is_picture || tag.name.starts_with(|c: char| c.is_ascii_lowercase());
    let mut new = Tag { attributes: Vec::new(), ..Tag::default() };
    new.name = if is_picture { "img".to_owned() } else { tag.name.clone() };
    (new.is_end, new.is_closed) = (tag.is_end, tag.is_closed || is_picture);
    for attribute in &tag.attributes {
        let is_code = attribute.value.starts_with('{') && !attribute.is_string();
        if let Some(name) = context.lost_in(&attribute.value).filter(|_| is_code) {
            context.note(
                &attribute.value,
                &format!("an attribute with `{name}`"),
                "replace it with its value",
            );
            continue;
        }
        let converted = match is_element {
            true => element(attribute, is_picture, context),
            false => component(&tag.name, attribute, context),
        };
        new.attributes.extend(converted);
    }
    if is_picture && new.attribute("alt").is_none() {
        new.attributes.push(Attribute { name: "alt".to_owned(), value: "\"\"".to_owned() });
    }
    if tag.name == "Icon" && new.attribute("name").is_none() && !tag.is_end {
        context.note(whole, "an icon that docgen doesn't have", "choose a different icon, or use an image");
        return tag.attribute("label").and_then(Attribute::text).unwrap_or_default().to_owned();
    }
    new.write()
}

/// The attributes of HTML elements that React accepts without a value. If an attribute has another name and no value,
/// React leaves it out.
const BOOLEAN: [&str; 19] = [
    "async", "capture", "checked", "controls", "default", "defer", "disabled", "download", "hidden", "inert",
    "loop", "multiple", "muted", "open", "required", "reversed", "scoped", "seamless", "selected",
];

/// The image attributes that affect only how Astro converts the image.
const OF_IMAGES: [&str; 10] = [
    "densities",
    "widths",
    "format",
    "formats",
    "quality",
    "inferSize",
    "priority",
    "layout",
    "fit",
    "position",
];

/// Creates an attribute with a quoted value.
pub(super) fn quoted(name: &str, value: &str) -> Attribute {
    let quote = if value.contains('"') { '\'' } else { '"' };
    Attribute { name: name.to_owned(), value: format!("{quote}{value}{quote}") }
}

/// Converts an attribute of an HTML element to a React attribute.
fn element(attribute: &Attribute, is_picture: bool, context: &Context<'_>) -> Option<Attribute> {
    let Attribute { name, value } = attribute;
    let text = attribute.text();
    let renamed = |name: &str| Some(Attribute { name: name.to_owned(), value: value.clone() });
    match name.as_str() {
        "" => Some(attribute.clone()),
        name if value.is_empty() && !BOOLEAN.contains(&name) && is_html(name) => Some(quoted(name, "")),
        name if is_picture && OF_IMAGES.contains(&name) => None,
        "slot" if !context.has_slots() => None,
        "class" => renamed("className"),
        "class:list" => {
            Some(Attribute { name: "className".to_owned(), value: format!("{{clsx({})}}", code(value)) })
        }
        "for" => renamed("htmlFor"),
        "set:html" => Some(Attribute {
            name: "dangerouslySetInnerHTML".to_owned(),
            value: format!("{{{{ __html: {} }}}}", code(value)),
        }),
        name if name.starts_with("is:") || name.starts_with("set:") || name.starts_with("client:") => None,
        name if name.starts_with("on") && value.starts_with(['"', '\'']) => {
            context.note(value, &format!("the `{name}` attribute"), "write an interactive component");
            None
        }
        "style" if value.starts_with(['"', '\'']) => {
            Some(Attribute { name: "style".to_owned(), value: style(text?) })
        }
        "style" if context.is_component() && !value.starts_with("{{") => {
            Some(Attribute { name: "style".to_owned(), value: format!("{{astroStyle({})}}", code(value)) })
        }
        "href" | "src" | "poster" => {
            if let Some(path) = value.strip_prefix("{import(").and_then(|rest| rest.strip_suffix(")}")) {
                let url = context.address(path.trim_matches(['"', '\'', '`']));
                return url.map(|url| quoted(name, &url));
            }
            match text.and_then(|url| context.address(url)) {
                Some(url) => Some(quoted(name, &url)),
                None => {
                    Some(Attribute { name: name.clone(), value: without_image_properties(value, context) })
                }
            }
        }
        _ => Some(attribute.clone()),
    }
}

/// Returns the code of an attribute's value.
fn code(value: &str) -> &str {
    value.strip_prefix('{').and_then(|value| value.strip_suffix('}')).unwrap_or(value)
}

/// Whether an attribute's name is a single word in lowercase.
fn is_html(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_lowercase())
}

/// Converts CSS declarations to an object.
fn style(css: &str) -> String {
    let property = |part: &str| {
        let (name, value) = part.split_once(':')?;
        let name = name.trim();
        let key = match name.starts_with("--") {
            true => name.to_owned(),
            false => {
                let mut parts = name.split('-');
                let first = parts.next().unwrap_or_default().to_owned();
                first + &parts.map(crate::import::inline::capitalized).collect::<String>()
            }
        };
        Some(format!("{}: {}", serde_json::Value::from(key), serde_json::Value::from(value.trim())))
    };
    let properties: Vec<String> = css.split(';').filter_map(property).collect();
    format!("{{{{ {} }}}}", properties.join(", "))
}

/// Converts an attribute of a component.
fn component(tag: &str, attribute: &Attribute, context: &Context<'_>) -> Option<Attribute> {
    let Attribute { name, value } = attribute;
    let is_own = COMPONENTS.contains(&tag);
    match name.as_str() {
        "slot" if !context.has_slots() => None,
        "class:list" if !is_own => {
            Some(Attribute { name: "class".to_owned(), value: format!("{{clsx({})}}", code(value)) })
        }
        "class:list" => None,
        name if name.starts_with("client:") => {
            let kind = &name["client:".len()..];
            if let Some(file) = context.files.borrow().get(tag.split('.').next().unwrap_or(tag)) {
                context.needed.borrow_mut().insert(Needed::Interactive(file.clone()));
            }
            let kind = if ["load", "idle", "visible", "only"].contains(&kind) { kind } else { "load" };
            Some(quoted("client", kind))
        }
        "icon" | "name" if is_own && (name == "icon" || tag == "Icon") => match attribute.text() {
            Some(own) => icon(own).map(|own| quoted(name, own)),
            None => Some(attribute.clone()),
        },
        "href" | "link" if is_own => match attribute.text().and_then(|url| context.address(url)) {
            Some(url) => Some(quoted(name, &url)),
            None => Some(attribute.clone()),
        },
        "class" if is_own => None,
        "style" if tag == "LinkButton" && attribute.is_string() => {
            Some(Attribute { name: name.clone(), value: style(attribute.text()?) })
        }
        "style" if is_own => None,
        // The titles of cards are HTML.
        "title"
            if is_own
                && tag.ends_with("Card")
                && attribute.text().is_some_and(|text| text.contains("</")) =>
        {
            let html = serde_json::Value::from(attribute.text()?);
            let value = format!("{{<span dangerouslySetInnerHTML={{{{ __html: {html} }}}} />}}");
            Some(Attribute { name: name.clone(), value })
        }
        _ => Some(Attribute { name: name.clone(), value: without_image_properties(value, context) }),
    }
}
