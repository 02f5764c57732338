#include "run.h"

#include <cstdlib>

class Hull : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(Hull);
    CPPUNIT_TEST(moors);
    CPPUNIT_TEST(leans);
    CPPUNIT_TEST(breaks);
    CPPUNIT_TEST_SUITE_END();

  public:
    void moors() {}
    void leans() { CPPUNIT_ASSERT_EQUAL(1, 2); }
    void breaks() {
        CppUnit::stdCOut().flush();
        std::abort();
    }
};
CPPUNIT_TEST_SUITE_REGISTRATION(Hull);

int main(int count, char **arguments) { return run(count, arguments); }
