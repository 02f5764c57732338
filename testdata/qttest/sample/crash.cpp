#include <QtTest/QtTest>
#include <cstdlib>

class Crash : public QObject
{
    Q_OBJECT
private slots:
    void begins() {}
    void breaks()
    {
        if (qEnvironmentVariableIsSet("HARBOUR_SEGV")) {
            volatile int *nothing = nullptr;
            *nothing = 1;
        }
        if (qEnvironmentVariableIsSet("HARBOUR_EXIT"))
            std::exit(3);
        qFatal("the rope broke");
    }
    void never() {}
};

QTEST_APPLESS_MAIN(Crash)
#include "crash.moc"
