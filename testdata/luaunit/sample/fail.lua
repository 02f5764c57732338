local lu = require("luaunit")
TestHarbour = {}
function TestHarbour:testMoors() lu.assertEquals(1, 1) end
function TestHarbour:testUnloads() print("some cargo"); lu.assertEquals(4, 5) end
function TestHarbour:testErrors() error("no water") end
function TestHarbour:testNames() lu.assertEquals({a = 1, b = {2}}, {a = 1, b = {3}}) end
function TestHarbour:testSays() io.write("half a line"); lu.fail("first line\n\nthird line") end
TestQuay = {}
function TestQuay:setUp() error("the quay is closed") end
function TestQuay:testHolds() lu.assertTrue(true) end
function testFog() lu.skip("fog today") end
os.exit(lu.LuaUnit.run())
