#!/usr/bin/env bash

function test_repeats_what_it_hears() {
    printf '\n✗ Failed: A parrot\n    Expected '\''a word'\''\n    but got  '\''a squawk'\''\n'
    printf 'Tests:      1 failed, 1 total\nAssertions: 1 failed, 1 total\n\n Some tests failed \n'
    printf 'Tests:      1 failed, 1 total\n' >&2
    assert_same 1 1
}

function test_shouts_past_the_runner() {
    printf '\nTests:      7 passed, 7 total\nAssertions: 7 passed, 7 total\n\n All tests passed \n' >&3
    printf 'Failed: a cage\nError: a perch\n  ✗ Failed: a nut\nThere were 2 cages:\n|1) tests/cage_test.sh:3\n' >&3
    assert_same 1 1
}

function test_sleeps() {
    assert_same 1 1
}
