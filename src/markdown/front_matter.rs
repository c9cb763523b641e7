//! Front matter: the settings at the top of a Markdown file.
/// The settings of one page.
#[derive(Clone, Debug, Default)]
pub struct FrontMatter {
    pub id: Option<String>, pub title: Option<String>, pub slug: Option<String>, pub description: Option<String>,
    pub keywords: Vec<String>, pub image: Option<String>, pub sidebar_label: Option<String>, pub sidebar_position: Option<f64>,
    pub sidebar_class_name: Option<String>, pub hide_title: bool, pub hide_table_of_contents: bool,
    pub toc_min_heading_level: Option<u8>, pub toc_max_heading_level: Option<u8>, pub pagination_label: Option<String>,
    pub pagination_next: Option<Option<String>>, pub pagination_prev: Option<Option<String>>, pub displayed_sidebar: Option<Option<String>>,
    pub custom_edit_url: Option<Option<String>>, pub tags: Vec<String>, pub draft: bool, pub unlisted: bool,
    pub last_update: Option<LastUpdate>, pub layout: Option<String>, pub hero: Option<Hero>,
}
#[derive(Clone, Debug, Default)]
pub struct LastUpdate { pub date: Option<String>, pub author: Option<String> }
#[derive(Clone, Debug, Default)]
pub struct Hero { pub title: Option<String>, pub tagline: Option<String>, pub actions: Vec<HeroAction> }
#[derive(Clone, Debug, Default)]
pub struct HeroAction { pub label: String, pub href: String, pub variant: Option<String> }
