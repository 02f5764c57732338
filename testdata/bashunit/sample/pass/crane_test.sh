#!/usr/bin/env bash

function tear_down_after_script() {
    :
}

# @tag heavy
function test_lifts_a_crate() {
    assert_contains "crate" "a crate of tea"
}

function test_moors_a_ferry() {
    assert_same "2" "2"
}
