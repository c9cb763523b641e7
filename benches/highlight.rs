//! How many lines of code a second are highlighted: the whole cost of a cold build.

#![allow(missing_docs, reason = "criterion's macros write public items")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use docgen::markdown::highlight::{Cache, highlight};
use std::hint::black_box;

const SAMPLES: &[(&str, &str)] = &[
    ("rust", include_str!("samples/sample.rs.txt")),
    ("python", include_str!("samples/sample.py.txt")),
    ("bash", include_str!("samples/sample.sh.txt")),
    ("json", include_str!("samples/sample.json.txt")),
    ("typescript", include_str!("samples/sample.ts.txt")),
];

fn lines(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("highlight");
    group.sample_size(20);
    for (language, code) in SAMPLES {
        group.throughput(Throughput::Elements(code.lines().count() as u64));
        group.bench_with_input(BenchmarkId::new("cold", language), code, |bencher, code| {
            bencher.iter_with_large_drop(|| highlight(language, black_box(code), &Cache::default()));
        });
    }
    let cache = Cache::default();
    let (language, code) = SAMPLES[0];
    group.throughput(Throughput::Elements(code.lines().count() as u64));
    group.bench_function("cached", |bencher| bencher.iter(|| highlight(language, black_box(code), &cache)));
    group.finish();
}

criterion_group!(benches, lines);
criterion_main!(benches);
