//! An example of every rule, and something that looks like it and is none.
//!
//! Secrets are put together here from a prefix and made-up bytes, so that no scanner takes this file for a leak.

use super::Redactor;
use super::rules::all;

/// Made-up bytes of an alphabet: `A` letters and digits, `u` those with `_` and `-`, `l` small letters and digits, `U` capital
/// letters and digits, `h` hexadecimal digits, `d` digits, `c` letters.
fn made(alphabet: char, count: usize, seed: usize) -> String {
    let bytes: &[u8] = match alphabet {
        'A' => b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        'u' => b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-",
        'l' => b"abcdefghijklmnopqrstuvwxyz0123456789",
        'U' => b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        'h' => b"0123456789abcdef",
        'd' => b"0123456789",
        'c' => b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        other => panic!("{other}"),
    };
    let mut state = seed.wrapping_mul(7919).wrapping_add(count);
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(bytes[(state >> 33) % bytes.len()])
    };
    let text: String = (0..count).map(|_| next()).collect();
    // What begins or ends with a sign is cut at it in a sentence.
    text.replacen(['_', '-'], "7", 1)
}

/// A text in which `<A20>` stands for twenty made-up bytes of the alphabet `A`; gives those, too.
fn filled(form: &str, seed: usize) -> (String, Vec<String>) {
    let (mut text, mut bodies) = (String::new(), Vec::new());
    let mut rest = form;
    while let Some((before, after)) = rest.split_once('<') {
        let (body, after) = after.split_once('>').unwrap();
        let count: Option<usize> = body.get(1..).and_then(|count| count.parse().ok());
        let Some(count) = count else {
            text.push_str(before);
            text.push('<');
            rest = &rest[before.len() + 1..];
            continue;
        };
        let body = made(body.chars().next().unwrap(), count, seed + bodies.len());
        text.push_str(before);
        text.push_str(&body);
        bodies.push(body);
        rest = after;
    }
    text.push_str(rest);
    (text, bodies)
}

fn shown(text: &str) -> String {
    Redactor::default().text(text).unwrap_or_else(|| text.to_owned())
}

/// Ids of rules, forms of their secrets, and texts that hold none.
const EXAMPLES: &[(&str, &[&str], &[&str])] = &[
    (
        "1password-secret-key",
        &["A3-<U6>-<U11>-<U5>-<U5>-<U5>", "A3-<U6>-<U6>-<U5>-<U5>-<U5>-<U5>"],
        &["A3-paper-size-and-more"],
    ),
    ("1password-service-account-token", &["ops_eyJ<A260>"], &["ops_eyJ"]),
    ("adobe-client-secret", &["p8e-<l32>"], &["p8e-short"]),
    ("age-secret-key", &["AGE-SECRET-KEY-1<U58>"], &["AGE-SECRET-KEY-1 is how it begins"]),
    ("alibaba-access-key-id", &["LTAI<A20>"], &["LTAI is a prefix"]),
    ("anthropic-api-key", &["sk-ant-api03-<u93>AA", "sk-ant-admin01-<u93>AA"], &["sk-ant-example"]),
    ("artifactory-api-key", &["AKCp<A69>"], &["AKCp5"]),
    ("artifactory-reference-token", &["cmVmd<A59>"], &["cmVmdG"]),
    ("atlassian-api-token", &["ATATT3<u180>", "ATATT3<u186>"], &["ATATT3 is a prefix"]),
    ("authress-service-client-access-key", &["sc_<l20>.<l5>.acc_<l16>.<A40>"], &["index.acc_total = 3"]),
    (
        "aws-access-token",
        &["AKIA<U16>", "ASIA<U16>", "ABIA<U16>", "ACCA<U16>"],
        &["AKIAs are keys", "ASIA 2026"],
    ),
    ("aws-amazon-bedrock-api-key-long-lived", &["ABSK<A120>"], &["ABSK is short"]),
    ("aws-amazon-bedrock-api-key-short-lived", &["bedrock-api-key-<A80>"], &["bedrock-api-key-name"]),
    ("azure-ad-client-secret", &["<A3>8Q~<A34>"], &["8Q~ is a row"]),
    ("clickhouse-cloud-api-secret-key", &["4b1d<A38>"], &["commit 4b1d6850e387550fdab836ed7e6dc881de23001b"]),
    ("clojars-api-token", &["CLOJARS_<l60>"], &["CLOJARS_USERNAME=bob"]),
    ("cloudflare-origin-ca-key", &["v1.0-<h24>-<h146>"], &["v1.0-rc1 and v1.0-beta"]),
    ("databricks-api-token", &["dapi<h32>"], &["dapi is a name"]),
    ("defined-networking-api-token", &["dnkey-<l26>-<l52>"], &["dnkey-host"]),
    ("digitalocean-access-token", &["doo_v1_<h64>", "dop_v1_<h64>", "dor_v1_<h64>"], &["dop_v1_token"]),
    ("doppler-api-token", &["dp.pt.<A43>"], &["dp.pt.x"]),
    ("dropbox-short-lived-api-token", &["sl.<u135>"], &["ssl.handshake and tsl.connect"]),
    ("duffel-api-token", &["duffel_test_<A43>", "duffel_live_<A43>"], &["duffel_test_client"]),
    ("dynatrace-api-token", &["dt0c01.<U24>.<U64>"], &["dt0c01.public"]),
    ("easypost-api-token", &["EZAK<A54>", "EZTK<A54>"], &["EZAK"]),
    ("facebook-page-access-token", &["EAAM<A110>", "EAAC<A110>", "EAAA<A60>"], &["EAAM", "EAAA"]),
    ("flutterwave-secret-key", &["FLWSECK_TEST-<h12>", "FLWSECK_TEST-<h32>-X"], &["FLWSECK_TEST-"]),
    ("flyio-access-token", &["fm1a_<A120>", "fm2_<A120>"], &["fm2_filter"]),
    ("flyio-oauth-token", &["fo1_<u43>"], &["fo1_x"]),
    ("frameio-api-token", &["fio-u-<u64>"], &["fio-u-x"]),
    ("gcp-api-key", &["AIza<u35>"], &["AIza"]),
    (
        "github-pat",
        &["ghp_<A36>", "gho_<A36>", "ghu_<A36>", "ghs_<A36>", "ghr_<A36>"],
        &["ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "ghp_"],
    ),
    ("github-fine-grained-pat", &["github_pat_<A22>_<A59>"], &["github_pat_"]),
    (
        "gitlab-pat",
        &[
            "glpat-<u20>",
            "glpat-<u27>.01.<l9>",
            "gldt-<u20>",
            "glrt-<u20>",
            "glrt-t1_<u27>.<l2><l7>",
            "glft-<u20>",
            "glffct-<u20>",
            "glimt-<u25>",
            "glagent-<u50>",
            "gloas-<u64>",
            "glsoat-<u20>",
            "glptt-<h40>",
            "glcbt-<A4>_<u20>",
            "glwt-<u20>",
        ],
        &["glpat-", "glptt-x"],
    ),
    ("gitlab-rrt", &["GR1348941<u20>"], &["GR1348941"]),
    ("gitlab-session-cookie", &["_gitlab_session=<l32>"], &["_gitlab_session=deleted"]),
    ("grafana-cloud-api-token", &["glc_<A60>"], &["glc_context"]),
    (
        "gocardless-api-token",
        &["live_<l40>", "live_<h35>", "live_pub_<h31>"],
        &["receive_live_updates_from_the_server_1234", "live_x"],
    ),
    ("grafana-service-account-token", &["glsa_<A32>_<h8>"], &["glsa_example"]),
    ("harness-api-key", &["sat.<A22>.<A24>.<A20>"], &["they sat. Then they went"]),
    (
        "airtable-personnal-access-token",
        &["pat<A14>.<h64>", "pat.<A22>.<A24>.<A20>", "pat-na1-<h8>-<h4>-<h4>-<h4>-<h12>"],
        &["path/to/pattern.rs"],
    ),
    ("hashicorp-tf-api-token", &["<A14>.atlasv1.<A64>"], &["an.atlasv1.x"]),
    ("heroku-api-key-v2", &["HRKU-AA<u58>"], &["HRKU-1"]),
    (
        "huggingface-access-token",
        &["hf_<c34>", "api_org_<c34>"],
        &["hf_", "hf_downloadModelWeightsFromCheckpointStore"],
    ),
    ("infracost-api-token", &["ico-<A32>"], &["favicon-9f86d081884c7d659a2feaa0c55ad015.ico"]),
    ("intra42-client-secret", &["s-s4t2ud-<h64>"], &["s-s4t2ud-x"]),
    (
        "jwt",
        &["eyJ<A20>.eyJ<A40>.<u43>"],
        &["eyJhbGciOiJIUzI1NiJ9", "eyJ.eyJ.x", "the.eyes.of.a.model.with.a.long.name"],
    ),
    ("grafana-api-key", &["eyJrIjoi<A80>"], &["eyJrIjoi"]),
    ("aws-unique-id", &["A3TX<U16>"], &["A3T is a size"]),
    ("jwt-base64", &["ZXlK<A80>"], &["ZXlK"]),
    ("linear-api-key", &["lin_api_<A40>"], &["lin_api_client"]),
    ("lob-api-key", &["test_pub_<h31>"], &["test_pub_is_there"]),
    ("mailchimp-api-key", &["<h32>-us12", "<h32>-us9"], &["9f86d081-us1", "x-us1 y"]),
    ("mapbox-api-token", &["pk.<l60>.<l22>"], &["pk.name and pk.id"]),
    ("maxmind-license-key", &["<A6>_<A29>_mmk"], &["test_mmk"]),
    (
        "microsoft-teams-webhook",
        &[
            "https://acme.webhook.office.com/webhookb2/<h8>-<h4>-<h4>-<h4>-<h12>@<h8>/IncomingWebhook/<h32>/<h8>",
        ],
        &["https://acme.webhook.office.com/webhookb2/"],
    ),
    ("new-relic-user-api-key", &["NRAK-<U27>", "NRII-<A32>"], &["NRAK-"]),
    ("new-relic-browser-api-token", &["NRJS-<h19>"], &["NRJS-x"]),
    ("notion-api-token", &["ntn_<d11><A35>"], &["ntn_page"]),
    ("npm-access-token", &["npm_<A36>"], &["npm_config_user_agent", "npm_lifecycle_event=test"]),
    ("octopus-deploy-api-key", &["API-<U26>"], &["API-VERSION", "REST-API-<version>"]),
    ("openai-api-key", &["sk-<A20>T3BlbkFJ<A20>"], &["T3BlbkFJ"]),
    ("openai-project-key", &["sk-proj-<u120>", "sk-svcacct-<u60>", "sk-admin-<u60>"], &["sk-proj-x"]),
    (
        "openshift-user-token",
        &["sha256~<u43>"],
        &["sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ),
    ("perplexity-api-key", &["pplx-<A48>"], &["pplx-model"]),
    (
        "planetscale-api-token",
        &["pscale_tkn_<A43>", "pscale_oauth_<A43>", "pscale_pw_<A43>"],
        &["pscale_pw_"],
    ),
    ("postman-api-token", &["PMAK-<h24>-<h34>"], &["PMAK-1"]),
    ("prefect-api-token", &["pnu_<A36>"], &["pnu_x"]),
    ("pulumi-api-token", &["pul-<h40>"], &["stimpul-9f2c6d1b7a3e8f4c5d6e7f8a9b0c1d2e3f4a5b6c"]),
    ("pypi-upload-token", &["pypi-AgEIcHlwaS5vcmc<u80>"], &["pypi-AgE"]),
    ("readme-api-token", &["rdme_<l70>"], &["rdme_x"]),
    ("rubygems-api-token", &["rubygems_<h48>"], &["rubygems_version"]),
    ("scalingo-api-token", &["tk-us-<A48>"], &["tk-us-east"]),
    ("sendgrid-api-token", &["SG.<A22>.<A43>"], &["SG.one.two"]),
    ("sendinblue-api-token", &["xkeysib-<h64>-<A16>"], &["xkeysib-"]),
    ("sentry-org-token", &["sntrys_eyJpYXQiO<A80>_<A43>", "sntryu_<h64>"], &["sntrys_", "sntryu_x"]),
    ("settlemint-personal-access-token", &["sm_aat_<A16>", "sm_pat_<A16>", "sm_sat_<A16>"], &["sm_pat_x"]),
    ("shippo-api-token", &["shippo_live_<h40>", "shippo_test_<h40>"], &["shippo_test_client"]),
    ("shopify-access-token", &["shpat_<h32>", "shpca_<h32>", "shppa_<h32>", "shpss_<h32>"], &["shpat_x"]),
    ("sidekiq-secret", &["BUNDLE_ENTERPRISE__CONTRIBSYS__COM=<h8>:<h8>"], &["CONTRIBSYS__COM is set"]),
    ("slack-app-token", &["xapp-1-<U11>-<d13>-<h64>"], &["xapp-1"]),
    (
        "slack-bot-token",
        &["xoxb-<d12>-<d12>-<A24>", "xoxe.xoxp-1-<U163>", "xoxr-<A40>", "xoxs-<d10>-<d10>-<d10>-<h10>"],
        &["[xoxo-] and xoxb-"],
    ),
    (
        "slack-webhook-url",
        &["https://hooks.slack.com/services/T<U8>/B<U8>/<A24>"],
        &["https://hooks.slack.com/services/"],
    ),
    ("sourcegraph-access-token", &["sgp_<h16>_<h40>", "sgp_<h40>"], &["sgp_x"]),
    ("square-access-token", &["sq0atp-<u22>"], &["sq0atp-"]),
    (
        "stripe-access-token",
        &["sk_live_<A24>", "sk_test_<A24>", "rk_prod_<A30>"],
        &["fn sk_test_canWithdrawFromTheAccount() {}", "check_test_1"],
    ),
    ("telegram-bot-api-token", &["<d9>:AA<u33>"], &["12:AA:bb:cc", "x:AA"]),
    ("twilio-api-key", &["SK0<h31>", "SKa<h31>"], &["TASK0123 and SK1 and DISK9"]),
    ("typeform-api-token", &["tfp_<u59>"], &["tfp_x"]),
    ("vault-service-token", &["hvs.<u95>", "hvb.<u150>"], &["hvs.x"]),
    ("yandex-access-token", &["t1.<A30>.<A86>"], &["t1.start and t1.end"]),
    ("yandex-api-key", &["AQVN<u36>"], &["AQVN"]),
    ("bitbucket-app-password", &["ATBB<A32>"], &["ATBB"]),
    ("docker-token", &["dckr_pat_<u27>"], &["dckr_pat_x"]),
    ("google-client-secret", &["GOCSPX-<u28>"], &["GOCSPX-"]),
    ("google-access-token", &["ya29.<u60>"], &["ya29.x"]),
    ("stripe-webhook-secret", &["whsec_<A32>"], &["whsec_test"]),
    ("tailscale-key", &["tskey-auth-<A16>-<A32>"], &["tskey-auth"]),
    ("figma-token", &["figd_<A40>"], &["figd_x"]),
    ("groq-key", &["gsk_<A52>"], &["gsk_x"]),
    ("xai-key", &["xai-<A80>"], &["xai-model"]),
    ("replicate-token", &["r8_<A37>"], &["for8_x"]),
    ("nvidia-key", &["nvapi-<u64>"], &["nvapi-x"]),
    ("supabase-token", &["sbp_<h40>"], &["sbp_x"]),
    ("netlify-token", &["nfp_<A36>"], &["nfp_x"]),
    ("contentful-token", &["CFPAT-<A43>"], &["CFPAT-x"]),
    ("buildkite-token", &["bkua_<h40>"], &["bkua_x"]),
    ("circleci-token", &["CCIPAT_<A22>_<h40>"], &["CCIPAT_x"]),
    ("sonarqube-token", &["sqp_<h40>", "squ_<h40>"], &["sqp_x"]),
    ("azure-storage-key", &["AccountKey=<A86>=="], &["AccountKey=short"]),
    (
        "azure-signature",
        &["https://a.blob.core.windows.net/c?sv=1&sig=<A43>%3D"],
        &["kill sig=9", "?sig=abc"],
    ),
    ("openrouter-key", &["sk-or-v1-<h64>"], &["sk-or-v1-x"]),
    ("langsmith-key", &["lsv2_pt_<h32>_<h10>"], &["lsv2_pt_x"]),
    ("pinecone-key", &["pcsk_<A60>"], &["pcsk_x"]),
    ("posthog-key", &["phx_<A43>"], &["phx_x"]),
    ("nuget-key", &["oy2<l43>"], &["buoy2 and oy2"]),
    ("crates-token", &["cio<A32>"], &["precious and cio"]),
    ("render-key", &["rnd_<A28>"], &["rnd_seed=17"]),
    ("razorpay-key", &["rzp_live_<A14>"], &["rzp_test_x"]),
    ("amazon-mws-token", &["amzn.mws.<h8>-<h4>-<h4>-<h4>-<h12>"], &["amzn.mws.x"]),
    (
        "discord-webhook",
        &["https://discord.com/api/webhooks/<d18>/<u68>"],
        &["https://discord.com/api/webhooks/"],
    ),
    (
        "url-password",
        &[
            "postgres://u:<A12>@h/db",
            "postgres://u:p/<A10>#w@h/db",
            "amqp://u:a#<A10>/b@h:5672/v",
            "https://<h40>@github.com/o/r",
            "https://<h40>:x-oauth-basic@example.com/o/r",
            "{\"url\":\"https:\\/\\/u:<A12>@h\\/db\"}",
            "next=https%3A%2F%2Fu%3A<A12>%40h%2Fdb",
        ],
        &[
            "http://localhost:8080/a@b",
            "https://user@host/",
            "http://u:$PASS@h",
            "docker://alpine:3.18@sha256:abc",
            "file:///C:/foo@bar",
            "http://host:80/x?y=z@w",
            "npm://react:tag/path@1.0",
            "see ://x:y@z",
        ],
    ),
    ("dsn-password", &["root:<A12>@tcp(127.0.0.1:3306)/db"], &["@tcp(127.0.0.1:3306)", "root:$PW@tcp(h)"]),
    (
        "bearer-token",
        &["Bearer <A40>", "Bearer%20<A40>"],
        &["Bearer authentication_is_required_here", "Bearer token"],
    ),
    (
        "authorization-header",
        &[
            "Authorization: token <h40>",
            "Authorization: Bearer <u40>",
            "authorization: Basic <A24>==",
            "Proxy-Authorization: Basic <A24>",
            "\"Authorization\": \"Bearer <A32>\"",
            "'Authorization': 'token <h40>'",
            "Authorization: <A40>",
        ],
        &[
            "Authorization: Bearer <token>",
            "Authorization header is missing",
            "authorization: basic authentication",
            "Authorization: required",
        ],
    ),
    (
        "cookie-header",
        &[
            "Cookie: sessionid=<h32>",
            "Cookie: theme=dark; sid=<A24>; lang=en",
            "Set-Cookie: session=<A40>; Path=/; HttpOnly",
            "\"cookie\": \"a=<A20>\"",
        ],
        &["Cookie: theme=dark; lang=en-US", "Cookie: accepted", "cookies are off"],
    ),
    ("session-cookie", &["PHPSESSID=<l26>", "JSESSIONID=<U32>"], &["PHPSESSID=deleted"]),
    (
        "command-argument",
        &[
            "+ curl -u bob:<A12> https://example.com",
            "curl --user 'bob:<A12>' http://h",
            "curl -sSu bob:<A12> http://h",
            "+ mysql -uroot -p<A12> db",
            "mysqldump -p'<A12>' db",
            "docker login -u bob -p <A12> registry.example.com",
            "podman login -p<A12> r",
            "sshpass -p <A12> ssh host",
            "redis-cli -a <A12> ping",
            "ldapsearch -x -w <A12>",
            "openssl rsa -passin pass:<A12>",
            "smbclient -U bob%<A12> //h/s",
            "got \"curl -u bob:<A12>\" instead",
        ],
        &[
            "curl -u user:password http://h",
            "mysql -u root -p db",
            "mysql -p\"$PW\" db",
            "docker login -p $TOKEN",
            "cargo test -p weir",
            "sshpass -e ssh host",
            "curl http://h -u http://x:y",
            "the mysql -based tests",
            "test login -p abc",
        ],
    ),
    (
        "password-hash",
        &["$2b$12$<A53>", "$6$<A8>$<A86>", "$5$<A16>$<A43>", "$apr1$<A8>$<A22>"],
        &["s/a$6$b/c/", "pbkdf2_hmac"],
    ),
    ("directory-hash", &["{SSHA}<A32>"], &["{SHA}"]),
    (
        "json-web-key",
        &["{\"kty\":\"EC\",\"x\":\"abc\",\"d\":\"<A43>\"}"],
        &["{\"kty\":\"EC\",\"x\":\"abc\"}"],
    ),
    ("basic-auth-pair", &["auth=(\"bob\", \"<A14>7\")"], &["auth=(user, password)"]),
    (
        "piped-argument",
        &["echo <A14> | docker login -u bob --password-stdin", "chpasswd <<< bob:<A14>"],
        &["echo hello | grep login", "echo $TOKEN | docker login --password-stdin"],
    ),
    ("sql-password", &["CREATE USER bob IDENTIFIED BY '<A14>'"], &["the user is identified by name1"]),
    ("oracle-password", &["sqlplus bob/<A14>@h"], &["sqlplus /nolog"]),
    ("pgpass-password", &["h:5432:db:bob:<A14>"], &["h:5432:db"]),
    ("redis-password", &["requirepass <A14>"], &["AUTH failed for user1"]),
    (
        "powershell-string",
        &["ConvertTo-SecureString \"<A14>\" -AsPlainText"],
        &["ConvertTo-SecureString $password"],
    ),
    ("masked-value", &["::add-mask::<A28>"], &["::add-mask::***"]),
    (
        "private-key",
        &["-----BEGIN RSA PRIVATE KEY-----\\n<A64>\\n<A64>\\n-----END RSA PRIVATE KEY-----"],
        &["the words PRIVATE KEY", "-----BEGIN PRIVATE KEY-----"],
    ),
    ("putty-key", &["Private-Lines: 2\n<A64>\n<A60>=="], &["Private-Lines: 2\nok\nFAILED"]),
    ("putty-code", &["Private-MAC: <h64>"], &["Private-MAC: none"]),
    (
        "registry-auth",
        &[
            "{\"auths\":{\"r\":{\"auth\":\"<A28>==\"}}}",
            "//registry.npmjs.org/:_auth=<A30>==",
            "{\\\"auth\\\":\\\"<A28>==\\\"}",
        ],
        &["\"auth\": \"required\"", "\"auth\": true", "test_auth=1"],
    ),
    (
        "nuget-config-password",
        &["<add key=\"ClearTextPassword\" value=\"<A14>\" />"],
        &["<add key=\"Password\" value=\"%PASSWORD%\" />"],
    ),
    (
        "named-password",
        &[
            "password:<A12>",
            "DB_PASSWORD=<A12>",
            "password: <A12>",
            "\"password\": \"<A12>\"",
            "PGPASSWORD=<A12>",
            "passwd = '<A12>'",
            "spring.datasource.password=<A12>",
            "--password <A12>",
            "<password><A14></password>",
            "password%3D<A12>%26x=1",
            "password\\u003d<A12>",
            "{\"b\":\"{\\\"password\\\":\\\"<A12>\\\"}\"}",
            "machine h login bob password <A14>",
            "wget --http-password=<A12> http://h",
            "Server=h;Password=<A12>;Database=d",
            "-storepass <A12>",
        ],
        &[
            "password field is required",
            "def test_password_reset(self):",
            "password == other1",
            "the password: must have 8 characters",
            "password_hash=pbkdf2_sha256x",
            "--password PASSWORD",
            "--password <PASSWORD>",
            "PASSWORD=$PASSWORD",
            "password: ********",
            "assert password_is_checked_8_times",
            "PASSWORD=/run/secrets/x",
        ],
    ),
    (
        "named-pass",
        &[
            "DB_PASS=<A12>",
            "smtpPass: '<A12>'",
            "Server=h;User Id=sa;Pwd=<A12>;",
            "MYSQL_PWD=<A12>",
            "{\"user\":\"a\",\"pass\":\"<A12>\"}",
        ],
        &[
            "--- PASS: TestOne2 (0.00s)",
            "pass: 12",
            "bypass=abc123x",
            "\"Action\":\"pass\",\"Package\":\"example.com/a1\"",
            "PWD=/home/a1",
            "tests pass=12 fail=3",
        ],
    ),
    (
        "named-token",
        &[
            "\"client_secret\": \"<A24>\"",
            "MY_TOKEN=<A20>",
            "token: <A20>\n",
            "AZURE_CREDENTIAL=<A32>",
            "//r/:_authToken=<h8>-<h4>-<h4>-<h4>-<h12>",
            "X-Auth-Token: <h32>",
            "http://h/?access_token=<A20>&b=c",
            "sonar.login=<h40>",
            "SECRET_KEY_BASE=<h64>",
            "token%3D<A40>",
            "{\\\\\\\"token\\\\\\\":\\\\\\\"<A24>\\\\\\\"}",
        ],
        &[
            "error: unknown token `}`",
            "expected token: Identifier, found token: Number",
            "Secret: not found in cluster",
            "token_type: bearer_v2_with_scopes_1",
            "secret_id: 550e8400-e29b-41d4-a716-446655440000",
            "tokenizer: gpt2Medium12AndMore34",
            "broken: ab12cd34ef56ab12cd34",
            "auth::token=ab12cd34ef56ab12",
            "arn:aws:secretsmanager:us-west-2:123456789012:secret:MyTestDatabaseSecret-a1b2c3",
            "secret: ${{ secrets.TOKEN_1 }}",
            "unexpected token: SomeLongIdentifier1234 here",
        ],
    ),
    (
        "named-key",
        &[
            "RAILS_MASTER_KEY=<h32>",
            "ENCRYPTION_KEY=<h64>",
            "DD_APP_KEY=<h40>",
            "api_key: <h32>",
            "apiKey := \"<A24>\"",
            "X-Api-Key: <A24>",
            "setProperty(\"API_KEY\", \"<A24>\")",
            "HEROKU_API_KEY=<h8>-<h4>-<h4>-<h4>-<h12>",
            "aws_secret_access_key = <A40>",
            "SIGNING_KEY: <A43>=",
            "\"algoliaApiKey\": \"<l32>\"",
            "airtable_api_key = \"<l17>\"",
            "RAILS_MASTER_KEY%3D<h32>",
        ],
        &[
            "access_key: AccessKeyVersion2Enum4",
            "key: v1-9f86d081884c7d659a2feaa0c55ad015",
            "cache-key: Linux-9f86d081884c7d659a2feaa0c55ad015",
            "primary_key: 123e4567-e89b-42d3-a456-426614174000",
            "public_key=ab12cd34ef56ab12cd34ef56",
            "monkey: ab12cd34ef56ab12cd34",
            "content_key: 3f786850e387550fdab836ed7e6dc881de23001b",
            "keyboard=us1",
            "api_key_id: 9f86d081884c7d659a2f",
        ],
    ),
];

#[test]
fn every_rule_hides_its_secrets_and_leaves_what_only_looks_like_one() {
    for (number, (id, forms, plain)) in EXAMPLES.iter().enumerate() {
        for (part, form) in forms.iter().enumerate() {
            for seed in 0..20 {
                let (text, bodies) = filled(form, number * 1000 + part * 100 + seed * 7);
                let shown = shown(&text);
                assert!(shown.contains("[redacted:"), "{id}: {text}");
                let leaked = |body: &String| body.len() >= 12 && shown.contains(body.as_str());
                assert!(!bodies.iter().any(leaked), "{id}: {shown}");
                assert_eq!(shown.lines().count(), text.lines().count(), "{id}: {shown}");
            }
        }
        for plain in *plain {
            assert_eq!(shown(plain), **plain, "{id}");
        }
    }
}

#[test]
fn every_rule_has_examples() {
    let mut rules: Vec<&str> = all().map(|rule| rule.id).collect();
    let mut examples: Vec<&str> = EXAMPLES.iter().map(|(id, ..)| *id).collect();
    rules.sort_unstable();
    examples.sort_unstable();
    assert_eq!(rules, examples);
    assert!(EXAMPLES.iter().all(|(_, forms, plain)| !forms.is_empty() && !plain.is_empty()));
}

#[test]
fn secrets_are_found_within_strings_addresses_and_words() {
    for (number, (id, forms, _)) in EXAMPLES.iter().enumerate() {
        // What has a place has its place; what tells itself is found anywhere.
        let placed = [
            "url-password",
            "dsn-password",
            "bearer-token",
            "session-cookie",
            "private-key",
            "putty-key",
            "putty-code",
        ];
        let header = |form: &&&str| form.contains([' ', '"', '\'', '\\', ':', '/', '=']);
        if placed.contains(id) || id.starts_with("named") || id.ends_with("header") {
            continue;
        }
        for form in forms.iter().filter(|form| !header(form)) {
            let (secret, bodies) = filled(form, number);
            for around in [
                "\"{}\"",
                "assert 'a\\n{}' == ''",
                "GET /cb?next=a%3D{}",
                "{\"k\":\"x\\u003d{}\"}",
                "\x1b[31m{}\x1b[0m",
                "x {} y",
                "_{}",
                "x{}",
            ] {
                let shown = shown(&around.replace("{}", &secret));
                let leaked = |body: &String| body.len() >= 12 && shown.contains(body.as_str());
                assert!(!bodies.iter().any(leaked), "{id}: {shown}");
            }
        }
    }
}
