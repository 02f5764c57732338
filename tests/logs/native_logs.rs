//! A process that died, in a run that nobody knows.

#[test]
fn around_a_crash_of_which_nobody_knows_the_run_its_surroundings_are_shown() {
    let mut log: String = (1..=60).map(|step| format!("step {step} of the tour went on\n")).collect();
    log.push_str("the pump is broken: no pressure in pipe 7\n");
    log.push_str(&"walking on\n".repeat(20));
    log.push_str("bash: line 1:  4711 Aborted                 ./tour\n");
    let answer = crate::support::answer(&[], log);
    for line in
        ["the pump is broken: no pressure in pipe 7", "bash: line 1:  4711 Aborted", "step 60 of the tour"]
    {
        assert!(answer.text.contains(line), "{line} is missing in {}", answer.text);
    }
    assert!(answer.text.contains("weir: FAILED 1 error (crash)"), "{}", answer.text);
}
