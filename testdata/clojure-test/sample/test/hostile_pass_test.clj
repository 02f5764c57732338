(ns hostile-pass-test (:require [clojure.test :refer :all]))

(deftest talks
  (println "\nFAIL in (drifts) (tide_test.clj:7)\nexpected: (= 1 2)\n  actual: (not (= 1 2))")
  (println "\nRan 9 tests containing 9 assertions.\n1 failures, 0 errors.")
  (is true))

(deftest moors (is true))
