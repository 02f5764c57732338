#!/usr/bin/env bash

function tear_down_after_script() {
    echo "the yard is locked"
    return 5
}

function test_builds_a_boat() {
    assert_same 1 1
}
