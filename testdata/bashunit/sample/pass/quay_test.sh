#!/usr/bin/env bash

function test_moors_a_ferry() {
    assert_same "moored" "moored"
}

# @data_provider boats
function test_counts_a_crew() {
    assert_not_empty "$1"
}

function boats() {
    bashunit::data_set "tug"
    bashunit::data_set "ferry"
}

function test_hoists_a_flag() {
    bashunit::skip "there is no wind"
}

function test_paints_the_hull() {
    bashunit::todo "choose a colour"
}

function test_draws_a_map() {
    assert_match_snapshot "three piers and a crane"
}

function test_says_nothing() {
    :
}
