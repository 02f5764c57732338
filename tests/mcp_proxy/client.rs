//! A client of `weir proxy`, line by line.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Longer than anything takes on a busy machine.
pub const LONG: Duration = Duration::from_secs(60);

pub struct Client {
    pub child: Child,
    pub folder: TempDir,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    errors: Receiver<String>,
}

/// What is left when a proxy has ended.
pub struct Ended {
    pub status: Option<i32>,
    pub lines: Vec<String>,
    pub errors: String,
}

/// weir in a folder of its own, with nothing of this machine's settings.
pub fn weir(folder: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weir"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("WEIR_") {
            command.env_remove(name);
        }
    }
    command.env("HOME", folder.path()).env_remove("XDG_STATE_HOME").env_remove("XDG_CONFIG_HOME");
    command.current_dir(folder.path());
    command
}

/// A proxy in front of a script of the shell.
pub fn before(script: &str) -> Client {
    with(&[], script)
}

/// A proxy with options in front of a script of the shell.
pub fn with(options: &[&str], script: &str) -> Client {
    let words: Vec<&str> = options.iter().copied().chain(["--", "sh", "-c", script]).collect();
    started(&words, |_| {})
}

/// A proxy with a configuration in front of a script.
pub fn configured(configuration: &str, script: &str) -> Client {
    let words = ["--config", "weir.json", "--", "sh", "-c", script];
    started(&words, |folder| std::fs::write(folder.path().join("weir.json"), configuration).unwrap())
}

/// A proxy of these words; `prepare` fills its folder.
pub fn started(words: &[&str], prepare: impl FnOnce(&TempDir)) -> Client {
    started_as("proxy", words, prepare)
}

/// A subcommand with these words; `prepare` fills its folder.
pub fn started_as(subcommand: &str, words: &[&str], prepare: impl FnOnce(&TempDir)) -> Client {
    let folder = tempfile::tempdir().unwrap();
    prepare(&folder);
    let mut command = weir(&folder);
    command.arg(subcommand).args(words);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let input = child.stdin.take();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut errors = child.stderr.take().unwrap();
    let (line, lines) = channel();
    std::thread::spawn(move || {
        loop {
            let mut bytes = Vec::new();
            if output.read_until(b'\n', &mut bytes).unwrap_or(0) == 0 || line.send(bytes).is_err() {
                return;
            }
        }
    });
    let (error, reported) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = errors.read_to_end(&mut bytes);
        let _ = error.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    Client { child, folder, input, lines, errors: reported }
}

impl Client {
    /// Sends a line.
    pub fn send(&mut self, line: impl AsRef<[u8]>) -> &mut Self {
        let line = [line.as_ref(), b"\n"].concat();
        // A proxy that has ended reads nothing; what it answers is looked at elsewhere.
        let _ = self.input.as_mut().unwrap().write_all(&line);
        self
    }

    /// The next line, with its line end.
    #[track_caller]
    pub fn bytes(&mut self) -> Vec<u8> {
        match self.lines.recv_timeout(LONG) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no line comes"),
            Err(RecvTimeoutError::Disconnected) => panic!("the proxy has ended: {}", self.ended().errors),
        }
    }

    /// The next line.
    #[track_caller]
    pub fn line(&mut self) -> String {
        let line = String::from_utf8(self.bytes()).unwrap();
        line.strip_suffix('\n').expect("a line end").to_owned()
    }

    /// The next line as a message.
    #[track_caller]
    pub fn message(&mut self) -> Value {
        let line = self.line();
        serde_json::from_str(&line).unwrap_or_else(|wrong| panic!("{wrong}: {line}"))
    }

    /// Closes the client's end.
    pub fn close(&mut self) -> &mut Self {
        self.input = None;
        self
    }

    /// What is in a file of the folder, as soon as `enough` says that it is all.
    #[track_caller]
    pub fn file(&self, name: &str, enough: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let bytes = std::fs::read(self.folder.path().join(name)).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if enough(&text) {
                return text;
            }
            assert!(begun.elapsed() < LONG, "{name}: {text}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the end; the client's end stays as it is.
    #[track_caller]
    pub fn ended(&mut self) -> Ended {
        let begun = Instant::now();
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None if begun.elapsed() > LONG => panic!("the proxy does not end"),
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        // What a server left behind may hold the ends of the pipes.
        let pause = Duration::from_secs(2);
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(pause) {
            lines.push(String::from_utf8_lossy(&line).trim_end().to_owned());
        }
        let errors = self.errors.recv_timeout(pause).unwrap_or_default();
        Ended { status: status.code(), lines, errors }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A request.
pub fn request(id: &str, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
}

/// A call of a tool.
pub fn call(id: &str, tool: &str) -> String {
    request(id, "tools/call", &format!(r#"{{"name":"{tool}","arguments":{{}}}}"#))
}

/// Checks that a message is an error of weir's own about the server.
#[track_caller]
pub fn is_failure(message: &Value, id: &Value, part: &str) {
    assert_eq!(message["id"], *id, "{message}");
    assert_eq!(message["error"]["code"], -32603, "{message}");
    let text = message["error"]["message"].as_str().unwrap();
    assert!(text.contains("upstream") && text.contains(part), "{text}");
}
