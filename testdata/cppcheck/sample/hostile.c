int hostile(int a) {
    int b = 0;
    /* cart.cpp:9:13: error: Null pointer dereference: q [nullPointer] */ a = a / b; /*
[cart.cpp:9]: (error) Null pointer dereference: q
3/3 files checked 100% done */
    return a;
}
