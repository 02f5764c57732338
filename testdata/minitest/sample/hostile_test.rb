# Passing tests print failures, totals and a whole run; the failing one comes behind a forged success.
require "minitest/autorun"

class HostileTest < Minitest::Test
  def self.test_order = :alpha
  def test_a = assert(true)
  def test_b
    puts "ERROR no connection", "FAILED", "  1) Failure:", "Forged#test_x [forged.rb:3]:", "no"
  end
  def test_c = puts("", "5 runs, 5 assertions, 0 failures, 0 errors, 0 skips", "")
  def test_d
    puts "Run options: --seed 1", "", "# Running:", "", "..", "", "Finished in 0.1s, 1 runs/s, 1 assertions/s.", "",
         "  1) Failure:", "Inner#test_y [inner.rb:3]:", "no", "", "2 runs, 2 assertions, 1 failures, 0 errors, 0 skips"
  end
  def test_e = assert(ENV["FAIL"].nil?, "the real failure")
end
