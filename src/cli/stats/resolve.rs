//! What was meant by `weir stats`.

use std::path::PathBuf;

use super::args::StatsArgs;
use super::condition::condition;
use super::run::{Form, OfAgents, Stats};
use crate::cli::configuration::{sources, wrong};
use crate::cli::duration::milliseconds;
use crate::cli::exit::Problem;
use crate::cli::storage::now;
use crate::cli::surroundings::Surroundings;
use crate::cli::words::shown;
use crate::config::{Flags, load};
use crate::settings::pattern::NamePattern;
use crate::telemetry::{Check, Command, Query};
use crate::text::time::Time;

/// Decides what is counted.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn resolve(typed: &StatsArgs, surroundings: &Surroundings) -> Result<Stats, Problem> {
    let glob = |word: &String| {
        NamePattern::new(word).map_err(|wrong| Problem::usage(format!("--tool {} {wrong}", shown(word))))
    };
    let time = |word: Option<&String>, by| word.map(|word| time(word, by, surroundings)).transpose();
    let query = Query {
        dir: dir(typed, surroundings)?,
        tool: typed.tool.as_ref().map(glob).transpose()?,
        since: time(typed.since.as_ref(), "--since")?,
        until: time(typed.until.as_ref(), "--until")?,
        outcome: typed.outcome.clone(),
        command: typed.cmd.as_deref().map(|word| if word == "pack" { Command::Pack } else { Command::Mcp }),
    };
    let form = match typed.format.as_deref() {
        Some("json") => Form::Json,
        Some("prom") => Form::Prometheus,
        _ => Form::Text,
    };
    if typed.health && form == Form::Prometheus {
        return Err(Problem::usage("--health is written as text or json"));
    }
    let checks = typed.check.iter().map(|word| check(word)).collect::<Result<Vec<_>, _>>()?;
    let health = typed.health.then(|| condition(surroundings));
    Ok(Stats { query, form, health, html: typed.html.clone(), checks })
}

/// What is counted of agents.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn of_agents(typed: &StatsArgs, surroundings: &Surroundings) -> Result<OfAgents, Problem> {
    let form = match typed.format.as_deref() {
        Some("json") => Form::Json,
        Some("prom") => return Err(Problem::usage("--agents is written as text or json")),
        _ => Form::Text,
    };
    let time = |word: Option<&String>, by| word.map(|word| time(word, by, surroundings)).transpose();
    Ok(OfAgents {
        folders: crate::cli::setup::places(surroundings)?.folders,
        since: time(typed.since.as_ref(), "--since")?,
        until: time(typed.until.as_ref(), "--until")?,
        form,
    })
}

fn dir(typed: &StatsArgs, surroundings: &Surroundings) -> Result<PathBuf, Problem> {
    if let Some(dir) = &typed.telemetry {
        return Ok(dir.clone());
    }
    let loaded = load(&sources(None, Flags::default(), surroundings)).map_err(wrong)?;
    if let Some(trouble) = &loaded.trouble {
        return Err(wrong(trouble.clone()));
    }
    loaded.config.merged.guard.telemetry.dir.ok_or_else(|| {
        Problem::usage("no folder of records is known")
            .hint("--telemetry DIR, WEIR_TELEMETRY, or telemetry.dir in the configuration names it")
    })
}

fn time(word: &str, by: &str, surroundings: &Surroundings) -> Result<Time, Problem> {
    if let Some(time) = Time::read(word) {
        return Ok(time);
    }
    let has_unit = word.ends_with(['s', 'm', 'h', 'd']);
    let ago = milliseconds(word).filter(|_| has_unit).ok_or_else(|| {
        Problem::usage(format!("{by} must be a time, not {}", shown(word)))
            .hint("such as 2026-03-01T12:00:00Z, or an age: 30s, 15m, 1h, 7d")
    })?;
    #[expect(clippy::cast_possible_truncation, reason = "at most ten thousand days")]
    let seconds = (ago / 1000.0).ceil() as i64;
    Ok(Time(now(surroundings).saturating_sub(seconds)))
}

fn check(word: &str) -> Result<Check, Problem> {
    Check::parse(word).ok_or_else(|| {
        let names = Check::names().collect::<Vec<_>>().join(", ");
        Problem::usage(format!("--check cannot be {}", shown(word)))
            .hint(format!("as in 'oversized<=5%' or 'p95Latency<500'; what can be checked: {names}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_moment_or_so_long_ago() {
        let at = Surroundings::default().with("WEIR_NOW", "1000000");
        let read =
            |word| time(word, "--since", &at).map(|time| time.0).map_err(|problem| problem.to_string());
        assert_eq!(read("1970-01-01T00:01:00Z"), Ok(60));
        assert_eq!(
            [read("30s"), read("15m"), read("1h"), read("7d")],
            [999_970, 999_100, 996_400, 395_200].map(Ok)
        );
        for word in ["", "5", "yesterday", "-1h", "2026-02-30"] {
            assert!(read(word).unwrap_err().starts_with("--since must be a time, not '"), "{word}");
        }
    }

    #[test]
    fn a_check_that_is_none_names_what_can_be_checked() {
        let refused = check("oversized<<5").unwrap_err().to_string();
        assert!(
            refused.starts_with("--check cannot be 'oversized<<5'\nhint: as in 'oversized<=5%'"),
            "{refused}"
        );
    }
}
