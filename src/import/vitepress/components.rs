//! Shows components that only present their props.
//!
//! A site's own component is a `.vue` file. docgen runs the component's script and evaluates its template once in the
//! sandbox, and writes the result as Markdown. If this isn't possible, the component is left out.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde_json::{Map, Value as Json, json};

use super::context::{Context, Use};
use super::tag::Tag;
use super::{FOLDER, VitePress, join};
use crate::component::evaluate;
use crate::import::Origin;
use crate::import::lines::{indent_of, is_blank, margin_of};
use crate::import::markdown::continued;
use crate::path::SourcePath;
use crate::source::{Source, line_starts};

const VUE: &str = include_str!("components/vue.js");

/// The position of a component's content in [`Components::shown`].
pub(super) const SLOT: char = '\0';
/// The default content of the slot if the content's expressions fail.
const FAILED: &str = "\u{3}";

/// The mark before and after the ID of a heading.
pub(super) const ID: char = '\u{1}';

/// The first character of the name of a page's own script. The page's path follows.
const PAGE: char = '\u{4}';

/// The number of components in each evaluation.
const PART: usize = 200;

/// A site's own components.
#[derive(Default)]
pub(super) struct Components {
    /// The components' files, by name and by path.
    files: BTreeMap<String, SourcePath>,
    /// The components that use data of the page.
    on_page: BTreeSet<String>,
    /// The Markdown that replaces each use of a component.
    found: BTreeMap<Use, String>,
    /// The Markdown files that are components, by name.
    markdown: BTreeMap<String, SourcePath>,
}

/// Returns a component's name in the form that all spellings share.
fn normalized(name: &str) -> String {
    name.chars().filter(|c| *c != '-').map(|c| c.to_ascii_lowercase()).collect()
}

impl Components {
    /// Finds the site's components.
    pub(super) fn new(origin: &dyn Origin, folder: &str) -> Self {
        let is_component = |path: &&SourcePath| path.extension() == "vue";
        let mut files = BTreeMap::new();
        for path in origin.files().iter().filter(is_component) {
            files.entry(normalized(path.stem())).or_insert_with(|| path.clone());
            files.insert(path.as_str().to_owned(), path.clone());
        }
        let is_markdown = |path: &&SourcePath| path.extension() == "md" && path.strip_dir(folder).is_some();
        let own = origin.files().iter().filter(is_markdown);
        let markdown = own.map(|path| (normalized(path.stem()), path.clone())).collect();
        if files.is_empty() {
            return Components { markdown, ..Components::default() };
        }
        // The theme can register a component with another name.
        for name in ["index.ts", "index.js", "index.mts", "index.mjs"] {
            let Some(source) = origin.text(&SourcePath::new(format!("{folder}/theme/{name}"))) else {
                continue;
            };
            for (name, file) in registered(&source.text) {
                if let Some(path) = files.get(&normalized(file)).cloned() {
                    files.insert(normalized(name), path);
                }
            }
        }
        let uses_page = |path: &SourcePath| {
            let source = origin.text(path);
            let words = ["frontmatter", "useData", "useRoute"];
            source.is_some_and(|source| words.iter().any(|word| source.text.contains(word)))
        };
        // A component can contain other components.
        let uses_any = files.values().any(uses_page);
        let on_page = if uses_any { files.keys().cloned().collect() } else { BTreeSet::new() };
        Components { files, on_page, found: BTreeMap::new(), markdown }
    }

    /// Returns the Markdown file that a component's name refers to on a page with this text and path.
    pub(super) fn markdown(&self, name: &str, text: &str, page: &str) -> Option<SourcePath> {
        match imported(text, ".md", |local| local == name) {
            Some(path) => path.starts_with('.').then(|| SourcePath::new(page).join_sibling(path)),
            None => self.markdown.get(&normalized(name)).cloned(),
        }
    }

    /// Returns the use of a component that a tag represents.
    pub(super) fn use_of(&self, tag: &Tag, context: &Context<'_>) -> Option<Use> {
        let name = self.key(&tag.name, context.source)?;
        let is_prop = |name: &str| {
            !name.starts_with(['@', '#']) && (!name.starts_with("v-") || name.starts_with("v-bind:"))
        };
        if tag.attributes.iter().any(|(name, _)| matches!(name.as_str(), "v-for" | "v-if" | "v-bind")) {
            return None;
        }
        let props: Map<String, Json> = tag
            .attributes
            .iter()
            .filter(|(name, _)| is_prop(name))
            .map(|(name, value)| {
                let value = value.as_ref().map(|value| crate::markdown::decode(value).into_owned());
                (name.clone(), value.map_or(Json::Null, Json::from))
            })
            .collect();
        let page = page_of(context, self.on_page.contains(&name));
        Some((name, json!({ "props": props, "page": page }).to_string()))
    }

    /// Returns the key of the file that a component's name refers to. A page can import a file with any name.
    fn key(&self, name: &str, page: &Source) -> Option<String> {
        let name = normalized(name);
        let is_known = |key: &String| self.files.contains_key(key);
        let Some(path) = imported(&page.text, ".vue", |local| normalized(local) == name) else {
            return Some(name).filter(is_known);
        };
        let file = page.path.join_sibling(path);
        let whole = Some(file.as_str().to_owned()).filter(|_| path.starts_with('.'));
        // A path can also start with an alias.
        whole.filter(is_known).or_else(|| Some(normalized(file.stem())).filter(is_known))
    }

    /// Returns the use of an expression in text.
    pub(super) fn expression(expression: &str, context: &Context<'_>) -> Use {
        let page = page_of(context, true);
        (String::new(), json!({ "expression": expression, "page": page }).to_string())
    }

    /// Returns the use of the page's own script in an element of the page.
    pub(super) fn of_page(template: &str, context: &Context<'_>) -> Use {
        let page = page_of(context, true);
        let name = format!("{PAGE}{}", context.page.file);
        (name, json!({ "template": template, "props": {}, "page": page }).to_string())
    }

    /// Returns the Markdown that replaces a use of a component.
    pub(super) fn shown(&self, one: &Use) -> Option<&str> {
        self.found.get(one).map(String::as_str)
    }
}

/// Returns the data of a page that components and expressions can use. If `is_used` is `false`, the data is empty, so that
/// all pages share the result.
fn page_of(context: &Context<'_>, is_used: bool) -> Json {
    if !is_used {
        return json!({ "frontmatter": {}, "path": "", "site": {} });
    }
    let site = context.site;
    let is_own = |code: &&String| context.route.starts_with(&format!("{code}/"));
    let locale = site.locales.iter().find(is_own).map_or("root", String::as_str);
    let of_locale = |key: &str| site.text(&["locales", locale, key]).or_else(|| site.text(&[key]));
    let entries = context.front_matter.entries.iter();
    let front_matter: Map<String, Json> =
        entries.map(|entry| (entry.name.clone(), entry.node.json())).collect();
    json!({
        "frontmatter": front_matter,
        "path": context.route,
        "site": {
            "lang": of_locale("lang"),
            "title": of_locale("title"),
            "description": of_locale("description"),
            "localeIndex": locale,
        },
    })
}

/// Returns a component's Markdown without the default content of the slot. If the component `is_empty`, the default content
/// replaces the slot. If it's unknown, returns `None`.
pub(super) fn filled(markdown: &str, is_empty: bool) -> Option<String> {
    let Some((before, rest)) = markdown.split_once("\0\u{2}") else { return Some(markdown.to_owned()) };
    let (content, after) = rest.split_once('\u{2}')?;
    match is_empty {
        true => (content != FAILED).then(|| format!("{before}{content}{after}")),
        false => Some(format!("{before}{SLOT}{after}")),
    }
}

/// Returns the texts that replace a component's start tag and end tag. `before` and `after` are the text around the start
/// tag, and `is_html` is `true` in an HTML block. If the Markdown can't be at this position, returns `None`.
pub(super) fn place(markdown: &str, before: &str, after: &str, is_html: bool) -> Option<(String, String)> {
    let is_empty_link = markdown.starts_with("[](") || markdown.contains(" [](");
    let line = before.rsplit('\n').next().unwrap_or_default();
    let is_start = margin_of(line) == line.len();
    let is_block = markdown.contains('\n') || markdown.starts_with(['#', '<']) || markdown.starts_with("- ");
    let (start, end) = markdown.split_once(SLOT).unwrap_or((markdown, ""));
    if is_empty_link || is_blank(markdown) || (is_block || is_html) && !is_start {
        return None;
    }
    if !is_block && !is_html {
        return Some((start.to_owned(), end.to_owned()));
    }
    let next = continued(line);
    let blank = next.trim_end();
    let indented = |text: &str| {
        let lines = text.split('\n').enumerate().map(|(at, line)| match (at, is_blank(line)) {
            (0, _) => line.to_owned(),
            (_, true) => blank.to_owned(),
            _ => format!("{next}{line}"),
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    // A blank line must be before and after a block.
    let above = before.lines().rev().nth(usize::from(!line.is_empty())).unwrap_or_default();
    let above = above.trim_start_matches(['>', ' ']);
    let is_next_item = above.starts_with("- ") && markdown.starts_with("- ");
    let needs_blank = line == next && !is_blank(above) && !is_next_item;
    let first = if needs_blank { format!("\n{next}") } else { String::new() };
    let is_whole = !markdown.contains(SLOT);
    let has_own_end = is_whole || start.is_empty() || start.ends_with('\n');
    let rest = after.lines().next().unwrap_or_default();
    let last = match is_blank(rest) {
        _ if start.is_empty() || !has_own_end => String::new(),
        true if after.trim().is_empty() => String::new(),
        true => format!("\n{blank}"),
        false => format!("\n{blank}\n{next}"),
    };
    let end = indented(end.trim_end());
    let end = if end.starts_with('\n') { format!("{end}\n{blank}") } else { end };
    Some((format!("{first}{}{last}", indented(start.trim_end_matches('\n'))), end))
}

/// Returns the names and files of the components that a theme registers, as in `app.component("Name", File)`.
fn registered(text: &str) -> Vec<(&str, &str)> {
    text.split(".component(").skip(1).filter_map(|call| registration(text, call)).collect()
}

/// Reads the arguments of a call that registers a component.
fn registration<'t>(text: &'t str, call: &'t str) -> Option<(&'t str, &'t str)> {
    let (name, file) = call.split_once(')')?.0.split_once(',')?;
    let name = name.trim().strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
    let path = imported(text, ".vue", |local| local == file.trim())?;
    Some((name, path.rsplit('/').next()?.strip_suffix(".vue")?))
}

/// Returns the path of the file with an extension that a script imports with a local name.
fn imported<'t>(text: &'t str, extension: &str, is_local: impl Fn(&str) -> bool) -> Option<&'t str> {
    let is_import = |line: &&str| {
        let rest = line.trim_start().strip_prefix("import ");
        rest.is_some_and(|rest| rest.split_whitespace().next().is_some_and(&is_local))
    };
    text.lines().find(is_import)?.rsplit(['"', '\'']).nth(1).filter(|path| path.ends_with(extension))
}

impl VitePress<'_> {
    /// Evaluates the components that pages use.
    pub(super) fn show(&mut self, uses: BTreeSet<Use>) {
        let mut by_name: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, props) in uses {
            by_name.entry(name).or_default().push(props);
        }
        let parts: Vec<(&String, &[String])> =
            by_name.iter().flat_map(|(name, all)| all.chunks(PART).map(move |part| (name, part))).collect();
        let of_part = |(name, part): (&String, &[String])| {
            let found = self.evaluated(name, part)?;
            let shown = part.iter().zip(found);
            Some(
                shown
                    .filter_map(|(props, text)| Some(((name.clone(), props.clone()), text?)))
                    .collect::<Vec<_>>(),
            )
        };
        let found: Vec<(Use, String)> = parts.into_par_iter().filter_map(of_part).flatten().collect();
        self.components.found = found.into_iter().collect();
    }

    /// Evaluates a component or expressions. `all` contains the props and pages.
    fn evaluated(&self, name: &str, all: &[String]) -> Option<Vec<Option<String>>> {
        let start = format!(
            "const $ = (() => {{
            {VUE}
            return {{ components, dataOf, nothing, propsOf, ref, render, runtime, stateOf, value }};
            }})();"
        );
        let list = all.join(", ");
        let (folder, code) = match self.components.files.get(name) {
            Some(path) => {
                let mut code = start;
                for (name, file) in self.with_nested(name) {
                    code += &format!("\n$.components[{}] = {};", json!(name), file);
                }
                let own = format!("$.components[{}]", json!(name));
                code +=
                    &format!("\nexport default {{ found: [{list}].map((one) => $.render({own}, one)) }};");
                (path.clone(), code)
            }
            None if name.starts_with(PAGE) => {
                let path = SourcePath::new(name.trim_start_matches(PAGE));
                let source = self.origin.text(&path)?;
                let file = File { template: "", options: "", setup: script(&source.text)? };
                let code = format!(
                    "{start}\nconst $own = {};\nexport default {{ found: [{list}].map((one) => $.render({{ ...$own, template: one.template }}, one)) }};",
                    file.code()
                );
                (path, code)
            }
            None => (
                self.source.path.clone(),
                format!("{start}\nexport default {{ found: [{list}].map($.value) }};"),
            ),
        };
        let module = Source::new(folder.join_sibling("component.mts"), code.as_str());
        // A component that shows a library's code would take too long.
        let theme = join(&self.root, FOLDER);
        let read = |path: &SourcePath| {
            let is_near = path.parent() == folder.parent() || path.strip_dir(&theme).is_some();
            self.origin.text(path).filter(|_| is_near)
        };
        let evaluated = evaluate(&module, self.origin.year(), &read);
        let found = evaluated.node.at(&["found"])?.items();
        let text = |text: String| Some(text).filter(|text| !text.is_empty());
        (found.len() == all.len()).then(|| found.iter().map(|node| node.text().and_then(text)).collect())
    }

    /// Returns the code of a component and of the components that it can contain. Only the component itself can import
    /// other files.
    fn with_nested(&self, name: &str) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        let mut waiting = vec![name.to_owned()];
        while let Some(next) = waiting.pop() {
            let Some(source) = self.components.files.get(&next).and_then(|path| self.origin.text(path))
            else {
                continue;
            };
            let Some(file) = File::read(&source.text).filter(|file| next == name || !file.has_imports())
            else {
                continue;
            };
            let tags = file.template.match_indices('<').filter_map(|(at, _)| Tag::read(&file.template[at..]));
            let names = tags.map(|tag| normalized(&tag.name));
            waiting.extend(names.filter(|name| !found.contains_key(name) && *name != next));
            found.insert(next, file.code());
        }
        found
    }
}

/// The parts of a `.vue` file.
struct File<'t> {
    template: &'t str,
    /// The script that exports the component's options.
    options: &'t str,
    /// The script that runs for each instance.
    setup: &'t str,
}

impl<'t> File<'t> {
    fn read(text: &'t str) -> Option<Self> {
        let start = text.find("<template")?;
        let open = Tag::read(&text[start..])?;
        if open.attributes.iter().any(|(name, _)| name == "lang") {
            return None;
        }
        let end = text.rfind("</template>")?;
        let mut file = File { template: text.get(start + open.length..end)?, options: "", setup: "" };
        for (at, _) in text.match_indices("<script").filter(|(at, _)| *at < start || *at > end) {
            let tag = Tag::read(&text[at..])?;
            let body = text[at + tag.length..].split("</script>").next()?;
            match tag.attributes.iter().any(|(name, _)| name == "setup") {
                true => file.setup = body,
                false => file.options = body,
            }
        }
        Some(file)
    }

    /// Whether the scripts import anything other than Vue and components.
    fn has_imports(&self) -> bool {
        [self.setup, self.options].iter().any(|script| !Script::read(script).imports.is_empty())
    }

    /// Returns the code of an object that contains the template and the function that returns the template's values.
    fn code(&self) -> String {
        let (setup, options) = (Script::read(self.setup), Script::read(self.options));
        let mut names = declared_in(&setup.rest);
        names.extend(declared_in(&options.rest));
        names.extend(setup.imports.lines().flat_map(imported_in));
        let names: Vec<String> = names
            .into_iter()
            .map(|name| format!("{name}: typeof {name} === \"undefined\" ? undefined : {name}"))
            .collect();
        let component = options.rest.replacen("export default", "const $component =", 1);
        let make = match setup.rest.trim().is_empty() {
            true if options.rest.contains("export default") => {
                "return (given) => $.stateOf($component, given);".to_owned()
            }
            true => format!("return (given) => ({{ ...given, {} }});", names.join(", ")),
            false => format!(
                "return (given) => {{
                  let $props = {{}};
                  const defineProps = (declared) => ($props = $.propsOf(given, declared));
                  const withDefaults = (props, defaults) => ($props = $.propsOf(props, {{}}, defaults));
                  const [defineEmits, defineExpose, defineOptions] = [() => $.nothing, $.nothing, $.nothing];
                  const [defineSlots, defineModel] = [() => ({{}}), () => $.ref(undefined)];
                  {{
                    {}
                    return {{ ...$props, props: $props, {} }};
                  }}
                }};",
                setup.rest,
                names.join(", "),
            ),
        };
        // Imports must be at the top level of a module, where they're moved to.
        format!(
            "{{ template: {}, make: (() => {{
            {}{}
            {component}
            {make}
            }})() }};
            {}{}",
            json!(self.template),
            setup.of_vue,
            options.of_vue,
            setup.imports,
            options.imports,
        )
    }
}

/// A script, split into its imports and its other code.
#[derive(Default)]
struct Script {
    /// The imports, except those of Vue, components, and style sheets.
    imports: String,
    /// Code that replaces the imports of Vue and VitePress.
    of_vue: String,
    rest: String,
}

impl Script {
    fn read(script: &str) -> Self {
        let mut found = Script::default();
        let indents = script.lines().filter(|line| !is_blank(line)).map(indent_of);
        let indent = indents.min().unwrap_or(0);
        let mut lines = script.lines().map(|line| line.get(indent..).unwrap_or_default());
        while let Some(line) = lines.next() {
            if !line.starts_with("import ") && !line.starts_with("import{") {
                found.rest += line;
                found.rest.push('\n');
                continue;
            }
            let mut import = line.to_owned();
            while !import.contains(['"', '\'']) {
                let Some(next) = lines.next() else { break };
                import.push(' ');
                import += next.trim();
            }
            let specifier = import.trim_end_matches([';', ' ']).trim_end_matches(['"', '\'']);
            let specifier = specifier.rsplit(['"', '\'']).next().unwrap_or_default();
            let is_vue = matches!(specifier, "vue" | "vitepress" | "vitepress/client");
            let names = import.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
            match names.filter(|_| (is_vue || is_loader(specifier)) && !import.starts_with("import type")) {
                Some((names, _)) if is_vue => {
                    let names: Vec<String> = names
                        .split(',')
                        .map(str::trim)
                        .filter(|name| !name.is_empty() && !name.starts_with("type "))
                        .map(|name| name.replace(" as ", ": "))
                        .collect();
                    found.of_vue += &format!("const {{ {} }} = $.runtime;\n", names.join(", "));
                }
                Some((names, _)) => {
                    let own = format!("$loader{}", found.imports.len());
                    let names = names.replace(" as ", ": ");
                    found.imports += &format!("import {own} from \"{specifier}\";\n");
                    found.imports += &format!("const {{ {names} }} = {{ data: await $.dataOf({own}) }};\n");
                }
                None if is_vue || specifier.ends_with(".vue") || specifier.ends_with("css") => {}
                None if import.starts_with("import type") => {}
                None => found.imports += &format!("{import}\n"),
            }
        }
        found
    }
}

/// Whether a module loads data for pages during the build.
fn is_loader(specifier: &str) -> bool {
    [".data.ts", ".data.js", ".data.mts", ".data.mjs", ".data"].iter().any(|end| specifier.ends_with(end))
}

/// Returns the content of a page's script.
pub(super) fn script(page: &str) -> Option<&str> {
    let starts = page.match_indices("<script").filter(|(at, _)| *at == 0 || page[..*at].ends_with('\n'));
    starts.map(|(at, _)| &page[at..]).find_map(|rest| {
        let tag = Tag::read(rest).filter(|tag| tag.attributes.iter().any(|(name, _)| name == "setup"))?;
        let inner = &rest[tag.length..];
        Some(&inner[..inner.find("</script>")?])
    })
}

/// Returns the names that a script declares at the top level.
fn declared_in(script: &str) -> BTreeSet<&str> {
    line_starts(script).into_iter().flat_map(|at| declared(&script[at..])).collect()
}

/// Returns the names that an import or a declaration declares.
fn imported_in(line: &str) -> Vec<&str> {
    let names = line.strip_prefix("import ").and_then(|rest| rest.split_once(" from "));
    let Some((names, _)) = names else { return declared(line) };
    names.split(['{', '}', ',']).filter_map(|part| part.split_whitespace().last()).collect()
}

/// Returns the names that the declaration at the start of the text declares.
fn declared(text: &str) -> Vec<&str> {
    let rest = ["const ", "let ", "var ", "function ", "async function "]
        .iter()
        .find_map(|word| text.strip_prefix(word))
        .unwrap_or_default();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let close = match rest.chars().next() {
        Some('{') => '}',
        Some('[') => ']',
        _ => {
            let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            return if end > 0 { vec![&rest[..end]] } else { Vec::new() };
        }
    };
    let inside = rest[1..].split(close).next().unwrap_or_default();
    inside.split(',').filter_map(local).collect()
}

/// Returns the name that a part of a pattern, such as `a: b = 1`, declares.
fn local(part: &str) -> Option<&str> {
    let name = part.split('=').next()?.rsplit(':').next()?.trim().trim_start_matches("...");
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}
