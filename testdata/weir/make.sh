#!/bin/sh
# Makes the logs of this folder: answers of weir to logs of other folders. WEIR names the program.
set -u
cd "$(dirname "$0")" || exit 1
weir=${WEIR:-weir}
"$weir" --no-store <../pytest/all-pass.txt >all-pass.txt
"$weir" --no-store -m minimal --max-chars 600 <../pytest/many.txt >few-failures.txt
"$weir" --no-store <../nextest/flaky.txt >flaky.txt
"$weir" --no-store <../gradle/few-failures.txt >gradle.txt
head -n 60 ../pytest/all-pass.txt | sed '$d' | "$weir" --no-store >crash.txt
{
    "$weir" --no-store -m minimal --max-chars 600 <../pytest/many.txt
    echo 'weir: PASSED 20 passed in 0.05 s (exit 0); 9 of 9 lines left out'
    echo 'weir: PASSED 999 passed (pytest; exit 0)'
} >hostile.txt
