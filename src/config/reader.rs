//! What readers can do on a page besides reading it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// An assistant that can open a page or use an MCP server.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Assistant {
    /// ChatGPT.
    Chatgpt,
    /// Claude.
    Claude,
    /// Cursor.
    Cursor,
    /// The chat in Visual Studio Code.
    Vscode,
}

/// The properties of an assistant.
struct Row {
    assistant: Assistant,
    name: &'static str,
    /// The URL that opens a chat. `{prompt}` is the first message.
    chat: &'static str,
    /// The URL that connects the assistant to an MCP server, if there is one. `{name}` is the server's name, `{url}` is
    /// a Base64-encoded JSON object with the server's URL, and `{server}` is a JSON object with the server's name,
    /// type, and URL.
    connect: Option<&'static str>,
}

/// The assistants. To add an assistant, add a variant and a row here.
const ASSISTANTS: [Row; 4] = [
    Row {
        assistant: Assistant::Chatgpt,
        name: "ChatGPT",
        chat: "https://chatgpt.com/?hints=search&q={prompt}",
        connect: None,
    },
    Row {
        assistant: Assistant::Claude,
        name: "Claude",
        chat: "https://claude.ai/new?q={prompt}",
        connect: None,
    },
    Row {
        assistant: Assistant::Cursor,
        name: "Cursor",
        chat: "https://cursor.com/link/prompt?text={prompt}",
        connect: Some("cursor://anysphere.cursor-deeplink/mcp/install?name={name}&config={url}"),
    },
    Row {
        assistant: Assistant::Vscode,
        name: "VS Code",
        chat: "vscode://GitHub.Copilot-Chat/chat?prompt={prompt}",
        connect: Some("vscode:mcp/install?{server}"),
    },
];

impl Assistant {
    fn row(self) -> &'static Row {
        ASSISTANTS.iter().find(|row| row.assistant == self).expect("each assistant has a row")
    }

    /// Returns the product's name.
    pub(crate) fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the URL that opens a chat with a first message.
    pub(crate) fn chat(self, prompt: &str) -> String {
        self.row().chat.replace("{prompt}", &encode(prompt))
    }

    /// Returns the URL that connects the assistant to an MCP server, or `None` if the assistant has no such URL.
    pub(crate) fn connect(self, name: &str, url: &str) -> Option<String> {
        let config = STANDARD.encode(json!({ "url": url }).to_string());
        let server = json!({ "name": name, "type": "http", "url": url }).to_string();
        let pattern = self.row().connect?.replace("{name}", &encode(name));
        Some(pattern.replace("{url}", &encode(&config)).replace("{server}", &encode(&server)))
    }
}

/// The characters to encode in a query. Pages contain many such URLs, so the URLs must be short.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/').remove(b':');

fn encode(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// What readers can do on a page besides reading it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReaderConfig {
    /// Shows a card with the target's first lines when the reader holds the pointer over a link to another page on the
    /// site.
    pub link_previews: bool,
    /// Keyboard shortcuts that consist of a single character, such as `]` for the next page. The search has its own
    /// shortcuts.
    pub shortcuts: bool,
    /// Remembers in the reader's browser which pages the reader has read, and how far. Readers can continue where they
    /// left off on a long page, and the home page lists the pages that they read recently.
    pub history: bool,
    /// The assistants that a page's menu can open the page in: `chatgpt`, `claude`, `cursor`, and `vscode`. This
    /// requires `site.url`.
    pub assistants: Vec<Assistant>,
    /// The URL of an MCP server for the documentation. If the URL is set, a page's menu can connect the server.
    #[schemars(extend("x-url" = "link"))]
    pub mcp_url: Option<String>,
}

impl Default for ReaderConfig {
    fn default() -> Self {
        ReaderConfig {
            link_previews: true,
            shortcuts: true,
            history: true,
            assistants: ASSISTANTS.iter().map(|row| row.assistant).collect(),
            mcp_url: None,
        }
    }
}

impl ReaderConfig {
    /// Returns the app's names for the features that the site turns off, except shortcuts.
    pub(crate) fn off(&self) -> Vec<&'static str> {
        let features = [("previews", self.link_previews), ("history", self.history)];
        features.into_iter().filter(|(_, on)| !on).map(|(name, _)| name).collect()
    }
}
