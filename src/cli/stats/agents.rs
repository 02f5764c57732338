//! `weir stats --agents`: what weir did in the shells of agents, from the counts on this machine.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::agents::{Agent, Folders, stats_file};
use crate::budget::Count as _;
use crate::text::time::Time;

/// The most bytes that are read of an agent's counts.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// A line of counts: a run, or something that was asked for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Line {
    at: i64,
    asked: Option<String>,
    #[serde(flatten)]
    counts: Counts,
}

/// What is counted of a run: chars, and failures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
struct Counts {
    raw: u64,
    without: u64,
    seen: u64,
    failures: u64,
    hidden: u64,
    kept: u64,
}

/// The sums of an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    runs: u64,
    cut: u64,
    counts: Counts,
    shows: u64,
    reruns: u64,
}

impl Counts {
    fn add(&mut self, more: &Self) {
        let pairs = [
            (&mut self.raw, more.raw),
            (&mut self.without, more.without),
            (&mut self.seen, more.seen),
            (&mut self.failures, more.failures),
            (&mut self.hidden, more.hidden),
            (&mut self.kept, more.kept),
        ];
        pairs.into_iter().for_each(|(sum, more)| *sum = sum.saturating_add(more));
    }
}

impl Sums {
    fn add(&mut self, line: &Line) {
        match line.asked.as_deref() {
            Some("show") => self.shows.up(1),
            Some(_) => self.reruns.up(1),
            None => {
                self.runs.up(1);
                self.cut.up(u64::from(line.counts.raw > line.counts.without));
                self.counts.add(&line.counts);
            }
        }
    }

    fn text(&self, name: &str) -> String {
        format!(
            "{name}\n  \
             failures kept  {} of {} that the agent's own cut would have hidden; {} failures in all\n  \
             runs           {}, {} of them cut by the agent without weir\n  \
             chars seen     {} with weir, {} without; {} printed\n  \
             against it     weir show {}, weir rerun {}\n",
            self.counts.kept,
            self.counts.hidden,
            self.counts.failures,
            self.runs,
            self.cut,
            self.counts.seen,
            self.counts.without,
            self.counts.raw,
            self.shows,
            self.reruns
        )
    }

    fn json(&self, name: &str) -> Value {
        json!({
            "agent": name,
            "failures_kept": self.counts.kept,
            "failures_hidden_by_agent": self.counts.hidden,
            "failures": self.counts.failures,
            "runs": self.runs,
            "truncations_avoided": self.cut,
            "chars_printed": self.counts.raw,
            "chars_seen_without_weir": self.counts.without,
            "chars_seen": self.counts.seen,
            "shows": self.shows,
            "reruns": self.reruns,
        })
    }
}

/// The sums of each agent that is counted.
pub(super) fn sums(folders: &Folders, since: Option<Time>, until: Option<Time>) -> Vec<(Agent, Sums)> {
    let mut all = Vec::new();
    for agent in Agent::ALL {
        let Ok(file) = File::open(stats_file(folders, agent)) else { continue };
        let mut sums = Sums::default();
        for line in BufReader::new(file.take(MOST_BYTES)).split(b'\n').map_while(Result::ok) {
            let Ok(line) = serde_json::from_slice::<Line>(&line) else { continue };
            let is_in =
                since.is_none_or(|since| line.at >= since.0) && until.is_none_or(|until| line.at <= until.0);
            if is_in {
                sums.add(&line);
            }
        }
        all.push((agent, sums));
    }
    all
}

/// The sums for people.
pub(super) fn text(all: &[(Agent, Sums)]) -> String {
    all.iter().map(|(agent, sums)| sums.text(agent.name())).collect()
}

/// The sums in JSON.
pub(super) fn json(all: &[(Agent, Sums)]) -> String {
    let each: Vec<Value> = all.iter().map(|(agent, sums)| sums.json(agent.name())).collect();
    format!("{}\n", json!({"agents": each}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_that_leads_is_failures_kept() {
        let mut sums = Sums::default();
        for line in [
            r#"{"at":1,"raw":50000,"without":10000,"seen":2000,"failures":40,"hidden":30,"kept":29}"#,
            r#"{"at":2,"raw":100,"without":100,"seen":90,"failures":1,"hidden":0,"kept":0}"#,
            r#"{"at":3,"asked":"show"}"#,
            r#"{"at":3,"asked":"rerun"}"#,
        ] {
            sums.add(&serde_json::from_str(line).unwrap());
        }
        assert_eq!(
            sums.text("codex"),
            "codex\n  failures kept  29 of 30 that the agent's own cut would have hidden; 41 failures in all\n  \
             runs           2, 1 of them cut by the agent without weir\n  \
             chars seen     2090 with weir, 10100 without; 50100 printed\n  \
             against it     weir show 1, weir rerun 1\n"
        );
        assert_eq!(sums.json("codex")["failures_kept"], 29);
    }
}
