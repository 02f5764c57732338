(require '[clojure.test :as t])

(let [names (map symbol *command-line-args*)]
  (apply require names)
  (System/exit (if (t/successful? (apply t/run-tests names)) 0 1)))
