//! `weir man DIR`: what is committed under `man/`.

mod page;
mod roff;
mod see_also;
mod write;

pub(super) use write::write;
