//! Examples: one code block, or a tab for each example.

use super::{Group, Tab, Writer, unlike};
use crate::render::{
    api::examples::Sample,
    markup::{Markup, html},
};

impl Writer<'_, '_> {
    /// Writes examples: one code block, or a tab for each example. Examples of a request body have the name of the
    /// body's choice, which the request form shares.
    pub(super) fn samples(&mut self, samples: &[Sample], key: &str, link: Option<&str>) {
        if samples.is_empty() {
            return;
        }
        if !key.is_empty() {
            self.note("api-label", key);
        }
        if let [sample] = samples {
            if !sample.title.is_empty() {
                html!(self, r#"<p class="api-label">{}</p>"#, &sample.title);
            }
            return self.sample(sample);
        }
        let title = |sample: &Sample| {
            let tab = if sample.title.is_empty() {
                Tab::new(self.messages.get("api_example_tab"))
            } else {
                Tab::new(&*sample.title)
            };
            Tab { variant: link.map(|_| 0), example: sample.number.filter(|_| link.is_some()), ..tab }
        };
        let tabs = unlike(samples.iter().map(title).collect());
        let label = self.messages.get("api_examples");
        let group = Group { class: "api-samples", label, link, query: Some("example"), ..Group::default() };
        self.tabs(group, &tabs, |writer, at| writer.sample(&samples[at]));
    }

    /// Writes the examples of a body with variants, each with the index of its variant.
    pub(super) fn variant_samples(&mut self, samples: &[(usize, Sample)], link: &str) {
        self.note("api-label", "api_examples");
        let tab = |(variant, sample): &(usize, Sample)| Tab {
            variant: Some(*variant),
            example: sample.number,
            ..Tab::new(&*sample.title)
        };
        let tabs = unlike(samples.iter().map(tab).collect());
        let (label, link) = (self.messages.get("api_examples"), Some(link));
        let group = Group { class: "api-samples", label, link, query: Some("example"), ..Group::default() };
        self.tabs(group, &tabs, |writer, at| writer.sample(&samples[at].1));
    }

    fn sample(&mut self, sample: &Sample) {
        if self.is_full() {
            return self.rest_elsewhere();
        }
        self.small(sample.description);
        match &sample.address {
            Some(address) => {
                html!(self, r#"<p class="api-docs">{}</p>"#, external(address, address));
            }
            None => {
                let length = self.take_example(sample.text.len());
                self.code_block(sample.language, &sample.html(&self.shared.highlight, length));
                if length < sample.text.len() {
                    self.rest_elsewhere();
                }
            }
        }
    }
}
