(ns fixture-test (:require [clojure.test :refer :all]))

(use-fixtures :once (fn [_] (throw (RuntimeException. "no rope"))))

(deftest moors (is (= 1 1)))
