//! What `.ci/dist` makes has the same names wherever it is fetched from: the workflow that publishes it, cargo-binstall,
//! the formula, the action, the launcher for npm and the page on installing. The workflow publishes only what was packaged
//! and tried, and only for a tag.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn root(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn toml(name: &str) -> Value {
    toml::from_str(&root(name)).unwrap()
}

fn workflow() -> Value {
    serde_saphyr::from_str(&root(".github/workflows/release.yml")).unwrap()
}

fn jobs(workflow: &Value) -> Vec<(&String, &Value)> {
    workflow["jobs"].as_object().unwrap().iter().collect()
}

fn steps(job: &Value) -> &Vec<Value> {
    job["steps"].as_array().unwrap()
}

/// An archive's name, with the marks that the place uses for version and target.
fn archive(version: &str, target: &str, ending: &str) -> String {
    format!("weir-{version}-{target}{ending}")
}

#[test]
fn the_workflow_builds_each_target_on_the_machine_that_the_table_names() {
    let workflow = workflow();
    let rows = workflow["jobs"]["build"]["strategy"]["matrix"]["include"].as_array().unwrap();
    let mut built: Vec<(String, String)> = rows
        .iter()
        .map(|row| (row["target"].as_str().unwrap().to_owned(), row["os"].as_str().unwrap().to_owned()))
        .collect();
    built.sort();
    let table = toml("packaging/targets.toml");
    let mut hosted: Vec<(String, String)> = table
        .as_object()
        .unwrap()
        .iter()
        .filter_map(|(target, row)| Some((target.clone(), row["hosted"].as_str()?.to_owned())))
        .collect();
    hosted.sort();
    assert!(built.len() >= 5, "{built:?}");
    assert_eq!(built, hosted);
}

#[test]
fn the_workflow_publishes_only_for_a_tag_and_what_was_packaged() {
    let workflow = workflow();
    assert_eq!(workflow["on"]["push"], serde_json::json!({ "tags": ["v*"] }));
    assert_eq!(workflow["jobs"]["package"]["needs"], "build");
    let mut publishing = Vec::new();
    for (name, job) in jobs(&workflow) {
        let text = job.to_string();
        let publishes =
            ["gh release create", "gh-action-pypi-publish", "npm publish", "cargo publish", "\"push\":true"]
                .iter()
                .any(|sign| text.contains(sign));
        if publishes {
            publishing.push(name.as_str());
            assert_eq!(job["if"], "github.ref_type == 'tag'", "{name}");
            assert!(job["needs"] == "package" || job["needs"] == "github", "{name}: {}", job["needs"]);
        } else {
            assert!(name == "build" || name == "package", "{name} publishes nothing");
        }
    }
    publishing.sort_unstable();
    assert_eq!(publishing, ["crates", "github", "image", "npm", "pypi"]);
    assert!(workflow["jobs"]["package"].to_string().contains("actions/attest-build-provenance@"));
}

#[test]
fn the_scripts_of_the_workflow_are_shell_that_no_name_gets_into() {
    let workflow = workflow();
    let mut seen = 0;
    for (name, job) in jobs(&workflow) {
        for step in steps(job) {
            if let Some(action) = step["uses"].as_str() {
                let (_, version) =
                    action.split_once('@').unwrap_or_else(|| panic!("{action} has no version"));
                assert!(!["main", "master"].contains(&version), "{action}");
            }
            let Some(script) = step["run"].as_str() else { continue };
            seen += 1;
            // What an expression gives would be read as shell; a variable is not.
            assert!(!script.contains("${{"), "{name}: {script}");
            let checked = Command::new("bash").args(["-n", "-c", script]).output().unwrap();
            assert!(checked.status.success(), "{name}: {}", String::from_utf8_lossy(&checked.stderr));
            for word in script.split_whitespace().filter(|word| word.starts_with(".ci/")) {
                assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(word).is_file(), "{name}: {word}");
            }
        }
    }
    assert!(seen >= 8, "{seen} scripts");
}

#[test]
fn an_archive_has_one_name_everywhere() {
    let cargo = toml("Cargo.toml");
    let binstall = &cargo["package"]["metadata"]["binstall"];
    let url = binstall["pkg-url"].as_str().unwrap();
    let named = archive("{ version }", "{ target }", "{ archive-suffix }");
    assert_eq!(url, format!("{{ repo }}/releases/download/v{{ version }}/{named}"));
    let folder = archive("{ version }", "{ target }", "");
    assert_eq!(binstall["bin-dir"], format!("{folder}/bin/{{ bin }}{{ binary-ext }}"));
    assert_eq!(binstall["pkg-fmt"], "tgz");
    let table = toml("packaging/targets.toml");
    let formula = root("packaging/weir.rb");
    for (target, row) in table.as_object().unwrap() {
        if target.contains("windows") {
            let formats = &binstall["overrides"][target]["pkg-fmt"];
            assert_eq!(row["hosted"].is_string(), formats == "zip", "{target}");
        } else {
            let named = format!("/v@version@/{}\"", archive("@version@", target, ".tar.gz"));
            assert!(formula.contains(&named), "the formula has no {named}");
            assert!(
                formula.contains(&format!("@sha256 {target}@")),
                "the formula has no checksum of {target}"
            );
        }
    }
    let version = cargo["package"]["version"].as_str().unwrap();
    let page = root("docs/install.md");
    let named = archive(version, "x86_64-unknown-linux-musl", ".tar.gz");
    assert!(page.contains(&named), "docs/install.md does not name {named}");
    let name = cargo["package"]["name"].as_str().unwrap();
    assert!(
        root("packaging/npm/weir.js").contains(&format!("`{name}-${{process.platform}}-${{process.arch}}`"))
    );
    assert_eq!(toml("pyproject.toml")["project"]["name"], name);
}

/// A template with values in it.
fn filled(name: &str) -> String {
    let sum = "0123456789abcdef".repeat(4);
    let values = [
        ("version", "0.1.0"),
        ("description", "An answer"),
        ("repository", "https://github.com/OWNER/weir"),
        ("owner", "OWNER"),
        ("sha256 x86_64-pc-windows-msvc", &sum),
        ("SHA256 x86_64-pc-windows-msvc", &sum.to_uppercase()),
    ];
    values.iter().fold(root(name), |text, (name, value)| text.replace(&format!("@{name}@"), value))
}

/// What the schema of a manifest asks of the keys that ours has, and which of them it has to have.
fn follows(manifest: &Value, required: &[&str], properties: Value) {
    let schema = serde_json::json!({
        "type": "object", "required": required, "properties": properties, "additionalProperties": false,
    });
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(manifest).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?} {manifest}");
}

#[test]
fn the_manifest_for_scoop_is_what_its_schema_asks_for() {
    let manifest: Value = serde_json::from_str(&filled("packaging/weir.json")).unwrap();
    let uri = serde_json::json!({ "type": "string", "pattern": "^https://[^$]+$" });
    let later = serde_json::json!({ "type": "string", "pattern": r"^https://.*\$version" });
    let text = serde_json::json!({ "type": "string", "minLength": 1 });
    let one = |url: &Value, more: Value| {
        let mut properties = serde_json::json!({ "url": url, "extract_dir": text });
        properties.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let required: Vec<&String> = properties.as_object().unwrap().keys().collect();
        serde_json::json!({ "additionalProperties": false, "required": ["64bit"], "properties": { "64bit": {
            "additionalProperties": false, "required": required, "properties": properties,
        } } })
    };
    let hash = serde_json::json!({ "hash": { "pattern": "^[a-fA-F0-9]{64}$" } });
    let properties = serde_json::json!({
        "version": { "pattern": r"^[\w.\-+]+$" }, "description": text, "homepage": uri, "license": text, "bin": text,
        "architecture": one(&uri, hash), "checkver": { "properties": { "github": uri }, "additionalProperties": false },
        "autoupdate": { "properties": { "architecture": one(&later, serde_json::json!({})) }, "additionalProperties": false },
    });
    follows(&manifest, &["version", "homepage", "license", "architecture", "bin"], properties);
    let target = "x86_64-pc-windows-msvc";
    let entry = &manifest["architecture"]["64bit"];
    assert_eq!(entry["extract_dir"], archive("0.1.0", target, ""));
    assert!(
        entry["url"].as_str().unwrap().ends_with(&format!("/v0.1.0/{}", archive("0.1.0", target, ".zip")))
    );
}

#[test]
fn the_manifests_for_winget_are_what_their_schemas_ask_for() {
    let text = |most: u64| serde_json::json!({ "type": "string", "minLength": 2, "maxLength": most });
    let url = serde_json::json!({ "type": "string", "pattern": "^https?://.+$", "maxLength": 2048 });
    let kinds = [
        ("weir.yaml", "version", serde_json::json!({ "DefaultLocale": { "const": "en-US" } })),
        (
            "weir.installer.yaml",
            "installer",
            serde_json::json!({
                "InstallerType": { "const": "zip" }, "NestedInstallerType": { "const": "portable" },
                "NestedInstallerFiles": { "type": "array", "minItems": 1, "items": {
                    "additionalProperties": false, "required": ["RelativeFilePath"],
                    "properties": { "RelativeFilePath": text(512), "PortableCommandAlias": text(40) },
                } },
                "Commands": { "type": "array", "maxItems": 16, "items": text(40) },
                "Installers": { "type": "array", "minItems": 1, "items": {
                    "additionalProperties": false, "required": ["Architecture", "InstallerUrl", "InstallerSha256"],
                    "properties": {
                        "Architecture": { "enum": ["x86", "x64", "arm", "arm64", "neutral"] }, "InstallerUrl": url,
                        "InstallerSha256": { "type": "string", "pattern": "^[A-Fa-f0-9]{64}$" },
                    },
                } },
            }),
        ),
        (
            "weir.locale.en-US.yaml",
            "defaultLocale",
            serde_json::json!({
                "PackageLocale": { "const": "en-US" }, "Publisher": text(256), "PackageName": text(256), "PackageUrl": url,
                "License": text(512), "ShortDescription": text(256), "Moniker": text(40), "ReleaseNotesUrl": url,
                "Tags": { "type": "array", "maxItems": 16, "uniqueItems": true, "items": text(40) },
            }),
        ),
    ];
    assert_eq!(
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/winget")).unwrap().count(),
        kinds.len()
    );
    for (file, kind, mut properties) in kinds {
        let manifest: Value = serde_saphyr::from_str(&filled(&format!("packaging/winget/{file}"))).unwrap();
        properties.as_object_mut().unwrap().extend(serde_json::Map::from_iter([
            (
                "PackageIdentifier".to_owned(),
                serde_json::json!({
                    "pattern": r#"^[^.\s\\/:*?"<>|]{1,32}(\.[^.\s\\/:*?"<>|]{1,32}){1,7}$"#, "maxLength": 128,
                }),
            ),
            ("PackageVersion".to_owned(), serde_json::json!({ "type": "string", "const": "0.1.0" })),
            ("ManifestType".to_owned(), serde_json::json!({ "const": kind })),
            ("ManifestVersion".to_owned(), serde_json::json!({ "const": "1.10.0" })),
        ]));
        let required: Vec<String> = properties.as_object().unwrap().keys().cloned().collect();
        follows(&manifest, &required.iter().map(String::as_str).collect::<Vec<_>>(), properties);
        if kind == "installer" {
            let path = manifest["NestedInstallerFiles"][0]["RelativeFilePath"].as_str().unwrap();
            assert_eq!(path, format!("{}\\bin\\weir.exe", archive("0.1.0", "x86_64-pc-windows-msvc", "")));
        }
    }
}

#[test]
fn the_packages_have_the_features_of_the_released_binary() {
    let sources = [
        (".ci/release", "--features https,redis "),
        ("packaging/project.py", "FEATURES = \"https,redis\"\n"),
        ("pyproject.toml", "features = [\"https\", \"redis\"]\n"),
    ];
    for (file, words) in sources {
        assert!(root(file).contains(words), "{file} has no {words}");
    }
}

/// A folder with an archive as `.ci/dist` lays it out.
fn packed(folder: &Path) -> String {
    let bin = folder.join("weir-9.9.9-x86_64-unknown-linux-musl/bin");
    fs::create_dir_all(&bin).unwrap();
    fs::write(bin.join("weir"), "#!/bin/sh\necho packed\n").unwrap();
    let packed =
        shell(folder, "tar -czf weir.tar.gz weir-9.9.9-* && sha256sum weir.tar.gz | cut -d' ' -f1", &[]);
    assert!(packed.0, "{}", packed.1);
    packed.1.trim().to_owned()
}

fn shell(folder: &Path, script: &str, variables: &[(&str, &str)]) -> (bool, String) {
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]).current_dir(folder);
    command.env_clear().env("PATH", "/usr/bin:/bin").envs(variables.iter().copied());
    let output = command.output().unwrap();
    let text =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.success(), text)
}

#[test]
fn the_action_takes_an_archive_of_the_release() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let sum = packed(folder.path());
    let action: Value = serde_saphyr::from_str(&root("action.yml")).unwrap();
    let install = action["runs"]["steps"][0]["run"].as_str().unwrap();
    let url = format!("file://{}", path("weir.tar.gz"));
    let (temp, added) = (path("temp"), path("path"));
    let right = [("WEIR_URL", &*url), ("WEIR_SHA256", &sum), ("RUNNER_TEMP", &temp), ("GITHUB_PATH", &added)];
    let (done, text) = shell(folder.path(), install, &right);
    assert!(done, "{text}");
    assert_eq!(fs::read_to_string(path("path")).unwrap(), format!("{temp}/weir-bin\n"));
    assert_eq!(shell(folder.path(), &format!("{temp}/weir-bin/weir"), &[]), (true, "packed\n".to_owned()));
    let wrong = [("WEIR_URL", &*url), ("WEIR_SHA256", "00"), ("RUNNER_TEMP", &temp), ("GITHUB_PATH", &added)];
    assert!(!shell(folder.path(), install, &wrong).0);
    // Without an address it is the release of this version for the machine, by the sum that is beside it.
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(action["inputs"]["version"]["default"].as_str(), Some(version));
    let name = format!("weir-{version}-x86_64-unknown-linux-musl.tar.gz");
    let release = folder.path().join(format!("releases/v{version}"));
    fs::create_dir_all(&release).unwrap();
    fs::copy(path("weir.tar.gz"), release.join(&name)).unwrap();
    let (releases, temp, added) = (format!("file://{}", path("releases")), path("temp2"), path("path2"));
    for (sums, machine, done) in [
        (format!("00  other\n{sum}  {name}\n"), "X64", true),
        (format!("{}  {name}\n", "0".repeat(64)), "X64", false),
        (String::new(), "X64", false),
        (format!("{sum}  {name}\n"), "X86", false),
    ] {
        fs::write(release.join("SHA256SUMS"), sums).unwrap();
        let _ = fs::remove_dir_all(&temp);
        let variables = [
            ("WEIR_URL", ""),
            ("WEIR_SHA256", ""),
            ("WEIR_VERSION", version),
            ("WEIR_RELEASES", &*releases),
            ("RUNNER_OS", "Linux"),
            ("RUNNER_ARCH", machine),
            ("RUNNER_TEMP", &temp),
            ("GITHUB_PATH", &added),
        ];
        let found = shell(folder.path(), install, &variables);
        assert_eq!(found.0, done, "{machine}: {}", found.1);
    }
}
