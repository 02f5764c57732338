//! The bytes of an `.xcresult` bundle: asks Xcode's own tool for them, because the bundle's format is not public.
//!
//! Runs `xcrun xcresulttool` with arguments verbatim, without a shell, and gives its output as a stream; what it says
//! is for others to parse. Tools before Xcode 16 know no `get test-results`: they are asked for the legacy object
//! graph, and then for the graph of each test plan that it refers to; the documents follow each other in one stream.
//! At most [`LIMIT`] in all, then the tool is killed. Nothing here knows what a test is, and `PATH` comes from outside.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use super::group;

/// How long the tool may take for one bundle.
pub const LIMIT: Duration = Duration::from_secs(60);
/// The most bytes of the tool's complaints that are kept.
const COMPLAINT_BYTES: u64 = 4096;
/// How long one look for the tool's end is apart from the next.
const PAUSE: Duration = Duration::from_millis(10);
/// The most test plans of a bundle that are asked for.
const REFERENCES: usize = 64;
/// The longest identifier of a test plan's graph, in bytes.
const REFERENCE_BYTES: usize = 256;

/// Why a bundle gives no bytes.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum XcresultError {
    /// It is not a folder.
    #[error("{} is not an .xcresult folder", .0.display())]
    NotABundle(PathBuf),
    /// There is no `xcrun` on `PATH`.
    #[error(
        "xcrun not found: pass the saved JSON of `xcrun xcresulttool get test-results tests --path {}`",
        .0.display()
    )]
    NoXcrun(PathBuf),
    /// The tool could not be started.
    #[error("cannot run {}", .0.display())]
    Start(PathBuf, #[source] io::Error),
    /// The tool gave nothing in any of its forms.
    #[error("xcresulttool printed nothing: {0}")]
    Nothing(String),
}

/// Finds `xcrun` in the folders of a `PATH`. Relative folders are not searched.
#[must_use]
pub fn find_xcrun(path_variable: Option<&OsStr>) -> Option<PathBuf> {
    let executable = |file: &PathBuf| file.metadata().is_ok_and(|data| group::is_program(&data));
    std::env::split_paths(path_variable?)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join("xcrun"))
        .find(executable)
}

/// Opens a bundle. `path_variable` is the `PATH` to search `xcrun` in.
///
/// # Errors
/// When there is no bundle or no tool, or when the tool gives nothing.
pub fn open(bundle: &Path, path_variable: Option<&OsStr>) -> Result<BundleReader, XcresultError> {
    open_within(bundle, path_variable, LIMIT)
}

fn open_within(
    bundle: &Path,
    path_variable: Option<&OsStr>,
    limit: Duration,
) -> Result<BundleReader, XcresultError> {
    if !bundle.is_dir() {
        return Err(XcresultError::NotABundle(bundle.to_owned()));
    }
    let xcrun = find_xcrun(path_variable).ok_or_else(|| XcresultError::NoXcrun(bundle.to_owned()))?;
    let deadline = Instant::now().checked_add(limit);
    let forms: [(&[&str], Legacy); 3] = [
        (&["get", "test-results", "tests"], Legacy::No),
        (&["get", "--legacy", "--format", "json"], Legacy::Yes),
        (&["get", "--format", "json"], Legacy::Yes),
    ];
    let mut complaint = String::new();
    for (form, legacy) in forms {
        let mut arguments: Vec<OsString> = vec!["xcresulttool".into()];
        arguments.extend(form.iter().map(OsString::from));
        arguments.extend([OsString::from("--path"), bundle.as_os_str().to_owned()]);
        let mut tool = Tool::start(&xcrun, &arguments, deadline)
            .map_err(|error| XcresultError::Start(xcrun.clone(), error))?;
        if tool.gives_an_object() {
            let references = match legacy {
                Legacy::No => None,
                Legacy::Yes => Some(References::default()),
            };
            return Ok(BundleReader {
                xcrun,
                arguments,
                deadline,
                tool,
                references,
                waiting: VecDeque::new(),
            });
        }
        // The first complaint explains most: the later forms are only tried for old tools.
        let printed = tool.finish().err().map_or_else(|| "no output".to_owned(), |error| error.to_string());
        if complaint.is_empty() {
            complaint = printed;
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            break;
        }
    }
    Err(XcresultError::Nothing(complaint))
}

/// Whether a form gives the legacy graph, which refers to further documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Legacy {
    No,
    Yes,
}

/// The tool's output: one JSON document, or several of the legacy form.
///
/// Reading ends with an error when the tool fails in the middle or takes too long.
#[derive(Debug)]
pub struct BundleReader {
    xcrun: PathBuf,
    arguments: Vec<OsString>,
    deadline: Option<Instant>,
    tool: Tool,
    references: Option<References>,
    waiting: VecDeque<String>,
}

impl BundleReader {
    /// Goes on to the next document. Whether there is one.
    fn next(&mut self) -> io::Result<bool> {
        self.tool.finish()?;
        if let Some(references) = self.references.take() {
            self.waiting = references.found.into();
        }
        let Some(reference) = self.waiting.pop_front() else { return Ok(false) };
        let mut arguments = self.arguments.clone();
        arguments.extend([OsString::from("--id"), OsString::from(reference)]);
        self.tool = Tool::start(&self.xcrun, &arguments, self.deadline)?;
        Ok(true)
    }
}

impl Read for BundleReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.tool.output.read(into)?;
            if let (Some(references), Some(bytes)) = (self.references.as_mut(), into.get(..count)) {
                references.look_at(bytes);
            }
            if count > 0 || into.is_empty() || !self.next()? {
                return Ok(count);
            }
        }
    }
}

/// A child, and whether its status was taken: from then on its number may be another process's.
#[derive(Debug)]
struct Run {
    child: Child,
    ended: Option<ExitStatus>,
}

/// One run of the tool. Killed, with its process group, when it is dropped or late.
#[derive(Debug)]
struct Tool {
    child: Arc<Mutex<Run>>,
    output: BufReader<ChildStdout>,
    /// Gives the complaints once, at their end.
    complaints: Option<mpsc::Receiver<String>>,
    /// Dropped to call the watch off.
    watch: Option<mpsc::Sender<()>>,
    deadline: Option<Instant>,
}

impl Tool {
    fn start(xcrun: &Path, arguments: &[OsString], deadline: Option<Instant>) -> io::Result<Self> {
        let mut command = Command::new(xcrun);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = group::of_its_own(&mut command).spawn()?;
        let output = child.stdout.take().ok_or_else(|| io::Error::other("no pipe"))?;
        let errors = child.stderr.take();
        let (printed, complaints) = mpsc::channel();
        std::thread::spawn(move || {
            let Some(mut errors) = errors else { return };
            let mut text = Vec::new();
            // What cannot be read is not reported; the rest is drained so that the tool is not held up.
            let _ = errors.by_ref().take(COMPLAINT_BYTES).read_to_end(&mut text);
            let _ = printed.send(String::from_utf8_lossy(&text).into_owned());
            let _ = io::copy(&mut errors, &mut io::sink());
        });
        let child = Arc::new(Mutex::new(Run { child, ended: None }));
        let (watch, called_off) = mpsc::channel::<()>();
        let watched = Arc::clone(&child);
        std::thread::spawn(move || {
            let left = deadline.map_or(LIMIT, |deadline| deadline.saturating_duration_since(Instant::now()));
            if called_off.recv_timeout(left) == Err(mpsc::RecvTimeoutError::Timeout) {
                kill(&watched);
            }
        });
        let output = BufReader::new(output);
        Ok(Self { child, output, complaints: Some(complaints), watch: Some(watch), deadline })
    }

    /// Whether the output begins with an object.
    fn gives_an_object(&mut self) -> bool {
        self.output.fill_buf().is_ok_and(|bytes| bytes.trim_ascii_start().starts_with(b"{"))
    }

    /// Waits for the end after the output was read, or given up.
    fn finish(&mut self) -> io::Result<()> {
        let Some(watch) = self.watch.take() else { return Ok(()) };
        // What is left in the pipe keeps the tool from ending.
        io::copy(&mut self.output, &mut io::sink())?;
        let status = self.wait()?;
        drop(watch);
        // A process that the tool left behind may hold the pipe: its complaints are not waited for.
        let printed =
            self.complaints.take().and_then(|printed| printed.recv_timeout(PAUSE.saturating_mul(20)).ok());
        let printed = printed.unwrap_or_default();
        if status.success() {
            return Ok(());
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(io::Error::new(
                io::ErrorKind::TimedOut,
                "xcresulttool took too long and was stopped",
            ));
        }
        let printed =
            printed.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("no message").to_owned();
        Err(io::Error::other(format!("xcresulttool ended with {status}: {printed}")))
    }
}

impl Tool {
    /// Waits for the end of the run, leaving the watch its chance to stop it.
    fn wait(&self) -> io::Result<ExitStatus> {
        loop {
            let mut run = self.child.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(status) = run.child.try_wait()? {
                run.ended = Some(status);
                return Ok(status);
            }
            drop(run);
            std::thread::sleep(PAUSE);
        }
    }
}

impl Drop for Tool {
    fn drop(&mut self) {
        if self.watch.take().is_some() {
            kill(&self.child);
            let _ = self.wait();
        }
    }
}

/// Kills a run's process group unless its status was taken.
fn kill(run: &Mutex<Run>) {
    let mut run = run.lock().unwrap_or_else(PoisonError::into_inner);
    if run.ended.is_none() {
        group::kill(&mut run.child);
    }
}

/// Finds the identifiers of test plans' graphs in a legacy record as its bytes go by: the `_value` of the `id` of
/// every `testsRef`.
#[derive(Debug, Default)]
struct References {
    string: Option<Vec<u8>>,
    escaped: bool,
    wanted: Wanted,
    found: Vec<String>,
}

/// What the finder waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Wanted {
    #[default]
    Reference,
    Id,
    Key,
    Value,
}

impl References {
    fn look_at(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match (&mut self.string, *byte) {
                (None, b'"') => self.string = Some(Vec::new()),
                (None, _) => {}
                (Some(_), b'\\') if !self.escaped => self.escaped = true,
                (Some(_), b'"') if !self.escaped => {
                    let text = self.string.take().unwrap_or_default();
                    self.take(&text);
                }
                (Some(text), byte) => {
                    self.escaped = false;
                    if text.len() <= REFERENCE_BYTES {
                        text.push(byte);
                    }
                }
            }
        }
    }

    fn take(&mut self, text: &[u8]) {
        self.wanted = match (self.wanted, text) {
            (_, b"testsRef") => Wanted::Id,
            (Wanted::Id, b"id") => Wanted::Key,
            (Wanted::Key, b"_value") => Wanted::Value,
            (Wanted::Value, text) => {
                let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"~_-=+/.".contains(byte);
                let fits = !text.is_empty() && text.len() <= REFERENCE_BYTES && text.iter().all(plain);
                let text = String::from_utf8_lossy(text).into_owned();
                // An identifier that looks like an option would be taken for one.
                if fits
                    && !text.starts_with('-')
                    && self.found.len() < REFERENCES
                    && !self.found.contains(&text)
                {
                    self.found.push(text);
                }
                Wanted::Reference
            }
            (wanted, _) => wanted,
        };
    }
}

// The stand-in for `xcrun` is a shell script.
#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with a stand-in `xcrun`, a bundle with a blank in its name, and what the stand-in was called with.
    struct Are {
        folder: tempfile::TempDir,
        path: OsString,
    }

    impl Are {
        fn new(script: &str) -> Self {
            let folder = tempfile::tempdir().unwrap();
            std::fs::create_dir(folder.path().join("My Tests.xcresult")).unwrap();
            let xcrun = folder.path().join("xcrun");
            let script = format!(
                "#!/bin/sh\nfor each; do printf '<%s>' \"$each\"; done >> {0}/calls\necho >> {0}/calls\n{script}\n",
                folder.path().display()
            );
            // Written by another process: a file that this one holds open for writing cannot be run by its threads.
            let write = r#"printf '%s' "$1" > "$0" && chmod 755 "$0""#;
            assert!(
                Command::new("/bin/sh")
                    .args(["-c", write])
                    .arg(&xcrun)
                    .arg(script)
                    .status()
                    .unwrap()
                    .success()
            );
            let path = folder.path().as_os_str().to_owned();
            Self { folder, path }
        }

        fn bundle(&self) -> PathBuf {
            self.folder.path().join("My Tests.xcresult")
        }

        fn read(&self) -> (String, io::Result<usize>) {
            let mut text = String::new();
            let result = open(&self.bundle(), Some(&self.path)).unwrap().read_to_string(&mut text);
            (text, result)
        }

        fn calls(&self) -> String {
            let calls = std::fs::read_to_string(self.folder.path().join("calls")).unwrap();
            calls.replace(self.bundle().to_str().unwrap(), "BUNDLE")
        }
    }

    #[test]
    fn the_tree_of_tests_is_asked_for_with_verbatim_arguments() {
        let are = Are::new("echo '{\"testNodes\":[]}'");
        let (text, result) = are.read();
        assert_eq!((text.as_str(), result.unwrap()), ("{\"testNodes\":[]}\n", 17));
        assert_eq!(are.calls(), "<xcresulttool><get><test-results><tests><--path><BUNDLE>\n");
    }

    #[test]
    fn an_old_tool_is_asked_for_the_legacy_graph_and_what_it_refers_to() {
        let are = Are::new(
            r#"case "$*" in
  *--id*) echo '{"b":2}' ;;
  *test-results*|*--legacy*) echo 'Error: Unknown option' >&2; exit 64 ;;
  *) echo '{"a":{"testsRef":{"_type":{"_name":"Reference"},"id":{"_type":{"_name":"String"},"_value":"0~aB-_c=="}}},"c":{"id":{"_value":"no"}}}' ;;
esac"#,
        );
        let (text, result) = are.read();
        result.unwrap();
        assert!(text.ends_with("}\n{\"b\":2}\n"), "{text}");
        assert_eq!(
            are.calls(),
            "<xcresulttool><get><test-results><tests><--path><BUNDLE>\n\
             <xcresulttool><get><--legacy><--format><json><--path><BUNDLE>\n\
             <xcresulttool><get><--format><json><--path><BUNDLE>\n\
             <xcresulttool><get><--format><json><--path><BUNDLE><--id><0~aB-_c==>\n"
        );
    }

    #[test]
    fn what_is_missing_is_printed() {
        let are = Are::new("echo 'no such bundle' >&2; exit 1");
        let printed = |result: Result<BundleReader, XcresultError>| result.unwrap_err().to_string();
        assert_eq!(
            printed(open(&are.bundle(), Some(&are.path))),
            "xcresulttool printed nothing: xcresulttool ended with exit status: 1: no such bundle"
        );
        let nowhere = OsString::from("/nonexistent:relative");
        for path in [None, Some(nowhere.as_os_str())] {
            assert!(
                printed(open(&are.bundle(), path))
                    .starts_with("xcrun not found: pass the saved JSON of `xcrun xcresulttool get")
            );
        }
        assert!(
            printed(open(&are.folder.path().join("xcrun"), Some(&are.path)))
                .ends_with("is not an .xcresult folder")
        );
    }

    #[test]
    fn a_tool_that_fails_in_the_middle_ends_the_stream_with_an_error() {
        let are = Are::new("printf '{\"testNodes\":['; echo 'disk gone' >&2; exit 3");
        let (text, result) = are.read();
        assert_eq!(text, "{\"testNodes\":[");
        assert_eq!(result.unwrap_err().to_string(), "xcresulttool ended with exit status: 3: disk gone");
    }

    #[test]
    fn a_tool_that_takes_too_long_is_stopped() {
        let are = Are::new("printf '{'; sleep 600; echo late");
        let begun = Instant::now();
        let mut reader = open_within(&are.bundle(), Some(&are.path), Duration::from_millis(300)).unwrap();
        let mut text = String::new();
        let error = reader.read_to_string(&mut text).unwrap_err();
        assert_eq!((text.as_str(), error.kind()), ("{", io::ErrorKind::TimedOut));
        assert!(begun.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn a_process_that_the_tool_leaves_after_is_stopped_too() {
        let are = Are::new("printf '{'; sleep 600 &");
        let mut reader = open_within(&are.bundle(), Some(&are.path), Duration::from_millis(300)).unwrap();
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "{");
    }

    #[test]
    fn a_reader_that_is_dropped_leaves_no_process_after() {
        let are = Are::new("echo $$ > ${0%/*}/pid; printf '{'; exec sleep 600");
        drop(open(&are.bundle(), Some(&are.path)).unwrap());
        let pid: i32 =
            std::fs::read_to_string(are.folder.path().join("pid")).unwrap().trim().parse().unwrap();
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        assert!(rustix::process::test_kill_process(pid).is_err());
    }
}
