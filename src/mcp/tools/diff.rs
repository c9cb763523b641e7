//! `diff`: what changed on a page between two versions of the documentation.

use serde_json::json;

use super::{Answer, Arguments, PAGE, Tool, text};
use crate::mcp::Docs;
use crate::mcp::docs::short;
use crate::mcp::{lines, passage};

pub(super) const TOOL: Tool = Tool {
    name: "diff",
    title: "Compare versions of a page",
    description: "Shows what changed on a page between two versions of the documentation, as added (`+`) and removed (`-`) \
        lines of Markdown. Use it for questions about upgrades and changed behavior.",
    properties: || {
        json!({
            "page": { "type": "string", "description": PAGE },
            "from": { "type": "string", "description": "The older version, such as `1.0`." },
            "to": { "type": "string", "description": "The newer version. The default is the version of the given page." },
        })
    },
    required: &["page", "from"],
    is_useful: |docs| docs.versions().is_some(),
    answer,
};

fn answer(docs: &Docs, arguments: &Arguments) -> Answer {
    let page = docs.find(text(arguments, "page").unwrap_or_default())?;
    let chunk = docs.chunk(&page.path).unwrap_or_default();
    let Some(own) = chunk.version else {
        return Err(format!("{} doesn't belong to a version of the documentation.", page.url));
    };
    let names: Vec<&str> = chunk.versions.keys().map(String::as_str).collect();
    let side = |name: &str| {
        let missing = || {
            format!(
                "The page isn't in a version `{}`. Versions with this page: {}.",
                short(name),
                names.join(", ")
            )
        };
        docs.find(chunk.versions.get(name).ok_or_else(missing)?)
    };
    let (from, to) = (text(arguments, "from").unwrap_or_default(), text(arguments, "to").unwrap_or(&own));
    let (old, new) = (side(from)?, side(to)?);
    let changes = lines::compare(&old.text, &new.text);
    let head = format!("--- {from}: {}\n+++ {to}: {}\n", old.url, new.url);
    if changes.is_empty() {
        return Ok(format!("{head}\nThe page is the same in both versions.\n"));
    }
    let cut = passage::cut(&changes, 0, passage::LIMIT);
    let end = match cut.next {
        Some(next) => format!("[Cut: {} more lines]\n", changes[next..].lines().count()),
        None => String::new(),
    };
    Ok(format!("{head}{}{end}", cut.text))
}
