local function total(prices)
  local sum = 0
  for _, price in ipairs(prices) do sum = sum + price end
  return sum
end

describe("the cart", function()
  it("costs nothing when it is empty", function()
    assert.are.equal(0, total({}))
  end)

  it("adds prices up", function()
    assert.are.equal(6, total({ 1, 2, 3 }))
  end)

  describe("with a voucher", function()
    it("costs less", function()
      assert.is_true(total({ 1 }) < total({ 2 }))
    end)
  end)
end)
