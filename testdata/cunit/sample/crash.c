#include <stdlib.h>

#include "run.h"

static void moors(void) { CU_ASSERT(1); }
static void leans(void) { CU_ASSERT_EQUAL(1, 2); }
static void breaks(void) { abort(); }

int main(int count, char **arguments) {
    CU_initialize_registry();
    CU_pSuite hull = CU_add_suite("hull", 0, 0);
    CU_add_test(hull, "moors", moors);
    CU_add_test(hull, "leans", leans);
    CU_add_test(hull, "breaks", breaks);
    return run(count, arguments);
}
