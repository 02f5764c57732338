//! How far it is, on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::batch::{Progress, Tally};

/// How often the bar is drawn, a second.
const DRAWN: u8 = 10;
/// How often it lives while nothing happens.
const BEAT: Duration = Duration::from_millis(200);

/// A bar on standard error, or nothing at all.
#[derive(Debug)]
pub(super) struct Bar(Option<ProgressBar>);

impl Bar {
    /// No bar.
    pub(super) const fn none() -> Self {
        Self(None)
    }

    /// A bar up to this many files; without a number, one that only lives.
    pub(super) fn of(files: Option<u64>) -> Self {
        let bar = ProgressBar::with_draw_target(files, ProgressDrawTarget::stderr_with_hz(DRAWN));
        let form = match files {
            Some(_) => "weir: {wide_bar} {pos} of {len} files, {msg} [{eta}]",
            None => "weir: {spinner} {pos} files, {msg} [{elapsed}]",
        };
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message("0 failed");
        bar.enable_steady_tick(BEAT);
        Self(Some(bar))
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Bar {
    fn wrote(&mut self, tally: &Tally) {
        let Some(bar) = &self.0 else { return };
        bar.set_position(tally.files);
        let errors = if tally.errors > 0 { format!(", {} unreadable", tally.errors) } else { String::new() };
        bar.set_message(format!("{} of {} logs failed{errors}", tally.failed, tally.logs));
    }
}
