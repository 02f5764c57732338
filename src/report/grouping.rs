//! The line that heads the failures of a section.

use super::{Report, Stored};

impl Report {
    /// A line that heads one failure does not head its section's failures too: it would be printed twice.
    pub(super) fn ungroup(&mut self, failure: usize, heading: &Stored) {
        let Some(section) = self.failures.get(failure).and_then(|each| usize::try_from(each.section).ok())
        else {
            return;
        };
        if let Some(section) = self.sections.get_mut(section) {
            // In structured input one line may name the package and all its tests: then the texts differ.
            section.group.take_if(|group| {
                group.number != 0 && group.number == heading.number && group.text == heading.text
            });
        }
    }
}
