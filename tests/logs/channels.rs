//! A log that went through a console, a shell or a service on its way is read as the log that it was, and says what was
//! taken back.

use crate::support::answer::weir;
use serde_json::Value;

const JEST: &str = include_str!("../../testdata/jest/few-failures.txt");
const MOCHA: &str = include_str!("../../testdata/mocha/few-failures.txt");
const CARGO: &str = include_str!("../../testdata/cargo-test/few-failures.log");
const PYTEST: &str = include_str!("../../testdata/pytest/all-kinds.txt");
const PASSED: &str = include_str!("../../testdata/jest/all-pass-verbose.txt");

/// Pages, each with its characters from 0x80 on.
const PAGES: [(&str, &str); 4] = [
    (
        "cp437",
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
    (
        "cp850",
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    ),
    (
        "cp1252",
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
    ),
    (
        "macroman",
        "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›\u{fb01}\u{fb02}‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ",
    ),
];

/// What an answer says: verdict, numbers, names of failures; and what was taken back.
fn reported(log: &[u8]) -> ((String, Value, Vec<String>), Vec<String>) {
    let output =
        weir(&["-m", "verbose", "--format", "json", "--no-store"]).write_stdin(log).output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let failures = answer["failures"].as_array().unwrap();
    let mut names: Vec<String> = failures.iter().map(|failure| text(&failure["id"])).collect();
    names.extend(answer["named"].as_array().unwrap().iter().map(text));
    names.sort();
    let mut counts = answer["counts"].clone();
    counts.as_object_mut().unwrap().remove("source");
    let normalized = answer["normalized"].as_array().map(|all| all.iter().map(text).collect());
    ((text(&answer["verdict"]), counts, names), normalized.unwrap_or_default())
}

/// The text as it is when its bytes are read in the page.
fn read_in(page: &str, text: &str) -> String {
    let chars: Vec<char> = page.chars().collect();
    let char = |byte: u8| if byte < 0x80 { char::from(byte) } else { chars[usize::from(byte) - 0x80] };
    text.bytes().map(char).collect()
}

fn utf16(text: &str) -> Vec<u8> {
    let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn broken(columns: usize, text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let chars: Vec<char> = line.chars().collect();
        let pieces: Vec<String> = chars.chunks(columns).map(|piece| piece.iter().collect()).collect();
        out.push_str(&pieces.join("\n"));
        out.push('\n');
    }
    out
}

fn record(program: &str, place: &str, text: &str) -> String {
    let (first, rest) = text.split_once('\n').unwrap();
    format!(
        "{program} : {first}\n{place}\n+ & {program} check 2>&1\n+ ~~~~~~~~~~~~~~~~\n    + CategoryInfo          : NotSpecified: ({first}:String) [], RemoteException\n    + FullyQualifiedErrorId : NativeCommandError\n \n{rest}"
    )
}

fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

#[test]
fn marks_that_were_read_in_a_page_are_taken_back() {
    for (page, chars) in PAGES {
        for log in [JEST, MOCHA] {
            let expected = (reported(log.as_bytes()).0, vec![format!("mojibake:{page}")]);
            let read = read_in(chars, log);
            assert_eq!(reported(read.as_bytes()), expected, "{page}");
            assert_eq!(reported(&utf16(&read)), expected, "{page} in UTF-16");
        }
    }
    let latin: String = MOCHA.bytes().map(char::from).collect();
    assert_eq!(
        reported(latin.as_bytes()),
        (reported(MOCHA.as_bytes()).0, vec!["mojibake:latin1".to_owned()])
    );
}

#[test]
fn lines_that_a_console_broke_are_joined() {
    // Errors of a compiler in files deep down, so that each is broken.
    let folder = "file:///home/quay/checkouts/of/the/northern/harbour/src/main/kotlin/dev/quay/harbour";
    let mut long = "> Task :harbour:compileKotlin FAILED\n".to_owned();
    for (line, file) in
        ["Crane", "Berth", "gate/LockGate", "ship/Tug", "ship/PilotBoat", "Keel", "Mast", "tide/Table"]
            .iter()
            .enumerate()
    {
        let at = line * 37 + 5;
        long.push_str(
            &format!(
                "e: {folder}/{file}.kt:{at}:51 Unresolved reference 'of{file}' in the hull of a ship.\n"
            )
            .replace("'ofgate/", "'of"),
        );
    }
    for columns in [72, 80, 100, 120] {
        let expected = (reported(long.as_bytes()).0, vec![format!("wrapped:{columns}")]);
        assert_eq!(reported(broken(columns, &long).as_bytes()), expected, "{columns}");
    }
}

#[test]
fn the_line_in_a_record_of_powershells_is_given_back() {
    for log in [JEST, PYTEST, CARGO] {
        let expected = (reported(log.as_bytes()).0, vec!["powershell".to_owned()]);
        let whole = record("node.exe", "At line:1 char:1", log);
        assert_eq!(reported(whole.as_bytes()), expected);
        let script = record("npm", "At C:\\quay\\check it.ps1:37 char:3", log);
        assert_eq!(reported(&utf16(&script)), expected);
        let (first, rest) = log.split_once('\n').unwrap();
        let short = format!(
            "check.ps1: C:\\quay\\check.ps1:3\nLine |\n   3 |  npm test 2>&1\n     |  ~~~~~~~~~~~~~\n     | {first}\n{rest}"
        );
        assert_eq!(reported(short.as_bytes()), expected);
    }
}

#[test]
fn a_log_in_json_is_read_as_the_log() {
    for log in [JEST, PYTEST, CARGO] {
        let log_in = json(log);
        for (text, name) in [
            (log_in.clone(), "json:string"),
            (format!("{{\"id\": 7, \"logs\": {log_in}}}\n"), "json:logs"),
            (format!("[{{\"stdout\":{log_in},\"stderr\":\"\",\"exit_code\":1}}]"), "json:stdout"),
            (
                format!(
                    "{{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":{log_in}}}]}}}}"
                ),
                "json:text",
            ),
        ] {
            assert_eq!(
                reported(text.as_bytes()),
                (reported(log.as_bytes()).0, vec![name.to_owned()]),
                "{name}"
            );
        }
        let job =
            format!("{{\"failed_jobs\":1,\"logs\":[{{\"job_name\":\"moor\",\"logs_content\":{log_in}}}]}}");
        assert_eq!(
            reported(job.as_bytes()),
            (reported(log.as_bytes()).0, vec!["json:logs_content".to_owned()])
        );
        let inside = format!("{{\"content\":[{{\"type\":\"text\",\"text\":{}}}]}}", json(&job));
        assert_eq!(reported(inside.as_bytes()).0, reported(log.as_bytes()).0);
        let steps: Vec<String> = log
            .lines()
            .map(|line| format!("{{\"pos\":0,\"out\":{},\"time\":1}}", json(&format!("{line}\n"))))
            .collect();
        let steps = format!("[{}]", steps.join(","));
        assert_eq!(reported(steps.as_bytes()), (reported(log.as_bytes()).0, vec!["json:out".to_owned()]));
        let lines: Vec<String> = log.lines().map(|line| format!("{{\"message\":{}}}", json(line))).collect();
        let events = format!("{{\"events\":[{}]}}", lines.join(","));
        assert_eq!(
            reported(events.as_bytes()),
            (reported(log.as_bytes()).0, vec!["json:message".to_owned()])
        );
    }
}

#[test]
fn what_a_host_writes_before_lines_goes() {
    for log in [JEST, PYTEST, CARGO] {
        for (prefix, name) in [
            ("remote:        ", "prefix:remote"),
            ("3:04:05 PM: ", "prefix:clock"),
            ("2026-03-04T05:06:07.891234Z\t", "prefix:stamp"),
            ("17:27:42.617 | ", "prefix:clock"),
            ("17:27:42.617\t", "prefix:clock"),
            ("17:27:42  ", "prefix:clock"),
            ("Mar 04 05:06:07 PM  ", "prefix:clock"),
            ("\u{25b2}  ", "prefix:vercel"),
            ("[Unit Tests 2] ", "prefix:brackets"),
        ] {
            let text: String = log.lines().map(|line| format!("{prefix}{line}\n")).collect();
            assert_eq!(
                reported(text.as_bytes()),
                (reported(log.as_bytes()).0, vec![name.to_owned()]),
                "{prefix}"
            );
        }
        let lines = (1..).zip(log.lines());
        let steps: String = lines.map(|(at, line)| format!("[unit-test:{at}] {line}\n")).collect();
        assert_eq!(reported(steps.as_bytes()), (reported(log.as_bytes()).0, vec!["prefix:step".to_owned()]));
    }
}

#[test]
fn the_empty_line_after_each_line_of_a_copy_goes() {
    for log in [JEST, PYTEST, CARGO, MOCHA] {
        let text = log.replace('\n', "\n\n");
        assert_eq!(reported(text.as_bytes()), (reported(log.as_bytes()).0, vec!["doubled".to_owned()]));
        let both: String = log.lines().map(|line| format!("17:27:42.617 | {line}\n\n")).collect();
        let names = vec!["doubled".to_owned(), "prefix:clock".to_owned()];
        assert_eq!(reported(both.as_bytes()), (reported(log.as_bytes()).0, names));
    }
}

#[test]
fn a_clock_goes_from_the_first_line_on() {
    let log = "ERROR in ./quay/moor.js 5:13-30\nModule not found: Error: Can't resolve 'rope' in '/quay'\n\nERROR in ./quay/pier.js 23:9-22\nModule not found: Error: Can't resolve 'tide' in '/quay'\n";
    for prefix in ["17:27:42  ", "17:27:42.617 | ", "17:27:42\t", "Mar 4 05:06:07 AM  "] {
        let text: String = log.lines().map(|line| format!("{prefix}{line}\n")).collect();
        let (answer, _) = reported(text.as_bytes());
        assert_eq!(answer, reported(log.as_bytes()).0, "{prefix}");
        assert_eq!(answer.1["failed"], 2, "{prefix}: {answer:?}");
    }
    // An application's own logger is none.
    let text = "17:27:42  INFO moored\n17:27:43  ERROR no rope\n17:27:44  INFO cast off\n";
    assert!(!reported(text.as_bytes()).1.contains(&"prefix:clock".to_owned()));
}

#[test]
fn a_build_that_did_not_compile_has_a_verdict_whatever_is_before_its_lines() {
    for prefix in ["17:27:42.617 | ", "| ", "17h27 - ", "\u{2502} ", "quay | ", "17:27:42.617 | \u{25b2}  "] {
        let log = [
            "",
            "- info Creating an optimized production build...",
            "Failed to compile.",
            "x Unexpected token",
        ];
        let text: String = log.map(|line| format!("{prefix}{line}\n")).concat();
        let output = weir(&["--no-store"]).write_stdin(text).output().unwrap();
        assert_ne!(output.status.code(), Some(0), "{prefix}");
        assert!(String::from_utf8(output.stdout).unwrap().contains("weir: "), "{prefix}");
    }
}

#[test]
fn branches_of_a_pipeline_are_read_apart() {
    let names = ["Services", "Build X", "Linux"];
    for name in names {
        let log = [
            "npm ERR! Exit status 1",
            "npm ERR! Failed at the quay@1.0.0 moor script.",
            "make[1]: *** [moor] Error 1",
            "make: *** [check] Error 2",
        ];
        let text: String = log.map(|line| format!("[{name}] {line}\n")).concat();
        assert_eq!(reported(text.as_bytes()).0.0, "failed", "{name}");
    }
    // A heading in brackets is none, whatever is written before lines above it.
    let heading =
        "[moor] a\n[moor] b\n[moor] c\n[Quay Test] Test Suite\n\n  \u{2716} NightwatchAssertError\n";
    let plain = heading.replacen("[moor] c\n", "", 1);
    assert_eq!(reported(heading.as_bytes()).0, reported(plain.as_bytes()).0);
    // Two branches in turns, after what Jenkins says of them.
    let mut text = "[Pipeline] parallel\n".to_owned();
    text.extend(names[..2].iter().map(|name| format!("[Pipeline] {{ (Branch: {name})\n")));
    for (one, other) in JEST.lines().zip(PYTEST.lines().chain(std::iter::repeat(""))) {
        text.push_str(&format!("[Services] {one}\n[Build X] {other}\n"));
    }
    let rest = PYTEST.lines().skip(JEST.lines().count());
    text.extend(rest.map(|line| format!("[Build X] {line}\n")));
    let mut names = [reported(JEST.as_bytes()).0.2, reported(PYTEST.as_bytes()).0.2].concat();
    names.sort();
    assert_eq!(reported(text.as_bytes()).0.2, names);
}

#[test]
fn the_mark_of_the_kernels_robot_is_no_text() {
    let text = "   fs/quay.c: In function 'moor':\n>> fs/quay.c:60:1: error: no return statement in function returning non-void [-Werror=return-type]\n      60 | }\n         | ^\n   make: *** [Makefile:185: __sub-make] Error 2\n";
    let (answer, taken) = reported(text.as_bytes());
    assert_eq!((&*answer.0, &answer.1["failed"]), ("failed", &Value::from(1)), "{answer:?}");
    assert!(taken.contains(&"prefix:mark".to_owned()), "{taken:?}");
}

#[test]
fn what_went_through_several_is_taken_back_in_turn() {
    let read = broken(120, &record("node.exe", "At line:1 char:1", &read_in(PAGES[0].1, MOCHA)));
    let (answer, taken) = reported(&utf16(&read));
    assert_eq!(answer, reported(MOCHA.as_bytes()).0);
    assert!(
        taken.contains(&"powershell".to_owned()) && taken.contains(&"mojibake:cp437".to_owned()),
        "{taken:?}"
    );
    let inside = format!("{{\"log\":{}}}", json(&read_in(PAGES[2].1, JEST)));
    let expected = vec!["json:log".to_owned(), "mojibake:cp1252".to_owned()];
    assert_eq!(reported(inside.as_bytes()), (reported(JEST.as_bytes()).0, expected));
}

#[test]
fn what_is_taken_back_makes_no_answer_greener() {
    let verdict = |text: &str| reported(text.as_bytes()).0.0;
    let log = json(PASSED);
    assert_eq!(verdict(&format!("{{\"log\":{log},\"exit_code\":0}}")), "passed");
    for bad in ["\"exit_code\":1", "\"isError\":true", "\"error\":\"killed\"", "\"conclusion\":\"failure\""] {
        let text = format!("{{\"log\":{log},{bad}}}");
        assert_ne!(verdict(&text), "passed", "{bad}");
        // The log is read all the same, the answer says what is beside it, and the exit code is no success.
        let output = weir(&["--no-store"]).write_stdin(text).output().unwrap();
        let answer = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(3), "{bad}: {answer}");
        let member = bad.replace('"', "").replacen(':', ": ", 1);
        assert!(answer.contains(&format!("beside the log, the input says {member}")), "{answer}");
        assert!(answer.contains("passed"), "{answer}");
    }
    for bad in ["\"exit_code\":1", "\"success\":false"] {
        let inside = json(&format!("{{\"logs_content\":{log},{bad}}}"));
        assert_ne!(verdict(&format!("{{\"content\":[{{\"type\":\"text\",\"text\":{inside}}}]}}")), "passed");
    }
    // What is after a document counts.
    assert_eq!(
        verdict(&format!("{{\"log\":{log}}}\nerror: the crane fell\n")),
        verdict(&format!("{PASSED}error: the crane fell\n"))
    );
    // An error of the shell's own is none of its records.
    let own = format!(
        "{PASSED}npm : no such program\nAt line:1 char:1\n+ npm\n+ ~~~\n    + CategoryInfo          : ObjectNotFound: (npm:String) [], CommandNotFoundException\n    + FullyQualifiedErrorId : CommandNotFoundException\n"
    );
    assert_eq!(reported(own.as_bytes()).1, Vec::<String>::new());
}

#[test]
fn what_was_taken_back_is_printed() {
    let text =
        weir(&["--no-store"]).write_stdin(record("node.exe", "At line:1 char:1", JEST)).output().unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.lines().last().unwrap().contains("; restored 1 line (powershell)"), "{text}");
    assert!(!text.contains("NativeCommandError"), "{text}");
}

#[test]
fn the_second_print_of_a_failed_step_counts_once() {
    for log in [JEST, PYTEST] {
        let lines: Vec<&str> = log.lines().collect();
        let step: String = lines.iter().map(|line| format!("#13 3.408 {line}\n")).collect();
        let again: String = lines.iter().map(|line| format!("3.408 {line}\n")).collect();
        let error = "process \"/bin/sh -c make check\" did not complete successfully: exit code: 1";
        let head = "------\n > [app 4/4] RUN make check:\n";
        let both = format!(
            "#13 [app 4/4] RUN make check\n{step}#13 ERROR: {error}\n{head}{again}------\nERROR: failed to solve: {error}\n"
        );
        assert_eq!(reported(both.as_bytes()).0, reported(log.as_bytes()).0);
        let second = format!("{head}{again}------\nERROR: failed to solve: {error}\n");
        // The step itself is reported before what failed in it.
        let names = reported(second.as_bytes()).0.2;
        assert!(reported(log.as_bytes()).0.2.iter().all(|name| names.contains(name)), "{names:?}");
    }
}
