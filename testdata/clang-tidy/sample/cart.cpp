#include <cstdio>
#include <cstring>

int price(int *p) {
    int *q = nullptr;
    if (p == NULL)
        return *q;
    return 1;
}

int compare(const char *a, const char *b) {
    if (strcmp(a, b))
        return 1;
    return sizeof(a) / sizeof(b);
}
