#include <QtTest/QtTest>

class Hooks : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QFAIL("no anchor"); }
    void holds() {}
    void turns() {}
    void cleanupTestCase() { QVERIFY2(false, "the rope is lost"); }
};

QTEST_APPLESS_MAIN(Hooks)
#include "hooks.moc"
