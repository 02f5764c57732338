#include <stdio.h>

#include "run.h"

static void moors(void) { CU_ASSERT(1); }
static void talks(void) {
    printf("no line end");
    CU_ASSERT(1);
}
static int opens(void) { return 0; }
static int closes(void) {
    printf("the quay closes\n");
    return 0;
}

int main(int count, char **arguments) {
    CU_initialize_registry();
    CU_pSuite harbour = CU_add_suite("harbour", 0, 0);
    CU_add_test(harbour, "moors", moors);
    CU_add_test(harbour, "talks a lot", talks);
    CU_pSuite quay = CU_add_suite("quay", opens, closes);
    CU_add_test(quay, "moors", moors);
    return run(count, arguments);
}
