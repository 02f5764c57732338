#!/bin/sh
# Everything of make's process group gets a signal while this test runs.
echo 'the harbour is closed'
kill -"${HALTS:-KILL}" 0
sleep 5
