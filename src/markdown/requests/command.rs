//! Finds shell commands that send requests: curl, HTTPie (also xh), and Wget.

use super::super::document::{Content, Sent};
use super::content::{self, form};
use super::shell::{Command, Shell, Word, commands};
use super::{METHODS, Request};
use crate::diag::Span;

/// The curl options that take a value.
const CURL: &str = "-A -b -c -C -d -D -e -E -F -H -K -m -o -P -Q -r -t -T -u -U -w -x -X -y -Y -z --abstract-unix-socket \
     --aws-sigv4 --cacert --cert --cert-type --ciphers --config --connect-timeout --connect-to --cookie --cookie-jar \
     --data --data-ascii --data-binary --data-raw --data-urlencode --dump-header --form --form-string --header \
     --interface --json --key --key-type --limit-rate --max-redirs --max-time --noproxy --oauth2-bearer --output \
     --output-dir --pass --proxy --proxy-user --range --referer --request --request-target --resolve --retry \
     --retry-delay --retry-max-time --tls-max --trace --trace-ascii --unix-socket --upload-file --url --url-query --user \
     --user-agent --write-out";
/// The HTTPie options that take a value.
const HTTPIE: &str = "-a -A -o -p -P -s --auth --auth-type --boundary --cert --cert-key --ciphers --default-scheme \
     --format-options --history-print --max-headers --max-redirects --output --path-as-is --pretty --print --proxy --raw \
     --response-charset --response-mime --session --session-read-only --ssl --style --timeout --verify";
/// The Wget options that take a value.
const WGET: &str = "-O -o -a -P -t -T -U --body-data --body-file --header --http-password --http-user --method \
     --output-document --output-file --password --post-data --post-file --timeout --tries --user --user-agent";

/// Returns the requests that the commands in a shell script send.
pub(super) fn requests(script: &str, shell: Shell) -> Vec<Request> {
    // Most scripts send no requests.
    if !["curl", "http", "wget", "xh"].iter().any(|name| script.contains(name)) {
        return Vec::new();
    }
    let commands = commands(script, shell);
    let previous = [None].into_iter().chain(commands.iter().map(Some));
    let pairs = commands.iter().zip(previous);
    pairs.flat_map(|(command, previous)| sent(&Script { command, previous })).collect()
}

/// The words that can precede a command: prompts, reserved words of shells, and commands that run other commands.
const PREFIXES: [&str; 19] = [
    "$", "%", "❯", "!", "{", "do", "then", "else", "elif", "if", "while", "until", "time", "sudo", "exec",
    "command", "env", "nohup", "eval",
];

/// Commands that run another command after their own options and arguments.
const RUNNERS: [&str; 5] = ["xargs", "parallel", "timeout", "watch", "retry"];

const CLIENTS: [&str; 6] = ["curl", "http", "https", "xh", "xhs", "wget"];

/// A command and the command before it.
struct Script<'s> {
    command: &'s Command,
    previous: Option<&'s Command>,
}

impl Script<'_> {
    /// Returns the location of a part of a word.
    fn span(&self, part: &str) -> Span {
        let previous = || self.previous?.range(part);
        self.command.range(part).or_else(previous).map_or(Span::default(), Span::from)
    }

    /// Replaces the locations in a part of a word with the locations in the script.
    fn placed(&self, part: &str, mut content: Content) -> Content {
        content.relocate(&|span| self.span(part.get(span.range()).unwrap_or_default()));
        content
    }

    /// Returns the content of a body. `@-` and `@/dev/stdin` refer to the input of the command.
    fn body(&self, value: &str) -> Content {
        if matches!(value, "@-" | "@/dev/stdin") {
            self.input()
        } else {
            self.placed(value, content::body(value))
        }
    }

    /// Returns the content of the input, if the script shows it.
    fn input(&self) -> Content {
        let piped = || {
            let previous = self.previous.filter(|_| self.command.is_piped)?;
            let words: Vec<&str> = previous.words.iter().map(|word| word.text.as_str()).collect();
            match words.as_slice() {
                ["cat"] => previous.input.as_ref(),
                ["echo" | "printf", _] => previous.words.get(1),
                _ => None,
            }
        };
        let input = self.command.input.as_ref().or_else(piped);
        input.map_or(Content::Unknown, |input| self.placed(&input.text, content::body(&input.text)))
    }

    /// Returns a named value, whose name is a part of a word.
    fn sent(&self, name: &str, value: Content) -> Sent {
        Sent { name: name.to_owned(), value, span: self.span(name) }
    }
}

/// Returns the requests that a command sends.
fn sent(script: &Script<'_>) -> Vec<Request> {
    let Some((name, arguments)) = client(&script.command.words) else { return Vec::new() };
    match name {
        // The options before `--next` belong to the URLs before it.
        "curl" => arguments
            .split(|word| matches!(&*word.text, "--next" | "-:"))
            .flat_map(|words| curl(script, words))
            .collect(),
        "http" | "https" | "xh" | "xhs" => httpie(script, arguments).into_iter().collect(),
        "wget" => wget(script, arguments),
        _ => Vec::new(),
    }
}

/// Returns the name of the program that a command runs, and the program's arguments.
fn client(words: &[Word]) -> Option<(&str, &[Word])> {
    let is_prefix = |word: &&Word| PREFIXES.contains(&word.text.as_str()) || is_assignment(&word.text);
    let mut start = words.iter().take_while(is_prefix).count();
    if RUNNERS.contains(&words.get(start)?.text.as_str()) {
        start = words.iter().position(|word| CLIENTS.contains(&program(&word.text)))?;
    }
    let (name, arguments) = words.get(start..)?.split_first()?;
    Some((program(&name.text), arguments))
}

/// Returns the name of a program without its folder and extension.
fn program(word: &str) -> &str {
    let name = word.rsplit('/').next().unwrap_or_default();
    name.strip_suffix(".exe").unwrap_or(name)
}

/// Whether a word is only a variable, such as `$OPTIONS` or `${OPTIONS[@]}`. It can contain any number of options.
fn is_variable(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(|name| {
        let name = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(name);
        let name = name.strip_suffix("[@]").or(name.strip_suffix("[*]")).unwrap_or(name);
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// Whether a word is a parameter of `Invoke-WebRequest`, which is named `curl` in some shells.
fn is_of_other_curl(word: &Word) -> bool {
    ["-uri", "-method", "-body", "-headers"].iter().any(|one| word.text.eq_ignore_ascii_case(one))
}

/// Whether a word sets a variable: `TOKEN=abc`.
fn is_assignment(word: &str) -> bool {
    let (name, _) = word.split_once('=').unwrap_or_default();
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// An option with its value, or an argument.
enum Part<'w> {
    Option(&'w str, &'w str),
    Argument(&'w str),
}

/// Splits words into options and arguments. `valued` lists the options that take values.
fn parts<'w>(words: &'w [Word], valued: &str) -> Vec<Part<'w>> {
    let takes_value = |name: &str| valued.split_whitespace().any(|one| one == name);
    let mut parts = Vec::new();
    let mut words = words.iter().map(|word| word.text.as_str());
    while let Some(word) = words.next() {
        if let Some((name, value)) = word.split_once('=').filter(|_| word.starts_with("--")) {
            parts.push(Part::Option(name, value));
        } else if word.starts_with("--") {
            let value = if takes_value(word) { words.next().unwrap_or_default() } else { "" };
            parts.push(Part::Option(word, value));
        } else if word.starts_with('-') && word.len() > 1 && word.is_ascii() {
            // Several short options can be joined, and the last one can be followed by its value.
            for at in 1..word.len() {
                let name = SHORT.iter().find(|name| name.as_bytes()[1] == word.as_bytes()[at]);
                let Some(name) = name else { break };
                if takes_value(name) {
                    let value = &word[at + 1..];
                    let value = if value.is_empty() { words.next().unwrap_or_default() } else { value };
                    parts.push(Part::Option(name, value));
                    break;
                }
                parts.push(Part::Option(name, ""));
            }
        } else {
            parts.push(Part::Argument(word));
        }
    }
    parts
}

/// All short options.
const SHORT: [&str; 52] = [
    "-a", "-b", "-c", "-d", "-e", "-f", "-g", "-h", "-i", "-j", "-k", "-l", "-m", "-n", "-o", "-p", "-q",
    "-r", "-s", "-t", "-u", "-v", "-w", "-x", "-y", "-z", "-A", "-B", "-C", "-D", "-E", "-F", "-G", "-H",
    "-I", "-J", "-K", "-L", "-M", "-N", "-O", "-P", "-Q", "-R", "-S", "-T", "-U", "-V", "-W", "-X", "-Y",
    "-Z",
];

fn curl(script: &Script<'_>, words: &[Word]) -> Vec<Request> {
    if words.iter().any(is_of_other_curl) {
        return Vec::new();
    }
    let (mut urls, mut method, mut implied) = (Vec::new(), None, "GET");
    let (mut query, mut bodies, mut is_query) = (Vec::new(), Vec::new(), false);
    for part in parts(words, CURL) {
        match part {
            Part::Argument(url) | Part::Option("--url", url) => urls.push(url),
            Part::Option("-X" | "--request", value) => method = Some(value.to_ascii_uppercase()),
            Part::Option("-I" | "--head", _) => implied = "HEAD",
            Part::Option("-T" | "--upload-file", _) => implied = "PUT",
            Part::Option("-G" | "--get", _) => is_query = true,
            Part::Option("--url-query", value) => {
                if let Content::Object(fields) = script.placed(value, Content::Object(form(value))) {
                    query.extend(fields);
                }
            }
            Part::Option(name @ ("-F" | "--form" | "--form-string" | "--data-urlencode"), value) => {
                implied = "POST";
                let field = value.split_once('=').map(|(field, value)| {
                    // The content of a file, or a part with a media type.
                    let is_file = name != "--data-urlencode" && value.starts_with(['@', '<', '{', '[']);
                    let content = if is_file { Content::Unknown } else { Content::Text(value.to_owned()) };
                    script.sent(field, content)
                });
                bodies.push(Content::Object(field.into_iter().collect()));
            }
            Part::Option(
                "-d" | "--data" | "--data-raw" | "--data-binary" | "--data-ascii" | "--json",
                value,
            ) => {
                implied = "POST";
                bodies.push(script.body(value));
            }
            Part::Option(..) => {}
        }
    }
    let mut body = joined(bodies);
    if is_query {
        implied = "GET";
        if let Content::Object(fields) = std::mem::take(&mut body) {
            query.extend(fields);
        }
    }
    let method = method.unwrap_or_else(|| implied.to_owned());
    let request = |url: &str| Request {
        method: method.clone(),
        url: url.to_owned(),
        query: query.clone(),
        body: body.clone(),
        span: script.span(url),
        ..Request::default()
    };
    named(urls).into_iter().map(request).collect()
}

/// Returns the URLs among arguments. A variable next to a URL contains options.
fn named(mut urls: Vec<&str>) -> Vec<&str> {
    match urls.iter().any(|url| !is_variable(url)) {
        true => urls.retain(|url| !is_variable(url)),
        false => urls.truncate(1),
    }
    urls
}

/// Joins the parts of a body. Several objects become one object.
fn joined(bodies: Vec<Content>) -> Content {
    let mut fields = Vec::new();
    let mut is_object = false;
    for body in bodies {
        match body {
            Content::Object(own) => {
                is_object = true;
                fields.extend(own);
            }
            Content::Array(_) if !is_object => return body,
            _ => {}
        }
    }
    if is_object { Content::Object(fields) } else { Content::Unknown }
}

fn httpie(script: &Script<'_>, words: &[Word]) -> Option<Request> {
    let parts = parts(words, HTTPIE);
    let is_form = parts.iter().any(|part| matches!(part, Part::Option("-f" | "--form" | "--multipart", _)));
    let raw = parts.iter().find_map(|part| match part {
        Part::Option("--raw", value) => Some(*value),
        _ => None,
    });
    let mut arguments = parts.into_iter().filter_map(|part| match part {
        Part::Argument(argument) => Some(argument),
        Part::Option(..) => None,
    });
    let first = arguments.next()?;
    let upper = first.to_ascii_uppercase();
    let (method, url) =
        if METHODS.contains(&upper.as_str()) { (Some(upper), arguments.next()?) } else { (None, first) };
    let (mut query, mut fields) = (Vec::new(), Vec::new());
    for item in arguments {
        let end = item.find([':', '=', '@']).unwrap_or(item.len());
        let (name, value) = item.split_at(end);
        if let Some(text) = value.strip_prefix("==") {
            query.push(script.sent(name, Content::Text(text.to_owned())));
        } else if value.starts_with(":=@") || value.starts_with("=@") || value.starts_with('@') {
            fields.push(script.sent(name, Content::Unknown));
        } else if let Some(json) = value.strip_prefix(":=") {
            fields.push(script.sent(name, script.placed(json, content::json(json))));
        } else if let Some(text) = value.strip_prefix('=') {
            let text = text.to_owned();
            fields.push(script.sent(name, if is_form { Content::Text(text) } else { Content::String(text) }));
        }
    }
    let implied = if fields.is_empty() && raw.is_none() { "GET" } else { "POST" };
    let span = script.span(url);
    // HTTPie expands `:8000/pets` to a URL on `localhost`.
    let url = if url.starts_with(':') { format!("http://localhost{url}") } else { url.to_owned() };
    let body = match raw {
        Some(raw) => script.body(raw),
        None if fields.is_empty() => script.input(),
        None => Content::Object(fields),
    };
    let method = method.unwrap_or_else(|| implied.to_owned());
    Some(Request { method, url, query, body, span, ..Request::default() })
}

fn wget(script: &Script<'_>, words: &[Word]) -> Vec<Request> {
    let (mut urls, mut method, mut implied, mut body) = (Vec::new(), None, "GET", Content::Unknown);
    for part in parts(words, WGET) {
        match part {
            Part::Argument(url) => urls.push(url),
            Part::Option("--method", value) => method = Some(value.to_ascii_uppercase()),
            Part::Option("--post-data", value) => {
                implied = "POST";
                body = script.body(value);
            }
            Part::Option("--body-data", value) => body = script.body(value),
            Part::Option(..) => {}
        }
    }
    let method = method.unwrap_or_else(|| implied.to_owned());
    let request = |url: &str| Request {
        method: method.clone(),
        url: url.to_owned(),
        body: body.clone(),
        span: script.span(url),
        ..Request::default()
    };
    named(urls).into_iter().map(request).collect()
}
