//! Sweeps: one question, asked of many logs, of pairs of logs, or of many cuts of a log.
//!
//! A sweep runs on all processors. Where all of it takes long, a sample is tried: the same one in every run, another one in
//! every place, and with each log in it. `WEIR_EXHAUSTIVE=1 cargo test` tries everything.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Whether everything is tried, and not a sample.
pub fn exhaustive() -> bool {
    std::env::var_os("WEIR_EXHAUSTIVE").is_some_and(|value| value == "1")
}

/// A number of the place's own: FNV-1a of its name.
pub fn seed(place: &str) -> usize {
    let hash =
        place.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    usize::try_from(hash).unwrap()
}

/// A place for a log: its folder and name.
pub fn place(log: &Path) -> String {
    let names: Vec<_> = log.iter().rev().take(2).map(|name| name.to_string_lossy()).collect();
    names.into_iter().rev().collect::<Vec<_>>().join("/")
}

/// Some of the numbers below `all`, in order: all of them, or `most` that are spread evenly, one in each stretch.
pub fn sample(place: &str, all: usize, most: usize) -> Vec<usize> {
    if exhaustive() || all <= most {
        return (0..all).collect();
    }
    let seed = seed(place);
    let one = |step: usize| {
        let (from, to) = (step * all / most, (step + 1) * all / most);
        // Any sequence that spreads: the golden ratio's steps.
        from + seed.wrapping_add(step.wrapping_mul(0x9e37_79b9)) % 1_000_003 % (to - from)
    };
    (0..most).map(one).collect()
}

/// Whether a pair is tried: each, or one of `every`. With at least `every` of the one there is a pair for each of the other.
pub fn pair_is_tried(place: &str, first: usize, second: usize, every: usize) -> bool {
    exhaustive() || (first + second + seed(place) % every).is_multiple_of(every)
}

/// What `each` gives for the items, in their order. They run side by side.
pub fn side_by_side<T: Sync, R: Send>(items: &[T], each: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(number) else { return done };
            done.push((number, each(item)));
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..thread::available_parallelism().map_or(1, usize::from)).map(|_| scope.spawn(work)).collect();
        let done =
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        done.flatten().collect()
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}
