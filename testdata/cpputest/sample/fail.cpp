#include "CppUTest/TestHarness.h"
#include "CppUTest/CommandLineTestRunner.h"
static int tide(int depth) { return depth - 1; }
static void checkTide(int depth) { LONGS_EQUAL(4, tide(depth)); }
TEST_GROUP(Berth) {};
TEST(Berth, holds) { LONGS_EQUAL(3, tide(3)); }
TEST(Berth, moors) { CHECK_TRUE(true); }
TEST(Berth, isNamed) { STRCMP_EQUAL("east", "west"); }
TEST(Berth, isDeep) { checkTide(4); }
TEST(Berth, checksAll) { CHECK_TEXT(tide(1) == 1, "the tide is low"); }
TEST(Berth, leaks) { char* rope = new char[10]; (void)rope; }
TEST(Berth, isClosed) { FAIL("closed at night"); }
TEST(Berth, comparesMemory) { unsigned char a[] = {1,2,3}, b[] = {1,2,4}; MEMCMP_EQUAL(a, b, 3); }
IGNORE_TEST(Berth, sinks) { FAIL("never"); }
TEST_GROUP(Quay) {};
TEST(Quay, measures) { DOUBLES_EQUAL(1.5, 1.7, 0.01); }
int main(int ac, char** av) { return CommandLineTestRunner::RunAllTests(ac, av); }
