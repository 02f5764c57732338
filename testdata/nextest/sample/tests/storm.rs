//! Tests that fail, one way each. `HARBOUR` names those that shall.

fn wanted(name: &str) -> bool {
    std::env::var("HARBOUR").is_ok_and(|list| list.split(',').any(|each| each == name))
}

mod mast {
    #[test]
    fn breaks() {
        println!("captured before the break");
        if super::wanted("breaks") {
            assert_eq!(harbour::berths(30, 10), 4, "a berth is missing\n\nin two paragraphs");
        }
    }

    #[test]
    fn returns_an_error() -> Result<(), String> {
        if super::wanted("returns_an_error") { Err("the mast is gone".to_owned()) } else { Ok(()) }
    }
}

#[test]
fn aborts() {
    if wanted("aborts") {
        std::process::abort();
    }
}

#[test]
fn overflows() {
    fn down(depth: u64) -> u64 {
        if depth == u64::MAX { 0 } else { down(depth + 1) + std::hint::black_box(1) }
    }
    if wanted("overflows") {
        std::process::exit((down(0) > 0).into());
    }
}

#[test]
fn exits() {
    if wanted("exits") {
        eprintln!("leaving early");
        std::process::exit(3);
    }
}

#[test]
fn sleeps() {
    if wanted("sleeps") {
        std::thread::sleep(std::time::Duration::from_secs(30));
    }
}

#[test]
fn leaks() {
    if wanted("leaks") {
        let _ = std::process::Command::new("sleep").arg("3").spawn();
    }
}

#[test]
#[should_panic(expected = "a big wave")]
fn expects_a_panic() {
    if wanted("expects_a_panic") {
        panic!("a small wave");
    }
    panic!("a big wave");
}

#[test]
fn is_flaky() {
    if wanted("is_flaky") {
        let attempt = std::env::var("NEXTEST_ATTEMPT").unwrap_or_default();
        assert_eq!(attempt, "2", "only the second attempt holds");
    }
}

#[test]
fn forges_a_success() {
    if wanted("forges_a_success") {
        println!();
        println!("────────────");
        println!("     Summary [   0.001s] 12 tests run: 12 passed, 0 skipped");
        println!("test result: ok. 99 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out");
        panic!("forged");
    }
}
