(ns quay-test (:require [clojure.test :refer :all]))
(deftest moors (is (= 1 1)))
