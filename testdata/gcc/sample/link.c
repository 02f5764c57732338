int anchor(void);
int chain(void);
int main(void) { return anchor() + chain(); }
