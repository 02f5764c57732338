//! What the pieces cost: estimating 100 KB, packing 10,000 chunks. `cargo bench --bench pieces`.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    missing_docs,
    reason = "a bench fails like a test"
)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::value::RawValue;
use weir::budget::{Estimator, Policy};
use weir::pack::{Chunk, Citing, Form, Matter, Profile, Settings, json, select, text};

const TEXT_BYTES: usize = 100_000;
const CHUNKS: usize = 10_000;

/// The gate: 20 ms for each of them.
fn estimating(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tokens");
    for (name, line) in [
        ("log", "test harbour::dock_17::takes_the_ferry ... ok (0.012s)\n"),
        ("hex", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\n"),
        ("cjk", "堰は低いダムであり、限られた量の流れを通す。\n"),
    ] {
        let text: String = line.chars().cycle().take(TEXT_BYTES).collect();
        group.bench_function(name, |bencher| bencher.iter(|| Estimator::Class.estimate(black_box(&text))));
    }
    group.finish();
}

/// The gate: 200 ms with reading and writing.
fn packing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pack");
    group.sample_size(20);
    let written: Vec<Box<RawValue>> = (0..CHUNKS)
        .map(|at| {
            let text = "the lamp of the pier was lit at dusk ".repeat(10 + at % 30);
            let json =
                format!("{{\"id\":{at},\"text\":\"{text}\",\"score\":{},\"source\":\"log\"}}", at % 977);
            RawValue::from_string(json).unwrap()
        })
        .collect();
    for (name, form, citing) in
        [("json", Form::Json, Citing::Nothing), ("text, cited", Form::Text, Citing::Sources)]
    {
        let settings = Settings {
            profile: Profile::Rag,
            budget: 400_000,
            policy: Policy::Greedy,
            order: None,
            reserve: 64,
            citing,
            top: None,
            separator: "\n\n".to_owned(),
            form,
            matter: Matter::Chunks,
        };
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let chunks: Vec<Chunk> = written.iter().map(|json| Chunk::read(json).unwrap()).collect();
                let selection = select(&chunks, &settings, &Estimator::Chars4Ceil).unwrap();
                match form {
                    Form::Json => json::json(&selection, &settings, "chars4-ceil"),
                    Form::Text => text::text(&selection, &settings),
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, estimating, packing);
criterion_main!(benches);
