//! What text costs its reader, in tokens: estimators by name, and the measure that every piece counts with.

mod class;
mod estimator;
mod measure;
mod quarter;

pub use estimator::Estimator;
pub use measure::Measure;
pub use quarter::estimate;
