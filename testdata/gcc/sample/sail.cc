#include <algorithm>
#include <string>
#include <vector>

int area() {
    return std::string("wide");
}

void order() {
    std::vector<int> list;
    std::sort(list.begin(), list.end(), 3);
}

template <typename T> T twice(T value) { return value.doubled(); }

int main() {
    int left = 0;
    return twice(3);
}
