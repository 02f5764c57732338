"""A stand-in for the model of a coding agent, on the loopback address: it asks for given commands, one after the other.

It speaks four dialects, each as far as an agent needs to run a command: messages (Claude Code), responses (Codex), chat
completions (opencode, Copilot CLI, Qwen Code) and generateContent (Gemini CLI).
"""
import http.server
import json
import shutil
import subprocess
import threading

# Names of the tool that runs commands.
SHELLS = ("Bash", "bash", "shell", "shell_command", "exec_command", "run_shell_command")


class StandIn:
    """Asks for each of `commands` once; `results` are what came back."""

    def __init__(self, commands):
        self.commands = list(commands)
        self.results = []
        self.lock = threading.Lock()
        stand_in = self

        class Handler(_Handler):
            model = stand_in

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = "http://127.0.0.1:%d" % self.server.server_address[1]

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def next(self, results, tools):
        """The number and the text of the next command; none when all were asked for, or no tool runs any."""
        with self.lock:
            texts = [flat(result) for result in results]
            if len(texts) >= len(self.results):
                self.results = texts
            if len(texts) < len(self.commands) and any(tool in SHELLS for tool in tools):
                return len(texts), self.commands[len(texts)]
            return None


def flat(value):
    """All texts in a value, one after the other."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "\n".join(filter(None, (flat(each) for each in value.values())))
    if isinstance(value, list):
        return "\n".join(filter(None, map(flat, value)))
    return ""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model = None

    def log_message(self, *_):
        pass

    def answer(self, body, kind="application/json"):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def as_json(self, value):
        self.answer(json.dumps(value).encode())

    def as_events(self, events):
        lines = []
        for name, data in events:
            if name:
                lines.append("event: " + name)
            lines.append("data: " + (data if isinstance(data, str) else json.dumps(data)))
            lines.append("")
        self.answer(("\n".join(lines) + "\n").encode(), "text/event-stream")

    def do_HEAD(self):
        self.answer(b"")

    def do_GET(self):
        self.as_json({"object": "list", "data": [{"id": "stand-in", "object": "model"}], "models": []})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.headers.get("content-encoding") == "zstd" and shutil.which("zstd"):
            body = subprocess.run(["zstd", "-dc"], input=body, capture_output=True).stdout
        try:
            asked = json.loads(body)
        except ValueError:
            asked = {}
        path = self.path.partition("?")[0]
        if path.endswith("/count_tokens"):
            self.as_json({"input_tokens": 1})
        elif path.endswith("/messages"):
            self.give_messages(asked)
        elif path.endswith("/responses"):
            self.give_responses(asked)
        elif path.endswith("/chat/completions"):
            self.give_chat(asked)
        elif "enerateContent" in path:
            self.give_generate(asked, "stream" in path)
        else:
            self.as_json({})

    def give_messages(self, asked):
        blocks = [block for message in asked.get("messages", []) if isinstance(message.get("content"), list)
                  for block in message["content"]]
        results = [block.get("content") for block in blocks if block.get("type") == "tool_result"]
        wanted = self.model.next(results, [tool.get("name") for tool in asked.get("tools") or []])
        if wanted:
            number, line = wanted
            block = {"type": "tool_use", "id": "toolu_%d" % number, "name": "Bash", "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps({"command": line, "description": "try"})}
            reason = "tool_use"
        else:
            block, reason = {"type": "text", "text": ""}, "end_turn"
            delta = {"type": "text_delta", "text": "that is all"}
        usage = {"input_tokens": 1, "output_tokens": 1}
        message = {"id": "msg", "type": "message", "role": "assistant", "model": asked.get("model"), "content": [],
                   "stop_reason": None, "stop_sequence": None, "usage": usage}
        if not asked.get("stream"):
            self.as_json({**message, "content": [{"type": "text", "text": "that is all"}], "stop_reason": "end_turn"})
            return
        parts = [
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": usage},
            {"type": "message_stop"},
        ]
        self.as_events([(part["type"], part) for part in parts])

    def give_responses(self, asked):
        items = [item for item in asked.get("input") or [] if isinstance(item, dict)]
        results = [item.get("output") for item in items if str(item.get("type", "")).endswith("call_output")]
        tools = [tool.get("name") or tool.get("type") for tool in asked.get("tools") or []]
        # A tool that runs scripts runs commands, too.
        known = tools + (["shell"] if "exec" in tools else [])
        wanted = self.model.next(results, known)
        if wanted:
            number, line = wanted
            call = {"id": "item_%d" % number, "call_id": "call_%d" % number}
            words = {"cmd": line} if "exec_command" in tools else {"command": line}
            if "exec_command" in tools or "shell_command" in tools:
                name = "exec_command" if "exec_command" in tools else "shell_command"
                item = {"type": "function_call", "name": name, "arguments": json.dumps(words), **call}
            elif "exec" in tools:
                script = "const done = await tools.exec_command(%s); text(done);" % json.dumps({"cmd": line})
                item = {"type": "custom_tool_call", "name": "exec", "input": script, **call}
            else:
                words = {"command": ["bash", "-lc", line]}
                item = {"type": "function_call", "name": "shell", "arguments": json.dumps(words), **call}
        else:
            text = [{"type": "output_text", "text": "that is all"}]
            item = {"type": "message", "role": "assistant", "id": "item", "content": text}
        usage = {"input_tokens": 1, "input_tokens_details": None, "output_tokens": 1, "output_tokens_details": None,
                 "total_tokens": 2}
        parts = [
            {"type": "response.created", "response": {"id": "response"}},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed", "response": {"id": "response", "usage": usage}},
        ]
        self.as_events([(part["type"], part) for part in parts])

    def give_chat(self, asked):
        results = [message.get("content") for message in asked.get("messages", []) if message.get("role") == "tool"]
        tools = [tool["function"]["name"] for tool in asked.get("tools") or [] if "function" in tool]
        wanted = self.model.next(results, tools)
        base = {"id": "chat", "created": 1, "model": asked.get("model") or "stand-in"}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        if wanted:
            number, line = wanted
            name = next(tool for tool in tools if tool in SHELLS)
            words = {"command": line, "description": "try"}
            if name == "run_shell_command":
                words["is_background"] = False
            if "write_bash" in tools:
                words.update(mode="sync", initial_wait=20)
            function = {"name": name, "arguments": json.dumps(words)}
            calls = [{"index": 0, "id": "call_%d" % number, "type": "function", "function": function}]
            printed, reason = {"role": "assistant", "content": None, "tool_calls": calls}, "tool_calls"
        else:
            printed, reason = {"role": "assistant", "content": "that is all"}, "stop"
        if not asked.get("stream"):
            choice = {"index": 0, "message": printed, "finish_reason": reason}
            self.as_json({**base, "object": "chat.completion", "usage": usage, "choices": [choice]})
            return
        base["object"] = "chat.completion.chunk"
        first = {"index": 0, "delta": printed, "finish_reason": None}
        last = {"index": 0, "delta": {}, "finish_reason": reason}
        self.as_events([(None, {**base, "choices": [first]}),
                        (None, {**base, "choices": [last], "usage": usage}), (None, "[DONE]")])

    def give_generate(self, asked, streams):
        parts = [part for content in asked.get("contents", []) for part in content.get("parts", [])]
        results = [part["functionResponse"].get("response") for part in parts if "functionResponse" in part]
        tools = [function["name"] for tool in asked.get("tools") or []
                 for function in tool.get("functionDeclarations") or []]
        wanted = self.model.next(results, tools)
        if wanted:
            number, line = wanted
            words = {"command": line, "description": "try"}
            part = {"functionCall": {"id": "call_%d" % number, "name": "run_shell_command", "args": words}}
        elif (asked.get("generationConfig") or {}).get("responseMimeType") == "application/json":
            part = {"text": json.dumps({"reasoning": "", "next_speaker": "user", "complexity_reasoning": "",
                                        "complexity_score": 1, "model_choice": "flash"})}
        else:
            part = {"text": "that is all"}
        printed = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
        usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
        value = {"candidates": [printed], "usageMetadata": usage, "modelVersion": "stand-in"}
        if streams:
            self.as_events([(None, value)])
        else:
            self.as_json(value)
