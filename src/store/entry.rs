//! A file of the store's folder, as its listing tells it on every system.

/// What is known of a file without reading it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    /// Bytes that the file takes up.
    pub(super) bytes: u64,
    /// Seconds since the epoch at which it was written or used again.
    pub(super) seconds: i64,
    /// And nanoseconds.
    pub(super) nanos: u32,
}

/// Names that the listing looks at; more are an attack or a fault.
pub(super) const MOST_ENTRIES: usize = 100_000;
