# Every kind of result of minitest.
require "minitest/autorun"

class CartTest < Minitest::Test
  def test_is_empty = assert_empty([])
  def test_compares = assert_equal([1, 2], [1, 3])
  def test_compares_text = assert_equal("a\nb\nc\n", "a\nx\nc\n")
  def test_has_a_message = assert(false, "first line\n  3) Failure:\nlast line")
  def test_raises = raise(ArgumentError, "no price\nsecond line")
  def test_is_skipped = skip("not now")
end

describe "Cart" do
  describe "when full" do
    it("is [not] empty") { _([1]).must_be_empty }
    it("counts") { _([1].size).must_equal 1 }
  end
end
