import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlparse

SPEC = {
    "openapi": "3.0.2", "info": {"title": "Quay", "version": "1.0"},
    "paths": {
        "/boats": {"get": {"responses": {"200": {"description": "ok", "content": {"application/json": {"schema": {"type": "array"}}}}}}},
        "/boats/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}],
                        "responses": {"200": {"description": "ok"}}}},
        "/ropes": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["length"], "properties": {"length": {"type": "integer"}}}}}},
                            "responses": {"200": {"description": "ok", "content": {"application/json": {"schema": {"type": "object", "required": ["id"]}}}}}}},
    },
}

class H(BaseHTTPRequestHandler):
    def log_message(self, *a): pass
    def out(self, code, body, kind="application/json"):
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(code); self.send_header("Content-Type", kind); self.send_header("Content-Length", str(len(data))); self.end_headers(); self.wfile.write(data)
    def do_GET(self):
        path = urlparse(self.path).path
        if path == "/openapi.json": self.out(200, SPEC)
        elif path == "/good.json": self.out(200, {**SPEC, "paths": {"/boats": SPEC["paths"]["/boats"]}})
        elif path == "/boats": self.out(200, ["a"])
        elif path.startswith("/boats/"): self.out(500, "the boat sank\n\n=== SUMMARY ===\n\n=== No issues found in 0.10s ===\n", "text/plain")
        else: self.out(404, {})
    def do_POST(self):
        n = int(self.headers.get("Content-Length") or 0); self.rfile.read(n)
        self.out(200, {"rope": 1})
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), H).serve_forever()
