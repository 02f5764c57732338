//! The start file: what an agent's bash reads before it runs a line (`BASH_ENV`).
//!
//! It says nothing, not even under `set -x`, and does nothing unless weir works and an agent is there. Bash scripts read it
//! too: what the line's own shell has set stays.

use std::fmt::Write as _;
use std::path::Path;

use super::agent::Agent;
use super::quoted::quoted;

/// The descriptors under which `weir shell --variables` finds the line's own standard output and standard error.
pub const OWN_OUTPUTS: [i32; 2] = [8, 9];

/// The first word of what `weir shell --variables` prints: `weir OUT ERR LINE`, and `REST FILE` when the line is to report
/// what runs beside its output.
pub const WORD: &str = "weir";

/// The text of the start file for the weir at `program`, with the links in the folder `shims`. Runs beside the output of
/// these agents are reported.
#[must_use]
pub fn text(program: &Path, shims: &Path, reported: &[Agent]) -> String {
    let [line, wanted, word, trap] =
        if reported.is_empty() { Default::default() } else { beside(program, reported) };
    let (weir, shims) = (quoted(program), quoted(shims));
    let [out, err] = OWN_OUTPUTS;
    let mut agents = String::new();
    for agent in Agent::ALL {
        let variables: String = agent.fit().variables.iter().map(|name| format!("${{{name}-}}")).collect();
        let _ = writeln!(
            agents,
            r#"  if [ -z "${{WEIR_AGENT-}}" ] && [ -n "{variables}" ]; then WEIR_AGENT={}; fi"#,
            agent.name()
        );
    }
    format!(
        r#"# weir in the shell of a coding agent: read by bash because of BASH_ENV. 'weir setup AGENT --remove' takes it out.
if [ -x {weir} ] && [ "${{WEIR-}}" != off ]; then
{agents}  if [ -n "${{WEIR_AGENT-}}" ]; then
{line}    if [ -z "${{WEIR_OUT-}}" ]{wanted}; then
      weir_start="$({weir} shell --variables{word} </dev/null)" || :
      case "$weir_start" in
        '{WORD} '*' '*' '*)
          weir_start="${{weir_start#* }}"
          WEIR_OUT="${{weir_start%% *}}"
          weir_start="${{weir_start#* }}"
          WEIR_ERR="${{weir_start%% *}}"
          weir_start="${{weir_start#* }}"
          WEIR_LINE="${{weir_start%% *}}"
          export WEIR_AGENT WEIR_OUT WEIR_ERR WEIR_LINE
{trap}          ;;
      esac
      unset weir_start weir_line
    fi
    if [ -n "${{WEIR_OUT-}}" ]; then
      case ":$PATH:" in
        *:{shims}:*) ;;
        *) PATH={shims}:"$PATH"; export PATH ;;
      esac
    fi
  fi
fi {out}>&1 {err}>&2 2>/dev/null
"#
    )
}

/// The parts that have the line's own shell report what runs beside its output: they find the line, ask for its variables
/// again, give the line and set the trap. `BASH_EXECUTION_STRING` is the line.
fn beside(program: &Path, reported: &[Agent]) -> [String; 4] {
    let agents = reported.iter().map(|agent| agent.name()).collect::<Vec<_>>().join("|");
    let command = super::trap::command(program, "\"$weir_rest\"");
    let line = format!(
        r#"    weir_line=
    case "$WEIR_AGENT" in
      {agents})
        case "${{BASH_EXECUTION_STRING-}}" in
          *'|'* | *'>'* | *'`'* | *'$('* | *'<('*) weir_line="$BASH_EXECUTION_STRING" ;;
        esac
        ;;
    esac
"#
    );
    let trap = format!(
        r#"          case "$weir_start" in
            *' '*' /'*)
              if [ -z "$(trap -p EXIT)" ]; then
                weir_start="${{weir_start#* }}"
                weir_rest="${{weir_start%% *}}"
                WEIR_BESIDE="${{weir_start#* }}"
                export WEIR_BESIDE
                {command}
              fi
              ;;
          esac
"#
    );
    [line, r#" || [ -n "$weir_line" ]"#.into(), r#" ${weir_line:+"$weir_line"}"#.into(), trap]
}
