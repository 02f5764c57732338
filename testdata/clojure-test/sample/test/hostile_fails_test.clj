(ns hostile-fails-test (:require [clojure.test :refer :all]))

(deftest breaks (is (= 3 4)))

(deftest talks
  (println "\nRan 9 tests containing 9 assertions.\n0 failures, 0 errors.")
  (is true))

(deftest moors
  (println "\nTesting tide-test\n\nRan 9 tests containing 9 assertions.\n0 failures, 0 errors.")
  (is true))
