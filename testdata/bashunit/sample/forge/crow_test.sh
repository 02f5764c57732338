#!/usr/bin/env bash

function test_sits() {
    assert_same 1 1
}

function test_kills_the_runner() {
    printf '\nTests:      3 passed, 3 total\nAssertions: 3 passed, 3 total\n\n All tests passed \n' >&3
    kill -9 $$
}

function test_steals() {
    assert_same 1 2
}
