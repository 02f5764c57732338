
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'weir' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'weir'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'weir' {
            [CompletionResult]::new('-m', '-m', [CompletionResultType]::ParameterName, 'How much to show [default: standard]')
            [CompletionResult]::new('--mode', '--mode', [CompletionResultType]::ParameterName, 'How much to show [default: standard]')
            [CompletionResult]::new('--max-chars', '--max-chars', [CompletionResultType]::ParameterName, 'Chars of the whole answer, 400 to 1000000 [default: the mode''s]')
            [CompletionResult]::new('--max-lines', '--max-lines', [CompletionResultType]::ParameterName, 'Lines of the whole answer, 4 to 1000000 [default: the mode''s]')
            [CompletionResult]::new('--max-line-chars', '--max-line-chars', [CompletionResultType]::ParameterName, 'Chars of one line, 60 to 1000000 [default: the mode''s]')
            [CompletionResult]::new('--fit', '--fit', [CompletionResultType]::ParameterName, 'Stay within what the reader of the answer takes: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or ''off'' [default: found by its variables]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Read the input as the output of this runner, named as by ''weir runners'' [default: auto]')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'A report of the same run: JUnit XML, an .xcresult folder or its saved JSON; may be repeated')
            [CompletionResult]::new('--patterns', '--patterns', [CompletionResultType]::ParameterName, 'Your own patterns of failures, in TOML; may be repeated')
            [CompletionResult]::new('--rows', '--rows', [CompletionResultType]::ParameterName, 'Your own tool as rows, see ''weir help rows''; may be repeated')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the answer [default: text]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour weir''s own lines [default: auto]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'Show progress on standard error: a bar on a terminal, or with ''always'' plain lines [default: auto]')
            [CompletionResult]::new('--save', '--save', [CompletionResultType]::ParameterName, 'Write the whole output, without its secrets, into a file, too; ''.gz'' and ''.zst'' are packed')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Compare with the last run of this name in this folder; ''weir run'' has its command as a name')
            [CompletionResult]::new('--slowest', '--slowest', [CompletionResultType]::ParameterName, 'List the N slowest tests whose time the runner prints')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html; auto is what this CI reads; ''-'' is standard output instead of the answer; may be repeated')
            [CompletionResult]::new('--child-exit', '--child-exit', [CompletionResultType]::ParameterName, 'The exit status of the run, 0 to 255, when you know it')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Show no progress, in a CI not even the line that tells now and then that the run goes on')
            [CompletionResult]::new('--no-compare', '--no-compare', [CompletionResultType]::ParameterName, 'Do not compare with the last run, and do not remember this one')
            [CompletionResult]::new('--no-redact', '--no-redact', [CompletionResultType]::ParameterName, 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]''')
            [CompletionResult]::new('--no-store', '--no-store', [CompletionResultType]::ParameterName, 'Keep no copy of the input; ''weir show'' and cursors need one')
            [CompletionResult]::new('--exit-zero', '--exit-zero', [CompletionResultType]::ParameterName, 'Exit with 0 whatever the verdict is')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('run', 'run', [CompletionResultType]::ParameterValue, 'Run a command, print the answer, and exit with the command''s own code')
            [CompletionResult]::new('rerun', 'rerun', [CompletionResultType]::ParameterValue, 'Run only the failed tests of a stored run again')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'List the stored runs, or show one again')
            [CompletionResult]::new('gain', 'gain', [CompletionResultType]::ParameterValue, 'Count what the answers of the stored runs saved, compared with an agent''s own cut')
            [CompletionResult]::new('batch', 'batch', [CompletionResultType]::ParameterValue, 'Judge many logs: one line of JSON for each, and a summary')
            [CompletionResult]::new('tap', 'tap', [CompletionResultType]::ParameterValue, 'Pass a pipe on, byte for byte, and print the verdict on standard error')
            [CompletionResult]::new('runners', 'runners', [CompletionResultType]::ParameterValue, 'List the runners and tools that weir recognizes')
            [CompletionResult]::new('rows', 'rows', [CompletionResultType]::ParameterValue, 'Check a file of rows, which describes a tool of your own, or propose one')
            [CompletionResult]::new('trust', 'trust', [CompletionResultType]::ParameterValue, 'Read the rows in .weir of this folder from now on, as they are')
            [CompletionResult]::new('setup', 'setup', [CompletionResultType]::ParameterValue, 'Set weir up in the shell of a coding agent; without AGENT, list the agents')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Test whether weir works in an agent''s shell; exit with 1 when something is wrong')
            [CompletionResult]::new('mcp', 'mcp', [CompletionResultType]::ParameterValue, 'Run as an MCP server, through which an agent runs tests and reads files')
            [CompletionResult]::new('proxy', 'proxy', [CompletionResultType]::ParameterValue, 'Run in front of an MCP server, and make its long answers short')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Print figures from the records of ''weir proxy'' and ''weir mcp''')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Check or show the configuration')
            [CompletionResult]::new('page', 'page', [CompletionResultType]::ParameterValue, 'Show a list in JSON page by page: the first 50 items, and a cursor to the next')
            [CompletionResult]::new('digest', 'digest', [CompletionResultType]::ParameterValue, 'Show the main fields of a large JSON document, and how to get the rest')
            [CompletionResult]::new('chunk', 'chunk', [CompletionResultType]::ParameterValue, 'Show a long text in chunks that end at entries, paragraphs or sentences')
            [CompletionResult]::new('tokens', 'tokens', [CompletionResultType]::ParameterValue, 'Count the tokens of text')
            [CompletionResult]::new('pack', 'pack', [CompletionResultType]::ParameterValue, 'Pack ranked chunks, or whole files, into a budget of tokens')
            [CompletionResult]::new('compile', 'compile', [CompletionResultType]::ParameterValue, 'Make a context fit its window: system prompt, memory, history and tools')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Write the manual pages into a folder')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'weir;run' {
            [CompletionResult]::new('-m', '-m', [CompletionResultType]::ParameterName, 'How much to show [default: standard]')
            [CompletionResult]::new('--mode', '--mode', [CompletionResultType]::ParameterName, 'How much to show [default: standard]')
            [CompletionResult]::new('--max-chars', '--max-chars', [CompletionResultType]::ParameterName, 'Chars of the whole answer, 400 to 1000000 [default: the mode''s]')
            [CompletionResult]::new('--max-lines', '--max-lines', [CompletionResultType]::ParameterName, 'Lines of the whole answer, 4 to 1000000 [default: the mode''s]')
            [CompletionResult]::new('--max-line-chars', '--max-line-chars', [CompletionResultType]::ParameterName, 'Chars of one line, 60 to 1000000 [default: the mode''s]')
            [CompletionResult]::new('--fit', '--fit', [CompletionResultType]::ParameterName, 'Stay within what the reader of the answer takes: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or ''off'' [default: found by its variables]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Read the input as the output of this runner, named as by ''weir runners'' [default: auto]')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'A report of the same run: JUnit XML, an .xcresult folder or its saved JSON; may be repeated')
            [CompletionResult]::new('--patterns', '--patterns', [CompletionResultType]::ParameterName, 'Your own patterns of failures, in TOML; may be repeated')
            [CompletionResult]::new('--rows', '--rows', [CompletionResultType]::ParameterName, 'Your own tool as rows, see ''weir help rows''; may be repeated')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the answer [default: text]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour weir''s own lines [default: auto]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'Show progress on standard error: a bar on a terminal, or with ''always'' plain lines [default: auto]')
            [CompletionResult]::new('--save', '--save', [CompletionResultType]::ParameterName, 'Write the whole output, without its secrets, into a file, too; ''.gz'' and ''.zst'' are packed')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Compare with the last run of this name in this folder; ''weir run'' has its command as a name')
            [CompletionResult]::new('--slowest', '--slowest', [CompletionResultType]::ParameterName, 'List the N slowest tests whose time the runner prints')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html; auto is what this CI reads; ''-'' is standard output instead of the answer; may be repeated')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'End the command after this time, such as 90s, 5m or 1.5h, and exit with 124')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Show no progress, in a CI not even the line that tells now and then that the run goes on')
            [CompletionResult]::new('--no-compare', '--no-compare', [CompletionResultType]::ParameterName, 'Do not compare with the last run, and do not remember this one')
            [CompletionResult]::new('--no-redact', '--no-redact', [CompletionResultType]::ParameterName, 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]''')
            [CompletionResult]::new('--no-store', '--no-store', [CompletionResultType]::ParameterName, 'Keep no copy of the input; ''weir show'' and cursors need one')
            [CompletionResult]::new('--pty', '--pty', [CompletionResultType]::ParameterName, 'Give the command a terminal to print to, 200 columns wide, for colours; not on Windows')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'weir;rerun' {
            [CompletionResult]::new('-m', '-m', [CompletionResultType]::ParameterName, 'How much to show [default: standard]')
            [CompletionResult]::new('--mode', '--mode', [CompletionResultType]::ParameterName, 'How much to show [default: standard]')
            [CompletionResult]::new('--max-chars', '--max-chars', [CompletionResultType]::ParameterName, 'Chars of the whole answer, 400 to 1000000 [default: the mode''s]')
            [CompletionResult]::new('--max-lines', '--max-lines', [CompletionResultType]::ParameterName, 'Lines of the whole answer, 4 to 1000000 [default: the mode''s]')
            [CompletionResult]::new('--max-line-chars', '--max-line-chars', [CompletionResultType]::ParameterName, 'Chars of one line, 60 to 1000000 [default: the mode''s]')
            [CompletionResult]::new('--fit', '--fit', [CompletionResultType]::ParameterName, 'Stay within what the reader of the answer takes: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or ''off'' [default: found by its variables]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Read the input as the output of this runner, named as by ''weir runners'' [default: auto]')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'A report of the same run: JUnit XML, an .xcresult folder or its saved JSON; may be repeated')
            [CompletionResult]::new('--patterns', '--patterns', [CompletionResultType]::ParameterName, 'Your own patterns of failures, in TOML; may be repeated')
            [CompletionResult]::new('--rows', '--rows', [CompletionResultType]::ParameterName, 'Your own tool as rows, see ''weir help rows''; may be repeated')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the answer [default: text]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour weir''s own lines [default: auto]')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'Show progress on standard error: a bar on a terminal, or with ''always'' plain lines [default: auto]')
            [CompletionResult]::new('--save', '--save', [CompletionResultType]::ParameterName, 'Write the whole output, without its secrets, into a file, too; ''.gz'' and ''.zst'' are packed')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Compare with the last run of this name in this folder; ''weir run'' has its command as a name')
            [CompletionResult]::new('--slowest', '--slowest', [CompletionResultType]::ParameterName, 'List the N slowest tests whose time the runner prints')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html; auto is what this CI reads; ''-'' is standard output instead of the answer; may be repeated')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'End the command after this time, such as 90s, 5m or 1.5h, and exit with 124')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Show no progress, in a CI not even the line that tells now and then that the run goes on')
            [CompletionResult]::new('--no-compare', '--no-compare', [CompletionResultType]::ParameterName, 'Do not compare with the last run, and do not remember this one')
            [CompletionResult]::new('--no-redact', '--no-redact', [CompletionResultType]::ParameterName, 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]''')
            [CompletionResult]::new('--no-store', '--no-store', [CompletionResultType]::ParameterName, 'Keep no copy of the input; ''weir show'' and cursors need one')
            [CompletionResult]::new('--pty', '--pty', [CompletionResultType]::ParameterName, 'Give the command a terminal to print to, 200 columns wide, for colours; not on Windows')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'weir;show' {
            [CompletionResult]::new('--failure', '--failure', [CompletionResultType]::ParameterName, 'Show everything on the failures with this name')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'Show a part of a stored JSON document: .a.b, .items[3]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Begin with the run, failure, line or char of this number')
            [CompletionResult]::new('--page', '--page', [CompletionResultType]::ParameterName, 'Show this page of the runs, of the failures or of one failure')
            [CompletionResult]::new('--cursor', '--cursor', [CompletionResultType]::ParameterName, 'Show the list of failures from this cursor on')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Show these lines: A:B, A-B, A:, :B or A+N')
            [CompletionResult]::new('--grep', '--grep', [CompletionResultType]::ParameterName, 'Show the lines that match a regular expression')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'With --grep: show this many lines before and after each')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'With --grep: show this many lines before and after each')
            [CompletionResult]::new('-m', '-m', [CompletionResultType]::ParameterName, 'How much to show [default: standard]')
            [CompletionResult]::new('--mode', '--mode', [CompletionResultType]::ParameterName, 'How much to show [default: standard]')
            [CompletionResult]::new('--max-chars', '--max-chars', [CompletionResultType]::ParameterName, 'Chars of the whole answer, 400 to 1000000 [default: the mode''s]')
            [CompletionResult]::new('--max-lines', '--max-lines', [CompletionResultType]::ParameterName, 'Lines of the whole answer, 4 to 1000000 [default: the mode''s]')
            [CompletionResult]::new('--max-line-chars', '--max-line-chars', [CompletionResultType]::ParameterName, 'Chars of one line, 60 to 1000000 [default: the mode''s]')
            [CompletionResult]::new('--fit', '--fit', [CompletionResultType]::ParameterName, 'Stay within what the reader of the answer takes: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or ''off'' [default: found by its variables]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the answer or of the list [default: text]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour weir''s own lines [default: auto]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html; auto is what this CI reads; ''-'' is standard output instead of the answer; may be repeated')
            [CompletionResult]::new('--any', '--any', [CompletionResultType]::ParameterName, 'With ''last'': the newest of any folder')
            [CompletionResult]::new('--failures', '--failures', [CompletionResultType]::ParameterName, 'List the failures, a line each')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'Print all stored bytes, but not to a terminal')
            [CompletionResult]::new('--purge', '--purge', [CompletionResultType]::ParameterName, 'Remove the run; without ID, all runs and what later runs are compared with')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'With --purge and without ID: do not ask')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;gain' {
            [CompletionResult]::new('--fit', '--fit', [CompletionResultType]::ParameterName, 'The agent whose cut the answers are compared with [default: the one that runs weir, else claude-code]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the numbers [default: text]')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;batch' {
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'How many logs are judged at once, 1 to 256 [default: one per processor]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'How many logs are judged at once, 1 to 256 [default: one per processor]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Read the logs as the output of this runner, named as by ''weir runners'' [default: auto]')
            [CompletionResult]::new('--patterns', '--patterns', [CompletionResultType]::ParameterName, 'Your own patterns of failures, in TOML; may be repeated')
            [CompletionResult]::new('--rows', '--rows', [CompletionResultType]::ParameterName, 'Your own tool as rows, see ''weir help rows''; may be repeated')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html; auto is what this CI reads; ''-'' is standard output instead of the answer; may be repeated')
            [CompletionResult]::new('-0', '-0', [CompletionResultType]::ParameterName, 'The names in a list end with NUL, as ''find -print0'' writes them')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'The names in a list end with NUL, as ''find -print0'' writes them')
            [CompletionResult]::new('--no-summary', '--no-summary', [CompletionResultType]::ParameterName, 'Do not print the summary')
            [CompletionResult]::new('--exit-zero', '--exit-zero', [CompletionResultType]::ParameterName, 'Exit with 0 whatever the verdicts are')
            [CompletionResult]::new('--no-redact', '--no-redact', [CompletionResultType]::ParameterName, 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]''')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;tap' {
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Read the input as the output of this runner, named as by ''weir runners'' [default: auto]')
            [CompletionResult]::new('--exit-zero', '--exit-zero', [CompletionResultType]::ParameterName, 'Exit with 0 whatever the verdict is')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;runners' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the list [default: text]')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;rows' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check a file of rows; with a sample, show which row takes each of its lines, and the answer')
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Propose a file of rows for what a tool prints, as a start')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'weir;rows;check' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;rows;new' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;rows;help' {
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check a file of rows; with a sample, show which row takes each of its lines, and the answer')
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Propose a file of rows for what a tool prints, as a start')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'weir;rows;help;check' {
            break
        }
        'weir;rows;help;new' {
            break
        }
        'weir;rows;help;help' {
            break
        }
        'weir;trust' {
            [CompletionResult]::new('--remove', '--remove', [CompletionResultType]::ParameterName, 'Do not read these files any more')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;setup' {
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Change the settings of this folder''s project instead of the user''s')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do not ask before something is written, as weir does on a terminal')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('--remove', '--remove', [CompletionResultType]::ParameterName, 'Remove what was put in')
            [CompletionResult]::new('--chain', '--chain', [CompletionResultType]::ParameterName, 'Keep what a setting named before, and run it after weir; --remove restores it')
            [CompletionResult]::new('--beside', '--beside', [CompletionResultType]::ParameterName, 'Report a failed run, in one line, when its output goes into a pipe, a file or a substitution')
            [CompletionResult]::new('--no-skill', '--no-skill', [CompletionResultType]::ParameterName, 'Leave out the skill that teaches the agent when to read a stored run')
            [CompletionResult]::new('--stats', '--stats', [CompletionResultType]::ParameterName, 'Count runs on this machine, for ''weir stats --agents'', but nothing that they print')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;doctor' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the answer [default: text]')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;mcp' {
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'A folder that is open to the tools; may be repeated [default: the working folder]')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Commands that weir_run may run: words, each a glob for one word, and a last ''*'' for any more; may be repeated. Without it there is no weir_run')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'End a run after this time, such as 90s or 10m; 0 is never [default: 600s]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The configuration, in YAML or JSON [default: weir/weir.yaml in XDG_CONFIG_HOME]')
            [CompletionResult]::new('--telemetry', '--telemetry', [CompletionResultType]::ParameterName, 'The folder of the records of calls, or ''off''')
            [CompletionResult]::new('--print-config', '--print-config', [CompletionResultType]::ParameterName, 'Print what to put into a client''s configuration for these options, and exit')
            [CompletionResult]::new('--listen', '--listen', [CompletionResultType]::ParameterName, 'Serve clients over HTTP: POST /mcp, GET /health, /metrics and /; an address such as ''127.0.0.1:8080'', or a port')
            [CompletionResult]::new('--token-file', '--token-file', [CompletionResultType]::ParameterName, 'With --listen: the token that every request must have, as ''Authorization: Bearer TOKEN''; others need it to come from beyond this machine')
            [CompletionResult]::new('--allow-host', '--allow-host', [CompletionResultType]::ParameterName, 'With --listen: a further name of this machine that requests may be sent to; may be repeated')
            [CompletionResult]::new('--no-store', '--no-store', [CompletionResultType]::ParameterName, 'Keep no copy of what is shortened; there are no cursors then')
            [CompletionResult]::new('--no-redact', '--no-redact', [CompletionResultType]::ParameterName, 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]''')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;proxy' {
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The configuration, in YAML or JSON [default: weir/weir.yaml in XDG_CONFIG_HOME]')
            [CompletionResult]::new('--mode', '--mode', [CompletionResultType]::ParameterName, 'What to do with answers: enforce changes them, observe only records them, ab changes one half [default: enforce]')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Change only the answers of these tools; may be repeated')
            [CompletionResult]::new('--telemetry', '--telemetry', [CompletionResultType]::ParameterName, 'The folder of the records of calls, or ''off''')
            [CompletionResult]::new('--log', '--log', [CompletionResultType]::ParameterName, 'Write a line for each decision into this file')
            [CompletionResult]::new('--log-level', '--log-level', [CompletionResultType]::ParameterName, 'The lowest level of lines in the log [default: info]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Cancel a call after this time, such as 90s, and answer it with an error; 0 is never [default: 0]')
            [CompletionResult]::new('--url', '--url', [CompletionResultType]::ParameterName, 'A server over HTTP instead of a program')
            [CompletionResult]::new('--header', '--header', [CompletionResultType]::ParameterName, 'With --url: a header of every request; may be repeated')
            [CompletionResult]::new('--header-env', '--header-env', [CompletionResultType]::ParameterName, 'With --url: a header whose value is in an environment variable; may be repeated')
            [CompletionResult]::new('--listen', '--listen', [CompletionResultType]::ParameterName, 'Serve clients over HTTP: POST /mcp, GET /health, /metrics and /; an address such as ''127.0.0.1:8080'', or a port')
            [CompletionResult]::new('--token-file', '--token-file', [CompletionResultType]::ParameterName, 'With --listen: the token that every request must have, as ''Authorization: Bearer TOKEN''; others need it to come from beyond this machine')
            [CompletionResult]::new('--allow-host', '--allow-host', [CompletionResultType]::ParameterName, 'With --listen: a further name of this machine that requests may be sent to; may be repeated')
            [CompletionResult]::new('--no-store', '--no-store', [CompletionResultType]::ParameterName, 'Keep no copy of what is shortened; there are no cursors then')
            [CompletionResult]::new('--no-redact', '--no-redact', [CompletionResultType]::ParameterName, 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]''')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('install', 'install', [CompletionResultType]::ParameterValue, 'Put ''weir proxy'' before a server in a client''s configuration, or remove it')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'weir;proxy;install' {
            [CompletionResult]::new('--file', '--file', [CompletionResultType]::ParameterName, 'The configuration [default: the project''s, when it has this server, else the user''s]')
            [CompletionResult]::new('--remove', '--remove', [CompletionResultType]::ParameterName, 'Remove weir again')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would change, and change nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;proxy;help' {
            [CompletionResult]::new('install', 'install', [CompletionResultType]::ParameterValue, 'Put ''weir proxy'' before a server in a client''s configuration, or remove it')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'weir;proxy;help;install' {
            break
        }
        'weir;proxy;help;help' {
            break
        }
        'weir;stats' {
            [CompletionResult]::new('--telemetry', '--telemetry', [CompletionResultType]::ParameterName, 'The folder of the records [default: that of WEIR_TELEMETRY or of the configuration]')
            [CompletionResult]::new('--tool', '--tool', [CompletionResultType]::ParameterName, 'Count only the calls of these tools: a name or a glob')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Count from this time on: RFC 3339, or an age such as 30s, 15m, 1h or 7d')
            [CompletionResult]::new('--until', '--until', [CompletionResultType]::ParameterName, 'Count up to this time')
            [CompletionResult]::new('--outcome', '--outcome', [CompletionResultType]::ParameterName, 'Count only the calls with this outcome')
            [CompletionResult]::new('--cmd', '--cmd', [CompletionResultType]::ParameterName, 'Count only what this command recorded: proxy (weir mcp too) or pack')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the numbers: text, JSON, or the text format of Prometheus [default: text]')
            [CompletionResult]::new('--html', '--html', [CompletionResultType]::ParameterName, 'Write one page for a browser into this file; the page loads nothing from other hosts')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Exit with 1 when this does not hold: ''oversized<=5%'', ''p95Latency<500''; may be repeated')
            [CompletionResult]::new('--agents', '--agents', [CompletionResultType]::ParameterName, 'Count what weir did in the shells of coding agents that were set up with --stats')
            [CompletionResult]::new('--health', '--health', [CompletionResultType]::ParameterName, 'Print a few figures on the state: use, sizes, errors, configuration, store; exit with 1 when it is bad')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;config' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check a configuration; when it is wrong, print file, line and field, and exit with 2')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Print the settings in use, from flags, variables, the file, its profile and the defaults')
            [CompletionResult]::new('path', 'path', [CompletionResultType]::ParameterValue, 'Print the path of the configuration in use, or where it would be')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'weir;config;check' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;config;show' {
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'The file [default: that of WEIR_CONFIG, or weir/weir.yaml, .yml or .json in XDG_CONFIG_HOME]')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Print a profile instead, without file and variables')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the settings [default: yaml]')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;config;path' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;config;help' {
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check a configuration; when it is wrong, print file, line and field, and exit with 2')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Print the settings in use, from flags, variables, the file, its profile and the defaults')
            [CompletionResult]::new('path', 'path', [CompletionResultType]::ParameterValue, 'Print the path of the configuration in use, or where it would be')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'weir;config;help;check' {
            break
        }
        'weir;config;help;show' {
            break
        }
        'weir;config;help;path' {
            break
        }
        'weir;config;help;help' {
            break
        }
        'weir;page' {
            [CompletionResult]::new('-b', '-b', [CompletionResultType]::ParameterName, 'Tokens of the answer, at least 1; 8k is 8000')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Tokens of the answer, at least 1; 8k is 8000')
            [CompletionResult]::new('--est', '--est', [CompletionResultType]::ParameterName, 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the answer')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Items of a page, 1 to 200 [default: 50]')
            [CompletionResult]::new('--cursor', '--cursor', [CompletionResultType]::ParameterName, 'Show the page of this cursor, without reading input')
            [CompletionResult]::new('--pages', '--pages', [CompletionResultType]::ParameterName, 'Show these pages at once: A, or A-B, counted from 1')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'Where the list is, such as .items or .data.rows; not needed for an object''s only array')
            [CompletionResult]::new('--sort', '--sort', [CompletionResultType]::ParameterName, 'The order: auto (newest first, when every item has the time it was created), none, FIELD, FIELD:asc or FIELD:desc')
            [CompletionResult]::new('--fields', '--fields', [CompletionResultType]::ParameterName, 'Show only these fields, with commas between them: id,guest.name')
            [CompletionResult]::new('--ttl', '--ttl', [CompletionResultType]::ParameterName, 'How long a cursor is valid, up to 600 seconds; 90s and 5m are times too [default: 600]')
            [CompletionResult]::new('--clamp', '--clamp', [CompletionResultType]::ParameterName, 'Take 200 for a larger limit instead of refusing it')
            [CompletionResult]::new('--no-redact', '--no-redact', [CompletionResultType]::ParameterName, 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]''')
            [CompletionResult]::new('--no-store', '--no-store', [CompletionResultType]::ParameterName, 'Keep no copy of the input; ''weir show'' and cursors need one')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;digest' {
            [CompletionResult]::new('-b', '-b', [CompletionResultType]::ParameterName, 'Tokens of the answer, at least 1; 8k is 8000')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Tokens of the answer, at least 1; 8k is 8000')
            [CompletionResult]::new('--est', '--est', [CompletionResultType]::ParameterName, 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the answer')
            [CompletionResult]::new('--item-budget', '--item-budget', [CompletionResultType]::ParameterName, 'Tokens of one record: of an object, or of an element of an array [default: 2000]')
            [CompletionResult]::new('--keep', '--keep', [CompletionResultType]::ParameterName, 'Show these fields beside the identifying ones, instead of dates and totals')
            [CompletionResult]::new('--fields', '--fields', [CompletionResultType]::ParameterName, 'Show only these fields, with commas between them: id,guest.name')
            [CompletionResult]::new('--max-text', '--max-text', [CompletionResultType]::ParameterName, 'Chars of a text before it is clipped, 8 to 100000 [default: 200]')
            [CompletionResult]::new('--strip', '--strip', [CompletionResultType]::ParameterName, 'Leave out fields of these names at any depth: ''*schema*,debug*''; ''production'' is ''*schema*,debug*,_links''')
            [CompletionResult]::new('--no-redact', '--no-redact', [CompletionResultType]::ParameterName, 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]''')
            [CompletionResult]::new('--no-store', '--no-store', [CompletionResultType]::ParameterName, 'Keep no copy of the input; ''weir show'' and cursors need one')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;chunk' {
            [CompletionResult]::new('-b', '-b', [CompletionResultType]::ParameterName, 'Tokens of the answer, at least 1; 8k is 8000')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Tokens of the answer, at least 1; 8k is 8000')
            [CompletionResult]::new('--est', '--est', [CompletionResultType]::ParameterName, 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the answer')
            [CompletionResult]::new('--tokens', '--tokens', [CompletionResultType]::ParameterName, 'Tokens of a chunk, as --budget [default: 2000]')
            [CompletionResult]::new('--max-lines', '--max-lines', [CompletionResultType]::ParameterName, 'Lines of a chunk [default: 200]')
            [CompletionResult]::new('--boundary', '--boundary', [CompletionResultType]::ParameterName, 'Where a chunk may end: auto, entry, paragraph, sentence or line [default: auto]')
            [CompletionResult]::new('--lines', '--lines', [CompletionResultType]::ParameterName, 'Show only these lines: A:B, A:, :B or A+N')
            [CompletionResult]::new('--start-line', '--start-line', [CompletionResultType]::ParameterName, 'Start at this line, counted from 1')
            [CompletionResult]::new('--end-line', '--end-line', [CompletionResultType]::ParameterName, 'End with this line')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'Show the chunk of this number, counted from 0; with --map: begin there')
            [CompletionResult]::new('--cursor', '--cursor', [CompletionResultType]::ParameterName, 'Show the chunk of this cursor, without reading input')
            [CompletionResult]::new('--ttl', '--ttl', [CompletionResultType]::ParameterName, 'How long a cursor is valid, up to 600 seconds; 90s and 5m are times too [default: 600]')
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'List the chunks instead of showing one')
            [CompletionResult]::new('--no-redact', '--no-redact', [CompletionResultType]::ParameterName, 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]''')
            [CompletionResult]::new('--no-store', '--no-store', [CompletionResultType]::ParameterName, 'Keep no copy of the input; ''weir show'' and cursors need one')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;tokens' {
            [CompletionResult]::new('--est', '--est', [CompletionResultType]::ParameterName, 'The estimator: chars4-floor, chars4-ceil, chars4-margin20, class, exec:CMD, or all [default: chars4-ceil]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the answer [default: text]')
            [CompletionResult]::new('--per-line', '--per-line', [CompletionResultType]::ParameterName, 'Count each line, with its line ending, by itself')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;pack' {
            [CompletionResult]::new('-b', '-b', [CompletionResultType]::ParameterName, 'Tokens of the answer, at least 1; 8k is 8000')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Tokens of the answer, at least 1; 8k is 8000')
            [CompletionResult]::new('--est', '--est', [CompletionResultType]::ParameterName, 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the answer')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'The defaults: rules (8192 tokens, prefix) or rag (8000 tokens, greedy, 64 kept free) [default: rules; rag with --cite]')
            [CompletionResult]::new('--policy', '--policy', [CompletionResultType]::ParameterName, 'When a chunk does not fit: stop (prefix) or skip it (greedy) [default: the profile''s]')
            [CompletionResult]::new('--order', '--order', [CompletionResultType]::ParameterName, 'Which chunk is first [default: score when all chunks have one, else input]')
            [CompletionResult]::new('--reserve', '--reserve', [CompletionResultType]::ParameterName, 'Tokens of the budget to keep free [default: the profile''s]')
            [CompletionResult]::new('--top-k', '--top-k', [CompletionResultType]::ParameterName, 'Take at most this many chunks, the first ones')
            [CompletionResult]::new('--sep', '--sep', [CompletionResultType]::ParameterName, 'What to put between two texts; \n is a newline [default: \n\n]')
            [CompletionResult]::new('--files', '--files', [CompletionResultType]::ParameterName, 'Pack whole files, the best first: each FILE, or the files that standard input lists, one per line')
            [CompletionResult]::new('--cite', '--cite', [CompletionResultType]::ParameterName, 'Name the sources, and count what they cost')
            [CompletionResult]::new('--assert-order', '--assert-order', [CompletionResultType]::ParameterName, 'Print nothing and exit with 1 when the scores do not descend')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;compile' {
            [CompletionResult]::new('-b', '-b', [CompletionResultType]::ParameterName, 'Tokens of the answer, at least 1; 8k is 8000')
            [CompletionResult]::new('--budget', '--budget', [CompletionResultType]::ParameterName, 'Tokens of the answer, at least 1; 8k is 8000')
            [CompletionResult]::new('--est', '--est', [CompletionResultType]::ParameterName, 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the answer')
            [CompletionResult]::new('--window', '--window', [CompletionResultType]::ParameterName, 'Tokens that the context may have; 24k is 24000')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'Tokens of the model''s own window, of which --ratio may be used')
            [CompletionResult]::new('--ratio', '--ratio', [CompletionResultType]::ParameterName, 'The share of --raw, above 0 and below 1 [default: 0.4; 0.25 with more than 8000 tokens of tools]')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'Take --raw from the table of well-known models')
            [CompletionResult]::new('--budgets', '--budgets', [CompletionResultType]::ParameterName, 'Tokens of sections: system=1500,memory=6k,history=12k,tools=3k,headroom=1500; their sum is the window [default: 6.25, 25, 50, 12.5 and 6.25 % of it]')
            [CompletionResult]::new('--keep-last', '--keep-last', [CompletionResultType]::ParameterName, 'How many of the last messages are shortened last [default: 3]')
            [CompletionResult]::new('--task', '--task', [CompletionResultType]::ParameterName, 'The task, by which tools are chosen')
            [CompletionResult]::new('--now', '--now', [CompletionResultType]::ParameterName, 'The time from which the age of memories counts [default: the newest memory''s]')
            [CompletionResult]::new('--memory-score', '--memory-score', [CompletionResultType]::ParameterName, 'How recency, relevance, confidence and density of a memory become one number [default: product]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'What the input is: a session of an agent, or messages of a provider [default: weir''s own form]')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'Write the conversation back in the form of --from')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'With --to: write into this file, without the limit of 1000000 bytes')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'With --to: write into this file, without the limit of 1000000 bytes')
            [CompletionResult]::new('--event-log', '--event-log', [CompletionResultType]::ParameterName, 'Append what was done to this file, without any content')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Read an event log instead, and exit with 1 when a context in it was larger than --max or than its own window')
            [CompletionResult]::new('--max', '--max', [CompletionResultType]::ParameterName, 'With --check: the most tokens of a context')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Print a table of what each section takes up, instead of the context')
            [CompletionResult]::new('--health', '--health', [CompletionResultType]::ParameterName, 'Print how full the context is in one line, instead of the context')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;completions' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;man' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'weir;help' {
            [CompletionResult]::new('run', 'run', [CompletionResultType]::ParameterValue, 'Run a command, print the answer, and exit with the command''s own code')
            [CompletionResult]::new('rerun', 'rerun', [CompletionResultType]::ParameterValue, 'Run only the failed tests of a stored run again')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'List the stored runs, or show one again')
            [CompletionResult]::new('gain', 'gain', [CompletionResultType]::ParameterValue, 'Count what the answers of the stored runs saved, compared with an agent''s own cut')
            [CompletionResult]::new('batch', 'batch', [CompletionResultType]::ParameterValue, 'Judge many logs: one line of JSON for each, and a summary')
            [CompletionResult]::new('tap', 'tap', [CompletionResultType]::ParameterValue, 'Pass a pipe on, byte for byte, and print the verdict on standard error')
            [CompletionResult]::new('runners', 'runners', [CompletionResultType]::ParameterValue, 'List the runners and tools that weir recognizes')
            [CompletionResult]::new('rows', 'rows', [CompletionResultType]::ParameterValue, 'Check a file of rows, which describes a tool of your own, or propose one')
            [CompletionResult]::new('trust', 'trust', [CompletionResultType]::ParameterValue, 'Read the rows in .weir of this folder from now on, as they are')
            [CompletionResult]::new('setup', 'setup', [CompletionResultType]::ParameterValue, 'Set weir up in the shell of a coding agent; without AGENT, list the agents')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Test whether weir works in an agent''s shell; exit with 1 when something is wrong')
            [CompletionResult]::new('mcp', 'mcp', [CompletionResultType]::ParameterValue, 'Run as an MCP server, through which an agent runs tests and reads files')
            [CompletionResult]::new('proxy', 'proxy', [CompletionResultType]::ParameterValue, 'Run in front of an MCP server, and make its long answers short')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Print figures from the records of ''weir proxy'' and ''weir mcp''')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Check or show the configuration')
            [CompletionResult]::new('page', 'page', [CompletionResultType]::ParameterValue, 'Show a list in JSON page by page: the first 50 items, and a cursor to the next')
            [CompletionResult]::new('digest', 'digest', [CompletionResultType]::ParameterValue, 'Show the main fields of a large JSON document, and how to get the rest')
            [CompletionResult]::new('chunk', 'chunk', [CompletionResultType]::ParameterValue, 'Show a long text in chunks that end at entries, paragraphs or sentences')
            [CompletionResult]::new('tokens', 'tokens', [CompletionResultType]::ParameterValue, 'Count the tokens of text')
            [CompletionResult]::new('pack', 'pack', [CompletionResultType]::ParameterValue, 'Pack ranked chunks, or whole files, into a budget of tokens')
            [CompletionResult]::new('compile', 'compile', [CompletionResultType]::ParameterValue, 'Make a context fit its window: system prompt, memory, history and tools')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Write the manual pages into a folder')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'weir;help;run' {
            break
        }
        'weir;help;rerun' {
            break
        }
        'weir;help;show' {
            break
        }
        'weir;help;gain' {
            break
        }
        'weir;help;batch' {
            break
        }
        'weir;help;tap' {
            break
        }
        'weir;help;runners' {
            break
        }
        'weir;help;rows' {
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check a file of rows; with a sample, show which row takes each of its lines, and the answer')
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Propose a file of rows for what a tool prints, as a start')
            break
        }
        'weir;help;rows;check' {
            break
        }
        'weir;help;rows;new' {
            break
        }
        'weir;help;trust' {
            break
        }
        'weir;help;setup' {
            break
        }
        'weir;help;doctor' {
            break
        }
        'weir;help;mcp' {
            break
        }
        'weir;help;proxy' {
            [CompletionResult]::new('install', 'install', [CompletionResultType]::ParameterValue, 'Put ''weir proxy'' before a server in a client''s configuration, or remove it')
            break
        }
        'weir;help;proxy;install' {
            break
        }
        'weir;help;stats' {
            break
        }
        'weir;help;config' {
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check a configuration; when it is wrong, print file, line and field, and exit with 2')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Print the settings in use, from flags, variables, the file, its profile and the defaults')
            [CompletionResult]::new('path', 'path', [CompletionResultType]::ParameterValue, 'Print the path of the configuration in use, or where it would be')
            break
        }
        'weir;help;config;check' {
            break
        }
        'weir;help;config;show' {
            break
        }
        'weir;help;config;path' {
            break
        }
        'weir;help;page' {
            break
        }
        'weir;help;digest' {
            break
        }
        'weir;help;chunk' {
            break
        }
        'weir;help;tokens' {
            break
        }
        'weir;help;pack' {
            break
        }
        'weir;help;compile' {
            break
        }
        'weir;help;completions' {
            break
        }
        'weir;help;man' {
            break
        }
        'weir;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
