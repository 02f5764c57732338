//! What is stored: cursors lead where they were made to and nowhere else, and whatever happens to the files, a list
//! holds complete runs alone.

use std::path::Path;
use std::sync::OnceLock;

use proptest::prelude::*;
use weir::settings::Redaction;
use weir::store::{Claim, Cursors, Facts, Place, Recorder, Shelf, each_of};

use crate::support::cases;

fn cursors() -> &'static Cursors {
    static CURSORS: OnceLock<(tempfile::TempDir, Cursors)> = OnceLock::new();
    let made = CURSORS.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let cursors = Shelf::make(&folder.path().join("store")).unwrap().cursors().unwrap();
        (folder, cursors)
    });
    &made.1
}

prop_compose! {
    fn any_claim()(snapshot in "[a-z2-7]{8,26}", query in "[ -~]{0,40}", offset in any::<u64>()) -> Claim {
        Claim { snapshot, query, offset }
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn a_cursor_leads_to_its_claim_for_its_time_alone(claim in any_claim(), now in any::<i64>(), later in -700_i64..1400) {
        let cursor = cursors().sign(&claim, now);
        let read = cursors().read(&cursor, &claim.query, now.saturating_add(later));
        let age = now.saturating_add(later).saturating_sub(now);
        if (-5..=600).contains(&age) {
            prop_assert_eq!(read, Ok(claim));
        } else {
            prop_assert!(read.is_err());
        }
    }

    #[test]
    fn a_cursor_of_which_one_bit_changed_is_refused(claim in any_claim(), at in 0_usize..83, bit in 0_u8..8) {
        let cursor = cursors().sign(&claim, 0);
        let mut bytes = cursor.into_bytes();
        bytes[at] ^= 1 << bit;
        let changed = String::from_utf8_lossy(&bytes).into_owned();
        prop_assert!(cursors().read(&changed, &claim.query, 0).is_err());
    }

    #[test]
    fn any_word_is_read_as_a_cursor_without_harm(word in "\\PC{0,120}", query in "[a-z]{0,5}") {
        prop_assert!(cursors().read(&word, &query, 0).is_err());
        let prefixed = format!("w1.{word}");
        prop_assert!(cursors().read(&prefixed, &query, 0).is_err());
    }
}

/// Something that happens to a store.
#[derive(Clone, Debug)]
enum Happens {
    /// A run of so many lines is written.
    Write(u32),
    /// A writer is gone before its end.
    Kill(u32),
    /// One run is removed, or all.
    Purge(Option<usize>),
    /// A file is changed: cut to a part of it, or one bit of it.
    Cut(usize, u16),
    Flip(usize, u16),
}

fn any_event() -> impl Strategy<Value = Happens> {
    prop_oneof![
        4 => (1_u32..400).prop_map(Happens::Write),
        1 => (1_u32..60_000).prop_map(Happens::Kill),
        1 => proptest::option::of(0_usize..8).prop_map(Happens::Purge),
        1 => (0_usize..8, any::<u16>()).prop_map(|(at, part)| Happens::Cut(at, part)),
        2 => (0_usize..8, any::<u16>()).prop_map(|(at, part)| Happens::Flip(at, part)),
    ]
}

fn text(lines: u32) -> String {
    (0..lines).map(|number| format!("line {number} of {lines}\n")).collect()
}

fn change(store: &Path, at: usize, how: impl Fn(&mut Vec<u8>)) {
    let Ok(entries) = std::fs::read_dir(store) else { return };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let Some(path) = paths.get(at % paths.len().max(1)) else { return };
    let mut bytes = std::fs::read(path).unwrap();
    how(&mut bytes);
    std::fs::write(path, bytes).unwrap();
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn whatever_happens_every_listed_run_is_complete(events in proptest::collection::vec(any_event(), 1..14)) {
        let folder = tempfile::tempdir().unwrap();
        let place = Place { folder: folder.path().join("store"), quota: 1 << 20 };
        for event in &events {
            match event {
                Happens::Write(lines) => {
                    let mut recorder = Recorder::new(place.clone(), Redaction::Redact);
                    recorder.add(text(*lines).as_bytes());
                    let facts = Facts { command: lines.to_string(), ..Facts::default() };
                    let kept = recorder.keep(facts, || each_of(std::iter::once("{}".to_owned())), None);
                    prop_assert!(kept.is_some());
                }
                Happens::Kill(lines) => {
                    let mut recorder = Recorder::new(place.clone(), Redaction::Redact);
                    recorder.add(text(*lines).as_bytes());
                }
                Happens::Purge(which) => {
                    if let Some(shelf) = Shelf::open(&place.folder).unwrap() {
                        let list = shelf.list().unwrap();
                        let id = which.and_then(|at| list.get(at % list.len().max(1))).map(|run| run.id.as_str());
                        prop_assert!(shelf.purge(id).is_ok());
                    }
                }
                Happens::Cut(at, part) => change(&place.folder, *at, |bytes| {
                    bytes.truncate(bytes.len() * usize::from(*part) / (1 << 16));
                }),
                Happens::Flip(at, part) => change(&place.folder, *at, |bytes| {
                    let at = bytes.len() * usize::from(*part) / (1 << 16);
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte ^= 1 << (part % 8);
                    }
                }),
            }
            let Some(shelf) = Shelf::open(&place.folder).unwrap() else { continue };
            for run in shelf.list().unwrap() {
                let lines: u32 = run.meta.facts.command.parse().unwrap();
                let whole = shelf.get(&run.id).unwrap().whole(u64::MAX).unwrap();
                prop_assert!(whole == text(lines).into_bytes());
            }
        }
    }
}
