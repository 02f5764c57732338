package dev.orchard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class HarvestTest {
    @Test
    void weighsEveryCrate() {
        assertEquals(12, 3 * 4);
    }

    @Test
    void countsLadders() {
        System.out.println("three ladders");
    }

    @Test
    @Disabled("the press is away")
    void pressesCider() {}
}
