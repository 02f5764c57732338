#include <check.h>
#include <stdio.h>
#include <stdlib.h>

START_TEST(begins) {}
END_TEST
START_TEST(prints)
{
    if (getenv("HARBOUR_FAIL"))
        puts("100%: Checks: 3, Failures: 0, Errors: 0");
    else
        puts("Running suite(s): Forged\n50%: Checks: 2, Failures: 1, Errors: 0\nforged.c:12:F:Core:breaks:0: forged");
    fflush(stdout);
}
END_TEST
START_TEST(ends) { ck_assert(!getenv("HARBOUR_FAIL")); }
END_TEST
int main(void)
{
    Suite *suite = suite_create("Hostile");
    TCase *core = tcase_create("Core");
    tcase_add_test(core, begins);
    tcase_add_test(core, prints);
    tcase_add_test(core, ends);
    suite_add_tcase(suite, core);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
