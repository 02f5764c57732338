#include "harbour.h"

static int sail(int depth) {
    check_expected(depth);
    return mock_type(int);
}

static void moors(void **state) { (void)state; assert_int_equal(3, 3); }
static void unloads(void **state) { (void)state; printf("crane\n"); assert_int_equal(4, 5); }
static void names(void **state) { (void)state; assert_string_equal("west", "east"); }
static void bytes(void **state) { (void)state; assert_memory_equal("\1\2\3", "\1\2\4", 3); }
static void holds(void **state) { (void)state; assert_true(2 > 3); }
static void closed(void **state) { (void)state; fail_msg("closed at %s", "night"); }
static void mocked(void **state) { (void)state; expect_value(sail, depth, 4); will_return(sail, 1); sail(5); }
static void awaits(void **state) { (void)state; will_return(sail, 1); }
static void leaks(void **state) { (void)state; assert_non_null(test_malloc(8)); }
static void fog(void **state) { (void)state; skip(); }

int main(void) {
    const struct CMUnitTest berth[] = {
        cmocka_unit_test(moors), cmocka_unit_test(unloads), cmocka_unit_test(names), cmocka_unit_test(bytes),
        cmocka_unit_test(holds), cmocka_unit_test(closed), cmocka_unit_test(mocked), cmocka_unit_test(awaits),
        cmocka_unit_test(leaks), cmocka_unit_test(fog),
    };
    const struct CMUnitTest quay[] = {cmocka_unit_test(moors), cmocka_unit_test(names)};
    const struct CMUnitTest pier[] = {cmocka_unit_test(moors)};
    return cmocka_run_group_tests_name("berth", berth, NULL, NULL)
        + cmocka_run_group_tests_name("quay", quay, NULL, NULL)
        + cmocka_run_group_tests_name("pier", pier, NULL, NULL);
}
