//! The files that agents look for: `llms.txt`, `skill.md`, and the entries in `.well-known`.
//!
//! Apart from `llms.txt`, the files contain absolute URLs, so only sites with a known host have them. Entries in
//! `.well-known` are valid only at the root of a host (RFC 8615), so sites with a base URL don't have them.

use serde_json::{Value, json};

use super::{Renderer, download::Content, llms::in_line};
use crate::config::DownloadFormat;
use crate::path::{OutPath, RoutePath, SourcePath};
use crate::site::{Page, SiteApi};

/// The maximum number of pages in `skill.md`.
const MOST_PAGES: usize = 30;
/// The API catalog (RFC 9727).
pub(super) const CATALOG: &str = ".well-known/api-catalog";
/// The index of agent skills.
const SKILLS: &str = ".well-known/agent-skills/index.json";
/// The catalog with the MCP server: the current path and the earlier one.
const RESOURCES: [&str; 2] = [".well-known/ard.json", ".well-known/ai-catalog.json"];
/// The card of the MCP server.
const CARD: &str = ".well-known/mcp/server-card.json";
/// The media type of the API catalog (RFC 9264).
pub(super) const LINKSET: &str =
    "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\"";
/// The version of the Agent Skills Discovery draft.
const SKILLS_SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const CARD_SCHEMA: &str = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
/// The maximum lengths of the descriptions of a skill and of an MCP server, in characters.
const SKILL_DESCRIPTION: usize = 1_024;
const CARD_DESCRIPTION: usize = 100;
/// The maximum number of sample questions for the MCP server.
const QUERIES: usize = 5;

/// A file for agents.
pub(super) struct AgentFile {
    /// The path.
    pub path: OutPath,
    /// The content.
    content: AgentContent,
}

/// The content of a file for agents. It's written when it's needed, because the files are listed after each edit.
pub(super) enum AgentContent {
    /// This text.
    Text(String),
    /// The list of all pages.
    AllPages,
    /// `skill.md`
    Skill,
    /// The index of skills.
    Skills,
    /// The API catalog.
    Apis,
    /// The catalog of resources for agents, with the MCP server.
    Resources,
    /// The card of the MCP server at this URL.
    Card(String),
}

impl AgentFile {
    pub(super) fn new(path: &str, content: AgentContent) -> Self {
        AgentFile { path: OutPath::new(path), content }
    }
}

/// Returns a value as the text of a file.
fn file(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("the file can be written as JSON") + "\n"
}

impl Renderer<'_> {
    /// Returns the files for agents. The development server doesn't divide the list of pages.
    pub(super) fn agent_files(&self) -> &[AgentFile] {
        self.agent_files.get_or_init(|| {
            let mut files = match self.is_live {
                true => vec![AgentFile::new("llms.txt", AgentContent::AllPages)],
                false => self.llms_lists(),
            };
            if self.site.config.site.url.is_none() {
                return files;
            }
            let (is_root, has_skill) = (&*self.at.base_url == "/", self.has_skill());
            let server = self.site.config.reader.mcp_url.clone().filter(|_| is_root);
            let all = [
                ("skill.md", has_skill.then_some(AgentContent::Skill)),
                (SKILLS, (has_skill && is_root).then_some(AgentContent::Skills)),
                (
                    CATALOG,
                    (is_root && self.site.current_apis().next().is_some()).then_some(AgentContent::Apis),
                ),
                (RESOURCES[0], server.is_some().then_some(AgentContent::Resources)),
                (RESOURCES[1], server.is_some().then_some(AgentContent::Resources)),
                (CARD, server.map(AgentContent::Card)),
            ];
            let used = all.into_iter().filter_map(|(path, content)| Some(AgentFile::new(path, content?)));
            files.extend(used);
            files
        })
    }

    /// Returns the text of a file for agents.
    pub(super) fn agent_text(&self, file: &AgentFile) -> String {
        match &file.content {
            AgentContent::Text(text) => text.clone(),
            AgentContent::AllPages => self.llms(),
            AgentContent::Skill => self.skill(),
            AgentContent::Skills => self.skills_index(),
            AgentContent::Apis => self.api_catalog(),
            AgentContent::Resources => self.resources(),
            AgentContent::Card(url) => self.server_card(url),
        }
    }

    /// Whether the site has a skill made by docgen: it has neither its own file nor a page with this URL.
    fn has_skill(&self) -> bool {
        let own = SourcePath::in_static("skill.md");
        !self.site.static_files.contains(&own) && self.site.page(&RoutePath::new("skill")).is_none()
    }

    /// Returns the value of the `Link` header of the home page (RFC 8288): the list of pages and the API catalog.
    pub(super) fn home_links(&self) -> String {
        let link = |path: &str, rel: &str, media_type: &str| {
            let href = self.at.file_href(&OutPath::new(path));
            format!("<{href}>; rel=\"{rel}\"; type=\"{media_type}\"")
        };
        let catalog =
            self.has_api_catalog().then(|| link(CATALOG, "api-catalog", "application/linkset+json"));
        let all: Vec<String> =
            [link("llms.txt", "describedby", "text/plain")].into_iter().chain(catalog).collect();
        all.join(", ")
    }

    /// Whether the site has an API catalog.
    pub(super) fn has_api_catalog(&self) -> bool {
        self.agent_files().iter().any(|file| file.path.as_str() == CATALOG)
    }

    /// Returns `skill.md`, which tells agents how to read the documentation.
    fn skill(&self) -> String {
        let config = &self.site.config;
        let (title, tagline) = (in_line(&config.site.title), in_line(&config.site.tagline));
        let url = |path: &str| self.absolute(&self.at.file_href(&OutPath::new(path)));
        let mut out = format!(
            "---\nname: {}\ndescription: {}\n---\n\n# {title}\n\n",
            self.skill_name(),
            json!(self.skill_description())
        );
        if !tagline.is_empty() {
            out.push_str(&format!("{tagline}\n\n"));
        }
        out.push_str(&format!(
            "## How to read the documentation\n\n\
             - The list of all pages, each with its description, is {}.\n\
             - Every page has a Markdown version. Replace the slash at the end of the page's URL with `.md`. The front \
             matter of this file contains the estimated number of tokens.\n\
             - The text of all pages in one file is {}.\n",
            url("llms.txt"),
            url("llms-full.txt")
        ));
        if let Some(server) = &config.reader.mcp_url {
            out.push_str(&format!("- The documentation has an MCP server: {server}\n"));
        }
        for api in self.site.current_apis() {
            let document =
                self.downloads(api).into_iter().find(|(_, download)| download.format == DownloadFormat::Json);
            if let Some((path, _)) = document {
                out.push_str(&format!(
                    "- The OpenAPI document of {} is {}.\n",
                    in_line(&api.title),
                    url(path.as_str())
                ));
            }
        }
        let pages = self.first_pages();
        if !pages.is_empty() {
            out.push_str("\n## Where to start\n\n");
        }
        for page in pages {
            out.push_str(&self.list_item(page));
        }
        out
    }

    /// Returns the first page of each section, in reading order.
    fn first_pages(&self) -> Vec<&Page> {
        let mut sections = Vec::new();
        let mut pages = Vec::new();
        for (_, page) in self.reading_order() {
            let section = self.section(page);
            if page.post.is_none() && !sections.contains(&section) {
                sections.push(section);
                pages.push(page);
            }
            if pages.len() == MOST_PAGES {
                break;
            }
        }
        pages
    }

    /// Returns the name of the site's skill: at most 64 lowercase letters, digits, and single hyphens.
    fn skill_name(&self) -> String {
        let lower = self.site.config.site.title.to_lowercase();
        let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let mut name = words.collect::<Vec<_>>().join("-");
        name.truncate(64);
        let name = name.trim_end_matches('-');
        if name.is_empty() { "documentation".to_owned() } else { name.to_owned() }
    }

    fn skill_description(&self) -> String {
        let site = &self.site.config.site;
        let text = format!(
            "Finds and reads the documentation of {0}. Use this skill for tasks and questions that involve {0}. {1}",
            in_line(&site.title),
            in_line(&site.tagline)
        );
        text.trim_end().chars().take(SKILL_DESCRIPTION).collect()
    }

    /// Returns the index of the site's skills, according to the Agent Skills Discovery draft.
    fn skills_index(&self) -> String {
        let digest = ring::digest::digest(&ring::digest::SHA256, self.skill().as_bytes());
        let digest: String = digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        let entry = json!({
            "name": self.skill_name(),
            "type": "skill-md",
            "description": self.skill_description(),
            "url": self.at.file_href(&OutPath::new("skill.md")),
            "digest": format!("sha256:{digest}"),
        });
        file(&json!({ "$schema": SKILLS_SCHEMA, "skills": [entry] }))
    }

    /// Returns the API catalog (RFC 9727): for each API, the links to its documents and its reference.
    fn api_catalog(&self) -> String {
        let entries: Vec<Value> = self.site.current_apis().map(|api| self.api_links(api)).collect();
        file(&json!({ "linkset": entries }))
    }

    fn api_links(&self, api: &SiteApi) -> Value {
        let reference = api.intro_route(&self.site.locales[0]);
        let page = self.absolute(&self.at.href(&reference));
        let server = api.api.servers.first().map(|server| &*server.url);
        let server = server.filter(|url| url.starts_with("http") && !url.contains('{'));
        let documents = self.downloads(api).into_iter().filter_map(|(path, download)| {
            let Content::Document(media_type) = download.content else { return None };
            let href = self.absolute(&self.at.file_href(&path));
            Some(json!({ "href": href, "type": media_type }))
        });
        let markdown = self.absolute(&self.at.file_href(&self.at.markdown(&reference)));
        let mut links = json!({
            "anchor": server.unwrap_or(&page),
            "service-doc": [
                { "href": page, "type": "text/html" },
                { "href": markdown, "type": "text/markdown" },
            ],
        });
        let documents: Vec<Value> = documents.collect();
        if !documents.is_empty() {
            links["service-desc"] = documents.into();
        }
        links
    }

    /// Returns the site's host without the port.
    fn host(&self) -> &str {
        let url = self.site.config.site.url.as_deref().unwrap_or_default();
        let host = url.split_once("://").map_or("", |(_, host)| host);
        host.split([':', '/']).next().unwrap_or(host)
    }

    /// Returns the manifest of Agentic Resource Discovery, which is also an AI catalog. The MCP server is its only entry.
    fn resources(&self) -> String {
        let title = in_line(&self.site.config.site.title);
        let sections = self.first_pages().into_iter().filter_map(|page| self.section(page)).take(4);
        let queries = sections.map(|section| format!("{title}: {section}"));
        let queries: Vec<String> = [format!("What is {title}?"), format!("How do I use {title}?")]
            .into_iter()
            .chain(queries)
            .take(QUERIES)
            .collect();
        let entry = json!({
            "identifier": format!("urn:air:{}:mcp:{}", self.host(), self.skill_name()),
            "displayName": title,
            "type": "application/mcp-server-card+json",
            "url": self.absolute(&self.at.file_href(&OutPath::new(CARD))),
            "description": self.card_description(),
            "representativeQueries": queries,
        });
        file(&json!({ "specVersion": "1.0", "host": { "displayName": title }, "entries": [entry] }))
    }

    fn card_description(&self) -> String {
        let text = format!("The documentation of {}", in_line(&self.site.config.site.title));
        text.chars().take(CARD_DESCRIPTION).collect()
    }

    /// Returns the card of the site's MCP server.
    fn server_card(&self, server: &str) -> String {
        let reversed = self.host().rsplit('.').collect::<Vec<_>>().join(".");
        let title: String = self.site.config.site.title.chars().take(CARD_DESCRIPTION).collect();
        file(&json!({
            "$schema": CARD_SCHEMA,
            "name": format!("{reversed}/{}", self.skill_name()),
            "title": title,
            "description": self.card_description(),
            "version": env!("CARGO_PKG_VERSION"),
            "websiteUrl": self.absolute(&self.at.base_url),
            "remotes": [{ "type": "streamable-http", "url": server }],
        }))
    }
}
