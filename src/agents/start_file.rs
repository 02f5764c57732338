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

/// The first word of what `weir shell --variables` prints: `weir OUT ERR LINE`.
pub const WORD: &str = "weir";

/// The text of the start file for the weir at `program`, with the links in the folder `shims`. Runs beside the output of
/// these agents are reported.
#[must_use]
pub fn text(program: &Path, shims: &Path, reported: &[Agent]) -> String {
    let beside = if reported.is_empty() { String::new() } else { trap(program, reported) };
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
    if [ -z "${{WEIR_OUT-}}" ]; then
      weir_start="$({weir} shell --variables </dev/null)" || :
      case "$weir_start" in
        '{WORD} '*' '*' '*)
          weir_start="${{weir_start#* }}"
          WEIR_OUT="${{weir_start%% *}}"
          weir_start="${{weir_start#* }}"
          WEIR_ERR="${{weir_start%% *}}"
          WEIR_LINE="${{weir_start#* }}"
          export WEIR_AGENT WEIR_OUT WEIR_ERR WEIR_LINE
          ;;
      esac
      unset weir_start
    fi
    if [ -n "${{WEIR_OUT-}}" ]; then
      case ":$PATH:" in
        *:{shims}:*) ;;
        *) PATH={shims}:"$PATH"; export PATH ;;
      esac
{beside}    fi
  fi
fi {out}>&1 {err}>&2 2>/dev/null
"#
    )
}

/// The part that has the line's own shell report what runs beside its output. `BASH_EXECUTION_STRING` is the line.
fn trap(program: &Path, reported: &[Agent]) -> String {
    let weir = quoted(program);
    let agents = reported.iter().map(|agent| agent.name()).collect::<Vec<_>>().join("|");
    let command = super::trap::command(program, "\"$weir_rest\"");
    format!(
        r#"      case "$WEIR_AGENT" in
        {agents})
          case "${{BASH_EXECUTION_STRING-}}" in
            *'|'* | *'>'* | *'`'* | *'$('* | *'<('*)
              weir_start="$({weir} shell --trap "$BASH_EXECUTION_STRING" </dev/null)" || :
              case "$weir_start" in
                '{WORD} '*' '/*)
                  if [ -z "$(trap -p EXIT)" ]; then
                    weir_start="${{weir_start#* }}"
                    weir_rest="${{weir_start%% *}}"
                    WEIR_BESIDE="${{weir_start#* }}"
                    export WEIR_BESIDE
                    {command}
                  fi
                  ;;
              esac
              unset weir_start
              ;;
          esac
          ;;
      esac
"#
    )
}
