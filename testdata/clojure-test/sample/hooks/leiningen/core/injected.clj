; Leiningen's own profile has this; it is left out here, since the rest of that profile has to be fetched.
(ns leiningen.core.injected)

(defn add-hook [target hook]
  (alter-var-root target (fn [old] (fn [& arguments] (apply hook old arguments)))))
