#!/usr/bin/env bash

function test_blows_sometimes() {
    if [ -e wind ]; then
        assert_same 1 1
    else
        touch wind
        assert_same 1 2
    fi
}
