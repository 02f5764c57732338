#include "run.h"

class Harbour : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(Harbour);
    CPPUNIT_TEST(moors);
    CPPUNIT_TEST_SUITE_END();

  public:
    void moors() { CPPUNIT_ASSERT(true); }
};
CPPUNIT_TEST_SUITE_REGISTRATION(Harbour);

int main(int count, char **arguments) { return run(count, arguments); }
