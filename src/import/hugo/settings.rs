//! Converts a Hugo site's settings.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};

use super::Site;
use super::config::{Config, below, flag};
use super::content::Tree;
use super::formulas;
use super::mounts::PACKAGES;
use crate::import::goldmark::{IdRule, Rules};
use crate::import::left::Left;
use crate::import::settings::{Settings, note_unknown};
use crate::import::syntax::Syntax;
use crate::import::{Origin, site};
use crate::source::tree::Node;

/// The settings of Goldmark that have no counterpart in docgen: for each setting, its table, its name, and the next step.
const MARKUP: [(&[&str], &str, &str); 2] = [
    (&["markup", "goldmark", "renderer"], "hardWraps", "end the lines at which text breaks with a backslash"),
    (&["markup", "goldmark", "extensions", "extras", "insert"], "enable", "use `<ins>` for inserted text"),
];

/// The top-level settings that are converted or have no meaning in docgen. The names are lowercase.
const KNOWN: &[&str] = &[
    "baseurl",
    "title",
    "languagecode",
    "locale",
    "defaultcontentlanguage",
    "defaultcontentlanguageinsubdir",
    "languages",
    "disablelanguages",
    "theme",
    "themesdir",
    "module",
    "params",
    "menu",
    "menus",
    "permalinks",
    "uglyurls",
    "disablepathtolower",
    "contentdir",
    "staticdir",
    "assetdir",
    "layoutdir",
    "datadir",
    "archetypedir",
    "publishdir",
    "i18ndir",
    "resourcedir",
    "cachedir",
    "cascade",
    "caches",
    "cachebust",
    "build",
    "markup",
    "outputs",
    "outputformats",
    "mediatypes",
    "imaging",
    "minify",
    "security",
    "services",
    "googleanalytics",
    "privacy",
    "server",
    "sitemap",
    "enablerobotstxt",
    "enablegitinfo",
    "enableemoji",
    "enableinlineshortcodes",
    "copyright",
    "summarylength",
    "timeout",
    "timezone",
    "frontmatter",
    "buildfuture",
    "builddrafts",
    "buildexpired",
    "taxonomies",
    "disablekinds",
    "disablealiases",
    "disablehugogeneratorinject",
    "disablelivereload",
    "hascjklanguage",
    "ignoreerrors",
    "ignorefiles",
    "ignorelogs",
    "ignorewarnings",
    "pagination",
    "paginate",
    "paginatepath",
    "pluralizelisttitles",
    "capitalizelisttitles",
    "titlecasestyle",
    "refLinksErrorLevel",
    "reflinkserrorlevel",
    "reflinksnotfoundurl",
    "relativeurls",
    "canonifyurls",
    "removepathaccents",
    "rsslimit",
    "sectionpagesmenu",
    "pygmentscodefences",
    "pygmentsuseclasses",
    "pygmentsstyle",
    "pygmentsoptions",
    "pygmentscodefencesguesssyntax",
    "pygmentsuseclassic",
    "metadataformat",
    "author",
    "social",
    "deployment",
    "related",
    "segments",
    "http",
    "httpcache",
    "newcontenteditor",
    "nochmod",
    "notimes",
    "templatemetrics",
    "log",
    "verbose",
    "debug",
    "watch",
    "cleandestinationdir",
    "preservetaxonomynames",
    "footnoteanchorprefix",
    "environment",
    "page",
    "versions",
    "roles",
    "enablemissingtranslationplaceholders",
    "footnotereturnlinkcontents",
    "languagename",
    "disqusshortname",
    "contenttypes",
    "printpathwarnings",
    "printi18nwarnings",
    "blackfriday",
    "defaultcontentversion",
];

/// Returns a site's Markdown options.
pub(super) fn rules(origin: &dyn Origin, config: &Config, tree: &Tree) -> Rules {
    let goldmark = |keys: &[&str]| config.flag(&[&["markup", "goldmark"][..], keys].concat());
    let extra = |name: &str| goldmark(&["extensions", "extras", name, "enable"]) == Some(true);
    Rules {
        syntax: Syntax {
            math: formulas::syntax(origin, config, "params", tree),
            emoji: config.flag(&["enableEmoji"]) == Some(true),
            highlight: extra("mark"),
            subscript: extra("subscript"),
            superscript: extra("superscript"),
            ..Syntax::default()
        },
        has_definitions: goldmark(&["extensions", "definitionList"]) != Some(false),
        heading_ids: match config.text(&["markup", "goldmark", "parser", "autoHeadingIDType"]).as_deref() {
            Some("blackfriday") => IdRule::Blackfriday,
            Some("github-ascii") => IdRule::GithubAscii,
            _ => IdRule::Github,
        },
        has_term_ids: goldmark(&["parser", "autoDefinitionTermID"]) == Some(true),
        has_block_attributes: goldmark(&["parser", "attribute", "block"]) == Some(true),
    }
}

/// The output formats that docgen generates, too.
const FORMATS: [&str; 5] = ["html", "rss", "markdown", "llms", "sitemap"];

/// The hint for other output formats.
const OUTPUT: &str = "if the site needs its files, add them to `static`; for redirects, use `[[redirects]]`";

impl Site<'_> {
    /// Returns a site parameter for the default language.
    pub(super) fn param(&self, keys: &[&str]) -> Option<String> {
        let of_language = [&["languages", &self.languages[0].table, "params"][..], keys].concat();
        self.config.text(&of_language).or_else(|| self.config.text(&[&["params"][..], keys].concat()))
    }

    /// Returns the names of the themes.
    pub(super) fn themes(&self) -> Vec<String> {
        super::themes::names(&self.config)
    }

    /// Converts the settings and the menus.
    pub(super) fn settings(&self, left: &mut Left) -> Settings {
        let mut settings = Settings::default();
        let title = self
            .config
            .text(&["languages", &self.languages[0].table, "title"])
            .or_else(|| self.config.text(&["title"]));
        settings.set("site.title", title.unwrap_or_else(|| "Documentation".to_owned()));
        let tagline = self.param(&["description"]).or_else(|| self.param(&["tagline"]));
        settings.set_some("site.tagline", tagline.map(|text| text.trim().replace('\n', " ")));
        site::set_url(&mut settings, &self.base_url);
        if self.is_ugly {
            settings.set("site.trailing_slash", false);
        }
        settings.set("markdown.heading_ids", "hugo");
        let typographer = &["markup", "goldmark", "extensions", "typographer"];
        let is_off = self.config.flag(typographer) == Some(false)
            || self.config.flag(&[&typographer[..], &["disable"]].concat()) == Some(true);
        if !is_off {
            settings.set("markdown.smart_punctuation", true);
        }
        settings.set("docs.route", "/");
        settings.set("docs.number_prefixes", false);
        site::lower_diagnostics(&mut settings);
        self.set_locales(&mut settings);
        self.set_params(&mut settings, left);
        self.set_menus(&mut settings, left);
        self.read_redirects();
        self.redirect_terms();
        self.note(left);
        settings
    }

    pub(super) fn set_locales(&self, settings: &mut Settings) {
        let default = &self.languages[0];
        let tag = |language: &super::Language| language.tag.clone().filter(|tag| !tag.is_empty());
        if self.languages.len() == 1 {
            let code = tag(default).map(|tag| tag.replace('_', "-"));
            settings.set_some(
                "i18n.default_locale",
                code.or(Some(default.key.clone())).filter(|code| code != "en"),
            );
            return;
        }
        settings.set("i18n.default_locale", default.key.as_str());
        let locales = self.languages.iter().map(|language| {
            let mut locale = json!({ "code": language.key });
            if let Some(label) = &language.label {
                locale["label"] = label.as_str().into();
            }
            if let Some(tag) = tag(language).filter(|tag| *tag != language.key) {
                locale["lang"] = tag.replace('_', "-").into();
            }
            if language.is_rtl {
                locale["direction"] = "rtl".into();
            }
            locale
        });
        settings.set("i18n.locales", locales.collect::<Vec<Json>>());
    }

    /// Redirects tag lists whose URLs are different in docgen.
    pub(super) fn redirect_terms(&self) {
        for list in &self.lists {
            let Some((prefix, name, terms)) = ["/categories", "/tags", "/authors"].iter().find_map(|name| {
                let at = list.find(name)?;
                Some((&list[..at], *name, &list[at + name.len()..]))
            }) else {
                continue;
            };
            let slug = crate::path::slugify(&terms.trim_start_matches('/').replace('+', ""));
            let to = if slug.is_empty() { format!("{prefix}/tags") } else { format!("{prefix}/tags/{slug}") };
            let language = self
                .languages
                .iter()
                .position(|language| prefix[prefix.len().min(1)..] == language.key)
                .unwrap_or(0);
            if name == "/authors" {
                self.redirect_author(list, terms.trim_start_matches('/'), language);
                continue;
            }
            match self.blog_of_terms(terms.trim_start_matches('/'), language) {
                Some(route) => self.redirect(list, &format!("{prefix}{route}{}", &to[prefix.len()..])),
                None if *list != to => self.redirect(list, &to),
                None => {}
            }
        }
    }

    /// Returns the URL path of the blog that contains posts with a tag. If a document has the same tag, returns `None`.
    fn blog_of_terms(&self, term: &str, language: usize) -> Option<&str> {
        let has = |page: &super::content::Page| {
            let all = [page.front.list("tags"), page.front.list("categories")].concat();
            if term.is_empty() { !all.is_empty() } else { all.iter().any(|own| self.term(own) == term) }
        };
        let mut found = self
            .tree
            .pages
            .iter()
            .zip(&self.places)
            .filter(|(page, _)| page.language == language && has(page));
        let is_post = |place: &super::Place| matches!(place, super::Place::Post(_) | super::Place::None);
        if found.clone().any(|(_, place)| !is_post(place)) {
            return None;
        }
        let (page, _) = found.next()?;
        self.blogs.iter().find(|blog| blog.has(page)).map(|blog| blog.route.as_str())
    }

    /// Reports the settings and templates that aren't imported.
    fn note(&self, left: &mut Left) {
        for (source, table, entries) in self.config.tables().filter(|(_, table, _)| table.is_empty()) {
            let known: Vec<&str> = entries
                .iter()
                .map(|(key, _)| key.name.as_str())
                .filter(|name| KNOWN.contains(&name.to_ascii_lowercase().as_str()))
                .collect();
            note_unknown(source, entries, &table, &known, left);
        }
        for (source, key, _) in self.config.entries(&["outputFormats"]) {
            if self.redirects_of(&key.name).is_some_and(|(_, is_whole)| is_whole) {
                continue;
            }
            let what = format!("the output format `{}`", key.name);
            left.note(source, key.range.clone(), &what, OUTPUT);
        }
        let own: Vec<String> = self
            .config
            .entries(&["outputFormats"])
            .iter()
            .map(|(_, key, _)| key.name.to_lowercase())
            .collect();
        let mut named = BTreeSet::new();
        for (source, _, node) in self.config.entries(&["outputs"]) {
            for item in node.items() {
                let Some(name) = item.text() else { continue };
                let lower = name.to_lowercase();
                if !FORMATS.contains(&lower.as_str()) && !own.contains(&lower) && named.insert(lower) {
                    left.note(source, item.range.clone(), &format!("the output format `{name}`"), OUTPUT);
                }
            }
        }
        for (source, node) in self.config.all(&["module", "mounts"]) {
            for item in node
                .items()
                .iter()
                .filter(|item| below(item, &["target"]).and_then(Node::text).as_deref() == Some("layouts"))
            {
                let folder = below(item, &["source"]).and_then(Node::text).unwrap_or_default();
                if folder.starts_with(PACKAGES) && self.origin.outside_files(&folder).is_empty() {
                    let what = format!("the templates in `{folder}`, which isn't installed");
                    let hint = "run `npm install` in the original site's folder, and import the site again";
                    left.note(source, item.range.clone(), &what, hint);
                }
            }
        }
        for (source, key, _) in self.config.entries(&["taxonomies"]) {
            if !["tag", "category", "author"].contains(&key.name.as_str()) {
                left.note(
                    source,
                    key.range.clone(),
                    &format!("the `{}` taxonomy", key.name),
                    "use tags instead",
                );
            }
        }
        for (table, name, hint) in MARKUP {
            for (source, key, node) in self.config.entries(table) {
                let is_off = flag(node) == Some(false) || node.text().as_deref() == Some("github");
                if key.name.eq_ignore_ascii_case(name) && !is_off {
                    left.note(
                        source,
                        key.range.clone(),
                        &format!("the `{}.{name}` setting", table.join(".")),
                        hint,
                    );
                }
            }
        }
        let is_template = |below: &str| below.ends_with(".html") && !below.contains("shortcodes/");
        site::note_templates(self.origin, "layouts", &is_template, left);
    }
}
