#!/usr/bin/env node
// Runs the binary of this platform, and ends as it ends.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const name = `weir-cli-${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "weir.exe" : "weir";

let binary;
try {
  binary = require.resolve(`${name}/bin/${file}`);
} catch {
  console.error(`weir: the package ${name} is not installed: either there is no binary for this platform, or npm left out`);
  console.error("optional dependencies ('npm install --include=optional weir-cli' brings them)");
  process.exit(69);
}

const child = spawn(binary, process.argv.slice(2), { stdio: "inherit", windowsHide: false });

// From a terminal, Ctrl-C and Ctrl-\ reach the child as well as us: a second one would count as the user's impatience.
const onTerminal = [0, 1, 2].some((descriptor) => require("node:tty").isatty(descriptor));
for (const signal of ["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGUSR2"]) {
  const fromTerminal = onTerminal && (signal === "SIGINT" || signal === "SIGQUIT");
  try {
    process.on(signal, () => {
      if (!fromTerminal) child.kill(signal);
    });
  } catch {
    // Windows does not have all of them.
  }
}

child.on("error", (error) => {
  console.error(`weir: failed to start ${binary}: ${error.message}`);
  process.exit(71);
});

child.on("exit", (code, signal) => {
  if (!signal) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // A signal that did not end us.
  setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 1000);
});
