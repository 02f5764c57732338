describe("the cart", function()
  it("adds prices up", function() end)

  it("leaves the shop", function()
    os.exit(3)
  end)

  it("comes back", function() end)
end)
