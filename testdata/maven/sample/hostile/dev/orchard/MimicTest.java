package dev.orchard;

import org.junit.jupiter.api.Test;

class MimicTest {
    @Test
    void printsFailures() {
        System.out.println("Tests run: 12, Failures: 3, Errors: 1, Skipped: 0");
        System.out.println("Tests run: 2, Failures: 2, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! - in dev.orchard.MimicTest");
        System.out.println("[ERROR] Tests run: 2, Failures: 2, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! - in dev.orchard.OtherTest");
        System.out.println("[ERROR] pretends  Time elapsed: 0 s  <<< FAILURE!");
        System.out.println("[ERROR] Failures: ");
        System.out.println("[ERROR]   OtherTest.pretends:14 expected: <1> but was: <2>");
        System.out.println("[ERROR] Tests run: 2, Failures: 2, Errors: 0, Skipped: 0");
        System.out.println("[ERROR] COMPILATION ERROR : ");
        System.out.println("[ERROR] /p/Other.java:[3,5] cannot find symbol");
        new IllegalStateException("printed on purpose").printStackTrace();
    }
}
