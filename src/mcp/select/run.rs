//! Runs a program in a process of its own, and bounds it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::worker::{END, FAILED, OUTPUT, READY, WORD, WRONG};
use crate::budget::Count as _;
use crate::text::json::{Json, string};

/// How long a program may run.
const LIMIT: Duration = Duration::from_secs(2);
/// How long its process may take to start and to read the stored answer.
const READING: Duration = Duration::from_secs(20);
/// How often it is looked whether somebody still waits.
const GLANCE: Duration = Duration::from_millis(20);
/// Bytes of a stored answer that a program can be asked about.
const MOST_INPUT: usize = 64 * 1024 * 1024;
/// Bytes of all outputs.
const MOST_OUTPUT: usize = 64 * 1024 * 1024;
/// Programs at once.
const MOST_AT_ONCE: usize = 8;
/// Bytes that are read of what a process says at its end.
const PARTING_BYTES: u64 = 64 * 1024;
/// Chars of a message of jq.
const MESSAGE_CHARS: usize = 500;

/// What takes too much memory, in words.
const TOO_LARGE: &str = "the program takes more than 64 MiB of memory; select fewer values";

/// Programs that are running.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// What is to be done.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The program.
    pub program: &'a str,
    /// What it is asked about.
    pub text: &'a str,
    /// Whether that is JSON; else it is one string.
    pub is_json: bool,
}

/// What the process says.
enum Printed {
    Ready,
    Output(String),
    Over(Result<(), String>),
    /// Its outputs are too many.
    TooMuch,
    /// It says nothing more.
    Silent,
}

/// A place among the programs that run.
struct Place;

impl Place {
    fn take() -> Option<Self> {
        let place = Self;
        (RUNNING.fetch_add(1, Ordering::AcqRel) < MOST_AT_ONCE).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The outputs of a program, each as JSON on one line. `stop` says that nobody waits any more.
///
/// # Errors
/// What is wrong with the program, or which of its limits it went beyond, for whoever asked.
pub fn run(task: &Task<'_>, stop: &(dyn Fn() -> bool + Sync)) -> Result<Vec<String>, String> {
    if task.text.len() > MOST_INPUT {
        return Err(format!("what is stored has more than {MOST_INPUT} bytes, too many for select"));
    }
    let Some(place) = Place::take() else {
        return Err(format!("{MOST_AT_ONCE} programs run already; try again"));
    };
    let mut child = start().map_err(|cause| format!("select cannot be run: {cause}"))?;
    let done = converse(&mut child, task, stop);
    let _ = child.kill();
    let _ = child.wait();
    drop(place);
    done
}

/// Starts the process: this program, without any environment.
fn start() -> io::Result<Child> {
    // The file may have been replaced since this program was started.
    let own = if cfg!(all(target_os = "linux", not(weir_portable))) {
        "/proc/self/exe".into()
    } else {
        std::env::current_exe()?
    };
    let mut command = Command::new(own);
    command.arg(WORD).env_clear().env("MALLOC_ARENA_MAX", "1");
    #[cfg(unix)]
    command.current_dir("/");
    #[cfg(windows)]
    if let Some(root) = std::env::var_os("SystemRoot") {
        command.env("SystemRoot", root);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
}

fn converse(
    child: &mut Child,
    task: &Task<'_>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<String>, String> {
    let streams = child.stdin.take().zip(child.stdout.take()).zip(child.stderr.take());
    let Some(((mut input, output), errors)) = streams else { return Err("select cannot be run".to_owned()) };
    let (printed, hears) = channel();
    thread::scope(|scope| {
        scope.spawn(move || {
            // A process that ends early is known by what it says.
            let _ = write(&mut input, task);
        });
        let parting = scope.spawn(move || {
            let mut text = Vec::new();
            let _ = errors.take(PARTING_BYTES).read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        scope.spawn(move || listen(output, &printed));
        let heard = hear(&hears, stop);
        // The threads end with their streams.
        let _ = child.kill();
        let parting = parting.join().unwrap_or_default();
        heard.unwrap_or_else(|()| Err(broken(&parting)))
    })
}

fn write(input: &mut impl Write, task: &Task<'_>) -> io::Result<()> {
    let mut line = String::from("{\"program\":");
    string(task.program, &mut line);
    line.push_str(if task.is_json { ",\"json\":true}\n" } else { ",\"json\":false}\n" });
    input.write_all(line.as_bytes())?;
    input.write_all(task.text.as_bytes())
}

/// Reads what the process says, to its end.
fn listen(output: impl Read, printed: &Sender<Printed>) {
    let mut lines = BufReader::new(output);
    let (mut line, mut bytes) = (Vec::new(), 0_usize);
    loop {
        line.clear();
        let left = u64::try_from(MOST_OUTPUT.saturating_sub(bytes)).unwrap_or(0);
        match lines.by_ref().take(left).read_until(b'\n', &mut line) {
            Ok(count) if count > 0 && line.last() == Some(&b'\n') => bytes.up(count),
            Ok(count) if count > 0 && bytes.saturating_add(count) >= MOST_OUTPUT => {
                let _ = printed.send(Printed::TooMuch);
                return;
            }
            _ => break,
        }
        let text = String::from_utf8_lossy(line.trim_ascii_end());
        let mut rest = text.chars();
        let item = match rest.next() {
            Some(READY) => Printed::Ready,
            Some(OUTPUT) => Printed::Output(rest.as_str().to_owned()),
            Some(END) => Printed::Over(Ok(())),
            Some(FAILED) => Printed::Over(Err(format!("the program failed: {}", message(rest.as_str())))),
            Some(WRONG) => Printed::Over(Err(format!("the program is wrong: {}", message(rest.as_str())))),
            _ => continue,
        };
        let is_over = matches!(item, Printed::Over(_));
        if printed.send(item).is_err() || is_over {
            return;
        }
    }
    let _ = printed.send(Printed::Silent);
}

/// A message of jq, cut when it is long.
fn message(json: &str) -> String {
    let text = Json::parse(json).ok().and_then(Json::string).unwrap_or_default().into_owned();
    let short: String = text.chars().take(MESSAGE_CHARS).collect();
    let more = if short.len() < text.len() { "..." } else { "" };
    format!("{}{more}", crate::text::one_line(&short))
}

/// Waits for the outputs; an error without words when the process ends without a word.
fn hear(
    hears: &Receiver<Printed>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Result<Vec<String>, String>, ()> {
    let mut outputs = Vec::new();
    let mut until = Instant::now().checked_add(READING);
    let mut is_running = false;
    loop {
        let left = until.map_or(LIMIT, |until| until.saturating_duration_since(Instant::now()));
        match hears.recv_timeout(left.min(GLANCE)) {
            Ok(Printed::Ready) => {
                is_running = true;
                until = Instant::now().checked_add(LIMIT);
            }
            Ok(Printed::Output(output)) => outputs.push(output),
            Ok(Printed::Over(Ok(()))) => return Ok(Ok(outputs)),
            Ok(Printed::Over(Err(why))) => return Ok(Err(why)),
            Ok(Printed::TooMuch) => return Ok(Err(TOO_LARGE.to_owned())),
            Ok(Printed::Silent) | Err(RecvTimeoutError::Disconnected) => return Err(()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if stop() {
            return Ok(Err("the call was cancelled".to_owned()));
        }
        if until.is_some_and(|until| until <= Instant::now()) {
            let why = if is_running {
                "the program ran for more than 2 s; select fewer values"
            } else {
                "what is stored cannot be read in time"
            };
            return Ok(Err(why.to_owned()));
        }
    }
}

/// Why a process ended without a word, by what it printed at its end.
fn broken(parting: &str) -> String {
    let has = |word: &str| parting.contains(word);
    if has("overflowed its stack") {
        "the program recurses too deep".to_owned()
    } else if has("memory allocation") || has("capacity overflow") {
        TOO_LARGE.to_owned()
    } else {
        "the program recurses too deep, or takes more than 64 MiB of memory".to_owned()
    }
}
