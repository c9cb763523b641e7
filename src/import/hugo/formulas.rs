//! The delimiters of a site's formulas.

use std::borrow::Cow;

use super::Site;
use super::config::Config;
use super::content::{Page, Tree};
use super::template;
use crate::import::Origin;
use crate::import::goldmark::Rules;
use crate::import::math::Math;
use crate::path::SourcePath;
use crate::source::tree::{Node, Value};

/// The names of the parameters that turn on formulas.
const MATH: [&str; 5] = ["math", "katex", "mathjax", "latex", "usemath"];

/// Returns a site's formula syntax. Without the `passthrough` extension, a script finds the formulas in the pages.
/// `table` contains the site's parameters.
pub(super) fn syntax(origin: &dyn Origin, config: &Config, table: &str, tree: &Tree) -> Option<Math> {
    let passthrough = ["markup", "goldmark", "extensions", "passthrough"];
    if config.flag(&[&passthrough[..], &["enable"]].concat()) == Some(true) {
        let mut math = Math::default().with_marked();
        for (kind, is_display) in [("block", true), ("inline", false)] {
            let listed = config.at(&[&passthrough[..], &["delimiters", kind]].concat()).map(Node::items);
            let default: &[(&str, &str)] = match is_display {
                true => &[("\\[", "\\]"), ("$$", "$$")],
                false => &[("\\(", "\\)")],
            };
            let pairs: Vec<(String, String)> = match listed {
                Some(pairs) => pairs
                    .iter()
                    .filter_map(|pair| Some((pair.items().first()?.text()?, pair.items().get(1)?.text()?)))
                    .collect(),
                None => {
                    default.iter().map(|(open, close)| ((*open).to_owned(), (*close).to_owned())).collect()
                }
            };
            math = pairs.iter().fold(math, |math, (open, close)| math.with(open, close, is_display));
        }
        return Some(math);
    }
    let script = Script::find(origin);
    let is_on = has_formulas(config, table)
        || tree.pages.iter().any(asks_for_formulas)
        || script.as_ref().is_some_and(|script| script.is_on_all_pages);
    let usual =
        || USUAL.map(|(open, close, is_display)| (open.to_owned(), close.to_owned(), is_display)).to_vec();
    let delimiters =
        script.map(|script| script.delimiters).filter(|all| !all.is_empty()).unwrap_or_else(usual);
    let math = Math { has_environments: true, is_markdown: true, ..Math::default() };
    let add = |math: Math, (open, close, is_display): &Delimiter| math.with(open, close, *is_display);
    is_on.then(|| delimiters.iter().fold(math.with_marked(), add))
}

impl Site<'_> {
    /// Returns the Markdown options of a page. A theme can load the script for formulas only on the pages that ask for it,
    /// although Goldmark keeps the text between delimiters on all pages.
    pub(super) fn rules_of(&self, page: &Page, param: &dyn Fn(&str) -> Option<String>) -> Cow<'_, Rules> {
        let is_template = |path: &&SourcePath| path.as_str().contains("_markup/render-passthrough");
        let is_on = has_formulas(&self.config, "params")
            || asks_for_formulas(page)
            || MATH.iter().any(|name| param(name).as_deref() == Some("true"))
            || self.origin.files().iter().any(|path| is_template(&path));
        let mut rules = Cow::Borrowed(&self.rules);
        if !is_on && self.rules.syntax.math.is_some() {
            rules.to_mut().syntax.math.iter_mut().for_each(|math| math.is_doubtful = true);
        }
        rules
    }
}

/// The opening and closing delimiters of formulas as written in Markdown, and whether the formulas are displayed.
type Delimiter = (String, String, bool);

/// The delimiters that scripts use by default.
const USUAL: [(&str, &str, bool); 3] =
    [("$$", "$$", true), ("\\\\[", "\\\\]", true), ("\\\\(", "\\\\)", false)];

/// The script in a site's templates that finds formulas.
struct Script {
    delimiters: Vec<Delimiter>,
    /// Whether the script doesn't depend on a parameter.
    is_on_all_pages: bool,
}

impl Script {
    fn find(origin: &dyn Origin) -> Option<Self> {
        let is_template =
            |path: &&SourcePath| template::below(path.as_str(), &["layouts/", "templates/"]).is_some();
        let templates = origin.files().iter().filter(is_template).filter_map(|path| origin.text(path));
        let (mut delimiters, mut has_script, mut is_conditional) = (Vec::new(), false, false);
        for source in templates {
            is_conditional = is_conditional || has_condition(&source.text);
            if SCRIPTS.iter().any(|name| source.text.contains(name)) {
                has_script = true;
                delimiters.extend(listed(&source.text));
            }
        }
        has_script.then_some(Script { delimiters, is_on_all_pages: !is_conditional })
    }
}

/// What the code of scripts that find formulas contains.
const SCRIPTS: [&str; 2] = ["renderMathInElement", "MathJax"];

/// Whether a condition in a template depends on a parameter that turns on formulas.
fn has_condition(template: &str) -> bool {
    ["{{", "{%"].iter().any(|open| {
        template.split(open).skip(1).any(|rest| {
            let tag = rest.split('}').next().unwrap_or_default().to_ascii_lowercase();
            let word = tag.trim_start_matches(['-', ' ']).split_whitespace().next().unwrap_or_default();
            matches!(word, "if" | "with" | "elif" | "else") && MATH.iter().any(|name| tag.contains(name))
        })
    })
}

/// Returns the delimiters that the options of KaTeX or MathJax list. In a script, as in Markdown, two backslashes are one.
fn listed(script: &str) -> Vec<Delimiter> {
    const TEXT: &str = r#"["']([^"'\n]+)["']"#;
    let regex = |pattern: String| regex_lite::Regex::new(&pattern).expect("the pattern is valid");
    let katex = regex(format!(
        r"left['\x22]?\s*:\s*{TEXT}\s*,\s*['\x22]?right['\x22]?\s*:\s*{TEXT}\s*,\s*['\x22]?display['\x22]?\s*:\s*(true|false)"
    ));
    let found = katex.captures_iter(script);
    let mut all: Vec<_> =
        found.map(|found| (found[1].to_owned(), found[2].to_owned(), &found[3] == "true")).collect();
    let pair = regex(format!(r"\[\s*{TEXT}\s*,\s*{TEXT}\s*\]"));
    for (key, is_display) in [("inlineMath", false), ("displayMath", true)] {
        let lists = script.split(key).skip(1).filter_map(|rest| rest.split_once("[")?.1.split_once("]]"));
        let pairs = lists.flat_map(|(list, _)| {
            let list = format!("{list}]");
            pair.captures_iter(&list)
                .map(|found| (found[1].to_owned(), found[2].to_owned(), is_display))
                .collect::<Vec<_>>()
        });
        all.extend(pairs);
    }
    // An environment isn't a delimiter.
    all.retain(|(open, ..)| !open.contains("begin"));
    all
}

/// Whether a parameter of the site turns on formulas.
fn has_formulas(config: &Config, table: &str) -> bool {
    let is_on = |node: &Node| match &node.value {
        Value::Bool(is_on) => *is_on,
        Value::Table(_) => ["enable", "enabled"]
            .iter()
            .any(|key| matches!(node.at(&[*key]).map(|node| &node.value), Some(Value::Bool(true)))),
        _ => false,
    };
    MATH.iter().any(|name| config.at(&[table, *name]).is_some_and(is_on))
}

/// Whether a page turns on formulas or contains a formula in a code block or shortcode.
fn asks_for_formulas(page: &Page) -> bool {
    let fences = crate::import::goldmark::MATH.map(|name| format!("```{name}\n"));
    let shortcodes = ["{{< katex", "{{% katex", "{{< math", "{{% math", "{{<katex", "{{<math"];
    MATH.iter().any(|name| page.front.flag(name) == Some(true))
        || fences.iter().any(|fence| page.source.text.contains(fence))
        || shortcodes.iter().any(|shortcode| page.source.text.contains(shortcode))
}
