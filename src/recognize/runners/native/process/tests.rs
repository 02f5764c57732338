//! Rules of the recognizer, each on the smallest log that shows it.

use super::Process;

#[test]
fn a_traceback_that_ended_no_process_is_none() {
    let text = "\
Exception ignored in: <function f>
Traceback (most recent call last):
  File \"a.py\", line 3, in f
ValueError: too late
";
    let mut process = crate::recognize::kit::Driven::<Process>::default();
    for (index, text) in text.lines().enumerate() {
        let mut events: Vec<String> = Vec::new();
        let number = u64::try_from(index).unwrap() + 1;
        let line = crate::text::Line { number, ..crate::text::Line::of(text) };
        process.read(&line, &mut events);
        assert_eq!(events, Vec::<String>::new(), "{text}");
    }
}
