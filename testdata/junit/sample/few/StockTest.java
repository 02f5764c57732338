package shop;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

@RunWith(Parameterized.class)
public class StockTest {
    @Parameters(name = "{index}: {0} (pears)")
    public static Iterable<Object[]> data() { return Arrays.asList(new Object[][] {{1}, {2}}); }
    private final int number;
    public StockTest(int number) { this.number = number; }
    @Test public void isOdd() { assertEquals(1, number % 2); }
}
