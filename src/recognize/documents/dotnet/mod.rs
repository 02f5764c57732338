//! What .NET's test runners write: VSTest's TRX, NUnit's and xUnit.net's XML.

mod name;
mod nunit;
#[cfg(test)]
mod tests;
mod trx;
mod xunit;

pub use nunit::nunit;
pub use trx::trx;
pub use xunit::xunit;
