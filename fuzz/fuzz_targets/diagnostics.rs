//! Text of compilers, linters and build tools.
#![no_main]

use libfuzzer_sys::fuzz_target;
use weir::settings::From;

const WORDS: &[&str] = &[
    "error[E0308]: mismatched types\n",
    "error: could not compile `a` (lib) due to 1 previous error\n",
    "warning: unused variable: `a`\n",
    " --> src/a.rs:1:2\n  |\n1 | a\n  | ^ b\n\n",
    "a.c:1:2: error: expected ';'\n",
    "a.c:1:2: warning: unused variable 'a' [-Wunused-variable]\n",
    "In file included from a.h:1,\n                 from b.c:2:\n",
    "/usr/bin/ld: a.o: undefined reference to `b'\ncollect2: error: ld returned 1 exit status\n",
    "make: *** [Makefile:3: all] Error 1\n",
    "make[1]: Entering directory '/a'\n",
    "# example.com/a\n./a.go:3:4: undefined: b\n",
    "/a/B.swift:1:2: error: cannot find 'c' in scope\n",
    "** BUILD FAILED **\n",
    "error: linker command failed with exit code 1 (use -v to see invocation)\n",
    "fatal: not a git repository\n",
    "Segmentation fault (core dumped)\n",
    "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n",
    "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nValueError: a\n",
    "    at a (b.js:1:2)\n",
    "\n",
];

fuzz_target!(|bytes: &[u8]| weir_fuzz::check(&weir_fuzz::spelled(bytes, WORDS), From::Auto));
