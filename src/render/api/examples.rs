//! Examples of a representation for readers: highlighted, and limited in length.

use super::{json, words};
use crate::markdown::highlight::{self, Cache};
use crate::openapi::{
    Direction, Example, ExampleValue, MediaType, SchemaId, TextId, example, media, merge::Views, tree::Facts,
};
use crate::source::floor;

/// The maximum length of an example, in bytes. Longer examples are truncated.
const MAX_LEN: usize = 256 * 1024;
/// The maximum length of an example on one line, in bytes. Longer examples are truncated.
const MAX_LINE: usize = 200;

/// An example that is ready to show.
pub(super) struct Sample {
    /// The title, or `""` for a single example without a name.
    pub title: String,
    /// The description.
    pub description: Option<TextId>,
    /// The language of the code.
    pub language: &'static str,
    /// The code as plain text.
    pub text: String,
    /// The URL of an external example.
    pub address: Option<String>,
    /// Whether the example was generated from the schema.
    pub generated: bool,
    /// The index among the examples in the request model, which doesn't contain external examples.
    pub number: Option<usize>,
}

/// Returns the examples of a representation.
pub(super) fn of(views: &Views<'_>, media: &MediaType, direction: Direction) -> Vec<Sample> {
    numbered(media, media::samples(views, media, direction)).filter(Sample::is_there).collect()
}

/// Returns the name of the choice of an example, which the text and the column beside the text share.
pub(super) fn link(status: &str, media: usize) -> String {
    format!("response-{status}-{media}")
}

/// Returns the examples of a request body with variants, each with the index of its variant. If there are no variants,
/// the list is empty.
pub(super) fn variants(views: &Views<'_>, media: &MediaType) -> Vec<(usize, Sample)> {
    let variants = media::variants(views, media, Direction::Request).into_iter().enumerate();
    variants
        .flat_map(|(at, variant)| {
            let title = variant.title;
            numbered(media, variant.samples).map(move |mut sample| {
                if sample.title.is_empty() {
                    sample.title.clone_from(&title);
                }
                (at, sample)
            })
        })
        .filter(|(_, sample)| sample.is_there())
        .collect()
}

fn numbered(media: &MediaType, samples: Vec<media::Sample>) -> impl Iterator<Item = Sample> {
    let mut next = 0;
    samples.into_iter().map(move |sample| {
        let number = sample.external.is_none().then_some(next);
        next += usize::from(number.is_some());
        Sample { number, ..shown(media, sample) }
    })
}

fn shown(media: &MediaType, sample: media::Sample) -> Sample {
    Sample {
        title: sample.summary.unwrap_or(sample.name),
        description: sample.description,
        language: media::language(&media.name, &sample.text).unwrap_or("text"),
        text: cut(sample.text, MAX_LEN),
        address: sample.external,
        generated: sample.generated,
        number: None,
    }
}

/// Returns the examples of a schema, or a generated example.
pub(super) fn of_schema(views: &Views<'_>, schema: SchemaId) -> Vec<Sample> {
    let node = schema.into();
    let mut values = example::given(views, &node, Direction::Both);
    if values.is_empty() {
        values.push(example::example(views, &node, Direction::Both));
    }
    values.iter().map(|value| of_text(value.pretty())).collect()
}

/// Creates a sample from the text of a schema's example.
fn of_text(text: String) -> Sample {
    Sample {
        title: String::new(),
        description: None,
        language: "json",
        text: cut(text, MAX_LEN),
        address: None,
        generated: false,
        number: None,
    }
}

/// Returns the key of the message that names an item in a stream or list.
pub(super) fn each(media: &MediaType) -> &'static str {
    if media::is_events(&media.name) { "api_each_event" } else { "api_each_item" }
}

/// An example on one line.
pub(super) struct Line<'e> {
    /// The value, or the URL of an external example.
    pub value: String,
    /// Whether the example is external.
    pub is_address: bool,
    /// The name of the example.
    pub name: &'e str,
    /// A short title.
    pub summary: Option<&'e str>,
    /// The description.
    pub description: Option<TextId>,
}

impl Line<'_> {
    /// Whether the example is only a value, without a title or a description.
    pub(super) fn is_bare(&self) -> bool {
        !self.is_address && self.summary.is_none() && self.description.is_none()
    }

    /// Returns the title: the summary or, unless docgen generated the name, the name.
    pub(super) fn title(&self) -> Option<&str> {
        let name = Some(self.name).filter(|name| name.parse::<usize>().is_err() && !name.is_empty());
        self.summary.or(name)
    }
}

/// Returns the examples of a parameter or header. If there are none, returns the schema's examples.
pub(super) fn lines<'e>(own: &'e [Example], facts: &Facts<'_>) -> Vec<Line<'e>> {
    let line = |value| Line { value, is_address: false, name: "", summary: None, description: None };
    if own.is_empty() {
        return facts.examples.iter().map(|value| line(words::value(value))).collect();
    }
    let of = |example: &'e Example| {
        let is_address = matches!(example.value, ExampleValue::External(_));
        let value = match &example.value {
            ExampleValue::Value(value) => match value.as_str() {
                Some(text) => json::cut(text.to_owned(), MAX_LINE),
                None => json::line(value, MAX_LINE),
            },
            ExampleValue::Text(text) => json::cut(text.to_string(), MAX_LINE),
            ExampleValue::External(address) => address.to_string(),
        };
        let (summary, description) = (example.summary.as_deref(), example.description);
        Line { value, is_address, name: &example.name, summary, description }
    };
    own.iter().map(of).collect()
}

impl Sample {
    fn is_there(&self) -> bool {
        self.address.is_some() || !self.text.is_empty()
    }

    /// Returns the code as HTML, truncated to `length` bytes of text.
    pub(super) fn html(&self, cache: &Cache, length: usize) -> String {
        let shorter = (length < self.text.len()).then(|| cut(self.text.clone(), length));
        let text = shorter.as_deref().unwrap_or(&self.text);
        if self.language == "json" {
            return highlight::json(text);
        }
        match highlight::highlight(self.language, text, cache).html {
            Some(html) => html.to_string(),
            None => {
                let mut html = String::new();
                highlight::write(self.language, text, &mut html);
                html
            }
        }
    }
}

/// Truncates text to `length` bytes, at a line break if the text has several lines.
fn cut(mut text: String, length: usize) -> String {
    if text.len() > length {
        let end = floor(&text, length);
        let line = text[..end].rfind('\n').unwrap_or(end);
        text.truncate(line);
        text.push_str("\n…");
    }
    text.truncate(text.trim_end_matches('\n').len());
    text
}
