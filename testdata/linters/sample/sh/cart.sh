#!/bin/sh
cd $1
if [ "$n" == 'a' ]; then echo $(ls); fi
