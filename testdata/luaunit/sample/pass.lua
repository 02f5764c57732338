local lu = require("luaunit")
TestHarbour = {}
function TestHarbour:testMoors() lu.assertEquals(1, 1) end
function TestHarbour:testTalks() print("the tide is out") end
function testFog() lu.skip("fog today") end
os.exit(lu.LuaUnit.run())
