describe("the till", function()
  it("adds prices up", function()
    assert.are.equal(6, 1 + 2 + 3)
  end)

  it("takes a discount off", function()
    assert.are.equal(5, 1 + 2 + 3)
  end)

  it("prints the label", function()
    assert.are.same({ name = "pear", count = 3 }, { name = "fig", count = 3 })
  end)

  it("weighs what is not there", function()
    local scale
    return scale.grams
  end)

  it("throws a table", function()
    error({ code = 3 })
  end)

  it("says why", function()
    assert.is_true(false, "the till is closed")
  end)

  pending("counts stamps", function() end)

  it("gives back a coin", function()
    pending("no coins yet")
  end)
end)

describe("the basket", function()
  before_each(function()
    error("the basket is broken")
  end)

  it("is carried home", function() end)
end)
