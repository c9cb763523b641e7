//! Measures how many pages per second are parsed and written if their code is already highlighted.

#![allow(missing_docs, reason = "criterion's macros generate public items")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use docgen::internals::Source;
use docgen::internals::SourcePath;
use docgen::internals::highlight::Cache;
use docgen::internals::markdown::{Options, parse};
use docgen::internals::render::{Messages, WriteOptions, write};
use docgen::internals::site::{Href, HrefKind, ImageKind, ImageSource, Resolved};
use std::hint::black_box;

/// Returns a page of about 600 words, with headings, links, a table, lists, an admonition, and three code blocks.
fn page() -> String {
    let sentence = "By default the *active* cache reads every **durable** record until the [`token_index`](../b.md#queue) expires, \
                    and `shard_lease` retries the stale batch within 250 ms when the gateway closes its session.\n";
    let paragraph = sentence.repeat(3);
    let code = include_str!("samples/sample.rs.txt").lines().take(15).collect::<Vec<_>>().join("\n");
    let mut page =
        "---\ntitle: Configure the cache\nsidebar_position: 3\ntags: [cache, index]\n---\n\n".to_owned();
    for section in 0..6 {
        page.push_str(&format!("## Section {section} of the page\n\n{paragraph}\n"));
        match section {
            0 => page.push_str(":::note[Before you start]\nInstall the *client* first.\n:::\n\n"),
            1 => page
                .push_str("| key | type |\n|---|---|\n| `a` | text |\n| `b` | number |\n| `c` | list |\n\n"),
            2 => {
                page.push_str("- one thing\n- another thing\n- a third one\n\n1. first\n2. then\n3. last\n\n")
            }
            _ => page.push_str(&format!(
                "```rust title=\"src/main.rs\" {{2}}\n// page {section}\n{code}\n```\n\n"
            )),
        }
    }
    page
}

fn pages(criterion: &mut Criterion) {
    let source = Source::new(SourcePath::new("docs/page.md"), &page());
    let cache = Cache::default();
    let options = Options::default();
    let (document, _) = parse(&source, &options, &cache, None);
    let href = Href { href: "/docs/b/#queue".to_owned(), kind: HrefKind::Page };
    let resolved = Resolved {
        links: vec![href; document.links.len()],
        images: vec![
            ImageSource {
                src: String::new(),
                size: None,
                kind: ImageKind::Loaded,
                file: None,
                drawing: None
            };
            document.images.len()
        ],
        ..Resolved::default()
    };
    let messages = Messages::default();
    let mut group = criterion.benchmark_group("markdown");
    group.sample_size(20).throughput(Throughput::Elements(1));
    group.bench_function("parse", |bencher| {
        bencher.iter_with_large_drop(|| parse(black_box(&source), &options, &cache, None));
    });
    group.bench_function("write", |bencher| {
        bencher.iter_with_large_drop(|| {
            let events = 0..document.events.len();
            write(black_box(&document), events, &resolved, &messages, WriteOptions::default())
        });
    });
    group.finish();
}

criterion_group!(benches, pages);
criterion_main!(benches);
