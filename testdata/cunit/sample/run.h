#include <CUnit/Basic.h>
#include <CUnit/Console.h>
#include <string.h>

/* Runs the registry as the arguments say: the mode, and whether failures are shown behind. */
static int run(int count, char **arguments) {
    const char *mode = count > 1 ? arguments[1] : "normal";
    if (strcmp(mode, "console") == 0) {
        CU_console_run_tests();
    } else {
        CU_basic_set_mode(strcmp(mode, "verbose") == 0 ? CU_BRM_VERBOSE
                          : strcmp(mode, "silent") == 0 ? CU_BRM_SILENT
                                                        : CU_BRM_NORMAL);
        CU_basic_run_tests();
        if (count > 2) {
            CU_basic_show_failures(CU_get_failure_list());
            printf("\n");
        }
    }
    int failed = CU_get_number_of_failures();
    CU_cleanup_registry();
    return failed > 0;
}
