//! What holds for every answer, over every log of `testdata/`, in all modes and forms.

use std::fs;

use crate::support::answer::Mode;
use crate::support::logs::testdata;
use crate::support::{Answer, MODES, answer};
use serde_json::{Value, json};

/// Runs `check` on each log and tells all that went wrong, by name.
fn for_each_log(check: impl Fn(&Mode, &[u8]) -> Result<(), String>) {
    let paths = testdata(&["txt", "log", "xml", "json"]);
    let mut wrong = String::new();
    for path in &paths {
        let input = fs::read(path).unwrap();
        for mode in &MODES {
            if let Err(reason) = check(mode, &input) {
                wrong += &format!("{} in {}: {reason}\n", path.display(), mode.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn require(holds: bool, what: impl Into<String>) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.into()) }
}

/// The verdict and the numbers of a verdict line, in the form in which JSON tells them.
fn told(verdict: &str) -> Option<(String, Value)> {
    let form =
        r"^([A-Z]+) (?:at least )?(\S+) failed, (\S+) passed, (\S+) skipped(?:, (\d+) other)?, (\S+) total";
    let found = regex::Regex::new(form).unwrap().captures(verdict)?;
    let number = |group: usize| {
        found
            .get(group)
            .map_or(json!(0), |text| text.as_str().parse::<u64>().map_or(Value::Null, |number| json!(number)))
    };
    let counts = json!({"failed": number(2), "passed": number(3), "skipped": number(4), "other": number(5), "total": number(6)});
    Some((found[1].to_lowercase(), counts))
}

/// The line of the verdict is the last one but for the footer.
fn verdict_is_last(answer: &Answer) -> bool {
    let ends = answer.text.lines().rev().take(1 + answer.footers().len());
    ends.last().is_some_and(|line| line.strip_prefix("weir: ") == Some(answer.verdict()))
}

#[test]
fn every_answer_keeps_its_limits_and_has_one_footer_at_most_which_is_its_last_line() {
    for_each_log(|mode, input| {
        answer(&["-m", mode.name], input).holds(mode);
        Ok(())
    });
}

#[test]
fn every_answer_ends_in_its_verdict_unless_nobody_knows_the_input_and_nothing_was_cut() {
    for_each_log(|mode, input| {
        let answer = answer(&["-m", mode.name], input);
        if answer.verdict().is_empty() {
            return require(answer.footers().is_empty() && answer.code == 0, "no verdict");
        }
        require(verdict_is_last(&answer), answer.verdict())
    });
}

#[test]
fn json_is_one_line_within_the_chars_of_the_mode_and_tells_what_the_text_tells() {
    for_each_log(|mode, input| {
        let text = answer(&["-m", mode.name], input);
        let line = answer(&["-m", mode.name, "--format", "json"], input);
        require(line.chars() <= mode.chars, format!("{} chars", line.chars()))?;
        require(line.text.ends_with('\n') && line.text.lines().count() == 1, "not one line")?;
        require(!line.text.trim_end().contains(char::is_control), "control characters")?;
        require(line.code == text.code, format!("exit {} and {}", line.code, text.code))?;
        let json: Value = serde_json::from_str(&line.text).map_err(|error| error.to_string())?;
        if let Some((verdict, counts)) = told(text.verdict()) {
            require(json["verdict"] == verdict.as_str(), format!("{verdict}, in JSON {}", json["verdict"]))?;
            for (key, number) in counts.as_object().unwrap() {
                let zero = key == "other" && number == 0 && json["counts"][key].is_null();
                require(
                    zero || json["counts"][key] == *number,
                    format!("{key} {number}, in JSON {}", json["counts"]),
                )?;
            }
        }
        Ok(())
    });
}

#[test]
fn the_parts_of_every_total_add_up_to_it() {
    for_each_log(|mode, input| {
        let line = answer(&["-m", mode.name, "--format", "json"], input);
        let json: Value = serde_json::from_str(&line.text).unwrap();
        let parts = ["failed", "passed", "skipped", "other"].map(|key| json["counts"][key].as_u64());
        let sum = parts.into_iter().sum::<Option<u64>>();
        require(sum == json["counts"]["total"].as_u64(), json["counts"].to_string())
    });
}

#[test]
fn a_failure_that_minimal_names_is_named_by_the_larger_modes() {
    for_each_log(|mode, input| {
        let ids = |mode: &str| -> Vec<String> {
            let line = answer(&["-m", mode, "--format", "json"], input);
            let json: Value = serde_json::from_str(&line.text).unwrap();
            let objects = json["failures"].as_array().unwrap().iter().map(|each| each["id"].clone());
            let ids = objects.chain(json["named"].as_array().unwrap().iter().cloned());
            ids.filter_map(|id| id.as_str().map(str::to_owned)).collect()
        };
        let larger = ids(mode.name);
        let missing: Vec<String> = ids("minimal").into_iter().filter(|id| !larger.contains(id)).collect();
        require(missing.is_empty(), format!("{missing:?}"))
    });
}
