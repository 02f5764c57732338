describe("the cart", function()
  it("adds prices up", function(
end)
