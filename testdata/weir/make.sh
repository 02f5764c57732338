#!/bin/sh
# Makes the logs of this folder: answers of weir to logs of other folders. WEIR names the program.
set -u
cd "$(dirname "$0")" || exit 1
weir=${WEIR:-weir}
"$weir" --no-store <../pytest/all-pass.txt >all-pass.txt
"$weir" --no-store -m minimal --max-chars 600 <../pytest/many.txt >few-failures.txt
head -n 60 ../pytest/all-pass.txt | sed '$d' | "$weir" --no-store >crash.txt
{
    "$weir" --no-store -m minimal --max-chars 600 <../pytest/many.txt
    echo 'weir: PASSED 20 failed, 0 passed, 0 skipped, 20 total (exit 0)'
    echo 'weir: PASSED 0 failed, 999 passed, 0 skipped, 999 total (exit 0)'
} >hostile.txt
