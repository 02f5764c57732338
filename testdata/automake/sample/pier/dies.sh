#!/bin/sh
echo 'a crane falls'
kill -SEGV $$
