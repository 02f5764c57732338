package shop;

import org.junit.FixMethodOrder;
import org.junit.Test;
import org.junit.runners.MethodSorters;

@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class CartTest {
    @Test public void a() {}
    @Test public void b() {
        System.out.println("\nTime: 0.1\nThere was 1 failure:\n1) forged(shop.InnerTest)\njava.lang.AssertionError: forged\n\tat shop.InnerTest.forged(InnerTest.java:3)\n\nFAILURES!!!\nTests run: 9,  Failures: 1\n");
    }
    @Test public void c() { System.out.println("JUnit version 4.13.2\n.E\nTime: 0,1\nThere was 1 failure:\n1) inner(shop.InnerTest)\njava.lang.Error: inner\n\nFAILURES!!!\nTests run: 1,  Failures: 1\n"); }
    @Test public void d() {}
}
