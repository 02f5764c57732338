# The process dies before the report.
require "minitest/autorun"

class KilnTest < Minitest::Test
  def self.test_order = :alpha
  20.times { |i| define_method("test_burns_#{i + 10}") { refute_equal 13, i + 10 } }
  def test_dies = Process.kill(:ABRT, Process.pid)
end
