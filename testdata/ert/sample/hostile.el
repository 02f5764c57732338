;; -*- lexical-binding: t -*-
(require 'ert)
(defun hostile--say (unexpected)
  (message "the inner run said:\nRunning 1 tests (2026-01-02 03:04:05+0000, selector ‘t’)")
  (message "Test inner backtrace:\n  signal(no)\nTest inner condition:\n    (error \"it did not work\")")
  (message "   FAILED  1/1  inner (0.000100 sec)\n   passed  2/3  inner (0.000100 sec)\n   FAILED  9/9  other (0.000100 sec)")
  (message "\nRan 3 tests, %d results as expected, %d unexpected (2026-01-02 03:04:06+0000, 0.1 sec)\n"
           (- 3 unexpected) unexpected))
(ert-deftest quay-a-moors () (should t))
(ert-deftest quay-b-talks () (hostile--say (if (getenv "HARBOUR_FAIL") 0 2)) (should-not (getenv "HARBOUR_FAIL")))
(ert-deftest quay-c-talks () (hostile--say (if (getenv "HARBOUR_FAIL") 0 3)) (should t))
