# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_weir_global_optspecs
    string join \n m/mode= max-chars= max-lines= max-line-chars= fit= from= report= patterns= format= color= progress= name= no-compare slowest= output= no-redact no-store child-exit= exit-zero h/help V/version
end

function __fish_weir_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_weir_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_weir_using_subcommand
    set -l cmd (__fish_weir_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c weir -n "__fish_weir_needs_command" -s m -l mode -d 'How much to show [default: standard]' -r -f -a "minimal\t''
standard\t''
verbose\t''"
complete -c weir -n "__fish_weir_needs_command" -l max-chars -d 'Chars of the whole answer, 400 to 1000000 [default: the mode\'s]' -r
complete -c weir -n "__fish_weir_needs_command" -l max-lines -d 'Lines of the whole answer, 4 to 1000000 [default: the mode\'s]' -r
complete -c weir -n "__fish_weir_needs_command" -l max-line-chars -d 'Chars of one line, 60 to 1000000 [default: the mode\'s]' -r
complete -c weir -n "__fish_weir_needs_command" -l fit -d 'Stay below the ceiling of the answer\'s reader: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or \'off\' [default: by its variables]' -r
complete -c weir -n "__fish_weir_needs_command" -l from -d 'Read the input as the output of this runner, named as by \'weir runners\' [default: auto]' -r
complete -c weir -n "__fish_weir_needs_command" -l report -d 'A report of the same run: JUnit XML, an .xcresult folder or its saved JSON; may be repeated' -r -F
complete -c weir -n "__fish_weir_needs_command" -l patterns -d 'Patterns of failures of your own, in TOML; may be repeated' -r -F
complete -c weir -n "__fish_weir_needs_command" -l format -d 'The form of the answer [default: text]' -r -f -a "text\t''
json\t''"
complete -c weir -n "__fish_weir_needs_command" -l color -d 'Colour weir\'s own lines [default: auto]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c weir -n "__fish_weir_needs_command" -l progress -d 'Show progress on standard error: a bar on a terminal, or with \'always\' plain lines [default: auto]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c weir -n "__fish_weir_needs_command" -l name -d 'Compare with the last run of this name in this folder; \'weir run\' has its command as a name' -r
complete -c weir -n "__fish_weir_needs_command" -l slowest -d 'Tell the N slowest tests of which the runner prints the time' -r
complete -c weir -n "__fish_weir_needs_command" -l output -d 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html, or what this CI reads: auto; \'-\' is standard output instead of the answer; may be repeated' -r
complete -c weir -n "__fish_weir_needs_command" -l child-exit -d 'The exit status of the run, 0 to 255, when you know it' -r
complete -c weir -n "__fish_weir_needs_command" -l no-compare -d 'Say nothing of the last run, and remember nothing of this one'
complete -c weir -n "__fish_weir_needs_command" -l no-redact -d 'Show well-known secrets, tokens and passwords say, instead of \'[redacted:kind]\''
complete -c weir -n "__fish_weir_needs_command" -l no-store -d 'Keep no copy of the input, which \'weir show\' and cursors need'
complete -c weir -n "__fish_weir_needs_command" -l exit-zero -d 'Exit with 0 whatever the verdict is'
complete -c weir -n "__fish_weir_needs_command" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_needs_command" -s V -l version -d 'Print version'
complete -c weir -n "__fish_weir_needs_command" -a "run" -d 'Run a command and answer for it: its exit status is known, and returned'
complete -c weir -n "__fish_weir_needs_command" -a "rerun" -d 'Run again what failed in a stored run, and nothing else, as \'weir run\' does'
complete -c weir -n "__fish_weir_needs_command" -a "tap" -d 'Hand on what a pipe brings, byte for byte, and say on standard error how the run ended'
complete -c weir -n "__fish_weir_needs_command" -a "runners" -d 'List the runners and tools whose output is recognised'
complete -c weir -n "__fish_weir_needs_command" -a "show" -d 'List the stored runs, or show one again'
complete -c weir -n "__fish_weir_needs_command" -a "compile" -d 'Bring a context within its window: system prompt, memory, history and tools'
complete -c weir -n "__fish_weir_needs_command" -a "batch" -d 'Judge many logs: a line of JSON for each, and one that sums up'
complete -c weir -n "__fish_weir_needs_command" -a "proxy" -d 'Stand in front of an MCP server: any server, its answers bounded, nothing lost'
complete -c weir -n "__fish_weir_needs_command" -a "mcp" -d 'Be an MCP server: an agent runs tests and reads files through it, and gets bounded answers'
complete -c weir -n "__fish_weir_needs_command" -a "setup" -d 'Put weir into the shell of a coding agent, without touching what it may run; without AGENT, list them'
complete -c weir -n "__fish_weir_needs_command" -a "doctor" -d 'Try whether weir works in an agent\'s shell, and say what is off; exit with 1 when something is'
complete -c weir -n "__fish_weir_needs_command" -a "page" -d 'Show a list in JSON page by page: the first 50 items, and a cursor to the next'
complete -c weir -n "__fish_weir_needs_command" -a "digest" -d 'Show what identifies a large JSON document, and how to get the rest of it'
complete -c weir -n "__fish_weir_needs_command" -a "chunk" -d 'Show a long text in chunks, cut where its meaning allows'
complete -c weir -n "__fish_weir_needs_command" -a "tokens" -d 'Count the tokens of text'
complete -c weir -n "__fish_weir_needs_command" -a "pack" -d 'Pack ranked chunks, or whole files, into a token budget'
complete -c weir -n "__fish_weir_needs_command" -a "config" -d 'Check or show the configuration'
complete -c weir -n "__fish_weir_needs_command" -a "stats" -d 'Count the calls that an MCP server was asked for, from their records'
complete -c weir -n "__fish_weir_needs_command" -a "completions" -d 'Print the completion script of a shell'
complete -c weir -n "__fish_weir_needs_command" -a "man" -d 'Write the manual pages into a folder'
complete -c weir -n "__fish_weir_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c weir -n "__fish_weir_using_subcommand run" -s m -l mode -d 'How much to show [default: standard]' -r -f -a "minimal\t''
standard\t''
verbose\t''"
complete -c weir -n "__fish_weir_using_subcommand run" -l max-chars -d 'Chars of the whole answer, 400 to 1000000 [default: the mode\'s]' -r
complete -c weir -n "__fish_weir_using_subcommand run" -l max-lines -d 'Lines of the whole answer, 4 to 1000000 [default: the mode\'s]' -r
complete -c weir -n "__fish_weir_using_subcommand run" -l max-line-chars -d 'Chars of one line, 60 to 1000000 [default: the mode\'s]' -r
complete -c weir -n "__fish_weir_using_subcommand run" -l fit -d 'Stay below the ceiling of the answer\'s reader: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or \'off\' [default: by its variables]' -r
complete -c weir -n "__fish_weir_using_subcommand run" -l from -d 'Read the input as the output of this runner, named as by \'weir runners\' [default: auto]' -r
complete -c weir -n "__fish_weir_using_subcommand run" -l report -d 'A report of the same run: JUnit XML, an .xcresult folder or its saved JSON; may be repeated' -r -F
complete -c weir -n "__fish_weir_using_subcommand run" -l patterns -d 'Patterns of failures of your own, in TOML; may be repeated' -r -F
complete -c weir -n "__fish_weir_using_subcommand run" -l format -d 'The form of the answer [default: text]' -r -f -a "text\t''
json\t''"
complete -c weir -n "__fish_weir_using_subcommand run" -l color -d 'Colour weir\'s own lines [default: auto]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c weir -n "__fish_weir_using_subcommand run" -l progress -d 'Show progress on standard error: a bar on a terminal, or with \'always\' plain lines [default: auto]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c weir -n "__fish_weir_using_subcommand run" -l name -d 'Compare with the last run of this name in this folder; \'weir run\' has its command as a name' -r
complete -c weir -n "__fish_weir_using_subcommand run" -l slowest -d 'Tell the N slowest tests of which the runner prints the time' -r
complete -c weir -n "__fish_weir_using_subcommand run" -l output -d 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html, or what this CI reads: auto; \'-\' is standard output instead of the answer; may be repeated' -r
complete -c weir -n "__fish_weir_using_subcommand run" -l timeout -d 'End the command after this time, 90s, 5m or 1.5h say, and exit with 124' -r
complete -c weir -n "__fish_weir_using_subcommand run" -l no-compare -d 'Say nothing of the last run, and remember nothing of this one'
complete -c weir -n "__fish_weir_using_subcommand run" -l no-redact -d 'Show well-known secrets, tokens and passwords say, instead of \'[redacted:kind]\''
complete -c weir -n "__fish_weir_using_subcommand run" -l no-store -d 'Keep no copy of the input, which \'weir show\' and cursors need'
complete -c weir -n "__fish_weir_using_subcommand run" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand rerun" -s m -l mode -d 'How much to show [default: standard]' -r -f -a "minimal\t''
standard\t''
verbose\t''"
complete -c weir -n "__fish_weir_using_subcommand rerun" -l max-chars -d 'Chars of the whole answer, 400 to 1000000 [default: the mode\'s]' -r
complete -c weir -n "__fish_weir_using_subcommand rerun" -l max-lines -d 'Lines of the whole answer, 4 to 1000000 [default: the mode\'s]' -r
complete -c weir -n "__fish_weir_using_subcommand rerun" -l max-line-chars -d 'Chars of one line, 60 to 1000000 [default: the mode\'s]' -r
complete -c weir -n "__fish_weir_using_subcommand rerun" -l fit -d 'Stay below the ceiling of the answer\'s reader: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or \'off\' [default: by its variables]' -r
complete -c weir -n "__fish_weir_using_subcommand rerun" -l from -d 'Read the input as the output of this runner, named as by \'weir runners\' [default: auto]' -r
complete -c weir -n "__fish_weir_using_subcommand rerun" -l report -d 'A report of the same run: JUnit XML, an .xcresult folder or its saved JSON; may be repeated' -r -F
complete -c weir -n "__fish_weir_using_subcommand rerun" -l patterns -d 'Patterns of failures of your own, in TOML; may be repeated' -r -F
complete -c weir -n "__fish_weir_using_subcommand rerun" -l format -d 'The form of the answer [default: text]' -r -f -a "text\t''
json\t''"
complete -c weir -n "__fish_weir_using_subcommand rerun" -l color -d 'Colour weir\'s own lines [default: auto]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c weir -n "__fish_weir_using_subcommand rerun" -l progress -d 'Show progress on standard error: a bar on a terminal, or with \'always\' plain lines [default: auto]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c weir -n "__fish_weir_using_subcommand rerun" -l name -d 'Compare with the last run of this name in this folder; \'weir run\' has its command as a name' -r
complete -c weir -n "__fish_weir_using_subcommand rerun" -l slowest -d 'Tell the N slowest tests of which the runner prints the time' -r
complete -c weir -n "__fish_weir_using_subcommand rerun" -l output -d 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html, or what this CI reads: auto; \'-\' is standard output instead of the answer; may be repeated' -r
complete -c weir -n "__fish_weir_using_subcommand rerun" -l timeout -d 'End the command after this time, 90s, 5m or 1.5h say, and exit with 124' -r
complete -c weir -n "__fish_weir_using_subcommand rerun" -l no-compare -d 'Say nothing of the last run, and remember nothing of this one'
complete -c weir -n "__fish_weir_using_subcommand rerun" -l no-redact -d 'Show well-known secrets, tokens and passwords say, instead of \'[redacted:kind]\''
complete -c weir -n "__fish_weir_using_subcommand rerun" -l no-store -d 'Keep no copy of the input, which \'weir show\' and cursors need'
complete -c weir -n "__fish_weir_using_subcommand rerun" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand tap" -l from -d 'Read the input as the output of this runner, named as by \'weir runners\' [default: auto]' -r
complete -c weir -n "__fish_weir_using_subcommand tap" -l exit-zero -d 'Exit with 0 whatever the verdict is'
complete -c weir -n "__fish_weir_using_subcommand tap" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand runners" -l format -d 'The form of the list [default: text]' -r -f -a "text\t''
json\t''"
complete -c weir -n "__fish_weir_using_subcommand runners" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand show" -l failure -d 'Show all that is known of the failures of this name' -r
complete -c weir -n "__fish_weir_using_subcommand show" -l path -d 'Show a part of a stored JSON document: .a.b, .items[3]' -r
complete -c weir -n "__fish_weir_using_subcommand show" -l from -d 'Begin with the run, the failure, the failure\'s line or the part\'s char of this number' -r
complete -c weir -n "__fish_weir_using_subcommand show" -l page -d 'Show this page of the runs, of the failures or of one failure' -r
complete -c weir -n "__fish_weir_using_subcommand show" -l cursor -d 'Go on in the list of failures where this cursor leads to' -r
complete -c weir -n "__fish_weir_using_subcommand show" -l lines -d 'Show these lines: A:B, A-B, A:, :B or A+N' -r
complete -c weir -n "__fish_weir_using_subcommand show" -l grep -d 'Show the lines that match a regular expression' -r
complete -c weir -n "__fish_weir_using_subcommand show" -s C -l context -d 'With --grep: and this many lines before and after each' -r
complete -c weir -n "__fish_weir_using_subcommand show" -s m -l mode -d 'How much to show [default: standard]' -r -f -a "minimal\t''
standard\t''
verbose\t''"
complete -c weir -n "__fish_weir_using_subcommand show" -l max-chars -d 'Chars of the whole answer, 400 to 1000000 [default: the mode\'s]' -r
complete -c weir -n "__fish_weir_using_subcommand show" -l max-lines -d 'Lines of the whole answer, 4 to 1000000 [default: the mode\'s]' -r
complete -c weir -n "__fish_weir_using_subcommand show" -l max-line-chars -d 'Chars of one line, 60 to 1000000 [default: the mode\'s]' -r
complete -c weir -n "__fish_weir_using_subcommand show" -l fit -d 'Stay below the ceiling of the answer\'s reader: claude-code, codex, copilot, gemini-cli, opencode, qwen-code, github-summary; or \'off\' [default: by its variables]' -r
complete -c weir -n "__fish_weir_using_subcommand show" -l format -d 'The form of the answer or of the list [default: text]' -r -f -a "text\t''
json\t''"
complete -c weir -n "__fish_weir_using_subcommand show" -l color -d 'Colour weir\'s own lines [default: auto]' -r -f -a "auto\t''
always\t''
never\t''"
complete -c weir -n "__fish_weir_using_subcommand show" -l output -d 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html, or what this CI reads: auto; \'-\' is standard output instead of the answer; may be repeated' -r
complete -c weir -n "__fish_weir_using_subcommand show" -l failures -d 'List the failures, a line each'
complete -c weir -n "__fish_weir_using_subcommand show" -l raw -d 'Print the stored bytes, all of them and not to a terminal'
complete -c weir -n "__fish_weir_using_subcommand show" -l purge -d 'Remove the run; without ID all runs, and what later runs would be compared with'
complete -c weir -n "__fish_weir_using_subcommand show" -l yes -d 'With --purge and without ID: do not ask'
complete -c weir -n "__fish_weir_using_subcommand show" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand compile" -s b -l budget -d 'Tokens of the answer, at least 1; 8k is 8000' -r
complete -c weir -n "__fish_weir_using_subcommand compile" -l est -d 'How tokens are counted: an estimator of \'weir tokens\', or exec:CMD' -r
complete -c weir -n "__fish_weir_using_subcommand compile" -l format -d 'The form of the answer' -r -f -a "text\t''
json\t''"
complete -c weir -n "__fish_weir_using_subcommand compile" -l window -d 'Tokens that the context may take up; 24k is 24000' -r
complete -c weir -n "__fish_weir_using_subcommand compile" -l raw -d 'Tokens of the model\'s own window, of which --ratio may be taken up' -r
complete -c weir -n "__fish_weir_using_subcommand compile" -l ratio -d 'The share of --raw, above 0 and below 1 [default: 0.4; 0.25 with more than 8000 tokens of tools]' -r
complete -c weir -n "__fish_weir_using_subcommand compile" -l model -d 'Take --raw from the table of well-known models' -r
complete -c weir -n "__fish_weir_using_subcommand compile" -l budgets -d 'Tokens of sections: system=1500,memory=6k,history=12k,tools=3k,headroom=1500; their sum is the window [default: 6.25, 25, 50, 12.5 and 6.25 % of it]' -r
complete -c weir -n "__fish_weir_using_subcommand compile" -l keep-last -d 'The last messages of the history, which are shortened last [default: 3]' -r
complete -c weir -n "__fish_weir_using_subcommand compile" -l task -d 'What is to be done: tools are chosen by it' -r
complete -c weir -n "__fish_weir_using_subcommand compile" -l now -d 'The time from which the age of memories counts [default: the newest memory\'s]' -r
complete -c weir -n "__fish_weir_using_subcommand compile" -l memory-score -d 'How recency, relevance, confidence and density of a memory become one number [default: product]' -r -f -a "product\t''
weighted\t''"
complete -c weir -n "__fish_weir_using_subcommand compile" -l from -d 'What the input is: a session of an agent, or messages of a provider [default: weir\'s own form]' -r -f -a "claude-code\t''
codex\t''
openai\t''
anthropic\t''"
complete -c weir -n "__fish_weir_using_subcommand compile" -l to -d 'Write the conversation back in the form of --from' -r -f -a "claude-code\t''
codex\t''
openai\t''
anthropic\t''"
complete -c weir -n "__fish_weir_using_subcommand compile" -s o -l output -d 'With --to: write it into this file, which the ceiling of 1000000 bytes does not bind' -r -F
complete -c weir -n "__fish_weir_using_subcommand compile" -l event-log -d 'Append the event, without content, to this file' -r -F
complete -c weir -n "__fish_weir_using_subcommand compile" -l check -d 'Read an event log instead: exit with 1 when a context in it was larger than --max, or than its own window' -r -F
complete -c weir -n "__fish_weir_using_subcommand compile" -l max -d 'With --check: the most tokens of a context' -r
complete -c weir -n "__fish_weir_using_subcommand compile" -l explain -d 'Show what each section takes up as a table, instead of the context'
complete -c weir -n "__fish_weir_using_subcommand compile" -l health -d 'Show in one line how full the context is, instead of the context'
complete -c weir -n "__fish_weir_using_subcommand compile" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand batch" -s j -l jobs -d 'How many logs are judged at once, 1 to 256 [default: one a processor]' -r
complete -c weir -n "__fish_weir_using_subcommand batch" -l from -d 'Read the logs as the output of this runner, named as by \'weir runners\' [default: auto]' -r
complete -c weir -n "__fish_weir_using_subcommand batch" -l patterns -d 'Patterns of failures of your own, in TOML; may be repeated' -r -F
complete -c weir -n "__fish_weir_using_subcommand batch" -l output -d 'Write a document for a CI: github, markdown, junit, sarif, gitlab-codequality, ctrf, azure, teamcity, buildkite or html, or what this CI reads: auto; \'-\' is standard output instead of the answer; may be repeated' -r
complete -c weir -n "__fish_weir_using_subcommand batch" -s 0 -l null -d 'Lists are separated by NULs alone, as \'find -print0\' writes them'
complete -c weir -n "__fish_weir_using_subcommand batch" -l no-summary -d 'Leave the last line out, which sums up'
complete -c weir -n "__fish_weir_using_subcommand batch" -l exit-zero -d 'Exit with 0 whatever the logs tell'
complete -c weir -n "__fish_weir_using_subcommand batch" -l no-redact -d 'Show well-known secrets, tokens and passwords say, instead of \'[redacted:kind]\''
complete -c weir -n "__fish_weir_using_subcommand batch" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l config -d 'The configuration, in YAML or JSON [default: weir/weir.yaml in XDG_CONFIG_HOME]' -r -F
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l mode -d 'What is done with answers: enforce changes them, observe only records, ab changes one half [default: enforce]' -r -f -a "enforce\t''
observe\t''
ab\t''"
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l only -d 'Change answers of these tools alone; may be repeated' -r
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l telemetry -d 'The folder of the records of calls, or \'off\'' -r -f -a "(__fish_complete_directories)"
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l log -d 'Write a line for each decision into this file' -r -F
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l log-level -d 'The least important lines of the log [default: info]' -r -f -a "error\t''
warn\t''
info\t''
debug\t''"
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l timeout -d 'Seconds after which a call is answered by an error and cancelled, 0 for none [default: 0]' -r
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l url -d 'A server over HTTP instead of a program' -r -f
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l header -d 'With --url: a header of every request; may be repeated' -r
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l listen -d 'Serve clients over HTTP: POST /mcp, GET /health, /metrics and /; \'127.0.0.1:8080\' say, or a port alone' -r
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l token-file -d 'With --listen: the token that every request must have, as \'Authorization: Bearer TOKEN\'; others need it to come from beyond this machine' -r -F
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l allow-host -d 'With --listen: a further name of this machine that requests may be sent to; may be repeated' -r -f -a "(__fish_print_hostnames)"
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l no-store -d 'Keep no copy of what is shortened: no cursors'
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -l no-redact -d 'Show well-known secrets, tokens and passwords say, instead of \'[redacted:kind]\''
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -a "install" -d 'Put \'weir proxy\' in front of a server in a client\'s configuration, or take it out'
complete -c weir -n "__fish_weir_using_subcommand proxy; and not __fish_seen_subcommand_from install help" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c weir -n "__fish_weir_using_subcommand proxy; and __fish_seen_subcommand_from install" -l file -d 'The configuration [default: the project\'s, when it has this server, else the user\'s]' -r -F
complete -c weir -n "__fish_weir_using_subcommand proxy; and __fish_seen_subcommand_from install" -l remove -d 'Take weir out again'
complete -c weir -n "__fish_weir_using_subcommand proxy; and __fish_seen_subcommand_from install" -l dry-run -d 'Show what would change, and change nothing'
complete -c weir -n "__fish_weir_using_subcommand proxy; and __fish_seen_subcommand_from install" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand proxy; and __fish_seen_subcommand_from help" -f -a "install" -d 'Put \'weir proxy\' in front of a server in a client\'s configuration, or take it out'
complete -c weir -n "__fish_weir_using_subcommand proxy; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c weir -n "__fish_weir_using_subcommand mcp" -l root -d 'A folder that is open to the tools; may be repeated [default: the working folder]' -r -f -a "(__fish_complete_directories)"
complete -c weir -n "__fish_weir_using_subcommand mcp" -l allow -d 'Commands that weir_run may run: words, each a glob for one word, and a last \'*\' for any more; may be repeated. Without it there is no weir_run' -r
complete -c weir -n "__fish_weir_using_subcommand mcp" -l timeout -d 'Seconds after which a run is ended, 0 for none [default: 600]' -r
complete -c weir -n "__fish_weir_using_subcommand mcp" -l config -d 'The configuration, in YAML or JSON [default: weir/weir.yaml in XDG_CONFIG_HOME]' -r -F
complete -c weir -n "__fish_weir_using_subcommand mcp" -l telemetry -d 'The folder of the records of calls, or \'off\'' -r -f -a "(__fish_complete_directories)"
complete -c weir -n "__fish_weir_using_subcommand mcp" -l print-config -d 'Print what a client\'s configuration needs for these options, and exit' -r -f -a "claude-code\t''
codex\t''
cursor\t''
vscode\t''
gemini\t''
opencode\t''"
complete -c weir -n "__fish_weir_using_subcommand mcp" -l listen -d 'Serve clients over HTTP: POST /mcp, GET /health, /metrics and /; \'127.0.0.1:8080\' say, or a port alone' -r
complete -c weir -n "__fish_weir_using_subcommand mcp" -l token-file -d 'With --listen: the token that every request must have, as \'Authorization: Bearer TOKEN\'; others need it to come from beyond this machine' -r -F
complete -c weir -n "__fish_weir_using_subcommand mcp" -l allow-host -d 'With --listen: a further name of this machine that requests may be sent to; may be repeated' -r -f -a "(__fish_print_hostnames)"
complete -c weir -n "__fish_weir_using_subcommand mcp" -l no-store -d 'Keep no copy of what is shortened: no cursors'
complete -c weir -n "__fish_weir_using_subcommand mcp" -l no-redact -d 'Show well-known secrets, tokens and passwords say, instead of \'[redacted:kind]\''
complete -c weir -n "__fish_weir_using_subcommand mcp" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand setup" -l project -d 'Change the settings of this folder\'s project instead of the user\'s'
complete -c weir -n "__fish_weir_using_subcommand setup" -l dry-run -d 'Show what would change, and change nothing'
complete -c weir -n "__fish_weir_using_subcommand setup" -l remove -d 'Take out what was put in'
complete -c weir -n "__fish_weir_using_subcommand setup" -l chain -d 'Call what a setting named before, after weir; --remove puts it back'
complete -c weir -n "__fish_weir_using_subcommand setup" -l stats -d 'Count runs on this machine, for \'weir stats --agents\'; never what they print'
complete -c weir -n "__fish_weir_using_subcommand setup" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand doctor" -l format -d 'The form of the answer [default: text]' -r -f -a "text\t''
json\t''"
complete -c weir -n "__fish_weir_using_subcommand doctor" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand page" -s b -l budget -d 'Tokens of the answer, at least 1; 8k is 8000' -r
complete -c weir -n "__fish_weir_using_subcommand page" -l est -d 'How tokens are counted: an estimator of \'weir tokens\', or exec:CMD' -r
complete -c weir -n "__fish_weir_using_subcommand page" -l format -d 'The form of the answer' -r -f -a "text\t''
json\t''"
complete -c weir -n "__fish_weir_using_subcommand page" -l limit -d 'Items of a page, 1 to 200 [default: 50]' -r
complete -c weir -n "__fish_weir_using_subcommand page" -l cursor -d 'The page that a cursor leads to; it needs no input' -r
complete -c weir -n "__fish_weir_using_subcommand page" -l pages -d 'These pages at once: A, or A-B, counted from 1' -r
complete -c weir -n "__fish_weir_using_subcommand page" -l path -d 'Where the list stands: .items, .data.rows; not needed for an object\'s only array' -r
complete -c weir -n "__fish_weir_using_subcommand page" -l sort -d 'The order: auto is newest first when every item says when it was created; none; FIELD, FIELD:asc or FIELD:desc' -r
complete -c weir -n "__fish_weir_using_subcommand page" -l fields -d 'Only these fields, with commas between them: id,guest.name' -r
complete -c weir -n "__fish_weir_using_subcommand page" -l ttl -d 'Seconds for which a cursor leads on, 1 to 600 [default: 600]' -r
complete -c weir -n "__fish_weir_using_subcommand page" -l clamp -d 'Take 200 for a larger limit instead of refusing it'
complete -c weir -n "__fish_weir_using_subcommand page" -l no-redact -d 'Show well-known secrets, tokens and passwords say, instead of \'[redacted:kind]\''
complete -c weir -n "__fish_weir_using_subcommand page" -l no-store -d 'Keep no copy of the input, which \'weir show\' and cursors need'
complete -c weir -n "__fish_weir_using_subcommand page" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand digest" -s b -l budget -d 'Tokens of the answer, at least 1; 8k is 8000' -r
complete -c weir -n "__fish_weir_using_subcommand digest" -l est -d 'How tokens are counted: an estimator of \'weir tokens\', or exec:CMD' -r
complete -c weir -n "__fish_weir_using_subcommand digest" -l format -d 'The form of the answer' -r -f -a "text\t''
json\t''"
complete -c weir -n "__fish_weir_using_subcommand digest" -l item-budget -d 'Tokens of one record: of an object, or of an element of an array [default: 2000]' -r
complete -c weir -n "__fish_weir_using_subcommand digest" -l keep -d 'Keep these fields beside the identifying ones, instead of dates and totals' -r
complete -c weir -n "__fish_weir_using_subcommand digest" -l fields -d 'Only these fields, with commas between them: id,guest.name' -r
complete -c weir -n "__fish_weir_using_subcommand digest" -l max-text -d 'Chars of a text before it is clipped, 8 to 100000 [default: 200]' -r
complete -c weir -n "__fish_weir_using_subcommand digest" -l strip -d 'Leave fields out by name, wherever they stand: \'*schema*,debug*\'; \'production\' is \'*schema*,debug*,_links\'' -r
complete -c weir -n "__fish_weir_using_subcommand digest" -l no-redact -d 'Show well-known secrets, tokens and passwords say, instead of \'[redacted:kind]\''
complete -c weir -n "__fish_weir_using_subcommand digest" -l no-store -d 'Keep no copy of the input, which \'weir show\' and cursors need'
complete -c weir -n "__fish_weir_using_subcommand digest" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand chunk" -s b -l budget -d 'Tokens of the answer, at least 1; 8k is 8000' -r
complete -c weir -n "__fish_weir_using_subcommand chunk" -l est -d 'How tokens are counted: an estimator of \'weir tokens\', or exec:CMD' -r
complete -c weir -n "__fish_weir_using_subcommand chunk" -l format -d 'The form of the answer' -r -f -a "text\t''
json\t''"
complete -c weir -n "__fish_weir_using_subcommand chunk" -l tokens -d 'Tokens of a chunk, as --budget [default: 2000]' -r
complete -c weir -n "__fish_weir_using_subcommand chunk" -l max-lines -d 'Lines of a chunk [default: 200]' -r
complete -c weir -n "__fish_weir_using_subcommand chunk" -l boundary -d 'Where a chunk may end: auto, entry, paragraph, sentence or line [default: auto]' -r
complete -c weir -n "__fish_weir_using_subcommand chunk" -l lines -d 'Only these lines: A:B, A:, :B or A+N' -r
complete -c weir -n "__fish_weir_using_subcommand chunk" -l start-line -d 'Only from this line on, counted from 1' -r
complete -c weir -n "__fish_weir_using_subcommand chunk" -l end-line -d 'Only up to this line' -r
complete -c weir -n "__fish_weir_using_subcommand chunk" -l index -d 'The chunk of this number, counted from 0; with --map: begin there' -r
complete -c weir -n "__fish_weir_using_subcommand chunk" -l cursor -d 'The chunk that a cursor leads to; it needs no input' -r
complete -c weir -n "__fish_weir_using_subcommand chunk" -l ttl -d 'Seconds for which a cursor leads on, 1 to 600 [default: 600]' -r
complete -c weir -n "__fish_weir_using_subcommand chunk" -l map -d 'List the chunks instead of showing one'
complete -c weir -n "__fish_weir_using_subcommand chunk" -l no-redact -d 'Show well-known secrets, tokens and passwords say, instead of \'[redacted:kind]\''
complete -c weir -n "__fish_weir_using_subcommand chunk" -l no-store -d 'Keep no copy of the input, which \'weir show\' and cursors need'
complete -c weir -n "__fish_weir_using_subcommand chunk" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand tokens" -l est -d 'The estimator: chars4-floor, chars4-ceil, chars4-margin20, class, exec:CMD, or all [default: chars4-ceil]' -r
complete -c weir -n "__fish_weir_using_subcommand tokens" -l format -d 'The form of the answer [default: text]' -r -f -a "text\t''
json\t''"
complete -c weir -n "__fish_weir_using_subcommand tokens" -l per-line -d 'Count every line by itself, its end included'
complete -c weir -n "__fish_weir_using_subcommand tokens" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand pack" -s b -l budget -d 'Tokens of the answer, at least 1; 8k is 8000' -r
complete -c weir -n "__fish_weir_using_subcommand pack" -l est -d 'How tokens are counted: an estimator of \'weir tokens\', or exec:CMD' -r
complete -c weir -n "__fish_weir_using_subcommand pack" -l format -d 'The form of the answer' -r -f -a "text\t''
json\t''"
complete -c weir -n "__fish_weir_using_subcommand pack" -l profile -d 'Numbers to begin with: rules (8192 tokens, prefix) or rag (8000, greedy, 64 kept) [default: rules; rag with --cite]' -r -f -a "rules\t''
rag\t''"
complete -c weir -n "__fish_weir_using_subcommand pack" -l policy -d 'At a chunk that does not fit: end (prefix) or pass over it (greedy) [default: the profile\'s]' -r -f -a "prefix\t''
greedy\t''"
complete -c weir -n "__fish_weir_using_subcommand pack" -l order -d 'Which chunk is first [default: score when all chunks have one, else input]' -r -f -a "score\t''
input\t''"
complete -c weir -n "__fish_weir_using_subcommand pack" -l reserve -d 'Tokens of the budget to keep free [default: the profile\'s]' -r
complete -c weir -n "__fish_weir_using_subcommand pack" -l top-k -d 'So many chunks at most, the first ones' -r
complete -c weir -n "__fish_weir_using_subcommand pack" -l sep -d 'What stands between two texts; \\n is a newline [default: \\n\\n]' -r
complete -c weir -n "__fish_weir_using_subcommand pack" -l files -d 'Pack whole files, the best first: each FILE, or those that standard input names, a line each'
complete -c weir -n "__fish_weir_using_subcommand pack" -l cite -d 'Tell the sources, and count what they cost'
complete -c weir -n "__fish_weir_using_subcommand pack" -l assert-order -d 'Exit with 1 when the scores do not descend, and print nothing'
complete -c weir -n "__fish_weir_using_subcommand pack" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand config; and not __fish_seen_subcommand_from check show path help" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand config; and not __fish_seen_subcommand_from check show path help" -f -a "check" -d 'Check a configuration: exit with 2, and name file, line and field, when it is wrong'
complete -c weir -n "__fish_weir_using_subcommand config; and not __fish_seen_subcommand_from check show path help" -f -a "show" -d 'Print the settings that hold: flags and variables over the file, its profile and the defaults'
complete -c weir -n "__fish_weir_using_subcommand config; and not __fish_seen_subcommand_from check show path help" -f -a "path" -d 'Print the path of the configuration that is in use, or of the one that would be'
complete -c weir -n "__fish_weir_using_subcommand config; and not __fish_seen_subcommand_from check show path help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c weir -n "__fish_weir_using_subcommand config; and __fish_seen_subcommand_from check" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand config; and __fish_seen_subcommand_from show" -l config -d 'The file [default: that of WEIR_CONFIG, or weir/weir.yaml, .yml or .json in XDG_CONFIG_HOME]' -r -F
complete -c weir -n "__fish_weir_using_subcommand config; and __fish_seen_subcommand_from show" -l profile -d 'Print a profile instead, without file and variables' -r -f -a "mcp\t''
soft-landing\t''
claude-code\t''
codex\t''
rules\t''
rag\t''"
complete -c weir -n "__fish_weir_using_subcommand config; and __fish_seen_subcommand_from show" -l format -d 'The form of the settings [default: yaml]' -r -f -a "yaml\t''
json\t''"
complete -c weir -n "__fish_weir_using_subcommand config; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand config; and __fish_seen_subcommand_from path" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "check" -d 'Check a configuration: exit with 2, and name file, line and field, when it is wrong'
complete -c weir -n "__fish_weir_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "show" -d 'Print the settings that hold: flags and variables over the file, its profile and the defaults'
complete -c weir -n "__fish_weir_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "path" -d 'Print the path of the configuration that is in use, or of the one that would be'
complete -c weir -n "__fish_weir_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c weir -n "__fish_weir_using_subcommand stats" -l telemetry -d 'The folder of the records [default: that of WEIR_TELEMETRY or of the configuration]' -r -f -a "(__fish_complete_directories)"
complete -c weir -n "__fish_weir_using_subcommand stats" -l tool -d 'Count calls of these tools alone: a name or a glob' -r
complete -c weir -n "__fish_weir_using_subcommand stats" -l since -d 'Count from this time on: RFC 3339, or so long ago: 30s, 15m, 1h, 7d' -r
complete -c weir -n "__fish_weir_using_subcommand stats" -l until -d 'Count up to this time' -r
complete -c weir -n "__fish_weir_using_subcommand stats" -l outcome -d 'Count calls of this outcome alone' -r -f -a "passed\t''
paginated\t''
summarized\t''
chunked\t''
filtered\t''
clipped\t''
media\t''"
complete -c weir -n "__fish_weir_using_subcommand stats" -l cmd -d 'Count what this command recorded alone: proxy (weir mcp too) or pack' -r -f -a "proxy\t''
pack\t''"
complete -c weir -n "__fish_weir_using_subcommand stats" -l format -d 'The form of the numbers: text, JSON, or the text format of Prometheus [default: text]' -r -f -a "text\t''
json\t''
prom\t''"
complete -c weir -n "__fish_weir_using_subcommand stats" -l html -d 'Write one page for a browser into this file, which asks nothing of any other host' -r -F
complete -c weir -n "__fish_weir_using_subcommand stats" -l check -d 'Exit with 1 when this does not hold: \'oversized<=5%\', \'p95Latency<500\'; may be repeated' -r
complete -c weir -n "__fish_weir_using_subcommand stats" -l agents -d 'Count what weir did in the shells of coding agents that were set up with --stats'
complete -c weir -n "__fish_weir_using_subcommand stats" -l health -d 'Print how it goes in a few numbers: adoption, sizes, errors, the configuration, the store; exit with 1 when it is failing'
complete -c weir -n "__fish_weir_using_subcommand stats" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand completions" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand man" -s h -l help -d 'Print help'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "run" -d 'Run a command and answer for it: its exit status is known, and returned'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "rerun" -d 'Run again what failed in a stored run, and nothing else, as \'weir run\' does'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "tap" -d 'Hand on what a pipe brings, byte for byte, and say on standard error how the run ended'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "runners" -d 'List the runners and tools whose output is recognised'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "show" -d 'List the stored runs, or show one again'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "compile" -d 'Bring a context within its window: system prompt, memory, history and tools'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "batch" -d 'Judge many logs: a line of JSON for each, and one that sums up'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "proxy" -d 'Stand in front of an MCP server: any server, its answers bounded, nothing lost'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "mcp" -d 'Be an MCP server: an agent runs tests and reads files through it, and gets bounded answers'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "setup" -d 'Put weir into the shell of a coding agent, without touching what it may run; without AGENT, list them'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "doctor" -d 'Try whether weir works in an agent\'s shell, and say what is off; exit with 1 when something is'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "page" -d 'Show a list in JSON page by page: the first 50 items, and a cursor to the next'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "digest" -d 'Show what identifies a large JSON document, and how to get the rest of it'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "chunk" -d 'Show a long text in chunks, cut where its meaning allows'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "tokens" -d 'Count the tokens of text'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "pack" -d 'Pack ranked chunks, or whole files, into a token budget'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "config" -d 'Check or show the configuration'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "stats" -d 'Count the calls that an MCP server was asked for, from their records'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "completions" -d 'Print the completion script of a shell'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "man" -d 'Write the manual pages into a folder'
complete -c weir -n "__fish_weir_using_subcommand help; and not __fish_seen_subcommand_from run rerun tap runners show compile batch proxy mcp setup doctor page digest chunk tokens pack config stats completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c weir -n "__fish_weir_using_subcommand help; and __fish_seen_subcommand_from proxy" -f -a "install" -d 'Put \'weir proxy\' in front of a server in a client\'s configuration, or take it out'
complete -c weir -n "__fish_weir_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "check" -d 'Check a configuration: exit with 2, and name file, line and field, when it is wrong'
complete -c weir -n "__fish_weir_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "show" -d 'Print the settings that hold: flags and variables over the file, its profile and the defaults'
complete -c weir -n "__fish_weir_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "path" -d 'Print the path of the configuration that is in use, or of the one that would be'
