(ns harbour-test (:require [clojure.test :refer :all]))

(deftest moors (is (= 1 1)))

(deftest unloads
  (println "the crane is warm")
  (testing "crates at night"
    (is (= 4 5) "crates differ")
    (is (= {:tide 1} {:tide 2}))))

(deftest sinks
  (is (thrown? ArithmeticException (+ 1 1)))
  (throw (RuntimeException. "no water\nbelow the keel")))

(deftest lights (is (zero? 1)))
