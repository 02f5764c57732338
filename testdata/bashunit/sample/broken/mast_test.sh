#!/usr/bin/env bash

function test_stands() {
    if true; then
}
