package dev.orchard;

import org.junit.BeforeClass;
import org.junit.Test;

public class CellarTest {
    @BeforeClass
    public static void unlock() {
        throw new IllegalStateException("the key is lost");
    }

    @Test
    public void cools() {}
}
