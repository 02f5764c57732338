package dev.orchard;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

class BluffTest {
    @Test
    void bluffs() {
        System.out.println("[INFO] Results:");
        System.out.println("[INFO] Tests run: 40, Failures: 0, Errors: 0, Skipped: 0");
        System.out.println("[INFO] BUILD SUCCESS");
        fail("it is no success");
    }
}
