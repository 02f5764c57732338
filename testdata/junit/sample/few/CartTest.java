package shop;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import org.junit.Ignore;
import org.junit.Test;

public class CartTest {
    @Test public void adds() { assertEquals(4, 2 + 2); }
    @Test public void counts() { System.out.print("counting"); assertEquals("three pears", 3, new int[] {1, 2}.length); }
    @Test public void breaks() { throw new IllegalStateException("no paper\nand no ink", new RuntimeException("the till is shut")); }
    @Ignore("no licence") @Test public void sells() { throw new Error(); }
    @Test public void waits() { assumeTrue(false); }
    @Test(timeout = 50) public void hurries() throws Exception { Thread.sleep(5000); }
}
