//! The protocol: sends tool answers, pages (as resources), and prompts to clients over standard input and output or
//! over HTTP.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, Implementation, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, PromptArgument, PromptMessage,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate, Role, ServerCapabilities, ServerConfig, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer, ServiceExt as _};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, ServerHandler};
use tokio::sync::Semaphore;

use super::{Docs, prompts, tools};
use crate::serve::Endpoint;

/// The maximum length of a message from a client, in bytes.
const LONGEST: usize = 1 << 20;
/// The maximum number of calls that are answered at the same time. Other calls wait. Each search can use up to 512 MiB.
const CALLS: usize = 2;
/// The time limit for a call, including the time that it waits for other calls.
const PATIENCE: Duration = Duration::from_secs(30);
/// The maximum number of resources on a page of the resource list.
const RESOURCES: usize = 200;
/// The scheme and empty host of resource URIs.
const SCHEME: &str = "docgen:///";
/// The type of a resource.
const MARKDOWN: &str = "text/markdown";

/// Answers a client over standard input and output until the client closes the connection or `end` completes.
pub(crate) fn serve(docs: Docs, end: impl Future<Output = ()>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    // This call is outside the runtime because it reads files and can block.
    let server = Server::new(docs);
    let result = runtime.block_on(async {
        let transport =
            AsyncRwTransport::new(tokio::io::stdin(), tokio::io::stdout()).with_max_line_length(LONGEST);
        let run = async {
            // If the client disconnects before it initializes the connection, there's nothing to do.
            let Ok(running) = server.serve(transport).await else { return Ok(()) };
            running.waiting().await.map(drop).map_err(io::Error::other)
        };
        tokio::select! {
            result = run => result,
            () = end => Ok(()),
        }
    });
    // A read from standard input can't be canceled.
    runtime.shutdown_background();
    result
}

/// Answers clients over HTTP until `end` completes. Each request is independent, so there are no sessions.
pub(crate) fn serve_http(docs: Docs, endpoint: Endpoint, end: impl Future<Output = ()>) -> io::Result<()> {
    let server = Server::new(docs);
    // `Endpoint` checks the host and the origin.
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(LONGEST);
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let respond = move |request| {
        let service = service.clone();
        async move { service.handle(request).await }
    };
    endpoint.run(respond, end)
}

/// The server for a client. Clones share the limit on calls.
#[derive(Clone)]
struct Server {
    docs: Docs,
    calls: Arc<Semaphore>,
    /// The server's description of itself.
    config: ServerConfig,
}

impl Server {
    fn new(docs: Docs) -> Self {
        let config = config(&docs);
        Server { docs, calls: Arc::new(Semaphore::new(CALLS)), config }
    }

    /// Runs work that reads files or runs scripts. If the work panics or takes too long, returns an error, and the
    /// server keeps running.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Docs) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let failed = |message: &'static str| ErrorData::internal_error(message, None);
        let run = async {
            let permit = Arc::clone(&self.calls).acquire_owned().await;
            let permit = permit.map_err(|_| failed("the server is stopping"))?;
            let docs = self.docs.clone();
            let run = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                work(&docs)
            });
            run.await.map_err(|_| failed("docgen failed on this request; this is a bug"))
        };
        let late = |_| {
            let message = format!("no answer within {} seconds; try again later", PATIENCE.as_secs());
            ErrorData::internal_error(message, None)
        };
        tokio::time::timeout(PATIENCE, run).await.map_err(late)?
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        self.config.clone()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.work(tools::of).await?;
        Ok(ListToolsResult::with_all_items(tools.into_iter().map(described).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let CallToolRequestParams { name, arguments, .. } = request;
        let called = name.clone();
        let answer =
            self.work(move |docs| tools::call(docs, &called, &arguments.unwrap_or_default())).await?;
        let result = match answer {
            Some(Ok(text)) => CallToolResult::success(vec![ContentBlock::text(text)]),
            Some(Err(message)) => CallToolResult::error(vec![ContentBlock::text(message)]),
            None => return Err(unknown("tool", &name)),
        };
        Ok(result.into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompts = self.work(prompts::of).await?;
        Ok(ListPromptsResult::with_all_items(prompts.into_iter().map(offered).collect()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let GetPromptRequestParams { name, arguments, .. } = request;
        let asked = name.clone();
        let answer =
            self.work(move |docs| prompts::message(docs, &asked, &arguments.unwrap_or_default())).await?;
        let (description, message) = answer
            .ok_or_else(|| unknown("prompt", &name))?
            .map_err(|message| ErrorData::invalid_params(message, None))?;
        let messages = vec![PromptMessage::new_text(Role::User, message)];
        Ok(GetPromptResult::new(messages).with_description(description).into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let start = match request.and_then(|request| request.cursor) {
            None => 0,
            Some(cursor) => cursor.parse().map_err(|_| ErrorData::invalid_params("unknown cursor", None))?,
        };
        let overview =
            self.work(Docs::overview).await?.map_err(|error| ErrorData::internal_error(error, None))?;
        let pages = overview.listing.pages;
        let next = Some(start + RESOURCES).filter(|next| *next < pages.len());
        let pages = pages.into_iter().skip(start).take(RESOURCES).map(|page| {
            let uri = format!("{SCHEME}{}.md", crate::path::encode_path(&page.path));
            let resource = Resource::new(uri, page.path).with_title(page.title).with_mime_type(MARKDOWN);
            match page.description.is_empty() {
                true => resource,
                false => resource.with_description(page.description),
            }
        });
        let mut result = ListResourcesResult::with_all_items(pages.collect());
        result.next_cursor = next.map(|next| next.to_string());
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new(format!("{SCHEME}{{+path}}.md"), "page")
            .with_title("A page of the documentation as Markdown")
            .with_description("`path` is the page's URL path, such as `docs/intro`.")
            .with_mime_type(MARKDOWN);
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let asked = uri.clone();
        let page = self.work(move |docs| docs.find(&asked)).await?;
        let page = page.map_err(|message| ErrorData::resource_not_found(message, None))?;
        let contents = ResourceContents::text(page.text, uri).with_mime_type(MARKDOWN);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

/// Describes a prompt in the protocol's terms.
fn offered(prompt: &prompts::Prompt) -> rmcp::model::Prompt {
    let argument = |argument: &prompts::Argument| {
        PromptArgument::new(argument.name)
            .with_description(argument.description)
            .with_required(argument.required)
    };
    let arguments = prompt.arguments.iter().map(argument).collect();
    rmcp::model::Prompt::new(prompt.name, Some(prompt.description), Some(arguments)).with_title(prompt.title)
}

/// Returns the message for an unknown tool or prompt.
fn unknown(kind: &str, name: &str) -> ErrorData {
    let name: Cow<'_, str> = name.chars().take(100).collect();
    ErrorData::invalid_params(format!("unknown {kind} `{name}`"), None)
}

/// Describes a tool in the protocol's terms.
fn described(tool: &tools::Tool) -> rmcp::model::Tool {
    let annotations =
        ToolAnnotations::with_title(tool.title).read_only(true).idempotent(true).open_world(false);
    rmcp::model::Tool::new(tool.name, tool.description, Arc::new(tool.schema()))
        .with_title(tool.title)
        .with_annotations(annotations)
}

/// Describes the server and the site to a client.
fn config(docs: &Docs) -> ServerConfig {
    let capabilities =
        ServerCapabilities::builder().enable_prompts().enable_resources().enable_tools().build();
    let tools = tools::of(docs);
    let has = |name: &str| tools.iter().any(|tool| tool.name == name);
    let docs = docs.overview().map(|overview| overview.listing).unwrap_or_default();
    let tagline = if docs.tagline.is_empty() { String::new() } else { format!(" {}", docs.tagline) };
    let mut instructions =
        format!("The documentation `{}` ({} pages).{tagline}\n", docs.title, docs.pages.len());
    instructions.push_str(match has("search") {
        true => {
            "To answer a question, call `search` with a few keywords, and then call `read` with the URL of the best result. \
             To see what the documentation covers, call `outline`."
        }
        false => "To answer a question, call `outline` to list the pages, and then call `read` with the path of a page.",
    });
    if has("operations") {
        instructions.push_str(" For questions about API endpoints, call `operations`.");
    }
    if has("diff") {
        instructions.push_str(" For questions about changes between versions, call `diff`.");
    }
    instructions.push_str(" Cite the URLs of the pages that you use.");
    let own = Implementation::new("docgen", env!("CARGO_PKG_VERSION")).with_title(docs.title);
    ServerConfig::new(capabilities).with_server_info(own).with_instructions(instructions)
}
