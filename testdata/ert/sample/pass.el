;; -*- lexical-binding: t -*-
(require 'ert)
(ert-deftest berth-holds () (should t))
(ert-deftest berth-later () (skip-unless nil))
(ert-deftest berth-lights () (message "the lamp is lit") (should (equal '(1 2) (list 1 2))))
(ert-deftest berth-leaks () :expected-result :failed (should (= 1 2)))
