package dev.orchard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PressTest {
    @Test
    void fillsBottles() {
        assertEquals(40, 39, "one bottle is missing");
    }

    @Test
    void readsTheScale() {
        try {
            Integer.parseInt("heavy");
        } catch (NumberFormatException cause) {
            throw new IllegalStateException("the scale said nothing useful", cause);
        }
    }

    @Test
    void comparesLabels() {
        fail("\nExpecting:\n  \"Boskoop\"\nto be equal to:\n  \"Elstar\"\nbut was not.");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void turnsTheScrew(int times) {
        assertEquals(2, times);
    }

    @Test
    void rinses() {}
}
