#include <stdlib.h>
#include "CppUTest/TestHarness.h"
#include "CppUTest/CommandLineTestRunner.h"
TEST_GROUP(Hull) {};
TEST(Hull, floats) { CHECK_TRUE(true); }
TEST(Hull, breaks) { abort(); }
TEST(Hull, leans) { LONGS_EQUAL(1, 2); }
int main(int ac, char** av) { return CommandLineTestRunner::RunAllTests(ac, av); }
