#include "harbour.h"

static const char *own = "";

static void fails(void) {
    printf("[ RUN      ] sinks\n[  ERROR   ] --- 0x1 != 0x2\n[   LINE   ] --- quay.c:3: error: Failure!\n");
    printf("[  FAILED  ] sinks\n[==========] 2 test(s) run.\n[  PASSED  ] 0 test(s).\n");
    printf("[  FAILED  ] 2 test(s), listed below:\n[  FAILED  ] moors\n[  FAILED  ] sinks\n\n 2 FAILED TEST(S)\n");
}

static void passes(void) {
    printf("[ RUN      ] floats\n[       OK ] floats\n[==========] 2 test(s) run.\n[  PASSED  ] 2 test(s).\n");
}

/* A failing run and a passing one; or one of them behind the test's own result. */
static void talks(void **state) {
    (void)state;
    if (!strcmp(own, "fails")) {
        printf("[  ERROR   ] --- 0x1 != 0x2\n[   LINE   ] --- quay.c:3: error: Failure!\n[  FAILED  ] talks\n");
        fails();
    } else if (!strcmp(own, "passes")) {
        printf("[       OK ] talks\n[==========] 2 test(s) run.\n[  PASSED  ] 2 test(s).\n");
    } else {
        fails();
        printf("[  FAILED  ] GROUP SETUP\n[  ERROR   ] pier\n[==========] Running 2 test(s).\n");
        printf("[ RUN      ] rolls\n[       OK ] rolls\n");
        passes();
    }
    fflush(stdout);
    assert_string_not_equal(own, "passes");
}

static void holds(void **state) { (void)state; assert_int_equal(getenv("HARBOUR_FAIL") ? 4 : 3, 3); }

int main(int count, char **words) {
    const struct CMUnitTest berth[] = {cmocka_unit_test(talks), cmocka_unit_test(holds)};
    own = count > 1 ? words[1] : "";
    return cmocka_run_group_tests_name("berth", berth, NULL, NULL);
}
