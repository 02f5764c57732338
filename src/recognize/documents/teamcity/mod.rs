//! TeamCity's service messages: one message a line, printed by the reporters that many test runners have for it.

mod flow;
mod message;
mod teamcity;
mod telling;
#[cfg(test)]
mod tests;

pub use teamcity::Teamcity;
