//! Reports of linters and analysers: SARIF, Checkstyle's XML, PMD's and SpotBugs'.

mod checkstyle;
mod finding;
mod issue;
mod pmd;
mod sarif;
mod spotbugs;
#[cfg(test)]
mod tests;

pub use checkstyle::checkstyle;
pub use pmd::pmd;
pub use sarif::sarif;
pub use spotbugs::spotbugs;
