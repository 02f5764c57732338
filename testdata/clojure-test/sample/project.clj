; Everything is taken from Debian's own repository.
(defproject harbour "0.1.0"
  :dependencies [[org.clojure/clojure "1.x"]]
  :repositories ^:replace [["debian" {:url "file:///usr/share/maven-repo" :checksum :ignore}]]
  :plugin-repositories ^:replace [["debian" "file:///usr/share/maven-repo"]]
  :local-repo "m2"
  :resource-paths ["hooks"]
  :injections [(require 'leiningen.core.injected)]
  :test-selectors {:default (constantly true)}
  :profiles {:base ^:replace {}})
