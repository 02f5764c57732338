//! weir in a folder of its own, and a proxy before a server of a few lines of shell.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Longer than anything takes on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// Answers every line with a list of 60 items, or, asked for the tool `text`, with a long text.
const SERVER: &str = r#"
items=$(seq 1 60 | sed 's/.*/{\\"id\\":\\"b&\\",\\"note\\":\\"words of one of the items of a list that is not a small one\\"}/' | paste -sd, -)
text=$(seq 1 3000 | sed 's/.*/line & of the text\\n/' | tr -d '\n')
while read -r line; do
  id=${line#*'"id":'}; id=${id%%,*}
  case $line in
    *'"name":"text"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"%s"}]}}\n' "$id" "$text" ;;
    *'"name":"wrong"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"no"}],"isError":true}}\n' "$id" ;;
    *'"name":"refused"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"no"}}\n' "$id" ;;
    *'"name":"small"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"pong"}]}}\n' "$id" ;;
    *) printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"[%s]"}]}}\n' "$id" "$items" ;;
  esac
done
"#;

/// A folder that is a home.
pub struct Desk(TempDir);

/// What weir did.
pub struct Done {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Done {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|wrong| panic!("{wrong}: {}{}", self.out, self.err))
    }
}

impl Desk {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A file by its path, for a command line.
    pub fn word(&self, name: &str) -> String {
        self.path(name).to_string_lossy().into_owned()
    }

    /// Writes a file as a whole; gives its path.
    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let beside = path.with_extension("new");
        std::fs::write(&beside, text).unwrap();
        std::fs::rename(&beside, &path).unwrap();
        self.word(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// weir with nothing of this machine's settings.
    pub fn weir(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_weir"));
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if name.starts_with("WEIR_")
                || name.starts_with("XDG_")
                || name.ends_with("_HOME")
                || name == "CLAUDE_CONFIG_DIR"
            {
                command.env_remove(name);
            }
        }
        command.env("HOME", self.0.path()).current_dir(self.0.path()).args(words);
        command
    }

    pub fn run(&self, words: &[&str]) -> Done {
        Self::finish(&mut self.weir(words), "")
    }

    pub fn with(&self, words: &[&str], variables: &[(&str, &str)], input: &str) -> Done {
        let mut command = self.weir(words);
        command.envs(variables.iter().copied());
        Self::finish(&mut command, input)
    }

    fn finish(command: &mut Command, input: &str) -> Done {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let done = child.wait_with_output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Done { code: done.status.code().unwrap(), out: text(&done.stdout), err: text(&done.stderr) }
    }

    /// A proxy whose records are in `tele`.
    pub fn proxy(&self, options: &[&str], variables: &[(&str, &str)]) -> Proxy {
        let mut words = vec!["proxy", "--telemetry", "tele"];
        words.extend(options);
        words.extend(["--", "sh", "-c", SERVER]);
        let errors = std::fs::File::create(self.path("errors")).unwrap();
        let mut command = self.weir(&words);
        command.envs(variables.iter().copied());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Proxy { child, input: Some(input), output, number: 0 }
    }

    /// The records of one event, as soon as there are so many.
    #[track_caller]
    pub fn records(&self, event: &str, many: usize) -> Vec<Value> {
        let begun = Instant::now();
        loop {
            let files = std::fs::read_dir(self.path("tele")).into_iter().flatten().flatten();
            let texts = files.map(|file| std::fs::read_to_string(file.path()).unwrap());
            let all: Vec<Value> = texts
                .flat_map(|text| {
                    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<_>>()
                })
                .filter(|record: &Value| record["event"] == event)
                .collect();
            if all.len() >= many {
                return all;
            }
            assert!(begun.elapsed() < LONG, "{} records of {event}", all.len());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// What the proxy printed on standard error, as soon as it holds this.
    #[track_caller]
    pub fn reported(&self, part: &str) -> String {
        let begun = Instant::now();
        loop {
            let text = self.read("errors");
            if text.contains(part) {
                return text;
            }
            assert!(begun.elapsed() < LONG, "{part} in {text}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// A proxy that runs.
pub struct Proxy {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    number: u32,
}

impl Proxy {
    /// The result of a call.
    #[track_caller]
    pub fn call(&mut self, tool: &str) -> Value {
        self.call_with(tool, &serde_json::json!({}))
    }

    /// The result of a call of the get tool.
    #[track_caller]
    pub fn get(&mut self, arguments: &Value) -> Value {
        self.call_with("weir_get", arguments)
    }

    #[track_caller]
    fn call_with(&mut self, tool: &str, arguments: &Value) -> Value {
        self.number += 1;
        let line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\"arguments\":{arguments}}}}}\n",
            self.number
        );
        self.input.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the proxy has ended");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == self.number {
                return message["result"].clone();
            }
        }
    }

    /// The number of items that a list is answered with.
    #[track_caller]
    pub fn items(&mut self) -> usize {
        let text = self.call("list")["content"][0]["text"].as_str().unwrap().to_owned();
        let page: Value = serde_json::from_str(&text).unwrap();
        page.as_array().or_else(|| page["items"].as_array()).unwrap().len()
    }

    /// Ends it, so that all of its records are written.
    pub fn end(mut self) {
        self.input = None;
        self.child.wait().unwrap();
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
