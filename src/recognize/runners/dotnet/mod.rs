//! Runners and build tools of .NET and PowerShell.

pub mod dotnet_test;
pub mod msbuild;
mod msbuild_words;
pub mod pester;
