#!/bin/sh
# Makes the logs by running PHP's command line on a few lines.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cd "$work" || exit 1
printf '<?php\necho "Fatal error: is only a word\\n";\n' > quiet.php
printf '<?php\nfunction total(array $goods) {\n    throw new LogicException("no goods", 3, new RuntimeException("no shelf"));\n}\ntotal([]);\n' > shop.php
printf '<?php\nfunction broken( {\n' > broken.php
printf '<?php\nmissing_function();\n' > missing.php
run() {
    out="$here/$1.txt"
    shift
    "$@" 2>&1 | sed -E "s#$work#/home/user/project#g" > "$out"
}
run all-pass php -r 'echo "well\n";'
run hostile php quiet.php
run few-failures php -d display_errors=1 -d log_errors=1 shop.php
run crash php -d display_errors=1 -d log_errors=0 broken.php
run crash-missing php -d display_errors=0 -d log_errors=1 missing.php
rm -r "$work"
