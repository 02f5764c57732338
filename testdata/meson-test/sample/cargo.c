#include <stdio.h>
#include <string.h>

/* A program that prints as googletest does. */
int main(int count, char **words)
{
    const char *name = count > 1 ? words[1] : "weighs";
    int fails = !strcmp(name, "sums");
    puts("[==========] Running 2 tests from 1 test suite.\n[----------] Global test environment set-up.\n"
         "[----------] 2 tests from Cargo\n[ RUN      ] Cargo.Weighs\n[       OK ] Cargo.Weighs (0 ms)\n[ RUN      ] Cargo.Sums");
    if (fails)
        puts("../cargo.c:12: Failure\nExpected equality of these values:\n  sum\n    Which is: 41\n  42\n[  FAILED  ] Cargo.Sums (0 ms)");
    else
        puts("[       OK ] Cargo.Sums (0 ms)");
    puts("[----------] 2 tests from Cargo (0 ms total)\n\n[----------] Global test environment tear-down\n"
         "[==========] 2 tests from 1 test suite ran. (0 ms total)");
    puts(fails ? "[  PASSED  ] 1 test.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] Cargo.Sums\n\n 1 FAILED TEST" : "[  PASSED  ] 2 tests.");
    return fails;
}
