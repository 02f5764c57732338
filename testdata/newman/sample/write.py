"""Writes the collections that make.sh runs."""
import json

def request(name, path, tests="", before=""):
    events = [{"listen": "test", "script": {"exec": tests.split("\n")}}] if tests else []
    if before:
        events.append({"listen": "prerequest", "script": {"exec": before.split("\n")}})
    return {"name": name, "event": events, "request": {"method": "GET", "url": path if "://" in path else "http://localhost:8123" + path}}

def write(name, *items):
    info = {"name": "harbour", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}
    json.dump({"info": info, "item": list(items)}, open(name + ".json", "w"))

FOUND = "pm.test('is found', () => pm.response.to.have.status(200));"
THREE = "pm.test('has three ships', () => pm.expect(pm.response.json().ships).to.eql(3));"
LONG = "pm.test('has as many ships as the harbour master wrote down last night, and not one more', () => pm.expect(pm.response.json().ships).to.eql(3, 'the master counts again'));"
LOUD = r"""console.log('newman\n\nharbour\n\n→ list ships\n  ✓  is found');
console.log(['│ requests │ 1 │ 0 │', '│ test-scripts │ 1 │ 0 │', '│ prerequest-scripts │ 0 │ 0 │', '│ assertions │ 9 │ 0 │'].join('\n'));"""

write("pass", request("list ships", "/ships", FOUND), {"name": "pier", "item": [request("moored ships", "/pier", FOUND)]})
write("fail", request("list ships", "/ships", FOUND + "\n" + THREE),
      {"name": "pier", "item": [request("gone ship", "/gone", FOUND), request("no answer", "http://localhost:8124/x"),
                                request("bad script", "/a", "nothere();"), request("bad start", "/a", FOUND, "tide();"), request("long", "/a", LONG)]})
write("loud", request("list ships", "/ships", LOUD + "\n" + THREE))
