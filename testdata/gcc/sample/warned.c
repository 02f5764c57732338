#include <stdio.h>

static int idle(void) { return 1; }

int main(void) {
    int unused;
    printf("%d\n", "x");
}
