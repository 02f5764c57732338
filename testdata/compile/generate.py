#!/usr/bin/env python3
"""Makes the conversations of this folder, byte for byte the same in every run.

The shapes are those that the programs write; every sentence, name and id is ours. See README.md.
"""

import json
import pathlib

HERE = pathlib.Path(__file__).parent
SESSION = "5f1d3c62-0f5e-4b63-9d1b-7a2f4f7f0001"


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def uuid(number):
    return f"00000000-0000-4000-8000-{number:012d}"


def time(number):
    return f"2026-03-01T10:{number // 60:02d}:{number % 60:02d}.000Z"


def test_run(failed):
    """What cargo prints for 60 tests, two of which fail when asked for."""
    lines = ["   Compiling harbour v0.1.0 (/home/user/harbour)", "     Running unittests src/lib.rs (target/debug/deps/harbour-61d0d9ba)", "", "running 60 tests"]
    bad = {17: "berth 3531 is taken", 42: "manifest 6880 has no seal"} if failed else {}
    for number in range(60):
        lines.append(f"test docks::tests::moors_at_berth_{number} ... {'FAILED' if number in bad else 'ok'}")
    if bad:
        lines += ["", "failures:", ""]
        for number, why in bad.items():
            lines += [f"---- docks::tests::moors_at_berth_{number} stdout ----", f"thread 'docks::tests::moors_at_berth_{number}' panicked at src/docks.rs:{number}:9:", why, ""]
        lines += ["", "failures:"] + [f"    docks::tests::moors_at_berth_{number}" for number in bad]
    verdict = "FAILED" if bad else "ok"
    lines += ["", f"test result: {verdict}. {60 - len(bad)} passed; {len(bad)} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s", ""]
    return "\n".join(lines)


def source(version):
    """A file of some length; another version differs in one line of 60."""
    lines = [f"{number:>5}\tpub fn berth_{number}(ship: &Ship) -> Metres {{ ship.length + Metres({number}) }}" for number in range(1, 61)]
    lines[30] = f"   31\t// version {version}"
    return "\n".join(lines)


# What was said, in the order in which it was said: (kind, ...).
TALK = [
    ("user", "The tests of the docks fail since yesterday. Find out why and mend it, please. Do not touch the tests."),
    ("think", "The tests are in src/docks.rs. I run them first."),
    ("say", "I run the tests first. Then I look at the code."),
    ("call", "c1", "Bash", {"command": "cargo test", "description": "Run the tests"}),
    ("result", "c1", test_run(True)),
    ("call", "c2", "Read", {"file_path": "/home/user/harbour/src/docks.rs"}),
    ("result", "c2", source(1)),
    ("say", "Two berths are counted twice. The length of a ship is added where it should be compared. I change that."),
    ("call", "c3", "Edit", {"file_path": "/home/user/harbour/src/docks.rs", "old_string": "ship.length + Metres(17)", "new_string": "\n".join(f"    let line_{n} = check(ship, {n});" for n in range(40))}),
    ("result", "c3", "The file /home/user/harbour/src/docks.rs has been updated."),
    ("call", "c4", "Read", {"file_path": "/home/user/harbour/src/docks.rs"}),
    ("result", "c4", source(1)),
    ("user", "Is the seal of a manifest checked anywhere else? I remember something in the customs module."),
    ("call", "c5", "Grep", {"pattern": "seal", "path": "src"}),
    ("result", "c5", "\n".join(f"src/customs/form_{n}.rs:{n}: let seal = manifest.seal();" for n in range(80))),
    ("say", "Yes, in eighty forms. None of them is concerned: they read the seal and do not set it."),
    ("user", "Good. Run everything again."),
    ("call", "c6", "Bash", {"command": "cargo test", "description": "Run the tests again"}),
    ("result", "c6", test_run(False)),
    ("say", "All 60 tests pass. The two berths are counted once now."),
]


def claude_code():
    lines = [compact({"type": "file-history-snapshot", "messageId": uuid(1), "snapshot": {"messageId": uuid(1), "trackedFileBackups": {}, "timestamp": time(0)}, "isSnapshotUpdate": False})]
    parent = None
    for number, said in enumerate(TALK, 1):
        line = {"parentUuid": parent, "isSidechain": False, "userType": "external", "cwd": "/home/user/harbour", "sessionId": SESSION, "version": "2.0.60", "gitBranch": "main"}
        kind = said[0]
        if kind == "user":
            line |= {"type": "user", "message": {"role": "user", "content": said[1]}}
        elif kind == "result":
            line |= {"type": "user", "message": {"role": "user", "content": [{"tool_use_id": "toolu_" + said[1], "type": "tool_result", "content": said[2], "is_error": False}]}, "toolUseResult": {"stdout": said[2], "stderr": "", "interrupted": False}}
        else:
            block = {"think": lambda: {"type": "thinking", "thinking": said[1], "signature": "c2lnbmVk"}, "say": lambda: {"type": "text", "text": said[1]}, "call": lambda: {"type": "tool_use", "id": "toolu_" + said[1], "name": said[2], "input": said[3]}}[kind]()
            # The first two answers are one message in three lines.
            message_id = "msg_01" if number <= 4 else f"msg_{number:02d}"
            line |= {"type": "assistant", "message": {"model": "claude-sonnet-4-5", "id": message_id, "type": "message", "role": "assistant", "content": [block], "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 4, "output_tokens": 1}}, "requestId": f"req_{number}"}
        line |= {"uuid": uuid(number), "timestamp": time(number)}
        parent = uuid(number)
        lines.append(compact(line))
        if number == 6:
            # A subagent's line, and one of the program's own.
            lines.append(compact({"parentUuid": None, "isSidechain": True, "type": "user", "message": {"role": "user", "content": "Look for seals."}, "uuid": uuid(900), "timestamp": time(number), "sessionId": SESSION}))
            lines.append(compact({"parentUuid": uuid(6), "type": "system", "subtype": "stop_hook_summary", "uuid": uuid(901), "timestamp": time(number), "sessionId": SESSION}))
    return "\n".join(lines) + "\n"


def codex():
    def line(number, kind, payload):
        return compact({"timestamp": time(number), "type": kind, "payload": payload})

    def message(role, text):
        return {"type": "message", "role": role, "content": [{"type": "output_text" if role == "assistant" else "input_text", "text": text}]}

    lines = [line(0, "session_meta", {"id": SESSION, "timestamp": time(0), "cwd": "/home/user/harbour", "originator": "codex_cli_rs", "cli_version": "0.65.0", "instructions": None, "source": "cli"})]
    lines.append(line(0, "response_item", message("developer", "Answer in short sentences. Ask before you remove a file.")))
    lines.append(line(0, "turn_context", {"cwd": "/home/user/harbour", "approval_policy": "on-request", "model": "gpt-5-codex", "summary": "auto"}))
    for number, said in enumerate(TALK, 1):
        kind = said[0]
        if kind == "user":
            lines.append(line(number, "response_item", message("user", said[1])))
            lines.append(line(number, "event_msg", {"type": "user_message", "message": said[1]}))
        elif kind == "say":
            lines.append(line(number, "response_item", message("assistant", said[1])))
            lines.append(line(number, "event_msg", {"type": "agent_message", "message": said[1]}))
        elif kind == "think":
            lines.append(line(number, "response_item", {"type": "reasoning", "summary": [{"type": "summary_text", "text": said[1]}], "content": None, "encrypted_content": "Z2VoZWlt" * 20}))
        elif kind == "call" and said[2] == "Edit":
            lines.append(line(number, "response_item", {"type": "custom_tool_call", "status": "completed", "call_id": "call_" + said[1], "name": "apply_patch", "input": "*** Begin Patch\n" + said[3]["new_string"] + "\n*** End Patch"}))
        elif kind == "call":
            lines.append(line(number, "response_item", {"type": "function_call", "name": "shell", "arguments": compact(said[3]), "call_id": "call_" + said[1]}))
        elif said[1] == "c3":
            lines.append(line(number, "response_item", {"type": "custom_tool_call_output", "call_id": "call_c3", "output": compact({"output": said[2], "metadata": {"exit_code": 0, "duration_seconds": 0.1}})}))
        elif said[1] in ("c1", "c6"):
            code = 101 if said[1] == "c1" else 0
            lines.append(line(number, "response_item", {"type": "function_call_output", "call_id": "call_" + said[1], "output": compact({"output": said[2], "metadata": {"exit_code": code, "duration_seconds": 2.5}})}))
        else:
            lines.append(line(number, "response_item", {"type": "function_call_output", "call_id": "call_" + said[1], "output": said[2]}))
    lines.append(line(99, "event_msg", {"type": "token_count", "info": None}))
    return "\n".join(lines) + "\n"


TOOLS = {"Bash": "Runs a command in a shell", "Read": "Reads a file", "Edit": "Changes a file", "Grep": "Looks for a pattern in files", "WebSearch": "Searches the web"}


def openai():
    messages = [{"role": "system", "content": "Answer in short sentences."}]
    for said in TALK:
        if said[0] == "user":
            messages.append({"role": "user", "content": said[1]})
        elif said[0] == "say":
            messages.append({"role": "assistant", "content": said[1]})
        elif said[0] == "call":
            messages.append({"role": "assistant", "content": None, "tool_calls": [{"id": "call_" + said[1], "type": "function", "function": {"name": said[2], "arguments": compact(said[3])}}]})
        elif said[0] == "result":
            messages.append({"role": "tool", "tool_call_id": "call_" + said[1], "content": said[2]})
    tools = [{"type": "function", "function": {"name": name, "description": what, "parameters": {"type": "object", "properties": {"input": {"type": "string"}}}}} for name, what in TOOLS.items()]
    return compact({"model": "gpt-4o", "temperature": 0.25, "messages": messages, "tools": tools}) + "\n"


def anthropic():
    messages = []
    for said in TALK:
        kind = said[0]
        role = "user" if kind in ("user", "result") else "assistant"
        block = {"user": lambda: {"type": "text", "text": said[1]}, "say": lambda: {"type": "text", "text": said[1]}, "think": lambda: {"type": "thinking", "thinking": said[1], "signature": "c2lnbmVk"}, "call": lambda: {"type": "tool_use", "id": "toolu_" + said[1], "name": said[2], "input": said[3]}, "result": lambda: {"type": "tool_result", "tool_use_id": "toolu_" + said[1], "content": [{"type": "text", "text": said[2]}]}}[kind]()
        if messages and messages[-1]["role"] == role:
            messages[-1]["content"].append(block)
        else:
            messages.append({"role": role, "content": [block]})
    tools = [{"name": name, "description": what, "input_schema": {"type": "object", "properties": {"input": {"type": "string"}}}} for name, what in TOOLS.items()]
    tools.append({"type": "web_search_20250305", "name": "web_search", "max_uses": 5})
    system = [{"type": "text", "text": "Answer in short sentences.", "cache_control": {"type": "ephemeral"}}]
    return compact({"model": "claude-sonnet-4-5", "max_tokens": 1024, "system": system, "messages": messages, "tools": tools}) + "\n"


for name, text in {"claude-code.jsonl": claude_code(), "codex.jsonl": codex(), "openai.json": openai(), "anthropic.json": anthropic()}.items():
    (HERE / name).write_text(text, encoding="utf-8")
