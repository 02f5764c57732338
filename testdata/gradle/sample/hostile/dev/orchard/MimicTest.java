package dev.orchard;

import org.junit.Test;

public class MimicTest {
    @Test
    public void printsFailures() {
        System.out.println("dev.orchard.OtherTest > pretends FAILED");
        System.out.println("    java.lang.AssertionError: not true");
        System.out.println("12 tests completed, 3 failed");
        System.out.println("FAILURE: Build failed with an exception.");
        System.out.println("BUILD FAILED in 1s");
        new IllegalStateException("printed on purpose").printStackTrace();
    }
}
