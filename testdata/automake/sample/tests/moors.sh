#!/bin/sh
echo 'moors: 3 ropes'
