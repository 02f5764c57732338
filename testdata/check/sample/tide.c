#include <check.h>
#include <stdio.h>
#include <stdlib.h>

START_TEST(rises) { ck_assert_int_eq(1 + 1, 2); }
END_TEST
START_TEST(error_FAILED_panics) { ck_assert(1); }
END_TEST
START_TEST(loops) { ck_assert_int_ge(_i, 0); }
END_TEST
START_TEST(dies) { abort(); }
END_TEST
START_TEST(leaves) { exit(3); }
END_TEST

int main(void)
{
    Suite *suite = suite_create("Tide");
    TCase *core = tcase_create("Core");
    tcase_add_test(core, rises);
    tcase_add_test(core, error_FAILED_panics);
    tcase_add_loop_test(core, loops, 0, 3);
    tcase_add_test_raise_signal(core, dies, 6);
    tcase_add_exit_test(core, leaves, 3);
    suite_add_tcase(suite, core);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
