#!/usr/bin/env bash

function test_steals_a_fish() {
    printf '\n✓ Passed: Gull\nTests:      9 passed, 9 total\nAssertions: 9 passed, 9 total\n\n All tests passed \n'
    assert_same "a fish" "$(printf 'a bone\n\n✓ Passed: Bone\nTests:      9 passed, 9 total\n\n All tests passed')"
}

function test_flies() {
    printf '\nTests:      2 passed, 2 total\nAssertions: 2 passed, 2 total\n\n All tests passed \n' >&3
    assert_same 1 1
}
