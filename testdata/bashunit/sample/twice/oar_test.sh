#!/usr/bin/env bash

function test_rows() {
    assert_same 1 1
}

function test_rows() {
    assert_same 2 2
}
