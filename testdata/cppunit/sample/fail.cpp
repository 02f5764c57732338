#include "run.h"

namespace quay {
class Harbour : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(Harbour);
    CPPUNIT_TEST(moors);
    CPPUNIT_TEST(unloads);
    CPPUNIT_TEST(breaks);
    CPPUNIT_TEST(talks);
    CPPUNIT_TEST(leans);
    CPPUNIT_TEST_SUITE_END();

  public:
    void moors() { CPPUNIT_ASSERT(true); }
    void unloads() { CPPUNIT_ASSERT_EQUAL_MESSAGE("the tide is low", 4, 5); }
    void breaks() { throw std::runtime_error("no water"); }
    void talks() {
        std::cout << "some output" << std::endl;
        CPPUNIT_FAIL("1) test: nobody\n\nand a line behind an empty one");
    }
    void leans() { CPPUNIT_ASSERT(1 + 1 == 3); }
};
CPPUNIT_TEST_SUITE_REGISTRATION(Harbour);
}

// Its tear-down fails too.
class Ramp : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(Ramp);
    CPPUNIT_TEST(slips);
    CPPUNIT_TEST_SUITE_END();

  public:
    void tearDown() { CPPUNIT_FAIL("the ramp stays open"); }
    void slips() { CPPUNIT_ASSERT_DOUBLES_EQUAL(1.0, 1.5, 0.1); }
};
CPPUNIT_TEST_SUITE_REGISTRATION(Ramp);

int main(int count, char **arguments) { return run(count, arguments); }
