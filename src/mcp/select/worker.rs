//! The process that runs a program: it reads a line with the program, then what the program is asked about to the end of its
//! input. It answers in lines, the first char of which says what they are.

use std::io::{self, BufRead as _, Read as _, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use jaq_json::Val;
use serde::Deserialize;

use super::program::{compiled, outputs};
use crate::text::json::string;

/// The argument that makes this program the process.
pub(super) const WORD: &str = "__select";
/// All is read, and the program begins.
pub(super) const READY: char = 'r';
/// An output, as JSON.
pub(super) const OUTPUT: char = 'o';
/// There are no more outputs.
pub(super) const END: char = '.';
/// The program failed, with a message.
pub(super) const FAILED: char = 'f';
/// The program cannot be compiled, for a reason.
pub(super) const WRONG: char = 'w';

/// Bytes of the stack.
const STACK_BYTES: usize = 16 * 1024 * 1024;
/// Bytes of memory beside those that were taken up when all was read.
#[cfg(unix)]
const MEMORY_BYTES: u64 = 64 * 1024 * 1024;
/// Seconds of the processor, should nobody be left who waits.
#[cfg(unix)]
const CPU_SECONDS: u64 = 30;

/// The first line.
#[derive(Deserialize)]
struct Head {
    program: String,
    json: bool,
}

/// Runs a program when this process was started for that; gives its exit status.
#[must_use]
pub fn begun() -> Option<u8> {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_none_or(|word| word != WORD) || words.next().is_some() {
        return None;
    }
    limit_time();
    // A panic of the interpreter is a message like any other; nothing is printed of it.
    std::panic::set_hook(Box::new(|_| {}));
    let work = thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    let done = work.map(|work| work.join().is_ok()).unwrap_or(false);
    Some(u8::from(!done))
}

fn work() {
    let mut out = io::BufWriter::new(io::stdout());
    let done = catch_unwind(AssertUnwindSafe(|| answer(&mut out)));
    let (kind, why) = match done {
        Ok(Ok(())) => (END, None),
        Ok(Err((kind, why))) => (kind, Some(why)),
        Err(_) => (FAILED, Some("jq cannot do this".to_owned())),
    };
    let mut line = String::from(kind);
    if let Some(why) = why {
        string(&why, &mut line);
    }
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Reads everything, and writes the outputs.
fn answer(out: &mut impl Write) -> Result<(), (char, String)> {
    let failed = |cause: io::Error| (FAILED, cause.to_string());
    let mut input = io::stdin().lock();
    let mut line = String::new();
    input.read_line(&mut line).map_err(failed)?;
    let head: Head = serde_json::from_str(&line).map_err(|cause| (FAILED, cause.to_string()))?;
    let program = compiled(&head.program).map_err(|why| (WRONG, why))?;
    let mut text = Vec::new();
    input.read_to_end(&mut text).map_err(failed)?;
    let value = if head.json {
        jaq_json::read::parse_single(&text).map_err(|cause| (FAILED, cause.to_string()))?
    } else {
        Val::from(String::from_utf8_lossy(&text).into_owned())
    };
    drop(text);
    writeln!(out, "{READY}").and_then(|()| out.flush()).map_err(failed)?;
    limit_memory();
    for output in outputs(&program, value) {
        let output = output.map_err(|why| (FAILED, why))?;
        writeln!(out, "{OUTPUT}{output}").map_err(failed)?;
    }
    Ok(())
}

/// This process ends with the one that started it, and does not work for ever.
#[cfg(unix)]
fn limit_time() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    #[cfg(all(target_os = "linux", not(weir_portable)))]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    for (resource, most) in [(Resource::Cpu, CPU_SECONDS), (Resource::Core, 0)] {
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

/// Its time is bounded by who started it.
#[cfg(windows)]
const fn limit_time() {}

/// No more memory than this from now on.
#[cfg(all(target_os = "linux", not(weir_portable)))]
fn limit_memory() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = |nth: usize| statm.split_whitespace().nth(nth).and_then(|pages| pages.parse::<u64>().ok());
    let page = u64::try_from(rustix::param::page_size()).unwrap_or(4096);
    // All of the address space, and the part of it that can be written to.
    for (resource, nth) in [(Resource::As, 0), (Resource::Data, 5)] {
        let Some(pages) = pages(nth).filter(|pages| *pages > 0) else { continue };
        let most = pages.saturating_mul(page).saturating_add(MEMORY_BYTES);
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

/// What a system does not tell of a process is bounded as a whole.
#[cfg(all(unix, not(all(target_os = "linux", not(weir_portable)))))]
fn limit_memory() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let most = MEMORY_BYTES.saturating_mul(16);
    let _ = setrlimit(Resource::Data, Rlimit { current: Some(most), maximum: Some(most) });
}

/// Memory is not bounded here; time is.
#[cfg(windows)]
const fn limit_memory() {}
