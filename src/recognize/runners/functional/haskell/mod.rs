//! Haskell: hspec and tasty under `cabal test` and `stack test`, and GHC's diagnostics.

mod doctest;
mod ghc;
mod hspec;
mod sydtest;
mod tasty;

pub use doctest::Doctest;
pub use ghc::Ghc;
pub use hspec::Hspec;
pub use sydtest::Sydtest;
pub use tasty::Tasty;
