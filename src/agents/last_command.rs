//! What bash does with the last command of a line, as far as that can be read from the line's text.
//!
//! `bash -c LINE` gives its own process to the last command when that is a simple one without a redirection. A trap for
//! EXIT makes it stay instead, as a parent, and a signal for it no longer reaches the command. So such a trap may be
//! set only where bash stays anyway, or where the last command ends at once. In doubt there is no trap.

use super::commands::{Command, last_of};
use super::words::is_number;

/// The longest line that is read.
const LONGEST_BYTES: usize = 64 * 1024;

/// What was read from a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastCommand {
    /// Whether output of a command may go elsewhere: there is a pipe, a redirection of output or a substitution.
    pub diverts: bool,
    /// Whether bash stays until the end of the last command, or that ends at once.
    pub stays: bool,
}

impl LastCommand {
    /// Reads a line; nothing when there is a doubt.
    #[must_use]
    pub fn of(line: &str) -> Option<Self> {
        let (last, diverts) = Some(line).filter(|line| line.len() <= LONGEST_BYTES).and_then(last_of)?;
        Some(Self { diverts, stays: last.is_none_or(|last| stays(&last)) })
    }
}

/// Builtins of bash: it runs them itself.
const BUILTINS: &str = ": . [ alias bg break cd continue declare dirs echo eval exit export false fg hash jobs kill let local \
                        mapfile popd printf pushd pwd read readonly return set shift shopt source test times true type \
                        typeset ulimit umask unset wait";
/// Programs that end at once.
const SHORT: &str = "basename cp date dirname hostname id ln ls mkdir mv nproc rm rmdir touch uname whoami";
/// Programs that end at once when a file is named: else they read what somebody gives them.
const READERS: &str = "cat cksum cmp cut diff head md5sum nl sort stat tail wc";
/// The same, when there is a pattern or a script besides.
const FINDERS: &str = "awk egrep fgrep grep sed";

fn is_one_of(name: &str, names: &str) -> bool {
    names.split_ascii_whitespace().any(|known| known == name)
}

/// Whether bash stays until its end, or it ends at once.
fn stays(command: &Command) -> bool {
    if command.forks || command.compound {
        return true;
    }
    let Some((name, words)) = command.words.split_first() else { return true };
    let Some(name) = name.as_deref() else { return false };
    // What is no plain text is a word of the user's: a file, most likely.
    let is_operand = |word: &&Option<String>| {
        word.as_deref().is_none_or(|word| !word.starts_with('-') && !is_number(word))
    };
    let operands = words.iter().filter(is_operand).count();
    let ends = name != "tail" || !words.iter().flatten().any(|word| follows(word));
    is_one_of(name, BUILTINS)
        || is_one_of(name, SHORT)
        || is_one_of(name, READERS) && operands > 0 && ends
        || is_one_of(name, FINDERS) && operands > 1
}

/// Whether an option lets `tail` wait for more.
fn follows(option: &str) -> bool {
    let is_short = option.starts_with('-') && !option.starts_with("--");
    option.starts_with("--f") || option.starts_with("--retry") || is_short && option.contains(['f', 'F'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(line: &str) -> (bool, bool) {
        let last = LastCommand::of(line).unwrap_or_else(|| panic!("in doubt: {line}"));
        (last.diverts, last.stays)
    }

    #[track_caller]
    fn all(lines: &[&str], expected: (bool, bool)) {
        lines.iter().for_each(|line| assert_eq!(read(line), expected, "{line}"));
    }

    #[test]
    fn bash_stays_for_what_it_starts_another_process_for() {
        let lines = [
            "make check | tail -3",
            "make check 2>&1 |& tee log",
            "cd web && npm test > out.txt 2>&1",
            "a=$(make check)",
            "true > a; make check >> b",
            "echo x > a; ! make check",
            "echo x > a; time make check",
            "for i in 1 2; do make check | tail -1; done",
            "if make check > a; then echo yes; fi",
            "{ make check; } > a",
            "{ make check | cat; }",
            "( cd web; make check | cat )",
            "f() { make check | cat; }",
            "function f { make check | cat; }",
            "f() ( make check | cat )",
            "make check > a &",
            "echo $(date); [[ -f a && b < c ]]",
            "cat < a > b; (( a = 1 + 2 ))",
            "case $1 in a|b) make check | cat;; (*) x;; esac",
            "case x in\n  # a comment\n  a) make check | cat ;;\nesac",
            "x | y # make check",
            "( trap 'jobs -p > a' EXIT\nmake check | cat\n)\ncode=$?\nexit $code",
            "x=$(trap y EXIT; make)",
            "make 2> a",
            "cat <<< \"$a\" >> b",
            "diff <(make a) <(make b) | cat",
            "until make check > a; do :; done",
            "for ((i = 0; i < 3; i++)); do make $i | cat; done",
        ];
        all(&lines, (true, true));
        assert_eq!(read("while read -r a; do make $a; done < list"), (false, true));
    }

    #[test]
    fn bash_gives_its_process_to_a_simple_command_at_the_end() {
        let lines = [
            "true > a; make check",
            "make a | cat; make check",
            "make a > b && make check",
            "make a > b || make check",
            "make a | cat\nmake check",
            "echo \"$(date)\"; make check",
            "echo `date`; A=1 B=\"x y\" make check",
            "echo > a; \"make\" check",
            "echo > a; $MAKE check",
            "echo > a; command make check",
            "echo > a; exec make check",
            "echo $(date); sleep 9",
            "case x in a) echo;; esac > b; make",
            "make > a & make check",
            "{ make; } > a; make",
            "make $(date)",
            "echo > a; tail -f log",
            "echo > a; tail -n 3 --follow=name log",
            "echo > a; tail -F log",
            "echo > a; cat",
            "echo > a; tail -n 3",
            "echo > a; grep x",
            "f() { make | cat; }; f; make",
        ];
        all(&lines, (true, false));
    }

    #[test]
    fn what_ends_at_once_or_is_bashs_own_does_no_harm() {
        let lines = [
            "make check > a; tail -2 a",
            "make check > a; tail -n 20 'a b'",
            "make check > a; cat \"$a\"",
            "make check > a; grep -c x a",
            "make check > a; grep -E \"a|b\" $a",
            "make check > a; echo \"code=$?\"",
            "make check | tail -1; exit 5",
            "x=$(make check); echo \"${#x} ${x%%;*}\"",
            "x=\"$(make check)\"; y=1",
            "make | cat; rm a",
            "make | cat; wait",
            "make | cat; wc -l a",
            "make | cat;",
            "make | cat\n",
            "make | cat\n\n# the end",
        ];
        all(&lines, (true, true));
    }

    #[test]
    fn without_a_pipe_a_redirection_or_a_substitution_nothing_is_diverted() {
        for line in [
            "",
            "make check",
            "make 'a | b'",
            "make \"a > b\"",
            "make a\\|b",
            "make # | cat",
            "cd a && make || echo \"$?\"",
            "make ${a:-b} $((1 + 2))",
            "make && { make; }",
            "make $'a\\'|b'",
            "make < list",
            "make <<< \"$a\"",
        ] {
            assert!(!read(line).0, "{line}");
        }
    }

    #[test]
    fn whatever_is_not_understood_is_in_doubt() {
        for line in [
            "cat > a <<E\nx\nE",
            "make | cat <<-'E'\n\tx\n\tE\n",
            "make | cat 'open",
            "make | cat \"open",
            "make | cat `open",
            "make | cat $(open",
            "make | cat ${open",
            "make | cat \\",
            "( make | cat",
            "make | cat )",
            "if make | cat; then",
            "for i in 1; do make | cat; fi",
            "case x in a) make | cat",
            "trap 'echo bye' EXIT; make | cat",
            "f() { trap x EXIT; make | cat; }",
            "command trap x EXIT; make | cat",
            "\"trap\" x EXIT; make | cat",
            "coproc make | cat",
            "a=(1 2); make | cat",
            "make @(a|b) | cat",
            "echo $((1 << 2) | cat)",
            "make | ${a-'x'}",
            "; ;;",
            "make > ",
        ] {
            assert_eq!(LastCommand::of(line), None, "{line}");
        }
        assert_eq!(LastCommand::of(&"$(".repeat(60)), None);
        let long = |bytes: usize| format!("make | cat {}", "x".repeat(bytes - 11));
        assert!(LastCommand::of(&long(LONGEST_BYTES)).is_some());
        assert_eq!(LastCommand::of(&long(LONGEST_BYTES + 1)), None);
    }
}
