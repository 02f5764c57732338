#warning "src/cart.c:3:1: error: nothing is wrong here"
int error_collect2(void) { return 0; }
int main(void) { return error_collect2(); }
