use super::recognizer::Make;
use crate::recognize::kit::scan::drive;
/// What was printed of every line, without lines of which nothing was printed.
fn printed(text: &str) -> Vec<String> {
    let rows = drive(&mut Make::default(), text);
    rows.into_iter().filter(|row| row.split(' ').nth(1) != Some("No") && row != "end ").collect()
}

fn consequence(name: &str, kind: &str) -> String {
    format!("Consequence {{ name: {name:?}, kind: {kind} }}")
}

fn whole(name: &str) -> String {
    format!("BlockOpened(Whole {{ name: {name:?}, kind: Build }}) | Heading")
}

#[test]
fn what_was_not_made_tells_of_a_failure_that_nothing_else_tells() {
    let line = "make: Target 'all' not remade because of errors.";
    assert!(printed(line).iter().any(|row| row.contains("Consequence")), "{:?}", printed(line));
    let both = printed(&format!("make: *** [Makefile:3: keel.o] Error 1\n{line}"));
    assert_eq!(both.iter().filter(|row| row.contains("Consequence")).count(), 1, "{both:?}");
    let ignored = printed(&format!("make: *** [Makefile:3: keel.o] Error 1 (ignored)\n{line}"));
    assert_eq!(ignored.iter().filter(|row| row.contains("Consequence")).count(), 1, "{ignored:?}");
}

#[test]
fn the_output_of_a_failed_command_may_be_its_reason() {
    let rows = printed(
        "[1/2] Linking libquay.a\nFAILED: libquay.a \nar qc libquay.a\nar: no room\nquay.c:3:1: error: rope\nninja: build stopped: subcommand failed.",
    );
    assert!(rows.iter().any(|row| row.starts_with("4 Inside(Other)")), "{rows:#?}");
    assert!(rows.iter().any(|row| row.contains("Message(\"ar: no room\")")), "{rows:#?}");
    assert!(
        rows.iter()
            .any(|row| row
                .contains("Earlier { part: Where, number: 3, chars: 16, text: \"ar qc libquay.a\" }")),
        "{rows:#?}"
    );
    assert!(rows.iter().any(|row| row.contains("Consequence { name: \"FAILED: libquay.a\"")), "{rows:#?}");
}

#[test]
fn a_failed_command_is_a_consequence_and_what_is_passed_on_is_noise() {
    assert_eq!(
        printed(
            "make[1]: Entering directory '/x'\nmake[1]: *** [Makefile:7: lib/foo.o] Error 1\nmake[1]: Leaving directory '/x'\nmake: *** [Makefile:4: inner] Error 2\nmake: Target 'all' not remade because of errors."
        ),
        [
            "1 Mine(Noise) ".to_owned(),
            format!("2 Mine(Noise) {}", consequence("make[1]: *** [Makefile:7: lib/foo.o] Error 1", "Build")),
            "3 Mine(Noise) ".to_owned(),
            "4 Mine(Noise) ".to_owned(),
            "5 Mine(Noise) Stopped(\"make: Target 'all' not remade because of errors.\")".to_owned(),
        ]
    );
}

#[test]
fn an_error_of_the_outer_make_itself_is_reported() {
    assert_eq!(
        printed("make: *** [Makefile:9: fails] Error 2"),
        [format!("1 Mine(Noise) {}", consequence("make: *** [Makefile:9: fails] Error 2", "Build"))]
    );
}

#[test]
fn a_signal_is_a_crash_and_an_ignored_error_is_nothing() {
    assert_eq!(
        printed(
            "gmake: *** [x] Segmentation fault (core dumped)\nmake: [Makefile:3: x] Error 4 (ignored)\nmake: *** [x] Error 1 (ignored)"
        ),
        [
            format!(
                "1 Mine(Noise) {}",
                consequence("gmake: *** [x] Segmentation fault (core dumped)", "Crash")
            ),
            "2 Mine(Noise) ".to_owned(),
            "3 Mine(Noise) ".to_owned(),
        ]
    );
}

#[test]
fn makes_own_errors_are_causes() {
    assert_eq!(
        printed(
            "make: *** No rule to make target 'x', needed by 'y'.  Stop.\nsub/rules.mk:3: *** missing separator.  Stop.\nmake: cc: No such file or directory"
        ),
        [
            format!("1 Mine(Detail) {} | BlockClosed", whole("No rule to make target 'x', needed by 'y'")),
            format!(
                "2 Mine(Detail) {} | At {{ place: Place {{ file: \"sub/rules.mk\", line: Some(3) }}, better: false }} | BlockClosed",
                whole("missing separator")
            ),
            format!("3 Mine(Detail) {} | BlockClosed", whole("cc: No such file or directory")),
        ]
    );
}

#[test]
fn ninjas_failed_commands_are_consequences_and_its_end_says_nothing_new() {
    let failed = format!(
        "Tool(Runner(\"ninja\")) | {} | Instead(\"FAILED: a.o\") | Heading",
        consequence("FAILED: a.o", "Build")
    );
    assert_eq!(
        printed(
            "[1/3] CC a.o\nFAILED: a.o \ncc -c a.c\na.c:1:1: error: x\nninja: build stopped: subcommand failed."
        ),
        [
            "1 Mine(Noise) ".to_owned(),
            "2 Mine(Noise) ScopeBegins".to_owned(),
            "3 Inside(Noise) ".to_owned(),
            format!(
                "5 Mine(Noise) Stopped(\"ninja: build stopped: subcommand failed.\") | {failed} | Earlier {{ part: Where, number: 3, chars: 10, text: \"cc -c a.c\" }} | Earlier {{ part: Why, number: 4, chars: 18, text: \"a.c:1:1: error: x\" }} | Message(\"a.c:1:1: error: x\")"
            ),
        ]
    );
    assert_eq!(
        printed("[1/3] CC a.o\nFAILED: a.o\n"),
        ["1 Mine(Noise) ".to_owned(), "2 Mine(Noise) ScopeBegins".to_owned(), format!("end {failed}")]
    );
    assert_eq!(printed("FAILED: somebody else's"), Vec::<String>::new());
    assert_eq!(printed("[1/4] Resolving packages\nelse\nFAILED: x\n"), ["1 Mine(Noise) "]);
    assert_eq!(
        printed("ninja: error: 'a.c', needed by 'a.o', missing and no known rule to make it"),
        [format!(
            "1 Mine(Detail) Tool(Runner(\"ninja\")) | {} | BlockClosed",
            whole("'a.c', needed by 'a.o', missing and no known rule to make it")
        )]
    );
}

#[test]
fn a_cmake_error_is_a_diagnostic_with_its_message() {
    assert_eq!(
        printed(
            "CMake Error at CMakeLists.txt:3 (find_package):\n  By not providing x\n\n  more\nCall Stack (most recent call first):\n  a.cmake:1 (b)\n\n-- Configuring incomplete, errors occurred!"
        ),
        [
            "1 Mine(Detail) Tool(Runner(\"cmake\"))".to_owned(),
            "2 Mine(Detail) ".to_owned(),
            "3 Mine(Noise) ".to_owned(),
            "4 Mine(Detail) BlockOpened(Diagnostic { place: Place { file: \"CMakeLists.txt\", line: Some(3) }, code: \"\", message: \"By not providing x\" }) | Instead(\"CMake Error at CMakeLists.txt:3 (find_package):\") | Heading | Earlier { part: Why, number: 2, chars: 21, text: \"  By not providing x\" } | Text(Why)".to_owned(),
            "5 Mine(Detail) Text(Where)".to_owned(),
            "6 Mine(Detail) Text(Where)".to_owned(),
            "7 Mine(Noise) ".to_owned(),
            format!("8 Mine(Noise) BlockClosed | {}", consequence("configuring incomplete, errors occurred", "Build")),
        ]
    );
}

#[test]
fn progress_is_noise_and_other_brackets_are_not() {
    assert_eq!(
        printed("[ 20%] Building CXX object a.o\n[3/7] Linking x"),
        ["1 Mine(Noise) ", "2 Mine(Noise) "]
    );
    assert_eq!(printed("[ RUN      ] a.b\n[12:00:01] hello\n[ 20%] FAILED x\n[x] y"), Vec::<String>::new());
}

#[test]
fn sentences_with_stars_are_nothing() {
    assert_eq!(printed("note: *** this is important ***\nmake sure: *** it works"), Vec::<String>::new());
}
