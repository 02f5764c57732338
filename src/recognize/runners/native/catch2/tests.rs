//! Rules of the recognizer, each on the smallest log that shows it.

use super::catch2_lines;
use crate::event::Totals;

#[test]
fn a_broken_name_is_put_together_and_a_section_is_none_of_it() {
    let name = |rows: &[&str]| {
        catch2_lines::case_name(&rows.iter().map(|row| (*row).to_owned()).collect::<Vec<_>>())
    };
    assert_eq!(name(&["a long name that", "goes on", "  a section"]), "a long name that goes on");
    assert_eq!(
        name(&["Scenario: a cart", "          is sold", "     Given: it"]),
        "Scenario: a cart is sold"
    );
    assert_eq!(name(&["short"]), "short");
}

#[test]
fn totals_are_read_in_every_form() {
    let totals = |passed, failed, total| Totals { passed, failed, total, ..Totals::default() };
    let counted = Totals { skipped: Some(7), other: Some(14), ..totals(Some(327), Some(71), Some(419)) };
    let text = "test cases:  419 |  327 passed |  71 failed | 7 skipped | 14 failed as expected";
    assert_eq!(catch2_lines::totals(text), Some(counted));
    let passed = Some(totals(Some(3), Some(0), Some(3)));
    assert_eq!(catch2_lines::all_passed("All tests passed (5 assertions in 3 test cases)"), passed);
    assert_eq!(catch2_lines::compact_totals("Passed all 3 test cases with 5 assertions."), passed);
    let failed = Some(totals(None, Some(1), None));
    assert_eq!(catch2_lines::compact_totals("Failed 1 test case, failed 2 assertions."), failed);
    for text in ["Failed 3 of 7", "Passed 3 test cases and left", "All tests passed (yes)"] {
        assert_eq!(
            catch2_lines::compact_totals(text).or_else(|| catch2_lines::all_passed(text)),
            None,
            "{text}"
        );
    }
}
