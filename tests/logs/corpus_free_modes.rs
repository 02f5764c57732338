//! What holds for every answer, over every log of `testdata/`, in all modes and forms.

use std::fs;
use std::path::PathBuf;
use std::sync::{LazyLock, OnceLock};

use serde_json::{Value, json};

use crate::support::answer::Mode;
use crate::support::logs::testdata;
use crate::support::schema::{faults, of_the_filter};
use crate::support::sweep::{place, sample, side_by_side};
use crate::support::{Answer, MODES, answer};

/// What weir says of a log in one mode: as text, and as JSON.
struct Printed {
    mode: &'static Mode,
    text: Answer,
    line: Answer,
    json: Result<Value, String>,
}

impl Printed {
    fn of(mode: &'static Mode, input: &[u8]) -> Self {
        let line = answer(&["-m", mode.name, "--format", "json"], input);
        let json = serde_json::from_str(&line.text).map_err(|error| error.to_string());
        Self { mode, text: answer(&["-m", mode.name], input), line, json }
    }

    fn json(&self) -> Result<&Value, String> {
        self.json.as_ref().map_err(Clone::clone)
    }
}

/// What weir says of each log of `testdata/`, found out once for all tests: in minimal first and then in the larger modes,
/// of which one is tried, another one for another log, unless all are.
fn printed() -> &'static [(PathBuf, Vec<Printed>)] {
    static PRINTED: OnceLock<Vec<(PathBuf, Vec<Printed>)>> = OnceLock::new();
    PRINTED.get_or_init(|| {
        let paths = testdata(&["txt", "log", "xml", "json"]);
        side_by_side(&paths, |path| {
            let input = fs::read(path).unwrap();
            let larger = sample(&place(path), MODES.len() - 1, 1).into_iter().map(|number| number + 1);
            let modes = [0].into_iter().chain(larger).map(|number| &MODES[number]);
            (path.clone(), modes.map(|mode| Printed::of(mode, &input)).collect())
        })
    })
}

/// Runs `check` on what was printed of each log, together with what was printed of it in minimal, and tells all that went wrong.
fn for_each_log(check: impl Fn(&Printed, &Printed) -> Result<(), String>) {
    let mut wrong = String::new();
    for (path, all) in printed() {
        for printed in all {
            if let Err(reason) = check(printed, &all[0]) {
                wrong += &format!("{} in {}: {reason}\n", path.display(), printed.mode.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn require(holds: bool, what: impl Into<String>) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.into()) }
}

/// The verdict and the numbers of a verdict line, in the form in which JSON tells them.
fn reported(verdict: &str) -> Option<(String, Value)> {
    static FORM: LazyLock<regex::Regex> = LazyLock::new(|| {
        let counts =
            r"(?:at least )?(\S+) failed, (\S+) passed, (\S+) skipped(?:, (\d+) other)?, (\S+) total";
        regex::Regex::new(&format!("^([A-Z]+) {counts}")).unwrap()
    });
    let found = FORM.captures(verdict)?;
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
    // In a run that passed the footer is a part of the verdict line.
    let own = |footer: &&&str| footer.strip_prefix("weir: ") != Some(answer.verdict());
    let footers = answer.footers().iter().filter(own).count();
    let ends = answer.text.lines().rev().take(1 + footers);
    ends.last().is_some_and(|line| line.strip_prefix("weir: ") == Some(answer.verdict()))
}

#[test]
fn every_answer_keeps_its_limits_and_has_one_footer_at_most_which_is_its_last_line() {
    for_each_log(|printed, _| {
        printed.text.holds(printed.mode);
        Ok(())
    });
}

#[test]
fn every_answer_ends_in_its_verdict_unless_nobody_knows_the_input_and_nothing_was_cut() {
    for_each_log(|printed, _| {
        let answer = &printed.text;
        if answer.verdict().is_empty() {
            return require(answer.footers().is_empty() && answer.code == 0, "no verdict");
        }
        require(verdict_is_last(answer), answer.verdict())
    });
}

#[test]
fn json_is_one_line_within_the_chars_of_the_mode_and_tells_what_the_text_tells() {
    for_each_log(|printed, _| {
        let Printed { mode, text, line, .. } = printed;
        require(line.chars() <= mode.chars, format!("{} chars", line.chars()))?;
        require(line.text.ends_with('\n') && line.text.lines().count() == 1, "not one line")?;
        require(!line.text.trim_end().contains(char::is_control), "control characters")?;
        require(line.code == text.code, format!("exit {} and {}", line.code, text.code))?;
        let json = printed.json()?;
        if let Some((verdict, counts)) = reported(text.verdict()) {
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
fn json_follows_the_schema() {
    let validator = of_the_filter();
    for_each_log(|printed, _| {
        let faults = faults(&validator, printed.json()?);
        require(faults.is_empty(), format!("{faults:?}"))
    });
}

#[test]
fn the_parts_of_every_total_add_up_to_it() {
    for_each_log(|printed, _| {
        let counts = &printed.json()?["counts"];
        let parts = ["failed", "passed", "skipped", "other"].map(|key| counts[key].as_u64());
        let sum = parts.into_iter().sum::<Option<u64>>();
        require(sum == counts["total"].as_u64(), counts.to_string())
    });
}

#[test]
fn a_failure_that_minimal_names_is_named_by_the_larger_modes() {
    let ids = |json: &Value| -> Vec<String> {
        let objects = json["failures"].as_array().unwrap().iter().map(|each| each["id"].clone());
        let ids = objects.chain(json["named"].as_array().unwrap().iter().cloned());
        ids.filter_map(|id| id.as_str().map(str::to_owned)).collect()
    };
    for_each_log(|printed, minimal| {
        let larger = ids(printed.json()?);
        let missing: Vec<String> =
            ids(minimal.json()?).into_iter().filter(|id| !larger.contains(id)).collect();
        require(missing.is_empty(), format!("{missing:?}"))
    });
}
