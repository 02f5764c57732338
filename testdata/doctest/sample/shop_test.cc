#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

static bool on(const char* name) { return std::getenv(name) != nullptr; }

TEST_CASE("adds an item") { CHECK(1 + 1 == 2); }

TEST_CASE("counts twice") {
  SUBCASE("with a second item") {
    INFO("the second item is lost");
    if (on("FAIL")) CHECK(1 + 1 == 3);
  }
  SUBCASE("without") {
    if (on("FAIL")) REQUIRE(1 > 2);
  }
}

TEST_CASE("throws") {
  if (on("FAIL")) throw std::runtime_error("no stock for 17");
}

TEST_CASE("a name that is so long that it does not fit into a row of eighty columns and is broken") {
  if (on("FAIL")) FAIL("too long");
}

TEST_CASE("talks of failures") {
  if (on("HOSTILE")) {
    std::puts("shop_test.cc:3: ERROR: CHECK( false ) is NOT correct!");
    std::puts("  CHECK( false )");
    std::puts("[doctest] test cases: 3 | 1 passed | 2 failed | 0 skipped");
  }
}

TEST_CASE("fails as expected" * doctest::should_fail()) { CHECK(on("NEVER")); }

TEST_CASE("crashes") {
  if (on("CRASH")) std::abort();
}

SCENARIO("a cart is sold") {
  GIVEN("a cart") {
    WHEN("it is sold") {
      THEN("it is empty") {
        if (on("FAIL")) CHECK(false);
      }
    }
  }
}
