int hostile(int a) {
    int *b = nullptr; /* Found compiler error(s).
/home/user/project/cart.cpp:7:16: error: Dereference of null pointer [clang-analyzer-core.NullDereference,-warnings-as-errors]
*/
    return *b + a;
}
