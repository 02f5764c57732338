#include <QtTest/QtTest>

class Crane : public QObject
{
    Q_OBJECT
private slots:
    void lifts() { QCOMPARE(1, 1); }
    void slips()
    {
        const int load = 4;
        QCOMPARE(load, 5);
    }
    void swings() { QVERIFY2(false, "the motor is broken"); }
    void bare() { QVERIFY(1 > 2); }
    void rows_data()
    {
        QTest::addColumn<QString>("box");
        QTest::newRow("wood") << "wood";
        QTest::newRow("glass: thin") << "glass";
    }
    void rows()
    {
        QFETCH(QString, box);
        QCOMPARE(box, QString("wood"));
    }
    void better()
    {
        QEXPECT_FAIL("", "was broken", Continue);
        QCOMPARE(2, 2);
    }
    void warns()
    {
        qWarning("the cable is wet");
        qCritical("error: the cable is torn");
        QFAIL("no cable");
    }
    void later() { QSKIP("no storm today"); }
    void several()
    {
        QEXPECT_FAIL("", "old", Continue);
        QCOMPARE(1, 2);
        QFAIL("two\nlines");
    }
};

QTEST_APPLESS_MAIN(Crane)
#include "crane.moc"
