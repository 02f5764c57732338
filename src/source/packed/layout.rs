//! The layout of GitHub Actions' logs: what is there twice, and what belongs together.
//!
//! An archive holds each job's whole log as `N_JOB.txt` (`-N_JOB.txt` from the old service), and, mostly, the same lines
//! once more by step: a folder `JOB` of `1_Set up job.txt`, `2_Run tests.txt`, ..., and `system.txt`. Some archives lack
//! the folders, some lack a whole log. Both names are the job's with what no path may hold left out, `/` and `:` say, and
//! cut off, not always at the same length; so they are compared by their letters and digits.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::budget::Count as _;

/// From this many letters and digits on a name may be a cut one.
const CUT_CHARS: usize = 40;
/// The most names that are compared as cut ones.
const CUT_NAMES: usize = 500;

/// A log of an archive: its name there, and the numbers of its entries in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Planned {
    pub(super) name: String,
    pub(super) entries: Vec<usize>,
}

/// The job whose whole log has this name.
fn job(name: &str) -> Option<&str> {
    let (number, job) = name.strip_suffix(".txt")?.split_once('_')?;
    let digits = number.strip_prefix('-').unwrap_or(number);
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) && !job.is_empty()).then_some(job)
}

/// Whether a file of this name is a step's log.
fn is_step(name: &str) -> bool {
    name == "system.txt" || job(name).is_some()
}

fn letters(name: &str) -> String {
    let letters: String = name.chars().filter(|char| char.is_alphanumeric()).collect();
    if letters.is_empty() { name.to_owned() } else { letters }
}

/// Which of the folders repeat one of the whole logs; each log is repeated once at most.
fn repeated(folders: &[&str], jobs: &[&str]) -> Vec<bool> {
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    for job in jobs {
        let count = left.entry(letters(job)).or_default();
        count.up(1);
    }
    let mut take = |name: &str| {
        let Some(count) = left.get_mut(name) else { return false };
        count.down(1);
        if *count == 0 {
            left.remove(name);
        }
        true
    };
    let mut found: Vec<bool> = folders.iter().map(|folder| take(&letters(folder))).collect();
    let open = found.iter().filter(|found| !**found).count();
    if open.saturating_add(left.len()) <= CUT_NAMES {
        for (folder, found) in folders.iter().zip(&mut found).filter(|(_, found)| !**found) {
            let own = letters(folder);
            let cut = |other: &&String| {
                let (short, long) = if own.len() < other.len() { (&own, *other) } else { (*other, &own) };
                short.chars().count() >= CUT_CHARS && long.starts_with(short.as_str())
            };
            if let Some(name) = left.keys().find(cut).cloned() {
                left.remove(&name);
                *found = true;
            }
        }
    }
    found
}

/// Whether a folder holds by step what a file beside it holds whole: its logs are not to be counted twice.
///
/// `files` are the files beside it, `inside` the names of all that is in it.
#[must_use]
pub fn repeats_a_job<'a>(
    folder: &str,
    files: impl IntoIterator<Item = &'a str>,
    inside: impl IntoIterator<Item = &'a str>,
) -> bool {
    let jobs: Vec<&str> = files.into_iter().filter_map(job).collect();
    let reported = repeated(&[folder], &jobs).first() == Some(&true);
    let mut inside = inside.into_iter().peekable();
    reported && inside.peek().is_some() && inside.all(is_step)
}

/// The logs of an archive of these files, in order.
pub(super) fn plan(files: &[(usize, String)]) -> Vec<Planned> {
    let top = common_folder(files);
    let below = |name: &'_ str| name.get(top.len()..).unwrap_or(name).to_owned();
    let mut jobs: Vec<String> = Vec::new();
    let mut folders: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    let mut logs: Vec<Planned> = Vec::new();
    for (entry, name) in files {
        let short = below(name);
        match short.split_once('/') {
            Some((folder, step)) => {
                folders.entry(folder.to_owned()).or_default().push((*entry, step.to_owned()));
            }
            None => {
                jobs.extend(job(&short).map(str::to_owned));
                logs.push(Planned { name: name.clone(), entries: vec![*entry] });
            }
        }
    }
    let of_steps = |steps: &[(usize, String)]| steps.iter().all(|(_, step)| is_step(step));
    let (of_steps, others): (Vec<_>, Vec<_>) = folders.into_iter().partition(|(_, steps)| of_steps(steps));
    let names: Vec<&str> = of_steps.iter().map(|(folder, _)| folder.as_str()).collect();
    let jobs: Vec<&str> = jobs.iter().map(String::as_str).collect();
    let repeats = repeated(&names, &jobs);
    for ((folder, mut steps), repeats) in of_steps.iter().cloned().zip(repeats) {
        if repeats {
            continue;
        }
        steps.sort_by(|a, b| natural(&a.1, &b.1));
        let is_job = !jobs.is_empty() || steps.iter().any(|(_, step)| step == "1_Set up job.txt");
        if is_job {
            let entries = steps.iter().filter(|(_, step)| steps.len() == 1 || step != "system.txt");
            let entries = entries.map(|(entry, _)| *entry).collect();
            logs.push(Planned { name: format!("{top}{folder}/"), entries });
        } else {
            logs.extend(each(top, &folder, &steps));
        }
    }
    for (folder, inside) in &others {
        logs.extend(each(top, folder, inside));
    }
    logs.sort_by(|a, b| natural(&a.name, &b.name));
    logs
}

/// Every file of a folder as a log of its own.
fn each(top: &str, folder: &str, inside: &[(usize, String)]) -> Vec<Planned> {
    let log = |(entry, name): &(usize, String)| Planned {
        name: format!("{top}{folder}/{name}"),
        entries: vec![*entry],
    };
    inside.iter().map(log).collect()
}

/// The folder around everything when somebody packed an unpacked archive again, with its `/`; else nothing.
fn common_folder(files: &[(usize, String)]) -> &str {
    let Some(end) = files.first().and_then(|(_, first)| first.find('/')) else { return "" };
    let top = files.first().and_then(|(_, first)| first.get(..=end)).unwrap_or("");
    let below = |name: &'_ str| name.strip_prefix(top).map(|rest| (rest.contains('/'), job(rest).is_some()));
    let kinds: Vec<_> = files.iter().map(|(_, name)| below(name)).collect();
    let around = kinds.iter().all(Option::is_some)
        && kinds.iter().flatten().any(|(folder, _)| *folder)
        && kinds.iter().flatten().any(|(folder, job)| !folder && *job);
    if around { top } else { "" }
}

/// Orders names as people do: numbers in them by their value.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.as_bytes(), b.as_bytes());
    while let (Some(one), Some(other)) = (left.first(), right.first()) {
        let order = if one.is_ascii_digit() && other.is_ascii_digit() {
            let (first, after_first) = digits(left);
            let (second, after_second) = digits(right);
            (left, right) = (after_first, after_second);
            first.len().cmp(&second.len()).then_with(|| first.cmp(second))
        } else {
            (left, right) = (left.get(1..).unwrap_or(&[]), right.get(1..).unwrap_or(&[]));
            one.cmp(other)
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

/// The number at the start without leading zeros, and what follows.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(end).unwrap_or((text, &[]));
    let zeros = number.iter().take_while(|byte| **byte == b'0').count();
    (number.get(zeros..).unwrap_or(number), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(names: &[&str]) -> Vec<String> {
        let files: Vec<_> = names.iter().enumerate().map(|(at, name)| (at, (*name).to_owned())).collect();
        let shown = |log: &Planned| {
            let parts: Vec<&str> = log.entries.iter().map(|entry| names[*entry]).collect();
            format!("{}: {}", log.name, parts.join(" + "))
        };
        plan(&files).iter().map(shown).collect()
    }

    #[test]
    fn a_job_that_is_reported_whole_is_not_reported_by_its_steps() {
        let names = [
            "build (1.80)/1_Set up job.txt",
            "build (1.80)/2_Run tests.txt",
            "build (1.80)/system.txt",
            "1_build (1.80).txt",
            "0_lint _ all.txt",
            "lint  all/1_Set up job.txt",
            "10_a.txt",
            "2_b.txt",
        ];
        assert_eq!(
            planned(&names),
            [
                "0_lint _ all.txt: 0_lint _ all.txt",
                "1_build (1.80).txt: 1_build (1.80).txt",
                "2_b.txt: 2_b.txt",
                "10_a.txt: 10_a.txt",
            ]
        );
    }

    #[test]
    fn a_job_without_a_whole_log_is_its_steps_in_their_order() {
        let names = [
            "test/10_Complete job.txt",
            "test/2_Run tests.txt",
            "test/1_Set up job.txt",
            "test/system.txt",
            "0_lint.txt",
        ];
        assert_eq!(
            planned(&names),
            [
                "0_lint.txt: 0_lint.txt",
                "test/: test/1_Set up job.txt + test/2_Run tests.txt + test/10_Complete job.txt",
            ]
        );
        assert_eq!(planned(&["wait/system.txt", "0_a.txt"]), ["0_a.txt: 0_a.txt", "wait/: wait/system.txt"]);
    }

    #[test]
    fn two_jobs_of_one_name_need_two_whole_logs() {
        let one = ["0_test.txt", "test/1_Set up job.txt", "test /1_Set up job.txt"];
        assert_eq!(planned(&one).len(), 2);
        assert_eq!(planned(&["0_test.txt", "1_test.txt", one[1], one[2]]).len(), 2);
    }

    #[test]
    fn long_names_may_be_cut_off_at_different_places() {
        let long = "windows arm64 driver verifier with everything (arm64, release)";
        let whole = format!("3_{long} _ install.txt");
        let cut = format!("{}/1_Set up job.txt", &long[..50]);
        assert_eq!(planned(&[&whole, &cut]).len(), 1);
        assert_eq!(planned(&["0_test-more.txt", "test/1_Set up job.txt"]).len(), 2);
    }

    #[test]
    fn an_archive_that_was_packed_again_has_a_folder_around_it() {
        assert_eq!(
            planned(&["logs/0_a.txt", "logs/a/1_Set up job.txt", "logs/a/2_x.txt"]),
            ["logs/0_a.txt: logs/0_a.txt"]
        );
        assert_eq!(planned(&["a/1_Set up job.txt", "a/2_x.txt"]), ["a/: a/1_Set up job.txt + a/2_x.txt"]);
    }

    #[test]
    fn the_files_of_any_other_archive_are_logs_of_their_own() {
        assert_eq!(
            planned(&[
                "run/b.log",
                "run/a.log",
                "run/deep/2_c.txt",
                "readme",
                "days/1_mon.txt",
                "days/2_tue.txt"
            ]),
            [
                "days/1_mon.txt: days/1_mon.txt",
                "days/2_tue.txt: days/2_tue.txt",
                "readme: readme",
                "run/a.log: run/a.log",
                "run/b.log: run/b.log",
                "run/deep/2_c.txt: run/deep/2_c.txt",
            ]
        );
    }

    #[test]
    fn a_folder_of_steps_beside_the_whole_log_repeats_it_and_no_other_folder_does() {
        let steps = ["1_Set up job.txt", "system.txt"];
        assert!(repeats_a_job("test", ["0_test.txt"], steps));
        assert!(!repeats_a_job("test", ["0_lint.txt"], steps));
        assert!(!repeats_a_job("test", ["0_test.txt"], ["1_Set up job.txt", "core.dump"]));
        assert!(!repeats_a_job("test", ["0_test.txt"], []));
    }

    #[test]
    fn numbers_in_names_are_ordered_by_their_value() {
        let mut names = ["b", "a10", "a9", "a09", "a", "10", "9x", "-1"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["-1", "9x", "10", "a", "a09", "a9", "a10", "b"]);
    }
}
