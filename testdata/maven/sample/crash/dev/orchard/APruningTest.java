package dev.orchard;

import org.junit.jupiter.api.Test;

class APruningTest {
    @Test
    void leavesTheLeader() {}
}
