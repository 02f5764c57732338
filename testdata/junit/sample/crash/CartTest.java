package shop;

import org.junit.FixMethodOrder;
import org.junit.Test;
import org.junit.runners.MethodSorters;

@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class CartTest {
    @Test public void a() {}
    @Test public void b() { throw new IllegalStateException("never told"); }
    @Test public void c() { System.exit(3); }
    @Test public void d() {}
}
