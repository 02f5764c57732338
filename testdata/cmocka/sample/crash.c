#include "harbour.h"

#include <signal.h>

static void moors(void **state) { (void)state; }
static void leans(void **state) { (void)state; assert_int_equal(1, 2); }
static void breaks(void **state) {
    (void)state;
    const char *how = getenv("HARBOUR_HOW");
    printf("creaks\n");
    fflush(stdout);
    if (how && !strcmp(how, "exit")) exit(3);
    if (how && !strcmp(how, "kill")) kill(getpid(), SIGKILL);
    if (how && !strcmp(how, "abort")) abort();
    int *volatile nowhere = NULL;
    *nowhere = 1;
}

int main(void) {
    const struct CMUnitTest berth[] = {
        cmocka_unit_test(moors), cmocka_unit_test(leans), cmocka_unit_test(breaks), cmocka_unit_test(moors),
    };
    return cmocka_run_group_tests_name("berth", berth, NULL, NULL);
}
