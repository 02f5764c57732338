//! Task runners, hosts that build and what deploys: tools that are rows.

use crate::recognize::kit::rows::tables;

tables! {
    /// just.
    JUST = "just.rows",
    /// bun run.
    BUN_RUN = "bun_run.rows",
    /// deno task.
    DENO_TASK = "deno_task.rows",
    /// composer's scripts.
    COMPOSER_SCRIPT = "composer_script.rows",
    /// flutter build.
    FLUTTER_BUILD = "flutter_build.rows",
    /// docker compose.
    COMPOSE = "compose.rows",
    /// fastlane.
    FASTLANE = "fastlane.rows",
    /// helm.
    HELM = "helm.rows",
    /// kubectl.
    KUBECTL = "kubectl.rows",
    /// Vercel.
    VERCEL = "vercel.rows",
    /// Netlify.
    NETLIFY = "netlify.rows",
    /// Heroku.
    HEROKU = "heroku.rows",
    /// Cloudflare Pages and Workers.
    CLOUDFLARE = "cloudflare.rows",
    /// Render.
    RENDER = "render.rows",
    /// Fly.
    FLY = "fly.rows",
}

/// Whether a task runner says that a task failed: what the task ran is over.
pub(in crate::recognize::runners) fn ends(text: &str) -> bool {
    [&JUST, &BUN_RUN, &DENO_TASK].into_iter().any(|words| words.breaks(text))
}
