#!/usr/bin/env bash

anchors=2
