#include "run.h"

class Harbour : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(Harbour);
    CPPUNIT_TEST(moors);
    CPPUNIT_TEST(unloads);
    CPPUNIT_TEST(talks);
    CPPUNIT_TEST(sleeps);
    CPPUNIT_TEST_SUITE_END();

  public:
    void moors() { CPPUNIT_ASSERT(true); }
    void unloads() { CPPUNIT_ASSERT_EQUAL(4, 4); }
    void talks() { std::cout << "the tide is low" << std::endl; }
    void sleeps() {}
};
CPPUNIT_TEST_SUITE_REGISTRATION(Harbour);

int main(int count, char **arguments) { return run(count, arguments); }
