//! Reads a file, and answers with what its content asks for.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::arguments::Read;
use super::roots::{Refusal, shown};
use super::talk::{Asked, Talk};
use crate::mcp::harden::CallOf;
use crate::settings::guard::{Switch, ToolGuard};
use crate::source::packed::{Log, LogSource, logs_of};
use crate::source::{Got, Source};
use crate::text::json::Json;
use crate::text::{Transcoder, one_line};

/// Bytes of a text that is read at once.
const MOST_BYTES: usize = 128 * 1024 * 1024;
/// Bytes that are looked at to tell a text from anything else.
const PROBE_BYTES: usize = 8000;
/// Names that a refusal tells.
const NAMES: usize = 20;

/// Does a call; gives the result.
pub(super) fn read(talk: &Talk, asked: &Asked, arguments: Option<Json<'_>>) -> Result<String, String> {
    let wanted = Read::read(arguments)?;
    let (path, member) = find(talk, &wanted.file)?;
    let text = text(&path, member.as_deref(), &wanted.file)?;
    let arrived = Instant::now();
    let tool = asked.call.tool.as_deref().unwrap_or_default();
    let guard = ToolGuard { enabled: Switch::On, ..asked.call.rules.tool(tool) };
    let of = CallOf { method: &asked.call.method, tool, modern: asked.call.modern };
    let judged = talk.session().guarding.hardener().read(&of, text, wanted.lines, &guard)?;
    talk.session().own_call(&asked.call, &judged.figures, arrived);
    let result = judged.result.ok_or("the answer cannot be written")?;
    Ok(result.get().to_owned())
}

/// The file of this name, and the member that is named behind it.
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

/// The text of a file, unpacked; of an archive, of all of its logs.
fn text(path: &Path, member: Option<&str>, name: &str) -> Result<String, String> {
    let failed = |cause: io::Error| format!("failed to read {}: {cause}", shown(name));
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(format!("{} is no regular file", shown(name)));
    }
    let mut logs = logs_of(path).map_err(failed)?;
    if let Some(member) = member {
        let known: Vec<String> = logs.iter().filter_map(|log| log.member.clone()).collect();
        if known.is_empty() {
            return Err(format!("{} is no archive with files in it", shown(name)));
        }
        logs.retain(|log: &Log| log.member.as_deref() == Some(member));
        if logs.is_empty() {
            let names = listed(known.iter().map(String::as_str));
            return Err(format!("there is no {} in the archive{names}", shown(member)));
        }
    }
    let mut source = LogSource::new(logs, None);
    let (mut bytes, mut encoding) = (Vec::new(), Transcoder::default());
    let mut block = vec![0; 64 * 1024];
    loop {
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
            return Err(format!("{} holds more than {MOST_BYTES} bytes of text", shown(name)));
        }
    }
    encoding.finish(&mut bytes);
    if bytes.get(..bytes.len().min(PROBE_BYTES)).unwrap_or_default().contains(&0) {
        return Err(format!("{} is no text: it has NULs in it", shown(name)));
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}
