//! The two short texts: what `-h` prints, and what a bare `weir` on a terminal does.

/// What `weir -h` prints. `--help` is the long text.
pub(super) const BRIEF: &str = "\
weir shortens the output of test runners and build tools: every failure is
shown, and nothing is cut without a word.

Examples:
  cargo test 2>&1 | weir            answer for what comes down the pipe
  weir run cargo test               run a command; its exit code is returned
  weir -m minimal build.log         read a file, with a short answer
  weir show last                    show what the last answer left out

Usage: COMMAND 2>&1 | weir [OPTIONS]
       weir [OPTIONS] [FILE]...
       weir run [OPTIONS] [--] CMD...
       weir COMMAND

Options:
  -m, --mode MODE           minimal, standard or verbose [default: standard]
      --max-chars N         chars of the whole answer, such as 8k
      --max-lines N         lines of the whole answer
      --from RUNNER         a runner, as 'weir runners' names it [default: auto]
      --report FILE         a report of the same run, such as JUnit XML
      --format FORMAT       text or json
      --output FORMAT=FILE  a document for a CI, such as junit=results.xml
      --exit-zero           exit with 0 whatever the verdict is
      --no-store            keep no copy of the input
  -h, --help                this text; --help is the long one
  -V, --version             the version

Commands:
  logs     run, rerun, show, gain, batch, tap, runners, rows, trust
  agents   setup, doctor, mcp, proxy, stats, config
  texts    page, digest, chunk, tokens, pack, compile
  shell    completions, man, help

Exit codes: 0 passed, 1 failed, 2 wrong usage, 3 incomplete or unclear.
'weir --help' says everything, 'weir COMMAND -h' what a command takes.
";

/// What is printed when there is nothing to read and a person is at the terminal.
pub(super) const NOTHING_TO_READ: &str = "\
nothing to read; weir shortens the output of test runners and build tools
  cargo test 2>&1 | weir    answer for what comes down the pipe
  weir run cargo test       run a command; its exit code is returned
  weir build.log            read a file
  weir show last            show what the last answer left out
  weir setup                use weir in coding agents
  weir -h                   the usual options, and all commands
  weir --help               everything";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::bare_command;

    #[test]
    fn the_short_help_is_short_and_the_shorter_text_has_eight_lines() {
        assert!(BRIEF.lines().count() <= 40);
        assert_eq!(NOTHING_TO_READ.lines().count(), 8);
        assert!(BRIEF.lines().chain(NOTHING_TO_READ.lines()).all(|line| line.is_ascii() && line.len() <= 80));
    }

    #[test]
    fn the_short_help_names_every_command_and_no_option_that_is_none() {
        let mut command = bare_command();
        command.build();
        for name in command.get_subcommands().filter(|each| !each.is_hide_set()).map(clap::Command::get_name)
        {
            assert!(BRIEF.split(|char: char| !char.is_alphanumeric()).any(|word| word == name), "{name}");
        }
        let known: Vec<&str> = command.get_arguments().filter_map(|option| option.get_long()).collect();
        let named = BRIEF
            .split_whitespace()
            .filter_map(|word| word.strip_prefix("--"))
            .map(|word| word.trim_end_matches(';'));
        let mut count = 0;
        for option in named.filter(|word| !word.is_empty()) {
            assert!(known.contains(&option) || option.starts_with("help"), "--{option}");
            count += 1;
        }
        assert!(count >= 10);
    }
}
