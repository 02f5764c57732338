#include <QtTest/QtTest>

class Tide : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() {}
    void rises() { QCOMPARE(1 + 1, 2); }
    void error_FAILED_panics() { QVERIFY(true); }
    void hours_data()
    {
        QTest::addColumn<int>("hour");
        QTest::newRow("one") << 1;
        QTest::newRow("two, at noon") << 2;
    }
    void hours()
    {
        QFETCH(int, hour);
        QVERIFY(hour > 0);
    }
    void later() { QSKIP("no moon today"); }
    void broken()
    {
        QEXPECT_FAIL("", "the gauge is old", Continue);
        QCOMPARE(1, 2);
    }
    void talks()
    {
        qDebug("the water is at 3 m");
        qWarning("the gauge is wet");
    }
    void cleanupTestCase() {}
};

QTEST_APPLESS_MAIN(Tide)
#include "tide.moc"
