//! Many logs, judged side by side: one line of JSON for each, and one that sums up.
//!
//! [`run()`] is the job. `walk` finds the logs, `answer` judges one and writes its line, `groups` finds the failures that
//! several logs share, `span` reads how long a run took off its time stamps. What comes out depends on the logs alone:
//! the order is that of the inputs, folders sorted, however many work at once, and no clock is read.

mod answer;
mod glob;
mod groups;
mod hold;
mod job;
mod lines;
mod list;
mod pool;
mod span;
mod walk;

pub use job::{Batch, BatchEnd, BatchError, Progress, Summed, Tally, run};
pub use list::Separator;
pub use walk::{Wanted, count};
