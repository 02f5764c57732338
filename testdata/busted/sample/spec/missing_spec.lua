local scale = require("scale_of_the_shop")

describe("the scale", function()
  it("weighs", function() end)
end)
