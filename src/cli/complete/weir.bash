# Completion of weir for bash. Each call asks weir itself what may follow.

_weir() {
    COMPREPLY=()
    # The words up to the cursor. bash parts them at '=' and ':'; what has no blank before it belongs together.
    local line=${COMP_LINE:0:COMP_POINT} words=() starts=() word i
    for ((i = 0; i <= COMP_CWORD; i++)); do
        local blanks=${line%%[![:space:]]*}
        line=${line#"$blanks"}
        word=${COMP_WORDS[i]}
        ((i == COMP_CWORD)) && word=$line
        if ((i == 0)) || [[ -n $blanks ]]; then
            words+=("$word")
            starts+=("$i")
        else
            words[${#words[@]} - 1]+=$word
        fi
        line=${line#"$word"}
    done
    local current=${words[${#words[@]} - 1]}
    local weir=${COMP_WORDS[0]/#\~/$HOME} answer kind before begins
    answer=$("$weir" __complete -- "${words[@]:1}" 2>/dev/null) || return
    read -r kind before begins <<<"${answer%%$'\n'*}"
    if [[ $kind == command ]]; then
        _weir_command "${starts[begins + 1]}"
        return
    fi

    # bash replaces what follows the last '=' or ':' of the word.
    local front=${current:0:before} kept=
    [[ $COMP_WORDBREAKS == *=* && $current == *=* ]] && kept=${current%"${current##*=}"}
    local candidates=() abouts=() path
    while IFS= read -r line; do
        [[ $line == *$'\t'* ]] || continue
        word=$front${line%%$'\t'*}
        candidates+=("${word#"$kept"}")
        abouts+=("${line#*$'\t'}")
    done <<<"$answer"
    if [[ $kind != words ]]; then
        local type=-f
        [[ $kind == folders ]] && type=-d
        compopt -o filenames 2>/dev/null
        while IFS= read -r path; do
            word=$front$path
            [[ -n $path ]] && candidates+=("${word#"$kept"}")
        done < <(compgen $type -- "${current:before}")
    elif ((${#candidates[@]} > 1 && (COMP_TYPE == 63 || COMP_TYPE == 33))); then
        # A list is shown, and nothing is put in but what all begin with.
        for i in "${!candidates[@]}"; do
            [[ -n ${abouts[i]} ]] && candidates[i]="${candidates[i]}  (${abouts[i]})"
        done
    fi
    COMPREPLY=("${candidates[@]}")
    [[ ${#candidates[@]} -eq 1 && ${candidates[0]} == *= ]] && compopt -o nospace 2>/dev/null
}

# The words of another command, which begins at word $1.
_weir_command() {
    local path
    if ((COMP_CWORD <= $1)); then
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -c -- "${COMP_WORDS[COMP_CWORD]}" | sort -u)
    elif declare -F _command_offset >/dev/null; then
        _command_offset "$1"
    else
        compopt -o filenames 2>/dev/null
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
    fi
}

complete -F _weir weir
