//! Stack traces of the Java virtual machine, as every runner of its languages prints them.
//!
//! [`Trace`] reads the lines below a failure's heading: exception and message, causes and the first frames in the user's own
//! code are *why*, all other frames are *where*. A message may have many lines; they end at the first frame. The runner
//! decides where a block ends. Sources: `Throwable.printStackTrace`, and the shortened forms of Gradle (`X at A.java:3`,
//! `Caused by:` on a line of its own) and of JUnit's console (frames without `at`).

use crate::budget::Count as _;
use crate::event::{Event, Part, Place, Sink};

/// How many lines of one message say why; further ones are shown like frames.
const MESSAGE_LINES: u8 = 14;

/// Beginnings of the names of classes that are not the user's: run-times, test frameworks, assertions, build tools.
const LIBRARIES: [&str; 50] = [
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "org.junit.",
    "junit.",
    "org.opentest4j.",
    "org.assertj.",
    "org.hamcrest.",
    "org.mockito.",
    "org.powermock.",
    "org.easymock.",
    "io.mockk.",
    "org.testng.",
    "org.gradle.",
    "worker.org.gradle.",
    "org.apache.maven.",
    "org.codehaus.plexus.",
    "org.apache.tools.ant.",
    "org.codehaus.groovy.",
    "groovy.",
    "org.spockframework.",
    "spock.",
    "kotlin.",
    "kotlinx.",
    "io.kotest.",
    "scala.",
    "org.scalatest.",
    "org.scalacheck.",
    "org.specs2.",
    "munit.",
    "utest.",
    "zio.test.",
    "weaver.",
    "sbt.",
    "com.google.common.truth.",
    "com.google.common.util.concurrent.",
    "strikt.",
    "androidx.test.",
    "android.",
    "com.android.",
    "dalvik.",
    "org.robolectric.",
    "org.springframework.",
    "org.hibernate.",
    "io.netty.",
    "reactor.core.",
    "com.intellij.rt.",
    "net.bytebuddy.",
];

/// What one line of a trace is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The first line: the exception's class, with its message.
    Head,
    /// A further line of a message.
    Message,
    /// A frame.
    Frame,
    /// `Caused by: ...`, `Suppressed: ...`.
    Cause,
    /// `... 12 more`.
    More,
}

/// One stack trace that is being read.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Lines of the current message.
    message: u8,
    /// Whether the exception was reported.
    headed: bool,
    /// Whether a frame of the current exception was seen.
    framed: bool,
    /// Whether a frame in the user's code was reported.
    placed: bool,
    /// Whether `Caused by:` was alone, so that the next line is an exception.
    awaits: bool,
    /// The simple name of the test's class, when it is known.
    class: String,
    /// Whether a frame of that class was reported.
    own: bool,
    /// The first lines of a message that the exception's own line does not hold.
    gathered: Option<String>,
}

/// How much of a message of several lines is joined into one, in bytes.
const GATHERED_BYTES: usize = 300;

/// The longest name of a class that is held, in bytes.
const CLASS_BYTES: usize = 256;

impl Trace {
    /// A trace of a test of this class.
    #[must_use]
    pub fn of(class: &str) -> Self {
        let simple = simple(class);
        Self { class: crate::text::head(simple, CLASS_BYTES).to_owned(), ..Self::default() }
    }

    /// Whether a frame was seen since the last exception was reported: then a blank line may end the trace.
    #[must_use]
    pub const fn framed(&self) -> bool {
        self.framed
    }

    /// Reads a line that belongs to the failure and says which part it is.
    pub fn line(&mut self, text: &str, sink: &mut dyn Sink) -> Kind {
        let bare = text.trim();
        if let Some(frame) = frame(bare)
            && self.headed
        {
            self.framed = true;
            self.tell_gathered(sink);
            let part = self.frame(frame, sink);
            sink.emit(Event::Text(part));
            return Kind::Frame;
        }
        if bare.starts_with("... ") || bare.starts_with("[...]") {
            self.framed = true;
            self.tell_gathered(sink);
            sink.emit(Event::Text(Part::Where));
            return Kind::More;
        }
        let cause = ["Caused by:", "Wrapped by:", "Cause: "].iter().any(|word| bare.starts_with(word));
        if cause || bare.starts_with("Suppressed:") {
            self.tell_gathered(sink);
            self.framed = false;
            self.message = 0;
            self.awaits = bare.ends_with("by:");
            sink.emit(Event::Text(if cause { Part::Why } else { Part::Where }));
            self.short_place(bare, sink);
            return Kind::Cause;
        }
        if !self.headed || std::mem::take(&mut self.awaits) {
            let first = !std::mem::replace(&mut self.headed, true);
            self.short_place(bare, sink);
            if first && bare.ends_with(':') {
                self.gathered = Some(String::new());
            } else if first {
                sink.emit(Event::Message(shown(bare)));
            }
            sink.emit(Event::Text(Part::Why));
            return Kind::Head;
        }
        if let Some(gathered) = &mut self.gathered
            && gathered.len().saturating_add(bare.len()) < GATHERED_BYTES
        {
            if !gathered.is_empty() {
                gathered.push(' ');
            }
            gathered.push_str(bare);
        }
        self.message.up(1);
        let why = !self.framed && self.message <= MESSAGE_LINES;
        sink.emit(Event::Text(if why { Part::Why } else { Part::Where }));
        Kind::Message
    }

    /// The message is complete: its lines are reported as one.
    fn tell_gathered(&mut self, sink: &mut dyn Sink) {
        if let Some(gathered) = self.gathered.take().filter(|gathered| !gathered.is_empty()) {
            sink.emit(Event::Message(&gathered));
        }
    }

    /// A frame says why when it is the first in the user's code, or the first in the test's class.
    fn frame(&mut self, frame: Frame<'_>, sink: &mut dyn Sink) -> Part {
        let Some(place) = frame.place else { return Part::Where };
        if is_library(frame.class) {
            return Part::Where;
        }
        let outer = simple(frame.class);
        let outer = outer.split('$').next().unwrap_or(outer);
        let own = !self.class.is_empty() && outer == self.class.split('$').next().unwrap_or("");
        let first = !std::mem::replace(&mut self.placed, true);
        let why = first || (own && !self.own);
        self.own |= own;
        if first {
            sink.emit(Event::At { place, better: false });
        }
        if why { Part::Why } else { Part::Where }
    }

    /// Gradle's short form: `java.lang.AssertionError at CartTest.java:14`.
    fn short_place(&mut self, bare: &str, sink: &mut dyn Sink) {
        let Some((_, place)) = bare.rsplit_once(" at ") else { return };
        let Some((file, line)) = place.rsplit_once(':') else { return };
        if !file.contains('.') || file.contains(' ') || file.contains('/') {
            return;
        }
        if let Some(line) = crate::recognize::kit::scan::whole_number(line)
            && !std::mem::replace(&mut self.placed, true)
        {
            sink.emit(Event::At { place: Place { file, line: Some(line) }, better: false });
        }
    }
}

/// The message of an exception's line: what follows the class, or the whole line when nothing does.
fn shown(bare: &str) -> &str {
    match bare.split_once(": ") {
        Some((class, message)) if is_assertion(class) && !message.trim().is_empty() => message.trim(),
        _ => bare,
    }
}

/// Whether the class says nothing that the message does not say: an assertion failed.
fn is_assertion(class: &str) -> bool {
    !class.contains(' ')
        && ["AssertionError", "AssertionFailedError", "ComparisonFailure", "ComparisonFailException"]
            .iter()
            .any(|word| class.ends_with(word))
}

/// One frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The class with its packages, without module and loader.
    pub class: &'a str,
    /// The method.
    pub method: &'a str,
    /// File and line, when they are printed.
    pub place: Option<Place<'a>>,
}

/// Reads `at app//a.b.C.m(C.java:12) ~[a.jar:1]`, with or without `at`.
#[must_use]
pub fn frame(bare: &str) -> Option<Frame<'_>> {
    let text = bare.strip_prefix("at ").unwrap_or(bare);
    let (name, rest) = text.split_once('(')?;
    let (source, after) = rest.split_once(')')?;
    if !(after.is_empty() || after.starts_with(" ~[") || after.starts_with(" [")) {
        return None;
    }
    let (class, method) = name.rsplit_once('.')?;
    let class = class.rsplit('/').next().unwrap_or(class);
    // Scala and Kotlin allow blanks in names; a frame without `at` must not be a sentence.
    if method.is_empty() || class.is_empty() || (text.len() == bare.len() && name.contains(' ')) {
        return None;
    }
    let place = source.rsplit_once(':').and_then(|(file, line)| {
        let line = crate::recognize::kit::scan::whole_number(line)?;
        Some(Place { file, line: Some(line) })
    });
    let known = place.is_some()
        || ["Native Method", "Unknown Source", "<generated>", ""].contains(&source)
        || source.ends_with(".java")
        || source.ends_with(".kt")
        || source.ends_with(".scala")
        || source.ends_with(".groovy");
    known.then_some(Frame { class, method, place })
}

/// Whether a class belongs to a run-time, a test framework or a build tool.
#[must_use]
pub fn is_library(class: &str) -> bool {
    LIBRARIES.iter().any(|library| class.starts_with(library))
}

/// The last segment of a class's name.
#[must_use]
pub fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

/// Whether the text can be the name of a class: letters, digits, `_`, `$` and dots, no blanks.
#[must_use]
pub fn is_class(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && text.chars().all(|each| each.is_alphanumeric() || matches!(each, '_' | '$' | '.'))
        && !text.ends_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(class: &str, text: &str) -> Vec<String> {
        let mut trace = Trace::of(class);
        text.lines()
            .map(|line| {
                let mut events: Vec<String> = Vec::new();
                let kind = trace.line(line, &mut events);
                format!("{kind:?} {}", events.join(" | "))
            })
            .collect()
    }

    #[test]
    fn the_exception_its_causes_and_the_first_frame_of_the_user_tell_why() {
        assert_eq!(
            reported(
                "a.CartTest",
                "org.opentest4j.AssertionFailedError: no ==> expected: <1>\n\tat org.junit.jupiter.api.Assertions.x(Assertions.java:3)\n\tat a.CartTest.one(CartTest.java:7)\n\tat java.base/java.util.X.y(X.java:1)\nCaused by: java.lang.X: y\n\t... 1 more"
            ),
            [
                "Head Message(\"no ==> expected: <1>\") | Text(Why)",
                "Frame Text(Where)",
                "Frame At { place: Place { file: \"CartTest.java\", line: Some(7) }, better: false } | Text(Why)",
                "Frame Text(Where)",
                "Cause Text(Why)",
                "More Text(Where)",
            ]
        );
    }

    #[test]
    fn a_frame_of_the_tests_class_tells_why_beside_the_first_one() {
        let rows = reported(
            "a.CartTest",
            "X: y\n\tat a.Cart.add(Cart.java:3)\n\tat a.Shop.go(Shop.java:4)\n\tat a.CartTest.one(CartTest.java:7)",
        );
        assert!(
            rows[1].ends_with("Text(Why)")
                && rows[2].ends_with("Text(Where)")
                && rows[3] == "Frame Text(Why)"
        );
    }

    #[test]
    fn the_short_form_tells_place_and_class_in_one_line() {
        assert_eq!(
            reported(
                "a.B",
                "java.lang.AssertionError at CartTest.java:14\n    Caused by: java.lang.X at Cart.java:3"
            )[0],
            "Head At { place: Place { file: \"CartTest.java\", line: Some(14) }, better: false } | Message(\"java.lang.AssertionError at CartTest.java:14\") | Text(Why)"
        );
    }

    #[test]
    fn frames_have_many_spellings_and_sentences_are_none() {
        for text in [
            "at a.b.C.m(C.java:12)",
            "a.b.C.m(C.java:12)",
            "at app//a.C.m(C.java:12) ~[classes/:na]",
            "at java.base/jdk.internal.X.invoke0(Native Method)",
            "at a.C$$Lambda$1/0x0001.run(Unknown Source)",
        ] {
            assert!(frame(text).is_some(), "{text}");
        }
        for text in ["expected f(x).y(2)", "call me (maybe)", "at noon (or 12:00)", "size.is(3)"] {
            assert_eq!(frame(text), None, "{text}");
        }
    }
}
