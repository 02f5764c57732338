;; -*- lexical-binding: t -*-
(require 'ert)
(ert-deftest quay-a-unloads () (should (= 4 5)))
(ert-deftest quay-b-sinks () (kill-emacs 0))
(ert-deftest quay-c-moors () (should t))
