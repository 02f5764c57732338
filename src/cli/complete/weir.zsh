#compdef weir
# Completion of weir for zsh. Each call asks weir itself what may follow.

_weir() {
    local -a answer plain open
    local line word about kind before begins found=1
    answer=("${(@f)$(${~words[1]} __complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    read -r kind before begins <<<"${answer[1]}"
    if [[ $kind == command ]]; then
        shift $((begins + 1)) words
        ((CURRENT -= begins + 1))
        _normal
        return
    fi
    ((before)) && compset -p $before
    for line in "${(@)answer[2,-1]}"; do
        word=${line%%$'\t'*}
        about=${line#*$'\t'}
        [[ -n $word ]] || continue
        # A colon is between a word and its description.
        word=${word//:/\\:}
        if [[ $word == *= ]]; then
            open+=("$word${about:+:$about}")
        else
            plain+=("$word${about:+:$about}")
        fi
    done
    (($#plain)) && _describe -V weir plain && found=0
    (($#open)) && _describe -V weir open -S '' && found=0
    case $kind in
        files) _files && found=0 ;;
        folders) _files -/ && found=0 ;;
    esac
    return found
}

if [[ ${funcstack[1]} == _weir ]]; then
    _weir "$@"
else
    compdef _weir weir
fi
