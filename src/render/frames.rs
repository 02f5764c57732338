//! Stack frames of the runtime: of a language's library, a test runner or a dependency. A test is not fixed there.
//!
//! A frame is recognized by its shape in one of many languages, and its owner by its path or its symbol. Frames count as
//! the runtime's only beside frames of the user: when there are no others, only they say where it failed.

use super::frames_of;

/// What a line of a failure is with regard to frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Not a frame.
    Text,
    /// The message of an exception.
    Printed,
    /// The first line of a frame of the user.
    User,
    /// The first line of a frame of the runtime.
    Runtime,
    /// A line that belongs to the frame above it.
    Further,
    /// A line that heads or ends a list of frames of the runtime, and has no information itself.
    Beside,
}

/// Which lines are the runtime's, and how many frames they have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Runtime {
    /// By line: whether it is the runtime's; empty when there are none.
    pub(super) lines: Vec<bool>,
    /// How many frames these lines hold.
    pub(super) frames: u64,
}

impl Runtime {
    /// Finds the runtime's frames in the lines of one failure.
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Self {
        let kinds = kinds(lines);
        let count = |kind: Line| kinds.iter().filter(|each| **each == kind).count();
        let frames = count(Line::Runtime);
        if frames == 0 || count(Line::User) == 0 {
            return Self::default();
        }
        let mut inside = false;
        let lines = kinds
            .iter()
            .map(|kind| {
                match kind {
                    Line::Runtime => inside = true,
                    Line::Text | Line::Printed | Line::User => inside = false,
                    Line::Further => {}
                    Line::Beside => return true,
                }
                inside
            })
            .collect();
        Self { lines, frames: u64::try_from(frames).unwrap_or(u64::MAX) }
    }

    /// Whether this line is the runtime's.
    pub(super) fn has(&self, line: usize) -> bool {
        self.lines.get(line).copied().unwrap_or(false)
    }
}

fn kinds<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Vec<Line> {
    let mut kinds = Vec::new();
    let mut next = lines.clone().skip(1);
    let mut last = "";
    // The symbol of the Rust frame above: its own closure below it, which only calls it, is the runtime's.
    let mut symbol = "";
    // Python prints the source below a frame: all lines further to the right belong to it.
    let mut python = None;
    // pytest prints the source above the line that shows whose it is.
    let mut chunk = 0;
    for line in lines {
        let next = next.next().unwrap_or("");
        let indent = line.len().saturating_sub(line.trim_start().len());
        if let Some(frame) = python {
            if indent > frame && !line.trim_start().starts_with("File \"") {
                kinds.push(Line::Further);
                continue;
            }
            python = None;
        }
        let mut kind = frames_of::kind(line, next, last);
        if let Some(own) = frames_of::symbol_of_rust(line) {
            if own.strip_suffix("::{{closure}}").is_some_and(|outer| outer == symbol) {
                kind = Line::Runtime;
            }
            symbol = own;
        }
        match kind {
            Line::User | Line::Runtime if line.trim_start().starts_with("File \"") => python = Some(indent),
            _ => {}
        }
        if line.starts_with("E ") || line.starts_with("E\t") {
            kind = Line::Printed;
        }
        kinds.push(kind);
        if let Some(whose) = frames_of::end_of_pytest(line) {
            // pytest's short form has the place first and the source below it.
            let short = frames_of::is_short(line);
            let source = kinds.get_mut(chunk..).unwrap_or_default();
            if whose == Line::Runtime && !short {
                // Above it may be the source of a frame in the short form.
                let mut rest = source.iter_mut().skip_while(|kind| **kind == Line::Further);
                let text = |kind: &Line| *kind == Line::Text;
                if let Some(first) = rest.next().filter(|first| text(first)) {
                    *first = Line::Runtime;
                    rest.filter(|kind| text(kind)).for_each(|kind| *kind = Line::Further);
                }
            }
            if let Some(own) = kinds.last_mut() {
                *own = match (whose, short) {
                    (Line::Runtime, false) => Line::Beside,
                    (whose, _) => whose,
                };
            }
            python = short.then_some(indent);
            chunk = kinds.len();
        }
        last = line;
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runtime(text: &str) -> (Vec<&str>, u64) {
        let runtime = Runtime::of(text.lines());
        let hidden = text.lines().enumerate().filter(|(at, _)| runtime.has(*at)).map(|(_, line)| line);
        (hidden.collect(), runtime.frames)
    }

    fn shown(text: &str) -> Vec<&str> {
        let runtime = Runtime::of(text.lines());
        text.lines().enumerate().filter(|(at, _)| !runtime.has(*at)).map(|(_, line)| line).collect()
    }

    #[test]
    fn frames_of_rust() {
        let text = "thread 'a' panicked at src/a.rs:3:1:\nno\nstack backtrace:\n   0: __rustc::rust_begin_unwind\n             at /rustc/5980/library/std/src/panicking.rs:689:5\n   1: harbour::berth\n             at ./src/berth.rs:4:9\n   2: core::ops::function::FnOnce::call_once\n   3: serde::de::read\n             at /home/u/.cargo/registry/src/index/serde-1.0.0/src/de.rs:3:4\nnote: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.";
        assert_eq!(
            shown(text),
            [
                "thread 'a' panicked at src/a.rs:3:1:",
                "no",
                "stack backtrace:",
                "   1: harbour::berth",
                "             at ./src/berth.rs:4:9"
            ]
        );
        assert_eq!(runtime(text).1, 3);
    }

    #[test]
    fn frames_of_go() {
        let text = "panic: no\n\ngoroutine 7 [running]:\ntesting.tRunner.func1.2({0x5, 0x6})\n\t/usr/lib/go-1.19/src/testing/testing.go:1396 +0x24e\npanic({0x508f80, 0x552000})\n\t/usr/lib/go-1.19/src/runtime/panic.go:884 +0x212\nexample.com/quay.TestNil(0xc0)\n\t/home/u/quay/quay_test.go:28 +0x2e\ncreated by testing.(*T).Run\n\t/usr/lib/go-1.19/src/testing/testing.go:1493 +0x35f";
        assert_eq!(
            shown(text),
            [
                "panic: no",
                "",
                "goroutine 7 [running]:",
                "example.com/quay.TestNil(0xc0)",
                "\t/home/u/quay/quay_test.go:28 +0x2e"
            ]
        );
        assert_eq!(runtime(text).1, 3);
    }

    #[test]
    fn frames_of_node() {
        let text = "Error: no\n    at sail (/home/u/sea/sail.js:3:9)\n    at Object.<anonymous> (/home/u/sea/node_modules/mocha/lib/run.js:1:2)\n    at new Promise (<anonymous>)\n    at process.processImmediate (node:internal/timers:483:21)\n    at async file:///home/u/sea/hoist.mjs:4:1";
        assert_eq!(
            shown(text),
            [
                "Error: no",
                "    at sail (/home/u/sea/sail.js:3:9)",
                "    at async file:///home/u/sea/hoist.mjs:4:1"
            ]
        );
        let vitest = " ❯ hoist src/hoist.ts:9:3\n ❯ node_modules/vite/dist/run.js:3:4";
        assert_eq!(shown(vitest), [" ❯ hoist src/hoist.ts:9:3"]);
    }

    #[test]
    fn frames_of_maven_itself() {
        let maven = "\n    at org.apache.maven.Mojo.run (Mojo.java:3)\n    at org.codehaus.plexus.Launcher.main (Launcher.java:9)";
        let text = format!("MojoException: no\n    at sea.Mojo.land (Mojo.java:7){maven}");
        let runtime = Runtime::of(text.lines());
        assert_eq!((runtime.frames, runtime.has(1), runtime.has(2)), (2, false, true));
    }

    #[test]
    fn frames_of_java() {
        let text = "java.lang.IllegalStateException: no\n\tat org.junit.Assert.fail(Assert.java:89)\n\tat app//org.junit.Assert.fail(Assert.java:89)\n\tat sea.Quay.land(Quay.java:12)\nCaused by: java.io.IOException: gone\n\tat java.base/java.io.Reader.read(Reader.java:9)\n\t... 3 more\norg.junit.jupiter.api.Assertions.assertEquals(Assertions.java:560)\nsea.Quay.moor(Quay.java:14)\njava.base/jdk.internal.reflect.Method.invoke0(Native Method)";
        assert_eq!(
            shown(text),
            [
                "java.lang.IllegalStateException: no",
                "\tat sea.Quay.land(Quay.java:12)",
                "Caused by: java.io.IOException: gone",
                "sea.Quay.moor(Quay.java:14)"
            ]
        );
    }

    #[test]
    fn frames_of_python() {
        let text = "Traceback (most recent call last):\n  File \"/usr/lib/python3.11/unittest/case.py\", line 57, in testPartExecutor\n    yield\n  File \"/home/u/sea/quay.py\", line 4, in land\n    tie(rope)\n    ^^^^^^^^^\n  File \"/v/lib/python3.11/site-packages/ropes/tie.py\", line 4, in tie\n    raise E\nropes.E: no rope";
        assert_eq!(
            shown(text),
            [
                "Traceback (most recent call last):",
                "  File \"/home/u/sea/quay.py\", line 4, in land",
                "    tie(rope)",
                "    ^^^^^^^^^",
                "ropes.E: no rope"
            ]
        );
        let pytest = "    def test_land():\n>       tie(None)\n\ntests/test_quay.py:4: \n\n    def tie(rope):\n>       raise Slack(rope)\nE       ropes.Slack: None\n\n/v/lib/python3.11/site-packages/ropes/tie.py:9: Slack";
        assert_eq!(
            shown(pytest),
            [
                "    def test_land():",
                ">       tie(None)",
                "",
                "tests/test_quay.py:4: ",
                "E       ropes.Slack: None",
                ""
            ]
        );
        // The first and the last frame in the long form, those between them in the short one.
        let mixed = "    def test_land():\n>       moor()\n\ntests/test_quay.py:4: \n_ _ _ _\ntests/quay.py:9: in moor\n    tie(None)\n    ^^^^^^^^^\n/v/lib/python3.11/json/__init__.py:346: in tie\n    return tied(rope)\n           ^^^^^^^^^^\n_ _ _ _\n\nrope = None\n\n    def tied(rope):\n        \"\"\"Ties.\n    Well.\n        \"\"\"\n>       raise Slack(rope)\nE       ropes.Slack: None\n\n/v/lib/python3.11/json/tie.py:9: Slack";
        assert_eq!(
            shown(mixed),
            [
                "    def test_land():",
                ">       moor()",
                "",
                "tests/test_quay.py:4: ",
                "_ _ _ _",
                "tests/quay.py:9: in moor",
                "    tie(None)",
                "    ^^^^^^^^^",
                "E       ropes.Slack: None",
                ""
            ]
        );
        assert_eq!(runtime(mixed).1, 2);
        let windows =
            mixed.replace("/v/lib/python3.11/json/", "C:\\hostedtoolcache\\Python\\3.11.7\\x64\\Lib\\json\\");
        assert_eq!((shown(&windows), runtime(&windows).1), (shown(mixed), 2));
        let own = mixed.replace("/v/lib/python3.11/json/__init__.py:346: in tie", "tests/quay.py:12: in tie");
        assert!(shown(&own).contains(&"    return tied(rope)") && runtime(&own).1 == 1);
        let short = "tests/test_quay.py:4: in test_land\n    tie(None)\n/v/site-packages/ropes/tie.py:9: in tie\n    raise Slack(rope)\nE   ropes.Slack: None";
        assert_eq!(
            shown(short),
            ["tests/test_quay.py:4: in test_land", "    tie(None)", "E   ropes.Slack: None"]
        );
    }

    #[test]
    fn frames_of_others() {
        for (user, other) in [
            (
                "   at Sea.Quay.Land() in /u/Quay.cs:line 12",
                "   at System.RuntimeMethodHandle.InvokeMethod(Object target)",
            ),
            (
                "     # ./spec/quay_spec.rb:3:in `block'",
                "     # /usr/lib/ruby/gems/3.1.0/gems/rspec/core.rb:3:in `run'",
            ),
            ("/u/tests/QuayTest.php:12", "/u/vendor/phpunit/phpunit/src/TestCase.php:1527"),
            ("#0 0x55d in land /u/quay.c:3:1", "#1 0x7f in __libc_start_main ../sysdeps/x86/libc-start.c:9"),
            (
                "       test/quay_test.exs:8: (test)",
                "       (ex_unit 1.14.0) lib/ex_unit/runner.ex:512: X.y/1",
            ),
            (
                "4   QuayTests                           0x000000010 $s9QuayTests + 1",
                "5   XCTestCore                          0x000000011 foo + 2",
            ),
        ] {
            assert_eq!(shown(&format!("no\n{other}\n{user}\n{other}")), ["no", user], "{user}");
            // When there are no other frames, they stay.
            assert_eq!(runtime(&format!("no\n{other}")).0, [""; 0], "{other}");
        }
    }
}
