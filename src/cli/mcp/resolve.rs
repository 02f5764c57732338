//! What was meant by `weir mcp`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::args::McpArgs;
use super::print::{Found, part, place, root};
use super::run::{Mcp, Serve};
use crate::cli::args::AnswerArgs;
use crate::cli::configuration::sources;
use crate::cli::exit::Problem;
use crate::cli::install::{Client, own_path};
use crate::cli::listen::{Listen, listen};
use crate::cli::options::{KeepingArgs, LimitArgs};
use crate::cli::proxy::timeout;
use crate::cli::resolve::{fit, settings};
use crate::cli::storage;
use crate::cli::surroundings::Surroundings;
use crate::cli::words::shown;
use crate::config::Flags;
use crate::mcp::harden::Keeping;
use crate::mcp::serve::{Own, Pattern, Roots};
use crate::settings::Redaction;
use crate::settings::guard::StoreAt;

/// How long a run may take unless the user says otherwise.
const LIMIT: Duration = Duration::from_secs(600);

/// Decides what is done.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn mcp(typed: &McpArgs, surroundings: &Surroundings) -> Result<Mcp, Problem> {
    let allowed = typed.allow.iter().map(|word| pattern(word)).collect::<Result<Vec<_>, _>>()?;
    let limit = typed.timeout.as_deref().map_or(Ok(Some(LIMIT)), timeout)?;
    let listen = listen(&typed.listening)?;
    if let Some(name) = &typed.print_config {
        return Ok(printed(name, (typed, listen), surroundings));
    }
    let here = || surroundings.folder.clone().unwrap_or_else(|| ".".into());
    let folders = if typed.root.is_empty() { vec![here()] } else { typed.root.clone() };
    let roots = Roots::new(&folders).map_err(|(folder, cause)| {
        Problem::unusable(cause)
            .context(format!("--root {} cannot be used", shown(&folder.to_string_lossy())))
    })?;
    let text = |name| surroundings.variable(name).map(|value| value.to_string_lossy().into_owned());
    let stored = if typed.no_store { None } else { storage::place(surroundings)? };
    let keeping = KeepingArgs { no_redact: typed.no_redact, no_store: typed.no_store };
    let redaction = if typed.no_redact { Redaction::Keep } else { Redaction::Redact };
    let flags = Flags {
        telemetry: typed.telemetry.as_ref().map(|folder| folder.clone().into_os_string()),
        store: typed.no_store.then_some(StoreAt::Off),
        ..Flags::default()
    };
    let mut hidden = vec!["WEIR_KEY"];
    if text("WEIR_STORE").is_some_and(|store| store.contains("://")) {
        // It may hold a password.
        hidden.push("WEIR_STORE");
    }
    let own = Own {
        roots,
        allowed,
        limit,
        place: stored.clone(),
        settings: settings(&AnswerArgs { keeping, ..AnswerArgs::default() }, surroundings)?,
        fit: fit(&LimitArgs::default(), surroundings)?,
        hidden,
    };
    Ok(Mcp::Serve(Box::new(Serve {
        own: Arc::new(own),
        sources: sources(typed.config.as_deref(), flags, surroundings),
        keeping: Keeping { place: stored, redaction, key: storage::key(surroundings)? },
        session: text("WEIR_SESSION"),
        listen,
    })))
}

fn pattern(word: &str) -> Result<Pattern, Problem> {
    Pattern::new(word).map_err(|wrong| {
        Problem::usage(format!("--allow {} {wrong}", shown(word))).hint("as in 'cargo test*'")
    })
}

/// What is printed for a client: weir with the same options.
fn printed(name: &str, (typed, listen): (&McpArgs, Option<Listen>), surroundings: &Surroundings) -> Mcp {
    let known =
        Client::ALL.iter().find(|(known, _)| *known == name || name == "gemini-cli" && *known == "gemini");
    let client = known.map_or(Client::ClaudeCode, |(_, client)| *client);
    let found = match &typed.listening.listen {
        Some(word) => Found::Url(format!("http://{}/mcp", reached(word, listen.as_ref()))),
        None => {
            let mut words = vec![own_path(), "mcp".to_owned()];
            let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
            let absolute = |path: &PathBuf| absolute(path, surroundings);
            let named = typed.root.iter().map(absolute);
            let roots: Vec<String> = if typed.root.is_empty() {
                root(client).map(str::to_owned).into_iter().collect()
            } else {
                named.collect()
            };
            roots.into_iter().for_each(|folder| option("--root", folder));
            typed.allow.iter().for_each(|pattern| option("--allow", pattern.clone()));
            typed.timeout.iter().for_each(|seconds| option("--timeout", seconds.clone()));
            typed.config.iter().for_each(|path| option("--config", absolute(path)));
            let is_off = |path: &PathBuf| path.as_os_str() == "off";
            let records = |path| if is_off(path) { "off".to_owned() } else { absolute(path) };
            typed.telemetry.iter().for_each(|path| option("--telemetry", records(path)));
            let flags = [("--no-store", typed.no_store), ("--no-redact", typed.no_redact)];
            words.extend(flags.iter().filter(|(_, typed)| *typed).map(|(name, _)| (*name).to_owned()));
            Found::Words(words)
        }
    };
    let mut place = place(client, surroundings);
    if let Some(file) = &typed.listening.token_file {
        let file = shown(&file.to_string_lossy());
        place +=
            &format!("; requests need the header 'Authorization: Bearer TOKEN', with the word in {file}");
    }
    Mcp::Print { text: part(client, &found), place }
}

/// Where clients of this machine reach what listens: an address that means all of them is none to connect to.
fn reached(word: &str, listen: Option<&Listen>) -> String {
    let Some(address) = listen.map(|listen| listen.address).filter(|_| !word.starts_with("localhost:"))
    else {
        return word.to_owned();
    };
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port()).to_string()
}

/// A path that leads to the same file from every folder: clients start servers in folders of their own.
fn absolute(path: &Path, surroundings: &Surroundings) -> String {
    let whole = surroundings.folder.as_ref().map_or_else(|| path.to_owned(), |folder| folder.join(path));
    std::path::absolute(&whole).unwrap_or(whole).to_string_lossy().into_owned()
}
