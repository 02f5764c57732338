//! weir as a server: an agent runs commands and reads files through it, and gets bounded answers.
//!
//! `talk` is one client: it reads messages, and gives each call a thread of its own. `own` is what all clients share:
//! which folders and which commands there are. `running`, `reading` and the get tool of `get` are the tools. How lines
//! come and go is not known here, but for `stdio`.

mod allow;
mod arguments;
mod caller;
mod definitions;
mod filtering;
mod own;
mod reading;
mod replies;
mod roots;
mod running;
mod stdio;
mod talk;
mod ticks;

pub use allow::Pattern;
pub use own::Own;
pub use roots::Roots;
pub use stdio::serve;
pub use talk::{CALLS_OF_ALL, CALLS_OF_ONE, Talk};
