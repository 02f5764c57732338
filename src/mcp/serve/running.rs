//! Runs a command, and answers with what the filter makes of its output.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Instant;

use super::arguments::Run;
use super::caller::{ceiling, lower};
use super::filtering::filtered;
use super::roots::shown;
use super::talk::{Asked, Talk};
use super::ticks::{Tests, Ticks};
use crate::filter::Past;
use crate::settings::guard::StoreAt;
use crate::settings::{AnswerFormat, Colored, Offers, Settings};
use crate::source::{Child, Errand};
use crate::store::Last;
use crate::text::json::Json;
use crate::text::words::command_line;

/// Does a call; gives the result.
pub(super) fn run(talk: &Arc<Talk>, asked: &Asked, arguments: Option<Json<'_>>) -> Result<String, String> {
    let own = talk.own();
    let wanted = Run::of(arguments)?;
    if !own.allowed.iter().any(|pattern| pattern.matches(&wanted.command)) {
        if let Some((word, pattern)) = own.allowed.iter().find_map(|known| known.blank(&wanted.command)) {
            return Err(format!(
                "{} may not be run: it has a blank, and * matches none; --allow {} would permit it",
                shown(&word),
                shown(&pattern)
            ));
        }
        let patterns: Vec<&str> = own.allowed.iter().take(20).map(super::Pattern::text).collect();
        let words = shown(&wanted.command.join(" "));
        return Err(format!("{words} may not be run; allowed: {}", patterns.join(", ")));
    }
    let folder = match &wanted.folder {
        None => own.roots.first().to_owned(),
        Some(name) => {
            let folder = own.roots.inside(name).map_err(super::roots::Refusal::words)?;
            if folder.is_dir() { folder } else { return Err(format!("cwd {} is no folder", shown(name))) }
        }
    };
    let limit = match (wanted.limit, own.limit) {
        (Some(wanted), Some(most)) => Some(wanted.min(most)),
        (wanted, most) => wanted.or(most),
    };
    let command: Vec<OsString> = wanted.command.iter().map(OsString::from).collect();
    let settings = settings(talk, asked, &wanted, &command);
    let errand = Errand {
        command: &command,
        folder: &folder,
        hidden: &own.hidden,
        limit,
        stop: Arc::clone(&asked.stop),
    };
    let mut child = Child::beside(&errand).map_err(|cause| {
        let program = wanted.command.first().map_or("", String::as_str);
        format!("failed to run {}: {cause}", shown(program))
    })?;
    let tests = Arc::new(Tests::default());
    let ticks = asked.token.as_deref().map(|token| Ticks::start(talk, token, &tests));
    let place = own.place.clone().filter(|_| asked.call.rules.guard().store == StoreAt::Files);
    // It is compared with the last run of the same command in the same folder.
    let last = place.as_ref().map(|place| {
        let words = command.iter().map(|word| word.as_encoded_bytes());
        let parts: Vec<&[u8]> =
            [folder.as_os_str().as_encoded_bytes(), b"command"].into_iter().chain(words).collect();
        Last::of(&place.folder, &parts)
    });
    let mut past = last.as_ref().map(Past::of);
    let owners = talk.session().guarding.hardener().marks(asked.call.owner.as_deref());
    let kept = place.as_ref().map(|place| (place, owners));
    let ran = filtered((&mut child, None), &settings, kept, tests, past.as_mut());
    if ran.is_err() {
        asked.stop.ask();
    }
    let ending = child.outlast().map_err(|cause| format!("failed to wait for the command: {cause}"));
    drop(ticks);
    let arrived = Instant::now();
    let (result, figures) = ran?.result(&settings, Some(ending?.how.status()), asked.call.modern)?;
    if let (Some(last), Some(Past { this: Some(this), this_took, .. })) = (last, past) {
        // What is not remembered is not compared with.
        let _ = last.write(this.as_ref(), &this_took);
    }
    talk.session().own_call(&asked.call, &figures, arrived);
    Ok(result)
}

/// How the output is filtered: in the mode that was asked for, below the ceiling of whoever asks.
fn settings(talk: &Talk, asked: &Asked, wanted: &Run, command: &[OsString]) -> Settings {
    let own = talk.own();
    let mode = wanted.mode.unwrap_or(own.settings.mode);
    let limits = if mode == own.settings.mode { own.settings.limits } else { mode.limits() };
    let fits: Vec<_> = own.fit.into_iter().chain([ceiling(asked.client.as_deref())]).collect();
    let (limits, bytes) = lower(limits, &fits);
    Settings {
        mode,
        limits,
        bytes,
        format: AnswerFormat::Text,
        colored: Colored::Plain,
        command: Some(command_line(command)),
        offers: Offers::Calls(crate::mcp::proxy::GET.to_owned()),
        ..own.settings.clone()
    }
}
