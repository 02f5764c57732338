//! Runners and build tools of .NET and PowerShell.

pub mod dotnet_test;
pub mod msbuild;
pub mod pester;
