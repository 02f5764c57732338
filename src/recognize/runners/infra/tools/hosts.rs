//! Hosts that build what is pushed to them: how Vercel, Netlify, Heroku, Cloudflare, Render and Fly say that a build failed.
//!
//! Vercel: `Error: Command "npm run build" exited with 1`. Netlify: `Build failed due to a user error: ...`, `Failed during stage
//! 'building site': ...`. Heroku: ` !     Push rejected, ...` behind `remote: `. Cloudflare: `Failed: build command exited with
//! code: 1`. Render: `==> Build failed`, `==> Exited with status 1`. Fly: `Error: release command failed - aborting deployment`.

use crate::recognize::kit::good_end::{Closing, Words, ends_above_zero};

/// Vercel.
pub type Vercel = Closing<VercelWords>;
/// Netlify.
pub type Netlify = Closing<NetlifyWords>;
/// Heroku.
pub type Heroku = Closing<HerokuWords>;
/// Cloudflare Pages and Workers.
pub type Cloudflare = Closing<CloudflareWords>;
/// Render.
pub type Render = Closing<RenderWords>;
/// Fly.
pub type Fly = Closing<FlyWords>;

/// The words of Vercel.
#[derive(Debug, Default)]
pub struct VercelWords;

impl Words for VercelWords {
    const NAME: &'static str = "vercel";
    const STARTS: &'static [&'static str] = &[
        "Error: Command \"",
        "Error: No Output Directory named \"",
        "Error: The Output Directory \"",
        "Error: The Vercel Function \"",
        "Error: The Serverless Function \"",
        "Error: A Serverless Function has exceeded ",
        "Error: No Next.js version detected.",
        "Deployment completed",
        "Build Completed in /vercel/output ",
    ];

    fn fails(text: &str) -> bool {
        match text.strip_prefix("Error: Command \"").and_then(|rest| rest.rsplit_once('"')) {
            Some((_, printed)) => {
                printed.starts_with(" exited with SIG")
                    || printed.starts_with(" exited with ") && ends_above_zero(printed, " exited with ")
            }
            None => {
                let begins = Self::STARTS.iter().skip(1).any(|start| text.starts_with(start));
                begins && !text.contains(" warning")
            }
        }
    }

    fn passes(text: &str) -> bool {
        text == "Deployment completed" || text.starts_with("Build Completed in /vercel/output ")
    }

    fn follows(text: &str) -> bool {
        text.starts_with("Deploying outputs...")
            || text.starts_with("Creating build cache...")
            || text.starts_with("Created build cache: ")
            || text.starts_with("Uploading build cache ")
            || text.starts_with("Build cache uploaded: ")
    }
}

/// The words of Netlify.
#[derive(Debug, Default)]
pub struct NetlifyWords;

impl Words for NetlifyWords {
    const NAME: &'static str = "netlify";
    const STARTS: &'static [&'static str] = &[
        "Build failed due to a user error: ",
        "Failed during stage '",
        "Build script returned non-zero exit code: ",
        "Command failed with exit code ",
        "Build exceeded maximum allowed runtime",
        "Failing build: ",
        "Deploy failed",
        "Deploy did not succeed with HTTP Error ",
        "Error: Deploy directory '",
        "Failed to prepare repo",
        "Build was terminated: ",
        "Error during Bundling edge functions",
        "Site is live ",
    ];

    fn fails(text: &str) -> bool {
        // Who prints it adds the command: `Command failed with exit code 2: npm run build`.
        if let Some(rest) = text.strip_prefix("Command failed with exit code ") {
            return rest.contains("(https://ntl.fyi/exit-code-");
        }
        if let Some(rest) = text.strip_prefix("Failed during stage '") {
            // It builds nothing because nothing changed.
            return rest.contains("': ") && !rest.contains("Canceled build due to no content change");
        }
        match text.strip_prefix("Deploy failed") {
            Some(rest) => rest.is_empty() || rest.starts_with(" due to "),
            None => !Self::passes(text) && Self::STARTS.iter().any(|start| text.starts_with(start)),
        }
    }

    fn passes(text: &str) -> bool {
        text.starts_with("Site is live ")
    }

    fn follows(text: &str) -> bool {
        text.starts_with("Finished processing build request in ")
    }
}

/// The words of Heroku.
#[derive(Debug, Default)]
pub struct HerokuWords;

impl Words for HerokuWords {
    const NAME: &'static str = "heroku";
    const STARTS: &'static [&'static str] =
        &["!  ", "remote:  !  ", "heroku[", "Waiting for release.", "remote: Waiting for release."];

    fn fails(text: &str) -> bool {
        if let Some(dyno) = text.strip_prefix("heroku[").and_then(|rest| rest.split_once("]: ")) {
            // A dyno that is stopped ends with 143.
            return dyno.1.starts_with("State changed from ") && dyno.1.ends_with(" to crashed")
                || dyno.1.starts_with("Process exited with status ")
                    && ends_above_zero(dyno.1, " status ")
                    && !dyno.1.ends_with(" 143");
        }
        let text = text.strip_prefix("remote:").map_or(text, str::trim_start);
        if let Some(end) = text.strip_prefix("Waiting for release.") {
            return end.trim_start_matches('.').trim() == "failed.";
        }
        let printed = text.strip_prefix('!').map(str::trim_start);
        printed.is_some_and(|printed| {
            printed.starts_with("Push rejected")
                || printed.starts_with("Push failed")
                || printed.starts_with("Release command failed")
                || printed.starts_with("Compiled slug size: ") && printed.contains(" is too large ")
        })
    }
}

/// The words of Cloudflare.
#[derive(Debug, Default)]
pub struct CloudflareWords;

impl Words for CloudflareWords {
    const NAME: &'static str = "cloudflare";
    const STARTS: &'static [&'static str] = &[
        "Failed: build command exited with code: ",
        "Failed: error occurred while running ",
        "Failed: an internal error occurred",
        "Failed: unable to ",
        "Failed: Failed to publish ",
        "Failed: build output directory not found",
        "Failed: Error while executing user command",
        "Failed: generating asset manifest failed",
        "Failed: the build exceeded the time limit",
        "ERROR: Failed: error occurred while running ",
        "Error: Output directory \"",
        "Success: Your site was deployed!",
    ];

    fn fails(text: &str) -> bool {
        match text.strip_prefix("Failed: build command exited with code: ") {
            Some(_) => ends_above_zero(text, "code: "),
            None => !Self::passes(text) && Self::STARTS.iter().any(|start| text.starts_with(start)),
        }
    }

    fn passes(text: &str) -> bool {
        text == "Success: Your site was deployed!"
    }
}

/// The words of Render.
#[derive(Debug, Default)]
pub struct RenderWords;

impl Words for RenderWords {
    const NAME: &'static str = "render";
    const STARTS: &'static [&'static str] = &[
        "==> Build failed",
        "==> Exited with status ",
        "==> Exited early",
        "==> Timed out",
        "==> Timed Out",
        "==> Out of memory",
        "==> Ran out of memory",
        "==> Port scan timeout reached, no open ports detected",
        "==> Build canceled",
        "==> Deploy canceled",
        "==> Deploy cancelled",
        "==> Your service is live",
    ];

    fn fails(text: &str) -> bool {
        match text.strip_prefix("==> Exited with status ") {
            Some(_) => ends_above_zero(text, " status "),
            None => !Self::passes(text) && Self::STARTS.iter().any(|start| text.starts_with(start)),
        }
    }

    fn passes(text: &str) -> bool {
        text.starts_with("==> Your service is live")
    }
}

/// The words of Fly.
#[derive(Debug, Default)]
pub struct FlyWords;

impl Words for FlyWords {
    const NAME: &'static str = "fly";
    const STARTS: &'static [&'static str] = &[
        "Error: failed to fetch an image or build from source: ",
        "Error: release command failed - aborting deployment",
        "Error: timeout reached waiting for health checks to pass for machine ",
        "Error: failed to update machine ",
        "Error: smoke checks for ",
        "Error: error deploying: ",
        "Error: failed to launch VM: ",
        "Error: unhealthy allocations detected",
        "Error release_command failed ",
    ];

    fn fails(text: &str) -> bool {
        Self::STARTS.iter().any(|start| text.starts_with(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_host_says_in_its_own_words_that_the_build_failed() {
        assert!(VercelWords::fails("Error: Command \"pnpm run build\" exited with 1"));
        assert!(!VercelWords::fails("Error: Command \"pnpm run build\" exited with 0"));
        assert!(NetlifyWords::fails(
            "Build failed due to a user error: Build script returned non-zero exit code: 2"
        ));
        assert!(NetlifyWords::fails(
            "Failed during stage 'building site': Build script returned non-zero exit code: 2"
        ));
        assert!(NetlifyWords::fails(
            "Command failed with exit code 1: npm run build (https://ntl.fyi/exit-code-1)"
        ));
        assert!(!NetlifyWords::fails("Command failed with exit code 1: npm run build"));
        assert!(HerokuWords::fails("!     Push rejected, failed to compile Node.js app."));
        assert!(HerokuWords::fails("remote:  !     Push rejected to quay."));
        assert!(HerokuWords::fails("remote: Waiting for release.... failed."));
        assert!(!HerokuWords::fails("Waiting for release.... done."));
        assert!(CloudflareWords::fails("Failed: build command exited with code: 1"));
        assert!(CloudflareWords::fails("Failed: error occurred while running build command"));
        assert!(!CloudflareWords::fails("Failed: 3 quays"));
        assert!(RenderWords::fails("==> Build failed \u{1f61e}"));
        assert!(!RenderWords::fails("==> Exited with status 0"));
        assert!(FlyWords::fails(
            "Error: release command failed - aborting deployment. error release_command"
        ));
    }
}
