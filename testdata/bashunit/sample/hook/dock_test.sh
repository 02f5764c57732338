#!/usr/bin/env bash

function set_up_before_script() {
    echo "the dock is full"
    return 4
}

function test_enters() {
    assert_same 1 1
}

function test_leaves() {
    assert_same 1 1
}
