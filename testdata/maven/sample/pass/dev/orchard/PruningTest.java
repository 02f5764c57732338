package dev.orchard;

import org.junit.jupiter.api.Test;

class PruningTest {
    @Test
    void leavesTheLeader() {}
}
