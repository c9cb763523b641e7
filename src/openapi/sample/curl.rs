//! Writes curl commands for a POSIX shell.

use super::{Body, Code, Descriptor, Multipart, Part, PartValue, Run, UNTYPED_BASIC};

/// A curl option and its argument, which is quoted for the shell.
type Opt = (&'static str, Option<Run>);

/// Returns the curl sample of a request.
pub(crate) fn curl(request: &Descriptor) -> Code {
    let method = request.method.as_str();
    let mut options = Vec::new();
    if request.body.is_some() || !matches!(method, "GET" | "HEAD") {
        let bare = !method.is_empty() && method.bytes().all(|byte| byte.is_ascii_uppercase());
        options.push(("--request", Some(if bare { run(method, "") } else { literal(method) })));
    } else if method == "HEAD" {
        options.push(("--head", None));
    }
    if request.url.contains(['[', ']', '{', '}']) {
        options.push(("--globoff", None));
    }
    if climbs(&request.url) {
        options.push(("--path-as-is", None));
    }
    options.push(option("--url", &request.url));
    for (name, value) in &request.headers {
        if name.eq_ignore_ascii_case("authorization") && value == UNTYPED_BASIC {
            options.push(option("--user", "<username>:<password>"));
            continue;
        }
        let text = if value.is_empty() { format!("{name};") } else { format!("{name}: {value}") };
        options.push(option("--header", &text));
    }
    if let Some(body) = &request.body {
        body_options(body, &request.headers, &mut options);
    }
    let mut code = Code::default();
    let space = || run(" ", "");
    if let Some(Body::Text(text)) = &request.body
        && is_piped(text)
    {
        let (format, escaped) = (literal("%b"), literal(&escaped(text)));
        let piped = [run("printf", "f"), space(), format, space(), escaped, space(), run("|", "o"), space()];
        piped.into_iter().for_each(|run| code.push(run));
    }
    code.push(run("curl", "f"));
    for (at, (name, argument)) in options.into_iter().enumerate() {
        code.push(space());
        if at > 0 {
            code.push(run("\\", "p"));
            code.push(run("\n  ", ""));
        }
        code.push(run(name, "a"));
        if let Some(argument) = argument {
            code.push(space());
            code.push(argument);
        }
    }
    code
}

impl Code {
    /// Adds a run. Adjacent runs with the same class are merged.
    fn push(&mut self, run: Run) {
        match self.0.last_mut() {
            Some(last) if last.class == run.class => last.text.push_str(&run.text),
            _ if run.text.is_empty() => {}
            _ => self.0.push(run),
        }
    }
}

/// Whether a character isn't allowed in an argument or would trigger an action when the sample is pasted into a
/// terminal.
fn is_control(char: char) -> bool {
    matches!(char, '\0'..='\x1f' | '\x7f') && !matches!(char, '\t' | '\n')
}

fn is_piped(text: &str) -> bool {
    text.contains(is_control)
}

/// Escapes text for `printf '%b'`.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\\' => out.push_str("\\\\"),
            char if is_control(char) => out.push_str(&format!("\\0{:03o}", u32::from(char))),
            char => out.push(char),
        }
    }
    out
}

fn run(text: &str, class: &'static str) -> Run {
    Run { text: text.to_owned(), class }
}

/// Quotes text for the shell.
fn literal(text: &str) -> Run {
    run(&format!("'{}'", text.replace('\0', "\u{fffd}").replace('\'', "'\\''")), "s")
}

fn option(name: &'static str, text: &str) -> Opt {
    (name, Some(literal(text)))
}

/// Whether a URL has a path segment that curl would resolve: `.` or `..`, encoded or not.
fn climbs(url: &str) -> bool {
    let decoded = url.to_ascii_lowercase().replace("%2e", ".");
    decoded.split('/').skip(1).any(|segment| matches!(segment.split('?').next(), Some("." | "..")))
}

fn body_options(body: &Body, headers: &[(String, String)], options: &mut Vec<Opt>) {
    let data = match body {
        Body::Multipart(body) => {
            let kind =
                body.media_type.iter().map(|name| option("--header", &format!("Content-Type: {name}")));
            options.extend(kind.chain(body.parts.iter().map(|part| form(part, body))));
            return;
        }
        Body::File(file) => option("--data-binary", &format!("@{}", path(file))),
        Body::Text(text) if is_piped(text) => ("--data-binary", Some(run("@-", "s"))),
        Body::Text(text) => option("--data-raw", text),
    };
    let kind = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    if kind.is_none() {
        options.push(option("--header", "Content-Type:"));
    }
    match body {
        Body::Text(text) if data.0 == "--data-raw" && kind.is_some_and(|(_, kind)| is_fields(kind, text)) => {
            options.extend(text.split('&').map(|field| option("--data-raw", field)));
        }
        _ => options.push(data),
    }
}

/// Whether text consists of the fields of a form, which curl joins with `&`.
fn is_fields(media_type: &str, text: &str) -> bool {
    let is_form = media_type.to_ascii_lowercase().starts_with("application/x-www-form-urlencoded");
    is_form && text.split('&').all(|field| !field.is_empty())
}

fn path(file: &str) -> &str {
    if file == "-" { "./-" } else { file }
}

fn in_double(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Escapes the name of a part or file, as browsers do, so that nothing in it can close the quotation marks.
pub(super) fn in_quotes(text: &str) -> String {
    text.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A").replace('\0', "%00")
}

/// Returns a part's `Content-Disposition` if curl would write a different header. Outside forms, curl sends named parts
/// as attachments.
fn disposition(part: &Part, body: &Multipart) -> Option<String> {
    let own = part.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-disposition"));
    if let Some((_, value)) = own {
        return Some(value.clone());
    }
    if body.media_type.is_none() || part.name.is_empty() {
        return None;
    }
    let file = match &part.value {
        PartValue::File(file) => format!("; filename=\"{}\"", in_quotes(file)),
        PartValue::Text(_) => String::new(),
    };
    Some(format!("form-data; name=\"{}\"{file}", in_quotes(&part.name)))
}

fn form(part: &Part, body: &Multipart) -> Opt {
    let name = if body.media_type.is_none() { part.name.replace('=', "%3D") } else { String::new() };
    let mut more = part.content_type.as_ref().map(|name| format!(";type={name}")).unwrap_or_default();
    let disposition = disposition(part, body).map(|value| ("Content-Disposition".to_owned(), value));
    let others = part.headers.iter().filter(|(name, _)| {
        !name.eq_ignore_ascii_case("content-disposition") && !name.eq_ignore_ascii_case("content-type")
    });
    for (name, value) in disposition.iter().chain(others) {
        more.push_str(&format!(";headers={}", in_double(&format!("{name}: {value}"))));
    }
    match &part.value {
        PartValue::File(file) => {
            let file = path(file);
            let plain = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '.' | '/' | '-');
            let shown =
                if !file.is_empty() && file.chars().all(plain) { file.to_owned() } else { in_double(file) };
            option("--form", &format!("{name}=@{shown}{more}"))
        }
        PartValue::Text(text) if more.is_empty() && !name.is_empty() => {
            option("--form-string", &format!("{name}={text}"))
        }
        PartValue::Text(text) => option("--form", &format!("{name}={}{more}", in_double(text))),
    }
}
