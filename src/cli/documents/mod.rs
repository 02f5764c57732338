//! Documents for a CI, as the command line asks for them: which, where to, and how they are written.

mod services;
mod wanted;
mod workspace;
mod writer;

pub(super) use services::{VARIABLES, is_ci};
pub(super) use wanted::documents;
pub use wanted::{Documents, Target, Wanted};
pub(super) use writer::Writer;
