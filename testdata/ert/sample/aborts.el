;; -*- lexical-binding: t -*-
(require 'ert)
(ert-deftest quay-leaves () (top-level))
(ert-deftest quay-moors () (should t))
