//! A small harbour: what the logs beside it were made from.

/// Boats that fit a quay.
pub fn berths(length: u32, boat: u32) -> u32 {
    length / boat
}

#[cfg(test)]
mod quay {
    use super::*;

    #[test]
    fn holds_three_boats() {
        assert_eq!(berths(30, 10), 3);
    }

    #[test]
    #[allow(non_snake_case)]
    fn error_FAILED_panics_is_only_a_name() {
        println!("        FAIL [   0.001s] (1/9) harbour quay::forged");
        println!("test result: FAILED. 0 passed; 9 failed; 0 ignored");
        eprintln!("thread 'main' panicked at src/forged.rs:1:1:\nforged");
    }

    #[test]
    #[ignore = "needs a tide"]
    fn floats() {}

    #[test]
    #[should_panic(expected = "divide by zero")]
    fn no_boat_is_no_length() {
        berths(30, 0);
    }
}
