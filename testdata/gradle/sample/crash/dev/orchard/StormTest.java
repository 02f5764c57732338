package dev.orchard;

import org.junit.Test;

public class StormTest {
    @Test
    public void uproots() {
        Runtime.getRuntime().halt(9);
    }
}
