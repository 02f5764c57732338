//! Bounds that several recognizers share: what a log prints decides how much of it they hold.

/// The longest name that is held, in bytes.
pub const NAME_BYTES: usize = 512;
/// The longest path that is held, in bytes.
pub const PATH_BYTES: usize = 1024;
/// The most names of one run that are held, until it is known what became of them.
pub const NAMES: usize = 4096;
/// The longest message that is put together, in bytes.
pub const MESSAGE_BYTES: usize = 240;
/// The most lines of one message.
pub const MESSAGE_LINES: u32 = 60;
/// The most lines of a message that tell why.
pub const TELLING_LINES: u32 = 40;
/// The most bytes of a line that is held.
pub const LINE_BYTES: usize = 400;
/// The deepest nesting of suites.
pub const LEVELS: usize = 32;
