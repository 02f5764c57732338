#include "harbour.h"

static int refuses(void **state) { (void)state; return -1; }
static int checks(void **state) { (void)state; assert_int_equal(1, 2); return 0; }
static int ready(void **state) { (void)state; return 0; }
static void moors(void **state) { (void)state; }
static void loads(void **state) { (void)state; }

int main(int count, char **words) {
    const struct CMUnitTest plain[] = {cmocka_unit_test(moors), cmocka_unit_test(loads)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(moors, refuses),
        cmocka_unit_test_setup(loads, checks),
        cmocka_unit_test_setup_teardown(loads, ready, refuses),
        cmocka_unit_test(moors),
    };
    const char *which = count > 1 ? words[1] : "tests";
    if (!strcmp(which, "group")) return cmocka_run_group_tests_name("berth", plain, refuses, NULL);
    if (!strcmp(which, "group-checks")) return cmocka_run_group_tests_name("berth", plain, checks, NULL);
    if (!strcmp(which, "teardown")) return cmocka_run_group_tests_name("berth", plain, NULL, refuses);
    if (!strcmp(which, "nobody")) return cmocka_set_test_filter("nobody"), cmocka_run_group_tests_name("berth", plain, NULL, NULL);
    return cmocka_run_group_tests_name("berth", tests, NULL, NULL);
}
