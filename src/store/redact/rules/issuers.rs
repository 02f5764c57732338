//! Tokens with a fixed prefix that gitleaks has no rule for, as their issuers document them for secret scanning.

use super::super::shapes::Alphabet::{Base64, Hex, Lower, Plain, Url};
use super::super::special as shape_of;
use super::Rule;
use super::tokens::{any, shape, word};

/// The rules, with ids of our own.
pub(in crate::store::redact) const ISSUERS: &[Rule] = &[
    any("bitbucket-app-password", "bitbucket-token", &["ATBB"], Plain, 32, 36),
    any("docker-token", "docker-token", &["dckr_"], Url, 24, 255),
    any("google-client-secret", "google-secret", &["GOCSPX-"], Url, 28, 28),
    any("google-access-token", "google-token", &["ya29."], Url, 40, 1024),
    any("stripe-webhook-secret", "stripe-key", &["whsec_"], Base64, 24, 255),
    any("tailscale-key", "tailscale-key", &["tskey-"], Url, 20, 128),
    any("figma-token", "figma-token", &["figd_"], Url, 40, 64),
    any("groq-key", "groq-key", &["gsk_"], Plain, 40, 64),
    any("xai-key", "xai-key", &["xai-"], Plain, 80, 80),
    any("replicate-token", "replicate-token", &["r8_"], Plain, 37, 40),
    any("nvidia-key", "nvidia-key", &["nvapi-"], Url, 60, 70),
    any("supabase-token", "supabase-token", &["sbp_", "sb_secret_"], Url, 30, 64),
    any("netlify-token", "netlify-token", &["nfp_", "nfc_"], Plain, 36, 64),
    any("contentful-token", "contentful-token", &["CFPAT-"], Url, 43, 43),
    any("buildkite-token", "buildkite-token", &["bkua_"], Hex, 40, 40),
    any("circleci-token", "circleci-token", &["CCIP"], Url, 43, 93),
    any("sonarqube-token", "sonarqube-token", &["sqp_", "squ_", "sqa_"], Hex, 40, 40),
    any("azure-storage-key", "azure-key", &["AccountKey="], Base64, 80, 100),
    shape("azure-signature", &["sig="], shape_of::azure_signature),
    any("openrouter-key", "openrouter-key", &["sk-or-v1-"], Hex, 64, 64),
    any("langsmith-key", "langsmith-key", &["lsv2_"], Url, 35, 67),
    any("pinecone-key", "pinecone-key", &["pcsk_"], Url, 40, 90),
    any("posthog-key", "posthog-key", &["phx_"], Plain, 40, 64),
    word("nuget-key", "nuget-key", &["oy2"], Lower, 43, 43),
    word("crates-token", "crates-token", &["cio"], Plain, 32, 32),
    any("render-key", "render-key", &["rnd_"], Plain, 28, 36),
    any("razorpay-key", "razorpay-key", &["rzp_"], Url, 19, 29),
    any("amazon-mws-token", "amazon-token", &["amzn.mws."], Url, 36, 36),
    shape(
        "password-hash",
        &["$2a$", "$2b$", "$2y$", "$1$", "$5$", "$6$", "$y$", "$apr1$", "$argon2", "pbkdf2"],
        shape_of::password_hash,
    ),
    shape("directory-hash", &["{SSHA", "{SHA"], shape_of::directory_hash),
    shape("discord-webhook", &["/api/webhooks/"], shape_of::webhook),
];
