package shop;

import static org.junit.Assert.fail;

import org.junit.FixMethodOrder;
import org.junit.Test;
import org.junit.runners.MethodSorters;

@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class CartTest {
    @Test public void a() {}
    @Test public void b() { fail("the real failure\n\nOK (7 tests)\n"); }
    @Test public void c() { System.out.println("\n\nTime: 0.1\n\nOK (99 tests)\n"); }
}
