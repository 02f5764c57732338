(ns bad-test (:require [clojure.test :refer :all]))

(deftest moors
  (is (moored? 1)))
