//! The theme of an MkDocs site: colors, icons, style sheets, scripts, and other files.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Value as Json, json};

use super::MkDocs;
use super::extensions::is_math_script;
use crate::import::ignored::Ignored;
use crate::import::left::Left;
use crate::import::settings::Settings;
use crate::import::{Content, site};
use crate::path::SourcePath;
use crate::source::tree::Node;

/// The patterns for files in a theme's folder that MkDocs doesn't copy.
static OF_TEMPLATES: LazyLock<Ignored> = LazyLock::new(|| {
    Ignored::new(".*\n*.html\n*.py\n*.pyc\n*.md\n*.markdown\n*readme*\nmkdocs_theme.yml\n/locales/\n/.icons/")
});

/// The color names in the Material theme, each with its value.
const COLORS: &[(&str, &str)] = &[
    ("red", "#ef5552"),
    ("pink", "#e92063"),
    ("purple", "#ab47bd"),
    ("deep purple", "#7e56c2"),
    ("indigo", "#4051b5"),
    ("blue", "#2094f3"),
    ("light blue", "#02a6f2"),
    ("cyan", "#00bdd6"),
    ("teal", "#009485"),
    ("green", "#4cae4f"),
    ("light green", "#8bc34b"),
    ("lime", "#cbdc38"),
    ("yellow", "#ffec3d"),
    ("amber", "#ffc105"),
    ("orange", "#ffa724"),
    ("deep orange", "#ff6e42"),
    ("brown", "#795649"),
    ("grey", "#757575"),
    ("blue grey", "#546d78"),
];

impl MkDocs<'_> {
    /// Converts the theme's settings.
    pub(super) fn theme(&self, settings: &mut Settings, left: &mut Left) {
        let palettes = self.config.at(&["theme", "palette"]);
        let palette = palettes
            .and_then(|node| node.items().iter().find(|one| one.at(&["primary"]).is_some()).or(Some(node)));
        let color = palette.and_then(|palette| palette.at(&["primary"])).and_then(Node::text);
        let hex = |name: String| COLORS.iter().find(|(known, _)| *known == name).map(|(_, hex)| *hex);
        settings.set_some("site.accent", color.and_then(hex));
        let file = |path: String| format!("/{}", path.trim_start_matches('/'));
        match self.text(&["theme", "favicon"]) {
            Some(url) if url.contains("://") => {
                settings.push("head", json!({ "tag": "link", "attributes": { "rel": "icon", "href": url } }));
            }
            path => settings.set_some("site.favicon", path.map(file)),
        }
        self.logo(settings, left);
        settings
            .set_some("i18n.default_locale", self.text(&["theme", "language"]).filter(|code| code != "en"));
        match self.languages {
            Some(languages) => languages.set(settings),
            None => self.alternates(settings),
        }
        if let Some(folder) = self.text(&["theme", "custom_dir"]) {
            let folder = SourcePath::new(self.in_config(&folder));
            self.announcement(folder.as_str(), settings);
            site::note_templates(self.origin, folder.as_str(), &|below| below.ends_with(".html"), left);
        }
        site::analytics(settings, self.text(&["extra", "analytics", "property"]));
    }

    /// Returns the folder that contains the theme's files, unless it also contains the pages.
    fn theme_folder(&self) -> Option<String> {
        let folder =
            SourcePath::new(self.in_config(&self.text(&["theme", "custom_dir"])?)).as_str().to_owned();
        let has_pages = format!("{}/", self.docs).starts_with(&format!("{folder}/"));
        (!folder.is_empty() && !has_pages).then_some(folder)
    }

    /// Whether a file is part of the site. The path is relative to the folder that contains the pages, or to the theme's
    /// folder.
    pub(super) fn has_file(&self, path: &str) -> bool {
        let is_in = |folder: &str| {
            self.origin.files().binary_search(&SourcePath::new(format!("{folder}/{path}"))).is_ok()
        };
        let theme = || self.theme_folder().filter(|_| !OF_TEMPLATES.has(path));
        is_in(&self.docs) || theme().is_some_and(|folder| is_in(&folder))
    }

    /// Copies the files of the theme's folder that aren't templates. Returns the number of files.
    pub(super) fn theme_files(&self, files: &mut BTreeMap<SourcePath, Content>) -> usize {
        let Some(folder) = self.theme_folder() else { return 0 };
        let mut own = BTreeMap::new();
        let is_left_out = |below: &str| OF_TEMPLATES.has(below);
        site::copy_others(self.origin, &folder, &mut own, is_left_out);
        let before = files.len();
        for (path, content) in own {
            files.entry(path).or_insert(content);
        }
        files.len() - before
    }

    /// Links to the sites in other languages. The links are relative to the host.
    fn alternates(&self, settings: &mut Settings) {
        let site = self.text(&["site_url"]).and_then(|url| url::Url::parse(&url).ok());
        let item = |node: &Node| {
            let (label, link) = (node.at(&["name"])?.text()?, node.at(&["link"])?.text()?);
            let url = site.as_ref().and_then(|site| site.join(&link).ok());
            Some(json!({ "label": label, "href": url.map_or(link, String::from) }))
        };
        let listed = self.config.at(&["extra", "alternate"]).map_or(&[][..], Node::items);
        let items: Vec<Json> = listed.iter().filter_map(item).collect();
        if items.len() > 1 {
            settings.push(
                "navbar_items",
                json!({ "type": "dropdown", "label": "Languages", "items": items, "position": "right" }),
            );
        }
    }

    /// Adds links to the site's own style sheets and scripts.
    pub(super) fn styles(&self, settings: &mut Settings, files: &mut BTreeMap<SourcePath, Content>) {
        let url = |path: &String| {
            if path.contains("://") { path.clone() } else { format!("/{}", path.trim_start_matches('/')) }
        };
        let exists = |path: &String| {
            path.contains("://") || files.contains_key(&SourcePath::new(format!("static/{path}")))
        };
        let list = |name: &str| -> Vec<String> {
            self.list(name).into_iter().filter(|path| exists(path) && !is_math_script(path)).collect()
        };
        for path in list("extra_css") {
            settings.push("head", site::style_sheet(&url(&path)));
        }
        for path in list("extra_javascript") {
            settings.push("head", site::script(&url(&path)));
        }
    }
}
