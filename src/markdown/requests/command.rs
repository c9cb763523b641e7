//! Finds shell commands that send requests: curl, HTTPie (also xh), and Wget.

use super::{METHODS, Request, field_names};

/// The options of curl that take a value.
const CURL: &str = "-A -b -c -C -d -D -e -E -F -H -K -m -o -P -Q -r -t -T -u -U -w -x -X -y -Y -z --abstract-unix-socket \
     --aws-sigv4 --cacert --cert --cert-type --ciphers --config --connect-timeout --connect-to --cookie --cookie-jar \
     --data --data-ascii --data-binary --data-raw --data-urlencode --dump-header --form --form-string --header \
     --interface --json --key --key-type --limit-rate --max-redirs --max-time --noproxy --oauth2-bearer --output \
     --output-dir --pass --proxy --proxy-user --range --referer --request --request-target --resolve --retry \
     --retry-delay --retry-max-time --tls-max --trace --trace-ascii --unix-socket --upload-file --url --url-query --user \
     --user-agent --write-out";
/// The options of HTTPie that take a value.
const HTTPIE: &str = "-a -A -o -p -P -s --auth --auth-type --boundary --cert --cert-key --ciphers --default-scheme \
     --format-options --history-print --max-headers --max-redirects --output --path-as-is --pretty --print --proxy --raw \
     --response-charset --response-mime --session --session-read-only --ssl --style --timeout --verify";
/// The options of Wget that take a value.
const WGET: &str = "-O -o -a -P -t -T -U --body-data --body-file --header --http-password --http-user --method \
     --output-document --output-file --password --post-data --post-file --timeout --tries --user --user-agent";

/// Returns the requests that the commands in a shell script send.
pub(super) fn requests(script: &str) -> Vec<Request> {
    // Most scripts send no requests.
    if !["curl", "http", "wget", "xh"].iter().any(|name| script.contains(name)) {
        return Vec::new();
    }
    let commands = commands(script);
    commands.iter().filter_map(|words| request(words)).collect()
}

fn request(words: &[String]) -> Option<Request> {
    let is_prefix = |word: &&String| {
        matches!(word.as_str(), "$" | "%" | "❯" | "sudo" | "time" | "exec") || is_assignment(word)
    };
    let start = words.iter().take_while(is_prefix).count();
    let (name, arguments) = words.get(start..)?.split_first()?;
    match name.as_str() {
        "curl" => curl(arguments),
        "http" | "https" | "xh" | "xhs" => httpie(arguments),
        "wget" => wget(arguments),
        _ => None,
    }
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
fn parts<'w>(words: &'w [String], valued: &str) -> Vec<Part<'w>> {
    let takes_value = |name: &str| valued.split_whitespace().any(|one| one == name);
    let mut parts = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if let Some((name, value)) = word.split_once('=').filter(|_| word.starts_with("--")) {
            parts.push(Part::Option(name, value));
        } else if word.starts_with("--") {
            let value = if takes_value(word) { words.next().map_or("", String::as_str) } else { "" };
            parts.push(Part::Option(word, value));
        } else if word.starts_with('-') && word.len() > 1 && word.is_ascii() {
            // Several short options can be joined, and the last one can be followed by its value.
            for at in 1..word.len() {
                let name = SHORT.iter().find(|name| name.as_bytes()[1] == word.as_bytes()[at]);
                let Some(name) = name else { break };
                if takes_value(name) {
                    let value = &word[at + 1..];
                    let value =
                        if value.is_empty() { words.next().map_or("", String::as_str) } else { value };
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

fn curl(words: &[String]) -> Option<Request> {
    let (mut url, mut method, mut implied) = (None, None, "GET");
    let (mut names, mut query, mut is_query) = (Vec::new(), Vec::new(), false);
    for part in parts(words, CURL) {
        match part {
            Part::Argument(argument) => url = url.or(Some(argument)),
            Part::Option("--url", value) => url = url.or(Some(value)),
            Part::Option("-X" | "--request", value) => method = Some(value.to_ascii_uppercase()),
            Part::Option("-I" | "--head", _) => implied = "HEAD",
            Part::Option("-T" | "--upload-file", _) => implied = "PUT",
            Part::Option("-G" | "--get", _) => is_query = true,
            Part::Option("--url-query", value) => query.extend(field_names(value)),
            Part::Option("-F" | "--form" | "--form-string" | "--data-urlencode", value) => {
                implied = "POST";
                names.extend(value.split_once('=').map(|(name, _)| name.to_owned()));
            }
            Part::Option(
                "-d" | "--data" | "--data-raw" | "--data-binary" | "--data-ascii" | "--json",
                value,
            ) => {
                implied = "POST";
                names.extend(field_names(value));
            }
            Part::Option(..) => {}
        }
    }
    let (fields, implied) =
        if is_query { (Vec::new(), "GET") } else { (std::mem::take(&mut names), implied) };
    query.append(&mut names);
    Some(Request {
        method: method.unwrap_or_else(|| implied.to_owned()),
        url: url?.to_owned(),
        query,
        fields,
        ..Request::default()
    })
}

fn httpie(words: &[String]) -> Option<Request> {
    let mut arguments = parts(words, HTTPIE).into_iter().filter_map(|part| match part {
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
        match value {
            _ if value.starts_with("==") => query.push(name.to_owned()),
            _ if value.starts_with(":=") || value.starts_with('=') || value.starts_with('@') => {
                // A nested field: `user[name]=Ada`.
                fields.push(name.split('[').next().unwrap_or(name).to_owned());
            }
            _ => {}
        }
    }
    let implied = if fields.is_empty() { "GET" } else { "POST" };
    // HTTPie expands `:8000/pets` to a URL on `localhost`.
    let url = if url.starts_with(':') { format!("http://localhost{url}") } else { url.to_owned() };
    Some(Request {
        method: method.unwrap_or_else(|| implied.to_owned()),
        url,
        query,
        fields,
        ..Request::default()
    })
}

fn wget(words: &[String]) -> Option<Request> {
    let (mut url, mut method, mut implied, mut fields) = (None, None, "GET", Vec::new());
    for part in parts(words, WGET) {
        match part {
            Part::Argument(argument) => url = url.or(Some(argument)),
            Part::Option("--method", value) => method = Some(value.to_ascii_uppercase()),
            Part::Option("--post-data", value) => {
                implied = "POST";
                fields.extend(field_names(value));
            }
            Part::Option("--body-data", value) => fields.extend(field_names(value)),
            Part::Option(..) => {}
        }
    }
    let method = method.unwrap_or_else(|| implied.to_owned());
    Some(Request { method, url: url?.to_owned(), fields, ..Request::default() })
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// Splits a script into commands and their words according to the quoting rules of POSIX shells (POSIX.1-2017, section
/// 2.2).
fn commands(script: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut chars = script.chars().peekable();
    while let Some(c) = chars.next() {
        // A placeholder in a word, such as `<id>`, isn't a redirection.
        if c == '<'
            && let Some(open) = &mut word
        {
            let rest: String = chars.clone().take_while(|c| is_name(*c)).collect();
            if chars.clone().nth(rest.chars().count()) == Some('>') && !rest.is_empty() {
                open.push('<');
                open.extend(chars.by_ref().take(rest.chars().count() + 1));
                continue;
            }
        }
        let ends = matches!(c, '\n' | ';' | '|' | '&' | '(' | ')');
        if c.is_whitespace() || ends || matches!(c, '<' | '>') {
            commands.last_mut().into_iter().for_each(|words| words.extend(word.take()));
            if ends {
                commands.push(Vec::new());
            }
            continue;
        }
        if c == '#' && word.is_none() {
            while chars.next_if(|c| *c != '\n').is_some() {}
            continue;
        }
        if c == '\\' && chars.next_if(|c| matches!(c, '\n' | '\r')).is_some() {
            continue;
        }
        let word = word.get_or_insert_default();
        match c {
            '\\' => word.extend(chars.next()),
            '\'' => word.extend(std::iter::from_fn(|| chars.next().filter(|c| *c != '\''))),
            '"' => {
                while let Some(c) = chars.next().filter(|c| *c != '"') {
                    let escaped = chars.next_if(|next| c == '\\' && matches!(next, '"' | '\\' | '$' | '`'));
                    word.push(escaped.unwrap_or(c));
                }
            }
            c => word.push(c),
        }
    }
    commands.last_mut().into_iter().for_each(|words| words.extend(word.take()));
    commands
}
