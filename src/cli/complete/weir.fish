# Completion of weir for fish. Each call asks weir itself what may follow.

function __weir_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l weir (string replace -r '^~' $HOME -- $words[1])
    set -e words[1]
    set -l answer ($weir __complete -- $words $current 2>/dev/null)
    set -l head (string split ' ' -- $answer[1])
    set -e answer[1]
    if test "$head[1]" = command
        # From here on the words are another command's.
        for _word in (seq $head[3])
            set -e words[1]
        end
        complete -C (string join ' ' -- (string escape -- $words) "$current")
        return
    end
    set -l front (string sub -l "$head[2]" -- "$current")
    set -l path (string sub -s (math "$head[2]" + 1) -- "$current")
    for line in $answer
        echo $front$line
    end
    switch "$head[1]"
        case files
            for each in (__fish_complete_path "$path")
                echo $front$each
            end
        case folders
            for each in (__fish_complete_directories "$path" '')
                echo $front$each
            end
    end
end

complete -c weir -e
complete -c weir -f -k -a '(__weir_complete)'
