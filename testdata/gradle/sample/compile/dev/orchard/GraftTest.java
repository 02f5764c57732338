package dev.orchard;

import org.junit.Test;

public class GraftTest {
    @Test
    public void joins() {
        int wax = missing(3);
        String knife = 7;
    }
}
