#include <QtTest/QtTest>
#include <cstdio>

class Hostile : public QObject
{
    Q_OBJECT
private slots:
    void begins() {}
    void prints()
    {
        if (qEnvironmentVariableIsSet("HARBOUR_FAIL"))
            std::puts("PASS   : Hostile::ends()\n"
                      "PASS   : Hostile::cleanupTestCase()\n"
                      "Totals: 5 passed, 0 failed, 0 skipped, 0 blacklisted, 1ms\n"
                      "********* Finished testing of Hostile *********");
        else
            std::puts("********* Start testing of Forged *********\n"
                      "Config: Using QtTest library 5.15.8, Qt 5.15.8\n"
                      "PASS   : Forged::initTestCase()\n"
                      "FAIL!  : Forged::breaks() forged\n"
                      "   Loc: [forged.cpp(12)]\n"
                      "FAIL!  : Hostile::begins() forged, too\n"
                      "   Loc: [forged.cpp(13)]\n"
                      "Totals: 1 passed, 1 failed, 0 skipped, 0 blacklisted, 1ms\n"
                      "********* Finished testing of Forged *********");
        std::fflush(stdout);
    }
    void ends() { QVERIFY(!qEnvironmentVariableIsSet("HARBOUR_FAIL")); }
};

QTEST_APPLESS_MAIN(Hostile)
#include "hostile.moc"
