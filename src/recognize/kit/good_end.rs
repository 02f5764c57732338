//! A tool's last word that all went well.

use super::lint::finding::all_is_well;
use crate::event::Sink;

/// A tool says that all went well. That counts only at the end of a log: what comes below it may fail.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::recognize) struct GoodEnd(bool);

impl GoodEnd {
    /// The tool said so.
    pub(in crate::recognize) const fn say(&mut self) {
        self.0 = true;
    }

    /// Whether nothing came below it.
    pub(in crate::recognize) const fn is_at(self) -> bool {
        self.0
    }

    /// Another line came.
    #[inline]
    pub(in crate::recognize) fn line(&mut self, text: &str) {
        self.0 = self.0 && text.trim().is_empty();
    }

    /// The log ended.
    pub(in crate::recognize) fn end(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.0) {
            all_is_well(sink);
        }
    }
}
