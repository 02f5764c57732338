
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
            cand --fit 'Stay below the ceiling of the answer''s reader: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or ''off'' [default: by its variables]'
            cand --from 'Read the input as the output of this runner, named as by ''weir runners'' [default: auto]'
            cand --report 'A report of the same run: JUnit XML, an .xcresult folder or its saved JSON; may be repeated'
            cand --patterns 'Patterns of failures of your own, in TOML; may be repeated'
            cand --format 'The form of the answer [default: text]'
            cand --color 'Colour weir''s own lines [default: auto]'
            cand --progress 'Show progress on standard error: a bar on a terminal, or with ''always'' plain lines [default: auto]'
            cand --name 'Compare with the last run of this name in this folder; ''weir run'' has its command as a name'
            cand --slowest 'Tell the N slowest tests of which the runner prints the time'
            cand --output 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html, or what this CI reads: auto; ''-'' is standard output instead of the answer; may be repeated'
            cand --child-exit 'The exit status of the run, 0 to 255, when you know it'
            cand --no-compare 'Say nothing of the last run, and remember nothing of this one'
            cand --no-redact 'Show well-known secrets, tokens and passwords say, instead of ''[redacted:kind]'''
            cand --no-store 'Keep no copy of the input, which ''weir show'' and cursors need'
            cand --exit-zero 'Exit with 0 whatever the verdict is'
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
            cand run 'Run a command and answer for it: its exit status is known, and returned'
            cand rerun 'Run again what failed in a stored run, and nothing else, as ''weir run'' does'
            cand tap 'Hand on what a pipe brings, byte for byte, and say on standard error how the run ended'
            cand runners 'List the runners and tools whose output is recognised'
            cand show 'List the stored runs, or show one again'
            cand compile 'Bring a context within its window: system prompt, memory, history and tools'
            cand batch 'Judge many logs: a line of JSON for each, and one that sums up'
            cand proxy 'Stand in front of an MCP server: any server, its answers bounded, nothing lost'
            cand mcp 'Be an MCP server: an agent runs tests and reads files through it, and gets bounded answers'
            cand setup 'Put weir into the shell of a coding agent, without touching what it may run; without AGENT, list them'
            cand doctor 'Try whether weir works in an agent''s shell, and say what is off; exit with 1 when something is'
            cand page 'Show a list in JSON page by page: the first 50 items, and a cursor to the next'
            cand digest 'Show what identifies a large JSON document, and how to get the rest of it'
            cand chunk 'Show a long text in chunks, cut where its meaning allows'
            cand tokens 'Count the tokens of text'
            cand pack 'Pack ranked chunks, or whole files, into a token budget'
            cand config 'Check or show the configuration'
            cand stats 'Count the calls that an MCP server was asked for, from their records'
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
            cand --fit 'Stay below the ceiling of the answer''s reader: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or ''off'' [default: by its variables]'
            cand --from 'Read the input as the output of this runner, named as by ''weir runners'' [default: auto]'
            cand --report 'A report of the same run: JUnit XML, an .xcresult folder or its saved JSON; may be repeated'
            cand --patterns 'Patterns of failures of your own, in TOML; may be repeated'
            cand --format 'The form of the answer [default: text]'
            cand --color 'Colour weir''s own lines [default: auto]'
            cand --progress 'Show progress on standard error: a bar on a terminal, or with ''always'' plain lines [default: auto]'
            cand --name 'Compare with the last run of this name in this folder; ''weir run'' has its command as a name'
            cand --slowest 'Tell the N slowest tests of which the runner prints the time'
            cand --output 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html, or what this CI reads: auto; ''-'' is standard output instead of the answer; may be repeated'
            cand --timeout 'End the command after this time, 90s, 5m or 1.5h say, and exit with 124'
            cand --no-compare 'Say nothing of the last run, and remember nothing of this one'
            cand --no-redact 'Show well-known secrets, tokens and passwords say, instead of ''[redacted:kind]'''
            cand --no-store 'Keep no copy of the input, which ''weir show'' and cursors need'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;rerun'= {
            cand -m 'How much to show [default: standard]'
            cand --mode 'How much to show [default: standard]'
            cand --max-chars 'Chars of the whole answer, 400 to 1000000 [default: the mode''s]'
            cand --max-lines 'Lines of the whole answer, 4 to 1000000 [default: the mode''s]'
            cand --max-line-chars 'Chars of one line, 60 to 1000000 [default: the mode''s]'
            cand --fit 'Stay below the ceiling of the answer''s reader: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or ''off'' [default: by its variables]'
            cand --from 'Read the input as the output of this runner, named as by ''weir runners'' [default: auto]'
            cand --report 'A report of the same run: JUnit XML, an .xcresult folder or its saved JSON; may be repeated'
            cand --patterns 'Patterns of failures of your own, in TOML; may be repeated'
            cand --format 'The form of the answer [default: text]'
            cand --color 'Colour weir''s own lines [default: auto]'
            cand --progress 'Show progress on standard error: a bar on a terminal, or with ''always'' plain lines [default: auto]'
            cand --name 'Compare with the last run of this name in this folder; ''weir run'' has its command as a name'
            cand --slowest 'Tell the N slowest tests of which the runner prints the time'
            cand --output 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html, or what this CI reads: auto; ''-'' is standard output instead of the answer; may be repeated'
            cand --timeout 'End the command after this time, 90s, 5m or 1.5h say, and exit with 124'
            cand --no-compare 'Say nothing of the last run, and remember nothing of this one'
            cand --no-redact 'Show well-known secrets, tokens and passwords say, instead of ''[redacted:kind]'''
            cand --no-store 'Keep no copy of the input, which ''weir show'' and cursors need'
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
        &'weir;show'= {
            cand --failure 'Show all that is known of the failures of this name'
            cand --path 'Show a part of a stored JSON document: .a.b, .items[3]'
            cand --from 'Begin with the run, the failure, the failure''s line or the part''s char of this number'
            cand --page 'Show this page of the runs, of the failures or of one failure'
            cand --cursor 'Go on in the list of failures where this cursor leads to'
            cand --lines 'Show these lines: A:B, A-B, A:, :B or A+N'
            cand --grep 'Show the lines that match a regular expression'
            cand -C 'With --grep: and this many lines before and after each'
            cand --context 'With --grep: and this many lines before and after each'
            cand -m 'How much to show [default: standard]'
            cand --mode 'How much to show [default: standard]'
            cand --max-chars 'Chars of the whole answer, 400 to 1000000 [default: the mode''s]'
            cand --max-lines 'Lines of the whole answer, 4 to 1000000 [default: the mode''s]'
            cand --max-line-chars 'Chars of one line, 60 to 1000000 [default: the mode''s]'
            cand --fit 'Stay below the ceiling of the answer''s reader: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or ''off'' [default: by its variables]'
            cand --format 'The form of the answer or of the list [default: text]'
            cand --color 'Colour weir''s own lines [default: auto]'
            cand --output 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html, or what this CI reads: auto; ''-'' is standard output instead of the answer; may be repeated'
            cand --failures 'List the failures, a line each'
            cand --raw 'Print the stored bytes, all of them and not to a terminal'
            cand --purge 'Remove the run; without ID all runs, and what later runs would be compared with'
            cand --yes 'With --purge and without ID: do not ask'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;compile'= {
            cand -b 'Tokens of the answer, at least 1; 8k is 8000'
            cand --budget 'Tokens of the answer, at least 1; 8k is 8000'
            cand --est 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD'
            cand --format 'The form of the answer'
            cand --window 'Tokens that the context may take up; 24k is 24000'
            cand --raw 'Tokens of the model''s own window, of which --ratio may be taken up'
            cand --ratio 'The share of --raw, above 0 and below 1 [default: 0.4; 0.25 with more than 8000 tokens of tools]'
            cand --model 'Take --raw from the table of well-known models'
            cand --budgets 'Tokens of sections: system=1500,memory=6k,history=12k,tools=3k,headroom=1500; their sum is the window [default: 6.25, 25, 50, 12.5 and 6.25 % of it]'
            cand --keep-last 'The last messages of the history, which are shortened last [default: 3]'
            cand --task 'What is to be done: tools are chosen by it'
            cand --now 'The time from which the age of memories counts [default: the newest memory''s]'
            cand --memory-score 'How recency, relevance, confidence and density of a memory become one number [default: product]'
            cand --from 'What the input is: a session of an agent, or messages of a provider [default: weir''s own form]'
            cand --to 'Write the conversation back in the form of --from'
            cand -o 'With --to: write it into this file, which the ceiling of 1000000 bytes does not bind'
            cand --output 'With --to: write it into this file, which the ceiling of 1000000 bytes does not bind'
            cand --event-log 'Append the event, without content, to this file'
            cand --check 'Read an event log instead: exit with 1 when a context in it was larger than --max, or than its own window'
            cand --max 'With --check: the most tokens of a context'
            cand --explain 'Show what each section takes up as a table, instead of the context'
            cand --health 'Show in one line how full the context is, instead of the context'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;batch'= {
            cand -j 'How many logs are judged at once, 1 to 256 [default: one a processor]'
            cand --jobs 'How many logs are judged at once, 1 to 256 [default: one a processor]'
            cand --from 'Read the logs as the output of this runner, named as by ''weir runners'' [default: auto]'
            cand --patterns 'Patterns of failures of your own, in TOML; may be repeated'
            cand --output 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html, or what this CI reads: auto; ''-'' is standard output instead of the answer; may be repeated'
            cand -0 'Lists are separated by NULs alone, as ''find -print0'' writes them'
            cand --null 'Lists are separated by NULs alone, as ''find -print0'' writes them'
            cand --no-summary 'Leave the last line out, which sums up'
            cand --exit-zero 'Exit with 0 whatever the logs tell'
            cand --no-redact 'Show well-known secrets, tokens and passwords say, instead of ''[redacted:kind]'''
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;proxy'= {
            cand --config 'The configuration, in YAML or JSON [default: weir/weir.yaml in XDG_CONFIG_HOME]'
            cand --mode 'What is done with answers: enforce changes them, observe only records, ab changes one half [default: enforce]'
            cand --only 'Change answers of these tools alone; may be repeated'
            cand --telemetry 'The folder of the records of calls, or ''off'''
            cand --log 'Write a line for each decision into this file'
            cand --log-level 'The least important lines of the log [default: info]'
            cand --timeout 'Seconds after which a call is answered by an error and cancelled, 0 for none [default: 0]'
            cand --url 'A server over HTTP instead of a program'
            cand --header 'With --url: a header of every request; may be repeated'
            cand --listen 'Serve clients over HTTP: POST /mcp, GET /health, /metrics and /; ''127.0.0.1:8080'' say, or a port alone'
            cand --token-file 'With --listen: the token that every request must have, as ''Authorization: Bearer TOKEN''; others need it to come from beyond this machine'
            cand --allow-host 'With --listen: a further name of this machine that requests may be sent to; may be repeated'
            cand --no-store 'Keep no copy of what is shortened: no cursors'
            cand --no-redact 'Show well-known secrets, tokens and passwords say, instead of ''[redacted:kind]'''
            cand -h 'Print help'
            cand --help 'Print help'
            cand install 'Put ''weir proxy'' in front of a server in a client''s configuration, or take it out'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'weir;proxy;install'= {
            cand --file 'The configuration [default: the project''s, when it has this server, else the user''s]'
            cand --remove 'Take weir out again'
            cand --dry-run 'Show what would change, and change nothing'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;proxy;help'= {
            cand install 'Put ''weir proxy'' in front of a server in a client''s configuration, or take it out'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'weir;proxy;help;install'= {
        }
        &'weir;proxy;help;help'= {
        }
        &'weir;mcp'= {
            cand --root 'A folder that is open to the tools; may be repeated [default: the working folder]'
            cand --allow 'Commands that weir_run may run: words, each a glob for one word, and a last ''*'' for any more; may be repeated. Without it there is no weir_run'
            cand --timeout 'Seconds after which a run is ended, 0 for none [default: 600]'
            cand --config 'The configuration, in YAML or JSON [default: weir/weir.yaml in XDG_CONFIG_HOME]'
            cand --telemetry 'The folder of the records of calls, or ''off'''
            cand --print-config 'Print what a client''s configuration needs for these options, and exit'
            cand --listen 'Serve clients over HTTP: POST /mcp, GET /health, /metrics and /; ''127.0.0.1:8080'' say, or a port alone'
            cand --token-file 'With --listen: the token that every request must have, as ''Authorization: Bearer TOKEN''; others need it to come from beyond this machine'
            cand --allow-host 'With --listen: a further name of this machine that requests may be sent to; may be repeated'
            cand --no-store 'Keep no copy of what is shortened: no cursors'
            cand --no-redact 'Show well-known secrets, tokens and passwords say, instead of ''[redacted:kind]'''
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;setup'= {
            cand --project 'Change the settings of this folder''s project instead of the user''s'
            cand --dry-run 'Show what would change, and change nothing'
            cand --remove 'Take out what was put in'
            cand --chain 'Call what a setting named before, after weir; --remove puts it back'
            cand --stats 'Count runs on this machine, for ''weir stats --agents''; never what they print'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;doctor'= {
            cand --format 'The form of the answer [default: text]'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;page'= {
            cand -b 'Tokens of the answer, at least 1; 8k is 8000'
            cand --budget 'Tokens of the answer, at least 1; 8k is 8000'
            cand --est 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD'
            cand --format 'The form of the answer'
            cand --limit 'Items of a page, 1 to 200 [default: 50]'
            cand --cursor 'The page that a cursor leads to; it needs no input'
            cand --pages 'These pages at once: A, or A-B, counted from 1'
            cand --path 'Where the list stands: .items, .data.rows; not needed for an object''s only array'
            cand --sort 'The order: auto is newest first when every item says when it was created; none; FIELD, FIELD:asc or FIELD:desc'
            cand --fields 'Only these fields, with commas between them: id,guest.name'
            cand --ttl 'Seconds for which a cursor leads on, 1 to 600 [default: 600]'
            cand --clamp 'Take 200 for a larger limit instead of refusing it'
            cand --no-redact 'Show well-known secrets, tokens and passwords say, instead of ''[redacted:kind]'''
            cand --no-store 'Keep no copy of the input, which ''weir show'' and cursors need'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;digest'= {
            cand -b 'Tokens of the answer, at least 1; 8k is 8000'
            cand --budget 'Tokens of the answer, at least 1; 8k is 8000'
            cand --est 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD'
            cand --format 'The form of the answer'
            cand --item-budget 'Tokens of one record: of an object, or of an element of an array [default: 2000]'
            cand --keep 'Keep these fields beside the identifying ones, instead of dates and totals'
            cand --fields 'Only these fields, with commas between them: id,guest.name'
            cand --max-text 'Chars of a text before it is clipped, 8 to 100000 [default: 200]'
            cand --strip 'Leave fields out by name, wherever they stand: ''*schema*,debug*''; ''production'' is ''*schema*,debug*,_links'''
            cand --no-redact 'Show well-known secrets, tokens and passwords say, instead of ''[redacted:kind]'''
            cand --no-store 'Keep no copy of the input, which ''weir show'' and cursors need'
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
            cand --lines 'Only these lines: A:B, A:, :B or A+N'
            cand --start-line 'Only from this line on, counted from 1'
            cand --end-line 'Only up to this line'
            cand --index 'The chunk of this number, counted from 0; with --map: begin there'
            cand --cursor 'The chunk that a cursor leads to; it needs no input'
            cand --ttl 'Seconds for which a cursor leads on, 1 to 600 [default: 600]'
            cand --map 'List the chunks instead of showing one'
            cand --no-redact 'Show well-known secrets, tokens and passwords say, instead of ''[redacted:kind]'''
            cand --no-store 'Keep no copy of the input, which ''weir show'' and cursors need'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;tokens'= {
            cand --est 'The estimator: chars4-floor, chars4-ceil, chars4-margin20, class, exec:CMD, or all [default: chars4-ceil]'
            cand --format 'The form of the answer [default: text]'
            cand --per-line 'Count every line by itself, its end included'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;pack'= {
            cand -b 'Tokens of the answer, at least 1; 8k is 8000'
            cand --budget 'Tokens of the answer, at least 1; 8k is 8000'
            cand --est 'How tokens are counted: an estimator of ''weir tokens'', or exec:CMD'
            cand --format 'The form of the answer'
            cand --profile 'Numbers to begin with: rules (8192 tokens, prefix) or rag (8000, greedy, 64 kept) [default: rules; rag with --cite]'
            cand --policy 'At a chunk that does not fit: end (prefix) or pass over it (greedy) [default: the profile''s]'
            cand --order 'Which chunk is first [default: score when all chunks have one, else input]'
            cand --reserve 'Tokens of the budget to keep free [default: the profile''s]'
            cand --top-k 'So many chunks at most, the first ones'
            cand --sep 'What stands between two texts; \n is a newline [default: \n\n]'
            cand --files 'Pack whole files, the best first: each FILE, or those that standard input names, a line each'
            cand --cite 'Tell the sources, and count what they cost'
            cand --assert-order 'Exit with 1 when the scores do not descend, and print nothing'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'weir;config'= {
            cand -h 'Print help'
            cand --help 'Print help'
            cand check 'Check a configuration: exit with 2, and name file, line and field, when it is wrong'
            cand show 'Print the settings that hold: flags and variables over the file, its profile and the defaults'
            cand path 'Print the path of the configuration that is in use, or of the one that would be'
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
            cand check 'Check a configuration: exit with 2, and name file, line and field, when it is wrong'
            cand show 'Print the settings that hold: flags and variables over the file, its profile and the defaults'
            cand path 'Print the path of the configuration that is in use, or of the one that would be'
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
        &'weir;stats'= {
            cand --telemetry 'The folder of the records [default: that of WEIR_TELEMETRY or of the configuration]'
            cand --tool 'Count calls of these tools alone: a name or a glob'
            cand --since 'Count from this time on: RFC 3339, or so long ago: 30s, 15m, 1h, 7d'
            cand --until 'Count up to this time'
            cand --outcome 'Count calls of this outcome alone'
            cand --cmd 'Count what this command recorded alone: proxy (weir mcp too) or pack'
            cand --format 'The form of the numbers: text, JSON, or the text format of Prometheus [default: text]'
            cand --html 'Write one page for a browser into this file, which asks nothing of any other host'
            cand --check 'Exit with 1 when this does not hold: ''oversized<=5%'', ''p95Latency<500''; may be repeated'
            cand --agents 'Count what weir did in the shells of coding agents that were set up with --stats'
            cand --health 'Print how it goes in a few numbers: adoption, sizes, errors, the configuration, the store; exit with 1 when it is failing'
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
            cand run 'Run a command and answer for it: its exit status is known, and returned'
            cand rerun 'Run again what failed in a stored run, and nothing else, as ''weir run'' does'
            cand tap 'Hand on what a pipe brings, byte for byte, and say on standard error how the run ended'
            cand runners 'List the runners and tools whose output is recognised'
            cand show 'List the stored runs, or show one again'
            cand compile 'Bring a context within its window: system prompt, memory, history and tools'
            cand batch 'Judge many logs: a line of JSON for each, and one that sums up'
            cand proxy 'Stand in front of an MCP server: any server, its answers bounded, nothing lost'
            cand mcp 'Be an MCP server: an agent runs tests and reads files through it, and gets bounded answers'
            cand setup 'Put weir into the shell of a coding agent, without touching what it may run; without AGENT, list them'
            cand doctor 'Try whether weir works in an agent''s shell, and say what is off; exit with 1 when something is'
            cand page 'Show a list in JSON page by page: the first 50 items, and a cursor to the next'
            cand digest 'Show what identifies a large JSON document, and how to get the rest of it'
            cand chunk 'Show a long text in chunks, cut where its meaning allows'
            cand tokens 'Count the tokens of text'
            cand pack 'Pack ranked chunks, or whole files, into a token budget'
            cand config 'Check or show the configuration'
            cand stats 'Count the calls that an MCP server was asked for, from their records'
            cand completions 'Print the completion script of a shell'
            cand man 'Write the manual pages into a folder'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'weir;help;run'= {
        }
        &'weir;help;rerun'= {
        }
        &'weir;help;tap'= {
        }
        &'weir;help;runners'= {
        }
        &'weir;help;show'= {
        }
        &'weir;help;compile'= {
        }
        &'weir;help;batch'= {
        }
        &'weir;help;proxy'= {
            cand install 'Put ''weir proxy'' in front of a server in a client''s configuration, or take it out'
        }
        &'weir;help;proxy;install'= {
        }
        &'weir;help;mcp'= {
        }
        &'weir;help;setup'= {
        }
        &'weir;help;doctor'= {
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
        &'weir;help;config'= {
            cand check 'Check a configuration: exit with 2, and name file, line and field, when it is wrong'
            cand show 'Print the settings that hold: flags and variables over the file, its profile and the defaults'
            cand path 'Print the path of the configuration that is in use, or of the one that would be'
        }
        &'weir;help;config;check'= {
        }
        &'weir;help;config;show'= {
        }
        &'weir;help;config;path'= {
        }
        &'weir;help;stats'= {
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
