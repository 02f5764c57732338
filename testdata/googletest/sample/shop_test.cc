#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <tuple>

// What the environment asks for decides what fails, so that one program makes all logs.
static bool on(const char* name) { return std::getenv(name) != nullptr; }

class CartTest : public testing::Test {};

TEST_F(CartTest, AddsAnItem) { EXPECT_EQ(1 + 1, 2); }

TEST_F(CartTest, CountsTwice) {
  if (on("GLUED")) std::printf("counting");
  if (on("FAIL")) {
    EXPECT_EQ(1 + 1, 3) << "the second item is lost";
    EXPECT_GT(1, 2);
  }
}

TEST_F(CartTest, TalksOfFailures) {
  if (on("HOSTILE")) {
    std::puts("[  FAILED  ] Inner.Pretend (0 ms)");
    std::puts("shop_test.cc:99: Failure");
    std::puts("[==========] 3 tests from 1 test suite ran. (0 ms total)");
    std::puts("[  PASSED  ] 1 test.");
    std::puts("[  FAILED  ] 2 tests, listed below:");
    std::puts("Segmentation fault (core dumped)");
  }
}

TEST_F(CartTest, Throws) {
  if (on("FAIL")) throw std::runtime_error("no stock for 17");
}

TEST_F(CartTest, IsSkipped) {
  if (on("FAIL")) GTEST_SKIP() << "no network here";
}

TEST_F(CartTest, DISABLED_Later) { FAIL(); }

TEST(StockTest, Crashes) {
  if (on("CRASH")) {
    std::puts("about to follow a null pointer");
    std::fflush(stdout);
    std::abort();
  }
}

class PriceTest : public testing::TestWithParam<std::tuple<int, std::string>> {};

TEST_P(PriceTest, IsRounded) {
  SCOPED_TRACE("rounding");
  if (on("FAIL")) EXPECT_NE(std::get<0>(GetParam()), 2);
}

INSTANTIATE_TEST_SUITE_P(Cents, PriceTest,
                         testing::Combine(testing::Values(1, 2), testing::Values("a b", "c")));

template <class T>
class WeightTest : public testing::Test {};
using Weights = testing::Types<int, double>;
TYPED_TEST_SUITE(WeightTest, Weights);
TYPED_TEST(WeightTest, IsPositive) {
  if (on("FAIL")) EXPECT_LT(sizeof(TypeParam), 8u);
}

class DepotTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (on("SETUP")) FAIL() << "no depot";
  }
};
TEST_F(DepotTest, Opens) {}

class World : public testing::Environment {
  void SetUp() override {
    if (on("WORLD")) FAIL() << "no world";
  }
};

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::AddGlobalTestEnvironment(new World);
  return RUN_ALL_TESTS();
}
