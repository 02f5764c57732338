//! Reads a file, and answers with what its content asks for.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use super::arguments::Read;
use super::filtering::{CANCELLED, filtered};
use super::roots::{Refusal, shown};
use super::talk::{Asked, Talk};
use crate::budget::{LOWEST, Limits};
use crate::mcp::harden::CallOf;
use crate::mcp::proxy::{Call, GET};
use crate::settings::guard::{StoreAt, Switch, ToolGuard};
use crate::settings::{AnswerFormat, Colored, Offers, Settings};
use crate::source::packed::{Log, LogSource, logs_of};
use crate::source::{Got, Source, Stop};
use crate::text::json::Json;
use crate::text::{Transcoder, one_line};

/// Bytes of a text that is read at once.
const MOST_BYTES: usize = 16 * 1024 * 1024;
/// Bytes that are looked at to know a text from anything else.
const PROBE_BYTES: usize = 8000;
/// Names that a refusal lists.
const NAMES: usize = 20;

/// Does a call; gives the result.
pub(super) fn read(talk: &Talk, asked: &Asked, arguments: Option<Json<'_>>) -> Result<String, String> {
    let wanted = Read::of(arguments)?;
    let (path, member) = find(talk, &wanted.file)?;
    let text = match text(&path, member.as_deref(), &wanted, &asked.stop)? {
        Some(text) => text,
        None => return large(talk, asked, &path, member.as_deref(), &wanted.file),
    };
    let arrived = Instant::now();
    let tool = asked.call.tool.as_deref().unwrap_or_default();
    let guard = ToolGuard { enabled: Switch::On, ..asked.call.rules.tool(tool) };
    let Call { method, modern, owner, .. } = &asked.call;
    let of = CallOf { method, tool, modern: *modern, around: 0, owner: owner.as_deref() };
    let judged = talk.session().guarding.hardener().read(&of, text, wanted.lines, &guard)?;
    talk.session().own_call(&asked.call, &judged.figures, arrived);
    let result = judged.result.ok_or("the answer cannot be written")?;
    Ok(result.get().to_owned())
}

/// The file of this name, and the member that is named after it.
fn find(talk: &Talk, name: &str) -> Result<(PathBuf, Option<String>), String> {
    let roots = &talk.own().roots;
    let whole = match roots.inside(name) {
        Ok(path) if path.is_dir() => return Err(format!("{} is a folder{}", shown(name), names(&path))),
        Ok(path) => return Ok((path, None)),
        Err(refusal) => refusal,
    };
    if let Refusal::Missing(_) = &whole {
        for (at, _) in name.char_indices().rev().filter(|(_, char)| std::path::is_separator(*char)) {
            let (front, member) = (name.get(..at).unwrap_or_default(), name.get(at..).unwrap_or_default());
            if let Ok(path) = roots.inside(front)
                && path.is_file()
            {
                let member = member.trim_start_matches(std::path::is_separator);
                return Ok((path, Some(member.replace(std::path::MAIN_SEPARATOR, "/"))));
            }
        }
    }
    Err(whole.words())
}

/// What there is in a folder, for a message.
fn names(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    listed(names.iter().map(String::as_str))
}

fn listed<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let all = names.len();
    let shown: Vec<String> = names.take(NAMES).map(one_line).collect();
    match all.saturating_sub(shown.len()) {
        _ if all == 0 => ", and it is empty".to_owned(),
        0 => format!("; it holds {}", shown.join(", ")),
        more => format!("; it holds {}, and {more} more", shown.join(", ")),
    }
}

/// The logs of a file, or the one of an archive that is named.
fn logs(path: &Path, member: Option<&str>, name: &str) -> Result<Vec<Log>, String> {
    let failed = |cause: io::Error| format!("failed to read {}: {cause}", shown(name));
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(format!("{} is not a regular file", shown(name)));
    }
    let mut logs = logs_of(path).map_err(failed)?;
    let Some(member) = member else { return Ok(logs) };
    let known: Vec<String> = logs.iter().filter_map(|log| log.member.clone()).collect();
    if known.is_empty() {
        return Err(format!("{} is no archive with files in it", shown(name)));
    }
    logs.retain(|log| log.member.as_deref() == Some(member));
    if logs.is_empty() {
        let names = listed(known.iter().map(String::as_str));
        return Err(format!("there is no {} in the archive{names}", shown(member)));
    }
    Ok(logs)
}

/// The text of a file, unpacked; of an archive, of all of its logs. None when it is too large to be read at once.
fn text(path: &Path, member: Option<&str>, wanted: &Read, stop: &Stop) -> Result<Option<String>, String> {
    let name = &wanted.file;
    let failed = |cause: io::Error| format!("failed to read {}: {cause}", shown(name));
    let mut source = LogSource::new(logs(path, member, name)?, None);
    let (mut bytes, mut encoding) = (Vec::new(), Transcoder::default());
    let mut block = vec![0; 64 * 1024];
    loop {
        if stop.is_asked() {
            return Err(CANCELLED.to_owned());
        }
        match source.read(&mut block).map_err(failed)? {
            Got::Bytes(count) => encoding.add(block.get(..count).unwrap_or_default(), &mut bytes),
            Got::NextFile => {
                encoding.finish(&mut bytes);
                if bytes.last().is_some_and(|last| *last != b'\n') {
                    bytes.push(b'\n');
                }
                encoding = Transcoder::default();
            }
            Got::End | Got::ReaderLeft | Got::Signal(_) => break,
        }
        if bytes.len() > MOST_BYTES {
            return match wanted.lines {
                None => Ok(None),
                Some(_) => Err(format!(
                    "{} holds more than {MOST_BYTES} bytes: read it without lines, and the call that its answer prints gets lines of it",
                    shown(name)
                )),
            };
        }
    }
    encoding.finish(&mut bytes);
    if bytes.get(..bytes.len().min(PROBE_BYTES)).unwrap_or_default().contains(&0) {
        return Err(format!("{} is no text: it has NULs in it", shown(name)));
    }
    Ok(Some(
        String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
    ))
}

/// The answer to a text that is too large to be held: the filter's, whatever it is.
fn large(
    talk: &Talk,
    asked: &Asked,
    path: &Path,
    member: Option<&str>,
    name: &str,
) -> Result<String, String> {
    let own = talk.own();
    let guard = asked.call.rules.guard();
    let budgets = &guard.base.budgets;
    let bytes = u64::try_from(budgets.hard_bytes).unwrap_or(u64::MAX);
    let chars =
        u64::try_from(budgets.token_budget_threshold).unwrap_or(u64::MAX).saturating_mul(10).div_euclid(3);
    let limits = Limits { chars: chars.min(bytes).max(LOWEST.chars), ..own.settings.mode.limits() };
    let settings = Settings {
        limits,
        bytes: Some(bytes.max(LOWEST.chars)),
        format: AnswerFormat::Text,
        colored: Colored::Plain,
        command: Some(format!("weir_read {}", shown(name))),
        offers: Offers::Calls(GET.to_owned()),
        ..own.settings.clone()
    };
    let place = own.place.clone().filter(|_| guard.store == StoreAt::Files);
    let mut source = LogSource::new(logs(path, member, name)?, None);
    let owners = talk.session().guarding.hardener().marks(asked.call.owner.as_deref());
    let kept = place.as_ref().map(|place| (place, owners));
    let read = filtered((&mut source, Some(&asked.stop)), &settings, kept, Arc::default(), None)?;
    let arrived = Instant::now();
    let (result, figures) = read.result(&settings, None, asked.call.modern)?;
    talk.session().own_call(&asked.call, &figures, arrived);
    Ok(result)
}
