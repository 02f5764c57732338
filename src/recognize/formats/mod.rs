//! Structured formats, each parsed once: as a stream on standard input, and as a report file beside it.
