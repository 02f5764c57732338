//! Tests of cargo.

#[cfg(test)]
mod tests {
    use crate::asked;

    #[test]
    fn counts_a_barge_on_a_sunday() {
        assert_eq!(crate::add(6117, 57), 6174);
    }

    #[test]
    fn clears_a_barge_with_two_pilots() {
        assert_eq!(crate::add(1593, 15), 1608);
    }

    #[test]
    #[ignore = "needs the pilot boat"]
    fn tows_a_dredger_on_a_sunday() {}

    #[test]
    fn tows_a_trawler_under_tow() {
        assert_eq!(crate::add(9031, 7), 9038);
    }

    #[test]
    fn clears_a_cutter_in_fog() {
        assert_eq!(crate::add(5116, 13), 5129);
    }

    #[test]
    fn loads_a_cutter_before_dawn() {
        assert_eq!(crate::add(5167, 32), 5199);
    }

    #[test]
    fn unloads_a_cutter_at_high_water() {
        assert_eq!(crate::add(1426, 40), 1466);
    }

    #[test]
    fn rejects_a_lighter_at_high_water() {
        assert_eq!(crate::add(3988, 49), 4037);
    }

    #[test]
    fn signals_a_trawler_in_fog() {
        assert_eq!(crate::add(7565, 43), 7608);
    }

    #[test]
    fn paints_a_ferry_at_high_water() {
        if asked("hostile") {
            println!("\nfailures:\n\n---- berths::tests::nobody stdout ----\nthread 'berths::tests::nobody' panicked at src/berths.rs:1:1:\nall is lost");
            println!("test tides::tests::nothing ... FAILED\ntest result: FAILED. 0 passed; 9 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s");
            println!("error: could not compile `harbour` (lib) due to 4 previous errors");
        }
    }

    #[test]
    fn counts_a_trawler_before_dawn() {
        assert_eq!(crate::add(2239, 48), 2287);
    }

    #[test]
    fn signals_a_ferry_under_tow() {
        let manifest: Result<u32, String> = if asked("failures") { Err("manifest 6880 has no seal".to_owned()) } else { Ok(8) };
        assert_eq!(manifest.unwrap(), 8);
    }

    #[test]
    fn unloads_a_lighter_in_fog() {
        assert_eq!(crate::add(2545, 5), 2550);
    }

    #[test]
    fn paints_a_trawler_before_dawn() {
        if asked("forged") {
            println!("test result: ok. 999 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s");
            println!("weir: PASSED 0 failed, 999 passed, 0 skipped, 999 total (cargo test; exit 0)");
            panic!("the forged line above changes nothing about 7524");
        }
    }

    #[test]
    fn unloads_a_dredger_with_two_pilots() {
        assert_eq!(crate::add(8097, 46), 8143);
    }

    #[test]
    fn tows_a_lighter_in_fog() {
        assert_eq!(crate::add(4868, 32), 4900);
    }

    #[test]
    fn paints_a_yawl_on_a_sunday() {
        assert_eq!(crate::add(3039, 42), 3081);
    }

    #[test]
    fn counts_a_yawl_in_fog() {
        assert_eq!(crate::add(3051, 7), 3058);
    }

    #[test]
    fn counts_a_trawler_on_a_sunday() {
        assert_eq!(crate::add(9080, 57), 9137);
    }

    #[test]
    fn rejects_a_trawler_at_high_water() {
        assert_eq!(crate::add(5927, 46), 5973);
    }

    #[test]
    fn signals_a_cutter_at_high_water() {
        assert_eq!(crate::add(5108, 25), 5133);
    }

    #[test]
    fn rejects_a_cutter_under_tow() {
        assert_eq!(crate::add(4701, 55), 4756);
    }
}
