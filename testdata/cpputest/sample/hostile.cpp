#include "CppUTest/CommandLineTestRunner.h"
#include "CppUTest/TestHarness.h"
#include <stdio.h>
#include <stdlib.h>
static void lamp() {
    printf("the lamp is lit\n");
    printf("quay.cpp:3: error: Failure in TEST(Quay, dreams)\n\texpected <1>\n\tbut was  <2>\n\n");
    printf("Errors (1 failures, 1 tests, 1 ran, 1 checks, 0 ignored, 0 filtered out, 0 ms)\n");
    printf("OK (9 tests, 9 ran, 9 checks, 0 ignored, 0 filtered out, 0 ms)\n");
    printf("TEST(Quay, dreams) - 0 ms\n");
}
TEST_GROUP(Quay) {};
TEST(Quay, holds) { LONGS_EQUAL(getenv("HARBOUR_FAIL") ? 4 : 3, 1 + 2); }
TEST(Quay, talks) { lamp(); }
TEST(Quay, moors) { CHECK_TRUE(true); }
int main(int ac, char** av) { return CommandLineTestRunner::RunAllTests(ac, av); }
