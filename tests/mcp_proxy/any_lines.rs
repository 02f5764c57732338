//! Lines of a client and of a server, cut and mixed by chance: what goes on is JSON, and nothing panics.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::load::Chance;
use crate::two_sides::Sides;

/// Lines to begin with; a tab marks those of the server.
const SEEDS: [&str; 9] = [
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"x":"\u0061\ud83d"}}}"#,
    r#"{"id":1,"method":"tools/call","params":{"name":"weir_get","arguments":{"id":"abcdefgh","path":".a[0]"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
    r#"[{"id":1,"method":"tools/list"},{"id":"1","method":"initialize"},{"method":"notifications/cancelled","params":{"requestId":1}}]"#,
    "\t{\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"LONG\"}],\"structuredContent\":[1,{\"a\":\"LONG\"}]}}",
    "\t{\"id\":1,\"result\":{\"tools\":[{\"name\":\"weir_get\",\"outputSchema\":{}},{\"name\":\"b\",\"outputSchema\":1}],\"nextCursor\":null}}",
    "\t[{\"id\":1,\"error\":{\"code\":-1,\"message\":\"LONG\",\"data\":[[[]]]}},{\"id\":\"1\",\"result\":{\"capabilities\":{\"tools\":{\"listChanged\":true}}}}]",
    "\t{\"id\":1,\"result\":{\"contents\":[{\"uri\":\"u\",\"text\":\"LONG\"},{\"blob\":\"AAAA\"}],\"resultType\":\"complete\",\"_meta\":{\"weir/answer\":{}}}}",
    "\t{\"id\":1,\"result\":{\"content\":[{\"type\":\"image\",\"data\":\"LONG\",\"mimeType\":\"a/b\"},{\"type\":\"text\",\"text\":\"[LIST]\"}],\"isError\":true}}",
    "\tbanner {\"id\":1,\"result\":NaN}",
];

fn at(chance: &mut Chance, length: usize) -> usize {
    usize::try_from(chance.next(length as u64 + 1)).unwrap()
}

/// A seed, changed in a few places.
fn line(chance: &mut Chance) -> Vec<u8> {
    let seed = |chance: &mut Chance| SEEDS[at(chance, SEEDS.len() - 1)];
    let numbers: Vec<String> = (0..chance.next(90)).map(|number| number.to_string()).collect();
    let long = "word\\n and \u{e9} more ".repeat(at(chance, 700));
    let mut line = seed(chance).replace("LONG", &long).replace("LIST", &numbers.join(",")).into_bytes();
    for _ in 0..chance.next(4) {
        let place = at(chance, line.len());
        match chance.next(6) {
            0 => line.truncate(place),
            1 => line.insert(place, b"{}[]\",:\\\x80 \r0ue"[at(chance, 12)]),
            2 => line.drain(place.min(line.len())..(place + at(chance, 9)).min(line.len())).for_each(drop),
            3 => {
                let other = seed(chance).as_bytes();
                let (from, to) = (at(chance, other.len()), at(chance, other.len()));
                let part = other[from.min(to)..from.max(to)].to_vec();
                line.splice(place..place, part).for_each(drop);
            }
            4 => {
                let depth = at(chance, 300);
                line.splice(place..place, "[".repeat(depth).into_bytes()).for_each(drop);
            }
            _ => {
                let from = at(chance, place);
                let part = line[from..place].to_vec();
                line.splice(place..place, part).for_each(drop);
            }
        }
    }
    line.retain(|byte| *byte != b'\n');
    line
}

fn session(chance: &mut Chance) {
    let sides = Sides::new();
    for _ in 0..2 + chance.next(6) {
        sides.line(&line(chance));
    }
    sides.end();
}

/// `WEIR_ANY_SECONDS` names another time.
#[test]
fn lines_of_any_kind_in_any_order_do_no_harm() {
    let seconds = std::env::var("WEIR_ANY_SECONDS").map(|seconds| seconds.parse().unwrap());
    let (begun, mut number) = (Instant::now(), 0_u64);
    while match &seconds {
        Ok(seconds) => begun.elapsed() < Duration::from_secs(*seconds),
        Err(_) => number < 400,
    } {
        session(&mut Chance(number));
        number += 1;
    }
    let reported = format!("{number} sessions\n");
    std::io::stderr().write_all(reported.as_bytes()).unwrap();
}
