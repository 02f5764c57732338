//! The compiler, vet and loader of the go command, as `go build`, `go vet`, `go run` and `go test` print them.
//!
//! They print nothing on success and no totals on failure; every message is a located failure. The consequence that
//! `go test` draws from them (`FAIL pkg [build failed]`) is read by `go_test.rs`. Which line is a message is decided by
//! `shared/diagnostic.rs`, which `go_json.rs` uses too.

use crate::event::{Runner, Seen, Sink};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

use super::shared::diagnostic::{Diagnostics, Origin};

/// go build and go vet.
#[derive(Debug, Default)]
pub struct GoBuild {
    diagnostics: Diagnostics,
}

impl Recognizer for GoBuild {
    fn runner(&self) -> Runner {
        Runner("go build")
    }

    fn signs(&self) -> Signs {
        Signs {
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
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, ending: &str) -> bool {
        ending == "go"
    }

    fn attention(&self) -> Attention {
        if self.diagnostics.waits() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        self.diagnostics.line(line.judged(), Origin::Line, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.diagnostics.close(sink);
        self.diagnostics = Diagnostics::default();
    }
}
