#!/usr/bin/env python3
"""Does a rule that denies a command still hold? Tried with real coding agents, and a stand-in for their model.

    python3 deny.py --weir WEIR [--programs FOLDER] AGENT...

Each agent is started in a home of its own, with a rule that denies `pytest`, and is asked for `pytest`: as it is, with weir
set up, and with a hook that rewrites the command into `weir run -- pytest`, where the agent has such hooks. A line each says
whether `pytest` ran. FOLDER has the agents' programs; without it they are looked for in PATH. Exit 1 if a denied command
ran with weir set up. Linux or macOS, python 3.8 or later.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

from stand_in import StandIn

PROGRAMS = {"claude-code": "claude", "codex": "codex", "gemini-cli": "gemini", "opencode": "opencode",
            "copilot": "copilot", "qwen-code": "qwen"}
WAYS = ("as it is", "with weir", "rewritten")
SECONDS = 60


class Trial:
    """One agent in a home of its own."""

    def __init__(self, agent, program, weir, root):
        self.agent, self.program, self.weir = agent, program, weir
        self.home = tempfile.mkdtemp(prefix=agent + "-", dir=root)
        self.project = os.path.join(self.home, "project")
        self.ran = os.path.join(self.home, "ran")
        self.words, self.variables = [], {}
        os.makedirs(self.project)
        self.write("tools/pytest", "#!/bin/sh\necho ran >> '%s'\necho '1 passed in 0.01s'\n" % self.ran, 0o755)
        self.path = "%s:%s:%s:/usr/local/bin:/usr/bin:/bin" % (
            os.path.join(self.home, "tools"), os.path.dirname(os.path.realpath(program)),
            os.path.dirname(shutil.which("node") or "/usr/bin/node"))
        for profile in (".profile", ".bashrc"):
            self.write(profile, 'PATH="%s"; export PATH\n' % self.path)

    def write(self, path, text, mode=0o644):
        path = os.path.join(self.home, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, mode)

    def settings(self, path, value):
        self.write(path, json.dumps(value, indent=2) + "\n")

    def environment(self):
        return {"HOME": self.home, "PATH": self.path, "SHELL": "/bin/bash", "TERM": "dumb", "LANG": "C.UTF-8",
                "TMPDIR": self.home, **self.variables}

    def prepare(self, url, rewritten):
        """The settings with the rule, and with the hook; false when no hook is known for this agent."""
        return getattr(self, "prepare_" + self.agent.replace("-", "_"))(url, rewritten)

    def prepare_claude_code(self, url, rewritten):
        settings = {"permissions": {"deny": ["Bash(pytest:*)"]}}
        if rewritten:
            answer = {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow",
                                             "updatedInput": {"command": self.wrapped()}}}
            self.write("hook.sh", "#!/bin/sh\ncat > /dev/null\ncat <<'END'\n%s\nEND\n" % json.dumps(answer), 0o755)
            hook = {"type": "command", "command": os.path.join(self.home, "hook.sh")}
            settings["hooks"] = {"PreToolUse": [{"matcher": "Bash", "hooks": [hook]}]}
        self.settings(".claude/settings.json", settings)
        self.words = ["-p", "try", "--dangerously-skip-permissions"]
        self.variables = {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": "none", "DISABLE_AUTOUPDATER": "1",
                          "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "IS_SANDBOX": "1"}
        return True

    def prepare_codex(self, url, rewritten):
        self.write(".codex/config.toml",
                   'model = "gpt-5"\nmodel_provider = "here"\napproval_policy = "never"\n'
                   'sandbox_mode = "danger-full-access"\n[model_providers.here]\nname = "here"\nbase_url = "%s/v1"\n'
                   'wire_api = "responses"\nenv_key = "HERE_KEY"\n' % url)
        self.write(".codex/rules/default.rules", 'prefix_rule(pattern=["pytest"], decision="forbidden")\n')
        self.words = ["exec", "--skip-git-repo-check", "try"]
        self.variables = {"HERE_KEY": "none"}
        return not rewritten

    def prepare_gemini_cli(self, url, rewritten):
        self.settings(".gemini/settings.json", {"security": {"auth": {"selectedType": "gemini-api-key"}},
                                                "privacy": {"usageStatisticsEnabled": False},
                                                "general": {"enableAutoUpdate": False}})
        self.write(".gemini/policies/deny.toml",
                   '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "pytest"\ndecision = "deny"\npriority = 900\n')
        self.words = ["-p", "try", "--yolo"]
        self.variables = {"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_CLI_TRUST_WORKSPACE": "true"}
        return not rewritten

    def prepare_opencode(self, url, rewritten):
        model = {"npm": "@ai-sdk/openai-compatible", "name": "here", "options": {"baseURL": url + "/v1", "apiKey": "none"},
                 "models": {"here": {"name": "here", "tool_call": True}}}
        self.settings(".config/opencode/opencode.json",
                      {"autoupdate": False, "model": "here/here", "small_model": "here/here", "provider": {"here": model},
                       "permission": {"bash": {"*": "allow", "pytest*": "deny"}}})
        if rewritten:
            self.write(".config/opencode/plugins/rewrite.js",
                       'export const Rewrite = async () => ({\n  "tool.execute.before": async (input, output) => {\n'
                       '    if (input.tool === "bash") output.args.command = %s;\n  },\n});\n' % json.dumps(self.wrapped()))
        self.words = ["run", "try"]
        self.variables = {"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1"}
        return True

    def prepare_copilot(self, url, rewritten):
        self.words = ["-p", "try", "--allow-all-tools", "--allow-all-paths", "--deny-tool", "shell(pytest:*)"]
        self.variables = {"COPILOT_OFFLINE": "true", "COPILOT_PROVIDER_BASE_URL": url + "/v1", "COPILOT_MODEL": "here",
                          "COPILOT_PROVIDER_API_KEY": "none", "COPILOT_PROVIDER_MAX_PROMPT_TOKENS": "100000",
                          "COPILOT_PROVIDER_MAX_OUTPUT_TOKENS": "4000"}
        return not rewritten

    def prepare_qwen_code(self, url, rewritten):
        self.settings(".qwen/settings.json", {"security": {"auth": {"selectedType": "openai"}}, "model": {"name": "here"},
                                              "privacy": {"usageStatisticsEnabled": False},
                                              "general": {"enableAutoUpdate": False},
                                              "permissions": {"deny": ["Bash(pytest *)", "Bash(pytest)"]}})
        self.words = ["-p", "try", "--yolo"]
        self.variables = {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": url + "/v1", "OPENAI_MODEL": "here"}
        return not rewritten

    def wrapped(self):
        return "%s run -- pytest -q" % self.weir

    def set_up(self):
        """weir in the agent's settings, and in its environment what no settings hold."""
        for words in (["setup", self.agent], ["doctor", self.agent, "--format", "json"]):
            done = subprocess.run([self.weir] + words, env=self.environment(), cwd=self.project,
                                  capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError("weir %s: %s" % (" ".join(words), done.stderr.strip()))
        self.variables.update(json.loads(done.stdout)["agents"][0]["launch_env"])

    def start(self):
        """Runs the agent to its end; gives what it printed."""
        with open(os.path.join(self.home, "printed"), "w+") as printed:
            agent = subprocess.Popen([self.program] + self.words, env=self.environment(), cwd=self.project,
                                     stdin=subprocess.DEVNULL, stdout=printed, stderr=printed, start_new_session=True)
            try:
                agent.wait(SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(agent.pid, 9)
                agent.wait()
            printed.seek(0)
            return printed.read()


def tried(agent, program, weir, root, way):
    """What came of one way, in words, and whether the denied command ran; none when it cannot be known."""
    trial = Trial(agent, program, weir, root)
    # The second command is allowed: only when its output comes back did the agent run commands at all.
    with StandIn(["pytest -q", "echo still-$((40 + 2))"]) as model:
        if not trial.prepare(model.url, way == "rewritten"):
            return "no such hook is tried for this agent", None
        if way == "with weir":
            trial.set_up()
        printed = trial.start()
        if os.path.exists(trial.ran):
            return "the denied command RAN", True
        if not any("still-42" in result for result in model.results) and not model.results:
            return "no command came through: %s" % printed.strip()[-200:].replace("\n", " "), None
        return "the denied command did not run", False


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--weir", required=True, help="the weir to try")
    parser.add_argument("--programs", help="the folder of the agents' programs")
    parser.add_argument("agents", nargs="+", choices=sorted(PROGRAMS), metavar="AGENT", help=", ".join(PROGRAMS))
    given = parser.parse_args()
    wrong = False
    with tempfile.TemporaryDirectory(prefix="weir-deny-") as root:
        for agent in given.agents:
            program = shutil.which(PROGRAMS[agent], path=given.programs)
            for way in WAYS:
                if program is None:
                    what, ran = "%s is not there" % PROGRAMS[agent], None
                else:
                    what, ran = tried(agent, program, os.path.abspath(given.weir), root, way)
                print("%-12s %-10s %s" % (agent, way, what), flush=True)
                wrong |= way == "with weir" and ran is not False and program is not None
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
