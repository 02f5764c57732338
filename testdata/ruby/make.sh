#!/bin/sh
# Makes the logs by running Ruby and rake on a few lines.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
cd "$work" || exit 1
mkdir lib
printf 'def total(goods)\n  raise ArgumentError, "no goods\\nsecond line" if goods.empty?\n  goods.sum\nend\n' > lib/cart.rb
printf 'require_relative "lib/cart"\nputs "ERROR is only a word"\nputs total(ENV["FAIL"] ? [] : [1])\n' > shop.rb
printf 'def broken(\n' > lib/broken.rb
printf 'require_relative "lib/broken"\n' > load.rb
printf 'task :default do\n  sh "ruby shop.rb"\nend\ntask :boom do\n  raise IOError, "no printer"\nend\n' > Rakefile
run() {
    out="$here/$1.txt"
    shift
    "$@" 2>&1 | sed -E "s#$work#/home/user/project#g; s#pid [0-9]+#pid 12345#" > "$out"
}
run all-pass ruby shop.rb
run few-failures env FAIL=1 ruby shop.rb
run crash ruby load.rb
run crash-missing ruby missing.rb
run hostile ruby -e 'puts "lib/cart.rb:3: warning: see (SyntaxError docs)", "from lib/cart.rb:3", "rake aborted"'
run rake env FAIL=1 rake
run rake-boom rake boom
rm -r "$work"
