package dev.orchard;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CellarTest {
    @BeforeAll
    static void unlock() {
        throw new IllegalStateException("the key is lost");
    }

    @Test
    void cools() {}
}
