
use builtin;
use str;

set edit:completion:arg-completer[weir] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'weir'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'weir'= {
            cand -m 'How much to show [default: standard]'
            cand --mode 'How much to show [default: standard]'
            cand --max-chars 'Chars of the whole answer, 400 to 1000000 [default: the mode''s]'
            cand --max-lines 'Lines of the whole answer, 4 to 1000000 [default: the mode''s]'
            cand --max-line-chars 'Chars of one line, 60 to 1000000 [default: the mode''s]'
            cand --fit 'Stay within what the reader of the answer takes: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or ''off'' [default: found by its variables]'
            cand --from 'Read the input as the output of this runner, named as by ''weir runners'' [default: auto]'
            cand --report 'A report of the same run: JUnit XML, an .xcresult folder or its saved JSON; may be repeated'
            cand --patterns 'Your own patterns of failures, in TOML; may be repeated'
            cand --rows 'Your own tool as rows, see ''weir help rows''; may be repeated'
            cand --format 'The form of the answer [default: text]'
            cand --color 'Colour weir''s own lines [default: auto]'
            cand --progress 'Show progress on standard error: a bar on a terminal, or with ''always'' plain lines [default: auto]'
            cand --save 'Write the whole output, without its secrets, into a file, too; ''.gz'' and ''.zst'' are packed'
            cand --name 'Compare with the last run of this name in this folder; ''weir run'' has its command as a name'
            cand --slowest 'List the N slowest tests whose time the runner prints'
            cand --output 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html; auto is what this CI reads; ''-'' is standard output instead of the answer; may be repeated'
            cand --child-exit 'The exit status of the run, 0 to 255, when you know it'
            cand --quiet 'Show no progress, in a CI not even the line that tells now and then that the run goes on'
            cand --no-compare 'Do not compare with the last run, and do not remember this one'
            cand --no-redact 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]'''
            cand --no-store 'Keep no copy of the input; ''weir show'' and cursors need one'
            cand --exit-zero 'Exit with 0 whatever the verdict is'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand run 'Run a command, print the answer, and exit with the command''s own code'
            cand rerun 'Run only the failed tests of a stored run again'
            cand show 'List the stored runs, or show one again'
            cand gain 'Count what the answers of the stored runs saved, compared with an agent''s own cut'
            cand batch 'Judge many logs: one line of JSON for each, and a summary'
            cand tap 'Pass a pipe on, byte for byte, and print the verdict on standard error'
            cand runners 'List the runners and tools that weir recognizes'
            cand rows 'Check a file of rows, which describes a tool of your own, or propose one'
            cand trust 'Read the rows in .weir of this folder from now on, as they are'
            cand setup 'Set weir up in the shell of a coding agent; without AGENT, list the agents'
            cand doctor 'Test whether weir works in an agent''s shell; exit with 1 when something is wrong'
            cand mcp 'Run as an MCP server, through which an agent runs tests and reads files'
            cand proxy 'Run in front of an MCP server, and make its long answers short'
            cand stats 'Print figures from the records of ''weir proxy'' and ''weir mcp'''
            cand config 'Check or show the configuration'
            cand page 'Show a list in JSON page by page: the first 50 items, and a cursor to the next'
            cand digest 'Show the main fields of a large JSON document, and how to get the rest'
            cand chunk 'Show a long text in chunks that end at entries, paragraphs or sentences'
            cand tokens 'Count the tokens of text'
            cand pack 'Pack ranked chunks, or whole files, into a budget of tokens'
            cand compile 'Make a context fit its window: system prompt, memory, history and tools'
            cand completions 'Print the completion script of a shell'
            cand man 'Write the manual pages into a folder'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'weir;run'= {
            cand -m 'How much to show [default: standard]'
            cand --mode 'How much to show [default: standard]'
            cand --max-chars 'Chars of the whole answer, 400 to 1000000 [default: the mode''s]'
            cand --max-lines 'Lines of the whole answer, 4 to 1000000 [default: the mode''s]'
            cand --max-line-chars 'Chars of one line, 60 to 1000000 [default: the mode''s]'
            cand --fit 'Stay within what the reader of the answer takes: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or ''off'' [default: found by its variables]'
            cand --from 'Read the input as the output of this runner, named as by ''weir runners'' [default: auto]'
            cand --report 'A report of the same run: JUnit XML, an .xcresult folder or its saved JSON; may be repeated'
            cand --patterns 'Your own patterns of failures, in TOML; may be repeated'
            cand --rows 'Your own tool as rows, see ''weir help rows''; may be repeated'
            cand --format 'The form of the answer [default: text]'
            cand --color 'Colour weir''s own lines [default: auto]'
            cand --progress 'Show progress on standard error: a bar on a terminal, or with ''always'' plain lines [default: auto]'
            cand --save 'Write the whole output, without its secrets, into a file, too; ''.gz'' and ''.zst'' are packed'
            cand --name 'Compare with the last run of this name in this folder; ''weir run'' has its command as a name'
            cand --slowest 'List the N slowest tests whose time the runner prints'
            cand --output 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html; auto is what this CI reads; ''-'' is standard output instead of the answer; may be repeated'
            cand --timeout 'End the command after this time, such as 90s, 5m or 1.5h, and exit with 124'
            cand --quiet 'Show no progress, in a CI not even the line that tells now and then that the run goes on'
            cand --no-compare 'Do not compare with the last run, and do not remember this one'
            cand --no-redact 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]'''
            cand --no-store 'Keep no copy of the input; ''weir show'' and cursors need one'
            cand --pty 'Give the command a terminal to print to, 200 columns wide, for colours; not on Windows'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'weir;rerun'= {
            cand -m 'How much to show [default: standard]'
            cand --mode 'How much to show [default: standard]'
            cand --max-chars 'Chars of the whole answer, 400 to 1000000 [default: the mode''s]'
            cand --max-lines 'Lines of the whole answer, 4 to 1000000 [default: the mode''s]'
            cand --max-line-chars 'Chars of one line, 60 to 1000000 [default: the mode''s]'
            cand --fit 'Stay within what the reader of the answer takes: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or ''off'' [default: found by its variables]'
            cand --from 'Read the input as the output of this runner, named as by ''weir runners'' [default: auto]'
            cand --report 'A report of the same run: JUnit XML, an .xcresult folder or its saved JSON; may be repeated'
            cand --patterns 'Your own patterns of failures, in TOML; may be repeated'
            cand --rows 'Your own tool as rows, see ''weir help rows''; may be repeated'
            cand --format 'The form of the answer [default: text]'
            cand --color 'Colour weir''s own lines [default: auto]'
            cand --progress 'Show progress on standard error: a bar on a terminal, or with ''always'' plain lines [default: auto]'
            cand --save 'Write the whole output, without its secrets, into a file, too; ''.gz'' and ''.zst'' are packed'
            cand --name 'Compare with the last run of this name in this folder; ''weir run'' has its command as a name'
            cand --slowest 'List the N slowest tests whose time the runner prints'
            cand --output 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html; auto is what this CI reads; ''-'' is standard output instead of the answer; may be repeated'
            cand --timeout 'End the command after this time, such as 90s, 5m or 1.5h, and exit with 124'
            cand --quiet 'Show no progress, in a CI not even the line that tells now and then that the run goes on'
            cand --no-compare 'Do not compare with the last run, and do not remember this one'
            cand --no-redact 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]'''
            cand --no-store 'Keep no copy of the input; ''weir show'' and cursors need one'
            cand --pty 'Give the command a terminal to print to, 200 columns wide, for colours; not on Windows'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'weir;show'= {
            cand --failure 'Show everything on the failures with this name'
            cand --path 'Show a part of a stored JSON document: .a.b, .items[3]'
            cand --from 'Begin with the run, failure, line or char of this number'
            cand --page 'Show this page of the runs, of the failures or of one failure'
            cand --cursor 'Show the list of failures from this cursor on'
            cand --lines 'Show these lines: A:B, A-B, A:, :B or A+N'
            cand --grep 'Show the lines that match a regular expression'
            cand -C 'With --grep: show this many lines before and after each'
            cand --context 'With --grep: show this many lines before and after each'
            cand -m 'How much to show [default: standard]'
            cand --mode 'How much to show [default: standard]'
            cand --max-chars 'Chars of the whole answer, 400 to 1000000 [default: the mode''s]'
            cand --max-lines 'Lines of the whole answer, 4 to 1000000 [default: the mode''s]'
            cand --max-line-chars 'Chars of one line, 60 to 1000000 [default: the mode''s]'
            cand --fit 'Stay within what the reader of the answer takes: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or ''off'' [default: found by its variables]'
            cand --format 'The form of the answer or of the list [default: text]'
            cand --color 'Colour weir''s own lines [default: auto]'
            cand --output 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html; auto is what this CI reads; ''-'' is standard output instead of the answer; may be repeated'
            cand --any 'With ''last'': the newest of any folder'
            cand --failures 'List the failures, a line each'
            cand --raw 'Print all stored bytes, but not to a terminal'
            cand --purge 'Remove the run; without ID, all runs and what later runs are compared with'
            cand --yes 'With --purge and without ID: do not ask'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;gain'= {
            cand --fit 'The agent whose cut the answers are compared with [default: the one that runs weir, else claude-code]'
            cand --format 'The form of the numbers [default: text]'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;batch'= {
            cand -j 'How many logs are judged at once, 1 to 256 [default: one per processor]'
            cand --jobs 'How many logs are judged at once, 1 to 256 [default: one per processor]'
            cand --from 'Read the logs as the output of this runner, named as by ''weir runners'' [default: auto]'
            cand --patterns 'Your own patterns of failures, in TOML; may be repeated'
            cand --rows 'Your own tool as rows, see ''weir help rows''; may be repeated'
            cand --output 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html; auto is what this CI reads; ''-'' is standard output instead of the answer; may be repeated'
            cand -0 'The names in a list end with NUL, as ''find -print0'' writes them'
            cand --null 'The names in a list end with NUL, as ''find -print0'' writes them'
            cand --no-summary 'Do not print the summary'
            cand --exit-zero 'Exit with 0 whatever the verdicts are'
            cand --no-redact 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]'''
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;tap'= {
            cand --from 'Read the input as the output of this runner, named as by ''weir runners'' [default: auto]'
            cand --exit-zero 'Exit with 0 whatever the verdict is'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;runners'= {
            cand --format 'The form of the list [default: text]'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;rows'= {
            cand -h 'Print help'
            cand --help 'Print help'
            cand check 'Check a file of rows; with a sample, show which row takes each of its lines, and the answer'
            cand new 'Propose a file of rows for what a tool prints, as a start'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'weir;rows;check'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;rows;new'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;rows;help'= {
            cand check 'Check a file of rows; with a sample, show which row takes each of its lines, and the answer'
            cand new 'Propose a file of rows for what a tool prints, as a start'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'weir;rows;help;check'= {
        }
        &'weir;rows;help;new'= {
        }
        &'weir;rows;help;help'= {
        }
        &'weir;trust'= {
            cand --remove 'Do not read these files any more'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;setup'= {
            cand --project 'Change the settings of this folder''s project instead of the user''s'
            cand --yes 'Do not ask before something is written, as weir does on a terminal'
            cand --dry-run 'Show what would change, and change nothing'
            cand --remove 'Remove what was put in'
            cand --chain 'Keep what a setting named before, and run it after weir; --remove restores it'
            cand --beside 'Report a failed run, in one line, when its output goes into a pipe, a file or a substitution'
            cand --no-skill 'Leave out the skill that teaches the agent when to read a stored run'
            cand --stats 'Count runs on this machine, for ''weir stats --agents'', but nothing that they print'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;doctor'= {
            cand --format 'The form of the answer [default: text]'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;mcp'= {
            cand --root 'A folder that is open to the tools; may be repeated [default: the working folder]'
            cand --allow 'Commands that weir_run may run: words, each a glob for one word, and a last ''*'' for any more; may be repeated. Without it there is no weir_run'
            cand --timeout 'End a run after this time, such as 90s or 10m; 0 is never [default: 600s]'
            cand --config 'The configuration, in YAML or JSON [default: weir/weir.yaml in XDG_CONFIG_HOME]'
            cand --telemetry 'The folder of the records of calls, or ''off'''
            cand --print-config 'Print what to put into a client''s configuration for these options, and exit'
            cand --listen 'Serve clients over HTTP: POST /mcp, GET /health, /metrics and /; an address such as ''127.0.0.1:8080'', or a port'
            cand --token-file 'With --listen: the token that every request must have, as ''Authorization: Bearer TOKEN''; others need it to come from beyond this machine'
            cand --allow-host 'With --listen: a further name of this machine that requests may be sent to; may be repeated'
            cand --no-store 'Keep no copy of what is shortened; there are no cursors then'
            cand --no-redact 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]'''
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;proxy'= {
            cand --config 'The configuration, in YAML or JSON [default: weir/weir.yaml in XDG_CONFIG_HOME]'
            cand --mode 'What to do with answers: enforce changes them, observe only records them, ab changes one half [default: enforce]'
            cand --only 'Change only the answers of these tools; may be repeated'
            cand --telemetry 'The folder of the records of calls, or ''off'''
            cand --log 'Write a line for each decision into this file'
            cand --log-level 'The lowest level of lines in the log [default: info]'
            cand --timeout 'Cancel a call after this time, such as 90s, and answer it with an error; 0 is never [default: 0]'
            cand --url 'A server over HTTP instead of a program'
            cand --header 'With --url: a header of every request; may be repeated'
            cand --header-env 'With --url: a header whose value is in an environment variable; may be repeated'
            cand --listen 'Serve clients over HTTP: POST /mcp, GET /health, /metrics and /; an address such as ''127.0.0.1:8080'', or a port'
            cand --token-file 'With --listen: the token that every request must have, as ''Authorization: Bearer TOKEN''; others need it to come from beyond this machine'
            cand --allow-host 'With --listen: a further name of this machine that requests may be sent to; may be repeated'
            cand --no-store 'Keep no copy of what is shortened; there are no cursors then'
            cand --no-redact 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]'''
            cand -h 'Print help'
            cand --help 'Print help'
            cand install 'Put ''weir proxy'' before a server in a client''s configuration, or remove it'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'weir;proxy;install'= {
            cand --file 'The configuration [default: the project''s, when it has this server, else the user''s]'
            cand --remove 'Remove weir again'
            cand --dry-run 'Show what would change, and change nothing'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;proxy;help'= {
            cand install 'Put ''weir proxy'' before a server in a client''s configuration, or remove it'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'weir;proxy;help;install'= {
        }
        &'weir;proxy;help;help'= {
        }
        &'weir;stats'= {
            cand --telemetry 'The folder of the records [default: that of WEIR_TELEMETRY or of the configuration]'
            cand --tool 'Count only the calls of these tools: a name or a glob'
            cand --since 'Count from this time on: RFC 3339, or an age such as 30s, 15m, 1h or 7d'
            cand --until 'Count up to this time'
            cand --outcome 'Count only the calls with this outcome'
            cand --cmd 'Count only what this command recorded: proxy (weir mcp too) or pack'
            cand --format 'The form of the numbers: text, JSON, or the text format of Prometheus [default: text]'
            cand --html 'Write one page for a browser into this file; the page loads nothing from other hosts'
            cand --check 'Exit with 1 when this does not hold: ''oversized<=5%'', ''p95Latency<500''; may be repeated'
            cand --agents 'Count what weir did in the shells of coding agents that were set up with --stats'
            cand --health 'Print a few figures on the state: use, sizes, errors, configuration, store; exit with 1 when it is bad'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;config'= {
            cand -h 'Print help'
            cand --help 'Print help'
            cand check 'Check a configuration; when it is wrong, print file, line and field, and exit with 2'
            cand show 'Print the settings in use, from flags, variables, the file, its profile and the defaults'
            cand path 'Print the path of the configuration in use, or where it would be'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'weir;config;check'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;config;show'= {
            cand --config 'The file [default: that of WEIR_CONFIG, or weir/weir.yaml, .yml or .json in XDG_CONFIG_HOME]'
            cand --profile 'Print a profile instead, without file and variables'
            cand --format 'The form of the settings [default: yaml]'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;config;path'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;config;help'= {
            cand check 'Check a configuration; when it is wrong, print file, line and field, and exit with 2'
            cand show 'Print the settings in use, from flags, variables, the file, its profile and the defaults'
            cand path 'Print the path of the configuration in use, or where it would be'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'weir;config;help;check'= {
        }
        &'weir;config;help;show'= {
        }
        &'weir;config;help;path'= {
        }
        &'weir;config;help;help'= {
        }
        &'weir;page'= {
            cand -b 'Tokens of the answer, at least 1; 8k is 8000'
            cand --budget 'Tokens of the answer, at least 1; 8k is 8000'
            cand --est 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD'
            cand --format 'The form of the answer'
            cand --limit 'Items of a page, 1 to 200 [default: 50]'
            cand --cursor 'Show the page of this cursor, without reading input'
            cand --pages 'Show these pages at once: A, or A-B, counted from 1'
            cand --path 'Where the list is, such as .items or .data.rows; not needed for an object''s only array'
            cand --sort 'The order: auto (newest first, when every item has the time it was created), none, FIELD, FIELD:asc or FIELD:desc'
            cand --fields 'Show only these fields, with commas between them: id,guest.name'
            cand --ttl 'How long a cursor is valid, up to 600 seconds; 90s and 5m are times too [default: 600]'
            cand --clamp 'Take 200 for a larger limit instead of refusing it'
            cand --no-redact 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]'''
            cand --no-store 'Keep no copy of the input; ''weir show'' and cursors need one'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;digest'= {
            cand -b 'Tokens of the answer, at least 1; 8k is 8000'
            cand --budget 'Tokens of the answer, at least 1; 8k is 8000'
            cand --est 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD'
            cand --format 'The form of the answer'
            cand --item-budget 'Tokens of one record: of an object, or of an element of an array [default: 2000]'
            cand --keep 'Show these fields beside the identifying ones, instead of dates and totals'
            cand --fields 'Show only these fields, with commas between them: id,guest.name'
            cand --max-text 'Chars of a text before it is clipped, 8 to 100000 [default: 200]'
            cand --strip 'Leave out fields of these names at any depth: ''*schema*,debug*''; ''production'' is ''*schema*,debug*,_links'''
            cand --no-redact 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]'''
            cand --no-store 'Keep no copy of the input; ''weir show'' and cursors need one'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;chunk'= {
            cand -b 'Tokens of the answer, at least 1; 8k is 8000'
            cand --budget 'Tokens of the answer, at least 1; 8k is 8000'
            cand --est 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD'
            cand --format 'The form of the answer'
            cand --tokens 'Tokens of a chunk, as --budget [default: 2000]'
            cand --max-lines 'Lines of a chunk [default: 200]'
            cand --boundary 'Where a chunk may end: auto, entry, paragraph, sentence or line [default: auto]'
            cand --lines 'Show only these lines: A:B, A:, :B or A+N'
            cand --start-line 'Start at this line, counted from 1'
            cand --end-line 'End with this line'
            cand --index 'Show the chunk of this number, counted from 0; with --map: begin there'
            cand --cursor 'Show the chunk of this cursor, without reading input'
            cand --ttl 'How long a cursor is valid, up to 600 seconds; 90s and 5m are times too [default: 600]'
            cand --map 'List the chunks instead of showing one'
            cand --no-redact 'Show known secrets, such as tokens and passwords, instead of ''[redacted:kind]'''
            cand --no-store 'Keep no copy of the input; ''weir show'' and cursors need one'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;tokens'= {
            cand --est 'The estimator: chars4-floor, chars4-ceil, chars4-margin20, class, exec:CMD, or all [default: chars4-ceil]'
            cand --format 'The form of the answer [default: text]'
            cand --per-line 'Count each line, with its line ending, by itself'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;pack'= {
            cand -b 'Tokens of the answer, at least 1; 8k is 8000'
            cand --budget 'Tokens of the answer, at least 1; 8k is 8000'
            cand --est 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD'
            cand --format 'The form of the answer'
            cand --profile 'The defaults: rules (8192 tokens, prefix) or rag (8000 tokens, greedy, 64 kept free) [default: rules; rag with --cite]'
            cand --policy 'When a chunk does not fit: stop (prefix) or skip it (greedy) [default: the profile''s]'
            cand --order 'Which chunk is first [default: score when all chunks have one, else input]'
            cand --reserve 'Tokens of the budget to keep free [default: the profile''s]'
            cand --top-k 'Take at most this many chunks, the first ones'
            cand --sep 'What to put between two texts; \n is a newline [default: \n\n]'
            cand --files 'Pack whole files, the best first: each FILE, or the files that standard input lists, one per line'
            cand --cite 'Name the sources, and count what they cost'
            cand --assert-order 'Print nothing and exit with 1 when the scores do not descend'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;compile'= {
            cand -b 'Tokens of the answer, at least 1; 8k is 8000'
            cand --budget 'Tokens of the answer, at least 1; 8k is 8000'
            cand --est 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD'
            cand --format 'The form of the answer'
            cand --window 'Tokens that the context may have; 24k is 24000'
            cand --raw 'Tokens of the model''s own window, of which --ratio may be used'
            cand --ratio 'The share of --raw, above 0 and below 1 [default: 0.4; 0.25 with more than 8000 tokens of tools]'
            cand --model 'Take --raw from the table of well-known models'
            cand --budgets 'Tokens of sections: system=1500,memory=6k,history=12k,tools=3k,headroom=1500; their sum is the window [default: 6.25, 25, 50, 12.5 and 6.25 % of it]'
            cand --keep-last 'How many of the last messages are shortened last [default: 3]'
            cand --task 'The task, by which tools are chosen'
            cand --now 'The time from which the age of memories counts [default: the newest memory''s]'
            cand --memory-score 'How recency, relevance, confidence and density of a memory become one number [default: product]'
            cand --from 'What the input is: a session of an agent, or messages of a provider [default: weir''s own form]'
            cand --to 'Write the conversation back in the form of --from'
            cand -o 'With --to: write into this file, without the limit of 1000000 bytes'
            cand --output 'With --to: write into this file, without the limit of 1000000 bytes'
            cand --event-log 'Append what was done to this file, without any content'
            cand --check 'Read an event log instead, and exit with 1 when a context in it was larger than --max or than its own window'
            cand --max 'With --check: the most tokens of a context'
            cand --explain 'Print a table of what each section takes up, instead of the context'
            cand --health 'Print how full the context is in one line, instead of the context'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;completions'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;man'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;help'= {
            cand run 'Run a command, print the answer, and exit with the command''s own code'
            cand rerun 'Run only the failed tests of a stored run again'
            cand show 'List the stored runs, or show one again'
            cand gain 'Count what the answers of the stored runs saved, compared with an agent''s own cut'
            cand batch 'Judge many logs: one line of JSON for each, and a summary'
            cand tap 'Pass a pipe on, byte for byte, and print the verdict on standard error'
            cand runners 'List the runners and tools that weir recognizes'
            cand rows 'Check a file of rows, which describes a tool of your own, or propose one'
            cand trust 'Read the rows in .weir of this folder from now on, as they are'
            cand setup 'Set weir up in the shell of a coding agent; without AGENT, list the agents'
            cand doctor 'Test whether weir works in an agent''s shell; exit with 1 when something is wrong'
            cand mcp 'Run as an MCP server, through which an agent runs tests and reads files'
            cand proxy 'Run in front of an MCP server, and make its long answers short'
            cand stats 'Print figures from the records of ''weir proxy'' and ''weir mcp'''
            cand config 'Check or show the configuration'
            cand page 'Show a list in JSON page by page: the first 50 items, and a cursor to the next'
            cand digest 'Show the main fields of a large JSON document, and how to get the rest'
            cand chunk 'Show a long text in chunks that end at entries, paragraphs or sentences'
            cand tokens 'Count the tokens of text'
            cand pack 'Pack ranked chunks, or whole files, into a budget of tokens'
            cand compile 'Make a context fit its window: system prompt, memory, history and tools'
            cand completions 'Print the completion script of a shell'
            cand man 'Write the manual pages into a folder'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'weir;help;run'= {
        }
        &'weir;help;rerun'= {
        }
        &'weir;help;show'= {
        }
        &'weir;help;gain'= {
        }
        &'weir;help;batch'= {
        }
        &'weir;help;tap'= {
        }
        &'weir;help;runners'= {
        }
        &'weir;help;rows'= {
            cand check 'Check a file of rows; with a sample, show which row takes each of its lines, and the answer'
            cand new 'Propose a file of rows for what a tool prints, as a start'
        }
        &'weir;help;rows;check'= {
        }
        &'weir;help;rows;new'= {
        }
        &'weir;help;trust'= {
        }
        &'weir;help;setup'= {
        }
        &'weir;help;doctor'= {
        }
        &'weir;help;mcp'= {
        }
        &'weir;help;proxy'= {
            cand install 'Put ''weir proxy'' before a server in a client''s configuration, or remove it'
        }
        &'weir;help;proxy;install'= {
        }
        &'weir;help;stats'= {
        }
        &'weir;help;config'= {
            cand check 'Check a configuration; when it is wrong, print file, line and field, and exit with 2'
            cand show 'Print the settings in use, from flags, variables, the file, its profile and the defaults'
            cand path 'Print the path of the configuration in use, or where it would be'
        }
        &'weir;help;config;check'= {
        }
        &'weir;help;config;show'= {
        }
        &'weir;help;config;path'= {
        }
        &'weir;help;page'= {
        }
        &'weir;help;digest'= {
        }
        &'weir;help;chunk'= {
        }
        &'weir;help;tokens'= {
        }
        &'weir;help;pack'= {
        }
        &'weir;help;compile'= {
        }
        &'weir;help;completions'= {
        }
        &'weir;help;man'= {
        }
        &'weir;help;help'= {
        }
    ]
    $completions[$command]
}
