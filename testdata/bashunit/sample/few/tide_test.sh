#!/usr/bin/env bash

function test_rises() {
    assert_same "high" "high"
}

function test_counts_the_boats() {
    echo "the log of the harbour master"
    assert_same "3" "4"
}

function test_lists_the_piers() {
    assert_same "$(printf 'north\nsouth')" "$(printf 'north\neast')"
}

function test_rings_two_bells() {
    assert_contains "bell" "a horn"
    assert_same "2" "1"
}

# @data_provider ropes
function test_holds() {
    assert_same "whole" "$1"
}

function ropes() {
    bashunit::data_set "whole"
    bashunit::data_set "torn"
    bashunit::data_set "wet"
}

function test_calls_the_pilot() {
    pilot_on_board
}

function test_sends_a_signal() {
    bashunit::fail "nobody answered from the mole"
}

function test_leaves_early() {
    exit 3
}

function test_falls() {
    assert_less_than 5 3
}
