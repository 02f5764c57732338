int divide(int a) {
    int b = 0;
    return a / b;
}
