#include <stdio.h>

#include "run.h"

static void moors(void) { CU_ASSERT(1); }
static void talks(void) {
    printf("no line end");
    CU_ASSERT(1);
}
static void unloads(void) {
    printf("some output\n");
    CU_ASSERT_EQUAL(4, 5);
    CU_ASSERT_STRING_EQUAL("tide", "ebb");
}
static void sinks(void) { CU_FAIL("1 of 3 tests passed"); }
static int fails(void) { return 1; }
static int opens(void) { return 0; }

int main(int count, char **arguments) {
    CU_initialize_registry();
    CU_pSuite harbour = CU_add_suite("harbour, old", 0, 0);
    CU_add_test(harbour, "moors", moors);
    CU_add_test(harbour, "unloads", unloads);
    CU_add_test(harbour, "talks", talks);
    CU_set_test_active(CU_add_test(harbour, "sleeps", moors), CU_FALSE);
    CU_pSuite quay = CU_add_suite("quay", fails, 0);
    CU_add_test(quay, "moors", moors);
    CU_pSuite ramp = CU_add_suite("ramp", opens, fails);
    CU_add_test(ramp, "moors", moors);
    CU_add_test(ramp, "sinks", sinks);
    CU_pSuite idle = CU_add_suite("idle", 0, 0);
    CU_add_test(idle, "moors", moors);
    CU_set_suite_active(idle, CU_FALSE);
    return run(count, arguments);
}
