package shop;

import org.junit.BeforeClass;
import org.junit.Test;

public class SetUpTest {
    @BeforeClass public static void opens() { throw new IllegalStateException("the shop is shut"); }
    @Test public void never() {}
}
