//! Go's last words, when they are after a mark without a line end: nobody else would know them.

use super::ginkgo::Ginkgo;
use super::ginkgo_lines;
use crate::event::{FailureKind, Part, TestId};
use crate::recognize::kit::Run;
use crate::recognize::kit::clip::clipped;

impl Ginkgo {
    /// A line of the process's last words.
    pub(super) fn crash(&mut self, text: &str, run: &mut Run<'_>) -> bool {
        if let Some(words) = ginkgo_lines::last_words(text) {
            self.words = Some(clipped(words));
            return false;
        }
        if self.died {
            let frame = text.is_empty() || text.starts_with(['\t', ' ']) || text.starts_with("created by ");
            if frame
                || ginkgo_lines::is_goroutine(text)
                || text.ends_with(')')
                || text.starts_with("exit status ")
            {
                run.text(Part::Where);
                return true;
            }
            self.leave(run);
        }
        if text.is_empty() || text.starts_with("[signal ") || text.starts_with("panic: ") {
            return false;
        }
        let Some(words) = self.words.take().filter(|_| ginkgo_lines::is_goroutine(text)) else {
            return false;
        };
        self.died = true;
        let name = if self.suite.is_empty() { "ginkgo".to_owned() } else { self.suite.clone() };
        run.instead(&words);
        run.fail_as(TestId::bare(&name), FailureKind::Crash);
        run.message(&words);
        run.text(Part::Where);
        self.remember(name);
        true
    }
}
