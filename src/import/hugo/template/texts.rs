//! The functions of templates for text and numbers.

use std::collections::BTreeMap;

use minijinja::Value;
use minijinja::value::ValueKind;

use super::run::Run;
use super::value::{Result, argument, text, unknown, words};
use crate::import::inline::capitalized;
use crate::import::shortcodes::without_tags;
use crate::markdown::inline_html;

/// Returns Markdown for use inside HTML. Text that spans several lines needs blank lines around it. Directives in text
/// don't become HTML.
pub(in crate::import::hugo) fn marked(text: &str, is_html: bool) -> String {
    let text = text.trim_matches('\n');
    if text.contains('\n') || is_block(text.trim_start()) {
        format!("\n\n{text}\n\n")
    } else if is_html && ![":badge[", ":icon{", ":tooltip["].iter().any(|start| text.contains(start)) {
        inline_html(text)
    } else {
        text.to_owned()
    }
}

/// Whether a line of Markdown is a block, such as a heading, that isn't a paragraph.
fn is_block(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c == '#' || c.is_ascii_digit());
    let mark = &line[..line.len() - rest.len()];
    let is_heading = mark.starts_with('#') && mark.bytes().all(|byte| byte == b'#') && rest.starts_with(' ');
    let is_item =
        !mark.is_empty() && mark.bytes().all(|byte| byte.is_ascii_digit()) && rest.starts_with(". ");
    is_heading || is_item || [":::", "- ", "* ", "+ ", "> "].iter().any(|start| line.starts_with(start))
}

/// Returns a value as a number.
pub(super) fn number(value: &Value) -> Result<f64> {
    match value.kind() {
        ValueKind::Number => f64::try_from(value.clone()).ok(),
        ValueKind::Bool => Some(f64::from(u8::from(value.is_true()))),
        _ => text(value)?.trim().parse().ok(),
    }
    .ok_or_else(|| unknown("a value that isn't a number"))
}

/// Returns a number without a fraction as an integer.
pub(super) fn whole(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9e15 { (number as i64).into() } else { number.into() }
}

/// Applies an operator to two numbers. With two integers, the result is an integer.
pub(super) fn calculated(operator: char, a: &Value, b: &Value) -> Result<Value> {
    let is_float = |value: &Value| value.kind() == ValueKind::Number && !value.is_integer();
    let are_integers = !is_float(a) && !is_float(b);
    if operator == '+' && a.kind() == ValueKind::String && b.kind() == ValueKind::String {
        return Ok(Value::from(format!("{}{}", text(a)?, text(b)?)));
    }
    let (a, b) = (number(a)?, number(b)?);
    Ok(match operator {
        '+' => whole(a + b),
        '-' => whole(a - b),
        '*' => whole(a * b),
        'm' => whole(a.min(b)),
        'M' => whole(a.max(b)),
        _ if b == 0.0 => return Err(unknown("a division by 0")),
        '/' if are_integers => whole((a / b).trunc()),
        '/' => (a / b).into(),
        _ => whole(a % b),
    })
}

/// Applies an operator to numbers or to a list of numbers.
pub(super) fn folded(operator: char, arguments: &[Value]) -> Result<Value> {
    let all = match arguments {
        [list] if list.kind() == ValueKind::Seq => super::collections::items(list)?,
        all => all.to_vec(),
    };
    let (first, rest) = all.split_first().ok_or_else(|| unknown("a missing argument"))?;
    rest.iter().try_fold(first.clone(), |sum, next| calculated(operator, &sum, next))
}

/// Returns a number with separators between groups of three digits, as in `lang.FormatNumber 2 1234.5`.
pub(super) fn grouped(arguments: &[Value]) -> Result<Value> {
    let digits = number(argument(arguments, 0)?)?.clamp(0.0, 20.0) as usize;
    let options = match arguments.get(2) {
        Some(options) => text(options)?.into_owned(),
        None => String::new(),
    };
    let mark = arguments.get(3).map_or(Ok(" ".into()), text)?;
    let mut marks = options.split(&*mark);
    let [minus, point, group] = ["-", ".", ","].map(|default| marks.next().unwrap_or(default));
    let own = number(argument(arguments, 1)?)?;
    let shown = format!("{:.digits$}", own.abs());
    let (whole, fraction) = shown.split_once('.').unwrap_or((&shown, ""));
    let mut out = if own < 0.0 { minus.to_owned() } else { String::new() };
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            out.push_str(group);
        }
        out.push(digit);
    }
    if !fraction.is_empty() {
        out.push_str(point);
        out.push_str(fraction);
    }
    Ok(Value::from(out))
}

/// Returns text with capital letters at the start of words, except of short words.
pub(super) fn titled(text: &str) -> String {
    const SMALL: [&str; 14] =
        ["a", "an", "and", "as", "at", "but", "by", "for", "in", "nor", "of", "on", "or", "the"];
    let word = |(at, word): (usize, &str)| {
        let is_small = at > 0 && SMALL.contains(&word);
        if is_small { word.to_owned() } else { capitalized(word) }
    };
    text.split(' ').enumerate().map(word).collect::<Vec<_>>().join(" ")
}

/// Returns a name as text for people.
pub(super) fn humanized(text: &str) -> String {
    if let Ok(number) = text.parse::<u64>() {
        let end = match (number % 100, number % 10) {
            (11..=13, _) => "th",
            (_, 1) => "st",
            (_, 2) => "nd",
            (_, 3) => "rd",
            _ => "th",
        };
        return format!("{number}{end}");
    }
    let spaced = text.replace(['-', '_'], " ");
    capitalized(&spaced.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase())
}

/// Returns a part of a text, which a start and a length determine.
pub(super) fn substring(arguments: &[Value]) -> Result<Value> {
    let own: Vec<char> = words(arguments, 0)?.chars().collect();
    let length = own.len() as f64;
    let start = arguments.get(1).map_or(Ok(0.0), number)?;
    let start = if start < 0.0 { (length + start).max(0.0) } else { start.min(length) };
    let count = arguments.get(2).map_or(Ok(length - start), number)?;
    let end = if count < 0.0 { length + count } else { start + count }.clamp(start, length);
    Ok(Value::from(own[start as usize..end as usize].iter().collect::<String>()))
}

/// Returns the start of a text, up to the end of a word.
pub(super) fn truncated(arguments: &[Value]) -> Result<Value> {
    let most = number(argument(arguments, 0)?)?.max(0.0) as usize;
    let own = without_tags(&words(arguments, arguments.len() - 1)?);
    let end = if arguments.len() > 2 { words(arguments, 1)? } else { " …".to_owned() };
    let Some((cut, _)) = own.char_indices().nth(most) else { return Ok(Value::from(own)) };
    let kept = own[..cut].rfind(char::is_whitespace).unwrap_or(cut);
    Ok(Value::from(format!("{}{}", own[..kept].trim_end(), end)))
}

/// Replaces the verbs of a format, such as `%s` and `%.2f`, with values.
pub(super) fn formatted(arguments: &[Value]) -> Result<Value> {
    let format = words(arguments, 0)?;
    let mut values = arguments.iter().skip(1);
    let mut out = String::new();
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        let mut options = String::new();
        while let Some(option) = chars.next_if(|c| c.is_ascii_digit() || "-+. #".contains(*c)) {
            options.push(option);
        }
        let verb = chars.next().unwrap_or('%');
        if verb == '%' {
            out.push('%');
            continue;
        }
        let value = values.next().ok_or_else(|| unknown("a missing argument"))?;
        let (width, digits) = options.split_once('.').map_or((&*options, None), |(a, b)| (a, Some(b)));
        let digits = digits.map(|digits| digits.parse::<usize>().unwrap_or(0).min(30));
        let shown = match verb {
            's' | 'v' | 'd' | 't' if digits.is_none() => text(value)?.into_owned(),
            's' => text(value)?.chars().take(digits.unwrap_or(0)).collect(),
            'q' => format!("\"{}\"", text(value)?.replace('\\', "\\\\").replace('"', "\\\"")),
            'f' => format!("{:.*}", digits.unwrap_or(6), number(value)?),
            'x' => format!("{:x}", number(value)? as i64),
            'T' => type_of(value)?.to_owned(),
            _ => return Err(unknown(&format!("`%{verb}` in `printf`"))),
        };
        let is_left = width.starts_with('-');
        let is_zero = width.starts_with('0');
        let width =
            width.trim_start_matches(['-', '+', ' ', '0', '#']).parse::<usize>().unwrap_or(0).min(200);
        let missing = width.saturating_sub(shown.chars().count());
        let padding = if is_zero { "0" } else { " " }.repeat(missing);
        out.push_str(&if is_left { format!("{shown}{padding}") } else { format!("{padding}{shown}") });
    }
    Ok(Value::from(out))
}

/// Returns the name of a value's type in Go.
fn type_of(value: &Value) -> Result<&'static str> {
    Ok(match value.kind() {
        ValueKind::String => "string",
        ValueKind::Bool => "bool",
        ValueKind::Number if value.is_integer() => "int",
        ValueKind::Number => "float64",
        ValueKind::Undefined | ValueKind::None => "<nil>",
        _ => return Err(unknown("the type of a value")),
    })
}

/// Returns a text in the page's language. The text can be a template.
pub(super) fn translated(run: &mut Run<'_>, arguments: &[Value]) -> Result<Value> {
    let key = words(arguments, 0)?;
    let found = run.scope.values.text(&key);
    let text = found.ok_or_else(|| unknown(&format!("the text `{key}`")))?;
    if !text.contains("{{") {
        return Ok(Value::from(text));
    }
    let dot = match arguments.get(1) {
        Some(count) if count.kind() == ValueKind::Number => {
            Value::from(BTreeMap::from([("Count".to_owned(), count.clone())]))
        }
        Some(value) => value.clone(),
        None => Value::UNDEFINED,
    };
    let written = run.text_of(&text, dot)?;
    Ok(Value::from(written.as_str().unwrap_or_default()))
}
