#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

START_TEST(lifts) { ck_assert_int_eq(1, 1); }
END_TEST
START_TEST(slips)
{
    int load = 4;
    printf("the barrel is on the hook\n");
    ck_assert_int_eq(load, 5);
}
END_TEST
START_TEST(swings) { ck_abort_msg("the motor is broken: 12:F:Core:no:0: at all"); }
END_TEST
START_TEST(loops) { ck_assert_msg(_i != 1, "round %d", _i); }
END_TEST
START_TEST(dies)
{
    volatile int *nothing = NULL;
    *nothing = 1;
}
END_TEST
START_TEST(leaves) { exit(3); }
END_TEST
START_TEST(waits) { sleep(30); }
END_TEST
START_TEST(compares) { ck_assert_str_eq("left\nright", "left"); }
END_TEST
static void anchor(void) { ck_abort_msg("no anchor"); }
START_TEST(never) {}
END_TEST
START_TEST(parks) {}
END_TEST

int main(void)
{
    Suite *suite = suite_create("Crane");
    TCase *core = tcase_create("Core");
    tcase_set_timeout(core, 0.5);
    tcase_add_test(core, lifts);
    tcase_add_test(core, slips);
    tcase_add_test(core, swings);
    tcase_add_loop_test(core, loops, 0, 3);
    tcase_add_test(core, dies);
    tcase_add_test(core, leaves);
    tcase_add_test(core, waits);
    tcase_add_test(core, compares);
    suite_add_tcase(suite, core);
    TCase *storm = tcase_create("Storm");
    tcase_add_checked_fixture(storm, anchor, NULL);
    tcase_add_test(storm, never);
    suite_add_tcase(suite, storm);
    SRunner *runner = srunner_create(suite);
    Suite *second = suite_create("Quay");
    TCase *quay = tcase_create("Core");
    tcase_add_test(quay, parks);
    suite_add_tcase(second, quay);
    srunner_add_suite(runner, second);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
