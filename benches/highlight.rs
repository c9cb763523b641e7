//! Measures how many lines of code per second a language's lexer and grammar highlight, and whether caching a lexer's
//! result would be cheaper than tokenizing the code again.

#![allow(missing_docs, reason = "criterion's macros generate public items")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use docgen::internals::highlight::{Cache, Stored, by_grammar, by_lexer, highlight};
use std::hint::black_box;

const SAMPLES: &[(&str, &str)] = &[
    ("bash", include_str!("samples/sample.sh.txt")),
    ("json", include_str!("samples/sample.json.txt")),
    ("python", include_str!("samples/sample.py.txt")),
    ("javascript", include_str!("samples/sample.js.txt")),
    ("typescript", include_str!("samples/sample.ts.txt")),
    ("tsx", include_str!("samples/sample.tsx.txt")),
    ("rust", include_str!("samples/sample.rs.txt")),
    ("go", include_str!("samples/sample.go.txt")),
    ("yaml", include_str!("samples/sample.yaml.txt")),
    ("c", include_str!("samples/sample.c.txt")),
    ("cpp", include_str!("samples/sample.cpp.txt")),
];

fn lines(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("highlight");
    group.sample_size(10);
    for (language, code) in SAMPLES {
        group.throughput(Throughput::Elements(code.lines().count() as u64));
        group.bench_with_input(BenchmarkId::new("lexer", language), code, |bencher, code| {
            bencher.iter_with_large_drop(|| by_lexer(language, black_box(code)));
        });
        group.bench_with_input(BenchmarkId::new("grammar", language), code, |bencher, code| {
            bencher.iter_with_large_drop(|| by_grammar(language, black_box(code)));
        });
    }
    group.finish();
}

/// Repeats a block of fifteen lines a thousand times with small differences. Measures the time to tokenize the blocks
/// with a lexer, and the time to read an earlier build's cache, find the blocks in that cache, and write the cache.
fn kept(criterion: &mut Criterion) {
    let (_, sample) = SAMPLES[6];
    let code: Vec<&str> = sample.lines().take(15).collect();
    let codes: Vec<String> = (0..1000).map(|at| format!("// {at}\n{}", code.join("\n"))).collect();
    let mut group = criterion.benchmark_group("thousand blocks");
    group.sample_size(10);
    group.bench_function("lexer", |bencher| {
        bencher.iter(|| {
            codes.iter().map(|code| by_lexer("rust", code).map_or(0, |html| html.len())).sum::<usize>()
        });
    });
    // Objective-C has no lexer, so its blocks are cached regardless of their content.
    let cache = Cache::default();
    for code in &codes {
        highlight("objc", code, &cache);
    }
    let write = |cache: &Cache| postcard::to_stdvec(&cache.to_store()).expect("it is plain data");
    let bytes = write(&cache);
    group.bench_function("read, find and write", |bencher| {
        bencher.iter(|| {
            let stored: Option<Stored> =
                postcard::from_bytes(black_box(&bytes)).expect("it was just written");
            let cache = Cache::from_stored(stored.unwrap_or_default());
            for code in &codes {
                black_box(highlight("objc", code, &cache));
            }
            write(&cache).len()
        });
    });
    group.finish();
}

criterion_group!(benches, lines, kept);
criterion_main!(benches);
