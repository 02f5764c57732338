#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

static bool on(const char* name) { return std::getenv(name) != nullptr; }

TEST_CASE("adds an item") { CHECK(1 + 1 == 2); }

TEST_CASE("counts twice") {
  SECTION("with a second item") {
    INFO("the second item is lost");
    if (on("FAIL")) CHECK(1 + 1 == 3);
  }
  SECTION("without") {
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
    std::puts("shop_test.cc:3: FAILED:");
    std::puts("  CHECK( false )");
    std::puts("test cases: 3 | 1 passed | 2 failed");
  }
}

TEST_CASE("fails as expected", "[!shouldfail]") { CHECK(on("NEVER")); }

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
