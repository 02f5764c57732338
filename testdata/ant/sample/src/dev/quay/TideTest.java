package dev.quay;

import org.junit.Assert;
import org.junit.Ignore;
import org.junit.Test;

public class TideTest {
    @Test public void rises() {}

    @Test public void falls() { Assert.assertEquals("level", 3, 4); }

    @Test public void turns() { throw new IllegalStateException("no moon"); }

    @Ignore @Test public void waits() {}
}
