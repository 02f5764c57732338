;; -*- lexical-binding: t -*-
(require 'ert)
(ert-deftest quay-moors () (should t))
(ert-deftest quay-quits () (signal 'quit nil))
