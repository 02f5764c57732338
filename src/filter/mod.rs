//! The main job: any output in, a bounded answer out. Ties the floors below together and decides nothing itself.

mod beside;
mod beyond;
mod channel;
mod document;
mod extent;
mod keeping;
mod reports;
mod rerun;
mod stream;
mod survey;

pub use beside::{Beside, Documents, Past, Progress, Unwatched};
pub use keeping::Keeping;
pub use stream::{FilterEnd, FilterError, run, run_beside, run_kept};
pub use survey::{Survey, SurveyError, Surveyor};
