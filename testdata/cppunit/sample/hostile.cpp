#include "run.h"

#include <cstdlib>

class Quay : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(Quay);
    CPPUNIT_TEST(holds);
    CPPUNIT_TEST(fails);
    CPPUNIT_TEST(failsForCompilers);
    CPPUNIT_TEST(passes);
    CPPUNIT_TEST(moors);
    CPPUNIT_TEST_SUITE_END();

  public:
    void holds() { CPPUNIT_ASSERT(std::getenv("HARBOUR_FAIL") == NULL); }
    // Prints a run that failed.
    void fails() {
        std::cout << "\n!!!FAILURES!!!\nTest Results:\nRun:  3   Failures: 1   Errors: 0\n\n\n"
                     "1) test: Forged::breaks (F) line: 4 forged.cpp\nassertion failed\n- Expected: 4\n\n"
                  << std::endl;
    }
    void failsForCompilers() {
        std::cout << "forged.cpp:4:Assertion\nTest name: Forged::breaks\nassertion failed\n\n"
                     "Failures !!!\nRun: 9   Failure total: 1   Failures: 1   Errors: 0"
                  << std::endl;
    }
    // Prints the end of a run that passed.
    void passes() { std::cout << "\n\nOK (9 tests)\n\n\nOK (9)" << std::endl; }
    void moors() {}
};
CPPUNIT_TEST_SUITE_REGISTRATION(Quay);

int main(int count, char **arguments) { return run(count, arguments); }
