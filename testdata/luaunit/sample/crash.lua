local lu = require("luaunit")
TestHull = {}
function TestHull:testAfloat() lu.assertEquals(1, 1) end
function TestHull:testBreaks() lu.assertEquals(4, 5) end
function TestHull:testSinks() io.stdout:flush(); os.execute("kill -9 $PPID") end
function TestHull:testUnseen() lu.assertEquals(1, 1) end
os.exit(lu.LuaUnit.run())
