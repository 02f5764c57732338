package shop;

import junit.framework.TestCase;

public class CartTest extends TestCase {
    public void testAdds() { assertEquals(4, 2 + 2); }
    public void testCounts() { assertEquals("pears", 3, 2); }
    public void testBreaks() { throw new IllegalStateException("no paper"); }
    public void testPrints() { System.out.println("ringing"); }
}
