//! What the parts of a line's way cost: splitting and sanitising, the prefilter, each recognizer, judging, packing, rendering.
//!
//! The samples are made here, of 4 MB each, from sentences of our own; each recognizer reads the logs of its runner in
//! `testdata/`. `cargo bench --bench parts`; a name after it chooses parts: `cargo bench --bench parts -- 'each/pytest'`.
//! The whole process is measured by `benches/whole.sh`.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::panic,
    clippy::arithmetic_side_effects,
    missing_docs,
    reason = "a bench fails like a test"
)]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use weir::budget::{Cost, Estimator, Mode, Policy, pack};
use weir::event::{Class, Event, Listener, Runner};
use weir::page::{List, Order, Request, answer};
use weir::recognize::{Scanner, registry};
use weir::render::{Early, NotKept, Page, Style, View, render_json, render_text};
use weir::report::{Bounds, Report, Witness};
use weir::text::{Line, LineReader, clip, sanitize};

const SAMPLE_BYTES: usize = 4_000_000;

/// A sample of lines: the name of its kind, and what line number `number` is.
type Kind = (&'static str, fn(usize) -> String);

const KINDS: [Kind; 7] = [
    ("libtest", |number| format!("test harbour::dock_{number}::takes_the_ferry ... ok\n")),
    ("pytest", |number| {
        format!("tests/test_dock.py::test_takes_ferry_{number} PASSED {:>20}[{:>3}%]\n", "", number % 101)
    }),
    ("go", |number| match number % 2 {
        0 => format!("=== RUN   TestFerry{}\n", number / 2),
        _ => format!("--- PASS: TestFerry{} (0.{:02}s)\n", number / 2, number % 100),
    }),
    ("build", |number| format!("   Compiling lantern-{number} v0.{}.1\n", number % 40)),
    ("prose", |number| format!("the lamp of pier {number} was lit at dusk, and the tide came in\n")),
    ("colour", |number| format!("\u{1b}[1mdock {number}\u{1b}[0m is \u{1b}[32mfree\u{1b}[39m again\n")),
    ("accents", |number| format!("le quai n° {number} est fermé jusqu’à l’été, dit Zoë\n")),
];

fn sample(kind: fn(usize) -> String) -> Vec<u8> {
    let mut text = String::new();
    for number in 0.. {
        if text.len() >= SAMPLE_BYTES {
            break;
        }
        text.push_str(&kind(number));
    }
    text.into_bytes()
}

/// Gives every line of the sample to `each`.
fn lines(sample: &[u8], mut each: impl FnMut(&weir::text::Line<'_>)) {
    let mut reader = LineReader::new();
    let mut rest = sample;
    loop {
        let space = reader.space();
        let count = rest.len().min(space.len());
        let (now, later) = rest.split_at(count);
        space[..count].copy_from_slice(now);
        reader.filled(count);
        rest = later;
        if count == 0 {
            reader.finish();
        }
        while let Some(line) = reader.next_line() {
            each(&line);
        }
        if count == 0 {
            return;
        }
    }
}

fn report() -> Report {
    Report::new(Bounds { mode: Mode::Standard, limits: Mode::Standard.limits() })
}

/// Lines out of bytes, sanitised.
fn splitting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("split");
    for (name, kind) in KINDS {
        let sample = sample(kind);
        group.throughput(Throughput::Bytes(sample.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                lines(black_box(&sample), |line| {
                    black_box(line);
                })
            });
        });
    }
    group.finish();
}

/// Prefilter, recognizers and report, without the renderer.
fn judging(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("judge");
    for (name, kind) in KINDS {
        let sample = sample(kind);
        group.throughput(Throughput::Bytes(sample.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter_batched(
                || (Scanner::new(None), report()),
                |(mut scanner, mut report)| {
                    lines(black_box(&sample), |line| scanner.line(line, &mut report));
                    (scanner, report)
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

/// Hears everything and keeps nothing.
struct Deaf;

impl Listener for Deaf {
    fn event(&mut self, from: usize, _runner: Runner, _line: Option<&Line<'_>>, _event: Event<'_>) {
        black_box(from);
    }

    fn judged(&mut self, line: &Line<'_>, class: Class) {
        black_box((line.number, class));
    }
}

/// Prefilter and the recognizers that it asks, without a report. For lines that nobody knows it is the prefilter alone.
fn prefiltering(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("prefilter");
    for (name, kind) in KINDS {
        let sample = sample(kind);
        group.throughput(Throughput::Bytes(sample.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter_batched(
                || Scanner::new(None),
                |mut scanner| {
                    lines(black_box(&sample), |line| scanner.line(line, &mut Deaf));
                    scanner
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

/// Runners whose logs stand in a folder of `testdata/` that bears another name.
const ELSEWHERE: [(&str, &str); 8] = [
    ("cargo nextest", "nextest"),
    ("go test", "go"),
    ("go build", "go"),
    ("xctest", "xcodebuild"),
    ("swift testing", "swift"),
    ("ld", "gcc"),
    ("pnpm", "npm"),
    ("yarn", "npm"),
];

/// Every log of the runner of this name, one behind the other.
fn own_logs(name: &str) -> Vec<u8> {
    let folder = ELSEWHERE.iter().find(|(runner, _)| *runner == name);
    let folder = folder.map_or_else(|| name.replace(' ', "-"), |(_, folder)| (*folder).to_owned());
    let folder = format!("{}/testdata/{folder}", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "log" || ending == "txt"));
    paths.sort();
    let text: Vec<u8> = paths.iter().flat_map(|path| std::fs::read(path).unwrap()).collect();
    assert!(!text.is_empty(), "{folder} holds no log");
    text
}

/// Each recognizer over the logs of its own runner, alone.
fn recognizing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("each");
    for name in registry::names() {
        let log = own_logs(name);
        group.throughput(Throughput::Bytes(log.len() as u64));
        group.bench_function(name.replace(' ', "-"), |bencher| {
            bencher.iter_batched(
                || Scanner::new(Some(name)),
                |mut scanner| {
                    lines(black_box(&log), |line| scanner.line(line, &mut Deaf));
                    scanner.end(&mut Deaf);
                    scanner
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

/// A report of so many failures of cargo test, each with its block.
fn failed(failures: usize) -> Report {
    let mut text = format!("running {failures} tests\n");
    for number in 0..failures {
        text.push_str(&format!("test harbour::dock_{number} ... FAILED\n"));
    }
    text.push_str("\nfailures:\n\n");
    for number in 0..failures {
        let name = format!("harbour::dock_{number}");
        text.push_str(&format!(
            "---- {name} stdout ----\nthread '{name}' panicked at src/harbour.rs:{number}:9:\nthe gate is open\n\n"
        ));
    }
    let (mut scanner, mut report) = (Scanner::new(None), report());
    lines(text.as_bytes(), |line| scanner.line(line, &mut report));
    scanner.end(&mut report);
    report.finish();
    report
}

/// The answer of a finished report.
fn rendering(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("render");
    let limits = Mode::Standard.limits();
    let view = View {
        mode: Mode::Standard,
        limits,
        bytes: None,
        style: Style::Plain,
        input_name: None,
        witness: Witness { exit: None, ending: None, interrupted: false, ran_ms: None },
        offers: weir::settings::Offers::Commands,
        rerun: None,
        slowest: 0,
        role: weir::settings::Role::Answer,
    };
    for failures in [10, 1000, 30_000] {
        group.throughput(Throughput::Elements(failures as u64));
        group.bench_function(format!("text/{failures}"), |bencher| {
            bencher.iter_batched(
                || failed(failures),
                |report| {
                    let mut out = Vec::new();
                    let page = Page::new(&mut out, limits, Style::Plain);
                    let done = render_text(&report, &view, page, &Early::never(), &mut NotKept);
                    (done.is_ok(), out.len())
                },
                BatchSize::PerIteration,
            );
        });
        group.bench_function(format!("json/{failures}"), |bencher| {
            bencher.iter_batched(
                || failed(failures),
                |report| {
                    let mut out = Vec::new();
                    let done = render_json(&report, &view, &mut out, &mut NotKept);
                    (done.is_ok(), out.len())
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

/// What is done with lines that are shown.
fn showing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("show");
    let long = "the lamp of the pier was lit, été\u{200d} ".repeat(200);
    group.throughput(Throughput::Bytes(long.len() as u64));
    group.bench_function("clip", |bencher| bencher.iter(|| clip(black_box(&long), 200).text.len()));
    group.bench_function("sanitize", |bencher| bencher.iter(|| sanitize(black_box(&long)).0.len()));
    let costs: Vec<Cost> = (0..10_000).map(|at| Cost { chars: 20 + at % 300, lines: 1 + at % 7 }).collect();
    group.throughput(Throughput::Elements(costs.len() as u64));
    group.bench_function("pack", |bencher| {
        let room = Cost { chars: 40_000, lines: 800 };
        bencher.iter(|| pack(black_box(&costs).iter().copied(), room, Policy::Greedy).used);
    });
    group.finish();
}

fn quick() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .measurement_time(Duration::from_secs(2))
        .warm_up_time(Duration::from_millis(500))
}

/// A page of a list of 10000 items: found, ordered, and its first 50 written.
fn paging(criterion: &mut Criterion) {
    let items: Vec<String> = (0..10_000)
        .map(|id| {
            format!(
                "{{\"id\":{id},\"name\":\"dock {id}\",\"created_at\":\"2024-05-{:02}T07:08:09Z\"}}",
                1 + id % 28
            )
        })
        .collect();
    let text = format!("[{}]", items.join(","));
    criterion.bench_function("page/10000 items", |bencher| {
        bencher.iter(|| {
            let mut list = List::find(black_box(&text), None).unwrap();
            let order = Order::Auto.apply(&mut list.items);
            let request = Request {
                first: 0,
                count: 50,
                budget: 4000,
                measure: &Estimator::Chars4Margin20,
                fields: &[],
                order: &order,
                snapshot: None,
                estimated: Estimator::Chars4Margin20.estimate(&text),
                note: None,
                path: None,
                beside: None,
                remark: None,
                most_bytes: weir::budget::CEILING_BYTES,
                how: &|_| None,
                onward: None,
            };
            answer(&list, &request, |_| None).text.len()
        });
    });
}

criterion_group!(name = parts; config = quick(); targets = splitting, prefiltering, recognizing, judging, showing, rendering, paging);
criterion_main!(parts);
