//! What was meant by `weir proxy`.

use std::path::PathBuf;
use std::time::Duration;

use super::args::ProxyArgs;
use super::run::Proxy;
use crate::cli::configuration::sources;
use crate::cli::duration::milliseconds;
use crate::cli::exit::Problem;
use crate::cli::listen::listen;
use crate::cli::storage;
use crate::cli::surroundings::Surroundings;
use crate::cli::words::shown;
use crate::config::Flags;
#[cfg(feature = "http")]
use crate::config::{is_header_name, is_header_value};
use crate::mcp::harden::Keeping;
use crate::mcp::proxy::{Level, Upstream};
#[cfg(feature = "http")]
use crate::mcp::upstream::http::Target;
use crate::settings::Redaction;
use crate::settings::guard::{GuardMode, StoreAt};

/// Decides what is done.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn proxy(typed: &ProxyArgs, surroundings: &Surroundings) -> Result<Proxy, Problem> {
    let text = |name| surroundings.variable(name).map(|value| value.to_string_lossy().into_owned());
    let flags = Flags {
        mode: typed.mode.as_deref().map(mode),
        only: typed.only.clone(),
        telemetry: typed.telemetry.as_ref().map(|folder| folder.clone().into_os_string()),
        store: typed.no_store.then_some(StoreAt::Off),
    };
    let place = if typed.no_store { None } else { storage::place(surroundings)? };
    let redaction = if typed.no_redact { Redaction::Keep } else { Redaction::Redact };
    Ok(Proxy {
        listen: listen(&typed.listening)?,
        upstream: upstream(typed)?,
        sources: sources(typed.config.as_deref(), flags, surroundings),
        keeping: Keeping { place, redaction, key: storage::key(surroundings)? },
        session: text("WEIR_SESSION"),
        timeout: typed.timeout.as_deref().map_or(Ok(None), timeout)?,
        log: typed.log.clone().or_else(|| surroundings.variable("WEIR_LOG").map(PathBuf::from)),
        level: typed.log_level.as_deref().map_or(Level::default(), level),
    })
}

/// The server that is asked.
#[cfg(feature = "http")]
fn upstream(typed: &ProxyArgs) -> Result<Upstream, Problem> {
    let Some(url) = &typed.url else {
        let wrong = |name: &str| {
            Err(Problem::usage(format!("{name} works only with --url"))
                .hint("a program gets words and variables"))
        };
        return match (typed.header.is_empty(), typed.header_env.is_empty()) {
            (false, _) => wrong("--header"),
            (_, false) => wrong("--header-env"),
            (true, true) => Ok(Upstream::Command(typed.server.clone())),
        };
    };
    // Of one name the first counts.
    let typed_headers = typed.header.iter().map(|word| header(word));
    let named = typed.header_env.iter().map(|word| header_env(word));
    let headers = typed_headers.chain(named).collect::<Result<Vec<_>, _>>()?;
    let target = Target { url: url.clone(), headers };
    match target.check() {
        Ok(()) => Ok(Upstream::Place(target)),
        Err(wrong) => Err(Problem::usage(wrong)),
    }
}

/// The server that is asked.
#[cfg(not(feature = "http"))]
fn upstream(typed: &ProxyArgs) -> Result<Upstream, Problem> {
    match &typed.url {
        None => Ok(Upstream::Command(typed.server.clone())),
        Some(_) => Err(Problem::usage("this build of weir has no --url")
            .hint("build it with the feature 'http', or put 'npx mcp-remote URL' after '--'")),
    }
}

/// The name and the value of a header. The message of a refusal does not hold the value: it may be a secret.
#[cfg(feature = "http")]
fn header(word: &str) -> Result<(String, String), Problem> {
    let wrong =
        || Problem::usage("--header must be 'NAME: VALUE'").hint("as in 'Authorization: Bearer TOKEN'");
    let (name, value) = word.split_once(':').ok_or_else(wrong)?;
    if name.trim().is_empty() { Err(wrong()) } else { Ok((name.trim().to_owned(), value.trim().to_owned())) }
}

/// A header whose value is in a variable. No message holds the value.
#[cfg(feature = "http")]
fn header_env(word: &str) -> Result<(String, String), Problem> {
    let wrong = |why: String| {
        Problem::usage(format!("--header-env {why}")).hint("as in 'Authorization=SERVICE_TOKEN'")
    };
    let Some((name, variable)) = word.split_once('=') else {
        return Err(wrong(format!("must be NAME=VARIABLE, not {}", shown(word))));
    };
    if !is_header_name(name) {
        return Err(wrong(format!("{} is no name of a header", shown(name))));
    }
    // Its name is known to the user alone, so it is none of those that weir reads by itself.
    let value = std::env::var_os(variable).filter(|value| !value.is_empty());
    let Some(value) = value else {
        return Err(wrong(format!("{} is not set, or is empty", shown(variable))));
    };
    let value = value.to_str().map(str::trim).filter(|value| is_header_value(value));
    let value = value.ok_or_else(|| wrong(format!("{} holds what a header cannot hold", shown(variable))))?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Clap lets nothing but these names through.
fn mode(word: &str) -> GuardMode {
    match word {
        "observe" => GuardMode::Observe,
        "ab" => GuardMode::Ab,
        _ => GuardMode::Enforce,
    }
}

/// A time; 0 is none.
pub(in crate::cli) fn timeout(word: &str) -> Result<Option<Duration>, Problem> {
    match milliseconds(word) {
        Some(wanted) if wanted > 0.0 => Ok(Some(Duration::from_secs_f64(wanted.max(1.0) / 1e3))),
        Some(_) => Ok(None),
        None => Err(Problem::usage(format!("--timeout must be a time, not {}", shown(word)))
            .hint("a number and ms, s, m, h or d: 90s, 1.5h; without a unit seconds; 0 is none")),
    }
}

/// Clap lets nothing but these names through.
fn level(word: &str) -> Level {
    Level::ALL.into_iter().find(|level| level.name() == word).unwrap_or_default()
}
