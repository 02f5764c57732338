//! Temporary.
use super::stream::Stop;
use crate::report::Report;
use crate::source::Source;
use std::io;
#[derive(Default)]
pub struct Beginning;
#[derive(Clone, Copy)]
pub struct Kind;
pub enum Found {
    Wait,
    Document(Kind, Vec<u8>),
    Lines(Vec<u8>),
}
impl Beginning {
    pub fn is_open(&self) -> bool {
        false
    }
    pub fn add(&mut self, b: &[u8]) -> Found {
        Found::Lines(b.to_vec())
    }
    pub fn end(&mut self) -> Found {
        Found::Wait
    }
}
pub(super) fn parse(_k: Kind, _f: Vec<u8>, _s: &mut dyn Source, _r: &mut Report) -> io::Result<Stop> {
    Ok(Stop::End)
}
pub(super) fn parse_whole(_k: Kind, _f: Vec<u8>, _r: &mut Report) -> io::Result<Stop> {
    Ok(Stop::End)
}
