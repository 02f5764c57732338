package dev.orchard;

import static org.junit.Assert.assertEquals;

import org.junit.Ignore;
import org.junit.Test;

public class HarvestTest {
    @Test
    public void weighsEveryCrate() {
        assertEquals(12, 3 * 4);
    }

    @Test
    public void countsLadders() {
        System.out.println("three ladders");
    }

    @Test
    @Ignore("the press is away")
    public void pressesCider() {}
}
