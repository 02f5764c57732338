//! A second binary, so that a run has more than one section.

#[test]
fn a_voyage_ends_where_it_was_to_end() {
    let port = if harbour::asked("voyage") { "Aalborg" } else { "Bergen" };
    assert_eq!(port, "Bergen", "wrong port");
}

#[test]
#[should_panic(expected = "aground")]
fn a_ship_runs_aground() {
    panic!("{}", if harbour::asked("voyage") { "afloat" } else { "aground" });
}

#[test]
fn a_long_log_is_kept_apart() {
    if harbour::asked("noise") {
        for hour in 0..120 {
            println!("hour {hour}: wind {} knots, ERROR in the log book is corrected", hour % 17);
        }
        panic!("the log book of the voyage has a gap at hour 77");
    }
}
