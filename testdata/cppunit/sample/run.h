#include <cppunit/BriefTestProgressListener.h>
#include <cppunit/CompilerOutputter.h>
#include <cppunit/TestResult.h>
#include <cppunit/TestResultCollector.h>
#include <cppunit/TestRunner.h>
#include <cppunit/TextOutputter.h>
#include <cppunit/TextTestProgressListener.h>
#include <cppunit/extensions/HelperMacros.h>

#include <iostream>
#include <stdexcept>
#include <string>

// Runs all: `points` or `brief` progress, then the text or the compiler's outputter.
inline int run(int count, char **arguments) {
    const std::string progress = count > 1 ? arguments[1] : "points";
    CppUnit::TestResult result;
    CppUnit::TestResultCollector collector;
    CppUnit::TextTestProgressListener points;
    CppUnit::BriefTestProgressListener brief;
    result.addListener(&collector);
    if (progress == "points") result.addListener(&points);
    if (progress == "brief") result.addListener(&brief);
    CppUnit::TestRunner runner;
    runner.addTest(CppUnit::TestFactoryRegistry::getRegistry().makeTest());
    runner.run(result);
    CppUnit::stdCOut().flush();
    if (count > 2) {
        CppUnit::CompilerOutputter(&collector, std::cout).write();
    } else {
        CppUnit::TextOutputter(&collector, std::cout).write();
    }
    return collector.wasSuccessful() ? 0 : 1;
}
