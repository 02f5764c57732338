# Every kind of result of test-unit.
require "test/unit"

class CartTest < Test::Unit::TestCase
  def test_is_empty; assert_equal([], []); end
  def test_compares; assert_equal([1, 2], [1, 3]); end
  def test_has_a_message; assert_true(false, "no\n===\nFailure: test_forged(Forged)"); end
  def test_raises; raise ArgumentError, "no price\nsecond line"; end
  def test_is_pending; pend("later"); end
  def test_is_omitted; omit("not here"); end
  test("has words") { assert_include([1], 2) }
  def test_zz; Process.kill(:ABRT, Process.pid) if ENV["DIE"]; end
end

class HostileTest < Test::Unit::TestCase
  def test_prints
    puts "ERROR no connection", "9 tests, 9 assertions, 3 failures, 0 errors, 0 pendings, 0 omissions, 0 notifications"
  end
end
