//! What it costs to compile a context of 100 KB, from its JSON to the event. `cargo bench --bench compile`.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::unwrap_used,
    missing_docs,
    reason = "a bench fails like a test"
)]

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::{Value, json};
use weir::budget::Estimator;
use weir::compile::{Asked, Context, MemoryScore, Options, Window, compile};

const CONTEXT_BYTES: usize = 100_000;

/// What cargo prints for 20 tests of which one fails.
fn log(run: usize) -> String {
    let mut log = String::from("running 20 tests\n");
    for number in 0..19 {
        writeln!(log, "test run_{run}::berth_{number} ... ok").unwrap();
    }
    log + "test dock::last ... FAILED\n\nfailures:\n    dock::last\n\ntest result: FAILED. 19 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n"
}

/// A talk in which every third message calls a tool: half of the results are logs, half are prose.
fn context() -> String {
    let mut history: Vec<Value> = Vec::new();
    let mut bytes = 0;
    for number in 0.. {
        if bytes >= CONTEXT_BYTES {
            break;
        }
        let message = match number % 3 {
            0 => {
                json!({"role": "user", "content": format!("Look at pier {number}. It was dark there yesterday.")})
            }
            1 => {
                json!({"role": "assistant", "content": "", "tool_calls": [{"id": format!("c{number}"), "name": "look", "arguments": "{}"}]})
            }
            _ if number % 2 == 0 => {
                json!({"role": "tool", "tool_call_id": format!("c{}", number - 1), "content": log(number)})
            }
            _ => json!({"role": "tool", "tool_call_id": format!("c{}", number - 1),
                "content": (0..20).fold(String::new(), |text, line| text + &format!("lamp {line} of pier {number} was lit at dusk\n"))}),
        };
        bytes += message.to_string().len();
        history.push(message);
    }
    json!({ "history": history }).to_string()
}

fn benches(criterion: &mut Criterion) {
    let text = context();
    let mut group = criterion.benchmark_group("compile");
    group.throughput(Throughput::Bytes(u64::try_from(text.len()).unwrap()));
    for window in [4_000, 24_000] {
        let options = Options {
            window: Window::Tokens(window),
            budgets: Asked::default(),
            keep_last: 3,
            task: None,
            now: None,
            memory_score: MemoryScore::Product,
            estimator: "class".to_owned(),
        };
        group.bench_function(format!("100 KB into {window}"), |bencher| {
            bencher.iter(|| {
                let context = Context::read(serde_json::from_str(black_box(&text)).unwrap()).unwrap();
                let compiled = compile(context, &options, &|text| Estimator::Class.estimate(text)).unwrap();
                (compiled.context(), compiled.event.total)
            });
        });
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
