#!/usr/bin/env python3
"""Writes logs of tools that are not run here: golangci-lint, hadolint, docker build, terraform, and small linters.

The forms are the tools' own, read in their sources; paths and sentences are ours. Run it in this folder.
"""

import pathlib

DATA = pathlib.Path(__file__).resolve().parent.parent


def write(name, *lines):
    path = DATA / (name + ".txt")
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(line + "\n" for line in lines))


def numbered(count, form):
    return [form.format(number=number, line=number * 3 + 1) for number in range(1, count + 1)]


GOLANGCI = [
    "internal/cart/price.go:42:21: Error return value of `w.Write` is not checked (errcheck)",
    "\tdefer w.Write(total)",
    "\t       ^",
    "internal/cart/price.go:50:2: ineffectual assignment to rate (ineffassign)",
    "\trate := 3",
    "\t^",
    "internal/cart/tax.go:1: File is not `gofmt`-ed with `-s` (gofmt)",
    "package cart",
    "internal/cart/tax.go:12:9: undefined: missing (typecheck)",
    "\treturn missing(rate)",
    "\t       ^",
]
write("golangci-lint/few-failures-1", "+ golangci-lint run", *GOLANGCI)
write("golangci-lint/few-failures-2", "+ golangci-lint run", *GOLANGCI, "4 issues:", "* errcheck: 1", "* gofmt: 1", "* ineffassign: 1", "* typecheck: 1")
write("golangci-lint/few-failures-staticcheck", "+ staticcheck ./...", "test.go:9:9: empty branch (SA9003)", "test.go:15:2: should replace loop with y = append(y, x...) (S1011)", "other.go:3:8: could not import x (compile)")
write("golangci-lint/all-pass", "+ golangci-lint run", "0 issues.")
write("golangci-lint/crash", "+ golangci-lint run", 'level=error msg="[linters_context] typechecking error: pattern ./...: directory prefix . does not contain main module"')
write("golangci-lint/hostile", "+ golangci-lint run", *GOLANGCI, "+ cat notes.txt", "0 issues.", "\ta.go:3:5: it said (twice, at least)")

write("hadolint/few-failures", "+ hadolint Dockerfile docker/app.dockerfile", "Dockerfile:3 DL3008 warning: Pin versions in apt get install. Instead of `apt-get install <package>` use `apt-get install <package>=<version>`", "Dockerfile:5 DL3003 warning: Use WORKDIR to switch to a directory", "docker/app.dockerfile:9 SC2086 info: Double quote to prevent globbing and word splitting.", "docker/app.dockerfile:11 DL3059 style: Multiple consecutive `RUN` instructions.")
write("hadolint/few-failures-old", "+ hadolint Dockerfile", "Dockerfile:3 DL3008 Pin versions in apt get install.", "Dockerfile:5 DL3003 Use WORKDIR to switch to a directory")
write("hadolint/all-pass", "+ hadolint Dockerfile")
write("hadolint/crash", "+ hadolint nothing", "hadolint: nothing: openBinaryFile: does not exist (No such file or directory)")
write("hadolint/hostile", "+ hadolint Dockerfile", "Dockerfile:3 DL3008 warning: Pin versions in apt get install.", "+ cat notes.txt", "Dockerfile:3 is fine", "no errors")

STEPS = [
    "#0 building with \"default\" instance using docker driver",
    "",
    "#1 [internal] load build definition from Dockerfile",
    "#1 transferring dockerfile: 120B done",
    "#1 DONE 0.0s",
    "",
    "#5 [1/4] FROM docker.io/library/gcc:12@sha256:0123456789abcdef",
    "#5 CACHED",
    "",
    "#7 [3/4] COPY . .",
    "#7 DONE 0.1s",
    "",
    "#8 [4/4] RUN make -C shop",
]
FAILED = [
    "#8 0.312 make: Entering directory '/shop'",
    "#8 0.400 price.c:3:5: error: 'rate' undeclared (first use in this function)",
    "#8 0.420 make: *** [Makefile:3: price.o] Error 1",
    '#8 ERROR: process "/bin/sh -c make -C shop" did not complete successfully: exit code: 2',
    "------",
    " > [4/4] RUN make -C shop:",
    "0.312 make: Entering directory '/shop'",
    "0.400 price.c:3:5: error: 'rate' undeclared (first use in this function)",
    "0.420 make: *** [Makefile:3: price.o] Error 1",
    "------",
    "Dockerfile:5",
    "--------------------",
    "   3 |     COPY . .",
    "   4 |",
    "   5 | >>> RUN make -C shop",
    "   6 |",
    "--------------------",
    'ERROR: failed to solve: process "/bin/sh -c make -C shop" did not complete successfully: exit code: 2',
]
write("docker-build/few-failures", *STEPS, *FAILED)
write("docker-build/few-failures-legacy", "Step 1/3 : FROM gcc:12", " ---> 0123456789ab", "Step 3/3 : RUN make -C shop", " ---> Running in 0123456789ab", "make: *** [Makefile:3: price.o] Error 1", "The command '/bin/sh -c make -C shop' returned a non-zero code: 2")
write("docker-build/all-pass", *STEPS, "#8 0.312 make: nothing to be done", "#8 DONE 0.5s", "", "#9 exporting to image", "#9 exporting layers 0.1s done", "#9 naming to docker.io/library/shop done", "#9 DONE 0.1s")
write("docker-build/crash", "ERROR: failed to solve: failed to read dockerfile: open Dockerfile: no such file or directory")
write("docker-build/hostile", *STEPS, *FAILED, "+ cat notes.txt", "#1 DONE 0.0s", "Successfully built 0123456789ab")

BOX = [
    "╷",
    "│ Error: Unsupported argument",
    "│ ",
    '│   on main.tf line 3, in resource "shop_cart" "main":',
    "│    3:   nam = 1",
    "│ ",
    '│ An argument named "nam" is not expected here. Did you mean "name"?',
    "╵",
    "╷",
    "│ Warning: Deprecated attribute",
    "│ ",
    '│   on main.tf line 9, in output "rate":',
    "│    9:   value = shop_cart.main.rate",
    "│ ",
    '│ The attribute "rate" is deprecated.',
    "╵",
    "╷",
    "│ Error: Reference to undeclared resource",
    "│ ",
    '│   on tax.tf line 12, in output "tax":',
    "│   12:   value = shop_tax.nothing.id",
    "│ ",
    '│ A managed resource "shop_tax" "nothing" has not been declared in the root module.',
    "╵",
]
write("terraform/few-failures", "+ terraform validate", *BOX)
write("terraform/all-pass", "+ terraform validate", "Success! The configuration is valid.", "")
write("terraform/crash", "+ terraform plan", "shop_cart.main: Refreshing state... [id=3]", *BOX[:3])
write("terraform/hostile", "+ terraform validate", *BOX, "+ cat notes.txt", "Success! The configuration is valid.")

write("linter/few-failures-one-line", "app/views/cart.html.haml:33 [W] ImplicitDiv: `%div.total` can be written as `.total`", ".env:3 KeyWithoutValue: The RATE key should be with a value", "app/models/cart.rb:57 Array#select.first is slower than Array#detect.", "app/views/cart.html.erb:9:0: Indent `%>` on column 4", "shop/v1/cart.proto:42:10:Field name \"cartID\" should be lower_snake_case, such as \"cart_id\".", "cart.lua:5:17: trailing whitespace in a comment", "roles/shop/tasks/main.yml:3: fqcn[action-core]: Use FQCN for builtin module actions (command).", ".github/workflows/shop.yml:3:5: unexpected key \"job\" for \"workflow\" section [syntax-check]", "README.txt:1:20: \"reciept\" is a misspelling of \"receipt\"")
write("linter/few-failures-kotlin", "/home/user/project/shop/Cart.kt:3:1: Unused import (standard:no-unused-imports)", "shop/Cart.kt:14:23: This expression contains a magic number. [MagicNumber]", "shop/src/main/AndroidManifest.xml:5: Error: Missing the permission of the till [MissingPermission]", "shop/src/main/Tax.java:9: Warning: The rate is not used [UnusedResources]", "shop/tax.go:1:20: \"reciept\" is a misspelling of \"receipt\"")
write("linter/few-failures-hlint", "src/Cart.hs:11:18: Suggestion: Redundant bracket", "Found:", "  (price a) + (price b)", "Perhaps:", "  price a + (price b)", "", "src/Cart.hs:19:19: Warning: Use map", "Found:", "  fmap price", "Perhaps:", "  map price", "", "2 hints")
write("linter/few-failures-bandit", ">> Issue: [B404:blacklist] Consider possible security implications associated with the subprocess module.", "   Severity: Low   Confidence: High", "   CWE: CWE-78 (https://cwe.mitre.org/data/definitions/78.html)", "   Location: ./shop/cart.py:1:0", "1\timport subprocess", "", "--------------------------------------------------")
write("linter/all-pass", "+ hlint src", "No hints")
write("linter/crash", "app/views/cart.html.haml:33 [W] ImplicitDiv: `%div.total` can be wri")
write("linter/hostile", "cart.lua:5:17: trailing whitespace in a comment", "+ cat notes.txt", "No hints", "src/Cart.hs:3:5: error: Variable not in scope: it said", "  app/models/cart.rb:3: in block")

write("linter/few-failures-brakeman", "app/models/cart.rb\t13\tCommand Injection\tGeneral\tPossible command injection near line 13: system(\"ls #{params[:dir]}\")\tHigh", "app/controllers/cart_controller.rb\t10\tDangerous Send\tGeneral\tUser controlled method execution\tMedium", "", "Confidence: Weak", "Category: SQL Injection", "Check: SQL", "Message: Possible SQL injection", "Code: Cart.where(params[:q])", "File: app/models/query.rb", "Line: 4")
write("linter/few-failures-puppet-lint", "manifests/init.pp - ERROR: cart not in autoload module layout on line 7", "manifests/init.pp - WARNING: line has more than 140 characters on line 9")
write("linter/few-failures-tslint", "src/cart.ts[418, 38]: ' should be \"", "src/cart.ts[15, 11]: missing semicolon", "ERROR: src/tax.ts:3:5 - missing semicolon")
write("linter/few-failures-scalastyle", "error file=/home/user/project/Cart.scala message=File length exceeds 5 lines", "warning file=/home/user/project/Cart.scala message=Object name does not match line=6 column=7", "Processed 1 file(s)", "Found 1 errors", "Found 1 warnings")
write("linter/all-pass-remark", "docs/cart.md", "  25:3  warning  Incorrect list-item indent: add 2 spaces  list-item-indent  remark-lint", "", "\u26a0 1 warning")
write("linter/hostile-more", "src/cart.ts[15, 11]: missing semicolon", "the risk is High", "items.ts[0]: it said ERROR", "README.md", "12 files are fine")
