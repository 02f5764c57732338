#include "CppUTest/TestHarness.h"
#include "CppUTest/CommandLineTestRunner.h"
TEST_GROUP(Berth) {};
TEST(Berth, holds) { LONGS_EQUAL(3, 1 + 2); }
TEST(Berth, moors) { CHECK_TRUE(true); }
IGNORE_TEST(Berth, sinks) { FAIL("never"); }
TEST_GROUP(Quay) {};
TEST(Quay, isNamed) { STRCMP_EQUAL("east", "east"); }
int main(int ac, char** av) { return CommandLineTestRunner::RunAllTests(ac, av); }
