package dev.orchard;

import org.junit.jupiter.api.Test;

class StormTest {
    @Test
    void uproots() {
        Runtime.getRuntime().halt(9);
    }
}
