//! The build commands and headings that xcodebuild and SwiftPM print while all goes well.
//!
//! Only beginnings that are certain: a line that may be anybody's is left alone. Nothing here is ever a failure,
//! and nothing that tells one begins so.

use std::sync::LazyLock;

use crate::recognize::kit::literals::Beginnings;

/// Beginnings of lines that only this runner prints; also its signs.
pub const STARTS: &[&str] = &[
    "\u{25b8} ",
    "AppIntentsSSUTraining",
    "Build description path:",
    "Build description signature:",
    "Build settings from command line:",
    "Build settings from configuration file",
    "Check dependencies",
    "ClangStatCache ",
    "CodeSign ",
    "CompileAssetCatalog",
    "CompileC ",
    "CompileMetalFile ",
    "CompileStoryboard ",
    "CompileSwift ",
    "CompileSwiftSources ",
    "CompileXIB ",
    "CompileXCStrings ",
    "ComputePackagePrebuildTargetDependencyGraph",
    "ComputeTargetDependencyGraph",
    "ConstructStubExecutorLinkFileList",
    "CopyPNGFile ",
    "CopyPlistFile ",
    "CopyStringsFile ",
    "CopySwiftLibs ",
    "CpHeader ",
    "CpResource ",
    "CreateBuildDescription",
    "CreateBuildDirectory ",
    "CreateBuildOperation",
    "CreateBuildRequest",
    "CreateUniversalBinary ",
    "DataModelCompile ",
    "DataModelCodegen ",
    "EmitSwiftModule ",
    "ExecuteExternalTool ",
    "ExtractAppIntentsMetadata",
    "GatherProvisioningInputs",
    "GenerateAssetSymbols ",
    "GenerateDSYMFile ",
    "IntentDefinitionCompile ",
    "Ld /",
    "Libtool /",
    "LinkStoryboards ",
    "MergeSwiftModule ",
    "MetalLink ",
    "MkDir /",
    "PBXCp /",
    "PhaseScriptExecution ",
    "PrecompileModule ",
    "PrecompileSwiftBridgingHeader ",
    "Prepare packages",
    "ProcessInfoPlistFile ",
    "ProcessPCH ",
    "ProcessPCH++ ",
    "ProcessProductPackaging",
    "ProcessXCFramework ",
    "RegisterExecutionPolicyException ",
    "RegisterWithLaunchServices ",
    "Resolve Package Graph",
    "Resolved source packages:",
    "RuleScriptExecution ",
    "ScanDependencies ",
    "SendProjectDescription",
    "SetMode ",
    "SetOwnerAndGroup ",
    "Strip /",
    "SwiftCompile ",
    "SwiftDriver ",
    "SwiftDriver\\ ",
    "SwiftEmitModule ",
    "SwiftExplicitDependency",
    "SwiftGeneratePch ",
    "SwiftMergeGeneratedHeaders ",
    "SymLink ",
    "Test session results",
    "Testing started",
    "Touch /",
    "Using response file:",
    "Validate /",
    "ValidateDevelopmentAssets ",
    "ValidateEmbeddedBinary ",
    "VerifyModule ",
    "WriteAuxiliaryFile /",
    "builtin-",
    "--- xcodebuild: WARNING: ",
    "{ platform:",
    "Using global toolchain override",
    "Writing result bundle at path:",
    "Result bundle written to path:",
    "User defaults from command line:",
    "/Applications/Xcode",
];

/// Beginnings that are noise only while a build of this runner is open.
const INSIDE: &[&str] = &[
    "cd /",
    "export ",
    "/usr/bin/",
    "/bin/sh -c ",
    "setenv ",
    "write-file ",
    "Fetching ",
    "Updating ",
    "Creating working copy",
    "Computing version",
    "Computed ",
    "Fetched ",
    "Updated ",
    "Working copy of",
];

/// [`STARTS`], looked up quickly: every line with a place comes here.
static NOISE: LazyLock<Beginnings> = LazyLock::new(|| STARTS.iter().copied().collect());

/// Whether the line, without its indentation, is certainly noise. `open` says whether a build is.
pub fn is_noise(text: &str, open: Build) -> bool {
    let starts = |list: &[&str]| list.iter().any(|start| text.starts_with(start));
    is_step(text) || NOISE.begin(text) || (open == Build::Open && starts(INSIDE))
}

/// Whether the line names a build command as only xcodebuild does.
pub fn is_command(text: &str) -> bool {
    const COMMANDS: [&str; 14] = [
        "ClangStatCache /",
        "CompileC /",
        "CompileSwift normal ",
        "CompileSwiftSources normal ",
        "ComputeTargetDependencyGraph",
        "CopySwiftLibs /",
        "CreateBuildDescription",
        "Ld /",
        "PhaseScriptExecution ",
        "ProcessInfoPlistFile /",
        "Resolve Package Graph",
        "SwiftCompile normal ",
        "SwiftDriver ",
        "SwiftEmitModule normal ",
    ];
    COMMANDS.iter().any(|start| text.starts_with(start))
}

/// Whether a build of this runner is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Build {
    /// No.
    #[default]
    Closed,
    /// Yes.
    Open,
}

/// What CMake and Meson have ninja say of a step: `Building CXX object a.o`, `Linking C static library a.a`.
fn is_of_ninja(step: &str) -> bool {
    const KINDS: [&str; 5] = ["object", "static", "shared", "executable", "module"];
    const VERBS: [&str; 3] = ["Building", "Linking", "Compiling"];
    let mut words = step.split(' ');
    let (verb, _, kind) = (words.next(), words.next(), words.next());
    verb.is_some_and(|verb| VERBS.contains(&verb)) && kind.is_some_and(|kind| KINDS.contains(&kind))
}

/// SwiftPM's progress: `[5/12] Compiling App main.swift`, and `[12/12] Testing AppTests.SuiteA/testOne`.
fn is_step(text: &str) -> bool {
    let Some((step, rest)) = text.strip_prefix('[').and_then(|rest| rest.split_once("] ")) else {
        return false;
    };
    if is_of_ninja(rest) {
        return false;
    }
    let Some((done, all)) = step.split_once('/') else { return false };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    const STEPS: [&str; 12] = [
        "Compiling ",
        "Linking ",
        "Building ",
        "Emitting ",
        "Merging ",
        "Testing ",
        "Wrapping ",
        "Write ",
        "Planning ",
        "Copying ",
        "Applying ",
        "Processing ",
    ];
    digits(done) && digits(all) && STEPS.iter().any(|start| rest.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_steps_are_noise_and_their_failures_are_not() {
        for text in [
            "CompileC /b/a.o /a.m normal arm64",
            "[5/12] Compiling App main.swift",
            "builtin-infoPlistUtility /a",
        ] {
            assert!(is_noise(text, Build::Closed), "{text}");
        }
        for text in [
            "Command CompileC failed with a nonzero exit code",
            "[5/12] things",
            "[5/12] Building CXX object quay/a.o",
            "[5/12] Linking C static library libquay.a",
            "[5/12] Compiling C object quay/a.o",
            "[a/b] Compiling x",
            "Code Signing Error: no",
        ] {
            assert!(!is_noise(text, Build::Open), "{text}");
        }
        assert!(is_noise("cd /a", Build::Open) && !is_noise("cd /a", Build::Closed));
    }
}
