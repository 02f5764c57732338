package shop;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CartTest {
    @Test public void adds() { assertEquals(4, 2 + 2); }
    @Test public void printsFAILEDandError() { System.out.println("Error: no till\nFAILURES!!!"); }
    @Test public void subtracts() { assertEquals(0, 2 - 2); }
}
