//! What `go_build.rs` reads out of the messages of the go command.

use super::summary::summary;
use crate::recognize::kit::Driven;
use crate::recognize::runners::go::go_build::GoBuild;

fn read(text: &str) -> Vec<String> {
    summary(&mut Driven::<GoBuild>::default(), text)
}

#[test]
fn messages_below_a_packages_header_are_failures() {
    assert_eq!(
        read(
            "# a.com/b\n./b.go:4:6: unused declared but not used\n./b.go:9:7: cannot use x\n\thave (int)\n\twant (string)\n\
             ./b.go:9:8: too many errors\n",
        )[1..],
        ["  ./b.go:4 Diagnostic  unused declared but not used", "  ./b.go:9 Diagnostic  cannot use x"]
    );
}

#[test]
fn what_cannot_be_built_is_a_failure() {
    assert_eq!(
        read("go build a.com/b: no non-test Go files in /home/u/b\n")[1..],
        ["  go build a.com/b: no non-test Go files in /home/u/b Build"]
    );
    assert_eq!(read("go build is a title: no Go files\n"), Vec::<String>::new());
}

#[test]
fn a_heading_of_a_text_is_no_package() {
    assert_eq!(read("# Title\n\nsome text\n# a.com/b\nnothing wrong here\n"), Vec::<String>::new());
}

#[test]
fn a_line_without_a_column_counts_below_a_header_only() {
    assert_eq!(read("main.go:12: listening on :8080\n"), Vec::<String>::new());
    assert_eq!(
        read("# a.com/b\nb.go:12: undefined reference\n")[1..],
        ["  b.go:12 Diagnostic  undefined reference"]
    );
}

#[test]
fn vet_and_the_loader_are_understood() {
    let names = |text: &str| read(text).get(1).cloned().unwrap_or_default();
    assert_eq!(names("vet: b/b.go:5:9: undeclared name: x"), "  b/b.go:5 Diagnostic  undeclared name: x");
    assert_eq!(
        names("b.go:3:8: no required module provides package a.com/x; to add it:\n\tgo get a.com/x"),
        "  b.go:3 Diagnostic  no required module provides package a.com/x; to add it:"
    );
    for line in [
        "go: cannot find main module, but found .git/config in /home/u",
        "go: a.com/x@v1.0.0: reading http://proxy/a.com/x: 404 Not Found",
        "go: a.com/shop imports",
        "no Go files in /home/u/b",
        "package a.com/x is not in std (/usr/lib/go/src/a.com/x)",
        "pattern ./...: directory prefix . does not contain main module",
    ] {
        assert_eq!(names(line), format!("  {line} Build"));
    }
}

#[test]
fn a_mistake_in_a_go_mod_has_its_line() {
    assert_eq!(
        read("/src/go.mod:3: unknown directive: foo\n")[1..],
        ["  /src/go.mod:3 Diagnostic  unknown directive: foo"]
    );
}

#[test]
fn an_import_cycle_is_reported_by_its_last_line() {
    assert_eq!(
        read("package a.com/a\n\timports a.com/b\n\timports a.com/a: import cycle not allowed\n")[1..],
        ["  imports a.com/a: import cycle not allowed Build"]
    );
}

#[test]
fn progress_of_the_go_command_is_no_failure() {
    assert_eq!(
        read(
            "go: downloading a.com/x v1.0.0\ngo: finding module for package a.com/x\ngo: found a.com/x in a.com/x v1.0.0\n"
        ),
        Vec::<String>::new()
    );
}
