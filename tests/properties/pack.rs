//! The packer and the estimators: budgets hold, nothing is split or lost, estimates never overflow.

use proptest::collection::vec;
use proptest::prelude::*;
use weir::budget::{Estimator, Measure, Policy};
use weir::pack::{Chunk, Citing, Fate, Form, Matter, Profile, Reason, Settings, json, select, text};

const CASES: u32 = 10_000;

fn chunk() -> impl Strategy<Value = Chunk> {
    let text = prop_oneof![
        Just(String::new()),
        "[a-z ]{1,40}",
        "\\PC{0,30}",
        (1_usize..400).prop_map(|length| "lamp ".repeat(length)),
    ];
    let score = prop_oneof![Just(0.5), -1.0..1.0_f64];
    (text, score, 0_u32..9, "[a-z]{0,12}", "(\\{\"a\":1\\})?").prop_map(
        |(text, score, id, source, metadata)| Chunk {
            members: format!("\"id\":{id}"),
            text,
            score: Some(score),
            id: Some(id.to_string()),
            source,
            metadata,
            ..Chunk::default()
        },
    )
}

fn settings() -> impl Strategy<Value = Settings> {
    (
        1_u64..3000,
        0_u64..200,
        prop_oneof![Just(Policy::Prefix), Just(Policy::Greedy)],
        prop_oneof![Just(Citing::Sources), Just(Citing::Nothing)],
        prop_oneof![Just(Form::Text), Just(Form::Json)],
        proptest::option::of(1_usize..30),
    )
        .prop_map(|(budget, reserve, policy, citing, form, top)| Settings {
            profile: Profile::Rag,
            budget,
            policy,
            order: None,
            reserve,
            citing,
            top,
            separator: "\n\n".to_owned(),
            form,
            matter: Matter::Chunks,
        })
}

fn estimator() -> impl Strategy<Value = Estimator> {
    (0..Estimator::ALL.len()).prop_map(|at| Estimator::ALL[at])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_admitted_and_kept_stays_within_the_budget_and_nothing_is_lost(
        chunks in vec(chunk(), 0..25), settings in settings(), estimator in estimator(),
    ) {
        let selection = select(&chunks, &settings, &estimator).unwrap();
        let (texts, citations) = selection.used();
        let admitted = selection.admitted().count();
        prop_assert!(admitted == 0 || texts + citations + selection.reserve <= settings.budget);
        prop_assert!(selection.reserve >= settings.reserve);
        prop_assert_eq!(admitted + selection.dropped().count(), chunks.len());
        // Stable: equal scores as they came.
        let ranked: Vec<&Chunk> = selection.entries.iter().map(|entry| entry.chunk).collect();
        let mut sorted: Vec<&Chunk> = chunks.iter().collect();
        sorted.sort_by(|one, other| other.score.partial_cmp(&one.score).unwrap());
        prop_assert!(ranked.iter().zip(&sorted).all(|(one, other)| std::ptr::eq(*one, *other)));
        if settings.form == Form::Json {
            let dropped: u64 = selection.dropped().map(|(entry, _)| estimator.tokens(&entry.chunk.text)).sum();
            prop_assert_eq!(dropped, selection.dropped_tokens());
            let answer: serde_json::Value = serde_json::from_str(&json::json(&selection, &settings, "x")).unwrap();
            prop_assert_eq!(answer["chunks"].as_array().unwrap().len(), admitted);
        } else if admitted > 0 {
            let shown = text::text(&selection, &settings);
            prop_assert!(estimator.tokens(&shown) <= settings.budget, "{} of {}: {shown}", estimator.tokens(&shown), settings.budget);
            for entry in selection.admitted().filter(|entry| !entry.chunk.text.contains("weir:")) {
                prop_assert!(!entry.chunk.text.chars().all(|char| char.is_ascii_lowercase() || char == ' ') || shown.contains(&entry.chunk.text));
            }
        }
        // With greedy, nothing that would fit is dropped for the budget.
        let spends = selection.reserve <= settings.budget;
        if settings.policy == Policy::Greedy && settings.form == Form::Json && spends {
            let left = settings.budget.saturating_sub(texts + citations + selection.reserve);
            for entry in selection.entries.iter().filter(|entry| entry.fate == Fate::Dropped(Reason::Budget)) {
                prop_assert!(entry.tokens + entry.citation > left);
            }
        }
    }

    #[test]
    fn the_budget_that_fits_all_fits_all(
        chunks in vec(chunk(), 1..25), settings in settings(), estimator in estimator(),
    ) {
        let selection = select(&chunks, &settings, &estimator).unwrap();
        if let Some(budget) = selection.enough {
            let again = select(&chunks, &Settings { budget, ..settings }, &estimator).unwrap();
            prop_assert!(again.dropped().all(|(_, reason)| reason != Reason::Budget), "{budget}");
        }
    }

    #[test]
    fn no_estimate_overflows_and_more_chars_are_never_fewer_tokens(chars in any::<u64>(), more in 0_u64..9) {
        for estimator in Estimator::ALL {
            let tokens = estimator.of_chars(chars);
            prop_assert!(tokens <= estimator.of_chars(chars.saturating_add(more)));
        }
    }
}
