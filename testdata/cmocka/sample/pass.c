#include "harbour.h"

static void moors(void **state) { (void)state; assert_int_equal(3, 3); }
static void fog(void **state) { (void)state; skip(); }
static void lights(void **state) { (void)state; printf("lit\n"); assert_string_equal("on", "on"); }
static void tide(void **state) { (void)state; printf("no line end"); fflush(stdout); }

int main(void) {
    const struct CMUnitTest berth[] = {cmocka_unit_test(moors), cmocka_unit_test(fog), cmocka_unit_test(lights)};
    const struct CMUnitTest quay[] = {cmocka_unit_test(tide), cmocka_unit_test(moors)};
    return cmocka_run_group_tests_name("berth", berth, NULL, NULL)
        + cmocka_run_group_tests_name("quay", quay, NULL, NULL);
}
