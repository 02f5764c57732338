//! `weir stats`: what it counts, and that it never flatters.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::desk::{Desk, Done};
use crate::schema::{faults, validator};

/// A record of a call. `more` replaces fields.
fn call(second: usize, more: &Value) -> Value {
    let mut record = json!({
        "event": "call", "time": format!("2026-11-26T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60),
        "session": "s", "server": "x", "method": "tools/call", "tool": "t", "mode": "enforce", "arm": "hardened",
        "outcome": "passed", "oversized": false, "estimatedTokens": 100, "responseBytes": 333, "finalTokens": 100,
        "finalBytes": 333, "itemCount": 1, "latency": 10.0, "overhead": 0.5,
    });
    let fields = record.as_object_mut().unwrap();
    more.as_object().into_iter().flatten().for_each(|(key, value)| {
        fields.insert(key.clone(), value.clone());
    });
    record
}

/// A file of these records.
pub fn write(desk: &Desk, records: &[Value]) {
    let mut text = String::new();
    records.iter().for_each(|record| writeln!(text, "{record}").unwrap());
    desk.write("tele/2026-11-26.jsonl", &text);
}

/// Calls of every kind, over an hour and a half.
pub fn mixed() -> Vec<Value> {
    let outcomes = ["passed", "paginated", "summarized", "chunked", "filtered", "clipped", "media"];
    let mut records = Vec::new();
    for index in 0..210_usize {
        let outcome = outcomes[index % outcomes.len()];
        let changed = outcome != "passed";
        let control = index % 10 == 3;
        let estimated = 1000 + index * 37;
        let left = if changed && !control { 400 + index } else { estimated };
        records.push(call(
            36_000 + index * 25,
            &json!({
                "tool": format!("tool_{}", index % 4), "outcome": if control { "passed" } else { outcome },
                "oversized": changed, "estimatedTokens": estimated, "responseBytes": estimated * 4,
                "finalTokens": left, "finalBytes": left * 4, "latency": 5 + index % 40,
                "overhead": (index % 9) as f64 / 2.0, "isError": index % 29 == 0, "session": format!("s{}", index % 20),
                "mode": if control || index % 10 == 7 { "ab" } else { "enforce" },
                "arm": if control { "control" } else { "hardened" },
            }),
        ));
        if index % 15 == 1 {
            records.push(json!({
                "event": "fetched", "time": "2026-11-26T10:30:00Z", "session": "s", "tool": "tool_1", "mode": "enforce",
                "arm": "hardened", "outcome": "paginated", "finalTokens": 700, "finalBytes": 2800, "overhead": 1.0,
            }));
        }
    }
    records.push(
        json!({"event": "config_changed", "time": "2026-11-26T10:05:00Z", "changes": {"rollout": [1, 2]}}),
    );
    records
}

pub fn stats(desk: &Desk, words: &[&str]) -> Done {
    desk.run(&[&["stats", "--telemetry", "tele"], words].concat())
}

fn json_of(desk: &Desk, words: &[&str]) -> Value {
    stats(desk, &[&["--format", "json"], words].concat()).json()
}

#[test]
fn row_sc_006_the_numbers_fit_on_one_screen() {
    let desk = Desk::new();
    let paged = json!({"tool": "list_bookings", "outcome": "paginated", "oversized": true, "estimatedTokens": 9000,
        "responseBytes": 30_000, "finalTokens": 3000, "finalBytes": 10_000});
    let records: Vec<Value> =
        (0..100).map(|index| call(36_000 + index, if index < 20 { &paged } else { &Value::Null })).collect();
    write(&desk, &records);
    assert_eq!(
        stats(&desk, &[]).out,
        "\
100 calls, 20 answers over their budget (20.0%)
outcomes   passed              80  80.0%  ################
           paginated           20  20.0%  ####
tokens     188000 -> 68000, 0 fetched later in 0 calls; 120000 saved (63.8%)
bytes      626640 -> 226640, 2266 an answer
size       p50 335 p95 30207 p99 30207 -> p50 335 p95 10239 p99 10239 bytes
latency    p50 10.2 p95 10.2 p99 10.2 ms; added p50 0.5 p95 0.5 p99 0.5 ms
calls      |#+| from 2026-11-26 10:00, 1 min each

tool                              calls   over       tokens          got  saved  p95 ms  share
list_bookings                        20   100%       180000        60000    67%     0.5  ##########
t                                    80     0%         8000         8000     0%     0.5  #
"
    );
}

#[test]
fn what_is_fetched_later_counts_against_what_was_saved() {
    let desk = Desk::new();
    let mut proxy = desk.proxy(&[], &[]);
    let first = proxy.call("text");
    let before = json_of_when(&desk, 1, 0);
    let cursor = first["_meta"]["weir/answer"]["nextCursor"].as_str().unwrap().to_owned();
    let mut next = Some(cursor);
    let mut got = first["content"][0]["text"].as_str().unwrap().len();
    let mut pages = 0;
    while let Some(cursor) = next {
        let page = proxy.get(&json!({"cursor": cursor}));
        got += page["content"][0]["text"].as_str().unwrap().len();
        next = page["_meta"]["weir/answer"]["nextCursor"].as_str().map(str::to_owned);
        pages += 1;
    }
    proxy.end();
    let after = json_of_when(&desk, 1, pages);
    assert!(before["savedTokens"].as_i64().unwrap() > 10_000, "{before}");
    // Who reads all of it in pieces has saved nothing, and has paid for what is round the pieces.
    assert!(after["savedTokens"].as_i64().unwrap() <= 0, "{after}");
    assert!(after["reductionPct"].as_f64().unwrap() <= 0.0);
    let sent = after["finalTokens"].as_u64().unwrap() + after["fetchedTokens"].as_u64().unwrap();
    let tokens = (got as u64 * 3).div_ceil(10);
    assert!(sent.abs_diff(tokens) <= 2 * (pages as u64 + 1), "{sent} {tokens}");
    // It is held against the tool and the outcome that it goes on with.
    let tool = &after["tools"][0];
    assert_eq!((&tool["tool"], &tool["fetches"]), (&json!("text"), &json!(pages)));
    let of_tool = json_of(&desk, &["--tool", "text", "--outcome", "chunked"]);
    assert_eq!((&of_tool["calls"], &of_tool["savedTokens"]), (&json!(1), &after["savedTokens"]));
    assert!(stats(&desk, &[]).out.contains(&format!("fetched later in {pages} calls")));
    assert!(stats(&desk, &["--check", "reductionPct>=0%"]).code <= 1);
    assert_eq!(stats(&desk, &["--check", "reductionPct>=1%"]).code, 1);
}

/// The numbers as soon as there are so many records.
fn json_of_when(desk: &Desk, calls: usize, fetches: usize) -> Value {
    desk.records("call", calls);
    if fetches > 0 {
        desk.records("fetched", fetches);
    }
    json_of(desk, &[])
}

#[test]
fn saved_is_only_what_the_client_would_have_shown() {
    let desk = Desk::new();
    let file = desk.write("weir.json", r#"{"profile": "codex"}"#);
    let mut proxy = desk.proxy(&["--config", &file], &[]);
    proxy.call("text");
    proxy.end();
    let numbers = json_of_when(&desk, 1, 0);
    // Codex shows 10000 bytes of any answer: the rest of a long one was never in its context.
    assert_eq!(numbers["seenTokens"], 3000);
    assert!(numbers["estimatedTokens"].as_u64().unwrap() > 15_000);
    let saved = 3000 - numbers["finalTokens"].as_i64().unwrap();
    assert_eq!(numbers["savedTokens"], saved);
}

#[test]
fn an_answer_that_was_only_observed_saved_nothing_and_its_savings_are_distinguished() {
    let desk = Desk::new();
    let mut proxy = desk.proxy(&["--mode", "observe"], &[]);
    proxy.call("text");
    proxy.call("small");
    proxy.end();
    let numbers = json_of_when(&desk, 2, 0);
    assert_eq!(numbers["savedTokens"], 0);
    let observed = &numbers["observed"];
    assert_eq!(observed["calls"], 2);
    assert!(observed["mostSavedTokens"].as_i64().unwrap() > 10_000, "{observed}");
    let (tokens, would_be) =
        (observed["tokens"].as_i64().unwrap(), observed["wouldBeTokens"].as_i64().unwrap());
    assert_eq!(observed["mostSavedTokens"], tokens - would_be);
    assert!(stats(&desk, &[]).out.contains("\nobserved   2 calls, tokens "));
}

#[test]
fn the_arms_of_a_trial_are_beside_each_other_with_an_interval() {
    let desk = Desk::new();
    let record = |index: usize| {
        let control = index % 2 == 1;
        let tokens = if control { 9000 + index } else { 3000 + index };
        call(
            36_000 + index,
            &json!({"mode": "ab", "arm": if control { "control" } else { "hardened" }, "session": format!("s{index}"),
                "oversized": true, "outcome": if control { "passed" } else { "paginated" }, "estimatedTokens": 9000 + index,
                "finalTokens": tokens, "latency": if control { 20 } else { 10 }}),
        )
    };
    write(&desk, &(0..40).map(record).collect::<Vec<_>>());
    let ab = json_of(&desk, &[])["ab"].clone();
    assert_eq!(
        (&ab["unit"], &ab["hardened"]["calls"], &ab["control"]["calls"]),
        (&json!("session"), &json!(20), &json!(20))
    );
    let at = |path: &str| ab.pointer(path).and_then(Value::as_f64).unwrap();
    assert!((at("/hardened/tokensPerCall/mean") - 3019.0).abs() < 1e-9);
    assert!((at("/difference/mean") + 6001.0).abs() < 1e-9);
    assert!(at("/difference/low") < -6001.0 && at("/difference/high") < -5990.0, "{ab}");
    let text = stats(&desk, &[]).out;
    assert!(
        text.contains("\nab         tokens a call: hardened 3019, control 9020; difference -6001 ("),
        "{text}"
    );
    assert_eq!(json_of(&desk, &["--until", "2026-11-26T01:00:00Z"])["ab"], Value::Null);
}

#[test]
fn the_numbers_follow_their_schema() {
    let desk = Desk::new();
    let numbers = validator("telemetry/schema/weir.stats.1.json");
    write(&desk, &[]);
    assert_eq!(faults(&numbers, &json_of(&desk, &[])), [""; 0]);
    write(&desk, &mixed());
    let all = json_of(&desk, &[]);
    assert_eq!(faults(&numbers, &all), [""; 0]);
    let slots = all["time"]["slots"].as_array().unwrap();
    let calls: u64 = slots.iter().map(|slot| slot["calls"].as_u64().unwrap()).sum();
    assert_eq!((calls, &all["calls"], &all["errors"]), (210, &json!(210), &json!(8)));
    assert_eq!(
        (&all["fetches"], &all["fetchedTokens"], &all["configChanges"]),
        (&json!(14), &json!(9800), &json!(1))
    );
}

#[test]
fn row_fr_032_health_is_adoption_and_average_size() {
    let desk = Desk::new();
    let schema = validator("telemetry/schema/weir.mcp-health.1.json");
    let paged =
        json!({"outcome": "paginated", "oversized": true, "responseBytes": 30_000, "finalBytes": 10_000});
    let mut records: Vec<Value> =
        (0..100).map(|index| call(index, if index < 20 { &paged } else { &Value::Null })).collect();
    records[99] = call(99, &json!({"isError": true}));
    write(&desk, &records);
    desk.write(".config/weir/weir.yaml", "mode: enforce\n");
    let health = stats(&desk, &["--health", "--format", "json"]).json();
    assert_eq!(faults(&schema, &health), [""; 0]);
    assert_eq!(
        (&health["status"], &health["code"], &health["calls"]),
        (&json!("ok"), &json!(200), &json!(100))
    );
    assert_eq!((&health["paginationAdoption"], &health["oversizedShare"]), (&json!(0.2), &json!(0.2)));
    assert_eq!(health["errorShare"], 0.01);
    let near = |key: &str, number: f64| (health[key].as_f64().unwrap() - number).abs() < 1e-9;
    assert!(near("averageResponseBytes", (20.0 * 10_000.0 + 80.0 * 333.0) / 100.0), "{health}");
    assert!(near("averageOriginalBytes", (20.0 * 30_000.0 + 80.0 * 333.0) / 100.0), "{health}");
    assert!(health["configuration"]["ageSeconds"].as_u64().unwrap() < 600, "{health}");
    assert_eq!(health["store"], json!({"state": "files", "works": true}));
    let text = stats(&desk, &["--health"]).out;
    let (first, second) = text.split_once('\n').unwrap();
    assert_eq!(
        first,
        "100 calls, 20 answers over their budget (20.0%), 1 errors (1.0%); 20.0% paginated, 6266 -> 2266 bytes an answer"
    );
    assert!(
        second.starts_with("ok: configuration ") && second.ends_with(" s old, store files\n"),
        "{second}"
    );
}

#[test]
fn health_is_failing_without_the_store_and_degraded_by_a_wrong_configuration() {
    let desk = Desk::new();
    write(&desk, &[call(1, &Value::Null)]);
    let schema = validator("telemetry/schema/weir.mcp-health.1.json");
    let words = ["stats", "--telemetry", "tele", "--health", "--format", "json"];
    let file = desk.write("afile", "x");
    let failing = desk.with(&words, &[("WEIR_STORE", &file)], "");
    let body = failing.json();
    assert_eq!(faults(&schema, &body), [""; 0]);
    assert_eq!((failing.code, &body["status"], &body["code"]), (1, &json!("failing"), &json!(503)));
    assert_eq!(failing.err, "weir: the store cannot be used\n");
    assert!(!failing.out.contains("afile"), "nothing of this machine is told");
    desk.write(".config/weir/weir.yaml", "mode: wrong\n");
    let degraded = desk.with(&words, &[("WEIR_STORE", "off")], "");
    let body = degraded.json();
    assert_eq!((degraded.code, &body["status"], &body["code"]), (0, &json!("degraded"), &json!(200)));
    assert_eq!((&body["configuration"]["valid"], &body["store"]["state"]), (&json!(false), &json!("off")));
}

#[test]
fn an_error_of_the_server_is_counted() {
    let desk = Desk::new();
    let mut proxy = desk.proxy(&[], &[]);
    proxy.call("wrong");
    proxy.call("refused");
    proxy.call("small");
    proxy.end();
    let records = desk.records("call", 3);
    let errors: Vec<bool> = records.iter().map(|record| record["isError"] == true).collect();
    assert_eq!(errors, [true, true, false]);
    assert_eq!(json_of(&desk, &[])["errors"], 2);
    assert_eq!(stats(&desk, &["--check", "errors<=10%"]).code, 1);
}

#[test]
fn row_002_n3_drops_of_pack_are_counted() {
    let desk = Desk::new();
    let items: String = (0..5)
        .map(|each| format!("{{\"text\": \"{each} {}\", \"score\": 1}}\n", "word ".repeat(800)))
        .collect();
    let pack = |budget: &str, more: &[(&str, &str)]| {
        let variables = [&[("WEIR_TELEMETRY", "tele")], more].concat();
        desk.with(&["pack", "--format", "json", "-b", budget], &variables, &items)
    };
    let few = pack("2500", &[]).json();
    pack("8192", &[]);
    let dropped = few["metadata"]["dropped_count"].as_u64().unwrap();
    assert!(dropped > 0, "{few}");
    let numbers = json_of(&desk, &["--cmd", "pack"])["pack"].clone();
    assert_eq!((&numbers["runs"], &numbers["runsWithDrops"]), (&json!(2), &json!(1)));
    assert_eq!(numbers["droppedChunks"], dropped);
    assert_eq!(numbers["droppedTokens"], few["metadata"]["dropped_total_tokens"]);
    // The budget that it names has room for everything.
    let enough = numbers["neededTokens"]["p95"].as_u64().unwrap().to_string();
    assert_eq!(pack(&enough, &[]).json()["metadata"]["dropped_count"], 0);
    assert!(stats(&desk, &["--cmd", "pack"]).out.starts_with("pack       3 runs, 1 with drops: "));
    assert_eq!(json_of(&desk, &["--cmd", "proxy"])["pack"]["runs"], 0);
    assert_eq!(stats(&desk, &["--check", "packDrops<=20%"]).code, 1);
    assert!(desk.records("packed", 3).iter().all(|record| !record.to_string().contains("word")));
    // What is in the way of the record is not in the way of the answer.
    desk.write("afile", "x");
    assert_eq!(pack("8192", &[("WEIR_TELEMETRY", "afile")]).code, 0);
}

#[test]
fn a_key_that_is_too_short_is_refused() {
    let desk = Desk::new();
    let done = desk.with(&["proxy", "--", "true"], &[("WEIR_KEY", "short")], "");
    assert_eq!(done.code, 2);
    assert!(
        done.err.starts_with("weir: WEIR_KEY must be 64 hexadecimal digits, or at least 32 bytes long"),
        "{}",
        done.err
    );
    assert!(!done.err.contains("short;") && done.out.is_empty());
}

/// A day of a million calls: `cargo test --release --test configuration -- --ignored --nocapture a_day`.
#[test]
#[ignore = "takes a minute, and means something in release builds alone"]
fn a_day_of_a_million_calls_is_counted_within_3_seconds_and_100_mb() {
    let desk = Desk::new();
    let mut text = String::new();
    for index in 0..1_000_000_usize {
        let paged = index % 17 == 0;
        writeln!(
            text,
            "{{\"event\":\"call\",\"time\":\"2026-11-26T{:02}:{:02}:{:02}.{:03}Z\",\"session\":\"{:016x}\",\"server\":\"bookings\",\"method\":\"tools/call\",\"tool\":\"tool_{}\",\"mode\":\"ab\",\"arm\":\"{}\",\"outcome\":\"{}\",\"estimatedTokens\":{},\"responseBytes\":{},\"finalTokens\":{},\"finalBytes\":{},\"itemCount\":1,\"latency\":{}.{:03},\"overhead\":0.{:03},\"paginationUsed\":{paged},\"summarizationUsed\":false,\"chunkingUsed\":false,\"oversized\":{paged}}}",
            index / 41_667, index / 695 % 60, index % 60, index % 1000, index % 5000, index % 40,
            if index % 5000 % 2 == 0 { "hardened" } else { "control" },
            if paged { "paginated" } else { "passed" },
            index % 9000 + 1, index % 30_000 + 1, index % 3000 + 1, index % 10_000 + 1, index % 200, index % 1000, index % 999
        )
        .unwrap();
    }
    desk.write("tele/2026-11-26.jsonl", &text);
    let script = format!(
        "ulimit -v 1000000; exec {} stats --telemetry tele --format json",
        env!("CARGO_BIN_EXE_weir")
    );
    let begun = std::time::Instant::now();
    let mut child = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(desk.path(""))
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0_u64;
    while child.try_wait().unwrap().is_none() {
        let peak = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = peak
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.trim().parse().ok());
        most = most.max(peak.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(5));
        if begun.elapsed().as_secs() > 120 {
            panic!("too slow");
        }
    }
    let took = begun.elapsed();
    eprintln!("1000000 calls in {took:?}, {most} kB");
    assert!(took.as_secs_f64() <= 3.0 && most <= 100_000);
}

#[test]
fn row_fr_036_a_trial_leaves_one_arm_as_it_is_and_records_the_sizes_of_both() {
    let desk = Desk::new();
    let file = desk.write("weir.json", r#"{"mode": "ab", "assign": "call"}"#);
    let mut proxy = desk.proxy(&["--config", &file], &[("WEIR_SESSION", "trial")]);
    let hardened = (0..60).filter(|_| proxy.items() == 50).count();
    proxy.end();
    assert!((15..=45).contains(&hardened), "{hardened} of 60");
    let numbers = json_of_when(&desk, 60, 0);
    let arms = &numbers["arms"];
    assert_eq!(
        (&arms["hardened"]["calls"], &arms["control"]["calls"]),
        (&json!(hardened), &json!(60 - hardened))
    );
    assert_eq!((&arms["control"]["savedTokens"], &numbers["ab"]["unit"]), (&json!(0), &json!("call")));
    let control = desk.records("call", 60).into_iter().find(|record| record["arm"] == "control").unwrap();
    assert_eq!((&control["outcome"], &control["wouldBe"]), (&json!("passed"), &json!("paginated")));
    assert!(control["wouldBeTokens"].is_number() && control["finalTokens"] == control["estimatedTokens"]);
}

#[test]
fn row_rk_1_a_quarter_of_the_calls_is_rolled_out() {
    let desk = Desk::new();
    let file = desk.write("weir.json", r#"{"rollout": 25, "assign": "call"}"#);
    let mut proxy = desk.proxy(&["--config", &file], &[("WEIR_SESSION", "canary")]);
    for _ in 0..200 {
        proxy.call("small");
    }
    proxy.end();
    let arms = json_of_when(&desk, 200, 0)["arms"].clone();
    let hardened = arms["hardened"]["calls"].as_u64().unwrap();
    assert!((30..=70).contains(&hardened), "{arms}");
}

#[test]
fn row_sc_003_every_list_that_is_too_long_is_paged() {
    let desk = Desk::new();
    let mut proxy = desk.proxy(&[], &[]);
    for tool in ["list", "small", "list", "text"] {
        proxy.call(tool);
    }
    proxy.end();
    let numbers = json_of_when(&desk, 4, 0);
    assert_eq!((&numbers["lists"], &numbers["outcomes"]["paginated"]), (&json!(2), &json!(2)));
    assert_eq!(numbers["paginationAdoption"], 0.5);
}

#[test]
fn row_nfr_p4_records_cost_a_call_less_than_10_ms() {
    let desk = Desk::new();
    let median = |options: &[&str]| {
        let mut proxy = desk.proxy(options, &[]);
        let mut times: Vec<std::time::Duration> = (0..101)
            .map(|_| {
                let begun = std::time::Instant::now();
                proxy.call("small");
                begun.elapsed()
            })
            .collect();
        proxy.end();
        times.sort();
        times[50]
    };
    let (without, with) = (median(&["--telemetry", "off"]), median(&[]));
    assert!(with.saturating_sub(without).as_millis() < 10, "{without:?} {with:?}");
}
