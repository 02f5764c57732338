#include <cstdlib>
#include <cstring>

int price(int *p) {
    int *q = nullptr;
    if (p == nullptr) {
        return *p;
    }
    return *q;
}

int leak(int size) {
    char *buffer = static_cast<char *>(malloc(10));
    buffer[12] = 'x';
    int unused;
    if (size > 3)
        return unused;
    return 0;
}

class Basket {
public:
    Basket(int n) { items = new int[n]; }
    int *items;
    int count;
};
