package dev.quay;

import org.junit.Test;

public class GateTest {
    @Test public void opens() throws Exception {
        if (System.getProperty("die") != null) {
            System.exit(3);
        }
        if (System.getProperty("slow") != null) {
            Thread.sleep(60000);
        }
    }
}
