#include "hull.h"
#include <stdio.h>

#define TWICE(value) ((value) + unknown_value)

int draught(struct hull *hull) {
    int unused = 3;
    return hull->depth;
}

int text(void) {
    return "forty";
}

int main(void) {
    printf("%d\n", "x");
    draught(1, 2);
    return TWICE(3)
}
