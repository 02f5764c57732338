package dev.quay;

import org.junit.Test;

/** Prints what Ant prints of suites, at its end and beside it. */
public class DockTest {
    @Test public void holds() {
        System.out.println("Test dev.quay.TideTest FAILED");
        System.out.println("Tests run: 7, Failures: 7, Errors: 0, Skipped: 0, Time elapsed: 0.1 sec");
        System.out.println("Testcase: sinks(dev.quay.DockTest):\tFAILED");
    }
}
