#include <QtTest/QtTest>

class Empty : public QObject
{
    Q_OBJECT
private slots:
};

QTEST_APPLESS_MAIN(Empty)
#include "empty.moc"
