//! `weir batch`: many logs through the binary, and what it must not stumble over.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata");
/// A log of cargo test: 5 failed, 62 passed.
const FAILED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/cargo-test/few-failures.log");
const PASSED: &str = "running 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n";

fn weir() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weir"));
    command.env_clear().arg("batch").stdin(Stdio::null());
    command
}

struct Answered {
    lines: Vec<Value>,
    text: String,
    code: Option<i32>,
    errors: String,
}

fn answered(output: Output) -> Answered {
    let text = String::from_utf8(output.stdout).unwrap();
    // Folders are parted by the sign of the system, which JSON doubles.
    let text = if cfg!(windows) { text.replace(r"\\", "/") } else { text };
    let lines = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    Answered { lines, text, code: output.status.code(), errors: String::from_utf8(output.stderr).unwrap() }
}

fn batch(words: &[&str], folder: &Path) -> Answered {
    answered(weir().args(words).current_dir(folder).output().unwrap())
}

fn with_list(words: &[&str], folder: &Path, list: &[u8]) -> Answered {
    let mut command = weir();
    command
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(list).unwrap();
    answered(child.wait_with_output().unwrap())
}

impl Answered {
    /// `path[!member]: verdict failed/total` or `path: ERROR why`, for all but the summary.
    fn rows(&self) -> Vec<String> {
        let lines = self.lines.iter().filter(|line| line["kind"] != "summary");
        lines
            .map(|line| {
                let path = line["path"].as_str().unwrap();
                let member = line["member"].as_str().map(|member| format!("!{member}")).unwrap_or_default();
                match line["error"].as_str() {
                    Some(error) => format!("{path}{member}: ERROR {error}"),
                    None => format!(
                        "{path}{member}: {} {}/{}",
                        line["verdict"].as_str().unwrap(),
                        line["counts"]["failed"],
                        line["counts"]["total"]
                    ),
                }
            })
            .collect()
    }

    fn summary(&self) -> &Value {
        let last = self.lines.last().unwrap();
        assert_eq!(last["kind"], "summary");
        last
    }
}

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ::zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = ::zip::write::SimpleFileOptions::default();
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).unwrap()
}

/// `PASSED` by `xz -9`, which asks for the most memory.
fn xz() -> Vec<u8> {
    let packed = "/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4AB8AGJdADkdShLeeBHBirGgGD2R5BDm7hBY2S1WmSm36ICIq4n0vrWFGUJKbc7BsIrZMZVkGZ5\
                  ewK23GY3uEzAWWf0A62DLUOJyVcduOXKzAXD+azPLUJpZ0Cn8vBQDscnQBzQAyZwAAAAAgfSTvqtayh0AAX590uyOvx+2830BAAAAAARZWg==";
    base64::Engine::decode(&base64::engine::general_purpose::STANDARD, packed).unwrap()
}

fn failed_log() -> Vec<u8> {
    fs::read(FAILED).unwrap()
}

fn schema() -> jsonschema::Validator {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/batch/schema/weir.batch.1.json");
    jsonschema::validator_for(&serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()).unwrap()
}

#[test]
fn every_own_log_has_a_line_that_follows_the_schema_and_no_number_of_workers_changes_a_byte() {
    let one = batch(&["-j", "1", OWN], Path::new("/"));
    let four = batch(&["--jobs", "4", OWN], Path::new("/"));
    assert!(one.text == four.text, "the lines depend on the number of workers");
    assert_eq!((one.code, one.errors.as_str()), (Some(1), ""));
    let schema = schema();
    for line in &one.lines {
        let errors: Vec<String> =
            schema.iter_errors(line).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{line} {errors:#?}");
    }
    let summary = one.summary();
    assert_eq!(summary["logs"], one.lines.len() - 1);
    assert_eq!(summary["errors"], 0);
    assert!(!summary["shared"].as_array().unwrap().is_empty());
}

#[test]
fn a_line_tells_what_the_answer_of_the_filter_tells() {
    let one = batch(&["--no-summary", FAILED], Path::new("/"));
    let filter = Command::new(env!("CARGO_BIN_EXE_weir"))
        .env_clear()
        .args(["--no-store", "--format", "json", FAILED])
        .output()
        .unwrap();
    let filter: Value = serde_json::from_slice(&filter.stdout).unwrap();
    let [line] = one.lines.as_slice() else { panic!("{}", one.text) };
    assert_eq!((&line["verdict"], &line["counts"]), (&filter["verdict"], &filter["counts"]));
    let pick = |value: &Value| {
        let failures = value["failures"].as_array().unwrap();
        failures
            .iter()
            .map(|each| ["id", "kind", "runner", "file", "line", "message"].map(|key| each[key].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(pick(line), pick(&filter));
    assert_eq!(pick(line).len(), 5);
    assert_eq!((&line["runner"], &line["duration"]), (&Value::from("cargo test"), &Value::Null));
    assert_eq!(line["bytes"], fs::metadata(FAILED).unwrap().len());
}

#[test]
fn packed_logs_are_read_by_their_content_and_their_names_are_no_matter() {
    let log = failed_log();
    let files = folder(&[
        ("a.txt", &log),
        ("b.txt", &gzip(&log)),
        ("c.gz", &log),
        ("d", &zstd(&log)),
        ("f", &xz()),
        ("g", &[xz(), vec![0; 8], xz()].concat()),
        ("e", &zip(&[("x.log", &log), ("y.log", PASSED.as_bytes())])),
    ]);
    let reported = "failed 5/70";
    assert_eq!(
        batch(&["."], files.path()).rows(),
        [
            format!("./a.txt: {reported}"),
            format!("./b.txt: {reported}"),
            format!("./c.gz: {reported}"),
            format!("./d: {reported}"),
            format!("./e!x.log: {reported}"),
            "./e!y.log: passed 0/1".to_owned(),
            "./f: passed 0/1".to_owned(),
            "./g: passed 0/2".to_owned(),
        ]
    );
}

#[test]
fn the_filter_reads_a_packed_file_as_what_it_holds_and_a_packed_stream_as_it_is() {
    let log = failed_log();
    let files = folder(&[
        ("log", &log),
        ("gz", &gzip(&log)),
        ("zst", &zstd(&log)),
        (
            "zip",
            &zip(&[("build/2_test.txt", &log), ("0_build.txt", &log), ("build/1_Set up job.txt", b"x\n")]),
        ),
    ]);
    let filter = |stdin: Stdio, words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_weir"));
        command.env_clear().args(["--no-store", "-m", "minimal"]).args(words);
        command.current_dir(files.path()).stdin(stdin).output().unwrap()
    };
    let plain = filter(Stdio::null(), &["log"]);
    for name in ["gz", "zst", "zip"] {
        let packed = filter(Stdio::null(), &[name]);
        let text = String::from_utf8_lossy(&packed.stdout)
            .replace(&format!("weir -m verbose {name}\n"), "weir -m verbose log\n");
        assert!(text == String::from_utf8_lossy(&plain.stdout), "{name}: {text}");
        assert_eq!(packed.status.code(), Some(1));
    }
    let stream = filter(fs::File::open(files.path().join("gz")).unwrap().into(), &[]);
    assert!(!String::from_utf8_lossy(&stream.stdout).contains("berths::tests"));
}

#[test]
fn a_job_of_github_actions_counts_once_in_an_archive_and_in_a_folder() {
    let log = failed_log();
    let entries: [(&str, &[u8]); 7] = [
        ("0_test (ubuntu).txt", &log),
        ("test (ubuntu)/1_Set up job.txt", b"set up\n"),
        ("test (ubuntu)/2_Run tests.txt", &log),
        ("test (ubuntu)/system.txt", b"a runner was found\n"),
        ("lint/1_Set up job.txt", b"set up\n"),
        ("lint/2_Run cargo test.txt", &log),
        ("lint/10_Complete job.txt", b"done\n"),
    ];
    let files = folder(&entries);
    fs::write(files.path().join("run.zip"), zip(&entries)).unwrap();
    let reported = "failed 5/70";
    assert_eq!(
        batch(&["run.zip"], files.path()).rows(),
        [format!("run.zip!0_test (ubuntu).txt: {reported}"), format!("run.zip!lint/: {reported}")]
    );
    fs::remove_file(files.path().join("run.zip")).unwrap();
    let unpacked = batch(&["."], files.path());
    assert_eq!(unpacked.rows().iter().filter(|row| row.ends_with(reported)).count(), 2);
    assert_eq!(unpacked.summary()["skipped"]["steps"], 1);
}

#[test]
fn what_cannot_be_read_has_a_line_and_the_others_go_on() {
    let log = failed_log();
    let packed = gzip(&log);
    let files = folder(&[
        ("cut.gz", &packed[..packed.len() / 2]),
        ("more.gz", &[&packed[..], b"rubbish, and more of it"].concat()),
        ("nested.gz", &gzip(&packed)),
        ("broken.zip", b"PK\x03\x04 and nothing else"),
        ("empty.zip", &zip(&[])),
        ("xz", b"\xfd7zXZ\0 no more"),
        ("nested.zip", &zip(&[("a.gz", &packed), ("b", PASSED.as_bytes())])),
        ("z.log", PASSED.as_bytes()),
    ]);
    let null = if cfg!(windows) { "NUL" } else { "/dev/null" };
    let all = batch(&[".", "gone", null, "*.nothing", "[x"], files.path());
    let gone = fs::metadata(files.path().join("gone")).unwrap_err().to_string();
    let rows = all.rows();
    let errors: Vec<&str> = rows.iter().map(|row| row.split(" (os").next().unwrap()).collect();
    assert_eq!(
        errors,
        [
            "./broken.zip: ERROR the list of what the archive holds is damaged, or longer than 4194304 bytes: invalid Zip archive: Could not find EOCD",
            "./cut.gz: ERROR the gzip data ends too early",
            "./empty.zip: ERROR an archive without files",
            "./more.gz: ERROR the gzip data is damaged: invalid gzip header",
            "./nested.gz: ERROR it holds gzip data once more, and an archive inside an archive is not followed",
            "./nested.zip!a.gz: ERROR it holds gzip data once more, and an archive inside an archive is not followed",
            "./nested.zip!b: passed 0/1",
            "./xz: ERROR the xz data is damaged: XZ stream header CRC32 mismatch",
            "./z.log: passed 0/1",
            &format!("gone: ERROR {}", gone.split(" (os").next().unwrap()),
            &format!("{null}: ERROR it is no file; pipe it into weir instead"),
            "*.nothing: ERROR no file of this name, and none matches it",
            "[x: ERROR no file of this name, and no pattern: unclosed character class; missing ']'",
        ]
    );
    assert_eq!(all.code, Some(3));
    assert_eq!(all.summary()["errors"], 11);
    assert_eq!(batch(&["--exit-zero", "gone"], files.path()).code, Some(0));
}

#[test]
fn the_exit_code_follows_the_worst_log() {
    let files = folder(&[
        ("p", PASSED.as_bytes()),
        ("u", b"plain\n"),
        ("i", b"running 2 tests\n"),
        ("f", &failed_log()),
    ]);
    for (words, code) in
        [(&["p", "u"][..], 0), (&["p", "i"], 3), (&["i", "f", "gone"], 1), (&["--exit-zero", "f"], 0)]
    {
        assert_eq!(batch(words, files.path()).code, Some(code), "{words:?}");
    }
    for (words, reported) in [
        (&["--jobs", "0", "p"][..], "weir: --jobs must be 1 to 256, not '0'\n"),
        (&["--jobs", "257", "p"], "weir: --jobs must be 1 to 256, not '257'\n"),
        (&["@gone"], "weir: failed to read 'gone': no such file\n"),
        (&[], "weir: missing PATH\nhint: see 'weir batch --help'\n"),
    ] {
        let refused = batch(words, files.path());
        assert_eq!((refused.code, refused.errors.as_str(), refused.text.as_str()), (Some(2), reported, ""));
    }
}

#[test]
#[cfg(unix)] // needs links
fn links_hidden_names_and_pipes_in_folders_are_left_out_and_counted() {
    let files = folder(&[("logs/a/x", PASSED.as_bytes()), ("logs/b", PASSED.as_bytes()), ("logs/.c", b"x")]);
    let logs = files.path().join("logs");
    std::os::unix::fs::symlink(&logs, logs.join("a/loop")).unwrap();
    std::os::unix::fs::symlink(logs.join("b"), logs.join("latest")).unwrap();
    let made = Command::new("mkfifo").arg(logs.join("pipe")).status().unwrap();
    assert!(made.success());
    let all = batch(&["logs"], files.path());
    assert_eq!(all.rows(), ["logs/a/x: passed 0/1", "logs/b: passed 0/1"]);
    assert_eq!(
        all.summary()["skipped"],
        serde_json::json!({"hidden": 1, "links": 2, "special": 1, "steps": 0})
    );
    assert_eq!(
        batch(&["logs/latest", "logs/pipe"], files.path()).rows(),
        ["logs/latest: passed 0/1", "logs/pipe: ERROR it is no file; pipe it into weir instead",]
    );
}

#[test]
fn a_pattern_is_expanded_in_the_order_of_names_unless_a_file_has_that_name() {
    let log = PASSED.as_bytes();
    let files =
        folder(&[("l/b.txt", log), ("l/a.txt", log), ("l/c/d.txt", log), ("l/x.gz", log), ("[ab].txt", log)]);
    let names = |words: &[&str]| -> Vec<String> {
        let rows = batch(words, files.path()).rows();
        rows.iter().map(|row| row.split(": ").next().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&["l/*.txt"]), ["l/a.txt", "l/b.txt"]);
    assert_eq!(names(&["l/**/*.txt"]), ["l/a.txt", "l/b.txt", "l/c/d.txt"]);
    assert_eq!(names(&["*/*.{gz,txt}"]), ["l/a.txt", "l/b.txt", "l/x.gz"]);
    assert_eq!(names(&["[ab].txt"]), ["[ab].txt"]);
    assert_eq!(names(&["?"]), ["l/a.txt", "l/b.txt", "l/c/d.txt", "l/x.gz"]);
}

#[test]
#[cfg_attr(windows, ignore = "needs names of files that Windows refuses")]
fn a_list_of_paths_comes_from_a_pipe_or_a_file_by_lines_or_nuls() {
    let log = PASSED.as_bytes();
    let files = folder(&[("a", log), ("b c", log), ("d\ne", log), ("list", b"b c\n\ngone"), ("-", log)]);
    let two = ["a: passed 0/1", "b c: passed 0/1"];
    assert_eq!(with_list(&["-"], files.path(), b"a\nb c\n").rows(), two);
    assert_eq!(with_list(&["-"], files.path(), b"a\0b c\0").rows(), two);
    assert_eq!(with_list(&["-0", "-"], files.path(), b"d\ne\0a").rows(), ["d\ne: passed 0/1", two[0]]);
    assert_eq!(with_list(&["./-", "a"], files.path(), b"").rows(), ["./-: passed 0/1", two[0]]);
    let listed = batch(&["a", "@list"], files.path()).rows();
    assert_eq!(listed[..2], two);
    assert!(listed[2].starts_with("gone: ERROR No such file"), "{listed:?}");
    assert_eq!(with_list(&["-"], files.path(), b"").summary()["logs"], 0);
}

#[test]
#[cfg(unix)] // needs names that are not UTF-8
fn a_name_that_is_not_utf_8_is_reported_in_base64_too() {
    let files = tempfile::tempdir().unwrap();
    use std::os::unix::ffi::OsStrExt as _;
    let name = std::ffi::OsStr::from_bytes(b"log-\xff");
    fs::write(files.path().join(name), PASSED).unwrap();
    let all = batch(&["."], files.path());
    assert_eq!(all.lines[0]["path"], "./log-\u{fffd}");
    assert_eq!(all.lines[0]["path_base64"], "Li9sb2ct/w==");
    assert_eq!(all.rows(), ["./log-\u{fffd}: passed 0/1"]);
}

#[test]
fn the_summary_tells_which_logs_share_a_failure() {
    let log = failed_log();
    let files = folder(&[("1", &log), ("2", PASSED.as_bytes()), ("3", &gzip(&log)), ("4", b"plain\n")]);
    let all = batch(&["."], files.path());
    let summary = all.summary();
    assert_eq!(
        summary["verdicts"],
        serde_json::json!({"failed": 2, "incomplete": 0, "unknown": 1, "passed": 1})
    );
    assert_eq!((&summary["failures"], &summary["shared"].as_array().unwrap().len()), (&Value::from(10), &5));
    assert_eq!(
        summary["shared"][0],
        serde_json::json!({
            "id": "berths::tests::unloads_a_barge_at_high_water",
            "runner": "cargo test",
            "message": "berth 3531 is taken",
            "logs": 2,
            "first": {"path": "./1", "member": null},
            "last": {"path": "./3", "member": null},
        })
    );
    assert_eq!(batch(&["--no-summary", "."], files.path()).lines.len(), 4);
}

#[test]
fn a_runs_duration_is_read_off_its_time_stamps() {
    let log = "2026-01-02T03:04:05.000Z running 1 test\n2026-01-02T03:04:07.250Z test a ... ok\n";
    let files = folder(&[("a", log.as_bytes())]);
    assert_eq!(batch(&["a"], files.path()).lines[0]["duration"], 2.25);
}

#[test]
fn a_reader_that_leaves_is_a_quiet_end() {
    let files = folder(&[("a", &failed_log())]);
    let many = vec!["a"; 3000];
    let mut child = weir()
        .args(&many)
        .current_dir(files.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut first).unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
#[cfg_attr(windows, ignore = "needs /dev/full")]
fn a_full_disk_is_reported() {
    let Ok(full) = fs::File::options().write(true).open("/dev/full") else { return };
    let output = weir().arg(FAILED).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(74));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("weir: failed to write the lines: "));
}

#[test]
#[cfg_attr(windows, ignore = "needs signals")]
fn an_interrupt_ends_it_with_whole_lines_and_a_summary_that_says_so() {
    let files = folder(&[("a", PASSED.as_bytes())]);
    let mut child = weir()
        .arg("-")
        .current_dir(files.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut list = child.stdin.take().unwrap();
    list.write_all(b"a\na\n").unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let kill = |signal: &str| {
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    };
    kill("-INT");
    std::thread::sleep(Duration::from_millis(200));
    kill("-INT");
    let ended = answered(child.wait_with_output().unwrap());
    drop(list);
    assert_eq!(ended.code, Some(130));
    assert_eq!(ended.rows(), ["a: passed 0/1", "a: passed 0/1"]);
    assert_eq!(ended.summary()["interrupted"], true);
}

#[test]
#[cfg(unix)] // needs modes of files
fn a_folder_that_cannot_be_read_has_a_line() {
    use std::os::unix::fs::PermissionsExt as _;
    let files = folder(&[("shut/a", PASSED.as_bytes()), ("z", PASSED.as_bytes())]);
    let shut = files.path().join("shut");
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o000)).unwrap();
    let all = batch(&["."], files.path());
    let may = fs::read_dir(&shut).is_ok();
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o700)).unwrap();
    if may {
        return; // Root may read everything.
    }
    assert!(all.rows()[0].starts_with("./shut: ERROR failed to read the folder: "), "{:?}", all.rows());
    assert_eq!(all.rows()[1], "./z: passed 0/1");
}

#[test]
fn secrets_are_in_no_line() {
    let secret = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let log = format!(
        "running 1 test\ntest a ... FAILED\n\nfailures:\n\n---- a stdout ----\nthread 'a' panicked at src/a.rs:1:1:\ntoken {secret}\n"
    );
    let files = folder(&[("a", log.as_bytes())]);
    assert!(!batch(&["a"], files.path()).text.contains(&secret));
    assert!(batch(&["--no-redact", "a"], files.path()).text.contains(&secret));
}

/// A gzip of zeros: a thousandth of what it holds.
#[test]
#[ignore = "takes long: unpacks 4 GiB"]
fn a_bomb_is_refused_at_its_bound() {
    let files = tempfile::tempdir().unwrap();
    let path: PathBuf = files.path().join("bomb.gz");
    let mut encoder =
        flate2::write::GzEncoder::new(fs::File::create(&path).unwrap(), flate2::Compression::fast());
    let block = vec![0; 1 << 20];
    for _ in 0..4200 {
        encoder.write_all(&block).unwrap();
    }
    encoder.finish().unwrap();
    let all = batch(&["bomb.gz"], files.path());
    assert_eq!(
        all.rows(),
        [
            "bomb.gz: ERROR it unpacks to more than 4294967296 bytes, which no log does: unpack it yourself and pipe it in"
        ]
    );
}

/// The example of docs/batch.md. `PYTHON` has PySpark, `SPARK_MASTER` is Spark's; `local-cluster[2,1,1024]`
/// starts worker processes.
#[test]
#[ignore = "needs PySpark and Java, and takes a minute"]
fn a_stage_of_spark_counts_the_failures_that_logs_share() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
    if !has(Command::new(&python).args(["-c", "import pyspark"]))
        || !has(Command::new("java").arg("-version"))
    {
        return;
    }
    let files =
        folder(&[("a.log", &failed_log()), ("b.log", PASSED.as_bytes()), ("c.gz", &gzip(&failed_log()))]);
    let list: String = ["a.log", "b.log", "c.gz"]
        .iter()
        .map(|name| format!("{}\n", files.path().join(name).display()))
        .collect();
    fs::write(files.path().join("list"), list).unwrap();
    let output = Command::new(&python)
        .arg(format!("{OWN}/batch/spark_batch.py"))
        .arg(env!("CARGO_BIN_EXE_weir"))
        .arg(files.path().join("list"))
        .args(std::env::var("SPARK_MASTER").ok())
        .output()
        .unwrap();
    let reported = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{reported}");
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert!(lines.iter().all(|line| line["logs"] == 2 && line["runner"] == "cargo test"), "{lines:?}");
}
