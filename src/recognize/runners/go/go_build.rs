//! The compiler, vet and loader of the go command, as `go build`, `go vet`, `go run` and `go test` print them.
//!
//! They print nothing on success and no totals on failure; every message is a located failure. The consequence that
//! `go test` draws from them (`FAIL pkg [build failed]`) is read by `go_test.rs`. Which line is a message is decided by
//! `shared/diagnostic.rs`, which `go_json.rs` uses too.

use crate::event::Seen;
use crate::recognize::kit::{Run, Runner, Spec};

use super::shared::diagnostic::{Diagnostics, Origin};

/// go build and go vet.
#[derive(Debug, Default)]
pub struct GoBuild {
    diagnostics: Diagnostics,
}

impl Runner for GoBuild {
    const SPEC: Spec = Spec {
        name: "go build",
        reads: "go build and go vet",
        starts: &[
            "# ",
            "vet: ",
            "go: ",
            "go build ",
            "go vet ",
            "package ",
            "no Go files in ",
            "can't load package: ",
            "build constraints exclude all Go files",
            "named files must all be in one directory",
            "no required module provides package ",
            "pattern ",
            "cgo: C compiler ",
            "import cycle not allowed",
            "stat ",
        ],
        places: Some(&["go"]),
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.diagnostics.waits()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        self.diagnostics.line(line.judged(), Origin::Line, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.diagnostics.close(run);
        self.diagnostics = Diagnostics::default();
    }
}
