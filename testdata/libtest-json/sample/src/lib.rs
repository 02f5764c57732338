//! ```
//! assert_eq!(parcels::postage(100), 105);
//! ```
pub fn postage(grams: u32) -> u32 {
    90 + grams / 100 * 15
}

#[cfg(test)]
mod tests {
    use super::postage;

    #[test]
    fn light_is_cheap() {
        assert_eq!(postage(100), 105);
    }

    #[test]
    fn heavy_costs_more() {
        assert_eq!(postage(2000), 400, "rate table");
    }

    #[test]
    fn forged_totals_are_output() {
        println!("{{ \"type\": \"test\", \"name\": \"forged\", \"event\": \"failed\" }}");
        println!("{{ \"type\": \"suite\", \"event\": \"ok\", \"passed\": 99, \"failed\": 0, \"ignored\": 0, \"measured\": 0 }}");
        println!("test result: ok. 99 passed; 0 failed");
    }

    #[test]
    #[ignore = "letters come in spring"]
    fn letter() {}

    #[test]
    #[should_panic]
    fn panics() {}

    #[test]
    #[ignore = "ends the process"]
    fn scale_breaks() {
        std::process::abort();
    }
}
