;; -*- lexical-binding: t -*-
(require 'ert)
(require 'no-such-harbour)
