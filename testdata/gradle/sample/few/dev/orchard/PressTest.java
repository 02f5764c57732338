package dev.orchard;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import org.junit.Test;

public class PressTest {
    @Test
    public void fillsBottles() {
        assertEquals("one bottle is missing", 40, 39);
    }

    @Test
    public void readsTheScale() {
        try {
            Integer.parseInt("heavy");
        } catch (NumberFormatException cause) {
            throw new IllegalStateException("the scale said nothing useful", cause);
        }
    }

    @Test
    public void comparesLabels() {
        fail("\nExpecting:\n  \"Boskoop\"\nto be equal to:\n  \"Elstar\"\n\nbut was not.");
    }

    @Test
    public void rinses() {}
}
