//! What the command line asks of the operating system, one file a system and the same questions in each.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::{
    VARIABLES, attached, config_folder, end_by_interrupt, is_in_front, may_read, own_stderr, state_folder,
    status, words,
};
#[cfg(windows)]
pub(super) use windows::{
    VARIABLES, attached, config_folder, end_by_interrupt, is_in_front, may_read, own_stderr, state_folder,
    status, words,
};
