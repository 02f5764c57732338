#!/usr/bin/env bash

function test_blows() {
    printf 'toot ' >&3
    assert_same "loud" "low"
}

function test_whistles() {
    assert_same "sharp" "flat"
}

function test_hums() {
    printf 'hm ' >&3
    assert_same 1 1
}

function test_breaks() {
    printf 'crack ' >&3
    mend_the_horn
}

function test_rusts() {
    oil_the_horn
}
