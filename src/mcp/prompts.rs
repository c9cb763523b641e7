//! The prompts: requests that people can start in an MCP client, often as a slash command.
//!
//! [`PROMPTS`] lists the prompts. Each prompt becomes one message, which tells the agent which tools to use and what a
//! good answer contains.

use super::Docs;
use super::tools::{self, Arguments};

/// A prompt.
pub(super) struct Prompt {
    /// The name.
    pub name: &'static str,
    /// A short, human-readable name.
    pub title: &'static str,
    /// What the agent does.
    pub description: &'static str,
    /// The arguments, which are strings.
    pub arguments: &'static [Argument],
    /// The tool that the prompt needs.
    tool: &'static str,
    /// Writes the message. If an argument doesn't match anything on the site, returns the reason.
    message: fn(&Docs, Values<'_>) -> Result<String, String>,
}

/// Returns the value of an argument.
type Values<'a> = &'a dyn Fn(&str) -> Option<String>;

/// An argument of a prompt.
pub(super) struct Argument {
    /// The name.
    pub name: &'static str,
    /// What to specify.
    pub description: &'static str,
    /// Whether the argument is required.
    pub required: bool,
}

/// All prompts.
static PROMPTS: [Prompt; 3] = [ANSWER, REQUEST, CHANGES];

const ANSWER: Prompt = Prompt {
    name: "answer",
    title: "Answer a question from the documentation",
    description: "Answers a question with facts from the documentation and cites the pages.",
    arguments: &[Argument { name: "question", description: "The question.", required: true }],
    tool: "read",
    message: |_, argument| {
        let question = argument("question").unwrap_or_default();
        Ok(format!(
            "Answer this question from the documentation:\n\n{question}\n\nCall `search` with a few keywords, or `outline` \
             if there's no `search`, and read the relevant sections with `read` before you answer. Use only facts that you \
             read there. After each fact, cite the URL of its section. If the documentation doesn't answer the question, \
             say so, and name the closest pages."
        ))
    },
};

const REQUEST: Prompt = Prompt {
    name: "request",
    title: "Write a request for an API operation",
    description: "Writes code that calls an operation of the documented API.",
    arguments: &[
        Argument {
            name: "operation",
            description: "The operation: its ID, its URL, or its method and path, such as `POST /users`.",
            required: true,
        },
        Argument {
            name: "language",
            description: "The programming language or tool. The default is curl.",
            required: false,
        },
    ],
    tool: "operations",
    message: |docs, argument| {
        let language = argument("language").unwrap_or_else(|| "curl".to_owned());
        let mut arguments = Arguments::new();
        arguments.insert("operation".to_owned(), argument("operation").unwrap_or_default().into());
        let operation = tools::call(docs, "operations", &arguments).unwrap_or_else(|| Ok(String::new()))?;
        Ok(format!(
            "Write a request with {language} for the operation below. Include authentication and all required parameters, \
             with placeholders for values that I have to choose. Handle the documented error responses. Don't use \
             parameters or fields that aren't in the description. Cite the operation's URL in a comment.\n\n{operation}"
        ))
    },
};

const CHANGES: Prompt = Prompt {
    name: "changes",
    title: "Summarize the changes between versions",
    description: "Summarizes what changed in the documentation between two versions.",
    arguments: &[
        Argument { name: "from", description: "The older version, such as `1.0`.", required: true },
        Argument {
            name: "to",
            description: "The newer version. The default is the latest version.",
            required: false,
        },
        Argument {
            name: "topic",
            description: "A topic, to summarize only changes to that topic.",
            required: false,
        },
    ],
    tool: "diff",
    message: |docs, argument| {
        let versions = docs.versions().ok_or("The documentation has only one version.")?;
        let to = argument("to").unwrap_or_else(|| versions.own.clone());
        let from = argument("from").unwrap_or_default();
        let (from, to) = (versions.find(&from)?, versions.find(&to)?);
        let topic = argument("topic").map(|topic| format!(" about {topic}")).unwrap_or_default();
        Ok(format!(
            "What changed{topic} between version {from} and version {to}? Call `diff` with `from` {from} and `to` {to} to \
             list the changed pages, and then with `page` for each page that matters. List breaking changes first, then new \
             features, then changed behavior. Leave out changes that affect only the wording. For each change, say \
             what a user has to do, and cite the page's URL."
        ))
    },
};

/// Returns the prompts that are useful for a site.
pub(super) fn of(docs: &Docs) -> Vec<&'static Prompt> {
    let tools = tools::of(docs);
    PROMPTS.iter().filter(|prompt| tools.iter().any(|tool| tool.name == prompt.tool)).collect()
}

/// Writes the message of a prompt. Returns `None` if there's no such prompt.
pub(super) fn message(
    docs: &Docs,
    name: &str,
    arguments: &Arguments,
) -> Option<Result<(&'static str, String), String>> {
    let prompt = of(docs).into_iter().find(|prompt| prompt.name == name)?;
    let known = prompt.arguments.iter().map(|argument| (argument.name, argument.required, "string"));
    let checked = tools::check(prompt.name, &known.collect::<Vec<_>>(), arguments);
    let argument = |name: &str| tools::text(arguments, name).map(str::to_owned);
    Some(
        checked.and_then(|()| (prompt.message)(docs, &argument)).map(|message| (prompt.description, message)),
    )
}
