int chain(void) { return 1; }
int main(void) { return chain(); }
