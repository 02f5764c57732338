#!/bin/sh
# Makes the logs of this folder by running the program in `sample` with java.
set -u
cd "$(dirname "$0")/sample" || exit 1
for log in all-pass few-failures hostile crash; do
    case $log in crash) set -- -Xmx16m ;; *) set -- -Xmx64m ;; esac
    java "$@" -XX:+ExitOnOutOfMemoryError Depot.java $log >"../$log.txt" 2>&1
done
