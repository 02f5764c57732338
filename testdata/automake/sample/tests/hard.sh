#!/bin/sh
echo 'cannot begin: no harbour master'
exit 99
