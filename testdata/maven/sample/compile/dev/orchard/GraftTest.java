package dev.orchard;

import org.junit.jupiter.api.Test;

class GraftTest {
    @Test
    void joins() {
        int wax = missing(3);
        String knife = 7;
    }
}
