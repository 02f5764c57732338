#!/usr/bin/env python3
"""Writes the logs of this folder: the form is MSBuild's (console logger of versions 16 to 17, terminal logger), the
projects and sentences are made up. The .NET SDK is not needed."""

from pathlib import Path

HERE = Path(__file__).parent
PROJECT = "/home/user/project/src/Shop.csproj"
WARNING = f"/home/user/project/src/Cart.cs(3,4): warning CS0168: The variable 'e' is declared but never used [{PROJECT}]\n"
ERRORS = f"""\
/home/user/project/src/Cart.cs(10,20): error CS1002: ; expected [{PROJECT}]
/home/user/project/src/Cart.cs(12,5): error CS0103: The name 'x' does not exist in the current context [{PROJECT}]
CSC : error CS5001: Program does not contain a static 'Main' method suitable for an entry point [{PROJECT}]
{PROJECT} : error NU1101: Unable to find package Depot. No packages exist with this id [{PROJECT}]
"""
HEAD = "MSBuild version 17.8.3+195e7f5a3 for .NET\n  Determining projects to restore...\n"


def write(name, *parts):
    (HERE / f"{name}.txt").write_text("".join(parts))


def end(word, warnings, errors):
    return f"    {warnings} Warning(s)\n    {errors} Error(s)\n\nTime Elapsed 00:00:01.23\n"


write(
    "all-pass",
    HEAD,
    "  All projects are up-to-date for restore.\n  Shop -> /home/user/project/src/bin/Debug/net8.0/Shop.dll\n\n",
    "Build succeeded.\n",
    end("succeeded", 0, 0),
)
write("few-failures", HEAD, WARNING, ERRORS, "\nBuild FAILED.\n\n", WARNING, ERRORS, end("FAILED", 1, 4))
write(
    "few-failures-cpp",
    "  1>Cart.cpp(3,4): error C2065: 'x': undeclared identifier [C:\\project\\Shop.vcxproj]\n",
    "  1>Cart.obj : error LNK2019: unresolved external symbol \"void __cdecl f(void)\" [C:\\project\\Shop.vcxproj]\n",
    "\nBuild FAILED.\n\n",
    end("FAILED", 0, 2),
)
write("crash", HEAD, WARNING, ERRORS.splitlines(keepends=True)[0])
write("alone", HEAD, "\nBuild FAILED.\n\n", end("FAILED", 0, 1))
write("hostile", "checking that error CS1002 is explained\nBuild FAILED. is what it prints\n a : error handling is on\n")
