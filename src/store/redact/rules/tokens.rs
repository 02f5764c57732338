//! Tokens that tell themselves: a fixed prefix, or a part of a fixed shape.

use super::super::shapes::Alphabet::{self, Base64, Dotted, Hex, Lower, Plain, Upper, Url};
use super::super::shapes::{Left, Token};
use super::super::special as shape;
use super::{Matcher, Rule};

/// A rule of a prefix that nothing else begins with.
pub(super) const fn any(
    id: &'static str,
    kind: &'static str,
    literals: &'static [&'static str],
    alphabet: Alphabet,
    least: usize,
    most: usize,
) -> Rule {
    Rule { id, literals, by: Matcher::Token(Token { kind, alphabet, least, most, left: Left::Any }) }
}

/// A rule of a prefix that other words end with.
pub(super) const fn word(
    id: &'static str,
    kind: &'static str,
    literals: &'static [&'static str],
    alphabet: Alphabet,
    least: usize,
    most: usize,
) -> Rule {
    Rule { id, literals, by: Matcher::Token(Token { kind, alphabet, least, most, left: Left::Word }) }
}

pub(super) const fn shape(
    id: &'static str,
    literals: &'static [&'static str],
    by: fn(&[u8], usize, usize) -> Option<super::super::shapes::Secret>,
) -> Rule {
    Rule { id, literals, by: Matcher::Shape(by) }
}

/// The rules of gitleaks that have a prefix or a shape of their own.
pub(in crate::store::redact) const TOKENS: &[Rule] = &[
    shape("1password-secret-key", &["A3-"], shape::one_password),
    any("1password-service-account-token", "1password-token", &["ops_eyJ"], Base64, 100, 2048),
    any("adobe-client-secret", "adobe-secret", &["p8e-"], Lower, 32, 32),
    any("age-secret-key", "age-key", &["AGE-SECRET-KEY-1", "AGE-SECRET-KEY-PQ-1"], Upper, 58, 2048),
    any("alibaba-access-key-id", "alibaba-key", &["LTAI"], Plain, 12, 26),
    any("anthropic-api-key", "anthropic-key", &["sk-ant-"], Url, 20, 255),
    any("artifactory-api-key", "artifactory-key", &["AKCp"], Plain, 60, 80),
    word("artifactory-reference-token", "artifactory-token", &["cmVmd"], Plain, 59, 59),
    any("atlassian-api-token", "atlassian-token", &["ATATT3", "ATCTT3"], Dotted, 60, 300),
    shape("authress-service-client-access-key", &[".acc_", ".acc-"], shape::authress),
    any("aws-access-token", "aws-key", &["AKIA", "ASIA", "ABIA", "ACCA"], Upper, 16, 16),
    word("aws-unique-id", "aws-key", &["A3T"], Upper, 17, 17),
    any("aws-amazon-bedrock-api-key-long-lived", "aws-key", &["ABSK"], Base64, 109, 300),
    any("aws-amazon-bedrock-api-key-short-lived", "aws-key", &["bedrock-api-key-"], Base64, 32, 4096),
    shape(
        "azure-ad-client-secret",
        &["0Q~", "1Q~", "2Q~", "3Q~", "4Q~", "5Q~", "6Q~", "7Q~", "8Q~", "9Q~"],
        shape::azure_client,
    ),
    word("clickhouse-cloud-api-secret-key", "clickhouse-key", &["4b1d"], Plain, 38, 38),
    any("clojars-api-token", "clojars-token", &["CLOJARS_"], Plain, 60, 60),
    shape("cloudflare-origin-ca-key", &["v1.0-"], shape::cloudflare_ca),
    any("databricks-api-token", "databricks-token", &["dapi"], Hex, 32, 32),
    shape("defined-networking-api-token", &["dnkey-"], shape::defined_networking),
    shape("digitalocean-access-token", &["_v1_"], shape::digitalocean),
    shape("doppler-api-token", &["dp."], shape::doppler),
    word("dropbox-short-lived-api-token", "dropbox-token", &["sl."], Dotted, 130, 2048),
    any("duffel-api-token", "duffel-token", &["duffel_"], Dotted, 48, 48),
    shape("dynatrace-api-token", &["dt0"], shape::dynatrace),
    any("easypost-api-token", "easypost-key", &["EZAK", "EZTK"], Plain, 54, 54),
    shape("facebook-page-access-token", &["EAA"], shape::facebook),
    shape("flutterwave-secret-key", &["FLW"], shape::flutterwave),
    any("flyio-access-token", "flyio-token", &["fm1a_", "fm1r_", "fm2_"], Base64, 100, 4096),
    any("flyio-oauth-token", "flyio-token", &["fo1_"], Url, 43, 43),
    any("frameio-api-token", "frameio-token", &["fio-u-"], Dotted, 64, 64),
    any("gcp-api-key", "google-key", &["AIza"], Url, 35, 35),
    any("github-pat", "github-token", &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], Plain, 36, 255),
    any("github-fine-grained-pat", "github-token", &["github_pat_"], Url, 36, 255),
    any(
        "gitlab-pat",
        "gitlab-token",
        &[
            "glpat-", "gldt-", "glrt-", "glft-", "glffct-", "glimt-", "glagent-", "gloas-", "glsoat-",
            "glptt-", "glcbt-", "glwt-",
        ],
        Dotted,
        20,
        340,
    ),
    any("gitlab-rrt", "gitlab-token", &["GR1348941"], Url, 20, 64),
    any("gitlab-session-cookie", "cookie", &["_gitlab_session="], Plain, 20, 64),
    any("grafana-cloud-api-token", "grafana-token", &["glc_"], Base64, 32, 512),
    shape("gocardless-api-token", &["live_"], shape::live),
    shape("grafana-service-account-token", &["glsa_"], shape::grafana),
    shape("harness-api-key", &["sat."], shape::harness),
    shape("airtable-personnal-access-token", &["pat"], shape::pat),
    shape("hashicorp-tf-api-token", &[".atlasv1."], shape::terraform),
    any("heroku-api-key-v2", "heroku-key", &["HRKU-"], Url, 36, 64),
    any("huggingface-access-token", "huggingface-token", &["hf_", "api_org_"], Plain, 34, 40),
    word("infracost-api-token", "infracost-token", &["ico-"], Plain, 32, 32),
    any("intra42-client-secret", "intra42-secret", &["s-s4t2"], Url, 67, 67),
    shape("jwt", &[".ey"], shape::signed_token),
    shape("grafana-api-key", &["eyJrIjoi"], shape::grafana_key),
    shape("jwt-base64", &["ZXlK"], shape::signed_token_in_base64),
    any("linear-api-key", "linear-key", &["lin_"], Url, 36, 70),
    word("lob-api-key", "lob-key", &["test_pub_"], Hex, 31, 31),
    shape("mailchimp-api-key", &["-us"], shape::mailchimp),
    shape("mapbox-api-token", &["pk.", "sk."], shape::mapbox),
    shape("maxmind-license-key", &["_mmk"], shape::maxmind),
    shape("microsoft-teams-webhook", &["webhook.office.com/webhookb2/"], shape::webhook),
    any("new-relic-user-api-key", "new-relic-key", &["NRAK-", "NRII-", "NRAA-"], Url, 27, 40),
    any("new-relic-browser-api-token", "new-relic-key", &["NRJS-"], Hex, 19, 19),
    any("notion-api-token", "notion-token", &["ntn_"], Plain, 43, 50),
    any("npm-access-token", "npm-token", &["npm_"], Plain, 36, 36),
    word("octopus-deploy-api-key", "octopus-key", &["API-"], Upper, 25, 32),
    shape("openai-api-key", &["T3BlbkFJ"], shape::openai),
    any("openai-project-key", "openai-key", &["sk-proj-", "sk-svcacct-", "sk-admin-"], Url, 20, 255),
    any("openshift-user-token", "openshift-token", &["sha256~"], Url, 43, 43),
    any("perplexity-api-key", "perplexity-key", &["pplx-"], Plain, 40, 64),
    any("planetscale-api-token", "planetscale-token", &["pscale_"], Dotted, 35, 70),
    shape("postman-api-token", &["PMAK-"], shape::postman),
    any("prefect-api-token", "prefect-token", &["pnu_", "pnb_"], Plain, 36, 36),
    word("pulumi-api-token", "pulumi-token", &["pul-"], Hex, 40, 40),
    any("pypi-upload-token", "pypi-token", &["pypi-AgE"], Url, 50, 1024),
    any("readme-api-token", "readme-token", &["rdme_"], Lower, 70, 72),
    any("rubygems-api-token", "rubygems-token", &["rubygems_"], Hex, 48, 48),
    word("scalingo-api-token", "scalingo-token", &["tk-us-"], Url, 48, 48),
    shape("sendgrid-api-token", &["SG."], shape::sendgrid),
    shape("sendinblue-api-token", &["xkeysib-", "xsmtpsib-"], shape::sendinblue),
    any("sentry-org-token", "sentry-token", &["sntry"], Url, 42, 602),
    any(
        "settlemint-personal-access-token",
        "settlemint-token",
        &["sm_aat_", "sm_pat_", "sm_sat_"],
        Plain,
        16,
        32,
    ),
    any("shippo-api-token", "shippo-token", &["shippo_"], Url, 45, 45),
    shape("shopify-access-token", &["shp"], shape::shopify),
    shape("sidekiq-secret", &["CONTRIBSYS__COM"], shape::sidekiq),
    any("slack-app-token", "slack-token", &["xapp-"], Url, 20, 255),
    shape("slack-bot-token", &["xox"], shape::slack),
    shape("slack-webhook-url", &["hooks.slack.com/"], shape::webhook),
    any("sourcegraph-access-token", "sourcegraph-token", &["sgp_"], Url, 40, 80),
    shape("square-access-token", &["sq0"], shape::square),
    shape("stripe-access-token", &["k_live_", "k_test_", "k_prod_"], shape::stripe),
    shape("telegram-bot-api-token", &[":AA", "%3AAA"], shape::telegram),
    shape(
        "twilio-api-key",
        &[
            "SK0", "SK1", "SK2", "SK3", "SK4", "SK5", "SK6", "SK7", "SK8", "SK9", "SKa", "SKb", "SKc", "SKd",
            "SKe", "SKf",
        ],
        shape::twilio,
    ),
    any("typeform-api-token", "typeform-token", &["tfp_"], Dotted, 40, 80),
    any("vault-service-token", "vault-token", &["hvs.", "hvb.", "hvr."], Url, 24, 400),
    shape("yandex-access-token", &["t1."], shape::yandex),
    any("yandex-api-key", "yandex-key", &["AQVN"], Url, 35, 38),
];
