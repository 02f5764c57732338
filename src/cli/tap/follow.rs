//! Reads standard input to its end and says how the run ended.

use std::io::{self, Write};

use super::tee::Tee;
use crate::cli::exit::{self, End, ExitBy, Problem};
use crate::filter::{self, Beside, FilterError, Keeping, Progress};
use crate::render::verdict_line;
use crate::report::{Report, Witness};
use crate::settings::Settings;
use crate::source::{Input, Inputs, Signals};

/// Most chars of the verdict.
const WIDTH: u64 = 200;

/// Waits for the verdict.
#[derive(Debug)]
struct Verdict {
    settings: Settings,
    line: Option<String>,
}

impl Progress for Verdict {
    fn after_block(&mut self, _: &mut Report) {}

    fn ended(&mut self) {}

    fn finished(&mut self, report: &Report, witness: Witness) {
        self.line = Some(verdict_line(&report.summary(witness), self.settings.mode, WIDTH));
    }
}

/// Writes standard input to `out`, byte for byte, and the verdict to standard error.
pub(in crate::cli) fn run(settings: Settings, exit_by: ExitBy, out: &mut impl Write) -> Result<End, Problem> {
    let signals = Signals::install().ok();
    let mut inputs = Inputs::new(vec![Input::Stdin], signals.as_ref());
    let mut tee = Tee::new(&mut inputs, out);
    let mut verdict = Verdict { settings: settings.clone(), line: None };
    let beside = Beside {
        keeping: Keeping::Nothing,
        progress: &mut verdict,
        past: None,
        paints: None,
        documents: None,
    };
    let ended = filter::run_beside(&settings, &mut tee, &[], &mut io::sink(), beside);
    if let Some(cause) = tee.trouble() {
        exit::say_line("weir: UNKNOWN the output was not read to its end");
        return Err(Problem::output("to standard output", cause));
    }
    let mut end = ended.map_err(|error| match error {
        FilterError::Read(cause) => Problem::input(cause),
        FilterError::Write(cause) => Problem::output("the answer", cause),
    })?;
    end.signal = end.signal.or(signals.as_ref().and_then(Signals::interrupted_by));
    match verdict.line {
        Some(line) => exit::say_line(&line),
        None => exit::say_line("weir: UNKNOWN the output was not read to its end"),
    }
    Ok(End::Answered(end, exit_by))
}
