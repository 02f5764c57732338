local lu = require("luaunit")
TestHull = {}
function TestHull:testAfloat() lu.assertEquals(1, 1) end
open_the_hatch()
os.exit(lu.LuaUnit.run())
