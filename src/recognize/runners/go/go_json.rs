//! `go test -json`.
//!
//! The events of packages that run at the same time are mixed, so that a package is reported as one section when it ends.
//! Its result is the package's own event: a passing test that prints `--- FAIL: X` becomes a failed test in the stream
//! (Go 1.19 and others), in a package that passed. What a package says is collected in `shared/collected.rs`; compiler
//! messages (`build-output`, since Go 1.24) are read as in text form.

use crate::recognize::kit::{Run, Runner, Spec};
use std::collections::HashMap;

use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, Opened, Seen, Sink};

use super::shared::collected::Collected;
use super::shared::diagnostic::{Diagnostics, Origin};
use super::shared::held::Purse;
use super::shared::record;
use super::shared::record::Record;

/// The most packages that are followed at the same time.
const PACKAGES: usize = 1024;

/// go test -json.
#[derive(Debug, Default)]
pub struct GoJson {
    packages: HashMap<Box<str>, Collected>,
    order: u64,
    purse: Purse,
    diagnostics: Diagnostics,
    /// Whether the section of a build is open.
    building: bool,
}

impl Runner for GoJson {
    const SPEC: Spec = Spec {
        name: "go test",
        reads: "go test -json",
        starts: &["{\"Time\":\"", "{\"Action\":\"", "{\"ImportPath\":\"", "{\"Package\":\"", "{\"Test\":\""],
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.text.trim_end();
        // A package without a name (made by hand, or by older tools) ends with nothing but an action.
        let nameless =
            self.packages.contains_key("") && matches!(text, r#"{"Action":"fail"}"# | r#"{"Action":"pass"}"#);
        let record = match record::read(line) {
            Some(record) => record,
            None if nameless => {
                let action = if text.contains("fail") { "fail" } else { "pass" };
                Record { action: action.into(), ..Record::default() }
            }
            None => return Seen::No,
        };
        match &*record.action {
            "build-output" => return self.build(&record, run),
            "build-fail" => {
                self.end_build(run);
                return Seen::Mine(Class::Noise);
            }
            _ => self.end_build(run),
        }
        self.event(&record, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.end_build(run);
        let mut packages: Vec<(Box<str>, Collected)> = self.packages.drain().collect();
        packages.sort_by_key(|(_, package)| package.order);
        for (name, package) in packages {
            package.cut_off(&name, &mut self.purse, run);
        }
        *self = Self::default();
    }
}

impl GoJson {
    fn build(&mut self, record: &Record<'_>, sink: &mut dyn Sink) -> Seen {
        if !self.building {
            let label = record.import_path.split(' ').next().unwrap_or("");
            sink.emit(Event::SectionStarted { opened: Opened::Headless, announced: None, label });
            self.building = true;
        }
        let safe = record::safe(&record.output);
        for text in safe.trim_end_matches('\n').split('\n') {
            self.diagnostics.line(text, Origin::Decoded, sink);
        }
        Seen::Mine(Class::Detail)
    }

    fn end_build(&mut self, sink: &mut dyn Sink) {
        if self.building {
            self.diagnostics.close(sink);
            self.diagnostics = Diagnostics::default();
            sink.emit(Event::SectionEnded(Ended::Failed));
            self.building = false;
        }
    }

    fn event(&mut self, record: &Record<'_>, sink: &mut dyn Sink) -> Seen {
        let name = record::safe(&record.package);
        if !self.packages.contains_key(&*name) {
            let over = record.test.is_empty() && matches!(&*record.action, "pass" | "skip");
            if over {
                // No test file, or nothing printed: not even a section.
                return Seen::Mine(Class::Noise);
            }
            if self.packages.len() >= PACKAGES {
                return Seen::Mine(Class::Other);
            }
            self.order.up(1);
            self.packages.insert(name.as_ref().into(), Collected::new(self.order));
        }
        let Some(package) = self.packages.get_mut(&*name) else { return Seen::Mine(Class::Other) };
        let test = record::safe(&record.test);
        if !test.is_empty() {
            return match &*record.action {
                "run" => package.run(&test, &mut self.purse),
                "pause" => package.pause(&test, true),
                "cont" => package.pause(&test, false),
                "output" => package.output(&test, &record::safe(&record.output), &mut self.purse),
                "pass" => package.passed(&test, &mut self.purse),
                "skip" => package.skipped(&test, &mut self.purse),
                "fail" => package.failed(&test, &mut self.purse),
                _ => Seen::Mine(Class::Noise),
            };
        }
        match &*record.action {
            "output" => package.package_output(&name, &record::safe(&record.output), &mut self.purse),
            "pass" | "skip" | "fail" => {
                let failed = &*record.action == "fail";
                let Some(mut package) = self.packages.remove(&*name) else { return Seen::Mine(Class::Other) };
                package.not_built |= !record.failed_build.is_empty();
                if failed {
                    package.fail(&name, &mut self.purse, sink);
                    return Seen::Mine(Class::Detail);
                }
                package.pass(&name, &mut self.purse, sink);
                Seen::Mine(Class::Noise)
            }
            _ => Seen::Mine(Class::Noise),
        }
    }
}
