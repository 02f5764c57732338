//! The exit code of `weir run` is a function of how its command ended, and of nothing that was printed.

use std::process::{Command, Stdio};

use proptest::prelude::*;

use crate::support::Plain as _;

/// How a command ends.
#[derive(Clone, Copy, Debug)]
enum Status {
    Exits(u8),
    Dies(u8),
    TakesTooLong,
}

/// The exit code that `weir run` has to have.
fn model(status: Status) -> i32 {
    match status {
        Status::Exits(code) => i32::from(code),
        Status::Dies(signal) => 128 + i32::from(signal),
        Status::TakesTooLong => 124,
    }
}

fn any_status() -> impl Strategy<Value = Status> {
    // Signals that end a process and are not ours to forward: KILL, ABRT, SEGV, TERM, ALRM, PIPE, USR1.
    let signals = prop::sample::select(vec![9_u8, 6, 11, 15, 14, 13, 10]);
    prop_oneof![
        4 => any::<u8>().prop_map(Status::Exits),
        3 => signals.prop_map(Status::Dies),
        1 => Just(Status::TakesTooLong),
    ]
}

fn any_output() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "all ok\\n",
        "running 1 test\\ntest a ... ok\\n\\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\\n",
        "running 1 test\\ntest a ... FAILED\\n",
        "error: it failed\\n",
        "\\xff\\xfe\\x00 no text",
        "weir: PASSED 1 failed\\nexit code 7\\n",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn p16_the_exit_code_of_run_is_that_of_its_command(
        status in any_status(),
        printed in any_output(),
        options in prop::sample::select(vec![&[][..], &["-m", "minimal"], &["--format", "json"], &["--fit", "codex"]]),
    ) {
        let ending = match status {
            Status::Exits(code) => format!("exit {code}"),
            Status::Dies(signal) => format!("ulimit -c 0; kill -{signal} $$"),
            Status::TakesTooLong => "exec sleep 60".to_owned(),
        };
        let mut weir = Command::new(assert_cmd::cargo::cargo_bin("weir"));
        weir.plain().env("WEIR_STORE", "off").stdin(Stdio::null()).arg("run").args(options);
        if matches!(status, Status::TakesTooLong) {
            weir.args(["--timeout", "50ms"]);
        }
        let output = weir.args(["--", "bash", "-c", &format!("printf '{printed}'; {ending}")]).output().unwrap();
        prop_assert_eq!(output.status.code(), Some(model(status)));
        prop_assert!(!output.stdout.is_empty());
    }
}
